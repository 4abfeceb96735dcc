"""Information sets that do not fit: nodes of a hand-in that share the number of an information set,
but have different actions, or give the set different labels.

Usually the sets were numbered by place, and not by what the player has observed. Such a file is no
game. It is read with these sets split (`read_gambit`), so that its tree can be compared with the
reference; `numbers` has for each information set of the split game its number in the file. The
mistake is named by merging information sets of the reference in the same way.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from .....schemas.game import START, Decision, Game, children
from .....schemas.parts.problems import Code, Problem, counted, shown
from .....schemas.parts.squares import square_name
from ..records import NamedMistake
from .differences import Difference, DifferenceKind, Member, TreeComparison
from .histories import (
    Chart,
    Histories,
    History,
    TakenAction,
    actions_along,
    drawing_style,
    history_by_labels,
    labels_to,
)
from .labelled_differences import without_claim
from .merged_sets import PairedDecision, has_right_sets, merging_mistake
from .mistakes.knowledge import distinction, known
from .mistakes.suspect import Mistake
from .nodes import actions, listed, turn
from .solved_games import Reference, exchange_game_players, looks_exchanged
from .tree_comparison import compare_trees

RULE = (
    "an information set consists of the decision nodes that its player cannot tell apart, so all "
    "of them have the same actions"
)
HARMLESS = (
    "these information sets do no harm, as they decide nothing or differ in labels only: otherwise "
    "it is the map's game"
)
MAX_PROBLEMS = 100
Position = Callable[[int], tuple[int, int]]
"""Gives line and column of a node of the hand-in."""
_KNOWLEDGE = (DifferenceKind.KNOWS_TOO_LITTLE, DifferenceKind.KNOWS_TOO_MUCH)


class Inconsistency(NamedTuple):
    """The findings about a hand-in whose information sets do not fit."""

    problems: tuple[Problem, ...]
    """One for each information set."""
    difference: Difference | None = None
    """The first place where a player has too little information; if there is none, the first other
    difference.
    """
    history: History | None = None
    labels: tuple[str, ...] = ()
    mistakes: tuple[NamedMistake, ...] = ()
    other: Difference | None = None
    """The first difference in moves, choices, chance or payoffs, if `difference` is another."""
    harmless: bool = False
    """Whether the hand-in is the map's game if labels and nodes with one action are ignored."""


class _Conflict(NamedTuple):
    """Two nodes that share the number of an information set, but not its actions or its label."""

    player: int
    number: int
    first: int
    node: int


def find_inconsistency(
    reference: Reference, handin: Game, numbers: Sequence[int], position: Position, chart: Chart
) -> Inconsistency:
    """Return the information sets of a hand-in that do not fit, the information that their players
    lack, and the first difference from the reference.
    """
    conflicts = list(_conflicts(handin, numbers))
    game = handin.with_records()
    if looks_exchanged(reference.drawn, game):
        game = exchange_game_players(game)
    compared = compare_trees(reference.drawn, game, chart.start)
    histories = reference.histories(chart)
    sides = _Sides(histories, game, compared)
    problems = tuple(
        _problem(handin, conflict, position, sides.reason(conflict)) for conflict in conflicts
    )
    structural = compared.difference
    if structural is not None and structural.kind in _KNOWLEDGE:
        structural = None
    whole = structural is None and compared.straight
    sets = sides.corresponding_sets(numbers)
    if whole and all(has_right_sets(sets, player) for player in (1, 2)):
        return Inconsistency(problems, harmless=True)
    merged = chain(conflicts, sides.merged_decisions(numbers))
    lacks = next(filter(None, map(sides.difference, merged)), None)
    mistakes: tuple[NamedMistake, ...] = ()
    if lacks and (merging := merging_mistake(histories, sets)):
        mistakes = (merging._replace(proved=whole),)
    elif lacks:
        mistakes = (sides.apparent_mistake(lacks),)
    if structural is not None and sides.history(structural) is None:
        structural = without_claim(structural)
    first = lacks or structural
    return Inconsistency(
        problems,
        first,
        sides.history(first) if first else None,
        labels_to(game, first.node) if first else (),
        mistakes,
        structural if lacks else None,
    )


