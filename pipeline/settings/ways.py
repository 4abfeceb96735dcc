"""The ways of solving, one row each, in the order of the help texts. What a way does is the object
`WAY` of its module in `pipeline/ways/`, which is loaded when it is used.
"""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Never

from ...schemas.bounds import DOUBLE_ORACLE, REGRET
from ...schemas.linear_program import LinearProgram
from ...schemas.state_graph import StateGraph
from ...stages.documents import Format
from ...stages.report import FORMATS, OPTIMUM_FORMATS
from ...stages.report.bounds import BOUNDS_FORMATS
from ...stages.report.induction import INDUCTION_FORMATS


@dataclass(frozen=True)
class AllBut:
    """All names except these."""

    names: Container[str]

    def __contains__(self, name: object) -> bool:
        return name not in self.names


@dataclass(frozen=True)
class Row:
    """One way in which a source is solved."""

    module: str
    words: str
    """Describes things solved this way, in messages."""
    formats: Mapping[str, Format[Never]]
    """The formats of its report."""
    fits: Callable[[object, str, bool], bool]
    """Takes what `parse` made, the method, and whether a linear program is wanted even if nothing
    is secret; returns whether this way can solve it. The last row that can is used.
    """
    sources: Container[str] = ()
    """The kinds of sources that can be solved this way if no method is named."""
    files: Container[str] = ()
    """The kinds of files whose solutions are reported and certified this way. The last row that has
    a kind is used.
    """
    proofs: Container[str] = ()
    """The kinds of solutions that are always reported this way."""


AS_PROGRAM, BY_STATES, PROGRAM, BOUNDED = "as a program", "by states", "program", "bounded"
WAYS = {  # The module of a row has an object `WAY`; `pipeline.ways.interface` says what it does.
    AS_PROGRAM: Row(
        module="efgc.pipeline.ways.game",
        words="a game solved as a linear program",
        formats=FORMATS,
        fits=lambda parsed, method, as_program: True,
        sources=AllBut(("source", "linear-program")),
        files=AllBut(()),
    ),
    BY_STATES: Row(
        module="efgc.pipeline.ways.states",
        words="a game solved state by state",
        formats=INDUCTION_FORMATS,
        fits=lambda parsed, method, as_program: (
            isinstance(parsed, StateGraph) and parsed.secret is None and not as_program
        ),
        sources=("source", "state-graph"),
        files=("state-graph",),
    ),
    PROGRAM: Row(
        module="efgc.pipeline.ways.program",
        words="a linear program",
        formats=OPTIMUM_FORMATS,
        fits=lambda parsed, method, as_program: isinstance(parsed, LinearProgram),
        sources=("linear-program",),
        files=("linear-program",),
    ),
    BOUNDED: Row(
        module="efgc.pipeline.ways.bounds",
        words="a game whose value is bounded",
        formats=BOUNDS_FORMATS,
        fits=lambda parsed, method, as_program: (
            method in (REGRET, DOUBLE_ORACLE) and not isinstance(parsed, LinearProgram)
        ),
        files=("map", "sequence-form"),
        proofs=("bounds",),
    ),
}
WITH_TRAIL = {name for way in WAYS.values() for name, form in way.formats.items() if form.trail}
"""Formats that show the trail of a report."""
WITH_TABLE = {name for way in WAYS.values() for name, form in way.formats.items() if form.table}
"""Formats that can contain all positions of a game."""
