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

from collections.abc import ItemsView, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...schemas.game import Game
from ...schemas.game.columns import GameColumns, Kind
from ...schemas.game.reaching import ReachingColumns
from ...schemas.parts.rationals import Integers, rationals
from ...schemas.parts.views import ArrayView, ListView
from .columns import FormColumns, Int32s, Lists, SequencesColumns, lists_of
from .sequence_form_kernel import pair_order

Ends = NDArray[np.int64]
"""Terminal nodes whose payoff is not 0."""
SAFE = 2.0**62
"""Half of the range of a signed 64-bit integer."""


@dataclass(frozen=True)
class Sequences:
    """The sequences of one player, numbered from 0, the empty sequence; joined ones come last.

    Sequences and information sets keep their numbers when a reduction removes
    some. The fields are tuples, or views of columns.
    """

    moves: Sequence[int]
    """For each sequence that is not joined, its number in the game."""
    infosets: Sequence[int]
    """The player's information sets, in the game's order, including removed ones."""
    numbers: Sequence[int]
    """The remaining information sets, numbered from 1 in the order of `infosets`, followed by one
    per joined sequence.
    """
    parents: Sequence[tuple[int, ...]]
    """For each of `numbers` the sequences that lead to it; for a joined sequence its parts."""
    actions: Sequence[tuple[int, ...]]
    """For each of `numbers` the sequences that end in it; for a joined sequence only itself."""
    represented_by: Mapping[int, tuple[int, ...]]
    """For each removed sequence those whose weights add up to its weight; none if that is 0."""

    @cached_property
    def present(self) -> tuple[int, ...]:
        """The sequences that were not removed, ascending."""
        return tuple(sorted([0, *(action for actions in self.actions for action in actions)]))

    @cached_property
    def joined(self) -> Mapping[int, int]:
        """Maps the extra information set of each joined sequence to that sequence."""
        return {
            number: actions[0]
            for number, actions in zip(self.numbers, self.actions, strict=True)
            if number > len(self.infosets)
        }

    @cached_property
    def parts(self) -> Mapping[int, tuple[int, ...]]:
        """For each joined sequence the sequences that it is the sum of."""
        parents = dict(zip(self.numbers, self.parents, strict=True))
        return {joined: parents[number] for number, joined in self.joined.items()}


@dataclass(frozen=True)
class SequenceForm:
    """`E`, `F` (as the sequences' parents) and `A`."""

    players: tuple[Sequences, Sequences]
    payoffs: Mapping[tuple[int, int], Fraction]
    """A: maps pairs of player 1's and player 2's sequence, ascending, to the extended utility; no
    zeros. A dictionary, or a view of columns.
    """

    @cached_property
    def columns(self) -> FormColumns:
        """The form in columns: the ones underlying the records, or new ones."""
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


def form_columns(game: GameColumns, reached: ReachingColumns) -> FormColumns:
    """Return the sequence form of a checked game in columns."""
    ends = np.flatnonzero(game.kind == Kind.TERMINAL)
    ends = ends[(game.payoffs.numerators != 0)[game.what[ends]]]
    first, ending_first = _sequences(game, reached, 1, ends)
    second, ending_second = _sequences(game, reached, 2, ends)
    units, parts = _units(game, reached, ends)
    return summed((first, second), ending_first, ending_second, units, parts)


def summed(
    players: tuple[SequencesColumns, SequencesColumns],
    first: Int32s,
    second: Int32s,
    units: Integers,
    parts: int,
) -> FormColumns:
    """Return the form whose A holds, for each pair, the sum of its units.

    Every sum must fit into 64 bits.
    """
    order = pair_order(first, second, players[0].size, players[1].size)
    first, second, units = first[order], second[order], units[order]
    new = np.ones(len(order), np.bool_)
    new[1:] = (first[1:] != first[:-1]) | (second[1:] != second[:-1])
    begin = np.flatnonzero(new)
    if len(begin) < len(order):
        first, second, units = first[begin], second[begin], np.add.reduceat(units, begin)
    kept = np.flatnonzero(units != 0)
    if len(kept) < len(units):
        first, second, units = first[kept], second[kept], units[kept]
    return FormColumns(players=players, first=first, second=second, units=units, parts=parts)


def _units(game: GameColumns, reached: ReachingColumns, ends: Ends) -> tuple[Integers, int]:
    """Return chance weight times payoff per terminal node, in units, and the number of units in 1.

    The array has 64-bit integers if no sum of them can overflow: the sum of their magnitudes, in
    floats, has a relative error below 2^-53 per term.
    """
    payoffs, parts = game.payoffs.common
    weights, shares = reached.weights.common
    payoff, weight = payoffs[game.what[ends]], weights[reached.weight[ends]]
    if payoff.dtype == object or weight.dtype == object or not _magnitude(payoff, weight) < SAFE:
        payoff, weight = payoff.astype(object), weight.astype(object)
    return weight * payoff, parts * shares


