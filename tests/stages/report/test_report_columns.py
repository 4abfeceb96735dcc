"""What is said about a game in columns is what is said about its records, to the last bit."""

import math
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from card_games import hidden_goofspiel, kuhn, leduc, liars_dice
from scaled_games import drawn as scaled
from schemas import certificate
from schemas import report as report_schema
from schemas.game import Chance, Terminal
from schemas.parts.problems import OptionError
from schemas.strategies import Behaviour, StrategyView
from schemas.strategies.columns import strategy_columns
from small_games import PUBLISHED, boards, game_of, island, law, published
from stages.forms.plan import realization_plan
from stages.lower import lower
from stages.report import FORMATS, lift_columns, report
from stages.report.best_response import best_response_value, exact_best_response
from stages.report.best_response.concessions import conceded, enclosed
from stages.report.best_response.concessions_columns import conceded_exactly, conceded_in_columns
from stages.report.certify import certify
from stages.report.choices import choices, told
from stages.report.layout import Layout
from stages.report.lift import NOISE, _behaviour
from stages.report.reach import most_likely, reaches
from stages.report.rounded import prove_simple, rational
from stages.solve import solve

pytestmark = pytest.mark.usefixtures("kept_interpreter")

CARDS = [kuhn, leduc, lambda: liars_dice(2), lambda: hidden_goofspiel(3, True)]
EVERY = [(name, level) for name in PUBLISHED for level in (0, 1, 2)]
WEIGHTS = (0.0, 0.0, 1e-9, 1.0, 1e-300, 5e-324, 0.3, 1 / 3)


def drawn(game, player, draw):
    """Return any strategy, with probabilities of very different sizes."""
    found = []
    for infoset in game.infosets(player):
        weights = [
            draw.choice((*WEIGHTS, draw.random())) for _ in game.information_sets[infoset].actions
        ]
        weights[draw.randrange(len(weights))] += draw.choice((1.0, 1e-3))
        found.append(Behaviour(infoset, 1.0, tuple(weight / sum(weights) for weight in weights)))
    return tuple(found)


def responds_alike(game, seed, handed_over=False):
    """Compare the numbers themselves, which are made by two ways of counting."""
    draw, columns = random.Random(seed), game.in_columns()
    for player in (1, 2):
        strategy = drawn(game, 3 - player, draw)
        found = conceded_in_columns(columns, player, strategy)
        if handed_over:
            assert found is None
        else:
            assert Fraction(*found) == Fraction(
                *conceded(game, player, enclosed(game, strategy), exact=False)
            )
        assert best_response_value(columns, player, strategy) == best_response_value(
            game, player, strategy
        )
        plan, unit = whole(game, strategy, draw)
        assert exact_best_response(columns, player, plan, unit) == exact_best_response(
            game, player, plan, unit
        )
        assert conceded_exactly(columns, player, plan) is not None


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
    draw, columns = random.Random(seed), game.in_columns()
    for player in (1, 2):
        strategy = drawn(game, player, draw)
        weights = [
            max(0.0, weight + draw.choice((0.0, 0.0, 1e-12, -1e-9)))
            for weight in realization_plan(game, strategy)
        ]
        plain = _behaviour(game, player, weights)
        found = lift_columns.behaviour(columns, player, weights, NOISE)
        assert found == plain and tuple(found) == plain and found[-2:] == plain[-2:]
        assert strategy_columns(plain).probabilities.tolist() == list(found.columns.probabilities)
        plan = lift_columns.plan(columns, found)
        assert plan == realization_plan(game, plain) and plan[-1] == list(plan)[-1]
        assert lift_columns.most_apart([weights], [plan]) == max(
            abs(one - other) for one, other in zip(weights, plan, strict=True)
        )


