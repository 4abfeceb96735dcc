"""Solver files: a program that solves linear programs, described as data in YAML."""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template
from typing import Annotated, NamedTuple

from ....schemas.parts.documents import MAX_CHARACTERS, Data, Findings, locate_yaml, read_yaml
from ....schemas.parts.documents.records import record
from ....schemas.parts.documents.shapes import Length, OneOf
from ....schemas.parts.near import known_are, near_file
from ....schemas.parts.problems import InputError, Place, Problem, shown
from ....schemas.parts.status import Status
from ..files import FILES, PLAIN

FORMATS = {**FILES, **PLAIN}
"""The formats of solutions that a program may write."""
PLACEHOLDERS = {
    "command": ("program", "solution", "basis", "folder"),
    "time_limit": ("seconds", "whole_seconds"),
    "maximise": (),
    "options": ("name", "value"),
}
"""The placeholders within the arguments of each key. The arguments of the other keys take the place
of a word of the command, such as $options.
"""


class Rerun(NamedTuple):
    """A second run with further arguments, which replaces the first one."""

    after: Annotated[str, "the text in the output of the first run that asks for it"]
    arguments: Annotated[tuple[str, ...], "the arguments to add at the end"]


class Description(NamedTuple):
    """A program that solves linear programs."""

    format: Annotated[str, "efgc/solver", OneOf(("efgc/solver",))]
    command: Annotated[tuple[str, ...], "the program and its arguments", Length(1)]
    writes: Annotated[str, "the format of its solutions", OneOf(tuple(FORMATS))]
    reads: Annotated[str, "the format of its linear programs", OneOf(("mps", "lp"))] = "mps"
    time_limit: Annotated[tuple[str, ...], "the arguments for a time limit"] = ()
    maximise: Annotated[
        tuple[str, ...], "the arguments to maximise; without them an .mps minimises the negative"
    ] = ()
    options: Annotated[tuple[str, ...], "the arguments for each --option"] = ()
    wrong_option: Annotated[str, "a regular expression: its complaint about an option"] = ""
    version: Annotated[str, "a regular expression with its version in its output as a group"] = ""
    statuses: Annotated[
        Mapping[str, Status], "texts in its output, with the statuses that they mean"
    ] = {}
    again: Annotated[Rerun | None, "a second run"] = None
    package: Annotated[
        str, "a Python package to be run as a module if the program is not on the PATH"
    ] = ""
    get: Annotated[str, "how to get it"] = ""
    name: str = ""
    """The name of the file without its ending, in messages and artifacts."""
    folder: str = ""
    """The absolute path of the folder of the file."""

    def mentions(self, placeholder: str) -> bool:
        """Return whether the command has a placeholder."""
        return any(placeholder in Template(word).get_identifiers() for word in self.command)


def read_description(path: Path, name: str) -> Description:
    """Return the description in a solver file. Raises InputError with the place of every problem,
    also if there is no such file.
    """
    try:
        with path.open(encoding="utf-8") as file:
            found = description_of(file.read(MAX_CHARACTERS + 1))
    except InputError as error:
        raise InputError(error.problems, str(path)) from None
    except UnicodeDecodeError:
        raise InputError([Problem("is not UTF-8")], str(path)) from None
    except OSError as error:
        advice = near_file(str(path)) if isinstance(error, FileNotFoundError) else ""
        said = f"{(error.strerror or str(error)).lower()}{advice}"
        raise InputError([Problem(said)], str(path)) from None
    return found._replace(name=name, folder=str(path.absolute().parent))


def description_of(text: str) -> Description:
    """Return the description in the text of a solver file. Raises InputError with the lines and
    columns of all problems.
    """
    findings = Findings()
    data = read_yaml(text) or {}
    findings.problems += _wrong_texts(data, ())
    found: Description = record(Description).read(findings, data, ())
    findings.add_unless_broken(list(_problems(found)))
    if findings.problems:
        raise InputError(locate_yaml(text, findings.problems))
    return found


def _wrong_texts(data: Data, place: Place) -> Iterator[Problem]:
    """Yield the problems of texts that no argument of a program can be."""
    match data:
        case dict():
            for key, inner in data.items():
                yield from _wrong_texts(inner, (*place, key))
        case list():
            for index, inner in enumerate(data):
                yield from _wrong_texts(inner, (*place, index))
        case str() if "\0" in data:
            yield Problem("a NUL character cannot be in an argument", place)
        case "":
            yield Problem("an empty text stands for nothing here; leave it out", place)
        case "~" | "null":
            yield Problem("null stands for nothing here", place)


def _problems(described: Description) -> Iterator[Problem]:
    check = record(Description).check
    assert check is not None
    yield from check(described, ())
    program = described.command[0] if described.command else ""
    is_relative = os.path.dirname(program) and not os.path.isabs(program)
    others = set(Template(program).get_identifiers()) - {"folder"}
    if others or is_relative and not program.startswith("$folder"):
        said = "a program is a name on the PATH, an absolute path, or begins with $folder"
        yield Problem(said, ("command", 0))
    if not described.mentions("program"):
        yield Problem("the placeholder $program is missing", ("command",))
    if described.package and not described.package.isidentifier():
        yield Problem(f"{shown(described.package)} is not the name of a package", ("package",))
    keys = [key for key in PLACEHOLDERS if key != "command"]
    for at, word in enumerate(described.command):
        if word.startswith("$") and word[1:] in keys:
            if not getattr(described, word[1:]):
                yield Problem(f"the key '{word[1:]}' is missing", ("command", at))
        else:
            yield from _wrong_placeholders(word, "command", at)
    for key in keys:
        for at, word in enumerate(getattr(described, key)):
            yield from _wrong_placeholders(word, key, at)
        if getattr(described, key) and f"${key}" not in described.command:
            yield Problem(f"the word ${key} is missing in the command", (key,))
    for key in ("wrong_option", "version"):
        try:
            re.compile(getattr(described, key))
        except re.error as error:
            yield Problem(f"is not a regular expression: {error}", (key,))


def _wrong_placeholders(word: str, key: str, at: int) -> Iterator[Problem]:
    template = Template(word)
    if not template.is_valid():
        yield Problem("write $$ for a dollar sign", (key, at))
    for name in template.get_identifiers():
        if name not in PLACEHOLDERS[key]:
            known = known_are(name, PLACEHOLDERS[key])
            yield Problem(f"unknown placeholder {shown(name)}; {known}", (key, at))
