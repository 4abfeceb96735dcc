"""Whether payoffs by sequence are 0 for every plan, exactly."""

from collections.abc import Mapping
from fractions import Fraction

from stages.forms.trees import Row, SequenceTree


def null(tree: SequenceTree, row: Mapping[int, Fraction]) -> bool:
    """Return whether payoffs by sequence are 0 for every plan.

    They are when at each information set, from the last to the first, all
    actions add the same, and nothing is left at the empty sequence.

    >>> two = SequenceTree((0,), ((1, 2),), ((0,), (1,), (2,)))
    >>> null(two, {0: Fraction(-3), 1: Fraction(3), 2: Fraction(3)}), null(two, {1: Fraction(1)})
    (True, False)
    """
    left = {sequence: number for sequence, number in row.items() if number}
    waiting = sorted({tree.infoset[sequence] for sequence in left} - {-1})
    known = set(waiting)
    while waiting:
        number = waiting.pop()
        added = {left.pop(action, Fraction(0)) for action in tree.actions[number]}
        if len(added) > 1:
            return False
        above = tree.parent[number]
        left[above] = left.get(above, Fraction(0)) + added.pop()
        if tree.infoset[above] not in known | {-1}:
            known.add(tree.infoset[above])
            waiting = sorted({*waiting, tree.infoset[above]})
    return not left.get(0)


def vanishes(own: SequenceTree, opponent: SequenceTree, rows: Mapping[int, Row]) -> bool:
    """Return whether payoffs by pair of sequences are 0 for every pair of plans, exactly.

    The bilinear form vanishes when at each information set of one player, from the last
    to the first, the actions' rows differ by what is 0 for every plan of the other.
    """
    left = {sequence: dict(row) for sequence, row in rows.items() if any(row.values())}
    for number in reversed(range(len(own.parent))):
        first, *others = (left.pop(action, {}) for action in own.actions[number])
        if any(
            (other or first) and not null(opponent, difference(other, first)) for other in others
        ):
            return False
        if first:
            above = left.setdefault(own.parent[number], {})
            for sequence, payoff in first.items():
                above[sequence] = above.get(sequence, Fraction(0)) + payoff
    return null(opponent, left.get(0, {}))


def difference(one: Row, other: Row) -> Row:
    """Return one row less the other."""
    return {
        at: found
        for at in {**one, **other}
        if (found := one.get(at, Fraction(0)) - other.get(at, Fraction(0)))
    }
