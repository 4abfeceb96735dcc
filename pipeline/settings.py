"""What a person asked of the stages."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from schemas.levels import Numbers
from schemas.refinement import Concept
from stages.expand import MAX_HISTORIES
from stages.parse import MAX_STATES, REDUCED_LEVEL
from stages.report.layout import Layout
from stages.solve import Request

AUTO = "auto"
"""The level that is chosen by the size of the game; in Settings it is None."""


def level_of(word: str, without: Collection[str] = ()) -> int | None:
    """Return the level that -O names; who leaves out one reduction wants the others."""
    if word == AUTO:
        return REDUCED_LEVEL if without else None
    return int(word)


@dataclass(frozen=True)
class Settings:
    """One field per option; the defaults are those of the commands."""

    rules: str = ""
    p: Fraction | None = None
    """The probability that an attack succeeds; None: the one of the map."""
    bandits: int | None = None
    """None: as many as the map says."""
    level: int | None = None
    """None: `-O auto`, by the size of the game."""
    without: tuple[str, ...] = ()
    relax: bool = False
    """Whether columns of a linear program need not be whole numbers."""
    counted: bool = True
    """Whether the histories of a map's game without reductions are counted, for its report."""
    max_states: int = MAX_STATES
    max_histories: int = MAX_HISTORIES
    unroll: bool = False
    lp_format: str = "lp"
    player: int = 0
    """Whose linear program; 0 is the player with more sequences."""
    solver: str = ""
    """Empty: what the chain takes by default."""
    race: bool = False
    """Whether solvers work on a linear program at the same time; the first answer is taken."""
    request: Request = Request()
    """How the solver of a linear program is asked."""
    report_format: str = "text"
    levels: str = ""
    """The folder of level files; empty: they go when the work is done."""
    keep: bool = False
    """Whether that folder keeps also the levels that no other level needs any more."""
    jobs: int = 0
    """Processes for levels; 0: one per processor."""
    values: Numbers | None = None
    """How levels keep values; None: as the folder has them, or as they are."""
    engine: str = "local"
    at: str = ""
    """A position to report on."""
    everything: bool = False
    """Whether the report is on all positions."""
    exact: bool | None = None
    """Whether the exact value is proved; None: where that is quick."""
    refine: Concept | None = None
    """What the equilibrium is to be, besides one; None: whatever the solver finds."""
    off_path: bool = False
    """Whether best responses are played where equilibrium play never comes."""
    beside: tuple[str, ...] = ()
    """Files that belong to a report, to be shown with it."""
    positions: int = 16_000
    """Of droid battle, that a page shows at most: so many take four seconds and 2.2 MB."""
    layout: Layout = Layout()
    """Of a report as text."""

    @property
    def compiled_level(self) -> int | None:
        """The level, which is REDUCED_LEVEL where reductions are left out and no level is given."""
        return level_of(AUTO, self.without) if self.level is None else self.level
