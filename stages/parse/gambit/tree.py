"""From the text of a Gambit `.efg` file to the game: nodes, information sets, outcomes.

One pass over the nodes, which stand in prefix order; open nodes wait on a
stack of our own, so that no depth is too deep. What was described before and
is described again in the same words is not read again.
"""

import re
from array import array
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from schemas.game import Chance, Decision, InformationSet, Node, Terminal
from schemas.parts.exact import brief, read_exact
from schemas.parts.labels import distinct
from schemas.parts.problems import InputError, Problem, position, shown
from stages.parse.gambit.grammar import (
    NEXT,
    NODE,
    PROLOGUE,
    Mistake,
    Token,
    actions,
    explain_node,
    explain_prologue,
    named,
    payoffs,
    players,
    token,
    unquoted,
)

MAX_PROBLEMS = 100  # Nobody mends more at once.
MIN_DIGITS = 12  # Behind the point, of a number that was floating point.
MAX_DENOMINATOR = 10**6  # Of a fraction that it stands for.
# Of the numbers of information sets and outcomes that Gambit 16.7 takes.
LIMITS = (-(2**31), 2**31 - 1)

_INTEGER = re.compile(r"-?\d{1,400}", re.ASCII)


class Tree(NamedTuple):
    """What a file says."""

    title: str
    players: tuple[str, str]
    comment: str
    constant: Fraction
    """What the payoffs of both players add up to at every end of play."""
    information_sets: tuple[InformationSet, ...]
    nodes: tuple[Node, ...]
    """In the order of the file, without what only follows a chance move of probability 0."""
    offsets: "array[int]"
    """Per node where it begins in the text."""


class _Said(NamedTuple):
    """What the description of an information set says, of a player or of chance."""

    label: str | None
    """None where it is left out."""
    raw: tuple[str, ...]
    """The actions' labels as the file has them."""
    actions: tuple[str, ...]
    """As the game has them: all different."""
    probabilities: tuple[Fraction, ...]
    """Of chance; empty for a player."""


class _Moves(NamedTuple):
    """A described information set."""

    said: _Said
    arity: int
    number: int
    """Among the information sets of the game; -1 for chance."""
    offset: int


class _Outcome(NamedTuple):
    label: str | None
    """None where it is left out."""
    payoff: Fraction
    total: Fraction
    """Of both players' payoffs."""
    terminal: Terminal


class _Open(NamedTuple):
    """A node that waits for its children."""

    node: int
    moves: _Moves
    outcome: _Outcome
    """The outcomes so far, added up."""
    impossible: bool
    children: list[int]


_NOTHING = _Outcome("", Fraction(0), Fraction(0), Terminal(Fraction(0)))


def read_tree(text: str, any_number: bool = False) -> Tree:
    """Return what a file says. Raises InputError with line and column of every problem.

    With `any_number`, numbers of information sets and outcomes may be beyond LIMITS.
    """
    return _Reader(text, any_number).read()


def unrounded(word: str, number: Fraction) -> Fraction:
    """Return the fraction that a decimal of many digits was rounded from; the number itself if it
    was not.

    Programs write 1/3 as 0.3333333333333333; a person who writes 0.333 may mean it.

    >>> (unrounded("0.3333333333333333", Fraction("0.3333333333333333")),
    ...     unrounded("0.333", Fraction("0.333")))
    (Fraction(1, 3), Fraction(333, 1000))
    """
    digits = len(word.partition(".")[2])
    if digits < MIN_DIGITS or not word.replace(".", "", 1).isdigit():
        return number
    meant = number.limit_denominator(MAX_DENOMINATOR)
    return meant if abs(meant - number) <= max(Fraction(1, 10**digits), number / 2**52) else number


