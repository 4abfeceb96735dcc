"""Policies: fixed distributions per state, and exact computations with them, without sampling.

A policy has one array per number of rounds to play, from 0, of the shape (pairs of all squares,
tallies, 5): probabilities of the actions in the order of `schemas.rules.droid_battle.ACTIONS`. No
actions are played at tallies without shots. A battle for the win ends where it is decided; in one
for points the score is no part of a state.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ....schemas.droid_contest import Outcome
from ....schemas.rules.droid_battle import ACTIONS, SHOOT, DroidBattle, Position, opening
from ....schemas.rules.objective import Objective
from ....stages.solve.induction.droid_battle import Indexing, index, located, rounds
from ....stages.solve.induction.matrix_game import Array, Indices
from .policy_rounds import advance_round, expect_round, respond_round, select_round

WEIGHT = (
    1e-9  # Of the preference among optimal strategies: 50 rounds lose at most 1e-7 of the value.
)

Policy = tuple[Array, ...]


@lru_cache(maxsize=2)
def equilibrium(rule: DroidBattle) -> tuple[Policy, Policy]:
    """Return an optimal policy of each player that also punishes mistakes.

    Many strategies are optimal, and the simplest ones wait for a draw. Among the strategies that
    are optimal in every stage game, each player takes one that is best against uniform play.
    """
    known = index(rule)
    policies: tuple[list[Array], list[Array]] = ([no_policy(known)], [no_policy(known)])
    own = [np.empty(0), np.empty(0)]
    lift = 3.0 + (rule.objective == Objective.POINTS) * sum(rule.shots)
    below: Array | None = None
    for values, _ in rounds(rule):
        if below is None:
            own = [values.copy(), values.copy()]
        else:
            for player in (1, 2):
                policy, here = no_policy(known), own[player - 1].copy()
                select_round(
                    *tables(known), below, own[player - 1], player, WEIGHT, lift, policy, here
                )
                policies[player - 1].append(policy)
                own[player - 1] = here
        below = values
    return tuple(policies[0]), tuple(policies[1])


def best_response(rule: DroidBattle, opponent: Policy, player: int) -> tuple[Policy, float]:
    """Return a player's best response to the opponent's policy, and its value to player 1 from the
    start.
    """
    answers, values = zip(*_responses(rule, opponent, player), strict=True)
    return (no_policy(index(rule)), *answers), values[-1]


def exploitability(rule: DroidBattle, policy: Policy, player: int, value: float = 0.0) -> float:
    """Return the game value minus the value that a player's policy guarantees, to that player."""
    # The best response is not stored: it would take a policy's memory.
    *_, reply = (worth for _, worth in _responses(rule, policy, 3 - player))
    return value - reply if player == 1 else reply - value


def _responses(rule: DroidBattle, opponent: Policy, player: int) -> Iterator[tuple[Array, float]]:
    """Yield a player's best response in each round, from the last one, and its value to player 1 if
    the battle began there.
    """
    known, start = index(rule), located(rule, opening(rule))
    values = end_values(rule)
    for left in range(1, rule.rounds + 1):
        policy, here = no_policy(known), values.copy()
        respond_round(*tables(known), values, opponent[left], player, policy, here)
        values = here
        yield policy, float(values[start])


def expected(rule: DroidBattle, first: Policy, second: Policy) -> float:
    """Return the expected value of two policies to player 1 from the start."""
    for values in expected_values(rule, first, second):  # noqa: B007
        pass
    return float(values[located(rule, opening(rule))])


def expected_values(rule: DroidBattle, first: Policy, second: Policy) -> Iterator[Array]:
    """Yield the expected values of two policies to player 1 in all states, by the number of rounds
    to play, from 0.
    """
    known, values = index(rule), end_values(rule)
    yield values
    for left in range(1, rule.rounds + 1):
        here = values.copy()
        expect_round(*tables(known), values, first[left], second[left], here)
        values = here
        yield values


