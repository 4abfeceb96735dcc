"""Checks bounds against their state graph:
`python -m efgc.stages.checkers.bounds_checker NAME.bounds.json NAME.states.yaml`.

It shares the reader of state graphs with the rest of efgc, and no code with the search for bounds.
A strategy guarantees the value of a best response to it, computed over the memories of the
opponent, from short ones to long ones, and back. A memory has entries: the states in which play can
be, with their weights, the probabilities that chance and the strategy lead there. Small games are
computed in fractions, large ones in floats.

Rounding: payoffs and rewards become gains on moves: how much a move raises the least total that the
opponent can get, as a share of the range of all totals. Gains are not negative and sum to at most 1
in every play. So everything is computed from numbers that are not negative, by sums, products,
quotients and maxima. If at most K roundings follow one another, each by a factor of at least 1 - u
for u = 2^-53, the result is at least (1 - u)^K times the exact one, because a maximum rounds
nothing and grows with its operands. Hence exact <= computed / (1 - u)^K <= computed (1 + 2 K u) if
2 K u <= 1. An underflow takes at most 2^-1075 from a gain, a share or a weight, and no more than
that from the result, because the gains that follow sum to at most 1. Fewer than 2^70 of them take
less than 2^-1000.
"""

import json
import math
import sys
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ...schemas.parts.problems import InputError
from ...schemas.state_graph import NOTHING, ObservationGraph, read, unrolled
from .bounds_strategies_checker import (
    Array,
    Memory,
    Rejected,
    classes_of,
    expect,
    expect_same_rows,
    layers_of,
    memory_of,
    moves_from,
    plan_unit,
    read_strategy,
    recalled,
    rows_by_memory,
    shares_of,
    zeros,
)

__all__ = ("Rejected", "check_bounds")

MOST = 5_000_000  # States of a graph up to its limit of moves.
EXACT = 10**7  # Entries times successive roundings up to which fractions are quick.
CHUNK = 100_000  # Entries beyond which memories are followed part by part.
SLACK = Fraction(1, 10**9)  # Of the range of totals: how far a claim may be off by rounding.
CLAIM = {"format", "version", "graph_sha256", "lower_bound", "upper_bound", "strategies"}


class Totals(NamedTuple):
    """Sums of rewards and payoff from a state to the end of play, as integers / unit."""

    unit: int
    reward: Array  # Per move.
    least: Array  # Per state.
    most: Array


class Entries(NamedTuple):
    memory: Array
    state: Array  # Or a move from it.
    weight: Array

    def where(self, chosen: Any) -> "Entries":
        return Entries(*(column[chosen] for column in self))


class Step(NamedTuple):
    """How memories follow from those that are shorter by one letter."""

    local: Array  # Per memory its gains without a letter of its own.
    parent: Array  # Per longer memory.
    own: Array  # Whether its last letter is an own action.
    arrived: Array  # Its gains by that action.
    roundings: int


def check_bounds(bounds: bytes, graph: bytes) -> str:
    """Return the proved statement on a graph in words, from both files. Raise Rejected."""
    try:
        claim = json.loads(bounds.decode("utf-8-sig"), object_pairs_hook=_mapping)
        sound = type(claim) is dict and claim.keys() >= CLAIM
        expect(sound, f"the bounds need the keys {', '.join(sorted(CLAIM))}")
        header = [claim["format"], claim["version"], type(claim["version"])]
        expect(header == ["efgc/bounds", 1, int], "not bounds of version 1")
        for key in "lower_bound", "upper_bound":
            sound = type(claim[key]) in (int, float) and math.isfinite(claim[key])
            expect(sound, f"{key} is not a number")
        sound = type(claim["strategies"]) is list and len(claim["strategies"]) == 2
        expect(sound, "the strategies are not two")
        rules = read(graph.decode())
        if not isinstance(rules, ObservationGraph):
            raise Rejected("the graph is not of version 2")
        sound = claim["graph_sha256"] == rules.digest
        expect(sound, f"belongs to another graph, not to {rules.digest}")
        recall = claim.setdefault("recall", 0)
        expect(type(recall) is int and recall >= 0, "recall is not a number of entries")
        return _prove(claim, unrolled(rules, MOST))
    except InputError as error:
        raise Rejected(f"the graph cannot be read: {error.problems[0]}") from None
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise Rejected(f"cannot be read: {type(error).__name__} {str(error)[:100]}") from None


