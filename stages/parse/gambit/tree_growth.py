"""A tree that grows node by node, in prefix order.

Open nodes wait on a stack of our own, so that no depth is too deep.
"""

from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from schemas.game import Chance, Decision, InformationSet, Node
from schemas.game.node_order import renumbered
from schemas.parts.exact import brief
from schemas.parts.problems import Code
from stages.parse.gambit.infosets import Moves
from stages.parse.gambit.outcomes import NO_OUTCOME, Outcome, Outcomes
from stages.parse.gambit.problems import Noted


class _Open(NamedTuple):
    """A node that waits for its children."""

    node: int
    moves: Moves
    outcome: Outcome
    """The outcomes so far, added up."""
    impossible: bool
    children: list[int]


class GrowingTree:
    """The nodes of a text so far."""

    def __init__(self, noted: Noted, outcomes: Outcomes) -> None:
        self.noted, self.outcomes = noted, outcomes
        self.nodes: list[Node | None] = []
        self.offsets = array("q")
        self.impossible: set[int] = set()
        """Nodes that only follow a chance move of probability 0."""
        self.open: list[_Open] = []
        self.constant: tuple[Fraction, int] | None = None
        """What the payoffs add up to, and at which offset they do so first; -1 once another sum
        was noted.
        """

    def add(self, start: int, moves: Moves | None, outcome: Outcome) -> None:
        """Add the node that begins at an offset; of an end of play there are no moves."""
        node = len(self.nodes)
        self.offsets.append(start)
        impossible = False
        if self.open:
            above = self.open[-1]
            impossible = above.impossible or _never(above)
            above.children.append(node)
            if above.outcome is not NO_OUTCOME:
                outcome = self.outcomes.after(above.outcome, outcome)
        if impossible:
            self.impossible.add(node)
        if moves is not None:
            self.nodes.append(None)
            self.open.append(_Open(node, moves, outcome, impossible, []))
            return
        self.nodes.append(outcome.terminal)
        if not impossible:
            self._check_total(start, outcome)
        while self.open and len(self.open[-1].children) == self.open[-1].moves.arity:
            self._close(self.open.pop())

    def _close(self, ended: _Open) -> None:
        moves, children = ended.moves, tuple(ended.children)
        if moves.number < 0:
            self.nodes[ended.node] = Chance(moves.said.actions, moves.said.probabilities, children)
        else:
            self.nodes[ended.node] = Decision(moves.number, children)

    def _check_total(self, start: int, outcome: Outcome) -> None:
        if self.constant is None:
            self.constant = (outcome.total, start)
        elif (
            outcome.total is not self.constant[0]
            and outcome.total != self.constant[0]
            and self.constant[1] >= 0
        ):
            self.noted.add(
                f"the payoffs add up to {brief(outcome.total)} here and to "
                f"{brief(self.constant[0])} at the end of play in line "
                f"{self.noted.line(self.constant[1])}; they must always add up to the same",
                start,
                Code.NOT_CONSTANT_SUM,
            )
            self.constant = (self.constant[0], -1)  # Told once.

    def possible(
        self, infosets: Sequence[InformationSet]
    ) -> "tuple[tuple[InformationSet, ...], tuple[Node, ...], array[int]]":
        """Return information sets, nodes and offsets of a tree with no open node, without what
        only follows a chance move of probability 0.
        """
        nodes = [node for node in self.nodes if node is not None]
        if not self.impossible:
            return tuple(infosets), tuple(nodes), self.offsets
        kept = [number for number in range(len(nodes)) if number not in self.impossible]
        left = [_possible(node, self.impossible) for node in nodes]
        offsets = array("q", (self.offsets[number] for number in kept))
        return *renumbered(infosets, left, kept), offsets


def _never(above: _Open) -> bool:
    """Return whether the next child of a node follows a move of chance of probability 0."""
    probabilities = above.moves.said.probabilities
    return bool(probabilities) and not probabilities[len(above.children)]


def _possible(node: Node, gone: set[int]) -> Node:
    """Return a node without the outcomes of chance that are gone."""
    if not isinstance(node, Chance):
        return node
    left = [at for at, child in enumerate(node.children) if child not in gone]
    return Chance(
        tuple(node.actions[at] for at in left),
        tuple(node.probabilities[at] for at in left),
        tuple(node.children[at] for at in left),
    )
