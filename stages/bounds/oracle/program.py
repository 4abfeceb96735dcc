"""The restricted linear program: player 2 against the tree of the agent's known plans.

It is the sequence-form program of player 2 (Bosansky, Kiekintveld, Lisy and Pechoucek, "An exact
double-oracle algorithm for zero-sum extensive-form games with imperfect information", JAIR 51
(2014), equations 6 to 10), of a game in which the agent has the choices of the tree, and player 2
all placements and the later moves that were an answer so far. With m_I for the weight of point I
under player 2's plan and chance:

    minimise v_root  subject to
    v_I >= (escape + gold) m_I          for an exit at I
    v_I >= sum of v_J                   for a place, over the points J after it.

Its solution only suggests strategies: nothing is believed that best responses do not prove.
"""

from typing import NamedTuple

import numpy as np

from ...highs import highs_program, new_highs
from .bandits import Answer, Shares
from .hiding import Floats, Hiding, Met, Placements, moves, rounded
from .plans import Finding, Point
from .terrain import EXIT_PLACE, Terrain

Term = tuple[int, float]
"""A column with its coefficient."""


class Solved(NamedTuple):
    value: float
    hiding: Hiding
    shares: Shares


class Known:
    """The later moves of player 2 that were an answer so far."""

    def __init__(self, placements: Placements) -> None:
        self.placements = placements
        self.moves: dict[int, dict[tuple[int, int], None]] = {}
        """By the place of the alarm: pairs of placements."""

    def add(self, answer: Answer) -> bool:
        """Add the moves of a best response; return whether any is new."""
        changed = False
        for place, to in answer.moved.items():
            known = self.moves.setdefault(place, {})
            for before in np.flatnonzero(to != np.arange(len(to))).tolist():
                pair = before, int(to[before])
                changed |= pair not in known
                known[pair] = None
        return changed


