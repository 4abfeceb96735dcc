"""Training an agent: against itself, a named opponent, or an agent of a user's file, in the process
of that file; or two agents against each other, each with its own table. Then its learning curve in
words.
"""

import math
import os
import pickle
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from ....schemas.droid_agent import CurvePoint, DroidAgent
from ....schemas.parts.watch import Watch
from ....stages.documents import table
from ....stages.isolated.signals import temporary_folder
from ....stages.solve.induction.matrix_game import Array
from ...machine.deadline import ENDS
from .agents.plan import Plan
from .agents.q_learning import chunk, learn, measure, new_agent
from .entrants import Arena, entrant, refuse_agents
from .lessons import TrainingGames
from .student import StudentAgent
from .turns import AgentError, Chooser

Ends = tuple[int, int, int]
Keep = Callable[["Training"], None]
"""Called with the training so far when it is interrupted."""


class Training(NamedTuple):
    """The result of a training."""

    agent: DroidAgent
    ends: Ends | None = None
    """The training games won, drawn and lost, with exploration, against an opponent whose policy is
    unknown; else None. If not None, the agent's learning curve is against random play.
    """
    rival: DroidAgent | None = None
    """The second agent, which learned from the first, if the plan has one; it has the same features
    and rewards.
    """


def train_agent(
    arena: Arena,
    agent: DroidAgent,
    plan: Plan,
    watch: Watch = lambda done, total: None,
    keep: Keep = lambda training: None,
) -> Training:
    """Return an agent after its training: in compiled code if the opponent's policy is known, game
    by game otherwise. Raise LimitError if the training needs more memory than is free.
    """
    agents: tuple[DroidAgent, ...] = (agent,)
    policy = None
    if plan.against:
        other = entrant(arena, plan.against)
        # The trainer has a copy of the opponent's policy.
        refuse_agents(arena.rule, (other, other), 1, "this training")
        policy = other.policy(3 - plan.player)
        if policy is None:
            opponent = other.agent(3 - plan.player, plan.seed)
            if isinstance(opponent, StudentAgent):
                return train_against_student(agent, opponent, plan, watch, keep)
            return by_moves(agent, plan, opponent, watch, keep)
    else:
        refuse_agents(arena.rule, (), 1, "this training")
    if plan.rival:
        new = new_agent(agent.rule, agent.features, agent.rewards)
        agents = (agent, new) if plan.player == 1 else (new, agent)

    def keep_agents(trained: tuple[DroidAgent, ...]) -> None:
        keep(_of_agents(trained, plan))

    return _of_agents(learn(agents, plan, policy, watch, keep_agents), plan)


def _of_agents(agents: tuple[DroidAgent, ...], plan: Plan) -> Training:
    """Return the training of agents that learned from each other, player 1's first, or of one."""
    own, *other = agents if plan.player == 1 else agents[::-1]
    return Training(own, rival=other[0] if other else None)


def by_moves(
    agent: DroidAgent,
    plan: Plan,
    opponent: Chooser,
    watch: Watch = lambda done, total: None,
    keep: Keep = lambda training: None,
) -> Training:
    """Return an agent after games against an opponent that is called for each move."""
    games = TrainingGames(agent, plan, opponent)
    curve, each = list(agent.curve), chunk(plan.games)

    def add_point() -> None:
        trained = games.learner.agent
        curve.append(measure(trained, None, plan.player, agent.episodes + games.played))

    def ended() -> Training:
        if games.played % each:
            add_point()
        won, drawn, lost = games.ends
        rounds = agent.rounds + games.rounds
        trained = replace(games.learner.agent, rounds=rounds, curve=tuple(curve))
        return Training(trained, (won, drawn, lost))

    try:
        while games.played < plan.games and games.rounds < plan.max_rounds:
            if games.played and plan.enough():
                break
            watch(games.played, plan.games)
            for _ in games.play(plan.elapsed()):
                pass
            if games.played % each == 0:
                add_point()
    except ENDS:
        if games.played:
            keep(ended())
        raise
    return ended()


class Progress(NamedTuple):
    """The progress of the training."""

    played: int
    rounds: int
    ends: Ends
    saved: bool
    """Whether the table has been saved to its file."""


def train_against_student(
    agent: DroidAgent,
    student: StudentAgent,
    plan: Plan,
    watch: Watch,
    keep: Keep,
) -> Training:
    """Return an agent after its training against a student's. Raise AgentError if the student's
    agent fails.
    """
    now, each = Progress(0, 0, (0, 0, 0), True), chunk(plan.games)
    saved, measured_at = Training(agent, now.ends), 0
    with temporary_folder() as folder:
        path = os.path.join(folder, "table.npy")
        begin = os.path.join(folder, "training.pickle")
        with open(begin, "wb") as file:
            pickle.dump((agent, plan, path), file)
        student.learn(begin)
        try:
            while now.played < plan.games and now.rounds < plan.max_rounds:
                if now.saved and now.played and plan.enough():
                    break
                watch(now.played, plan.games)
                left = None if plan.until is None else max(0.0, plan.until - time.monotonic())
                now = _progress(student.train(min(plan.games, measured_at + each), left), student)
                if now.saved:
                    measured_at, table = now.played, _table(path, agent, student)
                    saved = Training(_measured(agent, saved.agent, table, plan, now), now.ends)
        except ENDS:
            if measured_at:
                keep(saved)
            raise
    return saved


def _measured(
    start: DroidAgent, last: DroidAgent, table: Array, plan: Plan, now: Progress
) -> DroidAgent:
    episodes = start.episodes + now.played
    agent = replace(last, table=table, episodes=episodes, rounds=start.rounds + now.rounds)
    return replace(agent, curve=(*agent.curve, measure(agent, None, plan.player, episodes)))


def _progress(answer: dict[str, Any], student: StudentAgent) -> Progress:
    """Return the validated answer: it is untrusted, as the file runs in the answering process."""
    try:
        won, drawn, lost = map(int, answer["ends"])
        return Progress(
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
    return AgentError(
        f"{student.label}: its process returned something other than a training result"
    )


def curve_text(
    before: tuple[CurvePoint, ...],
    since: tuple[CurvePoint, ...],
    origin: str | None,
    other: str,
    ends: Ends | None,
) -> str:
    """Return the learning curves of an agent before and during its latest training, with the
    outcome.
    """
    text = f"against {_measured_against(other, ends)}, exactly\n{_curve(since)}"
    if ends is not None:
        text += (
            f"against {other}, exploring, in the {sum(ends):,} games of the training: won "
            f"{ends[0]:,}, drew {ends[1]:,}, lost {ends[2]:,}\n"
        )
    if before:
        text = f"before, as {origin} says, not verified\n{_curve(before)}{text}"
    return text


def outcome(agent: DroidAgent, other: str, ends: Ends | None) -> str:
    """Return the results of an agent after its training, in words."""
    if not agent.curve:
        return "no game of training"
    last = agent.curve[-1]
    shares = f"wins {last.win:.1%}, draws {last.draw:.1%}, loses {last.loss:.1%}"
    return f"{last.episodes:,} games of training: {shares} against {_measured_against(other, ends)}"


def _measured_against(other: str, ends: Ends | None) -> str:
    return other if other and ends is None else "random play"


def _curve(points: tuple[CurvePoint, ...]) -> str:
    scored = any(point.score is not None for point in points)
    rows = [
        ("games", "win", "draw", "loss", *(("score",) if scored else ())),
        *(
            (
                f"{point.episodes:,}",
                *(f"{number:.4f}" for number in point[1:] if number is not None),
            )
            for point in points
        ),
    ]
    return "".join(table(rows, "  "))
