"""Strategies that get better step by step, and the bounds on the value that they prove.

A listed game, in which every history is a state, is solved by predictive regret matching+ (Farina,
Kroer and Sandholm, AAAI 2021) in each information set, with alternating updates and quadratic
averaging. It converges to an equilibrium.

In a state graph, strategies depend on what a player knows only (`knowledge`), so that one step is
one pass over the states, however many histories there are. There regrets do not add up to those of
the game, and averages of strategies are no strategies, so that regret matching stalls: on phantom
tic-tac-toe it stays at a gap of .045 where the last strategies of magnetic mirror descent (Sokota
et al., ICLR 2023) are at .003 after a tenth of the time. The temperature falls while that makes the
bounds better. The strategies need not converge to an equilibrium of the game with perfect recall:
if the order in which a player learned something matters, a gap remains, which gets smaller if
players also remember the last things that they did and saw (`recall`).

Either way the bounds hold: they are the payoffs of best responses with perfect recall.
"""

import math
import time
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...schemas.bounds import Situation
from ...schemas.kernels.passes import reach_nodes
from ...schemas.parts.problems import InputError, Problem
from ...schemas.parts.watch import Watch
from .answers import Answer, Respond
from .knowledge import situations
from .recall import MOST, same_states, with_recall
from .regret_kernel import (
    descend,
    evaluate,
    flow_apart,
    match_regrets,
    spread,
)
from .rounds import LARGEST, ROUNDED, Round, Situations
from .walks import Floats, GameWalk, Int32s, uniform

