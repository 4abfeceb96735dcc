"""What led to a report: its source and the artifacts before it, as far as they are at hand.

Kept in memory alone, for pages and pictures, which show what no later stage needs: the map, the
state graph, and the text of every file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from schemas.columns import Columns
from schemas.state_graph import StateGraph
from schemas.state_graph.secrets import Hidden


class Artifact(NamedTuple):
    """One file on the way."""

    stage: str
    """Which writes it; `source` for what the user wrote."""
    file: str
    """Its name, such as `cave-example.states.yaml`."""
    text: str
    """Its beginning; all of it where it is not too long to be shown."""
    lines: int
    """Of all of it."""
    characters: int
    """Of all of it."""
    seconds: float | None = None
    """Of the clock, that the stage took; None where nobody measured."""
    command: str = ""
    """Which makes the file; empty for the source."""

    @property
    def whole(self) -> bool:
        """Whether the text is all of the file."""
        return len(self.text) == self.characters


class NodeOrigins(NamedTuple):
    """Where the nodes of a game come from, see `stages.expand.expansion.Expansion`."""

    states: Sequence[int]
    """Per node the state of the graph, behind all looks."""
    secrets: Sequence[Hidden]
    """Per node what player 2 holds of the secret; of a shared node only what still matters."""


@dataclass(frozen=True, kw_only=True)
class Trail:
    """What led to a report, in the order of the stages."""

    artifacts: tuple[Artifact, ...] = ()
    """Each file once; those of one stage one after the other."""
    rows: tuple[str, ...] = ()
    """The squares of the map, one letter each, see `schemas/map.md`; none for other games."""
    graph: StateGraph | None = None
    """With all its states listed; None where there is no state graph."""
    origins: NodeOrigins | None = None
    """Of the game's nodes; None where there is no state graph."""
    columns: Columns | None = None
    """What the names in the linear program stand for."""


NO_TRAIL = Trail()
