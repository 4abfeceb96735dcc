"""The quick reader of Gambit files, which returns games in columns, for texts in the usual
spelling.

Compiled passes read the bytes of the nodes; each distinct description of actions is read once by
the careful reader. For unusual spellings and errors the quick reader gives up, and the careful
reader reads the whole text. Both give the same result.

Things are the information sets of both players and of chance, and outcomes, each with its number in
the file. Texts are the contents of the braces of their descriptions, each kept once.
"""

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.game.columns import (
    ChanceMove,
    GameColumns,
    InfosetColumns,
    InfosetView,
    Int32s,
    Kind,
    NodeView,
)
from schemas.parts.problems import InputError
from schemas.parts.texts import Texts
from stages.parse.gambit.characters import (
    ACTIONS,
    CHANCE,
    DECIDES,
    ENDS,
    MOVE,
    MOVES_BY_CHANCE,
    OUTCOME,
    PAYOFFS,
)
from stages.parse.gambit.infosets import Description, InformationSets
from stages.parse.gambit.mended_numbers import Meanings
from stages.parse.gambit.payoffs import Ends, ends, on_the_way, read_amounts
from stages.parse.gambit.problems import Noted
from stages.parse.gambit.scanning_kernel import candidates, scan_nodes
from stages.parse.gambit.surroundings import Prologue, read_prologue
from stages.parse.gambit.tree import Tree
from stages.parse.gambit.tree_kernel import LONGEST, write_children, write_names

HEAD = 2**16
"""Number of characters within which the first node must begin."""
_KIND = np.zeros(256, np.int8)
_KIND[[DECIDES, MOVES_BY_CHANCE, ENDS]] = Kind.DECISION, Kind.CHANCE, Kind.TERMINAL


class Scanned(NamedTuple):
    """The n nodes of a file, and its k things and l texts in order of first visit."""

    letter: NDArray[np.uint8]
    """Shape (n,)."""
    what: Int32s
    """Shape (n,): the thing: information set, or outcome at a terminal node; -1 for none."""
    offset: Int32s
    """Shape (n,): the offset of the node."""
    paid: Int32s
    """Shape (m, 2): each of m nodes with an outcome on the way, and the outcome."""
    role: NDArray[np.int8]
    number: Int32s
    """Shape (k,): role and number in the file."""
    things: Int32s
    """Shape (k, 3): the text; the offset of the label, -1 if there is none; its length."""
    texts: Int32s
    """Shape (l, 4): its start and end, braces included; its use; its number of quoted texts."""


def quick_tree(text: str, known: Sequence[Fraction] = ()) -> Tree | None:
    """Return the tree of a file, given probabilities that the caller knows; None if its spelling is
    unusual.
    """
    prologue = _prologue(text)
    content = _bytes(text[prologue.end :]) if prologue else b""
    scanned = _scan(np.frombuffer(content, np.uint8))
    if prologue is None or scanned is None:
        return None
    things, meanings = _things(content, scanned, prologue.end), Meanings(known)
    actions, chances = _actions(things, meanings), _chances(things, meanings)
    if actions is None or chances is None:
        return None
    thing, kind = scanned.what, _KIND[scanned.letter]
    size = np.where(kind == Kind.TERMINAL, 0, np.append(things.arity[things.text], 0)[thing])
    begin = np.zeros(len(kind) + 1, np.int32)
    np.cumsum(size, out=begin[1:])
    following = np.empty(begin[-1], np.int32)
    write_children(begin, following)
    paid = _ends(things, scanned, kind, begin, following, meanings)
    if paid is None:
        return None
    columns = GameColumns(
        kind=kind,
        what=_what(things, thing, kind, paid, chances),
        begin=begin,
        children=following,
        payoffs=paid.payoffs,
        chances=tuple(dict.fromkeys(chances)),
        infosets=_infosets(things, actions),
    )
    return Tree(
        title=prologue.title,
        players=prologue.players,
        comment=prologue.comment,
        constant=paid.constant,
        information_sets=InfosetView(columns.infosets),
        nodes=NodeView(columns),
        offsets=scanned.offset + np.int64(prologue.end),  # type: ignore[arg-type]
        taken=meanings.taken(),
    )


def _prologue(text: str) -> Prologue | None:
    head = text[:HEAD]
    try:
        found = read_prologue(head, Noted(head))
    except InputError:
        return None
    # No node begins after the part that the prologue cuts off.
    return found if head[found.end : found.end + 1] in ("p", "c", "t") else None


def _bytes(text: str) -> bytes:
    """Return a text as bytes; empty if it is not ASCII."""
    try:
        return text.encode("ascii")
    except UnicodeEncodeError:
        return b""


class _Things(NamedTuple):
    """The k things of a file, information sets and outcomes, and the texts of their
    descriptions.
    """

    content: bytes
    """The bytes of the nodes."""
    start: int
    """The offset of the content in the file."""
    role: NDArray[np.int8]
    """Shape (k,): the role as in `Scanned`; for a player, the player's number."""
    number: Int32s
    """Shape (k,): the number in the file."""
    text: Int32s
    """Shape (k,): the index of its description among all texts."""
    label: Int32s
    length: Int32s
    """Shape (k,): the start of the label, and its length; below 1 if there is none."""
    begin: Int32s
    end: Int32s
    """For each text its start and end."""
    use: Int32s
    arity: Int32s
    """For each text its use, as in `Scanned`, and its number of labels."""

    def described(
        self, use: int, player: str | None, meanings: Meanings
    ) -> list[Description] | None:
        """Return the descriptions in the texts of a use; None if one is unreadable."""
        found = []
        for text in np.flatnonzero(self.use == use):
            begin = int(self.begin[text])
            meanings.begin = self.start + begin
            said = _description(self.content[begin : self.end[text]].decode(), player, meanings)
            if said is None:
                return None
            found.append(said)
        return found

    def places(self, use: int) -> Int32s:
        """Return for each thing the index of its text among those of a use, if it has that use."""
        place = np.cumsum(self.use == use, dtype=np.int32) - np.int32(1)
        return place[self.text]


