"""Are two trees the same up to names and order, information sets included?

Nodes get colours: from the ends of play upwards by what can follow, and then
again and again by the colours of the parent, of the children and of the information
set, until nothing changes. Then the trees are laid over each other along the
colours, and every node, action, probability and payoff is compared. Where this
fails although all colours agree, a symmetry has to be broken: two nodes are told
from their like, and it is tried again.
"""

from collections import Counter

from schemas.game import Chance, Decision, Game, Terminal, children
from stages.grade.colours import Colours, Trees
from stages.grade.handin_labels import meaning
from stages.grade.nodes import actions

MAX_BROKEN = 40  # Symmetries; trees with more are compared by their sequence forms,
MAX_WORK = 100_000  # and so are those with fewer where they are large: nodes times symmetries.


def identical(one: Game, other: Game) -> tuple[int, ...] | None:
    """Return per node of a tree that of the other which is the same, up to names and order; None
    where there is none.

    Also None where more than MAX_BROKEN symmetries would have to be broken.
    """
    sizes = [
        (len(game.nodes), Counter(infoset.player for infoset in game.information_sets))
        for game in (one, other)
    ]
    if sizes[0] != sizes[1]:
        return None
    return _Overlay(one, other).found()


class _Overlay:
    """Two trees that are laid over each other."""

    def __init__(self, one: Game, other: Game) -> None:
        self.games = (one, other)
        self.trees = Trees(one, other)
        self.broken = 0

    def found(self, colours: Colours | None = None) -> tuple[int, ...] | None:
        """Return per node of the first tree that of the second, going on from colours that tell
        some nodes apart.
        """
        refined = self.trees.stable(self.trees.upward() if colours is None else colours)
        if refined is None:
            return None
        one, other = self.trees.split(refined)
        laid = _laid(self.games, (one, other))
        cell = _cell(one)
        if laid is not None or cell is None:
            return laid
        for node in (node for node, colour in enumerate(other) if colour == cell):
            self.broken += 1
            if self.broken > min(MAX_BROKEN, MAX_WORK // len(one) + 2):
                return None
            tried = refined.copy()
            tried[[one.index(cell), len(one) + node]] = refined.max() + 1
            laid = self.found(tried)
            if laid is not None:
                return laid
        return None


def _laid(games: tuple[Game, Game], colours: tuple[list[int], list[int]]) -> tuple[int, ...] | None:
    """Return per node of the first tree that of the second, laid along the colours; None where it
    does not fit.
    """
    one, other = games
    found = [-1] * len(one.nodes)
    found[0] = 0
    sets: dict[int, tuple[int, tuple[int, ...]]] = {}
    taken: set[int] = set()
    for node, record in enumerate(one.nodes):
        there = other.nodes[found[node]]
        if isinstance(record, Terminal) or isinstance(there, Terminal):
            if record != there:
                return None
            continue
        if isinstance(record, Decision) and isinstance(there, Decision):
            if (
                one.information_sets[record.infoset].player
                != other.information_sets[there.infoset].player
            ):
                return None
            if record.infoset not in sets:
                order = _order(games, node, found[node], colours)
                if order is None or there.infoset in taken:
                    return None
                sets[record.infoset] = (there.infoset, order)
                taken.add(there.infoset)
            infoset, order = sets[record.infoset]
            if infoset != there.infoset:
                return None
        elif isinstance(record, Chance) and isinstance(there, Chance):
            found_order = _order(games, node, found[node], colours)
            if found_order is None or any(
                one != there.probabilities[at]
                for one, at in zip(record.probabilities, found_order, strict=True)
            ):
                return None
            order = found_order
        else:
            return None
        if len(record.children) != len(there.children):
            return None
        for child, at in zip(record.children, order, strict=True):
            found[child] = there.children[at]
            if colours[0][child] != colours[1][found[child]]:
                return None
    return tuple(found)


def _order(
    games: tuple[Game, Game], node: int, there: int, colours: tuple[list[int], list[int]]
) -> tuple[int, ...] | None:
    """Return per child of a node the place of one of its colour in the other tree, of the same
    label where there are several.
    """
    free: dict[int, list[int]] = {}
    for at, child in reversed(list(enumerate(children(games[1].nodes[there])))):
        free.setdefault(colours[1][child], []).append(at)
    mine, yours = (
        [meaning(label) for label in actions(game, at)]
        for game, at in zip(games, (node, there), strict=True)
    )
    order = []
    for at, child in enumerate(children(games[0].nodes[node])):
        left = free.get(colours[0][child])
        if not left:
            return None
        order.append(next((place for place in left if yours[place] == mine[at]), left[-1]))
        left.remove(order[-1])
    return tuple(order)


def _cell(colours: list[int]) -> int | None:
    """Return the colour of the first node that has it in common with another; None where all
    differ.
    """
    counts = Counter(colours)
    return next((colour for colour in colours if counts[colour] > 1), None)
