"""Lay a hand-in over the reference, history by history, as far as they agree.

Both trees are walked from the root. At each place, parts that need no comparison are skipped
(`next_place`), and then the decision is compared: a move of the agent, of player 2 or of chance.
Actions are paired by the meaning of their labels on the map, by their continuations, or by order.
The first difference is where the walk cannot continue; differences in the drawing alone are skipped
(`harmless`). If the walk is complete, it is where the information sets first differ.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from .....schemas.game import Decision, Game, Terminal, children
from .....schemas.parts.squares import Square
from .differences import (
    Agreement,
    Counterpart,
    Difference,
    DifferenceKind,
    Member,
    Pair,
    Place,
    TreeComparison,
)
from .harmless_differences import (
    moves_elsewhere,
    moves_here,
    next_place,
    skip_harmless,
    steps_beyond,
)
from .labels import contains_label, outcome_of_label, same_choice, same_words
from .nodes import (
    CHANCE,
    TERMINAL,
    Branch,
    actions,
    behind,
    branches,
    choices,
    first_end,
    nodes_to,
    outcomes,
    turn,
)
from .pairing import Key, Pairs, assign, has_equal_totals, pair_best
from .tree_pair import TreePair


def compare_trees(reference: Game, handin: Game, start: Square | None = None) -> TreeComparison:
    """Return how far a hand-in agrees with the reference, a tree of level 0.

    Differences in the drawing alone are skipped; the first of them is noted separately. With the
    square of the `start`, the agent's position is known, to interpret labels that name squares.
    """
    found = TreeComparison()
    differences = _differences(TreePair(reference, handin, start), found)
    found.difference = next(differences, None) or first_misfit(reference, handin, found.pairs)
    return found


def shortest_payoff_difference(reference: Game, handin: Game, start: Square) -> Difference | None:
    """Return the difference of a payoff after the fewest moves; None if no payoff differs."""
    differences = _differences(TreePair(reference, handin, start), TreeComparison())
    payoffs = [one for one in differences if one.kind is DifferenceKind.PAYOFF]
    return min(payoffs, key=lambda one: len(nodes_to(handin, one.node)), default=None)


def _differences(sides: TreePair, found: TreeComparison) -> Iterator[Difference]:
    """Yield the differences that matter, in the order of the walk, which goes on after each."""
    waiting = [Place([Member(0)], 0)]
    while waiting:
        place = next_place(sides, waiting.pop(), partial(_note, found))
        compared = _compared(sides, place)
        if isinstance(compared, Difference):
            passed = skip_harmless(sides, place) or _compare_beyond(sides, place, compared)
            if isinstance(passed, Difference):
                yield passed
                continue
            found.drawn = found.drawn or compared
            compared = passed
        found.pairs += compared.pairs
        found.straight &= compared.straight
        waiting += compared.following[::-1]


def _note(found: TreeComparison, place: Place) -> None:
    for member in place.members:
        open = tuple(at for at, _ in member.open)
        found.counterparts.setdefault(member.node, Counterpart(place.node, open))


def _compare_beyond(sides: TreePair, place: Place, first: Difference) -> Agreement | Difference:
    """Return the continuation behind moves without a decision, or how the trees differ there."""
    if first.kind not in (DifferenceKind.TURN, DifferenceKind.MOVES) or moves_here(sides, place):
        return first
    distance: Difference | None = None
    for after in steps_beyond(sides, place):
        if moves_elsewhere(sides, after):
            continue
        compared = _compared(sides, after)
        if isinstance(compared, Difference):
            if (passed := skip_harmless(sides, after)) is not None:
                return passed
            if distance is None and compared.kind is not DifferenceKind.TURN:
                distance = compared
        else:
            # The place itself is visited again, to be noted.
            return Agreement([after], straight=False)
    return (
        distance
        if first.kind is DifferenceKind.TURN and distance is not None
        else _payoff_difference(sides, place, first)
    )


def _payoff_difference(sides: TreePair, place: Place, first: Difference) -> Difference:
    """Return a difference as a difference of payoffs, if only one payoff is possible from here in
    either tree.
    """
    payoffs = sides.only_payoff(place.members), sides.continuations.constant(sides.here[place.node])
    if first.kind is not DifferenceKind.TURN or None in payoffs:
        return first
    member = place.members[0]
    end = member._replace(node=first_end(sides.reference, member.node))
    return sides.difference(DifferenceKind.PAYOFF, end, first_end(sides.handin, place.node))


def _compared(sides: TreePair, place: Place) -> Agreement | Difference:
    """Return the continuation of a place on which both trees agree, or how they differ there."""
    members, node = place
    whose = turn(sides.handin, node)
    if whose == 2 and any(member.open for member in members):
        return _compare_late_choices(sides, place)
    strange = [member for member in members if turn(sides.reference, member.node) != whose]
    if strange and len(strange) < len(members) and strange[0].open:
        *held, (above, _) = strange[0].open
        before = strange[0]._replace(open=tuple(held))
        return sides.difference(DifferenceKind.CHOICES, before, node, above=above)
    if strange:
        return sides.difference(DifferenceKind.TURN, strange[0], node)
    if whose == TERMINAL:
        return _compared_ends(sides, place)
    if whose == CHANCE:
        return _compare_chance(sides, place)
    return (_compare_moves if whose == 1 else _compare_choices)(sides, place)


def _compared_ends(sides: TreePair, place: Place) -> Agreement | Difference:
    """Compare the payoffs of the terminal nodes."""
    end = sides.handin.nodes[place.node]
    assert isinstance(end, Terminal)
    for member in place.members:
        if sides.reference.nodes[member.node] != end:
            return sides.difference(DifferenceKind.PAYOFF, member, place.node)
    return Agreement([])


def _compare_moves(sides: TreePair, place: Place) -> Agreement | Difference:
    """Return the continuations of decisions of the agent that agree, or how they differ."""
    members, node = place
    expected = actions(sides.reference, members[0].node)
    apart = next(
        (member for member in members if actions(sides.reference, member.node) != expected), None
    )
    if apart is not None:
        return sides.difference(DifferenceKind.KNOWS_TOO_LITTLE, apart, node)
    if len(expected) != len(actions(sides.handin, node)):
        return sides.difference(DifferenceKind.MOVES, members[0], node)
    pairs = _paired_moves(sides, members, node)
    following = children(sides.handin.nodes[node])
    onward = [
        Place([_after(sides, member, one) for member in members], following[other])
        for one, other in pairs
    ]
    return Agreement(onward, [sides.pair(member, node, pairs) for member in members])


def _after(sides: TreePair, member: Member, action: int) -> Member:
    return Member(children(sides.reference.nodes[member.node])[action], member.open)


def _paired_moves(sides: TreePair, members: list[Member], node: int) -> Pairs:
    """Pair the agent's moves: by direction, unless the continuations contradict it."""
    following = children(sides.handin.nodes[node])
    expected = [children(sides.reference.nodes[member.node]) for member in members]
    mine = list(enumerate(actions(sides.reference, members[0].node)))
    yours = list(enumerate(sides.moves(members[0].node, node)))

    def same(one: tuple[int, str], other: tuple[int, str]) -> bool:
        return all(sides.same(below[one[0]], following[other[0]]) for below in expected)

    def called(one: tuple[int, str], other: tuple[int, str]) -> bool:
        return one[1] == other[1]

    def cost(one: tuple[int, str], other: tuple[int, str]) -> int:
        return sum(sides.distance(below[one[0]], following[other[0]]) for below in expected)

    return pair_best(mine, yours, called, same, cost)


