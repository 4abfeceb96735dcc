"""Estimate the number of nodes of a tree by random plays, to refuse far too large ones early.

A random play gives an estimate as a product of the numbers of moves on its way; its mean is the
number of nodes (Knuth, "Estimating the efficiency of backtrack programs", 1975). A tree is
almost certainly too large if, in each of GROUPS groups of plays, the average estimate is at least
FACTOR times the limit: by Markov's inequality, this happens to one group of a tree that fits with a
probability of at most 1 / FACTOR, and to all of them with one of at most 1 / FACTOR ** GROUPS, less
than one in a million.
"""

import random
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

FACTOR, GROUPS = 2, 20
PLAYS = 1, 4, 16, 64
"""Number of plays in each group; more if these are not decisive."""
SECONDS = 4.0
"""Time limit for all of them, after which the tree counts as small enough."""
ENOUGH = 10**30
"""Number of nodes after which a play is stopped. This underestimates the number of nodes."""
SEED = 1975


class Estimate(NamedTuple):
    """The approximate size of a tree."""

    nodes: int
    plays: int
    """The number of random plays that it is based on."""
    broken_off: bool
    """Whether it is a lower bound, because plays were stopped."""


def estimate(root: Any, most: int) -> Estimate | None:
    """Return the estimated number of nodes of the tree from an OpenSpiel state if it is clearly
    more than `most`; None if random plays do not exclude that it is less.
    """
    chance, end = random.Random(SEED), time.monotonic() + SECONDS
    for plays in PLAYS:
        sums = []
        for _ in range(GROUPS):
            counted = [_count(root, chance, end) for _ in range(plays)]
            if time.monotonic() >= end:
                return None
            if sum(counted) < FACTOR * most * plays:
                break
            sums.append(sum(counted))
        if len(sums) == GROUPS:
            mean = sum(sums) // (plays * GROUPS)
            return Estimate(min(mean, ENOUGH), plays * GROUPS, mean >= ENOUGH)
    return None


def _count(root: Any, chance: random.Random, end: float) -> int:
    """Return the estimate of one random play: the number of tree nodes at each depth, as if all
    nodes of a depth had as many moves as the one on the play, in total.
    """
    nodes, alike, state = 0, 1, root
    while nodes < ENOUGH and time.monotonic() < end:
        nodes += alike
        if state.is_terminal():
            break
        *before, moves = _moves(state)
        for count in before:  # The moves of player 1, if both move at once.
            nodes += alike * count
        alike *= moves * (before[0] if before else 1)
        state = _followed(state, chance)
    return nodes


def _moves(state: Any) -> Iterator[int]:
    """Yield how many moves a state has; where both players move at once, those of each."""
    if state.is_chance_node():
        yield len([share for _, share in state.chance_outcomes() if share > 0])
    elif state.is_simultaneous_node():
        yield from (len(state.legal_actions(player)) for player in (0, 1))
    else:
        yield len(state.legal_actions())


def _followed(state: Any, chance: random.Random) -> Any:
    """Return the state after a random move."""
    if state.is_simultaneous_node():
        following = state.clone()
        following.apply_actions([chance.choice(state.legal_actions(at)) for at in (0, 1)])
        return following
    if state.is_chance_node():
        outcomes = [action for action, share in state.chance_outcomes() if share > 0]
        return state.child(chance.choice(outcomes))
    return state.child(chance.choice(state.legal_actions()))
