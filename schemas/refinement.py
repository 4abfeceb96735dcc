"""A refinement of an equilibrium: which concept it satisfies, and the trembles that prove it.

The strategies are the limit, as ε falls to 0, of strategies that play every action with a
probability above 0. The realization weights of these are polynomials in ε: exact, and few numbers.
Of a polynomial the sign for all small enough ε > 0 is that of its first coefficient that is not 0,
so that every claim "for all small ε" is a comparison of lists of rationals.
"""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple


class Concept(StrEnum):
    """What a refined equilibrium is claimed to be."""

    SEQUENTIAL = "sequential"
    """A sequential equilibrium (Kreps and Wilson, Econometrica 50, 1982): best at every information
    set, by the beliefs that the trembles leave.
    """
    QUASI_PERFECT = "quasi-perfect"
    """A quasi-perfect equilibrium (van Damme, IJGT 13, 1984): best at every information set also
    against all later trembles of the other player, for all small ε. It is sequential, too.
    """


Polynomial = tuple[Fraction, ...]
"""Coefficients of 1, ε, ε², ...; the last one is not 0."""


class Tremble(NamedTuple):
    """How one information set is played for a small ε."""

    infoset: int
    """Its number in the game."""
    weights: tuple[Polynomial, ...]
    """Per action the realization weight of its sequence. The first coefficient that is not 0 is
    above 0; the actions' sum is the sum of the weights of the sequences that lead here. A
    certificate of a sequential equilibrium keeps the first coefficient alone, and no sum is claimed
    there.
    """


Trembles = Sequence[Tremble]
"""One per information set of a player, in the game's order."""


class Refinement(NamedTuple):
    """What is claimed of a report's strategies, with what proves it."""

    concept: Concept
    trembles: tuple[Trembles, Trembles]
    """Of player 1 and of player 2."""
