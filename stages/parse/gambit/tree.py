"""From the text of a Gambit `.efg` file to the game: nodes, information sets, outcomes.

One pass over the nodes, which are in prefix order. Open nodes wait on an explicit stack, so that
depth is unlimited.
"""

from array import array
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from ....schemas.game import InformationSet, Node
from ....schemas.game.columns import InfosetView, NodeView
from ....schemas.parts.exact import brief
from ....schemas.parts.problems import Code, InputError, shown
from ..tree_builder import TreeBuilder
from .descriptions import (
    NO_OUTCOME,
    InformationSets,
    Moves,
    Outcome,
    Outcomes,
    after,
)
from .grammar import (
    NEXT,
    NODE,
    Mistake,
    ProblemLog,
    explain_node,
    read_prologue,
    text_after,
    token,
)
from .numbers import LIMITS, Meanings, Replacements, integer

MAX_PROBLEMS = 100  # More are of no use to a reader.


class Tree(NamedTuple):
    """The content of a file."""

    title: str
    players: tuple[str, str]
    comment: str
    constant: Fraction
    """The sum of both players' payoffs at every terminal node."""
    information_sets: Sequence[InformationSet]
    nodes: Sequence[Node]
    """In file order, without nodes that can only follow a chance move of probability 0."""
    offsets: Sequence[int]
    """The offset of each node in the text."""
    replacements: Replacements
    """The numbers that were replaced by their presumed values."""


def read_tree(
    text: str, mend: bool = False, known: Sequence[Fraction] = (), split: bool = False
) -> Tree:
    """Return the tree of a file. Raise InputError with line and column of every problem.

    With `mend`, faults that can be mended in only one way are accepted: numbers of information sets
    and outcomes beyond LIMITS, an outcome with several labels, one number for several sets of
    chance. `known` are probabilities that the caller knows. With `split`, which also mends, nodes
    of a player that share the number of an information set, but differ in their actions or in its
    label, are in different information sets.
    """
    meanings = Meanings(known)
    try:
        return _Reader(text, mend or split, meanings, split).read()
    except InputError:
        if meanings.replacements().many:
            # A file is not refused because of replaced numbers.
            with suppress(InputError):
                return _Reader(text, mend or split, Meanings(as_written=True), split).read()
        raise


class _Reader:
    def __init__(self, text: str, mend: bool, meanings: Meanings, split: bool) -> None:
        self.text, self.mend, self.meanings = text, mend, meanings
        self.log = ProblemLog(text)
        self.number = cache(integer)
        self.infosets = InformationSets(self.log, meanings, split, mend)
        self.outcomes = Outcomes(self.log, self.number, meanings, mend)
        self.whole = True
        """Whether no node is missing so far, so that all places in the tree are known."""
        self.tree = GrowingTree(self.log)

    def read(self) -> Tree:
        prologue = read_prologue(self.text, self.log)
        self._read_nodes(prologue.end)
        if not self.mend:
            self._check_numbers()
        if self.log.problems:
            raise InputError(
                sorted(self.log.problems, key=lambda problem: (problem.line, problem.column))
            )
        infosets, nodes = self.tree.columns(self.infosets.records)
        return Tree(
            title=prologue.title,
            players=prologue.players,
            comment=prologue.comment,
            constant=self.tree.constant[0] if self.tree.constant else Fraction(0),
            information_sets=infosets,
            nodes=nodes,
            offsets=self.tree.offsets,
            replacements=self.meanings.replacements(),
        )

    def _read_nodes(self, at: int) -> None:
        while len(self.log.problems) < MAX_PROBLEMS:
            match = NODE.match(self.text, at)
            if match is None:
                at = self._recover(at)
                if at < 0:
                    return
                continue
            at = match.end()
            self._read_node(match.start(), *match.groups())
            if self.whole and not self.tree.open:
                break
            if not self.whole and at >= len(self.text):
                return
        if at < len(self.text) and self.whole and not self.tree.open:
            said = text_after(self.text, at, self._word(at))
            self.log.add(said, at, Code.BEHIND_THE_TREE)

    def _recover(self, at: int) -> int:
        """Note the error at an offset and return where a node can begin again; -1 if there is no
        such place.
        """
        mistake = explain_node(self.text, at)
        if at >= len(self.text) and self.tree.open:
            waiting = self.tree.open[-1]
            mistake = Mistake(
                "the file ends here, but the node in line "
                f"{self.log.line(waiting.start)} has only "
                f"{waiting.children} of {waiting.moves.arity} children",
                at,
            )
        self.log.mistake(mistake)
        self.whole = False
        following = NEXT.search(self.text, max(at, mistake.offset) + 1)
        return following.end() if following else -1

    def _read_node(
        self,
        start: int,
        player: str | None,
        named: str | None,
        described: str | None,
        chance: str | None,
        branches: str | None,
        number: str,
        payoff: str | None,
    ) -> None:
        outcome = self.outcomes.at(start, number, payoff, self.whole)
        if player is None and chance is None:
            if self.whole:
                self.tree.add(start, None, outcome)
            return
        description = branches if player is None else described
        # "01" is player 1, too.
        key = None if player is None else str(self.number(player))
        identity = self.number(named if chance is None else chance)
        if identity is None or player is not None and self.number(player) not in (1, 2):
            self._wrong_number(start, player, named or chance or "", identity)
            moves = None
        else:
            moves = self.infosets.at(start, key, identity, description, self.whole)
        if moves is None:
            self.whole = False  # The number of children is unknown.
            return
        if self.whole:
            self.tree.add(start, moves, outcome)

    def _check_numbers(self) -> None:
        """Note once that numbers are beyond LIMITS, at the first one."""
        least, most = LIMITS
        numbered = [
            (moves.offset, identity)
            for (_, identity), moves in self.infosets.moves.items()
            if moves is not None
        ]
        numbered += [(offset, identity) for identity, offset in self.outcomes.described.items()]
        beyond = sorted(
            (offset, identity) for offset, identity in numbered if not least <= identity <= most
        )
        if beyond:
            offset, identity = beyond[0]
            others = f", and {len(beyond) - 1:,} more" if len(beyond) > 1 else ""
            self.log.add(
                f"the number {shown(str(identity))}{others}: information sets and outcomes must "
                f"be numbered from {least:,} to {most:,}, as in Gambit; 'efgc lint --fix' "
                "renumbers them",
                offset,
                Code.NUMBER_BEYOND_GAMBIT,
            )

    def _wrong_number(
        self, start: int, player: str | None, named: str, identity: int | None
    ) -> None:
        if identity is None:
            self.log.add(
                f"{shown(named)} is not an information set number; use a whole number", start
            )
        if player is not None and self.number(player) not in (1, 2):
            self.log.add(f"{shown(player)} is not a player; use 1 or 2", start)

    def _word(self, at: int) -> str:
        try:
            return token(self.text, at).text
        except Mistake:
            return '"'


