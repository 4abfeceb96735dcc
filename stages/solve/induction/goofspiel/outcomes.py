"""The states of `win` that need a value of their own.

Some scores are impossible for a row: the remaining hands restrict the rounds played before. And
scores for which the game ends in the same way, whatever follows, are one state. Of the rounds
before and after a row, only the numbers that player 1 can have won and lost matter: as prizes are
turned up in any order, any of these numbers can occur with any prizes.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from stages.solve.induction.goofspiel.kernel import outcomes_after, outcomes_before
from stages.solve.induction.goofspiel.patterns import LOSS, TIE, WIN
from stages.solve.induction.lanes import MOST
from stages.solve.induction.matrix_game import Indices

Outcomes = npt.NDArray[np.uint16]
"""Pairs of numbers of rounds, shape (..., MOST): bit l of number w for w won and l lost."""
Kinds = npt.NDArray[np.int32]
_FAR = np.iinfo(np.int64).max


class Ways(NamedTuple):
    """The possible scores from some prizes."""

    sums: Indices
    """Ascending, shape (sums,)."""
    outcomes: Outcomes
    """The numbers of rounds won and lost that give each sum, shape (sums, MOST)."""


def ways_of(units: Sequence[int]) -> list[dict[int, Ways]]:
    """Return the possible scores by number of prizes and by set of prizes."""
    none = np.zeros((1, MOST), np.uint16)
    none[0, 0] = 1
    found: list[dict[int, Ways]] = [{0: Ways(np.zeros(1, np.int64), none)}]
    for _ in units:
        found.append(
            {
                prizes | 1 << at: _with(ways, unit)
                for prizes, ways in found[-1].items()
                for at, unit in enumerate(units)
                if not prizes >> at
            }
        )
    return found


def _with(ways: Ways, unit: int) -> Ways:
    won, lost = np.zeros_like(ways.outcomes), ways.outcomes << 1
    won[:, 1:] = ways.outcomes[:, :-1]
    sums = np.concatenate([ways.sums - unit, ways.sums, ways.sums + unit])
    order = np.argsort(sums, kind="stable")
    sums = sums[order]
    first = np.flatnonzero(np.diff(sums, prepend=sums[0] - 1))
    outcomes = np.concatenate([lost, ways.outcomes, won])[order]
    return Ways(sums[first], np.bitwise_or.reduceat(outcomes, first, axis=0))


def states_of(
    before: Outcomes, after: Outcomes, gone: Ways, left: Ways, scores: Indices
) -> Indices:
    """Return the state of the game per kind of rows and score, for one set of remaining prizes.

    `before` and `after` are the outcomes of the rounds before and after each kind, shape (kinds,
    MOST); `gone` and `left` belong to the prizes. A number from 0 on names the class of scores with
    the same future, smaller for higher scores; -1 means a score that is impossible for the kind,
    and -2, -3 and -4 mean lost, drawn and won.
    """
    # A game with a score s ends with the sign of s + t, for the sums t that can follow. Only the
    # number of them below -s matters, and whether one is -s.
    follow = _meet(after, left.outcomes)
    below = np.concatenate([np.zeros((len(after), 1), np.int64), np.cumsum(follow, axis=1)], axis=1)
    at = np.searchsorted(left.sums, -scores)
    level = np.minimum(at, len(left.sums) - 1)
    equal = follow[:, level] & (left.sums[level] == -scores)
    less, all_of = below[:, at], below[:, -1:]
    found = 2 * less + equal
    found[(less == all_of) & ~equal] = -2 - LOSS
    found[equal & (all_of == 1)] = -2 - TIE
    found[(less == 0) & ~equal] = -2 - WIN
    came = _meet(before, gone.outcomes)[:, np.searchsorted(gone.sums, scores)]
    return np.where(came, found, -1)


def places_of(states: Sequence[Indices], kinds: int) -> npt.NDArray[np.int32]:
    """Return `Layer.places`, the position of each column's value in a row of each kind, from the
    states by set of prizes and the lowest score of each class.
    """
    number = np.zeros((kinds, 1), np.int64)
    pieces = [np.zeros((kinds, 0), np.int32)]
    for found in states:
        own = found >= 0
        known = np.where(own, found, _FAR)
        new = own.copy()
        new[:, 1:] = known[:, 1:] < np.minimum.accumulate(known, axis=1)[:, :-1]
        place = number + np.cumsum(new, axis=1) - 1
        number = place[:, -1:] + 1
        pieces.append(np.where(own, place, found).astype(np.int32))
    # The columns are followed by lost, drawn and won.
    places = np.concatenate(
        [*pieces, np.tile(np.array([-2, -3, -4], np.int32), (kinds, 1))], axis=1
    )
    decided = places < -1
    places[decided] = (number - 2 - places)[decided]
    return places


def _meet(one: Outcomes, other: Outcomes) -> npt.NDArray[np.bool_]:
    """Return for all pairs whether they have an outcome in common."""
    words, others = (np.ascontiguousarray(found).view(np.uint64) for found in (one, other))
    common = np.zeros((len(words), len(others)), np.bool_)
    for word in range(words.shape[1]):
        common |= (words[:, None, word] & others[None, :, word]) != 0
    return common


def kinds_of(patterns: Sequence[Indices]) -> list[tuple[Outcomes, Outcomes, Kinds]]:
    """Return by number of cards, from the patterns of the rows, the outcomes of the rounds before
    and after each kind of rows, both of shape (kinds, MOST), and the kind of each row.
    """
    nothing = np.zeros((1, MOST), np.uint16)
    nothing[0, 0] = 1
    after, before = [nothing], [nothing]
    for above, below in zip(patterns[1:], patterns, strict=False):
        after.append(outcomes_after(above, below, after[-1]))
    for above, below in zip(patterns[:0:-1], patterns[-2::-1], strict=True):
        before.append(outcomes_before(above, before[-1], below))
    found = []
    for one, other in zip(before[::-1], after, strict=True):
        both, kinds = np.unique(np.concatenate([one, other], axis=1), axis=0, return_inverse=True)
        found.append((both[:, :MOST], both[:, MOST:], kinds.reshape(-1).astype(np.int32)))
    return found
