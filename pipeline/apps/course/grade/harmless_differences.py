"""Skip differences between two trees that do not change the game.

Some are forced moves, and decisions that player 2 makes later in the hand-in than in the reference,
such as where to hide. These decisions are held open: one node of the hand-in then corresponds to
several of the reference, one for each way in which player 2 may have decided. Others are places
where both trees allow only the same single payoff; missing or additional moves or choices that give
the player nothing new; and the same continuations in another order. This module decides which
difference is reported, never the verdict.
"""

from collections.abc import Callable, Iterator, Sequence

from .....schemas.game import Decision, children
from .differences import Agreement, Member, Place
from .labels import same_choice, same_words
from .nodes import (
    CHANCE,
    Branch,
    actions,
    ahead,
    behind,
    branches,
    choices,
    first_child,
    forced,
    moves,
    outcomes,
    turn,
)
from .pairing import Pairs, pair_by_keys
from .tree_pair import TreePair

STEPS = 8
"""Moves in a row without a decision that are skipped on either side."""
IN_A_ROW = {1: moves, 2: choices, CHANCE: outcomes}


def skip_harmless(sides: TreePair, place: Place) -> Agreement | None:
    """Return the continuation of a place where two trees differ in their drawing alone; None where
    they do not, or only behind moves without a decision.
    """
    payoff = sides.only_payoff(place.members)
    if payoff is not None and payoff == sides.continuations.constant(sides.here[place.node]):
        return Agreement([], straight=False)
    whose = turn(sides.handin, place.node)
    if sides.turns(place.members) != {whose}:
        return None
    for way in (_moves_matched, _choices_matched, _in_another_order):
        found = way(sides, place, whose)
        if found is not None:
            return Agreement(found, straight=False)
    return None


def steps_beyond(sides: TreePair, place: Place) -> Iterator[Place]:
    """Yield the places behind moves without a decision, on either side, the nearest first."""
    there = [place.members]
    while len(there) <= STEPS and (onward := _members_beyond(sides, there[-1])) is not None:
        there.append(onward)
    here = [place.node]
    while len(here) <= STEPS and (node := _beyond(sides, 1, here[-1])) is not None:
        here.append(node)
    for total in range(1, len(there) + len(here) - 1):
        for steps in range(total + 1):
            if steps < len(there) and total - steps < len(here):
                yield next_place(sides, Place(there[steps], here[total - steps]))


def moves_here(sides: TreePair, place: Place) -> bool:
    """Return whether the agent moves here in both trees, judging by the labels."""
    mine, yours = _moves(sides, place)
    return bool(mine & yours - {""})


def moves_elsewhere(sides: TreePair, place: Place) -> bool:
    """Return whether the agent has moves in both trees, all understood and none in common."""
    mine, yours = _moves(sides, place)
    return bool(mine and yours) and not (mine | {""}) & yours


def _moves(sides: TreePair, place: Place) -> tuple[set[str], set[str]]:
    """Return the agent's moves in the reference and in the hand-in, with "" for each label that is
    not understood.
    """
    here = turn(sides.handin, place.node) == 1
    return (
        {
            move
            for member in place.members
            if turn(sides.reference, member.node) == 1
            for move in actions(sides.reference, member.node)
        },
        set(sides.moves(place.members[0].node, place.node)) if here else set(),
    )


def _members_beyond(sides: TreePair, members: list[Member]) -> list[Member] | None:
    found = [(member, _beyond(sides, 0, member.node)) for member in members]
    if all(node is None for _, node in found):
        return None
    return [member if node is None else member._replace(node=node) for member, node in found]


def _beyond(sides: TreePair, side: int, node: int) -> int | None:
    """Return the first child of a node at which the same payoffs are still attainable; None if
    there is none.
    """
    game, numbers = ((sides.reference, sides.there), (sides.handin, sides.here))[side]
    return next((at for at in children(game.nodes[node]) if numbers[at] == numbers[node]), None)


