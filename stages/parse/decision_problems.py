"""Games of CMU's course 15-888 as a source: two tree-form decision problems and a payoff matrix on
their sequences, in JSON. They are a sequence form (von Stengel, 1996) without a game tree.

The tree that is built has this sequence form. Player 1 walks through its decision problem, then
player 2 through its own without seeing anything of that. At an observation point chance chooses
the signal; it also chooses whether play goes on where a sequence has payoffs of its own and
decisions after it. A payoff in the tree is an entry of the matrix divided by the probability of
chance, so that its expectation is the entry. All entries that remain at a chance node are equally
likely, so that no probability is less than 1 / (number of entries).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from efgc.schemas.game import Game, InformationSet
from efgc.schemas.parts.documents import Data, Findings, Number, locate_json, read_json
from efgc.schemas.parts.limits import more_than
from efgc.schemas.parts.problems import InputError, Place, Problem, SizeError, shown
from efgc.schemas.parts.source import DECISION_PROBLEMS, Source
from efgc.stages.parse.gambit.grammar import Token
from efgc.stages.parse.gambit.numbers import Meanings, Replacements
from efgc.stages.parse.rounded import Reading
from efgc.stages.parse.tree_builder import TreeBuilder

MAX_PROBLEMS = 100
PROBLEMS = ("decision_problem_pl1", "decision_problem_pl2")
UTILITY = "utility_pl1"
SEQUENCES = ("sequence_pl1", "sequence_pl2")
DECISION, OBSERVATION = "decision", "observation"
LABELS = {DECISION: "actions", OBSERVATION: "signals"}
AFTER, ENDED = -2, -1
"""In place of a point in a step: the choice between the end of a sequence and the next point, and
the end.
"""
_KEY = re.compile(rf'"{PROBLEMS[0]}"\s*:')

Edge = tuple[int, int] | None
"""A point, and the index of one of its labels; None leads to the root."""
Payoffs = dict[Edge, dict[Edge, Fraction]]
"""The payoff matrix, by the last edge of the sequences of player 1, then of player 2."""


class _Point(NamedTuple):
    """A decision point or an observation point."""

    name: str
    kind: str
    labels: dict[str, int]
    above: Edge


def is_decision_problems(text: str) -> bool:
    """Return whether a text seems to hold two decision problems.

    >>> is_decision_problems('{"decision_problem_pl1": []}'), is_decision_problems("{}")
    (True, False)
    """
    return text.lstrip()[:1] == "{" and _KEY.search(text) is not None


def parse_decision_problems(text: str, sha256: str, file: str, max_nodes: int) -> Reading:
    """Return the game of a file, in which every decision point is an information set.

    Raise InputError with line and column of all problems, and SizeError if the tree has more than
    `max_nodes` nodes.

    >>> one, two = ('[{"id": "%s", "type": "decision", "actions": ["l", "r"], "parent_edge": null}]'
    ...     % name for name in "ab")
    >>> read = parse_decision_problems('{"decision_problem_pl1": %s, "decision_problem_pl2": %s, '
    ...     '"utility_pl1": [{"sequence_pl1": ["a", "l"], "sequence_pl2": ["b", "r"], "value": 2}]}'
    ...     % (one, two), "0" * 64, "a.json", 10)
    >>> len(read.game.nodes), [infoset.sees for infoset in read.game.information_sets]
    (5, [('a',), ('b',)])
    """
    data, found = read_json(text), Findings()
    try:
        fields = found.fields(data, (), (*PROBLEMS, UTILITY))
        found.stop()
        problems = [_problem(found, fields[key], (key,)) for key in PROBLEMS]
        found.stop()
        meanings = Meanings()
        payoffs = _payoffs(found, fields[UTILITY], problems, meanings)
        found.stop()
    except InputError as error:
        raise InputError(locate_json(text, error.problems[:MAX_PROBLEMS])) from None
    tree = _Walk(problems, max_nodes).go(payoffs)
    infosets, nodes = tree.columns()
    points = [sum(point.kind == DECISION for point in one) for one in problems]
    game = Game(
        title=f"game of {points[0]} and {points[1]} decision points",
        source=Source(file=file, sha256=sha256, rules=DECISION_PROBLEMS, level=0),
        players=("player 1", "player 2"),
        states=0,
        information_sets=infosets,
        nodes=nodes,
    )
    return Reading(game, tuple(_remarks(text, meanings.replacements())))


def _remarks(text: str, replaced: Replacements) -> Iterator[str]:
    if replaced.many:
        yield replaced.remark(text.count("\n", 0, text.find(replaced.first[0].word)) + 1)


def _problem(found: Findings, data: Data, place: Place) -> list[_Point]:
    """Return the points of a decision problem in the order of the file: each after its parent."""
    points, numbers, edges = list[_Point](), dict[str, int](), set[Edge]()
    for at, item in enumerate(found.sequence(data, place)):
        here = (*place, at)
        kind = found.mapping(item, here).get("type")
        if kind not in LABELS:
            if isinstance(item, dict):
                said = f"is a point of type {shown(kind)}, neither {DECISION} nor {OBSERVATION}"
                found.add(here, said)
            continue
        own = ("parent_sequence",) if kind == DECISION else ()
        needed = ("id", "type", LABELS[kind], "parent_edge")
        fields = found.fields(item, here, needed, own, ("parent_edge", *own))
        name = found.text(fields["id"], (*here, "id"))
        labels = _labels(found, fields[LABELS[kind]], (*here, LABELS[kind]))
        above = _edge(found, fields["parent_edge"], (*here, "parent_edge"), points, numbers)
        if name in numbers:
            found.add((*here, "id"), f"another point has the id {shown(name)}, too")
        if above in edges:
            said = f"another point is already {'after this edge' if above else 'the root'}"
            found.add((*here, "parent_edge"), said)
        if fields.get("parent_sequence") is not None:
            there = (*here, "parent_sequence")
            if _edge(found, fields["parent_sequence"], there, points, numbers) != _last(
                points, above
            ):
                found.add(there, "is not the last decision on the way to this point")
        edges.add(above)
        numbers.setdefault(name, len(points))
        points.append(_Point(name, kind, labels, above))
    return points


def _labels(found: Findings, data: Data, place: Place) -> dict[str, int]:
    """Return the labels of a point, with their indices."""
    labels = dict[str, int]()
    for at, item in enumerate(found.sequence(data, place)):
        label = found.text(item, (*place, at))
        if label in labels:
            found.add((*place, at), f"duplicate {str(place[-1])[:-1]} {shown(label)}")
        labels.setdefault(label, at)
    if data == []:
        found.add(place, "the list is empty")
    return labels


def _edge(
    found: Findings, data: Data, place: Place, points: Sequence[_Point], numbers: dict[str, int]
) -> Edge:
    """Return the edge that is given by the id of a point and one of its labels; None for null."""
    if data is None:
        return None
    pair = found.sequence(data, place)
    if len(pair) != 2:
        if isinstance(data, list):
            found.add(place, "is not the id of a point with one of its labels")
        return None
    name, label = (found.text(part, (*place, at)) for at, part in enumerate(pair))
    number = numbers.get(name)
    if number is None:
        found.add(place, f"no point before this has the id {shown(name)}")
        return None
    index = points[number].labels.get(label)
    if index is None:
        kinds = LABELS[points[number].kind]
        found.add(place, f"{shown(label)} is none of the {kinds} of {shown(name)}")
        return None
    return number, index


def _last(points: Sequence[_Point], edge: Edge) -> Edge:
    """Return the last edge of a decision point up to an edge; None if there is none."""
    while edge is not None and points[edge[0]].kind != DECISION:
        edge = points[edge[0]].above
    return edge


def _payoffs(
    found: Findings, data: Data, problems: Sequence[Sequence[_Point]], meanings: Meanings
) -> Payoffs:
    """Return the payoff matrix, with an entry of 0 below each decision point without any, so that
    the point is in the game. Several entries for a pair of sequences are added up.
    """
    numbers = [{point.name: at for at, point in enumerate(points)} for points in problems]
    payoffs = Payoffs()
    for at, item in enumerate(found.sequence(data, (UTILITY,))):
        here = (UTILITY, at)
        fields = found.fields(item, here, (*SEQUENCES, "value"), (), SEQUENCES)
        first, second = (
            _sequence(found, fields[key], (*here, key), points, known)
            for key, points, known in zip(SEQUENCES, problems, numbers, strict=True)
        )
        value = found.exact(fields["value"], (*here, "value"))
        if value and isinstance(fields["value"], Number):
            value = meanings.payoff(Token(fields["value"], 0, 0), value)
        row = payoffs.setdefault(first, {})
        row[second] = row.get(second, Fraction(0)) + value
    for end in _unpaid(problems[0], list(payoffs)):
        payoffs[end] = {None: Fraction(0)}
    for end in _unpaid(problems[1], [end for row in payoffs.values() for end in row]):
        payoffs.setdefault(None, {})[end] = Fraction(0)
    return payoffs


def _sequence(
    found: Findings, data: Data, place: Place, points: Sequence[_Point], numbers: dict[str, int]
) -> Edge:
    end = _edge(found, data, place, points, numbers)
    if end is not None and points[end[0]].kind != DECISION:
        found.add(place, "a sequence ends with an action, not with a signal")
    return end


def _unpaid(points: Sequence[_Point], ends: Iterable[Edge]) -> list[Edge]:
    """Return the first sequences of decision points such that each decision point is on the way to
    one of these or of the given sequences.
    """
    used, found = {end[0] for end in ends if end is not None}, list[Edge]()
    for number, point in reversed(list(enumerate(points))):
        if number not in used and point.kind == DECISION:
            found.append((number, 0))
            used.add(number)
        if number in used and point.above is not None:
            used.add(point.above[0])
    return found


class _Part(NamedTuple):
    """One player's decision problem, restricted to sequences with payoffs."""

    side: int
    counts: dict[Edge, int]
    """The number of entries of the matrix for each last edge."""
    below: dict[int, int]
    """The number of entries at and after each point."""
    row: dict[Edge, Fraction]
    """For player 2, the payoffs."""


