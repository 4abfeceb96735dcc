"""Read a game from its JSON text, with a fast and a slow reader.

`read_columns` is fast: it reads a text in the form of our own writer directly into columns. If it
finds anything else, or an error, `read_game` takes over, which reads records from the JSON data and
reports the place of every problem. The fast reader uses the functions of the slow one for the text
around the two long lists, and for each distinct text, payoff and chance move in them.
"""

import json
import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from ..kernels.pieces import gathered
from ..kernels.rows import Rows, Value, read_rows
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
    Node,
    NodeView,
    Terminal,
)
from .game import Game, game_of

Key = TypeVar("Key", bound=Hashable)
_NUMBER = r"(?:0|-?[1-9]\d{0,17})(?:/(?!1\b)[1-9]\d{0,17})?"
_WRITTEN = re.compile(f"{_NUMBER}(?:,{_NUMBER})*", re.ASCII)
_BLANK = r"[ \t\n\r]*"
# The counts also have a key of this name, but its list contains numbers.
_INFOSETS = re.compile(rf'"information_sets"{_BLANK}:{_BLANK}(?=\[{_BLANK}\{{)')
_NODES = re.compile(rf'{_BLANK},{_BLANK}"nodes"{_BLANK}:{_BLANK}(?=\[)')
_USUAL = 50
"""Bytes of a line; most are longer."""
_INFOSET_KEYS = {
    "information_set": Value.NUMBER,
    "player": Value.NUMBER,
    "state": Value.TEXT,
    "sees": Value.TEXTS,
    "actions": Value.TEXTS,
}
_NODE_KEYS = {
    "node": Value.NUMBER,
    "information_set": Value.NUMBER,
    "payoff": Value.TEXT,
    "chance": Value.TEXTS,
    "probabilities": Value.TEXTS,
    "children": Value.NUMBERS,
}


def read_columns(text: str) -> Game | None:
    """Return the game in a JSON text; None if the slow, error-reporting reader must take over.

    The structure of the game is not checked.
    """
    if not text.isascii() or len(text) > MAX_CHARACTERS:
        return None
    before = _INFOSETS.search(text)
    try:
        return _read(text, before.end()) if before else None
    except InputError:
        return None


