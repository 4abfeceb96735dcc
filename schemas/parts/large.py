"""From which size on a thing is kept in columns, and the passes over it are compiled.

Below it, records and plain Python are as quick, and NumPy and Numba need not be loaded at all. A
law holds both to the same bytes.
"""

from schemas.parts.problems import Problem, SizeError

LARGE = 20_000
"""Nodes or states."""
MOST = 2**31 - 2
"""What 32 bits can number: nodes, states, ways between them, sequences."""


def in_columns(size: int) -> bool:
    """Return whether a thing of so many nodes or states is kept in columns."""
    return size >= LARGE


def refuse_too_many(size: int, what: str) -> None:
    """Raise SizeError where there are too many to be numbered with 32 bits.

    >>> refuse_too_many(10, "nodes")
    """
    if size >= MOST + 1:
        raise SizeError([Problem(f"{size:,} {what} are more than {MOST:,}, the most here")])
