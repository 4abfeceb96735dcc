"""Critical: where optimal play changes as a probability p does, each place in a proved bracket.

`family` makes the game, for all p at once, a linear program of polynomials. `stretch` proves of an
interval that the same is optimal all over it, because it ends at roots of polynomials; `covering`
puts stretches side by side until no gap is wider than a bracket. `play` says what optimal play is,
so that it does not depend on a solver; `changes` tells where it is another one.
"""

from fractions import Fraction

from flint import fmpq

from schemas.parts.squares import Square
from stages.critical.changes import told
from stages.critical.covering import Watch, covered
from stages.critical.family import GameAt, family_of
from stages.critical.records import Change, Critical, Function, Move, Piece

__all__ = ("Change", "Critical", "Function", "GameAt", "Move", "Piece", "critical")


def critical(
    game_at: GameAt,
    low: Fraction,
    high: Fraction,
    start: Square | None = None,
    watch: Watch = lambda stretches, part: None,
) -> Critical:
    """Return where optimal play changes between two probabilities, and the value in between.

    `game_at` makes the game of a probability strictly between 0 and 1, of the same tree for each;
    `start` is the square of a map on which player 1 begins, for words. `watch` is told the number
    of stretches, and which part of all p they cover.
    Raises LimitError where the game is too large or changes too often.
    """
    ends = fmpq(*low.as_integer_ratio()), fmpq(*high.as_integer_ratio())
    found = family_of(game_at, start)
    return told(found, covered(found, *ends, watch), ends)
