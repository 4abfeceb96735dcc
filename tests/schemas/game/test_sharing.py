"""Shared nodes: when several histories may be one node, and that the check finds when not."""

import json

import pytest

from efgc.schemas.game import check, read
from efgc.schemas.parts.problems import InputError
from efgc.stages.lower import lower
from efgc.stages.report import report
from efgc.stages.solve import solve
from small_games import solved


def game(infosets, nodes):
    """Return the game of (player, actions) and of nodes: a payoff, [infoset, children] or {label:
    (probability, child)}.
    """

    def record(number, node):
        if isinstance(node, str):
            return {"node": number, "payoff": node}
        if isinstance(node, dict):
            return {
                "node": number,
                "chance": list(node),
                "probabilities": [p for p, _ in node.values()],
                "children": [child for _, child in node.values()],
            }
        return {"node": number, "information_set": node[0], "children": node[1]}

    return read(
        json.dumps(
            {
                "format": "efgc/game",
                "version": 1,
                "title": "by hand",
                "players": ["one", "two"],
                "information_sets": [
                    {"information_set": at, "player": player, "actions": actions.split()}
                    for at, (player, actions) in enumerate(infosets)
                ],
                "nodes": [record(at, node) for at, node in enumerate(nodes)],
            }
        )
    )


# Player 1 goes left or right to the same place, where both players match pennies.
MEET = (
    [(1, "left right"), (1, "h t"), (2, "H T")],
    [[0, [1, 1]], [1, [2, 3]], [2, [4, 5]], [2, [6, 7]], "3", "-1", "-1", "1"],
)

# Chance decides on the way, each with the same weight, and both ways meet again.
COIN = (
    [(1, "left right"), (1, "h t"), (2, "H T")],
    [
        [0, [1, 2]],
        {"a": ("1/2", 3), "b": ("1/2", 3)},
        {"c": ("1/4", 3), "d": ("3/4", 3)},
        [1, [4, 5]],
        [2, [6, 7]],
        [2, [8, 9]],
        "3",
        "-1",
        "-1",
        "1",
    ],
)


@pytest.mark.parametrize("shared", [MEET, COIN])
def test_exact_sharing_has_the_value_of_the_tree(shared):
    found = game(*shared)
    assert check(found) == []
    assert [len(found.parents[infoset]) for infoset in (0, 1)] == [1, 2]
    for player in (1, 2):
        assert abs(solved(found, player).bounds.value - 1 / 3) <= 1e-9


# Chance leads to J at once or through I, where player 1 has one action: both ways' weights flow
# into J.
BESIDE = (
    [(1, "go"), (1, "on"), (1, "four two")],
    [[0, [1]], {"x": ("1/2", 3), "y": ("1/2", 2)}, [1, [3]], [2, [4, 5]], "4", "2"],
)

# Chance leads to two information sets of player 1, and both to the same: its weight there is 2, and
# the chance weight 1/2.
TWICE = (
    [(1, "a b"), (1, "c d"), (1, "e f")],
    [{"x": ("1/2", 1), "y": ("1/2", 2)}, [0, [3, 3]], [1, [3, 3]], [2, [4, 5]], "4", "2"],
)


@pytest.mark.parametrize("shared", [BESIDE, TWICE])
@pytest.mark.parametrize("without", [(), ("single",), ("endgames",), ("single", "endgames")])
@pytest.mark.parametrize("player", [1, 2])
def test_weights_that_add_up_are_kept_apart(shared, without, player):
    found = game(*shared)
    solution = solve(lower(found, player, without=without)[0])
    assert report(found, [solution]).bounds.value == pytest.approx(4, abs=1e-9)


@pytest.mark.parametrize(
    "shared, histories",
    [
        # After left chance lets half of the histories through, after right all of them.
        (
            ([(1, "left right")], [[0, [1, 2]], {"a": ("1/2", 2), "b": ("1/2", 3)}, "1", "0"]),
            ("right", "left, a"),
        ),
        # Player 2 comes by A and C with one weight, by B with another.
        (
            (
                [(2, "A B C")],
                [
                    [0, [1, 2, 3]],
                    {"a": ("1/2", 4), "x": ("1/2", 5)},
                    {"a": ("1/4", 4), "x": ("3/4", 5)},
                    {"a": ("1/2", 4), "x": ("1/2", 5)},
                    "1",
                    "0",
                ],
            ),
            ("A, a", "B, a"),
        ),
        # Player 1 comes by left only after H and by right only after T: not every pair of moves
        # meets here.
        (
            ([(2, "H T"), (1, "left right")], [[0, [1, 2]], [1, [3, 4]], [1, [4, 3]], "1", "0"]),
            ("H, left", "T, right"),
        ),
    ],
)
def test_sharing_that_is_not_exact_names_two_histories(shared, histories):
    with pytest.raises(InputError) as error:
        game(*shared)
    assert f"the histories '{histories[0]}' and '{histories[1]}' meet here" in str(error.value)


def test_information_set_with_different_ways_names_two_histories():
    with pytest.raises(InputError, match="cannot tell the history 'left' from 'right'"):
        game([(1, "left right"), (1, "h t")], [[0, [1, 2]], [1, [3, 4]], [1, [4, 3]], "1", "0"])
