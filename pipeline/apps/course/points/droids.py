"""Points for the droids of 2022 by the rules of the document, as far as they can be graded
automatically.

20 points for the R2Droid, for five questions, each all or nothing. 20 points for the QAgent: three
minutes of training against our trained agent, which does not learn meanwhile, then 100 games; the
points are the share of games not lost. 20 points for the MinimaxAgent: 100 games against the same
agent or five minutes, whichever ends first; a win counts 1 and a draw 1/2, divided by the games
played, and there are no points for fewer than 20 games.
"""

import json
import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .....schemas.grades import Verdict
from .....schemas.parts.problems import EfgcError, counted
from .....schemas.rules.droid_battle import DroidBattle, is_over, winner
from ....engines.local import IsolatedJob
from ...droids.battle import BattleRules
from ...droids.entrants import Arena, Entrant, entrant
from ...droids.options import COURSE
from ...droids.student import START_SECONDS, StudentAgent
from ...droids.turns import AgentError, Chooser, turns
from ..grading.batch import bug
from ..programs.runs import MOST_MEMORY, OURS, StudentProgram
from ..records import Grade
from .awards import award

FILE = "r2d2_hw3.py"
PARTS = ("R2Droid", "QAgent", "MinimaxAgent")
MOVE = 5.0  # Seconds by which a move in training may exceed the training time.
SPARE = 60.0  # Seconds beyond its limits after which the whole process is killed.
FACTS = ("won", "drawn", "lost", "training games", "seconds")

POINTS = 20.0  # For each agent.
LEAST = 20  # The least number of games that a MinimaxAgent must play.


@dataclass
class Tally:
    """The results of the games."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    trained: int = 0
    """The number of training games."""
    unplayed: int = 0
    """The number of lost games that were not begun."""
    reason: str = ""
    """The first error."""

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def too_few(self, games: int) -> bool:
        """Return whether a MinimaxAgent gets no points, as it played too few of `games` games."""
        return self.games - self.unplayed < min(LEAST, games)

    def note(self, reason: str) -> None:
        self.reason = self.reason or reason


@dataclass(frozen=True)
class Terms:
    """The settings of grading agents: all that a process needs."""

    rule: DroidBattle = COURSE
    against: str = "q-learning"
    """The name of our agent."""
    player: int = 1
    """The student's droid, 1 or 2."""
    training: float = 180.0
    """The QAgent's training time in seconds."""
    playing: float = 300.0
    """The time limit of either agent's games in seconds."""
    move: float = 0.0
    """The time limit of a move in seconds; 0 for the remaining time."""
    games: int = 100
    seed: int = 1
    python: tuple[str, ...] = OURS
    """The command that runs the student's agent."""


@lru_cache(maxsize=1)
def opponent(terms: Terms) -> tuple[Arena, Entrant]:
    """Return our agent, trained once for this process and the processes that it forks. Raise
    InputError.
    """
    arena = Arena(terms.rule, terms.move or MOVE, terms.seed)
    found = entrant(arena, terms.against)
    found.policy(3 - terms.player)
    return arena, found


def title(terms: Terms) -> str:
    """Return the title of the grades."""
    games = (
        f"against {terms.against}: {terms.training:g} s of training, {counted(terms.games, 'game')}"
    )
    return f"{games} in {terms.playing:g} s"


