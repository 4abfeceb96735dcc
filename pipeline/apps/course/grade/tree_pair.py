"""The reference and a hand-in side by side: corresponding nodes, and how much subtrees differ.

Subtrees are compared in two ways: by the number of subtrees that only one of them has
(`SubtreeDistance`), and by the possible continuations, regardless of the knowledge of the players
(`Continuations`). Both choose the difference to report; of the verdict, only `other_numbers`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from .....schemas.game import Chance, Decision, Game, Terminal, children
from .....schemas.game.columns import GameColumns
from .....schemas.parts.squares import Square, after
from .differences import Difference, DifferenceKind, Member, Pair
from .labels import heading, moves_are_steps
from .nodes import actions, described, first_child, forced, turn


class SubtreeDistance:
    """The reference and a hand-in, with numbers for their subtrees; equal subtrees share a
    number.
    """

    def __init__(self, reference: Game, handin: Game) -> None:
        self.numberings = tuple(_Numbering(exactly, reference, handin) for exactly in (True, False))
        self.known: dict[tuple[int, int], int] = {}

    def distance(self, reference: int, node: int) -> int:
        """Return the number of subtrees in which a node of the reference and one of the hand-in
        differ.
        """
        exact = self.numberings[0]
        key = exact.there[reference], exact.here[node]
        if key not in self.known:
            self.known[key] = sum(
                one.distance(one.there[reference], one.here[node]) for one in self.numberings
            )
        return self.known[key]

    def other_numbers(self) -> bool:
        """Return whether the trees have the same shape, up to names, order, forced moves and
        information sets, but other payoffs or probabilities.
        """
        exact, shape = self.numberings
        return shape.there[0] == shape.here[0] and exact.there[0] != exact.here[0]


class _Numbering:
    """The numbers of all subtrees, with or without payoffs and probabilities."""

    def __init__(self, exactly: bool, reference: Game, handin: Game) -> None:
        self.exactly = exactly
        self.known: dict[object, int] = {}
        self.below: list[Sequence[int]] = []
        self.counts: dict[int, Counter[int]] = {}
        self.there, self.here = self._numbers(reference), self._numbers(handin)

    def distance(self, one: int, other: int) -> int:
        """Return how many subtrees occur in only one of two."""
        if one == other:
            return 0
        mine, yours = self._count(one), self._count(other)
        return ((mine - yours) + (yours - mine)).total()

    def _numbers(self, game: Game) -> list[int]:
        found = [0] * len(game.nodes)
        for node in reversed(range(len(found))):
            record = game.nodes[node]
            below = [found[child] for child in children(record)]
            if len(below) == 1:
                found[node] = below[0]
                continue
            key: object = (turn(game, node), *sorted(below))
            if self.exactly and isinstance(record, Chance):
                key = "chance", *sorted(zip(below, record.probabilities, strict=True))
            elif self.exactly and isinstance(record, Terminal):
                key = record.payoff
            if key not in self.known:
                self.known[key] = len(self.below)
                self.below.append(below)
            found[node] = self.known[key]
        return found

    def _count(self, number: int) -> Counter[int]:
        """Return the subtrees of one, itself included, each with its number of occurrences."""
        waiting = [number]
        while waiting:
            at = waiting[-1]
            new = [below for below in self.below[at] if below not in self.counts]
            waiting += new
            if not new:
                waiting.pop()
                if at not in self.counts:
                    total = Counter([at])
                    for below in self.below[at]:
                        total.update(self.counts[below])
                    self.counts[at] = total
        return self.counts[number]


class TreePair:
    """Two trees; `reference` is one of level 0, with the labels of the map."""

    def __init__(self, reference: Game, handin: Game, start: Square | None = None) -> None:
        self.reference, self.handin = reference, handin
        self.places = dict(reference.places)
        self.squares = _squares(reference, start)
        """The agent's square at each node of the reference; empty if unknown."""
        self.continuations = Continuations()
        self.there = self.continuations.of(reference)
        # It does not depend on labels, and it takes long in a large tree.
        alike = same_drawing(reference, handin)
        self.here = self.there if alike else self.continuations.of(handin)
        """The possible continuations that matter, for each node of the reference and of the
        hand-in.
        """

    def same(self, reference: int, node: int) -> bool:
        """Return whether a node of the reference and one of the hand-in have equal
        continuations.
        """
        return self.there[reference] == self.here[node]

    def distance(self, reference: int, node: int) -> int:
        """Return how much a node of the reference and one of the hand-in differ in
        continuations.
        """
        return self.subtrees.distance(reference, node)

    @cached_property
    def subtrees(self) -> SubtreeDistance:
        """The numbered subtrees; computed only if the trees differ."""
        return SubtreeDistance(self.reference, self.handin)

    def spare(self, side: int, node: int, action: int, others: Iterable[int]) -> bool:
        """Return whether the result of an action at a node of one tree can be attained without it,
        at that node and at `others` of the other tree.
        """
        game, numbers = self._side(side)
        beyond = numbers[children(game.nodes[node])[action]]
        payoff, player = self.continuations.constant(beyond), turn(game, node)
        if payoff is not None:
            about = self._side(1 - side)[1]
            return all(self.continuations.can_have(player, about[at], payoff) for at in others)
        twins = self.twins[side][player - 1]
        ways = [twins[child] for child in children(game.nodes[node])]
        return ways.count(ways[action]) > 1

    def _side(self, side: int) -> tuple[Game, list[int]]:
        return ((self.reference, self.there), (self.handin, self.here))[side]

    @cached_property
    def twins(self) -> tuple[tuple[list[int], ...], ...]:
        """`equivalence_numbers` for each player, of the reference and of the hand-in."""
        return tuple(
            tuple(equivalence_numbers(game, player) for player in (1, 2))
            for game in (self.reference, self.handin)
        )

    def only_payoff(self, members: Iterable[Member]) -> Fraction | None:
        """Return the only payoff that can follow nodes of the reference; None where there are
        several.
        """
        numbers = {self.there[member.node] for member in members}
        return self.continuations.constant(numbers.pop()) if len(numbers) == 1 else None

    @cached_property
    def sets(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """The nodes of each information set of both trees."""
        return _sets(self.reference), _sets(self.handin)

    def same_moves(self, reference: int, node: int) -> bool:
        """Return whether the agent has the same moves at a node of the reference and of the
        hand-in.
        """
        if turn(self.reference, reference) != 1 or turn(self.handin, node) != 1:
            return False
        return sorted(actions(self.reference, reference)) == sorted(self.moves(reference, node))

    def moves(self, reference: int, node: int) -> tuple[str, ...]:
        """Return the directions that the agent's labels at a node of the hand-in mean, seen from
        the square of a node of the reference; empty text if that square is unknown.
        """
        square = self.squares[reference] if self.squares else None
        labels = actions(self.handin, node)
        return tuple(heading(label, square, self.by_steps) for label in labels)

    @cached_property
    def by_steps(self) -> bool:
        """Whether the pairs of numbers among the agent's labels are steps, and not squares."""
        return moves_are_steps(self.handin)

    @cached_property
    def has_forced_moves(self) -> bool:
        """Whether forced moves of the agent are drawn in the hand-in."""
        game = self.handin
        return any(turn(game, node) == 1 and forced(game, node) for node in range(len(game.nodes)))

    def turns(self, members: Iterable[Member]) -> set[int]:
        return {turn(self.reference, member.node) for member in members}

    def next(self, member: Member) -> Member:
        """Return the member after a forced move of the reference."""
        return Member(first_child(self.reference, member.node), member.open)

    def pair(self, member: Member, node: int, actions: Iterable[tuple[int, int]]) -> Pair:
        record = self.reference.nodes[member.node]
        assert isinstance(record, Decision)
        return Pair(reference=member, infoset=record.infoset, node=node, actions=tuple(actions))

    def difference(
        self, kind: DifferenceKind, member: Member, node: int, above: int | None = None
    ) -> Difference:
        """Return the difference at a place; `above` is a node of player 2 that the hand-in should
        have reached by now.
        """
        held = tuple(at for at, _ in member.open) + (() if above is None else (above,))
        reference = member.node if above is None else above
        return Difference(
            kind=kind,
            reference=reference,
            before=member.node,
            open=held,
            node=node,
            other=None,
            expected=described(self.reference, reference),
            found=described(self.handin, node),
        )


def _squares(game: Game, start: Square | None) -> list[Square]:
    """Return the agent's square at each node of a reference."""
    found = [] if start is None else [start] * len(game.nodes)
    for node, record in enumerate(game.nodes if found else ()):
        whose = turn(game, node)
        for label, child in zip(actions(game, node), children(record), strict=True):
            found[child] = after(found[node], label) if whose == 1 else found[node]
    return found


def _sets(game: Game) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for node, record in enumerate(game.nodes):
        if isinstance(record, Decision):
            found.setdefault(record.infoset, []).append(node)
    return found


def same_drawing(one: Game, other: Game) -> bool:
    """Return whether two games in columns have the same nodes in the same order, up to labels. For
    other games return False, which proves nothing.
    """
    columns = one.columns, other.columns
    return (
        columns[0] is not None and columns[1] is not None and _equal_columns(columns[0], columns[1])
    )


def _equal_columns(one: GameColumns, other: GameColumns) -> bool:
    pairs = (
        (one.kind, other.kind),
        (one.what, other.what),
        (one.begin, other.begin),
        (one.children, other.children),
        (one.infosets.player, other.infosets.player),
    )
    return (
        all(np.array_equal(mine, yours) for mine, yours in pairs)
        and list(one.payoffs) == list(other.payoffs)
        and [move.probabilities for move in one.chances]
        == [move.probabilities for move in other.chances]
    )


def same_labels(one: Game, other: Game) -> bool:
    """Return whether two games drawn in the same way have the same action labels."""
    mine, yours = one.columns.infosets, other.columns.infosets
    # Each pair of lists is compared once.
    pairs = mine.actions.astype(np.int64) * len(yours.texts) + yours.actions
    numbers = (divmod(pair, len(yours.texts)) for pair in np.unique(pairs).tolist())
    return all(mine.texts[first] == yours.texts[second] for first, second in numbers) and [
        move.actions for move in one.columns.chances
    ] == [move.actions for move in other.columns.chances]


MOST = 64
"""Limit up to which consecutive choices of one player, or outcomes of chance, are merged into one
list: a longer list would be built again at each node above it.
"""


class _Options(NamedTuple):
    """A decision: its player, and the numbers of the options."""

    player: int
    ways: tuple[int, ...]


class _Draws(NamedTuple):
    """A chance node: numbers and probabilities."""

    shares: tuple[tuple[int, Fraction], ...]


class Continuations:
    """Numbers with the same meaning in all trees that are added."""

    def __init__(self) -> None:
        self.known: dict[object, int] = {}
        self.keys: list[Fraction | _Options | _Draws] = []
        self.attained: list[tuple[frozenset[Fraction], frozenset[Fraction]]] = []
        """For each number, the payoffs that player 1 can secure, and those that player 2 can."""

    def of(self, game: Game) -> list[int]:
        """Return the number of each node of a tree."""
        twins = {player: equivalence_numbers(game, player) for player in (1, 2)}
        found = [0] * len(game.nodes)
        for node in reversed(range(len(found))):
            match game.nodes[node]:
                case Terminal(payoff):
                    found[node] = self._number(payoff)
                case Chance(_, probabilities, below):
                    ways = zip((found[child] for child in below), probabilities, strict=True)
                    found[node] = self._chance_number(ways)
                case Decision(infoset, below):
                    player = game.information_sets[infoset].player
                    once = {twins[player][child]: found[child] for child in below}
                    found[node] = self._chosen(player, list(once.values()))
        return found

    def constant(self, number: int) -> Fraction | None:
        """Return the only payoff that can follow; None where there are several."""
        key = self.keys[number]
        return key if isinstance(key, Fraction) else None

    def can_have(self, player: int, number: int, payoff: Fraction) -> bool:
        """Return whether a player can secure a payoff."""
        return payoff in self.attained[number][player - 1]

    def _chance_number(self, ways: Iterable[tuple[int, Fraction]]) -> int:
        """Return the number of a chance node; consecutive ones are merged."""
        shares: dict[int, Fraction] = {}
        for way, share in ways:
            key = self.keys[way]
            alone = ((way, Fraction(1)),)
            inside = key.shares if isinstance(key, _Draws) and len(key.shares) <= MOST else alone
            for inner, part in inside:
                shares[inner] = shares.get(inner, Fraction(0)) + share * part
        shares = {way: share for way, share in shares.items() if share}
        if len(shares) == 1:
            return next(iter(shares))
        return self._number(_Draws(tuple(sorted(shares.items()))))

    def _chosen(self, player: int, ways: list[int]) -> int:
        """Return the number of a decision."""
        inner = [one for way in ways for one in self._choices(player, way)]
        if len(inner) <= MOST:
            ways = inner
        payoffs = {way for way in ways if self.constant(way) is not None}
        open = [way for way in ways if way not in payoffs]
        open += [way for way in payoffs if not self._is_elsewhere(player, way, open)]
        if len(open) == 1:
            return open[0]
        return self._number(_Options(player, tuple(sorted(open))))

    def _is_elsewhere(self, player: int, way: int, ways: list[int]) -> bool:
        payoff = self.constant(way)
        assert payoff is not None
        return any(self.can_have(player, other, payoff) for other in ways)

    def _choices(self, player: int, number: int) -> tuple[int, ...]:
        key = self.keys[number]
        return key.ways if isinstance(key, _Options) and key.player == player else (number,)

    def _number(self, key: Fraction | _Options | _Draws) -> int:
        # A payoff and a pair are never equal; options and draws have different contents.
        name = (type(key).__name__, key)
        if name not in self.known:
            self.known[name] = len(self.keys)
            self.keys.append(key)
            self.attained.append((self._attained(1, key), self._attained(2, key)))
        return self.known[name]

    def _attained(self, player: int, key: Fraction | _Options | _Draws) -> frozenset[Fraction]:
        if isinstance(key, Fraction):
            return frozenset([key])
        below = key.ways if isinstance(key, _Options) else [way for way, _ in key.shares]
        sets = [self.attained[way][player - 1] for way in below]
        if isinstance(key, _Options) and key.player == player:
            return frozenset[Fraction]().union(*sets)
        return sets[0].intersection(*sets[1:])


def equivalence_numbers(game: Game, player: int) -> list[int]:
    """Return a number for each node of a tree. Nodes with the same number are equivalent for a
    player: the opponent can do the same behind them, with the same knowledge.
    """
    known: dict[object, int] = {}
    found = [0] * len(game.nodes)
    for node in reversed(range(len(found))):
        record = game.nodes[node]
        key: object
        match record:
            case Terminal(payoff):
                key = payoff
            case Chance(_, probabilities, below):
                shares = ((found[at], p) for at, p in zip(below, probabilities, strict=True))
                key = ("chance", *sorted(shares))
            case Decision(infoset, below):
                mine = game.information_sets[infoset].player == player
                ways = tuple(found[child] for child in below)
                key = ("mine", frozenset(ways)) if mine else ("theirs", infoset, ways)
        beyond = {found[child] for child in children(record)}
        found[node] = beyond.pop() if len(beyond) == 1 else known.setdefault(key, len(known))
    return found
