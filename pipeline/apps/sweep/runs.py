"""The jobs of a sweep, distributed by an engine and recorded as they finish: its runs, and the
searches of `critical`. Each job is done in a separate process.
"""

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import click

from ....schemas.parts.labels import one_line
from ....schemas.parts.problems import EfgcError, InputError, StageBug, TimeUp
from ....schemas.parts.watch import Watch
from ....schemas.sweep import PARAMETERS, Row, row_of
from ....schemas.sweep import cells as cells_of
from ....stages.isolated import Broke
from ....stages.isolated.processors import processors
from ....stages.isolated.sandbox import run_directly
from ....stages.report.certainty import shared_digits
from ....stages.solve import DEFAULT, seconds_since
from ...chain.steps import Step
from ...engines import engine
from ...engines.local import IsolatedJob
from ...files.reading import locked, with_numbers
from ...files.text import Text
from ...machine.deadline import limited
from ...machine.streams import silent
from ...settings import Settings
from ...terminal.diagnostics import problem_lines
from ...ways.facts import Facts
from ...ways.interface import way, way_and_report
from ...ways.run import run as go
from .files import Changes, Journal, opened
from .grid import Cell, Source, Varied, grid

TRUSTED = (DEFAULT,)
"""Solvers that run in the process of the run: GLPK, which has no threads. If a solver ends that
process, the run is repeated with every solver in a process of its own.
"""
GRACE = 3.0
"""Seconds by which a run may exceed its limit, so that it can report its progress itself."""
Result = TypeVar("Result", Row, Changes)
SMALL = "5\n5\n#####\n#-E-#\n#S#D#\n#-E-#\n#####\n1\n1\n"
"""A map that is compiled quickly."""


@dataclass(frozen=True)
class Job(ABC, Generic[Result]):
    """A piece of work on one cell that cannot affect others if it fails."""

    cell: Cell
    among: int = 1
    """The number of jobs on a machine at the same time, which share the free memory."""

    called: ClassVar[str]
    """Its name in messages."""
    several: ClassVar[str]
    """The name of several."""
    columns: ClassVar[tuple[str, ...]]
    """The columns that come from the cell."""

    @property
    @abstractmethod
    def key(self) -> str:
        """A checksum of everything that the result depends on, except the time limit."""

    @property
    def limit(self) -> float:
        """The time limit in seconds; 0 for none."""
        return self.cell.settings.request.time_limit

    @abstractmethod
    def work(self) -> Result:
        """Return the result, inside the process of the job."""

    @abstractmethod
    def failure(self, exit_code: int, message: str) -> Result:
        """Return the result of a job that failed."""

    @abstractmethod
    def as_read(self, result: Result) -> Result:
        """Return a result as it is after reading the table. Raises InputError if the table does not
        accept it.
        """

    @abstractmethod
    def of_cell(self, result: Result) -> Result:
        """Return the result of a job with the same key, with the columns of this cell, which may
        spell the values differently.
        """

    def load_modules(self) -> None:
        """Load the modules for the work, so that processes forked from this one have them."""

    def failed(self, exit_code: int, message: str) -> Result:
        """Return the result of a job that failed, with its message in one line."""
        return self.failure(exit_code, one_line(" ".join(message.split())))

    def cell_columns(self) -> dict[str, Any]:
        """Return the columns of the cell."""
        return {name: getattr(self.cell.row, name) for name in self.columns}

    def __call__(self) -> Result:
        """Return the result, from a separate process."""
        self.load_modules()
        for trusted in (TRUSTED, ()):
            done = IsolatedJob(
                name=self.cell.source.name,
                work=_Working(self, trusted),
                seconds=self.limit + GRACE if self.limit else 0.0,
                among=self.among,
            )()
            if not isinstance(done.error, Broke):
                break
        if done.error:
            return self.failed(done.error.exit_code, str(done.error))
        try:
            return self.as_read(done.result)
        except InputError as error:
            bug = f"efgc: a bug of ours: the {self.called} wrote a broken row: {error}"
            return self.failed(StageBug.exit_code, bug)


@dataclass(frozen=True)
class _Working(Generic[Result]):
    """The work of a job, inside its process."""

    job: Job[Result]
    trusted: tuple[str, ...]

    def __call__(self) -> Result:
        with silent(), run_directly(*self.trusted):
            try:
                return self.job.work()
            except InputError as error:
                return self.job.failed(error.exit_code, "; ".join(problem_lines(error)))
            except EfgcError as error:
                return self.job.failed(error.exit_code, str(error))
            except TimeUp as over:
                return self.job.failed(over.exit_code, f"efgc: {over}")


