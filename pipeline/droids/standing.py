"""One position of a droid battle that is too large to list."""

from schemas.induction_report import Play
from schemas.rules.droid_battle import DroidBattle, read_standing, refuse_standing, write_standing
from schemas.state_graph import StateGraph


def play_standing(graph: StateGraph, text: str) -> Play:
    """Return how to play a position, solved anew from the end. Raises InputError where play does
    not come there.
    """
    from stages.report.induction.others import other_moves
    from stages.solve.induction.droid_battle.graph import answer_standing

    rule, point = graph.rule, read_standing(text)
    assert isinstance(rule, DroidBattle)
    refuse_standing(rule, point)
    _, moves, matrix, found = answer_standing(rule, point)
    x, y = found.strategies
    strategies = (tuple(x.tolist()), tuple(y.tolist()))
    worth = (tuple((matrix @ y).tolist()), tuple((x @ matrix).tolist()))
    return Play(
        write_standing(point, rule.objective),
        "",
        moves,
        found.value,
        found.gap,
        strategies,
        worth,
        None,
        other_moves(matrix, strategies, moves),
    )