def _prove(claim: Any, graph: ObservationGraph) -> str:
    proved: list[Any] = []
    last, given = [()] * len(graph.names), graph
    exact = "value" in claim
    expect(not exact or claim.get("method") == "double-oracle", "only a double oracle has a value")
    for player, key in (1, "lower_bound"), (2, "upper_bound"):
        if claim.get("method") == "double-oracle" or claim.get("rule") == "PCFR+":
            rows = rows_by_memory(claim["strategies"][player - 1], player, exact)
            begins = {after[:size] for after in rows for size in range(len(after) + 1)}
            graph, last = recalled(
                given, player, lambda one, held=begins: one if one in held else None
            )
            layers, strategy = layers_of(graph), shares_of(graph, last, player, rows)
        else:
            if recall := claim["recall"]:
                graph, last = recalled(given, player, lambda memory: memory[-recall:])
            layers, strategy = (
                layers_of(graph),
                read_strategy(graph, last, player, claim["strategies"]),
            )
            classes = classes_of(memory_of(graph, player, False), layers)
            expect_same_rows(graph, classes, player, strategy)
        totals, opponent = _totals(graph, layers), memory_of(graph, 3 - player, True)
        if exact:
            unit = plan_unit(rows) * _chance_unit(graph, layers) * totals.unit
            proved.append(_only(graph, totals, opponent, player, strategy, unit))
            continue
        bound, slack = _guarantee(graph, totals, opponent, player, strategy)
        proved.append(_rounded(bound, player))
        does = "guarantees" if player == 1 else "concedes"
        said = f"{key} is {claim[key]}, but player {player}'s strategy {does} {proved[-1]}"
        said += f"; rounding explains at most {float(slack):.3g}" if slack else ""
        expect((Fraction(claim[key]) - bound) * (3 - 2 * player) <= slack, said)
    if exact:
        said = (
            f"the value is claimed to be {claim['value']}, and is from {proved[0]} to {proved[1]}"
        )
        expect(proved == [Fraction(claim["value"])] * 2, said)
        return f"the value is {proved[0]}"
    return f"the value lies from {proved[0]} to {proved[1]}"


def _rounded(bound: Fraction, player: int) -> str:
    """Return a bound as text; a long fraction as a decimal that is no better."""
    context = Context(prec=12, rounding=ROUND_FLOOR if player == 1 else ROUND_CEILING)
    decimal = context.divide(Decimal(bound.numerator), Decimal(bound.denominator))
    return str(bound) if bound.denominator < 10**6 else str(decimal)


def _totals(graph: ObservationGraph, layers: list[Array]) -> Totals:
    columns = graph.columns
    used = np.unique(np.append(columns.payoff, columns.reward)).tolist()
    unit = math.lcm(*(columns.numbers[at].denominator for at in used))
    whole = zeros(len(columns.numbers), object)
    whole[used] = [int(columns.numbers[at] * unit) for at in used]
    payoff = whole[columns.payoff]
    totals = Totals(unit, whole[columns.reward], payoff, payoff.copy())
    for layer in layers[::-1]:
        source, moves = moves_from(columns.begin.astype(int), layer)
        firsts = np.flatnonzero(np.diff(source, prepend=-1))
        for total, best in (totals.least, np.minimum), (totals.most, np.maximum):
            sums = totals.reward[moves] + total[columns.target[moves]]
            total[layer[source[firsts]]] = best.reduceat(sums, firsts)
    return totals


def _guarantee(
    graph: ObservationGraph, totals: Totals, memory: Memory, player: int, strategy: Array
) -> tuple[Fraction, Fraction]:
    """Return what the strategy of `player` guarantees against an opponent with a memory, or what is
    proved of that, and how much rounding may explain.
    """
    least, most = (Fraction(total[graph.start], totals.unit) for total in totals[2:])
    reply = _Reply(graph, totals, memory, player, strategy, float)
    share, slack = reply.best(), SLACK * (most - least)
    if reply.entries * reply.longest <= EXACT:
        reply = _Reply(graph, totals, memory, player, strategy, object)
        share, slack = reply.best(), Fraction(0)
    return most - share * (most - least) if player == 1 else least + share * (most - least), slack


