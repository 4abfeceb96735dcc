"""Listing the states of a graph that carries only the rule they follow from. A new rule is a file
here and a line in LISTINGS.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from schemas.parts.limits import beyond
from schemas.parts.problems import InputError, Problem
from schemas.parts.states import State
from schemas.rules import Rule
from schemas.rules.droid_battle import NAME as DROID_BATTLE
from schemas.rules.droid_battle import read_standing
from schemas.rules.droid_battle_states import BattleRecursion, list_battle, standing_name
from schemas.rules.forecast import Forecast, Recursion, forecast
from schemas.rules.goofspiel import NAME as GOOFSPIEL
from schemas.rules.goofspiel import read_position
from schemas.rules.goofspiel_states import DealRecursion, list_deal, position_name
from schemas.state_graph import StateGraph

Named = tuple[tuple[str, ...], tuple[State, ...]]  # Names and states, the start first.


class Listing(NamedTuple):
    """How the states of one rule are counted, listed and named at a level."""

    recursion: Callable[[Any, int], Recursion]
    states: Callable[[Any, int], Named]
    name: Callable[[Any, int, str], str]
    """Of the state of a position; level 1 or 2."""


LISTINGS = {
    GOOFSPIEL: Listing(
        DealRecursion,
        list_deal,
        lambda rule, level, text: position_name(rule, level, read_position(text)),
    ),
    DROID_BATTLE: Listing(
        BattleRecursion,
        list_battle,
        lambda rule, level, text: standing_name(rule, level, read_standing(text)),
    ),
}


def listed(graph: StateGraph, limit: int, histories: int | None = None) -> StateGraph:
    """Return the graph with its states.

    Raises InputError, before any state is listed, if there are more than `limit`, or more than so
    many histories.
    """
    if graph.rule is None or graph.states:
        return graph
    level = graph.source.level if graph.source else 2
    size = size_of(graph.rule, level, limit, histories)
    if histories is not None and size.histories > histories:
        raise _refused(beyond(histories, size.histories, "histories", not size.whole))
    if size.states > limit:
        raise _refused(
            beyond(limit, size.states, "states", not size.whole)
            + ", too many to list them one by one"
        )
    names, states = LISTINGS[graph.rule.name].states(graph.rule, level)
    return replace(graph, names=names, states=states)


def size_of(rule: Rule, level: int, states: int, histories: int | None = None) -> Forecast:
    """Return how many states a rule has at a level, and histories; or more than there may be of one
    of them.
    """
    recursion = LISTINGS[rule.name].recursion(rule, level)
    if level > 0:
        return forecast(recursion, states, None, histories)
    found = forecast(recursion, None, states, histories)  # A history is a state.
    return found._replace(states=found.plays)


def list_states(rule: Rule, level: int, limit: int) -> Named | None:
    """Return names and states of a rule, the start first; None if there are more than `limit`."""
    return (
        LISTINGS[rule.name].states(rule, level)
        if size_of(rule, level, limit).states <= limit
        else None
    )


def state_name(rule: Rule, level: int, text: str) -> str:
    """Return the name that the state of a position has in a listed graph, at level 1 or 2. Raises
    InputError.
    """
    return LISTINGS[rule.name].name(rule, level, text)


def _refused(message: str) -> InputError:
    return InputError([Problem(f"the game {message}")])
