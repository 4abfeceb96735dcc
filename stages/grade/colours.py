"""Colours of the nodes of two trees at once, in arrays.

The nodes of the second tree are numbered on behind those of the first, so that
equal colours mean the same in both. A colour is a number from 0 on, given anew
in each round by comparing what it stands for, number by number: two nodes have
the same colour only where all of that is equal, and no print could collide.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from schemas.game import Chance, Decision, Game, Terminal
from stages.grade.colours_kernel import find_heights
from stages.grade.ranking import bags, numbered, ranks

Colours = npt.NDArray[np.int64]


class Trees:
    """Two trees side by side."""

    def __init__(self, one: Game, other: Game) -> None:
        self.sizes = len(one.nodes), len(other.nodes)
        known: dict[object, int] = {}
        drawn = _Drawn()
        for game in (one, other):
            drawn.add(game, known)
        self.kinds = _array(drawn.kinds)
        self.above = _array(drawn.above)
        """Per node its parent; of the roots -1."""
        self.infosets = _array(drawn.infosets)
        """Per node its information set, -1 where nobody decides."""
        below = np.flatnonzero(self.above >= 0)
        self.children = below[np.argsort(self.above[below], kind="stable")]
        self.each = self.above[self.children]
        self.probabilities = _array(drawn.probabilities)[self.children]
        self.widths = np.bincount(self.each, minlength=len(self.above))
        self.members = _Groups(self.infosets, drawn.sets)
        self.moves = _Groups(_array(drawn.moves), len(drawn.owners))
        """The nodes behind each action of an information set."""
        self.owners = _array(drawn.owners)
        """Per action its information set."""

    def upward(self) -> Colours:
        """Return colours by what can follow alone, from the ends of play upwards."""
        heights = np.zeros(len(self.above), np.int64)
        find_heights(self.above, heights)
        # Children by the height of their parents.
        order = np.argsort(heights[self.each], kind="stable")
        nodes = np.argsort(heights, kind="stable")
        ends = np.cumsum(np.bincount(heights))
        until = np.cumsum(np.bincount(heights[self.each], minlength=len(ends)))
        found = np.zeros(len(heights), np.int64)
        given = 0
        for height, end in enumerate(ends):
            here = nodes[ends[height - 1] if height else 0 : end]
            near = order[until[height - 1] if height else 0 : until[height]]
            values = ranks(found[self.children[near]], self.probabilities[near])
            widths = self.widths[here]
            fresh = ranks(
                self.kinds[here], bags(values, np.repeat(np.arange(len(here)), widths), widths)
            )
            found[here] = fresh + given
            given += int(fresh.max()) + 1
        return found

    def refined(self, colours: Colours) -> Colours:
        """Return colours that tell apart what the parents, the children or the information sets
        tell apart.
        """
        sets = self.members.ranks(colours)
        moves = ranks(self.moves.ranks(colours), sets[self.owners])
        below = bags(ranks(colours[self.children], self.probabilities), self.each, self.widths)
        own, by, above = (
            _at(found, where)
            for found, where in (
                (sets, self.infosets),
                (moves, self.moves.of),
                (colours, self.above),
            )
        )
        return ranks(colours, below, above, own, by)

    def split(self, colours: Colours) -> tuple[list[int], list[int]]:
        """Return the colours of both trees."""
        whole = colours.tolist()
        return whole[: self.sizes[0]], whole[self.sizes[0] :]

    def agree(self, colours: Colours) -> bool:
        """Return whether each colour has as many nodes in one tree as in the other."""
        many = int(colours.max()) + 1
        one, other = (
            np.bincount(part, minlength=many) for part in np.split(colours, [self.sizes[0]])
        )
        return bool((one == other).all())

    def stable(self, colours: Colours) -> Colours | None:
        """Return the colours after all rounds that refine them; None where the trees then
        differ.
        """
        # Without gaps, so that the largest says how many there are.
        colours = numbered(colours)
        number = -1
        while self.agree(colours):
            if number == (number := int(colours.max())):
                return colours
            colours = self.refined(colours)
        return None


class _Drawn:
    """What the arrays are made of, node by node."""

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.above: list[int] = []
        self.probabilities: list[int] = []
        """Per node a number for the one with which chance leads there."""
        self.infosets: list[int] = []
        self.moves: list[int] = []
        """Per node a number for the action that leads there; -1 behind chance."""
        self.owners: list[int] = []
        self.sets = 0

    def add(self, game: Game, known: dict[object, int]) -> None:
        """Add the nodes of a tree; what is equal in both is known by the same number."""
        shift, size = len(self.kinds), len(game.nodes)
        first = [len(self.owners) + number - 1 for number in game.first]
        above, probabilities, moves = [-1] * size, [0] * size, [-1] * size
        for node, record in enumerate(game.nodes):
            infoset = -1
            match record:
                case Terminal(payoff):
                    kind: object = ("end", *payoff.as_integer_ratio())
                case Decision(infoset, children):
                    kind = game.information_sets[infoset].player
                    for at, child in enumerate(children, first[infoset]):
                        above[child], moves[child] = node + shift, at
                case Chance(_, chances, children):
                    kind = "chance"
                    for probability, child in zip(chances, children, strict=True):
                        above[child] = node + shift
                        probabilities[child] = known.setdefault(
                            probability.as_integer_ratio(), len(known) + 1
                        )
            self.kinds.append(known.setdefault(kind, len(known) + 1))
            self.infosets.append(infoset if infoset < 0 else infoset + self.sets)
        self.above += above
        self.probabilities += probabilities
        self.moves += moves
        self.owners += [
            number
            for number, infoset in enumerate(game.information_sets, self.sets)
            for _ in infoset.actions
        ]
        self.sets += len(game.information_sets)


class _Groups:
    """Nodes that belong together."""

    def __init__(self, of: Colours, number: int) -> None:
        self.of = of
        """Per node its group, -1 for none."""
        self.nodes = np.flatnonzero(of >= 0)
        self.each = of[self.nodes]
        self.sizes = np.bincount(self.each, minlength=number)

    def ranks(self, colours: Colours) -> Colours:
        """Return per group a number for the colours in it, each as often as it is there."""
        return bags(colours[self.nodes], self.each, self.sizes)


def _at(found: Colours, where: Colours) -> Colours:
    """Return what was found at places, plus 1; 0 where there is none, which is at -1."""
    return (
        np.where(where >= 0, found[where] + 1, 0) if len(found) else np.zeros(len(where), np.int64)
    )


def _array(numbers: Sequence[int]) -> Colours:
    return np.array(numbers, dtype=np.int64)
