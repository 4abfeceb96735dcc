"""The first round in the words of the Polish notebook `goofspiel.txt`: value and player 1's
strategy for each prize, 4 digits.

The notebook rounds at every level; here only what is printed is rounded.
"""

from collections.abc import Iterator
from fractions import Fraction

from schemas.induction_report import InductionReport
from schemas.parts.exact import write_exact
from schemas.rules.goofspiel import deal, goofspiel_of


def write_notebook(report: InductionReport) -> Iterator[str]:
    """Yield the lines of the print. Raises InputError for another game than Goofspiel."""
    refusal = "the notebook's print is one of Goofspiel; use --format text"
    rule = goofspiel_of(report.graph.rule, refusal)
    hands, prizes, _, _ = deal(rule)
    first, second, third = (_tuple(cards) for cards in (*hands, prizes))
    for play in report.first_moves:
        yield (
            f"Przy A: {first}, B: {second}, C: {third} i wyłożonej karcie: {play.label} wartość "
            f"gry to {_round(play.value)}.\n"
        )
        yield (
            "Optymalna strategia gracza pierwszego: "
            f"[{', '.join(str(_round(weight)) for weight in play.strategies[0])}]\n\n\n"
        )
    if not report.proved:
        yield "Niesprawdzone: tak podaje plik z rozwiązaniem.\n"
    if len(report.first_moves) > 1:
        yield f"Wartość oczekiwana dla gry  {_round(report.value)}.\n"


def _tuple(cards: tuple[int, ...] | tuple[Fraction, ...]) -> str:
    words = [write_exact(Fraction(card)) for card in cards]
    return f"({words[0]},)" if len(words) == 1 else f"({', '.join(words)})"


def _round(number: float) -> float:
    return round(number, 4) + 0.0  # No negative zero.
