"""Games whose value is bounded: the search for strategies, which can be stopped and goes on from a
checkpoint, and the report on what they prove.
"""

import math
import os
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ...schemas.bounds import DOUBLE_ORACLE, REGRET, Bounds, BoundsStatus, Situation
from ...schemas.bounds import Progress as Line
from ...schemas.game import Game
from ...schemas.game import read as read_game
from ...schemas.map_game import MapGame
from ...schemas.observation_graph import ObservationGraph, unrolled
from ...schemas.observation_graph.counting import count_histories
from ...schemas.parts.problems import (
    InputError,
    OptionError,
    Problem,
    SizeError,
    StatusError,
    counted,
)
from ...stages.bounds.rounds import LARGEST, Round
from ...stages.isolated.processors import processors
from ...stages.parse import map_game
from ...stages.report.bounds import OF_GAMES
from ...stages.report.certainty import at_most, between
from ..files.kinds import kind
from ..files.reading import about
from ..files.sources import read_graph
from ..files.text import Text
from ..machine.deadline import current
from ..machine.memory import MERGED_STATE, RECALLED_STATE, affordable
from ..settings import Settings
from ..terminal.diagnostics import Progress, note
from ..terminal.events import Event
from .checkpoints import Arrays, read_checkpoint, write_checkpoint
from .records import Bounded, Unsolved
from .responses import responding

if TYPE_CHECKING:  # For start-up time: kernels.
    from ...stages.bounds.answers import Respond
    from ...stages.bounds.regret import Aim
    from ...stages.bounds.walks import GameWalk

LISTED = 1_000_000
"""The most histories of a state graph that is listed as a game. A strategy for the game can depend
on all that a player remembers, and proves closer bounds.
"""
SHARE = 1e-3
"""The gap at which the search ends by default, as a share of the range of the payoffs."""
ROUNDING = 1e-9
"""The share of the largest payoff below which a gap may be too small to be reached."""
PAUSE = 1.0
"""Seconds between two checkpoints, and two lines about the bounds."""
CLOSER = 0.95
"""A line of progress is kept if the gap is at most this share of that of the line before."""
LINES = "progress"
"""The array of the lines of progress in a checkpoint."""
RULES = {Game: "PCFR+", ObservationGraph: "magnetic mirror descent"}
"""The update of strategies, by what is walked."""
ORACLE = "restricted linear programs"
"""That of a double oracle."""


def is_listed(graph: ObservationGraph, settings: Settings) -> bool:
    """Return whether a graph is expanded to a game before its value is bounded. Raises OptionError,
    before any work, if it is not, but the format of the report is for games.
    """
    most = min(LISTED, settings.max_histories)
    listed = count_histories(unrolled(graph, states_limit(settings), "--max-states"))[0] <= most
    if not listed and settings.report_format in OF_GAMES:
        raise OptionError(
            f"--format {settings.report_format} is for games of at most {most:,} histories; the "
            "bounds of a larger one have both strategies"
        )
    if listed:
        _refuse_recall(settings)
    return listed


def _refuse_recall(settings: Settings) -> None:
    """Raise OptionError for --recall in a listed game."""
    if settings.recall:
        raise OptionError(
            f"--recall is for games of more than {LISTED:,} histories: in this one, strategies "
            "depend on all that a player remembers"
        )


def read_unsolved(text: Text, otherwise: str, rules: str = "") -> Unsolved:
    """Return the game whose value is bounded: that of a game file, of a state graph of version 2 or
    of a map by its rules. Raises InputError, for a state graph of version 1 with these words.
    """
    match kind(text.text):
        case "map":
            return map_game(text.text, text.sha256, text.file, rules)
        case "state-graph":
            graph = read_graph(text.text)
            if isinstance(graph, ObservationGraph):
                return graph
            raise InputError([Problem(otherwise)])
    return read_game(text.text)


def states_limit(settings: Settings) -> int:
    """Return the largest number of states of a graph up to its limit of moves."""
    return affordable(settings.max_states, MERGED_STATE)


