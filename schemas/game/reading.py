"""Read a game from its JSON text, with a fast and a slow reader.

`read_columns` is fast: it reads a text in the form of our own writer directly into columns. If it
finds anything else, or an error, `read_game` takes over, which reads records from the JSON data and
reports the place of every problem. The fast reader uses the functions of the slow one for the text
around the two long lists, and for each distinct text, payoff and chance move in them.
"""

import json
import re
from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ..kernels.pieces import Pieces, gathered
from ..parts.counts import read_counts
from ..parts.documents import MAX_CHARACTERS, Data, Findings, read_json
from ..parts.problems import InputError, Place
from ..parts.rationals import Rationals, rationals
from ..parts.source import believed, read_source
from ..parts.squares import read_places
from ..parts.texts import Bytes, Texts, ascii_array, texts
from .columns import (
    FORMAT,
    VERSION,
    Chance,
    ChanceMove,
    Decision,
    GameColumns,
    GameRecord,
    InformationSet,
    InfosetColumns,
    InfosetView,
    Int32s,
    Kind,
    Node,
    NodeView,
    Terminal,
)
from .game import Game, game_of
from .reading_kernel import read_fractions, read_infosets, read_nodes

Ends = NDArray[np.int64]
"""Shape (pieces, 2): begin and end of each piece in the text."""
Key = TypeVar("Key", bound=Hashable)
_BLANK = r"[ \t\n\r]*"
# The counts also have a key of this name, but its list contains numbers.
_INFOSETS = re.compile(rf'"information_sets"{_BLANK}:{_BLANK}(?=\[{_BLANK}\{{)')
_NODES = re.compile(rf'{_BLANK},{_BLANK}"nodes"{_BLANK}:{_BLANK}(?=\[)')
_LAST = re.compile(rf'"node"{_BLANK}:{_BLANK}(\d{{1,9}})\b')
_SHORTEST = len('{"information_set":0,"player":1,"actions":["a"]}')


