"""The HTML report: one self-contained file, which opens from disk without a network.

Each section collects its content in a record (its module), has a template (`parts/NAME.html`) and,
optionally, a style sheet and a script of the same name. `assembly` combines the sections
and formats numbers. A new section is such a module and a line in a tuple here.
"""

from collections.abc import Callable
from typing import Any

from ...schemas.bounds_report import BoundsReport
from ...schemas.induction_report import InductionReport
from ..documents import Document, html
from ..report.bounds.document import document as of_bounds
from ..report.document import document as of_game
from ..report.induction.document import document as of_states
from ..report.measures import Measured
from ..report.optimum import OptimumReport, tables
from ..report.optimum import document as of_optimum
from . import droids, goofspiel, graph, tree
from .assembly import AssembledPage, Section, Shown, assemble
from .map import SECTION as MAP
from .proof import GAME_PROOF, OPTIMUM_PROOF, STATES_PROOF, summary
from .stages import GAME_STAGES, OPTIMUM_STAGES, STATES_STAGES
from .strategies import GAME_STRATEGIES, STATES_STRATEGIES

__all__ = ("PAGES", "AssembledPage")

MOST = 1_000
"""Columns and rows of a linear program on a page."""


def _tables(report: OptimumReport) -> Shown:
    return Shown({"tables": "".join(html(table) for table in tables(report, MOST))})


# In the order of the page. A section without data is left out.
GAME_SECTIONS: tuple[Section[Measured], ...] = (
    MAP,
    graph.SECTION,
    tree.SECTION,
    GAME_STRATEGIES,
    GAME_STAGES,
    GAME_PROOF,
)
STATES_SECTIONS: tuple[Section[InductionReport], ...] = (
    goofspiel.SECTION,
    droids.SECTION,
    STATES_STRATEGIES,
    STATES_STAGES,
    STATES_PROOF,
)
OPTIMUM_SECTIONS: tuple[Section[OptimumReport], ...] = (
    Section("optimum", "Columns and rows", _tables),
    OPTIMUM_STAGES,
    OPTIMUM_PROOF,
)


BOUNDS_SECTIONS: tuple[Section[Document], ...] = (
    Section(
        "bounds",
        "How close, and first moves",
        lambda document: Shown(
            {"blocks": "".join(html(one) for one in (*document.appendix, *document.sections))}
        ),
    ),
)


def _bounds_page(report: BoundsReport) -> AssembledPage:
    document = of_bounds(report)
    return assemble(document, BOUNDS_SECTIONS, document)


PAGES: dict[str, Callable[[Any], AssembledPage]] = {
    "game": lambda report: assemble(summary(of_game(report)), GAME_SECTIONS, report),
    "states": lambda report: assemble(summary(of_states(report)), STATES_SECTIONS, report),
    "optimum": lambda report: assemble(summary(of_optimum(report)), OPTIMUM_SECTIONS, report),
    "bounds": _bounds_page,
}
"""The pages of reports, by how their games are solved: as a linear program, state by state, as a
linear program that is itself the source, or by bounds on the value.
"""
