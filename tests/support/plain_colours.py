"""The reference implementation of the colours of `pipeline.apps.course.grade.identical_trees`: the
same colours node by node, in dicts, without arrays.
"""

from collections import Counter

from efgc.schemas.game import Chance, Decision, Terminal


class PlainTree:
    """A tree with the data of its colours; `known` numbers these equally in both trees."""

    def __init__(self, game, known):
        self.game, self.known = game, known
        self.above, self.position = [-1] * len(game.nodes), [0] * len(game.nodes)
        self.members = [[] for _ in game.information_sets]
        for node, record in enumerate(game.nodes):
            if isinstance(record, Decision):
                self.members[record.infoset].append(node)
            for at, child in enumerate(getattr(record, "children", ())):
                self.above[child], self.position[child] = node, at

    def upward(self):
        found = [0] * len(self.game.nodes)
        for node in reversed(range(len(found))):
            found[node] = self.colour(self.kind(node), tuple(sorted(self.below(node, found))))
        return found

    def kind(self, node):
        match self.game.nodes[node]:
            case Terminal(payoff):
                return ("end", payoff)
            case Decision(infoset):
                return self.game.information_sets[infoset].player
            case _:
                return "chance"

    def below(self, node, colours):
        match self.game.nodes[node]:
            case Chance(_, probabilities, children):
                return [
                    (colours[child], self.colour(probability))
                    for child, probability in zip(children, probabilities, strict=True)
                ]
            case Decision(_, children):
                return [(colours[child], 0) for child in children]
            case _:
                return []

    def colour(self, *what):
        return self.known.setdefault(what, len(self.known))

    def refined(self, colours):
        sets = [
            self.colour("set", *sorted(colours[node] for node in nodes)) for nodes in self.members
        ]
        actions = [
            [
                self.colour(
                    "action",
                    sets[at],
                    *sorted(colours[self.game.nodes[node].children[position]] for node in nodes),
                )
                for position in range(len(infoset.actions))
            ]
            for at, (nodes, infoset) in enumerate(
                zip(self.members, self.game.information_sets, strict=True)
            )
        ]
        found = []
        for node, record in enumerate(self.game.nodes):
            above = self.above[node]
            parent = self.game.nodes[above] if above >= 0 else None
            by = actions[parent.infoset][self.position[node]] if isinstance(parent, Decision) else 0
            own = sets[record.infoset] if isinstance(record, Decision) else 0
            key = (
                colours[node],
                colours[above] if above >= 0 else -1,
                by,
                own,
                *sorted(self.below(node, colours)),
            )
            found.append(self.colour(*key))
        return found


def upward(one, other):
    """Return two trees with their colours by what can follow alone."""
    known = {}
    trees = PlainTree(one, known), PlainTree(other, known)
    return trees, (trees[0].upward(), trees[1].upward())


def stable(trees, colours):
    """Return the colours of both trees that no more refine; None where the trees then differ."""
    colours, number = tuple(map(list, colours)), -1
    while number != len(set(colours[0])):
        number = len(set(colours[0]))
        if Counter(colours[0]) != Counter(colours[1]):
            return None
        colours = tuple(tree.refined(found) for tree, found in zip(trees, colours, strict=True))
    return colours if Counter(colours[0]) == Counter(colours[1]) else None


def partition(one, other):
    """Return the colours of two trees, numbered in order of first use: the same for the same
    partition of the nodes.
    """
    known = {}
    return [known.setdefault(colour, len(known)) for colour in (*one, *other)]
