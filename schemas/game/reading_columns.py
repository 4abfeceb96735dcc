"""A game's JSON text straight into columns: the quick way, for a text as our own writer leaves it.

Whatever it does not understand, or finds wrong, it leaves to the careful way (`schemas.game.read`),
which says what and where. What stands around the two long lists, and each different text and number
in them, is read by the careful way's own functions.
"""

import re
from dataclasses import replace

import numpy as np

from schemas.game.columns import GameColumns, InfosetColumns, Int32s, Kind
from schemas.game.game import Game, game_of
from schemas.game.reading import read_game
from schemas.game.reading_kernel import read_infosets, read_nodes
from schemas.game.reading_tables import read_chances, read_payoffs, read_texts
from schemas.game.records import FORMAT, VERSION
from schemas.game.views import InfosetView, NodeView
from schemas.parts.documents import MAX_CHARACTERS, Findings, read_json
from schemas.parts.problems import InputError
from schemas.parts.source import believed
from schemas.parts.texts import Bytes, ascii_array

_BLANK = r"[ \t\n\r]*"
# The counts have a key of this name, too, but its list is of numbers.
_INFOSETS = re.compile(rf'"information_sets"{_BLANK}:{_BLANK}(?=\[{_BLANK}\{{)')
_NODES = re.compile(rf'{_BLANK},{_BLANK}"nodes"{_BLANK}:{_BLANK}(?=\[)')
_LAST = re.compile(rf'"node"{_BLANK}:{_BLANK}(\d{{1,9}})\b')
_SHORTEST = len('{"information_set":0,"player":1,"actions":["a"]}')


def read_columns(text: str) -> Game | None:
    """Return the game of a JSON text; None where the careful way is to look at it.

    Whether the nodes and information sets make a game is not checked.
    """
    size = _size(text)
    if not text.isascii() or len(text) > MAX_CHARACTERS:
        return None
    before = _INFOSETS.search(text)
    try:
        return _read(text, size, before.end()) if before else None
    except InputError:
        return None


def _size(text: str) -> int:
    """Return how many nodes there are, if the last one has its number."""
    last = _LAST.match(text, max(text.rfind('"node"'), 0))
    return int(last[1]) + 1 if last else 0


def _read(text: str, size: int, begin: int) -> Game | None:
    """Return the game of a text with so many nodes, whose information sets begin at a position."""
    data = ascii_array(text)
    infosets, behind = _infosets(data, len(text) // _SHORTEST, begin)
    between = _NODES.match(text, behind)
    if infosets is None or between is None:
        return None
    at = between.end()
    nodes, end = _nodes(data, size, text.count(",", at), at, infosets)
    if nodes is None:
        return None
    # A list begins where a value does: before it, both texts are the same. And both are the game's
    # own, because no other part that is read without a problem has a list of nodes.
    rest = read_json(f"{text[:begin]}[]{text[behind:at]}[]{text[end:]}")
    found = Findings()
    found.header(rest, FORMAT, VERSION)
    record = read_game(found, rest)
    found.stop()
    if rest["information_sets"] or rest["nodes"]:
        return None
    record = replace(record, information_sets=InfosetView(infosets), nodes=NodeView(nodes))
    return believed(game_of(record), "game", found.made)


def _infosets(data: Bytes, most: int, at: int) -> tuple[InfosetColumns | None, int]:
    """Return the information sets of the list at a position, and the position behind it."""
    player, sizes = np.empty(most, np.int8), np.empty(most, np.int32)
    texts, plain = np.empty((most, 3), np.int32), np.empty(3 * most + 3, np.bool_)
    found = np.empty((3 * most + 3, 3), np.int64)
    size, count, behind = read_infosets(data, at, player, texts, sizes, found, plain)
    if behind < 0:
        return None, 0
    table, number = read_texts(data, found[:count], plain[:count])
    # None, -1, stays none.
    number = np.append(number, np.int32(-1))
    first = np.ones(size + 1, np.int64)
    first[1:] += np.cumsum(sizes[:size])
    columns = InfosetColumns(
        player=player[:size].copy(),
        state=number[texts[:size, 0]],
        sees=number[texts[:size, 1]],
        actions=number[texts[:size, 2]],
        texts=table,
        first=first.astype(np.int32),
    )
    return columns, behind


def _nodes(
    data: Bytes, most: int, commas: int, at: int, infosets: InfosetColumns
) -> tuple[GameColumns | None, int]:
    """Return the nodes of the list at a position, and the position behind it."""
    kind, what, begin = np.empty(most, np.int8), np.empty(most, np.int32), _numbers(most + 1)
    children = _numbers(commas + 2)
    paid, moved = np.empty((most, 3), np.int64), np.empty((most, 3), np.int64)
    size, ways, payoffs, chances, end = read_nodes(
        data, at, kind, what, begin, children, paid, moved
    )
    if end < 0:
        return None, 0
    kind, what = kind[:size].copy(), what[:size].copy()
    amounts, amount = read_payoffs(data, paid[:payoffs])
    moves, move = read_chances(data, moved[:chances])
    for of, number in ((Kind.TERMINAL, amount), (Kind.CHANCE, move)):
        those = kind == of
        what[those] = number[what[those]]
    columns = GameColumns(
        kind=kind,
        what=what,
        begin=begin[: size + 1].copy(),
        children=children[:ways].copy(),
        payoffs=amounts,
        chances=moves,
        infosets=infosets,
    )
    return columns, end


def _numbers(size: int) -> Int32s:
    return np.empty(size, np.int32)
