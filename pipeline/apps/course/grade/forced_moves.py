"""Remove nodes without a decision: decision nodes with one action, chance nodes with one outcome.

A player that passes such a node on some histories to an information set and not on others formally
lacks perfect recall, although it forgets none of its decisions.
"""

from dataclasses import replace
from fractions import Fraction

from .....schemas.game import Chance, Game, Terminal, children
from .....schemas.game.node_order import prefix_order, renumbered


def without_forced(game: Game) -> tuple[Game, tuple[int, ...]]:
    """Return a tree without the nodes that have one child, and for each of its nodes the
    corresponding node of the given tree.
    """
    ahead = list(range(len(game.nodes)))
    for node in reversed(ahead):
        below = children(game.nodes[node])
        ahead[node] = ahead[below[0]] if len(below) == 1 else node
    nodes = [
        record
        if isinstance(record, Terminal)
        else record._replace(children=tuple(ahead[child] for child in record.children))
        for record in game.nodes
    ]
    order = prefix_order(nodes, ahead[0])
    infosets, kept = renumbered(game.information_sets, nodes, order)
    return replace(game, information_sets=infosets, nodes=kept), tuple(order)


def without_trivial_parts(game: Game) -> Game:
    """Return a tree without forced moves and without subtrees in which all payoffs are the same.

    A strategy for one tree can be played in the other with the same knowledge.
    """
    return relevant_part(game)[0]


def relevant_part(game: Game) -> tuple[Game, tuple[int, ...]]:
    """Return what `without_trivial_parts` does, and for each node of that tree the corresponding
    node of the given one.
    """
    payoffs: list[Fraction | None] = [None] * len(game.nodes)
    nodes = list(game.nodes)
    for node in reversed(range(len(nodes))):
        record = nodes[node]
        if isinstance(record, Terminal):
            payoffs[node] = record.payoff
            continue
        if isinstance(record, Chance):
            nodes[node] = record = _possible(record)
        below = {payoffs[child] for child in children(record)}
        payoff = below.pop() if len(below) == 1 else None
        if payoff is not None:
            payoffs[node], nodes[node] = payoff, Terminal(payoff)
    return without_forced(replace(game, nodes=tuple(nodes)))


def _possible(record: Chance) -> Chance:
    """Return a chance node without the outcomes of probability 0."""
    ways = zip(record.actions, record.probabilities, record.children, strict=True)
    actions, probabilities, below = zip(*(way for way in ways if way[1]), strict=True)
    return Chance(actions, probabilities, below)
