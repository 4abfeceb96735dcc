"""Best responses of the agent to a strategy of player 2: an upper bound, and a plan near it.

The bound is the value of a game in which the agent needs no path: it chooses the order of the
places that it enters, and gets at the end, as gold, the most that any path through these places can
have. The way through a room that is entered once is a simple path between two squares of the room
(`richest_path`), and in a room that is entered more often there is no more gold than all of it. So
the agent gets at least as much as in the real game, by depth-first branch and bound. The plan
follows the best choices, with real paths.

No number is larger than the largest payoff. At most ROUNDINGS sums, differences and products follow
one another, each off by at most u = 2^-53 of that payoff; sums of c numbers count as c. So the
computed bound is off by at most 2 u (ROUNDINGS + c (bandits + 2)) of it.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ....schemas.parts.squares import Square
from .hiding import Floats, Hiding, Met, Placements
from .plans import Choice, Finding, Point
from .terrain import EXIT_PLACE, Best, Stretch, Terrain

NODES = 20_000
"""Situations that a search for a bound visits, before it takes the rest as they are bounded."""
ROUNDINGS = 1000
MARGIN = 1e-9
"""More than a probability can be off by rounding."""
SLACK = 0.02
"""How much better another choice must be than leaving, as a share of an exit's payoff, for the plan
to take it.
"""


class Belief(NamedTuple):
    """What the agent knows of the bandits."""

    weight: Floats
    """Shape (c,): the probability of each placement and of what was found."""
    entered: frozenset[int]
    met: Met
    """Earlier encounters in a cave."""

    @property
    def total(self) -> float:
        return float(self.weight.sum())


@dataclass(frozen=True)
class Way:
    """Where the agent is and how it came there, as far as it matters for gold."""

    gold: int
    """The gold that it has and keeps."""
    at: Square
    used: frozenset[Square]
    """The squares that a real path has entered."""
    rooms: tuple[tuple[int, int], ...] = ()
    """The rooms that it has left since, with the most gold there."""
    stretch: Stretch | None = None
    """The stretch to here, which may go on in the same room; `through` has this place."""


@dataclass
class Response:
    upper: float
    plan: Point


class Search:
    """A search for one best response."""

    def __init__(
        self,
        terrain: Terrain,
        placements: Placements,
        hiding: Hiding,
        tolerance: float,
        go_on: Callable[[], None] = lambda: None,
    ) -> None:
        self.go_on = go_on
        self.terrain, self.placements, self.hiding = terrain, placements, hiding
        self.survival = float(1 - terrain.capture)
        self.nodes, self.most_nodes = 0, NODES
        self.caps: dict[frozenset[Square], tuple[int, ...]] = {}
        self.tolerance = self.coarse = tolerance
        """A difference that is not worth a search."""
        self.slack = SLACK
        self.strict = False
        """Whether no room is entered again after another one."""
        self.escape = terrain.escape

    def upper(self, enough: float = 0.0) -> float:
        """Return a bound on what the agent gets, rounded up. One of at most `enough` is not
        improved any further.
        """
        start, room = self._start()
        roundings = ROUNDINGS + len(self.hiding.placed) * (self.placements.bandits + 2)
        slack = self.terrain.most * roundings * 2.0**-51
        upper = self._upper(*start, room, enough - slack)[0]
        return float(min(upper + slack, self.terrain.most))

    def respond(self) -> Response:
        """Return a bound, and a plan that comes close."""
        upper = self.upper()
        plan, value = Point(), 0.0
        start, room = self._start()
        for self.strict in (True, False):
            if value < upper - self.coarse:
                value = max(value, self._realise(*start, plan, room))
        return Response(upper, plan)

    def _start(self) -> tuple[tuple[Belief, Way], int]:
        start = self.terrain.start
        belief = Belief(self.hiding.placed, frozenset(), ())
        return (belief, Way(0, start, frozenset([start]))), self.terrain.start_room

    # What is found.

    def outcomes(self, belief: Belief, place: int) -> Iterator[tuple[Finding, Belief]]:
        """Yield what the agent can find at a place, if it goes on, and what it then knows."""
        occupied = self.placements.occupied[place]
        entered = belief.entered | {place}
        empty = np.where(occupied, 0.0, belief.weight)
        if self.terrain.dangers.alarms and not belief.entered:
            empty = self.hiding.after_alarm(empty, place)
        yield Finding.EMPTY, Belief(empty, entered, belief.met)
        there = np.where(occupied, belief.weight, 0.0)
        # Who was met is not met again: `entered` has the place.
        if not self.terrain.dangers.robbery:
            yield Finding.FIGHT, Belief(there * self.survival, entered, belief.met)
            return
        share = self.hiding.fought.get((belief.met, place), np.ones(1))
        fought, taken = (*belief.met, (place, True)), (*belief.met, (place, False))
        yield Finding.FIGHT, Belief(there * share * self.survival, entered, fought)
        yield Finding.TAKE_GOLD, Belief(there * (1 - share), entered, taken)

    # The bound.

    def _upper(
        self, belief: Belief, way: Way, room: int | None = None, least: float = -1.0
    ) -> tuple[float, tuple[int, int] | None]:
        """Return a bound on what the agent gets from here, and the best choice: room and place.
        Choices that bring at most `least` are not followed.
        """
        self.nodes += 1
        self.go_on()
        if belief.total == 0:
            return 0.0, None
        onward = list(self._onward(belief, way, room))
        best, choice = self._leaving(belief, way, onward)
        left = 0.0
        for most, inside, to, there, findings in self._entering(belief, way, onward):
            enough = choice is not None and most - best <= self.tolerance
            if most <= max(best, least) or enough:
                left = max(left, most)
                break
            if self.nodes <= self.most_nodes:
                assert there.stretch is not None
                if not there.stretch.through and self._gold(there) < 0:
                    continue
                most = self._followed(most, findings, max(best, least))
            if most > max(best, least):
                best, choice = most, (inside, to)
            left = max(left, most)
        return max(best, left, 0.0), choice

    def _leaving(
        self, belief: Belief, way: Way, onward: list[tuple[int, int]]
    ) -> tuple[float, tuple[int, int] | None]:
        """Return what the agent gets at the best exit, and this choice; -1 and None for none."""
        best, choice = -1.0, None
        for inside, to in onward:
            if to == EXIT_PLACE:
                gold = self._gold(self._into(way, inside, to))
                if gold >= 0 and belief.total * (self.escape + gold) > best:
                    best, choice = belief.total * (self.escape + gold), (inside, to)
        return best, choice

    def _entering(
        self, belief: Belief, way: Way, onward: list[tuple[int, int]]
    ) -> list[tuple[float, int, int, Way, list[tuple[Belief, Way, float]]]]:
        """Return the ways to the next places, each with a quick bound and what can be found there;
        the largest bound first.
        """
        waiting = []
        for inside, to in onward:
            if to == EXIT_PLACE:
                continue
            there = self._into(way, inside, to)
            found = []
            for finding, one in self.outcomes(belief, to):
                if one.total:
                    after = self._after(there, to, finding)
                    found.append((one, after, self._limit(one, after)))
            waiting.append((sum(most for *_, most in found), inside, to, there, found))
        return sorted(waiting, key=lambda one: (-one[0], one[1:3]))

    def _followed(
        self, most: float, found: list[tuple[Belief, Way, float]], enough: float
    ) -> float:
        """Return a better bound than `most`, the sum of the quick bounds of findings, or one of at
        most `enough`.
        """
        for one, after, limit in sorted(found, key=lambda one: -one[2]):
            needed = enough - (most - limit)
            most += min(self._upper(one, after, None, needed)[0] - limit, 0.0)
            if most <= enough:
                break
        return most

    def _after(self, there: Way, place: int, finding: Finding) -> Way:
        """Return the way after a finding at its place."""
        after = replace(there, at=self.terrain.places[place])
        # The next stretch starts here, without gold.
        taken = finding is Finding.TAKE_GOLD
        return replace(after, gold=0, rooms=(), stretch=None) if taken else after

    def _limit(self, belief: Belief, way: Way) -> float:
        """Return a quick bound on what the agent gets from a place on: with the gold of all rooms
        if it passes another place, else with that of the rooms so far and of one more.
        """
        terrain, total = self.terrain, belief.total
        place = terrain.number[way.at]
        caps = self._caps(way.used)
        most = way.gold + sum(caps)
        risk = self._least_risk(belief)
        further = total * (1 - risk) * (self.escape + most) if risk < 1 else 0.0
        if terrain.rooms_from[place]:
            return further
        closed: dict[int, int] = {}
        for room, gold in way.rooms:
            closed[room] = min(closed.get(room, 0) + gold, caps[room])
        exits = [room for room in terrain.rooms_of[place] if EXIT_PLACE in terrain.borders[room]]
        if way.stretch is not None:
            last = way.stretch.room
            gold = terrain.best(way.stretch, way.used).gold if last not in exits else caps[last]
            closed[last] = min(closed.get(last, 0) + max(gold, 0), caps[last])
        more = max(caps[room] - closed.get(room, 0) for room in exits)
        here = min(most, way.gold + sum(closed.values()) + more)
        return max(total * (self.escape + here), further)

    def _caps(self, used: frozenset[Square]) -> tuple[int, ...]:
        """Return the gold of each room that was not taken yet."""
        if used not in self.caps:
            rooms = self.terrain.rooms
            self.caps[used] = tuple(len((room & self.terrain.gold) - used) for room in rooms)
        return self.caps[used]

    def _least_risk(self, belief: Belief) -> float:
        """Return the least probability of a capture at one further place; 1 if there is none."""
        weight, capture = belief.weight, 1 - self.survival
        met = self.placements.occupied @ weight
        found = 1.0
        for place in range(len(met)):
            if place not in belief.entered and self.terrain.rooms_of[place]:
                risk = met[place]
                if self.terrain.dangers.robbery:
                    share = self.hiding.fought.get((belief.met, place))
                    if share is not None:
                        risk = float((self.placements.occupied[place] * weight * share).sum())
                found = min(found, capture * risk / belief.total)
        # Rounded so that the bound stays one.
        return max(found - MARGIN, 0.0)

    def _onward(self, belief: Belief, way: Way, room: int | None) -> Iterator[tuple[int, int]]:
        """Yield the next places and exits, with the room through which the agent goes."""
        terrain = self.terrain
        rooms: tuple[int, ...] = (room,) if room is not None else ()
        if room is None:
            here = terrain.number[way.at]
            came = None if way.stretch is None else way.stretch.room
            rooms = tuple(
                one for one in terrain.rooms_of[here] if one != came or (here, one) in terrain.turns
            )
        for inside in rooms:
            for to in sorted(terrain.borders[inside]):
                beside = terrain.rooms[inside] or terrain.leads(way.at, to)
                if to not in belief.entered and beside:
                    yield inside, to

    def _into(self, way: Way, room: int, to: int) -> Way:
        """Return the way that goes on through a room to a place or an exit."""
        before = way.stretch
        if before is not None and before.room == room and before.to != EXIT_PLACE:
            through = before.through | {before.to}
            return replace(way, stretch=before._replace(through=through, to=to))
        rooms = way.rooms
        if before is not None:
            rooms = (*rooms, (before.room, self.terrain.best(before, way.used).gold))
        return replace(way, rooms=rooms, stretch=Stretch(room, way.at, frozenset(), to))

    def _gold(self, way: Way) -> int:
        """Return a bound on the gold; -1 if there is no way."""
        assert way.stretch is not None
        last = self.terrain.best(way.stretch, way.used).gold
        if last < 0 or any(gold < 0 for _, gold in way.rooms):
            return -1
        found: dict[int, int] = {}
        for room, gold in (*way.rooms, (way.stretch.room, last)):
            if self.strict and room in found:
                return -1
            found[room] = found.get(room, 0) + gold
        return way.gold + sum(min(gold, self._caps(way.used)[room]) for room, gold in found.items())

    # The plan.

    def _realise(self, belief: Belief, way: Way, point: Point, room: int | None = None) -> float:
        """Add a choice with a real path to a point; return what the agent then gets."""
        if belief.total == 0:
            return 0.0
        stretch = self._next_stretch(belief, way, room)
        if stretch is None:
            return 0.0
        path = self._path(stretch, way.used)
        if path is None:
            return 0.0
        # The first place on the path.
        end = next(
            at for at, square in enumerate(path) if at and self.terrain.kinds[square] in "ED"
        )
        path = path[: end + 1]
        gold = len(self.terrain.gold & set(path[1:]))
        to = self.terrain.number.get(path[-1], EXIT_PLACE)
        number = point.add(Choice(path, to, gold))
        if to == EXIT_PLACE:
            return belief.total * (self.escape + point.gold + gold)
        value = 0.0
        for finding, learned in self.outcomes(belief, to):
            if not learned.total:
                continue
            kept = 0 if finding is Finding.TAKE_GOLD else point.gold + gold
            after = point.after[number].setdefault(finding, Point(kept))
            there = Way(kept, path[-1], way.used | set(path))
            value += self._realise(learned, there, after)
        return value

    def _next_stretch(self, belief: Belief, way: Way, room: int | None) -> Stretch | None:
        """Return the first stretch of the most likely course of the best choices."""
        start, stretch = way.at, None
        while True:
            self.nodes = 0
            self.tolerance = belief.total * self.slack * self.escape
            choice = self._upper(belief, way, room)[1]
            if choice is None:
                return stretch
            way = self._into(way, *choice)
            assert way.stretch is not None
            if way.stretch.start != start:
                return stretch
            stretch, room = way.stretch, None
            if choice[1] == EXIT_PLACE:
                return stretch
            way = replace(way, at=self.terrain.places[choice[1]])
            found = [one for _, one in self.outcomes(belief, choice[1])]
            belief = max(found, key=lambda one: one.total)

    def _path(self, stretch: Stretch, used: frozenset[Square]) -> tuple[Square, ...] | None:
        best: Best = self.terrain.best(stretch, used)
        if best.found is not None:
            path = best.found.path
            return (*path, self.terrain.last_step(path[-1], stretch.to))
        return self._shortest(stretch, used) if best.gold >= 0 else None

    def _shortest(self, stretch: Stretch, used: frozenset[Square]) -> tuple[Square, ...] | None:
        """Return the shortest path to the end of a stretch, in its room."""
        inside = self.terrain.rooms[stretch.room] - used
        before: dict[Square, Square | None] = {stretch.start: None}
        waiting = deque([stretch.start])
        while waiting:
            at = waiting.popleft()
            if self.terrain.leads(at, stretch.to):
                path, back = [self.terrain.last_step(at, stretch.to)], at
                while back is not None:
                    path.append(back)
                    back = before[back]  # type: ignore[assignment]
                return tuple(path[::-1])
            for to in self.terrain.beside(at):
                if to in inside and to not in before:
                    before[to] = at
                    waiting.append(to)
        return None
