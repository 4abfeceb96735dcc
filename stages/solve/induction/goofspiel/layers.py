"""The layers of a deal with their rows and columns.

Of the states of `win`, only some need a value of their own: some scores are impossible for a row,
as the remaining hands restrict the rounds played before, and scores for which the game ends in the
same way, whatever follows, are one state. Of the rounds before and after a row, only the numbers
that player 1 can have won and lost matter: as prizes are turned up in any order, any of these
numbers can occur with any prizes.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .....schemas.rules.goofspiel import Goofspiel
from .....schemas.rules.objective import Objective
from ..lanes import MOST
from ..matrix_game import Indices
from .indexing import Layer, units_of
from .kernel import outcomes_after, outcomes_before, patterns_below
from .patterns import LOSS, TIE, WIN, canonical, pattern_code

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
                prizes | 1 << at: _add_prize(ways, unit)
                for prizes, ways in found[-1].items()
                for at, unit in enumerate(units)
                if not prizes >> at
            }
        )
    return found


def _add_prize(ways: Ways, unit: int) -> Ways:
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
    follow = _share_outcome(after, left.outcomes)
    below = np.concatenate([np.zeros((len(after), 1), np.int64), np.cumsum(follow, axis=1)], axis=1)
    at = np.searchsorted(left.sums, -scores)
    level = np.minimum(at, len(left.sums) - 1)
    equal = follow[:, level] & (left.sums[level] == -scores)
    less, all_of = below[:, at], below[:, -1:]
    found = 2 * less + equal
    found[(less == all_of) & ~equal] = -2 - LOSS
    found[equal & (all_of == 1)] = -2 - TIE
    found[(less == 0) & ~equal] = -2 - WIN
    came = _share_outcome(before, gone.outcomes)[:, np.searchsorted(gone.sums, scores)]
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


def _share_outcome(one: Outcomes, other: Outcomes) -> npt.NDArray[np.bool_]:
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


KEPT = 3  # Layers in memory at a time; the layer of a chunk and the one below would be enough.


class Plan:
    """The layers of a deal by their number of cards, from 0; each is made on access."""

    def __init__(self, rule: Goofspiel, patterns: tuple[Indices, ...]) -> None:
        self.rule, self.patterns = rule, patterns
        self._made: dict[int, Layer] = {}
        self._choose: Callable[[Indices], Indices] | None = None
        if rule.objective == Objective.WIN:
            self._ways, self._kinds = ways_of(units_of(rule)), kinds_of(patterns)

    def __len__(self) -> int:
        return len(self.patterns)

    def __getitem__(self, cards: int) -> Layer:
        if cards not in self._made:
            if len(self._made) == KEPT:
                del self._made[next(iter(self._made))]
            win = self.rule.objective == Objective.WIN
            self._made[cards] = self._of_scores(cards) if win else self._of_points(cards)
        return self._made[cards]

    def __iter__(self) -> Iterator[Layer]:
        return (self[cards] for cards in range(len(self)))

    def part(self, choose: Callable[[Indices], Indices]) -> "Plan":
        """Return the same rows with some of the columns: `choose` takes the sets of prizes of a
        layer and returns the ones to keep.
        """
        found = copy(self)
        found._made, found._choose = {}, choose
        return found

    def _of_points(self, cards: int) -> Layer:
        sets, rows = self._sets(cards), self.patterns[cards]
        return Layer(
            cards=cards,
            patterns=rows,
            kinds=np.zeros(len(rows), np.int32),
            prizes=sets,
            scores=np.zeros_like(sets),
            places=np.arange(len(sets), dtype=np.int32)[None],
        )

    def _of_scores(self, cards: int) -> Layer:
        units, every = units_of(self.rule), (1 << len(self.rule.prizes)) - 1
        before, after, kinds = self._kinds[cards]
        prizes, scores, states = [], [], []
        for left in self._sets(cards).tolist() if cards else ():
            most = sum(unit for at, unit in enumerate(units) if left >> at & 1)
            gone = self._ways[len(units) - cards][every ^ left]
            found = gone.sums[np.abs(gone.sums) <= most]
            prizes.append(np.full(len(found), left))
            scores.append(found)
            states.append(states_of(before, after, gone, self._ways[cards][left], found))
        nothing = np.zeros(0, np.int64)
        return Layer(
            cards=cards,
            patterns=self.patterns[cards],
            kinds=kinds,
            prizes=np.concatenate([nothing, *prizes]),
            scores=np.concatenate([nothing, *scores]),
            places=places_of(states, len(before)),
        )

    def _sets(self, cards: int) -> Indices:
        every = range(1 << len(self.rule.prizes))
        found = np.array([prizes for prizes in every if prizes.bit_count() == cards], np.int64)
        return self._choose(found) if self._choose else found


@lru_cache(maxsize=4)
def plan(rule: Goofspiel) -> Plan:
    """Return the layers of a deal, which are made on access."""
    patterns = [np.array([canonical(pattern_code(rule.hands))], np.int64)]
    for cards in range(len(rule.prizes), 0, -1):
        patterns.append(np.unique(patterns_below(patterns[-1], cards)))
    return Plan(rule, tuple(patterns[::-1]))
