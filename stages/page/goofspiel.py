"""Goofspiel: the bids of the first round as a grid, and any position to be played from.

The page has the value of every position before a prize is turned up. The bids at a position follow
from the values behind it by a small matrix game, which the page's script solves by the method of
`stages.solve.induction.matrix_game`, and proves, as the report does. Where the solution has a
strategy for every state, the page has these instead.
"""

import base64
from collections.abc import Iterator
from typing import Any

import numpy as np

from schemas.induction_report import InductionReport
from schemas.layer_values import LayerValues
from schemas.parts.exact import write_exact
from schemas.rules.goofspiel import NAME, Goofspiel, goofspiel_of
from stages.draw.goofspiel import Grid, grids, inside
from stages.page.assembly import Data, Section, Shown
from stages.page.goofspiel_positions import listed_positions, pattern_text

TRIES = 5
"""Times that a script tries a slightly changed matrix, as the solver does."""


def gather(report: InductionReport) -> Shown | None:
    """Return the first round and the positions; None for another game."""
    from markupsafe import Markup  # For start-up time: Jinja2.

    if report.graph.rule is None or report.graph.rule.name != NAME or not report.first_moves:
        return None
    rule, shown = goofspiel_of(report.graph.rule, NAME), grids(report)
    data = _data(report, rule)
    return Shown(
        fields={
            "grids": [
                {"who": grid.who, "svg": Markup("".join(inside(grid, _name(grid))))}
                for grid in shown
            ],
            "others": [line for grid in shown for line in _others(grid)],
            "verified": report.proved is not None,
            "playable": data is not None,
            "left_out": _left_out(report, data),
        },
        data=data,
    )


SECTION = Section("goofspiel", "Bids", gather)


def _name(grid: Grid) -> str:
    return f"Bids of the first round: {grid.who}"


def _others(grid: Grid) -> Iterator[str]:
    for prize, others in zip(grid.prizes, grid.others, strict=True):
        if others:
            yield (
                f"{grid.who}, prize {prize}: one of several; others that are as good also take "
                f"{', '.join(others)}"
            )


def _data(report: InductionReport, rule: Goofspiel) -> Data | None:
    """Return what the script needs; None where nothing but the first round is known."""
    layers: tuple[LayerValues, ...]
    layers, given, unit = report.excerpt.layers, None, rule.unit
    if not layers and (found := listed_positions(report, rule)):
        layers, given = found.layers, {"keys": found.keys, "weights": _packed(found.weights)}
    if not layers and len(rule.prizes) > 1:
        return None
    return {
        "objective": rule.objective,
        "players": report.graph.players,
        "hands": rule.hands,
        "prizes": [[write_exact(prize), float(prize), int(prize * unit)] for prize in rule.prizes],
        "unit": unit,
        "layers": [_layer(layer) for layer in layers],
        "given": given,
        "at": report.position.state if report.position else "",
        "noise": _noise(len(rule.prizes)),
    }


def _layer(layer: LayerValues) -> dict[str, Any]:
    return {
        "rows": [pattern_text(pattern) for pattern in layer.patterns],
        "columns": [f"{prizes}:{score}" for prizes, score in layer.columns],
        "places": None if layer.places is None else _packed(layer.places),
        "values": _packed(layer.values),
        "left": layer.left,
    }


def _packed(numbers: bytes) -> str:
    return base64.b64encode(numbers).decode()


def _noise(cards: int) -> str:
    """Return the numbers by which the solver changes matrices: the same give the same bids."""
    return _packed(np.random.default_rng(0).random(TRIES * cards * cards).astype("<f8").tobytes())


def _left_out(report: InductionReport, data: Data | None) -> str:
    if data is None:
        return (
            "Only the first round stands in this file. Keep the values of all positions with "
            "--levels DIR --keep, and the page has as many positions as fit, the likeliest first."
        )
    if report.excerpt.positions is None:
        return ""
    return (
        f"{report.excerpt.positions:,} positions can be opened in this file, those that optimal "
        f"play comes to most often. There are {report.induction.games:,}, not counting those that "
        "follow by exchanging the players; efgc report GRAPH SOLUTION --levels DIR --at POSITION "
        "answers for any, from the files that a run with --levels DIR --keep keeps."
    )
