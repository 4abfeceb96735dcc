"""How much two subtrees differ, counted in subtrees that only one of them has.

Where a hand-in departs from the reference, this measure pairs its actions with the reference's, so
that the fewest changes explain the file. Subtrees are compared without forced moves and labels,
once with payoffs and probabilities and once without, as tools do that compare the syntax trees of
programs (Falleri et al. 2014). It only chooses the difference to report, never the verdict.
"""

from collections import Counter
from collections.abc import Sequence

from schemas.game import Chance, Game, Terminal, children
from stages.grade.nodes import turn


class Likeness:
    """The reference and a hand-in; their subtrees by numbers that are the same for equal ones."""

    def __init__(self, reference: Game, handin: Game) -> None:
        self.numberings = tuple(_Numbering(exactly, reference, handin) for exactly in (True, False))
        self.known: dict[tuple[int, int], int] = {}

    def unlike(self, reference: int, node: int) -> int:
        """Return in how many subtrees a node of the reference and one of the hand-in differ."""
        exact = self.numberings[0]
        key = exact.there[reference], exact.here[node]
        if key not in self.known:
            self.known[key] = sum(
                one.apart(one.there[reference], one.here[node]) for one in self.numberings
            )
        return self.known[key]


class _Numbering:
    """The numbers of all subtrees, with payoffs and probabilities or without."""

    def __init__(self, exactly: bool, reference: Game, handin: Game) -> None:
        self.exactly = exactly
        self.known: dict[object, int] = {}
        self.below: list[Sequence[int]] = []
        self.counts: dict[int, Counter[int]] = {}
        self.there, self.here = self._numbers(reference), self._numbers(handin)

    def apart(self, one: int, other: int) -> int:
        """Return how many subtrees only one of two has."""
        if one == other:
            return 0
        mine, yours = self._count(one), self._count(other)
        return ((mine - yours) + (yours - mine)).total()

    def _numbers(self, game: Game) -> list[int]:
        found = [0] * len(game.nodes)
        for node in reversed(range(len(found))):
            record = game.nodes[node]
            below = [found[child] for child in children(record)]
            if len(below) == 1:
                found[node] = below[0]
                continue
            key: object = (turn(game, node), *sorted(below))
            if self.exactly and isinstance(record, Chance):
                key = "chance", *sorted(zip(below, record.probabilities, strict=True))
            elif self.exactly and isinstance(record, Terminal):
                key = record.payoff
            if key not in self.known:
                self.known[key] = len(self.below)
                self.below.append(below)
            found[node] = self.known[key]
        return found

    def _count(self, number: int) -> Counter[int]:
        """Return the subtrees of one, itself included, each with how often it is there."""
        waiting = [number]
        while waiting:
            at = waiting[-1]
            new = [below for below in self.below[at] if below not in self.counts]
            waiting += new
            if not new:
                waiting.pop()
                if at not in self.counts:
                    total = Counter([at])
                    for below in self.below[at]:
                        total.update(self.counts[below])
                    self.counts[at] = total
        return self.counts[number]
