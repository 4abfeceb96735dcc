"""A solution claims the same, and the same is wrong with it, whether its weights are read all at
once or one by one.
"""

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given

from card_games import kuhn, leduc
from efgc.schemas.parts.problems import EfgcError
from efgc.stages.lower import REDUCTIONS, lower
from efgc.stages.report.lift import Claim, claim
from efgc.stages.solve import solve
from small_games import boards, game_of, island, law, published

CHOICES = [names for size in range(len(REDUCTIONS) + 1) for names in combinations(REDUCTIONS, size)]


def said(game, solution, quick=True):
    """Return both players' weights, or what is wrong with them."""
    with pytest.MonkeyPatch.context() as patch:
        if not quick:
            patch.setattr(Claim, "_quick", lambda claimed, player: None)
        return weights_or_words(game, solution)


def weights_or_words(game, solution):
    try:
        claimed = claim(game, solution)
        return claimed.player, [[*map(float, claimed.weights(player))] for player in (1, 2)]
    except EfgcError as error:
        return type(error), str(error)


def is_the_same(game, choices=CHOICES, formats=("lp", "mps")):
    for without in choices:
        for player in (1, 2):
            for format in formats:
                solution = solve(lower(game, player, format, without)[0])
                assert said(game, solution) == said(game, solution, quick=False)
                if game.information_sets:
                    assert all(claim(game, solution)._quick(one) is not None for one in (1, 2))


@pytest.mark.slow
@law(30)
@given(boards(max_places=3))
def test_the_weights_of_a_map_are_the_same(board):
    rows, bandits, capture, rules = board
    for level in (0, 2):
        is_the_same(game_of(island(rows, bandits, capture), rules, level), formats=("lp",))


@pytest.mark.parametrize("made", [kuhn, pytest.param(leduc, marks=pytest.mark.slow)])
def test_the_weights_of_a_card_game_are_the_same(made):
    is_the_same(made(), [()])


def changed(entries, at, **values):
    return tuple(
        entry._replace(**values) if number == at % len(entries) else entry
        for number, entry in enumerate(entries)
    )


@cache
def solved_games():
    """Return (game, solution) of two games: each takes longer to solve than its solution to
    judge.
    """
    games = kuhn(), game_of(published("maze"), level=2)
    return [(game, solve(lower(game, 1)[0])) for game in games]


@pytest.mark.parametrize("at", [0, 4, -1])
@pytest.mark.parametrize(
    "values",
    [
        {"value": -0.5},
        {"value": 1.5},
        {"value": float("nan")},
        {"value": 40.0},
        *({"name": name} for name in ("x01", "x1", "y1", "b1", "x999", "x999999999999", "q", "")),
    ],
)
@pytest.mark.parametrize("key", ["columns", "rows"])
def test_both_readers_report_wrong_weights_alike(key, values, at):
    for game, solution in solved_games():
        wrong = replace(solution, **{key: changed(getattr(solution, key), at, **values)})
        assert str(said(game, wrong)) == str(said(game, wrong, quick=False))
