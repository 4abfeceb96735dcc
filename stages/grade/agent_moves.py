"""Compare decisions of the agent: which move of the hand-in is which of the reference."""

from schemas.game import children
from stages.grade.differences import Agreement, Difference, Kind, Member, Place
from stages.grade.nodes import actions
from stages.grade.pairing import Pairs, best_paired
from stages.grade.side_by_side import SideBySide


def compare_moves(sides: SideBySide, place: Place) -> Agreement | Difference:
    """Return what follows decisions of the agent that agree, or how they differ."""
    members, node = place
    expected = actions(sides.reference, members[0].node)
    apart = next(
        (member for member in members if actions(sides.reference, member.node) != expected), None
    )
    if apart is not None:
        return sides.difference(Kind.KNOWS_TOO_LITTLE, apart, node)
    if len(expected) != len(actions(sides.handin, node)):
        return sides.difference(Kind.MOVES, members[0], node)
    pairs = _paired(sides, members, node)
    following = children(sides.handin.nodes[node])
    onward = [
        Place([_after(sides, member, one) for member in members], following[other])
        for one, other in pairs
    ]
    return Agreement(onward, [sides.pair(member, node, pairs) for member in members])


def _after(sides: SideBySide, member: Member, action: int) -> Member:
    return Member(children(sides.reference.nodes[member.node])[action], member.open)


def _paired(sides: SideBySide, members: list[Member], node: int) -> Pairs:
    """Pair the agent's moves: by direction, unless what can follow says otherwise."""
    following = children(sides.handin.nodes[node])
    expected = [children(sides.reference.nodes[member.node]) for member in members]
    mine = list(enumerate(actions(sides.reference, members[0].node)))
    yours = list(enumerate(sides.moves(members[0].node, node)))

    def same(one: tuple[int, str], other: tuple[int, str]) -> bool:
        return all(sides.same(below[one[0]], following[other[0]]) for below in expected)

    def called(one: tuple[int, str], other: tuple[int, str]) -> bool:
        return one[1] == other[1]

    def cost(one: tuple[int, str], other: tuple[int, str]) -> int:
        return sum(sides.unlike(below[one[0]], following[other[0]]) for below in expected)

    return best_paired(mine, yours, called, same, cost)
