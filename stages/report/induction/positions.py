"""The positions of Goofspiel in a report, as records for listing."""

import math
from collections.abc import Iterator

from schemas.induction_report import InductionReport, Play
from schemas.position_table import Listed
from schemas.rules.goofspiel import deal, goofspiel_of, read_position


def listed(report: InductionReport, refusal: str) -> Iterator[Listed]:
    """Yield the requested positions: those of a table, one, or those of the first round and, if
    chance has a choice, the start after them.

    Raises InputError with the text `refusal` for any game except Goofspiel.
    """
    rule = goofspiel_of(report.graph.rule, refusal)
    if report.table:
        yield from report.table.rows()
    elif report.position:
        asked = report.asked or read_position(report.position.state)
        yield _listed(report, report.position)._replace(
            hands=asked.hands, prizes=asked.prizes, up=asked.up
        )
    else:
        start = deal(rule)
        for prize, play in zip(rule.prizes, report.first_moves, strict=True):
            yield _listed(report, play)._replace(hands=start.hands, prizes=start.prizes, up=prize)
        if len(rule.prizes) > 1:
            bound = _bound(report, report.value)
            yield Listed(start.hands, start.prizes, None, report.value, bound, ((), ()))


def _listed(report: InductionReport, play: Play) -> Listed:
    return Listed(((), ()), (), None, play.value, _bound(report, play.value), play.strategies)


def _bound(report: InductionReport, value: float) -> float:
    if report.proved is None:
        return math.inf
    # An exact value is written as the nearest floating-point number.
    rounding = 0.0 if value.is_integer() else math.ulp(value) / 2
    return max(report.proved.bound, rounding)