@dataclass(frozen=True)
class AgentWork:
    """The job of grading an agent of a hand-in."""

    terms: Terms
    path: str
    name: str
    """The name of the class: QAgent or MinimaxAgent."""
    limit: float | None
    """The time limit of training and games in seconds; None for their own limits."""
    among: int

    def __call__(self) -> Grade:
        """Return its grade, also if the agent fails."""
        least = START_SECONDS + self.terms.training + self.terms.playing + SPARE
        limit = self.limit or least
        try:
            done = IsolatedJob("the hand-in", self._play, limit, self.among)()
        except Exception as error:
            return self._not_graded(bug(error))
        if done.error is None:
            grade: Grade = done.result
            return grade
        if isinstance(done.error, AgentError):  # The other agent failed: no points are lost.
            return self._not_graded(str(done.error))
        return _failed(self, done.error)

    def _not_graded(self, reason: str) -> Grade:
        return award(self.name, None, POINTS, {}, reason)

    def _play(self) -> Grade:
        """Let the agent play, in an isolated process, whose memory limit the agent's own process
        inherits.
        """
        terms, begun = self.terms, time.monotonic()
        arena, other = opponent(terms)
        tally = Tally()
        with arena.ended:
            ours = other.agent(3 - terms.player, terms.seed)
            try:
                where = (self.path, self.name)
                who = terms.rule.players[terms.player - 1]
                own = StudentAgent(
                    terms.rule.name, *where, who, START_SECONDS, *terms.python, seed=terms.seed
                )
            except AgentError as error:
                return _failed(self, error)
            with own:
                games = _Games(terms, own, ours, tally)
                if self.name == "QAgent":
                    games.train()
                    games.play(forfeit=True)
                else:
                    games.play(forfeit=False)
        return _played(self, tally, time.monotonic() - begun)


class _Games:
    """The games of one student's agent."""

    def __init__(self, terms: Terms, own: StudentAgent, ours: Chooser, tally: Tally) -> None:
        self.terms, self.own, self.tally = terms, own, tally
        self.agents = (own, ours) if terms.player == 1 else (ours, own)

    def train(self) -> None:
        """Let it learn until its time is up, even in mid-game, or until it fails."""
        until = time.monotonic() + self.terms.training
        try:
            while self._game(until, True, MOVE) is not None:
                self.tally.trained += 1
        except AgentError as error:
            self._refuse_ours(error)
            self.tally.note(
                f"the training ended in game {self.tally.trained + 1}: {_short_message(error)}"
            )

    def play(self, forfeit: bool) -> None:
        """Play the games that count. A game in which the agent fails is lost, and so are the
        remaining games if its process has ended. If `forfeit`, games for which no time is left are
        lost, too; else they do not count.
        """
        terms, tally = self.terms, self.tally
        until = time.monotonic() + terms.playing
        while tally.games < terms.games:
            try:
                if self.own.process.poll() is not None:
                    tally.note("its process has ended")
                    break
                won = self._game(until, False, 0.0)
            except AgentError as error:
                self._refuse_ours(error)
                if time.monotonic() >= until:
                    won = None
                else:
                    tally.note(f"game {tally.games + 1} is lost: {_short_message(error)}")
                    won = -1
            if won is None:
                tally.note(f"the time was up after {tally.games} of {counted(terms.games, 'game')}")
                if not forfeit:
                    return
                break
            tally.won += won == 1
            tally.drawn += won == 0
            tally.lost += won == -1
        tally.unplayed = terms.games - tally.games
        tally.lost += tally.unplayed

    def _game(self, until: float, training: bool, spare: float) -> int | None:
        """Play a game and return 1 if the student's agent won, 0 for a draw, -1 if it lost; None if
        the time was up before the end. Raise AgentError.
        """
        self._limit(until, spare)
        for turn in turns(BattleRules(self.terms.rule), self.agents, training):
            if not is_over(turn.point):
                if time.monotonic() >= until:
                    return None
                self._limit(until, spare)
        won: int = winner(turn.point.score)
        return won if self.terms.player == 1 else -won

    def _refuse_ours(self, error: AgentError) -> None:
        """Raise an error again unless it is the student's."""
        if not str(error).startswith(f"{self.own.label},"):
            raise error

    def _limit(self, until: float, spare: float) -> None:
        left = max(0.01, until - time.monotonic() + spare)
        self.own.seconds = min(left, self.terms.move or left)


def _failed(work: AgentWork, error: EfgcError) -> Grade:
    return award(work.name, 0.0, POINTS, {}, _short_message(error), Verdict.FAILED)