class _Option(NamedTuple):
    """A choice of player 2 in the reference tree."""

    label: str
    action: int
    """At the node of the reference."""
    members: list[Member]
    """The continuation."""


def _compare_choices(sides: TreePair, place: Place) -> Agreement | Difference:
    """Compare a decision of player 2 that is at the same place in both trees."""
    [member, *_] = place.members
    options = [
        _Option(label, at, [member._replace(node=child)])
        for at, (label, _, child) in enumerate(branches(sides.reference, member.node))
    ]
    found = _handin_choices(sides, options, place.node)
    if found is None:
        return sides.difference(DifferenceKind.CHOICES, member, place.node)
    return _agreed(sides, member, options, found, place.node)


def _compare_late_choices(sides: TreePair, place: Place) -> Agreement | Difference:
    """Compare decisions that player 2 makes later in the hand-in than in the reference."""
    members, node = place
    where = members[0].open[0][0]
    by_action: dict[int, list[Member]] = {}
    for member in members:
        at = dict(member.open).get(where)
        if at is None:
            return sides.difference(DifferenceKind.TURN, member, node)
        left = tuple(held for held in member.open if held[0] != where)
        by_action.setdefault(at, []).append(member._replace(open=left))
    labels = actions(sides.reference, where)
    options = [_Option(labels[at], at, by_action[at]) for at in sorted(by_action)]
    found = _handin_choices(sides, options, node)
    if found is None:
        return sides.difference(DifferenceKind.CHOICES, options[0].members[0], node, above=where)
    return _agreed(sides, Member(where), options, found, node)


