"""The distinct sets of possibilities that can occur in play."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels.key_tables import KeyTable, add, enter_keys
from ..parts.offsets import moves_of
from .columns import Int32s, StateKind, forms
from .graph import StateGraph
from .order import topological
from .secrets import TooManyPossibilities, place_numbers, placement_bits

Hidden = NDArray[np.uint64]
"""Possible secrets of player 2: bit k is place k of the graph."""
_ONE = np.uint64(1)
_LOOK, _RELOCATION = int(StateKind.LOOK), int(StateKind.RELOCATION)  # Enum lookups are slow.
FREE = -1
"""In place of a step: the set does not change at this state."""


class Steps(NamedTuple):
    """The k distinct steps that change a set: looks and player 2's moves."""

    of: Int32s
    """Shape (n,): the step at each state; FREE if the set does not change there."""
    kind: NDArray[np.int8]
    """Shape (k,): the StateKind of the states."""
    place: Hidden
    """Shape (k,): the place to look at, or the closed place of a relocation."""
    sees: NDArray[np.int64]
    """Shape (k,): player 2's observations, numbered from 0."""
    outcomes: NDArray[np.int64]
    """Shape (k,): the number of sets that result from one set."""


def steps_of(graph: StateGraph) -> Steps:
    """Return the steps of a graph."""
    columns = graph.table
    second = columns.player == 2
    looks = (columns.kind == StateKind.LOOK) | (columns.kind == StateKind.RELOCATION)
    states = np.flatnonzero(second | looks)
    place = np.where(second, 0, columns.what)[states]
    outcomes = np.diff(columns.begin)[states]
    sees = columns.sees[states] + 1
    found = forms(columns.kind[states], place, sees, outcomes)
    bits = _ONE << place_numbers(graph).astype(np.uint64)
    of = np.full(len(columns), FREE, np.int32)
    of[states] = found.number
    return Steps(
        of=of,
        kind=columns.kind[states][found.first],
        place=bits[place[found.first]],
        sees=sees[found.first].astype(np.int64),
        outcomes=outcomes[found.first].astype(np.int64),
    )


def sets_of(graph: StateGraph, most: int | None = None, together: bool = False) -> "SetColumns":
    """Return the sets of a graph with a secret of at most MOST_PLACES places; only the first set is
    computed yet. `most` limits the members of one set, or of all sets together.
    """
    hidden = placement_bits(graph).astype(np.uint64)
    return SetColumns(steps_of(graph), len(graph.places), hidden, most, together)


