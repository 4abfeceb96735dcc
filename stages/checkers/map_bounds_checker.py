"""Checks bounds against their map:
`python -m efgc.stages.checkers.map_bounds_checker NAME.bounds.json MAP`.

It shares no code with the search for the bounds, nor with the rest of efgc. The lower bound:
against each placement the bandits do, wherever they know the same, what leaves the agent least. The
upper bound: the agent may take any order of the dangerous places, and gets for it the most gold of
a path through these places: exactly in a room that it enters once (a sweep over the squares keeps
the most gold for each way in which the path can cross to the squares that follow), and all gold of
a room that it enters again. That is a game of at least the same value. Squares on no simple path
from the start to an exit are left out: the agent cannot leave from there.

Rounding: all numbers lie between 0 and the largest payoff, and fewer than 10^6 sums, differences
and products of them follow one another, each off by at most 2^-53 of that payoff: together by less
than 10^-9 of it.
"""

import math
import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from itertools import combinations
from typing import Any, NamedTuple

from .map_claim_checker import MOST, RULES, Rejected, entries_of, expect, read_claim
from .map_paths_checker import STEPS, most_gold, moved, path_of

__all__ = ("Rejected", "check_map_bounds")

Square = tuple[int, int]
EXIT, START = -1, -2  # In the place of the number of a dangerous place.
SLACK = 1e-9
FINE = 0.01  # Differences that are not followed, as a share of the gap.


def check_map_bounds(bounds: bytes, text: bytes) -> str:
    """Return the proved statement on a map in words, from both files. Raise Rejected."""
    claim = read_claim(bounds)
    expect(claim["map_sha256"] == sha256(text).hexdigest(), "belongs to another map")
    low, high = claim["lower_bound"], claim["upper_bound"]
    try:
        board = _Board(text.decode("utf-8-sig"), claim["map_rules"])
    except (ArithmeticError, LookupError, TypeError, ValueError):
        raise Rejected("the map cannot be read") from None
    first, second = (entries_of(claim["strategies"], player) for player in (1, 2))
    slack = SLACK * board.most
    try:
        lower = max(_Agent(board, first).guarantee() - slack, 0.0)
        expect(low <= lower + 2 * slack, f"player 1 guarantees {lower}, not {low}")
        upper = _Upper(board, _Bandits(board, second), high - low).bound(high) + slack
        expect(upper <= high + 2 * slack, f"player 2 concedes up to {upper}, not {high}")
    except RecursionError:
        raise Rejected("the strategies are too long") from None
    return f"the value lies from {lower!r} to {upper!r}"


