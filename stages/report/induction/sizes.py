"""How large the tree of a public graph is: exact numbers of any size."""

from schemas.induction_report import Sizes
from schemas.parts.states import Choice, Joint, targets
from schemas.rules.goofspiel import Goofspiel
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
        len(graph.states), counts.histories, counts.information_sets, (sequences[0], sequences[1])
    )


def deal_sizes(rule: Goofspiel, states: int) -> Sizes:
    """Return the sizes of Goofspiel's tree: with k cards left there are k prizes to turn up and k *
    k pairs of bids.

    For `win` the tree is the one that goes on to the end when the winner is known.
    """
    histories, infosets, sequences = 1, 0, 0
    for cards in range(1, len(rule.prizes) + 1):
        turned = 1 if cards > 1 else 0  # The last prize needs no turning up.
        histories = turned + cards * (1 + cards + cards * cards * histories)
        infosets, sequences = (
            cards * (1 + cards * cards * infosets),
            cards * (cards + cards * cards * sequences),
        )
    return Sizes(states, histories, (infosets, infosets), (1 + sequences, 1 + sequences))
