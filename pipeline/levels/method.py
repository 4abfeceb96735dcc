"""Goofspiel with generated states: solved in a folder of level files, and read from there. Before a
long solve whose values would not be kept, the user gets the command that keeps them.
"""

import shlex
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import click

from ...schemas.induction import Answer, Ground, Known
from ...schemas.layer_values import NOTHING, Excerpt
from ...schemas.levels import Numbers
from ...schemas.parts.limits import bytes_in_words
from ...schemas.parts.problems import InputError, Problem
from ...schemas.parts.watch import Watch
from ...schemas.rules.goofspiel import Goofspiel, deal, read_position
from ...stages.isolated.processors import processors
from ...stages.isolated.signals import temporary_folder
from ...stages.report.induction import INDUCTION_FORMATS
from ...stages.solve.induction.goofspiel import more_games
from ..machine.deadline import duration
from ..machine.streams import is_silent
from ..settings import Settings
from ..terminal.diagnostics import note, progress, running_command
from .excerpt import excerpt, fits
from .files import read_manifest
from .forecast import Forecast, forecast
from .interface import Method, SolvedStates, is_quick
from .solve import solve_levels
from .store import Store


@dataclass(frozen=True)
class LevelFiles(Method):
    """The method for Goofspiel. Its pages contain values, from which every strategy follows."""

    rule: Goofspiel

    @property
    def no_levels(self) -> str:
        return ""

    def solve(self, folder: Callable[[], Path], settings: Settings, watch: Watch) -> SolvedStates:
        levels = folder()
        if settings.levels:
            self._refuse_deleted(settings)
        shown = INDUCTION_FORMATS[settings.report_format].trail and fits(self.rule)
        keep = settings.keep if settings.levels else bool(settings.at or shown)
        jobs = settings.jobs or processors()
        return SolvedStates(
            solve_levels(self.graph, levels, jobs, settings.engine, keep, watch, settings.values),
            levels,
        )

    def known(self, solved: SolvedStates) -> Known | None:
        return self._read(solved.levels, Ground.SOLVED) if solved.levels else None

    def found_again(self, folder: str, ended: ExitStack) -> tuple[Known | None, Path | None]:
        if folder:
            return self._read(Path(folder), Ground.READ), Path(folder)
        if not is_quick(more_games, self.rule):
            return None, None
        levels = ended.enter_context(temporary_folder())
        solve_levels(self.graph, levels, 1)
        return self._read(levels, Ground.SOLVED), levels

    def answer(self, levels: Path | None) -> Callable[[str], Answer] | None:
        if levels is None:
            return None
        return lambda text: Store(levels, self.rule, make=False).answer(read_position(text))

    def excerpt(self, levels: Path | None) -> Excerpt:
        if levels is None:
            return NOTHING
        return excerpt(Store(levels, self.rule, make=False))

    def _refuse_deleted(self, settings: Settings) -> None:
        """Raise InputError now for a position whose levels will be deleted before the report."""
        if settings.at and not settings.keep:
            asked = read_position(settings.at)
            if len(asked.prizes) < len(self.rule.prizes):
                known = read_manifest(Path(settings.levels), self.rule)
                if not known.levels or not known.keep:
                    raise InputError(
                        [
                            Problem(
                                "its level is deleted while the graph is solved; --at needs --keep"
                            )
                        ],
                        settings.at,
                    )

    def _read(self, folder: Path, ground: Ground) -> Known:
        """Return the known results of a folder. Raises InputError unless it has all levels of this
        game.
        """
        store = Store(folder, self.rule, make=False)
        start = deal(self.rule)
        first = [store.answer(start._replace(up=prize)) for prize in self.rule.prizes]
        return Known(
            ground=ground,
            levels=tuple(level.proof for level in store.levels),
            value=store.value(start),
            first={one.stage.state: one.matrix for one in first},
            packed=store.numbers == Numbers.PACKED,
        )


def with_kept_values(rule: Goofspiel, settings: Settings, name: str) -> Settings:
    """Print how long a long game takes to solve, and which command keeps its values. On a terminal,
    ask whether to keep them. Return the settings, changed to keep the values if the answer is yes.

    `name` is the name of the source.
    """
    if settings.levels or is_silent() or is_quick(more_games, rule):
        return settings
    folder = folder_of(name)
    found = forecast_of(rule, settings, folder)
    time = duration(found.seconds / found.jobs)
    size = bytes_in_words(found.disk(True))
    note(
        f"solving {len(rule.prizes)} cards takes about {time} on this machine, and again for each "
        "further run, --at and play, because no values are kept; this command keeps them "
        f"({size}): {keeping_command(name, folder)}",
        name,
    )
    if not sys.stdin.isatty() or not sys.stderr.isatty() or found.disk(True) > found.free_disk:
        return settings
    if not click.confirm(f"Keep the values in {folder} now?", default=True, err=True):
        return settings
    return replace(settings, levels=folder, keep=True)


def forecast_of(rule: Goofspiel, settings: Settings, folder: str) -> Forecast:
    """Return the cost of the level files of a deal in a folder."""
    numbers, jobs = settings.values or Numbers.FLOAT64, settings.jobs or processors()
    with progress("plan") as watch:
        return forecast(rule, Path(folder), numbers, jobs, watch)


def folder_of(name: str) -> str:
    """Return the name of a folder for the values of a source.

    >>> folder_of("cards/g13.yaml"), folder_of("<stdin>")
    ('g13.levels', 'stdin.levels')
    """
    return f"{Path(name).name.split('.')[0].strip('<>')}.levels"


def keeping_command(name: str, folder: str = "DIR") -> str:
    """Return the command that keeps the values of a source: the running command if it has --keep.

    >>> keeping_command("my game.yaml")
    "efgc run 'my game.yaml' --levels DIR --keep"
    """
    context = click.get_current_context(silent=True)
    able = context is not None and any(one.name == "keep" for one in context.command.params)
    keeping = ("--levels", folder, "--keep")
    running = running_command(*keeping) if able else ""
    return running or shlex.join(["efgc", "run", name, *keeping])
