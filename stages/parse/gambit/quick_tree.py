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

from ....schemas.game.columns import (
    ChanceMove,
    GameColumns,
    InfosetColumns,
    InfosetView,
    Kind,
    NodeView,
)
from ....schemas.kernels.key_tables import KeyTable
from ....schemas.parts.problems import InputError
from ....schemas.parts.rationals import Integers, Rationals, rationals
from ....schemas.parts.texts import Texts
from ..payoffs import distinct_payoffs
from .amounts_kernel import amounts
from .descriptions import Description, InformationSets, Outcomes
from .grammar import (
    ACTIONS,
    CHANCE,
    DECIDES,
    ENDS,
    MOVE,
    MOVES_BY_CHANCE,
    OUTCOME,
    PAYOFFS,
    ProblemLog,
    Prologue,
    read_prologue,
)
from .numbers import Meanings, integer
from .scanning_kernel import candidates, scan_nodes
from .tree import Tree
from .tree_kernel import LONGEST, paid_in_all, write_children, write_names

Int32s = NDArray[np.int32]


class Amounts(NamedTuple):
    """The payoffs of k cases; the last case is the one without payoffs."""

    payoff: Rationals
    """Shape (k,): to player 1."""
    total: Rationals
    """Shape (k,): the sum of both players' payoffs."""


class TerminalPayoffs(NamedTuple):
    """The payoffs at the terminal nodes."""

    payoffs: Rationals
    """Distinct payoffs in order of first visit."""
    number: Int32s
    """For each terminal node the index of its payoff."""
    constant: Fraction
    """The sum of both payoffs at every terminal node."""


def read_amounts(
    content: bytes, begin: Int32s, end: Int32s, meanings: Meanings, start: int = 0
) -> Amounts | None:
    """Return the payoffs in the braces between offsets; None if any is unreadable.

    `start` is the offset of the content in the file.

    >>> places = np.array([[0, 11], [10, 21]], np.int32)
    >>> found = read_amounts(b"{ 1/2 .5 } { 1e1, 0 }", *places, Meanings())
    >>> [list(numbers) for numbers in found]
    [[Fraction(1, 2), Fraction(10, 1), Fraction(0, 1)], [Fraction(1, 1), Fraction(10, 1), \
Fraction(0, 1)]]
    """
    terms = np.zeros((4, len(begin) + 1), np.int64)
    terms[1::2, -1] = 1  # The case without payoffs.
    amounts(np.frombuffer(content, np.uint8), begin, end, terms)
    otherwise = np.flatnonzero(terms[1] == 0)
    read = []
    for text in otherwise:
        meanings.begin = start + int(begin[text])
        read.append(_payoff_and_sum(content[begin[text] : end[text]].decode(), meanings))
    known = [pair for pair in read if pair is not None]
    if len(known) < len(read):
        return None
    payoff, total = (
        _replaced(above, below, otherwise, rationals(pair[at] for pair in known))
        for at, (above, below) in enumerate((terms[:2], terms[2:]))
    )
    return Amounts(payoff, total)


def _replaced(
    above: Integers, below: Integers, at: NDArray[np.intp], others: Rationals
) -> Rationals:
    """Return rationals with some of them replaced by others."""
    if not others.small:
        above, below = above.astype(object), below.astype(object)
    above[at], below[at] = others.numerators, others.denominators
    return Rationals(above, below)


def _payoff_and_sum(text: str, meanings: Meanings) -> tuple[Fraction, Fraction] | None:
    """Return payoff and sum of a description; None if it is invalid."""
    log = ProblemLog(text)
    outcome = Outcomes(log, integer, meanings).at(0, "1", text, True)
    return None if log.problems else (outcome.payoff, outcome.total)


def accumulated_payoffs(
    paid: Amounts, begin: Int32s, following: Int32s, own: Int32s
) -> tuple[Amounts, Int32s]:
    """Return the accumulated payoffs at nodes, and for each node its row of them.

    `own` is for each node its own row of `paid`, -1 for none; the children are those of
    `schemas.game.columns`.
    """
    of, sums = np.empty(len(own), np.int32), np.empty((len(own), 2), np.int32)
    sums = sums[: paid_in_all(begin, following, own, of, sums)]
    payoff, total = list(paid.payoff), list(paid.total)
    payoffs: list[Fraction] = []
    totals: list[Fraction] = []
    for above, last in sums.tolist():
        payoffs.append(payoff[last] + (payoffs[above] if above >= 0 else 0))
        totals.append(total[last] + (totals[above] if above >= 0 else 0))
    nothing = [Fraction(0)]
    return Amounts(rationals(payoffs + nothing), rationals(totals + nothing)), of


