"""The game (`*.game.json`): an extensive-form game of two players with zero sum.

Nodes stand in an order in which a child comes after its parent, the root
first. Payoffs are to player 1; player 2 gets the negative, or what is left of
the game's constant.

A node with several parents is shared: it stands for all the histories that
reach it. With `P_i(v)` the set of player i's sequences that end right before
node v, sharing is exact when

(a) the chance weight summed over the ways into v with last own moves (s1, s2)
    is one number `w(v)` for all pairs in `P_1(v) x P_2(v)`, and no other pair
    reaches v;
(b) all nodes of an information set of player i have the same `P_i`.

By induction over the nodes, the probability that play passes v is then
`w(v) x_1(v) x_2(v)`, where `x_i(v)` is the sum of player i's realization
weights over `P_i(v)`: the sequence form holds with sums where a tree has one
parent. A tree with perfect recall is the case of one pair. See Zhang, Farina
and Sandholm, "Team belief DAG", ICML 2023, for decision problems of this form.
"""

import hashlib
import json
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, islice
from typing import NamedTuple, assert_never

from schemas.parts.counts import REDUCED, UNREDUCED, Counts, read_counts
from schemas.parts.documents import Data, Findings, read_json
from schemas.parts.exact import brief, write_exact
from schemas.parts.problems import Place, Problem
from schemas.parts.source import Source, read_source
from schemas.parts.squares import Square, read_places

FORMAT = "efgc/game"
VERSION = 1


class InformationSet(NamedTuple):
    """Decision nodes that their player cannot tell apart."""

    player: int
    """1 or 2."""
    state: str
    """The state of the graph for player 1; empty where there is no one state."""
    sees: tuple[str, ...]
    """What the player was shown since its last move; the same on all ways that lead here."""
    actions: tuple[str, ...]
    """Labels, unique in the information set."""


class Decision(NamedTuple):
    """A player moves."""

    infoset: int
    children: tuple[int, ...]
    """One per action of the information set; the same node may stand for several."""


class Chance(NamedTuple):
    """Chance moves."""

    actions: tuple[str, ...]
    probabilities: tuple[Fraction, ...]
    """Positive, sum 1."""
    children: tuple[int, ...]


class Terminal(NamedTuple):
    """The end of play."""

    payoff: Fraction
    """To player 1."""


Node = Decision | Chance | Terminal


class Conflict(NamedTuple):
    """Two histories that break condition (a) or (b)."""

    infoset: int | None
    """The information set that breaks (b); None for (a)."""
    node: int
    """Where the two meet, or the node of the second."""
    histories: tuple[str, str]
    """Labels from the root."""
    weights: tuple[Fraction, Fraction] | None = None
    """Of (a): the different chance weights of two pairs of moves; None where a pair of moves never
    comes here.
    """


class Reaching(NamedTuple):
    """What reaches the nodes of a game."""

    sets: tuple[tuple[int, ...], ...]
    """The sets P, each a tuple of sequences, ascending; every set stands here once."""
    numbers: tuple[tuple[int, ...], tuple[int, ...]]
    """Per player and node the number of its set."""
    weights: tuple[Fraction, ...]
    """Per node the chance weight w."""
    conflicts: tuple[Conflict, ...]
    """Where conditions (a) and (b) do not hold, parents first: behind the first one they prove
    nothing.
    """

    def sequences(self, player: int, node: int) -> tuple[int, ...]:
        """Return the sequences of a player that reach a node."""
        return self.sets[self.numbers[player - 1][node]]