def _played(work: AgentWork, tally: Tally, seconds: float) -> Grade:
    points = AWARDED[work.name](tally, work.terms.games)
    counts = (tally.won, tally.drawn, tally.lost, tally.trained, round(seconds, 1))
    facts = dict(zip(FACTS, map(str, counts), strict=True))
    reason = tally.reason
    if work.name == "MinimaxAgent" and tally.too_few(work.terms.games):
        reason += f"; no points below {counted(min(LEAST, work.terms.games), 'game')}"
    return award(work.name, points, POINTS, facts, reason)


def _short_message(error: EfgcError) -> str:
    """Return a message without the file and class, which are in the row.

    >>> text = "/a/hw.py:QAgent, droid 2: took longer than 5 s for its move in round 7"
    >>> _short_message(AgentError(text))
    'took longer than 5 s for its move in round 7'
    """
    return re.sub(r"^.*:(QAgent|MinimaxAgent)[:,] (droid \d: )?", "", str(error))


def _not_lost(tally: Tally, games: int) -> float:
    """Return the points of a QAgent; the first example is the document's.

    >>> _not_lost(Tally(80, 8, 12), 100), _not_lost(Tally(), 100)
    (17.6, 0.0)
    """
    return POINTS * (tally.won + tally.drawn) / games


def _mean(tally: Tally, games: int) -> float:
    """Return the points of a MinimaxAgent; the first example is the document's.

    >>> _mean(Tally(80, 8, 12), 100), _mean(Tally(20, 0, 0), 100), _mean(Tally(19, 0, 0), 100)
    (16.8, 20.0, 0.0)
    >>> _mean(Tally(3, 0, 97, unplayed=96), 100)
    0.0
    """
    if tally.too_few(games):
        return 0.0
    return POINTS * (tally.won + 0.5 * tally.drawn) / tally.games


AWARDED: dict[str, Callable[[Tally, int], float]] = {"QAgent": _not_lost, "MinimaxAgent": _mean}


QUESTIONS = {
    "R2Droid()": 2.0,
    "copy()": 3.0,
    "move_location()": 5.0,
    "shoot()": 5.0,
    "available_actions()": 5.0,
}
"""The questions of the document, with their points."""
SECONDS = 60.0
"""The time limit of the checks of an R2Droid."""
CHECKS = Path(__file__).with_name("droid_checks.py")


@dataclass(frozen=True)
class Checks:
    """The job of checking the R2Droid class of a hand-in."""

    path: str
    seconds: float
    memory: int | None
    """Bytes of memory; None for the usual limit."""
    among: int
    python: tuple[str, ...] = OURS

    def __call__(self) -> Grade:
        """Return its grade, also if the check fails."""
        if not os.path.isfile(self.path):
            return self._award(0.0, "does not contain an agent")
        there, memory = os.path.dirname(self.path), self.memory or MOST_MEMORY
        command = (*self.python, str(CHECKS), os.path.abspath(self.path))
        ran = StudentProgram(command, "", self.seconds, self.among, there, memory).run()
        errors = {} if ran.reason else _check_errors(ran.output)
        missing = ran.reason or "its process ended without an answer"
        points = sum(worth for name, worth in QUESTIONS.items() if errors.get(name) == "")
        wrong = [f"{name}: {words}" for name, words in errors.items() if words]
        if errors and len(set(errors.values())) == 1 and wrong:
            wrong = [next(iter(errors.values()))]
        return self._award(points, "; ".join(wrong) if errors else missing)

    def _award(self, points: float, reason: str) -> Grade:
        return award("R2Droid", points, POINTS, {}, reason)


def _check_errors(output: str) -> dict[str, str]:
    """Return the error of each question, empty if it was right; no questions at all if the output
    is not valid.
    """
    try:
        errors = json.loads(output)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(errors, dict) or errors.keys() != QUESTIONS.keys():
        return {}
    return {name: str(errors[name]) for name in QUESTIONS}
