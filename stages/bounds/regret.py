"""Strategies that get better step by step, and the bounds on the value that they prove.

A `Learner` improves them: `regret_matching` on the matrices of a listed game, `mirror_descent` on a
state graph. Either way the bounds hold: they are the payoffs of best responses with perfect recall.
"""

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...schemas.evaluation import Enclosed
from ...schemas.parts.problems import InputError, Problem
from ...schemas.parts.watch import Watch
from .recall import MOST
from .rounds import LARGEST, ROUNDED, Arrays, Round, Situations
from .walks import Floats, Int32s

PAUSE = 20.0
"""The seconds of steps after which a round ends, also before new bounds: what a kill may cost."""
FIRST = 64
"""The steps before the first bounds, at least."""
REPORTING = 12.0
"""Writing and proving the report takes this many times as long as making the records of the
strategies, in addition to one more best response; 6 to 11 were measured.
"""
RANGES = {
    **{"best": (0.0, 1.0), "strategy": (0.0, 1.0), "logit": (-math.inf, 0.0)},
    **{"regret": (0.0, 1e200), "average": (0.0, 1e100), "control": (0.0, math.inf)},
}
"""The least and the largest numbers in the arrays of a search, up to rounding."""
ROUNDING = 1e-9
"""How far saved numbers may be beyond these."""
Saved = Mapping[str, NDArray[Any]]


class Aim(NamedTuple):
    """When to stop."""

    gap: float
    """The difference of the bounds, in payoffs."""
    seconds: float | None = None
    """None: without a limit of time."""
    steps: int | None = None
    """None: without a limit of steps."""
    recall: int = 0
    """How many of the last entries of its memory a player remembers in addition to what it knows.
    For state graphs.
    """
    states: int = MOST
    """The most states of the walk with recall."""


class Learner(ABC):
    """Strategies of both players, the first of which are uniform."""

    rule: str
    """The update of the strategies, see `schemas.bounds`."""
    first: tuple[Int32s, Int32s]
    """Of each player the place of the first action of each situation in its strategies; last, the
    number of all places.
    """

    @abstractmethod
    def until(self, time: int) -> int:
        """Return the step after which bounds are computed next."""

    def adapt(self, gap: float) -> None:
        """Note the gap between the bounds of the last strategies."""

    @abstractmethod
    def step(self, time: int) -> None:
        """Improve the strategy of each player in turn; steps count from 1."""

    @abstractmethod
    def strategy(self, player: int) -> Floats:
        """Return the strategy whose bound is computed."""

    @abstractmethod
    def response(self, player: int, strategy: Floats) -> Enclosed:
        """Return player 1's payoff if the other player responds best to a player's strategy."""

    @abstractmethod
    def situations(self, player: int, strategy: Floats) -> Situations:
        """Return a strategy as a record."""

    @abstractmethod
    def arrays(self) -> Arrays:
        """Return the arrays that have its state; they are changed in place to go on."""

    @abstractmethod
    def restore(self) -> None:
        """Compute everything else again after its arrays were changed."""

    def guarantees(self) -> tuple[float, float]:
        """Return the bounds that both strategies prove."""
        first, second = (self.response(player, self.strategy(player)) for player in (1, 2))
        return first.lower, second.upper

    def is_plausible(self, saved: Saved) -> bool:
        """Return whether arrays whose numbers are in their ranges can be those of a search."""
        return True


def minimise_regret(
    learner: Learner,
    aim: Aim,
    saved: Saved | None = None,
    watch: Watch = lambda done, total: None,
) -> Iterator[Round]:
    """Yield better and better bounds, from the first time they are computed until the aim is
    reached; `saved` is that of an earlier round, from which to go on.
    """
    began = time.perf_counter()
    search = _Search(learner, aim)
    if saved is not None:
        search.go_on(saved)
    while True:
        search.improve(began, watch)
        # Now: the next steps change these arrays.
        kept = search.saved(time.perf_counter() - began)
        strategies = cache(partial(_strategies, learner, kept))
        if aim.seconds is not None and not search.reporting:
            search.measure(strategies)
        latest = Round(
            rule=learner.rule,
            step=search.step,
            lower=search.bounds[0],
            upper=search.bounds[1],
            seconds=search.before + time.perf_counter() - began,
            reached=search.bounds[1] - search.bounds[0] <= aim.gap,
            rounding=sum(search.rounding) / 2,
            strategies=strategies,
            save=partial(dict, kept),
        )
        yield latest
        late = search.is_late(latest.seconds - search.before)
        done = aim.steps is not None and search.step >= aim.steps
        if latest.reached or late or done:
            return


def _strategies(learner: Learner, saved: Saved) -> tuple[Situations, Situations]:
    return learner.situations(1, saved["best_1"]), learner.situations(2, saved["best_2"])


