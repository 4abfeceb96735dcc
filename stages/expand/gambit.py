"""The game as a Gambit `.efg` file, in the subset that all readers read the same way.

Prefix order, one node per line, information sets numbered from 1 per player in
order of first visit, everything restated, one outcome per terminal node, exact
numbers. Labels are ASCII, not empty and distinct within an information set:
OpenSpiel drops branches otherwise.
"""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple
from unicodedata import combining, normalize

import numpy as np
from numpy.typing import NDArray

from ...schemas.game import Game, infoset_text
from ...schemas.game.columns import GameColumns, Int32s, Kind
from ...schemas.parts.exact import decimal_places, write_exact
from ...schemas.parts.labels import distinct
from ...schemas.parts.rationals import Rationals
from ...schemas.parts.texts import Texts, texts
from ..parse.gambit.numbers import reads_as
from .columns.passes_kernel import reverse_postorder
from .gambit_kernel import (
    LONGEST_HEAD,
    LONGEST_NUMBER,
    LONGEST_PAYOFFS,
    lines,
    write_payoffs,
)

# Gambit 16.7 reads labelled information sets in quadratic time: from here on they stay blank.
MAX_LABELLED = 2_000
BLOCK = 2**22  # Bytes.


def write_gambit(game: Game, comment: str = "") -> Iterator[str]:
    """Yield the lines of the file of a tree, many at once for a large one; the default comment
    states the sum of the payoffs.
    """
    players = " ".join(labels(game.players))
    yield f"EFG 2 R {quoted(game.title)} {{ {players} }}\n"
    yield f"{quoted(comment or _comment(game))}\n\n"
    columns = game.columns
    written, order = _written(game), _prefix_order(columns)
    longest = int(np.diff(written.tails.begin).max()) + LONGEST_HEAD + LONGEST_NUMBER
    step = max(1, BLOCK // longest)
    into = np.empty(step * longest, np.uint8)
    before = np.zeros(2, np.int32)
    for at in range(0, len(order), step):
        end = _write(columns, written, order[at : at + step], before, into)
        yield into[:end].tobytes().decode("ascii")


def _prefix_order(columns: GameColumns) -> Int32s:
    """Return the nodes of all histories in prefix order."""
    if columns.is_tree:
        order = np.empty(len(columns), np.int32)
        reverse_postorder(columns.begin, columns.children, order)  # In a tree, prefix order.
        return order
    begin, children = columns.begin.tolist(), columns.children.tolist()
    histories, waiting = list[int](), [0]
    while waiting:
        node = waiting.pop()
        histories.append(node)
        waiting += children[begin[node] : begin[node + 1]][::-1]
    return np.array(histories, np.int32)


def _infoset_labels(game: Game) -> dict[int, str]:
    """Return labels by information set, without those that two sets of one player share."""
    found: dict[int, str] = {}
    for player in (1, 2):
        named = {
            infoset: label
            for infoset in game.infosets(player)
            if (label := mended(_infoset_label(game, infoset)))
        }
        found |= zip(named, distinct(tuple(named.values())), strict=True)
    return found


def _comment(game: Game) -> str:
    rules = f", rules {game.source.rules}" if game.source else ""
    if game.constant:
        return f"efgc{rules}: the payoffs of both players add up to {write_exact(game.constant)}"
    first, second = _names(game.players)
    return f"efgc{rules}: {second} get the negative of the payoff of {first}"


def _infoset_label(game: Game, infoset: int) -> str:
    if game.source and not game.states:
        return ", ".join(game.information_sets[infoset].sees)  # The label from the source file.
    return infoset_text(game, infoset)


class _Written(NamedTuple):
    """The parts of the lines of a game."""

    tails: Texts
    """The line ends after the numbers: for players' moves, for moves of chance, and for payoffs."""
    first: Int32s
    """Shape (3,): the start of each group of tails, by Kind."""
    number: Int32s
    """Per information set its number among those of its player, from 1."""
    tail: Int32s
    """Per information set the number of its tail."""


def _written(game: Game) -> _Written:
    columns = game.columns
    tail, actions = _action_tails(game)
    moves = [
        f' "" {{ {branches(move.actions, move.probabilities)} }} 0\n' for move in columns.chances
    ]
    player = columns.infosets.player
    number = np.where(player == 1, np.cumsum(player == 1), np.cumsum(player == 2))
    return _Written(
        tails=_joined(texts([*actions, *moves]), _payoff_tails(columns.payoffs, game.constant)),
        first=np.array([0, len(actions), len(actions) + len(moves)], np.int32),
        number=number.astype(np.int32),
        tail=tail,
    )


def _write(
    columns: GameColumns, written: _Written, nodes: Int32s, before: Int32s, into: NDArray[np.uint8]
) -> int:
    """Write the lines of some nodes and return their end; `before` counts the chance and terminal
    nodes that were written before.
    """
    kind, what = columns.kind[nodes], columns.what[nodes]
    heads, numbers, tail = kind + np.int8(1), np.empty_like(what), written.first[kind] + what
    decides = kind == Kind.DECISION
    infosets = what[decides]
    heads[decides] = columns.infosets.player[infosets] - 1
    numbers[decides], tail[decides] = written.number[infosets], written.tail[infosets]
    for which, other in enumerate((Kind.CHANCE, Kind.TERMINAL)):
        found = np.flatnonzero(kind == other)
        numbers[found] = np.arange(1, len(found) + 1, dtype=np.int32) + before[which]
        before[which] += len(found)
    return int(lines(heads, numbers, tail, written.tails.data, written.tails.begin, into))


def _action_tails(game: Game) -> tuple[Int32s, list[str]]:
    """Return per information set the number of its tail, and the tails."""
    infosets = game.columns.infosets
    used, which = np.unique(infosets.actions, return_inverse=True)
    offers = [" ".join(labels(json.loads(infosets.texts[text]))) for text in used.tolist()]
    if len(game.nodes) > MAX_LABELLED:
        return which.astype(np.int32), [f' "" {{ {offer} }} 0\n' for offer in offers]
    named = _infoset_labels(game)
    tails = [
        f' "{named.get(infoset, "")}" {{ {offers[offer]} }} 0\n'
        for infoset, offer in enumerate(which.tolist())
    ]
    return np.arange(len(tails), dtype=np.int32), tails


def _payoff_tails(payoffs: Rationals, constant: Fraction) -> Texts:
    if payoffs.small and len(payoffs):
        above, below = int(np.abs(payoffs.numerators).max()), int(payoffs.denominators.max())
        if max(abs(constant.numerator), 1) * below + above * constant.denominator < SAFE and (
            below * constant.denominator < SAFE
        ):
            data = np.empty(LONGEST_PAYOFFS * len(payoffs), np.uint8)
            begin = np.empty(len(payoffs) + 1, np.int64)
            write_payoffs(
                payoffs.numerators,
                payoffs.denominators,
                constant.numerator,
                constant.denominator,
                data,
                begin,
            )
            return Texts(data[: begin[-1]].copy(), begin)
    return texts(
        f' "" {{ {portable(payoff)} {portable(constant - payoff)} }}\n' for payoff in payoffs
    )


def _joined(first: Texts, second: Texts) -> Texts:
    begin: NDArray[np.int64] = np.append(first.begin, second.begin[1:] + first.begin[-1])
    return Texts(np.append(first.data, second.data), begin)


_PRINTABLE = str.maketrans(
    {'"': "'", "\\": "/", "‘": "'", "’": "'", "“": "'", "”": "'", "„": "'"}
    | {"–": "-", "—": "-", "−": "-", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE"}
    | dict(zip("øØłŁđĐıð", "oOlLdDid", strict=True))
)
"""Spellings of characters without a base letter."""


def labels(actions: Sequence[str]) -> list[str]:
    """Return the actions' labels in quotes, as `_names`."""
    return [f'"{label}"' for label in _names(actions)]


def _names(words: Sequence[str]) -> Sequence[str]:
    """Return mended words; if `mended` made two equal, numbers tell them apart."""
    return distinct([mended(word) for word in words])


def branches(actions: Sequence[str], probabilities: Sequence[Fraction]) -> str:
    """Return the labels of a move of chance, each with its probability."""
    each = zip(labels(actions), probabilities, strict=True)
    return " ".join(f"{label} {portable(probability)}" for label, probability in each)


def quoted(text: str) -> str:
    """Return a text in quotes."""
    return f'"{mended(text)}"'


def mended(text: str) -> str:
    """Return a text in printable ASCII with single spaces between words: Gambit 16.7 refuses all
    other labels. Letters lose their accents, and `?` stands for characters of other scripts.

    >>> mended("Räuber größe"), mended("café → Łódź")
    ('Rauber grosse', 'cafe ? Lodz')
    """
    if not text.isascii():
        letters = normalize("NFKD", text.translate(_PRINTABLE))
        text = "".join(letter for letter in letters if not combining(letter))
    printable = "".join(
        letter if letter.isprintable() else " " for letter in text.translate(_PRINTABLE)
    )
    return " ".join(printable.encode("ascii", "replace").decode().split())


SAFE = 2**31
"""OpenSpiel refuses fractions with a numerator or denominator of this size or more, and accepts
whole numbers and decimals of any size.
"""
MAX_DECIMALS = 400
"""Digits after the point: all readers were seen to accept this many."""


def portable(number: Fraction) -> str:
    """Return an exact form that all readers accept, if there is one: a decimal instead of a
    fraction of large numbers.

    It stays a fraction if no decimal is exact, or if our own reader would take the decimal for a
    rounded float; a fraction that is not in lowest terms is always read exactly.

    >>> portable(Fraction(-1, 2**31)), portable(Fraction(1, 3**20)), portable(Fraction(2**40))
    ('-0.0000000004656612873077392578125', '1/3486784401', '1099511627776')
    >>> portable(Fraction(0.6)), portable(Fraction("0.30000000000000001234"))
    ('16212958658533785/27021597764222976', '0.30000000000000001234')
    """
    if max(abs(number.numerator), number.denominator) < SAFE or number.denominator == 1:
        return write_exact(number)
    fraction, decimal = write_exact(number), _decimal(number)
    if decimal and reads_as(decimal, number):
        return decimal
    if not decimal or reads_as(fraction, number):
        return fraction
    return f"{3 * number.numerator}/{3 * number.denominator}"


def _decimal(number: Fraction) -> str:
    """Return a fraction as a decimal; empty if no exact one has a reasonable length."""
    # Longer ones need not be factored: a digit after the point is less than four bits.
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > 4 * MAX_DECIMALS:
        return ""
    decimals = decimal_places(number.denominator)
    if decimals is None or decimals > MAX_DECIMALS:
        return ""
    digits = str(abs(number) * 10**decimals).zfill(decimals + 1)
    return f"{'-' * (number < 0)}{digits[:-decimals]}.{digits[-decimals:]}"
