"""Find the positions of problems in a JSON text."""

import json
import re
from collections.abc import Callable, Collection, Iterator

from ..problems import Place, Problem, path, positions

_SPACE = re.compile(r"[ \t\n\r]*")
_PREDICATE = re.compile(r"(is|are|does|must|needs|has)\b")
Step = str | int
Tree = dict[Step, "Tree"]


def locate_json(text: str, problems: Collection[Problem]) -> list[Problem]:
    """Return the problems with line and column in a JSON text, in the order of the text.

    A missing part has the position of the value that should contain it. It is named, and so is a
    part before a message without a subject.

    >>> [str(one) for one in locate_json('{"a":\\n [1, 2]}', [Problem("is odd", ("a", 1))])]
    ['2:6: a[1]: is odd']
    """
    wanted: Tree = {}
    for problem in problems:
        tree = wanted
        for step in problem.place:
            tree = tree.setdefault(step, {})
    offsets = dict(_offsets(text, _SPACE.match(text, 0).end(), wanted, ()))  # type: ignore[union-attr]
    at = positions(text)
    found = [problem if problem.line else _located(problem, offsets, at) for problem in problems]
    return sorted(found, key=lambda problem: (problem.line or 0, problem.column or 0))


def _located(
    problem: Problem, offsets: dict[Place, int], at: Callable[[int], tuple[int, int]]
) -> Problem:
    known = problem.place
    while known not in offsets:
        known = known[:-1]
    missing = problem.place[len(known) :]
    named = missing or (problem.place if _PREDICATE.match(problem.message) else ())
    message = f"{path(named)}: {problem.message}" if named else problem.message
    line, column = at(offsets[known])
    return problem._replace(message=message, line=line, column=column)


def _offsets(text: str, at: int, wanted: Tree, place: Place) -> Iterator[tuple[Place, int]]:
    """Yield the place and offset of the value at an offset, and of the wanted parts of it."""
    yield place, at
    if not wanted or text[at] not in "[{":
        return
    named = text[at] == "{"
    at, number = _after(text, at + 1), 0
    while text[at] not in "]}":
        step: Step = number
        key = at
        if named:
            step, at = _SCAN(text, at)
            at = _after(text, _after(text, at) + 1)
        if step in wanted:
            # Report the position of the key in a mapping, and of the value in a list.
            inner = _offsets(text, at, wanted[step], (*place, step))
            first, _ = next(inner)
            yield first, key
            yield from inner
        at = _after(text, _SCAN(text, at)[1])
        if text[at] == ",":
            at = _after(text, at + 1)
        number += 1


def _after(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    assert match is not None
    return match.end()


# The values of numbers do not matter here.
_SCAN = json.JSONDecoder(parse_float=len, parse_int=len, parse_constant=len).raw_decode
