"""Training an agent: against itself, a named opponent, or an agent of a user's file, in the process
of that file; or two agents against each other, each with its own table. Then its learning curve in
words.
"""

import math
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from ....schemas.droid_agent import CurvePoint, DroidAgent
from ....schemas.parts.watch import Watch
from ....schemas.rules.droid_battle import DroidBattle, winner
from ....stages.documents import table
from ....stages.solve.induction.matrix_game import Array
from .agents.q_learning import (
    Learning,
    QAgent,
    chunk,
    curve_points,
    learn,
    measure,
    new_agent,
    trainer,
)
from .battle import AgentError, play_match
from .droid import Agent
from .entrants import Arena, Entrant, entrant, refuse_agents
from .policy import Policy
from .student import StudentAgent

Both = tuple[DroidAgent, DroidAgent]
Ends = tuple[int, int, int]


class Plan(NamedTuple):
    """A plan of the training."""

    games: int
    until: float | None
    """The deadline on the monotonic clock, in seconds."""
    against: str
    """The opponent's name; empty if the agent trains against itself."""
    player: int
    learning: Learning
    seed: int
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
    arena: Arena, agent: DroidAgent, plan: Plan, watch: Watch = lambda done, total: None
) -> Training:
    """Return an agent after its training: in compiled code if the opponent's policy is known, game
    by game otherwise. Raise LimitError if the training needs more memory than is free.
    """
    if not plan.against:
        refuse_agents(arena.rule, (), 1, "this training")
        if plan.rival:
            return _together(agent, plan, watch)
        return _learned(agent, plan, None, watch)
    other = entrant(arena, plan.against)
    # The trainer has a copy of the opponent's policy.
    refuse_agents(arena.rule, (other, other), 1, "this training")
    policy = other.policy(3 - plan.player)
    if policy is None:
        return _by_games(arena, agent, plan, other, watch)
    return _learned(agent, plan, policy, watch)


def _together(agent: DroidAgent, plan: Plan, watch: Watch) -> Training:
    new = new_agent(agent.rule, agent.features, agent.rewards)
    first, second = learn_together(
        (agent, new) if plan.player == 1 else (new, agent),
        plan.games,
        plan.max_rounds,
        plan.learning,
        plan.seed,
        plan.clock,
        watch,
    )
    own, other = (first, second) if plan.player == 1 else (second, first)
    return Training(own, rival=other)


def _learned(agent: DroidAgent, plan: Plan, against: Policy | None, watch: Watch) -> Training:
    return Training(
        learn(
            agent,
            plan.games,
            plan.max_rounds,
            against,
            plan.player,
            plan.learning,
            plan.seed,
            plan.clock,
            watch,
        )
    )


def _by_games(
    arena: Arena, agent: DroidAgent, plan: Plan, other: Entrant, watch: Watch
) -> Training:
    opponent = other.agent(3 - plan.player, plan.seed)
    if isinstance(opponent, StudentAgent):
        return Training(*train_against_student(agent, opponent, plan, watch))
    return by_moves(arena.rule, agent, plan, opponent, watch)


def by_moves(
    rule: DroidBattle,
    agent: DroidAgent,
    plan: Plan,
    opponent: Agent,
    watch: Watch = lambda done, total: None,
) -> Training:
    """Return an agent after games against an opponent that is called for each move."""
    learner = QAgent(agent, plan.player, plan.learning, plan.seed)
    agents = (learner, opponent) if plan.player == 1 else (opponent, learner)
    played, rounds, ends = 0, 0, [0, 0, 0]
    curve, each = list(agent.curve), chunk(plan.games)

    def add_point() -> None:
        curve.append(measure(learner.agent, None, plan.player, agent.episodes + played))

    while played < plan.games and rounds < plan.max_rounds and not (played and plan.enough()):
        watch(played, plan.games)
        learner.progress(max(played / plan.games, rounds / plan.max_rounds, plan.elapsed()))
        end = play_match(rule, agents, training=True)
        rounds += rule.rounds - end.rounds
        ends[1 - winner(end.score if plan.player == 1 else -end.score)] += 1
        played += 1
        if played % each == 0:
            add_point()
    if played % each:
        add_point()
    found = replace(learner.agent, rounds=agent.rounds + rounds, curve=tuple(curve))
    return Training(found, (ends[0], ends[1], ends[2]))


def learn_together(
    agents: Both,
    episodes: int,
    max_rounds: int,
    learning: Learning,
    seed: int,
    elapsed: Callable[[], float] | None = None,
    watch: Watch = lambda done, total: None,
) -> Both:
    """Return the agents of droids 2 and 5 after `episodes` games or `max_rounds` rounds against
    each other, whichever is reached first. Both have the same features and rewards.

    Their learning curves are against random play, as both keep changing. `elapsed` returns the
    fraction of the time that has elapsed, if the time is limited; at least one game is played.
    """
    if agents[0].features != agents[1].features or agents[0].rewards != agents[1].rewards:
        raise ValueError("two agents that learn together see the same, for the same rewards")
    tables = (agents[0].table.copy(), agents[1].table.copy())
    play = trainer(agents[0], tables, None, 1, learning, seed)
    found = [replace(agent, table=table) for agent, table in zip(agents, tables, strict=True)]
    rule = agents[0].rule
    for done, rounds in curve_points(rule, play, episodes, max_rounds, elapsed, watch):
        for at, agent in enumerate(agents):
            now = replace(found[at], episodes=agent.episodes + done, rounds=agent.rounds + rounds)
            point = measure(now, None, at + 1, now.episodes)
            found[at] = replace(now, curve=(*now.curve, point))
    return found[0], found[1]


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
    watch: Watch = lambda done, total: None,
) -> tuple[DroidAgent, Ends]:
    """Return an agent after its training against a student's, and the numbers of games it won, drew
    and lost. Raise AgentError if the student's agent fails.
    """
    now, each = Progress(0, 0, (0, 0, 0), True), chunk(plan.games)
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
            now = _progress(student.train(min(plan.games, measured_at + each), left), student)
            if now.saved:
                measured_at = now.played
                found = _measured(agent, found, _table(path, agent, student), plan, now)
    return found, now.ends


def _measured(
    start: DroidAgent, found: DroidAgent, table: Array, plan: Plan, now: Progress
) -> DroidAgent:
    episodes = start.episodes + now.played
    agent = replace(found, table=table, episodes=episodes, rounds=start.rounds + now.rounds)
    return replace(agent, curve=(*agent.curve, measure(agent, None, plan.player, episodes)))


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
        "seconds": None if plan.until is None else plan.until - plan.begun,
        "seed": plan.seed,
        "path": path,
    }


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
    known = other if other and ends is None else "random play"
    text = f"against {known}, exactly\n{_curve(since)}"
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
    rival = other if other and ends is None else "random play"
    shares = f"wins {last.win:.1%}, draws {last.draw:.1%}, loses {last.loss:.1%}"
    return f"{last.episodes:,} games of training: {shares} against {rival}"


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
