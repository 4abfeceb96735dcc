"""The walk over a map with its reductions, as plain functions over records: the witness of the
compiled walk. It defines the states and their numbering.
"""

import heapq
from fractions import Fraction
from functools import partial
from itertools import count
from typing import NamedTuple

import networkx

from efgc.schemas.parts.states import Choice, Terminal
from efgc.stages.parse.columns.tables import (
    ALL,
    CHAINED,
    REACHABLE,
    RELEVANT,
    RICHEST,
    SINGLE,
    WIDER,
)
from efgc.stages.parse.maps import DANGER, EXIT, GOLD, Board
from efgc.stages.parse.meter import STEP, Meter
from efgc.stages.parse.reductions import in_use
from efgc.stages.parse.walk import End, Situation, Sketch, situation_at_start

Squares = int  # A set of squares, one bit each.
SINK = "exit"  # All exits are one vertex.


class Way(NamedTuple):
    """Consecutive moves of the agent between two observations."""

    moves: tuple[str, ...]
    gold: int
    """The gold picked up on the way."""
    square: int
    """The square at its end."""
    open: Squares
    """The squares that can be entered after it and that still matter."""
    ended: bool
    """Whether an exit or a dangerous place was entered."""


class Entry(NamedTuple):
    """The agent has entered a dangerous place and does not know yet whether it is occupied."""

    place: str
    there: Situation


def choice(at, labels, *targets):
    """Return a decision of the agent."""
    return Choice(player=1, moves=tuple(zip(labels, targets, strict=True)), sees=(), at=at)


# The squares that matter.


def network(board, squares):
    """Return the graph of some squares, one of them the start of a walk, and the sink."""
    found = networkx.Graph()
    found.add_nodes_from(squares)
    for square in squares:
        ends = (SINK if board.kinds[to] == EXIT else to for _, to in board.neighbours[square])
        found.add_edges_from((square, to) for to in ends if to == SINK or to in squares)
    return found


def members(board, square, open):
    return {square, *(one for one in range(len(board.kinds)) if open >> one & 1)}


def reachable(board, square, open):
    """Return the open squares that a walk from `square` can still reach."""
    found = network(board, members(board, square, open))
    found.remove_nodes_from([SINK])
    return _set(networkx.node_connected_component(found, square) - {square})


def relevant(board, square, open):
    """Return the open squares that lie on a simple path over open squares from `square` to an exit:
    with an edge from the sink to the square, these are the block of that edge.
    """
    found = network(board, members(board, square, open))
    found.add_edge(square, SINK)
    block = next(
        block for block in networkx.biconnected_components(found) if {square, SINK} <= block
    )
    return _set(block - {square, SINK})


def _set(squares):
    return sum(1 << square for square in squares)


# The ways from one state to the next.


def single(here, onward):
    """Return the ways of one move."""
    return onward(here)


def chained(here, onward):
    """Return the chains that begin with a move."""
    return [chain(way, onward) for way in onward(here)]


def chain(way, onward):
    """Return the way extended by the forced moves after it."""
    moves, gold = list(way.moves), way.gold
    while not way.ended:
        following = onward(way)
        if len(following) != 1:
            break
        [way] = following
        moves += way.moves
        gold += way.gold
    return way._replace(moves=tuple(moves), gold=gold)


def richest(start, onward, narrower=None):
    """Return the ways from `start` to everything that the agent can meet next: one per square and
    open squares, the richest. `narrower` is `wider` or None.
    """
    first = (start.square, start.open)
    best, settled, ends, dead = {first: start}, {}, [], []
    waiting, number = [(0, 0, first)], count()
    while waiting:
        _, _, key = heapq.heappop(waiting)
        way = best[key]
        kept = settled.setdefault(key[0], [])
        if narrower and narrower(kept, key[1], way.gold):
            continue
        if way.ended:
            ends.append(key)
            continue
        following = onward(way)
        if narrower and len(following) == 1:
            # A way dominated by this one makes the same move, and is dominated after it, too.
            kept.pop()
        for step in following:
            longer = step._replace(moves=(*way.moves, *step.moves), gold=way.gold + step.gold)
            after = (step.square, step.open)
            known = best.get(after)
            if known is None:
                heapq.heappush(waiting, (-after[1].bit_count(), next(number), after))
            if known is None or known.gold < longer.gold:
                best[after] = longer
        if not following and key != first:
            dead.append(key)
    return [best[key] for key in ends or dead[:1]]


