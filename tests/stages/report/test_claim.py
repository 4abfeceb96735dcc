"""A solution claims the same by the quick way and by the careful one, which says what is wrong."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given

from card_games import kuhn, leduc
from schemas.parts.problems import EfgcError
from small_games import boards, game_of, island, law, published
from stages.lower import REDUCTIONS, lower
from stages.report.claim import Claim, claim
from stages.solve import solve

pytestmark = pytest.mark.usefixtures("kept_interpreter")
CHOICES = [names for size in range(len(REDUCTIONS) + 1) for names in combinations(REDUCTIONS, size)]


def said(game, solution):
    """Return both players' weights, or what is wrong with them."""
    try:
        claimed = claim(game, solution)
        return claimed.player, [[*map(float, claimed.weights(player))] for player in (1, 2)]
    except EfgcError as error:
        return type(error), str(error)


def said_carefully(game, solution):
    """Return the same, every name and every weight looked at alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Claim, "named", lambda claimed, player: None)
        return said(game, solution)


def claims_the_same(game, choices=CHOICES, formats=("lp", "mps")):
    for without in choices:
        for player in (1, 2):
            for format in formats:
                solution = solve(lower(game, player, format, without)[0])
                assert said(game, solution) == said_carefully(game, solution)
                if game.information_sets:
                    quick = claim(game, solution)
                    assert all(quick.named(one) is not None for one in (1, 2))


@pytest.mark.slow
@law(30)
@given(boards(max_places=3))
def test_the_weights_of_a_map_are_the_same(board):
    rows, bandits, capture, rules = board
    for level in (0, 2):
        claims_the_same(game_of(island(rows, bandits, capture), rules, level), formats=("lp",))


@pytest.mark.parametrize("made", [kuhn, pytest.param(leduc, marks=pytest.mark.slow)])
def test_the_weights_of_a_card_game_are_the_same(made):
    claims_the_same(made(), [()])


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
def test_what_is_wrong_is_told_alike(key, values, at):
    for game, solution in solved_games():
        wrong = replace(solution, **{key: changed(getattr(solution, key), at, **values)})
        assert str(said(game, wrong)) == str(said_carefully(game, wrong))
