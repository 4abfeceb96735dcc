"""Q-learning with a table (Watkins and Dayan, "Q-learning", 1992).

Training against policies, or against itself, runs in compiled code; `QAgent` learns from any
opponent, one round at a time.
"""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from .....schemas.droid_agent import CurvePoint, DroidAgent, Rewards
from .....schemas.parts.watch import Watch
from .....schemas.rules.droid_battle import ACTIONS, DroidBattle, Position, opening, winner
from .....schemas.rules.objective import Objective
from .....stages.solve.induction.droid_battle import index, located
from .....stages.solve.induction.matrix_game import Array
from ..droid import Action, R2Droid
from ..policy import (
    Policy,
    no_policy,
    outcome,
    possible_actions,
    stack,
    uniform,
)
from .features import corners, is_corner, view
from .policy_agent import Tracker
from .q_games import train

CHUNKS = 10  # Points of a learning curve.
EQUAL = 1e-12  # Actions whose values differ by less are tied.
Play = Callable[[int, int, int, int], tuple[int, int]]
"""A function of `trainer`."""


class Learning(NamedTuple):
    """Parameters of Q-learning."""

    rate: float = 0.1
    discount: float = 0.98
    explore: tuple[float, float] = (0.4, 0.02)
    """The probability of a random action, in the first game and in the last."""


class Plan(NamedTuple):
    """A plan of the training."""

    games: int
    until: float | None = None
    """The deadline on the monotonic clock, in seconds."""
    against: str = ""
    """The opponent's name; empty if the agent trains against itself."""
    player: int = 1
    learning: Learning = Learning()
    seed: int = 1
    max_rounds: int = 10**12
    rival: bool = False
    """Whether a new agent plays the other droid and learns as well; `against` is then empty."""
    begun: float = 0.0
    """The start on the monotonic clock, in seconds, if there is a deadline."""

    def elapsed(self) -> float:
        """Return the fraction of the time that has elapsed; 0 without a deadline."""
        if self.until is None:
            return 0.0
        return min(1.0, (time.monotonic() - self.begun) / (self.until - self.begun))

    def enough(self) -> bool:
        return self.elapsed() >= 1

    @property
    def clock(self) -> Callable[[], float] | None:
        """The function `elapsed`; None without a deadline."""
        return None if self.until is None else self.elapsed


def learn(
    agents: tuple[DroidAgent, ...],
    plan: Plan,
    against: Policy | None = None,
    watch: Watch = lambda done, total: None,
) -> tuple[DroidAgent, ...]:
    """Return agents after further training, until the games, the rounds or the time of the plan are
    used up; at least one game is played.

    One agent learns against the policy `against` of the other droid, or against itself, from both
    sides. Two agents, of droids 2 and 5 and with the same features and rewards, learn from each
    other. Their learning curves are against random play, as both keep changing.
    """
    first, last = agents[0], agents[-1]
    if first.features != last.features or first.rewards != last.rewards:
        raise ValueError("two agents that learn together see the same, for the same rewards")
    trained = [replace(agent, table=agent.table.copy()) for agent in agents]
    play = trainer(first, (trained[0].table, trained[-1].table), plan, against)
    players = (1, 2) if len(agents) > 1 else (plan.player,)
    for done, rounds in curve_points(
        first.rule, play, plan.games, plan.max_rounds, plan.clock, watch
    ):
        for number, (agent, player) in enumerate(zip(agents, players, strict=True)):
            now = replace(
                trained[number], episodes=agent.episodes + done, rounds=agent.rounds + rounds
            )
            point = measure(now, against, player, now.episodes)
            trained[number] = replace(now, curve=(*now.curve, point))
    return tuple(trained)


