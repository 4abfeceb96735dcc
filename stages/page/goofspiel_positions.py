"""The positions of a listed graph of Goofspiel, with the strategies that its solution has."""

import struct
from collections.abc import Iterator
from fractions import Fraction
from math import fsum
from typing import NamedTuple

from schemas.induction_report import InductionReport
from schemas.layer_values import LayerValues
from schemas.parts.states import Draw, Joint
from schemas.rules.goofspiel import Goofspiel, Position, after, deal
from schemas.rules.objective import Objective

STATES = 60_000
"""Of a listed graph, whose positions are shown: half a page of strategies."""

Strategies = tuple[tuple[float, ...], tuple[float, ...]]
Key = tuple[int, int, int]
"""Order pattern of the hands, set of prizes that are left, score in units."""


class ListedPositions(NamedTuple):
    """All positions of a graph."""

    layers: tuple[LayerValues, ...]
    """With a row for every pattern, whoever holds which hand; NaN where no play comes to."""
    keys: tuple[str, ...]
    """Of positions with a prize up: pattern, prizes, score, and which prize it is."""
    weights: bytes
    """Of each both strategies, one after the other, float64, little-endian."""


def listed_positions(report: InductionReport, rule: Goofspiel) -> ListedPositions | None:
    """Return the positions of a graph whose states are listed, and whose solution has them; None
    where there are none, or more than a page can hold.
    """
    known = report.exact_stages or report.induction.stages
    if not 0 < len(report.graph.states) <= STATES or not known:
        return None
    walk = _Walk(report, rule)
    return ListedPositions(
        layers=tuple(walk.layers()),
        keys=tuple(
            f"{pattern_text(pattern)}:{prizes}:{score}:{up}"
            for (pattern, prizes, score), up in walk.strategies
        ),
        weights=b"".join(
            struct.pack(f"<{len(one) + len(other)}d", *one, *other)
            for one, other in walk.strategies.values()
        ),
    )


class _Walk:
    """A walk through all positions, each once."""

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
        """Take in the strategies with a prize up; yield what comes behind."""
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
        return order_pattern(position.hands), prizes, score

    def layers(self) -> Iterator[LayerValues]:
        """Yield the values, from the end of play on."""
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
    """Return the value and the strategies of every joint state, as the report tells of one."""
    if report.exact_stages:
        return {
            name: (float(value), (tuple(map(float, one)), tuple(map(float, other))))
            for name, (value, (one, other)) in report.exact_stages.items()
        }
    return {stage.state: (stage.value, stage.strategies) for stage in report.induction.stages}


def order_pattern(hands: tuple[tuple[int, ...], tuple[int, ...]]) -> int:
    """Return the order pattern of two hands, see `schemas.layer_values`.

    >>> bin(order_pattern(((1, 5), (5, 9))))
    '0b101101'
    """
    cards = sorted({*hands[0], *hands[1]})
    return sum(
        ((card in hands[0]) + 2 * (card in hands[1])) << 2 * at for at, card in enumerate(cards)
    )


def pattern_text(code: int) -> str:
    """Return a pattern with a figure per card, the highest first: 1, 2 or 3 for who holds it.

    >>> pattern_text(0b101101)
    '231'
    """
    text = ""
    while code:
        text, code = f"{code & 3}{text}", code >> 2
    return text
