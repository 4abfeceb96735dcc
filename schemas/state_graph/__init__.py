"""The state graph (`*.states.yaml`): the rules of one game, compiled to a finite graph.

A graph of version 1 has a one-sided secret or none. With a secret, player 2 chooses some
places before play, and these are the only thing hidden from player 1: a state
is player 1's knowledge, and player 2 observes only the field `sees` of its own
states. Without a secret, nothing is hidden between the moves, and both players
may move simultaneously (`Joint`); such a graph can be too large to list and
then contains only its `rule`.

In version 2 the two players see different things: it is a finite factored-observation stochastic
game. A player remembers its own actions and every text that it saw, in order; its information sets
follow from that. A move of which a player sees nothing leaves no trace in its memory, not even of
the time that has passed.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from ..parts.documents import Findings, locate_yaml, read_yaml
from ..parts.problems import InputError
from ..parts.provenance import Provenance
from ..parts.source import believed
from ..parts.states import State
from ..rules.listing import list_states
from .canonical import in_order_columns, same_states, states_in_order
from .checking import ENDLESS, check
from .columns import StateView
from .counting import count
from .graph import Graph, ObservationGraph, StateGraph
from .observed_columns import NOTHING, Actor, GraphBuilder, ObservationColumns, TurnView
from .observed_reading import read_observed, read_observed_columns
from .order import topological
from .reading import read_columns, read_comment, read_graph
from .records import FORMAT, Secret
from .unrolling import unrolled
from .writing import write

__all__ = (
    "NOTHING",
    "Actor",
    "Graph",
    "GraphBuilder",
    "ObservationColumns",
    "ObservationGraph",
    "Secret",
    "StateGraph",
    "TurnView",
    "check",
    "count",
    "in_order",
    "is_version_2",
    "read",
    "topological",
    "unrolled",
    "write",
)
_VERSION = re.compile(r"^version *: *([12]) *(#|$)", re.MULTILINE)


def is_version_2(text: str) -> bool:
    """Return whether the text of a state graph says that its version is 2."""
    if found := _VERSION.search(text[:100_000]):
        return found[1] == "2"
    if not re.search(r"\b2\b", text):
        return False
    try:  # Another tool has written it in a style of its own.
        data = read_yaml(text)
    except InputError:
        return False
    return isinstance(data, dict) and str(data.get("version")) == "2"


def read(text: str) -> Graph:
    """Return the graph that the YAML text describes.

    Raise InputError with the line and column of every problem.
    """
    is_observed = is_version_2(text)
    quickly = read_observed_columns if is_observed else read_columns
    graph, made = quickly(text) or _read_carefully(text, is_observed)
    return believed(replace(graph, comment=read_comment(text)), "state graph", made)


def in_order(states: Sequence[State]) -> Sequence[State]:
    """Return the states of a graph, records or columns, with their moves in canonical order.

    Columns that are already in order are returned unchanged.
    """
    if not isinstance(states, StateView):
        return states_in_order(states)
    ordered = in_order_columns(states.columns)
    return states if ordered is states.columns else StateView(ordered)


def _read_carefully(text: str, is_observed: bool) -> tuple[Graph, Provenance | None]:
    data, findings = read_yaml(text), Findings()
    try:
        findings.header(data, FORMAT, 2 if is_observed else 1)
        if is_observed:
            observed = read_observed(findings, data)
            findings.problems += [] if findings.problems else check(observed)
            findings.stop()
            return observed, findings.made
        graph = read_graph(findings, data)
        problems = check(graph)
        if findings.problems:  # A move to an unknown state was read as a move to the first state.
            problems = [one for one in problems if not one.message.startswith(ENDLESS)]
        findings.add_unless_broken(problems)
        findings.stop()
        return _as_listed(findings, graph), findings.made
    except InputError as error:
        raise InputError(locate_yaml(text, error.problems)) from None


def _as_listed(findings: Findings, graph: StateGraph) -> StateGraph:
    """Return the graph with its states in the order of its rule. Raise InputError if they are not
    the states of the rule.
    """
    if not graph.rule or not graph.states:
        return graph
    level = graph.source.level if graph.source else 2
    listed = list_states(graph.rule, level, len(graph.states))
    if listed is None or not same_states(graph.names, graph.states, listed):
        findings.add(
            ("rule",),
            (
                f"the states are not those of this rule at level {level}; remove the rule from an "
                "edited graph"
            ),
        )
        findings.stop()
        return graph
    names, states = listed
    return replace(graph, names=names, states=states, start=names.index(graph.names[graph.start]))
