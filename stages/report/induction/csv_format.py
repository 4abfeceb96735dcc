"""Positions of Goofspiel as a table: one line each, with its value and both strategies."""

from collections.abc import Iterator

from schemas.induction_report import InductionReport
from schemas.parts.exact import write_exact
from schemas.parts.problems import InputError, Problem
from schemas.rules.goofspiel import Goofspiel, goofspiel_of
from schemas.rules.objective import Objective
from stages.report.induction.positions import listed

COLUMNS = ("hand_1", "hand_2", "prizes", "up", "value", "bound", "strategy_1", "strategy_2")
HEAD = ",".join(COLUMNS)
REFUSAL = "the table of positions is one of Goofspiel; use --format json"


def write_csv(report: InductionReport) -> Iterator[str]:
    """Yield the lines of the table. Cards, prizes and probabilities share one cell each,
    separated by spaces. Raises InputError for any game except Goofspiel for points.
    """
    rule = goofspiel_of(report.graph.rule, REFUSAL)
    refuse_win(rule)
    yield HEAD + "\n"
    words = {prize: write_exact(prize) for prize in rule.prizes}
    for row in listed(report, REFUSAL):
        first, second = (" ".join(map(str, hand)) for hand in row.hands)
        prizes = " ".join(words[prize] for prize in row.prizes)
        up = "" if row.up is None else words[row.up]
        x, y = (" ".join(map(_number, weights)) for weights in row.strategies)
        bound = "" if row.bound == float("inf") else _number(row.bound)
        yield f"{first},{second},{prizes},{up},{_number(row.value)},{bound},{x},{y}\n"


def refuse_win(rule: Goofspiel) -> None:
    """Raise InputError for a deal not played for points: its positions have scores, too."""
    if rule.objective != Objective.POINTS:
        raise InputError(
            [Problem("the table of positions is one of games for points; use --format json")]
        )


def _number(value: float) -> str:
    # Whole numbers without a point, since most probabilities are 0 or 1. No negative zero.
    return str(int(value)) if value.is_integer() else repr(value)
