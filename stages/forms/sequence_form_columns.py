"""From a game in columns to its sequence form in columns: `sequence_form`, array by array."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from schemas.game.columns import GameColumns, Int32s, Kind
from schemas.game.reaching_columns import ReachingColumns
from schemas.parts.rationals import Integers
from stages.forms.columns import FormColumns, Lists, SequencesColumns, lists_of
from stages.forms.sequence_form_kernel import pair_order

Ends = NDArray[np.int64]
"""Terminal nodes whose payoff is not 0."""
SAFE = 2.0**62
"""Half of what 64 bits hold."""


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
    """Return the form whose A has the sum of the units of each pair.

    No sum may leave 64 bits.
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
    """Return chance weight times payoff per terminal node, in units, and how many of these are 1.

    With 64 bits where no sum of them can leave these: the sum of their magnitudes, in floats, is
    off by less than a part in 2^53 per term.
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
    """Return the sequences of a player, and the one, joined if need be, that ends at each terminal
    node.
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
    """Return per set the sequence that stands for it, and of those that are joined the parts.

    Joined ones are numbered in the order in which they stand in `sets`.
    """
    stands_for = own[reached.members[reached.begin[:-1]]]
    sums, at = np.unique(sets[np.diff(reached.begin)[sets] > 1], return_index=True)
    sums = sums[np.argsort(at)]
    stands_for[sums] = np.arange(sequences, sequences + len(sums), dtype=np.int32)
    return stands_for[sets], _sets(reached, own, sums)


def _sets(reached: ReachingColumns, own: Int32s, sets: Any) -> Lists:
    """Return the own sequences in sets of sequences."""
    found = Lists(reached.begin.astype(np.int64), reached.members).at(sets)
    return Lists(found.begin, own[found.members])
