"""The small tables of a game that is read into columns: each different text, payoff and chance move
once, however it is spelled.

What is spelled as our own writer does it is taken as it stands; the rest is read by the functions
that read small games, and two spellings of one thing become one. All raise InputError.
"""

import json
from collections.abc import Hashable, Iterable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from schemas.game.columns import ChanceMove, Int32s
from schemas.game.reading import read_node
from schemas.game.reading_kernel import read_fractions
from schemas.game.records import Chance
from schemas.parts.documents import Findings, read_json
from schemas.parts.pieces import gathered
from schemas.parts.rationals import Rationals, rationals
from schemas.parts.texts import Bytes, Texts, texts

Pieces = NDArray[np.int64]
"""Shape (pieces, 3): where each begins and ends in the text, and a hash."""
Key = TypeVar("Key", bound=Hashable)


def read_texts(data: Bytes, found: Pieces, plain: NDArray[np.bool_]) -> tuple[Texts, Int32s]:
    """Return JSON texts and lists of them as `json.dumps` writes them, each once, and the number of
    each piece among them.

    `plain` says which pieces are spelled so.
    """
    out = np.empty(int((found[:, 1] - found[:, 0]).sum()), np.uint8)
    begin = np.empty(len(found) + 1, np.int64)
    gathered(data, found, out, begin)
    as_found = Texts(out, begin)
    if plain.all():
        return as_found, np.arange(len(found), dtype=np.int32)
    each, number = _once(
        text if as_written else json.dumps(read_json(text))
        for text, as_written in zip(as_found, plain.tolist(), strict=True)
    )
    return texts(each), number


def read_payoffs(data: Bytes, found: Pieces) -> tuple[Rationals, Int32s]:
    """Return exact numbers, each once, and the number of each piece among them."""
    above, below = np.empty((2, len(found)), np.int64)
    if read_fractions(data, found, above, below):
        return Rationals(above, below), np.arange(len(found), dtype=np.int32)
    findings = Findings()
    each, number = _once(findings.exact(text, ()) for text in _pieces(data, found))
    findings.stop()
    return rationals(each), number


def read_chances(data: Bytes, found: Pieces) -> tuple[tuple[ChanceMove, ...], Int32s]:
    """Return the moves of chance, each once, and the number of each piece among them."""
    findings = Findings()
    nodes = (
        read_node(findings, 0, read_json(f'{{"node": 0, "chance": {text}, "children": []}}'))
        for text in _pieces(data, found)
    )
    each, number = _once(
        ChanceMove(node.actions, node.probabilities) for node in nodes if isinstance(node, Chance)
    )
    findings.stop()
    return tuple(each), number


def _pieces(data: Bytes, found: Pieces) -> Iterable[str]:
    for begin, end, _ in found.tolist():
        yield data[begin:end].tobytes().decode()


def _once(things: Iterable[Key]) -> tuple[dict[Key, int], Int32s]:
    """Return different things in order of first visit, and the number of each thing."""
    each: dict[Key, int] = {}
    number = [each.setdefault(thing, len(each)) for thing in things]
    return each, np.array(number, np.int32)
