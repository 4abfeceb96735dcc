"""The report on bounds (`*.report.json`): the bounds as recomputed on the game, their proof, and
the first moves of both strategies.

`report --format json` writes it; no stage reads it.
"""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from .bounds import Bounds, BoundsStatus, Progress, Situation
from .game import Game
from .map_game import MapGame
from .matrices import Matrices
from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Interval, Mark, OneOf
from .parts.source import Edits
from .report import Bounds as Enclosure
from .report import EditsEntry
from .state_graph import ObservationGraph


@dataclass(frozen=True)
class BoundsReport:
    """The bounds on the value of a game, recomputed by best responses."""

    game: Game | ObservationGraph | MapGame | Matrices
    bounds: Bounds
    proved: Enclosure
    """The recomputed bounds, which are at least as good as the claimed ones."""
    histories: int | None
    """Of the game as a tree; None if they were not counted."""
    first_moves: tuple[tuple[Situation, ...], tuple[Situation, ...]]
    """The situations of each player before its first own move, in the order of play."""
    edits: Edits = ()
    """Edits of the bounds; edits of the state graph and the game are recorded in their source."""

    @property
    def progress(self) -> tuple[Progress, ...]:
        """The bounds against steps as the file has them, but none better than what is proved."""
        return tuple(
            line._replace(
                lower_bound=min(line.lower_bound, self.proved.lower),
                upper_bound=max(line.upper_bound, self.proved.upper),
            )
            for line in self.bounds.progress
        )


class BoundsReportFile(NamedTuple):
    """The bounds on the value of a game, their proof and the first moves of both strategies."""

    title: Annotated[str, "the game in words"]
    players: Annotated[tuple[str, str], "names of player 1 and player 2"]
    value: Annotated[float | None, "the float nearest to the value; null if it is only bounded"]
    value_exact: Annotated[
        str | None, "the value as a whole number or a fraction; null if it is only bounded"
    ]
    lower_bound: Annotated[
        float, "lower bound on the value to player 1, by a best response to player 1's strategy"
    ]
    upper_bound: Annotated[float, "upper bound, by a best response to player 2's strategy"]
    exploitability: Annotated[float, "half of the gap between the bounds", Interval(0)]
    status: Annotated[
        str,
        "as in the bounds",
        OneOf(tuple(BoundsStatus)),
    ]
    solver: Annotated[str, "the method, as in the bounds"]
    rule: Annotated[str, "the update of the strategies in each step"]
    steps: Annotated[int, "from the bounds", Interval(0)]
    edited: EditsEntry
    rules: Annotated[str | None, "name of the rules; null for a game without source"]
    level: Annotated[
        int | None, "level of the state graph; null for a game without source", OneOf((0, 1, 2))
    ]
    histories: Annotated[
        int | None, "histories of the game, including the empty one; null if not counted"
    ]
    states: Annotated[
        int | None, "states of the state graph; null for a game without one", Interval(1)
    ]
    information_sets: Annotated[
        tuple[int, int] | None,
        "of player 1 and player 2; null if the game was not listed",
    ]
    sequences: Annotated[
        tuple[int, int] | None,
        "including the empty sequence; null if the game was not listed",
    ]
    situations: Annotated[tuple[int, int], "entries of the strategies of player 1 and player 2"]
    seconds: Annotated[float | None, "from the bounds", Interval(0)]
    progress: Annotated[
        tuple[Progress, ...], "as in the bounds; no line is better than what is proved", Mark.LINES
    ]
    first_moves: Annotated[
        tuple[tuple[Situation, ...], tuple[Situation, ...]],
        "of each player the situations before its first own move, in the order of play; at most 20",
        Mark.LINES,
    ]


ARTIFACT = Artifact("efgc/bounds-report", 1, "Report on bounds", BoundsReportFile)
read = ARTIFACT.read
