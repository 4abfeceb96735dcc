"""Games in which both players choose at once, in formats used by people and programs: rows of
numbers (`rows`), or Gambit's normal form (`normal_form`).

In every format the game is the same: player 1 chooses a row, then player 2 chooses a column without
seeing the row.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from ....schemas.game import Game, InformationSet
from ....schemas.game.columns import (
    GameColumns,
    InfosetColumns,
    InfosetView,
    Kind,
    NodeView,
    infoset_columns,
)
from ....schemas.game.distinct import distinct_rationals
from ....schemas.parts.limits import refuse_too_many
from ....schemas.parts.problems import shown
from ....schemas.parts.rationals import Rationals
from ....schemas.parts.source import MATRIX, Source

PLAYERS = ("player 1", "player 2")


class Players(NamedTuple):
    """The players with their strategies."""

    names: tuple[str, str] = PLAYERS
    actions: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The names of the rows, and those of the columns."""


def numbered(rows: int, columns: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return default names of rows and columns.

    >>> numbered(1, 2)
    (('row 1',), ('column 1', 'column 2'))
    """
    return (
        tuple(f"row {number}" for number in range(1, rows + 1)),
        tuple(f"column {number}" for number in range(1, columns + 1)),
    )


def name_problems(names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the positions of missing and duplicate names, each with an error message.

    >>> list(name_problems(["up", "", "up"]))
    [(1, 'a name is missing'), (2, "duplicate name 'up'")]
    """
    known: set[str] = set()
    for at, name in enumerate(names):
        if not name.strip():
            yield at, "a name is missing"
        elif name in known:
            yield at, f"duplicate name {shown(name)}"
        known.add(name)


def matrix_game(
    title: str,
    source: tuple[str, str],
    players: Players,
    rows: Sequence[Sequence[int]],
    numbers: Rationals,
    constant: Fraction = Fraction(0),
) -> Game:
    """Return the game of a matrix. Raise LimitError if it has too many nodes.

    `source` is the name of the file and its SHA-256. `rows` holds indices into `numbers`, the
    payoffs to player 1, and `constant` is the sum of both players' payoffs. An empty title is
    replaced by the size.
    """
    width = len(rows[0])
    nodes = 1 + len(rows) * (1 + width)
    refuse_too_many(nodes, "nodes")
    sets = [InformationSet(player, "", (), players.actions[player - 1]) for player in (1, 2)]
    columns = _columns(rows, numbers, infoset_columns(sets))
    return Game(
        title=title or f"matrix {len(rows)}x{width}",
        source=Source(file=source[0], sha256=source[1], rules=MATRIX, level=0),
        players=players.names,
        states=0,
        information_sets=InfosetView(columns.infosets),
        nodes=NodeView(columns),
        constant=constant,
    )


def _columns(
    rows: Sequence[Sequence[int]], numbers: Rationals, infosets: InfosetColumns
) -> GameColumns:
    height, width = len(rows), len(rows[0])
    payoffs, index = distinct_rationals(numbers, np.array(rows, np.int32).ravel())
    step, count = width + 1, 1 + height * (width + 1)
    kind = np.full(count, Kind.TERMINAL, np.int8)
    what = np.empty(count, np.int32)
    what[1:].reshape(height, step)[:, 1:] = index.reshape(height, width)
    kind[0], what[0] = Kind.DECISION, 0
    kind[1::step], what[1::step] = Kind.DECISION, 1
    sizes = np.zeros(count + 1, np.int32)
    sizes[1], sizes[2::step] = height, width
    ways = np.arange(1, count, dtype=np.int32).reshape(height, step)
    return GameColumns(
        kind=kind,
        what=what,
        begin=np.cumsum(sizes, dtype=np.int32),
        children=np.concatenate([ways[:, 0], ways[:, 1:].ravel()]),
        payoffs=payoffs,
        chances=(),
        infosets=infosets,
    )