class RestrictedProgram:
    """A program in the making: rows are lists of columns and coefficients."""

    def __init__(self, terrain: Terrain, placements: Placements, known: Known, tree: Point) -> None:
        self.terrain, self.placements, self.known, self.tree = terrain, placements, known, tree
        self.survival = float(1 - terrain.capture)
        self.columns = len(placements.sets)
        self.rows: list[list[Term]] = [[(column, 1.0) for column in range(self.columns)]]
        self.low: list[float] = [1.0]
        self.equal: list[bool] = [True]
        self.choice_rows: list[tuple[Point, list[int]]] = []
        self.moves: dict[int, dict[tuple[int, int], int]] = {}
        self.fights: dict[tuple[Met, int], np.ndarray] = {}
        weights = [[(column, 1.0)] for column in range(self.columns)]
        self.root = self._point(tree, weights, (), True)

    def _column(self) -> int:
        self.columns += 1
        return self.columns - 1

    def _row(self, terms: list[Term], low: float = 0.0, equal: bool = False) -> int:
        self.rows.append(terms)
        self.low.append(low)
        self.equal.append(equal)
        return len(self.rows) - 1

    def _point(self, point: Point, weights: list[list[Term]], met: Met, first: bool) -> int:
        """Add a point with the weight of each placement; return the column of its value."""
        value = self._column()  # Not negative: a point without choices pays nothing.
        rows: list[int] = []
        self.choice_rows.append((point, rows))
        for choice, after in zip(point.choices, point.after, strict=True):
            if choice.to == EXIT_PLACE:
                gold = self.terrain.escape + point.gold + choice.gold
                terms = [(at, -gold * factor) for one in weights for at, factor in one]
                rows.append(self._row([(value, 1.0), *terms]))
                continue
            found = []
            for finding, following in after.items():
                there, then = self._found(weights, choice.to, finding, met, first)
                if any(there):
                    found.append(self._point(following, there, then, False))
            rows.append(self._row([(value, 1.0), *((one, -1.0) for one in found)]))
        return value

    def _found(
        self, weights: list[list[Term]], place: int, finding: Finding, met: Met, first: bool
    ) -> tuple[list[list[Term]], Met]:
        """Return the weights of the placements after a finding, and the encounters so far."""
        here = self.placements.occupied[place]
        if finding is Finding.EMPTY:
            empty = [[] if occupied else one for one, occupied in zip(weights, here, strict=True)]
            if self.terrain.dangers.alarms and first:
                empty = self._relocated(empty, place)
            return empty, met
        there = [one if occupied else [] for one, occupied in zip(weights, here, strict=True)]
        if not self.terrain.dangers.robbery:
            return [self._scaled(one) for one in there], met
        fights = self._fights(met, place)
        fought = finding is Finding.FIGHT
        then = (*met, (place, fought))
        factor = self.survival ** sum(one for _, one in met)
        after: list[list[Term]] = []
        for number, terms in enumerate(there):
            if not terms:
                after.append([])
            elif fought:
                after.append([(int(fights[number]), factor * self.survival)])
            else:
                after.append([*terms, (int(fights[number]), -factor)])
        return after, then

    def _scaled(self, terms: list[Term]) -> list[Term]:
        return [(column, factor * self.survival) for column, factor in terms]

    def _relocated(self, empty: list[list[Term]], place: int) -> list[list[Term]]:
        if place not in self.moves:
            self.moves[place] = {pair: self._column() for pair in self.known.moves.get(place, {})}
            leaving: dict[int, list[Term]] = {}
            for (before, _), column in self.moves[place].items():
                leaving.setdefault(before, []).append((column, -1.0))
            for before, terms in leaving.items():
                self._row([(before, 1.0), *terms])
        found = [list(one) for one in empty]
        for (before, after), column in self.moves[place].items():
            found[before].append((column, -1.0))
            found[after].append((column, 1.0))
        return found

    def _fights(self, met: Met, place: int) -> "np.ndarray":
        """Return the columns of the weights with a fight at an encounter, -1 for none."""
        if (met, place) not in self.fights:
            columns = np.full(len(self.placements.sets), -1)
            needed = {place, *(one for one, _ in met)}
            for number, hidden in enumerate(self.placements.sets):
                if needed <= hidden:
                    columns[number] = self._column()
            self.fights[met, place] = columns
            for number in np.flatnonzero(columns >= 0).tolist():
                self._row([*self._sequence(number, met), (int(columns[number]), -1.0)])
        return self.fights[met, place]

    def _sequence(self, number: int, met: Met) -> list[Term]:
        """Return the weight of player 2's sequence that leads to an encounter."""
        if not met:
            return [(number, 1.0)]
        *before, (place, fought) = met
        column = int(self.fights[tuple(before), place][number])
        if fought:
            return [(column, 1.0)]
        return [*self._sequence(number, tuple(before)), (column, -1.0)]

    def solve(self, interior: bool) -> Solved:
        """Return an optimum: a vertex, or with `interior` one that keeps away from them."""
        costs, none = np.zeros(self.columns), np.full(self.columns, np.inf)
        costs[self.root] = 1.0
        low = np.array(self.low)
        merged = [self._merged(row) for row in self.rows]
        matrix = (
            np.cumsum([0, *map(len, merged)]),
            np.array([column for row in merged for column in row], np.int32),
            np.array([value for row in merged for value in row.values()]),
        )
        ends = (np.zeros(self.columns), none), (low, np.where(self.equal, low, np.inf))
        highs = new_highs(interior=interior)
        highs.passModel(highs_program(costs, *ends, matrix, by_rows=True))
        highs.run()
        found = highs.getSolution()
        columns, duals = np.array(found.col_value), np.array(found.row_dual)
        value = float(highs.getInfo().objective_function_value)
        return Solved(value, self._hiding(columns), self._shares(duals))

    def _merged(self, row: list[Term]) -> dict[int, float]:
        found: dict[int, float] = {}
        for column, factor in row:
            found[column] = found.get(column, 0.0) + factor
        return {column: factor for column, factor in found.items() if factor}

    def _hiding(self, columns: Floats) -> Hiding:
        weight = np.maximum(columns, 0.0)
        placed = weight[: len(self.placements.sets)]
        moved, fought = {}, {}
        for place, pairs in self.moves.items():
            leaving: dict[int, dict[int, float]] = {}
            for (before, after), column in pairs.items():
                if weight[column] > 0 and placed[before] > 0:
                    leaving.setdefault(before, {})[after] = float(weight[column])
            for before, to in leaving.items():
                to[before] = max(float(placed[before]) - sum(to.values()), 0.0)
            moved[place] = moves(leaving)
        for (met, place), at in self.fights.items():
            share = np.ones(len(at))
            for number in np.flatnonzero(at >= 0).tolist():
                total = sum(weight[column] * sign for column, sign in self._sequence(number, met))
                if total > 1e-12:
                    share[number] = rounded(
                        np.array([weight[at[number]], max(total - weight[at[number]], 0.0)])
                    )[0]
            fought[met, place] = share
        return Hiding(rounded(placed.copy()), moved, fought)

    def _shares(self, duals: Floats) -> Shares:
        found: Shares = {}
        for point, rows in self.choice_rows:
            played = np.maximum(duals[rows], 0.0)
            if rows:
                found[id(point)] = rounded(played).tolist()
        return found
