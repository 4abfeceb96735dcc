"""Points for the droids of 2022, as the document gives them: what a grader can see by itself.

20 points for the QAgent: three minutes of training against our trained agent, which learns nothing
meanwhile, then 100 games; the points are the share that is not lost. 20 points for the
MinimaxAgent: 100 games against the same agent or five minutes, whichever is first; a game won is
worth 1, a game drawn 1/2, over the games played, and nothing where fewer than 20 were.
"""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pipeline.course.points.table import Head, Score
from pipeline.droids.arena import Arena, Entrant
from pipeline.droids.droid import Agent
from pipeline.droids.entrants import entrant
from pipeline.droids.match import AgentError, Match
from pipeline.droids.students.student import START_SECONDS, StudentAgent
from pipeline.engines.alone import Alone
from schemas.parts.problems import EfgcError
from schemas.rules.droid_battle import DroidBattle, winner

TRAINING, PLAYING = 180.0, 300.0  # Seconds.
GAMES = 100
MOVE = 5.0  # Seconds that a move in training may take beyond the time of the training.
SPARE = 60.0  # Seconds beyond its limits, after which the whole process is ended.
FACTS = ("won", "drawn", "lost", "training games", "seconds")

POINTS = 20.0  # For each agent.
LEAST = 20  # Games that a MinimaxAgent plays at least.


@dataclass
class Tally:
    """What came of the games."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    trained: int = 0
    """Games of the training."""
    reason: str = ""
    """What went wrong first."""

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def note(self, reason: str) -> None:
        self.reason = self.reason or reason


@dataclass(frozen=True)
class Terms:
    """How agents are graded: all that a process needs."""

    rule: DroidBattle
    against: str
    """Our agent, by its name."""
    player: int
    """The student's droid, 1 or 2."""
    training: float
    """Seconds that the QAgent may learn."""
    playing: float
    """Seconds that the games of either may take."""
    move: float
    """Seconds that a move may take; 0 for what is left."""
    games: int
    seed: int


@lru_cache(maxsize=1)
def opponent(terms: Terms) -> tuple[Arena, Entrant]:
    """Return our agent, trained once in a process and in those that it forks. Raises
    InputError.
    """
    arena = Arena(terms.rule, terms.move or MOVE, terms.seed)
    found = entrant(arena, terms.against)
    found.policy(3 - terms.player)
    return arena, found


def head(terms: Terms) -> Head:
    """Return what stands above the rows."""
    said = f"against {terms.against}: {terms.training:g} s of training, {terms.games} games"
    return Head(f"{said} in {terms.playing:g} s", FACTS)


@dataclass(frozen=True)
class Graded:
    """The work: an agent of a hand-in."""

    terms: Terms
    file: str
    """How it is called in its row."""
    path: str
    name: str
    """Of the class: QAgent or MinimaxAgent."""
    among: int

    def __call__(self) -> Score:
        """Return its row, whatever comes of it."""
        limit = START_SECONDS + self.terms.training + self.terms.playing + SPARE
        try:
            done = Alone("the hand-in", _Played(self), limit, self.among)()
        except Exception as error:
            # Whatever a file makes of us, the others are graded.
            bug = " ".join(f"{type(error).__name__}: {error}".split())
            reason = f"not graded: a bug of efgc: {bug}"
            return _score(self, Tally(), 0.0, False)._replace(points=None, reason=reason)
        if done.error is None:
            score: Score = done.result
            return score
        score = _score(self, Tally(reason=_said(done.error)), 0.0, False)
        if isinstance(done.error, AgentError):  # Of the other agent, which nobody loses points for.
            return score._replace(points=None, reason=f"not graded: {done.error}")
        return score


class _Played(NamedTuple):
    """Lets an agent play, in a process that may die: its own one has no more memory than that."""

    graded: Graded

    def __call__(self) -> Score:
        terms, begun = self.graded.terms, time.monotonic()
        arena, other = opponent(terms)
        tally = Tally()
        with arena.ended:
            ours = other.agent(3 - terms.player, terms.seed)
            try:
                own = StudentAgent(self.graded.path, self.graded.name, terms.player, START_SECONDS)
            except AgentError as error:
                return _score(self.graded, Tally(reason=_said(error)), 0.0, False)
            with own:
                games = _Games(terms, own, ours, tally)
                if self.graded.name == "QAgent":
                    games.train()
                    games.play(forfeit=True)
                else:
                    games.play(forfeit=False)
        return _score(self.graded, tally, time.monotonic() - begun, True)