class _Board:
    """A map: rooms are squares that are connected without a dangerous place."""

    def __init__(self, text: str, rules: str) -> None:
        lines = [line.rstrip() for line in re.split(r"\r\n|\r|\n", text) if line.strip()]
        for dash in "\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}":
            lines = [line.replace(dash, "-") for line in lines]
        if len(lines[0].split()) > 1:
            (bandits, capture), rows = lines[0].split(), lines[1:]
        else:
            size = int(lines[0])
            rows, (bandits, capture) = lines[2 : 2 + size], lines[2 + size : 4 + size]
        self.bandits, self.survival = int(bandits), float(1 - Fraction(capture))
        self.escape, self.alarm, self.robbery = RULES[rules]
        self.kind = {
            (row, column): kind
            for row, line in enumerate(rows)
            for column, kind in enumerate(line)
            if kind != "#"
        }
        self._read_rooms()

    def _read_rooms(self) -> None:
        self.near = {
            at: [to for step in STEPS.values() for to in [moved(at, step)] if to in self.kind]
            for at in self.kind
        }
        self.places = [at for at, kind in self.kind.items() if kind == "E"]
        self.number = {at: number for number, at in enumerate(self.places)}
        [self.start] = [at for at, kind in self.kind.items() if kind == "S"]
        expect(math.comb(len(self.places), self.bandits) <= MOST, "too many sets of places")
        self.sets = [frozenset(z) for z in combinations(range(len(self.places)), self.bandits)]
        self.useful = self._useful()
        self.gold = {at for at in self.useful if self.kind[at] == "G"}
        self.most = self.escape + len(self.gold)
        self.rooms = self._rooms()
        room = {at: number for number, squares in enumerate(self.rooms) for at in squares}
        self.beside = {  # The rooms beside a place; -1 where another place or an exit is beside it.
            number: sorted(
                {room[to] for to in self.near[at] if to in room}
                | {-1 for to in self.near[at] if self.kind[to] in "DE"}
            )
            for at, number in self.number.items()
            if at in self.useful
        }
        self.beside[START] = [room[self.start]]
        self.exits = {room[at] for at in room if self.leads(at, EXIT)}
        self.caps = [len(squares & self.gold) for squares in self.rooms]
        self.known: dict[Any, int] = {}

    def _useful(self) -> set[Square]:
        """Return the squares that no other square cuts off from the start and the exits, joined."""
        walls = {at for at, kind in self.kind.items() if kind == "D"}
        doors = {at for at in self.kind if self.leads(at, EXIT)} - walls
        index = {at: bit for bit, at in enumerate(self._grid())}
        width = max(column for _, column in self.kind) + 3
        bits = {at: 1 << index[at] for at in self.kind if at not in walls}
        everything, ends = sum(bits.values()), {self.start} | doors

        def cut_off(border: int, free: int) -> int:
            found = 0
            while border:
                found |= border
                spread = border << 1 | border >> 1 | border << width | border >> width
                border = spread & free & ~found
            return free & ~found

        # The exits are one square, which is cut as well.
        lost = cut_off(bits[self.start], everything)
        for cut, bit in bits.items():
            lost |= cut_off(sum(bits[at] for at in ends if at != cut), everything & ~bit)
        return {at for at, bit in bits.items() if not lost & bit}

    def _grid(self) -> Iterator[Square]:
        rows, columns = (max(at[axis] for at in self.kind) for axis in (0, 1))
        for row in range(-1, rows + 2):
            for column in range(-1, columns + 2):
                yield row, column

    def _rooms(self) -> list[set[Square]]:
        left = {at for at in self.useful if self.kind[at] != "E"}
        found = []
        while left:
            room, waiting = set(), [min(left)]
            while waiting:
                at = waiting.pop()
                if at in left:
                    left.remove(at)
                    room.add(at)
                    waiting += self.near[at]
            found.append(room)
        return found

    def turns(self, place: int, room: int) -> bool:
        """Return whether a path can come to a place from a room and go back there: two squares of
        the room, places or exits are beside it.
        """
        near = self.near[self.places[place]]
        inside = self.rooms[room] if room >= 0 else set()
        return sum(to in inside or self.kind[to] in "DE" for to in near) > 1

    def leads(self, at: Square, to: int) -> bool:
        if to == EXIT:
            return any(self.kind[near] == "D" for near in self.near[at])
        return self.places[to] in self.near[at]

    def square(self, place: int) -> Square:
        return self.start if place == START else self.places[place]

    def best(self, room: int, origin: int, through: frozenset[int], to: int) -> int:
        """Return the most gold from a place through others of a room to a place; -1 for no way."""
        key = room, origin, through, to
        if key not in self.known:
            start = self.square(origin)
            inside = (self.rooms[room] if room >= 0 else set()) | {self.places[e] for e in through}
            inside -= {start, self.start}
            ends = {at for at in inside | {start} if self.leads(at, to)}
            needed = {self.places[place] for place in through}
            self.known[key] = most_gold(inside, start, ends, needed, self.gold & inside)
        return self.known[key]


