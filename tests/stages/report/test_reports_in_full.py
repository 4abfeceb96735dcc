"""All that a report says of a game is what its records say, to the last bit."""

import json
import math
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plain_mistakes
import plain_reports
from card_games import hidden_goofspiel, kuhn, leduc, liars_dice
from scaled_games import drawn as scaled
from schemas import report as report_schema
from schemas.game import Chance, Terminal
from schemas.game.columns import GameColumns
from schemas.strategies import Behaviour
from schemas.strategies.columns import strategy_columns
from small_games import PUBLISHED, boards, game_of, island, law, published
from stages.forms.plan import realization_plan
from stages.lower import lower
from stages.report import FORMATS, best_response, lift_columns, mistakes_columns, report
from stages.report.action_values import action_values, largest_payoff
from stages.report.best_response.concessions import conceded, enclosed
from stages.report.best_response.concessions_columns import conceded_exactly, conceded_in_columns
from stages.report.carry import carry
from stages.report.choices import choices, told
from stages.report.lift import NOISE
from stages.report.reach import most_likely, reaches
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


def responds(game, seed, handed_over=False):
    """Compare the numbers themselves, which are made by two ways of counting."""
    draw = random.Random(seed)
    for player in (1, 2):
        strategy = drawn(game, 3 - player, draw)
        found = conceded_in_columns(game, player, strategy)
        if handed_over:
            assert found is None
        else:
            assert Fraction(*found) == Fraction(
                *conceded(game, player, enclosed(game, strategy), exact=False)
            )
        plan, unit = whole(game, strategy, draw)
        assert conceded_exactly(game, player, plan) is not None
        values = [best_responses(game, player, strategy, plan, unit)]
        with pytest.MonkeyPatch.context() as patch:
            for quick in ("conceded_in_columns", "conceded_exactly"):
                patch.setattr(best_response, quick, lambda *given: None)
            values.append(best_responses(game, player, strategy, plan, unit))
        assert values[0] == values[1]


def best_responses(game, player, strategy, plan, unit):
    return (
        best_response.best_response_value(game, player, strategy),
        best_response.exact_best_response(game, player, plan, unit),
    )


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


def lifts(game, seed):
    draw = random.Random(seed)
    for player in (1, 2):
        strategy = drawn(game, player, draw)
        weights = [
            max(0.0, weight + draw.choice((0.0, 0.0, 1e-12, -1e-9)))
            for weight in realization_plan(game, strategy)
        ]
        plain = plain_reports.behaviour(game, player, weights)
        found = lift_columns.behaviour(game, player, weights, NOISE)
        assert found == plain and tuple(found) == plain and found[-2:] == plain[-2:]
        assert strategy_columns(plain).probabilities.tolist() == list(found.columns.probabilities)
        plan = lift_columns.plan(game, found)
        assert plan == realization_plan(game, plain) and plan[-1] == list(plan)[-1]
        assert lift_columns.most_apart([weights], [plan]) == max(
            abs(one - other) for one, other in zip(weights, plan, strict=True)
        )


def is_reported(game, exact=None):
    """Compare all that is said, with strategies that are drawn and with those of a solver."""
    for seed in range(3):
        draw = random.Random(seed)
        says_the_same(game, (drawn(game, 1, draw), drawn(game, 2, draw)))
    made = report(game, [solve(lower(game)[0])], exact=exact)
    assert report_schema.check(made) == []
    says_the_same(game, made.strategies)
    text = json.loads("".join(FORMATS["json"](made)))
    assert text["strategies"] == plain_reports.told(made)


def says_the_same(game, profile):
    reach = reaches(game, profile)
    assert list(reach) == plain_reports.reaches(game, profile)
    assert list(action_values(game, profile)) == plain_reports.action_values(game, profile)
    assert most_likely(game, profile) == plain_reports.most_likely(game, profile)
    for player, strategy in enumerate(profile, 1):
        for mistakes in (False, True):
            chosen(game, strategy, reach, mistakes)
        answers_mistakes(game, player, profile, reach)


