"""Goofspiel: the bids of the first round as a grid, and play from any position.

The page has the value of every position before a prize is turned up. The bids at a position follow
from the values of the next positions by a small matrix game, which the page's script solves by the
method of `stages.solve.induction.matrix_game` and proves, as the report does. If the solution has a
strategy for every state, the page uses these instead.
"""

import base64
import struct
from collections.abc import Iterator
from fractions import Fraction
from math import fsum
from typing import Any, NamedTuple

import numpy as np
from markupsafe import Markup

from ...schemas.induction_report import InductionReport
from ...schemas.layer_values import LayerValues
from ...schemas.parts.exact import write_exact
from ...schemas.parts.states import Draw, Joint
from ...schemas.rules.goofspiel import NAME, Goofspiel, Position, after, deal, goofspiel_of
from ...schemas.rules.objective import Objective
from ..draw import svg
from ..draw.goofspiel import Grid, grid_scene, grids
from .assembly import Data, Section, Shown

Strategies = tuple[tuple[float, ...], tuple[float, ...]]
Key = tuple[int, int, int]
"""Order pattern of the hands, set of prizes left, score in units."""

TRIES = 5
"""Number of slightly changed matrices that the script tries, as the solver does."""
STATES = 60_000
"""Largest listed graph whose positions are shown: half a page of strategies."""


def gather(report: InductionReport) -> Shown | None:
    """Return the first round and the positions; None for another game."""
    if report.graph.rule is None or report.graph.rule.name != NAME or not report.first_moves:
        return None
    rule, shown = goofspiel_of(report.graph.rule, NAME), grids(report)
    data = _data(report, rule)
    return Shown(
        fields={
            "grids": [
                {"who": grid.bidder, "svg": Markup(svg.embedded(grid_scene(grid, _name(grid))))}
                for grid in shown
            ],
            "others": [line for grid in shown for line in _alternative_bids(grid)],
            "verified": report.proved is not None,
            "playable": data is not None,
            "left_out": _omission_note(report, data),
        },
        data=data,
    )


SECTION = Section("goofspiel", "Bids", gather)


def _name(grid: Grid) -> str:
    return f"Bids of the first round: {grid.bidder}"


def _alternative_bids(grid: Grid) -> Iterator[str]:
    for prize, others in zip(grid.prizes, grid.others, strict=True):
        if others:
            yield (
                f"{grid.bidder}, prize {prize}: one of several; others that are as good also take "
                f"{', '.join(others)}"
            )


def _data(report: InductionReport, rule: Goofspiel) -> Data | None:
    """Return the script's data; None if only the first round is known."""
    layers: tuple[LayerValues, ...]
    layers, given, unit = report.excerpt.layers, None, rule.unit
    if not layers and (found := _listed_positions(report, rule)):
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
        "rows": [_pattern_text(pattern) for pattern in layer.patterns],
        "columns": [f"{prizes}:{score}" for prizes, score in layer.columns],
        "places": None if layer.places is None else _packed(layer.places),
        "values": _packed(layer.values),
        "left": layer.left,
    }


def _packed(numbers: bytes) -> str:
    return base64.b64encode(numbers).decode()


def _noise(cards: int) -> str:
    """Return the solver's perturbations of matrices: the same ones give the same bids."""
    return _packed(np.random.default_rng(0).random(TRIES * cards * cards).astype("<f8").tobytes())


def _omission_note(report: InductionReport, data: Data | None) -> str:
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


class ListedPositions(NamedTuple):
    """All positions of a graph."""

    layers: tuple[LayerValues, ...]
    """With a row for every pattern, for either assignment of hands; NaN where play never comes."""
    keys: tuple[str, ...]
    """Keys of positions with a prize up: pattern, prizes, score, and the prize turned up."""
    weights: bytes
    """Both strategies of each, one after the other, float64, little-endian."""


