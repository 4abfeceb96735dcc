"""Q-learning with a table (Watkins and Dayan, "Q-learning", 1992).

Training against policies, or against itself, runs in compiled code for droid battle; `QAgent`
learns from any opponent, one round at a time.
"""

import random
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import numpy as np

from .....schemas.droid_agent import CurvePoint, DroidAgent, Rewards, actions_of
from .....schemas.parts.watch import Watch
from .....schemas.rules.objective import Objective
from .....stages.isolated.signals import deferred_signals
from .....stages.solve.induction.matrix_game import Array
from ....machine.deadline import ENDS
from ..game import EQUAL, Policy
from ..games import game_of
from ..turns import Chooser, Turn, play_match
from .plan import Learning, Plan, Play
from .policy_agent import PolicyAgent

CHUNKS = 10  # Points of a learning curve.
MOST, PIECE = 50_000, 100
"""Games after which a training can be interrupted, compiled or not."""


def learn(
    agents: tuple[DroidAgent, ...],
    plan: Plan,
    against: Policy | None = None,
    watch: Watch = lambda done, total: None,
    keep: Callable[[tuple[DroidAgent, ...]], None] = lambda agents: None,
) -> tuple[DroidAgent, ...]:
    """Return agents after further training, until the games, the rounds or the time of the plan are
    used up; at least one game is played. `keep` gets them if the training is interrupted.

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
    done, rounds, is_point = 0, 0, True

    def measured(done: int, rounds: int) -> Iterator[DroidAgent]:
        for agent, start, player in zip(trained, agents, players, strict=True):
            now = replace(agent, episodes=start.episodes + done, rounds=start.rounds + rounds)
            point = measure(now, against, player, now.episodes)
            yield replace(now, curve=(*now.curve, point))

    longest, most = first.rule.layers.last, MOST if game_of(first.rule).trainer else PIECE
    limits = plan.games, plan.max_rounds, plan.clock
    try:
        # Closed so that an error does not leave signals deferred.
        with closing(curve_points(longest, play, *limits, watch, most)) as points:
            for done, rounds, is_point in points:
                trained = [*measured(done, rounds)] if is_point else trained
    except ENDS:
        if done:
            keep(tuple(trained if is_point else measured(done, rounds)))
        raise
    return tuple(trained)


def curve_points(
    longest: int,
    play: Play,
    episodes: int,
    max_rounds: int,
    elapsed: Callable[[], float] | None,
    watch: Watch,
    most: int,
) -> Generator[tuple[int, int, bool], None, None]:
    """Play games of at most `longest` rounds in chunks, of at most `most` games, until the games,
    the rounds or the time are used up; yield after each chunk the numbers of games and rounds
    played, and whether this is a point of the learning curve.

    If only the games are limited, chunks lead to the next point. Otherwise the number of games is
    not known before: the chunks begin with one game and grow with the games played, up to 1 % of
    the expected number.
    """
    only_games = elapsed is None and episodes * longest <= max_rounds
    done, rounds, points = 0, 0, 0
    share = 0.0 if episodes and max_rounds else 1.0
    while share < 1:
        if only_games:
            each = chunk(episodes)
            total, size = episodes, min(most, each - done % each, episodes - done)
        else:
            total = max(done + 1, round(done / share)) if done else episodes
            size = max(1, min(most, done, total // 100, total - done))
        with deferred_signals():  # Until the games are counted.
            played, more = play(size, max_rounds - rounds, done, total)
            done, rounds = done + played, rounds + more
            share = max(done / episodes, rounds / max_rounds, elapsed() if elapsed else 0.0)
            whole = done % chunk(episodes) == 0 if only_games else int(share * CHUNKS) > points
            points = int(share * CHUNKS)
            yield done, rounds, whole or share >= 1
        watch(done, episodes)


def chunk(games: int) -> int:
    """Return the number of games between two points of the learning curve."""
    return max(1, min(-(-games // CHUNKS), MOST))


def new_agent(rule: Any, features: tuple[str, ...], rewards: Rewards) -> DroidAgent:
    """Return an untrained agent."""
    game = game_of(rule)
    return DroidAgent(
        rule=rule,
        features=features,
        rewards=rewards,
        episodes=0,
        rounds=0,
        curve=(),
        table=np.zeros((game.view(rule, features).states, actions_of(rule))),
    )


def greedy(agent: DroidAgent, player: int) -> Policy:
    """Return the greedy policy of an agent: in every state an action of the highest value, ties at
    random.
    """
    return game_of(agent.rule).greedy(agent, player)


class QAgent(Chooser):
    """An agent that learns from its training games, against any opponent.

    It learns in its own copy of the table, unless a table is given; `agent` returns the agent with
    the learned table.
    """

    def __init__(
        self,
        agent: DroidAgent,
        player: int,
        learning: Learning = Learning(),
        seed: int | None = None,
        table: Array | None = None,
    ) -> None:
        self.origin, self.player, self.learning = agent, player, learning
        self.game = game_of(agent.rule)
        self.view = self.game.view(agent.rule, agent.features)
        self.actions = self.game.actions(agent.rule, player)
        self.table = agent.table.copy() if table is None else table
        self.random = random.Random(seed)
        self.share = 0.0
        """The fraction of the training that is done, for the exploration rate."""
        self.games = 0
        self.clear()

    @property
    def agent(self) -> DroidAgent:
        return replace(self.origin, table=self.table, episodes=self.origin.episodes + self.games)

    def clear(self) -> None:
        self.score = 0.0
        """The agent's points minus the opponent's."""
        self.last: tuple[int, int] | None = None

    def choose(self, rules: Any, turn: Turn[Any], player: int, training: bool = False) -> str:
        change = float(turn.change(player))
        self.score = float(turn.score(player))
        state = self.view.state(turn, player)
        possible = [self.actions.index(label) for label in rules.labels(turn, player)]
        if training and state is None:
            self._finish(change)
        elif training:
            self._update(
                change,
                max(float(self.table[state, action]) for action in possible),
                self.origin.rewards.corner
                * self.game.in_corner(self.origin.rule, turn.point, player),
            )
        if state is None or training and self.random.random() < self._explore():
            chosen = self.random.choice(possible)
        else:
            most = max(self.table[state, action] for action in possible)
            chosen = self.random.choice(
                [action for action in possible if self.table[state, action] >= most - EQUAL]
            )
        self.last = None if state is None else (state, chosen)
        return self.actions[chosen]

    def game_over(self, score_change: Any, training: bool = False) -> None:
        self.score += float(score_change)
        if training:
            self.games += 1
            self._finish(float(score_change))

    def progress(self, share: float) -> None:
        self.share = share

    def _finish(self, change: float) -> None:
        """Learn from the last round before the winner is known."""
        is_for_win = self.origin.rule.objective == Objective.WIN
        won = ((self.score > 0) - (self.score < 0)) * is_for_win
        self._update(change, 0.0, self.origin.rewards.win * won)

    def _update(self, change: float, next_value: float, extra: float = 0.0) -> None:
        if self.last is None:
            return
        state, action = self.last
        rewards = self.origin.rewards
        reward = rewards.points * change + rewards.shot * (action == self.game.shot) + extra
        target = reward + self.learning.discount * next_value
        self.table[state, action] += self.learning.rate * (target - self.table[state, action])

    def _explore(self) -> float:
        first, last = self.learning.explore
        return first + (last - first) * self.share


def measure(agent: DroidAgent, against: Policy | None, player: int, episodes: int) -> CurvePoint:
    """Return the exact results of an agent against its training opponent, or against random play if
    it trains against itself.
    """
    game, own = game_of(agent.rule), greedy(agent, player)
    other = game.uniform(agent.rule, 3 - player) if against is None else against
    both = (own, other) if player == 1 else (other, own)
    win, draw, loss, score = game.outcome(agent.rule, *both)
    if player == 1:
        return CurvePoint(episodes, win, draw, loss, score)
    return CurvePoint(episodes, loss, draw, win, None if score is None else -score)


def trainer(
    agent: DroidAgent,
    both: tuple[Array, Array],
    plan: Plan,
    against: Policy | None,
) -> Play:
    """Return a function that plays and updates the tables of both players, which may be the same
    table, by compiled code where the game has some.

    Against a policy only the table of the plan's player is used and updated. Both tables have the
    features and rewards of `agent`.
    """
    game = game_of(agent.rule)
    if game.trainer is not None:
        return game.trainer(agent, both, plan, against)
    chance = random.Random(plan.seed)
    agents: list[Chooser] = []
    for player, table in enumerate(both, 1):
        if against is not None and player != plan.player:
            agents.append(PolicyAgent(agent.rule, player, against, plan.seed + player))
        else:
            seed = plan.seed + player
            agents.append(QAgent(agent, player, plan.learning, seed, table))

    def play(games: int, max_rounds: int, done: int, total: int) -> tuple[int, int]:
        played = rounds = 0
        while played < games and rounds < max_rounds:
            for learner in agents:
                learner.progress((done + played) / total)
            turn = play_match(game.rules(agent.rule), (agents[0], agents[1]), True, chance)
            played, rounds = played + 1, rounds + len(turn.rounds)
        return played, rounds

    return play
