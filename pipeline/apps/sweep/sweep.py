"""A complete sweep: its runs, then the changes of optimal play, with the files written after
each.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from typing import NamedTuple

import click

from ....schemas import critical, sweep
from ....schemas.parts.problems import counted
from ...chain.refusals import OptionRefused, refuse_for_source
from ...files.kinds import kind
from ...machine.deadline import duration
from ...settings import LINEAR_PROGRAM, Settings
from ...terminal.diagnostics import note, progress, running_command
from .critical import CriticalSearch, between, refuse_other_kinds, seconds_of, with_steps
from .files import Changes, Write, page_of, prepare, write_folder
from .grid import (
    Cell,
    Source,
    constants_in_sources,
    fixed_names,
    options_in_sources,
    parse_vary,
)
from .pictures.records import outcome
from .runs import Job, Result, Run, cells, finished


class Swept(NamedTuple):
    """The results of a sweep."""

    rows: tuple[sweep.Row, ...]
    changes: tuple[critical.Row, ...]
    """Empty if they were not requested."""

    @property
    def failed(self) -> list[sweep.Row | critical.Row]:
        """The rows of the runs and searches that failed."""
        rows: list[sweep.Row | critical.Row] = [*self.rows, *self.changes]
        return [row for row in rows if row.exit_code]


def run_sweep(
    sources: Sequence[Source],
    vary: Sequence[str],
    with_changes: bool,
    settings: Settings,
    folder: str,
    write: Write | None = None,
) -> Swept:
    """Return the rows of a sweep, and the changes of optimal play if requested. They are written to
    the folder, or by `write` if there is none: before the search for changes and again after it.

    Raises UsageError, OutputError and SolverError.
    """
    if with_changes and settings.method != LINEAR_PROGRAM:
        raise click.UsageError("--critical cannot be combined with --method: it needs optimal play")
    if with_changes:
        refuse_other_kinds(sources)
    spelled = with_steps(vary) if with_changes else vary
    constants, options = constants_in_sources(sources), options_in_sources(sources)
    parameters = parse_vary(spelled, fixed_names(settings), constants, options)
    ends, others = between(parameters) if with_changes else (None, ())
    _refuse_for_all(sources, settings)
    runs = list(map(Run, cells(sources, settings, parameters)))
    if folder:
        prepare(folder, [source.name for source in sources])
        write = partial(write_folder, folder)
    write = write or (lambda rows, changes: None)
    rows = _results("sweep", runs, settings, folder, lambda rows: write(rows, ()))
    if ends is None:
        return Swept(rows, ())
    searched = cells(sources, settings, others)
    note(_forecast(searched, settings, folder))

    def write_changes(found: Sequence[Changes]) -> None:
        write(rows, tuple(chain.from_iterable(found)))

    searches = [CriticalSearch(cell, interval=ends) for cell in searched]
    found = _results("critical", searches, settings, folder, write_changes)
    return Swept(rows, tuple(chain.from_iterable(found)))


def _refuse_for_all(sources: Sequence[Source], settings: Settings) -> None:
    """Raise OptionRefused if no source can be run with the settings of all runs."""
    refused: list[OptionRefused] = []
    for source in sources:
        try:
            refuse_for_source(settings, kind(source.text.text), source.name, is_lowered=True)
        except OptionRefused as error:
            refused.append(error)
        else:
            return
    raise refused[0]


def summary(found: Swept, folder: str = "") -> str:
    """Return the outcome in one line, with the path of the page, if there is a folder, and the
    place of the error messages.

    >>> summary(Swept((sweep.Row("a.txt"), sweep.Row("b.txt", exit_code=4)), ()), "out")
    '1 of 2 proved; out/sweep.html; 1 failed: see the column message of out/sweep.csv'
    """
    failed = sum(bool(row.exit_code) for row in found.rows)
    places = {(row.source, *row[1:5], row.low) for row in found.changes if row.player}
    parts = [outcome(found.rows)]
    unsearched = sum(bool(row.exit_code) for row in found.changes)
    if places or len(found.changes) > unsearched:
        parts.append(f"{counted(len(places), 'change')} of play")
    if folder:
        parts.append(page_of(folder))
    for count, name in ((failed, "sweep.csv"), (unsearched, "critical.csv")):
        if count:
            where = os.path.join(folder, name) if folder else "the table"
            parts.append(f"{count:,} failed: see the column message of {where}")
    if folder and any("time limit" in row.message.replace("-", " ") for row in found.failed):
        parts.append("with a longer --time-limit, the same command repeats only what failed")
    return "; ".join(parts)


def _results(
    what: str,
    jobs: Sequence[Job[Result]],
    settings: Settings,
    folder: str,
    write: Callable[[tuple[Result, ...]], None],
) -> tuple[Result, ...]:
    """Return the results of jobs, in their order, after writing them. If the jobs are interrupted,
    the results so far are written, and the way to continue is printed.
    """
    results: dict[int, Result] = {}
    try:
        with (
            progress(what) as watch,
            closing(finished(jobs, settings, folder, watch)) as coming,
        ):
            results.update(coming)
    except (KeyboardInterrupt, SystemExit):
        if results:
            write(_in_order(results))
        note(_reached(len(results), jobs, folder))
        raise
    write(_in_order(results))
    return _in_order(results)


def _in_order(results: Mapping[int, Result]) -> tuple[Result, ...]:
    return tuple(results[number] for number in sorted(results))


def _reached(done: int, jobs: Sequence[Job[Result]], folder: str) -> str:
    """Return how many jobs are done, and how to continue."""
    reached = f"{done:,} of {len(jobs):,} {jobs[0].several} are done"
    if not folder:
        return f"{reached}; a sweep to a folder (-o DIR) can be continued"
    again = running_command() or "the same call"
    return f"{reached} and saved in {folder}; to continue, run: {again}"


def _forecast(searched: Sequence[Cell], settings: Settings, folder: str) -> str:
    """Return an estimate, in words, of the time for the changes of optimal play."""
    each = seconds_of(settings)
    most = each * -(-len(searched) // min(settings.jobs, len(searched)))
    there = f"; the table is in {folder}" if folder else ""
    time = f"at most {duration(each)}"
    if len(searched) > 1:
        time = f"{len(searched):,} searches of {time} each, {duration(most)} in all"
    return f"searching for changes of play: {time} (--time-limit){there}"
