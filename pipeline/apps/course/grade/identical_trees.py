"""Are two trees the same up to names and order, information sets included?

Nodes get colours: first from the terminal nodes upwards by their continuations, then repeatedly by
the colours of the parent, the children and the information set, until nothing changes. Then the
trees are matched along the colours, comparing every node, action, probability and payoff. If this
fails although all colours agree, a symmetry has to be broken: one node in each tree gets a colour
of its own, and the matching is tried again.

The second tree's nodes are numbered after those of the first, so equal colours have the same
meaning in both. Colours are compared number by number, never by a hash that could collide.
"""

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from .....schemas.game import Chance, Decision, Game, Node, Terminal, children
from .....schemas.kernels.key_tables import KeyTable, enter_keys
from .labels import meaning
from .nodes import actions
from .pairing import pair_by_keys

Numbers = npt.NDArray[np.int64]
LabelledAlike = Callable[[int, int, int, int], bool]
"""Compares the labels of two actions, each given by its node and its position there."""

MAX_BROKEN = 40  # Symmetries; trees with more are compared by their sequence forms,
MAX_WORK = 100_000  # and so are those with fewer where they are large: nodes times symmetries.


def isomorphism(one: Game, other: Game) -> tuple[int, ...] | None:
    """Return for each node of a tree the same node of the other, up to names and order; None if the
    trees differ.

    Also return None if more than MAX_BROKEN symmetries would have to be broken.
    """
    sizes = [
        (len(game.nodes), Counter(infoset.player for infoset in game.information_sets))
        for game in (one, other)
    ]
    if sizes[0] != sizes[1]:
        return None
    return _Overlay(one, other).found()


def alignment(one: Game, other: Game, labelled_alike: LabelledAlike) -> tuple[int, ...] | None:
    """Return for each node of a tree the same node of the other, up to names, order and information
    sets; None if the trees differ.

    If several actions have the same continuations, those with labels of the same meaning correspond
    if possible, else those at the same position.
    """
    trees = Trees(one, other)
    colours = trees.split(trees.upward())
    if colours[0][0] != colours[1][0]:
        return None
    found = [0] * len(one.nodes)
    for node, there in enumerate(found):
        kinds = [
            [(colour[child], chance) for child, chance in _outcomes(game.nodes[at])]
            for game, at, colour in zip((one, other), (node, there), colours, strict=True)
        ]
        order = _label_order(kinds[0], kinds[1], node, there, labelled_alike)
        below = children(other.nodes[there])
        for child, at in zip(children(one.nodes[node]), order, strict=True):
            found[child] = below[at]
    return tuple(found)


def _outcomes(record: Node) -> list[tuple[int, object]]:
    """Return the children of a node, each with its probability if chance decides."""
    below = children(record)
    chances = record.probabilities if isinstance(record, Chance) else (None,) * len(below)
    return list(zip(below, chances, strict=True))


def _label_order(
    mine: Sequence[object],
    yours: Sequence[object],
    node: int,
    there: int,
    labelled_alike: LabelledAlike,
) -> list[int]:
    """Return for each action at a node one of the same kind at the other tree's node."""
    if len(set(mine)) == len(mine):
        return [yours.index(kind) for kind in mine]

    def same(one: int, two: int) -> bool:
        return mine[one] == yours[two]

    def alike(one: int, two: int) -> bool:
        return same(one, two) and labelled_alike(node, one, there, two)

    numbers = range(len(mine))
    return [at for _, at in pair_by_keys(numbers, numbers, (alike, same))]


class _Overlay:
    """Two trees to be matched."""

    def __init__(self, one: Game, other: Game) -> None:
        self.games = (one, other)
        self.trees = Trees(one, other)
        self.broken = 0

    def found(self, colours: Numbers | None = None) -> tuple[int, ...] | None:
        """Return for each node of the first tree that of the second, starting from colours that
        distinguish some nodes.
        """
        refined = self.trees.stable(self.trees.upward() if colours is None else colours)
        if refined is None:
            return None
        one, other = self.trees.split(refined)
        laid = _overlay_map(self.games, (one, other))
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


