"""Games whose value is bounded: the search for strategies, which can be stopped and continued from
a checkpoint.
"""

import math
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from ...schemas import state_graph
from ...schemas.bounds import DOUBLE_ORACLE, REGRET, RESTRICTED, Bounds, BoundsStatus
from ...schemas.bounds import Progress as Line
from ...schemas.game import Game
from ...schemas.game import read as read_game
from ...schemas.map_game import MapGame
from ...schemas.matrices import Matrices, read_npz
from ...schemas.parts.exact import large
from ...schemas.parts.problems import (
    InputError,
    OptionError,
    Problem,
    SizeError,
    StatusError,
    TimeUp,
    counted,
)
from ...schemas.state_graph import ObservationGraph, unrolled
from ...schemas.state_graph.counting import count_histories, most_information_sets
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
from ..machine.memory import HISTORY, MERGED_STATE, PLAYED, RECALLED_STATE, affordable
from ..settings import Settings
from ..terminal.diagnostics import Progress, note, running_command
from ..terminal.events import Event
from .checkpoints import Arrays, read_checkpoint, write_checkpoint
from .records import Bounded, Unsolved
from .responses import responding

if TYPE_CHECKING:  # For start-up time: kernels.
    from ...stages.bounds.answers import Respond
    from ...stages.bounds.public_matching import PublicMatching
    from ...stages.bounds.regret import Aim, Learner

SHARE = 1e-3
"""The gap at which the search ends by default, as a share of the range of the payoffs."""
LEAST = 1e-200
"""The smallest default gap."""
ROUNDING = 1e-9
"""The smallest default gap, as a share of the largest payoff."""
PAUSE = 1.0
"""Seconds between two checkpoints, and two lines about the bounds, at least."""
WRITING = 20.0
"""The search runs at least this many times as long as it takes to write a checkpoint and bounds."""
CLOSER = 0.95
"""A line of progress is kept if the gap is at most this share of that of the line before."""
LONGER = 4
"""If the time is over before the report, a limit that is so many times as long is proposed."""
LONG = 10_000_000
"""The number of information sets at which a best response takes half a minute or more."""
ENDLESS = 10_000_000_000
"""The number of information sets at which a best response takes many hours, if not all memory."""
SLOW = 10.0
"""Seconds after which a double oracle whose bounds are hardly closer advises another method."""
COUNTED = 200_000
"""Information sets are counted if all situations of a player have at most so many states."""
LINES = "progress"
"""The array of the lines of progress in a checkpoint."""


def is_listed(graph: ObservationGraph, settings: Settings) -> bool:
    """Return whether a graph is expanded to a game before its value is bounded: a strategy for the
    game can depend on all that a player remembers, and proves closer bounds. Raises OptionError,
    before any work, if it is not, but the format of the report is for games.
    """
    most = affordable(settings.max_histories, HISTORY)
    listed = count_histories(unrolled(graph, states_limit(settings), "--max-states")) <= most
    if not listed and settings.report_format in OF_GAMES:
        raise OptionError(
            f"--format {settings.report_format} is for games of at most {most:,} histories; the "
            "bounds of a larger one have both strategies, and `-o DIR` writes them to "
            "NAME.bounds.json"
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
            f"--recall is for games of more than {settings.max_histories:,} histories "
            "(--max-histories): in this one, strategies depend on all that a player remembers"
        )


