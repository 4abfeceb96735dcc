"""Where only one player still has choices, it takes the best action."""

from collections import defaultdict

import numpy as np

from ....schemas.parts.rationals import Integers
from ....schemas.parts.views import ListView
from ..columns import FormColumns, Int32s, SequencesColumns
from ..sequence_form import SAFE, summed
from ..sequence_form_kernel import Entries, Side, fold_endgames
from .removal import without_forced


def endgames(form: FormColumns) -> FormColumns:
    """Return a form without the information sets whose outcomes all meet the same sequence of the
    opponent.

    Proof: let all payoffs of the actions of an information set be in one column
    of A, that of the opponent's sequence t, and let no other information set of
    the player follow. The player earns `y(t)` times the weight that flows in
    times a mean of those payoffs; as y(t) is not negative, the best of them is
    best against every plan of the opponent, and some optimal plan takes it for
    sure. Adding its payoff to the parent sequences, whose weights flow in, keeps
    the value. This also applies to joined sequences. It is done from the last
    information set to the first, for both players in turn until nothing changes:
    one removal may make another possible.
    """
    return (_folded(form) if _is_small(form.units) else None) or _folded_in_any_size(form)


def _is_small(units: Integers) -> bool:
    """Return whether every sum of these numbers fits into 64 bits."""
    return units.dtype != object and float(np.abs(units).sum(dtype=np.float64)) < SAFE


def _folded(form: FormColumns) -> FormColumns | None:
    """Return the form after compiled loops; None if a number does not fit into 64 bits."""
    players = form.players
    size = len(form.units)
    room = size + sum(len(player.parents.members) for player in players)
    ends, units = np.zeros((2, room), np.int32), np.zeros(room, np.int64)
    ends[0, :size], ends[1, :size], units[:size] = form.first, form.second, form.units
    entries = Entries(ends, units, size)
    one, other = sides = _side(0, players[0]), _side(1, players[1])
    if not fold_endgames(entries, one, other):
        return None
    first, second = (
        without_forced(player, player.parents, np.asarray(side.played))
        for player, side in zip(players, sides, strict=True)
    )
    ends, units = ends[:, : entries.places.size], units[: entries.places.size]
    return summed((first, second), ends[0], ends[1], units, form.parts)


def _side(number: int, player: SequencesColumns) -> Side:
    parents, actions = player.parents, player.actions
    return Side(
        number, parents.begin, parents.members, actions.begin, actions.members, _behind(player)
    )


def _behind(player: SequencesColumns) -> Int32s:
    """Return for each sequence the number of information sets that directly follow it."""
    return np.bincount(player.parents.members, minlength=player.size).astype(np.int32)


def _folded_in_any_size(form: FormColumns) -> FormColumns:
    fold = _ExactFold(form)
    fold.run()
    players, (first, second, units) = form.players, fold.entries()
    one, other = (
        without_forced(player, player.parents, played)
        for player, played in zip(players, fold.played, strict=True)
    )
    return summed((one, other), first, second, units, form.parts)


class _ExactFold:
    """The loops of `fold_endgames` in Python's integers. Players are 0 and 1."""

    def __init__(self, form: FormColumns) -> None:
        self.parents = [ListView(one.parents.begin, one.parents.members) for one in form.players]
        self.actions = [ListView(one.actions.begin, one.actions.members) for one in form.players]
        self.behind = [_behind(player).tolist() for player in form.players]
        self.played = [np.full(len(player.actions), -1, np.int32) for player in form.players]
        """Per player and information set the action that was removed, or -1."""
        self.payoffs = (
            defaultdict[int, dict[int, int]](dict),
            defaultdict[int, dict[int, int]](dict),
        )
        """Per player: own sequence to the opponent's sequence to the nonzero entry of A."""
        entries = zip(form.first.tolist(), form.second.tolist(), form.units.tolist(), strict=True)
        for first, second, units in entries:
            self._put(0, first, second, units)

    def run(self) -> None:
        """Remove endgames until there are none."""
        removed = True
        while removed:
            first, second = self._fold_side(0), self._fold_side(1)
            removed = first or second

    def entries(self) -> tuple[Int32s, Int32s, Integers]:
        """Return the entries of A: the sequences of both players, and the units."""
        left = [(one, *entry) for one, row in self.payoffs[0].items() for entry in row.items()]
        first, second = (np.array([entry[at] for entry in left], np.int32) for at in (0, 1))
        return first, second, np.array([units for _, _, units in left], object)

    def _fold_side(self, player: int) -> bool:
        """Remove the endgames of one player; return whether there were any."""
        removed = False
        for number in np.flatnonzero(self.played[player] < 0)[::-1].tolist():
            actions = self.actions[player][number]
            met = {other for action in actions for other in self.payoffs[player][action]}
            if len(met) <= 1 and not any(self.behind[player][action] for action in actions):
                self._remove(player, number, met)
                removed = True
        return removed

    def _remove(self, player: int, number: int, met: set[int]) -> None:
        """Remove an endgame, with the best action, the first one on a tie, for its parents."""
        actions, rows = self.actions[player][number], self.payoffs[player]
        worth = {action: sum(rows[action].values()) for action in actions}
        best = (max if player == 0 else min)(actions, key=worth.__getitem__)
        self.played[player][number] = best
        for parent in self.parents[player][number]:
            self.behind[player][parent] -= 1
            for other in met:
                self._put(player, parent, other, rows[parent].get(other, 0) + worth[best])
        for action in actions:
            for other in met:
                self._put(player, action, other, 0)

    def _put(self, player: int, own: int, other: int, units: int) -> None:
        for rows, row, column in (
            (self.payoffs[player], own, other),
            (self.payoffs[1 - player], other, own),
        ):
            rows[row].pop(column, None)
            if units:
                rows[row][column] = units
