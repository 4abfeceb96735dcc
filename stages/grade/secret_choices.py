"""Compare decisions of player 2: where to hide, whom to move, whether to fight.

A hand-in may let player 2 decide later than the reference, or one thing after the other; what it
can choose in all is compared.
"""

from typing import NamedTuple

from stages.grade.differences import Agreement, Difference, Kind, Member, Place
from stages.grade.handin_labels import same_choice
from stages.grade.nodes import Branch, actions, behind, branches, choices, turn
from stages.grade.pairing import Pairs, best_paired
from stages.grade.side_by_side import SideBySide


class _Option(NamedTuple):
    """What player 2 can choose by the reference."""

    label: str
    action: int
    """At the node of the reference."""
    members: list[Member]
    """What follows."""


def compare_choices(sides: SideBySide, place: Place) -> Agreement | Difference:
    """Compare a decision of player 2 that stands at the same place in both trees."""
    [member, *_] = place.members
    options = [
        _Option(label, at, [member._replace(node=child)])
        for at, (label, _, child) in enumerate(branches(sides.reference, member.node))
    ]
    found = _offered(sides, options, place.node)
    if found is None:
        return sides.difference(Kind.CHOICES, member, place.node)
    return _agreed(sides, member, options, found, place.node)


def compare_late_choices(sides: SideBySide, place: Place) -> Agreement | Difference:
    """Let player 2 decide in the hand-in what it decided earlier in the reference."""
    members, node = place
    where = members[0].open[0][0]
    by_action: dict[int, list[Member]] = {}
    for member in members:
        at = dict(member.open).get(where)
        if at is None:
            return sides.difference(Kind.TURN, member, node)
        left = tuple(held for held in member.open if held[0] != where)
        by_action.setdefault(at, []).append(member._replace(open=left))
    labels = actions(sides.reference, where)
    options = [_Option(labels[at], at, by_action[at]) for at in sorted(by_action)]
    found = _offered(sides, options, node)
    if found is None:
        return sides.difference(Kind.CHOICES, options[0].members[0], node, above=where)
    return _agreed(sides, Member(where), options, found, node)


def _offered(sides: SideBySide, options: list[_Option], node: int) -> list[Branch] | None:
    """Return what player 2 can choose in the hand-in, its decisions in a row taken as one where
    that helps; None where it cannot be what it should choose among.
    """
    found = branches(sides.handin, node)
    if len(found) != len(options) or _one_by_one(sides, options, found):
        found = choices(sides.handin, node)
    if len(found) < len(options):
        return None
    if len(found) > len(options) and not all(
        any(_alike(sides, option, way) for option in options) for way in found
    ):
        return None
    return found


def _agreed(
    sides: SideBySide, member: Member, options: list[_Option], found: list[Branch], node: int
) -> Agreement:
    """Return what follows what player 2 can choose in both trees."""
    pairs = _paired(sides, options, found)
    onward = [Place(options[one].members, found[other].node) for one, other in sorted(pairs)]
    if len(options) != len(found) or found != branches(sides.handin, node):
        return Agreement(onward, straight=False)
    taken = [(options[one].action, other) for one, other in pairs]
    return Agreement(onward, [sides.pair(member, node, taken)])


def _paired(sides: SideBySide, options: list[_Option], found: list[Branch]) -> Pairs:
    """Pair what can be chosen; what a hand-in has twice belongs to the same option."""
    pairs = best_paired(
        options,
        found,
        lambda one, other: same_choice(one.label, other.label, sides.places),
        lambda one, other: _same(sides, one, other),
        lambda one, other: sum(sides.unlike(at.node, other.node) for at in one.members),
    )
    known = {other for _, other in pairs}
    return pairs + [
        (next(one for one, option in enumerate(options) if _alike(sides, option, found[at])), at)
        for at in range(len(found))
        if at not in known
    ]


def _one_by_one(sides: SideBySide, options: list[_Option], found: list[Branch]) -> bool:
    """Return whether player 2 goes on to choose in the hand-in, and not in the reference."""
    return any(turn(sides.handin, way.node) == 2 for way in found) and not any(
        turn(sides.reference, behind(sides.reference, member.node)) == 2
        for option in options
        for member in option.members
    )


def _alike(sides: SideBySide, option: _Option, way: Branch) -> bool:
    """Return whether an option and a way of the hand-in lead to the same or are called alike."""
    return _same(sides, option, way) or same_choice(option.label, way.label, sides.places)


def _same(sides: SideBySide, option: _Option, way: Branch) -> bool:
    """Return whether the same can follow an option and a way of the hand-in."""
    return len(option.members) == 1 and sides.same(option.members[0].node, way.node)