def search(
    game: Unsolved,
    settings: Settings,
    name: str,
    work: Progress,
    checkpoint: str = "",
) -> Iterator[Bounded]:
    """Yield the bounds on the value of a game whenever a checkpoint was written, and at the end.

    The search ends at the requested gap, or when the time is over. Raises InputError for a
    checkpoint that is damaged or belongs to another game, and OptionError for --recall in a listed
    game.
    """
    if isinstance(game, Game) and settings.method == REGRET:
        _refuse_recall(settings)
    if settings.method == DOUBLE_ORACLE and settings.recall:
        raise OptionError(
            "--recall is for --method regret; strategies of a double oracle remember all"
        )
    saved = read_checkpoint(checkpoint, _identity(game)) if checkpoint else None
    lines = about(checkpoint, lambda: _Lines(saved))
    last, kept, since = None, None, time.monotonic()
    try:
        with responding(settings) as respond:
            rounds = _rounds(game, settings, name, lines, saved, work, respond)
            for last in _from_checkpoint(checkpoint, rounds):
                lines.add(last)
                if time.monotonic() - since < PAUSE:
                    continue
                kept = _keep(game, checkpoint, last, lines)
                _tell(work, name, last)
                if checkpoint:
                    made = _bounds(game, last, lines, settings)
                    yield Bounded(game, made, is_last=False)
                since = time.monotonic()
    except BaseException:
        if last is not None and last is not kept:
            _keep(game, checkpoint, last, lines)
        raise
    assert last is not None
    if last is not kept:
        _keep(game, checkpoint, last, lines)
        _tell(work, name, last)
    yield Bounded(game, _bounds(game, last, lines, settings))


def _from_checkpoint(path: str, rounds: Iterator[Round]) -> Iterator[Round]:
    """Yield the rounds; that a checkpoint does not fit is reported with its path."""
    try:
        yield from rounds
    except SizeError:
        raise
    except InputError as error:
        error.source = error.source or path
        raise


def _rounds(
    game: Unsolved,
    settings: Settings,
    name: str,
    lines: "_Lines",
    saved: Arrays | None,
    work: Progress,
    respond: "Respond",
) -> Iterator[Round]:
    """Return the rounds of a search."""
    if isinstance(game, MapGame):
        # For start-up time: NumPy.
        from ...stages.bounds.oracle.search import double_oracle
        from ...stages.bounds.oracle.terrain import terrain_of

        terrain = terrain_of(game)
        _release_time()
        aim = _aim(terrain.most, terrain.most, settings, lines)
        return double_oracle(terrain, aim.gap, aim.seconds, saved, work)
    # For start-up time: kernels.
    from ...stages.bounds.regret import minimise_regret
    from ...stages.report.bounds.proof import walk_of

    walk = walk_of(game, states_limit(settings))
    _release_time()
    _note_rounding(walk, settings, name, lines, respond)
    aim = _aim(walk.range, walk.reach, settings, lines)
    if settings.method == DOUBLE_ORACLE:
        # As above.
        from ...stages.bounds.memories.fractions import payoff_unit
        from ...stages.bounds.memories.search import double_oracle as oracle_on_walk

        jobs = settings.jobs or processors()
        unit = 0
        if isinstance(game, ObservationGraph):
            unit = payoff_unit(unrolled(game, states_limit(settings)))
        return oracle_on_walk(walk, aim.gap, aim.seconds, saved, work, aim.states, jobs, unit)
    return minimise_regret(walk, aim, saved, work, respond)


def _release_time() -> None:
    """Let the search end by itself when the time is over: then there are bounds."""
    current().released.set()


def _note_rounding(
    walk: "GameWalk", settings: Settings, name: str, lines: "_Lines", respond: "Respond"
) -> None:
    """Print the smallest gap that rounding allows, if a smaller one was requested."""
    if settings.gap is None or settings.gap >= min(ROUNDING * walk.reach, lines.gap):
        return
    from ...stages.bounds.answers import rounding  # For start-up time.

    least = rounding(walk, respond)
    if settings.gap < least:
        note(
            f"{name}: rounding alone keeps the bounds about {least:.2g} apart, so that --gap "
            f"{settings.gap:g} may never be reached; a time limit or Ctrl-C ends the search"
        )


def _identity(game: Unsolved) -> str:
    """Return the text by which a checkpoint knows its game."""
    return f"{game.rules} {game.digest}" if isinstance(game, MapGame) else game.digest


def unreached(name: str, bounds: Bounds) -> StatusError | None:
    """Return the error of a search that ended before the bounds were close enough."""
    if bounds.status == BoundsStatus.STALLED:
        return StatusError(f"{name}: a gap of {at_most(bounds.gap)} remains; the bounds hold")
    if bounds.status == BoundsStatus.LIMIT:
        return StatusError(
            f"{name}: the time limit is over at a gap of {at_most(bounds.gap)}; the bounds hold, "
            "and with -o DIR the same command goes on"
        )
    return None


def _aim(range: float, reach: float, settings: Settings, lines: "_Lines") -> "Aim":
    # For start-up time, as above.
    from ...stages.bounds.recall import MOST
    from ...stages.bounds.regret import Aim

    # Where all payoffs are the same, the bounds differ by rounding alone.
    gap = settings.gap or max(SHARE * range, ROUNDING * reach)
    limit = current()
    seconds = max(0.0, limit.end - time.monotonic()) if limit.seconds else None
    # A search that had ended is not continued.
    steps = lines.step if lines.gap <= gap else None
    most = affordable(MOST, RECALLED_STATE)
    return Aim(gap, seconds, steps, settings.recall, most)


