"""Write a game as JSON in blocks of bytes: one information set or one node per line."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.rows import Value, key_table, write_rows
from ..parts.exact import write_exact
from ..parts.rationals import Rationals
from ..parts.texts import Texts, texts
from .columns import (
    FORMAT,
    INFOSET_KEYS,
    NODE_KEYS,
    VERSION,
    GameColumns,
    GameRecord,
    InfosetColumns,
    Int32s,
    Kind,
)
from .writing_kernel import spell

BLOCK = 2**20
"""Size of a block in bytes, unless one line may be longer."""
_NUMBER = 16
"""More bytes than a number takes in a list, or a key with its marks beside its word."""

NO_NUMBERS = np.empty(0, np.int32)


def write(game: GameRecord, canonical: bool = False) -> Iterator[str]:
    """Yield the JSON text of a game in columns; if `canonical`, the text that is hashed for the
    digest.
    """
    for block in write_bytes(game, canonical):
        yield block.decode("ascii")


def write_bytes(game: GameRecord, canonical: bool = False) -> Iterator[bytes]:
    """Yield the same text lazily as bytes."""
    columns = game.columns
    yield "".join(_head(game, canonical)).encode()
    yield from _infoset_lines(columns.infosets)
    yield b' ],\n "nodes": [\n'
    yield from _node_lines(columns)
    yield b" ]}\n"


def _head(game: GameRecord, canonical: bool = False) -> Iterator[str]:
    """Yield the text before the information sets, for a file or for the digest."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION},{"" if canonical else chr(10)}'
    yield f' "title": {json.dumps(game.title)},\n'
    if game.source:
        yield f' "source": {json.dumps(game.source.fields())},\n'
    if game.counts:
        counts = game.counts.fields_as_text() if canonical else game.counts.fields()
        yield f' "counts": {json.dumps(counts)},\n'
    if game.places:
        yield f' "places": {json.dumps(dict(game.places))},\n'
    if game.constant:
        yield f' "constant": "{write_exact(game.constant)}",\n'
    yield (
        f' "players": {json.dumps(game.players)}, "states": {game.states},\n "information_sets": '
        "[\n"
    )


def _infoset_lines(infosets: InfosetColumns) -> Iterator[bytes]:
    """Yield the lines of the information sets."""
    none = len(infosets.texts)
    cells = (
        np.arange(len(infosets)),
        infosets.player,
        infosets.state,
        infosets.sees,
        np.where(infosets.actions < 0, none, infosets.actions),
    )
    return _lines(INFOSET_KEYS, cells, [infosets.texts, texts(["[]"])])


def _node_lines(columns: GameColumns) -> Iterator[bytes]:
    """Yield the lines of the nodes."""
    moves = columns.chances
    infoset, chance, payoff = (np.where(columns.kind == kind, columns.what, -1) for kind in Kind)
    shares = [[write_exact(one) for one in move.probabilities] for move in moves]
    lists = texts(map(json.dumps, [*(move.actions for move in moves), *shares]))
    after = len(columns.payoffs)
    cells = (
        np.arange(len(columns)),
        infoset,
        payoff,
        np.where(chance < 0, -1, chance + after),
        np.where(chance < 0, -1, chance + after + len(moves)),
        columns.begin,
    )
    return _lines(NODE_KEYS, cells, [_spelled(columns.payoffs), lists], columns.children)


def _spelled(numbers: Rationals) -> Texts:
    """Return each number in quotes."""
    if not numbers.small:
        return texts(f'"{write_exact(number)}"' for number in numbers)
    data = np.empty(43 * len(numbers), np.uint8)  # Two numbers of 19 digits, and four signs.
    begin = np.zeros(len(numbers) + 1, np.int64)
    spell(numbers.numerators, numbers.denominators, data, begin)
    return Texts(data[: begin[-1]].copy(), begin)


def _lines(
    keys: Mapping[str, Value],
    cells: Sequence[NDArray[np.integer[Any]]],
    tables: Sequence[Texts],
    numbers: Int32s = NO_NUMBERS,
) -> Iterator[bytes]:
    """Yield rows in blocks; `cells` number the texts of all tables consecutively."""
    size = len(cells[0])
    table = np.full((len(cells), size + 1), len(numbers), np.int32)
    for place, column in enumerate(cells):
        table[place, :size] = column[:size]
    data = np.concatenate([each.data for each in tables])
    begin = np.cumsum(np.concatenate([[0], *(np.diff(each.begin) for each in tables)]))
    words = key_table(keys)
    members = int(np.diff(table[-1]).max(initial=0)) if len(numbers) else 0
    texts_of_row = len(cells) * int(np.diff(begin).max(initial=0))
    most = len(words[0]) + texts_of_row + _NUMBER * (members + len(cells) + 1)
    row, out = 0, np.empty(max(BLOCK, most), np.uint8)
    while row < size:
        row, used = write_rows(*words, table, numbers, data, begin, row, most, out)
        yield out[:used].tobytes()
    if size:
        yield b"\n"