class Run(Job[Row]):
    """A run of the chain."""

    called, several = "run", "runs"
    columns = ("source", *PARAMETERS, "command")

    @property
    def key(self) -> str:
        return self.cell.key

    def work(self) -> Row:
        before = time.perf_counter()
        last = _last(self.cell.source.text, self.cell.settings)
        row = _with_figures(self.cell.row, last)._replace(seconds=seconds_since(before))
        missed = way(last.way).shortfall(last.made, self.cell.source.name)
        return row._replace(exit_code=missed.exit_code, message=str(missed)) if missed else row

    def failure(self, exit_code: int, message: str) -> Row:
        return self.cell.row._replace(exit_code=exit_code, message=message)

    def as_read(self, result: Row) -> Row:
        return row_of(cells_of(result))

    def of_cell(self, result: Row) -> Row:
        return result._replace(**self.cell_columns())

    def load_modules(self) -> None:
        _load_modules()


@cache
def _load_modules() -> None:
    """Load the modules that runs need, by a small run: processes forked from this one have them and
    do not load them again for each run.
    """
    text = Text(text=SMALL, name="", file="", sha256="")
    with silent(), run_directly(*TRUSTED):
        # The facts need modules that the stages load late.
        solved, report = way_and_report(list(go(text, Settings(counted=False)))[-1])
        solved.facts(report)


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
        value=_value(facts),
        fraction=None if facts.exact is None else Fraction(facts.exact),
        lower=float(bounds.lower) if bounds else None,
        upper=float(bounds.upper) if bounds else None,
        exploitability=facts.exploitability,
        solver=facts.solver,
        player=next(iter(facts.players), ""),
        rows=numbers.get("rows"),
        columns=numbers.get("columns"),
        nodes=numbers.get("nodes"),
    )


def _value(facts: Facts) -> float | None:
    """Return the exact value, or the digits that finite bounds share; where nothing is proved, the
    optimum as the solver reports it.
    """
    bounds = facts.bounds
    if facts.exact is None and bounds and math.isfinite(bounds.upper - bounds.lower):
        return shared_digits(bounds.lower, bounds.upper)
    return None if math.isnan(facts.value) else float(facts.value)


MOST = 100_000
"""The largest number of runs in a sweep."""


def of_each_run(settings: Settings, time_limit: float | None) -> Settings:
    """Return the settings of all runs of a sweep, with the time limit of each run."""
    request = settings.request._replace(time_limit=time_limit or 0.0)
    return replace(settings, request=request, jobs=settings.jobs or processors())


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


def finished(
    jobs: Sequence[Job[Result]], settings: Settings, folder: str, watch: Watch
) -> Generator[tuple[int, Result]]:
    """Yield the numbers of jobs and their results, as they finish. Jobs that are already in the
    folder's journal, if there is a folder, are not repeated. `watch` is called with the number of
    finished jobs.

    Raises OutputError, also if another process works in the folder, and SolverError if the engine
    is not installed.
    """
    with ExitStack() as ended:
        journal: Journal | None = None
        if folder:
            ended.enter_context(locked(Path(folder)))
            journal = ended.enter_context(opened(Path(folder)))
        waiting: dict[str, list[int]] = {}
        for number, job in enumerate(jobs):
            known: Any = journal.result(job.key, job.limit) if journal else None
            if known is None:
                waiting.setdefault(job.key, []).append(number)
            else:
                yield number, job.of_cell(known)
        same = list(waiting.values())
        done = len(jobs) - sum(map(len, same))
        watch(done, len(jobs))
        if same:
            jobs[same[0][0]].load_modules()
            among = min(settings.jobs, len(same))
            working = engine(settings.engine, settings.jobs)
            ended.callback(working.close)
            works = [replace(jobs[numbers[0]], among=among) for numbers in same]
            for place, result in working(works):
                if journal:
                    journal.add(works[place].key, works[place].limit, result)
                for number in same[place]:
                    yield number, jobs[number].of_cell(result)
                done += len(same[place])
                watch(done, len(jobs))
        if journal:
            journal.reorder(job.key for job in jobs)
