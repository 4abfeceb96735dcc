"""Functions as strategies: on listed games, and on state graphs by what the player remembers."""

import random
from fractions import Fraction
from functools import cache, partial

import pytest

from card_games import kuhn
from efgc.schemas.evaluation import StrategyOrigin
from efgc.schemas.parts.problems import InputError, SizeError
from efgc.schemas.state_graph import read
from efgc.schemas.strategies.states import Remembered
from efgc.schemas.strategy import Fitted
from efgc.stages.evaluate import UnlistedGame, evaluate, evaluate_graph
from efgc.stages.evaluate.memories import memory_strategy
from efgc.stages.expand import expand
from efgc.stages.strategies import fitted, fitted_to_graph
from efgc.stages.strategies.policies import Asked, Policy, fitted_policy
from evaluated_graphs import GRAPHS, agree, consistent, encloses, on_graph
from observation_graphs import KUHN
from small_games import game_of, published


def on_states(game, policy):
    """Return the strategies of a policy on a state graph."""
    asked = Asked(policy)
    plays = [cache(partial(asked.at_memory, player)) for player in (1, 2)]
    return Fitted(
        tuple(
            memory_strategy(game.graph, player, play, game.most)
            for player, play in enumerate(plays, 1)
        )
    )


def drawn_policy(number, players=(1, 2)):
    """Return a policy that depends on the whole memory; some actions have the probability 0."""

    def answer(infoset):
        if infoset.player not in players:
            return None
        luck = random.Random(f"{number} {infoset.player} {infoset.label}")
        parts = [luck.choice((0, 0, 1, 2, 3)) for _ in infoset.actions]
        parts[luck.randrange(len(parts))] += 1
        return {
            label: str(Fraction(part, sum(parts)))
            for label, part in zip(infoset.actions, parts, strict=True)
        }

    return Policy("drawn", answer)


