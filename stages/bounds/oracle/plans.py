"""Plans of the agent: trees of what it does after what it found. A strategy is a mixture at every
point of such a tree.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from ....schemas.parts.squares import Square


class Finding(StrEnum):
    """What the agent finds at a dangerous place, if it goes on."""

    EMPTY = "empty"
    FIGHT = "fight"
    TAKE_GOLD = "take gold"


class Choice(NamedTuple):
    """A way to a dangerous place or to an exit."""

    path: tuple[Square, ...]
    """From the square of the point, to the place or exit."""
    to: int
    """The number of the place, or EXIT_PLACE."""
    gold: int
    """The gold on the way."""


@dataclass(eq=False)
class Point:
    """A point at which the agent chooses."""

    gold: int = 0
    """The gold that it has."""
    choices: list[Choice] = field(default_factory=list)
    after: list[dict[Finding, "Point"]] = field(default_factory=list)
    """For each choice what follows it. What is missing pays nothing."""

    def add(self, choice: Choice) -> int:
        """Return the number of a choice, which is added if it is new."""
        for number, known in enumerate(self.choices):
            if known.path == choice.path:
                return number
        self.choices.append(choice)
        self.after.append({})
        return len(self.choices) - 1


def merge(tree: Point, plan: Point) -> bool:
    """Add the choices of a plan to a tree; return whether any of them is new."""
    changed = False
    for choice, after in zip(plan.choices, plan.after, strict=True):
        before = len(tree.choices)
        number = tree.add(choice)
        changed |= len(tree.choices) > before
        for finding, point in after.items():
            if finding not in tree.after[number]:
                tree.after[number][finding] = Point(point.gold)
                changed = True
            changed |= merge(tree.after[number][finding], point)
    return changed


def points(tree: Point) -> list[Point]:
    """Return all points, each before those after it."""
    found = [tree]
    for point in found:  # Grows meanwhile.
        found += [after for each in point.after for after in each.values()]
    return found