def _overlay_map(
    games: tuple[Game, Game], colours: tuple[list[int], list[int]]
) -> tuple[int, ...] | None:
    """Return for each node of the first tree that of the second, matched along the colours; None if
    it does not fit.
    """
    first, second = games
    images = [-1] * len(first.nodes)
    images[0] = 0
    sets = _Sets(games, colours)
    for node, record in enumerate(first.nodes):
        there = second.nodes[images[node]]
        order: tuple[int, ...] | None
        match record, there:
            case Decision(), Decision():
                order = sets.order(record.infoset, there.infoset, (node, images[node]))
            case Chance(), Chance():
                order = _order(games, node, images[node], colours)
                if order is None or any(
                    probability != there.probabilities[place]
                    for probability, place in zip(record.probabilities, order, strict=True)
                ):
                    return None
            case _ if record == there:
                continue
            case _:
                return None
        below, beside = children(record), children(there)
        if order is None or len(below) != len(beside):
            return None
        for child, place in zip(below, order, strict=True):
            images[child] = beside[place]
            if colours[0][child] != colours[1][images[child]]:
                return None
    return tuple(images)


class _Sets:
    """The corresponding information sets of two trees."""

    def __init__(self, games: tuple[Game, Game], colours: tuple[list[int], list[int]]) -> None:
        self.games, self.colours = games, colours
        self.found: dict[int, tuple[int, tuple[int, ...]]] = {}
        """For each information set of the first tree, that of the second and the order of its
        actions there.
        """
        self.taken: set[int] = set()

    def order(self, infoset: int, other: int, nodes: tuple[int, int]) -> tuple[int, ...] | None:
        """Return for each action of an information set its index in that of the other tree, both
        given with one of their nodes; None if they do not fit.
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
    """Return for each child of a node the index of one with its colour in the other tree; among
    several, the one with the same label.
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
    """Return the colour of the first node that shares its colour; None if all differ."""
    counts = Counter(colours)
    return next((colour for colour in colours if counts[colour] > 1), None)


