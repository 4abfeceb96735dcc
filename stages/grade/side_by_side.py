"""The reference and a hand-in side by side, with the queries that a walk over both needs."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

from schemas.game import Decision, Game, children
from schemas.parts.squares import Square, after
from stages.grade.differences import Difference, Kind, Member, Pair
from stages.grade.handin_labels import heading, moves_are_steps
from stages.grade.likeness import Essences, Likeness, alike, same_drawing
from stages.grade.nodes import actions, described, first_child, forced, turn


class SideBySide:
    """Two trees; `reference` is one of level 0, with the labels of the map."""

    def __init__(self, reference: Game, handin: Game, start: Square | None = None) -> None:
        self.reference, self.handin = reference, handin
        self.places = dict(reference.places)
        self.squares = _squares(reference, start)
        """The agent's square at each node of the reference; empty if unknown."""
        self.essences = Essences()
        self.there = self.essences.of(reference)
        # It does not depend on labels, and it takes long in a large tree.
        alike = same_drawing(reference, handin)
        self.here = self.there if alike else self.essences.of(handin)
        """The possible continuations that matter, for each node of the reference and of the
        hand-in.
        """

    def same(self, reference: int, node: int) -> bool:
        """Return whether a node of the reference and one of the hand-in have equal
        continuations.
        """
        return self.there[reference] == self.here[node]

    def unlike(self, reference: int, node: int) -> int:
        """Return how much a node of the reference and one of the hand-in differ in
        continuations.
        """
        return self.likeness.unlike(reference, node)

    @cached_property
    def likeness(self) -> Likeness:
        """The differences of subtrees; computed only if the trees differ."""
        return Likeness(self.reference, self.handin)

    def spare(self, side: int, node: int, action: int, others: Iterable[int]) -> bool:
        """Return whether the result of an action at a node of one tree can be attained without it,
        at that node and at `others` of the other tree.
        """
        game, numbers = self._side(side)
        beyond = numbers[children(game.nodes[node])[action]]
        payoff, player = self.essences.constant(beyond), turn(game, node)
        if payoff is not None:
            about = self._side(1 - side)[1]
            return all(self.essences.can_have(player, about[at], payoff) for at in others)
        twins = self.twins[side][player - 1]
        ways = [twins[child] for child in children(game.nodes[node])]
        return ways.count(ways[action]) > 1

    def _side(self, side: int) -> tuple[Game, list[int]]:
        return ((self.reference, self.there), (self.handin, self.here))[side]

    @cached_property
    def twins(self) -> tuple[tuple[list[int], ...], ...]:
        """The result of `alike` for each player, for the reference and for the hand-in."""
        return tuple(
            tuple(alike(game, player) for player in (1, 2))
            for game in (self.reference, self.handin)
        )

    def only_payoff(self, members: Iterable[Member]) -> Fraction | None:
        """Return the only payoff that can follow nodes of the reference; None where there are
        several.
        """
        numbers = {self.there[member.node] for member in members}
        return self.essences.constant(numbers.pop()) if len(numbers) == 1 else None

    @cached_property
    def sets(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """The nodes of each information set of both trees."""
        return _sets(self.reference), _sets(self.handin)

    def alike(self, reference: int, node: int) -> bool:
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
        self, kind: Kind, member: Member, node: int, above: int | None = None
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
