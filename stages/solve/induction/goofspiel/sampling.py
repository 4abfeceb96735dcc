"""How fast this machine solves the stage games of a deal, measured on a few of its rows.

The cost of a stage game depends on the number of different bids of each player, and on how close
the values of its next states are: with made-up values, the estimate is wrong by a factor of two. So
the values are real. Some rows are drawn from a layer with few cards, and all their successors are
solved, with as many of the prizes as the time allows. Layers with more cards have rows with the
same numbers of bids.
"""

import random
import time
from dataclasses import replace
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from .....schemas.levels import Numbers
from .....schemas.rules.goofspiel import Goofspiel
from .....schemas.rules.objective import Objective
from ..lanes import MOST
from ..matrix_game import Indices
from . import first_layer, plan, solve_rows_of, stage_games
from .indexing import Layer, tables
from .kernel import bids, patterns_below
from .layers import Plan

CARDS = (9, 8, 7, 6)  # In each hand of the drawn rows: as many as the time allows.
ROWS = 4
GAMES = 3_000_000  # In total: about a second.
SETS = 120  # Sets of prizes in the sample that estimates the size of a layer with more.
DRAWN = 300  # Rows of each layer whose numbers of bids are counted.
SEED = 1  # The same sample each time.
FEW = 1_000  # The fewest games for which a measured rate is used.

Bids = tuple[int, int]
"""The numbers of different bids of the players, the smaller first."""


class Rates(NamedTuple):
    """The cost of stage games."""

    known: dict[Bids, float]
    """Seconds of one game, by its numbers of bids."""
    rule: tuple[float, float, float]
    """For numbers of bids that were not measured: seconds per game, per entry, and per entry and
    bid.
    """
    seconds: float
    """The duration of the measurement."""
    games: int

    def of(self, bids: Bids) -> float:
        """Return the seconds of a stage game with the given numbers of bids."""
        entries = bids[0] * bids[1]
        fitted = np.dot(self.rule, (1.0, entries, entries * sum(bids)))
        # A fit to few measurements can be below 0 for small games.
        return self.known.get(bids, max(0.0, float(fitted)))


class Count(NamedTuple):
    """The size of a layer."""

    rows: int
    states: int
    games: int
    numbers: int
    """The count of numbers in its file."""
    places: int
    """The count of places of columns, over all kinds of rows."""


def measured(rule: Goofspiel) -> Rates:
    """Return the cost of a deal's stage games in one process on this machine."""
    chance, last = random.Random(SEED), len(rule.prizes)
    cards = [cards for cards in CARDS if cards < last] or [last]
    for number in cards:
        drawn = _sample_rows(rule, number, ROWS, chance)
        if _games(rule, drawn, last) <= GAMES:
            break
    prizes = last
    while prizes > cards[-1] and _games(rule, drawn, prizes) > GAMES:
        prizes -= 1
    found: dict[Bids, list[float]] = {}
    _solve(_part(rule, prizes), drawn, found)
    return _rates(found)


def counted(rule: Goofspiel, cards: int) -> Count:
    """Return the size of a layer; it is estimated if there are many sets of prizes with scores."""
    if rule.objective == Objective.POINTS:
        layer = plan(rule)[cards]
        return Count(
            rows=len(layer.patterns),
            states=layer.states,
            games=stage_games(rule, cards),
            numbers=layer.size,
            places=layer.places.size,
        )
    layer, share = _layer_of(rule, cards)
    states = round(layer.states * share)
    return Count(
        rows=len(layer.patterns),
        states=states,
        games=cards * states,
        numbers=states + layer.decided * len(layer.patterns),
        places=round(layer.places.size * share),
    )


def seconds_each(rule: Goofspiel, cards: int, rates: Rates) -> float:
    """Return the seconds of a stage game of a layer."""
    layer, chance = _layer_of(rule, cards)[0], random.Random(SEED)
    rows = [chance.randrange(len(layer.patterns)) for _ in range(DRAWN)]
    games = layer.widths[layer.kinds[rows]] - layer.decided
    costs = [rates.of(_bids(int(layer.patterns[row]))) for row in rows]
    return float(np.average(costs, weights=games)) if games.sum() else 0.0


