"""Builds the columns of a game tree, node by node in prefix order."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from ...schemas.game import InformationSet
from ...schemas.game.columns import (
    ChanceMove,
    GameColumns,
    InfosetView,
    Kind,
    NodeView,
    infoset_columns,
)
from ...schemas.parts.rationals import rationals


@dataclass
class TreeBuilder:
    """The nodes so far. Each method appends one below a parent, -1 for the root, and returns its
    number; children are appended in the order of the actions.

    >>> tree = TreeBuilder([InformationSet(1, "", (), ("l", "r"))])
    >>> root = tree.decide(-1, 0)
    >>> tree.end(root, Fraction(1)), tree.end(root, Fraction(2))
    (1, 2)
    >>> tree.columns()[1][0]
    Decision(infoset=0, children=(1, 2))
    """

    information_sets: list[InformationSet] = field(default_factory=list)
    kinds: bytearray = field(default_factory=bytearray)
    what: "array[int]" = field(default_factory=lambda: array("i"))
    """For each node the number of its information set, chance move or payoff."""
    above: "array[int]" = field(default_factory=lambda: array("i"))
    """The parent of each node; -1 for the root."""
    chances: dict[ChanceMove, int] = field(default_factory=dict)
    payoffs: dict[Fraction, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.kinds)

    def decide(self, above: int, infoset: int) -> int:
        return self._add(above, Kind.DECISION, infoset)

    def chance(self, above: int, actions: Sequence[str], probabilities: Sequence[Fraction]) -> int:
        move = ChanceMove(tuple(actions), tuple(probabilities))
        return self._add(above, Kind.CHANCE, self.chances.setdefault(move, len(self.chances)))

    def end(self, above: int, payoff: Fraction) -> int:
        number = self.payoffs.setdefault(payoff, len(self.payoffs))
        return self._add(above, Kind.TERMINAL, number)

    def _add(self, above: int, kind: Kind, what: int) -> int:
        self.above.append(above)
        self.kinds.append(kind)
        self.what.append(what)
        return len(self.kinds) - 1

    def columns(self) -> tuple[InfosetView, NodeView]:
        """Return information sets and nodes of the complete tree."""
        above = np.frombuffer(self.above, np.int32)
        counts = np.bincount(above[1:], minlength=len(above))
        columns = GameColumns(
            kind=np.frombuffer(bytes(self.kinds), np.int8),
            what=np.frombuffer(self.what, np.int32),
            begin=np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
            # In prefix order, a stable sort by parent puts the children of a node next to each
            # other.
            children=1 + np.argsort(above[1:], kind="stable").astype(np.int32),
            payoffs=rationals(self.payoffs),
            chances=tuple(self.chances),
            infosets=infoset_columns(self.information_sets),
        )
        return InfosetView(columns.infosets), NodeView(columns)
