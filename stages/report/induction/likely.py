"""The most likely positions of play, including those after a player leaves its strategy."""

from collections.abc import Callable, Hashable, Iterator
from heapq import heappop, heappush
from typing import Any

from schemas.induction import Answer
from schemas.induction_report import Play, Positions
from schemas.parts.states import Choice, Draw, Joint, State, targets
from schemas.rules.rule import Unfolding
from schemas.state_graph import StateGraph
from stages.report.induction.plays import answered_play

SLIP = 0.05
"""Assumed probability that a player deviates from its strategy in a round, uniformly over its
moves: positions one deviation from equilibrium play come before those two deviations away.
"""


def likeliest(
    start: int, state: Callable[[int], State], play: Callable[[int], Play], most: int
) -> Positions:
    """Return the `most` joint states that play from `start` reaches with the highest probability,
    each with its play; a state counts with the probability of its likeliest history.

    `state` and `play` are called when a state is first met, `play` only for joint states.
    """
    best, waiting, done = {start: 1.0}, [(-1.0, start)], set[int]()
    plays: list[Play] = []
    while waiting:
        weight, number = heappop(waiting)
        if number in done:
            continue
        here = state(number)
        if isinstance(here, Joint):
            if len(plays) == most:
                return Positions(tuple(plays), whole=False)
            plays.append(play(number))
        done.add(number)
        for share, to in _following(here, plays[-1] if isinstance(here, Joint) else None):
            if weight * share < -best.get(to, 0.0):
                best[to] = -weight * share
                heappush(waiting, (weight * share, to))
    return Positions(tuple(plays), whole=True)


def _following(state: State, play: Play | None) -> Iterator[tuple[float, int]]:
    """Yield the following states, each with its probability."""
    match state:
        case Joint(_, to, _) if play is not None:
            x, y = (_slipping(strategy) for strategy in play.strategies)
            for own, row in zip(x, to, strict=True):
                yield from zip((own * other for other in y), row, strict=True)
        case Draw(moves):
            yield from ((float(share), to) for _, share, to in moves)
        case Choice(_, moves):
            yield from ((1 / len(moves), to) for _, to in moves)
        case _:
            yield from ((1.0, to) for to in targets(state))


def _slipping(strategy: tuple[float, ...]) -> list[float]:
    return [(1 - SLIP) * weight + SLIP / len(strategy) for weight in strategy]


def likely_generated(
    graph: StateGraph, answer: Callable[[str], Answer], most: int
) -> Positions | None:
    """Return the likeliest positions of a generated graph, see `likeliest`; None for a graph
    without a rule. Equally good other strategies are not searched, which would take longer than
    all else.
    """
    if graph.rule is None or graph.source is None:
        return None
    met = _Met(graph.rule.unfold(graph.source.level))

    def play(number: int) -> Play:
        return answered_play(answer(met.name(number)), others=False)

    return likeliest(met.number(met.unfolding.start), met.state, play, most)


class _Met:
    """Points of play, numbered by state in the order in which they are met."""

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
