"""Bounds on the value of a game by a double oracle (Bosansky, Kiekintveld, Lisy and Pechoucek, JAIR
51 (2014)): both players play a restricted game, in which few actions are allowed, and best
responses in the whole game are bounds, and allow more actions, round by round. Where nothing is
allowed, a player takes the first action.
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....schemas.evaluation import Enclosed
from ....schemas.parts.problems import InputError, Problem
from ....schemas.parts.watch import Watch
from ...isolated.signals import deferred_signals
from ..answers import Answer
from ..rounds import LARGEST, ROUNDED, Arrays, DoubleOracle, Round, Situations, TimeOver
from ..walks import GameWalk, Int32s
from .fractions import exact_plan, mirrored, only_multiple, plan_unit
from .plan_kernel import Plan, allow_plan
from .program import TreePrograms, restricted_payoffs
from .strategy import MOST, Memory, Strategy, pruned
from .tree_kernel import Tree, enter_actions, enter_letters

LEAST = 1e-9
"""The least probability of a sequence that is played."""
FINE, FINER, FINEST = 1e-9, 1e-3, 1e-15
"""Differences of values in a best response that are ignored at first, as a share of the largest
payoff; the factor by which less is ignored where nothing new is found; and the one at which the
search ends.
"""
CLOSE = 0.01
"""How close the bounds have to be for exact strategies to be looked for, as a share of the largest
payoff or the requested gap: from far away, that takes many times as long as the search.
"""
SOON = 0.1
"""Seconds of a best response after which the time is looked at."""


def double_oracle(
    walk: GameWalk,
    gap: float,
    seconds: float | None = None,
    saved: Mapping[str, NDArray[Any]] | None = None,
    watch: Watch = lambda done, total: None,
    most: int = MOST,
    threads: int = 1,
    unit: int = 0,
) -> Iterator[Round]:
    """Yield the best bounds after each round, see `DoubleOracle.rounds`; the same for any number of
    threads. With the unit of payoffs (`fractions.payoff_unit`) the last round has the exact value,
    if simple strategies prove it. Raises InputError if `saved` is of another game, and SizeError if
    there are more than `most` pairs of a state and memories.
    """
    end = None if seconds is None else time.monotonic() + seconds
    search = _MemoryOracle(walk, gap, watch, most, threads, unit)
    if saved is not None:
        search.restore(saved)
    search.begin(end)
    yield from search.rounds()


class _MemoryOracle(DoubleOracle):
    def __init__(
        self, walk: GameWalk, gap: float, watch: Watch, most: int, threads: int, unit: int
    ) -> None:
        super().__init__(gap, watch, -np.inf, np.inf)
        self.unit = unit
        self.walk, self.most, self.threads = walk, most, threads
        self.memories = Memory(walk, 1), Memory(walk, 2)
        self.trees = Tree(), Tree()
        self.program = TreePrograms(self.trees)
        self.best = [pruned(one, Tree(), np.ones(1), LEAST) for one in self.memories]
        self.fine = FINE

    def begin(self, end: float | None) -> None:
        """Compute the bounds of the strategies at the beginning, whatever the time; then it ends at
        `end`.
        """
        self._respond(self.best)
        self.end = end

    def step_once(self) -> None:
        payoffs = restricted_payoffs(self.walk, self.memories, self.trees, self.most)
        self.go_on()
        # Other optima lead on where vertices go round in circles, and the other way round.
        left = np.inf if self.end is None else max(self.end - time.monotonic(), 0.0)
        plans = self.program.solve(payoffs, interior=self.step % 2 == 1, seconds=left)
        self.go_on()
        given = zip(self.memories, self.trees, plans, strict=True)
        found = [pruned(memory, tree, plan, LEAST) for memory, tree, plan in given]
        if not self._respond(found):
            self.fine *= FINER
        self.stalled = self.fine < FINEST
        self.step += 1

    def rounds(self) -> Iterator[Round]:
        """Yield the rounds, and at the end one with the exact value, if it is found."""
        yield from super().rounds()
        is_close = self.upper - self.lower <= CLOSE * max(self.walk.reach, self.gap)
        try:
            while self.unit and (self.reached and is_close or self.stalled) and self._settle():
                self.step += 1
        except TimeOver:
            return
        if self.value is not None:
            yield self._round()

    def _settle(self) -> bool:
        """Look for optimal strategies in fractions, and for the exact value by best responses to
        them; return whether these allow new actions.
        """
        payoffs = restricted_payoffs(self.walk, self.memories, self.trees, self.most)
        second = exact_plan(self.trees, payoffs, self.walk.reach)
        first = exact_plan(self.trees[::-1], mirrored(payoffs), self.walk.reach)
        self.go_on()
        if first is None or second is None:
            return False
        strategies = [
            pruned(memory, tree, np.array(plan, np.float64), sys.float_info.min, plan)
            for memory, tree, plan in zip(self.memories, self.trees, (first, second), strict=True)
        ]
        values, added = self._payoffs(strategies)
        exact = [
            only_multiple(value, self.unit * plan_unit(strategy.situations()))
            for value, strategy in zip(values, strategies, strict=True)
        ]
        if exact[0] is not None and exact[0] == exact[1]:
            value = Enclosed(exact[0], exact[0])
            self.value, self.lower, self.upper = exact[0], value.lower, value.upper
            self.best = strategies
            return False
        return added > 0

    def _respond(self, strategies: Sequence[Strategy]) -> int:
        """Compute the bounds of both strategies, and allow the best responses; return the number of
        entries of their plans.
        """
        (first, second), added = self._payoffs(strategies)
        if first.lower > self.lower:
            self.lower, self.best[0] = first.lower, strategies[0]
        if second.upper < self.upper:
            self.upper, self.best[1] = second.upper, strategies[1]
        return added

    def _payoffs(self, strategies: Sequence[Strategy]) -> tuple[tuple[Enclosed, Enclosed], int]:
        """Return the payoffs of best responses to both strategies, and the number of entries of
        their plans, which are allowed.
        """
        fine = self.fine * self.walk.reach
        plans = [Plan(tree, fine) for tree in self.trees[::-1]]
        answers = []
        for strategy, responder, plan in zip(strategies, (2, 1), plans, strict=True):
            walk, probability = strategy.followed(self.most)
            answers.append(Answer(walk, responder, probability, plan, self.walk.reach))
        values = self._values(answers)
        self.rounding = float(sum(one.high - one.low for one in values) / 2)
        actions = [one.letters.action for one in self.memories[::-1]]
        return values, sum(map(allow_plan, plans, actions))

    def _values(self, answers: Sequence[Answer]) -> tuple[Enclosed, Enclosed]:
        """Return the payoffs of both best responses. Raises TimeOver."""
        first, second = answers
        if self.threads < 2:
            return self._value(first), self._value(second)
        ended = Event()

        def refuse_ended(done: int, total: int | None) -> None:
            if ended.is_set():
                raise TimeOver

        with deferred_signals():  # The main thread gets all signals.
            pool = ThreadPoolExecutor(1)
            beside = pool.submit(second.value, refuse_ended)
        try:
            found = self._value(first)
            while wait([beside], SOON).not_done:
                self.go_on()
        finally:
            ended.set()
            pool.shutdown()
        return found, beside.result()

    def _value(self, answer: Answer) -> Enclosed:
        while (found := answer.go_on()) is None:
            self.go_on()
        return found

    def strategies(self) -> Callable[[], tuple[Situations, Situations]]:
        first, second = self.best
        return lambda: (first.situations(), second.situations())

    def save(self) -> Arrays:
        numbers = np.array([self.step, self.seconds])
        found: Arrays = {"numbers": numbers}
        for player in (1, 2):
            tree, best = self.trees[player - 1], self.best[player - 1]
            found |= {f"{key}_{player}": array for key, array in _arrays(tree).items()}
            found |= {f"{key}_best_{player}": array for key, array in _arrays(best.tree).items()}
            found[f"share_best_{player}"] = best.share
        return found

    def restore(self, saved: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a saved round. Raises InputError if it does not fit the game."""
        try:
            step, before = _column(saved, "numbers", np.float64).tolist()
            assert step == int(step) and 0 <= step < LARGEST > before >= 0
            for at, memory in enumerate(self.memories):
                _restore(memory, self.trees[at], saved, f"{at + 1}")
                self.best[at] = _restored(memory, saved, f"best_{at + 1}")
        except (AssertionError, InputError, LookupError, TypeError, ValueError):
            raise InputError([Problem("does not fit this game")]) from None
        self.step, self.before = int(step), before