def _keep(game: Unsolved, checkpoint: str, found: Round, lines: "_Lines") -> Round:
    """Write the checkpoint of a round, if there is a file for it; return the round."""
    if checkpoint:
        write_checkpoint(checkpoint, _identity(game), {**found.save(), LINES: lines.array(found)})
    return found


def _tell(work: Progress, name: str, found: Round) -> None:
    gap = at_most(found.upper - found.lower)
    value = between(found.lower, found.upper)
    words = f"the value is {value}, gap {gap}, {counted(found.step, 'step')}, {found.seconds:.0f} s"
    numbers = {"lower": found.lower, "upper": found.upper, "step": found.step}
    work.tell(name, words, Event.BOUNDS, **numbers, seconds=round(found.seconds, 3))


class _Lines:
    """The lines of progress: those at which the bounds had become clearly closer."""

    def __init__(self, saved: Arrays | None) -> None:
        self._kept: list[Line] = []
        if saved is not None:
            kept = saved.get(LINES, np.zeros(0))
            if kept.dtype != np.float64 or kept.shape[1:] != (4,) or not np.isfinite(kept).all():
                raise InputError([Problem("does not fit this game")])
            step, lower, upper, seconds = kept.T
            ordered = (np.diff(step) > 0).all() and (np.diff(lower) >= 0).all()
            ordered &= (np.diff(upper) <= 0).all() and (lower <= upper).all()
            whole = (step == np.floor(step)) & (step >= 0) & (step < LARGEST)
            if not (ordered and whole.all() and (seconds >= 0).all()):
                raise InputError([Problem("does not fit this game")])
            self._kept = [Line(int(step), *numbers) for step, *numbers in kept.tolist()]

    @property
    def step(self) -> int:
        """The number of steps at the last line; 0 if there is none."""
        return self._kept[-1].step if self._kept else 0

    @property
    def gap(self) -> float:
        return _gap(self._kept[-1]) if self._kept else math.inf

    def add(self, found: Round) -> None:
        line = _line(found)
        # A checkpoint can claim bounds that the strategies do not prove.
        self._kept = [
            one
            for one in self._kept
            if one.step <= line.step
            and one.lower_bound <= line.lower_bound
            and one.upper_bound >= line.upper_bound
        ]
        if not self._kept or _gap(line) <= CLOSER * _gap(self._kept[-1]):
            self._kept.append(line)

    def until(self, found: Round) -> list[Line]:
        """Return the lines, the last with the bounds of a round."""
        line = _line(found)
        same = [one for one in self._kept if one.step != line.step]
        return [*same, line]

    def array(self, found: Round) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
        return np.array(self.until(found), np.float64)


def _gap(line: Line) -> float:
    return line.upper_bound - line.lower_bound


def _line(found: Round) -> Line:
    return Line(found.step, found.lower, found.upper, round(found.seconds, 3))


def _bounds(game: Unsolved, found: Round, lines: _Lines, settings: Settings) -> Bounds:
    """Return the artifact of a round."""
    # Set to compare builds: the output must then contain no times.
    timed = "SOURCE_DATE_EPOCH" not in os.environ
    first, second = found.strategies()
    return Bounds(
        title=game.title,
        game_sha256=game.digest if isinstance(game, Game) else "",
        graph_sha256=game.digest if isinstance(game, ObservationGraph) else "",
        map_sha256=game.digest if isinstance(game, MapGame) else "",
        map_rules=game.rules if isinstance(game, MapGame) else "",
        method=settings.method,
        rule=ORACLE if settings.method == DOUBLE_ORACLE else RULES[type(game)],
        steps=found.step,
        status=_status(found),
        lower_bound=found.lower,
        upper_bound=found.upper,
        progress=tuple(
            line if timed else line._replace(seconds=None) for line in lines.until(found)
        ),
        strategies=(_labelled(game, first), _labelled(game, second)),
        recall=settings.recall,
        value=found.value,
    )


def _status(found: Round) -> BoundsStatus:
    if found.reached:
        return BoundsStatus.GAP
    return BoundsStatus.STALLED if found.stalled else BoundsStatus.LIMIT


def _labelled(game: Unsolved, strategy: tuple[Situation, ...]) -> tuple[Situation, ...]:
    """Return a strategy with the labels of the actions of a game, in the order of its sets."""
    if not isinstance(game, Game):
        return strategy
    infosets = game.information_sets
    labelled = [
        one._replace(actions=infosets[one.information_set or 0].actions) for one in strategy
    ]
    return tuple(sorted(labelled, key=lambda one: one.information_set or 0))
