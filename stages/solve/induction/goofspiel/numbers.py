"""How the values of a layer are stored: unchanged, or as multiples of a unit."""

from fractions import Fraction
from typing import Any

import numpy as np

from .....schemas.levels import Numbers
from .....schemas.rules.goofspiel import Goofspiel
from .....schemas.rules.objective import Objective
from ..matrix_game import Array

_LARGEST = 2**31 - 1


def most(rule: Goofspiel) -> float:
    """Return the largest value that a state can have."""
    return float(sum(rule.prizes)) if rule.objective == Objective.POINTS else 1.0


def unit_of(rule: Goofspiel, numbers: Numbers) -> float:
    """Return the unit of packed numbers: the least power of two for which the largest value fits
    into 32 bits; 0 for unpacked values.

    >>> unit_of(Goofspiel(((1,), (1,)), (Fraction(1),), Objective.WIN), Numbers.PACKED) == 2**-30
    True
    """
    if numbers == Numbers.FLOAT64:
        return 0.0
    largest = sum(rule.prizes) if rule.objective == Objective.POINTS else Fraction(1)
    unit = Fraction(2) ** -60
    while largest > _LARGEST * unit:
        unit *= 2
    return float(unit)


def number_kind(unit: float) -> str:
    """Return the NumPy type code of the numbers in a file."""
    return "<i4" if unit else "<f8"


def packed(values: Array, unit: float) -> Array:
    """Return values in the form in which a file stores them."""
    return np.rint(values / unit).astype(number_kind(unit)) if unit else values


def unpacked(values: Any, unit: float) -> Any:
    """Return the values that a file stores."""
    return values.astype(np.float64) * unit if unit else values
