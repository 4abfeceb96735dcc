"""A solution claims the same, and the same is wrong with it, as if its weights were read one by
one, by symbols.
"""

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given

from card_games import kuhn, leduc
from efgc.schemas.linear_program import Symbol, SymbolKind, read_symbol, symbol_name
from efgc.schemas.parts.problems import EfgcError, InputError, Problem, VerificationError
from efgc.schemas.parts.status import Sense
from efgc.stages.lower import REDUCTIONS, lower
from efgc.stages.report.lift import SLACK, Claim, claim, limits
from efgc.stages.solve import solve
from plain_forms import plain
from small_games import boards, game_of, island, law, published

CHOICES = [names for size in range(len(REDUCTIONS) + 1) for names in combinations(REDUCTIONS, size)]


def said(game, solution, weights=Claim.weights):
    """Return both players' weights, or what is wrong with them."""
    try:
        claimed = claim(game, solution)
        return claimed.player, [[*map(float, weights(claimed, player))] for player in (1, 2)]
    except EfgcError as error:
        return type(error), str(error)


def one_by_one(claimed, player):
    """Return a player's weights by the definition."""
    own, solution = player == claimed.player, claimed.solution
    kind = SymbolKind.WEIGHT if own else SymbolKind.RESPONSE
    sign = 1.0 if own or solution.sense == Sense.MAXIMISE else -1.0
    entries = solution.columns if own else solution.rows
    symbols = [(read_symbol(entry.name, claimed.player), entry.value) for entry in entries]
    given = {symbol: sign * value for symbol, value in symbols if symbol}
    form, weights = plain(claimed.formulation.form).players[player - 1], []
    for number in form.present:
        symbol = Symbol(kind, player, number)
        if number < len(form.moves) and symbol not in given:
            raise_other(
                f"{claimed.game.players[player - 1]} has {len(form.moves)} sequences in this game, "
                f"{symbol_name(symbol)} is missing"
            )
    for symbol in given:
        if symbol.kind is kind and symbol.number not in form.present:
            raise_other(
                f"this game's has no {symbol_name(symbol)}; what an older version lowered "
                "--without a reduction has to be lowered again"
            )
    columns = claimed.formulation.form.columns.players[player - 1]
    for number, most in enumerate(limits(claimed.game, columns)):
        symbol = Symbol(kind, player, number)
        parts = form.represented_by.get(number)
        weights.append(given[symbol] if parts is None else sum(weights[part] for part in parts))
        if not abs(weights[-1]) <= most * (1 + SLACK):
            raise VerificationError(
                f"{symbol_name(symbol)} = {weights[-1]:g} is not a realization weight; it lies "
                f"from 0 to {most:g}"
            )
    return weights


def raise_other(words):
    words = f"the solution is of another linear program: {words}"
    raise InputError([Problem(words, ())])


def is_the_same(game, choices=CHOICES, formats=("lp", "mps")):
    for without in choices:
        for player in (1, 2):
            for format in formats:
                solution = solve(lower(game, player, format, without)[0])
                assert said(game, solution) == said(game, solution, one_by_one)


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


@pytest.mark.many
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
def test_wrong_weights_are_reported_as_one_by_one(key, values, at):
    for game, solution in solved_games():
        wrong = replace(solution, **{key: changed(getattr(solution, key), at, **values)})
        assert str(said(game, wrong)) == str(said(game, wrong, one_by_one))
