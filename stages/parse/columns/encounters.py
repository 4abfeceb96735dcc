"""What the rules of a family say of an encounter, asked once per kind and kept as rows of numbers.

An encounter is known by its square, the gold, and what the agent brings: the places and bandits
that are left, and what the rules ask of the places it has met (`Rules.asks`).
"""

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.states import State, targets
from stages.parse.columns.interned import Interned, intern, interned, roomier
from stages.parse.walk import End, Item, Met, Situation, Sketch, Walk

STAND, END, SKETCH, ENTRY = range(4)
"""What can follow: a situation in which the agent is to move, an end of play, a state that the
rules make, the entrance of a dangerous place.
"""


class Encounters(NamedTuple):
    """The answers of the rules so far, as the compiled walk reads them."""

    asked: Interned
    """Of each encounter square and kind of what the agent brings, and gold."""
    root: NDArray[np.int32]
    """Of each encounter the item that it begins with."""
    items: NDArray[np.int32]
    """Shape (room, 4): STAND, gold, the number of what was learnt, and the kind of what the agent
    brings then; END and payoff; or SKETCH, the number of the state's record, its first follower
    and how many there are, all in a row.
    """


class _Brought(NamedTuple):
    """What the agent brings into an encounter."""

    asked: Hashable
    unknown: int
    bandits: int


class Asking:
    """The rules, asked for encounters one by one."""

    def __init__(self, walk: Walk, squares: tuple[int, ...]) -> None:
        self.walk, self.squares = walk, squares
        self.brought: dict[_Brought, int] = {}
        self.examples: list[Situation] = []
        """A situation of each kind."""
        self.learnt: dict[tuple[tuple[Met, ...], int], int] = {}
        self.records: dict[State, int] = {}
        self.items = 0
        self.encounters = Encounters(
            interned(2, 64), np.empty(64, np.int32), np.empty((64, 4), np.int32)
        )
        self.kind(walk.start)

    def kind(self, situation: Situation) -> int:
        """Return the number of what the agent brings; 0 at the start."""
        asked = self.walk.rules.asks(situation.met)
        brought = _Brought(asked, situation.unknown, situation.bandits)
        if brought not in self.brought:
            self.brought[brought] = len(self.examples)
            self.examples.append(situation)
        return self.brought[brought]

    def ask(self, square: int, kind: int, gold: int) -> None:
        """Ask the rules for one encounter more."""
        at = self.squares[square]
        there = self.examples[kind]._replace(square=at, open=0, gold=gold)
        place = self.walk.board.places[at]
        inside = self.walk.rules.enter(place, there, self.walk.board.map.capture)
        table = self.encounters.asked
        if table.size[0] == len(table.rows):
            root = np.resize(self.encounters.root, 2 * len(table.rows))
            self.encounters = self.encounters._replace(asked=roomier(table), root=root)
        item = self._room(1)
        self._write(item, inside, there)
        row = np.array([square << 32 | kind, gold & 0xFFFFFFFF], np.uint64)
        self.encounters.root[intern(self.encounters.asked, row)] = item

    def _room(self, many: int) -> int:
        begin, self.items = self.items, self.items + many
        while self.items > len(self.encounters.items):
            more = np.resize(self.encounters.items, (2 * len(self.encounters.items), 4))
            self.encounters = self.encounters._replace(items=more)
        return begin

    def _write(self, at: int, item: Item, there: Situation) -> None:
        self.encounters.items[at] = self._row(item, there)

    def _row(self, item: Item, there: Situation) -> tuple[int, int, int, int]:
        match item:
            case End(payoff):
                return END, payoff, 0, 0
            case Sketch(build, followers):
                record = build(*range(len(followers)))
                begin = self._room(len(followers))
                for number, follower in enumerate(followers):
                    self._write(begin + number, follower, there)
                if targets(record) != tuple(range(len(followers))):
                    raise TypeError("a rule set builds states with their followers in order")
                which = self.records.setdefault(record, len(self.records))
                return SKETCH, which, begin, len(followers)
            case Situation():
                before = len(there.met)
                if item.met[:before] != there.met or item[:2] != there[:2]:
                    raise TypeError("a rule set leaves the agent where it is with what it has met")
                kind = self.kind(item)
                learnt = self.learnt.setdefault((item.met[before:], kind), len(self.learnt))
                return STAND, item.gold, learnt, kind
            case _:
                raise TypeError("a rule set goes from an encounter to no other one")
