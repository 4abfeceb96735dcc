"""Payoffs modulo a large prime: what a plan of the opponent makes of them.

Payoffs belong to pairs of sequences only up to a shift: a constant can be taken from all actions of
an information set and given to the sequence above. So numbers are compared by what a random plan of
the opponent makes of them, and what is found alike is then proved by `vanishing`, exactly.
"""

import random
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from stages.forms.trees import SequenceTree, TreeForm

PRIME = 2**127 - 1


def behaviour(tree: SequenceTree, shares: Iterable[tuple[int, ...]]) -> list[int]:
    """Return the plan, modulo PRIME, of a behaviour strategy: per information set a share per
    action that sum to 1.
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
    """Return one over a number modulo PRIME."""
    return pow(number, -1, PRIME)


def inverses(numbers: Iterable[int]) -> list[int]:
    """Return one over each number modulo PRIME, by one division for them all (Montgomery 1987).

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
    """Return per sequence of a player what it pays against a random plan of the opponent, modulo
    PRIME.

    Two rows that pay the same against every plan have the same print; others do, but for a chance
    of one in PRIME.
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
