"""Games in which our agent learns from a student's, in the process of the student's file.

One request per move would be most of the cost of such a training. Here both agents are in one
process, and a request is for many games. The file could read and change our agent's table, so this
is for training only, never for results that count.
"""

import random
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from ....schemas.droid_agent import DroidAgent
from .agents.plan import Plan
from .agents.q_learning import QAgent
from .games import game_of
from .turns import AgentError, Chooser, Turn, turns

BEAT = 0.1  # Seconds after which an answer is sent, once the current round is played.


class FileAgent(Chooser):
    """The agent of the file."""

    def __init__(self, seat: Any) -> None:
        self.seat = seat

    def clear(self) -> None:
        self.seat.agent.clear()

    def choose(self, rules: Any, turn: Turn[Any], player: int, training: bool = False) -> str:
        label: str = self.seat.wanted(rules.shown(turn, player), training)
        return label


class TrainingGames:
    """The training games of our agent against another, with their results."""

    def __init__(self, agent: DroidAgent, plan: Plan, other: Chooser) -> None:
        self.rules, self.plan = game_of(agent.rule).rules(agent.rule), plan
        self.learner = QAgent(agent, plan.player, plan.learning, plan.seed)
        self.chance = random.Random(plan.seed)
        self.agents: tuple[Chooser, Chooser] = (
            (self.learner, other) if plan.player == 1 else (other, self.learner)
        )
        self.played, self.rounds, self.ends = 0, 0, [0, 0, 0]

    def play(self, elapsed: float) -> Iterator[None]:
        """Play a game when this fraction of the time has elapsed; yield at every turn."""
        share = max(self.played / self.plan.games, self.rounds / self.plan.max_rounds, elapsed)
        self.learner.progress(min(1.0, share))
        for turn in turns(self.rules, self.agents, True, self.chance):  # noqa: B007
            yield
        self.played += 1
        self.rounds += len(turn.rounds)
        score = turn.score(self.plan.player)
        self.ends[1 - (score > 0) + (score < 0)] += 1


class Lessons(TrainingGames):
    """The training games in the process of the file."""

    def __init__(self, seat: Any, agent: DroidAgent, plan: Plan, path: str) -> None:
        """Begin the training of our agent by a plan; `path` is the file for its table."""
        super().__init__(agent, plan, FileAgent(seat))
        self.path = path
        self.seconds = None if plan.until is None else plan.until - plan.begun
        self.until = 0.0
        """The deadline on the monotonic clock, if the time is limited to `seconds`."""
        self.game: Iterator[None] | None = None

    def train(self, games: int, seconds: float | None) -> dict[str, Any]:
        """Play until `games` games or all rounds are played or `seconds` have passed, finishing the
        current game; return the progress. After a BEAT return early: the table is then not yet
        saved to its file, else it is. If the file's agent chooses an impossible action, return the
        message.
        """
        try:
            return self._train(games, seconds)
        except AgentError as error:
            return {"refused": str(error)}

    def _train(self, games: int, seconds: float | None) -> dict[str, Any]:
        begun = time.monotonic()
        self.until = begun + (seconds or 0.0)
        while self.played < games and self.rounds < self.plan.max_rounds:
            left = 1.0 if self.seconds is None else (self.until - time.monotonic()) / self.seconds
            self.game = self.game or self.play(1 - left)
            for _ in self.game:
                if time.monotonic() - begun >= BEAT:
                    return self._progress(False)
            self.game = None
            if seconds is not None and time.monotonic() - begun >= seconds:
                break
        np.save(self.path, self.learner.table)
        return self._progress(True)

    def _progress(self, saved: bool) -> dict[str, Any]:
        return {
            "played": self.played,
            "rounds": self.rounds,
            "ends": self.ends,
            "saved": saved,
        }