@lru_cache(maxsize=1)
def _layer_of(rule: Goofspiel, cards: int) -> tuple[Layer, float]:
    """Return a layer with some sets of prizes, and the ratio of all sets to these."""
    chance = random.Random(SEED)

    def some(sets: Indices) -> Indices:
        return np.array(sorted(chance.sample(sets.tolist(), min(len(sets), SETS))), np.int64)

    layer, all_of = plan(rule).part(some)[cards], comb(len(rule.prizes), cards)
    return layer, all_of / min(all_of, SETS)


def _sample_rows(rule: Goofspiel, cards: int, rows: int, chance: random.Random) -> list[Indices]:
    """Return some rows of a layer and all their successors, as patterns by number of cards."""
    every = plan(rule).patterns[cards].tolist()
    found = [np.array(sorted(chance.sample(every, min(rows, len(every)))), np.int64)]
    for left in range(cards, 0, -1):
        found.append(np.unique(patterns_below(found[-1], left)))
    return found[::-1]


def _games(rule: Goofspiel, drawn: list[Indices], prizes: int) -> float:
    """Return the approximate number of stage games of the rows with the given number of prizes."""
    found = 0.0
    for cards, rows in enumerate(drawn):
        layer, share = _layer_of(rule, cards)
        mean = (
            layer.states
            * share
            / len(layer.patterns)
            * comb(prizes, cards)
            / comb(len(rule.prizes), cards)
        )
        found += cards * len(rows) * mean
    return found


def _part(rule: Goofspiel, prizes: int) -> Plan:
    """Return the layers with only the sets that can be formed from `prizes` prizes, which are
    evenly spaced among those of the deal.
    """
    last = len(rule.prizes) - 1
    chosen = sum(1 << at for at in {round(at * last / max(1, prizes - 1)) for at in range(prizes)})
    return plan(rule).part(lambda sets: sets[(sets & ~chosen) == 0])


def _solve(layers: Plan, drawn: list[Indices], found: dict[Bids, list[float]]) -> None:
    """Solve the drawn rows, and add their seconds and games to `found` by numbers of bids."""
    rule, under = layers.rule, _select_rows(layers[0], drawn[0])
    values = first_layer(rule)
    for cards, rows in enumerate(drawn[1:], 1):
        layer = _select_rows(layers[cards], rows)
        table, numbers = tables(rule, layer, under), np.zeros(layer.size)
        by_bids: dict[Bids, list[int]] = {}
        for row, code in enumerate(rows.tolist()):
            by_bids.setdefault(_bids(code), []).append(row)
        for bid, those in by_bids.items():
            some = _select_rows(layer, rows[those])
            start = time.thread_time()
            one = solve_rows_of(rule, some, under, table, (0, len(those)), values, Numbers.FLOAT64)
            spent = found.setdefault(bid, [0.0, 0])
            spent[0] += time.thread_time() - start
            spent[1] += one.games
            for at, row in enumerate(those):
                begin, end = layer.starts[row], layer.starts[row + 1]
                numbers[begin:end] = one.values[some.starts[at] : some.starts[at + 1]]
        values, under = numbers, layer


def _select_rows(layer: Layer, rows: Indices) -> Layer:
    """Return a layer with some of its rows, given as patterns."""
    return replace(layer, patterns=rows, kinds=layer.kinds[np.searchsorted(layer.patterns, rows)])


def _bids(code: int) -> Bids:
    room: list[Indices] = [np.empty(MOST, np.int64) for _ in range(4)]
    one, other = sorted(bids(code, *room))
    return one, other


def _rates(found: dict[Bids, list[float]]) -> Rates:
    known = {bids: spent / games for bids, (spent, games) in found.items() if games >= FEW}
    most = known or {bids: spent / games for bids, (spent, games) in found.items() if games}
    entries = np.array([(1.0, one * other, one * other * (one + other)) for one, other in most])
    costs = np.array(list(most.values()))
    # Fit relative errors, as there are few expensive games.
    rule = (
        np.linalg.lstsq(entries / costs[:, None], np.ones(len(costs)))[0]
        if len(costs) > 2
        else np.array([costs.max(initial=1e-6), 0.0, 0.0])
    )
    return Rates(
        known=known,
        rule=(float(rule[0]), float(rule[1]), float(rule[2])),
        seconds=sum(spent for spent, _ in found.values()),
        games=int(sum(games for _, games in found.values())),
    )
