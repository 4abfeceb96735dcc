"""What is read from a folder of level files: one position, and what the files say of the whole
game.
"""

from pathlib import Path

from pipeline.levels.store import Store
from schemas.induction import Known
from schemas.induction_report import Play
from schemas.rules.goofspiel import Goofspiel, deal, read_position, write_position
from schemas.state_graph import StateGraph
from stages.report.induction.others import other_moves


def play(folder: Path, graph: StateGraph, text: str) -> Play:
    """Return how to play a position with a prize up. Raises InputError where the deal does not lead
    there.
    """
    assert isinstance(graph.rule, Goofspiel)
    position = read_position(text)
    found = Store(folder, graph.rule, make=False).answer(position)
    x, y = (tuple(strategy.tolist()) for strategy in found.solution.strategies)
    rows, columns = (tuple(values.tolist()) for values in found.bid_values)
    hands = (tuple(map(str, position.hands[0])), tuple(map(str, position.hands[1])))
    return Play(
        write_position(position, graph.rule.objective),
        "",
        hands,
        found.solution.value,
        found.solution.gap,
        (x, y),
        (rows, columns),
        None,
        other_moves(found.matrix, (x, y), hands),
    )


def known(folder: Path, graph: StateGraph, ground: str) -> Known:
    """Return what a folder says of a solved graph. Raises InputError if it holds another game, or
    not all of it.
    """
    rule = graph.rule
    assert isinstance(rule, Goofspiel)
    store = Store(folder, rule, make=False)
    start = deal(rule)
    first = [store.answer(start._replace(up=prize)) for prize in rule.prizes]
    return Known(
        ground,
        tuple(level.proof for level in store.levels),
        store.value(start),
        {
            write_position(one.position, rule.objective): tuple(map(tuple, one.matrix.tolist()))
            for one in first
        },
    )
