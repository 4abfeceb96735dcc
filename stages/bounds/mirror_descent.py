"""Magnetic mirror descent on the situations of a state graph.

Strategies depend on what a player knows only (`knowledge`), so that one step is one pass over the
states, however many histories there are. There regrets do not add up to those of the game, and
averages of strategies are no strategies, so that regret matching stalls: on phantom tic-tac-toe it
stays at a gap of .045 where the last strategies of magnetic mirror descent (Sokota et al., ICLR
2023) are at .003 after a tenth of the time. The temperature falls while that makes the bounds
better. The strategies need not converge to an equilibrium of the game with perfect recall: if the
order in which a player learned something matters, a gap remains, which gets smaller if players also
remember the last things that they did and saw (`recall`).
"""

import math

import numpy as np

from ...schemas.bounds import Situation
from ...schemas.evaluation import Enclosed
from .answers import Answer, Respond
from .knowledge import situations
from .mirror_descent_kernel import descend, evaluate, flow, spread
from .recall import same_states, with_recall
from .regret import FIRST, Aim, Learner, Saved
from .rounds import LARGEST, Arrays, Situations
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
        for state in np.flatnonzero(walk.actor == self.player).tolist():
            states[self.situation[state]].append(walk.name[state])
        made, first, shares = [], self.first.tolist(), strategy.tolist()
        for number, state in enumerate(self.sample.tolist()):
            row = tuple(shares[first[number] : first[number + 1]])
            last = walk.last[state] if walk.last else ()
            made.append(Situation(None, tuple(states[number]), walk.labels(state), row, last=last))
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


class MirrorDescent(Learner):
    """Magnetic mirror descent on situations."""

    def __init__(self, walk: GameWalk, aim: Aim, respond: Respond = Answer.value) -> None:
        """`respond` computes best responses; the bounds are the same for any engine."""
        self._passes, self._respond = _Passes(walk, aim), respond
        passes = self._passes
        self.first = passes.places[0].first, passes.places[1].first
        self._strategy = tuple(one.uniform() for one in passes.places)
        self._logit = tuple(np.log(one) for one in self._strategy)
        self._control = np.array(CONTROL)

    def until(self, time: int) -> int:
        size, temperature, _ = self._control.tolist()
        return time + max(FIRST, math.ceil(PHASE / float(size * temperature)))

    def adapt(self, gap: float) -> None:
        if gap <= self._control[2]:
            self._control *= (1, COOLER, 1)
        else:
            self._control *= (SHORTER, WARMER, 1)
        self._control[2] = gap

    def step(self, time: int) -> None:
        passes, walk = self._passes, self._passes.walk
        size, temperature, _ = self._control.tolist()
        each = size / (walk.range or 1.0)
        for player in (1, 2):
            seat = player - 1
            flow(walk.begin, walk.target, passes.probability, passes.mass)
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
        return self._strategy[player - 1].copy()

    def response(self, player: int, strategy: Floats) -> Enclosed:
        places = self._passes.places[player - 1]
        walk, probability = places.walk, uniform(places.walk)
        spread(walk.actor, walk.begin, places.place, player, strategy, probability)
        return self._respond(Answer(walk, 3 - player, probability), lambda done, total: None)

    def situations(self, player: int, strategy: Floats) -> Situations:
        return self._passes.places[player - 1].situations(strategy)

    def arrays(self) -> Arrays:
        both = zip(("strategy", "logit"), (self._strategy, self._logit), strict=True)
        found = {f"{name}_{player}": one[player - 1] for name, one in both for player in (1, 2)}
        return {"control": self._control, **found}

    def restore(self) -> None:
        for player in (1, 2):
            self._passes.spread(player, self._strategy[player - 1])

    def is_plausible(self, saved: Saved) -> bool:
        low = min(saved[f"logit_{player}"].min(initial=0.0) for player in (1, 2))
        size, temperature, _ = saved["control"].tolist()
        calm = size * temperature > PHASE / LARGEST
        return bool(low >= LEAST and calm and 0 < size <= STEP and temperature < LARGEST)