@dataclass(frozen=True)
class Game:
    """An extensive-form game."""

    title: str
    source: Source | None
    players: tuple[str, str]
    states: int
    """Of the state graph it comes from; 0 if from none."""
    information_sets: tuple[InformationSet, ...]
    """In order of first visit."""
    nodes: tuple[Node, ...]
    counts: Counts | None = None
    """Of the game without reductions, where they are known."""
    places: tuple[tuple[str, Square], ...] = ()
    """Of the secret, with their squares on the map; for readers only."""
    constant: Fraction = Fraction(0)
    """What both players' payoffs add up to: player 2 gets this less player 1's payoff."""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the artifact, in hexadecimal: what ties a solution to its game."""
        state = hashlib.sha256()
        lines = write(self)
        while block := "".join(islice(lines, 4096)):
            state.update(block.encode())
        return state.hexdigest()

    @cached_property
    def first(self) -> tuple[int, ...]:
        """Per information set the number of the sequence that ends with its first action.

        Sequences of both players are numbered together; 0 is the empty sequence
        of either.
        """
        sizes = (len(infoset.actions) for infoset in self.information_sets)
        return tuple(accumulate(sizes, initial=1))[:-1]

    @cached_property
    def reaching(self) -> "Reaching":
        """Which sequences reach which node, and with which chance weight."""
        return _Walk(self).reaching()

    @cached_property
    def parents(self) -> tuple[tuple[int, ...], ...]:
        """Per information set the sequences of its player that lead to it, ascending; in a tree
        exactly one.
        """
        found: list[tuple[int, ...]] = [()] * len(self.information_sets)
        for number, node in enumerate(self.nodes):
            if isinstance(node, Decision) and not found[node.infoset]:
                player = self.information_sets[node.infoset].player
                found[node.infoset] = self.reaching.sequences(player, number)
        return tuple(found)

    def move(self, sequence: int) -> tuple[int, int]:
        """Return information set and action of a sequence's last move. Not for the empty
        sequence.
        """
        infoset = bisect_right(self.first, sequence) - 1
        return infoset, sequence - self.first[infoset]

    def infosets(self, player: int) -> list[int]:
        """Return the information sets of a player (1 or 2) in order of first visit."""
        return [
            number
            for number, infoset in enumerate(self.information_sets)
            if infoset.player == player
        ]


def children(node: Node) -> tuple[int, ...]:
    """Return the nodes that can follow."""
    return () if isinstance(node, Terminal) else node.children


def count(game: Game) -> Counts:
    """Return the exact size of the tree that a checked game with shared nodes stands for."""
    ways = [0] * len(game.nodes)
    ways[0] = 1
    terminal = escapes = 0
    for number, node in enumerate(game.nodes):
        for child in children(node):
            ways[child] += ways[number]
        if isinstance(node, Terminal):
            terminal += ways[number]
            escapes += ways[number] if node.payoff > 0 else 0
    # Ways to play each sequence.
    own = [1] * (1 + sum(len(infoset.actions) for infoset in game.information_sets))
    infosets = [0, 0]
    for number, infoset in enumerate(game.information_sets):
        alone = sum(own[parent] for parent in game.parents[number])
        infosets[infoset.player - 1] += alone
        own[game.first[number] : game.first[number] + len(infoset.actions)] = [alone] * len(
            infoset.actions
        )
    # Level 1 keeps every legal move.
    of = REDUCED if game.source and game.source.level > 1 else UNREDUCED
    return Counts(of, sum(ways), terminal, escapes, (infosets[0], infosets[1]))


def one_way(game: Game, sequence: int) -> list[int]:
    """Return the sequences on one way to a sequence and with it, first move first; the empty
    sequence not.
    """
    way: list[int] = []
    while sequence:
        way.append(sequence)
        sequence = game.parents[game.move(sequence)[0]][0]
    return way[::-1]


def sequence_text(game: Game, sequence: int) -> str:
    """Return a sequence in words: own actions, what was seen between them in brackets.

    The empty sequence is empty text. Where several ways lead to an information
    set, one of them is told, with their number.
    """
    words: list[str] = []
    for infoset, action in map(game.move, one_way(game, sequence)):
        words += [*_seen(game, infoset), game.information_sets[infoset].actions[action]]
    return " ".join(words)


def infoset_text(game: Game, infoset: int) -> str:
    """Return in words what the player of an information set knows there."""
    words = [sequence_text(game, game.parents[infoset][0]), *_seen(game, infoset)]
    return " ".join(word for word in words if word)


def check(game: Game) -> list[Problem]:
    """Return everything that makes the record no game of two players with perfect recall and exact
    sharing.
    """
    return _check_structure(game) or _check_sharing(game)


def read(text: str) -> Game:
    """Return the game of a JSON text. Raises InputError with the place of every problem."""
    data = read_json(text)
    found = Findings()
    found.header(data, FORMAT, VERSION)
    game = _read_game(found, data)
    found.add_beside(_check_structure(game))
    found.stop()
    found.problems += _check_sharing(game)
    found.stop()
    return game


def write(game: Game) -> Iterator[str]:
    """Yield the lines of the JSON text: one information set and one node per line."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION}, "title": {json.dumps(game.title)},\n'
    if game.source:
        yield f' "source": {json.dumps(game.source.fields())},\n'
    if game.counts:
        yield f' "counts": {json.dumps(game.counts.fields())},\n'
    if game.places:
        yield f' "places": {json.dumps(dict(game.places))},\n'
    if game.constant:
        yield f' "constant": "{write_exact(game.constant)}",\n'
    yield (
        f' "players": {json.dumps(game.players)}, "states": {game.states},\n "information_sets": '
        "[\n"
    )
    yield from _lines(
        _infoset_line(number, infoset) for number, infoset in enumerate(game.information_sets)
    )
    yield ' ],\n "nodes": [\n'
    yield from _lines(_node_line(number, node) for number, node in enumerate(game.nodes))
    yield " ]}\n"


