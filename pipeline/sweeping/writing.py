"""The files of a sweep."""

import os
from collections.abc import Sequence

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
) -> None:
    """Write the table, the picture and the page of a sweep to a folder, and the table of `changes`
    of play, if they were looked for. Raises OutputError, also where that would overwrite one of the
    `inputs`.
    """
    # For start-up time: Jinja.
    from stages.draw.sweeps.svg import write_svg
    from stages.page.sweep import write as write_page

    title = _title(rows)
    files = {
        "sweep.csv": sweep.write(rows),
        "sweep.svg": write_svg(rows, title, changes),
        "sweep.html": write_page(rows, title, changes),
    }
    if changes:
        files["critical.csv"] = critical.write(changes)
    for name, parts in files.items():
        write_file(os.path.join(folder, name), parts, inputs)


def _title(rows: Sequence[Row]) -> str:
    sources = list(dict.fromkeys(row.source for row in rows))
    what = os.path.basename(sources[0]) if len(sources) == 1 else f"{len(sources):,} sources"
    return f"Sweep of {one_line(what)}"
