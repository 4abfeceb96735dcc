"""One position, from a folder of level files."""

from pathlib import Path

from pipeline.levels.store import Store
from schemas.goofspiel import Goofspiel, read_position, write_position
from schemas.induction_report import Play
from schemas.state_graph import StateGraph


def play(folder: Path, graph: StateGraph, text: str) -> Play:
    """Return how to play a position with a prize up. Raises InputError where the deal does not lead there."""
    assert isinstance(graph.rule, Goofspiel)
    position = read_position(text)
    found = Store(folder, graph.rule, make=False).answer(position)
    x, y = found.solution.strategies
    rows, columns = found.bid_values
    hands = (tuple(map(str, position.hands[0])), tuple(map(str, position.hands[1])))
    return Play(write_position(position, graph.rule.objective), "", hands, found.solution.value, found.solution.gap,
                (tuple(x.tolist()), tuple(y.tolist())), (tuple(rows.tolist()), tuple(columns.tolist())), None)
