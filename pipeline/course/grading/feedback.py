"""Feedback pages: two files per hand-in, a page and the text of a mail."""

import os
import re
import shlex
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from pipeline.course.grading.batch import Batch
from pipeline.course.programs.maps import separating
from pipeline.course.programs.runs import repeat_command
from pipeline.files.reading import OutputError, make_folder, refuse_inputs, same_file, write_file
from pipeline.machine.streams import reason
from pipeline.options.outputs import Output
from pipeline.terminal.diagnostics import note
from schemas.grades import Grade, Verdict
from stages.documents import Document, Layout, write_text
from stages.feedback import feedback
from stages.page.feedback import write_feedback
from stages.parse.maps import read_map

ENDINGS = (".html", ".txt")
LONGEST = 150
"""Bytes of a page's name without its ending; most systems take 255."""
WIDTH = 76
"""Columns of the text."""
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
"""Names that Windows does not take, with any ending."""


class FeedbackPages:
    """A writer of the feedback on the hand-ins for one map."""

    def __init__(self, folder: str | None, batch: Batch, output: Output) -> None:
        """Make the folder; without one, nothing is written. Raises OutputError if a page would
        replace an input or the output of the command.
        """
        self.folder, self.batch, self.output = folder, batch, output
        self.names: dict[str, str] = {}
        self.written: set[str] = set()
        if folder is None:
            return
        distinct = list(dict.fromkeys(batch.names))
        self.names = dict(zip(distinct, page_names(distinct), strict=True))
        make_folder(folder)
        for path in chain.from_iterable(map(self._paths, distinct)):
            refuse_inputs(path, batch.inputs)
            if same_file(path, output.path):
                raise OutputError(f"{path}: is also the file of -o; choose another name")

    def added(self, grades: Iterable[Grade]) -> Iterator[Grade]:
        """Yield grades, each after its feedback was written. Raises OutputError."""
        for grade in grades:
            if self.folder is not None and grade.verdict is not Verdict.SKIPPED:
                self._write(grade)
            yield grade
        if self.written and self.output.path == "-":
            note(self.outcome().removeprefix("; "))

    def outcome(self) -> str:
        """Return the number of pages for the last line of the command; empty if there are none."""
        if self.folder is None:
            return ""
        count = len(self.written)
        return f"; {count:,} page{'s' * (count != 1)} in {os.path.join(self.folder, '')}"

    def _write(self, grade: Grade) -> None:
        document = self._program(grade) if self.batch.map is None else self._file(grade)
        page, mail = self._paths(grade.file)
        _write_inside(page, write_feedback(document))
        _write_inside(mail, write_text(document, Layout(WIDTH, repeats=False)))
        self.written.add(grade.file)

    def _file(self, grade: Grade) -> Document:
        head, text = self.batch.head, self.batch.map
        assert text is not None
        file = os.path.basename(grade.file) or grade.file
        rules = "" if head.other_rules else head.source.rules
        repeat = repeating(file, text.file or "MAP", rules)
        return feedback(head, grade, read_map(text.text), repeat, text.text, file)

    def _program(self, grade: Grade) -> Document:
        head, board = self.batch.head, grade.trial.map if grade.trial else ""
        command = self.batch.program
        repeat = repeat_command(command, head.source.rules, board) if board else ""
        shown = read_map(board) if board else separating(head.source.rules)
        return feedback(head, grade, shown, repeat, board, command)

    def _paths(self, file: str) -> list[str]:
        """Return the paths of the feedback on a file."""
        return [os.path.join(self.folder or "", self.names[file] + end) for end in ENDINGS]


def _write_inside(path: str, parts: Iterable[str]) -> None:
    """Write a file, replacing a link instead of following it out of the folder."""
    try:
        if os.path.islink(path):
            os.unlink(path)
    except OSError as error:
        raise OutputError(f"{path}: {reason(error)}") from None
    write_file(path, parts)


def repeating(file: str, map_file: str, rules: str) -> str:
    """Return the command that repeats a grade, with files named as in the student's own folder.

    >>> repeating("my tree.efg", "/maps/cave.txt", "cave-2023")
    "efgc grade 'my tree.efg' --map cave.txt --rules cave-2023"
    """
    name, board = (os.path.basename(one) or "-" for one in (file, map_file))
    given = ("--rules", rules) if rules else ()
    words = ("efgc", "grade", _operand(name), "--map", _operand(board), *given)
    return " ".join(map(shlex.quote, words))


def _operand(name: str) -> str:
    return f"./{name}" if name.startswith("-") and name != "-" else name


def page_names(files: Sequence[str]) -> list[str]:
    """Return a file name without ending for the page of each file: its path below the folder that
    all of them share. Equal names get a number.

    >>> page_names(["a/anna/tree.efg", "a/ben/tree.efg"]), page_names(["x/my tree.efg"])
    (['anna-tree', 'ben-tree'], ['my-tree'])
    >>> page_names(["con", "../../a", "é/.", "A"])
    ['con_', 'a', 'é', 'A-2']
    """
    parts = [[part for part in re.split(r"[/\\]", file) if part not in ("", ".")] for file in files]
    shared = os.path.commonprefix([path[:-1] for path in parts])
    found: list[str] = []
    used: set[str] = set()
    for path in parts:
        name = base = _file_name("-".join(path[len(shared) :]))
        number = 1
        while _folded(name) in used:
            number += 1
            name = f"{base}-{number}"
        used.add(_folded(name))
        found.append(name)
    return found


def _folded(name: str) -> str:
    """Return the form in which file systems that ignore case compare names."""
    return unicodedata.normalize("NFKC", name).casefold()


def _file_name(text: str) -> str:
    """Return a text as a name that every file system takes."""
    plain = unicodedata.normalize("NFC", text)
    if plain.lower().endswith(".efg"):
        plain = plain[:-4]
    plain = re.sub(r"[^\w.]+", "-", plain).strip(".-")
    plain = plain.encode("utf-8", "ignore")[:LONGEST].decode("utf-8", "ignore").rstrip(".-")
    return f"{plain}_" if _RESERVED.match(plain) else plain or "handin"
