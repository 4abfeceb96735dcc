"""Colours in arrays: the same partition of nodes as the plain witness has, on redrawn, mistaken and
unlike trees.
"""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, assume, example, given, settings

import handins
import plain_colours
from efgc.pipeline.apps.course.grade import Chart
from efgc.pipeline.apps.course.grade.identical_trees import Trees, isomorphism
from efgc.schemas.game import Chance, Decision, Game, InformationSet, Terminal
from efgc.schemas.parts.extensions import kernels_are_compiled
from efgc.schemas.parts.problems import InputError
from small_games import boards, island, published
from uncompiled import same_bits


def both(one, other, pick=None):
    """Compare arrays and witness on two trees; return the stable colours, or None where the trees
    differ.

    `pick` tells one node of each tree from its like first.
    """
    arrays, (trees, colours) = Trees(one, other), plain_colours.upward(one, other)
    found = arrays.upward()
    assert plain_colours.partition(*arrays.split(found)) == plain_colours.partition(*colours)
    if pick is not None:
        found[[pick[0], len(one.nodes) + pick[1]]] = found.max() + 1
        for side, node in zip(colours, pick, strict=True):
            side[node] = trees[0].colour("chosen")
    refined, plain = arrays.stable(found), plain_colours.stable(trees, colours)
    assert (refined is None) == (plain is None)
    if refined is None:
        return None
    assert plain_colours.partition(*arrays.split(refined)) == plain_colours.partition(*plain)
    return arrays.split(refined)


def drawn(made, chance):
    """Yield trees drawn otherwise, and trees with a mistake."""
    game = made.game
    for change in handins.REMODELLINGS:
        yield handins.built(change(handins.nested(game), chance), game.players)[0]
    chart = Chart((0, 0), frozenset(), frozenset())
    yield from (wrong for _, wrong, _, _ in handins.mutations(made, chart, chance))


@pytest.mark.parametrize(
    "name, rules",
    [
        ("cave-example", "cave-2023"),
        ("three-bushes", "cave-2023"),
        pytest.param("island-3", "island-2018", marks=pytest.mark.slow),
    ],
)
def test_published_maps(name, rules):
    made = handins.expanded(published(name), rules)
    agreed = [both(made.game, other) is not None for other in drawn(made, handins.rounds(name))]
    assert agreed.count(True) >= 2 and agreed.count(False) >= 10


@pytest.mark.long
@settings(
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(boards(max_rows=3, max_columns=4))
@example(
    (["EDES"], 1, "0", "cave-2023")
)  # Nodes that are unlike all others are told apart once more.
def test_random_maps(board):
    rows, bandits, capture, rules = board
    try:
        made = handins.expanded(island(rows, bandits, capture), rules, max_states=300)
    except InputError:
        assume(False)
    game = made.game
    for other in drawn(made, handins.rounds(1)):
        both(game, other)
    shuffled = handins.built(
        handins.shuffled(handins.nested(game), handins.rounds(1)), game.players
    )[0]
    one, other = both(game, shuffled)
    assert isomorphism(game, shuffled) is not None
    like = [
        (at, there)
        for at, colour in enumerate(one)
        for there, found in enumerate(other)
        if colour == found
    ]
    for pick in like[:: len(like) // 4 + 1]:
        both(game, shuffled, pick)


def test_one_node_and_a_chain():
    end = game([], [Terminal(1)])
    assert both(end, end) == ([0], [0]) and both(end, game([], [Terminal(2)])) is None
    depth = 3_000
    chain = game(
        [InformationSet(1, "", (), ("go",))] * depth,
        [*(Decision(at, (at + 1,)) for at in range(depth)), Terminal(0)],
    )
    assert isomorphism(chain, chain) == tuple(range(depth + 1))


def test_how_often_counts_and_which_probability():
    one = game(
        [], [Chance(("a", "b", "c"), (1, 1, 2), (1, 2, 3)), Terminal(0), Terminal(0), Terminal(1)]
    )
    assert both(one, one) is not None
    assert (
        both(
            one,
            game(
                [],
                [
                    Chance(("a", "b", "c"), (1, 1, 2), (1, 2, 3)),
                    Terminal(0),
                    Terminal(1),
                    Terminal(1),
                ],
            ),
        )
        is None
    )
    assert (
        both(
            one,
            game(
                [],
                [
                    Chance(("a", "b", "c"), (1, 2, 1), (1, 2, 3)),
                    Terminal(0),
                    Terminal(0),
                    Terminal(1),
                ],
            ),
        )
        is None
    )


def test_information_sets_that_hold_the_same_nodes_otherwise_are_not_the_same():
    """Four nodes in pairs: which pairs is seen behind the sets alone."""

    def paired(sets):
        behind = [
            node for at in range(4) for node in (Decision(sets[at], (5 + 2 * at, 6 + 2 * at)),)
        ]
        ends = [Terminal(payoff) for at in (0, 0, 1, 1) for payoff in (at, 5)]
        infosets = [InformationSet(1, "", (), ("l", "r"))] * 2
        return game(
            infosets, [Chance(("a", "b", "c", "d"), (1, 1, 1, 1), (1, 2, 3, 4)), *behind, *ends]
        )

    assert both(paired((0, 0, 1, 1)), paired((1, 1, 0, 0))) is not None
    assert both(paired((0, 0, 1, 1)), paired((0, 1, 0, 1))) is None


def game(infosets, nodes):
    exact = [
        node._replace(payoff=Fraction(node.payoff)) if isinstance(node, Terminal) else node
        for node in nodes
    ]
    exact = [
        node._replace(
            probabilities=tuple(
                Fraction(part, sum(node.probabilities)) for part in node.probabilities
            )
        )
        if isinstance(node, Chance)
        else node
        for node in exact
    ]
    return Game(
        title="",
        source=None,
        players=("A", "B"),
        states=0,
        information_sets=tuple(infosets),
        nodes=tuple(exact),
    )


@pytest.mark.skipif(not kernels_are_compiled(), reason="the kernels are not compiled here")
def test_compiled_kernels_give_the_same_colours():
    made = handins.expanded(published("three-bushes"), "cave-2023")
    other = next(drawn(made, handins.rounds(1)))

    def colours():
        trees = Trees(made.game, other)
        found = trees.upward()
        return [found, trees.refined(found), trees.stable(found)]

    same_bits(colours)
