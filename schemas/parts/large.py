"""Limits on the size of a game: for 32-bit numbers, and for detailed output."""

from schemas.parts.problems import Problem, SizeError

LARGE = 20_000
"""Number of nodes from which pictures and texts omit the details of single items."""
MOST = 2**31 - 2
"""Maximum number of nodes, states, edges or sequences, which have 32-bit numbers."""


def refuse_too_many(size: int, what: str) -> None:
    """Raise SizeError if there are too many to be numbered with 32 bits.

    >>> refuse_too_many(10, "nodes")
    """
    if size >= MOST + 1:
        raise SizeError([Problem(f"{size:,} {what} are more than {MOST:,}, the most here")])
