"""The report as JSON, for programs; `schemas/induction_report.md` lists the keys."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from schemas.induction_report import FORMAT, VERSION, InductionReport, Play
from schemas.parts.source import EDITED, all_edits


def write_json(report: InductionReport) -> Iterator[str]:
    """Yield the lines of the report: one first move per line."""
    with _any_length():
        yield f'{{"format": "{FORMAT}", "version": {VERSION},\n'
        for key, value in _summary(report).items():
            yield f' "{key}": {json.dumps(value)},\n'
        yield ' "first_moves": {'
        yield ",".join(
            f"\n  {json.dumps(play.label)}: {json.dumps(_play(play._replace(move_values=None)))}"
            for play in report.first_moves
        )
        yield '},\n "levels": ['
        yield ",".join(
            f"\n  {json.dumps(level._asdict())}"
            for level in (report.induction.levels if report.proved else ())
        )
        yield (
            '],\n "position": '
            f"{json.dumps(_play(report.position) if report.position else None)}}}\n"
        )


def _summary(report: InductionReport) -> dict[str, Any]:
    graph, induction, proved, sizes = report.graph, report.induction, report.proved, report.sizes
    edits = all_edits(graph.source, report.edits)
    return {
        "title": graph.title,
        "players": graph.players,
        "verified": proved is not None,
        "value": report.value,
        "value_exact": None if report.exact is None else str(report.exact),
        "lower_bound": proved and proved.lower,
        "upper_bound": proved and proved.upper,
        "exploitability": proved and max(0.0, (proved.upper - proved.lower) / 2),
        "bound": proved and proved.bound,
        **({"packed": True} if proved and proved.packed else {}),
        "status": "optimal",
        "solver": induction.solver,
        "solver_version": induction.version,
        **({EDITED: dict(edits)} if edits else {}),
        "rules": graph.source.rules if graph.source and not graph.source.edits else None,
        "level": graph.source.level if graph.source else None,
        "states": sizes.states,
        "games": induction.games,
        "largest_gap": proved and induction.largest_gap,
        "histories": sizes.histories,
        "information_sets": sizes.information_sets,
        "sequences": sizes.sequences,
        "seconds": induction.seconds,
    }


def _play(play: Play) -> dict[str, Any]:
    record: dict[str, Any] = {
        "state": play.state,
        "value": play.value,
        "gap": play.gap,
        "moves_1": play.moves[0],
        "moves_2": play.moves[1],
        "strategy_1": play.strategies[0],
        "strategy_2": play.strategies[1],
    }
    if play.move_values is not None:
        record |= {"worth_1": play.move_values[0], "worth_2": play.move_values[1]}
    if play.exact is not None:
        first, second = (
            [_text(weight) for weight in strategy] for strategy in play.exact.strategies
        )
        record |= {
            "value_exact": _text(play.exact.value),
            "strategy_1_exact": first,
            "strategy_2_exact": second,
        }
    if play.others is not None:
        record |= {"others_1": play.others[0], "others_2": play.others[1]}
    return record


def _text(number: Fraction) -> str:
    return str(number)


@contextmanager
def _any_length() -> Iterator[None]:
    """Allow integers of any length to be written: with 6 cards they have 17,000 digits, and they
    come from this program, not from input.
    """
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)
