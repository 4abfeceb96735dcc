"""The information states of a game of OpenSpiel: their strings and the numbers of their actions."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from efgc.schemas.parts.problems import shown
from efgc.stages.isolated import ProcessDied, isolated
from efgc.stages.parse.openspiel import (
    PREFIX,
    action_labels,
    after_both,
    chance_move,
    on_game,
    refusal,
    walked,
)


class KnownState(NamedTuple):
    """OpenSpiel's data of one information set."""

    player: int
    """1 or 2."""
    string: str
    """The information state string."""
    actions: tuple[int, ...]
    """OpenSpiel's numbers of the legal actions, ascending."""


def known_states(text: str, max_nodes: int) -> tuple[KnownState, ...]:
    """Return OpenSpiel's information states of a game given by name, in the order of the
    information sets of `parse_openspiel`. Raise InputError in the same cases; files are never
    opened.
    """
    name = text.removeprefix(PREFIX).strip()
    try:
        return isolated("OpenSpiel", _states, name, max_nodes)
    except ProcessDied as error:
        raise refusal(f"{error} while reading {shown(name)}") from None


def _states(name: str, max_nodes: int) -> tuple[KnownState, ...]:
    _, walk = walked(name, max_nodes, files=False, watch=lambda done, total: None)
    return tuple(
        KnownState(player + 1, string, walk.raw[number])
        for (player, string), number in walk.known.items()
    )


class Turn(NamedTuple):
    """An information set of a game that was expanded from a state graph of OpenSpiel."""

    path: tuple[str, ...]
    """The labels of the moves from the root to one of its nodes."""
    actions: tuple[str, ...]
    """Its labels."""


def states_at(text: str, turns: Sequence[Turn]) -> tuple[KnownState, ...]:
    """Return OpenSpiel's information states of a game given by name at some turns; the numbers of
    the actions are in the order of their labels there. Raise InputError as `known_states`, and if
    there is no such turn.
    """
    name = text.removeprefix(PREFIX).strip()
    try:
        return isolated("OpenSpiel", _states_at, name, turns)
    except ProcessDied as error:
        raise refusal(f"{error} while reading {shown(name)}") from None


def _states_at(name: str, turns: Sequence[Turn]) -> tuple[KnownState, ...]:
    return on_game(name, False, lambda root: tuple(_state_at(root, one) for one in turns))[1]


def _state_at(root: Any, turn: Turn) -> KnownState:
    state, first = root.clone(), None
    for label in turn.path:
        action = _numbers(state, first)[1].get(label)
        if action is None:
            raise refusal(f"there is no move {shown(label)} after {shown(state.history_str())}")
        if state.is_simultaneous_node() and first is None:
            first = action
        else:
            state = state.child(action) if first is None else after_both(state, first, action)
            first = None
    player, numbers = _numbers(state, first)
    if {*numbers} != {*turn.actions}:
        raise refusal(f"there are other moves after {shown(state.history_str())}")
    actions = tuple(numbers[label] for label in turn.actions)
    return KnownState(player + 1, state.information_state_string(player), actions)


def _numbers(state: Any, first: int | None) -> tuple[int, dict[str, int]]:
    """Return who moves in a state, in which player 1 may have moved already, and OpenSpiel's
    numbers of the moves by their labels.
    """
    if state.is_chance_node():
        move = chance_move(state)
        return -1, dict(zip(move.labels, move.actions, strict=True))
    at_once = 0 if first is None else 1
    player = at_once if state.is_simultaneous_node() else state.current_player()
    if player < 0:
        return player, {}
    actions = state.legal_actions(player)
    return player, dict(zip(action_labels(state, player, actions), actions, strict=True))
