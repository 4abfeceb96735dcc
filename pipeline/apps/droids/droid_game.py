"""Droid battle for agents: the functions of `policy`, `agents.features` and `agents.minimax`."""

import numpy as np

from ....schemas.droid_agent import DroidAgent
from ....schemas.rules.droid_battle import ACTIONS, SHOOT, DroidBattle, opening, refuse_beyond, size
from ....stages.isolated.memory import free_memory
from ....stages.solve.induction.droid_battle import index, located, rounds, value
from ....stages.solve.induction.matrix_game import Array
from . import policy
from .agents.features import LATE, corners, is_corner, view
from .agents.minimax import EVALUATIONS, MinimaxAgent, minimax_policy
from .agents.plan import Plan, Play
from .agents.q_games import train
from .battle import BattleRules
from .game import EQUAL, NO_VALUE, AgentGame, Minimax


def game_value(rule: DroidBattle) -> float:
    """Return the value of a battle to player 1."""
    *_, (values, _) = rounds(rule)
    worth = value(rule, values, opening(rule))
    return 0.0 if abs(worth) < NO_VALUE else worth


def greedy(agent: DroidAgent, player: int) -> policy.Policy:
    """Return the policy that takes an action of the highest value, ties at random."""
    known, seen = index(agent.rule), view(agent.rule, agent.features)
    possible = policy.possible_actions(known, player)
    found: dict[int, Array] = {}
    for group in np.unique(seen.left[1:]).tolist():
        at = seen.pair[player - 1][:, None] + seen.tally[player - 1][None, :] + group
        values = np.where(possible, agent.table[at], -np.inf)
        best = (values >= values.max(axis=2, keepdims=True) - EQUAL) & possible
        found[group] = np.where(best, 1.0 / np.maximum(1, best.sum(axis=2, keepdims=True)), 0.0)
        found[group][:, : known.counts[0]] = 0.0
    return (policy.no_policy(known), *(found[int(group)] for group in seen.left[1:]))


def trainer(
    agent: DroidAgent, both: tuple[Array, Array], plan: Plan, against: policy.Policy | None
) -> Play:
    """Return the compiled form of `agents.q_learning.trainer`."""
    rule, known, seen = agent.rule, index(agent.rule), view(agent.rule, agent.features)
    others, which = policy.stack(against, rule)
    learning = plan.learning

    def play(games: int, rounds: int, done: int, total: int) -> tuple[int, int]:
        return train(
            known.steps,
            known.line,
            known.following,
            known.counts,
            seen.pair,
            seen.tally,
            seen.left,
            *both,
            0 if against is None else plan.player,
            others,
            which,
            np.array(agent.rewards),
            corners(rule),
            learning.rate,
            learning.discount,
            *learning.explore,
            games,
            rounds,
            done,
            total,
            *located(rule, opening(rule)),
            rule.rounds,
            np.array([tally.score for tally in known.tallies], np.int64),
            (plan.seed * 1_000_003 + done) % 2**32,
        )

    return play


def policy_memory(rule: DroidBattle, rounds: int, droids: int) -> int:
    """Return the bytes of the policies of `droids` droids with `rounds` distinct rounds."""
    return droids * min(rounds, rule.rounds) * size(rule).policy


def value_memory(rule: DroidBattle) -> int:
    """Return the bytes of one number per state and round."""
    return rule.rounds * size(rule).values


def search_memory(rule: DroidBattle, settings: Minimax, droids: int) -> int:
    """Return the bytes that a search keeps; a playout includes the random policies of both."""
    if EVALUATIONS[settings.evaluation] is None:
        distinct, judged = rule.rounds, value_memory(rule) + policy_memory(rule, 1, 2)
    else:
        distinct, judged = settings.depth + 1, size(rule).values
    return droids * (judged + policy_memory(rule, distinct, 1))


def table_memory(rule: DroidBattle, features: tuple[str, ...], droids: int) -> int:
    """Return the bytes of the policies of a table: one for each number of rounds that its features
    distinguish, with the temporary memory to make one.
    """
    distinct = rule.rounds if "rounds" in features else LATE + 1 if "late" in features else 1
    return policy_memory(rule, distinct, droids) + policy_memory(rule, 2, 1)


def refuse(rule: DroidBattle, kept: int, what: str) -> None:
    """Raise LimitError if agents that keep so many bytes need more memory than is free."""
    refuse_beyond(rule, size(rule).solving + kept, free_memory(), what)


DROIDS = AgentGame(
    rules=BattleRules,
    features=("squares", "shots", "score"),
    actions=lambda rule, player: ACTIONS,
    most_points=lambda rule: max(rule.shots),
    value=game_value,
    weights=lambda rule, played, point, player: policy.at_position(rule, played, point),
    uniform=policy.uniform,
    equilibrium=policy.equilibrium,
    best_response=policy.best_response,
    exploitability=policy.exploitability,
    outcome=policy.outcome,
    minimax=minimax_policy,
    evaluations=tuple(EVALUATIONS),
    view=view,
    greedy=greedy,
    policy_memory=lambda rule, droids: policy_memory(rule, rule.rounds, droids),
    uniform_memory=lambda rule, droids: policy_memory(rule, 1, droids),
    search_memory=search_memory,
    table_memory=table_memory,
    refuse=refuse,
    trainer=trainer,
    searcher=MinimaxAgent,
    shot=ACTIONS.index(SHOOT),
    in_corner=lambda rule, point, player: is_corner(rule, point.squares[player - 1]),
)
