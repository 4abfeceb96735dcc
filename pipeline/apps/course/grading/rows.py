"""Writing rows as they arrive: a stopped run keeps the rows written so far."""

import os
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from itertools import chain
from typing import BinaryIO

from .....schemas.grades import PASSED, VERDICTS, WHOLE, Verdict
from .....schemas.parts.install_commands import install_packages
from .....schemas.parts.problems import counted
from .....stages.isolated.signals import deferred_signals
from ....files.reading import OutputError, special, write_stdout
from ....machine.streams import encoded, real_file, reason, replace_file
from ....options.outputs import Output
from ....terminal.diagnostics import note
from ..grades import GradeFormat
from ..records import Grade, Grades
from .submissions import NESTED

VALUE_ALONE = "right in the value alone"
"""Linear programs: nothing else of them is compared."""
_MISSING = re.compile(r"No module named '(cplex|cvxopt|cvxpy|gurobipy|highspy|numpy|pulp|scipy)\b")
"""The error of a program without a package that courses use, and not one of its own files."""


def outcome(grades: Sequence[Grade]) -> str:
    """Return the counts of the verdicts, in words.

    >>> outcome([Grade("a.efg", Verdict.DIFFERENT), Grade("notes.pdf", Verdict.SKIPPED)])
    '1 hand-in: 1 different; 1 student without one'
    """
    grades = [one for one in grades if one.part in ("", WHOLE)]
    skipped = sum(one.verdict is Verdict.SKIPPED for one in grades)
    grades = [one for one in grades if one.verdict is not Verdict.SKIPPED]
    counts = Counter(_counted_as(one) for one in grades)
    order = dict.fromkeys(("right", VALUE_ALONE, *map(str, VERDICTS)))
    listed = ", ".join(f"{counts[word]:,} {word}" for word in order if counts[word])
    words = f"{counted(len(grades), 'hand-in')}{': ' * bool(listed)}{listed}"
    empty = f"; {counted(skipped, 'student')} without one" if skipped else ""
    return f"{words}{empty}"


def _counted_as(grade: Grade) -> str:
    if grade.verdict is Verdict.RIGHT and not grade.part:
        return VALUE_ALONE
    return "right" if grade.verdict in PASSED else str(grade.verdict)


def missing_packages(
    grades: Sequence[Grade], python: Sequence[str] | None, program: str | None
) -> str:
    """Return which packages programs import in vain, with the command that installs them where the
    programs run; empty if there are none. `python` and `program` are the options, if given.

    >>> from efgc.schemas.parts.problems import Problem
    >>> failed = Grade("a", Verdict.FAILED, problems=(Problem("No module named 'cvxopt'"),))
    >>> missing_packages([failed], ["py"], None)
    '1 row failed without cvxopt: py -m pip install cvxopt, or name another Python with --python'
    """
    failed = [_MISSING.findall(" ".join(map(str, one.problems))) for one in grades]
    names, rows = sorted({*chain(*failed)}), sum(map(bool, failed))
    if not names:
        return ""
    words = shlex.split(program)[:1] if program else python
    pip = (
        shlex.join([*words, "-m", "pip", "install", *names]) if words else install_packages(*names)
    )
    other = f"or name another Python {'in --program' if program else 'with --python'}"
    return f"{counted(rows, 'row')} failed without {' and '.join(names)}: {pip}, {other}"


def programs_for_files(grades: Sequence[Grade]) -> str:
    """Return which students handed in programs where files are graded, and how to grade these;
    empty if nobody did.
    """
    programs = [one.programs for one in grades if one.programs]
    if not programs:
        return ""
    names = {os.path.basename(one) for of in programs for one in of}
    name, them = min(names), "it" if len(programs) == 1 else "them"
    return (
        f"{counted(len(programs), 'student')} handed in a program ({name}): grade {them} with "
        f"--program 'python3 {name if len(names) == 1 else '{}'}'"
    )


def nested_archives(grades: Sequence[Grade]) -> str:
    """Return how to grade archives that are skipped as they are in another; empty if none is."""
    rows = chain(grades, *(one.others for one in grades))
    number = sum(NESTED in map(str, row.problems) for row in rows)
    inner = counted(number, "archive")
    said = f"skipped {inner} in another archive: unpack the outer one, and name its folder"
    return said if number else ""


def passed(grades: Sequence[Grade], strict: bool) -> bool:
    """Return whether all hand-ins are right; with `strict` also whether there are no remarks and no
    skipped files.
    """
    if strict:
        grades = [
            *grades,
            *(one for grade in grades for one in grade.others if one.verdict is Verdict.SKIPPED),
        ]
    right = PASSED if strict else (*PASSED, Verdict.SKIPPED)
    return all(one.verdict in right and not (strict and one.remarks) for one in grades)


class Rows:
    """A writer of grades with a heading, to a file or to stdout."""

    def __init__(self, output: Output, format: GradeFormat, head: Grades) -> None:
        self.output, self.path = output, output.path
        self.format, self.head = format, head
        self.row = None if output.needs_all else format.row
        self.rows: list[Grade] = []
        self.file: BinaryIO | None = None

    def add(self, grade: Grade) -> None:
        """Add a grade; in a format of single rows it is written at once and in full."""
        # A signal must not come between writing a row and counting it. On a pipe it may, since the
        # reader may have stopped reading, and a signal must still end us.
        whole = self.path != "-" and not special(self.path)
        with deferred_signals() if whole else nullcontext():
            if self.row is not None:
                first = () if self.rows else self.format.begin(self.head)
                self._write("".join([*first, *self.row(self.head, grade)]))
            self.rows.append(grade)

    def end(self) -> None:
        """Finish the output; in a format written at once, write all rows so far."""
        if self.file is not None:
            self.file.close()
            self.output.files += [] if special(self.path) else [self.path]
        if self.row is None and self.rows:
            self.output.write(self.format(replace(self.head, grades=tuple(self.rows))))

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
            raise OutputError(reason(error), self.path) from None


@contextmanager
def streamed_rows(
    output: Output, format: GradeFormat, head: Grades, students: int
) -> Iterator[Rows]:
    """Give a writer of the grades of so many students, for a `with` block.

    An existing file is replaced at the first row. However the block ends, the rows so far are
    written, and a line on stderr reports missing rows. Raise OutputError.
    """
    rows = Rows(output, format, head)
    try:
        yield rows
    except OutputError:
        raise
    except BaseException:
        with deferred_signals():
            rows.end()
        where = f", as {output.path} has it" if output.path != "-" and rows.rows else ""
        graded = sum(one.part in ("", WHOLE) for one in rows.rows)
        note(f"grade: {graded:,} of {students:,} hand-ins are graded{where}")
        output.files.clear()  # The line above names the file.
        raise
    rows.end()


def _opened(path: str, text: str) -> BinaryIO:
    """Create a file with a text and return it, open for appending."""
    if special(path):
        file = open(path, "wb", buffering=0)
        _append(file, b"".join(encoded([text])))
        return file
    where = real_file(path)
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