def _magnitude(payoff: Integers, weight: Integers) -> float:
    return float(np.dot(np.abs(payoff).astype(np.float64), weight.astype(np.float64)))


def _sequences(
    game: GameColumns, reached: ReachingColumns, player: int, ends: Ends
) -> tuple[SequencesColumns, Int32s]:
    """Return the sequences of a player, and for each terminal node the sequence that leads to it, a
    joined one if several do.
    """
    sizes = np.diff(game.infosets.first)
    mine = game.infosets.player == player
    moves = np.flatnonzero(np.concatenate(([True], np.repeat(mine, sizes)))).astype(np.int32)
    own = np.zeros(int(game.infosets.first[-1]), np.int32)
    own[moves] = np.arange(len(moves), dtype=np.int32)
    infosets = np.flatnonzero(mine).astype(np.int32)
    parents = _sets(reached, own, reached.parent[infosets])
    ending, sums = _ending(reached, own, len(moves), reached.number[player - 1][ends])
    joined = np.ones(len(sums), np.int64)
    every = np.arange(1, len(moves) + len(sums), dtype=np.int32)
    found = SequencesColumns(
        moves=moves,
        infosets=infosets,
        numbers=np.arange(1, len(infosets) + len(sums) + 1, dtype=np.int32),
        parents=lists_of(
            np.concatenate((parents.sizes, sums.sizes)),
            np.concatenate((parents.members, sums.members)),
        ),
        actions=lists_of(np.concatenate((sizes[infosets], joined)), every),
        removed=np.empty(0, np.int32),
        represented_by=lists_of((), ()),
    )
    return found, ending


def _ending(
    reached: ReachingColumns, own: Int32s, sequences: int, sets: Int32s
) -> tuple[Int32s, Lists]:
    """Return for each set the sequence that represents it, and the parts of the joined sequences.

    Joined sequences are numbered in the order of `sets`.
    """
    stands_for = own[reached.members[reached.begin[:-1]]]
    sums, at = np.unique(sets[np.diff(reached.begin)[sets] > 1], return_index=True)
    sums = sums[np.argsort(at)]
    stands_for[sums] = np.arange(sequences, sequences + len(sums), dtype=np.int32)
    return stands_for[sets], _sets(reached, own, sums)


def _sets(reached: ReachingColumns, own: Int32s, sets: Any) -> Lists:
    """Return the player's own sequences within sets of sequences."""
    found = Lists(reached.begin.astype(np.int64), reached.members).at(sets)
    return Lists(found.begin, own[found.members])


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


Pair = tuple[int, int]


class ListMapView(Mapping[int, tuple[int, ...]]):
    """A mapping from ascending numbers to lists of numbers."""

    def __init__(self, keys: Int32s, lists: Lists) -> None:
        self._keys, self._lists = keys, ListView(lists.begin, lists.members)

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[int]:
        return iter(self._keys.tolist())

    def __getitem__(self, key: int) -> tuple[int, ...]:
        # searchsorted would cast the whole array for a number of another type.
        at = int(self._keys.searchsorted(self._keys.dtype.type(key)))
        if at == len(self) or self._keys[at] != key:
            raise KeyError(key)
        return self._lists[at]  # type: ignore[no-any-return]


class PayoffView(Mapping[Pair, Fraction]):
    """A by pairs of sequences, ascending."""

    def __init__(self, columns: FormColumns) -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns.first)

    def __iter__(self) -> Iterator[Pair]:
        return zip(self.columns.first.tolist(), self.columns.second.tolist(), strict=True)

    def __getitem__(self, pair: Pair) -> Fraction:
        at = self.columns.find(pair)
        if at is None:
            raise KeyError(pair)
        return Fraction(int(self.columns.units[at]), self.columns.parts)

    def items(self) -> ItemsView[Pair, Fraction]:
        return _PayoffItems(self)


class _PayoffItems(ItemsView[Pair, Fraction]):
    """The pairs with their payoffs, without a search for each."""

    _mapping: PayoffView

    def __iter__(self) -> Iterator[tuple[Pair, Fraction]]:
        columns = self._mapping.columns
        payoffs = map(Fraction, columns.units.tolist(), repeat(columns.parts))
        return zip(self._mapping, payoffs, strict=True)