def _moves_matched(sides: TreePair, place: Place, whose: int) -> list[Place] | None:
    """Return the continuations of the agent's moves if moves in one tree only change nothing."""
    if whose != 1:
        return None
    members, node = place
    mine = actions(sides.reference, members[0].node)
    if any(actions(sides.reference, member.node) != mine for member in members):
        return None
    following = children(sides.handin.nodes[node])
    ahead = [children(sides.reference.nodes[member.node]) for member in members]
    called = sides.moves(members[0].node, node)
    pairs = _matched(
        len(mine),
        len(following),
        lambda one, other: bool(called[other]) and called[other] == mine[one],
        lambda one, other: all(sides.same(below[one], following[other]) for below in ahead),
        lambda one: _spare_move(sides, 0, members[0].node, one, [node]),
        lambda other: _spare_move(sides, 1, node, other, [member.node for member in members]),
        all(called),
    )
    if pairs is None:
        return None
    return [
        Place(
            [
                member._replace(node=below[one])
                for member, below in zip(members, ahead, strict=True)
            ],
            following[other],
        )
        for one, other in pairs
    ]


def _spare_move(sides: TreePair, side: int, node: int, action: int, others: list[int]) -> bool:
    """Return whether the agent can otherwise attain the outcome of a move in one of the trees, at
    every node where it may be, given its knowledge; `others` are its nodes in the other tree.
    """
    record = (sides.reference, sides.handin)[side].nodes[node]
    assert isinstance(record, Decision)
    return all(sides.spare(side, at, action, others) for at in sides.sets[side][record.infoset])


def _choices_matched(sides: TreePair, place: Place, whose: int) -> list[Place] | None:
    """Return the continuations of the choices of player 2 if choices in one tree only change
    nothing.
    """
    if whose != 2 or len(place.members) != 1 or place.members[0].open:
        return None
    [member], node = place
    mine, yours = branches(sides.reference, member.node), branches(sides.handin, node)
    there, here = (
        [numbers[way.node] for way in ways]
        for numbers, ways in ((sides.there, mine), (sides.here, yours))
    )
    named = [[same_choice(one.label, other.label, sides.places) for other in yours] for one in mine]
    pairs = _matched(
        len(mine),
        len(yours),
        lambda one, other: named[one][other],
        lambda one, other: there[one] == here[other],
        lambda one: sides.spare(0, member.node, one, [node]),
        lambda other: sides.spare(1, node, other, [member.node]),
        all(any(row[other] for row in named) for other in range(len(yours))),
    )
    if pairs is None:
        return None
    return [Place([Member(mine[one].node)], yours[other].node) for one, other in pairs]


def _matched(
    mine: int,
    yours: int,
    called: Callable[[int, int], bool],
    same: Callable[[int, int], bool],
    spare: Callable[[int], bool],
    too_many: Callable[[int], bool],
    clear: bool,
) -> Pairs | None:
    """Pair actions by label and by continuation; return None if some remain that matter. `clear`
    says that all labels are understood.
    """
    keys = (lambda one, other: called(one, other) and same(one, other), called, same)
    pairs = pair_by_keys(range(mine), range(yours), keys if clear else (keys[0], same, called))
    left = [one for one in range(mine) if one not in {at for at, _ in pairs}]
    right = [other for other in range(yours) if other not in {at for _, at in pairs}]
    if len(left) < mine:
        left = [one for one in left if not spare(one)]
        right = [other for other in right if not too_many(other)]
    if len(left) != len(right) or left and clear:
        return None
    return sorted([*pairs, *zip(left, right, strict=True)]) or None


def _in_another_order(sides: TreePair, place: Place, whose: int) -> list[Place] | None:
    """Return the continuations of consecutive moves of one player, or of chance, with equal
    results.
    """
    if len(place.members) != 1 or whose not in IN_A_ROW:
        return None
    [member], node = place
    if not sides.same(member.node, node):
        return None
    mine: Sequence[Branch] = IN_A_ROW[whose](sides.reference, member.node)
    found = []
    for way in IN_A_ROW[whose](sides.handin, node):
        at = next((one for one in mine if sides.same(one.node, way.node)), None)
        if at is not None:
            found.append(Place([member._replace(node=at.node)], way.node))
    return found


def next_place(
    sides: TreePair, place: Place, note: Callable[[Place], None] = lambda place: None
) -> Place:
    """Return the place behind everything that need not be compared; call `note` for it and for all
    places before it.
    """
    note(place)
    while (after := _step(sides, *place)) is not None:
        place = after
        note(place)
    return place


