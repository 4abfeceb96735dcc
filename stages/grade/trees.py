"""Are two trees the same up to names and order, information sets included?

Nodes get colours: from the ends of play upwards by what can follow, and then
again and again by the colours of the parent, of the children and of the information
set, until nothing changes. Then the trees are laid over each other along the
colours, and every node, action, probability and payoff is compared. Where this
fails although all colours agree, a symmetry has to be broken: two nodes are told
from their like, and it is tried again.
"""

from collections import Counter

from schemas.game import Chance, Decision, Game, children
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
    sets = _Sets(games, colours)
    for node, record in enumerate(one.nodes):
        there = other.nodes[found[node]]
        order: tuple[int, ...] | None
        match record, there:
            case Decision(), Decision():
                order = sets.order(record.infoset, there.infoset, (node, found[node]))
            case Chance(), Chance():
                order = _order(games, node, found[node], colours)
                if order is None or any(
                    probability != there.probabilities[at]
                    for probability, at in zip(record.probabilities, order, strict=True)
                ):
                    return None
            case _ if record == there:
                continue
            case _:
                return None
        below, beside = children(record), children(there)
        if order is None or len(below) != len(beside):
            return None
        for child, at in zip(below, order, strict=True):
            found[child] = beside[at]
            if colours[0][child] != colours[1][found[child]]:
                return None
    return tuple(found)


class _Sets:
    """Which information sets of the first tree are laid over which of the second."""

    def __init__(self, games: tuple[Game, Game], colours: tuple[list[int], list[int]]) -> None:
        self.games, self.colours = games, colours
        self.found: dict[int, tuple[int, tuple[int, ...]]] = {}
        """Per information set of the first tree that of the second, with the order of its
        actions there.
        """
        self.taken: set[int] = set()

    def order(self, infoset: int, other: int, nodes: tuple[int, int]) -> tuple[int, ...] | None:
        """Return per action of an information set the place of the same one in that of the other
        tree, both found at these nodes; None where they do not fit.
        """
        if infoset not in self.found:
            players = {
                game.information_sets[at].player
                for game, at in zip(self.games, (infoset, other), strict=True)
            }
            order = _order(self.games, *nodes, self.colours)
            if len(players) > 1 or order is None or other in self.taken:
                return None
            self.found[infoset] = (other, order)
            self.taken.add(other)
        known, order = self.found[infoset]
        return order if known == other else None


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