class _Games:
    """The games of one student's agent."""

    def __init__(self, terms: Terms, own: StudentAgent, ours: Agent, tally: Tally) -> None:
        self.terms, self.own, self.tally = terms, own, tally
        self.agents = (own, ours) if terms.player == 1 else (ours, own)

    def train(self) -> None:
        """Let it learn until its time is up, in mid-game, or until it does something else."""
        until = time.monotonic() + self.terms.training
        try:
            while self._game(until, True, MOVE) is not None:
                self.tally.trained += 1
        except AgentError as error:
            self._refuse_ours(error)
            self.tally.note(f"the training ended in game {self.tally.trained + 1}: {_said(error)}")

    def play(self, forfeit: bool) -> None:
        """Play the games that count. A game in which the agent does something else than playing is
        lost, and so are the games behind it if its process has ended. If `forfeit`, so are those
        for which no time was left; else these do not count.
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
                    tally.note(f"game {tally.games + 1} is lost: {_said(error)}")
                    won = -1
            if won is None:
                tally.note(f"the time was up after {tally.games} of {terms.games} games")
                if not forfeit:
                    return
                break
            tally.won += won == 1
            tally.drawn += won == 0
            tally.lost += won == -1
        tally.lost += terms.games - tally.games

    def _game(self, until: float, training: bool, spare: float) -> int | None:
        """Return who won a game, 1 for the student's agent, 0 for nobody, or -1; None where the
        time was up before its end. Raises AgentError.
        """
        self._limit(until, spare)
        match = Match(self.terms.rule, self.agents)
        while not match.over:
            if time.monotonic() >= until:
                return None
            self._limit(until, spare)
            match.step(training=training)
        match.end(training)
        won: int = winner(match.point.score)
        return won if self.terms.player == 1 else -won

    def _refuse_ours(self, error: AgentError) -> None:
        """Raise an error that is not the student's."""
        if not str(error).startswith(f"{self.own.label},"):
            raise error

    def _limit(self, until: float, spare: float) -> None:
        left = max(0.01, until - time.monotonic() + spare)
        self.own.seconds = min(left, self.terms.move or left)


def _score(graded: Graded, tally: Tally, seconds: float, played: bool) -> Score:
    points = AWARDED[graded.name](tally, graded.terms.games)
    counts = (tally.won, tally.drawn, tally.lost, tally.trained, round(seconds, 1))
    told = tuple(map(str, counts)) if played else ("",) * len(FACTS)
    reason = tally.reason
    least = min(LEAST, graded.terms.games)
    if played and graded.name == "MinimaxAgent" and tally.games < least:
        reason += f"; no points below {least} games"
    return Score(
        graded.file, graded.name, points, POINTS, tuple(zip(FACTS, told, strict=True)), reason
    )


def _said(error: EfgcError) -> str:
    """Return a message without the file and class, which the row has.

    >>> _said(AgentError("/a/hw.py:QAgent, droid 2: took longer than 5 s for its move in round 7"))
    'took longer than 5 s for its move in round 7'
    """
    return re.sub(r"^.*:(QAgent|MinimaxAgent), (droid \d: )?", "", str(error))


def _not_lost(tally: Tally, games: int) -> float:
    """Return the points of a QAgent; the first is the document's example.

    >>> _not_lost(Tally(80, 8, 12), 100), _not_lost(Tally(), 100)
    (17.6, 0.0)
    """
    return POINTS * (tally.won + tally.drawn) / games


def _mean(tally: Tally, games: int) -> float:
    """Return the points of a MinimaxAgent; the first is the document's example.

    >>> _mean(Tally(80, 8, 12), 100), _mean(Tally(20, 0, 0), 100), _mean(Tally(19, 0, 0), 100)
    (16.8, 20.0, 0.0)
    """
    if tally.games < min(LEAST, games):
        return 0.0
    return POINTS * (tally.won + 0.5 * tally.drawn) / tally.games


AWARDED: dict[str, Callable[[Tally, int], float]] = {"QAgent": _not_lost, "MinimaxAgent": _mean}
