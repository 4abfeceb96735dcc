"""Grades with points: of the parts of a hand-in, and of the whole."""

from collections.abc import Mapping, Sequence

from .....schemas.grades import WHOLE, Fact, Verdict
from .....schemas.parts.problems import Problem
from ..records import Grade


def award(
    part: str,
    points: float | None,
    of: float,
    facts: Mapping[str, str],
    reason: str = "",
    verdict: Verdict | None = None,
) -> Grade:
    """Return the grade of a part; without a verdict, that of its points. `reason` is why points
    are missing.
    """
    return Grade(
        "",
        verdict or verdict_of(points, of),
        problems=(Problem(" ".join(reason.split())),) if reason else (),
        part=part,
        points=points,
        of=of,
        facts=tuple(Fact(name, value) for name, value in facts.items() if value),
    )


def verdict_of(points: float | None, of: float) -> Verdict:
    """Return the verdict on a part with this many points.

    >>> str(verdict_of(17, 20)), str(verdict_of(None, 20))
    ('partly right', 'not graded')
    """
    if points is None:
        return Verdict.NOT_GRADED
    if points >= of:
        return Verdict.RIGHT
    return Verdict.PARTLY_RIGHT if points else Verdict.WRONG


def total(parts: Sequence[Grade]) -> Grade:
    """Return the grade of a hand-in by those of its parts.

    >>> whole = total([award("x", 0.1, 6.0, {}), award("y", 0.2, 8.0, {})])
    >>> whole.part, whole.points, whole.of, str(whole.verdict)
    ('all', 0.3, 14.0, 'partly right')
    """
    points = round(sum(part.points or 0 for part in parts), 9)
    of = round(sum(part.of or 0 for part in parts), 9)
    missing = sum(part.points is None for part in parts)
    if not missing:
        return award(WHOLE, points, of, {})
    reason = f"{missing} of {len(parts)} parts are not graded"
    return award(WHOLE, points, of, {}, reason, Verdict.NOT_GRADED)