class _Agent:
    """The agent's strategy: points, each with choices."""

    def __init__(self, board: _Board, entries: dict[tuple[str, ...], dict[str, float]]) -> None:
        self.board, self.entries = board, entries

    def guarantee(self) -> float:
        start = ((), self.board.start, frozenset([self.board.start]), 0)
        every = [(start, 1.0)]
        if not self.board.alarm:
            return min(self._least(hidden, every, ()) for hidden in self.board.sets)
        self.first = self._alarms(start)
        return min(self._least(hidden, every, (), True) for hidden in self.board.sets)

    def _alarms(self, start: Any) -> dict[int, dict[frozenset[int], float]]:
        """Return for each first place the payoff after an alarm there, by the placement then."""
        reached: dict[int, list[Any]] = {}
        for share, place, _, following in self._choices(start):
            if place != EXIT:
                reached.setdefault(place, []).append((following["empty"], share))
        return {
            place: {hidden: self._least(hidden, points, ()) for hidden in self.board.sets}
            for place, points in reached.items()
        }

    def _choices(self, point: Any) -> Iterator[tuple[float, int, int, dict[str, Any]]]:
        """Yield probability, place, gold and the points that follow, of each choice of a point."""
        after, at, used, gold = point
        shares = self.entries.get(after, {})
        total = sum(shares.values())
        for words, share in shares.items():
            path = path_of(at, words)
            kinds = [self.board.kind.get(square, "#") for square in path]
            sound = len({*path}) == len(path) and used.isdisjoint(path) and path != []
            sound = sound and kinds[-1] in "DE" and not {*kinds[:-1]} & {*"DE#"}
            expect(sound, f"{words!r:.80} is not a way to a place or an exit")
            more = gold + kinds.count("G")
            place = self.board.number.get(path[-1], EXIT)
            following = {
                found: (
                    (*after, words, f"e{place + 1} {found}"),
                    path[-1],
                    used | {*path},
                    0 if found == "take gold" else more,
                )
                for found in ("empty", "fight", "take gold")
            }
            yield share / total, place, more, following

    def _least(
        self, hidden: frozenset[int], points: list[Any], met: tuple[Any, ...], first: bool = False
    ) -> float:
        """Return the least payoff from points that the bandits cannot tell apart."""
        points, total = list(points), 0.0
        alarms: dict[int, float] = {}
        meets: dict[int, list[Any]] = {}
        for point, weight in points:  # Grows meanwhile.
            for share, place, gold, following in self._choices(point):
                played = weight * share
                if not played:
                    continue
                if place == EXIT:
                    total += played * (self.board.escape + gold)
                elif place in hidden:
                    meets.setdefault(place, []).append((following, played))
                elif first:
                    alarms[place] = alarms.get(place, 0.0) + played
                else:
                    points.append((following["empty"], played))
        for place in alarms:
            total += min(self.first[place][moved] for moved in _moves(self.board, hidden, place))
        for place, encounters in meets.items():
            fights = [(one["fight"], weight * self.board.survival) for one, weight in encounters]
            takes = [(one["take gold"], weight) for one, weight in encounters]
            left = self._least(hidden, fights, (*met, place))
            if self.board.robbery:
                left = min(left, self._least(hidden, takes, (*met, place)))
            total += left
        return total


def _moves(board: _Board, hidden: frozenset[int], alarm: int) -> Iterator[frozenset[int]]:
    yield hidden
    for new in range(len(board.places)):
        if new not in hidden and new != alarm:
            for old in hidden:
                yield hidden - {old} | {new}


