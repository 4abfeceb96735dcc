"""The runs of a sweep, distributed by an engine and recorded as they finish. Each run is a piece of
work, done in a separate process.
"""

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click

from ....schemas.parts.labels import one_line
from ....schemas.parts.problems import EfgcError, InputError, TimeUp
from ....schemas.parts.watch import Watch
from ....schemas.sweep import Row
from ....stages.isolated import Broke
from ....stages.isolated.processors import processors
from ....stages.isolated.sandbox import run_directly
from ....stages.solve import DEFAULT, seconds_since
from ...chain.steps import Step
from ...engines import engine
from ...engines.local import IsolatedJob
from ...files.reading import locked, make_folder, read_source, with_numbers
from ...files.text import Text
from ...machine.deadline import limited
from ...machine.streams import silent
from ...settings import Settings
from ...terminal.diagnostics import problem_lines
from ...ways.interface import way_and_report
from ...ways.run import run as go
from .files import (
    Journal,
    opened,
    refuse_sources,
    rounded,
    with_cell_columns,
)
from .grid import Cell, Source, Varied, grid

TRUSTED = (DEFAULT,)
"""Solvers that run in the process of the run: GLPK, which has no threads. If a solver ends that
process, the run is repeated with every solver in a process of its own.
"""
GRACE = 3.0
"""Seconds by which a run may exceed its limit, so that it can report its progress itself."""
SMALL = "5\n5\n#####\n#-E-#\n#S#D#\n#-E-#\n#####\n1\n1\n"
"""A map that is compiled quickly."""


class Run(NamedTuple):
    """A run that cannot affect others if it fails."""

    cell: Cell
    among: int
    """The number of runs on a machine at the same time, which share the free memory."""

    def __call__(self) -> Row:
        """Return its row."""
        load_modules()
        limit = self.cell.settings.request.time_limit
        for trusted in (TRUSTED, ()):
            alone = IsolatedJob(
                name=self.cell.source.name,
                work=_Solving(self.cell, trusted),
                seconds=limit + GRACE if limit else 0.0,
                among=self.among,
            )
            done = alone()
            if not isinstance(done.error, Broke):
                break
        if done.error:
            return failure_row(self.cell.row, done.error.exit_code, str(done.error))
        found: Row = done.result
        return found


def failure_row(row: Row, exit_code: int, message: str) -> Row:
    """Return the row of a run that failed."""
    return row._replace(exit_code=exit_code, message=one_line(" ".join(message.split())))


@cache
def load_modules() -> None:
    """Load the modules that runs need, by a small run: processes forked from this one have them and
    do not load them again for each run.
    """
    text = Text(text=SMALL, name="", file="", sha256="")
    with silent(), run_directly(*TRUSTED):
        # The facts need modules that the stages load late.
        solved, report = way_and_report(list(go(text, Settings(counted=False)))[-1])
        solved.facts(report)


class _Solving(NamedTuple):
    """The run itself, inside its process."""

    cell: Cell
    trusted: tuple[str, ...]

    def __call__(self) -> Row:
        before, row = time.perf_counter(), self.cell.row
        assert self.cell.source.text is not None
        with ExitStack() as ended:
            ended.enter_context(silent())
            ended.enter_context(run_directly(*self.trusted))
            try:
                last = _last(self.cell.source.text, self.cell.settings)
            except InputError as error:
                return failure_row(row, error.exit_code, "; ".join(problem_lines(error)))
            except EfgcError as error:
                return failure_row(row, error.exit_code, str(error))
            except TimeUp as over:
                return failure_row(row, over.exit_code, f"efgc: {over}")
        return _with_figures(row, last)._replace(seconds=seconds_since(before))


def _last(text: Text, settings: Settings) -> Step:
    """Return the step of the last stage."""
    with limited(settings.request.time_limit) as limit:
        request = settings.request._replace(until=limit.end)
        asked = replace(settings, request=request, counted=False)
        *_, last = go(with_numbers(text, asked), asked)
    return last


def _with_figures(row: Row, last: Step) -> Row:
    solved, report = way_and_report(last)
    facts, numbers = solved.facts(report), solved.numbers(report)
    bounds = facts.bounds
    return row._replace(
        value=None if math.isnan(facts.value) else float(facts.value),
        fraction=None if facts.exact is None else Fraction(facts.exact),
        lower=float(bounds.lower) if bounds else None,
        upper=float(bounds.upper) if bounds else None,
        exploitability=facts.exploitability,
        solver=facts.solver,
        rows=numbers.get("rows"),
        columns=numbers.get("columns"),
        nodes=numbers.get("nodes"),
    )


MOST = 100_000
"""The largest number of runs in a sweep."""


def of_each_run(settings: Settings, time_limit: float | None) -> Settings:
    """Return the settings of all runs of a sweep, with the time limit of each run."""
    request = settings.request._replace(time_limit=time_limit or 0.0)
    return replace(settings, request=request, jobs=settings.jobs or processors())


def read(name: str) -> Source:
    """Return a source of a sweep; its file may be unreadable."""
    try:
        return Source(name, read_source("run", name))
    except InputError as error:
        return Source(name, None, "; ".join(problem_lines(error)))


def cells(
    sources: Sequence[Source], settings: Settings, parameters: Sequence[Varied]
) -> tuple[Cell, ...]:
    """Return the runs of a sweep, in the order of the table. Raises UsageError for too many."""
    count = len(sources)
    for one in parameters:
        count *= len(one.values)
    if count > MOST:
        raise click.UsageError(f"{count:,} runs exceed the limit of {MOST:,}")
    return tuple(grid(sources, settings, parameters))


def run_cells(
    runs: Sequence[Cell], settings: Settings, folder: str = "", watch: Watch = lambda *far: None
) -> tuple[Row, ...]:
    """Return the rows of runs, in their order. Runs that are already in the folder's journal, if
    there is a folder, are not repeated.

    `watch` is called with the number of finished runs. Raises OutputError, also if another process
    works in the folder, or if the sweep would overwrite a source, and SolverError if the engine is
    not installed.
    """
    with ExitStack() as ended:
        journal = None
        if folder:
            refuse_sources(folder, list({cell.source.name for cell in runs}))
            make_folder(folder)
            ended.enter_context(locked(Path(folder)))
            journal = ended.enter_context(opened(Path(folder)))
        found = dict(_rows(runs, settings, journal, watch))
        if journal:
            journal.reorder(cell.key for cell in runs)
    return tuple(found[number] for number in range(len(runs)))


def _rows(
    runs: Sequence[Cell], settings: Settings, journal: Journal | None, watch: Watch
) -> Iterator[tuple[int, Row]]:
    """Yield the numbers of runs and their rows, as they finish."""
    waiting: dict[str, list[int]] = {}
    done = 0
    for number, cell in enumerate(runs):
        known = journal.row(cell) if journal else None
        if cell.source.text is None:
            known = failure_row(cell.row, InputError.exit_code, cell.source.problem)
        if known:
            done += 1
            yield number, known
        else:
            waiting.setdefault(cell.key, []).append(number)
    watch(done, len(runs))
    if not waiting:
        return
    load_modules()
    same = list(waiting.values())
    works = [Run(runs[numbers[0]], min(settings.jobs, len(same))) for numbers in same]
    with ExitStack() as ended:
        working = engine(settings.engine, settings.jobs)
        ended.callback(working.close)
        for place, row in working(works):
            if journal:
                journal.add(runs[same[place][0]], row)
            for number in same[place]:
                yield number, with_cell_columns(rounded(row), runs[number])
            done += len(same[place])
            watch(done, len(runs))
