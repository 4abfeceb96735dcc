"""Lay a hand-in over the reference, history by history, as far as they agree.

Both trees are walked from the root. At each place, what need not be compared is passed over
(`passing`), and then the decision is compared: a move of the agent (`agent_moves`), of player 2
(`secret_choices`) or of chance (`chance_moves`). Actions are paired by what their labels mean on
the map, by what can follow, or by their order. Where the walk cannot go on although what drawing
alone makes is passed (`harmless`), there is the first difference; where it can to the end, it is
where the information sets first differ (`information`).
"""

from functools import partial

from schemas.game import Game, Terminal
from schemas.parts.squares import Square
from stages.grade.agent_moves import compare_moves
from stages.grade.chance_moves import compare_chance
from stages.grade.differences import Agreement, Difference, Kind, Laid, Member, Place, Walk
from stages.grade.harmless import around, moves_elsewhere, moves_here, steps_beyond
from stages.grade.information import first_misfit
from stages.grade.nodes import CHANCE, TERMINAL, first_end, turn
from stages.grade.secret_choices import compare_choices, compare_late_choices
from stages.grade.side_by_side import SideBySide
from stages.grade.skipped_moves import settled


def walk(reference: Game, handin: Game, start: Square | None = None) -> Walk:
    """Return how far a hand-in agrees with the reference, a tree of level 0.

    What drawing alone makes is passed over; the first of it is noted apart. From the square of the
    `start` on it is known where the agent stands, for labels that say where it goes.
    """
    sides, found = SideBySide(reference, handin, start), Walk()
    waiting = [Place([Member(0)], 0)]
    while waiting:
        place = settled(sides, waiting.pop(), partial(_note, found))
        compared = _compared(sides, place)
        if isinstance(compared, Difference):
            passed = around(sides, place) or _further(sides, place, compared)
            if isinstance(passed, Difference):
                found.difference = passed
                return found
            found.drawn = found.drawn or compared
            compared = passed
        found.pairs += compared.pairs
        found.straight &= compared.straight
        waiting += compared.following[::-1]
    found.difference = first_misfit(sides, found.pairs)
    return found


def _note(found: Walk, place: Place) -> None:
    for member in place.members:
        open = tuple(at for at, _ in member.open)
        found.laid.setdefault(member.node, Laid(place.node, open))


def _further(sides: SideBySide, place: Place, first: Difference) -> Agreement | Difference:
    """Return what follows behind moves that decide nothing, or how the trees differ there."""
    if first.kind not in (Kind.TURN, Kind.MOVES) or moves_here(sides, place):
        return first
    unlike: Difference | None = None
    for after in steps_beyond(sides, place):
        if moves_elsewhere(sides, after):
            continue
        compared = _compared(sides, after)
        if isinstance(compared, Difference):
            if (passed := around(sides, after)) is not None:
                return passed
            if unlike is None and compared.kind is not Kind.TURN:
                unlike = compared
        else:
            # The place itself is looked at again, to be noted.
            return Agreement([after], straight=False)
    return unlike if first.kind is Kind.TURN and unlike is not None else _paid(sides, place, first)


def _paid(sides: SideBySide, place: Place, first: Difference) -> Difference:
    """Return a difference as one of payoffs where one payoff alone can follow in either tree."""
    payoffs = sides.only_payoff(place.members), sides.essences.constant(sides.here[place.node])
    if first.kind is not Kind.TURN or None in payoffs:
        return first
    member = place.members[0]
    end = member._replace(node=first_end(sides.reference, member.node))
    return sides.difference(Kind.PAYOFF, end, first_end(sides.handin, place.node))


def _compared(sides: SideBySide, place: Place) -> Agreement | Difference:
    """Return what follows a place where both trees agree, or how they differ there."""
    members, node = place
    whose = turn(sides.handin, node)
    if whose == 2 and any(member.open for member in members):
        return compare_late_choices(sides, place)
    strange = [member for member in members if turn(sides.reference, member.node) != whose]
    if strange and len(strange) < len(members) and strange[0].open:
        *held, (above, _) = strange[0].open
        before = strange[0]._replace(open=tuple(held))
        return sides.difference(Kind.CHOICES, before, node, above=above)
    if strange:
        return sides.difference(Kind.TURN, strange[0], node)
    if whose == TERMINAL:
        return _compared_ends(sides, place)
    if whose == CHANCE:
        return compare_chance(sides, place)
    return (compare_moves if whose == 1 else compare_choices)(sides, place)


def _compared_ends(sides: SideBySide, place: Place) -> Agreement | Difference:
    """Compare what the ends of play pay."""
    end = sides.handin.nodes[place.node]
    assert isinstance(end, Terminal)
    for member in place.members:
        if sides.reference.nodes[member.node] != end:
            return sides.difference(Kind.PAYOFF, member, place.node)
    return Agreement([])
