"""The settings of the stages."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from schemas.levels import Numbers
from schemas.refinement import Concept
from stages.documents import Layout
from stages.expand import MAX_HISTORIES
from stages.parse import MAX_STATES, REDUCED_LEVEL
from stages.solve import Request

AUTO = "auto"
"""The level chosen by the size of the game; in Settings it is None."""


def level_of(word: str, without: Collection[str] = ()) -> int | None:
    """Return the level for a value of -O. With some reductions left out, `auto` is the level of the
    others.
    """
    if word == AUTO:
        return REDUCED_LEVEL if without else None
    return int(word)


@dataclass(frozen=True)
class Settings:
    """One field per option; the defaults are those of the commands."""

    rules: str = ""
    p: Fraction | None = None
    """The probability that an attack succeeds; None: that of the map."""
    bandits: int | None = None
    """The number of bandits; None: that of the map."""
    level: int | None = None
    """The level; None: `-O auto`, by the size of the game."""
    without: tuple[str, ...] = ()
    relax: bool = False
    """Whether the integrality of a linear program's columns is dropped."""
    counted: bool = True
    """Whether the report counts the histories of a map's game without reductions."""
    max_states: int = MAX_STATES
    max_histories: int = MAX_HISTORIES
    unroll: bool = False
    lp_format: str = "lp"
    player: int = 0
    """The player whose linear program is used; 0 is the player with more sequences."""
    solver: str = ""
    """The solver's name; empty: the default of the chain."""
    race: bool = False
    """Whether solvers work on a linear program at the same time; the first solution is accepted."""
    request: Request = Request()
    """The request to the solver of a linear program."""
    report_format: str = "text"
    levels: str = ""
    """The folder of level files; empty: they are deleted when the work is done."""
    keep: bool = False
    """Whether that folder also keeps the levels that no other level needs any more."""
    jobs: int = 0
    """Processes for levels; 0: one per processor."""
    values: Numbers | None = None
    """How levels store values; None: as in the folder, or as they are."""
    engine: str = "local"
    at: str = ""
    """A position to report on."""
    everything: bool = False
    """Whether the report is on all positions."""
    exact: bool | None = None
    """Whether the exact value is proved; None: if that is fast."""
    refine: Concept | None = None
    """The equilibrium refinement to compute; None: any equilibrium that the solver finds."""
    off_path: bool = False
    """Whether best responses are played at information sets that equilibrium play does
    not reach.
    """
    beside: tuple[str, ...] = ()
    """Additional files that belong to a report and are shown in it."""
    positions: int = 16_000
    """The largest number of droid battle positions in a page: so many take four seconds
    and 2.2 MB.
    """
    layout: Layout = Layout()
    """The layout of a text report."""

    @property
    def compiled_level(self) -> int | None:
        """The level; REDUCED_LEVEL if reductions are left out and no level is given."""
        return level_of(AUTO, self.without) if self.level is None else self.level
