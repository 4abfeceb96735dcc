"""Bounds on the value of a map by a double oracle (Bosansky, Kiekintveld, Lisy and Pechoucek, JAIR
51 (2014), algorithm 1): both players play a restricted game, and each gets, round by round, what
would have been a best response. Both best responses are bounds in every round.

The bounds of the agent's best response are computed against a mixture of the best strategy of
player 2 so far and the newest one, because the newest ones jump (Wentges, "Weighted Dantzig-Wolfe
decomposition", 1997).
"""

import json
import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....schemas.parts.problems import InputError, Problem, SizeError
from ....schemas.parts.watch import Watch
from ..rounds import LARGEST, Arrays, DoubleOracle, Round, Situations, TimeOver
from .agent import Search
from .bandits import Answer, Responder
from .hiding import Hiding, Placements, mixed, rounded
from .plans import Point, merge
from .program import Known, RestrictedProgram
from .terrain import Terrain
from .written import Reader, situation_of, write_agent, write_hiding

PART = 0.5
"""The weight of the newest strategy of player 2 in a mixture."""
MORE = 1.5
"""The factor by which it grows if nothing new was found."""
FINE = 0.05
"""Differences of payoffs that the agent's search ignores, as a share of the gap."""
FINER, FINEST = 0.1, 1e-5
"""The factor by which less is ignored where neither player finds anything new, and the one at which
the search gives up.
"""
MORE_NODES = 10
"""How many times more situations than a search the proof of its bound may visit: it ignores smaller
differences, because the gap is smaller at the end.
"""
MOST = 50_000
"""The most placements of the bandits."""
ROUNDING = 1e-9
"""How far the sum of saved probabilities may be from 1."""
_UNFIT = (
    *(AssertionError, ArithmeticError, InputError),
    *(LookupError, RecursionError, TypeError, ValueError),
)


def placements_of(terrain: Terrain) -> Placements:
    """Return the sets of places of the bandits. Raises SizeError if there are too many."""
    many = math.comb(len(terrain.places), terrain.bandits)
    if many > MOST:
        words = f"has {many:,} sets of places for the bandits; the most are {MOST:,}"
        raise SizeError([Problem(f"the map {words}")])
    return Placements(len(terrain.places), terrain.bandits)


def double_oracle(
    terrain: Terrain,
    gap: float,
    seconds: float | None = None,
    saved: Mapping[str, NDArray[Any]] | None = None,
    watch: Watch = lambda done, total: None,
) -> Iterator[Round]:
    """Yield the best bounds after each round, see `DoubleOracle.rounds`. Raises SizeError for a map
    with too many placements, and InputError if `saved` is of another map.
    """
    end = None if seconds is None else time.monotonic() + seconds
    search = _MapOracle(terrain, gap, watch)
    search.end = end
    if saved is not None:
        with suppress(TimeOver):
            search.restore(saved)
    yield from search.rounds()


def proved_bounds(
    reader: Reader,
    strategies: tuple[Situations, Situations],
    claimed: tuple[float, float],
    go_on: Callable[[int], None],
) -> tuple[float, float]:
    """Return the bounds that two strategies prove on the value of a map. An upper bound of at most
    the claimed one is not improved: that takes as long as many rounds. `go_on` is called often with
    the number of situations. Raises InputError for strategies that are not those of the map.
    """
    terrain, placements = reader.terrain, reader.placements
    tree, shares = reader.agent(strategies[0])
    hiding = reader.hiding(strategies[1])
    lower = Responder(terrain, placements, tree, shares).respond().lower
    tolerance = FINE * max(claimed[1] - claimed[0], 0.0)
    search = Search(terrain, placements, hiding, tolerance, lambda: go_on(search.nodes))
    search.most_nodes *= MORE_NODES
    return lower, search.upper(claimed[1])