def _conflicts(game: Game, numbers: Sequence[int]) -> Iterator[_Conflict]:
    """Yield two nodes of each information set of the file that does not fit, in the order of the
    second. They have different numbers of actions, or else different actions, or else give the set
    different labels.
    """
    first: dict[int, int] = {}
    for node, record in enumerate(game.nodes):
        if isinstance(record, Decision):
            first.setdefault(record.infoset, node)
    groups: dict[tuple[int, int], list[int]] = {}
    for infoset in first:
        key = (game.information_sets[infoset].player, numbers[infoset])
        groups.setdefault(key, []).append(infoset)

    def likeness(one: int, other: int) -> tuple[bool, bool]:
        mine, yours = (game.information_sets[at].actions for at in (one, other))
        return len(mine) == len(yours), mine == yours

    conflicts = [
        _Conflict(
            *key,
            first[begin],
            first[min(others, key=lambda other, begin=begin: likeness(begin, other))],  # type: ignore[misc]
        )
        for key, (begin, *others) in groups.items()
        if others
    ]
    yield from islice(sorted(conflicts, key=lambda conflict: conflict.node), MAX_PROBLEMS)


def _problem(handin: Game, conflict: _Conflict, position: Position, reason: str) -> Problem:
    line, column = position(conflict.node)
    mine, yours = (actions(handin, node) for node in (conflict.node, conflict.first))
    if len(mine) != len(yours):
        many = counted(len(mine), "action")
        fact = f"has {many} here ({listed(mine)}) and {len(yours)}", f" ({listed(yours)})"
    elif mine != yours:
        fact = f"has other actions here ({listed(mine)}) than", f" ({listed(yours)})"
    else:
        records = (handin.nodes[node] for node in (conflict.node, conflict.first))
        infosets = (one.infoset for one in records if isinstance(one, Decision))
        here, there = (shown(", ".join(handin.information_sets[at].sees)) for at in infosets)
        fact = f"is called {here} here and {there}", ""
    where = f"{fact[0]} in line {position(conflict.first)[0]}{fact[1]}"
    return Problem(
        f"information set {conflict.number} of player {conflict.player} {where}"
        + (f": {reason}" if reason else ""),
        line=line,
        column=column,
        code=Code.DESCRIBED_OTHERWISE,
    )


