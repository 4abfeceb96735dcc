"""Feedback pages: two files per hand-in, a page and the text of a mail."""

import os
import re
import shlex
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from .....schemas.parts.labels import one_line
from .....schemas.parts.problems import counted
from .....stages.documents import Document, Layout, write_text
from ....files.reading import OutputError, make_folder, refuse_inputs, same_file, write_file
from ....options.outputs import Output
from ..feedback import feedback
from ..feedback.page import write_feedback
from ..programs.runs import repeat_command
from ..records import Grade
from .batch import Batch

ENDINGS = (".html", ".txt")
LONGEST = 150
"""Bytes of a page's name without its ending; most systems take 255."""
WIDTH = 76
"""Columns of the text."""
SHOWN = 5
"""Number of pages that are named."""
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
"""Names that Windows does not take, with any ending."""


class FeedbackPages:
    """A writer of the feedback on the hand-ins for one map."""

    def __init__(self, folder: str | None, batch: Batch, output: Output, story: bool) -> None:
        """Make the folder; without one, nothing is written. With `story`, grades get the text of
        the mail. Raises OutputError.
        """
        self.folder, self.batch, self.output, self.story = folder, batch, output, story
        self.names: list[str] = []
        if folder is not None:
            make_folder(folder)

    def added(self, grades: Iterable[Grade]) -> Iterator[Grade]:
        """Yield grades, each after its feedback was written. Raises OutputError."""
        for grade in grades:
            if self.folder is not None:
                self._write(grade, self.folder)
            if self.story and not grade.part:
                grade = replace(grade, story="".join(_mail(self._document(grade))))
            yield grade

    def outcome(self) -> str:
        """Return the number of pages for the last line of the command; empty if there are none."""
        if self.folder is None:
            return ""
        return f"; {counted(len(self.names), 'page')} in {os.path.join(self.folder, '')}"

    def others(self) -> str:
        """Return a line on pages in the folder that were not written now, such as that of somebody
        who has left the course; empty if there are none.
        """
        files = map(os.path.splitext, os.listdir(self.folder) if self.folder else ())
        stems = {one_line(stem) for stem, ending in files if ending in ENDINGS}
        if not (others := sorted(stems - {*self.names})):
            return ""
        shown = ", ".join([*others[:SHOWN], *["..."] * (len(others) > SHOWN)])
        pages = f"{counted(len(others), 'page')} that this run did not write: {shown}"
        return f"{os.path.join(self.folder or '', '')} also has {pages}"

    def _write(self, grade: Grade, folder: str) -> None:
        self.names.append(page_name(grade.student or grade.file, self.names))
        document = self._document(grade)
        texts = (write_feedback(document), _mail(document))
        for ending, parts in zip(ENDINGS, texts, strict=True):
            path = os.path.join(folder, self.names[-1] + ending)
            refuse_inputs(path, [*self.batch.inputs, grade.file])
            if same_file(path, self.output.path):
                raise OutputError("is also the file of -o; choose another name", path)
            write_file(path, parts)

    def _document(self, grade: Grade) -> Document:
        head, text = self.batch.head, self.batch.map
        file = os.path.basename(grade.file) or grade.file
        if grade.without_handin:
            return feedback(head, grade, "", text.text if text else "", grade.student or file)
        if text is None:
            board, command = grade.trial.map if grade.trial else "", self.batch.program
            # The student calls it in the folder of the program.
            repeat = repeat_command(command, head.source.rules, board) if board else ""
            return feedback(head, grade, repeat, board, command)
        rules = "" if head.other_rules else head.source.rules
        return feedback(head, grade, repeating(file, text.file or "MAP", rules), text.text, file)


def _mail(document: Document) -> Iterator[str]:
    return write_text(document, Layout(WIDTH, repeats=False))


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


def page_name(text: str, others: Sequence[str]) -> str:
    """Return a file name without ending for the page of a student; a name that is among the others
    gets a number.

    >>> page_name("my tree.efg", []), page_name("Con", []), page_name("ANNA", ["anna"])
    ('my-tree', 'Con_', 'ANNA-2')
    """
    used = set(map(_folded, others))
    name = base = _file_name(text)
    number = 1
    while _folded(name) in used:
        number += 1
        name = f"{base}-{number}"
    return name


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
