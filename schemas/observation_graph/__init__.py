"""Version 2 of the state graph (`*.states.yaml`): a game in which the two players see different
things, as a finite factored-observation stochastic game.

A player remembers its own actions and every text that it saw, in order; its information sets follow
from that. A move of which a player sees nothing leaves no trace in its memory, not even of the time
that has passed.
"""

import re
from dataclasses import replace

from ..parts.documents import Findings, locate_yaml, read_yaml
from ..parts.problems import InputError
from ..parts.provenance import Provenance
from ..parts.source import believed
from ..state_graph.reading import read_comment
from ..state_graph.records import FORMAT
from .checking import check
from .columns import (
    NOTHING,
    Actor,
    GraphBuilder,
    ObservationColumns,
)
from .counting import count
from .graph import ObservationGraph
from .order import topological, unrolled
from .reading import read_columns, read_graph
from .records import VERSION
from .writing import write

__all__ = (
    "NOTHING",
    "Actor",
    "GraphBuilder",
    "ObservationColumns",
    "ObservationGraph",
    "check",
    "count",
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
        return found[1] == str(VERSION)
    if not re.search(r"\b2\b", text):
        return False
    try:  # Another tool has written it in a style of its own.
        data = read_yaml(text)
    except InputError:
        return False
    return isinstance(data, dict) and str(data.get("version")) == str(VERSION)


def read(text: str) -> ObservationGraph:
    """Return the graph that the YAML text describes.

    Raise InputError with the line and column of every problem.
    """
    graph, made = read_columns(text) or _read_carefully(text)
    return believed(replace(graph, comment=read_comment(text)), "state graph", made)


def _read_carefully(text: str) -> tuple[ObservationGraph, Provenance | None]:
    data = read_yaml(text)
    findings = Findings()
    try:
        findings.header(data, FORMAT, VERSION)
        graph = read_graph(findings, data)
        if not findings.problems:
            findings.problems += check(graph)
        findings.stop()
        return graph, findings.made
    except InputError as error:
        raise InputError(locate_yaml(text, error.problems)) from None
