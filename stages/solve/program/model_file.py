"""The file of a linear program in the form that solvers read.

HiGHS and SCIP write the direction of the objective of an `.mps` file into a section OBJSENSE. GLPK
does not read this section, and other solvers differ in the spellings that they read.
"""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

from efgc.schemas.parts.problems import InputError, Problem, position, shown
from efgc.stages.isolated.process import named_file

# The direction follows the word, or is on the next line that is neither empty nor a comment.
_SECTION = re.compile(
    r"^OBJSENSE(?!\S)(?:[^\S\n]*(?:\n\*[^\n]*)*\n)*[^\S\n]*(?P<direction>\S*)[^\n]*", re.MULTILINE
)
_DIRECTIONS = {"MIN": False, "MINIMIZE": False, "MAX": True, "MAXIMIZE": True}


class Sensed(NamedTuple):
    """The text of a linear program without the section, and the direction from the section."""

    text: str
    """A comment replaces each line of the section, so that lines keep their numbers."""
    maximise: bool


def sensed(text: str, format: str) -> Sensed:
    r"""Return the text of a linear program without its OBJSENSE, and the direction. Raises
    InputError with the line if the section gives no direction.

    >>> sensed("NAME p\nOBJSENSE\n  MAX\nROWS\n", "mps")
    Sensed(text='NAME p\n*\n*\nROWS\n', maximise=True)
    """
    section = _section(text, format)
    if section is None:
        return Sensed(text, False)
    direction = section["direction"]
    if direction.upper() not in _DIRECTIONS:
        said = f"the direction of OBJSENSE is MAX or MIN, not {shown(direction)}"
        raise InputError([Problem(said, (), *position(text, section.start("direction")))])
    comments = "\n".join("*" * (section[0].count("\n") + 1))
    without = f"{text[: section.start()]}{comments}{text[section.end() :]}"
    return Sensed(without, _DIRECTIONS[direction.upper()])


def spelled(text: str, format: str) -> str:
    r"""Return the text of a linear program with its OBJSENSE in the form that all solvers except
    GLPK read; nothing else is changed.

    >>> spelled("NAME p\nOBJSENSE MAXIMIZE\nROWS\n", "mps")
    'NAME p\nOBJSENSE\n    MAX\nROWS\n'
    """
    section = _section(text, format)
    if section is None:
        return text
    found = sensed(text, format)
    if not found.maximise:
        return found.text
    return f"{text[: section.start()]}OBJSENSE\n    MAX{text[section.end() :]}"


def _section(text: str, format: str) -> re.Match[str] | None:
    return _SECTION.search(text) if format == "mps" and "OBJSENSE" in text else None


def model_file(text: str, format: str) -> AbstractContextManager[str]:
    """Provide the path of a file with the text of a linear program, in the form that all solvers
    except GLPK read, for a `with` block.
    """
    return file_of(spelled(text, format), format)


@contextmanager
def file_of(text: str, format: str) -> Iterator[str]:
    """Provide the path of a file with an unchanged text, for a `with` block."""
    with named_file(f".{format}") as file:
        file.write(text)
        file.flush()
        yield file.name