class _Search:
    """The best strategies so far, with those that are being improved."""

    def __init__(self, learner: Learner, aim: Aim) -> None:
        self.learner, self.aim = learner, aim
        self.step = 0
        self.until = learner.until(0)
        """The step after which the next bounds are computed."""
        self.before = 0.0
        """The seconds before it was interrupted."""
        self.bounds = [-math.inf, math.inf]
        self.rounding = [0.0, 0.0]
        """How far apart the ends of each best response are."""
        self.proving = 0.0
        """The seconds that the last bounds took, as the next ones and those of the report will."""
        self.reporting = 0.0
        """The seconds that writing the strategies and reporting on them will take."""
        self.best = [learner.strategy(player) for player in (1, 2)]

    def improve(self, began: float, watch: Watch) -> None:
        """Do the steps up to the next bounds, and compute these, unless that takes long or, if
        there are bounds already, the time is over.
        """
        since, most, late = time.perf_counter(), self.aim.steps, False
        while self.step < self.until and not (late or self.step == most):
            self.step += 1
            self.learner.step(self.step)
            watch(self.step, 0)
            now = time.perf_counter()
            late = self.is_late(now - began)
            if now - since >= PAUSE and math.isfinite(self.bounds[0]):
                break
        due = self.step >= self.until or self.step == most
        if due and not late or late and self.bounds[0] == -math.inf:
            self._bound()
            self.until = self.learner.until(self.step)

    def measure(self, strategies: Callable[[], object]) -> None:
        """Estimate the time of the report from the time that the records of the strategies take."""
        began = time.perf_counter()
        strategies()
        self.reporting = REPORTING * (time.perf_counter() - began)

    def is_late(self, spent: float) -> bool:
        """Return whether the time is over after so many seconds."""
        after = 2 * self.proving + self.reporting
        return self.aim.seconds is not None and spent + after >= self.aim.seconds

    def _bound(self) -> None:
        began = time.perf_counter()
        strategies = [self.learner.strategy(player) for player in (1, 2)]
        lower, upper = map(self._answer, (1, 2), strategies)
        if lower > self.bounds[0]:
            self.bounds[0], self.best[0] = lower, strategies[0]
        if upper < self.bounds[1]:
            self.bounds[1], self.best[1] = upper, strategies[1]
        self.learner.adapt(upper - lower)
        self.proving = time.perf_counter() - began

    def _answer(self, player: int, strategy: Floats) -> float:
        """Return the bound that a player's strategy proves."""
        response = self.learner.response(player, strategy)
        self.rounding[player - 1] = float(response.high - response.low)
        return response.lower if player == 1 else response.upper

    def saved(self, seconds: float) -> dict[str, NDArray[Any]]:
        """Return all that is needed to go on."""
        numbers = np.array([self.step, self.until, self.before + seconds, self.aim.recall])
        kept = {name: array.copy() for name, array in self.learner.arrays().items()}
        return {"numbers": numbers, "best_1": self.best[0], "best_2": self.best[1], **kept}

    def go_on(self, saved: Saved) -> None:
        """Go on from an earlier round. Raise InputError if it does not fit the game."""
        own, numbers = self.saved(0.0), saved.get("numbers", np.zeros(0))
        fits = _fits(numbers, own["numbers"]) and _are_counts(numbers)
        if fits and numbers[3] != self.aim.recall:
            words = f"was made with --recall {numbers[3]:.0f}; delete it to begin again"
            raise InputError([Problem(words)])
        fits = fits and all(name in saved and _fits(saved[name], own[name]) for name in own)
        if not fits or not self._is_plausible({name: saved[name] for name in own}):
            raise InputError([Problem("does not fit this game")])
        self.step, self.until = (int(number) for number in saved["numbers"][:2])
        self.before = float(saved["numbers"][2])
        self.best = [saved["best_1"], saved["best_2"]]
        for name, array in self.learner.arrays().items():
            array[:] = saved[name]
        self.learner.restore()
        # The bounds are computed again: a file can say anything.
        self.bounds = [
            self._answer(player, strategy) for player, strategy in enumerate(self.best, 1)
        ]

    def _is_plausible(self, saved: Saved) -> bool:
        """Return whether a search can have come to these arrays of the right shapes."""
        for name, array in saved.items():
            kind, _, player = name.partition("_")
            low, high = RANGES.get(kind, (-math.inf, math.inf))
            if ((array < low - ROUNDING) | (array > high + ROUNDING)).any():
                return False
            if kind in ("best", "strategy"):
                first = self.learner.first[int(player) - 1]
                sums = np.add.reduceat(array, first[:-1]) if len(first) > 1 else np.zeros(0)
                rounded = ROUNDED * np.diff(first)
                if (array < 0).any() or (abs(sums - 1) > rounded).any():
                    return False
        return self.learner.is_plausible(saved)


def _are_counts(numbers: NDArray[Any]) -> bool:
    """Return whether numbers can be those of a step, the next bounds, seconds and a recall."""
    step, until, before, recall = numbers.tolist()
    whole = all(one == math.floor(one) for one in (step, until, recall))
    return whole and 0 <= step <= until < LARGEST and 0 <= before < LARGEST > recall >= 0


def _fits(array: NDArray[Any], own: NDArray[Any]) -> bool:
    if array.shape != own.shape or array.dtype != own.dtype:
        return False
    # The control of mirror descent begins with an infinite gap.
    return not np.isnan(array).any() and bool((np.isfinite(array) | ~np.isfinite(own)).all())
