"""Tables of Goofspiel positions: all positions of a deal, or one before a prize is turned up."""

from dataclasses import replace

from pipeline.settings import Settings
from pipeline.terminal.diagnostics import note
from schemas.induction_report import InductionReport
from schemas.parts.problems import VerificationError
from schemas.position_table import PositionTable, refuse_long
from schemas.rules.goofspiel import (
    NAME,
    Goofspiel,
    Position,
    goofspiel_of,
    read_position,
    refuse_other_cards,
)
from schemas.state_graph import StateGraph
from stages.expand.round import DIGITS, round_graph
from stages.report.induction import INDUCTION_FORMATS
from stages.report.induction.positions import refuse_win
from stages.solve.induction.goofspiel.table import position_table

REFUSAL = "positions are those of Goofspiel"


def asked_for(graph: StateGraph, settings: Settings) -> tuple[Position | None, bool]:
    """Return the position of Goofspiel given by --at, with its cards as named there, and whether it
    leaves the upturned prize open, for a format that lists positions. The position is None if --at
    is the name of a state.
    """
    if graph.rule is None or graph.rule.name != NAME:
        return None, False
    if not settings.at or settings.at in graph.names:
        return None, False
    asked = read_position(settings.at)
    return asked, asked.up is None and INDUCTION_FORMATS[settings.report_format].table


def refuse_table(graph: StateGraph, settings: Settings) -> None:
    """Raise InputError or LimitError, before solving, for a table that cannot be made."""
    if not INDUCTION_FORMATS[settings.report_format].table:
        return
    asked, whole = asked_for(graph, settings)
    if settings.everything or whole:
        refuse_long(_deal(graph, asked), _lists(settings))
    elif settings.report_format == "csv" and graph.rule and graph.rule.name == NAME:
        refuse_win(goofspiel_of(graph.rule, REFUSAL))


def with_table(
    report: InductionReport, settings: Settings, asked: Position | None, whole: bool
) -> InductionReport:
    """Return a report with the requested positions.

    All positions are solved for this, independently of the solution. Raises VerificationError if
    the game then has another value, and InputError and LimitError as `refuse_table`.
    """
    if not (settings.everything or whole):
        return replace(report, asked=asked)
    rule = _deal(report.graph, asked)
    refuse_long(rule, _lists(settings))
    table = position_table(rule)
    if asked:
        return replace(report, table=PositionTable(rule, table.layers[-1:]))
    _verify(report, table)
    return replace(report, table=table)


def one_round(graph: StateGraph, words: str) -> StateGraph:
    """Return one round of Goofspiel starting at a position. A note on stderr gives the precision of
    the values that follow the round. Raises InputError and LimitError as `refuse_table`.
    """
    goofspiel_of(graph.rule, REFUSAL)
    asked = read_position(words)
    rule = _deal(graph, asked)
    refuse_long(rule, "--round takes")
    table = position_table(rule)
    off = table.layers[-2].bound + 0.5 / 10**DIGITS if len(table.layers) > 1 else 0.0
    note(f"what follows the round is paid by values that are known within {off:.1e}")
    return round_graph(graph, asked, table)


def _lists(settings: Settings) -> str:
    return "--all lists" if settings.everything else "--at without its prize `up` lists"


def _deal(graph: StateGraph, asked: Position | None) -> Goofspiel:
    """Return the deal, or the rest of it at a position. Raises InputError for a position that the
    deal does not reach.
    """
    rule = goofspiel_of(graph.rule, REFUSAL)
    if asked is None:
        return rule
    refuse_other_cards(rule, asked)
    return Goofspiel(asked.hands, asked.prizes, rule.objective)


def _verify(report: InductionReport, table: PositionTable) -> None:
    known = report.proved
    off = table.layers[-1].bound
    if known and not known.lower - off <= table.value <= known.upper + off:
        raise VerificationError(
            f"the positions give the start the value {table.value:.12g}, which is not between the "
            f"bounds {known.lower:.12g} and {known.upper:.12g}"
        )