def _only(
    graph: ObservationGraph, totals: Totals, memory: Memory, player: int, strategy: Array, unit: int
) -> Fraction:
    """Return what the strategy guarantees, which is a multiple of 1 / unit."""
    least, most = (Fraction(total[graph.start], totals.unit) for total in totals[2:])
    reply = _Reply(graph, totals, memory, player, strategy, float)
    high = reply.best()
    low = high * (1 - Fraction(reply.longest, 2**50)) - Fraction(1, 2**999)
    below, above = (
        most - share * (most - least) if player == 1 else least + share * (most - least)
        for share in ((high, low) if player == 1 else (low, high))
    )
    found = math.ceil(below * unit)
    said = f"player {player}'s strategy is too fine for an exact value: from {float(below)} to"
    expect(found == math.floor(above * unit), f"{said} {float(above)}")
    return Fraction(found, unit)


def _chance_unit(graph: ObservationGraph, layers: list[Array]) -> int:
    """Return a common denominator of the probabilities with which chance alone leads to states."""
    columns, unit = graph.columns, 1
    number, drawn = columns.numbers, columns.probability
    for layer in layers:
        moves = moves_from(columns.begin.astype(int), layer)[1]
        used = np.unique(drawn[moves][drawn[moves] != NOTHING]).tolist()
        unit *= math.lcm(*(number[at].denominator for at in used))
    return unit


