"""Games as rules files, and the same games in OpenSpiel."""

from collections import Counter
from pathlib import Path

import pytest

from efgc.schemas.game import Chance, Terminal
from efgc.schemas.game import count as count_tree
from efgc.schemas.state_graph import count
from efgc.stages.expand import expand
from efgc.stages.parse.openspiel import parse_openspiel
from efgc.stages.parse.rules import parse_rules
from small_games import solved

pytestmark = pytest.mark.usefixtures("forked")
pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[openspiel]'")

FOLDER = Path(__file__).parents[1] / "games" / "rules"
GOOFSPIEL = "goofspiel(num_cards=3,returns_type=point_difference,imp_info="
MAJORITY = {"cards": "3", "hidden": "true", "majority": "true"}
TWO_DICE = {"dice": "2", "faces": "2"}
GAMES = [  # File, changed constants, name in OpenSpiel.
    ("kuhn", {}, "kuhn_poker"),
    ("leduc", {}, "leduc_poker"),
    ("liars-dice", {"faces": "2"}, "liars_dice(dice_sides=2)"),
    ("liars-dice", {"faces": "3"}, "liars_dice(dice_sides=3)"),
    ("liars-dice", TWO_DICE, "liars_dice(numdice=2,dice_sides=2)"),
    ("liars-dice", {**TWO_DICE, "recall": "3"}, "liars_dice(numdice=2,dice_sides=2)"),
    ("goofspiel", {"cards": "3"}, f"{GOOFSPIEL}False)"),
    ("goofspiel", {"cards": "3", "hidden": "true"}, f"{GOOFSPIEL}True)"),
    ("goofspiel", MAJORITY, "goofspiel(num_cards=3,imp_info=True)"),
    ("goofspiel", {**MAJORITY, "recall": "true"}, "goofspiel(num_cards=3,imp_info=True)"),
    ("dark-hex-2", {}, "dark_hex(board_size=2)"),
    ("dark-hex-2", {"abrupt": "true"}, "dark_hex(board_size=2,gameversion=adh)"),
]
SEEN = '        me: \'"free" if free else "taken"\'\n'


def graph_of(name, changed):
    """Return the graph of a rules file with other constants, as OpenSpiel plays it."""
    text = (FOLDER / f"{name}.rules.yaml").read_text()
    if name.startswith("dark-hex"):  # OpenSpiel tells both players how many moves were tried.
        assert SEEN in text
        text = text.replace(SEEN, f"{SEEN}        other: '\"a move\"'\n")
    return parse_rules(text, "0" * 64, overrides=changed)


def shape(game, unit=1, least=1):
    """Return what is the same in two trees of one game: payoffs of the ends, and information sets
    by player, number of histories and number of actions. Chance may need different steps.
    """
    ends, sizes = Counter(), Counter()
    for node in game.nodes:
        if isinstance(node, Terminal):
            ends[node.payoff * unit] += 1
        elif not isinstance(node, Chance):
            sizes[node.infoset] += 1
    sets = Counter(
        (one.player, sizes[number], len(one.actions))
        for number, one in enumerate(game.information_sets)
        if len(one.actions) >= least
    )
    return ends, sets


@pytest.mark.parametrize(("name", "changed", "peer"), GAMES)
def test_games_of_openspiel(name, changed, peer):
    graph = graph_of(name, changed)
    ours, theirs = expand(graph), parse_openspiel(f"openspiel:{peer}", "", 10**6)
    # OpenSpiel plays the last card of Goofspiel itself, and pays the difference to the mean.
    least = 2 if name == "goofspiel" else 1
    unit = 2 if "point_difference" in peer else 1
    assert shape(ours, least=least) == shape(theirs, unit, least)
    assert count_tree(ours) == count(graph)
    assert solved(ours).value == pytest.approx(unit * solved(theirs).value, abs=1e-9)
