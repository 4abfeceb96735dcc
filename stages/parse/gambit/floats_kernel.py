"""Which decimals certainly mean what they say, compiled: a quick sieve before `candidates`."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled
from stages.parse.gambit.candidates import PLACES
from stages.parse.gambit.numbers import MAX_DENOMINATOR

_OFF = 2.0**-48  # More than `floats.ULPS`, and what is lost here.
_DECIMALS = 10.0 ** (PLACES - 1)
_ROUNDED = 0.01  # In units of the last place of a decimal: more than `_OFF` of PLACES digits.


@compiled
def may_mean_another(above, below):
    """Return whether a positive fraction may be floating point of a decimal or of a fraction that
    `candidates.payoff` takes it for; where it is none, the answer is nearly always no.
    """
    value = above / below
    scaled = value / 10.0 ** np.floor(np.log10(value)) * _DECIMALS
    if abs(scaled - np.rint(scaled)) <= _ROUNDED:
        return True
    most = min(np.int64(np.sqrt(10.0**PLACES / max(value, 1.0))), np.int64(MAX_DENOMINATOR))
    last_above, last_below, found_above, found_below = 0, 1, 1, 0
    while below:
        whole, rest = above // below, above % below
        if whole * (found_below > 0) > most or whole * found_below + last_below > most:
            break
        last_above, found_above = found_above, whole * found_above + last_above
        last_below, found_below = found_below, whole * found_below + last_below
        above, below = below, rest
    return found_below > 0 and abs(found_above / found_below - value) <= _OFF * value