def _step(sides: TreePair, members: list[Member], node: int) -> Place | None:
    """Return the place behind one step of the hand-in or of the reference; None if both are at a
    decision to compare.
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
        return _after_forced_moves(sides, members, node)
    return None


def _held_open(
    sides: TreePair, members: list[Member], whose: int, single: bool
) -> list[Member] | None:
    """Return the members after holding open the first decision of player 2 that the hand-in has not
    reached; None if there is none.
    """
    for at, member in enumerate(members):
        if turn(sides.reference, member.node) == 2 and (
            whose != 2 or forced(sides.reference, member.node) and not single
        ):
            return [*members[:at], *_opened(sides, member), *members[at + 1 :]]
    return None


def _opened(sides: TreePair, member: Member) -> list[Member]:
    if forced(sides.reference, member.node):
        return [sides.next(member)]
    return [
        Member(child, (*member.open, (member.node, at)))
        for at, child in enumerate(children(sides.reference.nodes[member.node]))
    ]


def _agents_both(sides: TreePair, members: list[Member], node: int) -> Place | None:
    """Return the place behind a forced move of the agent, who moves next in the reference."""
    whose, single = turn(sides.handin, node), forced(sides.handin, node)
    all_forced = all(forced(sides.reference, member.node) for member in members)
    if whose == 1 and single and all_forced:
        return Place(_next_members(sides, members), first_child(sides.handin, node))
    if whose == 1 and single and _superfluous(sides, members, node):
        return Place(members, first_child(sides.handin, node))
    if all_forced and (whose != 1 or not single and _omits_forced_move(sides, members, node)):
        return Place(_next_members(sides, members), node)
    return None


def _after_forced_moves(sides: TreePair, members: list[Member], node: int) -> Place | None:
    """Return the place where all members have made their forced moves if they only then lead to the
    same decision.
    """
    if turn(sides.handin, node) == 1:
        return None
    onward = [
        sides.next(member)
        if turn(sides.reference, member.node) == 1 and forced(sides.reference, member.node)
        else member
        for member in members
    ]
    return Place(onward, node) if onward != members else None


def _next_members(sides: TreePair, members: list[Member]) -> list[Member]:
    return [sides.next(member) for member in members]


def _only_choice(sides: TreePair, members: list[Member], node: int) -> bool:
    """Return whether player 2 has one choice at a node where the reference gives it several."""
    there = members[0].node
    if len(members) != 1 or turn(sides.reference, there) != 2 or sides.same(there, node):
        return False
    if forced(sides.reference, there) or turn(sides.handin, behind(sides.handin, node)) == 2:
        return False
    [label] = actions(sides.handin, node)
    return any(same_words(label, expected) for expected in actions(sides.reference, there))


def _superfluous(sides: TreePair, members: list[Member], node: int) -> bool:
    """Return whether a forced move of the hand-in comes before the agent's decision in the
    reference.
    """
    there, after = members[0].node, behind(sides.handin, node)
    ways, called = children(sides.reference.nodes[there]), actions(sides.reference, there)
    [move] = sides.moves(there, node)
    if move in called and sides.distance(ways[called.index(move)], after) < sides.distance(
        there, after
    ):
        return False
    if len(members) == 1 and sides.same(there, node) or sides.same_moves(there, after):
        return True
    if move in called:
        return False
    return turn(sides.handin, after) == 1 and sides.distance(there, after) <= min(
        sides.distance(way, after) for way in ways
    )


def _omits_forced_move(sides: TreePair, members: list[Member], node: int) -> bool:
    """Return whether the hand-in omits a forced move of the reference before the agent's
    decision.
    """
    there, after = members[0].node, ahead(sides.reference, members[0].node)
    if _one_of_several(sides, members, node):
        return False
    if len(members) == 1 and sides.same(there, node) or sides.same_moves(after, node):
        return True
    if actions(sides.reference, there)[0] in sides.moves(there, node):
        return False
    ways = children(sides.handin.nodes[node])
    return turn(sides.reference, after) == 1 and sides.distance(there, node) <= min(
        sides.distance(there, way) for way in ways
    )


def _one_of_several(sides: TreePair, members: list[Member], node: int) -> bool:
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
    return sides.distance(there, below) < sides.distance(there, node)