class _MapOracle(DoubleOracle):
    def __init__(self, terrain: Terrain, gap: float, watch: Watch) -> None:
        super().__init__(gap, watch, 0.0, terrain.most)
        self.terrain, self.placements = terrain, placements_of(terrain)
        self.reader = Reader(terrain, self.placements)
        self.tree, self.known = Point(), Known(self.placements)
        size = len(self.placements.sets)
        self.best = self.newest = Hiding(rounded(np.ones(size)))
        self.agent: Situations = ()
        self.part, self.fine = 0.0, 1.0

    def step_once(self) -> None:
        hiding = mixed(self.best, self.newest, self.part) if self.part else self.best
        tolerance = FINE * self.fine * max(self.upper - self.lower, 0.0)
        search = Search(self.terrain, self.placements, hiding, tolerance, self.go_on)
        search.slack *= self.fine
        found = search.respond()
        changed, better = merge(self.tree, found.plan), found.upper < self.upper
        if found.upper < self.upper or not self.step:
            self.upper, self.best = min(found.upper, self.upper), hiding
        program = RestrictedProgram(self.terrain, self.placements, self.known, self.tree)
        # Vertices prove tight bounds, and other optima lead away from those that do not.
        solved = program.solve(interior=self.step % 2 == 1)
        self.newest = solved.hiding
        answer = self._answer(solved.shares)
        if answer.lower > self.lower:
            self.lower, self.agent = answer.lower, write_agent(self.tree, solved.shares)
        changed |= self.known.add(answer)
        if not changed and not better and self.part == 1:
            self.fine *= FINER
        self.stalled = self.fine < FINEST
        self.part = PART if changed else min(1.0, max(self.part, PART) * MORE)
        self.step += 1

    def _answer(self, shares: dict[int, list[float]]) -> Answer:
        return Responder(self.terrain, self.placements, self.tree, shares).respond()

    def strategies(self) -> Callable[[], tuple[Situations, Situations]]:
        both = self.agent, write_hiding(self.placements, self.best)
        return lambda: both

    def save(self) -> Arrays:
        text = json.dumps(self._state()).encode()
        return {"oracle": np.frombuffer(text, np.uint8)}

    def _state(self) -> dict[str, Any]:
        written = {
            "tree": write_agent(self.tree),
            "agent": self.agent,
            "best": write_hiding(self.placements, self.best),
            "newest": write_hiding(self.placements, self.newest),
        }
        return {
            **{name: [one._asdict() for one in strategy] for name, strategy in written.items()},
            "known": [
                [place, *pair] for place, pairs in self.known.moves.items() for pair in pairs
            ],
            "numbers": [*(self.lower, self.upper, self.step, self.part, self.seconds, self.fine)],
        }

    def restore(self, saved: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a saved round. Raises InputError, and TimeOver if there is no time to prove
        its bounds; then no better ones are known than those of every map.
        """
        try:
            text = saved["oracle"]
            assert text.dtype == np.uint8
            state = json.loads(text.tobytes())
            tree, agent, best, newest = (
                _situations(state[name]) for name in ("tree", "agent", "best", "newest")
            )
            self.tree = self.reader.agent(tree)[0]
            self.reader.agent(agent)
            self.agent = agent
            self.best, self.newest = self.reader.hiding(best), self.reader.hiding(newest)
            assert type(state["known"]) is list
            for place, before, after in state["known"]:
                assert all(type(number) is int for number in (place, before, after))
                assert place in range(self.placements.places) and before >= 0
                assert after in self.placements.moved(before, place)
                self.known.moves.setdefault(place, {})[before, after] = None
            lower, upper, step, part, before, fine = state["numbers"]
            assert 0 <= lower <= upper <= self.terrain.most
            assert type(step) is int and 0 <= step < LARGEST > before >= 0
            assert 0 <= part <= 1 and FINEST * FINER <= fine <= 1
        except _UNFIT:
            raise InputError([Problem("does not fit this game")]) from None
        self.step = step
        self.part, self.before, self.fine = float(part), float(before), float(fine)
        # A file can say anything.
        both, claimed = (agent, best), (float(lower), float(upper))
        self.lower, self.upper = proved_bounds(self.reader, both, claimed, lambda _: self.go_on())


def _situations(entries: list[Any]) -> Situations:
    """Return saved situations. Raises one of the errors in _UNFIT."""
    assert type(entries) is list
    found = []
    for one in entries:
        actions, shares, after = (tuple(one[key]) for key in ("actions", "probabilities", "after"))
        assert actions and all(type(text) is str for text in (*actions, *after))
        assert len(shares) == len(actions) and min(shares) >= 0
        assert abs(math.fsum(shares) - 1) <= ROUNDING
        found.append(situation_of(actions, [*map(float, shares)], after))
    return tuple(found)
