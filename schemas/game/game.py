"""A game in columns, with cached properties derived from them."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..parts.views import ListView, RecordView
from .columns import GameRecord
from .reaching import ReachingColumns, reaching_columns
from .words import START, Words
from .writing import write_bytes


@dataclass(frozen=True, kw_only=True)
class Game(GameRecord):
    """An extensive-form game; its structure is valid when derived properties are used."""

    def with_records(self) -> "Game":
        """Build and cache all records, for callers that read each several times; return the
        game.
        """
        for view in (self.nodes, self.information_sets):
            assert isinstance(view, RecordView)
            view.keep()
        return self

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the game in canonical form, in hexadecimal; a solution refers to its game by
        this digest.
        """
        state = hashlib.sha256()
        for block in write_bytes(self, canonical=True):
            state.update(block)
        return state.hexdigest()

    @cached_property
    def reached(self) -> ReachingColumns:
        """The sequences that reach each node, with their chance weight."""
        return reaching_columns(self)

    @cached_property
    def words(self) -> Words:
        """The sequences and information sets in words."""
        return Words(self.columns.infosets, self.reached)

    @cached_property
    def first(self) -> Sequence[int]:
        """Per information set the number of the sequence that ends with its first action.

        The sequences of both players have one numbering; 0 is the empty sequence
        of both.
        """
        return tuple(self.columns.infosets.first[:-1].tolist())

    def move(self, sequence: int) -> tuple[int, int]:
        """Return the information set and the action of a sequence's last move. The sequence must
        not be empty.
        """
        first = self.columns.infosets.first
        # With another integer type, NumPy would convert the whole array.
        infoset = int(first.searchsorted(first.dtype.type(sequence), "right")) - 1
        return infoset, sequence - int(first[infoset])

    def sequences(self, infoset: int) -> range:
        """Return the sequences that end with the actions of an information set."""
        return range(*self.columns.infosets.first[infoset : infoset + 2].tolist())

    def infosets(self, player: int) -> list[int]:
        """Return the information sets of a player (1 or 2) in order of first visit."""
        found: list[int] = self.columns.infosets.of(player).tolist()
        return found

    @cached_property
    def parents(self) -> Sequence[tuple[int, ...]]:
        """Per information set the sequences of its player that lead to it, in ascending order;
        exactly one in a tree.
        """
        return ListView(self.reached.begin, self.reached.members, self.reached.parent)


def one_path(game: Game, sequence: int) -> list[int]:
    """Return the nonempty sequences on one way to a sequence, first move first, the sequence itself
    included.
    """
    way: list[int] = []
    while sequence:
        way.append(sequence)
        sequence = game.parents[game.move(sequence)[0]][0]
    return way[::-1]


def infoset_text(game: Game, infoset: int) -> str:
    """Return in words the own actions and observations of the player at an information set, or
    START.
    """
    return game.words.infoset(infoset) or START
