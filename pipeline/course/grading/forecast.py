"""What a hand-in takes, forecast by its size: how long it may, and whether a person is told."""

from schemas.parts.documents import MAX_CHARACTERS
from schemas.parts.exact import large
from schemas.parts.limits import memory

SECONDS = 60.0
"""That any hand-in may take: a thousand nodes take some hundredths of one."""
EACH = 10.0
"""Further seconds for each megabyte of its text, and of that of the map's game: ten times what
those took that were measured (`tests/benchmarks/README.md`).
"""
RATE = 1e6
"""Bytes per second of the map's own game, with some to spare; another game takes several times as
long, in which the mistake is looked for.
"""
NODE = 30
"""Bytes of a node."""
SLOW = 10.0  # Seconds from which on a person is told beforehand.


def allowed(size: int, nodes: int) -> float:
    """Return the seconds that a hand-in may take where nobody says it: by the bytes of its text and
    the nodes of the map's game.

    >>> allowed(500, 97), allowed(30_000_000, 993_591)
    (60.0, 658.0)
    """
    return SECONDS + round(EACH * (size + NODE * nodes) / 1e6)


def slow(size: int, seconds: float) -> str:
    """Return what a person is told beforehand of a hand-in with so many bytes that has so many
    seconds; empty where it is quick.

    >>> slow(30_000_000, 20.0)
    '30 MB, some 1,000,000 nodes: grading takes some 30 s, more if it is another game; it has 20 s'
    """
    takes = size / RATE
    if takes < SLOW or size > MAX_CHARACTERS:  # What is larger is not read at all.
        return ""
    nodes = large(int(round(size / NODE, -4)))
    return (
        f"{memory(size)}, some {nodes} nodes: grading takes some {takes:,.0f} s, more if it is "
        f"another game; it has {seconds:,.0f} s"
    )
