"""Hand-ins whose players formally forget something: without harm where nothing is decided there."""

from array import array
from collections.abc import Sequence
from dataclasses import replace

from schemas.parts.problems import Problem
from stages.grade.forced_moves import without_forced
from stages.parse.gambit import Reading


def decided(reading: Reading) -> Reading:
    """Return a reading without the nodes at which nothing is decided: who forgets these alone
    forgets nothing.
    """
    game, origins = without_forced(reading.game)
    return replace(
        reading, game=game, offsets=array("q", (reading.offsets[node] for node in origins))
    )


def forgiven(forgotten: Sequence[Problem]) -> tuple[str, ...]:
    """Return a remark on what players forget without harm; none where they forget nothing."""
    if not forgotten:
        return ()
    more = (
        f", and so in {len(forgotten) - 1} more of the information sets"
        if len(forgotten) > 1
        else ""
    )
    return (
        f"line {forgotten[0].line}: {forgotten[0].message}{more}; without harm, as nothing is "
        "decided there, but 'efgc run' refuses such a file",
    )