def is_reported_alike(game, exact=None):
    """Compare all that is said, with strategies that are drawn and with those of a solver."""
    columns = game.in_columns()
    for seed in range(3):
        draw = random.Random(seed)
        profile = drawn(game, 1, draw), drawn(game, 2, draw)
        assert list(reaches(columns, profile)) == reaches(game, profile)
        assert most_likely(columns, profile) == most_likely(game, profile)
    solution = solve(lower(game)[0])
    made, found = (report(each, [solution], exact=exact) for each in (game, columns))
    assert replace(found, game=game) == made and report_schema.check(found) == []
    assert prove_simple(columns, found.strategies, found.bounds) == prove_simple(
        game, made.strategies, made.bounds
    )
    assert rational(found.strategies[0]) == rational(made.strategies[0])
    for format in FORMATS.values():
        for layout in (Layout(), Layout(width=60)):
            assert said(format, found, layout) == said(format, made, layout)
    one, other = ("".join(certificate.write(certify(each, "0" * 64))) for each in (made, found))
    assert one == other
    shown = tuple(map(StrategyView, map(strategy_columns, made.strategies)))
    for most in (1, 2, 60):
        for player in (1, 2):
            long = choices(game, made.strategies[player - 1], reaches(game, made.strategies), most)
            short = choices(columns, shown[player - 1], reaches(columns, shown), most)
            for one, other in ((long.played, short.played), (long.others, short.others)):
                assert one.lines == other.lines and one.first[: len(other.first)] == other.first
            assert played_lines(short.played) >= min(most, long.played.lines)
            assert other_lines(short.others) >= min(most, long.others.lines)
            assert (long.forced, long.never) == (short.forced, short.never)


def said(format, shown, layout):
    """Return a report as text, or why a format is not for it."""
    try:
        return "".join(format(shown, layout))
    except OptionError as refused:
        return str(refused)


def played_lines(shown):
    kept = [(told(one.probabilities, None), one.probabilities) for one in shown.first]
    return sum(len(places) + (len(places) < len(shares)) for places, shares in kept)


def other_lines(shown):
    return sum(map(bool, (share for one in shown.first for share in one.probabilities)))


@pytest.mark.parametrize("made", CARDS)
def test_reports_on_card_games(made):
    is_reported_alike(made(), exact=False)


@pytest.mark.parametrize("name, level", EVERY)
def test_reports_on_published_games(name, level):
    is_reported_alike(game_of(published(name), PUBLISHED[name][0], level=level))


def is_carried_alike(game, tree):
    solutions = [solve(lower(game)[0])]
    made, found = report(game, solutions, tree), report(game, solutions, tree.in_columns())
    assert found.strategies == made.strategies and found.plans == made.plans
    assert (found.bounds, found.exact) == (made.bounds, made.exact)


@pytest.mark.parametrize("name", PUBLISHED)
def test_strategies_are_carried_alike(name):
    is_carried_alike(*(game_of(published(name), PUBLISHED[name][0], level) for level in (2, 0)))


@law(50)
@given(boards())
def test_reports_on_maps(board):
    rows, bandits, capture, rules = board
    for level in (0, 1, 2):
        is_reported_alike(game_of(island(rows, bandits, capture), rules, level))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("made", CARDS)
def test_card_games(made, seed):
    responds_alike(made(), seed)
    lifts_alike(made(), seed)


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


@pytest.mark.parametrize("scale", BORDERS)
@pytest.mark.parametrize("seed", range(5))
def test_numbers_beyond_64_bits(scale, seed):
    draw, game = random.Random(seed), scaled("all", seed)
    for chance in (Fraction(1, 5), Fraction(1, 10**30), Fraction(1, 2**63)):
        payoffs = [scale, -scale / 3, Fraction(5)]
        responds_alike(with_numbers(game, draw, payoffs, [chance, Fraction(1, 7)]), seed)


@pytest.mark.parametrize("prime", [10**40 + 121, 2**89 - 1])
def test_denominators_with_large_factors_are_left_to_the_plain_way(prime):
    draw, payoffs = random.Random(1), [Fraction(1, prime), Fraction(2**70, prime)]
    game = with_numbers(scaled("all", 1), draw, payoffs, [Fraction(1, 3)])
    responds_alike(game, 1, handed_over=True)


@pytest.mark.parametrize("probabilities", [(1.5, -0.5), (math.nan, 1.0), (0.0, 0.0)])
def test_what_is_no_strategy_is_left_to_the_plain_way(probabilities):
    game = kuhn().in_columns()
    strategy = [Behaviour(infoset, 1.0, probabilities) for infoset in game.infosets(1)]
    assert conceded_in_columns(game, 2, tuple(strategy)) is None
    assert conceded_in_columns(game, 2, tuple(strategy[1:])) is None
    assert conceded_in_columns(game, 1, tuple(strategy)) is None


def test_the_largest_takes_what_the_others_leave_be_it_nothing():
    for game, fits in ((kuhn(), True), (leduc(), False)):
        strategy = tuple(
            Behaviour(infoset, 1.0, (1.0,) * len(game.information_sets[infoset].actions))
            for infoset in game.infosets(1)
        )
        columns = game.in_columns()
        assert (conceded_in_columns(columns, 2, strategy) is not None) == fits
        assert best_response_value(columns, 2, strategy) == best_response_value(game, 2, strategy)
