"""Compare moves of chance: which outcome of the hand-in is which of the reference."""

from collections.abc import Sequence

from stages.grade.differences import Agreement, Difference, Kind, Member, Place
from stages.grade.handin_labels import outcome_said, same_words, says
from stages.grade.nodes import Branch, branches, outcomes, turn
from stages.grade.pairing import Key, Pairs, assigned, best_paired, even
from stages.grade.side_by_side import SideBySide


def compare_chance(sides: SideBySide, place: Place) -> Agreement | Difference:
    """Return what follows moves of chance that agree, or how they differ."""
    members, node = place
    expected = [branches(sides.reference, member.node) for member in members]
    # Moves of chance in a row are taken as one only where the first of them is not what is
    # expected.
    for found in (branches(sides.handin, node), outcomes(sides.handin, node)):
        pairs = [_paired(sides, ways, found) for ways in expected]
        if all(even(ways, found, both) for ways, both in zip(expected, pairs, strict=True)):
            return Agreement(_drawn(members, expected, found, pairs))
    return sides.difference(Kind.PROBABILITY, members[0], node)


def _drawn(
    members: Sequence[Member],
    expected: Sequence[Sequence[Branch]],
    found: Sequence[Branch],
    pairs: Sequence[Pairs],
) -> list[Place]:
    """Return the places behind the outcomes of the hand-in."""
    onward: list[list[Member]] = [[] for _ in found]
    for member, ways, both in zip(members, expected, pairs, strict=True):
        for one, other in both:
            if other not in [at for way, at in both if way < one]:
                onward[other].append(member._replace(node=ways[one].node))
    return [Place(group, way.node) for group, way in zip(onward, found, strict=True)]


def _paired(sides: SideBySide, expected: list[Branch], found: list[Branch]) -> Pairs:
    """Pair the outcomes of chance: by what can follow, by what they are called, or by whose turn it
    is then.
    """

    def same(one: Branch, other: Branch) -> bool:
        return sides.same(one.node, other.node)

    def chance(one: Branch, other: Branch) -> bool:
        return one.probability == other.probability

    def called(one: Branch, other: Branch) -> bool:
        return same_words(one.label, other.label)

    def turns(one: Branch, other: Branch) -> bool:
        return turn(sides.reference, one.node) == turn(sides.handin, other.node)

    if len(found) > len(expected):
        more = assigned(found, expected, [_turned(key) for key in (_contained, same, turns)])
        return sorted((other, one) for one, other in more)
    if len(found) < len(expected):
        return assigned(expected, found, (same, called, turns))
    return best_paired(
        expected,
        found,
        lambda one, other: called(one, other) or _said_alike(one, other),
        lambda one, other: chance(one, other) and same(one, other),
        lambda one, other: sides.unlike(one.node, other.node) + (not chance(one, other)),
    )


def _said_alike(one: Branch, other: Branch) -> bool:
    said = outcome_said(one.label)
    return bool(said) and said == outcome_said(other.label)


def _contained(one: Branch, other: Branch) -> bool:
    return says(other.label, one.label)


def _turned(key: Key[Branch, Branch]) -> Key[Branch, Branch]:
    return lambda one, other: key(other, one)