class Trees:
    """Two trees side by side."""

    def __init__(self, one: Game, other: Game) -> None:
        self.sizes = len(one.nodes), len(other.nodes)
        known: dict[object, int] = {}
        drawn = _ArrayContents()
        for game in (one, other):
            drawn.add(game, known)
        self.kinds = _array(drawn.kinds)
        self.above = _array(drawn.above)
        """The parent of each node; -1 for roots."""
        self.infosets = _array(drawn.infosets)
        """The information set of each node; -1 at nodes without one."""
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

    def upward(self) -> Numbers:
        """Return colours by continuations alone, from the terminal nodes upwards."""
        heights = self._heights()
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

    def _heights(self) -> Numbers:
        """Return for each node the most moves to a terminal node."""
        parents, heights = self.above.tolist(), [0] * len(self.above)
        # Parents come before their children.
        for node in range(len(parents) - 1, -1, -1):
            if (parent := parents[node]) >= 0 and heights[parent] <= heights[node]:
                heights[parent] = heights[node] + 1
        return np.array(heights, np.int64)

    def refined(self, colours: Numbers) -> Numbers:
        """Return colours that also distinguish nodes by the colours of their parents, children and
        information sets.
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

    def split(self, colours: Numbers) -> tuple[list[int], list[int]]:
        """Return the colours of both trees."""
        whole = colours.tolist()
        return whole[: self.sizes[0]], whole[self.sizes[0] :]

    def agree(self, colours: Numbers) -> bool:
        """Return whether each colour has as many nodes in one tree as in the other."""
        many = int(colours.max()) + 1
        one, other = (
            np.bincount(part, minlength=many) for part in np.split(colours, [self.sizes[0]])
        )
        return bool((one == other).all())

    def stable(self, colours: Numbers) -> Numbers | None:
        """Return the colours after all rounds that refine them; None where the trees then
        differ.
        """
        # Colours have no gaps, so the largest gives their number.
        colours = _numbered(colours)
        number = -1
        while self.agree(colours):
            if number == (number := int(colours.max())):
                return colours
            colours = self.refined(colours)
        return None


class _ArrayContents:
    """The contents of the arrays, node by node."""

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.above: list[int] = []
        self.probabilities: list[int] = []
        """For each node a number for the probability of the chance outcome that leads there."""
        self.infosets: list[int] = []
        self.moves: list[int] = []
        """For each node a number for the action that leads there; -1 behind chance."""
        self.owners: list[int] = []
        self.sets = 0

    def add(self, game: Game, known: dict[object, int]) -> None:
        """Add the nodes of a tree; equal things in both trees get the same number from `known`."""
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
                    for move, child in enumerate(children, first[infoset]):
                        above[child], moves[child] = node + shift, move
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
    """Groups of nodes."""

    def __init__(self, of: Numbers, number: int) -> None:
        self.of = of
        """The group of each node, -1 for none."""
        self.nodes = np.flatnonzero(of >= 0)
        self.each = of[self.nodes]
        self.sizes = np.bincount(self.each, minlength=number)

    def ranks(self, colours: Numbers) -> Numbers:
        """Return for each group a number for its multiset of colours."""
        return bags(colours[self.nodes], self.each, self.sizes)


def _at(found: Numbers, where: Numbers) -> Numbers:
    """Return the values found at indices, plus 1; 0 at index -1, for none."""
    return (
        np.where(where >= 0, found[where] + 1, 0) if len(found) else np.zeros(len(where), np.int64)
    )


def _array(numbers: Sequence[int]) -> Numbers:
    return np.array(numbers, dtype=np.int64)


def ranks(first: Numbers, *columns: Numbers) -> Numbers:
    """Return a number from 0 on for each row of columns of numbers from 0 on. Two rows get the same
    number exactly if they are equal.

    >>> ranks(np.array([3, 1, 3, 3]), np.array([0, 0, 0, 1])).tolist()
    [0, 1, 0, 2]
    """
    found = first
    for column in columns:
        # Both factors are at most the number of nodes: their product is far below 2**63.
        found = _numbered(found * (int(column.max(initial=0)) + 1) + column)
    return found


def _numbered(values: Numbers) -> Numbers:
    """Return a number from 0 on for each value, the same exactly for equal values."""
    found = np.empty(len(values), np.int32)
    enter_keys(KeyTable(len(values)), values, found)
    return found.astype(np.int64)


def bags(values: Numbers, each: Numbers, sizes: Numbers) -> Numbers:
    """Return for each bag a number for its values. Two bags get the same number exactly if they
    hold the same values equally often.

    `each` is the bag of each value, `sizes` the number of values per bag.

    >>> bags(np.array([5, 7, 7, 5, 7]), np.array([0, 0, 1, 1, 2]), np.array([2, 2, 1, 0])).tolist()
    [0, 0, 1, 2]
    """
    spread = int(values.max(initial=0)) + 1
    return _runs(np.sort(each * spread + values) % spread, sizes)


def _runs(values: Numbers, lengths: Numbers) -> Numbers:
    """Return a number for each run of values, the same exactly for equal runs. Neighbours are
    merged until one is left.
    """
    found = np.zeros(len(lengths), np.int64)
    waiting, left = np.arange(len(lengths)), lengths
    while True:
        ended = left <= 1
        begins = np.cumsum(left) - left
        whole = ended & (left == 1)
        found[waiting[whole]] = values[begins[whole]]
        if ended.all():
            # Runs of one length end at the same time, so that their numbers can be compared.
            return ranks(found, lengths)
        values = values[np.repeat(~ended, left)]
        waiting, left = waiting[~ended], left[~ended]
        halves = (left + 1) // 2
        places = np.arange(int(halves.sum())) - np.repeat(np.cumsum(halves) - halves, halves)
        one = np.repeat(np.cumsum(left) - left, halves) + 2 * places
        other = np.where(
            2 * places + 1 < np.repeat(left, halves),
            values[np.minimum(one + 1, len(values) - 1)] + 1,
            0,
        )
        values, left = ranks(values[one], other), halves
