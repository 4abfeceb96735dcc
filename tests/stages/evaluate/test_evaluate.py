"""What strategies guarantee, against every pure strategy; where they lose, by hand and by laws."""

import random
from fractions import Fraction
from functools import cache

import pytest

from card_games import kuhn, leduc, listed
from efgc.schemas.evaluation import Enclosed, StrategyOrigin
from efgc.schemas.parts.problems import InputError
from efgc.schemas.strategies import ExactBehaviour
from efgc.schemas.strategies.columns import exact_columns
from efgc.schemas.strategy import FittedStrategies
from efgc.stages.evaluate import EVALUATION_FORMATS, evaluate, plans
from efgc.stages.report.carry import carry_given
from pure_strategies import best_pure, payoff, random_game, random_strategy
from small_games import PUBLISHED, game_of, published, shifted, solved, swapped

STRATEGIES = 500
GAMES = 50


def uniform(game, player):
    return tuple(
        ExactBehaviour(number, (Fraction(1, len(record.actions)),) * len(record.actions))
        for number, record in enumerate(game.information_sets)
        if record.player == player
    )


def always_first(game, player):
    return tuple(
        ExactBehaviour(number, tuple(Fraction(at == 0) for at in range(len(record.actions))))
        for number, record in enumerate(game.information_sets)
        if record.player == player
    )


def both(game, made=uniform):
    return FittedStrategies((made(game, 1), made(game, 2)))


def exact(number):
    return Enclosed(number, number)


def entries(strategy):
    return tuple(ExactBehaviour(*entry) for entry in sorted(strategy.items()))


def dicts(given):
    return tuple(dict(strategy) for strategy in given.players)