def _seen(game: Game, infoset: int) -> list[str]:
    """Return in words what tells an information set from its parent sequence."""
    seen, ways = game.information_sets[infoset].sees, len(game.parents[infoset])
    return ([f"[{', '.join(seen)}]"] if seen else []) + (
        [f"(one of {ways:,} ways)"] if ways > 1 else []
    )


def _check_structure(game: Game) -> list[Problem]:
    found = Findings()
    if game.states < 0:
        found.add(("states",), f"{game.states} is no number of states")
    for number, infoset in enumerate(game.information_sets):
        _check_infoset(found, ("information_sets", number), infoset)
    _check_nodes(found, game)
    return found.problems


def _check_infoset(found: Findings, place: Place, infoset: InformationSet) -> None:
    if infoset.player not in (1, 2):
        found.add((*place, "player"), f"{infoset.player} is no player; they are 1 and 2")
    if not infoset.actions:
        found.add((*place, "actions"), "there is no action")
    if len(set(infoset.actions)) < len(infoset.actions) or "" in infoset.actions:
        found.add((*place, "actions"), "the actions need labels, all of them different")


def _check_nodes(found: Findings, game: Game) -> None:
    reached = [False] * len(game.nodes)
    visited = 0
    if not game.nodes:
        found.add(("nodes",), "there is no node")
    for number, node in enumerate(game.nodes):
        if isinstance(node, Decision) and visited < node.infoset < len(game.information_sets):
            found.add(
                ("nodes", number, "information_set"),
                f"{visited} comes first: information sets stand in the order "
                "in which the nodes first visit them",
            )
        if isinstance(node, Decision):
            visited = max(visited, node.infoset + 1)
        _check_node(found, game, number, node)
        for position, child in enumerate(children(node)):
            if not number < child < len(game.nodes):
                message = (
                    f"{child} is no child of {number}: children come later, the last node is "
                    f"{len(game.nodes) - 1}"
                )
                found.add(("nodes", number, "children", position), message)
            else:
                reached[child] = True
    for number in range(1, len(game.nodes)):
        if not reached[number]:
            found.add(("nodes", number), "no node leads here")
    for number in range(visited, len(game.information_sets)):
        found.add(("information_sets", number), "no node belongs to it")


def _check_node(found: Findings, game: Game, number: int, node: Node) -> None:
    match node:
        case Decision(infoset, following):
            if not 0 <= infoset < len(game.information_sets):
                found.add(
                    ("nodes", number, "information_set"), f"there is no information set {infoset}"
                )
            elif len(following) != len(game.information_sets[infoset].actions):
                actions = len(game.information_sets[infoset].actions)
                found.add(
                    ("nodes", number, "children"),
                    f"{len(following)} children for {actions} actions",
                )
        case Chance(actions, probabilities, following):
            if not len(actions) == len(probabilities) == len(following):
                found.add(("nodes", number), "actions, probabilities and children differ in number")
            if len(set(actions)) < len(actions) or "" in actions:
                found.add(
                    ("nodes", number, "chance"), "the actions need labels, all of them different"
                )
            if any(probability <= 0 for probability in probabilities):
                found.add(("nodes", number, "probabilities"), "a probability is not above 0")
            if sum(probabilities) != 1:
                found.add(
                    ("nodes", number, "probabilities"),
                    f"they sum to {brief(sum(probabilities, Fraction(0)))}, not to 1",
                )


def _check_sharing(game: Game) -> list[Problem]:
    """Return where conditions (a) and (b) do not hold."""
    return [_sharing_problem(game, conflict) for conflict in game.reaching.conflicts]


