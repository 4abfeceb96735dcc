"""The payoffs of best responses, and of strategies against each other, enclosed rigorously.

All weights are products and sums of nonnegative floats. A chain of k roundings behind a number
changes it by a factor between (1 - u)**k and (1 + u)**k, where u = 2**-53; that of the next number
counts its own and the longest chain of those that it is made of. So the payoff of each plan of the
responding player is off by at most ((1 + u)**k - 1) times the largest absolute payoff, and so is
the best of them. Numbers below the smallest normal float are lost: less than 2**-1000 each.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...schemas.bounds import Situation
from ...schemas.evaluation import Enclosed
from ...schemas.parts.problems import InputError, Problem
from ...schemas.parts.watch import Watch
from .answers_kernel import Desk, Rules, Stack, walk_on
from .memories.plan_kernel import Plan
from .walks import SILENT, Floats, GameWalk, Int32s, uniform

AT_ONCE = 100_000
"""The number of memories between two calls of `watch`."""


class RuleArrays(NamedTuple):
    """The fields of `answers_kernel.Rules`, which itself cannot be sent to other processes."""

    player: int
    actor: NDArray[np.int8]
    begin: Int32s
    target: Int32s
    gain: Floats
    payoff: Floats
    letter: Int32s
    action: Int32s
    silent: NDArray[np.bool_]
    probability: Floats

    def for_kernel(self, plan: Plan | None = None) -> Rules:
        return Rules(**self._asdict(), plan=plan)


class Answer:
    """A best response of a player to a strategy, as far as it is known."""

    def __init__(
        self,
        walk: GameWalk,
        player: int,
        probability: Floats,
        plan: Plan | None = None,
        reach: float | None = None,
    ) -> None:
        """`probability` has the probability of each move (shape (m,)); those of the moves of the
        player itself do not matter. `plan` gets what is new in the best response.
        `reach` is that of the walk, or larger, if it is known.
        """
        self.walk, self.player, letters = walk, player, walk.letters[player - 1]
        self._reach = walk.reach if reach is None else reach
        owner = np.repeat(walk.actor, np.diff(walk.begin))
        unheard = (letters.move == SILENT) & (owner != player)
        silent = np.zeros(len(walk), np.bool_)
        silent[np.repeat(np.arange(len(walk)), np.diff(walk.begin))[unheard]] = True
        self.rules = RuleArrays(
            player=player,
            actor=walk.actor,
            begin=walk.begin,
            target=walk.target,
            gain=walk.gain,
            payoff=walk.payoff,
            letter=letters.move,
            action=letters.action,
            silent=silent,
            probability=probability,
        )
        # The probability itself, divided by the sum of its row, and the product.
        self.each = float(np.diff(walk.begin).max(initial=0)) + 4
        self._kernel_rules = self.rules.for_kernel(plan)
        self._stack = Stack(4096, 256)
        self._desk = desk_of(self.rules)

    def value(self, watch: Watch = lambda done, total: None) -> Enclosed:
        """Return player 1's payoff."""
        done = 0
        while (found := self.go_on()) is None:
            done += AT_ONCE
            watch(done, 0)
        return found

    def go_on(self) -> Enclosed | None:
        """Walk over the next memories. Return player 1's payoff if no memories are left."""
        value = walk_on(self._kernel_rules, self._stack, self._desk, self.each, AT_ONCE)
        return None if math.isnan(value) else self.enclosed(self._stack)

    def enclosed(self, stack: Stack) -> Enclosed:
        """Return player 1's payoff from the stack at the end of the walk."""
        value, chain = stack.value[0], Fraction(stack.longest + stack.behind[0] + 8)
        # (1 + u)**k - 1 <= k u / (1 - k u)
        error = chain / (2**53 - chain)
        reach = Fraction(self._reach)
        # Fewer than 2**150 numbers underflow, and each loses at most 2**-1074: probabilities, which
        # are multiplied by payoffs, and payoffs.
        room = error * reach + (reach + 1) / 2**900
        low, high = Fraction(value) - room, Fraction(value) + room
        if self.walk.payoffs is None:
            return Enclosed(low, high)
        # A mean of payoffs is between the least and the largest one.
        least, most = self.walk.payoffs
        return Enclosed(max(low, least), min(high, most))


Respond = Callable[[Answer, Watch], Enclosed]
"""Returns player 1's payoff; `Answer.value` is one."""


def desk_of(rules: RuleArrays) -> Desk:
    """Return room for one memory of a walk with these rules."""
    return Desk(len(rules.actor), len(rules.target), len(rules.action))


def move_probabilities(walk: GameWalk, strategies: Sequence[Sequence[Situation] | None]) -> Floats:
    """Return the probability of each move (shape (m,)) if players play these strategies, that of
    player 1 first. A player without one, and one in a situation that is missing, plays all actions
    with the same probability. Raise InputError, with its place, for what does not fit the walk.
    """
    found, last = uniform(walk), walk.last or ((),) * len(walk)
    states = {place: at for at, place in enumerate(zip(walk.name, last, strict=True))}
    problems = []
    for player, situations in enumerate(strategies, 1):
        for at, one in enumerate(situations or ()):
            for problem in _play(walk, states, player, one, found):
                problems.append(Problem(problem, ("strategies", player - 1, at)))
    if problems:
        raise InputError(problems)
    return found


Place = tuple[str, tuple[str, ...]]
"""A state by its name, with the last entries of a memory."""


def _play(
    walk: GameWalk, states: Mapping[Place, int], player: int, one: Situation, found: Floats
) -> Iterator[str]:
    """Fill in the probabilities of a situation; yield problems if they do not fit."""
    if not sum(one.shares):
        yield "the probabilities add up to 0"
        return
    shares = dict(zip(one.actions, map(float, one.shares), strict=True))
    for name in one.states:
        state = states.get((name, one.last))
        if state is None:
            after = f" after: {', '.join(one.last)}" if one.last else ""
            yield f"there is no {name}{after} in this game"
            continue
        labels = walk.labels(state)
        if walk.actor[state] != player:
            yield f"player {player} does not move in {name}"
        elif set(labels) != shares.keys():
            yield f"the actions in {name} are {', '.join(labels)}"
        else:
            row = [shares[label] for label in labels]
            found[walk.begin[state] : walk.begin[state + 1]] = row
