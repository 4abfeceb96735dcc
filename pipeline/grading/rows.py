"""Grades as they come: a run that is stopped has those that were there."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from typing import BinaryIO

from pipeline.diagnostics import note
from pipeline.files import OutputError, special, write_stdout, write_text
from pipeline.replacing import encoded, replace_file
from pipeline.system import reason
from schemas.grades import Grade, Grades
from stages.isolated.signals import held
from stages.report.grades import GradeFormat


class Rows:
    """The grades of a run, in a format, on their way to a file or to stdout."""

    def __init__(self, path: str, format: GradeFormat, head: Grades) -> None:
        self.path = path
        self.format = format
        self.head = head
        self.grades: list[Grade] = []
        self.file: BinaryIO | None = None

    def add(self, grade: Grade) -> None:
        """Take the next grade; where the format has rows it is written at once, whole."""
        # What is counted is written, and the other way round; but who reads a pipe may stop to, and
        # then a signal must still end us.
        whole = self.path != "-" and not special(self.path)
        with held() if whole else nullcontext():
            if self.format.row is not None:
                first = [] if self.grades else self.format.begin(self.head)
                self._write("".join([*first, *self.format.row(self.head, grade)]))
            self.grades.append(grade)

    def end(self) -> None:
        """Write what is written as a whole, with the grades there are."""
        if self.file is not None:
            self.file.close()
        if self.format.row is None and self.grades:
            found = replace(self.head, grades=tuple(self.grades))
            write_text(self.path, self.format(found))

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
def written(path: str, format: GradeFormat, head: Grades, total: int) -> Iterator[Rows]:
    """Give what takes grades, so many in all, one after the other, in a `with` block.

    A file that was there is replaced with the first row. Whatever ends the block, the grades that
    were there are written, and where some are missing a line on stderr says so. Raises OutputError.
    """
    rows = Rows(path, format, head)
    try:
        yield rows
    except OutputError:
        raise
    except BaseException:
        with held():
            rows.end()
        told = f", as {path} has it" if path != "-" and rows.grades else ""
        note(f"grade: {len(rows.grades):,} of {total:,} hand-ins are graded{told}")
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
