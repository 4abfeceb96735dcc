"""The files of a sweep: the journal of finished runs and searches, from which a killed sweep
continues, and its tables, picture and page.

The journal has a line per run: a checksum, and the JSON list of the run's key, its time limit, and
the cells of its row. A search has a list of rows. A line that is torn or damaged is dropped, and
its run is repeated. If a run is recorded twice, the last line counts, and the other one is removed
when the file is next opened or sorted.
"""

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from ....schemas import critical, sweep
from ....schemas.parts.labels import one_line
from ....schemas.parts.problems import InputError, SolverError
from ....schemas.sweep import Row, cells, row_of
from ...files.reading import LOCK, OutputError, make_folder, refuse_inputs, write_file, write_text
from ...machine.streams import reason

JOURNAL = "sweep.journal"
BEGIN = re.compile(rb'^[0-9a-f]{16} \["', re.MULTILINE)
"""The beginning of a line, even if the line is torn."""
Changes = tuple[critical.Row, ...]
"""The result of a search."""


class JournalEntry(NamedTuple):
    """A finished run or search."""

    limit: float
    """The time limit in seconds; 0 for none."""
    found: Row | Changes

    @property
    def exit_code(self) -> int:
        rows = (self.found,) if isinstance(self.found, Row) else self.found
        return max(row.exit_code for row in rows)


class Journal:
    """The journal file, open for appending."""

    def __init__(self, path: Path, known: Mapping[str, JournalEntry], file: BinaryIO) -> None:
        self.known = dict(known)
        self._path, self._file = path, file

    def result(self, key: str, limit: float) -> Row | Changes | None:
        """Return the result of a finished run or search; None if it must still run. A failed one
        must run again if it may now succeed: with another time limit, or if it lacked memory or a
        solver that may be available by now.
        """
        done = self.known.get(key)
        if done is None or done.exit_code == SolverError.exit_code:
            return None
        return None if done.exit_code and done.limit != limit else done.found

    def add(self, key: str, limit: float, result: Row | Changes) -> None:
        """Record the result of a run or search. Raises OutputError."""
        self.known[key] = JournalEntry(limit, result)
        try:
            self._file.write(_line(key, self.known[key]))
            self._file.flush()
        except OSError as error:
            raise OutputError(reason(error), self._path) from None

    def reorder(self, keys: Iterable[str]) -> None:
        """Rewrite the file: first the runs of other sweeps, in the order in which they were
        recorded, then these, in this order. Raises OutputError.
        """
        last = dict.fromkeys(key for key in keys if key in self.known)
        others = [key for key in self.known if key not in last]
        write_file(str(self._path), [_line(key, self.known[key]) for key in (*others, *last)])


@contextmanager
def opened(folder: Path) -> Iterator[Journal]:
    """Yield the journal of a folder, locked for this process. Raises OutputError, also if the file
    is something else; that file then stays unchanged.
    """
    path = folder / JOURNAL
    try:
        content = path.read_bytes() if path.exists() else b""
        if content and not BEGIN.search(content):
            raise OutputError(
                "is not the journal of a sweep; move it, or name another folder", path
            )
        known, whole = _read(content)
        if not whole or path.is_symlink():
            write_file(str(path), [_line(key, done) for key, done in known.items()])
        file = path.open("ab")
    except OSError as error:
        raise OutputError(reason(error), path) from None
    # Errors from here on belong to the caller, not to the file.
    try:
        yield Journal(path, known, file)
    finally:
        with suppress(OSError):  # A write error was raised when the row was added.
            file.close()


def _line(key: str, done: JournalEntry) -> bytes:
    words = cells(done.found) if isinstance(done.found, Row) else [*map(critical.cells, done.found)]
    told = json.dumps([key, done.limit, words]).encode()
    return _checksum(told) + b" " + told + b"\n"


def _checksum(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest()[:16].encode()


def _read(content: bytes) -> tuple[dict[str, JournalEntry], bool]:
    """Return the undamaged lines of a journal, and whether these are the whole file,
    each run once.
    """
    found: dict[str, JournalEntry] = {}
    *lines, torn = content.split(b"\n")
    dropped = bool(torn)
    for line in lines:
        checksum, _, told = line.partition(b" ")
        try:
            if checksum != _checksum(told):
                raise ValueError
            key, limit, words = json.loads(told)
            dropped |= key in found
            found[str(key)] = JournalEntry(float(limit), _row_or_changes(words))
        except (ValueError, TypeError, RecursionError, InputError):
            dropped = True
    return found, not dropped


def _row_or_changes(words: list[Any]) -> Row | Changes:
    """Return the row of a run, or the rows of a search, from the cells in a line."""
    if words and isinstance(words[0], list):
        return tuple(map(critical.row_of, words))
    return row_of(words)


CHANGES = "critical.csv"
PAGE = "sweep.html"
FOLDER = ("sweep.csv", "sweep.svg", PAGE)
"""The files that show the runs of a sweep in its folder."""
FILES = (*FOLDER, CHANGES, JOURNAL, LOCK)
"""All files that a sweep writes to its folder."""


Write = Callable[[Sequence[Row], Changes], None]
"""Writes the rows of a sweep and the changes of optimal play."""


def write_folder(folder: str, rows: Sequence[Row], changes: Changes) -> None:
    """Write the table, the picture and the page of a sweep to a folder, and the table of `changes`
    of optimal play. Without changes, the table of an older sweep is removed. Raises OutputError.
    """
    for name in FOLDER:
        content = file_of(name.rpartition(".")[2], rows, changes)
        write_text(os.path.join(folder, name), content)
    if changes:
        write_file(os.path.join(folder, CHANGES), critical.write(changes))
    else:
        _remove_changes(Path(folder, CHANGES))


def prepare(folder: str, inputs: Sequence[str]) -> None:
    """Make the folder of a sweep. Raises OutputError, also if the sweep would overwrite one of the
    `inputs`.
    """
    for name in FILES:
        refuse_inputs(os.path.join(folder, name), inputs)
    make_folder(folder)


def page_of(folder: str) -> str:
    """Return the path of a sweep's page in a folder."""
    return os.path.join(folder, PAGE)


def file_of(
    format: str, rows: Sequence[Row], changes: Changes = (), width: int = 0
) -> list[str] | bytes:
    """Return the content of a file of a sweep: the table (`csv`, or `text`, wrapped if a width is
    given), the page (`html`), or a picture. Raises SolverError if an image cannot be made.
    """
    if format == "csv":
        return list(sweep.write(rows))
    # For start-up time: Jinja.
    from ...results.pictures import write_scene
    from .page import table_as_text
    from .page import write as write_page
    from .pictures.scene import scene

    title = _title(rows)
    if format == "text":
        return list(table_as_text(rows, title, width))
    if format == "html":
        return list(write_page(rows, title, changes))
    return write_scene(scene(rows, title, changes), format)


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
        raise OutputError(reason(error), path) from None


def _title(rows: Sequence[Row]) -> str:
    sources = list(dict.fromkeys(row.source for row in rows))
    what = os.path.basename(sources[0]) if len(sources) == 1 else f"{len(sources):,} sources"
    return f"Sweep of {one_line(what)}"
