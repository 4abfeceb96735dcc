"""The numbers of best responses, and strategies and plans from weights, are those of the plain
ways, to the last bit.
"""

import math
import random
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import plain_reports
from card_games import hidden_goofspiel, kuhn, leduc, liars_dice
from drawn_strategies import drawn
from efgc.schemas.game import Chance, Terminal
from efgc.schemas.strategies import Behaviour
from efgc.schemas.strategies.columns import strategy_columns
from efgc.stages.report.best_response import best_response_value, exact_best_response
from efgc.stages.report.best_response.concessions import Enclosed, conceded, enclosed
from efgc.stages.report.lift import NOISE, behaviour, most_apart
from efgc.stages.report.measures import plan_of
from scaled_games import drawn as scaled
from small_games import PUBLISHED, boards, game_of, island, law, published

CARDS = [kuhn, leduc, lambda: liars_dice(2), lambda: hidden_goofspiel(3, True)]
EVERY = [(name, level) for name in PUBLISHED for level in (0, 1, 2)]


def responds_alike(game, seed):
    """Compare the numbers themselves, which are made by two ways of counting."""
    draw = random.Random(seed)
    for player in (1, 2):
        strategy = drawn(game, 3 - player, draw)
        expected = least(game, player, strategy)
        sign = 1 if player == 2 else -1
        value = sign * best_response_value(game, player, strategy)
        assert value <= expected < math.nextafter(value, math.inf)
        plan, unit = whole(game, strategy, draw)
        weights = defaultdict(lambda: (0, 0), {at: (one, one) for at, one in plan.items()})
        low = Fraction(*plain_reports.conceded(game, player, weights, exact=True))
        array = np.zeros(game.columns.infosets.first[-1], object)
        array[list(plan)] = list(plan.values())
        assert Fraction(*conceded(game, player, Enclosed(array, array), exact=True)) == low
        assert exact_best_response(game, player, plan, unit) == sign * low / unit


def least(game, player, strategy):
    """Return the least payoff of a player's opponent, which both ways of counting find."""
    plain = plain_reports.enclosed(game, strategy)
    expected = Fraction(*plain_reports.conceded(game, player, plain, exact=False))
    found = enclosed(game, strategy)
    assert plain == {at: (found.low[at], found.high[at]) for at in plain}
    assert Fraction(*conceded(game, player, found, exact=False)) == expected
    return expected


def whole(game, strategy, draw):
    """Return a realization plan in whole numbers, and its unit."""
    digits = draw.choice((2, 12, 10**20))
    weights = {0: Fraction(1)}
    for infoset, _, probabilities in strategy:
        above = sum(weights[parent] for parent in game.parents[infoset])
        shares = [round(number * digits) for number in probabilities]
        shares[draw.randrange(len(shares))] += 1
        for sequence, share in enumerate(shares, game.first[infoset]):
            weights[sequence] = above * share / sum(shares)
    unit = 1
    for weight in weights.values():
        unit = unit * weight.denominator // Fraction(unit, weight.denominator).denominator
    unit = max(weight.denominator for weight in weights.values()) * unit
    return {at: int(weight * unit) for at, weight in weights.items()}, unit


def lifts_alike(game, seed):
    draw = random.Random(seed)
    for player in (1, 2):
        strategy = drawn(game, player, draw)
        weights = [
            max(0.0, weight + draw.choice((0.0, 0.0, 1e-12, -1e-9)))
            for weight in plain_reports.realized(game, strategy).values()
        ]
        plain = plain_reports.lifted(game, player, weights, NOISE)
        found = behaviour(game, player, weights)
        assert found == plain and tuple(found) == plain and found[-2:] == plain[-2:]
        assert strategy_columns(plain).probabilities.tolist() == list(found.columns.probabilities)
        plan, expected = plan_of(game, found), plain_reports.realized(game, plain)
        assert [*plan] == [*expected.values()] and plan[-1] == list(plan)[-1]
        assert plan == tuple(expected.values())
        assert most_apart([weights], [plan]) == max(
            abs(one - other) for one, other in zip(weights, plan, strict=True)
        )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("made", CARDS)
def test_card_games(made, seed):
    responds_alike(made(), seed)
    lifts_alike(made(), seed)


@pytest.mark.many
@pytest.mark.parametrize("name, level", EVERY)
def test_published_games(name, level):
    game = game_of(published(name), PUBLISHED[name][0], level=level)
    responds_alike(game, level)
    lifts_alike(game, level)


@law(100)
@given(boards(), st.integers(0, 2**32))
def test_every_map(board, seed):
    rows, bandits, capture, rules = board
    text = island(rows, bandits, capture)
    for level in (0, 1, 2):
        game = game_of(text, rules, level)
        responds_alike(game, seed)
        lifts_alike(game, seed)


BORDERS = [
    Fraction(1),
    Fraction(2**31 - 1, 2**32 + 1),
    Fraction(2**63 - 1),
    Fraction(-(2**63)),
    Fraction(2**64 + 1, 3**25),
    Fraction(1, 10**30),
    Fraction(10**40, 7**40),
    Fraction(2**200, 3**200),
]


def with_numbers(game, draw, payoffs, chances):
    """Return a tree with other payoffs and probabilities."""

    def changed(node):
        match node:
            case Terminal():
                return Terminal(draw.choice(payoffs) * draw.randint(-9, 9))
            case Chance(actions, _, children):
                found = [draw.choice(chances) for _ in actions[1:]]
                return Chance(actions, (1 - sum(found), *found), children)
        return node

    return replace(game, nodes=tuple(map(changed, game.nodes)))


@pytest.mark.many
@pytest.mark.parametrize("scale", BORDERS)
@pytest.mark.parametrize("seed", range(5))
def test_numbers_beyond_64_bits(scale, seed):
    draw, game = random.Random(seed), scaled("all", seed)
    for chance in (Fraction(1, 5), Fraction(1, 10**30), Fraction(1, 2**63)):
        payoffs = [scale, -scale / 3, Fraction(5)]
        responds_alike(with_numbers(game, draw, payoffs, [chance, Fraction(1, 7)]), seed)


@pytest.mark.parametrize("prime", [10**40 + 121, 2**89 - 1])
def test_denominators_with_large_factors(prime):
    draw, payoffs = random.Random(1), [Fraction(1, prime), Fraction(2**70, prime)]
    game = with_numbers(scaled("all", 1), draw, payoffs, [Fraction(1, 3)])
    responds_alike(game, 1)


def test_the_largest_probability_is_the_remainder_even_if_it_is_zero():
    for game in (kuhn(), leduc()):
        strategy = tuple(
            Behaviour(infoset, 1.0, (1.0,) * len(game.information_sets[infoset].actions))
            for infoset in game.infosets(1)
        )
        least(game, 2, strategy)


@pytest.mark.parametrize("units", [2**52 + 2**33 - 1, 2**52 + 2**20 - 1, 2**53 - 1])
@pytest.mark.parametrize("exponent", range(-262, -250))
def test_a_small_probability_is_rounded_up_with_its_carry(units, exponent):
    share, draw, game = units * 2.0**exponent, random.Random(units), kuhn()
    nodes = tuple(
        Terminal(Fraction(2**900) * draw.randint(-9, 9)) if isinstance(node, Terminal) else node
        for node in game.nodes
    )
    game = replace(game, nodes=nodes)
    strategy = tuple(Behaviour(infoset, 1.0, (1.0 - share, share)) for infoset in game.infosets(1))
    least(game, 2, strategy)
