"""One round of Goofspiel as a state graph, which pays the values of the positions that follow.

The game of such a graph is small for any deal: its linear program has the stage games of the
position as blocks, one for each prize that can be up, and its value is that of the position. That
is the step from one layer to the next of Rhoads and Bartholdi (2012, equation 1). The whole game
has no such program: its histories differ in the payoff won so far and in the moves both players
saw.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from ...schemas.parts.exact import write_exact
from ...schemas.parts.states import Draw, Joint, State, Terminal
from ...schemas.position_table import PositionTable
from ...schemas.rules.goofspiel import Position, after, won, write_position
from ...schemas.rules.objective import Objective
from ...schemas.state_graph import StateGraph

DIGITS = 12
"""Decimals of the paid values."""


def round_graph(graph: StateGraph, position: Position, table: PositionTable) -> StateGraph:
    """Return one round from a position on; `table` is the table of all positions.

    The values of the next positions are rounded to DIGITS decimals, which changes the value of the
    round by at most half a unit of the last decimal, in addition to their own errors.
    """
    values = _behind(table)
    names: list[str] = []
    states: list[State] = []
    ups = position.prizes if position.up is None else (position.up,)
    starts = []
    for up in ups:
        starts.append(len(names))
        for name, state in _round_states(position._replace(up=up), len(names), values):
            names.append(name)
            states.append(state)
    start = starts[0]
    if len(ups) > 1:
        start = len(names)
        names.append(write_position(position, Objective.POINTS))
        share = Fraction(1, len(ups))
        states.append(
            Draw(tuple((write_exact(up), share, to) for up, to in zip(ups, starts, strict=True)))
        )
    return replace(
        graph,
        title=f"{graph.title}, one round at {names[start]}",
        source=None,
        rule=None,
        names=tuple(names),
        states=tuple(states),
        start=start,
    )


def _round_states(
    position: Position, at: int, values: Mapping[object, Fraction]
) -> Iterator[tuple[str, State]]:
    """Yield the names and states of a round with a prize up; the first state has number `at`."""
    assert position.up is not None
    own, other = position.hands
    name, width = write_position(position, Objective.POINTS), len(other)
    yield (
        name,
        Joint(
            (tuple(map(str, own)), tuple(map(str, other))),
            tuple(
                tuple(at + 1 + row * width + column for column in range(width))
                for row in range(len(own))
            ),
            tuple(tuple(won(position.up, (one, two)) for two in other) for one in own),
        ),
    )
    for one in own:
        for two in other:
            end = after(position, (one, two))
            yield f"{name}: {one} against {two}", Terminal(values[end.hands, end.prizes])


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
