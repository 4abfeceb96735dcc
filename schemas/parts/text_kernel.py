"""Writing texts into arrays of bytes, compiled: parts of the kernels that write lines."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled_part

_MINUS, _ZERO = ord("-"), ord("0")
_TEN = np.int64(10)


@compiled_part
def copied(out, at, data, begin, end):
    """Write bytes; return where they end."""
    for place in range(begin, end):
        out[at] = data[place]
        at += 1
    return at


@compiled_part
def decimal(out, at, number):
    """Write a whole number of more than -2^63; return where it ends."""
    rest = np.int64(number)
    if rest < 0:
        out[at] = _MINUS
        at, rest = at + 1, -rest
    end, above = at + 1, rest // _TEN
    while above:
        end, above = end + 1, above // _TEN
    for place in range(end - 1, at - 1, -1):
        out[place] = _ZERO + rest % _TEN
        rest //= _TEN
    return end