@cache
def drawn(seed):
    """Return a random game with strategies of both players."""
    game, chance = random_game(seed), random.Random(f"strategies {seed}")
    each = STRATEGIES // GAMES
    return game, [
        tuple(random_strategy(game, player, chance) for player in (1, 2)) for _ in range(each // 2)
    ]


@pytest.mark.many
@pytest.mark.parametrize("seed", range(GAMES))
def test_random_strategies_against_every_pure_strategy(seed):
    game, profiles = drawn(seed)
    for strategies in profiles:
        given = FittedStrategies(tuple(map(entries, strategies)))
        found = evaluate(game, given)
        low, high = (best_pure(game, 3 - player, strategies[player - 1]) for player in (1, 2))
        value = payoff(game, strategies)
        assert found.matches[0].value == exact(value)
        assert [one.guarantee for one in found.strategies] == [exact(low), exact(high)]
        assert [one.answered for one in found.strategies] == [exact(low), exact(high)]
        assert found.gains == (exact(high - value), exact(value - low))
        assert found.nash_conv == exact(high - low)
        assert found.exploitability == exact((high - low) / 2)
        for evaluated in found.strategies:
            answer = dict(evaluated.answer)
            pair = (strategies[0], answer) if evaluated.player == 1 else (answer, strategies[1])
            assert payoff(game, pair) == evaluated.guarantee.exact


@pytest.mark.parametrize("seed", range(12))
def test_losses_of_a_player_add_up_to_its_gain_by_a_best_response(seed):
    game, profiles = drawn(seed)
    for strategies in profiles:
        found = evaluate(game, FittedStrategies(tuple(map(entries, strategies))))
        for player in (1, 2):
            lost = [
                loss.exact
                for loss in found.losses
                if game.information_sets[loss.infoset].player == player
            ]
            assert sum(lost) == found.gains[player - 1].exact
            assert min(lost, default=1) > 0
        ordered = [loss.loss for loss in found.losses]
        assert ordered == sorted(ordered, reverse=True)


@pytest.mark.many
@pytest.mark.parametrize("seed", range(12))
def test_best_play_from_an_information_set_on_gains_the_losses_there_and_below(seed):
    game, profiles = drawn(seed)
    for strategies in profiles:
        found = evaluate(game, FittedStrategies(tuple(map(entries, strategies))))
        lost = {loss.infoset: loss.exact for loss in found.losses}
        for player in (1, 2):
            # The best response to the other player's strategy.
            best = dict(found.strategies[2 - player].answer)
            for infoset in game.infosets(player):
                behind = _behind(game, player, infoset)
                changed = list(strategies)
                changed[player - 1] = {
                    at: best[at] if at in behind else shares
                    for at, shares in strategies[player - 1].items()
                }
                gained = payoff(game, changed) - payoff(game, strategies)
                expected = sum(lost.get(at, Fraction(0)) for at in behind)
                assert gained * (1 if player == 1 else -1) == expected


def _behind(game, player, infoset):
    """Return an information set of a tree with those that its player comes to from there."""
    found = {infoset}
    for other in game.infosets(player):
        [parent] = game.parents[other]
        if parent and game.move(parent)[0] in found:
            found.add(other)
    return found


def test_uniform_kuhn_poker():
    """Published: 11/12 (OpenSpiel's tests of exploitability)."""
    game = kuhn()
    found = evaluate(game, both(game))
    assert found.nash_conv == exact(Fraction(11, 12))
    assert found.exploitability == exact(Fraction(11, 24))
    assert found.profile == (StrategyOrigin.GIVEN, StrategyOrigin.GIVEN)
    assert found.value is None and found.from_value(1) is None
    # Player 2 has the king in a third of the deals, and player 1 bets in half of them. Player 2
    # folds every other time, which pays 1 to player 1, and not -2.
    worst = found.losses[0]
    assert worst.exact == Fraction(1, 4)
    assert worst.reach == pytest.approx(1 / 6)
    assert (worst.best_value, worst.value, worst.played) == (-2.0, -0.5, 0.5)


def test_uniform_leduc_poker():
    game = leduc()
    found = evaluate(game, both(game))
    assert found.nash_conv.near == pytest.approx(4.747222222222222, abs=1e-15)
    assert sum(loss.exact for loss in found.losses) == found.nash_conv.exact


def test_one_player_alone_is_measured_by_the_equilibrium():
    game = kuhn()
    report = solved(game)
    found = evaluate(game, FittedStrategies((always_first(game, 1), None)), solved=report)
    assert found.profile == (StrategyOrigin.GIVEN, StrategyOrigin.EQUILIBRIUM)
    assert found.nash_conv is None and found.exploitability is None
    assert found.value == exact(Fraction(-1, 18))
    # What the other player gains by its best response is part of what is lost.
    assert found.from_value(1) == found.gains[0].plus(found.gains[1])
    assert found.from_value(2) is None
    assert sum(loss.exact for loss in found.losses) == found.from_value(1).exact


def test_one_player_alone_without_a_solution():
    game = kuhn()
    found = evaluate(game, FittedStrategies((None, always_first(game, 2))))
    assert found.profile == (StrategyOrigin.BEST_RESPONSE, StrategyOrigin.GIVEN)
    assert found.matches[0].value == found.strategies[1].guarantee
    assert found.gains[0] == exact(Fraction(0))
    assert found.value is None


def test_an_equilibrium_loses_nothing():
    game = kuhn()
    report = solved(game)
    found = evaluate(game, FittedStrategies(report.exact.strategies), solved=report)
    assert found.nash_conv == exact(Fraction(0)) and found.losses == ()
    assert found.from_value(1) == found.from_value(2) == exact(Fraction(0))


def test_an_opponent_is_met_by_both_players():
    game = kuhn()
    given, other = both(game), both(game, always_first)
    found = evaluate(game, given, other, solved(game))
    pairs = {match.players: match.value.exact for match in found.matches}
    one, two = dicts(given), dicts(other)
    assert pairs[StrategyOrigin.GIVEN, StrategyOrigin.GIVEN] == payoff(game, one)
    assert pairs[StrategyOrigin.GIVEN, StrategyOrigin.OPPONENT] == payoff(game, (one[0], two[1]))
    assert pairs[StrategyOrigin.OPPONENT, StrategyOrigin.GIVEN] == payoff(game, (two[0], one[1]))
    assert {
        (StrategyOrigin.GIVEN, StrategyOrigin.EQUILIBRIUM),
        (StrategyOrigin.EQUILIBRIUM, StrategyOrigin.GIVEN),
    } < set(pairs)
    assert len(pairs) == 5


def test_an_opponent_completes_the_profile():
    game = kuhn()
    found = evaluate(
        game, FittedStrategies((uniform(game, 1), None)), FittedStrategies((None, uniform(game, 2)))
    )
    assert found.profile == (StrategyOrigin.GIVEN, StrategyOrigin.OPPONENT)
    assert found.nash_conv == exact(Fraction(11, 12))
    assert found.strategies[1] is None


@pytest.mark.parametrize(
    "given, opponent, message",
    [
        ((0, 0), None, "no strategy of either player"),
        ((1, 0), (1, 0), "player 1 alone"),
        ((0, 1), (0, 1), "player 2 alone"),
    ],
)
def test_a_missing_strategy_of_a_player_is_an_error(given, opponent, message):
    game = kuhn()

    def made(players):
        return FittedStrategies(
            tuple(uniform(game, at) if there else None for at, there in enumerate(players, 1))
        )

    with pytest.raises(InputError, match=message):
        evaluate(game, made(given), opponent and made(opponent))


@pytest.mark.parametrize("seed", range(5))
def test_exchanged_players_and_shifted_payoffs(seed):
    game, profiles = drawn(seed)
    one, two = (
        evaluate(game, FittedStrategies(tuple(map(entries, each)))) for each in profiles[:2]
    )
    for found, strategies in ((one, profiles[0]), (two, profiles[1])):
        given = FittedStrategies(tuple(map(entries, strategies)))
        turned = evaluate(swapped(game), given._replace(players=given.players[::-1]))
        assert turned.nash_conv == found.nash_conv and turned.gains == found.gains[::-1]
        assert evaluate(shifted(game, Fraction(7, 3)), given).gains == found.gains


# Where nodes are shared, in columns, and rounded.


@pytest.mark.many
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("name", PUBLISHED)
def test_losses_of_a_map_add_up_at_every_level(name, level):
    game = game_of(published(name), PUBLISHED[name][0], level)
    for made in (uniform, always_first):
        given = both(game, made)
        found = evaluate(game, given)
        assert sum(loss.exact for loss in found.losses) == found.nash_conv.exact
        assert found.matches[0].value == exact(payoff(game, dicts(given)))


@pytest.mark.parametrize("name", PUBLISHED)
def test_strategies_that_are_carried_are_worth_the_same(name):
    tree, game = (game_of(published(name), PUBLISHED[name][0], level) for level in (0, 2))
    for made in (uniform, always_first):
        found = evaluate(game, both(game, made))
        onto = evaluate(tree, carry_given(game, both(game, made), tree))
        assert found.matches == onto.matches
        # The larger game has more answers; none of them is better.
        assert found.nash_conv == onto.nash_conv


@pytest.mark.parametrize("made", [uniform, always_first])
@pytest.mark.parametrize(
    "game", [kuhn(), leduc(), game_of(published("island-3"), level=2)], ids=lambda game: game.title
)
def test_a_large_game_is_evaluated_alike(game, made, monkeypatch):
    plain = evaluate(game, both(game, made))
    monkeypatch.setattr(plans, "SMALL", 0)
    large = evaluate(game, both(game, made))
    assert large.matches == plain.matches and large.gains == plain.gains
    assert all(loss.exact is not None for loss in plain.losses)
    assert all(loss.exact is None for loss in large.losses)
    for one, other in zip(large.strategies, plain.strategies, strict=True):
        assert one.guarantee == other.guarantee
        # Of a large game the best response is found in floats.
        assert abs(one.answered.near - other.guarantee.near) < 1e-13
        assert one.play == other.play or one.answer != other.answer
    lost = {loss.infoset: loss.loss for loss in large.losses}
    for loss in plain.losses:
        assert abs(lost.pop(loss.infoset, 0.0) - loss.loss) < 1e-13
    assert all(loss < 1e-13 for loss in lost.values())


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_rounded_bounds_enclose_the_exact_numbers(seed, large, monkeypatch):
    game, profiles = drawn(seed)
    given = FittedStrategies(tuple(map(entries, profiles[0])))
    found = evaluate(game, given)
    monkeypatch.setattr(plans, "BITS", 0)
    if large:
        monkeypatch.setattr(plans, "SMALL", 0)
        monkeypatch.setattr(plans, "BITS_IF_LARGE", 0)
    rounded = evaluate(game, given)
    for precise, wide in _numbers(found, rounded):
        assert wide.low <= precise.exact <= wide.high
        assert wide.high - wide.low < Fraction(1, 10**60)
        assert wide.lower <= precise.exact <= wide.upper
    assert all(loss.exact is None for loss in rounded.losses)


def _numbers(one, other):
    yield one.nash_conv, other.nash_conv
    for pair in zip(one.matches, other.matches, strict=True):
        yield pair[0].value, pair[1].value
    for pair in zip(one.strategies, other.strategies, strict=True):
        yield pair[0].guarantee, pair[1].guarantee


def test_rounded_bounds_are_wide_enough_with_shared_nodes(monkeypatch):
    game = game_of(published("island-2"), "island-2020", 2)
    given = both(game)
    found = evaluate(game, given)
    monkeypatch.setattr(plans, "BITS", 0)
    # So few bits that rounding is far from nothing.
    monkeypatch.setattr(plans, "UNIT", 6)
    for precise, wide in _numbers(found, evaluate(game, given)):
        assert wide.low < precise.exact < wide.high


def test_the_error_of_a_rounded_plan_is_within_its_stated_bound(monkeypatch):
    """In units of 1/64, so that the rounding of one weight goes on in those behind it."""
    shared = game_of(published("island-2"), "island-2020", 2)
    chance, worst = random.Random(1), 0
    for game in (leduc(), shared):
        for player in (1, 2):
            strategy = exact_columns(entries(random_strategy(game, player, chance)))
            monkeypatch.undo()
            right = plans.whole_plan(game, player, strategy)
            monkeypatch.setattr(plans, "UNIT", 6)
            monkeypatch.setattr(plans, "BITS", 0)
            found = plans.whole_plan(game, player, strategy)
            assert (right.off, found.unit) == (0, 64)
            for weight, rounded in zip(right.weights, found.weights, strict=True):
                short = Fraction(weight, right.unit) * 64 - rounded
                assert 0 <= short <= found.off
                worst = max(worst, short)
    assert worst > 1


@pytest.mark.parametrize("seed", range(6))
def test_one_plan_alone_may_be_rounded(seed, monkeypatch):
    game, profiles = drawn(seed)
    for rounded in (1, 2):
        sides = [entries(each) for each in profiles[0]]
        sides[2 - rounded] = always_first(game, 3 - rounded)
        found = evaluate(game, FittedStrategies(tuple(sides)))
        with monkeypatch.context() as changed:
            # What is played purely needs one bit.
            changed.setattr(plans, "BITS", 1)
            changed.setattr(plans, "UNIT", 4)
            wide = evaluate(game, FittedStrategies(tuple(sides))).matches[0].value
        assert wide.low <= found.matches[0].value.exact <= wide.high


def test_no_weight_exceeds_the_ways():
    """Where nodes are shared a weight may be above 1; in a tree, none is."""
    most = []
    for game in (kuhn(), game_of("5\n5\nS----\n-E-E-\n-----\n-E-E-\n----D\n2\n0.5\n", level=2)):
        for player in (1, 2):
            largest = plans.most_ways(game, player)
            for made in (uniform, always_first, *(_pure(seed) for seed in range(30))):
                plan = plans.whole_plan(game, player, exact_columns(made(game, player)))
                assert max(plan.weights) <= largest * plan.unit
            most.append(largest)
    assert most[:2] == [1, 1] and max(most) > 1


def _pure(seed):
    chance = random.Random(seed)

    def made(game, player):
        found = []
        for number in game.infosets(player):
            size = len(game.information_sets[number].actions)
            taken = chance.randrange(size)
            found.append(ExactBehaviour(number, tuple(Fraction(at == taken) for at in range(size))))
        return tuple(found)

    return made


def test_a_player_that_never_moves(monkeypatch):
    game = listed(
        "alone", lambda at: ("ends", at) if at else ("moves", 1, (), [("a", 1), ("b", 3)]), 0
    )
    for small in (plans.SMALL, 0):
        monkeypatch.setattr(plans, "SMALL", small)
        found = evaluate(game, both(game))
        assert found.gains == (exact(Fraction(1)), exact(Fraction(0)))
        assert [one.guarantee.exact for one in found.strategies] == [2, 3]


def test_the_text_counts_completed_information_sets():
    game = random_game(0)
    for completed, told in ((1, "1 information set that"), (2, "2 information sets that")):
        given = both(game)._replace(completed=completed)
        lines = "".join(EVALUATION_FORMATS["text"](evaluate(game, given))).splitlines()
        [line] = [line for line in lines if line.startswith("completed")]
        assert line.split(None, 1)[1].startswith(f"{told} the file leaves out")