class _Step(NamedTuple):
    """A part of the tree that is still to be built."""

    part: _Part
    edge: Edge
    point: int
    """The point after the edge, AFTER or ENDED."""
    weight: Fraction
    """The probability of chance so far."""
    above: int


class _Walk:
    """The walk that builds the tree."""

    def __init__(self, problems: Sequence[Sequence[_Point]], max_nodes: int) -> None:
        self.problems, self.max_nodes = problems, max_nodes
        self.after = [{point.above: at for at, point in enumerate(one)} for one in problems]
        self.tree, self.infosets = TreeBuilder(), dict[tuple[int, int], int]()
        self.work = 0

    def go(self, payoffs: Payoffs) -> TreeBuilder:
        part = self._part(0, {end: len(row) for end, row in payoffs.items()}, {})
        waiting = [_Step(part, None, AFTER, Fraction(1), -1)]
        while waiting:
            step = waiting.pop()
            self._refuse_beyond(len(self.tree))
            if step.point == AFTER:
                waiting += reversed(self._choose_end(step))
            elif step.point != ENDED:
                waiting += reversed(self._go_through(step))
            elif step.part.side == 0:
                row = payoffs[step.edge]
                second = self._part(1, dict.fromkeys(row, 1), row)
                waiting.append(_Step(second, None, AFTER, step.weight, step.above))
            else:
                self.tree.end(step.above, step.part.row[step.edge] / step.weight)
        return self.tree

    def _part(self, side: int, counts: dict[Edge, int], row: dict[Edge, Fraction]) -> _Part:
        points, below = self.problems[side], dict[int, int]()
        for end in counts:
            at = end
            while at is not None and at[0] not in below:
                below[at[0]] = 0
                at = points[at[0]].above
        for end, count in counts.items():
            if end is not None:
                below[end[0]] += count
        for number in sorted(below, reverse=True):  # Each before its parent.
            above = points[number].above
            if above is not None:
                below[above[0]] += below[number]
        self.work += len(below)
        self._refuse_beyond(self.work)
        return _Part(side, counts, below, row)

    def _refuse_beyond(self, size: int) -> None:
        if size > self.max_nodes:
            raise SizeError([Problem(f"the tree {more_than(self.max_nodes, 'nodes')}")])

    def _choose_end(self, step: _Step) -> list[_Step]:
        """Return the steps after an edge: the end of the sequence, the next point, or both after a
        move of chance. If there is neither, the payoff is 0.
        """
        part, edge = step.part, step.edge
        point, ended = self.after[part.side].get(edge, ENDED), part.counts.get(edge, 0)
        going = part.below.get(point, 0)
        if not ended and not going:
            self.tree.end(step.above, Fraction(0))
            return []
        if not ended or not going:
            return [step._replace(point=ENDED if ended else point)]
        shares = [Fraction(count, ended + going) for count in (ended, going)]
        number = self.tree.chance(step.above, ("end", "go on"), shares)
        return [
            step._replace(point=where, weight=step.weight * share, above=number)
            for where, share in zip((ENDED, point), shares, strict=True)
        ]

    def _go_through(self, step: _Step) -> list[_Step]:
        """Return the steps after a point, of which a decision point becomes a node, and an
        observation point a node of chance if several signals lead to payoffs.
        """
        part, point = step.part, self.problems[step.part.side][step.point]
        ways = [(label, (step.point, at)) for label, at in point.labels.items()]
        if point.kind == DECISION:
            number = self.tree.decide(step.above, self._infoset(part.side, step.point))
            return [_Step(part, edge, AFTER, step.weight, number) for _, edge in ways]
        counts = [part.below.get(self.after[part.side].get(edge, -1), 0) for _, edge in ways]
        seen = [
            (label, edge, count) for (label, edge), count in zip(ways, counts, strict=True) if count
        ]
        if len(seen) == 1:
            return [step._replace(edge=seen[0][1], point=AFTER)]
        shares = [Fraction(count, sum(counts)) for *_, count in seen]
        number = self.tree.chance(step.above, [label for label, *_ in seen], shares)
        return [
            _Step(part, edge, AFTER, step.weight * share, number)
            for (_, edge, _), share in zip(seen, shares, strict=True)
        ]

    def _infoset(self, side: int, number: int) -> int:
        point = self.problems[side][number]
        if (side, number) not in self.infosets:
            self.infosets[side, number] = len(self.infosets)
            labels = tuple(point.labels)
            self.tree.information_sets.append(InformationSet(side + 1, "", (point.name,), labels))
        return self.infosets[side, number]