@pytest.mark.parametrize("cyclic", [False, True])
@pytest.mark.parametrize("players, opponent", [((1, 2), None), ((1,), None), ((2,), "drawn")])
@pytest.mark.parametrize("named", ["", "uniform", "first"])
def test_a_graph_gives_the_bounds_of_the_listed_game(cyclic, players, opponent, named):
    games = 0
    for number in range(GRAPHS // 2):
        if (made := consistent(number, cyclic)) is None:
            continue
        listed, game = expand(made[1]), UnlistedGame(made[1], 100_000)
        if {int(record.player) for record in listed.information_sets} < {1, 2}:
            continue
        policies = [drawn_policy(number, players)]
        policies += [drawn_policy(-number)] if opponent and not named else []
        names = [named] if named else []
        texts = [fitted_to_graph(name, game.graph, str, lambda: game.situations) for name in names]
        found = evaluate_graph(game, *(on_states(game, one) for one in policies), *texts)
        whole = [fitted_policy(policy, listed) for policy in policies]
        agree(found, evaluate(listed, *whole, *(fitted(name, listed) for name in names)))
        games += 1
    assert games > GRAPHS // 20


def asked_for(fit, *games):
    """Return all information sets for which a policy is asked."""
    found = set()

    def answer(infoset):
        found.add(infoset)
        return [f"1/{len(infoset.actions)}"] * len(infoset.actions)

    fit(*games, Policy("noting", answer))
    return found


def test_a_policy_gets_the_same_on_a_graph_as_in_the_listed_game():
    found = asked_for(on_states, UnlistedGame(read(KUHN), 1000))
    listed = expand(read(KUHN))
    assert found == asked_for(lambda game, policy: fitted_policy(policy, game), listed)
    known = Remembered("K", False), Remembered("check", True), Remembered("bet", False)
    assert (1, ("call", "fold"), known, "[K] check [bet]") in found
    assert len(found) == 12


def test_words_are_those_of_a_report():
    game = game_of(published("island-1"))
    found = asked_for(lambda game, policy: fitted_policy(policy, game), game)
    assert len(found) == len(game.information_sets)
    labels = {infoset.label for infoset in found}
    assert "down down right right right right right right [e3 empty] up" in labels
    known = Remembered("e2 e3", True), Remembered("alarm at e1", False)
    assert (2, ("stay",), known, "e2 e3 [alarm at e1]") in found


def test_a_memory_is_more_than_a_state():
    """The hunter forgets nothing, although both ways lead to the same state."""
    forgets = read(
        "format: efgc/state-graph\nversion: 2\ntitle: echo\nplayers: [one, two]\nstart: coin\n"
        "states:\n"
        "  coin: {actor: chance, moves: {h: {p: 1/2, to: h}, t: {p: 1/2, to: t}}}\n"
        "  h: {actor: two, moves: {a: {to: say, sees: {}}, b: {to: say, sees: {}}}}\n"
        "  t: {actor: two, moves: {a: {to: say, sees: {}}, b: {to: say, sees: {}}}}\n"
        "  say: {actor: one, moves: {h: {to: end, reward: 1}, t: {to: end, reward: 0}}}\n"
        "  end: {payoff: 0}\n"
    )
    game = UnlistedGame(forgets, 100)
    says = Policy("says", lambda one: {one.seen[0]: "1"} if one.player == 1 else None)
    strategies = on_states(game, says)
    assert encloses(evaluate_graph(game, strategies).strategies[0].guarantee, Fraction(1, 2))
    assert strategies.players[1] is None


@pytest.mark.parametrize(
    "answer, problem",
    [
        (lambda one: None, "the strategy has no information sets|has no strategy of either player"),
        (lambda one: ["1"], r"player 1, \[J\]: 1 probability for 2 actions: 'bet', 'check'"),
        (lambda one: ["1/2", "1/3"], r"player 1, \[J\]: the probabilities sum to 5/6, not 1"),
        (lambda one: ["2", "-1"], r"player 1, \[J\]: the probability '2' is above 1"),
        (lambda one: ["x", "1"], r"player 1, \[J\]: 'x' is not a number; write 0.25 or 1/4"),
        (lambda one: {"fold": "1"}, r"player 1, \[J\]: there is no action 'fold'; it has 'bet', "),
        (
            lambda one: ["1", "0"] if one.seen == ("Q",) else None,
            r"player 1, \[J\]: no probabilities|information set \d+ \('\[J\]'\) is missing",
        ),
    ],
)
def test_problems_of_a_policy(answer, problem):
    graph, policy = read(KUHN), Policy("wrong", answer)
    with pytest.raises(InputError, match=problem):
        evaluate(expand(graph), fitted_policy(policy, expand(graph)))
    game = UnlistedGame(graph, 1000)
    with pytest.raises(InputError, match=problem):
        evaluate_graph(game, on_states(game, policy))


def test_what_own_moves_never_lead_to_may_be_left_out():
    """Who always bets is never asked to call."""
    policy = Policy("bets", lambda one: {"bet": "1"} if len(one.seen) == 1 else None)
    only_first = Policy("bets", lambda one: policy.answer(one) if one.player == 1 else None)
    graph = read(KUHN)
    found = evaluate(expand(graph), fitted_policy(only_first, expand(graph)))
    game = UnlistedGame(graph, 1000)
    on_graph_too = evaluate_graph(game, on_states(game, only_first))
    assert encloses(on_graph_too.strategies[0].guarantee, found.strategies[0].guarantee.exact)
    assert found.completed == 3 and found.profile[1] is StrategyOrigin.BEST_RESPONSE


def test_rounded_numbers_are_made_to_sum_to_1():
    policy = Policy("thirds", lambda one: ["0.3333333", "0.6666666"])
    game = UnlistedGame(read(KUHN), 1000)
    assert fitted_policy(policy, kuhn()).adjusted == pytest.approx(1e-7)
    assert encloses(
        evaluate_graph(game, on_states(game, policy)).nash_conv,
        evaluate(expand(read(KUHN)), fitted_policy(policy, expand(read(KUHN)))).nash_conv.exact,
    )


def test_uniform_by_memory_is_uniform_by_state():
    policy = Policy("even", lambda one: [f"1/{len(one.actions)}"] * len(one.actions))
    game = UnlistedGame(read(KUHN), 1000)
    found = evaluate_graph(game, on_states(game, policy))
    assert found.strategies == on_graph(read(KUHN), "uniform").strategies


def test_too_many_memories_are_refused():
    policy = Policy("even", lambda one: [f"1/{len(one.actions)}"] * len(one.actions))
    with pytest.raises(SizeError, match="has more than 10 states with what a player remembers"):
        on_states(UnlistedGame(read(KUHN), 10), policy)
