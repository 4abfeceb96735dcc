"""Read YAML as plain data: no tags, no aliases, no repeated keys, limited depth and size."""

from collections import deque
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from ..problems import InputError, Problem, path, position, shown
from .data import MAX_DEPTH, Data, refuse_size


def read_yaml(text: str) -> Data:
    """Return the data of a YAML document, every scalar as text.

    Raise InputError with line and column.
    """
    return _compose(text, located=False)


def locate_yaml(text: str, problems: Collection[Problem]) -> list[Problem]:
    """Return the problems with the line and column of their places in `text`."""
    root = _compose(text, located=True)
    located = [problem if problem.line else _located(root, problem) for problem in problems]
    return sorted(located, key=lambda problem: (problem.line, problem.column))


class _Node(NamedTuple):
    """A part of a YAML document with its line and column, both from 1."""

    value: Any
    """Text, a list of nodes or a mapping of text to nodes."""
    line: int
    column: int


def _events(text: str) -> Iterator[Any]:
    """Yield the events of a YAML text; raise InputError if it is not plain data."""
    import yaml  # Imported here: only the commands that read YAML pay for it.

    refuse_size(text)
    quick = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        yield from _plain(text, quick)
    except yaml.MarkedYAMLError as error:
        # From libyaml 0.2.6 on, its scanner, which is ahead of the events, gives up at 1,000
        # levels. The loader in Python finds the first level that is too deep.
        if quick is not yaml.BaseLoader and "nesting depth" in str(error.problem):
            deque(_plain(text, yaml.BaseLoader), maxlen=0)
        mark: Any = error.problem_mark or error.context_mark
        message = ": ".join(part for part in (error.context, error.problem) if part)
        at = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise InputError([Problem(f"not valid YAML: {message}", (), *at)]) from None
    except (yaml.YAMLError, UnicodeError) as error:
        at = position(text, getattr(error, "position", 0))
        message = " ".join(str(error).split())
        raise InputError([Problem(f"not valid YAML: {message}", (), *at)]) from None


def _plain(text: str, loader: Any) -> Iterator[Any]:
    """Yield the events of a loader; raise InputError at the first one that is not plain data."""
    import yaml

    depth = 0
    for event in yaml.parse(text, Loader=loader):
        depth -= isinstance(event, yaml.CollectionEndEvent)
        # Checked event by event: libyaml's own tree builder overflows the stack on deep nesting.
        if depth > MAX_DEPTH:
            raise InputError([_at(event, f"nested deeper than {MAX_DEPTH} levels")])
        if isinstance(event, yaml.AliasEvent):
            raise InputError([_at(event, "an alias is not read here; write the part out")])
        if getattr(event, "anchor", None) or getattr(event, "tag", None):
            raise InputError([_at(event, "an anchor or a tag is not read here; leave it out")])
        yield event
        depth += isinstance(event, yaml.CollectionStartEvent)


def _compose(text: str, located: bool) -> Data:
    """Return the document's data, or a tree of `_Node` if positions are needed (`located`)."""
    import yaml

    tree = _Tree(located)
    for event in _events(text):
        if isinstance(event, yaml.ScalarEvent):
            tree.add(event.value, event)
        elif isinstance(event, yaml.CollectionStartEvent):
            tree.open({} if isinstance(event, yaml.MappingStartEvent) else [], event)
        elif isinstance(event, yaml.CollectionEndEvent):
            tree.close()
        elif isinstance(event, yaml.DocumentStartEvent) and tree.documents:
            raise InputError([_at(event, "a second document; a file here holds one")])
    if tree.problems:
        raise InputError(tree.problems)
    return tree.documents[0] if tree.documents else None


class _Tree:
    """Builds the data of a document from its events."""

    def __init__(self, located: bool) -> None:
        self.located = located
        self.problems: list[Problem] = []
        self.documents: list[Data] = []
        # Each open collection, with the event that opened it or the key that waits for a value.
        self.parts: list[tuple[Any, Any]] = [(self.documents, None)]
        self.keys: list[str | None] = [None]

    def open(self, part: Data, event: Any) -> None:
        self.parts.append((part, event))
        self.keys.append(None)

    def close(self) -> None:
        self.keys.pop()
        self.add(*self.parts.pop())

    def add(self, part: Data, opened: Any) -> None:
        into, key = self.parts[-1][0], self.keys[-1]
        if isinstance(into, list):
            into.append(self._value(part, opened))
        elif key is not None:
            into[key] = self._value(part, opened)
            self.keys[-1] = None
        elif not isinstance(part, str):
            raise InputError([_at(opened, "a key must be plain text")])
        else:
            if part in into:
                message = f"duplicate key {shown(part)}"
                self.problems.append(_at(opened, message))
            self.keys[-1] = part

    def _value(self, part: Data, opened: Any) -> Data:
        if not self.located:
            return part
        return _Node(part, opened.start_mark.line + 1, opened.start_mark.column + 1)


def _at(event: Any, message: str) -> Problem:
    return Problem(message, (), event.start_mark.line + 1, event.start_mark.column + 1)


def _located(root: _Node | None, problem: Problem) -> Problem:
    message, node = problem.message, root
    for depth, step in enumerate(problem.place):
        child = _step(node, step) if node else None
        # The named part is missing: report the position of the part that should contain it.
        if child is None:
            message = f"{path(problem.place[depth:])}: {message}"
            break
        node = child
    line, column = (node.line, node.column) if node else (1, 1)
    return problem._replace(message=message, line=line, column=column)


def _step(node: _Node, step: str | int) -> _Node | None:
    if isinstance(step, int):
        return node.value[step] if isinstance(node.value, list) and step < len(node.value) else None
    return node.value.get(step) if isinstance(node.value, dict) else None
