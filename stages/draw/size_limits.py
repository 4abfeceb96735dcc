"""The error for drawings that are too large for one picture."""

from collections.abc import Sequence
from typing import NoReturn

from ...schemas.parts.problems import InputError, Problem


def refuse(total: str, things: str, begin: str, sizes: Sequence[int], most: int) -> NoReturn:
    """Raise InputError for a drawing of a `total` of things, of which at most `most` can be shown.
    `sizes` gives the number of things for each number of moves, and `begin` an alternative start.
    """
    fits = [(moves, size) for moves, size in enumerate(sizes) if moves and size <= most]
    narrow = f"--depth {fits[-1][0]} draws {fits[-1][1]:,}, and " if fits else ""
    raise InputError(
        [
            Problem(
                f"{total} {things} are too many for one picture, which shows at most {most:,}: "
                f"{narrow}--from {begin} begins further on"
            )
        ]
    )