def read_unsolved(text: Text, otherwise: str, rules: str = "") -> Unsolved:
    """Return the game whose value is bounded: that of a game file, of matrices, of a state graph of
    version 2 or of a map by its rules. Raises InputError; `otherwise` is the message for a state
    graph of version 1.
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
    yield from _Search(game, settings, name, work, checkpoint).bounded()


class _Search:
    """A search on one game, with its checkpoint and its lines of progress."""

    def __init__(
        self, game: Unsolved, settings: Settings, name: str, work: Progress, checkpoint: str
    ) -> None:
        self.game, self.settings, self.name, self.work = game, settings, name, work
        self.checkpoint = checkpoint
        """The file of the checkpoint; empty for none."""
        self.identity = f"{game.rules} {game.digest}" if isinstance(game, MapGame) else game.digest
        """Identifies the game in a checkpoint."""
        self.saved = read_checkpoint(checkpoint, self.identity) if checkpoint else None
        """The arrays from which the search continues."""
        self.lines = about(checkpoint, lambda: _Lines(self.saved))
        self.extremes: tuple[float, float] | None = None
        """Bounds on all payoffs, once they are known."""
        self.infosets = 0
        """The number of information sets of the player with the most; 0 until they are counted."""
        self.told_gap, self.told_at = math.inf, time.monotonic()
        """The gap of the last line about the bounds, and its time; inf once advice was given."""

    def bounded(self) -> Iterator[Bounded]:
        """Yield the bounds as `search` does."""
        last, kept, due = None, None, time.monotonic() + PAUSE
        try:
            with responding(self.settings) as respond:
                for latest in self._rounds(respond):
                    if last is None:
                        self._note_rounding(latest)
                    last = latest
                    self.lines.add(last)
                    if (began := time.monotonic()) < due:
                        continue
                    kept = self._keep(last)
                    self._tell_progress(last)
                    if self.checkpoint:
                        yield Bounded(self.game, self._artifact(last), is_last=False)
                    now = time.monotonic()
                    due = now + max(PAUSE, WRITING * (now - began))
        except TimeUp as over:  # No time is left for a checkpoint.
            over.bounds = (last.lower, last.upper) if last else self.extremes
            if last is not None:
                self._tell(last)
            elif self._is_endless:
                over.advice = "a longer time limit does not help; try --method double-oracle"
            raise
        except BaseException as ended:
            if last is not None and last is not kept:
                self._keep(last)
            if isinstance(ended, ENDS):
                self.work.leave()
                self._tell_end(last)
            raise
        assert last is not None
        if last is not kept:
            self._keep(last)
            self._tell(last)
        yield Bounded(self.game, self._artifact(last), checkpoint=self.checkpoint)

    def _rounds(self, respond: "Respond") -> Iterator[Round]:
        """Yield the rounds. Raises InputError with the path of a checkpoint that does not fit."""
        try:
            match self.game:
                case MapGame():
                    yield from self._on_map(self.game)
                case ObservationGraph():
                    yield from self._on_graph(self.game, respond)
                case _:
                    yield from self._on_matrices(self.game)
        except SizeError:
            raise
        except InputError as error:
            error.source = error.source or self.checkpoint
            raise

    def _on_map(self, game: MapGame) -> Iterator[Round]:
        # For start-up time: NumPy.
        from ...stages.bounds.oracle.search import double_oracle
        from ...stages.bounds.oracle.terrain import terrain_of

        terrain = terrain_of(game)
        gap = self._aim(0.0, terrain.most, terrain.most).gap
        return double_oracle(terrain, gap, _seconds_left(), self.saved, self.work)

    def _on_graph(self, game: ObservationGraph, respond: "Respond") -> Iterator[Round]:
        """Return the rounds of a search on a graph whose histories are not listed."""
        # For start-up time: kernels.
        from ...stages.bounds.mirror_descent import MirrorDescent
        from ...stages.bounds.walks import walk_of_graph

        limit = states_limit(self.settings)
        graph = unrolled(game, limit)
        if self.settings.method == REGRET and (public := _public(graph, self.settings)):
            return self._minimised(public, self._aim(public.low, public.high, public.largest))
        began = time.monotonic()
        walk = walk_of_graph(graph, limit)
        walking = time.monotonic() - began
        aim = self._aim(*walk.extremes, walk.reach)
        self._note_size(graph)
        if self.settings.method == DOUBLE_ORACLE:
            # As above.
            from ...stages.bounds.memories.fractions import payoff_unit
            from ...stages.bounds.memories.search import double_oracle

            jobs, unit = self.settings.jobs or processors(), payoff_unit(graph)
            # The report makes the walk again.
            left, saved, work = _seconds_left(walking), self.saved, self.work
            return double_oracle(walk, aim.gap, left, saved, work, aim.states, jobs, unit)
        return self._minimised(MirrorDescent(walk, aim, respond), aim)

    def _on_matrices(self, game: Game | Matrices) -> Iterator[Round]:
        """Return the rounds of regret minimisation on the reduced sequence form of a listed game,
        or on the matrices that are given.
        """
        # For start-up time: kernels.
        from ...stages.bounds.regret_matching import RegretMatching

        if isinstance(game, Matrices):
            learner: Learner = RegretMatching(game)
            low, high = learner.guarantees()
            return self._minimised(learner, self._aim(low, high, max(abs(low), abs(high))))
        payoffs = game.columns.payoffs.floats
        low, high = float(payoffs.min()), float(payoffs.max())
        aim = self._aim(low, high, max(abs(low), abs(high)))
        return self._minimised(_of_game(game), aim)

    def _aim(self, low: float, high: float, reach: float) -> "Aim":
        """Return when to stop, for payoffs from `low` to `high`, at most `reach` in size."""
        # For start-up time, as above.
        from ...stages.bounds.recall import MOST
        from ...stages.bounds.regret import Aim

        self.extremes = low, high
        # Where all payoffs are the same, the bounds differ by rounding alone, also where all are 0.
        gap = self.settings.gap or max(SHARE * (high - low), ROUNDING * reach, LEAST)
        # A search that had ended is not continued.
        steps = self.lines.step if self.lines.gap <= gap else None
        most = affordable(MOST, RECALLED_STATE)
        return Aim(gap, None, steps, self.settings.recall, most)

    def _minimised(self, learner: "Learner", aim: "Aim") -> Iterator[Round]:
        # For start-up time: kernels.
        from ...stages.bounds.regret import minimise_regret

        limited = aim._replace(seconds=_seconds_left())
        return minimise_regret(learner, limited, self.saved, self.work)

    def _note_rounding(self, first: Round) -> None:
        """Print the smallest gap that rounding allows, if a smaller one was requested."""
        gap = self.settings.gap
        if gap is not None and gap < first.rounding and not first.reached:
            note(
                f"rounding alone keeps the bounds about {first.rounding:.2g} apart, so that --gap "
                f"{gap:g} may never be reached; a time limit or Ctrl-C ends the search",
                self.name,
            )

    def _keep(self, last: Round) -> Round:
        """Write the checkpoint of a round, if there is a file for it; return the round."""
        if self.checkpoint:
            arrays = {**last.save(), LINES: self.lines.array(last)}
            write_checkpoint(self.checkpoint, self.identity, arrays)
        return last

    @property
    def _is_endless(self) -> bool:
        """Whether the first best response will not end. A double oracle responds to few plans."""
        return self.settings.method == REGRET and self.infosets >= ENDLESS

    def _tell_progress(self, last: Round) -> None:
        """Print bounds that are clearly closer than the last ones, or what to do if a double oracle
        finds none.
        """
        gap, now = last.upper - last.lower, time.monotonic()
        if gap <= CLOSER * self.told_gap:
            self._tell(last)
            self.told_gap, self.told_at = gap, max(self.told_at, now)
        elif self.infosets < ENDLESS and last.rule == RESTRICTED and now > self.told_at + SLOW:
            if isinstance(self.game, ObservationGraph):
                note(f"hardly closer for {SLOW:g} s; --method regret may be faster", self.name)
            self.told_at = math.inf

    def _tell(self, last: Round) -> None:
        gap = at_most(last.upper - last.lower)
        value, steps = between(last.lower, last.upper), counted(last.step, "step")
        words = f"the value is {value}, gap {gap}, {steps}, {last.seconds:.0f} s"
        numbers = {"lower": last.lower, "upper": last.upper, "step": last.step}
        seconds = round(last.seconds, 3)
        self.work.tell(self.name, words, Event.BOUNDS, **numbers, seconds=seconds)

    def _tell_end(self, last: Round | None) -> None:
        """Print the last bounds of a search that is interrupted, and how to go on."""
        if last is not None:
            self._tell(last)
        else:
            note("stopped before the first bounds of this run; none were written", self.name)
        if (words := continuation(self.checkpoint)) and (last or not self._is_endless):
            note(words, self.name)

    def _note_size(self, graph: ObservationGraph) -> None:
        """Count the information sets, at each of which a best response decides. Print that the
        first bounds by regret may take long, if there are many or they cannot be counted quickly.
        """
        assert self.extremes is not None
        words = "the game has very many information sets"
        with suppress(SizeError):
            player, self.infosets = most_information_sets(graph, COUNTED)
            if self.infosets < LONG:
                return
            words = f"{graph.players[player - 1]} has {large(self.infosets)} information sets"
        if self.settings.method != REGRET:
            return
        how_long = "will not end in reasonable time" if self._is_endless else "may take long"
        note(
            f"{words}: the first best response {how_long}, and before it the value is known to "
            f"be {between(*self.extremes)} only, as all payoffs are",
            self.name,
        )

    def _artifact(self, last: Round) -> Bounds:
        game = self.game
        # Set to compare builds: the output must then contain no times.
        timed = "SOURCE_DATE_EPOCH" not in os.environ
        return Bounds(
            title=game.title,
            game_sha256=game.digest if isinstance(game, Game) else "",
            graph_sha256=game.digest if isinstance(game, ObservationGraph) else "",
            map_sha256=game.digest if isinstance(game, MapGame) else "",
            map_rules=game.rules if isinstance(game, MapGame) else "",
            matrices_sha256=game.digest if isinstance(game, Matrices) else "",
            method=self.settings.method,
            rule=last.rule,
            steps=last.step,
            status=_status(last),
            lower_bound=last.lower,
            upper_bound=last.upper,
            progress=tuple(
                line if timed else line._replace(seconds=None) for line in self.lines.until(last)
            ),
            strategies=last.strategies(),
            recall=self.settings.recall,
            value=last.value,
        )


def _public(graph: ObservationGraph, settings: Settings) -> "PublicMatching | None":
    """Return regret minimisation on public nodes, if a graph without a limit of moves is public
    after the deal, and the arrays fit into memory. Raises OptionError for --recall in such a game.
    """
    # For start-up time: kernels.
    from ...stages.bounds.public_game import public_game
    from ...stages.bounds.public_matching import MOST, PublicMatching

    game = public_game(graph)
    if game is None or game.sizes[:, 0].sum() > affordable(MOST, PLAYED):
        return None
    if settings.recall:
        raise OptionError(
            "--recall is not for a game that is public after its deal: in this one, strategies "
            "depend on all that a player remembers"
        )
    return PublicMatching(game, settings.jobs or processors())


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


def _seconds_left(after: float = 0.0) -> float | None:
    """Return the seconds of the time limit that are left for a search, which then ends by itself,
    if other work takes so many seconds after it; None if there is no limit.
    """
    limit = current()
    left = max(0.0, limit.end - time.monotonic() - after) if limit.seconds else None
    limit.extend()
    return left


def continuation(checkpoint: str, *more: str) -> str:
    """Return in words how to continue the search of the running command, with more options; empty
    if none is running. `checkpoint` is the file in which it is kept, empty for none.
    """
    command = running_command(*more, *([] if checkpoint else ["-o", "DIR"]))
    if command.startswith("efgc solve "):
        return "`efgc run` with -o DIR can be continued"
    if not command.startswith("efgc run "):
        return ""
    if not checkpoint:
        return f"to keep the search, run: {command}"
    if os.path.exists(checkpoint):
        return f"to continue, run: {command}"
    return f"nothing was saved; to begin again, run: {command}"


def advise(over: TimeUp, checkpoint: str) -> None:
    """Add the bounds that are known, and a command with a longer limit, to a limit's error."""
    known = f"the value is {between(*over.bounds)}" if over.bounds else "no bounds are known yet"
    longer = over.advice or continuation(checkpoint, "--time-limit", f"{LONGER * over.seconds:g}")
    over.advice = f"{known}; {longer}" if longer else known


def unreached(name: str, made: Bounded) -> StatusError | None:
    """Return the error of a search that ended before the bounds were close enough."""
    bounds = made.bounds
    if bounds.status == BoundsStatus.STALLED:
        return StatusError(f"a gap of {at_most(bounds.gap)} remains; the bounds hold", name)
    if bounds.status == BoundsStatus.LIMIT:
        words = f"the time limit is over at a gap of {at_most(bounds.gap)}; the bounds hold"
        again = continuation(made.checkpoint)
        return StatusError(f"{words}; {again}" if again else words, name)
    return None


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


def _status(found: Round) -> BoundsStatus:
    if found.reached:
        return BoundsStatus.GAP
    return BoundsStatus.STALLED if found.stalled else BoundsStatus.LIMIT
