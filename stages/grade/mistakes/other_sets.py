"""A tree with other information sets of one player."""

from collections.abc import Callable
from dataclasses import replace

from schemas.game import Decision, Game, InformationSet, Node, children

Past = tuple[int, ...]
"""What a player did last: the number of its information set and the action, and so all that it did;
empty before that.
"""


def regrouped(game: Game, player: int, known: Callable[[int, Decision, Past], object]) -> Game:
    """Return a tree in which a player can tell two of its decisions apart where what it knows there
    is not the same: of a node, its record, and what the player did before.
    """
    own: dict[int, Past] = {0: ()}
    numbers: dict[object, int] = {}
    infosets: list[InformationSet] = []
    nodes: list[Node] = []
    for node, record in enumerate(game.nodes):
        past = own[node]
        own.update(dict.fromkeys(children(record), past))
        if isinstance(record, Decision):
            infoset = game.information_sets[record.infoset]
            mine = infoset.player == player
            name = mine, known(node, record, past) if mine else record.infoset
            if name not in numbers:
                numbers[name] = len(infosets)
                infosets.append(infoset)
            record = record._replace(infoset=numbers[name])
            if mine:
                own.update({to: (numbers[name], at) for at, to in enumerate(record.children)})
        nodes.append(record)
    return replace(game, information_sets=tuple(infosets), nodes=tuple(nodes))
