"""Nodes at which there is nothing to decide, left out: decisions with one action, chance moves with
one outcome.

A player that passes such a node on some ways to an information set and not on
others formally has no perfect recall, and yet forgets nothing that it decided.
"""

from dataclasses import replace

from schemas.game import Decision, Game, InformationSet, Node, Terminal, children


def without_forced(game: Game) -> tuple[Game, tuple[int, ...]]:
    """Return a tree without the nodes that have one child, and per node of it that of the tree
    given.
    """
    origins: list[int] = []
    following: list[list[int]] = []
    numbers: dict[int, int] = {}
    infosets: list[InformationSet] = []
    waiting = [(0, -1, 0)]
    while waiting:
        node, above, position = waiting.pop()
        while len(children(game.nodes[node])) == 1:
            node = children(game.nodes[node])[0]
        if above >= 0:
            following[above][position] = len(origins)
        record = game.nodes[node]
        if isinstance(record, Decision) and record.infoset not in numbers:
            numbers[record.infoset] = len(infosets)
            infosets.append(game.information_sets[record.infoset])
        waiting += [(child, len(origins), at) for at, child in enumerate(children(record))][::-1]
        origins.append(node)
        following.append([0] * len(children(record)))
    nodes = tuple(
        _moved(game.nodes[node], tuple(below), numbers)
        for node, below in zip(origins, following, strict=True)
    )
    return replace(game, information_sets=tuple(infosets), nodes=nodes), tuple(origins)


def _moved(record: Node, below: tuple[int, ...], numbers: dict[int, int]) -> Node:
    if isinstance(record, Terminal):
        return record
    if isinstance(record, Decision):
        return Decision(numbers[record.infoset], below)
    return record._replace(children=below)