class _Reader:
    def __init__(self, text: str, any_number: bool) -> None:
        self.text, self.any_number = text, any_number
        self.problems: list[Problem] = []
        self.whole = True
        """No node is missing so far: what stands where in the tree is known."""
        self.moves: dict[tuple[str | None, int], _Moves | None] = {}
        self.outcomes: dict[int, _Outcome | None] = {0: _NOTHING}
        self.described: dict[int, int] = {}
        """Per outcome the offset of the node that describes it first."""
        self.same: dict[str, _Outcome] = {}
        """What a description of an outcome says."""
        self.said: dict[tuple[bool, str], _Said] = {}
        self.information_sets: list[InformationSet] = []
        self.nodes: list[Node | None] = []
        self.offsets = array("q")
        self.impossible: list[int] = []
        self.open: list[_Open] = []
        self.constant: tuple[Fraction, int] | None = None
        self.number = cache(_integer)
        self.terminal = cache(Terminal)

    def read(self) -> Tree:
        prologue = PROLOGUE.match(self.text)
        if prologue is None:
            self._note(explain_prologue(self.text))
            raise InputError(self.problems)
        names = self._prologue(prologue["version"], prologue["numbers"], prologue.start("players"))
        self._read_nodes(prologue.end())
        if not self.any_number:
            self._check_numbers()
        if self.problems:
            raise InputError(
                sorted(self.problems, key=lambda problem: (problem.line, problem.column))
            )
        comment = unquoted(prologue["comment"]) if prologue["comment"] else ""
        nodes = [node for node in self.nodes if node is not None]
        constant = self.constant[0] if self.constant else Fraction(0)
        title = " ".join(unquoted(prologue["title"]).split())
        tree = Tree(
            title,
            names,
            comment,
            constant,
            tuple(self.information_sets),
            tuple(nodes),
            self.offsets,
        )
        return _without(tree, set(self.impossible)) if self.impossible else tree

    def _prologue(self, version: str, numbers: str, at: int) -> tuple[str, str]:
        found = [unquoted(name.text) for name in players(self.text, at)]
        if version != "2" or numbers not in ("R", "D"):
            self._note(explain_prologue(self.text))
        if len(found) != 2:
            self._add(f"{len(found)} player{'s' * (len(found) != 1)}; a game here has 2", at)
        if self.problems:
            raise InputError(self.problems)
        first, second = distinct(found)
        return first, second

    def _read_nodes(self, at: int) -> None:
        while len(self.problems) < MAX_PROBLEMS:
            match = NODE.match(self.text, at)
            if match is None:
                at = self._recover(at)
                if at < 0:
                    return
                continue
            at = match.end()
            self._read_node(match.start(), *match.groups())
            if self.whole and not self.open:
                break
            if not self.whole and at >= len(self.text):
                return
        if at < len(self.text) and self.whole and not self.open:
            self._add(
                f"{shown(self._word(at))} after the last node of the tree: it has no place there",
                at,
            )

    def _recover(self, at: int) -> int:
        """Note what is wrong at an offset and return where a node can begin again; -1 where none
        does.
        """
        mistake = explain_node(self.text, at)
        if at >= len(self.text) and self.open:
            waiting = self.open[-1]
            mistake = Mistake(
                "the file ends here, and the node of line "
                f"{self._line(self.offsets[waiting.node])} has "
                f"{len(waiting.children)} of {waiting.moves.arity} children",
                at,
            )
        self._note(mistake)
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
        outcome = self._outcome(start, number, payoff)
        if player is None and chance is None:
            self._place(start, None, outcome)
            return
        key, description = (player, described) if player is not None else (None, branches)
        identity = self.number(named if chance is None else chance)
        if identity is None or player is not None and self.number(player) not in (1, 2):
            self._wrong_number(start, player, named or chance or "", identity)
            moves = None
        else:
            moves = self._known(start, key, identity, description)
        if moves is None:
            self.whole = False  # Nobody knows how many children to expect.
            return
        self._place(start, moves, outcome)

    def _known(
        self, start: int, player: str | None, identity: int, description: str | None
    ) -> _Moves | None:
        key = (player, identity)
        known = self.moves.get(key)
        if description is None:
            if key not in self.moves and self.whole:
                self._add(
                    (
                        f'{_infoset(*key)} is not described at its first node: {{ "action" ... '
                        f"}} is "
                        "missing"
                    ),
                    start,
                )
            return known
        said = self.said.get((player is None, description)) or self._described(
            start, player is None, description
        )
        if known is None and said is not None:
            known = self._new(start, player, identity, said)
        elif known is not None and said is not None and known.said is not said:
            self._compare(start, key, said, known)
        self.moves[key] = known
        return known

    def _new(self, start: int, player: str | None, identity: int, said: _Said) -> _Moves:
        if player is None:
            return _Moves(said, len(said.raw), -1, start)
        seen = said.label or f"set {identity}"
        self.information_sets.append(InformationSet(int(player), "", (seen,), said.actions))
        return _Moves(said, len(said.raw), len(self.information_sets) - 1, start)

    def _described(self, start: int, chance: bool, description: str) -> _Said | None:
        at = self.text.index(description, start)
        try:
            found = actions(self.text, at, chance)
        except Mistake as mistake:
            self._note(mistake)
            return None
        raw = tuple(unquoted(name.text) for name, _ in found)
        probabilities = self._probabilities(found) if chance else ()
        said = _Said(named(self.text, at)[0], raw, distinct(raw), probabilities)
        self.said[chance, description] = said
        return said

    def _probabilities(self, found: Sequence[tuple[Token, Token]]) -> tuple[Fraction, ...]:
        numbers = [self._exact(word.text, word.offset) for _, word in found]
        known = [number for number in numbers if number is not None]
        for number, (_, word) in zip(numbers, found, strict=True):
            if number is not None and number < 0:
                self._add(f"the probability {brief(number)} is below 0", word.offset)
                return ()
        if len(known) == len(found) and sum(known) != 1:
            meant = [
                unrounded(word.text, number) for number, (_, word) in zip(known, found, strict=True)
            ]
            if sum(meant) == 1:
                return tuple(meant)
            self._add(
                f"the probabilities sum to {brief(sum(known, Fraction(0)))}, not to exactly 1; "
                "fractions such as 1/3 do",
                found[0][1].offset,
            )
        return tuple(known) if len(known) == len(found) else ()

    def _compare(self, start: int, key: tuple[str | None, int], said: _Said, known: _Moves) -> None:
        """Note where a description says something else than the first one of the same information
        set.
        """
        for what, one, other in (
            ("label", known.said.label, said.label),
            ("actions", known.said.raw, said.raw),
            ("probabilities", known.said.probabilities, said.probabilities),
        ):
            if one != other and one is not None and other is not None:
                self._add(
                    f"{_infoset(*key)} is described otherwise than in line "
                    f"{self._line(known.offset)}: "
                    f"{what} {_told(other)}, there {_told(one)}",
                    start,
                )
                return

    def _outcome(self, start: int, number: str, description: str | None) -> _Outcome:
        identity = self.number(number)
        if identity is None:
            self._add(
                f"{shown(number)} is no number of an outcome; they are whole numbers, 0 for none",
                start,
            )
            return _NOTHING
        known = self.outcomes.get(identity)
        if description is None:
            if identity not in self.outcomes and self.whole:
                self._add(
                    (
                        f"outcome {identity} is not described at its first node: {{ payoffs }} are "
                        "missing"
                    ),
                    start,
                )
            return known or _NOTHING
        if identity == 0:
            self._add(
                "outcome 0 stands for none and has no payoffs; number the outcomes from 1", start
            )
        elif known is None:
            known = self.outcomes[identity] = self.same.get(description) or self._paid(
                start, description
            )
            self.described[identity] = start
        elif known is not self.same.get(description):
            self._compare_outcome(start, identity, description, known)
        return known or _NOTHING

    def _paid(self, start: int, description: str) -> _Outcome | None:
        at = self.text.index(description, start)
        try:
            found = payoffs(self.text, at)
        except Mistake as mistake:
            self._note(mistake)
            return None
        if len(found) != 2:
            self._add(
                f"{len(found)} payoff{'s' * (len(found) != 1)} for 2 players", found[-1].offset
            )
        first, *rest = (self._exact(word.text, word.offset) for word in found)
        if len(rest) != 1 or first is None or rest[0] is None:
            return None
        self.same[description] = _Outcome(
            named(self.text, at)[0], first, first + rest[0], self.terminal(first)
        )
        return self.same[description]

    def _compare_outcome(
        self, start: int, identity: int, description: str, known: _Outcome
    ) -> None:
        """Note where a description says something else than the first one of the same outcome."""
        again = self.same.get(description) or self._paid(start, description)
        if (
            again is None
            or again[1:] == known[1:]
            and (again.label == known.label or None in (again.label, known.label))
        ):
            return
        what = "another label" if again[1:] == known[1:] else "other payoffs"
        self._add(
            (
                f"outcome {identity} has {what} here than in line "
                f"{self._line(self.described[identity])}"
            ),
            self.text.index(description, start),
        )

    def _place(self, start: int, moves: _Moves | None, outcome: _Outcome) -> None:
        """Put a node into the tree."""
        if not self.whole:
            return
        node = len(self.nodes)
        self.offsets.append(start)
        impossible = False
        if self.open:
            above = self.open[-1]
            impossible = above.impossible or self._never(above)
            above.children.append(node)
            if above.outcome is not _NOTHING:
                payoff = above.outcome.payoff + outcome.payoff
                outcome = _Outcome(
                    "", payoff, above.outcome.total + outcome.total, self.terminal(payoff)
                )
        if impossible:
            self.impossible.append(node)
        if moves is not None:
            self.nodes.append(None)
            self.open.append(_Open(node, moves, outcome, impossible, []))
            return
        self.nodes.append(outcome.terminal)
        if not impossible:
            self._check_total(start, outcome)
        while self.open and len(self.open[-1].children) == self.open[-1].moves.arity:
            self._close(self.open.pop())

    def _never(self, above: _Open) -> bool:
        probabilities = above.moves.said.probabilities
        return bool(probabilities) and not probabilities[len(above.children)]

    def _close(self, ended: _Open) -> None:
        moves, children = ended.moves, tuple(ended.children)
        if moves.number < 0:
            self.nodes[ended.node] = Chance(moves.said.actions, moves.said.probabilities, children)
        else:
            self.nodes[ended.node] = Decision(moves.number, children)

    def _check_total(self, start: int, outcome: _Outcome) -> None:
        if self.constant is None:
            self.constant = (outcome.total, start)
        elif (
            outcome.total is not self.constant[0]
            and outcome.total != self.constant[0]
            and self.constant[1] >= 0
        ):
            self._add(
                f"the payoffs add up to {brief(outcome.total)} here and to "
                f"{brief(self.constant[0])} at the end of play "
                f"in line {self._line(self.constant[1])}; they must always add up to the same",
                start,
            )
            self.constant = (self.constant[0], -1)  # Told once.

    def _check_numbers(self) -> None:
        """Note once that numbers are beyond LIMITS, where the first one stands."""
        least, most = LIMITS
        numbered = [
            (moves.offset, identity)
            for (_, identity), moves in self.moves.items()
            if moves is not None
        ]
        numbered += [(offset, identity) for identity, offset in self.described.items()]
        beyond = sorted(
            (offset, identity) for offset, identity in numbered if not least <= identity <= most
        )
        if beyond:
            offset, identity = beyond[0]
            others = f", and {len(beyond) - 1:,} more" if len(beyond) > 1 else ""
            self._add(
                f"the number {shown(str(identity))}{others}: information sets and outcomes are "
                f"numbered from {least:,} "
                f"to {most:,}, as in Gambit; 'efgc lint --fix' numbers them anew",
                offset,
            )

    def _wrong_number(
        self, start: int, player: str | None, named: str, identity: int | None
    ) -> None:
        if identity is None:
            self._add(
                f"{shown(named)} is no number of an information set; they are whole numbers", start
            )
        if player is not None and self.number(player) not in (1, 2):
            self._add(f"{shown(player)} is no player; they are 1 and 2", start)

    def _exact(self, word: str, offset: int) -> Fraction | None:
        number = None if word.startswith("+") else read_exact(word)
        if number is None:
            self._add(
                f"{shown(word)} is not a number of reasonable size; write 3, -0.5, 1/3 or 1e3",
                offset,
            )
        return number

    def _word(self, at: int) -> str:
        try:
            return token(self.text, at).text
        except Mistake:
            return '"'

    def _line(self, offset: int) -> int:
        return position(self.text, offset)[0]

    def _note(self, mistake: Mistake) -> None:
        self._add(mistake.message, mistake.offset)

    def _add(self, message: str, offset: int) -> None:
        self.problems.append(Problem(message, (), *position(self.text, offset)))


