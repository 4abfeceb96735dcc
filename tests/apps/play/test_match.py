"""Matches: who is asked, what is refused, and that the same seed gives the same game."""

from collections import Counter

import pytest

from card_games import kuhn
from efgc.pipeline.apps.play.look import advice_data, cost_data
from efgc.pipeline.apps.play.match import Impossible, NotNow
from efgc.pipeline.apps.play.tally import payoff_of, tally
from matches import begin, best_actions, played, ready, ready_game


def test_invalid_and_untimely_moves_are_refused():
    match = begin(ready("island-1"), (1,), 1)
    assert match.labels == ("up", "down", "right") and match.waiting == 1
    for wrong in ("left", "UP", "", 3, -1, True, None, 1.0):
        with pytest.raises(Impossible, match="there is no action .*; possible are 'up', "):
            match.act(wrong)
    with pytest.raises(NotNow, match="it is not the turn of bandits"):
        match.choose("up", player=2)
    with pytest.raises(NotNow, match="this was for move 2; now it is move 1"):
        match.refuse_late(1)
    with pytest.raises(NotNow, match="a person plays"):
        match.step()
    match.refuse_late(0)
    after = match.choose("up", player=1).to_next_choice()
    assert (match.version, match.labels) == (0, ("up", "down", "right"))
    assert after.over and after.version == 1
    with pytest.raises(NotNow, match="the game is over"):
        after.act("up")
    with pytest.raises(NotNow, match="this was for move 1"):
        after.refuse_late(0)


def test_a_spectator_cannot_move():
    match = begin(ready("island-1"), (), 1)
    assert match.version == 0 and not match.labels
    with pytest.raises(NotNow, match="no person has a choice now"):
        match.act("up")
    after = match.step()
    with pytest.raises(NotNow):
        after.refuse_late(0)
    while not after.over:
        after = after.step()
    with pytest.raises(NotNow, match="the game is over"):
        after.step()


def test_the_only_move_is_made_without_a_question():
    match = begin(ready("island-1"), (1,), 1).act("right")
    assert match.over and len([move for move in match.moves if move.player == 1]) >= 3
    assert sum(move.answer for move in match.moves) == 1


@pytest.mark.parametrize("people", [(1,), (2,), (1, 2), ()])
def test_the_same_seed_and_actions_give_the_same_game(people):
    made = ready("island-3")
    every = [played(made, people, seed).moves for seed in range(30)]
    assert every == [played(made, people, seed).moves for seed in range(30)]
    assert len(set(every)) >= 4


def test_the_secret_does_not_depend_on_the_actions():
    made = ready("island-3")
    for seed in range(20):
        first = begin(made, (1,), seed)
        secrets = {first.act(action).moves[0].label for action in range(len(first.labels))}
        assert len(secrets) == 1


def test_draws_have_the_frequencies_of_the_strategy():
    made = ready("island-1")
    drawn = Counter(begin(made, (1,), seed).moves[0].action for seed in range(2000))
    for action, share in enumerate(made.continuation.played[0]):
        deviation = (2000 * share * (1 - share)) ** 0.5
        assert abs(drawn[action] - 2000 * share) <= 4 * deviation


def test_costs_are_those_of_advice():
    match = begin(ready_game(kuhn()), (1,), 1)
    for action in range(2):
        advised = advice_data(match)
        cost = cost_data(match.act(action))
        assert cost["cost"] == advised["actions"][action]["cost"]
        assert {key: cost[key] for key in advised} == advised
    assert cost_data(match) is None
    assert sum(option["probability"] for option in advised["actions"]) == pytest.approx(1)


GAMES = {
    "cave": lambda: ready("cave-example"),
    "island": lambda: ready("island-1"),
    "poker": lambda: ready("kuhn.efg", KUHN),
}


@pytest.mark.slow
@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_games_against_a_best_responder_are_worth_the_value(name, player):
    made = GAMES[name]()
    best = best_actions(made.game, player, made.continuation.played)
    paid = []
    for seed in range(1000):
        match = begin(made, (player,), seed)
        while not match.over:
            match = match.act(best[match.infoset])
        paid.append(float(payoff_of(match)))
    mean = sum(paid) / len(paid)
    error = (sum((one - mean) ** 2 for one in paid) / (len(paid) - 1) / len(paid)) ** 0.5
    value = float(made.value if player == 1 else -made.value)
    assert abs(mean - value) <= 4 * error + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_mean_payoff_of_1000_games_is_the_game_value_minus_the_mistakes(name):
    """What the draws come to does not depend on who plays badly."""
    made, luck = GAMES[name](), []
    for seed in range(1000):
        found = tally(played(made, (1,), seed))
        luck.append(float(found.payoff - found.value + found.mistakes))
    mean = sum(luck) / len(luck)
    error = (sum((one - mean) ** 2 for one in luck) / (len(luck) - 1) / len(luck)) ** 0.5
    assert abs(mean) <= 4 * error + 1e-9


def _efg():
    """Return Kuhn poker as Gambit writes it, from its rules."""
    cards, lines = "JQK", ['EFG 2 R "Kuhn poker" { "Ann" "Bob" }']
    deals = [(one, two) for one in range(3) for two in range(3) if one != two]
    told = " ".join(f'"{cards[one]}{cards[two]}" 1/6' for one, two in deals)
    lines.append(f'c "" 1 "deal" {{ {told} }} 0')
    outcomes = {}

    def pays(payoff):
        number = outcomes.setdefault(payoff, len(outcomes) + 1)
        lines.append(f't "" {number} "{payoff}" {{ {payoff} {-payoff} }}')

    def asks(player, card, said, moves):
        number = 1 + card + 3 * (len(said) > 1 or said == "b")
        name = f"{cards[card]} {said}".strip()
        lines.append(f'p "" {player} {number} "{name}" {{ {moves} }} 0')

    for one, two in deals:
        wins = 1 if one > two else -1
        asks(1, one, "", '"pass" "bet"')
        asks(2, two, "p", '"pass" "bet"')
        pays(wins)
        asks(1, one, "pb", '"fold" "call"')
        pays(-1)
        pays(2 * wins)
        asks(2, two, "b", '"fold" "call"')
        pays(1)
        pays(2 * wins)
    return "\n".join(lines) + "\n"


KUHN = _efg()


def test_kuhn_poker_has_its_published_value():
    assert ready("kuhn.efg", KUHN).value * 18 == -1
