"""How large the tree of a public graph is: exact numbers of any size."""

from schemas.induction_report import Sizes
from schemas.parts.states import Choice, Joint, targets
from schemas.state_graph import StateGraph
from schemas.state_graph.histories import count_histories


def graph_sizes(graph: StateGraph, order: list[int]) -> Sizes:
    """Return the sizes of a listed graph's tree. `order` is topological."""
    counts = count_histories(graph)
    ways = {graph.start: 1}
    sequences = [1, 1]
    for number in order:
        state = graph.states[number]
        if isinstance(state, Joint):
            sequences = [
                total + ways[number] * len(moves)
                for total, moves in zip(sequences, state.moves, strict=True)
            ]
        if isinstance(state, Choice):
            sequences[state.player - 1] += ways[number] * len(state.moves)
        for to in targets(state):
            ways[to] = ways.get(to, 0) + ways[number]
    return Sizes(
        states=len(graph.states),
        histories=counts.histories,
        information_sets=counts.information_sets,
        sequences=(sequences[0], sequences[1]),
    )
