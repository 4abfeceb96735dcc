"""Listing the states of a graph that carries only the rule they follow from. A new rule is a file here and a line below."""

from dataclasses import replace

from schemas.droid_battle import read_standing
from schemas.goofspiel import Goofspiel, read_position
from schemas.listing.droid_battle import list_battle, standing_name
from schemas.listing.goofspiel import list_deal, position_name
from schemas.problems import InputError, Problem
from schemas.rules import Rule
from schemas.state_graph import State, StateGraph


def listed(graph: StateGraph, limit: int) -> StateGraph:
    """Return the graph with its states. Raises InputError if there are more than `limit`."""
    if graph.rule is None or graph.states:
        return graph
    found = list_states(graph.rule, graph.source.level if graph.source else 2, limit)
    if found is None:
        raise InputError([Problem(f"the game has more than {limit:,} states, too many to list them one by one")])
    names, states = found
    return replace(graph, names=names, states=states)


def list_states(rule: Rule, level: int, limit: int) -> tuple[tuple[str, ...], tuple[State, ...]] | None:
    """Return names and states of a rule, the start first; None if there are more than `limit`."""
    return list_deal(rule, level, limit) if isinstance(rule, Goofspiel) else list_battle(rule, level, limit)


def state_name(rule: Rule, level: int, text: str) -> str:
    """Return the name that the state of a position has in a listed graph, at level 1 or 2. Raises InputError."""
    if isinstance(rule, Goofspiel):
        return position_name(rule, level, read_position(text))
    return standing_name(rule, level, read_standing(text))
