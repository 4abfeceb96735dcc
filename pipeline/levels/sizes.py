"""The disk space of level files."""

from collections.abc import Sequence

from schemas.levels import Numbers


def bytes_of(values: int, numbers: Numbers) -> int:
    """Return the bytes of so many values.

    >>> bytes_of(10, Numbers.FLOAT64), bytes_of(10, Numbers.PACKED)
    (80, 40)
    """
    return values * (4 if numbers == Numbers.PACKED else 8)


def most_at_once(sizes: Sequence[int], whole: int, keep: bool) -> int:
    """Return the bytes that must be free to make the rest of the levels, from number `whole` on.

    While the chunks of a level are joined, the level is on the disk twice. Without `keep`, the only
    other files are those of the level below.

    >>> most_at_once([1, 10, 20, 5], 0, True), most_at_once([1, 10, 20, 5], 0, False)
    (56, 50)
    >>> most_at_once([1, 10, 20, 5], 2, True), most_at_once([1, 10, 20, 5], 2, False)
    (45, 40)
    """
    rest = range(whole, len(sizes))
    if keep:
        return sum(sizes[whole:]) + max(sizes[whole:], default=0)
    most = max((2 * sizes[at] + (sizes[at - 1] if at else 0) for at in rest), default=0)
    return max(0, most - (sizes[whole - 1] if whole else 0))