def _read(text: str, begin: int) -> Game | None:
    """Return the game in a text whose information sets begin at a position."""
    data = ascii_array(text)
    sets = Rows(_INFOSET_KEYS, len(text) // _USUAL)
    behind = read_rows(data, begin, sets)
    infosets = _infosets(data, sets) if behind >= 0 else None
    between = _NODES.match(text, behind)
    if infosets is None or between is None:
        return None
    at = between.end()
    rows = Rows(_NODE_KEYS, len(text) // _USUAL)
    end = read_rows(data, at, rows)
    nodes = _nodes(text, rows, infosets) if end >= 0 else None
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


def _infosets(data: Bytes, rows: Rows) -> InfosetColumns | None:
    """Return the information sets in some rows; None if a row is none."""
    number, player, state, sees, actions = _columns(rows)
    if not _are_numbered(number) or player.min() < 1 or player.max() > 2:
        return None
    table, index = _distinct_texts(data, rows)
    labels = index[actions]
    sizes = np.zeros(len(table), np.int64)
    used = np.unique(labels)
    if used[0] < 0:
        return None
    sizes[used] = [len(json.loads(table[text])) for text in used.tolist()]
    return InfosetColumns(
        player=player.astype(np.int8),
        state=index[state],
        sees=index[sees],
        actions=labels,
        texts=table,
        first=np.cumsum(np.append(1, sizes[labels])).astype(np.int32),
    )


def _nodes(text: str, rows: Rows, infosets: InfosetColumns) -> GameColumns | None:
    """Return the nodes in some rows; None if a row is none."""
    number, infoset, payoff, actions, probabilities, below = _columns(rows)
    begin = np.append(below, np.int32(rows.used))
    is_terminal, is_chance = payoff >= 0, actions >= 0
    kinds = np.stack((infoset >= 0, is_chance, is_terminal))  # In the order of `Kind`.
    is_inner = np.diff(begin) > 0
    if (
        not _are_numbered(number)
        or (kinds.sum(0) != 1).any()
        or (is_inner == is_terminal).any()
        or ((probabilities >= 0) != is_chance).any()
    ):
        return None
    what = infoset.copy()
    payoffs, what[is_terminal] = _payoffs(text, rows, payoff[is_terminal])
    chances, what[is_chance] = _chances(text, rows, actions[is_chance], probabilities[is_chance])
    return GameColumns(
        kind=kinds.argmax(0).astype(np.int8),
        what=what,
        begin=begin,
        children=np.asarray(rows.numbers)[: rows.used].copy(),
        payoffs=payoffs,
        chances=chances,
        infosets=infosets,
    )


def _columns(rows: Rows) -> Iterator[Int32s]:
    return iter(np.asarray(rows.cells)[: rows.size].T.copy())


def _are_numbered(numbers: Int32s) -> bool:
    return np.array_equal(numbers, np.arange(len(numbers)))


def _distinct_texts(data: Bytes, rows: Rows) -> tuple[Texts, Int32s]:
    """Return the distinct JSON texts in the form of `json.dumps`, and the index of each piece in
    them, or -1 for an empty text or list. The last index is -1, for no piece.
    """
    found = rows.pieces.all()
    plain = np.asarray(rows.plain)[: len(found)]
    sizes = found[:, 1] - found[:, 0]
    out, begin = np.empty(int(sizes.sum()), np.uint8), np.empty(len(found) + 1, np.int64)
    gathered(data, found, out, begin)
    as_found = Texts(out, begin)
    if plain.all() and (sizes > len("[]")).all():
        return as_found, np.append(np.arange(len(found)), -1).astype(np.int32)
    spelled = [
        text if as_written else json.dumps(read_json(text))
        for text, as_written in zip(as_found, plain.tolist(), strict=True)
    ]
    each: dict[str, int] = {}
    number = [-1 if text in ('""', "[]") else each.setdefault(text, len(each)) for text in spelled]
    return texts(each), np.array([*number, -1], np.int32)


def _payoffs(text: str, rows: Rows, pieces: Int32s) -> tuple[Rationals, Int32s]:
    """Return the distinct exact numbers in some pieces, and the index of each piece in them."""
    used = np.unique(pieces)
    payoffs = read_json(f"[{','.join(_pieces(text, rows, used))}]")
    index = np.zeros(len(rows.pieces.all()), np.int32)
    numbers = _lowest_terms(payoffs)
    if numbers is not None:
        index[used] = np.arange(len(used))
        return numbers, index[pieces]
    findings = Findings()
    each, index[used] = _index_distinct(findings.exact(payoff, ()) for payoff in payoffs)
    findings.stop()
    return rationals(each), index[pieces]


def _lowest_terms(payoffs: Sequence[str]) -> Rationals | None:
    """Return numbers that are all in the form of our own writer, in lowest terms and with up to 18
    digits each, so that different texts are different numbers; None for others. A game may have a
    million of them.

    >>> [*_lowest_terms(["-1/2", "3"])], _lowest_terms(["2/4"]), _lowest_terms(["3/1"])
    ([Fraction(-1, 2), Fraction(3, 1)], None, None)
    """
    if not _WRITTEN.fullmatch(",".join(payoffs)):
        return None
    terms = ",".join([payoff if "/" in payoff else f"{payoff}/1" for payoff in payoffs])
    above, below = np.fromstring(terms.replace("/", ","), np.int64, sep=",").reshape(-1, 2).T
    return Rationals(above.copy(), below.copy()) if (np.gcd(above, below) == 1).all() else None


def _chances(
    text: str, rows: Rows, actions: Int32s, probabilities: Int32s
) -> tuple[tuple[ChanceMove, ...], Int32s]:
    """Return the distinct chance moves in pairs of pieces, and the index of each pair in them."""
    pairs, number = _index_distinct(zip(actions.tolist(), probabilities.tolist(), strict=True))
    findings = Findings()
    first, second = np.array([*pairs], np.int32).reshape(-1, 2).T
    spelled = zip(_pieces(text, rows, first), _pieces(text, rows, second), strict=True)
    nodes = (
        _read_node(
            findings,
            0,
            read_json(
                f'{{"node": 0, "chance": {labels}, "probabilities": {shares}, "children": []}}'
            ),
        )
        for labels, shares in spelled
    )
    each, index = _index_distinct(
        ChanceMove(node.actions, node.probabilities) for node in nodes if isinstance(node, Chance)
    )
    findings.stop()
    return tuple(each), index[number]


def _pieces(text: str, rows: Rows, numbers: Int32s) -> list[str]:
    return [text[begin:end] for begin, end in rows.pieces.all()[numbers].tolist()]


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
