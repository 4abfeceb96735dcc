"""Evaluate strategies on a state graph, without listing the histories of its game.

The guarantee of a strategy is the payoff of a best response, which `stages.bounds.answers` computes
by a walk over the memories of the other player. Two strategies against each other are a Markov
chain on the states.
"""

import math
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ...schemas.evaluation import Enclosed, GraphEvaluation, Guaranteed, Match, StrategyOrigin
from ...schemas.parts.problems import SizeError
from ...schemas.parts.watch import Watch
from ...schemas.state_graph import NOTHING, Actor, ObservationGraph, topological, unrolled
from ...schemas.state_graph.classes_kernel import represent, unite
from ...schemas.state_graph.columns import Int32s
from ...schemas.state_graph.counting import count_histories
from ...schemas.state_graph.knowledge import Knowledge
from ...schemas.strategies.states import StateStrategy
from ...schemas.strategy import Fitted
from ..bounds.answers import Answer, Respond
from ..bounds.knowledge import situations
from ..bounds.walks import GameWalk, walk_of_graph
from .memories import MemoryStrategy, split
from .profiles import FILLED_IN, origin_in_profile, refuse_incomplete

UNIT = 256
"""Payoffs of strategies against each other are in units of 2**-UNIT, rounded outward."""
FEW = 200_000
"""The most states in all situations of a player up to which these are told apart exactly."""
GraphStrategy = StateStrategy | MemoryStrategy
GraphStrategies = Fitted[GraphStrategy]


@dataclass(frozen=True, eq=False)
class UnlistedGame:
    """A checked state graph whose histories are not listed."""

    given: ObservationGraph
    most: int
    """The most states up to the limit of moves, if the graph has one."""

    @cached_property
    def graph(self) -> ObservationGraph:
        """The graph without cycles. Raises SizeError if it has too many states."""
        return unrolled(self.given, self.most, "--max-states")

    @cached_property
    def walk(self) -> GameWalk:
        """The graph as the kernels walk it."""
        return walk_of_graph(self.graph, len(self.graph.columns))

    @cached_property
    def histories(self) -> int:
        """The number of histories."""
        return count_histories(self.graph)

    @cached_property
    def situations(self) -> tuple[Int32s, Int32s]:
        """For each player the situation of every state in which it moves, shape (n,), else NOTHING:
        states that the player cannot tell apart are in one situation.
        """
        return self._situations(1), self._situations(2)

    def _situations(self, player: int) -> Int32s:
        with suppress(SizeError):
            return _exact_situations(Knowledge(self.graph, player, FEW))
        # Coarser: states that are apart by the order alone in which the player learned something.
        found = np.full(len(self.graph.columns), NOTHING, np.int32)
        found[self._states] = situations(self.walk, player)[self._walked]
        return found

    @cached_property
    def _walked(self) -> NDArray[np.int64]:
        """The states of the walk that are states of the graph."""
        return np.flatnonzero([bool(name) for name in self.walk.name])

    @cached_property
    def _states(self) -> Int32s:
        """The states of the graph in the order of `_walked`."""
        number = {name: at for at, name in enumerate(self.graph.names)}
        names = self.walk.name
        return np.array([number[names[at]] for at in self._walked.tolist()], np.int32)

    def answer(self, player: int, strategy: GraphStrategy) -> Answer:
        """Return the best response of the other player to a player's strategy."""
        if isinstance(strategy, MemoryStrategy):
            alone = strategy.alone
            return UnlistedGame(alone.graph, self.most).answer(player, alone.strategy)
        return Answer(self.walk, 3 - player, self._probabilities(strategy))

    def _probabilities(self, strategy: StateStrategy) -> NDArray[np.float64]:
        """Return the probability of each move of the walk: chance's, those of the strategy, and 0
        for the other player.
        """
        walk = self.walk
        found = walk.chance.copy()
        which = np.full(len(walk), NOTHING, np.int32)
        which[self._walked] = strategy.which[self._states]
        sizes = [len(one) for one in strategy.distributions]
        first = np.concatenate(([0], np.cumsum(sizes)))[:-1].astype(np.int64)
        shares = np.array([float(share) for one in strategy.distributions for share in one])
        of_move = np.repeat(which, np.diff(walk.begin))
        place = np.arange(len(found)) - np.repeat(walk.begin[:-1], np.diff(walk.begin))
        own = of_move != NOTHING
        found[own] = shares[first[of_move[own]] + place[own]]
        return found

    def played(self, first: GraphStrategy, second: GraphStrategy) -> Enclosed:
        """Return player 1's payoff when two strategies are played against each other."""
        if isinstance(first, MemoryStrategy):
            part = first.alone
            other = second if isinstance(second, MemoryStrategy) else part.carried(second)
            return UnlistedGame(part.graph, self.most).played(part.strategy, other)
        if isinstance(second, MemoryStrategy):
            part = split(self.graph, 2, second.play, self.most)
            return UnlistedGame(part.graph, self.most).played(part.carried(first), part.strategy)
        rows = _Rows(self.graph, (first, second))
        order = topological(self.graph)
        low, high = [0] * len(order), [0] * len(order)
        for state in order[::-1].tolist():
            low[state], high[state] = rows.value(state, low, high)
        start = self.graph.start
        return Enclosed(Fraction(low[start], 1 << UNIT), Fraction(high[start], 1 << UNIT))