def _things(content: bytes, scanned: Scanned, start: int) -> _Things:
    return _Things(
        content=content,
        start=start,
        role=scanned.role,
        number=scanned.number,
        text=scanned.things[:, 0],
        label=scanned.things[:, 1],
        length=scanned.things[:, 2],
        begin=scanned.texts[:, 0],
        end=scanned.texts[:, 1],
        use=scanned.texts[:, 2],
        arity=scanned.texts[:, 3],
    )


def _actions(things: _Things, meanings: Meanings) -> list[tuple[str, ...]] | None:
    """Return the actions of each text of a player; None if one is invalid."""
    found = things.described(ACTIONS, "1", meanings)
    return None if found is None else [said.actions for said in found]


def _chances(things: _Things, meanings: Meanings) -> list[ChanceMove] | None:
    """Return the move of each text of chance; None if one is invalid or has probabilities of 0."""
    found = things.described(MOVE, None, meanings)
    if found is None or not all(all(said.probabilities) for said in found):
        return None
    return [ChanceMove(said.actions, said.probabilities) for said in found]


def _description(text: str, player: str | None, meanings: Meanings) -> Description | None:
    noted = Noted(text)
    moves = InformationSets(noted, meanings).at(0, player, 1, text, True)
    return None if noted.problems or moves is None else moves.said


def _ends(
    things: _Things,
    scanned: Scanned,
    kind: NDArray[np.int8],
    begin: Int32s,
    following: Int32s,
    meanings: Meanings,
) -> Ends | None:
    """Return the payoffs at terminal nodes; None if they are invalid."""
    texts = things.use == PAYOFFS
    paid = read_amounts(
        things.content, things.begin[texts], things.end[texts], meanings, things.start
    )
    if paid is None:
        return None
    row = np.append(things.places(PAYOFFS), np.int32(-1))
    terminal = kind == Kind.TERMINAL
    rows = row[scanned.what[terminal]]
    if len(scanned.paid):
        payer, outcome = scanned.paid.T
        own = np.full(len(kind), -1, np.int32)
        own[terminal] = rows
        own[payer] = row[outcome]
        paid, of = on_the_way(paid, begin, following, own)
        rows = of[terminal]
    return ends(paid, rows)


def _what(
    things: _Things, thing: Int32s, kind: NDArray[np.int8], paid: Ends, chances: list[ChanceMove]
) -> Int32s:
    number = np.cumsum((things.role != CHANCE) & (things.role != OUTCOME), dtype=np.int32) - 1
    if chances:
        moves = {move: at for at, move in enumerate(dict.fromkeys(chances))}
        move = np.array([moves[move] for move in chances], np.int32)
        of = things.role == CHANCE
        number[of] = move[things.places(MOVE)[of]]
    what = np.append(number, np.int32(0))[thing]
    what[kind == Kind.TERMINAL] = paid.number
    return what


def _infosets(things: _Things, actions: list[tuple[str, ...]]) -> InfosetColumns:
    """Return the information sets of both players, whose texts hold actions."""
    of = np.flatnonzero((things.role != CHANCE) & (things.role != OUTCOME))
    number, names = _names(things, of, [json.dumps(labels).encode() for labels in actions])
    text = things.text[of]
    first = np.ones(len(of) + 1, np.int32)
    first[1:] += np.cumsum(things.arity[text], dtype=np.int32)
    return InfosetColumns(
        player=things.role[of],
        state=np.full(len(of), -1, np.int32),
        sees=number[: len(of)],
        actions=number[len(of) :][things.places(ACTIONS)[of]],
        texts=names,
        first=first,
    )


def _names(things: _Things, of: NDArray[np.intp], actions: list[bytes]) -> tuple[Int32s, Texts]:
    """Return distinct JSON texts and their index for each information set, followed by the indices
    of the actions.
    """
    label, length, number = things.label[of], things.length[of], things.number[of]
    begin = np.cumsum([0, *map(len, actions)], dtype=np.int64)
    size = begin[-1] + np.maximum(length, LONGEST).sum(dtype=np.int64) + len('[""]') * len(of)
    data, numbers = np.empty(size, np.uint8), np.empty(len(of) + len(actions), np.int32)
    ends = np.empty(len(numbers) + 1, np.int64)
    count = write_names(
        np.frombuffer(things.content, np.uint8),
        label,
        length,
        number,
        np.frombuffer(b"".join(actions), np.uint8),
        begin,
        data,
        numbers,
        ends,
    )
    return numbers, Texts(data[: ends[count]].copy(), ends[: count + 1].copy())


def _scan(data: NDArray[np.uint8]) -> Scanned | None:
    """Return the nodes of a text; None if the careful reader must take over."""
    most = candidates(data)
    letters, what, offset = np.empty(most, np.uint8), *np.empty((2, most), np.int32)
    paid, key = np.empty((most, 2), np.int32), np.empty(2 * most, np.int64)
    things, texts = np.empty((2 * most, 3), np.int32), np.empty((2 * most, 4), np.int32)
    nodes, payers, many, different = scan_nodes(
        data, letters, what, offset, paid, key, things, texts
    )
    if nodes < 0:
        return None
    return Scanned(
        letter=letters[:nodes],
        what=what[:nodes],
        offset=offset[:nodes],
        paid=paid[:payers],
        role=(key[:many] & 3).astype(np.int8),
        number=(key[:many] >> 2).astype(np.int32),
        things=things[:many],
        texts=texts[:different],
    )
