"""The likeliest positions of a graph whose states are generated, as they are met."""

from collections.abc import Callable, Hashable
from typing import Any

from schemas.induction import Answer
from schemas.induction_report import Play, Positions
from schemas.parts.states import State
from schemas.rules.rule import Unfolding
from schemas.state_graph import StateGraph
from stages.report.induction.likely import likeliest
from stages.report.induction.plays import answered_play


def likely_generated(
    graph: StateGraph, answer: Callable[[str], Answer], most: int
) -> Positions | None:
    """Return the likeliest positions of a generated graph, see `likeliest`; None of one without a
    rule. Which other strategies are as good is not looked for: that takes longer than all else.
    """
    if graph.rule is None or graph.source is None:
        return None
    met = _Met(graph.rule.unfold(graph.source.level))

    def play(number: int) -> Play:
        return answered_play(answer(met.name(number)), others=False)

    return likeliest(met.number(met.unfolding.start), met.state, play, most)


class _Met:
    """Points of play by the numbers of their states, in the order in which they are met."""

    def __init__(self, unfolding: Unfolding[Any]) -> None:
        self.unfolding = unfolding
        self.points: list[Any] = []
        self.numbers: dict[Hashable, int] = {}

    def number(self, point: Any) -> int:
        """Return the number of the state of a point."""
        number = self.numbers.setdefault(self.unfolding.key(point), len(self.points))
        if number == len(self.points):
            self.points.append(point)
        return number

    def state(self, number: int) -> State:
        return self.unfolding.state(self.points[number], self.number)

    def name(self, number: int) -> str:
        return self.unfolding.name(self.points[number])
