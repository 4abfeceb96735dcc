"""Rows as they come: a run that is stopped has those that were there."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import BinaryIO, Generic, TypeVar

from pipeline.files.reading import OutputError, special, write_stdout
from pipeline.machine.atomic_files import encoded, replace_file
from pipeline.machine.streams import reason
from pipeline.options.outputs import Output
from pipeline.terminal.diagnostics import note
from schemas.grades import PASSED, VERDICTS, Grade, Grades
from stages.isolated.signals import held
from stages.report.grades import GradeFormat

Row = TypeVar("Row")


@dataclass(frozen=True)
class Lines(Generic[Row]):
    """How rows are written."""

    begin: Callable[[], Iterable[str]]
    """What stands before the rows."""
    row: Callable[[Row], Iterable[str]] | None
    """One row, whole lines; None where all are written at once."""
    whole: Callable[[Sequence[Row]], Iterable[str]] = lambda rows: ()
    """All of them, where they are written at once."""


def lines_of(format: GradeFormat, head: Grades) -> Lines[Grade]:
    """Return how grades under a head are written in a format."""
    row = format.row
    return Lines(
        lambda: format.begin(head),
        None if row is None else lambda grade: row(head, grade),
        lambda grades: format(replace(head, grades=tuple(grades))),
    )


def outcome(grades: Sequence[Grade], skipped: int) -> str:
    """Return how hand-ins were graded, in words.

    >>> outcome([], 0), outcome([], 1)
    ('0 hand-ins', '0 hand-ins; 1 file skipped')
    """
    counts = Counter("right" if one.verdict in PASSED else str(one.verdict) for one in grades)
    order = dict.fromkeys(("right", *map(str, VERDICTS)))
    listed = ", ".join(f"{counts[word]:,} {word}" for word in order if counts[word])
    words = f"{len(grades):,} hand-in{'s' * (len(grades) != 1)}{': ' * bool(listed)}{listed}"
    left_out = f"; {skipped:,} file{'s' * (skipped != 1)} skipped" if skipped else ""
    return f"{words}{left_out}"


class Rows(Generic[Row]):
    """The rows of a run on their way to a file or to stdout."""

    def __init__(self, output: Output, lines: Lines[Row]) -> None:
        self.output, self.path = output, output.path
        self.lines = lines
        self.by_row = lines.row is not None and not output.needs_all
        self.rows: list[Row] = []
        self.file: BinaryIO | None = None

    def add(self, row: Row) -> None:
        """Take the next row; where rows are written one by one it is written at once, whole."""
        # What is counted is written, and the other way round; but who reads a pipe may stop to, and
        # then a signal must still end us.
        whole = self.path != "-" and not special(self.path)
        with held() if whole else nullcontext():
            if self.by_row:
                first = [] if self.rows else self.lines.begin()
                self._write("".join([*first, *self._lines(row)]))
            self.rows.append(row)

    def end(self) -> None:
        """Write what is written as a whole, with the rows there are."""
        if self.file is not None:
            self.file.close()
            self.output.files += [] if special(self.path) else [self.path]
        if not self.by_row and self.rows:
            self.output.write(self._whole())

    def _whole(self) -> Iterable[str]:
        if self.lines.row is None:
            return self.lines.whole(self.rows)
        return chain(self.lines.begin(), *map(self._lines, self.rows))

    def _lines(self, row: Row) -> Iterable[str]:
        return self.lines.row(row) if self.lines.row else ()

    def _write(self, text: str) -> None:
        if self.path == "-":
            _clear_bar()
            write_stdout([text])
            return
        try:
            if self.file is None:
                self.file = _opened(self.path, text)
            else:
                _append(self.file, b"".join(encoded([text])))
        except OSError as error:
            raise OutputError(f"{self.path}: {reason(error)}") from None


@contextmanager
def written(
    output: Output, lines: Lines[Row], total: int, told: str = "grade: {} of {} hand-ins are graded"
) -> Iterator[Rows[Row]]:
    """Give what takes rows, so many in all, one after the other, in a `with` block.

    A file that was there is replaced with the first row. Whatever ends the block, the rows that
    were there are written, and where some are missing a line on stderr says so. Raises OutputError.
    """
    rows = Rows(output, lines)
    try:
        yield rows
    except OutputError:
        raise
    except BaseException:
        with held():
            rows.end()
        where = f", as {output.path} has it" if output.path != "-" and rows.rows else ""
        note(told.format(f"{len(rows.rows):,}", f"{total:,}") + where)
        output.files.clear()  # This line names the file.
        raise
    rows.end()


def _opened(path: str, text: str) -> BinaryIO:
    """Return a file with a text, to which more can be added."""
    if special(path):
        file = open(path, "wb", buffering=0)
        _append(file, b"".join(encoded([text])))
        return file
    where = os.path.realpath(path)
    replace_file(where, [text])
    return open(where, "ab", buffering=0)


def _append(file: BinaryIO, content: bytes) -> None:
    """Add something to a file, all of it or nothing."""
    size = os.fstat(file.fileno()).st_size
    left = memoryview(content)
    try:
        while left:
            left = left[file.write(left) :]
    except OSError:
        with suppress(OSError):  # No device has an end.
            os.ftruncate(file.fileno(), size)
        raise


def _clear_bar() -> None:
    """Take the bar of progress away where rows come to the same terminal; it is drawn again."""
    if sys.stderr is not None and sys.stdout is not None:
        with suppress(OSError, ValueError):
            if sys.stderr.isatty() and sys.stdout.isatty():
                print("\r\033[K", end="", file=sys.stderr, flush=True)
