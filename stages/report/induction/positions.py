"""The positions of Goofspiel that a report is on, as they are listed."""

from collections.abc import Iterator

from schemas.induction_report import InductionReport, Play
from schemas.position_table import Listed
from schemas.rules.goofspiel import deal, goofspiel_of, read_position


def listed(report: InductionReport, refusal: str) -> Iterator[Listed]:
    """Yield the positions that were asked for: those of a table, one, or those of the first round
    and, where chance has a choice, the start behind them.

    Raises InputError with the words of the refusal for another game than Goofspiel.
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
            yield Listed(start.hands, start.prizes, None, report.value, _bound(report), ((), ()))


def _listed(report: InductionReport, play: Play) -> Listed:
    return Listed(((), ()), (), None, play.value, _bound(report), play.strategies)


def _bound(report: InductionReport) -> float:
    return report.proved.bound if report.proved else float("inf")
