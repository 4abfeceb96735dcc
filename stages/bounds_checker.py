"""Checks bounds against their state graph:
`python -m efgc.stages.bounds_checker NAME.bounds.json NAME.states.yaml`.

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
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from efgc.schemas.observation_graph import NOTHING, ObservationGraph, read, unrolled
from efgc.schemas.parts.problems import InputError

Array = np.ndarray[Any, Any]
_zeros: Any = np.zeros
MOST = 5_000_000  # States of a graph up to its limit of moves.
EXACT = 10**7  # Entries times successive roundings up to which fractions are quick.
CHUNK = 100_000  # Entries beyond which memories are followed part by part.
SLACK = Fraction(1, 10**9)  # Of the range of totals: how far a claim may be off by rounding.
CLAIM = {"format", "version", "graph_sha256", "lower_bound", "upper_bound", "strategies"}
ENTRY = {"states", "actions", "probabilities"}


class Totals(NamedTuple):
    """Sums of rewards and payoff from a state to the end of play, as integers / unit."""

    unit: int
    reward: Array  # Per move.
    least: Array  # Per state.
    most: Array


class Memory(NamedTuple):
    """A graph of n states and m moves as a player remembers it. What it sees of its own move comes
    after the move, by the only move of one of k additional states.
    """

    own: Array  # (n + k,): whether the player moves.
    begin: Array  # (n + k + 1,)
    origin: Array  # (m + k,)
    target: Array  # (m + k,)
    letter: Array  # (m + k,): twice the label of an own move, 1 + twice a text seen, or NOTHING.


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


class Rejected(Exception):
    """The bounds are not valid; the message has the reason."""


def check_bounds(bounds: bytes, graph: bytes) -> str:
    """Return the proved statement on a graph in words, from both files. Raise Rejected."""
    try:
        claim = json.loads(bounds.decode("utf-8-sig"), object_pairs_hook=_mapping)
        sound = type(claim) is dict and claim.keys() >= CLAIM
        _expect(sound, f"the bounds need the keys {', '.join(sorted(CLAIM))}")
        header = [claim["format"], claim["version"], type(claim["version"])]
        _expect(header == ["efgc/bounds", 1, int], "not bounds of version 1")
        for key in "lower_bound", "upper_bound":
            sound = type(claim[key]) in (int, float) and math.isfinite(claim[key])
            _expect(sound, f"{key} is not a number")
        sound = type(claim["strategies"]) is list and len(claim["strategies"]) == 2
        _expect(sound, "the strategies are not two")
        rules = read(graph.decode())
        sound = claim["graph_sha256"] == rules.digest
        _expect(sound, f"belongs to another graph, not to {rules.digest}")
        recall = claim.setdefault("recall", 0)
        _expect(type(recall) is int and recall >= 0, "recall is not a number of entries")
        return _prove(claim, unrolled(rules, MOST))
    except InputError as error:
        raise Rejected(f"the graph cannot be read: {error.problems[0]}") from None
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise Rejected(f"cannot be read: {type(error).__name__} {str(error)[:100]}") from None


def _prove(claim: Any, graph: ObservationGraph) -> str:
    found, last, given = [], [()] * len(graph.names), graph
    for player, key in (1, "lower_bound"), (2, "upper_bound"):
        if claim["recall"]:
            graph, last = _recalled(given, player, claim["recall"])
        layers, strategy = _layers(graph), _strategy(graph, last, player, claim["strategies"])
        _expect_same_rows(graph, _classes(_memory(graph, player, False), layers), player, strategy)
        totals, opponent = _totals(graph, layers), _memory(graph, 3 - player, True)
        bound, slack = _guarantee(graph, totals, opponent, player, strategy)
        found.append(_rounded(bound, player))
        does = "guarantees" if player == 1 else "concedes"
        said = f"{key} is {claim[key]}, but player {player}'s strategy {does} {found[-1]}"
        said += f"; rounding explains at most {float(slack):.3g}" if slack else ""
        _expect((Fraction(claim[key]) - bound) * (3 - 2 * player) <= slack, said)
    return f"the value lies from {found[0]} to {found[1]}"


def _rounded(bound: Fraction, player: int) -> str:
    """Return a bound as text; a long fraction as a decimal that is no better."""
    context = Context(prec=12, rounding=ROUND_FLOOR if player == 1 else ROUND_CEILING)
    decimal = context.divide(Decimal(bound.numerator), Decimal(bound.denominator))
    return str(bound) if bound.denominator < 10**6 else str(decimal)


def _moves(begin: Array, states: Array) -> tuple[Array, Array]:
    """Return for each move of some states the position of its state among them, and the move."""
    sizes = begin[states + 1] - begin[states]
    source = np.repeat(np.arange(len(states)), sizes)
    return source, np.arange(len(source)) + (begin[states] - np.cumsum(sizes) + sizes)[source]


def _layers(graph: ObservationGraph) -> list[Array]:
    """Return the states in layers, each state after all its predecessors."""
    begin, target = graph.columns.begin.astype(int), graph.columns.target
    missing = np.bincount(target, minlength=len(graph.columns))
    found = [np.array([graph.start])]
    while len(found[-1]):
        following = target[_moves(begin, found[-1])[1]]
        np.subtract.at(missing, following, 1)
        found.append(np.unique(following[missing[following] == 0]))
    _expect(not missing.any(), "play can return to a state of the graph")
    return found


def _recalled(graph: ObservationGraph, player: int, recall: int) -> tuple[Any, list[Any]]:
    """Return a graph whose states also hold the last entries of a player's memory; and those."""
    columns, layers, wide = graph.columns, _layers(graph), len(graph.columns.texts) + 1
    did = np.where((columns.actor == player)[columns.origin], columns.label, NOTHING).astype(int)
    adds = (did + 1) * wide + columns.sees[player - 1] + 1
    depth = _zeros(len(columns), int)
    depth[np.concatenate(layers)] = np.repeat(np.arange(len(layers)), [*map(len, layers)])
    memories: list[tuple[str, ...]] = [()]
    number, steps = {memories[0]: 0}, []
    waiting: list[list[Array]] = [[np.array([graph.start << 32])], *([] for _ in layers)]
    for found in filter(len, waiting):
        pairs = np.unique(np.concatenate(found))  # A state and the number of a memory.
        source, moves = _moves(columns.begin.astype(int), pairs >> 32)
        _expect(len(memories) * wide**2 < 2**63, "too many memories and texts")
        codes = (pairs[source] & 2**32 - 1) * wide**2 + adds[moves]
        codes, which = np.unique(codes, return_inverse=True)
        following = []
        for code in codes.tolist():
            memory, entry = divmod(code, wide**2)
            entries = zip(("did", "saw"), divmod(entry, wide), strict=True)
            words = [f"{does} {columns.texts[text - 1]}" for does, text in entries if text]
            longer = (*memories[memory], *words)[-recall:]
            following.append(number.setdefault(longer, len(memories)))
            memories += [longer] * (len(number) - len(memories))
        leads = columns.target[moves].astype(int) << 32 | np.array(following, int)[which]
        for below in np.unique(depth[leads >> 32]).tolist():
            waiting[below].append(leads[depth[leads >> 32] == below])
        steps.append((pairs, moves, leads))
    pairs, moves, leads = map(np.concatenate, zip(*steps, strict=True))
    states, order = pairs >> 32, np.argsort(pairs)
    columns = replace(
        columns,
        **{key: getattr(columns, key)[states] for key in ("actor", "payoff")},
        begin=np.append(0, np.cumsum(np.diff(columns.begin)[states])),
        target=order[np.searchsorted(pairs[order], leads)].astype(np.int32),
        sees=(columns.sees[0][moves], columns.sees[1][moves]),
        **{key: getattr(columns, key)[moves] for key in ("label", "probability", "reward")},
    )
    last = [memories[memory] for memory in (pairs & 2**32 - 1).tolist()]
    names = (*(graph.names[state] for state in states.tolist()),)
    return replace(graph, columns=columns, names=names, start=0), last