STEP, TEMPERATURE = 2.0, 0.03
"""The step of mirror descent and the temperature, the strength of its pull towards uniform play, at
first, if the payoffs range over 1.
"""
CONTROL = (STEP, TEMPERATURE, math.inf)
"""Both at first, and the last gap, if the payoffs range over 1."""
COOLER, WARMER, SHORTER = 0.7, 1.5, 0.5
"""The factors of the temperature after bounds that were better than the last ones; and those of the
temperature and the step after worse ones, when the strategies go round in circles.
"""
PHASE = 2.0
"""The steps between two bounds, divided by step and temperature: what convergence takes."""
LEAST = -60.0
"""The smallest logarithm of a probability; it can still become large again."""
PAUSE = 20.0
"""The seconds of steps after which a round ends, also before new bounds: what a kill may cost."""
FIRST, GROWTH = 64, 1.4
"""The steps before the first bounds, at least, and for regret matching the factor by which the
number of steps grows from bounds to bounds.
"""
RANGES = {
    **{"best": (0.0, 1.0), "strategy": (0.0, 1.0), "logit": (LEAST, 0.0)},
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


class Places:
    """The situations of a player in a walk with its recall alone, and the places of their actions
    in a strategy.
    """

    def __init__(self, walk: GameWalk, player: int) -> None:
        self.walk, self.player, self.situation = walk, player, situations(walk, player)
        acts = np.flatnonzero(walk.actor == player)
        numbers, self.sample = np.unique(self.situation[acts], return_index=True)
        self.sample = acts[self.sample]
        sizes = np.diff(walk.begin)[self.sample]
        self.first: Int32s = np.concatenate(([0], np.cumsum(sizes))).astype(np.int32)
        self.place: Int32s = np.zeros(len(walk), np.int32)
        self.place[acts] = self.first[self.situation[acts]]

    def uniform(self) -> Floats:
        """Return the uniform strategy."""
        sizes = np.diff(self.first)
        return 1.0 / np.repeat(sizes, sizes)

    def situations(self, strategy: Floats) -> Situations:
        """Return a strategy as a record."""
        walk = self.walk
        states: list[list[str]] = [[] for _ in self.sample]
        if walk.infoset is None:
            for state in np.flatnonzero(walk.actor == self.player).tolist():
                states[self.situation[state]].append(walk.name[state])
        made, first, shares = [], self.first.tolist(), strategy.tolist()
        for number, state in enumerate(self.sample.tolist()):
            infoset = None if walk.infoset is None else int(walk.infoset[state])
            row = tuple(shares[first[number] : first[number + 1]])
            last = walk.last[state] if walk.last else ()
            made.append(
                Situation(infoset, tuple(states[number]), walk.labels(state), row, last=last)
            )
        return tuple(made)


class _Passes:
    """The arrays that all passes over a walk, with the recall of both players, need."""

    def __init__(self, given: GameWalk, aim: Aim) -> None:
        first, second = (with_recall(given, player, aim.recall, aim.states) for player in (1, 2))
        both = with_recall(first.walk, 2, aim.recall, aim.states)
        walk, other = both.walk, same_states(second, first.origin[both.origin], both.memory)
        self.walk, self.places = walk, (Places(first.walk, 1), Places(second.walk, 2))
        self.place = self.places[0].place[both.origin], self.places[1].place[other]
        places = self.places
        self.probability = uniform(walk)
        self.mass, self.value = np.zeros(len(walk)), np.zeros(len(walk))
        self.worth = tuple(np.zeros(one.first[-1]) for one in places)
        self.weight = tuple(np.zeros(one.first[-1]) for one in places)

    def spread(self, player: int, strategy: Floats) -> None:
        walk, place = self.walk, self.place[player - 1]
        spread(walk.actor, walk.begin, place, player, strategy, self.probability)

    def evaluate(self, player: int) -> None:
        walk, at = self.walk, player - 1
        evaluate(
            walk.actor,
            walk.begin,
            walk.target,
            walk.gain,
            walk.payoff,
            self.probability,
            self.place[at],
            player,
            self.mass,
            self.value,
            self.worth[at],
            self.weight[at],
        )


class MirrorDescent:
    """Magnetic mirror descent on situations. `RegretMatching` has the same methods."""

    def __init__(self, passes: _Passes) -> None:
        self._passes = passes
        self._strategy = tuple(one.uniform() for one in passes.places)
        self._logit = tuple(np.log(one) for one in self._strategy)
        self._control = np.array(CONTROL)

    def until(self, time: int) -> int:
        """Return the step after which bounds are computed next."""
        size, temperature, _ = self._control.tolist()
        return time + max(FIRST, math.ceil(PHASE / float(size * temperature)))

    def adapt(self, gap: float) -> None:
        """Note the gap between the bounds of the last strategies."""
        if gap <= self._control[2]:
            self._control *= (1, COOLER, 1)
        else:
            self._control *= (SHORTER, WARMER, 1)
        self._control[2] = gap

    def step(self, time: int) -> None:
        """Improve the strategy of each player in turn; steps count from 1."""
        passes, walk = self._passes, self._passes.walk
        size, temperature, _ = self._control.tolist()
        each = size / (walk.range or 1.0)
        for player in (1, 2):
            seat = player - 1
            passes.mass[:] = 0.0
            passes.mass[0] = 1.0
            reach_nodes(walk.begin, walk.target, passes.probability, passes.mass)
            passes.evaluate(player)
            descend(
                passes.places[seat].first,
                passes.worth[seat],
                passes.weight[seat],
                each if player == 1 else -each,
                size * temperature,
                LEAST,
                self._logit[seat],
                self._strategy[seat],
            )
            passes.spread(player, self._strategy[seat])

    def strategy(self, player: int) -> Floats:
        """Return the strategy whose bound is computed."""
        return self._strategy[player - 1].copy()

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays that have its state; they are changed in place to go on."""
        both = zip(("strategy", "logit"), (self._strategy, self._logit), strict=True)
        found = {f"{name}_{player}": one[player - 1] for name, one in both for player in (1, 2)}
        return {"control": self._control, **found}


class RegretMatching:
    """Predictive regret matching+ in the information sets of a listed game."""

    def __init__(self, passes: _Passes) -> None:
        self._passes = passes
        self._strategy = tuple(one.uniform() for one in passes.places)
        self._regret = tuple(np.zeros(one.first[-1]) for one in passes.places)
        self._average = tuple(np.zeros(one.first[-1]) for one in passes.places)
        self._own = np.zeros(len(passes.walk))

    def until(self, time: int) -> int:
        return max(FIRST, math.ceil(time * GROWTH))

    def adapt(self, gap: float) -> None:
        """Regret matching has nothing to adapt."""

    def step(self, time: int) -> None:
        passes, walk = self._passes, self._passes.walk
        for player in (1, 2):
            seat = player - 1
            places = passes.places[seat]
            flow_apart(
                walk.actor,
                walk.begin,
                walk.target,
                passes.probability,
                player,
                passes.mass,
                self._own,
            )
            passes.evaluate(player)
            own = passes.weight[seat]
            own[places.first[:-1]] = self._own[places.sample]
            match_regrets(
                places.first,
                1.0 if player == 1 else -1.0,
                float(time),
                passes.worth[seat],
                own,
                self._regret[seat],
                self._strategy[seat],
                self._average[seat],
            )
            passes.spread(player, self._strategy[seat])

    def strategy(self, player: int) -> Floats:
        at = player - 1
        first, average = self._passes.places[at].first, self._average[at]
        total = np.add.reduceat(average, first[:-1]) if len(first) > 1 else np.zeros(0)
        sizes = np.diff(first)
        spread_out = np.repeat(total, sizes)
        even = 1.0 / np.repeat(sizes, sizes)
        found: Floats = np.divide(average, spread_out, out=even, where=spread_out > 0)
        return found

    def arrays(self) -> dict[str, NDArray[Any]]:
        names = ("strategy", "regret", "average")
        all_three = zip(names, (self._strategy, self._regret, self._average), strict=True)
        return {f"{name}_{player}": one[player - 1] for name, one in all_three for player in (1, 2)}


Learner = MirrorDescent | RegretMatching


def minimise_regret(
    walk: GameWalk,
    aim: Aim,
    saved: Saved | None = None,
    watch: Watch = lambda done, total: None,
    respond: Respond = Answer.value,
) -> Iterator[Round]:
    """Yield better and better bounds, from the first time they are computed until the aim is
    reached; `saved` is that of an earlier round, from which to go on. `respond` computes best
    responses; the result is the same for any engine.
    """
    began = time.perf_counter()
    passes = _Passes(walk, aim)
    listed = walk.infoset is not None
    learner: Learner = RegretMatching(passes) if listed else MirrorDescent(passes)
    search = _Search(passes, learner, aim, respond)
    if saved is not None:
        search.go_on(saved)
    while True:
        search.improve(began, watch)
        # Now: the next steps change these arrays.
        kept = search.saved(time.perf_counter() - began)
        latest = Round(
            step=search.step,
            lower=search.bounds[0],
            upper=search.bounds[1],
            seconds=search.before + time.perf_counter() - began,
            reached=search.bounds[1] - search.bounds[0] <= aim.gap,
            strategies=partial(_strategies, passes.places, kept),
            save=partial(dict, kept),
        )
        yield latest
        late = aim.seconds is not None and latest.seconds - search.before >= aim.seconds
        done = aim.steps is not None and search.step >= aim.steps
        if latest.reached or late or done:
            return


def _strategies(places: tuple[Places, Places], saved: Saved) -> tuple[Situations, Situations]:
    first, second = places
    return first.situations(saved["best_1"]), second.situations(saved["best_2"])


class _Search:
    """The best strategies so far, with those that are being improved."""

    def __init__(self, passes: _Passes, learner: Learner, aim: Aim, respond: Respond) -> None:
        self.passes, self.learner, self.aim = passes, learner, aim
        self.respond = respond
        self.step = 0
        self.until = learner.until(0)
        """The step after which the next bounds are computed."""
        self.before = 0.0
        """The seconds before it was interrupted."""
        self.bounds = [-math.inf, math.inf]
        self.best = [one.uniform() for one in passes.places]

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
            late = self.aim.seconds is not None and now - began >= self.aim.seconds
            if now - since >= PAUSE and math.isfinite(self.bounds[0]):
                break
        due = self.step >= self.until or self.step == most
        if due and not late or late and self.bounds[0] == -math.inf:
            self._bound()
            self.until = self.learner.until(self.step)

    def _bound(self) -> None:
        strategies = [self.learner.strategy(player) for player in (1, 2)]
        lower, upper = map(self._answer, (1, 2), strategies)
        if lower > self.bounds[0]:
            self.bounds[0], self.best[0] = lower, strategies[0]
        if upper < self.bounds[1]:
            self.bounds[1], self.best[1] = upper, strategies[1]
        self.learner.adapt(upper - lower)

    def _answer(self, player: int, strategy: Floats) -> float:
        """Return the bound that a player's strategy proves."""
        places = self.passes.places[player - 1]
        walk, probability = places.walk, uniform(places.walk)
        spread(walk.actor, walk.begin, places.place, player, strategy, probability)
        answer = Answer(walk, 3 - player, probability)
        found = self.respond(answer, lambda done, total: None)
        return found.lower if player == 1 else found.upper

    def saved(self, seconds: float) -> dict[str, NDArray[Any]]:
        """Return all that is needed to go on."""
        numbers = np.array([self.step, self.until, self.before + seconds, self.aim.recall])
        kept = {name: array.copy() for name, array in self.learner.arrays().items()}
        return {"numbers": numbers, "best_1": self.best[0], "best_2": self.best[1], **kept}

    def go_on(self, saved: Saved) -> None:
        """Go on from an earlier round. Raise InputError if it does not fit the game."""
        own = self.saved(0.0)
        fits = all(name in saved and _fits(saved[name], own[name]) for name in own)
        if not fits or not self._is_plausible({name: saved[name] for name in own}):
            raise InputError([Problem("does not fit this game")])
        if saved["numbers"][3] != self.aim.recall:
            words = f"was made with --recall {saved['numbers'][3]:.0f}; delete it to begin again"
            raise InputError([Problem(words)])
        self.step, self.until = (int(number) for number in saved["numbers"][:2])
        self.before = float(saved["numbers"][2])
        self.best = [saved["best_1"], saved["best_2"]]
        for name, array in self.learner.arrays().items():
            array[:] = saved[name]
        for player in (1, 2):
            self.passes.spread(player, np.ascontiguousarray(saved[f"strategy_{player}"]))
        # The bounds are computed again: a file can say anything.
        self.bounds = [
            self._answer(player, strategy) for player, strategy in enumerate(self.best, 1)
        ]

    def _is_plausible(self, saved: Saved) -> bool:
        """Return whether a search can have come to these arrays of the right shapes."""
        step, until, before, _ = saved["numbers"].tolist()
        whole = step == math.floor(step) and until == math.floor(until)
        if not (whole and 0 <= step <= until < LARGEST and 0 <= before < LARGEST):
            return False
        for name, array in saved.items():
            kind, _, player = name.partition("_")
            low, high = RANGES.get(kind, (-math.inf, math.inf))
            if ((array < low - ROUNDING) | (array > high + ROUNDING)).any():
                return False
            if kind in ("best", "strategy"):
                first = self.passes.places[int(player) - 1].first[:-1]
                sums = np.add.reduceat(array, first) if len(first) else np.zeros(0)
                rounded = ROUNDED * np.diff(self.passes.places[int(player) - 1].first)
                if (array < 0).any() or (abs(sums - 1) > rounded).any():
                    return False
        size, temperature, _ = saved.get("control", np.array(CONTROL)).tolist()
        calm = size * temperature > PHASE / LARGEST
        return bool(calm and 0 < size <= STEP and temperature < LARGEST)


def _fits(array: NDArray[Any], own: NDArray[Any]) -> bool:
    if array.shape != own.shape or array.dtype != own.dtype:
        return False
    # The control of mirror descent begins with an infinite gap.
    return not np.isnan(array).any() and bool((np.isfinite(array) | ~np.isfinite(own)).all())
