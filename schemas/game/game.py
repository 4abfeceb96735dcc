"""A game with what follows from its records, each worked out once."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from schemas.game.reaching import Reaching, reaching
from schemas.game.records import Decision, GameRecord
from schemas.game.views import InfosetView, NodeView
from schemas.game.writing import write_bytes
from schemas.parts.views import ArrayView, ListView

if TYPE_CHECKING:
    from schemas.game.columns import GameColumns
    from schemas.game.reaching_columns import ReachingColumns


@dataclass(frozen=True, kw_only=True)
class Game(GameRecord):
    """An extensive-form game, in records or in columns.

    In columns, nodes and information sets are views of them. Whoever goes over all nodes asks
    `columns`, and does without them where the game is small.
    """

    @property
    def columns(self) -> "GameColumns | None":
        """The columns that the records are a view of; None where they are records."""
        return self.nodes.columns if isinstance(self.nodes, NodeView) else None

    def in_columns(self) -> "Game":
        """Return the same game in columns."""
        if self.columns is not None:
            return self
        # For start-up time: NumPy.
        from schemas.game.columns import game_columns

        made = game_columns(self.information_sets, self.nodes)
        return replace(self, information_sets=InfosetView(made.infosets), nodes=NodeView(made))

    def in_records(self) -> "Game":
        """Return the same game in records."""
        if self.columns is None:
            return self
        return replace(self, information_sets=tuple(self.information_sets), nodes=tuple(self.nodes))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the game in canonical form, in hexadecimal: what ties a solution to it."""
        state = hashlib.sha256()
        for block in write_bytes(self, canonical=True):
            state.update(block)
        return state.hexdigest()

    @cached_property
    def reaching(self) -> Reaching:
        """Which sequences reach which node, and with which chance weight."""
        return reaching(self)

    @cached_property
    def reached(self) -> "ReachingColumns":
        """The same of a game in columns."""
        # For start-up time: NumPy.
        from schemas.game.reaching_columns import reaching_columns

        assert self.columns is not None
        return reaching_columns(self, self.columns)

    @cached_property
    def first(self) -> Sequence[int]:
        """Per information set the number of the sequence that ends with its first action.

        Sequences of both players are numbered together; 0 is the empty sequence
        of either.
        """
        if isinstance(self.information_sets, InfosetView):
            return ArrayView(self.information_sets.columns.first[:-1])
        return super().first

    def move(self, sequence: int) -> tuple[int, int]:
        """Return information set and action of a sequence's last move. Not for the empty
        sequence.
        """
        if isinstance(self.information_sets, InfosetView):
            first = self.information_sets.columns.first
            # Of the same type: NumPy would make all of them wider.
            infoset = int(first.searchsorted(first.dtype.type(sequence), "right")) - 1
            return infoset, sequence - int(first[infoset])
        return super().move(sequence)

    def sequences(self, infoset: int) -> range:
        """Return the sequences that end with the actions of an information set."""
        if isinstance(self.information_sets, InfosetView):
            begin, end = self.information_sets.columns.first[infoset : infoset + 2].tolist()
            return range(begin, end)
        begin = self.first[infoset]
        return range(begin, begin + len(self.information_sets[infoset].actions))

    def infosets(self, player: int) -> list[int]:
        """Return the information sets of a player (1 or 2) in order of first visit."""
        if isinstance(self.information_sets, InfosetView):
            found: list[int] = (
                (self.information_sets.columns.player == player).nonzero()[0].tolist()
            )
            return found
        return super().infosets(player)

    @cached_property
    def parents(self) -> Sequence[tuple[int, ...]]:
        """Per information set the sequences of its player that lead to it, ascending; in a tree
        exactly one.
        """
        if self.columns is not None:
            return ListView(self.reached.begin, self.reached.members, self.reached.parent)
        found: list[tuple[int, ...]] = [()] * len(self.information_sets)
        for number, node in enumerate(self.nodes):
            if isinstance(node, Decision) and not found[node.infoset]:
                player = self.information_sets[node.infoset].player
                found[node.infoset] = self.reaching.sequences(player, number)
        return tuple(found)