def _handin_choices(sides: TreePair, options: list[_Option], node: int) -> list[Branch] | None:
    """Return the choices of player 2 in the hand-in, with consecutive decisions merged if that
    helps; None if they cannot be the expected choices.
    """
    found = branches(sides.handin, node)
    if len(found) != len(options) or _one_by_one(sides, options, found):
        found = choices(sides.handin, node)
    if len(found) < len(options):
        return None
    if len(found) > len(options) and not all(
        any(_is_match(sides, option, way) for option in options) for way in found
    ):
        return None
    return found


def _agreed(
    sides: TreePair, member: Member, options: list[_Option], found: list[Branch], node: int
) -> Agreement:
    """Return the continuations of the choices of player 2 that both trees have."""
    pairs = _paired_choices(sides, options, found)
    onward = [Place(options[one].members, found[other].node) for one, other in sorted(pairs)]
    if len(options) != len(found) or found != branches(sides.handin, node):
        return Agreement(onward, straight=False)
    taken = [(options[one].action, other) for one, other in pairs]
    return Agreement(onward, [sides.pair(member, node, taken)])


def _paired_choices(sides: TreePair, options: list[_Option], found: list[Branch]) -> Pairs:
    """Pair choices; duplicates in a hand-in belong to the same option."""
    pairs = pair_best(
        options,
        found,
        lambda one, other: same_choice(one.label, other.label, sides.places),
        lambda one, other: _same(sides, one, other),
        lambda one, other: sum(sides.distance(at.node, other.node) for at in one.members),
    )
    known = {other for _, other in pairs}
    return pairs + [
        (next(one for one, option in enumerate(options) if _is_match(sides, option, found[at])), at)
        for at in range(len(found))
        if at not in known
    ]


def _one_by_one(sides: TreePair, options: list[_Option], found: list[Branch]) -> bool:
    """Return whether player 2 continues to choose in the hand-in but not in the reference."""
    return any(turn(sides.handin, way.node) == 2 for way in found) and not any(
        turn(sides.reference, behind(sides.reference, member.node)) == 2
        for option in options
        for member in option.members
    )


def _is_match(sides: TreePair, option: _Option, way: Branch) -> bool:
    """Return whether an option and a branch of the hand-in have equal continuations or labels."""
    return _same(sides, option, way) or same_choice(option.label, way.label, sides.places)


def _same(sides: TreePair, option: _Option, way: Branch) -> bool:
    """Return whether an option and a branch of the hand-in have equal continuations."""
    return len(option.members) == 1 and sides.same(option.members[0].node, way.node)