class SetColumns:
    """The distinct sets of possibilities that can occur in play."""

    def __init__(
        self, steps: Steps, places: int, chosen: Hidden, most: int | None, together: bool
    ) -> None:
        """`chosen` has the secrets that player 2 can choose before play."""
        self.steps, self.places, self.most, self.together = steps, places, most, together
        self.work = self.stored = 0
        self.kind, self.sees = steps.kind.tolist(), steps.sees.tolist()
        self.place = list(steps.place)
        self.shown = int(steps.sees.max(initial=0)) + 1
        self.widest = max(len(chosen), 1 + places**2, int(steps.outcomes.max(initial=0)))
        self.members: list[bytes] = []
        self.number: dict[bytes, int] = {}
        self.sizes: list[int] = []
        self._step_of = steps.of.tolist()
        self._known: dict[tuple[int, int], list[int]] = {}
        """The sets that result from a set by a step."""
        self.infoset_table, self.sequence_table = KeyTable(), KeyTable()
        add(self.infoset_table, -1)  # Before play.
        self._set(
            chosen, self._sequence_numbers(np.zeros(len(chosen), np.int64), np.arange(len(chosen)))
        )

    @property
    def infosets(self) -> int:
        """The number of player 2's information sets."""
        return self.infoset_table.size

    def after(self, possible: int, state: int, moves: int) -> list[int]:
        """Return the sets that follow a set on the moves from a state; some can be empty."""
        step = self._step_of[state]
        if step == FREE:
            return [possible] * moves
        if (possible, step) not in self._known:
            self._known[possible, step] = self._taken(possible, step)
        return self._known[possible, step]

    def _taken(self, possible: int, step: int) -> list[int]:
        """Return the sets that result from a set by a step. Raise TooManyPossibilities if they
        have too many members.
        """
        hidden, did = members(self.members[possible])
        place, sees = self.place[step], self.sees[step]
        if self.kind[step] == _LOOK:
            there = hidden & place != 0
            return [self._set(hidden[those], did[those]) for those in (there, ~there)]
        if self.kind[step] == _RELOCATION:
            return [self._relocate(hidden, did, place, sees)]
        infosets, actions = self._infosets(did, sees), range(self.steps.outcomes[step])
        return [self._set(hidden, self._sequence_numbers(infosets, np.int64(at))) for at in actions]

    def _relocate(self, hidden: Hidden, did: Int32s, closed: np.uint64, sees: int) -> int:
        """Return the set after a relocation, in the order of
        `schemas.state_graph.secrets.relocations`.
        """
        held = hidden[:, None] >> np.arange(self.places, dtype=np.uint64) & _ONE != 0
        shut = closed >> np.arange(self.places, dtype=np.uint64) & _ONE != 0
        free = ~(held | shut)
        options = 1 + held.sum(1) * free.sum(1)
        self._refuse(int(options.sum()))
        member, old = np.nonzero(held)
        of, new = _free_pairs(member, free)
        moved = hidden[member[of]] ^ _ONE << old[of].astype(np.uint64) | _ONE << new
        begin = np.cumsum(options) - options
        moved = np.insert(moved, begin - np.arange(len(begin)), hidden)  # Staying comes first.
        action = np.arange(len(moved)) - np.repeat(begin, options)
        infosets = np.repeat(self._infosets(did, sees), options)
        return self._set(moved, self._sequence_numbers(infosets, action))

    def _set(self, hidden: Hidden, did: Int32s) -> int:
        self.work += len(hidden)
        key = hidden.tobytes() + did.tobytes()
        if key not in self.number:
            self.stored += len(hidden) if self.together else 0
            self._refuse(self.stored)
            self.number[key] = len(self.members)
            self.sizes.append(len(hidden))
            self.members.append(key)
        return self.number[key]

    def _refuse(self, number: int) -> None:
        if self.most is not None and number > self.most:
            raise TooManyPossibilities(number)

    def _infosets(self, did: Int32s, sees: int) -> NDArray[np.int64]:
        keys = did.astype(np.int64) * self.shown + sees
        return _numbers(self.infoset_table, keys).astype(np.int64)

    def _sequence_numbers(self, infosets: NDArray[np.int64], action: Any) -> Int32s:
        return _numbers(self.sequence_table, infosets * self.widest + action)


def arrivals(graph: StateGraph, sets: SetColumns) -> Iterator[tuple[int, int, int]]:
    """Yield every state with each set of possibilities that can occur there, and the number of ways
    to both, in a topological order. Raise TooManyPossibilities.

    A pair of state and set is kept from its first arrival until its state has been processed.
    """
    begin, targets = graph.table.begin.tolist(), graph.table.targets.tolist()
    arriving: dict[int, dict[int, int]] = {graph.start: {0: 1}}
    for state in topological(graph).tolist():
        following = targets[begin[state] : begin[state + 1]]
        for possible, ways in arriving.pop(state, {}).items():
            yield state, possible, ways
            after = sets.after(possible, state, len(following))
            for target, onward in zip(following, after, strict=True):
                if sets.sizes[onward]:
                    there = arriving.setdefault(target, {})
                    there[onward] = there.get(onward, 0) + ways


def members(key: bytes) -> tuple[Hidden, Int32s]:
    """Return the members of a set, in order: player 2's secrets, and the numbers of the sequences
    that it has played.
    """
    size = len(key) // 12
    return np.frombuffer(key, np.uint64, size), np.frombuffer(key, np.int32, size, 8 * size)


def _numbers(table: KeyTable, keys: NDArray[np.int64]) -> Int32s:
    """Return the numbers of some keys; new keys are entered."""
    numbers = np.empty(len(keys), np.int32)
    enter_keys(table, keys, numbers)
    return numbers


def _free_pairs(
    member: NDArray[np.intp], free: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], Hidden]:
    """Return all pairs of an index of `member` and a place that is free for that member."""
    places, sizes = np.nonzero(free)[1], free.sum(1)
    begin = np.concatenate(([0], np.cumsum(sizes)))
    index = np.repeat(np.arange(len(member)), sizes[member])
    return index, places[moves_of(begin, member)].astype(np.uint64)
