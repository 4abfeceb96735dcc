"""The facts about a report in words, and the numbers for comparing two columns."""

from fractions import Fraction

from pipeline.chain.records import Record, Reported, ReportedGraph, ReportedProgram
from pipeline.web.explore.orders import LATEST
from pipeline.web.site import Data
from schemas.induction_report import InductionReport
from schemas.parts.exact import large, write_exact
from schemas.report import Proof, Report
from stages.documents import Document
from stages.report.document import document as of_game
from stages.report.induction.document import document as of_states
from stages.report.optimum import OptimumReport
from stages.report.optimum import document as of_optimum

DIGITS = 200
"""The largest number of characters of a fraction that is shown; of a longer one the length is
shown.
"""


def told(made: Record) -> Data:
    """Return the title, players, facts and numbers of the last stage's record."""
    match made:
        case Reported(_, report, _):
            return _told(of_game(report), report.game.players, _of_game(report))
        case ReportedGraph(_, found):
            return _told(of_states(found), found.graph.players, _of_states(found))
        case ReportedProgram(_, optimum):
            return _told(of_optimum(optimum), (), _of_optimum(optimum))
        case _:
            raise AssertionError("the chain ends with a report")


def _told(document: Document, players: tuple[str, ...], numbers: Data) -> Data:
    return {
        "title": document.title,
        "players": list(players),
        "facts": [list(fact) for fact in document.facts],
        "numbers": _plain(numbers),
    }


def _of_game(report: Report) -> Data:
    game, size = report.game, report.origins.size
    exact = report.exact.value if isinstance(report.exact, Proof) else None
    return {
        "value": report.value,
        "exact": exact,
        "lower": report.bounds.lower,
        "upper": report.bounds.upper,
        "states": game.states or None,
        "histories": report.counts.histories,
        "terminal": report.counts.terminal_histories,
        "nodes": len(game.nodes),
        "infosets_1": len(report.strategies[0]),
        "infosets_2": len(report.strategies[1]),
        "sequences_1": len(report.plans[0]),
        "sequences_2": len(report.plans[1]),
        "rows": size.rows,
        "columns": size.columns,
        "nonzeros": size.nonzeros,
    }


def _of_states(report: InductionReport) -> Data:
    sizes, proved = report.sizes, report.proved
    infosets, sequences = sizes.information_sets, sizes.sequences
    return {
        "value": report.value,
        "exact": report.exact,
        "lower": proved and proved.lower,
        "upper": proved and proved.upper,
        "states": sizes.states,
        "histories": sizes.histories,
        "infosets_1": infosets and infosets[0],
        "infosets_2": infosets and infosets[1],
        "sequences_1": sequences and sequences[0],
        "sequences_2": sequences and sequences[1],
    }


def _of_optimum(report: OptimumReport) -> Data:
    size = report.solution.size
    return {
        "value": report.solution.objective,
        "rows": size.rows,
        "columns": size.columns,
        "nonzeros": size.nonzeros,
    }


def _plain(numbers: Data) -> Data:
    """Return the numbers that exist, in the range that JSON readers of any language support."""
    return {name: _one(value) for name, value in numbers.items() if value is not None}


def _one(value: object) -> object:
    if isinstance(value, Fraction):
        text = write_exact(value)
        return text if len(text) <= DIGITS else f"a fraction of {len(text):,} characters"
    if isinstance(value, int) and value > LATEST:
        return large(value)
    return value