def terminal_payoffs(paid: Amounts, rows: Int32s) -> TerminalPayoffs | None:
    """Return the payoffs at terminal nodes, given for each a row of `paid`, -1 for nothing; None if
    their sums are not constant.
    """
    rows = np.where(rows < 0, np.int32(len(paid.payoff) - 1), rows)
    constant = paid.total[rows[0]]
    total = paid.total
    used = np.zeros(len(total), bool)
    used[rows] = True
    if not (
        (total.numerators[used] == constant.numerator).all()
        and (total.denominators[used] == constant.denominator).all()
    ):
        return None
    return TerminalPayoffs(*distinct_payoffs(paid.payoff, rows), constant)


HEAD = 2**16
"""Number of characters within which the first node must begin."""
_KIND = np.zeros(256, np.int8)
_KIND[[DECIDES, MOVES_BY_CHANCE, ENDS]] = Kind.DECISION, Kind.CHANCE, Kind.TERMINAL


class Scan(NamedTuple):
    """The n nodes of a file, and its k things and l texts in order of first visit."""

    content: bytes
    """The bytes of the nodes."""
    start: int
    """The offset of the content in the file."""
    letter: NDArray[np.uint8]
    """Shape (n,)."""
    what: Int32s
    """Shape (n,): the thing: information set, or outcome at a terminal node; -1 for none."""
    offset: Int32s
    """Shape (n,): the offset of the node in the content."""
    paid: Int32s
    """Shape (m, 2): each of m nodes with an outcome on the way, and the outcome."""
    role: NDArray[np.int8]
    """Shape (k,): the role; for a player, the player's number."""
    number: Int32s
    """Shape (k,): the number in the file."""
    text: Int32s
    """Shape (k,): the index of its description among all texts."""
    label: Int32s
    length: Int32s
    """Shape (k,): the start of the label, -1 if there is none, and its length."""
    begin: Int32s
    end: Int32s
    """Shape (l,): start and end of each text, braces included."""
    use: Int32s
    arity: Int32s
    """Shape (l,): the use of each text, and its number of quoted texts."""

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


def quick_tree(text: str, known: Sequence[Fraction] = ()) -> Tree | None:
    """Return the tree of a file, given probabilities that the caller knows; None if its spelling is
    unusual.
    """
    prologue = _prologue(text)
    scan = _scan(_bytes(text[prologue.end :]), prologue.end) if prologue else None
    if prologue is None or scan is None:
        return None
    meanings = Meanings(known)
    actions, chances = _actions(scan, meanings), _chances(scan, meanings)
    if actions is None or chances is None:
        return None
    thing, kind = scan.what, _KIND[scan.letter]
    size = np.where(kind == Kind.TERMINAL, 0, np.append(scan.arity[scan.text], 0)[thing])
    begin = np.zeros(len(kind) + 1, np.int32)
    np.cumsum(size, out=begin[1:])
    following = np.empty(begin[-1], np.int32)
    write_children(begin, following)
    paid = _terminal_payoffs(scan, kind, begin, following, meanings)
    if paid is None:
        return None
    columns = GameColumns(
        kind=kind,
        what=_content_numbers(scan, thing, kind, paid, chances),
        begin=begin,
        children=following,
        payoffs=paid.payoffs,
        chances=tuple(dict.fromkeys(chances)),
        infosets=_infosets(scan, actions),
    )
    return Tree(
        title=prologue.title,
        players=prologue.players,
        comment=prologue.comment,
        constant=paid.constant,
        information_sets=InfosetView(columns.infosets),
        nodes=NodeView(columns),
        offsets=scan.offset + np.int64(prologue.end),  # type: ignore[arg-type]
        replacements=meanings.replacements(),
    )


def _prologue(text: str) -> Prologue | None:
    head = text[:HEAD]
    try:
        found = read_prologue(head, ProblemLog(head))
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


def _actions(scan: Scan, meanings: Meanings) -> list[tuple[str, ...]] | None:
    """Return the actions of each text of a player; None if one is invalid."""
    found = scan.described(ACTIONS, "1", meanings)
    return None if found is None else [said.actions for said in found]


def _chances(scan: Scan, meanings: Meanings) -> list[ChanceMove] | None:
    """Return the move of each text of chance; None if one is invalid or has probabilities of 0."""
    found = scan.described(MOVE, None, meanings)
    if found is None or not all(all(said.probabilities) for said in found):
        return None
    return [ChanceMove(said.actions, said.probabilities) for said in found]


