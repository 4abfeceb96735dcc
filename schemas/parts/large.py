"""How large a game is: what can be numbered, and what is too large to be told one by one."""

from schemas.parts.problems import Problem, SizeError

LARGE = 20_000
"""Nodes from which on pictures and words leave out what is told of every single thing."""
MOST = 2**31 - 2
"""What 32 bits can number: nodes, states, ways between them, sequences."""


def refuse_too_many(size: int, what: str) -> None:
    """Raise SizeError where there are too many to be numbered with 32 bits.

    >>> refuse_too_many(10, "nodes")
    """
    if size >= MOST + 1:
        raise SizeError([Problem(f"{size:,} {what} are more than {MOST:,}, the most here")])