class _Sides:
    """A hand-in with split information sets beside the reference."""

    def __init__(self, histories: Histories, handin: Game, compared: TreeComparison) -> None:
        self.histories, self.handin = histories, handin
        self.drawn = drawing_style(handin)
        self.above = {
            child: node for node, record in enumerate(handin.nodes) for child in children(record)
        }
        self.compared = [(pair.node, pair.reference) for pair in compared.pairs]
        """Corresponding decisions; forced moves are not among them."""
        self.visited = [
            (counterpart.node, Member(there, tuple((at, 0) for at in counterpart.open)))
            for there, counterpart in compared.counterparts.items()
            if turn(histories.game, there) == turn(handin, counterpart.node) in (1, 2)
        ]
        self.members: dict[int, Member] = {}
        """The node of the reference for each visited decision of the hand-in."""
        for node, member in (*self.compared, *self.visited):
            self.members.setdefault(node, member)

    def corresponding_sets(self, numbers: Sequence[int]) -> list[PairedDecision]:
        """Return all visited decisions with their information sets in both trees."""
        found = []
        paired = {node for node, _ in self.compared}
        visited = [one for one in self.visited if one[0] not in paired]
        for at, (node, member) in enumerate((*self.compared, *visited)):
            records = self.histories.game.nodes[member.node], self.handin.nodes[node]
            assert isinstance(records[0], Decision) and isinstance(records[1], Decision)
            found.append(
                PairedDecision(
                    player=turn(self.handin, node),
                    node=member.node,
                    infoset=records[0].infoset,
                    number=numbers[records[1].infoset],
                    width=len(records[1].children),
                    forced=at >= len(self.compared),
                )
            )
        return found

    def merged_decisions(self, numbers: Sequence[int]) -> Iterator[_Conflict]:
        """Yield two decisions that share a number, but are in different sets of the reference."""
        infosets, there = self.handin.information_sets, self.histories.game.nodes
        first: dict[tuple[int, int], int] = {}
        for node in sorted(self.members):
            infoset = self.handin.nodes[node].infoset  # type: ignore[union-attr]
            key = infosets[infoset].player, numbers[infoset]
            other = first.setdefault(key, node)
            one, two = (there[self.members[at].node] for at in (other, node))
            if one.infoset != two.infoset:  # type: ignore[union-attr]
                yield _Conflict(*key, other, node)

    def difference(self, conflict: _Conflict) -> Difference | None:
        """Return two nodes of one set as a difference if the player can tell them apart on the
        map.
        """
        if not self.distinction(conflict.node, conflict.first):
            return None
        name = self._name(conflict.node)
        return self._place(conflict.node)._replace(
            other=conflict.first,
            expected=f"{name} can distinguish the two nodes: two information sets",
            found="one information set",
        )

    def distinction(self, node: int, other: int) -> str:
        """Return in words what separates two nodes for their player on the map; empty text if
        nothing does, or if their counterparts are unknown.
        """
        members = [self.members.get(at) for at in (node, other)]
        if None in members:
            return ""
        mine, yours = (
            known(self.histories, member.node, [at for at, _ in member.open])
            for member in members
            if member
        )
        return distinction(self.histories, yours, mine)

    def reason(self, conflict: _Conflict) -> str:
        """Return in words how the player can tell two nodes apart."""
        seen = self.distinction(conflict.node, conflict.first)
        if not seen and actions(self.handin, conflict.node) == actions(self.handin, conflict.first):
            return ""
        here, there = (self._history_text(node) for node in (conflict.node, conflict.first))
        name = self._name(conflict.node)
        pronoun = "they know" if name.endswith("s") else "it knows"
        because = f" because {pronoun} {seen}" if seen else ""
        return f"{name} can distinguish the two nodes (after '{here}' and after '{there}'){because}"

    def apparent_mistake(self, lacks: Difference) -> NamedMistake:
        """Return the information that a player lacks."""
        assert lacks.other is not None
        name = self._name(lacks.node)
        return Mistake.KNOWLEDGE.named(
            name=name,
            knows="know" if name.endswith("s") else "knows",
            much="too little",
            what=self.distinction(lacks.node, lacks.other),
        )

    def history(self, difference: Difference) -> History | None:
        """Return the events before a difference; None if the hand-in's labels contradict them."""
        way = self._actions(difference.node)
        return history_by_labels(self.histories, difference, self.handin, way, self.drawn)

    def _place(self, node: int) -> Difference:
        member = self.members[node]
        return Difference(
            kind=DifferenceKind.KNOWS_TOO_LITTLE,
            reference=member.node,
            before=member.node,
            open=tuple(at for at, _ in member.open),
            node=node,
            other=None,
            expected="",
            found="",
        )

    def _name(self, node: int) -> str:
        return self.histories.game.players[turn(self.handin, node) - 1]

    def _history_text(self, node: int) -> str:
        """Return the events before a node in the words of the map, or else its labels."""
        history = self.history(self._place(node)) if node in self.members else None
        if history is None:
            labels = [taken.label for taken in self._actions(node)]
            words = labels if len(labels) <= 12 else [*labels[:6], "...", *labels[-5:]]
            return ", ".join(words) or START
        squares = " ".join(map(square_name, history.squares))
        return "; ".join((f"{self.histories.game.players[0]} at {squares}", *history.events))

    def _actions(self, node: int) -> tuple[TakenAction, ...]:
        """Return the actions and outcomes from the root to a node."""
        nodes = [node]
        while nodes[-1]:
            nodes.append(self.above[nodes[-1]])
        return actions_along(self.handin, nodes[::-1])
