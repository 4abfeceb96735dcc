"""Write a game as JSON in blocks of bytes: one information set or one node per line."""

import json
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np

from ..parts.exact import write_exact
from ..parts.rationals import Rationals
from ..parts.texts import Bytes, Texts, texts
from .columns import (
    FORMAT,
    VERSION,
    GameColumns,
    GameRecord,
    InfosetColumns,
)
from .writing_kernel import spell, write_infosets, write_nodes

BLOCK = 2**20
"""Size of a block in bytes; a block grows if one line is longer."""

Write = Callable[[int, Bytes], tuple[int, int]]
"""Writes lines, beginning with the given number, into a buffer. Returns the number of the first
line that did not fit, and the number of bytes written.
"""


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

    def write(number: int, out: Bytes) -> tuple[int, int]:
        return write_infosets(
            number,
            infosets.player,
            infosets.state,
            infosets.sees,
            infosets.actions,
            infosets.texts.data,
            infosets.texts.begin,
            out,
        )

    return _lines(len(infosets), write)


def _node_lines(columns: GameColumns) -> Iterator[bytes]:
    """Yield the lines of the nodes."""
    payoffs = spelled(columns.payoffs)
    chances = texts(_chance_text(*move) for move in columns.chances)

    def write(number: int, out: Bytes) -> tuple[int, int]:
        return write_nodes(
            number,
            columns.kind,
            columns.what,
            columns.begin,
            columns.children,
            payoffs.data,
            payoffs.begin,
            chances.data,
            chances.begin,
            out,
        )

    return _lines(len(columns), write)


def _chance_text(actions: tuple[str, ...], probabilities: tuple[Fraction, ...]) -> str:
    """Return the JSON text of a chance move, between the number of a node and its children."""
    exact = json.dumps([write_exact(probability) for probability in probabilities])
    return f'"chance": {json.dumps(actions)}, "probabilities": {exact}, "children": '


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