def wider(settled, open, gold):
    """Return whether another way to the same square is at least as good; if not, remember this one.
    `settled` holds open squares and gold of the ways to this square that are kept.
    """
    if any(open & ~wide == 0 and gold <= rich for wide, rich in settled):
        return True
    settled.append((open, gold))
    return False


REGIONS = {ALL: None, REACHABLE: reachable, RELEVANT: relevant}
WAYS = {
    SINGLE: single,
    CHAINED: chained,
    RICHEST: richest,
    WIDER: partial(richest, narrower=wider),
}
LOOK = {ALL: 0, REACHABLE: 0, RELEVANT: 5}
"""What finding the squares that matter costs per square that could matter."""


class PlainWalk:
    """The rules on one board, with the reductions in use."""

    def __init__(self, rules, board, reductions, meter):
        self.rules, self.board = rules, board
        used = in_use(frozenset(filter(rules.allow, reductions)))
        rule = max((reduction.region for reduction in used), default=ALL)
        self.region, self.look, self.meter = REGIONS[rule], LOOK[rule], meter
        self.ways = WAYS[max((reduction.ways for reduction in used), default=SINGLE)]
        self.steps = {}

    @property
    def start(self):
        start = situation_at_start(self.board)
        if self.region is None:
            return start
        return start._replace(open=self.region(self.board, start.square, start.open))

    def sketch(self, item):
        match item:
            case Sketch():
                return item
            case End(payoff):
                return Sketch(partial(Terminal, Fraction(payoff)), ())
            case Entry(place, there):
                return self.sketch(self.rules.enter(place, there, self.board.map.capture))
            case Situation():
                return self._decision(item)

    def _decision(self, situation):
        here = Way(moves=(), gold=0, square=situation.square, open=situation.open, ended=False)
        ways = self.ways(here, self.onward)
        if not ways:
            return self.sketch(End(self.rules.dead_end))
        labels = tuple(" ".join(way.moves) for way in ways)
        followers = tuple(self._arrival(situation, way) for way in ways)
        return Sketch(partial(choice, self.board.at(situation.square), labels), followers)

    def _arrival(self, before, way):
        gold = before.gold + self.rules.gold * way.gold
        if self.board.kinds[way.square] == EXIT:
            return End(self.rules.escape + gold)
        there = before._replace(square=way.square, open=way.open, gold=gold)
        return Entry(self.board.places[way.square], there) if way.ended else there

    def onward(self, way):
        """Return the single moves that can follow a way."""
        meter = self.meter
        meter.asked += 1
        meter.spent += STEP
        key = (way.square, way.open)
        if key not in self.steps:
            moves = [
                (label, to)
                for label, to in self.board.neighbours[way.square]
                if way.open >> to & 1 or self.board.kinds[to] == EXIT
            ]
            # After an only move, the same squares matter as before it, except the square itself.
            region = self.region if len(moves) > 1 else None
            if region:
                meter.spent += len(moves) * (STEP + self.look * way.open.bit_count())
            self.steps[key] = [self._step(region, label, to, way.open) for label, to in moves]
        return self.steps[key]

    def _step(self, region, label, to, open):
        kind = self.board.kinds[to]
        if kind == EXIT:
            return Way(moves=(label,), gold=0, square=to, open=0, ended=True)
        open &= ~(1 << to)
        if region:
            open = region(self.board, to, open)
        return Way((label,), gold=int(kind == GOLD), square=to, open=open, ended=kind == DANGER)


def enumerate_states(rules, map, limit, reductions=(), meter=None):
    """Return the states of a map as records; as `stages.parse.enumeration.enumerate_states`."""
    meter = meter or Meter()
    walk = PlainWalk(rules, Board(map), reductions, meter)
    numbers, waiting = {}, [(walk.start, -1, 0)]
    builders, following = [], []
    while waiting:
        item, parent, position = waiting.pop()
        # Only items that contain all the agent's encounters can be shared: an end of play does not.
        shared = bool(reductions) and isinstance(item, (Situation, Entry))
        known = numbers.get(item) if shared else None
        if parent >= 0:
            following[parent][position] = len(builders) if known is None else known
        if known is not None:
            continue
        if len(builders) >= limit or meter.spent > meter.most:
            return None
        if shared:
            numbers[item] = len(builders)
        sketch = walk.sketch(item)
        # The first follower is taken next: numbers grow along a history.
        waiting += [(follower, len(builders), at) for at, follower in enumerate(sketch.followers)][
            ::-1
        ]
        builders.append(sketch.build)
        following.append([0] * len(sketch.followers))
    return tuple(build(*targets) for build, targets in zip(builders, following, strict=True))
