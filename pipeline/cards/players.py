"""Players of Goofspiel by name: their bids depend on the position only, not on the history."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from pipeline.cards.tables import Array, Round, rounds_of
from pipeline.files.reading import read_text
from schemas.parts.exact import read_exact
from schemas.parts.near import did_you_mean
from schemas.parts.problems import InputError, OptionError, Problem, shown
from schemas.position_table import PositionTable
from schemas.rules.goofspiel import Goofspiel
from stages.report.induction.positions import HEAD

NAMES = ("equilibrium", "random")
SUM = 1e-6
"""Tolerance for the sum of probabilities in a file."""


class Player(NamedTuple):
    """A player with a fixed strategy."""

    name: str
    bids: Callable[[Round, int], Array]
    """A function from a round and the player's number, 1 or 2, to the probabilities of all cards,
    of the round's shape.
    """


def player(name: str, rule: Goofspiel, table: PositionTable) -> Player:
    """Return a player by name, one of NAMES or a file of positions. Raise InputError."""
    if name == "equilibrium":
        return Player(name, lambda at, number: _equilibrium(table, at, number))
    if name == "random":
        return Player(name, lambda at, number: np.full(at.shape(), 1 / at.cards))
    if not name.endswith(".csv"):
        raise OptionError(
            f"{shown(name)} is no player of Goofspiel; known are {', '.join(NAMES)}, and FILE.csv, "
            f"as `efgc run --format csv --all` writes it{did_you_mean(name, NAMES)}"
        )
    read = _read(name, rule)
    return Player(name, lambda at, number: read[at.cards - 1][number - 1])


def _equilibrium(table: PositionTable, at: Round, number: int) -> Array:
    layer = table.layers[at.cards - 1]
    found: Array = layer.weights[number - 1][layer.patterns]
    return np.asarray(found / found.sum(axis=-1, keepdims=True))


def _read(path: str, rule: Goofspiel) -> list[tuple[Array, Array]]:
    """Return the strategies of a file. Raise InputError at its first bad line, or for missing
    positions.
    """
    text = read_text(path)
    rounds = rounds_of(rule)
    found = [(np.full(at.shape(), np.nan), np.full(at.shape(), np.nan)) for at in rounds]
    known = [_numbers(at) for at in rounds]
    lines = text.text.splitlines()
    if not lines or lines[0] != HEAD:
        raise _bad(text.name, 1, f"is not the head of a table of positions, {HEAD}")
    for line, cells in enumerate((line.split(",") for line in lines[1:]), 2):
        if len(cells) != len(HEAD.split(",")):
            raise _bad(text.name, line, f"has {len(cells)} cells")
        if cells[3]:
            cards = len(cells[0].split())
            if not 1 <= cards <= len(rounds) or tuple(cells[:4]) not in known[cards - 1]:
                raise _bad(text.name, line, "is no position of this deal")
            at = known[cards - 1][cells[0], cells[1], cells[2], cells[3]]
            for player, cell in enumerate(cells[6:]):
                found[cards - 1][player][at] = _weights(text.name, line, cell, cards)
    missing = sum(int(np.isnan(part[0][..., 0]).sum()) for part in found)
    if missing:
        raise InputError(
            [Problem(f"has no strategy for {missing:,} positions of this deal")], text.name
        )
    return found


def _numbers(at: Round) -> dict[tuple[str, ...], tuple[int, ...]]:
    """Return the index of each position, by its cells."""
    return dict(_cells(at))


def _cells(at: Round) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    words = [[" ".join(map(str, cards)) for cards in part] for part in (*at.hands, at.sets)]
    for one, first in enumerate(words[0]):
        for two, second in enumerate(words[1]):
            for column, prizes in enumerate(words[2]):
                for place, up in enumerate(prizes.split()):
                    yield (first, second, prizes, up), (one, two, column, place)


def _weights(name: str, line: int, cell: str, cards: int) -> list[float]:
    shares = [read_exact(word) for word in cell.split()]
    if len(shares) != cards or any(share is None or share < 0 for share in shares):
        raise _bad(name, line, f"{shown(cell)} is not one probability for each of {cards} cards")
    weights = [float(share or 0) for share in shares]
    if not abs(sum(weights) - 1) <= SUM:
        raise _bad(name, line, f"the probabilities sum to {sum(weights):.9g}, and not to 1")
    return [weight / sum(weights) for weight in weights]


def _bad(name: str, line: int, said: str) -> InputError:
    return InputError([Problem(f"line {line} {said}")], name)