def _description(text: str, player: str | None, meanings: Meanings) -> Description | None:
    log = ProblemLog(text)
    moves = InformationSets(log, meanings).at(0, player, 1, text, True)
    return None if log.problems or moves is None else moves.said


def _terminal_payoffs(
    scan: Scan,
    kind: NDArray[np.int8],
    begin: Int32s,
    following: Int32s,
    meanings: Meanings,
) -> TerminalPayoffs | None:
    """Return the payoffs at terminal nodes; None if they are invalid."""
    texts = scan.use == PAYOFFS
    paid = read_amounts(scan.content, scan.begin[texts], scan.end[texts], meanings, scan.start)
    if paid is None:
        return None
    row = np.append(scan.places(PAYOFFS), np.int32(-1))
    terminal = kind == Kind.TERMINAL
    rows = row[scan.what[terminal]]
    if len(scan.paid):
        payer, outcome = scan.paid.T
        own = np.full(len(kind), -1, np.int32)
        own[terminal] = rows
        own[payer] = row[outcome]
        paid, of = accumulated_payoffs(paid, begin, following, own)
        rows = of[terminal]
    return terminal_payoffs(paid, rows)


def _content_numbers(
    scan: Scan,
    thing: Int32s,
    kind: NDArray[np.int8],
    paid: TerminalPayoffs,
    chances: list[ChanceMove],
) -> Int32s:
    number = np.cumsum((scan.role != CHANCE) & (scan.role != OUTCOME), dtype=np.int32) - 1
    if chances:
        moves = {move: at for at, move in enumerate(dict.fromkeys(chances))}
        move = np.array([moves[move] for move in chances], np.int32)
        of = scan.role == CHANCE
        number[of] = move[scan.places(MOVE)[of]]
    what = np.append(number, np.int32(0))[thing]
    what[kind == Kind.TERMINAL] = paid.number
    return what


def _infosets(scan: Scan, actions: list[tuple[str, ...]]) -> InfosetColumns:
    of = np.flatnonzero((scan.role != CHANCE) & (scan.role != OUTCOME))
    number, names = _names(scan, of, [json.dumps(labels).encode() for labels in actions])
    text = scan.text[of]
    first = np.ones(len(of) + 1, np.int32)
    first[1:] += np.cumsum(scan.arity[text], dtype=np.int32)
    return InfosetColumns(
        player=scan.role[of],
        state=np.full(len(of), -1, np.int32),
        sees=number[: len(of)],
        actions=number[len(of) :][scan.places(ACTIONS)[of]],
        texts=names,
        first=first,
    )


def _names(scan: Scan, of: NDArray[np.intp], actions: list[bytes]) -> tuple[Int32s, Texts]:
    """Return distinct JSON texts and their index for each information set, followed by the indices
    of the actions.
    """
    label, length, number = scan.label[of], scan.length[of], scan.number[of]
    begin = np.cumsum([0, *map(len, actions)], dtype=np.int64)
    size = begin[-1] + np.maximum(length, LONGEST).sum(dtype=np.int64) + len('[""]') * len(of)
    data, numbers = np.empty(size, np.uint8), np.empty(len(of) + len(actions), np.int32)
    ends = np.empty(len(numbers) + 1, np.int64)
    count = write_names(
        np.frombuffer(scan.content, np.uint8),
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


def _scan(content: bytes, start: int) -> Scan | None:
    """Return the nodes of a text; None if the careful reader must take over."""
    data = np.frombuffer(content, np.uint8)
    most = candidates(data)
    letters, what, offset = np.empty(most, np.uint8), *np.empty((2, most), np.int32)
    paid, by_key = np.empty((most, 2), np.int32), KeyTable()
    things, texts = np.empty((2 * most, 3), np.int32), np.empty((2 * most, 4), np.int32)
    nodes, payers, different = scan_nodes(data, letters, what, offset, paid, by_key, things, texts)
    if nodes < 0:
        return None
    many = by_key.size
    key = np.asarray(by_key.keys)[:many]
    return Scan(
        content=content,
        start=start,
        letter=letters[:nodes],
        what=what[:nodes],
        offset=offset[:nodes],
        paid=paid[:payers],
        role=(key & 3).astype(np.int8),
        number=(key >> 2).astype(np.int32),
        text=things[:many, 0],
        label=things[:many, 1],
        length=things[:many, 2],
        begin=texts[:different, 0],
        end=texts[:different, 1],
        use=texts[:different, 2],
        arity=texts[:different, 3],
    )
