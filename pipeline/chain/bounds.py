"""Games whose value is bounded: the search for strategies, which can be stopped and goes on from a
checkpoint, and the report on what they prove.
"""

import math
import os
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ...schemas import state_graph
from ...schemas.bounds import DOUBLE_ORACLE, REGRET, Bounds, BoundsStatus
from ...schemas.bounds import Progress as Line
from ...schemas.game import Game
from ...schemas.game import read as read_game
from ...schemas.map_game import MapGame
from ...schemas.matrices import Matrices, read_npz
from ...schemas.parts.problems import (
    InputError,
    OptionError,
    Problem,
    SizeError,
    StatusError,
    counted,
)
from ...schemas.state_graph import ObservationGraph, unrolled
from ...schemas.state_graph.counting import count_histories
from ...stages.bounds.rounds import LARGEST, Round
from ...stages.forms.formulation import Forms
from ...stages.isolated.processors import processors
from ...stages.parse import map_game
from ...stages.report.bounds import OF_GAMES
from ...stages.report.certainty import at_most, between
from ...stages.report.lift import situations_of
from ..files.kinds import kind
from ..files.reading import about
from ..files.text import Text
from ..machine.deadline import ENDS, current
from ..machine.memory import MERGED_STATE, PLAYED, RECALLED_STATE, affordable
from ..settings import Settings
from ..terminal.diagnostics import Progress, note
from ..terminal.events import Event
from .checkpoints import Arrays, read_checkpoint, write_checkpoint
from .records import Bounded, Unsolved
from .responses import responding

if TYPE_CHECKING:  # For start-up time: kernels.
    from ...stages.bounds.answers import Respond
    from ...stages.bounds.public_matching import PublicMatching
    from ...stages.bounds.regret import Aim, Learner

LISTED = 1_000_000
"""The most histories of a state graph that is listed as a game. A strategy for the game can depend
on all that a player remembers, and proves closer bounds.
"""
SHARE = 1e-3
"""The gap at which the search ends by default, as a share of the range of the payoffs."""
LEAST = 1e-200
"""The smallest such gap."""
ROUNDING = 1e-9
"""The share of the largest payoff below which a gap may be too small to be reached."""
PAUSE = 1.0
"""Seconds between two checkpoints, and two lines about the bounds, at least."""
WRITING = 20.0
"""How many times as long as writing a checkpoint and its bounds the search goes on before it."""
REPORTING = 12.0
"""How many times as long as it takes to make the matrices of a game the writing of its strategies
and the proof of the report take, or some more.
"""
CLOSER = 0.95
"""A line of progress is kept if the gap is at most this share of that of the line before."""
LINES = "progress"
"""The array of the lines of progress in a checkpoint."""


def is_listed(graph: ObservationGraph, settings: Settings) -> bool:
    """Return whether a graph is expanded to a game before its value is bounded. Raises OptionError,
    before any work, if it is not, but the format of the report is for games.
    """
    most = min(LISTED, settings.max_histories)
    listed = count_histories(unrolled(graph, states_limit(settings), "--max-states")) <= most
    if not listed and settings.report_format in OF_GAMES:
        raise OptionError(
            f"--format {settings.report_format} is for games of at most {most:,} histories; the "
            "bounds of a larger one have both strategies"
        )
    _refuse_recall(settings, listed)
    return listed


def _refuse_recall(settings: Settings, listed: bool) -> None:
    """Raise OptionError for --recall in a double oracle or a listed game."""
    if settings.recall and settings.method == DOUBLE_ORACLE:
        raise OptionError(
            "--recall is for --method regret; strategies of a double oracle remember all"
        )
    if settings.recall and listed:
        raise OptionError(
            f"--recall is for games of more than {LISTED:,} histories: in this one, strategies "
            "depend on all that a player remembers"
        )


