"""The information sets that a walk wrote as columns, with their texts."""

import json
from collections.abc import Callable, Sequence

import numpy as np

from ....schemas.game.columns import InfosetColumns, Int32s
from ....schemas.parts.texts import Texts, texts
from ....schemas.state_graph import StateGraph
from ....schemas.state_graph.columns import NumberedNames
from ....schemas.state_graph.lines_kernel import find_names, write_names
from ....schemas.state_graph.secrets import NO_PLACE, placements, relocations
from .arrays import Room


def infosets_of(
    names: Sequence[str],
    room: Room,
    actions_of: Callable[[int], str],
    seen_by: Callable[[int], str],
) -> InfosetColumns:
    """Return the information sets that were written; `names` are the names of the states.

    The functions map the numbers of a walk for actions and observations to texts, which are JSON
    lists, or empty if there is no text.
    """
    lists: dict[str, int] = {}  # The few distinct texts of actions and observations.
    actions = _numbered(room.actions, actions_of, lists)
    sees = _numbered(room.sees, seen_by, lists)
    state, named = _states(names, room.state, len(lists))
    return InfosetColumns(
        player=room.player,
        state=state,
        sees=sees,
        actions=actions,
        texts=_texts(texts(lists), names, named),
        first=room.first,
    )


def secret_actions(graph: StateGraph, room: Room) -> Callable[[int], str]:
    """Return a function from the numbers of `Room.actions` to labels, for a graph with a secret."""
    closed, moved = np.asarray(room.closed.keys), np.asarray(room.moved.keys)
    names = [name for name, _ in graph.places]

    def actions_of(number: int) -> str:
        if number >= 0:
            return str(graph.table.texts[number])
        if number == -1:
            return json.dumps([label for label, _ in placements(graph)])
        relocation = int(closed[-2 - number])
        if relocation < 0:  # Player 2 has nothing to move, or nowhere to move it.
            return json.dumps(["stay"])
        which, place = divmod(relocation, NO_PLACE + 1)
        hidden = frozenset(name for at, name in enumerate(names) if moved[which] >> at & 1)
        not_to = "" if place == NO_PLACE else names[place]
        return json.dumps([label for label, _ in relocations(graph, hidden, not_to)])

    return actions_of


def _numbered(numbers: Int32s, text_of: Callable[[int], str], lists: dict[str, int]) -> Int32s:
    """Return the numbers in `lists` of the texts of the given numbers; -1 for the empty text."""
    if not len(numbers):
        return numbers
    least = int(numbers.min())
    found = np.zeros(int(numbers.max()) - least + 1, np.int32)
    found[numbers - least] = 1
    for at in np.flatnonzero(found).tolist():
        text = text_of(at + least)
        found[at] = lists.setdefault(text, len(lists)) if text else -1
    return found[numbers - least]


def _states(names: Sequence[str], states: Int32s, begin: int) -> tuple[Int32s, Int32s]:
    """Return the numbers of the names of states, starting at `begin`, with -1 for no state, and the
    states in the order of these numbers.
    """
    used = np.zeros(len(names) + 1, np.bool_)  # The last entry is for -1.
    used[states] = True
    used[-1] = False
    unnamed = [-1]
    if not isinstance(names, NumberedNames):
        unnamed += [at for at, name in enumerate(names) if not name]
        used[unnamed] = False
    number = np.cumsum(used, dtype=np.int32)
    number += np.int32(begin - 1)
    number[unnamed] = -1
    return number[states], np.flatnonzero(used).astype(np.int32)


def _texts(lists: Texts, names: Sequence[str], states: Int32s) -> Texts:
    """Return lists followed by names of states as JSON strings."""
    if not isinstance(names, NumberedNames):
        told = texts(json.dumps(names[at]) for at in states.tolist())
        ends = np.concatenate((lists.begin[:-1], told.begin + lists.begin[-1]))
        return Texts(np.concatenate((lists.data, told.data)), ends)
    ends = np.empty(len(lists) + len(states) + 1, np.int64)
    ends[: len(lists.begin)] = lists.begin
    find_names(states, True, ends[len(lists) :])
    data = np.empty(ends[-1], np.uint8)
    data[: len(lists.data)] = lists.data
    write_names(states, True, ends[len(lists) :], data)
    return Texts(data, ends)