def read_columns(text: str) -> Game | None:
    """Return the game in a JSON text; None if the slow, error-reporting reader must take over.

    The structure of the game is not checked.
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
    """Return the number of nodes as given by the number of the last one; 0 if it has none."""
    last = _LAST.match(text, max(text.rfind('"node"'), 0))
    return int(last[1]) + 1 if last else 0


def _read(text: str, size: int, begin: int) -> Game | None:
    """Return the game in a text with `size` nodes, whose information sets begin at a position."""
    data = ascii_array(text)
    infosets, behind = _infosets(data, len(text) // _SHORTEST, begin)
    between = _NODES.match(text, behind)
    if infosets is None or between is None:
        return None
    at = between.end()
    nodes, end = _nodes(data, size, text.count(",", at), at, infosets)
    if nodes is None:
        return None
    # Replace both lists by empty ones. Each list begins where a value does, so the text before it
    # is parsed as before. Both lists are the game's own: no other valid part contains a list of
    # nodes.
    rest = read_json(f"{text[:begin]}[]{text[behind:at]}[]{text[end:]}")
    findings = Findings()
    findings.header(rest, FORMAT, VERSION)
    record = read_game(findings, rest)
    findings.stop()
    if rest["information_sets"] or rest["nodes"]:
        return None
    record = replace(record, information_sets=InfosetView(infosets), nodes=NodeView(nodes))
    return believed(game_of(record), "game", findings.made)


def _infosets(data: Bytes, most: int, at: int) -> tuple[InfosetColumns | None, int]:
    """Return the information sets of the list at a position, and the position behind it."""
    player, sizes = np.empty(most, np.int8), np.empty(most, np.int32)
    texts, plain = np.empty((most, 3), np.int32), np.empty(3 * most + 3, np.bool_)
    pieces = Pieces()
    size, behind = read_infosets(data, at, player, texts, sizes, pieces, plain)
    if behind < 0:
        return None, 0
    found = pieces.all()
    table, number = _distinct_texts(data, found, plain[: len(found)])
    # The index -1, for no text, stays -1.
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
    data: Bytes, most: int, commas: int, position: int, infosets: InfosetColumns
) -> tuple[GameColumns | None, int]:
    """Return the nodes of the list at a position, and the position behind it."""
    kind, what, begin = np.empty(most, np.int8), np.empty(most, np.int32), _numbers(most + 1)
    children = _numbers(commas + 2)
    payoffs, chances = Pieces(), Pieces()
    size, ways, end = read_nodes(data, position, kind, what, begin, children, payoffs, chances)
    if end < 0:
        return None, 0
    kind, what = kind[:size].copy(), what[:size].copy()
    amounts, amount = _payoffs(data, payoffs.all())
    moves, move = _chances(data, chances.all())
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


def _distinct_texts(data: Bytes, found: Ends, plain: NDArray[np.bool_]) -> tuple[Texts, Int32s]:
    """Return the distinct JSON texts in the form of `json.dumps`, and the index of each piece in
    them.

    `plain` marks the pieces that already have this form.
    """
    out = np.empty(int((found[:, 1] - found[:, 0]).sum()), np.uint8)
    begin = np.empty(len(found) + 1, np.int64)
    gathered(data, found, out, begin)
    as_found = Texts(out, begin)
    if plain.all():
        return as_found, np.arange(len(found), dtype=np.int32)
    each, number = _index_distinct(
        text if as_written else json.dumps(read_json(text))
        for text, as_written in zip(as_found, plain.tolist(), strict=True)
    )
    return texts(each), number


def _payoffs(data: Bytes, found: Ends) -> tuple[Rationals, Int32s]:
    """Return the distinct exact numbers, and the index of each piece in them."""
    above, below = np.empty((2, len(found)), np.int64)
    if read_fractions(data, found, above, below):
        return Rationals(above, below), np.arange(len(found), dtype=np.int32)
    findings = Findings()
    each, number = _index_distinct(findings.exact(text, ()) for text in _pieces(data, found))
    findings.stop()
    return rationals(each), number


def _chances(data: Bytes, found: Ends) -> tuple[tuple[ChanceMove, ...], Int32s]:
    """Return the distinct chance moves, and the index of each piece in them."""
    findings = Findings()
    nodes = (
        _read_node(findings, 0, read_json(f'{{"node": 0, "chance": {text}, "children": []}}'))
        for text in _pieces(data, found)
    )
    each, number = _index_distinct(
        ChanceMove(node.actions, node.probabilities) for node in nodes if isinstance(node, Chance)
    )
    findings.stop()
    return tuple(each), number


def _pieces(data: Bytes, found: Ends) -> Iterable[str]:
    for begin, end in found.tolist():
        yield data[begin:end].tobytes().decode()


def _index_distinct(things: Iterable[Key]) -> tuple[dict[Key, int], Int32s]:
    """Return the distinct things in order of first occurrence, and the index of each thing."""
    each: dict[Key, int] = {}
    number = [each.setdefault(thing, len(each)) for thing in things]
    return each, np.array(number, np.int32)


def read_game(findings: Findings, data: Data) -> GameRecord:
    """Return the game in the JSON data; add its problems to `findings`."""
    top = findings.fields(
        data,
        (),
        ("format", "version", "title", "players", "information_sets", "nodes"),
        ("source", "counts", "places", "states", "constant"),
    )
    players = findings.each(top["players"], ("players",), findings.text)
    if len(players) != 2:
        findings.add(("players",), f"a game here has 2 players, not {len(players)}")
    infosets = enumerate(findings.sequence(top["information_sets"], ("information_sets",)))
    nodes = enumerate(findings.sequence(top["nodes"], ("nodes",)))
    return GameRecord(
        title=findings.text(top["title"], ("title",)),
        source=read_source(findings, top.get("source"), ("source",)),
        players=(players[0], players[1]) if len(players) == 2 else ("player 1", "player 2"),
        states=findings.integer(top.get("states", 0), ("states",)),
        information_sets=tuple(
            _read_infoset(findings, number, infoset) for number, infoset in infosets
        ),
        nodes=tuple(_read_node(findings, number, node) for number, node in nodes),
        counts=read_counts(findings, top.get("counts"), ("counts",)),
        places=read_places(findings, top.get("places"), ("places",)),
        constant=findings.exact(top.get("constant"), ("constant",)),
    )


def _read_infoset(findings: Findings, number: int, data: Data) -> InformationSet:
    place = ("information_sets", number)
    fields = findings.fields(
        data, place, ("information_set", "player", "actions"), ("state", "sees")
    )
    _check_number(findings, (*place, "information_set"), fields["information_set"], number)
    return InformationSet(
        player=findings.integer(fields["player"], (*place, "player")),
        state=findings.text(fields.get("state", ""), (*place, "state")),
        sees=findings.each(fields.get("sees"), (*place, "sees"), findings.text),
        actions=findings.each(fields["actions"], (*place, "actions"), findings.text),
    )


def _read_node(findings: Findings, number: int, data: Data) -> Node:
    """Return the node in the JSON data; add its problems to `findings`."""
    place = ("nodes", number)
    keys = data if isinstance(data, dict) else {}
    if "payoff" in keys:
        fields = findings.fields(data, place, ("node", "payoff"))
        node: Node = Terminal(findings.exact(fields["payoff"], (*place, "payoff")))
    elif "chance" in keys:
        fields = findings.fields(data, place, ("node", "chance", "probabilities", "children"))
        node = Chance(
            findings.each(fields["chance"], (*place, "chance"), findings.text),
            findings.each(fields["probabilities"], (*place, "probabilities"), findings.exact),
            findings.each(fields["children"], (*place, "children"), findings.integer),
        )
    else:
        fields = findings.fields(data, place, ("node", "information_set", "children"))
        infoset = findings.integer(fields["information_set"], (*place, "information_set"))
        below = findings.each(fields["children"], (*place, "children"), findings.integer)
        node = Decision(infoset, below)
    _check_number(findings, (*place, "node"), fields["node"], number)
    return node


def _check_number(findings: Findings, place: Place, data: Data, number: int) -> None:
    if data is not None and findings.integer(data, place) != number:
        findings.add(
            place, f"this is number {number}: numbers start at 0, in the order of the file"
        )