def _integer(word: str) -> int | None:
    return int(word) if _INTEGER.fullmatch(word) else None


def _infoset(player: str | None, identity: int) -> str:
    return f"information set {identity} of {f'player {player}' if player else 'chance'}"


def _told(what: str | tuple[str, ...] | tuple[Fraction, ...]) -> str:
    return shown(what if isinstance(what, str) else ", ".join(map(str, what)))


def _without(tree: Tree, gone: set[int]) -> Tree:
    """Return a tree without some nodes, which are whole subtrees below moves of chance."""
    kept = [number for number in range(len(tree.nodes)) if number not in gone]
    new = {number: at for at, number in enumerate(kept)}
    visited = dict.fromkeys(
        node.infoset for node in map(tree.nodes.__getitem__, kept) if isinstance(node, Decision)
    )
    infosets = {infoset: at for at, infoset in enumerate(visited)}
    nodes: list[Node] = []
    for node in map(tree.nodes.__getitem__, kept):
        match node:
            case Decision(infoset, children):
                nodes.append(Decision(infosets[infoset], tuple(new[child] for child in children)))
            case Chance(labels, probabilities, children):
                left = [at for at, child in enumerate(children) if child in new]
                nodes.append(
                    Chance(
                        tuple(labels[at] for at in left),
                        tuple(probabilities[at] for at in left),
                        tuple(new[children[at]] for at in left),
                    )
                )
            case _:
                nodes.append(node)
    return tree._replace(
        nodes=tuple(nodes),
        offsets=array("q", (tree.offsets[number] for number in kept)),
        information_sets=tuple(tree.information_sets[infoset] for infoset in visited),
    )
