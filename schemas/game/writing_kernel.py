"""Write fractions as JSON texts."""

from ..parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..kernels.pieces import ratio
    from ..parts.arrays import Bytes, Index, Ints, ReadInts

_QUOTE = cython.declare(Index, ord('"'))


def spell(above: ReadInts, below: ReadInts, data: Bytes, begin: Ints) -> None:
    """Write fractions in lowest terms into `data`, in quotes, and their offsets into `begin`."""
    at: Index = 0
    with cython.nogil:
        for number in range(above.shape[0]):
            begin[number] = at
            data[at] = _QUOTE
            at = ratio(data, at + 1, above[number], below[number])
            data[at] = _QUOTE
            at += 1
        begin[above.shape[0]] = at
