"""The lines of the JSON text of a game in columns, by blocks of bytes."""

from collections.abc import Callable, Iterator

import numpy as np

from schemas.game.columns import GameColumns, InfosetColumns
from schemas.game.lines import chance_text
from schemas.game.writing_kernel import spell, write_infosets, write_nodes
from schemas.parts.exact import write_exact
from schemas.parts.rationals import Rationals
from schemas.parts.texts import Bytes, Texts, texts

BLOCK = 2**20
"""Bytes; more where one line is longer."""

Write = Callable[[int, Bytes], tuple[int, int]]
"""Writes lines from a number on into some bytes; returns the number of the first line for which
there was no room, and how many bytes there are.
"""


def infoset_lines(infosets: InfosetColumns) -> Iterator[bytes]:
    """Yield the lines of the information sets."""
    columns = (infosets.player, infosets.state, infosets.sees, infosets.actions)
    arrays = (*columns, infosets.texts.data, infosets.texts.begin)
    return _lines(len(infosets), lambda number, out: write_infosets(number, *arrays, out))


def node_lines(columns: GameColumns) -> Iterator[bytes]:
    """Yield the lines of the nodes."""
    payoffs = spelled(columns.payoffs)
    chances = texts(chance_text(*move) for move in columns.chances)
    nodes = (columns.kind, columns.what, columns.begin, columns.children)
    arrays = (*nodes, payoffs.data, payoffs.begin, chances.data, chances.begin)
    return _lines(len(columns), lambda number, out: write_nodes(number, *arrays, out))


def spelled(numbers: Rationals) -> Texts:
    """Return each number as `write_exact` writes it."""
    if not numbers.small:
        return texts(map(write_exact, numbers))
    data = np.empty(41 * len(numbers), np.uint8)  # Two numbers of 19 digits, a sign and a slash.
    begin = np.zeros(len(numbers) + 1, np.int64)
    spell(numbers.numerators, numbers.denominators, data, begin)
    return Texts(data[: begin[-1]].copy(), begin)


def _lines(size: int, write: Write) -> Iterator[bytes]:
    number, out = 0, np.empty(BLOCK, np.uint8)
    while number < size:
        after, used = write(number, out)
        if after == number:
            out = np.empty(2 * len(out), np.uint8)
        number = after
        yield out[:used].tobytes()
    if size:
        yield b"\n"
