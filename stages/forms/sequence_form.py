"""The sequence form of a game, as a tree or with shared nodes.

Koller, Megiddo and von Stengel, "Fast algorithms for finding randomized
strategies in game trees", STOC 1994; von Stengel, "Efficient computation of
behavior strategies", GEB 14, 1996. In their letters: a realization plan x of
player 1 is a vector with `Ex = e`, `x >= 0`, one of player 2 a vector y with
`Fy = f`, `y >= 0`, and the expected payoff to player 1 is `x'Ay`, where A holds
the payoffs weighted with the probabilities of chance.

Where nodes are shared, several sequences lead to an information set and their
weights add up (`schemas.game` proves it). Where several lead to a terminal
node, a joined sequence stands for their sum, as if behind an information set
with one action: otherwise A would hold every pair of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from schemas.game import Game
from schemas.parts.rationals import rationals
from schemas.parts.views import ArrayView, ListView
from stages.forms.columns import FormColumns, Lists, SequencesColumns, lists_of
from stages.forms.sequence_form_columns import form_columns
from stages.forms.views import ListMapView, PayoffView


@dataclass(frozen=True)
class Sequences:
    """The sequences of one player, numbered from 0, the empty sequence; joined ones come last.

    Numbers of sequences and information sets stay what they are when a
    reduction removes some. Tuples, or views of columns.
    """

    moves: Sequence[int]
    """Per sequence that is not joined its number in the game."""
    infosets: Sequence[int]
    """The player's information sets, in the game's order, also those that a reduction removed."""
    numbers: Sequence[int]
    """The information sets that are there, numbered from 1 in the order of `infosets`, with one
    behind those per joined sequence.
    """
    parents: Sequence[tuple[int, ...]]
    """Per number the sequences that lead to it; of a joined sequence its parts."""
    actions: Sequence[tuple[int, ...]]
    """Per number the sequences that end in it; of a joined sequence itself alone."""
    represented_by: Mapping[int, tuple[int, ...]]
    """Per removed sequence the sequences whose weights add up to its own; none where that is 0."""

    @cached_property
    def present(self) -> tuple[int, ...]:
        """The sequences that are there, ascending."""
        return tuple(sorted([0, *(action for actions in self.actions for action in actions)]))

    @cached_property
    def joined(self) -> Mapping[int, int]:
        """Per information set that a joined sequence has of its own that sequence."""
        return {
            number: actions[0]
            for number, actions in zip(self.numbers, self.actions, strict=True)
            if number > len(self.infosets)
        }

    @cached_property
    def parts(self) -> Mapping[int, tuple[int, ...]]:
        """Per joined sequence the sequences whose sum it is."""
        parents = dict(zip(self.numbers, self.parents, strict=True))
        return {joined: parents[number] for number, joined in self.joined.items()}


@dataclass(frozen=True)
class SequenceForm:
    """`E`, `F` (as the sequences' parents) and `A`."""

    players: tuple[Sequences, Sequences]
    payoffs: Mapping[tuple[int, int], Fraction]
    """A: player 1's sequence and player 2's sequence to the extended utility, ascending; no zeros.
    A dictionary, or a view of columns.
    """

    @cached_property
    def columns(self) -> FormColumns:
        """The form in columns: those that the records are a view of, or new ones."""
        return self.payoffs.columns if isinstance(self.payoffs, PayoffView) else _columns_of(self)

    def sides(self, player: int) -> tuple[Sequences, Sequences]:
        """Return the sequences of a player, 1 or 2, and those of the opponent."""
        first, second = self.players
        return (first, second) if player == 1 else (second, first)

    @property
    def longer(self) -> int:
        """The player with more sequences; player 1 where both have the same number."""
        first, second = (sum(map(len, player.actions)) for player in self.players)
        return 1 if first >= second else 2


def sequence_form(game: Game) -> SequenceForm:
    """Return the sequence form of a checked game."""
    return form_view(form_columns(game.columns, game.reached))


def form_view(columns: FormColumns) -> SequenceForm:
    """Return the records of a form in columns."""
    first, second = columns.players
    return SequenceForm((_view(first), _view(second)), PayoffView(columns))


def _view(columns: SequencesColumns) -> Sequences:
    return Sequences(
        moves=ArrayView(columns.moves),
        infosets=ArrayView(columns.infosets),
        numbers=ArrayView(columns.numbers),
        parents=ListView(columns.parents.begin, columns.parents.members),
        actions=ListView(columns.actions.begin, columns.actions.members),
        represented_by=ListMapView(columns.removed, columns.represented_by),
    )


def _columns_of(form: SequenceForm) -> FormColumns:
    """Return the columns of a form that was made of records."""
    pairs = np.array(list(form.payoffs), np.int32).reshape(-1, 2)
    units, parts = rationals(form.payoffs.values()).common
    first, second = map(_sequence_columns, form.players)
    return FormColumns(
        players=(first, second), first=pairs[:, 0], second=pairs[:, 1], units=units, parts=parts
    )


def _sequence_columns(player: Sequences) -> SequencesColumns:
    return SequencesColumns(
        moves=np.array(tuple(player.moves), np.int32),
        infosets=np.array(tuple(player.infosets), np.int32),
        numbers=np.array(tuple(player.numbers), np.int32),
        parents=_lists(tuple(player.parents)),
        actions=_lists(tuple(player.actions)),
        removed=np.array(tuple(player.represented_by), np.int32),
        represented_by=_lists(tuple(player.represented_by.values())),
    )


def _lists(lists: Sequence[tuple[int, ...]]) -> Lists:
    sizes = np.array([len(one) for one in lists], np.int64)
    return lists_of(sizes, np.array([number for one in lists for number in one], np.int32))
