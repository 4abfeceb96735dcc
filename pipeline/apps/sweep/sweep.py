"""A complete sweep: its runs, then the changes of optimal play, with the files written after
each.
"""

import os
from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

from ....schemas import critical, sweep
from ...machine.deadline import duration
from ...settings import Settings
from ...terminal.diagnostics import note, progress
from .critical import CriticalSearch, Range, between, seconds_of, with_steps
from .files import page_of, write_folder
from .grid import (
    Cell,
    Source,
    Varied,
    constants_in_sources,
    fixed_names,
    parse_vary,
)
from .runs import cells, finished, run_cells


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
    folder: str = "",
) -> Swept:
    """Return the rows of a sweep, and the changes of optimal play if requested. Writes the files to
    the folder, if there is one, before the search for changes, and again after it.

    Raises UsageError, OutputError and SolverError.
    """
    spelled = with_steps(vary) if with_changes else vary
    parameters = parse_vary(spelled, fixed_names(settings), constants_in_sources(sources))
    ends, others = between(parameters) if with_changes else (None, ())
    with progress("sweep") as watch:
        rows = run_cells(cells(sources, settings, parameters), settings, folder, watch)
    names = [source.name for source in sources]
    if folder:
        write_folder(folder, rows, names)
    if ends is None:
        return Swept(rows, ())
    return Swept(rows, _changes(sources, settings, (ends, others), rows, folder))


def summary(found: Swept, folder: str = "") -> str:
    """Return the outcome in one line, with the path of the page, if there is a folder, and the
    place of the error messages.

    >>> summary(Swept((sweep.Row("a.txt"), sweep.Row("b.txt", exit_code=4)), ()), "out")
    '1 of 2 proved; out/sweep.html; 1 failed: see the column message of out/sweep.csv'
    """
    failed = sum(bool(row.exit_code) for row in found.rows)
    places = {(row.source, *row[1:5], row.low) for row in found.changes if row.player}
    parts = [f"{len(found.rows) - failed:,} of {len(found.rows):,} proved"]
    unsearched = sum(bool(row.exit_code) for row in found.changes)
    if places or len(found.changes) > unsearched:
        parts.append(f"{len(places):,} {'change' if len(places) == 1 else 'changes'} of play")
    if folder:
        parts.append(page_of(folder))
    for count, name in ((failed, "sweep.csv"), (unsearched, "critical.csv")):
        if count:
            where = os.path.join(folder, name) if folder else "the table"
            parts.append(f"{count:,} failed: see the column message of {where}")
    return "; ".join(parts)


def _changes(
    sources: Sequence[Source],
    settings: Settings,
    requested: tuple[Range, Sequence[Varied]],
    rows: Sequence[sweep.Row],
    folder: str,
) -> tuple[critical.Row, ...]:
    """Return the changes of optimal play. If the search is interrupted, the changes found so far
    are written to the folder.
    """
    ends, others = requested
    searched = cells(sources, settings, others)
    searches = [CriticalSearch(cell, interval=ends) for cell in searched]
    results: dict[int, tuple[critical.Row, ...]] = {}
    note(_forecast(searched, settings, folder))
    try:
        with (
            progress("critical") as watch,
            closing(finished(searches, settings, folder, watch)) as coming,
        ):
            results.update(coming)
    finally:
        told = tuple(row for number in sorted(results) for row in results[number])
        if folder and results:
            write_folder(folder, rows, [source.name for source in sources], told)
        if folder and len(results) < len(searched):
            note(
                f"{len(results):,} of {len(searched):,} searches for changes of play are done and "
                f"saved in {folder}; run the same command again to continue"
            )
    return told


def _forecast(searched: Sequence[Cell], settings: Settings, folder: str) -> str:
    """Return an estimate, in words, of the time for the changes of optimal play."""
    each = seconds_of(settings)
    most = each * -(-len(searched) // min(settings.jobs, len(searched)))
    there = f"; the table is in {folder}" if folder else ""
    time = f"at most {duration(each)}"
    if len(searched) > 1:
        time = f"{len(searched):,} searches of {time} each, {duration(most)} in all"
    return f"searching for changes of play: {time} (--time-limit){there}"
