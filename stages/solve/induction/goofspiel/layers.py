"""The layers of a deal with their rows and columns."""

from collections.abc import Callable, Iterator
from copy import copy
from functools import lru_cache

import numpy as np

from schemas.rules.goofspiel import Goofspiel
from schemas.rules.objective import Objective
from stages.solve.induction.goofspiel.indexing import Layer, units_of
from stages.solve.induction.goofspiel.kernel import patterns_below
from stages.solve.induction.goofspiel.outcomes import kinds_of, places_of, states_of, ways_of
from stages.solve.induction.goofspiel.patterns import canonical, pattern_code
from stages.solve.induction.matrix_game import Indices

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
def planned(rule: Goofspiel) -> Plan:
    """Return the layers of a deal, which are made on access."""
    patterns = [np.array([canonical(pattern_code(rule.hands))], np.int64)]
    for cards in range(len(rule.prizes), 0, -1):
        patterns.append(np.unique(patterns_below(patterns[-1], cards)))
    return Plan(rule, tuple(patterns[::-1]))
