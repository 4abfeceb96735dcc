"""Payoffs up to a shift: compared modulo a large prime, and proved exactly.

A constant can be taken from all actions of an information set and given to the parent sequence.
Therefore payoffs of pairs of sequences are compared by their values under a random plan of the
opponent, and those that agree are then proved equal by `vanishes`.
"""

import random
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from stages.forms.trees import Row, SequenceTree, TreeForm

PRIME = 2**127 - 1


def behaviour(tree: SequenceTree, shares: Iterable[tuple[int, ...]]) -> list[int]:
    """Return the plan, modulo PRIME, of a behaviour strategy. Each information set has one share
    per action; the shares sum to 1.
    """
    plan = [1] * len(tree.represents)
    for number, share in enumerate(shares):
        weight = plan[tree.parent[number]]
        for action, part in zip(tree.actions[number], share, strict=True):
            plan[action] = weight * part % PRIME
    return plan


def residue(number: Fraction) -> int:
    """Return a fraction modulo PRIME."""
    return number.numerator * inverse(number.denominator) % PRIME


@lru_cache(maxsize=1024)
def inverse(number: int) -> int:
    """Return the inverse of a number modulo PRIME."""
    return pow(number, -1, PRIME)


def inverses(numbers: Iterable[int]) -> list[int]:
    """Return the inverse of each number modulo PRIME, with a single inversion (Montgomery 1987).

    >>> [one * number % PRIME for one, number in zip(inverses([2, 5]), [2, 5], strict=True)]
    [1, 1]
    """
    those = list(numbers)
    products = list(accumulate(those, lambda one, other: one * other % PRIME, initial=1))
    left, found = pow(products[-1], -1, PRIME), []
    for number, before in zip(reversed(those), reversed(products[:-1]), strict=True):
        found.append(left * before % PRIME)
        left = left * number % PRIME
    return found[::-1]


def against(
    form: TreeForm, player: int, plan: list[int], residues: Mapping[tuple[int, int], int]
) -> list[int]:
    """Return per sequence of a player its payoff against the opponent's plan, modulo PRIME."""
    found = [0] * len(form.players[player - 1].represents)
    for pair, payoff in residues.items():
        found[pair[player - 1]] = (
            found[pair[player - 1]] + payoff * plan[pair[2 - player]]
        ) % PRIME
    return found


def prints(form: TreeForm, player: int) -> list[int]:
    """Return for each sequence of a player its payoff against a random plan of the opponent, modulo
    PRIME.

    Two rows with the same payoffs against every plan have the same print. Other rows share a print
    with a probability of only one in PRIME.
    """
    chance, opponent = random.Random(2**13 - 1), form.players[2 - player]
    plan = [1] * len(opponent.represents)
    for number, actions in enumerate(opponent.actions):
        left = plan[opponent.parent[number]]
        for action in actions[:-1]:
            plan[action] = chance.randrange(PRIME)
            left -= plan[action]
        plan[actions[-1]] = left % PRIME
    return against(
        form, player, plan, {pair: residue(payoff) for pair, payoff in form.payoffs.items()}
    )


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

    The bilinear form vanishes if at each information set of one player, from the last
    to the first, the actions' rows differ by a row that is 0 for every plan of the other.
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
