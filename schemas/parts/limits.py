"""Size limits, and the messages for games beyond them: the origin of the limit, and the memory
needed.
"""

from .exact import large
from .problems import Problem, SizeError, counted

LARGE = 20_000
"""Number of nodes from which pictures and texts omit the details of single items."""
MOST = 2**31 - 2
"""Maximum number of nodes, states, edges or sequences, which have 32-bit numbers."""
MAX_STEPS = 100
"""The most steps of a stochastic game: its discounts are exact, and their powers have many digits.
"""


def refuse_too_many(size: int, what: str) -> None:
    """Raise SizeError if there are too many to be numbered with 32 bits.

    >>> refuse_too_many(10, "nodes")
    """
    if size >= MOST + 1:
        raise SizeError([Problem(f"{size:,} {what} are more than the maximum of {MOST:,}")])


UNITS = ("kB", "MB", "GB", "TB", "PB")


class MemoryLimit(int):
    """A limit that was not set by the user: the number of items that fit into free memory."""

    free: int
    """Available bytes."""
    size: int
    """Bytes per item."""

    def __new__(cls, free: int, size: int, least: int = 0) -> "MemoryLimit":
        """Return the number of items of `size` bytes that fit into `free` bytes, but at least
        `least`.
        """
        limit = super().__new__(cls, max(least, free // size))
        limit.free, limit.size = free, size
        return limit


def beyond(limit: int, number: int, what: str, at_least: bool = False) -> str:
    """Return the message for a game with a known number of items above a limit.

    >>> beyond(5000, 6013, "histories")
    'has 6,013 histories, more than the limit of 5,000'
    >>> beyond(
    ...     MemoryLimit(3_100_000, 900), 6013, "histories", at_least=True
    ... )  # doctest: +ELLIPSIS
    'has at least 6,013 histories, which need some 5.4 MB of memory; 3.1 MB are free, enough ...'
    """
    has = f"has {'at least ' if at_least else ''}{large(number)} {what}"
    return f"{has}, {_too_much(limit, number)}"


def more_than(limit: int, what: str, option: str = "") -> str:
    """Return the message for a game with more items than a limit, if the exact number is unknown.

    `option` names the command-line option that sets the limit.

    >>> (more_than(5000, "nodes", "-n"),
    ...     more_than(MemoryLimit(3_100_000, 900), "nodes"))  # doctest: +ELLIPSIS
    ('has more than 5,000 nodes, the limit of -n', 'has more than 3,444 nodes; the 3.1 MB of ...')
    """
    why = f", the limit of {option}" if option else ""
    if isinstance(limit, MemoryLimit):
        why = f"; the {bytes_in_words(limit.free)} of memory that are free cannot hold more"
    return f"has more than {limit:,} {what}{why}"


def bytes_in_words(size: int) -> str:
    """Return a number of bytes in a readable unit.

    >>> bytes_in_words(812), bytes_in_words(5_411_700), bytes_in_words(10**40)
    ('812 bytes', '5.4 MB', '1.00e+25 PB')
    """
    if size < 1000:
        return counted(size, "byte")
    unit = min((len(str(size)) - 1) // 3, len(UNITS)) if size < 10**100 else len(UNITS)
    whole = size // 1000**unit
    number = f"{size / 1000**unit:.2g}" if whole < 10 else large(whole)
    return f"{number} {UNITS[unit - 1]}"


def _too_much(limit: int, number: int) -> str:
    if not isinstance(limit, MemoryLimit):
        return f"more than the limit of {limit:,}"
    return (
        f"which need some {bytes_in_words(number * limit.size)} of memory; "
        f"{bytes_in_words(limit.free)} are free, enough for {limit:,}"
    )
