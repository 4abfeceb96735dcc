"""Remarks on rules that are valid, but probably mean something else."""

import re
from collections.abc import Iterator

from ....schemas.parts.problems import Problem, shown
from .document import Document, Part, Step

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_NAME = re.compile(r"[^\W\d]\w*")
_LOOP = re.compile(r"(\w+)\s+in\b")


def remarks(document: Document) -> list[Problem]:
    """Return remarks on valid rules: observations of a step that show a value which this step
    changes. A player sees what was there before, the same in every branch.
    """
    steps = (*document.start, *document.then, *document.moves[0], *document.moves[1])
    # The moves of `each` are those of both players.
    return [*dict.fromkeys(problem for step in steps for problem in _early_sights(step))]


def _early_sights(step: Step) -> Iterator[Problem]:
    loops = (name for part in step.loops for name in _LOOP.findall(part.text))
    branch = {"chance", *loops, *(name for name, _ in step.where)}
    changed = {target.text: value for target, value in step.do if _names(value) & branch}
    for player, parts in step.sees or ():
        for part in parts:
            for name in () if _names(part) & branch else sorted(_names(part) & changed.keys()):
                yield Problem(
                    f"{player} sees the value of {shown(name)} before this step changes it, the "
                    f"same in every branch; to show the new one, write {changed[name].text}",
                    part.place,
                )


def _names(part: Part) -> set[str]:
    """Return the names in an expression."""
    return {*_NAME.findall(_QUOTED.sub("", part.text))}
