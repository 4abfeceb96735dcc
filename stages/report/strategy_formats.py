"""The strategies of a report as separate files: `schemas/strategy.md`.

If the value is proved, the strategies are exact: those of the proof, which a certificate holds and
which guarantee exactly the value; the report's own are near them. If nothing is proved, the
report's strategies are written with all their digits.

`mas2018` is the output that the island document of 2018 requires. Its sequences are named S1, S2,
... and Q1, Q2, ..., the empty sequence first. A sequence is written as its actions; the player's
observations between them are in brackets, because the same actions after other observations are
another sequence.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...schemas.game import Game
from ...schemas.parts.problems import LimitError
from ...schemas.report import Proof, Report
from ...schemas.strategies import Behaviour, ExactStrategy, Strategy
from ...schemas.strategies.columns import strategy_columns
from ..forms.sequence_form import SequenceForm, Sequences, sequence_form
from ..strategies import FORMATS, own_csv, own_json
from .exact.simple_fractions import rational
from .measures import Measured, short, with_reach

MOST_CELLS = 5_000_000
"""Cells of the table of g, blank ones included: some 50 MB, as much as the lists of a large tree.
"""


def write_strategy(report: Report) -> Iterator[str]:
    """Yield the lines of both strategies in JSON: one information set per line."""
    if exact := _proved(report):
        return own_json.write(report.game, exact)
    spelled = [
        ((infoset, tuple(map(own_json.decimal, shares))) for infoset, _, shares in strategy)
        for strategy in report.strategies
    ]
    return own_json.write_spelled(report.game, spelled)


def write_csv(report: Measured) -> Iterator[str]:
    """Yield the lines of both strategies as a table: one action per line."""
    game, exact = report.game, _proved(report)
    played = report.strategies
    lines: Sequence[Iterator[own_csv.Line]] = [map(_line, strategy) for strategy in played]
    if exact:
        played = rounded(game, exact[0]), rounded(game, exact[1])
        lines = [map(own_csv.exact_line, strategy) for strategy in exact]
    return own_csv.write_lines(game, lines, _extra_columns(replace(report, strategies=played)))


def _proved(report: Report) -> tuple[ExactStrategy, ExactStrategy] | None:
    """Return the strategies of the proof; None if there is none, or if the report's strategies play
    better off the path.
    """
    exact = report.exact
    return exact.strategies if isinstance(exact, Proof) and report.off_path is None else None


def foreign(name: str) -> Callable[[Report], Iterator[str]]:
    """Return a function that writes both strategies in the format of another tool, a key of
    `stages.strategies.FORMATS`.
    """
    write = FORMATS[name].write
    assert write is not None
    return lambda report: write(report.game, _exact(report))


def _exact(report: Report) -> tuple[ExactStrategy, ExactStrategy]:
    """Return the strategies of the proof, or those of the report made to sum to 1."""
    return _proved(report) or (rational(report.strategies[0]), rational(report.strategies[1]))


def rounded(game: Game, strategy: ExactStrategy) -> Strategy:
    """Return a strategy in floats, with the weight of the player's own moves."""
    floats = [Behaviour(infoset, 0.0, tuple(map(float, shares))) for infoset, shares in strategy]
    return with_reach(game, strategy_columns(floats))


def _line(entry: Behaviour) -> own_csv.Line:
    return entry.infoset, [(repr(share), "") for share in entry.probabilities]


def _extra_columns(report: Measured) -> own_csv.ExtraColumns:
    """Return a function that gives per action of an information set: the weight of its owner's
    moves, the probability that play comes there, the value of the action, and its loss.
    """
    reach, values = report.reach, report.values
    own = {entry.infoset: entry for strategy in report.strategies for entry in strategy}

    def beside(infoset: int) -> Sequence[tuple[str, str, str, str]]:
        entry = own[infoset]
        far = repr(entry.own_reach), repr(reach[infoset])
        found, away = values[infoset], report.losses(infoset)
        if found is None or away is None:
            return [(*far, "", "")] * len(entry.probabilities)
        return [
            (*far, repr(short(value)), repr(short(loss)))
            for value, loss in zip(found.values, away, strict=True)
        ]

    return beside


def write_mas2018(report: Measured) -> Iterator[str]:
    """Yield sequences, extended utilities, realization plans in the support and value."""
    form = sequence_form(report.game)
    for title, letter, player in (("AGENT", "S", 0), ("ATTACKER", "Q", 1)):
        yield f"{title}:\n"
        for number, move in enumerate(form.players[player].moves, 1):
            yield f"{letter}{number}:[{report.game.words.sequence(move)}]\n"
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
