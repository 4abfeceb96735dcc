"""Numbers for Goofspiel: every state has a layer, a row and a column.

The layer is the number of cards left in each hand. A row is the order pattern of
the two hands, up to an exchange of the players, a column the set of prizes that
are left and, for `win`, the score. With f the expected gain from a state on,

    f(V, Y, P) = mean over c in P of val [ c sgn(v - y) + f(V - v, Y - y, P - c) ]
    f(V, Y, P) = -f(Y, V, P)

(Rhoads and Bartholdi 2012, equations 1 and 2), so the values of a layer follow
from those of the layer below.

For `win`, some scores are impossible for a row. A state whose winner is decided,
or that always ends like another score, has no value of its own. Rows with the
same such scores are of one kind (`layers`).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from .....schemas.rules.goofspiel import Goofspiel
from .....schemas.rules.objective import Objective
from ..matrix_game import Array, Indices
from .patterns import LOSS, TIE, WIN

DECIDED = (-1.0, 0.0, 1.0)
"""The values of lost, drawn and won games."""
NOWHERE = -1
"""The place of a score that is impossible for a row."""


@dataclass(frozen=True)
class Layer:
    """All states with the same number of cards."""

    cards: int
    patterns: Indices
    """The pattern of each row, ascending, shape (rows,)."""
    kinds: npt.NDArray[np.int32]
    """The kind of each row, shape (rows,): rows of one kind have the same places."""
    prizes: Indices
    """Per column the set of prizes left, bit i for the i-th prize of the deal, shape (columns,)."""
    scores: Indices
    """Per column the score in units of the deal, 0 for `points`."""
    places: npt.NDArray[np.int32]
    """The position of a column's value in a row of each kind, counted from the row's first number.
    For `win`, the columns are followed by lost, drawn and won, which are a row's last three
    numbers. NOWHERE marks scores that are impossible for the rows. Shape (kinds, columns), for
    `win` (kinds, columns + 3).
    """

    @property
    def decided(self) -> int:
        """The count of a row's numbers that are for decided games."""
        return int(self.places.shape[1]) - len(self.prizes)

    @cached_property
    def widths(self) -> Indices:
        """For each kind the count of numbers of a row, shape (kinds,)."""
        return self.places[:, -1].astype(np.int64) + 1

    @cached_property
    def starts(self) -> Indices:
        """The start of each row among the numbers of the layer, and the end of the last one, shape
        (rows + 1,).
        """
        return np.concatenate([[0], np.cumsum(self.widths[self.kinds])])

    @property
    def size(self) -> int:
        """The count of numbers of the layer."""
        return int(self.starts[-1])

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array in the file: rows x columns if all rows are of one kind."""
        return (self.size,) if self.decided else (len(self.patterns), len(self.prizes))

    @property
    def states(self) -> int:
        """The number of states with a value of their own."""
        return self.size - self.decided * len(self.patterns)

    def at(self, rows: Indices, columns: Indices) -> Indices:
        """Return the positions of the values among the numbers of the layer; NOWHERE for scores
        that are impossible for a row.
        """
        place = self.places[self.kinds[rows], columns]
        return np.where(place == NOWHERE, NOWHERE, self.starts[rows] + place)

    def own(self, kind: int) -> Indices:
        """Return the columns whose values are computed for rows of a kind, in the order of their
        places: the lowest score of each class.
        """
        place = self.places[kind, : len(self.prizes)]
        columns = np.flatnonzero((place != NOWHERE) & (place < self.widths[kind] - self.decided))
        return columns[np.unique(place[columns], return_index=True)[1]]

    def score(self, rule: Goofspiel, column: int) -> Fraction:
        """Return the score of a column in points."""
        return Fraction(int(self.scores[column]), rule.unit)


@dataclass(frozen=True)
class Tables:
    """The stage games of a layer."""

    own: Indices
    """The columns that are solved, kind after kind; columns of the same score are adjacent, as
    their games are similar.
    """
    place: Indices
    """The place of each of these columns in a row."""
    first: Indices
    """The start of each kind's columns, and the end of the last ones, shape (kinds + 1,)."""
    child: npt.NDArray[np.int32]
    """The column of the layer below, by the prize that is up, by outcome and by whether the row is
    an exchange, shape (prizes, 3, 2, columns); 0 if the prize is gone.
    """
    gain: Array
    """The reward for each prize: the prize itself for `points`, 0 for `win`, shape (prizes,)."""


def tables(rule: Goofspiel, layer: Layer, below: Layer) -> Tables:
    """Return the stage games of a layer."""
    units, number = units_of(rule), len(rule.prizes)
    # Prizes and score of a column as one number, in the ascending order of the columns.
    span = 2 * sum(units) + 1
    keys = below.prizes * span + below.scores + span // 2
    child = np.zeros((number, 3, 2, len(layer.prizes)), np.int32)
    for up in range(number):
        with_prize = np.flatnonzero(layer.prizes >> up & 1)
        left = layer.prizes[with_prize] & ~(1 << up)
        for outcome in (LOSS, TIE, WIN):
            for exchanged in (0, 1):
                won = (outcome - TIE) * units[up] if rule.objective == Objective.WIN else 0
                score = (layer.scores[with_prize] + won) * (-1 if exchanged else 1)
                wanted = left * span + score + span // 2
                index = np.searchsorted(keys, wanted)
                known = np.append(keys, -1)[index] == wanted
                child[up, outcome, exchanged, with_prize] = np.where(
                    known, index, len(keys) + TIE + np.sign(score)
                )
    own = [layer.own(kind) for kind in range(len(layer.places))]
    order = [np.argsort(layer.scores[columns], kind="stable") for columns in own]
    return Tables(
        own=np.concatenate([columns[to] for columns, to in zip(own, order, strict=True)]),
        place=np.concatenate(order),
        first=np.cumsum([0, *map(len, own)]),
        child=child,
        gain=np.array(
            [float(prize) if rule.objective == Objective.POINTS else 0.0 for prize in rule.prizes]
        ),
    )


def column_of(rule: Goofspiel, layer: Layer, prizes: int, score: int) -> int:
    """Return the column of a set of prizes and a score, which is in units of the deal."""
    first, last = (int(np.searchsorted(layer.prizes, prizes, side)) for side in ("left", "right"))
    wanted = score if rule.objective == Objective.WIN else 0
    at = int(first + np.searchsorted(layer.scores[first:last], wanted))
    if at < last and layer.scores[at] == wanted:
        return at
    return len(layer.prizes) + TIE + int(np.sign(score))


def units_of(rule: Goofspiel) -> list[int]:
    """Return the prizes in units of the deal."""
    return [int(prize * rule.unit) for prize in rule.prizes]
