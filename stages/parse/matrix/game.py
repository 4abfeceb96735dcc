"""The game of a matrix: player 1 moves, then player 2, who does not see it."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from schemas.game import Decision, Game, InformationSet, Node, Terminal
from schemas.parts.large import in_columns, refuse_too_many
from schemas.parts.source import MATRIX, Source

PLAYERS = ("player 1", "player 2")


class Ratios(NamedTuple):
    """Numbers in lowest terms. No fractions, nor tuples: a large matrix has a million of them."""

    above: list[int]
    below: list[int]
    """Positive; 0 for what is no number."""


class Players(NamedTuple):
    """Who plays, and what they choose from."""

    names: tuple[str, str] = PLAYERS
    actions: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The names of the rows, and those of the columns."""


def ratios(numbers: Iterable[Fraction]) -> Ratios:
    """Return the terms of fractions.

    >>> ratios([Fraction(1, 2), Fraction(-3)])
    Ratios(above=[1, -3], below=[2, 1])
    """
    found = Ratios([], [])
    for number in numbers:
        found.above.append(number.numerator)
        found.below.append(number.denominator)
    return found


def numbered(rows: int, columns: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of what has none.

    >>> numbered(1, 2)
    (('row 1',), ('column 1', 'column 2'))
    """
    return (
        tuple(f"row {number}" for number in range(1, rows + 1)),
        tuple(f"column {number}" for number in range(1, columns + 1)),
    )


def matrix_game(
    title: str,
    source: tuple[str, str],
    players: Players,
    rows: Sequence[Sequence[int]],
    numbers: Ratios,
    constant: Fraction = Fraction(0),
) -> Game:
    """Return the game of a matrix. Raises LimitError where it has too many nodes.

    `source` is the name of the file and its SHA-256, `rows` are places of `numbers`, the payoffs to
    player 1, and `constant` is what those of both add up to. An empty title is the size.
    """
    width = len(rows[0])
    nodes = 1 + len(rows) * (1 + width)
    refuse_too_many(nodes, "nodes")
    game = Game(
        title=title or f"matrix {len(rows)}x{width}",
        source=Source(file=source[0], sha256=source[1], rules=MATRIX, level=0),
        players=players.names,
        states=0,
        information_sets=tuple(
            InformationSet(player, "", (), players.actions[player - 1]) for player in (1, 2)
        ),
        nodes=() if in_columns(nodes) else _nodes(rows, numbers),
        constant=constant,
    )
    if not in_columns(nodes):
        return game
    from stages.parse.matrix.game_columns import with_columns  # For start-up time: NumPy.

    return with_columns(game, rows, *numbers)


def _nodes(rows: Sequence[Sequence[int]], numbers: Ratios) -> tuple[Node, ...]:
    """Return the nodes in prefix order."""
    step = len(rows[0]) + 1
    ends = [Terminal(Fraction(*ratio)) for ratio in zip(*numbers, strict=True)]
    nodes: list[Node] = [Decision(0, tuple(range(1, 1 + step * len(rows), step)))]
    for row in rows:
        first = len(nodes) + 1
        nodes.append(Decision(1, tuple(range(first, first + len(row)))))
        nodes += [ends[place] for place in row]
    return tuple(nodes)
