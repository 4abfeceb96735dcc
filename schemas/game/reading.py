"""Read a game from its JSON text.

A compiled reader finds the rows of the two long lists, for text as our writer leaves it and with
any white space; they become columns. A text of another form, or with a problem, is read as data,
row by row: that finds every problem and its place.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ..kernels.numbers import fractions
from ..kernels.pieces import gathered
from ..kernels.rows import Rows, read_listed
from ..parts.counts import read_counts
from ..parts.documents import Data, Findings, read_json
from ..parts.problems import InputError, Place
from ..parts.rationals import Rationals, rationals
from ..parts.source import read_source
from ..parts.squares import read_places
from ..parts.texts import Bytes, Texts, ascii_array, texts
from .columns import (
    FORMAT,
    INFOSET_KEYS,
    NODE_KEYS,
    VERSION,
    Chance,
    ChanceMove,
    Decision,
    GameColumns,
    InformationSet,
    InfosetColumns,
    InfosetView,
    Int32s,
    Node,
    NodeView,
    Terminal,
)
from .distinct import distinct_rationals, in_order_of_use
from .game import Game

Int64s2 = NDArray[np.int64]


def read_game(text: str) -> tuple[Game, Findings]:
    """Return the game in a JSON text, and the problems of its rows with their places. Raise
    InputError if there is no game in it.
    """
    try:
        found = read_columns(text)
    except InputError:
        found = None
    return found or _read_data(read_json(text))


def read_columns(text: str) -> tuple[Game, Findings] | None:
    """Return a game in columns; None if the text has another form. Raise InputError if there are
    problems, with no useful places.
    """
    listed = read_listed(text, {"information_sets": INFOSET_KEYS, "nodes": NODE_KEYS})
    if listed is None:
        return None
    rest, (sets, rows) = listed
    data = ascii_array(text)
    infosets = _infosets(data, sets)
    nodes = _nodes(text, data, rows, infosets) if infosets else None
    if infosets is None or nodes is None:
        return None
    game, findings = _read_data(rest)
    findings.stop()
    game = replace(game, information_sets=InfosetView(infosets), nodes=NodeView(nodes))
    return game, findings


def _read_data(data: Data) -> tuple[Game, Findings]:
    findings = Findings()
    findings.header(data, FORMAT, VERSION)
    return _read_game(findings, data), findings


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


def _nodes(text: str, data: Bytes, rows: Rows, infosets: InfosetColumns) -> GameColumns | None:
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
    pieces = rows.pieces.all()
    used, index = in_order_of_use(payoff[is_terminal], len(pieces))
    payoffs, what[is_terminal] = distinct_rationals(_numbers(text, data, pieces[used]), index)
    pairs = actions[is_chance].astype(np.int64) * len(pieces) + probabilities[is_chance]
    moves, index = np.unique(pairs, return_inverse=True)
    used, index = in_order_of_use(index, len(moves))
    chances: dict[ChanceMove, int] = {}
    ends = (pieces[side].tolist() for side in np.divmod(moves[used], len(pieces)))
    each = [
        chances.setdefault(_chance_move(text, *pair), len(chances))
        for pair in zip(*ends, strict=True)
    ]
    what[is_chance] = np.array(each, np.int32)[index]
    return GameColumns(
        kind=kinds.argmax(0).astype(np.int8),
        what=what,
        begin=begin,
        children=np.asarray(rows.numbers)[: rows.used].copy(),
        payoffs=payoffs,
        chances=tuple(chances),
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


def _numbers(text: str, data: Bytes, ends: Int64s2) -> Rationals:
    """Return the exact numbers in some quoted texts."""
    terms = np.empty((2, len(ends)), np.int64)
    fractions(data, ends + (1, -1), terms)
    others = np.flatnonzero(terms[1] == 0)
    if not len(others):
        return Rationals(terms[0].copy(), terms[1].copy())
    findings = Findings()
    numbers = list(map(Fraction, terms[0].tolist(), np.maximum(terms[1], 1).tolist()))
    for at, (begin, end) in zip(others.tolist(), ends[others].tolist(), strict=True):
        numbers[at] = findings.exact(read_json(text[begin:end]), ())
    findings.stop()
    return rationals(numbers)


def _chance_move(text: str, actions: list[int], probabilities: list[int]) -> ChanceMove:
    """Return a chance move, given the ends of its lists in the text."""
    findings = Findings()
    labels, shares = (read_json(text[slice(*ends)]) for ends in (actions, probabilities))
    move = ChanceMove(
        findings.each(labels, (), findings.text), findings.each(shares, (), findings.exact)
    )
    findings.stop()
    return move


def _read_game(findings: Findings, data: Data) -> Game:
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
    return Game(
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