@dataclass(slots=True)
class _Open:
    """A node that still expects children."""

    start: int
    """Its offset in the text."""
    number: int
    """Its number in the tree; -1 if it can only follow a chance move of probability 0."""
    moves: Moves
    outcome: Outcome
    """The sum of the outcomes so far."""
    children: int = 0
    """How many have been read."""

    def next_is_impossible(self) -> bool:
        """Return whether the next child can only follow a chance move of probability 0."""
        probabilities = self.moves.said.probabilities
        return self.number < 0 or bool(probabilities) and not probabilities[self.children]


class GrowingTree:
    """The nodes read so far, without those that can only follow a chance move of probability 0."""

    def __init__(self, log: ProblemLog) -> None:
        self.log, self.tree = log, TreeBuilder()
        self.infosets: dict[int, int] = {}
        """The numbers in the tree of the information sets of the file."""
        self.offsets = array("q")
        self.open: list[_Open] = []
        self.constant: tuple[Fraction, int] | None = None
        """The sum of the payoffs, and the offset of its first occurrence; -1 once another sum was
        reported.
        """

    def add(self, start: int, moves: Moves | None, outcome: Outcome) -> None:
        """Add the node that begins at an offset; `moves` is None for a terminal node."""
        parent, impossible = -1, False
        if self.open:
            above = self.open[-1]
            parent, impossible = above.number, above.next_is_impossible()
            above.children += 1
            if above.outcome is not NO_OUTCOME:
                outcome = after(above.outcome, outcome)
        number = -1 if impossible else self._append(start, parent, moves, outcome)
        if moves is not None:
            self.open.append(_Open(start, number, moves, outcome))
            return
        if not impossible:
            self._check_total(start, outcome)
        while self.open and self.open[-1].children == self.open[-1].moves.arity:
            self.open.pop()

    def _append(self, start: int, parent: int, moves: Moves | None, outcome: Outcome) -> int:
        """Append a node to the tree and return its number."""
        self.offsets.append(start)
        if moves is None:
            return self.tree.end(parent, outcome.payoff)
        if moves.number >= 0:
            infoset = self.infosets.setdefault(moves.number, len(self.infosets))
            return self.tree.decide(parent, infoset)
        actions, probabilities = moves.said.actions, moves.said.probabilities
        some = [at for at, probability in enumerate(probabilities) if probability]
        return self.tree.chance(
            parent, [actions[at] for at in some], [probabilities[at] for at in some]
        )

    def _check_total(self, start: int, outcome: Outcome) -> None:
        if self.constant is None:
            self.constant = (outcome.total, start)
        elif (
            outcome.total is not self.constant[0]
            and outcome.total != self.constant[0]
            and self.constant[1] >= 0
        ):
            self.log.add(
                f"the payoffs sum to {brief(outcome.total)} here and to "
                f"{brief(self.constant[0])} at the terminal node in line "
                f"{self.log.line(self.constant[1])}; the sum must be constant",
                start,
                Code.NOT_CONSTANT_SUM,
            )
            self.constant = (self.constant[0], -1)  # Reported once.

    def columns(self, infosets: Sequence[InformationSet]) -> tuple[InfosetView, NodeView]:
        """Return information sets, given all of the file, and nodes of the complete tree."""
        self.tree.information_sets += [infosets[number] for number in self.infosets]
        return self.tree.columns()
