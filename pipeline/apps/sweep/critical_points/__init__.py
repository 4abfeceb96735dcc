"""Critical: the probabilities p at which optimal play changes, each in a proved bracket.

`family` lowers the game, for all p at once, to a linear program of polynomials in p (`functions`).
`stretch` proves that the same play is optimal on a whole interval, whose ends are roots of
polynomials; `coverage` adds stretches until no gap is wider than a bracket. `play` is optimal play,
independent of the solver; `changes` finds its changes, and `records` has the result.
"""

from fractions import Fraction

from flint import fmpq

from .....schemas.parts.squares import Square
from .changes import critical_changes
from .coverage import covered
from .family import Family, GameAt, family_of
from .records import Change, Critical, Function
from .stretch import Stretch

__all__ = ("Change", "Critical", "Function", "Search")


class Search:
    """The search for changes of optimal play between two probabilities.

    `run` can be interrupted by any exception; `result` then has the changes found so far.
    """

    def __init__(self, low: Fraction, high: Fraction) -> None:
        self._ends = fmpq(*low.as_integer_ratio()), fmpq(*high.as_integer_ratio())
        self._family: Family | None = None
        self.stretches = list[Stretch]()

    def run(self, game_at: GameAt, start: Square | None = None) -> None:
        """Add stretches until they cover all p.

        `game_at` makes the game of a probability strictly between 0 and 1, with the same tree for
        each; `start` is the square of a map on which player 1 begins, for texts.
        Raises LimitError if the game is too large or changes too often.
        """
        self._family = family_of(game_at, start)
        covered(self._family, *self._ends, self.stretches)

    @property
    def part(self) -> float:
        """The fraction of the range on which optimal play is known."""
        known = sum((one.high.at - one.low.at for one in self.stretches), fmpq(0))
        part = known / (self._ends[1] - self._ends[0])
        return int(part.p) / int(part.q)

    def result(self) -> Critical:
        """Return the changes found so far. Requires at least one stretch."""
        assert self._family is not None
        return critical_changes(
            self._family, sorted(self.stretches, key=lambda one: one.low.at), self._ends
        )
