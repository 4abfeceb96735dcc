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
from stages.grade.labels import direction, plain
from stages.grade.walk import labels

MAX_BROKEN = 40  # Symmetries; trees with more are compared by their sequence forms,
MAX_WORK = 100_000  # and so are those with fewer where they are large: nodes times symmetries.

Colours = list[int]


def identical(one: Game, other: Game) -> tuple[int, ...] | None:
    """Return per node of a tree that of the other which is the same, up to names and order; None where there is none.

    Also None where more than MAX_BROKEN symmetries would have to be broken.
    """
    sizes = [(len(game.nodes), Counter(infoset.player for infoset in game.information_sets)) for game in (one, other)]
    if sizes[0] != sizes[1]:
        return None
    return _Overlay(one, other).found()


class _Tree:
    """A game with what its colours are made of."""

    def __init__(self, game: Game, known: dict[object, int]) -> None:
        self.game, self.known = game, known
        self.above = [-1] * len(game.nodes)
        self.position = [0] * len(game.nodes)
        self.members: list[list[int]] = [[] for _ in game.information_sets]
        for node, record in enumerate(game.nodes):
            if isinstance(record, Decision):
                self.members[record.infoset].append(node)
            if not isinstance(record, Terminal):
                for at, child in enumerate(record.children):
                    self.above[child], self.position[child] = node, at

    def upward(self) -> Colours:
        """Return colours by what can follow alone."""
        found = [0] * len(self.game.nodes)
        for node in reversed(range(len(found))):
            found[node] = self.colour(self.kind(node), tuple(sorted(self.below(node, found))))
        return found

    def kind(self, node: int) -> object:
        match self.game.nodes[node]:
            case Terminal(payoff):
                return ("end", payoff)
            case Decision(infoset):
                return self.game.information_sets[infoset].player
            case _:
                return "chance"

    def below(self, node: int, colours: Colours) -> list[tuple[int, int]]:
        """Return the colours of the children, each with that of its probability."""
        match self.game.nodes[node]:
            case Chance(_, probabilities, children):
                return [(colours[child], self.colour(probability)) for child, probability in zip(children, probabilities)]
            case Decision(_, children):
                return [(colours[child], 0) for child in children]
            case _:
                return []

    def colour(self, *what: object) -> int:
        return self.known.setdefault(what, len(self.known))

    def refined(self, colours: Colours) -> Colours:
        """Return colours that tell apart what the parents, the children or the information sets tell apart."""
        sets = [self.colour("set", *sorted(colours[node] for node in nodes)) for nodes in self.members]
        actions = [
            [
                self.colour(
                    "action",
                    sets[at],
                    *sorted(
                        colours[self.game.nodes[node].children[position]]  # type: ignore[union-attr]
                        for node in nodes
                    ),
                )
                for position in range(len(infoset.actions))
            ]
            for at, (nodes, infoset) in enumerate(zip(self.members, self.game.information_sets))
        ]
        found = []
        for node, record in enumerate(self.game.nodes):
            above = self.above[node]
            parent = self.game.nodes[above] if above >= 0 else None
            by = actions[parent.infoset][self.position[node]] if isinstance(parent, Decision) else 0
            own = sets[record.infoset] if isinstance(record, Decision) else 0
            found.append(
                self.colour(colours[node], colours[above] if above >= 0 else -1, by, own, *sorted(self.below(node, colours)))
            )
        return found


class _Overlay:
    """Two trees that are laid over each other."""

    def __init__(self, one: Game, other: Game) -> None:
        self.known: dict[object, int] = {}
        self.trees = (_Tree(one, self.known), _Tree(other, self.known))
        self.broken = 0

    def found(self, colours: tuple[Colours, Colours] | None = None) -> tuple[int, ...] | None:
        """Return per node of the first tree that of the second, going on from colours that tell some nodes apart."""
        refined = colours or (self.trees[0].upward(), self.trees[1].upward())
        if not _refine(self.trees, refined):
            return None
        laid = _laid(self.trees, refined)
        cell = _cell(refined[0])
        if laid is not None or cell is None:
            return laid
        one = refined[0].index(cell)
        for other in (node for node, colour in enumerate(refined[1]) if colour == cell):
            self.broken += 1
            if self.broken > min(MAX_BROKEN, MAX_WORK // len(refined[0]) + 2):
                return None
            fresh = self.known.setdefault(("chosen", self.broken), len(self.known))
            tried = (list(refined[0]), list(refined[1]))
            tried[0][one] = tried[1][other] = fresh
            laid = self.found(tried)
            if laid is not None:
                return laid
        return None


def _refine(trees: tuple[_Tree, _Tree], colours: tuple[Colours, Colours]) -> bool:
    """Refine the colours of both trees until nothing changes; return whether they still agree."""
    number = -1
    while number != len(set(colours[0])):
        number = len(set(colours[0]))
        if Counter(colours[0]) != Counter(colours[1]):
            return False
        for tree, found in zip(trees, colours):
            found[:] = tree.refined(found)
    return Counter(colours[0]) == Counter(colours[1])


def _laid(trees: tuple[_Tree, _Tree], colours: tuple[Colours, Colours]) -> tuple[int, ...] | None:
    """Return per node of the first tree that of the second, laid along the colours; None where it does not fit."""
    one, other = (tree.game for tree in trees)
    found = [-1] * len(one.nodes)
    found[0] = 0
    sets: dict[int, tuple[int, tuple[int, ...]]] = {}
    taken: set[int] = set()
    for node, record in enumerate(one.nodes):
        there = other.nodes[found[node]]
        if type(there) is not type(record) or trees[0].kind(node) != trees[1].kind(found[node]):
            return None
        if isinstance(record, Terminal) or isinstance(there, Terminal):
            continue
        if isinstance(record, Decision) and isinstance(there, Decision):
            if record.infoset not in sets:
                order = _order(trees, node, found[node], colours)
                if order is None or there.infoset in taken:
                    return None
                sets[record.infoset] = (there.infoset, order)
                taken.add(there.infoset)
            infoset, order = sets[record.infoset]
            if infoset != there.infoset:
                return None
        elif isinstance(record, Chance) and isinstance(there, Chance):
            found_order = _order(trees, node, found[node], colours)
            if found_order is None:
                return None
            order = found_order
            if any(probability != there.probabilities[at] for probability, at in zip(record.probabilities, order)):
                return None
        if len(record.children) != len(there.children):
            return None
        for child, at in zip(record.children, order or ()):
            found[child] = there.children[at]
            if colours[0][child] != colours[1][found[child]]:
                return None
    return tuple(found)


def _order(trees: tuple[_Tree, _Tree], node: int, there: int, colours: tuple[Colours, Colours]) -> tuple[int, ...] | None:
    """Return per child of a node the place of one of its colour in the other tree, of the same label where there are several."""
    free: dict[int, list[int]] = {}
    for at, child in reversed(list(enumerate(children(trees[1].game.nodes[there])))):
        free.setdefault(colours[1][child], []).append(at)
    mine, yours = (
        [direction(label) or plain(label) for label in labels(tree.game, at)] for tree, at in zip(trees, (node, there))
    )
    order = []
    for at, child in enumerate(children(trees[0].game.nodes[node])):
        left = free.get(colours[0][child])
        if not left:
            return None
        order.append(next((place for place in left if yours[place] == mine[at]), left[-1]))
        left.remove(order[-1])
    return tuple(order)


def _cell(colours: Colours) -> int | None:
    """Return the colour of the first node that has it in common with another; None where all differ."""
    counts = Counter(colours)
    return next((colour for colour in colours if counts[colour] > 1), None)