def chosen(game, strategy, reach, mistakes):
    """Compare what is told of a strategy where so many lines are asked for."""
    played, forced, others, unled, never = plain_reports.choices(game, strategy, reach, mistakes)
    for most in (1, 2, 60):
        found = choices(game, strategy, reach, most, mistakes)
        assert (found.forced, found.never) == (forced, never)
        for (entries, lines), shown in zip(
            (played, others, unled), (found.played, found.others, found.mistakes), strict=True
        ):
            assert shown.lines == lines and [*shown.first] == entries[: len(shown.first)]
        assert played_lines(found.played) >= min(most, played[1])
        assert other_lines(found.others) >= min(most, others[1])
        assert other_lines(found.mistakes) >= min(most, unled[1])


def answers_mistakes(game, player, profile, reach):
    tie, old = 1e-9 * largest_payoff(game), profile[player - 1]
    new = mistakes_columns.answered(game, player, profile, reach, tie)
    assert new == plain_mistakes.answered(game, player, profile, reach, tie)
    punished = mistakes_columns.punished(game, player, new, tie)
    assert punished.tolist() == plain_mistakes.punished(game, player, new, tie)
    back = mistakes_columns.returned(game, old, new, punished)
    assert back == plain_mistakes.returned(game, old, new, punished.tolist())
    assert mistakes_columns.changes(old, back) == plain_mistakes.changes(old, back)
    assert mistakes_columns.led(game, old).tolist() == plain_mistakes.led(game, old)


def played_lines(shown):
    kept = [(told(one.probabilities, None), one.probabilities) for one in shown.first]
    return sum(len(places) + (len(places) < len(shares)) for places, shares in kept)


def other_lines(shown):
    return sum(map(bool, (share for one in shown.first for share in one.probabilities)))


@pytest.mark.parametrize("made", CARDS)
def test_reports_on_card_games(made):
    is_reported(made(), exact=False)


@pytest.mark.parametrize("name, level", EVERY)
def test_reports_on_published_games(name, level):
    is_reported(game_of(published(name), PUBLISHED[name][0], level=level))


@pytest.mark.parametrize("name", PUBLISHED)
def test_strategies_are_carried_along_every_way(name, monkeypatch):
    game, tree = (game_of(published(name), PUBLISHED[name][0], level) for level in (2, 0))
    strategies = report(game, [solve(lower(game)[0])]).strategies
    found = carry(game, strategies, tree)
    monkeypatch.setattr(GameColumns, "is_tree", False)
    assert found == carry(game, strategies, tree)


@law(50)
@given(boards())
def test_reports_on_maps(board):
    rows, bandits, capture, rules = board
    for level in (0, 1, 2):
        is_reported(game_of(island(rows, bandits, capture), rules, level))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("made", CARDS)
def test_card_games(made, seed):
    responds(made(), seed)
    lifts(made(), seed)


@pytest.mark.parametrize("name, level", EVERY)
def test_published_games(name, level):
    game = game_of(published(name), PUBLISHED[name][0], level=level)
    responds(game, level)
    lifts(game, level)


@law(100)
@given(boards(), st.integers(0, 2**32))
def test_every_map(board, seed):
    rows, bandits, capture, rules = board
    text = island(rows, bandits, capture)
    for level in (0, 1, 2):
        game = game_of(text, rules, level)
        responds(game, seed)
        lifts(game, seed)


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
        responds(with_numbers(game, draw, payoffs, [chance, Fraction(1, 7)]), seed)


@pytest.mark.parametrize("prime", [10**40 + 121, 2**89 - 1])
def test_denominators_with_large_factors_are_left_to_the_plain_way(prime):
    draw, payoffs = random.Random(1), [Fraction(1, prime), Fraction(2**70, prime)]
    game = with_numbers(scaled("all", 1), draw, payoffs, [Fraction(1, 3)])
    responds(game, 1, handed_over=True)


@pytest.mark.parametrize("probabilities", [(1.5, -0.5), (math.nan, 1.0), (0.0, 0.0)])
def test_what_is_no_strategy_is_left_to_the_plain_way(probabilities):
    game = kuhn()
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
        found = conceded_in_columns(game, 2, strategy)
        plain = Fraction(*conceded(game, 2, enclosed(game, strategy), exact=False))
        assert found is None if not fits else Fraction(*found) == plain
