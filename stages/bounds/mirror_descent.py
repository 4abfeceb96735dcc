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

from ...schemas.bounds import MIRROR, Situation
from ...schemas.evaluation import Enclosed
from ...schemas.kernels.passes import reach_nodes
from .answers import Answer, Respond
from .knowledge import situations
from .mirror_descent_kernel import descend, evaluate, spread
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


class _Seat:
    """The situations of a player in a walk with its recall alone, and what it plays in them: arrays
    with one number per action of each.
    """

    def __init__(self, walk: GameWalk, player: int) -> None:
        self.walk, self.player, self.situation = walk, player, situations(walk, player)
        acts = np.flatnonzero(walk.actor == player)
        _, sample = np.unique(self.situation[acts], return_index=True)
        self.sample = acts[sample]
        sizes = np.diff(walk.begin)[self.sample]
        self.first: Int32s = np.concatenate(([0], np.cumsum(sizes))).astype(np.int32)
        self.place: Int32s = np.zeros(len(walk), np.int32)
        self.place[acts] = self.first[self.situation[acts]]
        self.strategy: Floats = 1.0 / np.repeat(sizes, sizes)
        self.logit = np.log(self.strategy)
        self.worth, self.weight = np.zeros(self.first[-1]), np.zeros(self.first[-1])

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


class MirrorDescent(Learner):
    """Magnetic mirror descent on situations."""

    rule = MIRROR

    def __init__(self, given: GameWalk, aim: Aim, respond: Respond = Answer.value) -> None:
        """`respond` computes best responses; the bounds are the same for any engine."""
        first, second = (with_recall(given, player, aim.recall, aim.states) for player in (1, 2))
        both = with_recall(first.walk, 2, aim.recall, aim.states)
        walk, other = both.walk, same_states(second, first.origin[both.origin], both.memory)
        self._walk, self._respond = walk, respond
        self._seats = _Seat(first.walk, 1), _Seat(second.walk, 2)
        self._place = self._seats[0].place[both.origin], self._seats[1].place[other]
        self._probability = uniform(walk)
        self._mass, self._value = np.zeros(len(walk)), np.zeros(len(walk))
        self._control = np.array(CONTROL)
        self.first = self._seats[0].first, self._seats[1].first

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
        walk = self._walk
        size, temperature, _ = self._control.tolist()
        least, most = walk.extremes
        each = size / ((most - least) or 1.0)
        for seat, place in zip(self._seats, self._place, strict=True):
            self._mass[:] = 0.0
            self._mass[0] = 1.0
            reach_nodes(walk.begin, walk.target, self._probability, self._mass)
            evaluate(
                walk.actor,
                walk.begin,
                walk.target,
                walk.gain,
                walk.payoff,
                self._probability,
                place,
                seat.player,
                self._mass,
                self._value,
                seat.worth,
                seat.weight,
            )
            descend(
                seat.first,
                seat.worth,
                seat.weight,
                each if seat.player == 1 else -each,
                size * temperature,
                LEAST,
                seat.logit,
                seat.strategy,
            )
            self._spread(seat, place)

    def _spread(self, seat: _Seat, place: Int32s) -> None:
        walk = self._walk
        spread(walk.actor, walk.begin, place, seat.player, seat.strategy, self._probability)

    def strategy(self, player: int) -> Floats:
        return self._seats[player - 1].strategy.copy()

    def response(self, player: int, strategy: Floats) -> Enclosed:
        seat = self._seats[player - 1]
        walk, probability = seat.walk, uniform(seat.walk)
        spread(walk.actor, walk.begin, seat.place, player, strategy, probability)
        return self._respond(Answer(walk, 3 - player, probability), lambda done, total: None)

    def situations(self, player: int, strategy: Floats) -> Situations:
        return self._seats[player - 1].situations(strategy)

    def arrays(self) -> Arrays:
        named: Arrays = {"control": self._control}
        for seat in self._seats:
            named |= {f"strategy_{seat.player}": seat.strategy, f"logit_{seat.player}": seat.logit}
        return named

    def restore(self) -> None:
        for seat, place in zip(self._seats, self._place, strict=True):
            self._spread(seat, place)

    def is_plausible(self, saved: Saved) -> bool:
        low = min(saved[f"logit_{player}"].min(initial=0.0) for player in (1, 2))
        size, temperature, _ = saved["control"].tolist()
        calm = size * temperature > PHASE / LARGEST
        return bool(low >= LEAST and calm and 0 < size <= STEP and temperature < LARGEST)
