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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...schemas.game import Game
from ...schemas.game.columns import GameColumns, Kind
from ...schemas.game.reaching import ReachingColumns
from ...schemas.parts.rationals import Integers
from ...schemas.parts.views import ArrayView, ListView
from .columns import FormColumns, Int32s, Lists, SequencesColumns, lists_of

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


@dataclass(frozen=True, eq=False)
class SequenceForm:
    """`E`, `F` (as the sequences' parents) and `A`: the columns, and records of them."""

    columns: FormColumns

    @cached_property
    def players(self) -> tuple[Sequences, Sequences]:
        """The sequences of player 1 and player 2."""
        first, second = map(_view, self.columns.players)
        return first, second

    @cached_property
    def payoffs(self) -> Mapping[tuple[int, int], Fraction]:
        """A: maps pairs of player 1's and player 2's sequence, ascending, to the extended utility;
        no zeros.
        """
        form = self.columns
        pairs = zip(form.first.tolist(), form.second.tolist(), strict=True)
        exact = [Fraction(units, form.parts) for units in form.units.tolist()]
        return dict(zip(pairs, exact, strict=True))

    def sides(self, player: int) -> tuple[Sequences, Sequences]:
        """Return the sequences of a player, 1 or 2, and those of the opponent."""
        first, second = self.players
        return (first, second) if player == 1 else (second, first)

    @property
    def longer(self) -> int:
        """The player with more sequences; player 1 where both have the same number."""
        first, second = (len(player.actions.members) for player in self.columns.players)
        return 1 if first >= second else 2


def sequence_form(game: Game) -> SequenceForm:
    """Return the sequence form of a checked game."""
    return SequenceForm(form_columns(game.columns, game.reached))


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
    order = np.lexsort((second, first))
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
    sequences = SequencesColumns(
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
    return sequences, ending


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


def _view(columns: SequencesColumns) -> Sequences:
    return Sequences(
        moves=ArrayView(columns.moves),
        infosets=ArrayView(columns.infosets),
        numbers=ArrayView(columns.numbers),
        parents=ListView(columns.parents.begin, columns.parents.members),
        actions=ListView(columns.actions.begin, columns.actions.members),
    )
