"""Positions in the words of the Polish notebook `goofspiel.txt`: value and player 1's strategy for
each prize, and the expected value of each subgame, to 4 digits.

The notebook rounds at every level; here only the printed numbers are rounded.
"""

from collections.abc import Iterator
from fractions import Fraction

from schemas.induction_report import InductionReport
from schemas.parts.exact import write_exact
from schemas.position_table import Listed
from stages.report.induction.positions import listed

REFUSAL = "the notebook's print is one of Goofspiel; use --format text"


def write_notebook(report: InductionReport) -> Iterator[str]:
    """Yield the printed lines. Raises InputError for any game except Goofspiel."""
    for row in listed(report, REFUSAL):
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
    return round(number, 4) + 0.0  # No negative zero.
