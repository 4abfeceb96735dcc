"""The parent's side of training our agent against a student's in the process of the student's
file.
"""

import math
import os
import tempfile
import time
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from pipeline.droids.agents.learning import Plan
from pipeline.droids.agents.q_learning import chunk, measured
from pipeline.droids.match import AgentError
from pipeline.droids.students.student import StudentAgent
from schemas.droid_agent import DroidAgent
from schemas.parts.watch import Watch
from stages.solve.induction.matrix_game import Array

Ends = tuple[int, int, int]


class Told(NamedTuple):
    """The progress of the training."""

    played: int
    rounds: int
    ends: Ends
    saved: bool
    """Whether the table has been saved to its file."""


def taught(
    agent: DroidAgent,
    student: StudentAgent,
    plan: Plan,
    watch: Watch = lambda done, total: None,
) -> tuple[DroidAgent, Ends]:
    """Return an agent after its training against a student's, and the numbers of games it won, drew
    and lost. Raise AgentError if the student's agent fails.
    """
    now, each = Told(0, 0, (0, 0, 0), True), chunk(plan.games)
    found, measured_at = agent, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.npy")
        np.save(path, agent.table)
        student.learn(_question(agent, plan, path))
        while now.played < plan.games and now.rounds < plan.max_rounds:
            if now.saved and now.played and plan.enough():
                break
            watch(now.played, plan.games)
            left = None if plan.until is None else max(0.0, plan.until - time.monotonic())
            now = _told(student.go_on(min(plan.games, measured_at + each), left), student)
            if now.saved:
                measured_at = now.played
                found = _measured(agent, found, _table(path, agent, student), plan, now)
    return found, now.ends


def _measured(
    start: DroidAgent, found: DroidAgent, table: Array, plan: Plan, now: Told
) -> DroidAgent:
    episodes = start.episodes + now.played
    agent = replace(found, table=table, episodes=episodes, rounds=start.rounds + now.rounds)
    return replace(agent, curve=(*agent.curve, measured(agent, None, plan.player, episodes)))


def _question(agent: DroidAgent, plan: Plan, path: str) -> dict[str, Any]:
    learning = plan.learning
    return {
        "rule": list(agent.rule),
        "features": agent.features,
        "rewards": list(agent.rewards),
        "player": plan.player,
        "learning": [learning.rate, learning.discount, learning.explore],
        "games": plan.games,
        "max_rounds": plan.max_rounds,
        "seed": plan.seed,
        "path": path,
    }


def _told(answer: dict[str, Any], student: StudentAgent) -> Told:
    """Return the validated answer: it is untrusted, as the file runs in the answering process."""
    try:
        won, drawn, lost = map(int, answer["ends"])
        return Told(
            int(answer["played"]), int(answer["rounds"]), (won, drawn, lost), bool(answer["saved"])
        )
    except (KeyError, TypeError, ValueError, OverflowError):
        raise _broken(student) from None


def _table(path: str, agent: DroidAgent, student: StudentAgent) -> Array:
    try:
        table: Array = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        raise _broken(student) from None
    whole = table.shape == agent.table.shape and table.dtype == agent.table.dtype
    if not whole or not math.isfinite(float(np.abs(table).sum())):
        raise _broken(student)
    return table


def _broken(student: StudentAgent) -> AgentError:
    return AgentError(f"{student.label}: its process answered something else than a training")