def _totals(graph: ObservationGraph, layers: list[Array]) -> Totals:
    columns = graph.columns
    used = np.unique(np.append(columns.payoff, columns.reward)).tolist()
    unit = math.lcm(*(columns.numbers[at].denominator for at in used))
    whole = _zeros(len(columns.numbers), object)
    whole[used] = [int(columns.numbers[at] * unit) for at in used]
    payoff = whole[columns.payoff]
    totals = Totals(unit, whole[columns.reward], payoff, payoff.copy())
    for layer in layers[::-1]:
        source, moves = _moves(columns.begin.astype(int), layer)
        firsts = np.flatnonzero(np.diff(source, prepend=-1))
        for total, best in (totals.least, np.minimum), (totals.most, np.maximum):
            sums = totals.reward[moves] + total[columns.target[moves]]
            total[layer[source[firsts]]] = best.reduceat(sums, firsts)
    return totals


def _memory(graph: ObservationGraph, player: int, shared: bool) -> Memory:
    """Return what a player remembers of moves. Between its own action and the text that it sees of
    it there is one more state, for each move or `shared` by those that go on alike.
    """
    columns = graph.columns
    sees, target = columns.sees[player - 1].astype(int), columns.target.astype(int)
    origin, acts = columns.origin.astype(int), columns.actor == player
    own, size = acts[origin], len(columns)
    letter = np.where(own, 2 * columns.label, np.where(sees == NOTHING, NOTHING, 2 * sees + 1))
    both = own & (sees != NOTHING)
    pairs = sees[both] * size + target[both]
    which = np.arange(len(pairs))
    if shared:
        pairs, which = np.unique(pairs, return_inverse=True)
    target[both], more = size + which, np.arange(len(pairs))
    return Memory(
        np.append(acts, more < 0),
        np.append(columns.begin.astype(int), columns.begin[-1] + 1 + more),
        np.append(origin, size + more),
        np.append(target, pairs % size),
        np.append(letter, 2 * (pairs // size) + 1),
    )


def _strategy(graph: ObservationGraph, last: Any, player: int, strategies: Any) -> Array:
    """Return the share of each move in its row; rows need not sum to 1."""
    columns, entries = graph.columns, strategies[player - 1]
    begin, label = columns.begin.tolist(), columns.label.tolist()
    number = {key: at for at, key in enumerate(zip(graph.names, last, strict=True))}
    missing = {*np.flatnonzero(columns.actor == player).tolist()}
    found: Array = _zeros(len(label))
    _expect(type(entries) is list, f"strategy {player} is not a list")
    for order, entry in enumerate(entries):
        where = f"strategy {player}, entry {order}:"
        sound = type(entry) is dict and entry.keys() - {"last"} == ENTRY
        sound = sound and all(type(part) is list for part in entry.values())
        _expect(sound, f"{where} it needs the lists {', '.join(sorted(ENTRY))}")
        states, actions, row = entry["states"], entry["actions"], entry["probabilities"]
        texts = all(type(text) is str for text in (*states, *actions, *entry.get("last", ())))
        _expect(texts and states != [], f"{where} states and actions are texts, at least one")
        sound = all(type(share) in (int, float) and 0 <= share <= 1 for share in row) and any(row)
        _expect(sound, f"{where} probabilities are from 0 to 1, and not all 0")
        shares = dict(zip(actions, row, strict=False))
        sizes = len(shares) == len(actions) == len(row)
        _expect(sizes, f"{where} there is not one probability per action")
        for name in states:
            at = number.get((name, (*entry.get("last", ()),)), -1)
            sound = at in missing
            _expect(sound, f"{where} {name!r:.80} is repeated or not a state of this player")
            missing.remove(at)
            own = [columns.texts[text] for text in label[begin[at] : begin[at + 1]]]
            _expect(shares.keys() == {*own}, f"{where} {name!r:.80} has other actions")
            found[begin[at] : begin[at + 1]] = [shares[text] for text in own]
    _expect(not missing, f"strategy {player} has no entry for {len(missing)} states of the player")
    return found


def _expect_same_rows(
    graph: ObservationGraph, classes: Array, player: int, strategy: Array
) -> None:
    """Check that rows of a strategy are equal in states of one class with the same actions."""
    begin, label = graph.columns.begin.tolist(), graph.columns.label
    known: dict[Any, tuple[int, bytes]] = {}
    for at in np.flatnonzero(graph.columns.actor == player).tolist():
        moves = slice(begin[at], begin[at + 1])
        row = strategy[moves].tobytes()
        first, same = known.setdefault((classes[at], label[moves].tobytes()), (at, row))
        if same != row:
            both = " and ".join(f"{graph.names[state]!r:.80}" for state in (first, at))
            said = f"strategy {player} differs at {both}, which may look the same to its player"
            raise Rejected(said)


def _classes(memory: Memory, layers: list[Array]) -> Array:
    """Return the finest classes of states such that equal letters lead from one class into one
    class. So states that a player remembers alike are in one class, and perhaps others with them.
    """
    live = memory.own.copy()  # Whether the player can still move: other states are left out.
    extra = np.arange(sum(map(len, layers)), len(live))
    for layer in (*layers[::-1], extra):
        source, moves = _moves(memory.begin, layer)
        np.logical_or.at(live, layer[source], live[memory.target[moves]])
    kept = live[memory.target]
    silent, heard = kept & (memory.letter == NOTHING), kept & (memory.letter != NOTHING)
    origin, target, letter = (column[heard] for column in memory[2:])
    found = _united(np.arange(len(live)), memory.origin[silent], memory.target[silent])
    while True:
        keys = found[origin] * (int(letter.max(initial=0)) + 1) + letter
        _, firsts, which = np.unique(keys, return_index=True, return_inverse=True)
        united = _united(found, target, target[firsts][which])
        if (united == found).all():
            return found
        found = united


def _united(classes: Array, some: Array, others: Array) -> Array:
    """Return classes, each numbered by its least state, after uniting those of pairs of states."""
    while (classes[some] != classes[others]).any():
        above, low = np.arange(len(classes)), np.minimum(classes[some], classes[others])
        np.minimum.at(above, classes[some], low)
        np.minimum.at(above, classes[others], low)
        while (above != above[above]).any():
            above = above[above]
        classes = above[classes]
    return classes


def _guarantee(
    graph: ObservationGraph, totals: Totals, memory: Memory, player: int, strategy: Array
) -> tuple[Fraction, Fraction]:
    """Return what the strategy of `player` guarantees against an opponent with a memory, or what is
    proved of that, and how much rounding may explain.
    """
    least, most = (Fraction(total[graph.start], totals.unit) for total in totals[2:])
    walk = _Walk(graph, totals, memory, player, strategy, float)
    share, slack = walk.best(), SLACK * (most - least)
    if walk.entries * walk.longest <= EXACT:
        share, slack = _Walk(graph, totals, memory, player, strategy, object).best(), Fraction(0)
    return most - share * (most - least) if player == 1 else least + share * (most - least), slack


class _Walk:
    """A walk over the memories of the opponent of `player`, in floats or with objects in fractions.

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
        played, sums = _column(strategy[chosen], kind), _zeros(len(columns), kind)
        np.add.at(sums, origin[chosen], played)
        # The moves of the opponent get a number that is never used.
        share = _column(columns.numbers, kind)[columns.probability]
        share[chosen] = played / sums[origin[chosen]]
        self.share = np.append(share, _column(np.ones(len(extra)), kind))
        self.roundings = 2 + _most(origin[chosen])  # Of a product with a share.
        sign, worst = (1, totals.least) if player == 2 else (-1, -totals.most)
        range_ = max(totals.most[graph.start] - totals.least[graph.start], 1)
        gain = sign * totals.reward + worst[target] - worst[origin]
        gain = gain / (range_ if kind is float else Fraction(range_))
        self.gain = np.append(gain.astype(kind), _zeros(len(extra), kind))
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
        _expect(self.longest < 2**50, "too many roundings")
        return Fraction(value) * (1 + Fraction(self.longest, 2**52)) + Fraction(1, 2**1000)

    def _values(self, at: Entries, size: int, roundings: int) -> tuple[Array, int]:
        """Return the values of `size` memories, and how many roundings follow one another."""
        steps: list[Step] = []
        while not steps or 0 < len(at.state) <= CHUNK:
            step, at, roundings = self._step(at, size, roundings)
            steps.append(step)
            size = len(step.parent)
        values = _zeros(size, self.kind)
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

    def _step(self, at: Entries, size: int, roundings: int) -> tuple[Step, Entries, int]:
        """Follow memories to those that are longer by one letter."""
        memory, local = self.memory, _zeros(size, self.kind)
        acting, heard, added = [at.where(slice(0))], [], 6
        while len(at.state):
            self.entries += len(at.state)
            own = memory.own[at.state]
            acting.append(at.where(own))
            at = self._follow(at.where(~own))
            at = at._replace(weight=at.weight * self.share[at.state])
            added += self._gather(local, at.memory, at)
            at = at.where((at.weight > 0) & self.open[memory.target[at.state]])
            silent = memory.letter[at.state] == NOTHING
            heard.append(at.where(~silent))
            at, more = _merged(at._replace(state=memory.target[at.state]).where(silent))
            roundings += self.roundings + more
        met, more = _merged(_joined(acting))
        moves = self._follow(met)
        longer = _joined([*heard, moves])
        longer, most = _merged(longer._replace(state=self.pair[longer.state]))
        wide = int(self.letter.max(initial=0)) + 1
        letters = longer.memory * wide + self.letter[longer.state]
        new = np.diff(letters, prepend=-1) > 0
        parent, letter = np.divmod(letters[new], wide)
        own, arrived = letter % 2 == 0, _zeros(len(parent), self.kind)
        offers = np.bincount(parent[own], minlength=size)[met.memory]
        known = (offers == np.diff(memory.begin)[met.state]).all()
        _expect(known, "a player cannot know its actions in a state of the graph")
        child = np.searchsorted(letters[new], moves.memory * wide + memory.letter[moves.state])
        added += self._gather(arrived, child, moves) + _most(parent[~own])
        at = Entries(np.cumsum(new) - 1, self.target[longer.state], longer.weight)
        step = Step(local, parent, own, arrived, added)
        return step, at.where(self.open[at.state]), roundings + more + most

    def _follow(self, at: Entries) -> Entries:
        """Return all moves from the states of entries, with the weights of the states."""
        source, moves = _moves(self.memory.begin, at.state)
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
    _expect(len(found) == len(pairs), "a key is repeated")
    return found


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Rejected(otherwise)


if __name__ == "__main__":
    try:
        print(check_bounds(*(open(name, "rb").read() for name in sys.argv[1:])))
    except (OSError, Rejected, TypeError) as reason:
        sys.exit(str(reason))
