"""From the text of a Gambit `.efg` file to the game: nodes, information sets, outcomes.

A compiled pass finds the nodes (`scan`), each distinct description is read once, and the game is
built from whole arrays. Single nodes are examined only if something is unusual (`examination`):
there the problems are found.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....schemas.game import Game
from ....schemas.game.columns import (
    ChanceMove,
    GameColumns,
    InfosetColumns,
    InfosetView,
    Kind,
    NodeView,
)
from ....schemas.game.distinct import distinct_rationals, in_order_of_use
from ....schemas.parts.exact import brief
from ....schemas.parts.problems import Code, InputError
from ....schemas.parts.rationals import Integers, Rationals, rationals
from ....schemas.parts.source import GAMBIT, Source
from ....schemas.parts.texts import Texts, byte_array
from .amounts_kernel import amounts
from .descriptions import NO_OUTCOME, Description, read_description, read_payoffs
from .examination import Examination
from .grammar import (
    CHANCE,
    DECIDES,
    ENDS,
    MOVE,
    MOVES_BY_CHANCE,
    PAYOFFS,
    ProblemLog,
    read_prologue,
    unquoted,
)
from .numbers import Meanings
from .reading import Reading
from .scan import scan
from .tree_kernel import (
    LONGEST,
    paid_in_all,
    write_children,
    write_names,
)

Int32s = NDArray[np.int32]
_KIND = np.zeros(256, np.int8)
_KIND[[DECIDES, MOVES_BY_CHANCE, ENDS]] = Kind.DECISION, Kind.CHANCE, Kind.TERMINAL


class Amounts(NamedTuple):
    """The payoffs of k cases; the last case is the one without payoffs."""

    payoff: Rationals
    """Shape (k,): to player 1."""
    total: Rationals
    """Shape (k,): the sum of both players' payoffs."""


class Nodes(NamedTuple):
    """The n nodes of a complete tree in prefix order."""

    kind: NDArray[np.int8]
    """Shape (n,)."""
    what: Int32s
    """Shape (n,): for a decision node its information set; for a chance node its move."""
    outcome: Int32s
    """Shape (n,): the case of its own payoffs; -1 for none."""
    size: Int32s
    """Shape (n,): the number of children."""
    offset: NDArray[np.int64]
    """Shape (n,): the offset in the text."""

    def first(self, count: int | None) -> "Nodes":
        """Return as many nodes from the first one on; all for None."""
        return Nodes._make(column[:count] for column in self)

    def completed(self) -> "Nodes":
        """Return the nodes with terminal nodes, at the offset -1, in the place of missing ones."""
        missing = 1 + int(self.size.sum()) - len(self.size)
        columns: tuple[NDArray[Any], ...] = self
        values = Kind.TERMINAL, -1, -1, 0, -1
        return Nodes._make(
            np.append(column, np.full(missing, value, column.dtype))
            for column, value in zip(columns, values, strict=True)
        )

    def children(self) -> tuple[Int32s, Int32s]:
        """Return the columns `begin` and `children` of `GameColumns`."""
        begin = np.zeros(len(self.size) + 1, np.int32)
        np.cumsum(self.size, out=begin[1:])
        following = np.empty(begin[-1], np.int32)
        write_children(begin, following)
        return begin, following


def read_gambit(
    text: str,
    sha256: str = "",
    file: str = "",
    mend: bool = False,
    known: Sequence[Fraction] = (),
    split: bool = False,
) -> Reading:
    """Return the game of a file with the position of every node, with or without perfect recall.

    Nodes are numbered from 0 in the order of the file; nodes that can only follow a chance move of
    probability 0 are left out. Outcomes on the way are added to those at the end. `file` and
    `sha256` name the text in the artifact. Floating-point numbers are replaced by the values that
    they presumably mean; `known` are probabilities that the caller expects.

    With `mend`, faults that can be mended in only one way are accepted: numbers of information sets
    and outcomes beyond LIMITS, an outcome with several labels, one number for several sets of
    chance. With `split`, which also mends, nodes of a player that share the number of an
    information set, but not its actions or its label, are in different information sets
    (`Reading.declared`); otherwise such a file is refused. Raise InputError with line and column of
    every problem.
    """
    source = Source(file=file, sha256=sha256, rules=GAMBIT, level=0)
    meanings = Meanings(known)
    try:
        return _Reader(text, mend or split, meanings, split).read(source)
    except InputError:
        if meanings.replacements().many:
            # A file is not refused because of replaced numbers.
            with suppress(InputError):
                return _Reader(text, mend or split, Meanings(as_written=True), split).read(source)
        raise


