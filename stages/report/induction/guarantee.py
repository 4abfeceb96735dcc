"""What the strategies of a solved graph guarantee, whatever solved it.

From the ends: a state's lower bound is what player 1's strategy there is worth
against every move of player 2, with the lower bounds behind; the upper bound is
the same for player 2. These are the two best-response values, of every state at
once. All of it is in rationals, with floats taken as the rationals that they
are, so that rounding cannot fool it; only to keep the numbers short the bounds
are moved outward to the next multiple of GRID.
"""

import math
from collections.abc import Mapping
from fractions import Fraction

from schemas.induction import StageSolution
from schemas.state_graph import Choice, Draw, Joint, StateGraph, Terminal

GRID = 2**120  # To one part in which a bound is moved outward, per state.

Limits = dict[int, tuple[Fraction, Fraction]]


def guarantees(graph: StateGraph, order: list[int], stages: Mapping[str, StageSolution]) -> Limits:
    """Return the lower and the upper bound on the value of every state. `order` is topological."""
    found: Limits = {}
    for number in reversed(order):
        state = graph.states[number]
        match state:
            case Terminal(payoff):
                found[number] = (payoff, payoff)
            case Draw(moves):
                found[number] = (_down(sum(p * found[to][0] for _, p, to in moves)),
                                 _up(sum(p * found[to][1] for _, p, to in moves)))
            case Choice(player, moves):
                best = max if player == 1 else min
                found[number] = (best(found[to][0] for _, to in moves), best(found[to][1] for _, to in moves))
            case Joint():
                found[number] = _joint(state, stages[graph.names[number]], found)
    return found


def _joint(state: Joint, stage: StageSolution, found: Limits) -> tuple[Fraction, Fraction]:
    x, y = (_distribution(strategy) for strategy in stage.strategies)
    rows, columns = range(len(x)), range(len(y))
    lower = min(sum(x[i] * (state.reward[i][j] + found[state.to[i][j]][0]) for i in rows if x[i]) for j in columns)
    upper = max(sum(y[j] * (state.reward[i][j] + found[state.to[i][j]][1]) for j in columns if y[j]) for i in rows)
    return _down(lower), _up(upper)


def _distribution(strategy: tuple[float, ...]) -> list[Fraction]:
    """Return the weights as rationals that sum to 1 exactly."""
    weights = [Fraction(weight) for weight in strategy]
    total = sum(weights)
    return [weight / total for weight in weights]


def _down(number: Fraction | int) -> Fraction:
    return Fraction(math.floor(number * GRID), GRID)


def _up(number: Fraction | int) -> Fraction:
    return Fraction(math.ceil(number * GRID), GRID)
