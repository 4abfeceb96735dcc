"""The tally: it adds up in every play, no luck is expected, and mistakes are what is lost."""

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from card_games import kuhn
from efgc.pipeline.apps.play.solved_match import SolvedMatch
from efgc.pipeline.apps.play.tally import payoff_of, shares, tally
from efgc.schemas.parts.problems import InputError
from matches import begin, every_way, played, ready, ready_game
from random_games import random_game
from small_games import boards, game_of, island, law

EVERYBODY = ((1,), (2,), (1, 2), ())
NEAR = 1e-6
"""Values have 9 digits, and strategies are those of a solver, off by 1e-9 or less."""


def started(made, people):
    return SolvedMatch(ready=made, people=people, seed=0)


def adds_up(made, people, seed):
    """Assert that a play's tally adds up to the last digit; return it."""
    match = played(made, people, seed)
    found, worth = tally(match), made.continuation
    luck = found.chance + found.draws + found.hidden
    assert found.payoff == found.value + luck - found.mistakes + found.gifts
    assert found.payoff == worth.rounded(payoff_of(match))
    assert found.mistakes >= 0 and found.gifts >= 0
    assert len(people) == 2 or not found.gifts
    assert people or not (found.mistakes or found.hidden)
    return found


@given(st.integers(0, 10**6), st.sampled_from(EVERYBODY))
@law(400)
def test_it_adds_up_on_random_games(number, people):
    made = ready_game(random_game(number))
    for seed in range(5):
        adds_up(made, people, seed)


@pytest.mark.slow
@given(boards(), st.sampled_from(EVERYBODY))
@law(200)
def test_it_adds_up_on_random_maps(board, people):
    rows, bandits, capture, rules = board
    try:
        game = game_of(island(rows, bandits, capture), rules, 1, max_states=500)
    except InputError:
        return
    made = ready_game(game)
    for seed in range(5):
        adds_up(made, people, seed)


@given(st.integers(0, 10**6), st.sampled_from(((1,), (2,), ())))
@law(200)
def test_no_luck_is_expected_however_a_person_plays(number, people):
    """By each information set of the person, too, at which the luck of what is hidden is met."""
    made = ready_game(random_game(number))
    expected, at_sets, paid = defaultdict(float), defaultdict(float), 0.0
    for match, weight in every_way(started(made, people)):
        found, infoset = tally(match), match.rules.infoset
        for term in ("chance", "draws", "hidden"):
            expected[term] += weight * float(getattr(found, term))
        paid += weight * float(found.payoff + found.mistakes - found.value)
        for share in shares(match):
            if share.move.player in people:
                move = share.move
                at_sets[infoset(move.position), move.action] += weight * float(share.luck)
    assert max(map(abs, expected.values())) < NEAR and abs(paid) < NEAR
    assert all(abs(luck) < NEAR for luck in at_sets.values())


@given(st.integers(0, 10**6), st.sampled_from((1, 2)))
@law(200)
def test_expected_mistakes_equal_the_loss_of_random_play(number, player):
    """Against the equilibrium whoever answers at random gets the value less its mistakes."""
    made = ready_game(random_game(number))
    mistakes = payoffs = 0.0
    for match, weight in every_way(started(made, (player,))):
        mistakes += weight * float(tally(match).mistakes)
        payoffs += weight * float(payoff_of(match))
    value = float(made.value if player == 1 else -made.value)
    assert payoffs == pytest.approx(value - mistakes, abs=NEAR)


def test_it_adds_up_on_published_maps():
    found = [
        adds_up(ready(name), people, seed)
        for name in ("island-1", "three-bushes", "island-3", "cave-example")
        for people in EVERYBODY
        for seed in range(20)
    ]
    for term in ("chance", "draws", "hidden", "mistakes", "gifts"):
        assert any(getattr(one, term) for one in found), term


def test_the_loss_of_a_move_is_split_into_cost_and_luck():
    made = ready_game(kuhn())
    worth = made.continuation
    asked = {
        match.infoset: match
        for match in (started(made, (1,)).after_move(card) for card in range(6))
    }
    assert len(asked) == 3
    for infoset, match in asked.items():
        costs = [worth.cost(1, infoset, action) for action in range(2)]
        assert min(costs) == 0
        lost = match.after_move(costs.index(max(costs)))
        (_, share) = shares(lost)
        assert share.cost == max(costs)
        assert share.luck == worth.node(lost.position) - worth.node(match.position) + share.cost


@pytest.mark.parametrize(
    "rows, player, lost",
    [
        ("a,10000000000,0\nb,10000000000,1\n", 1, 1),
        ("a,1000,0\nb,1000,1/2000000\n", 1, Fraction(1, 2_000_000)),
        ("a,-10000000000,-10000000000\nb,1,0\n", 2, 1),
    ],
)
def test_large_payoffs_that_are_never_played_hide_no_mistake(rows, player, lost):
    made = ready(f"large-{player}", f",left,right\n{rows}")
    match = begin(made, (player,), 1)
    assert made.continuation.cost(player, match.infoset, 0) == lost
    found = tally(match.act(0))
    assert found.mistakes == lost
    assert found.payoff == found.value + found.chance + found.draws + found.hidden - lost


def test_a_constant_is_shared_out():
    made = ready("coins", COINS)
    for people in EVERYBODY:
        for seed in range(6):
            adds_up(made, people, seed)
    sides = [adds_up(made, people, 0).value for people in ((1,), (2,))]
    assert sum(sides) == pytest.approx(Fraction(4), abs=NEAR)


COINS = """EFG 2 R "coins" { "Ann" "Bob" }
c "" 1 "" { "heads" 1/2 "tails" 1/2 } 1 "each puts 1" { 2, 2 }
p "" 1 1 "saw heads" { "double" "pass" } 0
p "" 2 1 "doubled" { "pay" "leave" } 0
t "" 2 "Ann wins twice" { 2, -2 }
t "" 3 "Ann wins" { 1, -1 }
t "" 3
p "" 1 2 "saw tails" { "double" "pass" } 0
p "" 2 1 0
t "" 4 "Bob wins twice" { -2, 2 }
t "" 3
t "" 5 "Bob wins" { -1, 1 }
"""