def curve_points(
    rule: DroidBattle,
    play: Play,
    episodes: int,
    max_rounds: int,
    elapsed: Callable[[], float] | None,
    watch: Watch,
) -> Iterator[tuple[int, int]]:
    """Play games in chunks until the games, the rounds or the time are used up; yield the numbers
    of games and rounds played at each point of the learning curve.

    If only the games are limited, a chunk leads to the next point. Otherwise the number of games is
    not known before: the chunks begin with one game and grow with the games played, up to 1 % of
    the expected number.
    """
    only_games = elapsed is None and episodes * rule.rounds <= max_rounds
    done, rounds, points = 0, 0, 0
    share = 0.0 if episodes and max_rounds else 1.0
    while share < 1:
        if only_games:
            total, size = episodes, min(chunk(episodes), episodes - done)
        else:
            total = max(done + 1, round(done / share)) if done else episodes
            size = max(1, min(done, total // 100, total - done))
        played, more = play(size, max_rounds - rounds, done, total)
        done, rounds = done + played, rounds + more
        share = max(done / episodes, rounds / max_rounds, elapsed() if elapsed else 0.0)
        if only_games or share >= 1 or int(share * CHUNKS) > points:
            points = int(share * CHUNKS)
            yield done, rounds
        watch(done, episodes)


def chunk(games: int) -> int:
    """Return the number of games between two points of the learning curve."""
    return max(1, min(-(-games // CHUNKS), 50_000))


def new_agent(rule: DroidBattle, features: tuple[str, ...], rewards: Rewards) -> DroidAgent:
    """Return an untrained agent."""
    return DroidAgent(
        rule=rule,
        features=features,
        rewards=rewards,
        episodes=0,
        rounds=0,
        curve=(),
        table=np.zeros((view(rule, features).states, len(ACTIONS))),
    )


def greedy(agent: DroidAgent, player: int) -> Policy:
    """Return the greedy policy of an agent: in every state an action of the highest value, ties at
    random.
    """
    known, seen = index(agent.rule), view(agent.rule, agent.features)
    possible = possible_actions(known, player)
    found: dict[int, Array] = {}
    for group in np.unique(seen.left[1:]).tolist():
        at = seen.pair[player - 1][:, None] + seen.tally[player - 1][None, :] + group
        values = np.where(possible, agent.table[at], -np.inf)
        best = (values >= values.max(axis=2, keepdims=True) - EQUAL) & possible
        found[group] = np.where(best, 1.0 / np.maximum(1, best.sum(axis=2, keepdims=True)), 0.0)
        found[group][:, : known.counts[0]] = 0.0
    return (no_policy(known), *(found[int(group)] for group in seen.left[1:]))


class QAgent(Tracker):
    """An agent that learns from its training games, against any opponent.

    It learns in its own copy of the table; `agent` returns the agent with the learned table.
    """

    def __init__(
        self,
        agent: DroidAgent,
        player: int,
        learning: Learning = Learning(),
        seed: int | None = None,
    ) -> None:
        self.known, self.seen = index(agent.rule), view(agent.rule, agent.features)
        self.origin, self.learning = agent, learning
        self.table = agent.table.copy()
        self.random = random.Random(seed)
        self.share = 0.0
        """The fraction of the training that is done, for the exploration rate."""
        self.games = 0
        super().__init__(agent.rule, player)

    @property
    def agent(self) -> DroidAgent:
        return replace(self.origin, table=self.table, episodes=self.origin.episodes + self.games)

    def clear(self) -> None:
        super().clear()
        self.last: tuple[int, Action] | None = None

    def get_best_move(
        self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool = False
    ) -> Action:
        state = self._state(self.note(self_droid, adv_droid, score_change))
        possible = sorted(self_droid.available_actions())
        if training and state is None:
            self._finish(score_change)
        elif training:
            self._update(
                score_change,
                max(float(self.table[state, action - 1]) for action in possible),
                self.origin.rewards.corner * is_corner(self.rule, self_droid.location),
            )
        if state is None or training and self.random.random() < self._explore():
            chosen = self.random.choice(possible)
        else:
            most = max(self.table[state, action - 1] for action in possible)
            chosen = self.random.choice(
                [action for action in possible if self.table[state, action - 1] >= most - EQUAL]
            )
        self.last = None if state is None else (state, chosen)
        return chosen

    def game_over(self, score_change: int, training: bool = False) -> None:
        self.score += score_change
        if training:
            self.games += 1
            self._finish(score_change)

    def progress(self, share: float) -> None:
        self.share = share

    def _finish(self, score_change: int) -> None:
        """Learn from the last round before the winner is known."""
        won = winner(self.score) if self.rule.objective == Objective.WIN else 0
        self._update(score_change, 0.0, self.origin.rewards.win * won)

    def _update(self, score_change: int, next_value: float, extra: float = 0.0) -> None:
        if self.last is None:
            return
        state, action = self.last
        rewards = self.origin.rewards
        reward = rewards.points * score_change + rewards.shot * (action == Action.SHOOT) + extra
        target = reward + self.learning.discount * next_value
        self.table[state, action - 1] += self.learning.rate * (
            target - self.table[state, action - 1]
        )

    def _explore(self) -> float:
        first, last = self.learning.explore
        return first + (last - first) * self.share

    def _state(self, point: Position) -> int | None:
        """Return the number of a state; None if the winner is already decided."""
        pair, tally = located(self.rule, point)
        if tally >= len(self.known.tallies):
            return None
        side = self.player - 1
        return int(
            self.seen.pair[side, pair] + self.seen.tally[side, tally] + self.seen.left[point.rounds]
        )


def measure(agent: DroidAgent, against: Policy | None, player: int, episodes: int) -> CurvePoint:
    """Return the exact results of an agent against its training opponent, or against random play if
    it trains against itself.
    """
    own = greedy(agent, player)
    other = uniform(agent.rule, 3 - player) if against is None else against
    both = (own, other) if player == 1 else (other, own)
    win, draw, loss, score = outcome(agent.rule, *both)
    if player == 1:
        return CurvePoint(episodes, win, draw, loss, score)
    return CurvePoint(episodes, loss, draw, win, None if score is None else -score)


def trainer(
    agent: DroidAgent,
    both: tuple[Array, Array],
    plan: Plan,
    against: Policy | None,
) -> Play:
    """Return a function that plays up to so many games and rounds, given the number of games
    already played and the expected number, and updates the tables of both droids, which may be the
    same table; it returns the numbers of games and rounds played.

    Against a policy only the table of the plan's player is used and updated. Both tables have the
    features and rewards of `agent`.
    """
    rule, known, seen = agent.rule, index(agent.rule), view(agent.rule, agent.features)
    others, which = stack(against, rule)
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