class _Rows:
    """The distributions over the moves of all states, in whole numbers."""

    def __init__(self, graph: ObservationGraph, strategies: tuple[StateStrategy, ...]) -> None:
        columns = graph.columns
        self.actor: list[int] = columns.actor.tolist()
        self.payoff: list[int] = columns.payoff.tolist()
        self.begin: list[int] = columns.begin.tolist()
        self.target: list[int] = columns.target.tolist()
        self.reward: list[int] = columns.reward.tolist()
        self.drawn: list[int] = columns.probability.tolist()
        self.which: list[list[int]] = [strategy.which.tolist() for strategy in strategies]
        self.whole = [list(map(_whole, strategy.distributions)) for strategy in strategies]
        self.numbers = columns.numbers
        self.paid = [_rounded(number) for number in columns.numbers]
        self.chance: dict[tuple[int, ...], tuple[list[int], int]] = {}

    def value(self, state: int, low: list[int], high: list[int]) -> tuple[int, int]:
        """Return bounds on the payoff from a state on, given those of the states that follow."""
        if self.actor[state] == Actor.TERMINAL:
            return self.paid[self.payoff[state]]
        weights, total = self._weights(state)
        least = most = 0
        for move, weight in enumerate(weights, self.begin[state]):
            if weight:
                below, above = self.paid[self.reward[move]]
                least += weight * (low[self.target[move]] + below)
                most += weight * (high[self.target[move]] + above)
        return least // total, -(-most // total)

    def _weights(self, state: int) -> tuple[list[int], int]:
        actor = self.actor[state]
        if actor != Actor.CHANCE:
            return self.whole[actor - 1][self.which[actor - 1][state]]
        key = tuple(self.drawn[self.begin[state] : self.begin[state + 1]])
        if key not in self.chance:
            self.chance[key] = _whole(tuple(self.numbers[at] for at in key))
        return self.chance[key]