class _Bandits:
    """The strategy of player 2."""

    def __init__(self, board: _Board, entries: dict[tuple[str, ...], dict[str, float]]) -> None:
        self.later = {}
        for after, row in entries.items():
            total = sum(row.values())
            self.later[after] = {name: share / total for name, share in row.items()}
        names = {_names(hidden): hidden for hidden in board.sets}
        self.names = {hidden: name for name, hidden in names.items()}
        self.board = board
        placed = self.later.get((), {})
        expect(placed != {}, "strategy 2 needs an entry without after: the placements")
        for name in placed:
            expect(name in names, f"{name!r:.80} is not a placement of the bandits")
        self.placed = {names[name]: share for name, share in placed.items()}

    def alarm(self, hidden: frozenset[int], place: int) -> Iterator[tuple[frozenset[int], float]]:
        """Yield the placements after an alarm, with their probabilities."""
        onward = self.later.get((self.names[hidden], f"alarm at e{place + 1}"), {"stay": 1.0})
        moves = {_move(hidden, to): to for to in _moves(self.board, hidden, place)}
        for name, share in onward.items():
            expect(name in moves, f"{name!r:.80} is not a move of the bandits after this alarm")
            yield moves[name], share

    def fights(self, hidden: frozenset[int], met: tuple[Any, ...], place: int) -> float:
        words = [word for e, did in met for word in (f"encounter at e{e + 1}", did)]
        after = (self.names[hidden], *words, f"encounter at e{place + 1}")
        onward = self.later.get(after, {"fight": 1.0})
        wrong = min(onward.keys() - {"fight", "take gold"}, default=None)
        expect(wrong is None, f"{wrong!r:.80} is not an answer to an encounter")
        return onward.get("fight", 0.0)


class _Way(NamedTuple):
    """The agent's way as far as it matters for gold."""

    at: int
    closed: tuple[tuple[int, int], ...] = ()
    """Rooms that it left, with the most gold there."""
    room: int | None = None
    """That of the last stretch, which began at `origin` and came `through` places."""
    origin: int = START
    through: frozenset[int] = frozenset()


class _Known(NamedTuple):
    """What the agent knows."""

    belief: dict[frozenset[int], float]
    """The probability of each placement, and of all that was found."""
    entered: frozenset[int] = frozenset()
    met: tuple[tuple[int, str], ...] = ()
    """The encounters in a cave."""