def read_unsolved(text: Text, otherwise: str, rules: str = "") -> Unsolved:
    """Return the game whose value is bounded: that of a game file, of matrices, of a state graph of
    version 2 or of a map by its rules. Raises InputError, for a state graph of version 1 with these
    words.
    """
    match kind(text.text):
        case "map":
            return map_game(text.text, text.sha256, text.file, rules)
        case "sequence-form":
            return read_npz(text.content)
        case "state-graph":
            graph = state_graph.read(text.text)
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
    _refuse_recall(settings, isinstance(game, Game | Matrices))
    saved = read_checkpoint(checkpoint, _identity(game)) if checkpoint else None
    lines = about(checkpoint, lambda: _Lines(saved))
    last, kept, due = None, None, time.monotonic() + PAUSE
    try:
        with responding(settings) as respond:
            rounds = _rounds(game, settings, name, lines, saved, work, respond)
            for last in _from_checkpoint(checkpoint, rounds):
                lines.add(last)
                if (began := time.monotonic()) < due:
                    continue
                kept = _keep(game, checkpoint, last, lines)
                _tell(work, name, last)
                if checkpoint:
                    made = _bounds(game, last, lines, settings)
                    yield Bounded(game, made, is_last=False)
                now = time.monotonic()
                due = now + max(PAUSE, WRITING * (now - began))
    except BaseException as ended:
        if last is not None and last is not kept:
            _keep(game, checkpoint, last, lines)
        if last is not None and isinstance(ended, ENDS):
            _tell(work, name, last)
            folder = "" if checkpoint else "with -o DIR "
            note(f"{name}: {folder}the same command goes on from there")
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
        return double_oracle(terrain, aim.gap, _seconds_left(), saved, work)
    if isinstance(game, Game | Matrices):
        return _on_matrices(game, settings, name, lines, saved, work)
    return _on_graph(game, settings, name, lines, saved, work, respond)


def _on_graph(
    game: ObservationGraph,
    settings: Settings,
    name: str,
    lines: "_Lines",
    saved: Arrays | None,
    work: Progress,
    respond: "Respond",
) -> Iterator[Round]:
    """Return the rounds of a search on a graph whose histories are not listed."""
    # For start-up time: kernels.
    from ...stages.bounds.mirror_descent import MirrorDescent
    from ...stages.bounds.regret import minimise_regret
    from ...stages.bounds.walks import walk_of_graph

    limit = states_limit(settings)
    graph = unrolled(game, limit)
    if settings.method == REGRET and (public := _public(graph, settings)):
        _release_time()
        _note_rounding(lambda: public, public.largest, settings, name, lines)
        aim = _aim(public.high - public.low, public.largest, settings, lines)
        return minimise_regret(public, aim._replace(seconds=_seconds_left()), saved, work)
    walk = walk_of_graph(graph, limit)
    _release_time()
    aim = _aim(walk.range, walk.reach, settings, lines)
    learner = cache(lambda: MirrorDescent(walk, aim, respond))
    _note_rounding(learner, walk.reach, settings, name, lines)
    if settings.method == DOUBLE_ORACLE:
        # As above.
        from ...stages.bounds.memories.fractions import payoff_unit
        from ...stages.bounds.memories.search import double_oracle as oracle_on_walk

        jobs = settings.jobs or processors()
        left, unit = _seconds_left(), payoff_unit(graph)
        return oracle_on_walk(walk, aim.gap, left, saved, work, aim.states, jobs, unit)
    return minimise_regret(learner(), aim._replace(seconds=_seconds_left()), saved, work)


def _public(graph: ObservationGraph, settings: Settings) -> "PublicMatching | None":
    """Return regret minimisation on public nodes, if a graph without a limit of moves is public
    after the deal, and the arrays fit into memory. Raises OptionError for --recall in such a game.
    """
    # For start-up time: kernels.
    from ...stages.bounds.public_game import public_game
    from ...stages.bounds.public_matching import MOST, PublicMatching

    found = public_game(graph)
    if found is None or found.sizes[:, 0].sum() > affordable(MOST, PLAYED):
        return None
    if settings.recall:
        raise OptionError(
            "--recall is not for a game that is public after its deal: in this one, strategies "
            "depend on all that a player remembers"
        )
    return PublicMatching(found, settings.jobs or processors())


