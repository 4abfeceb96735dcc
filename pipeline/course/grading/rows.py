"""Writing rows as they arrive: a stopped run keeps the rows written so far."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import BinaryIO, Generic, TypeVar

from pipeline.files.reading import OutputError, special, write_stdout
from pipeline.machine.streams import encoded, reason, replace_file
from pipeline.options.outputs import Output
from pipeline.terminal.diagnostics import note
from schemas.grades import PASSED, VERDICTS, WHOLE, Grade, Grades, Verdict
from stages.isolated.signals import deferred_signals
from stages.report.grades import GradeFormat

Row = TypeVar("Row")


@dataclass(frozen=True)
class Lines(Generic[Row]):
    """A format of rows."""

    begin: Callable[[], Iterable[str]]
    """Return the lines before the rows."""
    row: Callable[[Row], Iterable[str]] | None
    """Return the complete lines of one row; None if all rows are written at once."""
    whole: Callable[[Sequence[Row]], Iterable[str]] = lambda rows: ()
    """Return the lines of all rows, for formats written at once."""


def lines_of(format: GradeFormat, head: Grades) -> Lines[Grade]:
    """Return the lines of a format, for grades with a heading."""
    row = format.row
    return Lines(
        lambda: format.begin(head),
        None if row is None else lambda grade: row(head, grade),
        lambda grades: format(replace(head, grades=tuple(grades))),
    )


def outcome(grades: Sequence[Grade]) -> str:
    """Return the counts of the verdicts, in words.

    >>> outcome([Grade("a.efg", Verdict.DIFFERENT), Grade("notes.pdf", Verdict.SKIPPED)])
    '1 hand-in: 1 different; 1 file skipped'
    """
    grades = [one for one in grades if one.part in ("", WHOLE)]
    skipped = sum(one.verdict is Verdict.SKIPPED for one in grades)
    grades = [one for one in grades if one.verdict is not Verdict.SKIPPED]
    counts = Counter("right" if one.verdict in PASSED else str(one.verdict) for one in grades)
    order = dict.fromkeys(("right", *map(str, VERDICTS)))
    listed = ", ".join(f"{counts[word]:,} {word}" for word in order if counts[word])
    words = f"{len(grades):,} hand-in{'s' * (len(grades) != 1)}{': ' * bool(listed)}{listed}"
    left_out = f"; {skipped:,} file{'s' * (skipped != 1)} skipped" if skipped else ""
    return f"{words}{left_out}"


def passed(grades: Sequence[Grade], strict: bool) -> bool:
    """Return whether all hand-ins are right; with `strict` also whether there are no remarks and no
    skipped files.
    """
    right = PASSED if strict else (*PASSED, Verdict.SKIPPED)
    return all(one.verdict in right and not (strict and one.remarks) for one in grades)


class Rows(Generic[Row]):
    """A writer of the rows of a run, to a file or to stdout."""

    def __init__(self, output: Output, lines: Lines[Row]) -> None:
        self.output, self.path = output, output.path
        self.lines = lines
        self.by_row = lines.row is not None and not output.needs_all
        self.rows: list[Row] = []
        self.file: BinaryIO | None = None

    def add(self, row: Row) -> None:
        """Add a row; in a format of single rows it is written at once and in full."""
        # A signal must not come between writing a row and counting it. On a pipe it may, since the
        # reader may have stopped reading, and a signal must still end us.
        whole = self.path != "-" and not special(self.path)
        with deferred_signals() if whole else nullcontext():
            if self.by_row:
                first = [] if self.rows else self.lines.begin()
                self._write("".join([*first, *self._lines(row)]))
            self.rows.append(row)

    def end(self) -> None:
        """Finish the output; in a format written at once, write all rows so far."""
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
def streamed_rows(
    output: Output,
    lines: Lines[Row],
    total: int,
    counted: str = "hand-ins",
) -> Iterator[Rows[Row]]:
    """Give a writer of `total` rows, for a `with` block; `counted` is their name.

    An existing file is replaced at the first row. However the block ends, the rows so far are
    written, and a line on stderr reports missing rows. Raise OutputError.
    """
    rows = Rows(output, lines)
    try:
        yield rows
    except OutputError:
        raise
    except BaseException:
        with deferred_signals():
            rows.end()
        where = f", as {output.path} has it" if output.path != "-" and rows.rows else ""
        note(f"grade: {len(rows.rows):,} of {total:,} {counted} are graded{where}")
        output.files.clear()  # The line above names the file.
        raise
    rows.end()


def _opened(path: str, text: str) -> BinaryIO:
    """Create a file with a text and return it, open for appending."""
    if special(path):
        file = open(path, "wb", buffering=0)
        _append(file, b"".join(encoded([text])))
        return file
    where = os.path.realpath(path)
    replace_file(where, [text])
    return open(where, "ab", buffering=0)


def _append(file: BinaryIO, content: bytes) -> None:
    """Append to a file, all of the content or nothing."""
    size = os.fstat(file.fileno()).st_size
    left = memoryview(content)
    try:
        while left:
            left = left[file.write(left) :]
    except OSError:
        with suppress(OSError):  # A device cannot be truncated.
            os.ftruncate(file.fileno(), size)
        raise


def _clear_bar() -> None:
    """Clear the progress bar if rows go to the same terminal; it is redrawn later."""
    if sys.stderr is not None and sys.stdout is not None:
        with suppress(OSError, ValueError):
            if sys.stderr.isatty() and sys.stdout.isatty():
                print("\r\033[K", end="", file=sys.stderr, flush=True)
