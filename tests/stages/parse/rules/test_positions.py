"""What lies at the nodes of the network of a rules file."""

import pytest

from efgc.schemas.parts.problems import InputError
from efgc.stages.parse.rules import positions_in

RULES = """\
format: efgc/rules
title: t
players: [a, b]
let: {{start: n1, exits: [n2, n1], worth: {{n1: 3, n2: 1/2}}, number: 3, mixed: [1, n2]}}
{network}
state: {state}
moves: {{a: {{stay: {{}}}}, b: {{stay: {{}}}}}}
ends: [{{if: true, pays: 0}}]
"""
NETWORK = "network: n1 - n2 - n3"


def read(state="{p: bool}", network=NETWORK, files=lambda name: "n1,n2\nn2,n3\n", **constants):
    return positions_in(RULES.format(network=network, state=state), files, constants)


@pytest.mark.parametrize(
    "state, found",
    [
        ("{p: node = start}", {"n1": ["p"]}),
        ("{p: node, q: node = n3}", {"n1": ["p"], "n3": ["q"]}),
        ("{p: exits = n1}", {"n1": ["p"]}),
        ('{p: "set of nodes = [n1, n3]"}', {"n1": ["p"], "n3": ["p"]}),
        ("{p: set of nodes}", {}),
        ("{p: players x node = n2}", {"n2": ["p[a]", "p[b]"]}),
        ("{p: 2 x node = n2}", {"n2": ["p[0]", "p[1]"]}),
        ("{p: nodes x 0..3 = 2}", {}),
        ("{p: red | blue}", {}),
    ],
)
def test_variables_lie_at_their_first_values(state, found):
    assert read(state).variables == found


def test_constants_lie_at_their_nodes():
    found = {"n1": ["start", "exits", "worth 3"], "n2": ["exits", "worth 1/2"]}
    assert read().constants == found
    assert read(start="n2").constants["n2"] == ["start", "exits", "worth 1/2"]


def test_a_network_in_a_file_and_a_grid():
    found = read(network="network: streets.csv")
    assert found.network.nodes == ("n1", "n2", "n3")
    text = RULES.format(network='grid: "S-#"', state="{p: node = r1c2}")
    found = positions_in(text.replace("n1", "r1c1").replace("n2", "r1c2"), str, {})
    assert (found.network.squares, found.variables) == (
        {"r1c1": (1, 1), "r1c2": (1, 2)},
        {"r1c2": ["p"]},
    )


def test_rules_without_a_network_have_no_positions():
    lines = RULES.format(network="", state="{p: bool}").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("let"))
    assert positions_in(text, str, {}) is None


def test_problems_have_a_line():
    with pytest.raises(InputError) as caught:
        read("{p: nowhere}")
    assert (caught.value.problems[0].line, caught.value.problems[0].column) == (6, 12)
