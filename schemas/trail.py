"""The trail of a report: its source and the artifacts before it, as far as they are available.

It exists only in memory, for pages and pictures, which show information that no later stage needs:
the map, the state graph, and the text of every file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .columns import Columns
from .state_graph import ObservationGraph, StateGraph
from .state_graph.secrets import Hidden


class Artifact(NamedTuple):
    """One file of the trail."""

    stage: str
    """The stage that writes it; `source` for the user's file."""
    file: str
    """Its name, such as `cave-example.states.yaml`."""
    text: str
    """Its beginning; the whole text if it is short enough to be shown."""
    lines: int
    """Number of lines of the whole text."""
    characters: int
    """Number of characters of the whole text."""
    seconds: float | None = None
    """The wall-clock time of the stage; None if not measured."""
    command: str = ""
    """The command that makes the file; empty for the source."""

    @property
    def whole(self) -> bool:
        """Whether `text` is the whole file."""
        return len(self.text) == self.characters


class NodeOrigins(NamedTuple):
    """The origins of the nodes of a game, see `stages.expand.expansion.Expansion`."""

    states: Sequence[int]
    """Per node the state of the graph, after all looks."""
    secrets: Sequence[Hidden]
    """Per node the places that player 2 holds; for a shared node only those still relevant."""


@dataclass(frozen=True, kw_only=True)
class Trail:
    """The artifacts before a report, in the order of the stages."""

    artifacts: tuple[Artifact, ...] = ()
    """Each file once, grouped by stage."""
    rows: tuple[str, ...] = ()
    """The squares of the map, one letter each, see `schemas/map.md`; none for other games."""
    graph: StateGraph | None = None
    """The state graph of version 1 with all its states listed; None if there is none."""
    without: tuple[str, ...] = ()
    """The reductions of a map that were left out, as far as that is known."""
    observation_graph: ObservationGraph | None = None
    """The state graph of version 2; None if there is none."""
    origins: NodeOrigins | None = None
    """The origins of the game's nodes; None if there is no state graph."""
    columns: Columns | None = None
    """The meaning of the names in the linear program."""


NO_TRAIL = Trail()