def _compare_chance(sides: TreePair, place: Place) -> Agreement | Difference:
    """Return the continuations of chance moves that agree, or how they differ."""
    members, node = place
    expected = [branches(sides.reference, member.node) for member in members]
    # Consecutive chance moves are merged only if the first of them is not the expected one.
    for found in (branches(sides.handin, node), outcomes(sides.handin, node)):
        pairs = [_paired_outcomes(sides, ways, found) for ways in expected]
        if all(
            has_equal_totals(ways, found, both) for ways, both in zip(expected, pairs, strict=True)
        ):
            return Agreement(_outcome_places(members, expected, found, pairs))
    return sides.difference(DifferenceKind.PROBABILITY, members[0], node)


def _outcome_places(
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


def _paired_outcomes(sides: TreePair, expected: list[Branch], drawn: list[Branch]) -> Pairs:
    """Pair the outcomes of chance: by continuation, by label, or by the next turn."""

    def same(one: Branch, other: Branch) -> bool:
        return sides.same(one.node, other.node)

    def chance(one: Branch, other: Branch) -> bool:
        return one.probability == other.probability

    def called(one: Branch, other: Branch) -> bool:
        return same_words(one.label, other.label)

    def turns(one: Branch, other: Branch) -> bool:
        return turn(sides.reference, one.node) == turn(sides.handin, other.node)

    if len(drawn) > len(expected):
        more = assign(drawn, expected, [_swap_arguments(key) for key in (_contained, same, turns)])
        return sorted((other, one) for one, other in more)
    if len(drawn) < len(expected):
        return assign(expected, drawn, (same, called, turns))
    return pair_best(
        expected,
        drawn,
        lambda one, other: called(one, other) or _same_outcome(one, other),
        lambda one, other: chance(one, other) and same(one, other),
        lambda one, other: sides.distance(one.node, other.node) + (not chance(one, other)),
    )


def _same_outcome(one: Branch, other: Branch) -> bool:
    said = outcome_of_label(one.label)
    return bool(said) and said == outcome_of_label(other.label)


def _contained(one: Branch, other: Branch) -> bool:
    return contains_label(other.label, one.label)


def _swap_arguments(key: Key[Branch, Branch]) -> Key[Branch, Branch]:
    return lambda one, other: key(other, one)


def first_misfit(reference: Game, handin: Game, pairs: Sequence[Pair]) -> Difference | None:
    """Return the first of the corresponding decisions at which a player has too much or too little
    information; None if there is none.
    """
    there: dict[int, Pair] = {}
    here: dict[int, Pair] = {}
    for pair in pairs:
        infoset = _infoset(handin, pair)
        before = there.setdefault(pair.infoset, pair)
        if _infoset(handin, before) != infoset:
            return _misfit(reference, DifferenceKind.KNOWS_TOO_MUCH, pair, before)
        before = here.setdefault(infoset, pair)
        if before.infoset != pair.infoset:
            return _misfit(reference, DifferenceKind.KNOWS_TOO_LITTLE, pair, before)
    return None


def _infoset(handin: Game, pair: Pair) -> int:
    record = handin.nodes[pair.node]
    assert isinstance(record, Decision)
    return record.infoset


def _misfit(game: Game, kind: DifferenceKind, pair: Pair, before: Pair) -> Difference:
    name = game.players[game.information_sets[pair.infoset].player - 1]
    one, two = "one information set", "two information sets"
    if kind is DifferenceKind.KNOWS_TOO_MUCH:
        expected, found = f"{name} cannot distinguish the two nodes: {one}", two
    else:
        expected, found = f"{name} can distinguish the two nodes: {two}", one
    return Difference(
        kind=kind,
        reference=pair.reference.node,
        before=pair.reference.node,
        open=tuple(at for at, _ in pair.reference.open),
        node=pair.node,
        other=before.node,
        expected=expected,
        found=found,
    )