def _whole(distribution: tuple[Fraction, ...]) -> tuple[list[int], int]:
    """Return a distribution as whole numbers and their sum."""
    unit = math.lcm(*(share.denominator for share in distribution))
    return [share.numerator * (unit // share.denominator) for share in distribution], unit


def _rounded(number: Fraction) -> tuple[int, int]:
    above, below = number.as_integer_ratio()
    return (above << UNIT) // below, -(-(above << UNIT) // below)


def _exact_situations(known: Knowledge) -> Int32s:
    """Return for each state the class of the states that share an information set with it, or are
    connected by such states.
    """
    parent = np.arange(len(known.graph.columns), dtype=np.int32)
    for number in range(len(known.situations)):
        states = known.acting(number)
        unite(parent, states[:-1], states[1:])
    represent(parent)
    acts = known.graph.columns.actor == known.player
    found = np.full(len(parent), NOTHING, np.int32)
    found[acts] = np.unique(parent[acts], return_inverse=True)[1]
    return found


def evaluate_graph(
    game: UnlistedGame,
    given: GraphStrategies,
    opponent: GraphStrategies | None = None,
    watch: Watch = lambda done, total: None,
    respond: Respond = Answer.value,
) -> GraphEvaluation:
    """Return the proved evaluation of the given strategies on a checked state graph.

    `opponent` has strategies to play against them, and completes the profile for a player without a
    given strategy; else a best response does. Raises InputError if nothing is given, or if no
    strategy of `opponent` can be played against a given one.
    """
    sides = _sides(given, opponent)
    profile = origin_in_profile(sides, 1), origin_in_profile(sides, 2)
    answers = _best_responses(game, given, opponent)
    guarantees = {side: respond(answer, watch) for side, answer in answers}
    matches = tuple(_matches(game, sides, profile, guarantees))
    first, second = (_evaluated(player, guarantees) for player in (1, 2))
    return GraphEvaluation(
        title=game.given.title,
        players=game.given.players,
        constant=Fraction(0),
        graph=game.given,
        histories=game.histories,
        strategies=(first, second),
        profile=profile,
        gains=_gains(profile, guarantees, matches[0].value),
        matches=matches,
        adjusted=max(each.adjusted for each in (given, opponent) if each),
        completed=sum(each.completed for each in (given, opponent) if each),
    )


Side = tuple[StrategyOrigin, int]
"""A player, and the origin of its strategy."""
Sides = Mapping[Side, GraphStrategy]
Guaranteeing = Mapping[Side, Enclosed]


def _best_responses(
    game: UnlistedGame, given: GraphStrategies, opponent: GraphStrategies | None
) -> Iterator[tuple[Side, Answer]]:
    """Yield the best responses that an evaluation needs, with the strategies to which they are: one
    of each player at most. Raises InputError as `evaluate_graph`.
    """
    sides = _sides(given, opponent)
    refuse_incomplete(sides, game.graph.players, opponent is not None)
    for (who, player), strategy in sides.items():
        if who is StrategyOrigin.GIVEN or origin_in_profile(sides, player) is who:
            yield (who, player), game.answer(player, strategy)


def _sides(given: GraphStrategies, opponent: GraphStrategies | None) -> Sides:
    both = [(StrategyOrigin.GIVEN, given), (StrategyOrigin.OPPONENT, opponent)]
    return {
        (who, player): strategy
        for who, strategies in both
        for player, strategy in enumerate(strategies.players if strategies else (), 1)
        if strategy is not None
    }


def _evaluated(player: int, guarantees: Guaranteeing) -> Guaranteed | None:
    found = guarantees.get((StrategyOrigin.GIVEN, player))
    return None if found is None else Guaranteed(player=player, guarantee=found)


def _matches(
    game: UnlistedGame,
    sides: Sides,
    profile: tuple[StrategyOrigin, StrategyOrigin],
    guarantees: Guaranteeing,
) -> Iterator[Match]:
    """Yield the match of the profile, and those of a given strategy against another one."""
    every = sorted(product(FILLED_IN, FILLED_IN), key=lambda pair: pair != profile)
    for first, second in every:
        one, other = sides.get((first, 1)), sides.get((second, 2))
        if one and other and StrategyOrigin.GIVEN in (first, second):
            yield Match((first, second), game.played(one, other))
    if StrategyOrigin.BEST_RESPONSE in profile:
        [answered] = guarantees.values()
        yield Match(profile, answered)


def _gains(
    profile: tuple[StrategyOrigin, StrategyOrigin], guarantees: Guaranteeing, value: Enclosed
) -> tuple[Enclosed | None, Enclosed | None]:
    """Return both players' gains. A best response gains nothing more; what would be gained against
    it is not known.
    """
    first, second = (guarantees.get((who, player)) for player, who in enumerate(profile, 1))
    nothing = Enclosed(Fraction(0), Fraction(0))
    if first is None:
        return nothing, None
    if second is None:
        return None, nothing
    return second.less(value).from_zero(), value.less(first).from_zero()
