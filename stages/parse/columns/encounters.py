"""The items that the rules of a family make of an encounter, computed once per kind of encounter
and kept as rows of numbers.

An encounter is identified by its square, the gold, and the kind of the agent's situation: the
remaining places and bandits, and the relevant part of its earlier encounters (`Rules.asks`).
"""

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np

from schemas.parts.states import State, targets
from stages.parse.columns.answers import END, SKETCH, STAND
from stages.parse.columns.row_table import enter
from stages.parse.columns.walk import Encounters
from stages.parse.walk import End, Item, Met, Situation, Sketch, Walk


class _Brought(NamedTuple):
    """The agent's situation on entering an encounter."""

    asked: Hashable
    unknown: int
    bandits: int


class Asking:
    """Calls the rules for encounters, one by one."""

    def __init__(self, walk: Walk, squares: tuple[int, ...]) -> None:
        self.walk, self.squares = walk, squares
        self.brought: dict[_Brought, int] = {}
        self.examples: list[Situation] = []
        """A situation of each kind."""
        self.learnt: dict[tuple[tuple[Met, ...], int], int] = {}
        self.records: dict[State, int] = {}
        self.items = 0
        self.encounters = Encounters(64)
        self.kind(walk.start)

    def kind(self, situation: Situation) -> int:
        """Return the number of the kind of a situation; 0 at the start."""
        asked = self.walk.rules.asks(situation.met)
        brought = _Brought(asked, situation.unknown, situation.bandits)
        if brought not in self.brought:
            self.brought[brought] = len(self.examples)
            self.examples.append(situation)
        return self.brought[brought]

    def ask(self, square: int, kind: int, gold: int) -> None:
        """Call the rules for one more encounter."""
        at = self.squares[square]
        there = self.examples[kind]._replace(square=at, open=0, gold=gold)
        place = self.walk.board.places[at]
        inside = self.walk.rules.enter(place, there, self.walk.board.map.capture)
        if self.encounters.asked.size == len(self.encounters.root):
            self.encounters.grow()
        item = self._room(1)
        self._write(item, inside, there)
        row = np.array([square << 32 | kind, gold & 0xFFFFFFFF], np.uint64)
        self.encounters.root[enter(self.encounters.asked, row)] = item

    def _room(self, many: int) -> int:
        begin, self.items = self.items, self.items + many
        while self.items > len(self.encounters.items):
            self.encounters.grow_items()
        return begin

    def _write(self, at: int, item: Item, there: Situation) -> None:
        # Followers are written first, as writing them may enlarge the items.
        row = self._row(item, there)
        np.asarray(self.encounters.items)[at] = row

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