class _Reader:
    def __init__(self, text: str, mend: bool, meanings: Meanings, split: bool) -> None:
        self.text, self.mend, self.meanings = text, mend, meanings
        self.log = ProblemLog(text)
        self.prologue = read_prologue(text, self.log)
        self.scan = scan(text, self.prologue.end)
        self.examination = Examination(self.log, mend, meanings, split)
        self.invalid = np.zeros(len(self.scan.use) + 1, bool)
        """Whether each text is invalid; last comes the entry for no text at the first node."""
        self.invalid[-1] = True
        self.said = self._descriptions()
        """The descriptions of information sets in the texts; and behind them, those of examined
        nodes.
        """
        self.examined: dict[Description, int] = {}
        """The numbers of those behind the texts."""
        self.paid = self._amounts()
        """The payoffs in the texts, and behind them those of examined nodes."""

    def read(self, source: Source) -> Reading:
        self._examine()
        nodes, complete = self._tree()
        nodes = self._possible(nodes)
        begin, following = nodes.children()
        paid, rows = self._accumulated(nodes, begin, following)
        constant = self._constant(nodes, paid.total, rows)
        self._refuse(complete)
        columns = self._columns(nodes, begin, following, distinct_rationals(paid.payoff, rows))
        game = Game(
            title=self.prologue.title,
            source=source,
            players=self.prologue.players,
            states=0,
            information_sets=InfosetView(columns.infosets),
            nodes=NodeView(columns),
            constant=constant,
        )
        return Reading(
            game=game,
            comment=self.prologue.comment,
            text=self.text,
            offsets=nodes.offset,  # type: ignore[arg-type]
            replacements=self.meanings.replacements(),
        )

    def _descriptions(self) -> dict[int, Description]:
        """Return the content of each text with actions."""
        found = {}
        for text in np.flatnonzero(self.scan.use != PAYOFFS).tolist():
            log = ProblemLog(self.text)
            at = self.scan.at(int(self.scan.begin[text]))
            said = read_description(log, self.meanings, at, self.scan.use[text] == MOVE)
            self.invalid[text] = bool(log.notes)
            if said is not None:
                found[text] = said
        return found

    def _amounts(self) -> Amounts:
        """Return the payoffs in each text; 0 in others and in invalid ones."""
        scan = self.scan
        terms = np.zeros((4, len(scan.use) + 1), np.int64)
        amounts(scan.data, scan.begin.astype(np.int32), scan.end.astype(np.int32), terms)
        others = np.flatnonzero((terms[1, :-1] == 0) & (scan.use == PAYOFFS))
        terms[1::2] = np.maximum(terms[1::2], 1)
        read = [
            read_payoffs(ProblemLog(self.text), self.meanings, scan.at(place))
            for place in scan.begin[others].tolist()
        ]
        self.invalid[others] = [outcome is None for outcome in read]
        outcomes = [outcome or NO_OUTCOME for outcome in read]
        return Amounts(
            payoff=_replaced(terms[:2], others, rationals(one.payoff for one in outcomes)),
            total=_replaced(terms[2:], others, rationals(one.total for one in outcomes)),
        )

    def _examine(self) -> None:
        """Examine the nodes of things that are described in several ways, or wrongly; all nodes of
        an incomplete tree before an invalid one.
        """
        things = self.scan.doubtful | self.invalid[self.scan.text]
        everything = self.scan.rest < len(self.text) and (
            things.any() or not tree_end(self.scan.size)
        )
        if things.any() or everything:
            self.examination.examine(self.scan, np.append(things | everything, False))

    def _nodes(self) -> Nodes:
        """Return all valid nodes of the text."""
        scan = self.scan
        none, things = np.int32(-1), np.arange(len(scan.role), dtype=np.int32)
        what = np.append(np.where(scan.role == CHANCE, scan.text, things), none)[scan.infoset]
        outcome = np.append(scan.text, none)[scan.outcome]
        kind, size = _KIND[scan.letter], scan.size
        for node, found in self.examination.moves.items():
            size[node] = len(found.said.raw)
            by_chance = kind[node] == Kind.CHANCE
            what[node] = self._number(found.said) if by_chance else len(things) + found.number
        examined = self.examination.paid
        outcome[list(examined)] = np.arange(len(examined)) + len(self.paid.payoff) - 1
        if examined:
            outcomes = [*examined.values(), NO_OUTCOME]
            self.paid = Amounts(
                rationals([*self.paid.payoff[:-1], *(one.payoff for one in outcomes)]),
                rationals([*self.paid.total[:-1], *(one.total for one in outcomes)]),
            )
        return Nodes(kind, what, outcome, size, scan.offset)

    def _tree(self) -> tuple[Nodes, bool]:
        """Return the nodes of the tree, and whether it is complete."""
        nodes, known = self._nodes(), self.examination.known
        count = tree_end(nodes.size[:known])
        if not count:
            return nodes.first(known).completed(), False
        self.examination.end_tree(int(np.append(nodes.offset, self.scan.rest)[count]))
        return nodes.first(count), True

    def _refuse(self, complete: bool) -> None:
        """Raise InputError if there are problems in the text of a tree."""
        if not complete:
            self.examination.examine_rest(self.scan.rest, self._waiting())
        if not self.mend:
            self.examination.check_numbers()
        if self.log.notes:
            self.log.notes.sort(key=lambda note: note.offset)
            raise InputError(self.log.problems)

    def _number(self, said: Description) -> int:
        """Return the number of a description of examined nodes."""
        number = self.examined.setdefault(said, len(self.scan.use) + len(self.examined))
        self.said[number] = said
        return number

    def _waiting(self) -> str:
        """Return the error for the end of the text in an incomplete tree; empty before its first
        node.
        """
        children = 0
        sizes = self.scan.size[: self.examination.known].tolist()
        for node in range(len(sizes) - 1, -1, -1):
            if sizes[node] > children:
                line = self.log.line(int(self.scan.offset[node]))
                return (
                    f"the file ends here, but the node in line {line} has only "
                    f"{children} of {sizes[node]} children"
                )
            children += 1 - sizes[node]
        return ""

    def _possible(self, nodes: Nodes) -> Nodes:
        """Return the nodes without those that can only follow a chance move of probability 0."""
        ways = {text: said.possible() for text, said in self.said.items()}
        if all(map(all, ways.values())):
            return nodes
        begin, following = nodes.children()
        possible, left = np.ones(len(nodes.size), bool), nodes.size.copy()
        for node in np.flatnonzero(nodes.size).tolist():
            below = following[begin[node] : begin[node + 1]]
            if not possible[node]:
                possible[below] = False
            elif nodes.kind[node] == Kind.CHANCE:
                possible[below] = ways[nodes.what[node]]
                left[node] = sum(ways[nodes.what[node]])
        return Nodes._make(column[possible] for column in nodes._replace(size=left))

    def _accumulated(
        self, nodes: Nodes, begin: Int32s, following: Int32s
    ) -> tuple[Amounts, Int32s]:
        """Return the accumulated payoffs at nodes, and the case of each terminal node; -1 for the
        last one.
        """
        terminal = nodes.kind == Kind.TERMINAL
        if not ((nodes.outcome >= 0) & ~terminal).any():
            return self.paid, nodes.outcome[terminal]
        of, sums = np.empty(len(terminal), np.int32), np.empty((len(terminal), 2), np.int32)
        sums = sums[: paid_in_all(begin, following, nodes.outcome, of, sums)]
        payoff, total = list(self.paid.payoff), list(self.paid.total)
        payoffs: list[Fraction] = []
        totals: list[Fraction] = []
        for above, last in sums.tolist():
            payoffs.append(payoff[last] + (payoffs[above] if above >= 0 else 0))
            totals.append(total[last] + (totals[above] if above >= 0 else 0))
        nothing = [Fraction(0)]
        paid = Amounts(rationals(payoffs + nothing), rationals(totals + nothing))
        return paid, of[terminal]

    def _constant(self, nodes: Nodes, total: Rationals, rows: Int32s) -> Fraction:
        """Return the sum of both players' payoffs at terminal nodes; note the first node with
        another sum than the first one.
        """
        constant: Fraction = total[rows[0]]
        other = (total.numerators != constant.numerator) | (
            total.denominators != constant.denominator
        )
        wrong = np.flatnonzero(other[rows])
        if len(wrong):
            first, offset = nodes.offset[nodes.kind == Kind.TERMINAL][[0, wrong[0]]].tolist()
            if offset >= 0:  # Not where a node is missing.
                self.examination.add(
                    f"the payoffs sum to {brief(total[rows[wrong[0]]])} here and to "
                    f"{brief(constant)} at the terminal node in line {self.log.line(first)}; the "
                    "sum must be constant",
                    offset,
                    Code.NOT_CONSTANT_SUM,
                )
        return constant

    def _columns(
        self, nodes: Nodes, begin: Int32s, following: Int32s, payoffs: tuple[Rationals, Int32s]
    ) -> GameColumns:
        what = np.empty(len(nodes.kind), np.int32)
        decides, by_chance = nodes.kind == Kind.DECISION, nodes.kind == Kind.CHANCE
        many = len(self.scan.role) + len(self.examination.infosets.of_players)
        infosets, what[decides] = in_order_of_use(nodes.what[decides], many)
        texts = len(self.scan.use) + len(self.examined)
        used, index = in_order_of_use(nodes.what[by_chance], texts)
        chances: dict[ChanceMove, int] = {}
        moves = [chances.setdefault(self.said[text].move(), len(chances)) for text in used.tolist()]
        what[by_chance] = np.array(moves, np.int32)[index]
        what[nodes.kind == Kind.TERMINAL] = payoffs[1]
        return GameColumns(
            kind=nodes.kind,
            what=what,
            begin=begin,
            children=following,
            payoffs=payoffs[0],
            chances=tuple(chances),
            infosets=self._infosets(infosets),
        )

    def _infosets(self, infosets: NDArray[np.integer[Any]]) -> InfosetColumns:
        """Return the columns of information sets, given as `Nodes.what`."""
        scan, more = self.scan, self.examination.infosets.of_players
        player = np.append(scan.role, np.array([one.player for one in more], np.int8))[infosets]
        others = np.array([self._number(one.said) for one in more], np.int32)
        texts = np.append(scan.text, others)[infosets]
        used, text = in_order_of_use(texts, len(scan.use) + len(self.examined))
        actions = [self.said[number].actions for number in used.tolist()]
        number, names = self._names(infosets, [json.dumps(labels).encode() for labels in actions])
        first = np.ones(len(infosets) + 1, np.int32)
        first[1:] += np.cumsum(np.array([*map(len, actions)], np.int32)[text], dtype=np.int32)
        return InfosetColumns(
            player=player,
            state=np.full(len(infosets), -1, np.int32),
            sees=number[: len(infosets)],
            actions=number[len(infosets) :][text],
            texts=names,
            first=first,
        )

    def _names(
        self, infosets: NDArray[np.integer[Any]], actions: list[bytes]
    ) -> tuple[Int32s, Texts]:
        """Return distinct JSON texts and their index for each information set, followed by the
        indices of the actions.
        """
        scan, more = self.scan, self.examination.infosets.of_players
        none = np.zeros(len(more), np.int32)
        label, length, number = (
            np.append(column, none)[infosets] for column in (scan.label, scan.length, scan.number)
        )
        written, end = [], len(scan.data)
        for at in np.flatnonzero(~np.append(scan.plain, none > 0)[infosets]).tolist():
            name = json.dumps(self._sees(int(infosets[at])))[1:-1]
            written.append(name)
            label[at], length[at], end = end, len(name), end + len(name)
        begin = np.cumsum([0, *map(len, actions)], dtype=np.int64)
        size = (
            begin[-1] + np.maximum(length, LONGEST).sum(dtype=np.int64) + len('[""]') * len(label)
        )
        data, numbers = np.empty(size, np.uint8), np.empty(len(label) + len(actions), np.int32)
        ends = np.empty(len(numbers) + 1, np.int64)
        count = write_names(
            np.append(scan.data, byte_array("".join(written))) if written else scan.data,
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

    def _sees(self, infoset: int) -> str:
        """Return the label of an information set, given as `Nodes.what`."""
        scan = self.scan
        if infoset >= len(scan.role):
            return self.examination.infosets.of_players[infoset - len(scan.role)].sees
        place = int(scan.label[infoset])
        end = scan.at(place + int(scan.length[infoset]))
        return unquoted(self.text[scan.at(place) - 1 : end + 1])


def tree_end(size: Int32s) -> int:
    """Return the number of nodes of a tree, given the numbers of children in prefix order; 0 if it
    is incomplete.

    >>> tree_end(np.array([2, 0, 1, 0, 3])), tree_end(np.array([2, 0]))
    (4, 0)
    """
    ended = np.cumsum(size - 1, dtype=np.int32) < 0
    return int(np.argmax(ended)) + 1 if ended.any() else 0


def _replaced(terms: Integers, at: NDArray[np.intp], others: Rationals) -> Rationals:
    """Return rationals, given their numerators and denominators, with some replaced by others."""
    above, below = terms if others.small else terms.astype(object)
    above[at], below[at] = others.numerators, others.denominators
    return Rationals(above, below)
