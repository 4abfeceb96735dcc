"""The information states of a game of OpenSpiel: their strings and the numbers of their actions."""

from typing import NamedTuple

from ...schemas.parts.problems import shown
from ..isolated import ProcessDied, isolated
from .openspiel import refusal, walked
from .recognising import OPENSPIEL_PREFIX


class KnownState(NamedTuple):
    """OpenSpiel's data of one information set."""

    string: str
    """The information state string."""
    actions: tuple[int, ...]
    """OpenSpiel's numbers of the legal actions, ascending."""


def known_states(text: str, max_nodes: int) -> tuple[KnownState, ...]:
    """Return OpenSpiel's information states of a game given by name, in the order of the
    information sets of `parse_openspiel`. Raise InputError in the same cases; files are never
    opened.
    """
    name = text.removeprefix(OPENSPIEL_PREFIX).strip()
    try:
        return isolated("OpenSpiel", _states, name, max_nodes)
    except ProcessDied as error:
        raise refusal(f"{error} while reading {shown(name)}") from None


def _states(name: str, max_nodes: int) -> tuple[KnownState, ...]:
    _, walk = walked(name, max_nodes, files=False, watch=lambda done, total: None)
    return tuple(KnownState(string, walk.raw[number]) for (_, string), number in walk.known.items())
