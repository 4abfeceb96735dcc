"""Reading YAML and JSON as data: no tags, no aliases, no repeated keys, nothing too deep or too
large.

Every scalar of a YAML document is text, and so is every number of a JSON
document that is not an integer: numbers stay exact until somebody asks.
"""

import json
import re
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from schemas.parts.exact import read_exact
from schemas.parts.problems import InputError, Place, Problem, path, position, shown

MAX_CHARACTERS = 2**30
MAX_DEPTH = 50


class Number(str):
    """The text of a JSON number that is not an integer."""


Data = Any  # str, int, bool, None, list or dict, as it came out of a file


def read_json(text: str) -> Data:
    """Return the data of a JSON document.

    Raises InputError with line and column, also for a repeated key, NaN and
    Infinity.
    """
    _refuse_size(text)
    repeated: list[str] = []

    def mapping(pairs: list[tuple[str, Data]]) -> dict[str, Data]:
        found = dict(pairs)
        if len(found) < len(pairs):
            repeated.append(_repeated(key for key, _ in pairs))
        return found

    try:
        data = json.loads(
            text, object_pairs_hook=mapping, parse_float=Number, parse_constant=Number
        )
        if "\\ud" in text or "\\uD" in text:
            json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        other = re.match(r"format: efgc/([a-z-]{1,20})\n", text)
        message = f"no JSON, but efgc/{other[1]} in YAML" if other else f"no JSON: {error.msg}"
        raise InputError([Problem(message, (), error.lineno, error.colno)]) from None
    except RecursionError:
        raise InputError([Problem(f"nested deeper than {MAX_DEPTH} levels", (), 1, 1)]) from None
    except UnicodeEncodeError:
        raise InputError(
            [Problem("no text: half of a surrogate pair, such as \\ud800", (), 1, 1)]
        ) from None
    except ValueError:
        long = re.search(r"\d{4301}", text)
        at = position(text, long.start() if long else 0)
        raise InputError([Problem("a whole number of more than 4,300 digits", (), *at)]) from None
    if repeated:
        _compose(text, located=False)  # Says where, if YAML takes the text as well.
        raise InputError(
            [Problem(f"the key {shown(key)} stands twice in one mapping") for key in repeated]
        )
    return data


def check_keys(
    text: str,
    name: str,
    version: int,
    keys: Collection[str],
    nullable: Collection[str],
    optional: Collection[str] = (),
) -> None:
    """Check format, version and keys of a JSON document that no stage reads back. Raises
    InputError.
    """
    data = read_json(text)
    found = Findings()
    found.header(data, name, version)
    found.fields(data, (), ("format", "version", *keys), optional, nullable)
    found.stop()


def read_yaml(text: str) -> Data:
    """Return the data of a YAML document, every scalar as text.

    Raises InputError with line and column.
    """
    return _compose(text, located=False)


def locate_yaml(text: str, problems: Collection[Problem]) -> list[Problem]:
    """Return the problems with the line and column of their places in `text`."""
    root = _compose(text, located=True)
    located = [problem if problem.line else _located(root, problem) for problem in problems]
    return sorted(located, key=lambda problem: (problem.line, problem.column))


