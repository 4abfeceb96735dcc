"""What need not be compared: forced moves, and decisions of player 2 that a hand-in holds open.

One-action nodes are passed over on either side. What player 2 may decide late, such as where to
hide, is held open: then one node of the hand-in stands for several of the reference, one for each
way in which player 2 may have decided.
"""

from collections.abc import Callable

from schemas.game import children
from stages.grade.differences import Member, Place
from stages.grade.handin_labels import same_words
from stages.grade.nodes import CHANCE, actions, ahead, behind, first_child, forced, turn
from stages.grade.side_by_side import SideBySide


def settled(
    sides: SideBySide, place: Place, note: Callable[[Place], None] = lambda place: None
) -> Place:
    """Return the place behind what need not be compared; `note` is told of it and of all before."""
    note(place)
    while (after := _passed(sides, *place)) is not None:
        place = after
        note(place)
    return place


def _passed(sides: SideBySide, members: list[Member], node: int) -> Place | None:
    """Return the place behind one step of the hand-in or of the reference; None where both stand at
    what is to be compared.
    """
    whose, single = turn(sides.handin, node), forced(sides.handin, node)
    if single and (whose == CHANCE or whose == 2 and not _only_choice(sides, members, node)):
        return Place(members, first_child(sides.handin, node))
    opened = _held_open(sides, members, whose, single)
    if opened is not None:
        return Place(opened, node)
    turns = sides.turns(members)
    if turns == {1}:
        return _agents_both(sides, members, node)
    if whose == 1 and single:
        return Place(members, first_child(sides.handin, node))
    if whose == 1 or 1 in turns and whose not in (1, 2):
        return _catching_up(sides, members, node)
    return None


def _held_open(
    sides: SideBySide, members: list[Member], whose: int, single: bool
) -> list[Member] | None:
    """Return the members with the first decision of player 2 held open that the hand-in has not
    come to; None where there is none.
    """
    for at, member in enumerate(members):
        if turn(sides.reference, member.node) == 2 and (
            whose != 2 or forced(sides.reference, member.node) and not single
        ):
            return [*members[:at], *_opened(sides, member), *members[at + 1 :]]
    return None


def _opened(sides: SideBySide, member: Member) -> list[Member]:
    if forced(sides.reference, member.node):
        return [sides.next(member)]
    return [
        Member(child, (*member.open, (member.node, at)))
        for at, child in enumerate(children(sides.reference.nodes[member.node]))
    ]


def _agents_both(sides: SideBySide, members: list[Member], node: int) -> Place | None:
    """Return the place behind a forced move of the agent, who is to move in the reference."""
    whose, single = turn(sides.handin, node), forced(sides.handin, node)
    all_forced = all(forced(sides.reference, member.node) for member in members)
    if whose == 1 and single and all_forced:
        return Place(_onward(sides, members), first_child(sides.handin, node))
    if whose == 1 and single and _superfluous(sides, members, node):
        return Place(members, first_child(sides.handin, node))
    if all_forced and (whose != 1 or not single and _left_out(sides, members, node)):
        return Place(_onward(sides, members), node)
    return None


def _catching_up(sides: SideBySide, members: list[Member], node: int) -> Place | None:
    """Return the place where members that come to the same only behind forced moves have made
    them.
    """
    late = [
        turn(sides.reference, member.node) == 1
        and forced(sides.reference, member.node)
        and turn(sides.handin, node) != 1
        for member in members
    ]
    if not any(late):
        return None
    return Place(
        [
            sides.next(member) if is_late else member
            for member, is_late in zip(members, late, strict=True)
        ],
        node,
    )


def _onward(sides: SideBySide, members: list[Member]) -> list[Member]:
    return [sides.next(member) for member in members]


def _only_choice(sides: SideBySide, members: list[Member], node: int) -> bool:
    """Return whether player 2 has one choice at a node where it has several by the reference."""
    there = members[0].node
    if len(members) != 1 or turn(sides.reference, there) != 2 or sides.same(there, node):
        return False
    if forced(sides.reference, there) or turn(sides.handin, behind(sides.handin, node)) == 2:
        return False
    [label] = actions(sides.handin, node)
    return any(same_words(label, expected) for expected in actions(sides.reference, there))


def _superfluous(sides: SideBySide, members: list[Member], node: int) -> bool:
    """Return whether a forced move of the hand-in stands before the agent's decision of the
    reference.
    """
    there, after = members[0].node, behind(sides.handin, node)
    ways, called = children(sides.reference.nodes[there]), actions(sides.reference, there)
    [move] = sides.moves(there, node)
    if move in called and sides.unlike(ways[called.index(move)], after) < sides.unlike(
        there, after
    ):
        return False
    if len(members) == 1 and sides.same(there, node) or sides.alike(there, after):
        return True
    if move in called:
        return False
    return turn(sides.handin, after) == 1 and sides.unlike(there, after) <= min(
        sides.unlike(way, after) for way in ways
    )


def _left_out(sides: SideBySide, members: list[Member], node: int) -> bool:
    """Return whether a forced move of the reference is left out before the agent's decision of the
    hand-in.
    """
    there, after = members[0].node, ahead(sides.reference, members[0].node)
    if _one_of_several(sides, members, node):
        return False
    if len(members) == 1 and sides.same(there, node) or sides.alike(after, node):
        return True
    if actions(sides.reference, there)[0] in sides.moves(there, node):
        return False
    ways = children(sides.handin.nodes[node])
    return turn(sides.reference, after) == 1 and sides.unlike(there, node) <= min(
        sides.unlike(there, way) for way in ways
    )


def _one_of_several(sides: SideBySide, members: list[Member], node: int) -> bool:
    """Return whether a forced move of the reference is one of several moves at a node of the
    hand-in: one of them has its label, and either the subtree behind that move is more like the
    reference's than the node itself is, or that file draws forced moves.
    """
    there = members[0].node
    called = sides.moves(there, node)
    [move] = actions(sides.reference, there)
    if move not in called:
        return False
    if sides.has_forced_moves:
        return True
    below = children(sides.handin.nodes[node])[called.index(move)]
    return sides.unlike(there, below) < sides.unlike(there, node)