def _sharing_problem(game: Game, conflict: Conflict) -> Problem:
    one, other = conflict.histories
    if conflict.infoset is None:
        return Problem(
            f"sharing is not exact: the histories '{one}' and '{other}' meet here, and the chance "
            f"weight is not the same for all pairs of the players' own moves",
            ("nodes", conflict.node),
        )
    name = game.players[game.information_sets[conflict.infoset].player - 1]
    return Problem(
        f"{name} has no perfect recall: it cannot tell the history '{one}' from "
        f"'{other}', although its own moves or what it saw before them differ",
        ("information_sets", conflict.infoset),
    )


class _Walk:
    """The way from the root to all nodes, with the sets P and the weights w."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.sets: list[tuple[int, ...]] = [(0,)]
        self.number: dict[tuple[int, ...], int] = {}  # Of the sets with several sequences.
        self.own: dict[int, range] = {}
        self.unions: dict[frozenset[int], int] = {}
        self.conflicts: dict[object, Conflict] = {}

    def reaching(self) -> Reaching:
        game = self.game
        into: list[_Ways | None] = [None] * len(game.nodes)
        into[0] = [(0, 0, Fraction(1), 0)]
        numbers: tuple[list[int], list[int]] = ([], [])
        weights: list[Fraction] = []
        seen: dict[int, int] = {}
        for node, record in enumerate(game.nodes):
            ways = into[node] or [(0, 0, Fraction(1), 0)]
            into[node] = None
            first, second, weight, _ = ways[0] if len(ways) == 1 else self._merged(node, ways)
            numbers[0].append(first)
            numbers[1].append(second)
            weights.append(weight)
            if isinstance(record, Decision):
                self._check_infoset(
                    node, seen.setdefault(record.infoset, node), record.infoset, numbers
                )
            for child, way in zip(
                children(record), self._onward(node, record, first, second, weight), strict=True
            ):
                if child < len(into):
                    waiting = into[child]
                    into[child] = [way] if waiting is None else [*waiting, way]
        return Reaching(
            tuple(self.sets),
            (tuple(numbers[0]), tuple(numbers[1])),
            tuple(weights),
            tuple(self.conflicts.values()),
        )

    def _onward(
        self, node: int, record: Node, first: int, second: int, weight: Fraction
    ) -> "_Ways":
        match record:
            case Decision(infoset, following):
                own = self.own.get(infoset) or self._own(infoset, len(following))
                if self.game.information_sets[infoset].player == 1:
                    return [(number, second, weight, node) for number in own]
                return [(first, number, weight, node) for number in own]
            case Chance(_, probabilities):
                return [
                    (first, second, weight * probability, node) for probability in probabilities
                ]
            case _:
                return []

    def _merged(self, node: int, ways: "_Ways") -> "_Way":
        """Return what reaches a shared node; note where condition (a) does not hold."""
        columns: dict[int, dict[int, Fraction]] = {}
        for first, second, weight, _ in ways:
            column = columns.setdefault(first, {})
            column[second] = column.get(second, Fraction(0)) + weight
        rows = {first: self._uniform(column) for first, column in columns.items()}
        union = self._union(frozenset(columns))
        apart = sum(len(self.sets[first]) for first in columns) == len(self.sets[union])
        distinct = set(rows.values())
        if not apart:
            distinct = {
                self._uniform(self._added(sequence, columns)) for sequence in self.sets[union]
            }
        if len(distinct) == 1 and None not in distinct:
            [(second, weight)] = distinct  # type: ignore[misc]
            return (union, second, weight, ways[0][3])
        self._note_sharing(node, ways)
        return (union, self._union(frozenset(way[1] for way in ways)), ways[0][2], ways[0][3])

    def _conflict(self, ways: "_Ways") -> tuple[int, int, tuple[Fraction, Fraction] | None]:
        """Return the parents of two ways with different weights, and these, or else of two that
        leave out a pair of moves.
        """
        totals = []
        for first, second, _, _ in ways:
            pair = (self.sets[first][0], self.sets[second][0])
            totals.append(
                sum(
                    (
                        weight
                        for one, other, weight, _ in ways
                        if pair[0] in self.sets[one] and pair[1] in self.sets[other]
                    ),
                    Fraction(0),
                )
            )
        for way, total in zip(ways, totals, strict=True):
            if total != totals[0]:
                return ways[0][3], way[3], (totals[0], total)
        apart = (way[3] for way in ways if way[0] != ways[0][0] and way[1] != ways[0][1])
        return ways[0][3], next(apart, ways[-1][3]), None

    def _added(self, sequence: int, columns: dict[int, dict[int, Fraction]]) -> dict[int, Fraction]:
        """Return the weights by player 2's sets over all ways on which player 1 comes by a
        sequence.
        """
        total: dict[int, Fraction] = {}
        for first, column in columns.items():
            for second, weight in column.items() if sequence in self.sets[first] else ():
                total[second] = total.get(second, Fraction(0)) + weight
        return total

    def _uniform(self, column: dict[int, Fraction]) -> tuple[int, Fraction] | None:
        """Return player 2's sequences with their common weight; None if they have different
        weights.
        """
        if len(column) == 1:
            return next(iter(column.items()))
        weights = set(column.values())
        union = self._union(frozenset(column))
        if len(weights) == 1 and sum(len(self.sets[second]) for second in column) == len(
            self.sets[union]
        ):
            return union, weights.pop()
        total: dict[int, Fraction] = {}
        for second, weight in column.items():
            for sequence in self.sets[second]:
                total[sequence] = total.get(sequence, Fraction(0)) + weight
        weights = set(total.values())
        return (union, weights.pop()) if len(weights) == 1 else None

    def _own(self, infoset: int, actions: int) -> range:
        """Return the numbers of the sets of one sequence behind the actions of an information
        set.
        """
        first = self.game.first[infoset]
        self.own[infoset] = range(len(self.sets), len(self.sets) + actions)
        self.sets += [(sequence,) for sequence in range(first, first + actions)]
        return self.own[infoset]

    def _set(self, sequences: tuple[int, ...]) -> int:
        number = self.number.setdefault(sequences, len(self.sets))
        if number == len(self.sets):
            self.sets.append(sequences)
        return number

    def _union(self, numbers: frozenset[int]) -> int:
        if len(numbers) == 1:
            return next(iter(numbers))
        if numbers not in self.unions:
            self.unions[numbers] = self._set(
                tuple(sorted(set().union(*(self.sets[number] for number in numbers))))
            )
        return self.unions[numbers]

    def _check_infoset(
        self, node: int, other: int, infoset: int, numbers: tuple[list[int], list[int]]
    ) -> None:
        own = numbers[self.game.information_sets[infoset].player - 1]
        if own[node] == own[other] or ("infoset", infoset) in self.conflicts:
            return
        self.conflicts["infoset", infoset] = Conflict(
            infoset, node, (self._history(other), self._history(node))
        )

    def _note_sharing(self, node: int, ways: "_Ways") -> None:
        one, other, weights = self._conflict(ways)
        histories = (self._history(one, node), self._history(other, node))
        self.conflicts["node", node] = Conflict(None, node, histories, weights)

    @cached_property
    def _above(self) -> dict[int, int]:
        """Per node its first parent."""
        found: dict[int, int] = {}
        for above, node in enumerate(self.game.nodes):
            for child in children(node):
                found.setdefault(child, above)
        return found

    def _history(self, number: int, last: int = 0) -> str:
        """Return the labels of one history to a node, and from there to its child `last`."""
        way = [last, number] if last else [number]
        while way[-1]:
            way.append(self._above[way[-1]])
        return ", ".join(
            _label(self.game.nodes[above], child, self.game)
            for above, child in zip(way[:0:-1], way[-2::-1], strict=True)
        )


_Way = tuple[int, int, Fraction, int]  # The sets of both players, the weight, and the parent.
_Ways = list[_Way]


def _label(node: Node, child: int, game: Game) -> str:
    position = children(node).index(child)
    if isinstance(node, Decision):
        return game.information_sets[node.infoset].actions[position]
    return node.actions[position] if isinstance(node, Chance) else ""


def _read_game(found: Findings, data: Data) -> Game:
    top = found.fields(
        data,
        (),
        ("format", "version", "title", "players", "information_sets", "nodes"),
        ("source", "counts", "places", "states", "constant"),
    )
    players = tuple(
        found.text(name, ("players", at))
        for at, name in enumerate(found.sequence(top["players"], ("players",)))
    )
    if len(players) != 2:
        found.add(("players",), f"a game here has 2 players, not {len(players)}")
    infosets = enumerate(found.sequence(top["information_sets"], ("information_sets",)))
    nodes = enumerate(found.sequence(top["nodes"], ("nodes",)))
    return Game(
        found.text(top["title"], ("title",)),
        read_source(found, top.get("source"), ("source",)),
        (players[0], players[1]) if len(players) == 2 else ("player 1", "player 2"),
        found.integer(top.get("states", 0), ("states",)),
        tuple(_read_infoset(found, number, infoset) for number, infoset in infosets),
        tuple(_read_node(found, number, node) for number, node in nodes),
        read_counts(found, top.get("counts"), ("counts",)),
        read_places(found, top.get("places"), ("places",)),
        found.exact(top.get("constant"), ("constant",)),
    )


def _read_infoset(found: Findings, number: int, data: Data) -> InformationSet:
    place = ("information_sets", number)
    fields = found.fields(data, place, ("information_set", "player", "actions"), ("state", "sees"))
    _check_number(found, (*place, "information_set"), fields["information_set"], number)
    return InformationSet(
        found.integer(fields["player"], (*place, "player")),
        found.text(fields.get("state", ""), (*place, "state")),
        _texts(found, (*place, "sees"), fields.get("sees", [])),
        _texts(found, (*place, "actions"), fields["actions"]),
    )


def _read_node(found: Findings, number: int, data: Data) -> Node:
    # Only what is not as our own writer leaves it pays for the careful reading.
    match data:
        case {"node": int(named), "information_set": int(infoset), "children": [*following]} if (
            named == number
            and len(data) == 3
            and all(type(value) is int for value in (named, infoset, *following))
        ):
            return Decision(infoset, tuple(following))
        case {"node": int(named), "payoff": str(payoff)} if (
            type(named) is int and named == number and len(data) == 2
        ):
            return Terminal(found.exact(payoff, ("nodes", number, "payoff")))
    place = ("nodes", number)
    keys = data if isinstance(data, dict) else {}
    if "payoff" in keys:
        fields = found.fields(data, place, ("node", "payoff"))
        node: Node = Terminal(found.exact(fields["payoff"], (*place, "payoff")))
    elif "chance" in keys:
        fields = found.fields(data, place, ("node", "chance", "probabilities", "children"))
        probabilities = enumerate(
            found.sequence(fields["probabilities"], (*place, "probabilities"))
        )
        node = Chance(
            _texts(found, (*place, "chance"), fields["chance"]),
            tuple(found.exact(value, (*place, "probabilities", at)) for at, value in probabilities),
            _integers(found, (*place, "children"), fields["children"]),
        )
    else:
        fields = found.fields(data, place, ("node", "information_set", "children"))
        infoset = found.integer(fields["information_set"], (*place, "information_set"))
        node = Decision(infoset, _integers(found, (*place, "children"), fields["children"]))
    _check_number(found, (*place, "node"), fields["node"], number)
    return node


def _check_number(found: Findings, place: Place, data: Data, number: int) -> None:
    if data is not None and found.integer(data, place) != number:
        found.add(
            place, f"this is number {number}: they are numbered from 0 in the order of the file"
        )


def _texts(found: Findings, place: Place, data: Data) -> tuple[str, ...]:
    return tuple(
        found.text(value, (*place, at)) for at, value in enumerate(found.sequence(data, place))
    )


def _integers(found: Findings, place: Place, data: Data) -> tuple[int, ...]:
    return tuple(
        found.integer(value, (*place, at)) for at, value in enumerate(found.sequence(data, place))
    )


def _infoset_line(number: int, infoset: InformationSet) -> str:
    state = f'"state": {json.dumps(infoset.state)}, ' if infoset.state else ""
    sees = f'"sees": {json.dumps(infoset.sees)}, ' if infoset.sees else ""
    return (
        f'  {{"information_set": {number}, "player": {infoset.player}, {state}{sees}'
        f'"actions": {json.dumps(infoset.actions)}}}'
    )


def _node_line(number: int, node: Node) -> str:
    match node:
        case Decision(infoset, following):
            return (
                f'  {{"node": {number}, "information_set": {infoset}, "children": '
                f"{list(following)}}}"
            )
        case Chance(actions, probabilities, following):
            exact = json.dumps([write_exact(probability) for probability in probabilities])
            return (
                f'  {{"node": {number}, "chance": {json.dumps(actions)}, '
                f'"probabilities": {exact}, "children": {list(following)}}}'
            )
        case Terminal(payoff):
            return f'  {{"node": {number}, "payoff": "{write_exact(payoff)}"}}'
        case _:
            assert_never(node)


def _lines(lines: Iterator[str]) -> Iterator[str]:
    before = ""
    for line in lines:
        yield before + line
        before = ",\n"
    if before:
        yield "\n"
