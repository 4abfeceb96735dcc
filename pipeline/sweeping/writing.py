"""The files of a sweep."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from pipeline.files.lock import LOCK
from pipeline.files.reading import OutputError, refuse_inputs, write_file
from pipeline.machine.streams import reason
from pipeline.sweeping import journal
from schemas import critical, sweep
from schemas.parts.labels import one_line
from schemas.sweep import Row

CHANGES = "critical.csv"
PAGE = "sweep.html"
FILES = ("sweep.csv", "sweep.svg", PAGE, CHANGES, journal.NAME, LOCK)
"""The files that a sweep writes to its folder."""


def refuse_sources(folder: str, inputs: Sequence[str]) -> None:
    """Raise OutputError if a sweep in the folder would overwrite one of the `inputs`."""
    for name in FILES:
        refuse_inputs(os.path.join(folder, name), inputs)


def write_folder(
    folder: str, rows: Sequence[Row], inputs: Sequence[str], changes: Sequence[critical.Row] = ()
) -> None:
    """Write the table, the picture and the page of a sweep to a folder, and the table of `changes`
    of optimal play. Without changes, the table of an older sweep is removed.

    Raises OutputError, also if that would overwrite one of the `inputs`.
    """
    for name, parts in files_of(rows, changes).items():
        write_file(os.path.join(folder, name), parts, inputs)
    if not changes:
        _remove_changes(Path(folder, CHANGES))


def page_of(folder: str) -> str:
    """Return the path of a sweep's page in a folder."""
    return os.path.join(folder, PAGE)


def files_of(rows: Sequence[Row], changes: Sequence[critical.Row] = ()) -> dict[str, Iterator[str]]:
    """Return the parts of the files of a sweep, by their names."""
    # For start-up time: Jinja.
    from stages.draw import svg
    from stages.draw.sweeps.scene import scene
    from stages.page.sweep import write as write_page

    title = _title(rows)
    return {
        "sweep.csv": sweep.write(rows),
        "sweep.svg": svg.write(scene(rows, title, changes)),
        **({CHANGES: critical.write(changes)} if changes else {}),
        PAGE: write_page(rows, title, changes),
    }


def _remove_changes(path: Path) -> None:
    """Remove the table of changes of an older sweep, but no other file of that name."""
    head = ",".join(critical.COLUMNS).encode()
    try:
        if path.is_file():
            with path.open("rb") as file:
                ours = file.read(len(head)) == head
            if ours:
                path.unlink()
    except OSError as error:
        raise OutputError(f"{path}: {reason(error)}") from None


def _title(rows: Sequence[Row]) -> str:
    sources = list(dict.fromkeys(row.source for row in rows))
    what = os.path.basename(sources[0]) if len(sources) == 1 else f"{len(sources):,} sources"
    return f"Sweep of {one_line(what)}"