class _Reply:
    """A best response over the memories of the opponent of `player`, in floats or, with objects, in
    fractions.

    It counts `entries`, and the roundings that follow one another in the `longest` chain.
    """

    def __init__(
        self,
        graph: ObservationGraph,
        totals: Totals,
        memory: Memory,
        player: int,
        strategy: Array,
        kind: type,
    ) -> None:
        self.memory, self.start, self.kind = memory, graph.start, kind
        self.entries = self.longest = 0
        columns = graph.columns
        target, extra = columns.target, memory.target[len(columns.target) :]
        origin = memory.origin[: len(target)]
        chosen = np.flatnonzero(columns.actor[origin] == player)
        played, sums = _column(strategy[chosen], kind), zeros(len(columns), kind)
        np.add.at(sums, origin[chosen], played)
        # The moves of the opponent get a number that is never used.
        share = _column(columns.numbers, kind)[columns.probability]
        share[chosen] = played / sums[origin[chosen]]
        self.share = np.append(share, _column(np.ones(len(extra)), kind))
        self.roundings = 4 + _most(origin[chosen])  # Of a product with a share of fractions.
        sign, worst = (1, totals.least) if player == 2 else (-1, -totals.most)
        range_ = max(totals.most[graph.start] - totals.least[graph.start], 1)
        gain = sign * totals.reward + worst[target] - worst[origin]
        gain = gain / (range_ if kind is float else Fraction(range_))
        self.gain = np.append(gain.astype(kind), zeros(len(extra), kind))
        self.pays = self.gain > 0
        # Where all totals are equal there is nothing to gain.
        unsettled = np.array(totals.most > totals.least, bool)
        self.open = np.append(unsettled, unsettled[extra])
        pairs = memory.letter * len(self.open) + memory.target
        pairs, self.pair = np.unique(pairs, return_inverse=True)
        self.letter, self.target = np.divmod(pairs, len(self.open))

    def best(self) -> Fraction:
        """Return the best response's share of the range of totals, for floats an upper bound."""
        start = np.array([self.start])[self.open[[self.start]]]
        entries = Entries(0 * start, start, _column(np.ones(len(start)), self.kind))
        (value,), self.longest = self._values(entries, 1, 0)
        if self.kind is object:
            return Fraction(value)
        expect(self.longest < 2**50, "too many roundings")
        return Fraction(value) * (1 + Fraction(self.longest, 2**52)) + Fraction(1, 2**1000)

    def _values(self, at: Entries, size: int, roundings: int) -> tuple[Array, int]:
        """Return the values of `size` memories, and how many roundings follow one another."""
        steps: list[Step] = []
        while not steps or 0 < len(at.state) <= CHUNK:
            step, at, roundings = self._step(at, size, roundings)
            steps.append(step)
            size = len(step.parent)
        values = zeros(size, self.kind)
        ends = np.unique(np.append(at.memory[:: CHUNK // 4], size))
        most = [roundings]
        for first, last in pairwise(ends.tolist()):
            part = at.where(slice(*np.searchsorted(at.memory, (first, last))))
            part = part._replace(memory=part.memory - first)
            values[first:last], more = self._values(part, last - first, roundings)
            most.append(more)
        roundings = max(most)
        for local, parent, own, arrived, added in steps[::-1]:
            values = values + arrived
            np.add.at(local, parent[~own], values[~own])
            firsts = np.flatnonzero(np.diff(parent[own], prepend=-1))
            local[parent[own][firsts]] += np.maximum.reduceat(values[own], firsts)
            values, roundings = local, roundings + added
        return values, roundings

    def _step(self, here: Entries, size: int, roundings: int) -> tuple[Step, Entries, int]:
        """Follow memories to those that are longer by one letter."""
        memory, local = self.memory, zeros(size, self.kind)
        acting, heard, added = [here.where(slice(0))], [], 6
        while len(here.state):
            self.entries += len(here.state)
            own = memory.own[here.state]
            acting.append(here.where(own))
            here = self._follow(here.where(~own))
            here = here._replace(weight=here.weight * self.share[here.state])
            added += self._gather(local, here.memory, here)
            here = here.where((here.weight > 0) & self.open[memory.target[here.state]])
            silent = memory.letter[here.state] == NOTHING
            heard.append(here.where(~silent))
            here, more = _merged(here._replace(state=memory.target[here.state]).where(silent))
            roundings += self.roundings + more
        met, more = _merged(_joined(acting))
        moves = self._follow(met)
        longer = _joined([*heard, moves])
        longer, most = _merged(longer._replace(state=self.pair[longer.state]))
        wide = int(self.letter.max(initial=0)) + 1
        letters = longer.memory * wide + self.letter[longer.state]
        new = np.diff(letters, prepend=-1) > 0
        parent, letter = np.divmod(letters[new], wide)
        own, arrived = letter % 2 == 0, zeros(len(parent), self.kind)
        offers = np.bincount(parent[own], minlength=size)[met.memory]
        known = (offers == np.diff(memory.begin)[met.state]).all()
        expect(known, "a player cannot know its actions in a state of the graph")
        child = np.searchsorted(letters[new], moves.memory * wide + memory.letter[moves.state])
        added += self._gather(arrived, child, moves) + _most(parent[~own])
        here = Entries(np.cumsum(new) - 1, self.target[longer.state], longer.weight)
        step = Step(local, parent, own, arrived, added)
        return step, here.where(self.open[here.state]), roundings + more + most

    def _follow(self, at: Entries) -> Entries:
        """Return all moves from the states of entries, with the weights of the states."""
        source, moves = moves_from(self.memory.begin, at.state)
        return Entries(at.memory[source], moves, at.weight[source])

    def _gather(self, values: Array, memory: Array, moves: Entries) -> int:
        """Add the gains of moves to the values of memories; return the most additions to one."""
        paid = np.flatnonzero(self.pays[moves.state])
        np.add.at(values, memory[paid], moves.weight[paid] * self.gain[moves.state[paid]])
        return _most(memory[paid])


def _joined(parts: list[Entries]) -> Entries:
    return Entries(*map(np.concatenate, zip(*parts, strict=True)))


def _merged(at: Entries) -> tuple[Entries, int]:
    """Return entries in order, with the sum of the weights of equal ones, and the most summands."""
    bits = int(at.state.max(initial=0)).bit_length()
    keys = at.memory << bits | at.state
    order = np.argsort(keys)
    keys = keys[order]
    firsts = np.flatnonzero(np.diff(keys, prepend=-1))
    weight, keys = np.add.reduceat(at.weight[order], firsts), keys[firsts]
    most = int(np.diff(firsts, append=len(order)).max(initial=0))
    return Entries(keys >> bits, keys & ((1 << bits) - 1), weight), most


def _column(numbers: Any, kind: type) -> Array:
    return np.array([*map(float if kind is float else Fraction, numbers)], kind)


def _most(numbers: Array) -> int:
    """Return how often the most frequent number occurs."""
    return int(np.bincount(numbers).max(initial=0))


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    expect(len(found) == len(pairs), "a key is repeated")
    return found


if __name__ == "__main__":
    try:
        print(check_bounds(*(open(name, "rb").read() for name in sys.argv[1:])))
    except (OSError, Rejected, TypeError) as reason:
        sys.exit(str(reason))
