"""A map as the agent sees it between two encounters: rooms, which dangerous places separate, and
the most gold on the way from one place to the next.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple
from weakref import WeakKeyDictionary

from ....schemas.map_game import Dangers, MapGame
from ....schemas.parts.squares import STEPS, Square
from .richest_path import RichestPath, Task, TooWide, richest_path

WALL, START, EXIT, GOLD, DANGER = "#SDGE"
EXIT_PLACE = -1
"""The number of the exits, where a place is asked for."""


class Stretch(NamedTuple):
    """A way inside a room, from a square to a place or an exit, through places of the room."""

    room: int
    start: Square
    through: frozenset[int]
    to: int


@dataclass(frozen=True)
class Terrain:
    """The squares of a map by rooms. A room holds all squares that are connected without a
    dangerous place; one more room without squares joins places that are neighbours.
    """

    rows: tuple[str, ...]
    bandits: int
    capture: Fraction
    escape: int
    dangers: Dangers
    known: dict[tuple[Stretch, frozenset[Square]], "Best"] = field(default_factory=dict)

    @cached_property
    def kinds(self) -> dict[Square, str]:
        return {
            (row, column): kind
            for row, text in enumerate(self.rows)
            for column, kind in enumerate(text)
            if kind != WALL
        }

    @cached_property
    def start(self) -> Square:
        return next(square for square, kind in self.kinds.items() if kind == START)

    @cached_property
    def relevant(self) -> frozenset[Square]:
        """The squares on a simple path from the start to an exit: those of the block of an edge
        between the start and the exits as one vertex.
        """
        import networkx  # For start-up time.

        sink = (-1, -1)
        joined = networkx.Graph([(self.start, sink)])
        for at, kind in self.kinds.items():
            if kind != EXIT:
                for to in self.beside(at):
                    joined.add_edge(at, sink if self.kinds[to] == EXIT else to)
        blocks = networkx.biconnected_components(joined)
        found = next(block for block in blocks if {self.start, sink} <= block)
        return frozenset(found - {sink})

    @cached_property
    def places(self) -> tuple[Square, ...]:
        """The dangerous places in reading order."""
        return tuple(square for square, kind in self.kinds.items() if kind == DANGER)

    @cached_property
    def number(self) -> dict[Square, int]:
        return {square: number for number, square in enumerate(self.places)}

    @cached_property
    def gold(self) -> frozenset[Square]:
        """The gold that can be brought to an exit."""
        return frozenset(at for at, kind in self.kinds.items() if kind == GOLD) & self.relevant

    @property
    def most(self) -> float:
        """A bound on every payoff; the least is 0."""
        return float(self.escape + len(self.gold))

    def beside(self, square: Square) -> Iterator[Square]:
        """Yield the neighbours of a square without walls."""
        for down, right in STEPS.values():
            to = square[0] + down, square[1] + right
            if to in self.kinds:
                yield to

    @cached_property
    def rooms(self) -> tuple[frozenset[Square], ...]:
        """The squares of each room; the last room has none."""
        left = {at for at in self.relevant if self.kinds[at] != DANGER}
        found = []
        while left:
            waiting = [min(left)]
            left.discard(waiting[0])
            room = set(waiting)
            while waiting:
                near = [to for to in self.beside(waiting.pop()) if to in left]
                left.difference_update(near)
                room.update(near)
                waiting += near
            found.append(frozenset(room))
        return (*found, frozenset())

    @cached_property
    def borders(self) -> tuple[frozenset[int], ...]:
        """The places beside each room, and EXIT_PLACE where an exit is beside it. The last room has
        all places that are beside another one, and the exit if it is beside a place.
        """
        found: list[set[int]] = [set() for _ in self.rooms]
        of = {square: at for at, room in enumerate(self.rooms) for square in room}
        for at, kind in self.kinds.items():
            if kind not in (DANGER, EXIT) or kind == DANGER and at not in self.relevant:
                continue
            this = self.number[at] if kind == DANGER else EXIT_PLACE
            for to in self.beside(at):
                if to in of:
                    found[of[to]].add(this)
                elif self.kinds[to] == DANGER and to in self.relevant:
                    found[-1] |= {this, self.number[to]}
        return tuple(map(frozenset, found))

    @cached_property
    def rooms_of(self) -> tuple[tuple[int, ...], ...]:
        """The rooms beside each place."""
        return tuple(
            tuple(room for room, border in enumerate(self.borders) if place in border)
            for place in range(len(self.places))
        )

    @cached_property
    def rooms_from(self) -> tuple[int, ...]:
        """The least number of places on the way from each place to an exit; 0 if a room has both.
        A place from which there is no way has the number of places.
        """
        found = [len(self.places)] * len(self.places)
        near = {place for border in self.borders if EXIT_PLACE in border for place in border}
        steps = 0
        while near:
            new = {place for place in near if place >= 0 and found[place] > steps}
            for place in new:
                found[place] = steps
            near = {
                to for place in new for room in self.rooms_of[place] for to in self.borders[room]
            }
            steps += 1
            if not new:
                break
        return tuple(found)

    @cached_property
    def turns(self) -> frozenset[tuple[int, int]]:
        """The places with a room to which a path that came from it can go back: it has two squares
        of the room, or places or exits, beside it.
        """
        found = set()
        for place, rooms in enumerate(self.rooms_of):
            near = set(self.beside(self.places[place]))
            others = {at for at in near if self.kinds[at] in (DANGER, EXIT)}
            for room in rooms:
                if len(near & self.rooms[room] | others) > 1:
                    found.add((place, room))
        return frozenset(found)

    @cached_property
    def start_room(self) -> int:
        return next(at for at, room in enumerate(self.rooms) if self.start in room)

    def best(self, stretch: Stretch, used: frozenset[Square]) -> "Best":
        """Return the most gold on a stretch that enters no used square."""
        inside = self.rooms[stretch.room]
        key = stretch, used & inside
        if key not in self.known:
            self.known[key] = self._best(stretch, inside - used)
        return self.known[key]

    def _best(self, stretch: Stretch, squares: frozenset[Square]) -> "Best":
        through = frozenset(self.places[place] for place in stretch.through)
        squares = (squares | through) - {stretch.start}
        ends = frozenset(to for to in squares | {stretch.start} if self.leads(to, stretch.to))
        gold = self.gold & squares
        for place in through:
            sides = sum(at in squares or at == stretch.start for at in self.beside(place))
            if sides + (place in ends) < 2:
                return Best(-1, None)
        try:
            found = richest_path(Task(squares, stretch.start, ends, through), gold)
        except TooWide:
            return Best(len(gold), None)
        return Best(-1, None) if found is None else Best(found.gold, found)

    def leads(self, square: Square, to: int) -> bool:
        """Return whether a place, or an exit, is beside a square."""
        near = list(self.beside(square))
        if to == EXIT_PLACE:
            return any(self.kinds[at] == EXIT for at in near)
        return self.places[to] in near

    def last_step(self, square: Square, to: int) -> Square:
        """Return the square of a place, or of an exit, beside a square."""
        if to != EXIT_PLACE:
            return self.places[to]
        return next(at for at in self.beside(square) if self.kinds[at] == EXIT)


_terrains: WeakKeyDictionary[MapGame, Terrain] = WeakKeyDictionary()


def terrain_of(game: MapGame) -> Terrain:
    """Return the terrain of a map; for the same game the same one, with the paths known so far."""
    if game not in _terrains:
        _terrains[game] = Terrain(game.rows, game.bandits, game.capture, game.escape, game.dangers)
    return _terrains[game]


class Best(NamedTuple):
    """The most gold on a stretch."""

    gold: int
    """An upper bound if there is no path; -1 if there is no way."""
    found: RichestPath | None
