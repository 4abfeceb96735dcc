"""How to play stage games: the value of each move against the other's strategy, the moves of other,
equally good strategies, and the most likely positions of play.

An equilibrium is often one of several. If a row of a matrix game pays slightly more in every
column, the value rises at the rate of the largest weight that the row has in any optimal strategy
(Mills, "Marginal values of matrix games and linear programs", 1956). So the game is solved with a
row favoured; the resulting strategy is evaluated in the unchanged game, and counts if it loses next
to nothing there. Where the strategies are exact, such a move is named only if an optimal strategy
provably plays it.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any

import numpy as np

from ....schemas.induction import Answer, StageSolution
from ....schemas.induction_report import ExactStage, Labels, Play, Positions
from ....schemas.parts.states import Choice, Draw, Joint, State, targets
from ....schemas.rules.rule import Unfolding
from ....schemas.state_graph import StateGraph
from ...solve.induction.matrix_game import Array, solve_matrix
from .guarantee import stage_bounds

# Relative to the largest entry: how much less an equally good strategy may guarantee. Values are
# known much more precisely.
AS_GOOD = 1e-9
# Relative to the largest entry. A large one exceeds rounding errors, a small one keeps the strategy
# optimal.
FAVOURS = (1e-3, 1e-6)
ENTRIES = 400  # Largest stage game: in a larger one each move would take seconds.
TAKEN = 1e-6  # Least weight of a move that counts as played.
SLIP = 0.05
"""Assumed probability that a player deviates from its strategy in a round, uniformly over its
moves: positions one deviation from equilibrium play come before those two deviations away.
"""


def play_of_answer(answer: Answer, others: bool = True) -> Play:
    """Return the play at a position of a generated graph; with `others`, also the moves of
    equally good strategies.
    """
    x, y = answer.stage.strategies
    return Play(
        state=answer.stage.state,
        label="",
        moves=answer.moves,
        value=answer.stage.value,
        gap=answer.stage.gap,
        strategies=answer.stage.strategies,
        move_values=_move_values(answer.matrix, x, y),
        exact=None,
        others=other_moves(answer.matrix, answer.stage.strategies, answer.moves)
        if others
        else None,
    )


def listed_play(
    graph: StateGraph,
    number: int,
    values: Mapping[int, Fraction],
    stages: Mapping[str, StageSolution],
    exact: ExactStage | None,
) -> Play:
    """Return the play at a joint state, with the value of each move."""
    state, name = graph.states[number], graph.names[number]
    assert isinstance(state, Joint)
    x, y = (
        exact.strategies
        if exact
        else tuple(tuple(map(Fraction, strategy)) for strategy in stages[name].strategies)
    )
    matrix = [
        [paid + values[to] for paid, to in zip(*rows, strict=True)]
        for rows in zip(state.reward, state.to, strict=False)
    ]
    strategies = (tuple(map(float, x)), tuple(map(float, y)))
    others = other_moves(matrix, strategies, state.moves)
    if exact and others:
        others = _proved(matrix, exact, state.moves, others)
    return Play(
        state=name,
        label="",
        moves=state.moves,
        value=float(values[number]),
        gap=0.0 if exact else stages[name].gap,
        strategies=strategies,
        move_values=_move_values(matrix, x, y),
        exact=exact,
        others=others,
    )


def _move_values(
    matrix: Sequence[Sequence[Fraction | float]],
    x: Sequence[Fraction | float],
    y: Sequence[Fraction | float],
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the value of each row against the strategy y, and of each column against x."""

    def means(
        lines: Iterable[Sequence[Fraction | float]], weights: Sequence[Fraction | float]
    ) -> tuple[float, ...]:
        # Python's sums: NumPy's product differs in the last bits between processors.
        return tuple(
            float(sum(weight * entry for weight, entry in zip(weights, line, strict=True)))
            for line in lines
        )

    return means(matrix, y), means(zip(*matrix, strict=True), x)


def _proved(
    matrix: Sequence[Sequence[Fraction]],
    exact: ExactStage,
    moves: tuple[Labels, Labels],
    others: tuple[Labels, Labels],
) -> tuple[Labels, Labels]:
    """Return those of the moves `others` that the exact strategies leave out and an optimal
    strategy plays.
    """
    from .exact import is_played  # For start-up time: FLINT.

    turned = [[-entry for entry in column] for column in zip(*matrix, strict=True)]
    first, second = (
        tuple(
            label
            for at, label in enumerate(labels)
            if label in found and not strategy[at] and is_played(entries, at, value)
        )
        for entries, value, labels, found, strategy in zip(
            (matrix, turned),
            (exact.value, -exact.value),
            moves,
            others,
            exact.strategies,
            strict=True,
        )
    )
    return first, second


def other_moves(
    matrix: Sequence[Sequence[Fraction | float]] | Array,
    strategies: tuple[Sequence[float], Sequence[float]],
    moves: tuple[Labels, Labels],
) -> tuple[Labels, Labels] | None:
    """Return the labels of the moves that these optimal strategies leave out but equally good ones
    play; None for a large game.
    """
    if len(matrix) * len(matrix[0]) > ENTRIES:
        return None
    rows, columns = alternative_moves(
        np.array([[float(entry) for entry in row] for row in matrix]), strategies
    )
    return tuple(moves[0][row] for row in rows), tuple(moves[1][column] for column in columns)


def alternative_moves(
    matrix: Array, strategies: tuple[Sequence[float], Sequence[float]]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the rows and columns that only other, equally good strategies play.

    >>> matrix = np.array([[1.0, 1.0], [1.0, 2.0], [0.0, 3.0]])
    >>> alternative_moves(matrix, ((1.0, 0.0, 0.0), (1.0, 0.0)))
    ((1,), ())
    """
    lower, upper = stage_bounds(matrix.tolist(), strategies)
    x, y = (np.array(strategy) for strategy in strategies)
    return _rows(matrix, x, y, lower), _rows(-matrix.T, y, x, -upper)


def _rows(matrix: Array, own: Array, other: Array, guaranteed: float) -> tuple[int, ...]:
    scale = float(np.max(np.abs(matrix))) or 1.0
    enough = guaranteed - AS_GOOD * scale
    values = matrix @ other
    return tuple(
        row
        for row in range(len(own))
        if own[row] < TAKEN
        and values[row] >= enough
        and any(_takes(matrix, row, favour * scale, enough) for favour in FAVOURS)
    )


def _takes(matrix: Array, row: int, favour: float, enough: float) -> bool:
    """Return whether a strategy that guarantees at least `enough` plays a row."""
    favoured = matrix.copy()
    favoured[row] += favour
    x, _ = solve_matrix(favoured).strategies
    return bool(x[row] >= TAKEN and np.min(x @ matrix) >= enough)


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
    met = _PointNumbers(graph.rule.unfold(graph.source.level))

    def play(number: int) -> Play:
        return play_of_answer(answer(met.name(number)), others=False)

    return likeliest(met.number(met.unfolding.start), met.state, play, most)


class _PointNumbers:
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
