"""The reference and a hand-in side by side: what is asked of both at once while they are walked."""

from collections.abc import Iterable

from schemas.game import Decision, Game
from stages.grade.continuations import continuations
from stages.grade.differences import Difference, Kind, Member, Pair
from stages.grade.handin_labels import direction
from stages.grade.nodes import actions, described, first_child, turn


class SideBySide:
    """Two trees; `reference` is one of level 0, with the labels of the map."""

    def __init__(self, reference: Game, handin: Game) -> None:
        self.reference, self.handin = reference, handin
        self.places = dict(reference.places)
        known: dict[object, int] = {}
        self.continuations = (continuations(reference, known), continuations(handin, known))

    def same(self, reference: int, node: int) -> bool:
        """Return whether the same can follow at a node of the reference and of the hand-in."""
        return self.continuations[0][reference] == self.continuations[1][node]

    def alike(self, reference: int, node: int) -> bool:
        """Return whether the agent has the same moves at a node of the reference and of the
        hand-in.
        """
        if turn(self.reference, reference) != 1 or turn(self.handin, node) != 1:
            return False
        return sorted(actions(self.reference, reference)) == sorted(
            map(direction, actions(self.handin, node))
        )

    def turns(self, members: Iterable[Member]) -> set[int]:
        return {turn(self.reference, member.node) for member in members}

    def next(self, member: Member) -> Member:
        """Return what follows a forced move of the reference."""
        return Member(first_child(self.reference, member.node), member.open)

    def pair(self, member: Member, node: int, actions: Iterable[tuple[int, int]]) -> Pair:
        record = self.reference.nodes[member.node]
        assert isinstance(record, Decision)
        return Pair(reference=member, infoset=record.infoset, node=node, actions=tuple(actions))

    def difference(
        self, kind: Kind, member: Member, node: int, above: int | None = None
    ) -> Difference:
        """Return the difference at a place; `above` is a node of player 2 that the hand-in should
        have come to by now.
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
