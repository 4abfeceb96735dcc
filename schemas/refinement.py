"""A refinement of an equilibrium: the concept that it satisfies, and the trembles that prove it.

The strategies are the limit, as ε goes to 0, of strategies that play every action with a
probability above 0. The realization weights of the latter are polynomials in ε with few, exact
coefficients. For all sufficiently small ε > 0, the sign of a polynomial is that of its first
nonzero coefficient, so every claim "for all small ε" is a comparison of lists of rationals.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, NamedTuple

from .parts.documents.shapes import Key, Length, Rational

MOST = 1_000
"""Maximum number of coefficients of a weight: more successive trembles than any game has moves."""


class Concept(StrEnum):
    """The concept that a refined equilibrium is claimed to satisfy."""

    SEQUENTIAL = "sequential"
    """A sequential equilibrium (Kreps and Wilson, Econometrica 50, 1982): optimal at every
    information set under the beliefs in the limit of the trembles.
    """
    QUASI_PERFECT = "quasi-perfect"
    """A quasi-perfect equilibrium (van Damme, IJGT 13, 1984): optimal at every information set also
    against all later trembles of the other player, for all small ε. It is also sequential.
    """


Polynomial = tuple[Rational, ...]
"""Coefficients of 1, ε, ε², ...; the last one is not 0."""


class Tremble(NamedTuple):
    """The play at one information set for small ε."""

    infoset: Annotated[int, "its number in the game", Key("information_set")]
    weights: Annotated[
        tuple[Annotated[Polynomial, Length(1, MOST)], ...],
        "one per action: its realization weight for a small ε, as the coefficients of 1, ε, ε², "
        "...; the last one is not 0",
    ]
    """The first nonzero coefficient is positive. The weights of the actions add up to the sum of
    the weights of the sequences that lead here. A certificate of a sequential equilibrium has only
    the first nonzero coefficient, and claims no such sum.
    """


Trembles = Sequence[Tremble]
"""One per information set of a player, in the game's order."""


class Refinement(NamedTuple):
    """The concept that a report's strategies are claimed to satisfy, with its proof."""

    concept: Annotated[
        Concept, "`quasi-perfect` or `sequential`, see [below](#how-to-check-a-refinement)"
    ]
    trembles: Annotated[
        tuple[Trembles, Trembles],
        "of player 1 and of player 2: one entry per information set, in the order of the game",
    ]