def _on_matrices(
    game: Game | Matrices,
    settings: Settings,
    name: str,
    lines: "_Lines",
    saved: Arrays | None,
    work: Progress,
) -> Iterator[Round]:
    """Return the rounds of regret minimisation on the reduced sequence form of a listed game, or on
    the matrices that are given.
    """
    # For start-up time: kernels.
    from ...stages.bounds.regret import minimise_regret
    from ...stages.bounds.regret_matching import RegretMatching

    began = time.monotonic()
    learner = RegretMatching(game) if isinstance(game, Matrices) else _of_game(game)
    after = REPORTING * (time.monotonic() - began)
    _release_time()
    if isinstance(game, Game):
        payoffs = game.columns.payoffs.floats
        low, high = float(payoffs.min()), float(payoffs.max())
    else:
        low, high = learner.guarantees()
    reach = max(abs(low), abs(high))
    _note_rounding(lambda: learner, reach, settings, name, lines)
    aim = _aim(high - low, reach, settings, lines)
    return minimise_regret(learner, aim._replace(seconds=_seconds_left(after)), saved, work)


def _of_game(game: Game) -> "Learner":
    # For start-up time: kernels.
    from ...stages.bounds.regret_matching import RegretMatching
    from ...stages.lower.matrices import matrices

    formulation = Forms(game).without()
    form = formulation.form.columns
    return RegretMatching(
        matrices(form, formulation.name(1)),
        lambda player, plan: situations_of(game, player, form.players[player - 1], plan),
    )


def _release_time() -> None:
    """Let the search end by itself when the time is over: then there are bounds."""
    current().released.set()


def _note_rounding(
    learner: Callable[[], "Learner"],
    reach: float,
    settings: Settings,
    name: str,
    lines: "_Lines",
) -> None:
    """Print the smallest gap that rounding allows, if a smaller one was requested."""
    if settings.gap is None or settings.gap >= min(ROUNDING * reach, lines.gap):
        return
    least = learner().rounding()
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

    # Where all payoffs are the same, the bounds differ by rounding alone, also where all are 0.
    gap = settings.gap or max(SHARE * range, ROUNDING * reach, LEAST)
    # A search that had ended is not continued.
    steps = lines.step if lines.gap <= gap else None
    most = affordable(MOST, RECALLED_STATE)
    return Aim(gap, None, steps, settings.recall, most)


def _seconds_left(after: float = 0.0) -> float | None:
    """Return the seconds of the time limit that are left for a search, without those for what comes
    after it, or at most half of them; None if there is no limit.
    """
    if not current().seconds:
        return None
    left = max(0.0, current().end - time.monotonic())
    return max(left - after, left / 2)


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
    return Bounds(
        title=game.title,
        game_sha256=game.digest if isinstance(game, Game) else "",
        graph_sha256=game.digest if isinstance(game, ObservationGraph) else "",
        map_sha256=game.digest if isinstance(game, MapGame) else "",
        map_rules=game.rules if isinstance(game, MapGame) else "",
        matrices_sha256=game.digest if isinstance(game, Matrices) else "",
        method=settings.method,
        rule=found.rule,
        steps=found.step,
        status=_status(found),
        lower_bound=found.lower,
        upper_bound=found.upper,
        progress=tuple(
            line if timed else line._replace(seconds=None) for line in lines.until(found)
        ),
        strategies=found.strategies(),
        recall=settings.recall,
        value=found.value,
    )


def _status(found: Round) -> BoundsStatus:
    if found.reached:
        return BoundsStatus.GAP
    return BoundsStatus.STALLED if found.stalled else BoundsStatus.LIMIT
