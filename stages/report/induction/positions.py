"""The positions of Goofspiel in a report: as a table with one line each, and in the words of the
Polish notebook `goofspiel.txt`.

The notebook has the value and player 1's strategy for each prize, and the expected value of each
subgame, to 4 digits. It rounds at every level; here only the printed numbers are rounded, unless
the table holds rounded values.
"""

import math
from collections.abc import Iterator
from fractions import Fraction

from ....schemas.induction_report import InductionReport, Play
from ....schemas.parts.exact import write_exact
from ....schemas.parts.problems import InputError, Problem
from ....schemas.parts.tables import write_table
from ....schemas.position_table import Listed
from ....schemas.rules.goofspiel import Goofspiel, deal, goofspiel_of, read_position
from ....schemas.rules.objective import Objective

COLUMNS = ("hand_1", "hand_2", "prizes", "up", "value", "bound", "strategy_1", "strategy_2")
HEAD = ",".join(COLUMNS)
NOTEBOOK_DIGITS = 4
NO_TABLE = "the table of positions is one of Goofspiel; use --format json"
NO_NOTEBOOK = "the notebook's print is one of Goofspiel; use --format text"


def write_csv(report: InductionReport) -> Iterator[str]:
    """Return the lines of the table. Cards, prizes and probabilities share one cell each,
    separated by spaces. Raises InputError for any game except Goofspiel for points.
    """
    rule = goofspiel_of(report.graph.rule, NO_TABLE)
    refuse_win(rule)
    return write_table(COLUMNS, _rows(report, rule))


def _rows(report: InductionReport, rule: Goofspiel) -> Iterator[tuple[str, ...]]:
    words = {prize: write_exact(prize) for prize in rule.prizes}
    for row in listed(report, NO_TABLE):
        up = "" if row.up is None else words[row.up]
        bound = "" if row.bound == math.inf else _number(row.bound)
        yield (
            *(" ".join(map(str, hand)) for hand in row.hands),
            *(" ".join(words[prize] for prize in row.prizes), up, _number(row.value), bound),
            *(" ".join(map(_number, weights)) for weights in row.strategies),
        )


def refuse_win(rule: Goofspiel) -> None:
    """Raise InputError for a deal not played for points: its positions have scores, too."""
    if rule.objective != Objective.POINTS:
        raise InputError(
            [Problem("the table of positions is one of games for points; use --format json")]
        )


def _number(value: float) -> str:
    # Whole numbers without a point, since most probabilities are 0 or 1. No negative zero.
    return str(int(value)) if value.is_integer() else repr(value)


def write_notebook(report: InductionReport) -> Iterator[str]:
    """Yield the printed lines. Raises InputError for any game except Goofspiel."""
    for row in listed(report, NO_NOTEBOOK):
        # The notebook prints no games of one card, except when a deal of one is requested.
        if report.table is None or len(row.prizes) > 1:
            yield from _written(row)
    if not report.proved:
        yield "Niesprawdzone: tak podaje plik z rozwiązaniem.\n"


def _written(row: Listed) -> Iterator[str]:
    if row.up is None:
        yield f"Wartość oczekiwana dla gry  {_round(row.value)}.\n\n\n"
        return
    first, second, third = (_tuple(cards) for cards in (*row.hands, row.prizes))
    yield (
        f"Przy A: {first}, B: {second}, C: {third} i wyłożonej karcie: {write_exact(row.up)} "
        f"wartość gry to {_round(row.value)}.\n"
    )
    yield (
        "Optymalna strategia gracza pierwszego: "
        f"[{', '.join(str(_round(weight)) for weight in row.strategies[0])}]\n\n\n"
    )


def _tuple(cards: tuple[int, ...] | tuple[Fraction, ...]) -> str:
    words = [write_exact(Fraction(card)) for card in cards]
    return f"({words[0]},)" if len(words) == 1 else f"({', '.join(words)})"


def _round(number: float) -> float:
    return round(number, NOTEBOOK_DIGITS) + 0.0  # No negative zero.


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
