"""How to play one stage game, with the value of each move against the other's strategy."""

from collections.abc import Mapping
from fractions import Fraction

from schemas.induction import Answer, StageSolution
from schemas.induction_report import ExactStage, Play
from schemas.parts.states import Joint
from schemas.state_graph import StateGraph
from stages.report.induction.others import other_moves


def answered_play(answer: Answer, others: bool = True) -> Play:
    """Return the play at a position of a generated graph; with `others`, also the moves of
    equally good strategies.
    """
    x, y = answer.stage.strategies
    # Python's sums: NumPy's product differs in the last bits between processors.
    rows = tuple(
        sum(entry * weight for entry, weight in zip(row, y, strict=True)) for row in answer.matrix
    )
    columns = tuple(
        sum(entry * weight for entry, weight in zip(column, x, strict=True))
        for column in zip(*answer.matrix, strict=True)
    )
    return Play(
        state=answer.stage.state,
        label="",
        moves=answer.moves,
        value=answer.stage.value,
        gap=answer.stage.gap,
        strategies=answer.stage.strategies,
        move_values=(rows, columns),
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
    rows = tuple(
        float(sum(weight * entry for weight, entry in zip(y, row, strict=True))) for row in matrix
    )
    columns = tuple(
        float(sum(weight * entry for weight, entry in zip(x, column, strict=True)))
        for column in zip(*matrix, strict=False)
    )
    gap = 0.0 if exact else stages[name].gap
    strategies = (tuple(map(float, x)), tuple(map(float, y)))
    return Play(
        state=name,
        label="",
        moves=state.moves,
        value=float(values[number]),
        gap=gap,
        strategies=strategies,
        move_values=(rows, columns),
        exact=exact,
        others=other_moves(matrix, strategies, state.moves),
    )
