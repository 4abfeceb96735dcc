"""The HTML report: one self-contained file, which opens from disk without a network.

Each section collects its content in a record (its module), has a template (`parts/NAME.html`) and,
optionally, a style sheet and a script of the same name. `assembly` combines the sections,
`numbers` formats numbers. A new section is such a module and a line in a tuple here.
"""

from collections.abc import Iterable, Iterator

from schemas.induction_report import InductionReport
from schemas.report import Report
from stages.page import droids, first_moves, goofspiel, optimum, strategies, tree
from stages.page.assembly import Gathered, Section, document, gathered
from stages.page.map import SECTION as MAP
from stages.page.proof import GAME_PROOF, OPTIMUM_PROOF, STATES_PROOF
from stages.page.stages import GAME_STAGES, OPTIMUM_STAGES, STATES_STAGES
from stages.report.induction.text import facts as induction_facts
from stages.report.layout import ANYWHERE, Layout
from stages.report.measures import measured
from stages.report.optimum_report import OptimumReport
from stages.report.optimum_report import facts as optimum_facts
from stages.report.optimum_report import title as optimum_title
from stages.report.text import facts as game_facts

__all__ = (
    "Gathered",
    "document",
    "game_page",
    "optimum_page",
    "states_page",
    "write_game",
    "write_optimum",
    "write_states",
)

# In the order of the page. A section without data is left out.
GAME_SECTIONS: tuple[Section[Report], ...] = (
    MAP,
    tree.SECTION,
    strategies.SECTION,
    GAME_STAGES,
    GAME_PROOF,
)
STATES_SECTIONS: tuple[Section[InductionReport], ...] = (
    goofspiel.SECTION,
    droids.SECTION,
    first_moves.SECTION,
    STATES_STAGES,
    STATES_PROOF,
)
OPTIMUM_SECTIONS: tuple[Section[OptimumReport], ...] = (
    optimum.SECTION,
    OPTIMUM_STAGES,
    OPTIMUM_PROOF,
)
SHORT = (
    *("value", "exact value", "refined", "optimum", "compiled", "bounds", "to verify"),
    *("exploitability", "edited"),
)
"""Facts above all sections; the proof has the rest."""


def game_page(report: Report) -> Gathered:
    """Return the page of a game solved as a linear program."""
    facts = _short(game_facts(report))
    return gathered(report.game.title, facts, GAME_SECTIONS, measured(report))


def states_page(report: InductionReport) -> Gathered:
    """Return the page of a game solved state by state."""
    return gathered(report.graph.title, _short(induction_facts(report)), STATES_SECTIONS, report)


def optimum_page(report: OptimumReport) -> Gathered:
    """Return the page of a linear program that is itself the source."""
    return gathered(optimum_title(report), _short(optimum_facts(report)), OPTIMUM_SECTIONS, report)


def write_game(report: Report, layout: Layout = ANYWHERE) -> Iterator[str]:
    """Yield the page of a game solved as a linear program, as one file."""
    return document(game_page(report)).parts


def write_states(report: InductionReport, layout: Layout = ANYWHERE) -> Iterator[str]:
    """Yield the page of a game solved state by state, as one file."""
    return document(states_page(report)).parts


def write_optimum(report: OptimumReport, layout: Layout = ANYWHERE) -> Iterator[str]:
    """Yield the page of a linear program that is itself the source, as one file."""
    return document(optimum_page(report)).parts


def _short(facts: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the facts in SHORT, each with its continuation lines, which have no name."""
    found, kept = [], False
    for name, value in facts:
        kept = name in SHORT or (kept and not name)
        if kept:
            found.append((name, value))
    return found