def _restore(memory: Memory, tree: Tree, saved: Mapping[str, NDArray[Any]], name: str) -> Int32s:
    """Fill in a tree; return the numbers of the sequences that were saved."""
    above, letter, place, action = (
        _column(saved, f"{key}_{name}", np.int32) for key in ("above", "letter", "place", "action")
    )
    actions = memory.letters.action
    assert len(above) == len(letter) > 0 and len(place) == len(action) > 0
    assert (above[0], place[0]) == (-1, -1)
    assert (above[1:] >= 0).all() and (above[1:] < np.arange(1, len(above))).all()
    assert (letter[1:] >= 0).all() and (letter[1:] < len(actions)).all()
    assert (place[1:] >= 0).all() and (place[1:] < len(above)).all()
    assert np.isin(action[1:], actions[actions >= 0]).all()
    found = np.zeros(len(above) - 1, np.int32)
    enter_letters(tree, above[1:] - 1, letter[1:], actions[letter[1:]], found)
    assert (found == np.arange(1, len(above))).all()
    sequence = np.zeros(len(place), np.int32)
    enter_actions(tree, place[1:], action[1:], sequence[1:])
    assert tree.sequences == len(place) == len(np.unique(sequence))
    return sequence


def _column(saved: Mapping[str, NDArray[Any]], name: str, kind: type) -> NDArray[Any]:
    found = saved[name]
    assert found.dtype == kind and found.ndim == 1
    return np.ascontiguousarray(found)


def _restored(memory: Memory, saved: Mapping[str, NDArray[Any]], name: str) -> Strategy:
    """Return a strategy that was saved."""
    tree = Tree()
    sequence = _restore(memory, tree, saved, name)
    share = np.zeros(tree.sequences)
    share[sequence] = _column(saved, f"share_{name}", np.float64)
    place = np.asarray(tree.place)[1 : tree.sequences]
    number = np.bincount(place)
    total = np.bincount(place, share[1:])
    assert len(share) == len(sequence) and (share >= 0).all()
    assert (abs(total - 1) <= ROUNDED * number)[number > 0].all()
    found = Strategy(memory, tree, share)
    found.followed()
    return found


def _arrays(tree: Tree) -> Arrays:
    """Return the nodes and sequences of a tree."""
    nodes, sequences = tree.nodes, tree.sequences
    return {
        "above": np.asarray(tree.above)[:nodes].copy(),
        "letter": np.asarray(tree.letter)[:nodes].copy(),
        "place": np.asarray(tree.place)[:sequences].copy(),
        "action": np.asarray(tree.action)[:sequences].copy(),
    }
