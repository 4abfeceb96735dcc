"""A sweep: its runs are distributed by an engine, and recorded as they finish."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import click

from pipeline.engines import engine
from pipeline.files.lock import locked
from pipeline.files.reading import make_folder, read_source
from pipeline.settings import Settings
from pipeline.sweeping.grid import Cell, Source, grid
from pipeline.sweeping.journal import Journal, as_asked, opened, rounded
from pipeline.sweeping.parameters import Varied
from pipeline.sweeping.runs import Run, failed, warmed
from pipeline.sweeping.writing import refuse_sources
from pipeline.terminal.diagnostics import problem_lines
from schemas.parts.problems import InputError
from schemas.parts.watch import Watch
from schemas.sweep import Row
from stages.isolated.processors import processors

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
        raise click.UsageError(f"these are {count:,} runs, and {MOST:,} is the limit")
    return tuple(grid(sources, settings, parameters))


def swept(
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
            journal.put_in_order(cell.key for cell in runs)
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
            known = failed(cell.row, InputError.exit_code, cell.source.problem)
        if known:
            done += 1
            yield number, known
        else:
            waiting.setdefault(cell.key, []).append(number)
    watch(done, len(runs))
    if not waiting:
        return
    warmed()
    same = list(waiting.values())
    works = [Run(runs[numbers[0]], min(settings.jobs, len(same))) for numbers in same]
    with ExitStack() as ended:
        working = engine(settings.engine, settings.jobs)
        ended.callback(working.close)
        for at, row in working(works):
            if journal:
                journal.add(runs[same[at][0]], row)
            for number in same[at]:
                yield number, as_asked(rounded(row), runs[number])
            done += len(same[at])
            watch(done, len(runs))