class _Upper:
    """The most that the agent can get against a strategy, or a bound on that."""

    def __init__(self, board: _Board, bandits: _Bandits, gap: float) -> None:
        self.board, self.bandits, self.fine = board, bandits, FINE * max(gap, 0.0)

    def bound(self, enough: float) -> float:
        """Return a bound; one of at most `enough` need not be the best."""
        return self._most(_Known(self.bandits.placed), _Way(START), enough)

    def _most(self, known: _Known, way: _Way, enough: float) -> float:
        board, total = self.board, math.fsum(known.belief.values())
        if not total:
            return 0.0
        best, waiting = 0.0, []
        for room in board.beside[way.at]:
            if way.at != START and room == way.room and not board.turns(way.at, room):
                continue
            if room in board.exits or room == -1 and board.leads(board.square(way.at), EXIT):
                gold = self._gold(way, room, EXIT)
                best = max(best, total * (board.escape + gold) if gold >= 0 else 0.0)
            for place, rooms in board.beside.items():
                if place == START or place in known.entered or room not in rooms:
                    continue
                if room >= 0 or board.leads(board.square(way.at), place):
                    onward = self._into(way, room, place)
                    parts = [
                        (knowledge, what, self._limit(knowledge, onward, what))
                        for what, knowledge in self._found(known, place)
                    ]
                    waiting.append((sum(limit for *_, limit in parts), room, place, onward, parts))
        waiting.sort(key=lambda limited: (-limited[0], *limited[1:3]))
        for limit, _, place, onward, parts in waiting:
            if limit <= max(best, enough):
                return max(best, limit)
            if limit <= best + self.fine:
                return limit
            if onward.through == frozenset() and self._gold_of(onward, place) < 0:
                continue
            for knowledge, what, most in parts:
                after = _Way(place, origin=place) if what == "take gold" else onward
                needed = max(best, enough) - (limit - most)
                got = self._most(knowledge, after, needed)
                limit += min(got - most, 0.0)
                if limit <= max(best, enough):
                    break
            best = max(best, limit)
        return best

    def _found(self, known: _Known, place: int) -> Iterator[tuple[str, _Known]]:
        """Yield what is found at a place, with what the agent then knows."""
        empty: dict[frozenset[int], float] = {}
        fight: dict[frozenset[int], float] = {}
        taken: dict[frozenset[int], float] = {}
        for hidden, weight in known.belief.items():
            if place in hidden:
                share = self.bandits.fights(hidden, known.met, place) if self.board.robbery else 1.0
                fight[hidden] = weight * share * self.board.survival
                taken[hidden] = weight * (1 - share)
            elif self.board.alarm and not known.entered:
                for after, share in self.bandits.alarm(hidden, place):
                    empty[after] = empty.get(after, 0.0) + weight * share
            else:
                empty[hidden] = weight
        for what, one in ("empty", empty), ("fight", fight), ("take gold", taken):
            kept = {hidden: weight for hidden, weight in one.items() if weight}
            met = (*known.met, (place, what)) if self.board.robbery and one is not empty else ()
            if kept:
                yield what, _Known(kept, known.entered | {place}, met or known.met)

    def _into(self, way: _Way, room: int, place: int) -> _Way:
        """Return the way to a place through a room."""
        if way.room == room and way.at != way.origin:
            return way._replace(at=place, through=way.through | {way.at})
        closed = way.closed
        if way.room is not None:
            closed = (*closed, (way.room, self._gold_in(way)))
        return _Way(place, closed, room, way.at)

    def _gold_in(self, way: _Way) -> int:
        assert way.room is not None
        return self.board.best(way.room, way.origin, way.through, way.at)

    def _gold(self, way: _Way, room: int, to: int) -> int:
        return self._gold_of(self._into(way, room, to), to)

    def _gold_of(self, way: _Way, to: int) -> int:
        """Return a bound on the gold of a way; -1 if there is none."""
        rooms: dict[int, int] = {}
        for room, gold in (*way.closed, (way.room or 0, self._gold_in(way))):
            if gold < 0:
                return -1
            rooms[room] = rooms.get(room, 0) + gold
        return sum(min(gold, self.board.caps[room]) for room, gold in rooms.items() if room >= 0)

    def _limit(self, known: _Known, way: _Way, what: str) -> float:
        """Return a quick bound after a finding."""
        board, total = self.board, sum(known.belief.values())
        closed: dict[int, int] = {}
        last = () if way.room is None else ((way.room, self._gold_in(way)),)
        if way.room in board.exits:  # Where the last stretch may go on.
            last = ((way.room, board.caps[way.room]),)
        for room, gold in (*way.closed, *last):
            if room >= 0:
                closed[room] = min(closed.get(room, 0) + max(gold, 0), board.caps[room])
        if what == "take gold":
            closed = {}
        rooms = board.beside[way.at]
        leaves = any(room in board.exits for room in rooms)
        leaves |= board.leads(board.square(way.at), EXIT)
        everything = sum(board.caps)
        left = 0.0
        if leaves:
            more = [board.caps[room] - closed.get(room, 0) for room in rooms if room in board.exits]
            best = sum(closed.values()) + max(more, default=0)
            left = total * (board.escape + min(everything, best))
        risks = [
            sum(
                weight * (self.bandits.fights(hidden, known.met, place) if board.robbery else 1.0)
                for hidden, weight in known.belief.items()
                if place in hidden
            )
            for place in board.beside
            if place != START and place not in known.entered
        ]
        further: float = total - (1 - board.survival) * min(risks) if risks else 0.0
        return float(max(left, further * (board.escape + everything)))


def _names(hidden: Any) -> str:
    return " ".join(f"e{place + 1}" for place in sorted(hidden)) or "nowhere"


def _move(before: frozenset[int], after: frozenset[int]) -> str:
    moves = f"{_names(before - after)} to {_names(after - before)}"
    return "stay" if before == after else moves


if __name__ == "__main__":
    try:
        print(check_map_bounds(*(open(name, "rb").read() for name in sys.argv[1:])))
    except (OSError, Rejected, TypeError) as reason:
        sys.exit(str(reason))