def outcome(rule: DroidBattle, first: Policy, second: Policy) -> Outcome:
    """Return the probability of each outcome, by propagating the states' probabilities through the
    rounds; in a battle for points also the expected value.

    In a battle for points, whose states lack the score, they are propagated through the states of
    the same battle for the win; the policies there depend on squares and shots alone.
    """
    counted = rule._replace(objective=Objective.WIN)
    known = index(counted)
    shape = (len(known.squares) ** 2, known.width)
    chances = np.zeros(shape)
    chances[located(counted, opening(rule))] = 1.0
    ended = np.zeros(3)
    played = _played(rule, known)
    for left in range(rule.rounds, 0, -1):
        later = np.zeros(shape)
        advance_round(
            known.pairs,
            known.steps,
            known.line,
            known.following,
            known.counts,
            chances,
            played(first[left]),
            played(second[left]),
            later,
        )
        ended += later[:, -3:].sum(axis=0)
        later[:, -3:] = 0.0
        over = known.counts[0]
        for number, tally in enumerate(known.tallies):
            if number < over or left == 1:
                ended[1 + (tally.score > 0) - (tally.score < 0)] += later[:, number].sum()
        later[:, :over] = 0.0
        chances = later
    score = expected(rule, first, second) if rule.objective == Objective.POINTS else None
    return Outcome(float(ended[2]), float(ended[1]), float(ended[0]), score)


def _played(rule: DroidBattle, counted: Indexing) -> Callable[[Array], Array]:
    """Return a function that maps one round of a policy to the same battle with the score in its
    states.
    """
    if rule.objective == Objective.WIN:
        return lambda policy: policy
    number = index(rule).number
    which = [number[tally._replace(score=0)] for tally in counted.tallies]
    return lambda policy: np.take(policy, which, axis=1)


def at_position(rule: DroidBattle, policy: Policy, point: Position) -> tuple[float, ...] | None:
    """Return the probabilities of a policy at a position, in the order of ACTIONS; None if the
    winner is decided or no shots are left.
    """
    known = index(rule)
    pair, tally = located(rule, point)
    if tally >= len(known.tallies) or point.shots == (0, 0):
        return None
    return tuple(policy[point.rounds][pair, tally].tolist())


def uniform(rule: DroidBattle, player: int) -> Policy:
    """Return the policy that plays all possible actions with equal probability."""
    known = index(rule)
    possible = possible_actions(known, player)
    possible[:, [tally.shots == (0, 0) for tally in known.tallies]] = False
    policy = possible / np.maximum(1, possible.sum(axis=2, keepdims=True))
    return (no_policy(known), *[policy] * rule.rounds)


def possible_actions(known: Indexing, player: int) -> NDArray[np.bool_]:
    """Return a mask of a player's available actions in each state: shape (pairs of all squares,
    tallies, 5).
    """
    shoot = ACTIONS.index(SHOOT)
    steps = known.steps[:, :shoot, shoot] if player == 1 else known.steps[:, shoot, :shoot]
    possible = np.zeros((len(known.squares) ** 2, len(known.tallies), len(ACTIONS)), bool)
    possible[:, :, :shoot] = (steps >= 0)[:, None, :]
    armed = np.array([tally.shots[player - 1] > 0 for tally in known.tallies])
    # Two droids never share a square.
    possible[known.pairs, :, shoot] = armed
    return possible


def tables(
    known: Indexing,
) -> tuple[Indices, NDArray[np.int32], NDArray[np.int8], Indices, Indices, Array]:
    """Return the leading arguments of most functions of `pipeline.apps.droids.policy_rounds`."""
    return (known.pairs, known.steps, known.line, known.following, known.counts, known.payoff)


def no_policy(known: Indexing) -> Array:
    """Return the all-zero policy of a round in which no action is played."""
    return np.zeros((len(known.squares) ** 2, len(known.tallies), len(ACTIONS)))


def stack(policy: Policy | None, rule: DroidBattle) -> tuple[Array, Indices]:
    """Return the distinct arrays of a policy, stacked into one, and the index of each round's
    array.
    """
    if policy is None:
        return np.zeros((1, 1, 1, len(ACTIONS))), np.zeros(rule.rounds + 1, np.int64)
    parts = {id(part): part for part in policy}
    places = {key: at for at, key in enumerate(parts)}
    return np.stack(list(parts.values())), np.array([places[id(part)] for part in policy], np.int64)


def end_values(rule: DroidBattle) -> Array:
    """Return the values of all states with no round left."""
    values, _ = next(rounds(rule))
    return values
