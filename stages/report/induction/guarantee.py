"""The guarantees of the strategies of a solved graph, independent of the solver.

Backwards from the ends: a state's lower bound is the guarantee of player 1's strategy there
against every move of player 2, given the lower bounds of the following states; the upper bound is
the same for player 2. These are the two best-response values, of all states at
once. The computation is in rationals, with floats converted exactly, so it has no rounding
errors; only to keep the numbers short the bounds
are rounded outward to the next multiple of GRID times the largest one.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from ....schemas.induction import Induction, StageSolution
from ....schemas.parts.problems import InputError, Problem, shown
from ....schemas.parts.states import Choice, Draw, Joint, State, Terminal
from ....schemas.state_graph import StateGraph

Limits = dict[int, tuple[Fraction, Fraction]]

GRID = Fraction(1, 2**120)
# Relative to the largest number in the game, or to the total to be won: a solver with a larger
# error has not solved it.
TOLERANCE = 1e-6


def guarantees(graph: StateGraph, order: list[int], stages: Mapping[str, StageSolution]) -> Limits:
    """Return the lower and the upper bound on the value of every state. `order` is topological."""
    found: Limits = {}
    grid = GRID * (largest(graph, order) or 1)
    for number in reversed(order):
        state = graph.states[number]
        match state:
            case Terminal(payoff):
                found[number] = (payoff, payoff)
            case Draw(moves):
                found[number] = (
                    _down(sum(p * found[to][0] for _, p, to in moves), grid),
                    _up(sum(p * found[to][1] for _, p, to in moves), grid),
                )
            case Choice(player, moves):
                best = max if player == 1 else min
                found[number] = (
                    best(found[to][0] for _, to in moves),
                    best(found[to][1] for _, to in moves),
                )
            case Joint():
                low, high = _joint(state, stages[graph.names[number]], found)
                found[number] = (_down(low, grid), _up(high, grid))
    return found


def with_gap(
    graph: StateGraph,
    number: int,
    values: Mapping[int, Fraction],
    stages: Mapping[str, StageSolution],
) -> StageSolution:
    """Return the solution of a stage game with its gap recomputed."""
    state, stage = graph.states[number], stages[graph.names[number]]
    assert isinstance(state, Joint)
    matrix = [
        [float(paid) + float(values[to]) for paid, to in zip(*rows, strict=True)]
        for rows in zip(state.reward, state.to, strict=True)
    ]
    lower, upper = stage_bounds(matrix, stage.strategies)
    return stage._replace(gap=max(0.0, upper - lower))


def stage_bounds(
    matrix: Sequence[Sequence[float]], strategies: tuple[Sequence[float], Sequence[float]]
) -> tuple[float, float]:
    """Return player 1's least and greatest payoff under the guarantees of both strategies of a
    stage game, up to the rounding of one product.

    >>> stage_bounds([[3.0, -1.0], [-2.0, 1.0]], ([0.5, 0.5], [0.25, 0.75]))
    (0.0, 0.25)
    """
    x, y = strategies
    return min(_product(x, column) for column in zip(*matrix, strict=True)), max(
        _product(y, row) for row in matrix
    )


def _product(weights: Sequence[float], entries: Sequence[float]) -> float:
    total = 0.0  # Not `sum`, which rounds differently in later versions of Python.
    for weight, entry in zip(weights, entries, strict=True):
        total += weight * entry
    return total


def largest(graph: StateGraph, order: list[int]) -> Fraction:
    """Return the largest absolute number in the graph, rounded to a power of 2; 0 if all are 0."""
    sizes = [abs(number) for at in order for number in _numbers(graph.states[at])]
    size = max(sizes, default=Fraction(0))
    return (
        Fraction(2) ** (size.numerator.bit_length() - size.denominator.bit_length())
        if size
        else size
    )


def _numbers(state: State) -> Iterator[Fraction]:
    if isinstance(state, Terminal):
        yield state.payoff
    if isinstance(state, Joint):
        yield from (number for row in state.reward for number in row)


def _joint(state: Joint, stage: StageSolution, found: Limits) -> tuple[Fraction, Fraction]:
    x, y = (_distribution(strategy) for strategy in stage.strategies)
    rows, columns = range(len(x)), range(len(y))
    lower = min(
        sum(x[i] * (state.reward[i][j] + found[state.to[i][j]][0]) for i in rows if x[i])
        for j in columns
    )
    upper = max(
        sum(y[j] * (state.reward[i][j] + found[state.to[i][j]][1]) for j in columns if y[j])
        for i in rows
    )
    return Fraction(lower), Fraction(upper)


def _distribution(strategy: tuple[float, ...]) -> list[Fraction]:
    """Return the weights as rationals that sum to 1 exactly."""
    weights = [Fraction(weight) for weight in strategy]
    total = sum(weights)
    return [weight / total for weight in weights]


def _down(number: Fraction | int, grid: Fraction) -> Fraction:
    return math.floor(number / grid) * grid


def _up(number: Fraction | int, grid: Fraction) -> Fraction:
    return math.ceil(number / grid) * grid


def refuse_stages(induction: Induction, shapes: Mapping[str, tuple[int, int]]) -> None:
    """Raise InputError unless the solution has strategies of both players for exactly the graph's
    stage games.
    """
    problems = [
        Problem(f"the stage game of {shown(name)} is missing", ("stages",))
        for name in shapes.keys() - {stage.state for stage in induction.stages}
    ]
    for number, stage in enumerate(induction.stages):
        if stage.state not in shapes:
            words = f"{shown(stage.state)} is not a stage game of this graph"
            problems.append(Problem(words, ("stages", number, "state")))
        elif tuple(map(len, stage.strategies)) != shapes[stage.state]:
            first, second = shapes[stage.state]
            words = f"the strategies must have {first} and {second} probabilities, one per move"
            problems.append(Problem(words, ("stages", number)))
    if problems:
        raise InputError(sorted(problems, key=lambda problem: (problem.place, problem.message)))
