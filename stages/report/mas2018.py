"""The output that the island document of 2018 requires.

Sequences are named S1, S2, ... and Q1, Q2, ..., the empty sequence first. A
sequence is written as its actions; the player's observations between them are in
brackets, because the same actions after other observations are another
sequence.
"""

from collections.abc import Iterator

from schemas.game import sequence_text
from schemas.parts.problems import LimitError
from schemas.report import Report
from stages.forms.sequence_form import SequenceForm, Sequences, sequence_form

MOST_CELLS = 5_000_000
"""Cells of the table of g, blank ones included: some 50 MB, as much as the lists of a large tree.
"""


def write_mas2018(report: Report) -> Iterator[str]:
    """Yield sequences, extended utilities, realization plans in the support and value."""
    form = sequence_form(report.game)
    for title, letter, player in (("AGENT", "S", 0), ("ATTACKER", "Q", 1)):
        yield f"{title}:\n"
        for number, move in enumerate(form.players[player].moves, 1):
            yield f"{letter}{number}:[{sequence_text(report.game, move)}]\n"
        yield from _joined(form.players[player], letter)
    yield from _utilities(form)
    for title, letter, plan in zip(
        ("SOLUTION_AGENT", "SOLUTION_ATTACKER"), "SQ", report.plans, strict=True
    ):
        yield f"{title}:\n"
        for number, weight in enumerate(plan, 1):
            if weight > 0:
                yield f"{letter}{number}:{weight!r}\n"
    yield from value_line(report.value)


def value_line(value: float) -> Iterator[str]:
    """Yield the last line, the value alone."""
    yield f"SOLUTION_VALUE:{value!r}\n"


def refuse_table(form: SequenceForm, name: str) -> None:
    """Raise LimitError if the table of g of a map would have more than MOST_CELLS cells."""
    rows, columns = (len({pair[player] for pair in form.payoffs}) for player in (0, 1))
    if rows * columns > MOST_CELLS:
        raise LimitError(
            f"{name}: the table of g would have {rows:,} rows and {columns:,} columns, more than "
            f"{MOST_CELLS:,} cells"
        )


def _joined(sequences: Sequences, letter: str) -> Iterator[str]:
    """Yield the joined sequences of a game with shared nodes, written as sums."""
    for joined, parts in sequences.parts.items():
        total = " + ".join(f"{letter}{part + 1}" for part in parts)
        yield f"{letter}{joined + 1}:[{total}]\n"


def _utilities(form: SequenceForm) -> Iterator[str]:
    """Yield the table of g without its zeros: blank cells, no empty rows, no empty columns."""
    rows = sorted({first for first, _ in form.payoffs})
    columns = sorted({second for _, second in form.payoffs})
    cells = {pair: repr(float(payoff)) for pair, payoff in form.payoffs.items()}
    corner = "AGENT\\ATTACKER"
    widths = [
        max(len(f"Q{column + 1}"), *(len(cells.get((row, column), "")) for row in rows))
        for column in columns
    ]
    header = _row(corner, [f"Q{column + 1}" for column in columns], widths)
    yield header
    yield "-" * (len(header) - 1) + "\n"
    for row in rows:
        yield _row(
            f"S{row + 1}".ljust(len(corner)),
            [cells.get((row, column), "") for column in columns],
            widths,
        )
    yield "-" * (len(header) - 1) + "\n"


def _row(name: str, cells: list[str], widths: list[int]) -> str:
    return (
        " | ".join([name, *(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))])
        + " |\n"
    )
