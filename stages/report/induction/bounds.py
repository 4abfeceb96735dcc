"""Bounds that rounding cannot move inward, and one strategy per stage game."""

import math
from collections.abc import Mapping
from fractions import Fraction

from schemas.induction import Induction
from schemas.parts.problems import InputError, Problem, shown


def down(number: Fraction) -> float:
    """Return the largest float that is not above a rational."""
    near = float(number)
    return near if Fraction(near) <= number else math.nextafter(near, -math.inf)


def up(number: Fraction) -> float:
    """Return the smallest float that is not below a rational."""
    return -down(-number) + 0.0  # No negative zero.


def refuse_stages(induction: Induction, shapes: Mapping[str, tuple[int, int]]) -> None:
    """Raise InputError unless the solution has a strategy for both players of every stage game, and
    of no other.
    """
    problems = [
        Problem(f"the stage game of {shown(name)} is missing", ("stages",))
        for name in shapes.keys() - {stage.state for stage in induction.stages}
    ]
    for at, stage in enumerate(induction.stages):
        if stage.state not in shapes:
            problems.append(
                Problem(
                    f"{shown(stage.state)} is no stage game of this graph", ("stages", at, "state")
                )
            )
        elif tuple(map(len, stage.strategies)) != shapes[stage.state]:
            first, second = shapes[stage.state]
            problems.append(
                Problem(f"the players have {first} and {second} moves here", ("stages", at))
            )
    if problems:
        raise InputError(sorted(problems, key=lambda problem: (problem.place, problem.message)))