class Findings:
    """Collects what is wrong with some data while its parts are taken out.

    Each method returns the part, or a harmless stand-in after it has noted a
    problem, so that one reading finds all problems.
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, place: Place, message: str) -> None:
        self.problems.append(Problem(message, place))

    def header(self, data: Data, name: str, version: int) -> None:
        """Raise InputError if the data is not a mapping with this format and version."""
        top = data if isinstance(data, dict) else {}
        if data is None:
            self.add((), "there is nothing in it")
        elif not isinstance(data, dict):
            self.add((), f"{shown(data)} is not a mapping")
        elif "format" not in top:
            self.add(
                (), f"no artifact of efgc: the key 'format' is missing; here it would be {name}"
            )
        elif top["format"] != name:
            self.add(("format",), f"{shown(top['format'])} is not {name}")
        elif str(top.get("version")) != str(version):
            self.add(
                ("version",),
                f"version {shown(top.get('version'))} is not known here, only {version}",
            )
        self.stop()

    def mapping(self, data: Data, place: Place) -> dict[str, Data]:
        if isinstance(data, dict):
            return data
        self.add(place, f"{shown(data)} is not a mapping")
        return {}

    def fields(
        self,
        data: Data,
        place: Place,
        needed: Collection[str],
        optional: Collection[str] = (),
        nullable: Collection[str] = (),
    ) -> dict[str, Data]:
        """Return a mapping that has no other keys, with every needed key or None.

        Only `nullable` keys may hold null.
        """
        found = self.mapping(data, place)
        if not isinstance(data, dict):
            return dict.fromkeys(needed)
        for key in found:
            if key not in needed and key not in optional:
                self.add(
                    (*place, key), f"no such key here; known are {', '.join((*needed, *optional))}"
                )
        for key in needed:
            if key not in found:
                self.add(place, f"the key '{key}' is missing")
        for key, value in found.items():
            if value is None and key not in nullable:
                self.add((*place, key), "null stands for nothing here")
        return {**dict.fromkeys(needed), **found}

    def sequence(self, data: Data, place: Place) -> list[Data]:
        if isinstance(data, list):
            return data
        if data is not None:
            self.add(place, f"{shown(data)} is not a list")
        return []

    def text(self, data: Data, place: Place) -> str:
        if isinstance(data, str) and not isinstance(data, Number):
            return data
        if data is not None:
            self.add(place, f"{shown(data)} is not text")
        return ""

    def integer(self, data: Data, place: Place) -> int:
        if isinstance(data, int) and not isinstance(data, bool):
            return data
        if (
            isinstance(data, str)
            and data.isascii()
            and data.removeprefix("-").isdigit()
            and len(data) < 20
        ):
            return int(data)
        if data is not None:
            self.add(place, f"{shown(data)} is not a whole number")
        return 0

    def exact(self, data: Data, place: Place) -> Fraction:
        if data is None:
            return Fraction(0)
        number = (
            read_exact(str(data))
            if isinstance(data, (str, int)) and not isinstance(data, bool)
            else None
        )
        if number is None:
            self.add(place, f"{shown(data)} is not a number; write 3, 0.33 or 1/3")
        return number or Fraction(0)

    def add_beside(self, problems: Collection[Problem]) -> None:
        """Add problems, but for those about a part that is known to be broken, or about a part of
        it.
        """
        broken = [problem.place for problem in self.problems]
        self.problems += [
            problem
            for problem in problems
            if not any(
                problem.place[: len(place)] == place or place[: len(problem.place)] == problem.place
                for place in broken
            )
        ]

    def stop(self) -> None:
        """Raise InputError if there were problems."""
        if self.problems:
            raise InputError(self.problems)


def _refuse_size(text: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise InputError([Problem(f"larger than {MAX_CHARACTERS:,} characters")])


def _repeated(keys: Iterator[str]) -> str:
    seen: set[str] = set()
    return next(key for key in keys if key in seen or seen.add(key))  # type: ignore[func-returns-value]


class _Node(NamedTuple):
    """A part of a YAML document with its position, both from 1."""

    value: Any
    """Text, a list of nodes or a mapping of text to nodes."""
    line: int
    column: int


def _events(text: str) -> Iterator[Any]:
    """Yield the events of a YAML text; refuse what is no plain data."""
    import yaml  # Imported here: only the commands that read YAML pay for it.

    _refuse_size(text)
    depth = 0
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)):
            depth -= isinstance(event, yaml.CollectionEndEvent)
            # Looked at event by event: libyaml's own tree builder overflows the stack on deep
            # nesting.
            if depth > MAX_DEPTH:
                raise InputError([_at(event, f"nested deeper than {MAX_DEPTH} levels")])
            if isinstance(event, yaml.AliasEvent):
                raise InputError([_at(event, "an alias is not read here; write the part out")])
            if getattr(event, "anchor", None) or getattr(event, "tag", None):
                raise InputError([_at(event, "an anchor or a tag is not read here; leave it out")])
            yield event
            depth += isinstance(event, yaml.CollectionStartEvent)
    except yaml.MarkedYAMLError as error:
        mark: Any = error.problem_mark or error.context_mark
        message = ": ".join(part for part in (error.context, error.problem) if part)
        at = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise InputError([Problem(f"no YAML: {message}", (), *at)]) from None
    except (yaml.YAMLError, UnicodeError) as error:
        at = position(text, getattr(error, "position", 0))
        raise InputError([Problem(f"no YAML: {' '.join(str(error).split())}", (), *at)]) from None


def _compose(text: str, located: bool) -> Data:
    """Return the document's data, or its tree of `_Node`s where the places matter."""
    import yaml

    problems: list[Problem] = []
    # Each collection with the event that opened it.
    open_parts: list[tuple[Any, Any]] = [([], None)]
    keys: list[str | None] = [None]
    part: Data
    opened: Any
    for event in _events(text):
        if isinstance(event, yaml.ScalarEvent):
            part, opened = event.value, event
        elif isinstance(event, yaml.CollectionStartEvent):
            open_parts.append(({} if isinstance(event, yaml.MappingStartEvent) else [], event))
            keys.append(None)
            continue
        elif isinstance(event, yaml.CollectionEndEvent):
            part, opened = open_parts.pop()
            keys.pop()
        elif isinstance(event, yaml.DocumentStartEvent) and open_parts[0][0]:
            raise InputError([_at(event, "a second document; a file here holds one")])
        else:
            continue
        into, key = open_parts[-1][0], keys[-1]
        value = (
            _Node(part, opened.start_mark.line + 1, opened.start_mark.column + 1)
            if located
            else part
        )
        if isinstance(into, list):
            into.append(value)
        elif key is not None:
            into[key] = value
            keys[-1] = None
        elif not isinstance(part, str):
            raise InputError([_at(opened, "a key must be plain text")])
        else:
            if part in into:
                problems.append(_at(opened, f"the key {shown(part)} stands twice in one mapping"))
            keys[-1] = part
    if problems:
        raise InputError(problems)
    return open_parts[0][0][0] if open_parts[0][0] else None


def _at(event: Any, message: str) -> Problem:
    return Problem(message, (), event.start_mark.line + 1, event.start_mark.column + 1)


def _located(root: _Node | None, problem: Problem) -> Problem:
    message, node = problem.message, root
    for depth, step in enumerate(problem.place):
        child = _step(node, step) if node else None
        if (
            child is None
        ):  # The place names something that is missing: point at what should hold it.
            message = f"{path(problem.place[depth:])}: {message}"
            break
        node = child
    return Problem(message, problem.place, node.line if node else 1, node.column if node else 1)


def _step(node: _Node, step: str | int) -> _Node | None:
    if isinstance(step, int):
        return node.value[step] if isinstance(node.value, list) and step < len(node.value) else None
    return node.value.get(step) if isinstance(node.value, dict) else None
