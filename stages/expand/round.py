"""One round of Goofspiel as a state graph, which pays the values of the positions that follow.

The game of such a graph is small for any deal: its linear program has the stage games of the
position as blocks, one for each prize that can be up, and its value is that of the position. That
is the step from one layer to the next of Rhoads and Bartholdi (2012, equation 1). The whole game
has no such program: its histories differ in the payoff won so far and in the moves both players
saw.
"""

from dataclasses import replace
from fractions import Fraction

from ...schemas.parts.states import State, Terminal
from ...schemas.position_table import PositionTable
from ...schemas.rules.goofspiel import Goofspiel, Position, write_position
from ...schemas.rules.objective import Objective
from ...schemas.state_graph import StateGraph

DIGITS = 12
"""Decimals of the paid values."""


def round_graph(
    graph: StateGraph, rule: Goofspiel, position: Position, table: PositionTable
) -> StateGraph:
    """Return one round from a position on. `rule` is the deal of its cards, and `table` has all its
    positions.

    The values of the next positions are rounded to DIGITS decimals, which changes the value of the
    round by at most half a unit of the last decimal, in addition to their own errors.
    """
    if len(position.prizes) == 1:
        position = position._replace(up=position.prizes[0])
    values, unfolding = _behind(table), rule.unfold(level=1)
    waiting: list[Position] = []
    names: list[str] = []
    states: list[State] = []

    def number(point: Position) -> int:
        waiting.append(point)
        return len(waiting) - 1

    number(position)
    for at, point in enumerate(waiting):  # Grows during the iteration.
        if len(point.prizes) == len(position.prizes):
            names.append(write_position(point, Objective.POINTS))
            states.append(unfolding.state(point, number))
        else:
            names.append(f"end {at}")
            states.append(Terminal(values[point.hands, point.prizes]))
    return replace(
        graph,
        title=f"{graph.title}, one round at {names[0]}",
        source=None,
        rule=None,
        names=tuple(names),
        states=tuple(states),
        start=0,
    )


def _behind(table: PositionTable) -> dict[object, Fraction]:
    """Return the values of all positions with one card less."""
    if len(table.layers) == 1:
        return {(((), ()), ()): Fraction(0)}
    layer, unit = table.layers[-2], 10**DIGITS
    return {
        ((one, two), prizes): Fraction(round(float(value) * unit), unit)
        for row, one in enumerate(layer.hands[0])
        for column, two in enumerate(layer.hands[1])
        for prizes, value in zip(
            layer.prizes, layer.values[layer.patterns[row, column]], strict=True
        )
    }
