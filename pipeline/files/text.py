"""Texts as they were read, and the recognition of their kinds by content: one function per kind of
file that needs more than its `format` key.
"""

import codecs
import hashlib
import re
import shlex
from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple, Never

from ...schemas import linear_program
from ...schemas.parts.problems import InputError
from ...stages import strategies
from ...stages.documents import Format
from ...stages.parse.matrix import rows
from ..settings.ways import WAYS

BYTE_ORDER_MARK = codecs.BOM_UTF8
SEQUENCE_FORM = "efgc/sequence-form"
"""The text of a file of matrices."""


class Text(NamedTuple):
    """The text of a file, with its name and checksum."""

    text: str
    name: str
    """Its name in messages."""
    file: str
    """Its name in artifacts, without folders and with text characters only; empty for stdin."""
    sha256: str
    """The checksum of the file's bytes."""
    mark: bool = False
    """Whether the text began with a byte order mark."""
    arrays: bytes = b""
    """The bytes of a file of matrices, which is not text: its text is SEQUENCE_FORM."""

    def word(self, otherwise: str) -> str:
        """Return the file as a word of a command to copy; `otherwise` for a text of no file."""
        return shlex.quote(self.name) if self.file else otherwise

    @property
    def content(self) -> bytes:
        """The bytes of a file, encoded on access: a large text is in memory only once."""
        return self.arrays or BYTE_ORDER_MARK * self.mark + self.text.encode()


def lp_sha256(text: Text) -> str:
    """Return the checksum of a linear program, as recorded in its solutions."""
    return hashlib.sha256(text.text.encode()).hexdigest()


def is_json(text: str) -> bool:
    """Return whether a text begins like a JSON object."""
    return _OBJECT.match(text) is not None


def is_page(text: str) -> bool:
    """Return whether a text begins like an HTML page."""
    return text.lstrip()[:14].lower() == "<!doctype html"


def is_matrix(text: str) -> bool:
    """Return whether a text consists of rows of numbers, with or without names before them, or is a
    list of lists.
    """
    # The walls of a map, `#`, are not comments between numbers, even if the map is broken.
    if _WALL.search(text):
        return False
    # Strategies and losses can be rows of numbers, too.
    others = strategies.recognised(text) is not None or is_text_report(text)
    return not others and rows.is_matrix(text)


def is_linear_program(text: str) -> bool:
    """Return whether a text begins like an .lp or .mps file."""
    try:
        return bool(linear_program.recognise(text))
    except InputError:
        return False


def is_solution_file(text: str) -> bool:
    """Return whether a text is the solution file of a solver."""
    # Loads NumPy and GLPK; only texts that are nothing else get here.
    from ...stages.solve.files import FILES

    return any(file.recognise(text) for file in FILES.values())


def is_graph(text: str) -> bool:
    """Return whether a text is a state graph in YAML."""
    return not is_json(text) and contains_line("(format|states):")(text)


def has_format(name: str) -> Callable[[str], bool]:
    """Return a function that returns whether the first 100,000 characters of a text in YAML name
    this format: every file is asked, also a large one.
    """
    named = re.compile(rf"^[\"']?format[\"']?[ \t]*:[ \t]*[\"']?{name}\b", re.MULTILINE)
    return lambda text: named.search(text, 0, 100_000) is not None


def is_map(text: str) -> bool:
    """Return whether a text begins like a map."""
    return re.match(_NUMBERS_OF_A_MAP + _ROW_OF_A_MAP, text) is not None


def is_text_report(text: str, file: str = "") -> bool:
    """Return whether a text is a report in a format for people, or in the one of a file's name."""
    return any(
        re.search(pattern, text, re.MULTILINE)
        for suffix, pattern in _patterns()
        if not file or file.endswith(f".{suffix}")
    )


@cache
def _patterns() -> set[tuple[str, str]]:
    """Return the suffixes of all reports for people, with the patterns found only in them."""
    # For start-up time.
    from ...stages.diff import DIFF_FORMATS
    from ...stages.evaluate import EVALUATION_FORMATS
    from ...stages.networks import STATS_FORMATS
    from ...stages.passes import PASSES_FORMATS

    tables: tuple[Mapping[str, Format[Never]], ...] = (
        *(way.formats for way in WAYS.values()),
        DIFF_FORMATS,
        EVALUATION_FORMATS,
        STATS_FORMATS,
        PASSES_FORMATS,
    )
    forms = [form for formats in tables for form in formats.values()]
    return {(form.suffix, form.like) for form in forms if form.like}


def is_tikz(text: str) -> bool:
    """Return whether a text is a LaTeX document with a TikZ picture."""
    return begins(r"(?:\s*%[^\n]*\n)*\s*\\documentclass\b")(text) and "tikz" in text


def contains_line(pattern: str) -> Callable[[str], bool]:
    """Return a function that tells whether a line of a text begins with a pattern."""
    return lambda text: re.search(f"^(?:{pattern})", text, re.MULTILINE) is not None


def begins(pattern: str) -> Callable[[str], bool]:
    """Return a function that tells whether a text begins with a pattern."""
    return lambda text: re.match(pattern, text) is not None


_OBJECT = re.compile(r"\s*\{")
_NUMBERS_OF_A_MAP = r"\s*\d+([ \t]+[\d./]+)?[ \t]*\r?\n(\s*\d+[ \t]*\r?\n)?"
_WALL = re.compile(r"^[ \t]*(?=[SDGE-]*#)[-#SDGE]{2,}[ \t]*\r?$", re.MULTILINE)
_ROW_OF_A_MAP = r"\s*[-#SDGE\u2010-\u2014\u2212]+[ \t]*(\r|\n|\Z)"
