"""The state graph (`*.states.yaml`): the rules of one game, compiled to a finite graph.

A graph has a one-sided secret or none. With a secret, player 2 chooses some
places before play, and these are the only thing hidden from player 1: a state
is player 1's knowledge, and player 2 observes only the field `sees` of its own
states. Without a secret, nothing is hidden between the moves, and both players
may move simultaneously (`Joint`); such a graph can be too large to list and
then contains only its `rule`.
"""

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
from .graph import StateGraph
from .order import topological
from .reading import read_columns, read_comment, read_graph
from .records import FORMAT, VERSION, Secret
from .writing import write

__all__ = (
    "Secret",
    "StateGraph",
    "check",
    "in_order",
    "read",
    "topological",
    "write",
)


def read(text: str) -> StateGraph:
    """Return the graph that the YAML text describes.

    Raise InputError with the line and column of every problem.
    """
    graph, made = read_columns(text) or _read_carefully(text)
    return believed(replace(graph, comment=read_comment(text)), "state graph", made)


def in_order(states: Sequence[State]) -> Sequence[State]:
    """Return the states of a graph, records or columns, with their moves in canonical order.

    Columns that are already in order are returned unchanged.
    """
    if not isinstance(states, StateView):
        return states_in_order(states)
    ordered = in_order_columns(states.columns)
    return states if ordered is states.columns else StateView(ordered)


def _read_carefully(text: str) -> tuple[StateGraph, Provenance | None]:
    data = read_yaml(text)
    findings = Findings()
    try:
        findings.header(data, FORMAT, VERSION)
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
