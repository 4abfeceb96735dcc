"""The finished runs of a sweep, and its finished searches for changes of play, kept as they come: a
sweep that was killed goes on from there.

The file has a line per run: a checksum, and the JSON list of the run's key, the time that it might
take, and the cells of its row. A search has a list of rows. A line that is torn or damaged is
dropped, and its run done again. Of a run that was done twice the last line counts, and the other
goes when the file is next opened or put in order.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from pipeline.files.reading import OutputError, write_file
from pipeline.machine.streams import reason
from pipeline.sweeping.grid import Cell
from schemas import critical
from schemas.parts.problems import InputError, SolverError, StageBug
from schemas.sweep import PARAMETERS, Row, cells, row_of

NAME = "sweep.journal"
BEGIN = re.compile(rb'^[0-9a-f]{16} \["', re.MULTILINE)
"""Of a line, also of one that is torn."""
ASKED = ("source", *PARAMETERS, "command")
"""The columns that a cell has by itself."""


Changes = tuple[critical.Row, ...]
"""What a search finds."""


class Done(NamedTuple):
    """A run or a search that came to an end."""

    limit: float
    """The seconds that it might take; 0 for any."""
    found: Row | Changes

    @property
    def exit_code(self) -> int:
        rows = (self.found,) if isinstance(self.found, Row) else self.found
        return max(row.exit_code for row in rows)


class Journal:
    """The file, open to be added to."""

    def __init__(self, path: Path, known: Mapping[str, Done], file: BinaryIO) -> None:
        self.known = dict(known)
        self._path, self._file = path, file

    def row(self, cell: Cell) -> Row | None:
        """Return the row of a run that is done; None where it is still to be done: also where it
        failed, and might fail no more, because it may take another time, or for want of memory or
        of a solver, of which there may be more by now.
        """
        found = self._found(cell.key, _limit(cell))
        return as_asked(found, cell) if isinstance(found, Row) else None

    def changes(self, key: str, limit: float) -> Changes | None:
        """Return the rows of a search in the same way."""
        found = self._found(key, limit)
        return None if isinstance(found, Row) else found

    def add(self, cell: Cell, row: Row) -> None:
        """Keep the row of a run. Raises OutputError."""
        self._add(cell.key, Done(_limit(cell), rounded(row)))

    def add_changes(self, key: str, limit: float, rows: Changes) -> None:
        """Keep the rows of a search. Raises OutputError."""
        self._add(key, Done(limit, rows))

    def _found(self, key: str, limit: float) -> Row | Changes | None:
        done = self.known.get(key)
        if done is None or done.exit_code == SolverError.exit_code:
            return None
        return None if done.exit_code and done.limit != limit else done.found

    def _add(self, key: str, done: Done) -> None:
        self.known[key] = done
        try:
            self._file.write(_line(key, done))
            self._file.flush()
        except OSError as error:
            raise OutputError(f"{self._path}: {reason(error)}") from None

    def put_in_order(self, keys: Iterable[str]) -> None:
        """Write it anew: first the runs of other sweeps, in the order in which they came, then
        these, in this order. Raises OutputError.
        """
        last = dict.fromkeys(key for key in keys if key in self.known)
        others = [key for key in self.known if key not in last]
        write_file(str(self._path), [_line(key, self.known[key]) for key in (*others, *last)])


def rounded(row: Row) -> Row:
    """Return a row as the table has it; one that the table would not take, as a failure."""
    try:
        return row_of(cells(row))
    except InputError as error:
        asked = {name: getattr(row, name) for name in ASKED}
        bug = f"efgc: a bug of ours: the run wrote a broken row: {error}"
        return Row(**asked, exit_code=StageBug.exit_code, message=bug)


def as_asked(row: Row, cell: Cell) -> Row:
    """Return the row of a run with what a cell says of it, which may spell it otherwise."""
    return row._replace(**{name: getattr(cell.row, name) for name in ASKED})


@contextmanager
def opened(folder: Path) -> Iterator[Journal]:
    """Give the journal of a folder, which nobody else may have. Raises OutputError, also where the
    file is something else: then nothing is lost.
    """
    path = folder / NAME
    try:
        content = path.read_bytes() if path.exists() else b""
        if content and not BEGIN.search(content):
            raise OutputError(f"{path}: is no journal of a sweep; move it, or name another folder")
        known, whole = _read(content)
        if not whole:
            write_file(str(path), [_line(key, done) for key, done in known.items()])
        file = path.open("ab")
    except OSError as error:
        raise OutputError(f"{path}: {reason(error)}") from None
    # What goes wrong from here on is not the file's, but that of who has it.
    try:
        yield Journal(path, known, file)
    finally:
        with suppress(OSError):  # What could not be written is said where it was added.
            file.close()


def _limit(cell: Cell) -> float:
    return cell.settings.request.time_limit


def _line(key: str, done: Done) -> bytes:
    words = cells(done.found) if isinstance(done.found, Row) else [*map(critical.cells, done.found)]
    told = json.dumps([key, done.limit, words]).encode()
    return _checksum(told) + b" " + told + b"\n"


def _checksum(told: bytes) -> bytes:
    return hashlib.sha256(told).hexdigest()[:16].encode()


def _read(content: bytes) -> tuple[dict[str, Done], bool]:
    """Return what is whole in a journal, and whether that is all of it, each run once."""
    found: dict[str, Done] = {}
    *lines, torn = content.split(b"\n")
    dropped = bool(torn)
    for line in lines:
        checksum, _, told = line.partition(b" ")
        try:
            if checksum != _checksum(told):
                raise ValueError
            key, limit, words = json.loads(told)
            dropped |= key in found
            found[str(key)] = Done(float(limit), _kept(words))
        except (ValueError, TypeError, RecursionError, InputError):
            dropped = True
    return found, not dropped


def _kept(words: list[Any]) -> Row | Changes:
    """Return what cells are: those of a row, or of several of a search."""
    if words and isinstance(words[0], list):
        return tuple(map(critical.row_of, words))
    return row_of(words)