def _listed_positions(report: InductionReport, rule: Goofspiel) -> ListedPositions | None:
    """Return the positions of a graph with listed states from its solution; None if there are
    none, or more than a page can hold.
    """
    known = report.exact_stages or report.induction.stages
    if not 0 < len(report.graph.states) <= STATES or not known:
        return None
    walk = _PlayWalk(report, rule)
    return ListedPositions(
        layers=tuple(walk.layers()),
        keys=tuple(
            f"{_pattern_text(pattern)}:{prizes}:{score}:{up}"
            for (pattern, prizes, score), up in walk.strategies
        ),
        weights=b"".join(
            struct.pack(f"<{len(one) + len(other)}d", *one, *other)
            for one, other in walk.strategies.values()
        ),
    )


class _PlayWalk:
    """A walk through all positions, visiting each once."""

    def __init__(self, report: InductionReport, rule: Goofspiel) -> None:
        self.graph, self.rule = report.graph, rule
        self.stages = _stages(report)
        self.values: dict[Key, float] = {}
        self.strategies: dict[tuple[Key, int], Strategies] = {}
        waiting = [(self.graph.start, deal(rule))]
        while waiting:
            waiting += self._followers(*waiting.pop())

    def _followers(self, number: int, position: Position) -> Iterator[tuple[int, Position]]:
        state, key = self.graph.states[number], self._key(position)
        match state:
            case Draw(moves) if key not in self.values:
                ups = [(to, position._replace(up=Fraction(label))) for label, _, to in moves]
                self.values[key] = fsum(
                    float(p) * self.stages[self.graph.names[to]][0] for _, p, to in moves
                )
                for to, up in ups:
                    yield from self._round(to, up)
            case Joint() if key not in self.values:
                self.values[key] = self.stages[self.graph.names[number]][0]
                yield from self._round(number, position)

    def _round(self, number: int, position: Position) -> Iterator[tuple[int, Position]]:
        """Record the strategies of the positions in which a prize is turned up; yield the positions
        after them.
        """
        state, up = self.graph.states[number], position.up
        assert isinstance(state, Joint) and up is not None
        at = self._key(position), self.rule.prizes.index(up)
        self.strategies[at] = self.stages[self.graph.names[number]][1]
        for one, row in zip(position.hands[0], state.to, strict=True):
            for other, to in zip(position.hands[1], row, strict=True):
                yield to, after(position, (one, other))

    def _key(self, position: Position) -> Key:
        prizes = sum(
            1 << at for at, prize in enumerate(self.rule.prizes) if prize in position.prizes
        )
        wins = self.rule.objective == Objective.WIN
        score = int(position.score * self.rule.unit) if wins else 0
        return _order_pattern(position.hands), prizes, score

    def layers(self) -> Iterator[LayerValues]:
        """Yield the values, backwards from the end of play."""
        for left in range(1, len(self.rule.prizes) + 1):
            here = {key: value for key, value in self.values.items() if key[1].bit_count() == left}
            rows = sorted({pattern for pattern, _, _ in here})
            columns = sorted({(prizes, score) for _, prizes, score in here})
            found = [here.get((row, *column), float("nan")) for row in rows for column in columns]
            yield LayerValues(
                left=left,
                patterns=tuple(rows),
                columns=tuple(columns),
                places=None,
                values=struct.pack(f"<{len(found)}d", *found),
            )


def _stages(report: InductionReport) -> dict[str, tuple[float, Strategies]]:
    """Return the value and the strategies of every joint state, as the report gives them."""
    if report.exact_stages:
        return {
            name: (float(value), (tuple(map(float, one)), tuple(map(float, other))))
            for name, (value, (one, other)) in report.exact_stages.items()
        }
    return {stage.state: (stage.value, stage.strategies) for stage in report.induction.stages}


def _order_pattern(hands: tuple[tuple[int, ...], tuple[int, ...]]) -> int:
    """Return the order pattern of two hands, see `schemas.layer_values`.

    >>> bin(_order_pattern(((1, 5), (5, 9))))
    '0b101101'
    """
    cards = sorted({*hands[0], *hands[1]})
    return sum(
        ((card in hands[0]) + 2 * (card in hands[1])) << 2 * at for at, card in enumerate(cards)
    )


def _pattern_text(code: int) -> str:
    """Return a pattern with a digit per card, the highest first: 1, 2 or 3 for its holder.

    >>> _pattern_text(0b101101)
    '231'
    """
    text = ""
    while code:
        text, code = f"{code & 3}{text}", code >> 2
    return text
