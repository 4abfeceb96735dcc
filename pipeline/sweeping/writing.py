"""The files of a sweep."""

import os
from collections.abc import Iterator, Sequence

from pipeline.files import refuse_inputs, write_file
from pipeline.lock import LOCK
from pipeline.sweeping import journal
from schemas import critical, sweep
from schemas.parts.labels import one_line
from schemas.sweep import Row

ALWAYS = ("sweep.csv", "sweep.svg", "sweep.html", journal.NAME, LOCK)
"""What is written to the folder of any sweep."""


def refuse_sources(folder: str, inputs: Sequence[str]) -> None:
    """Raise OutputError if a sweep in the folder would overwrite one of the `inputs`."""
    for name in ALWAYS:
        refuse_inputs(os.path.join(folder, name), inputs)


def write_folder(
    folder: str, rows: Sequence[Row], inputs: Sequence[str], changes: Sequence[critical.Row] = ()
) -> list[str]:
    """Write the table, the picture and the page of a sweep to a folder, and the table of `changes`
    of play, if they were looked for; return the files, the page last. Raises OutputError, also
    where that would overwrite one of the `inputs`.
    """
    files = {os.path.join(folder, name): parts for name, parts in files_of(rows, changes).items()}
    for path, parts in files.items():
        write_file(path, parts, inputs)
    return list(files)


def files_of(rows: Sequence[Row], changes: Sequence[critical.Row] = ()) -> dict[str, Iterator[str]]:
    """Return the parts of the files of a sweep, by their names."""
    # For start-up time: Jinja.
    from stages.draw.sweeps.svg import write_svg
    from stages.page.sweep import write as write_page

    title = _title(rows)
    return {
        "sweep.csv": sweep.write(rows),
        "sweep.svg": write_svg(rows, title, changes),
        **({"critical.csv": critical.write(changes)} if changes else {}),
        "sweep.html": write_page(rows, title, changes),
    }


def _title(rows: Sequence[Row]) -> str:
    sources = list(dict.fromkeys(row.source for row in rows))
    what = os.path.basename(sources[0]) if len(sources) == 1 else f"{len(sources):,} sources"
    return f"Sweep of {one_line(what)}"
