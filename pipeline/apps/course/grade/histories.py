"""Describe a node of the reference in the words of the map: the agent's way, the others' actions,
and the gold. Also check that this history is true of a hand-in.

If nodes were paired by their continuations or by order, the hand-in's own labels on the way may
contradict the history. Then the labels are reported instead of a history.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from .....schemas.game import Game, Terminal, children
from .....schemas.parts.events import Event
from .....schemas.parts.squares import Square, after
from .....stages.expand.expansion import Expansion
from .differences import Difference
from .labels import (
    direction,
    heading,
    is_stay,
    moves_are_steps,
    outcome_of_label,
    places,
    words_of_answer,
)
from .nodes import CHANCE, actions, forced, nodes_to, turn


class End(StrEnum):
    """How play ends."""

    EXIT = "exit"
    CAPTURE = "capture"
    DEAD_END = "dead end"


class Chart(NamedTuple):
    """The parts of a map that the descriptions need."""

    start: Square
    gold: frozenset[Square]
    exits: frozenset[Square]


class History(NamedTuple):
    """The events before a node."""

    squares: tuple[Square, ...]
    """The squares of the agent, the start first."""
    events: tuple[str, ...]
    """The actions of player 2 and chance, in order."""
    carried: int
    """The gold that the agent carries."""
    found: int
    """The gold that it found, including gold that was taken from it."""
    captured: bool


class _Step(NamedTuple):
    """An action that was taken."""

    node: int
    """The node at which it was taken."""
    action: int


class Histories:
    """The histories of all nodes of a reference, a tree of level 0."""

    def __init__(self, expansion: Expansion, chart: Chart) -> None:
        self.expansion, self.game, self.chart = expansion, expansion.game, chart

    @cached_property
    def above(self) -> dict[int, _Step]:
        """For each node but the root, its parent and the action that leads from the parent."""
        return {
            child: _Step(node, at)
            for node, record in enumerate(self.game.nodes)
            for at, child in enumerate(children(record))
        }

    def steps(self, node: int) -> list[_Step]:
        """Return the nodes above a node with the action taken at each, the root first."""
        found = []
        while node:
            found.append(self.above[node])
            node = found[-1].node
        return found[::-1]

    def history(self, node: int, open: Collection[int] = ()) -> History:
        """Return the events before a node; decisions that are `open` have not been made yet."""
        squares, events, carried, found, captured = [self.chart.start], [], 0, 0, False
        for at, action in self.steps(node):
            whose = turn(self.game, at)
            if whose == 1:
                squares.append(after(squares[-1], actions(self.game, at)[action]))
                carried += squares[-1] in self.chart.gold
                found += squares[-1] in self.chart.gold
            elif whose == CHANCE:
                captured = self.event(at, action) is Event.CAPTURE
                events.append(f"chance: {actions(self.game, at)[action]}")
            elif at not in open:
                carried = 0 if self.event(at, action) is Event.TAKE_GOLD else carried
                events.append(self._decision(at, action))
        captured = captured or self._certainly_captured(node, squares[-1])
        return History(
            squares=tuple(squares),
            events=tuple(events),
            carried=carried,
            found=found,
            captured=captured,
        )

    def end(self, history: History) -> End:
        """Return how play ends at a terminal node, by its history."""
        if history.captured:
            return End.CAPTURE
        return End.EXIT if history.squares[-1] in self.chart.exits else End.DEAD_END

    @cached_property
    def ends(self) -> list[tuple[int, End, History]]:
        """The terminal nodes, each with how play ends there and its history."""
        histories = (
            (node, self.history(node))
            for node, record in enumerate(self.game.nodes)
            if isinstance(record, Terminal)
        )
        return [(node, self.end(history), history) for node, history in histories]

    def event(self, node: int, action: int) -> Event | None:
        """Return the event of an action at a node."""
        return self.expansion.after(children(self.game.nodes[node])[action])

    def _certainly_captured(self, node: int, square: Square) -> bool:
        """Return whether play ends in a fight that is always lost. The tree omits chance nodes with
        one outcome.
        """
        place = next((name for name, where in self.game.places if where == square), None)
        if not isinstance(self.game.nodes[node], Terminal) or place is None:
            return False
        last = self.expansion.after(node)
        walked_in = last is Event.MOVE and place in self.expansion.secrets[node]
        return last is Event.FIGHT or walked_in

    def _decision(self, node: int, action: int) -> str:
        record = self.game.information_sets[self.game.nodes[node].infoset]  # type: ignore[union-attr]
        seen = f", {', '.join(record.sees)}" if record.sees else ""
        return f"{self.game.players[1]}{seen}: {record.actions[action]}"


class TakenAction(NamedTuple):
    """An action on the way through a hand-in."""

    whose: int
    label: str
    among: tuple[str, ...]
    """The labels of all actions or outcomes there."""

    @property
    def alone(self) -> bool:
        """Whether it was the only one."""
        return len(self.among) == 1


def actions_to(game: Game, node: int) -> tuple[TakenAction, ...]:
    """Return the actions and outcomes from the root of a tree to a node."""
    return actions_along(game, nodes_to(game, node))


def actions_along(game: Game, nodes: Sequence[int]) -> tuple[TakenAction, ...]:
    """Return the actions and outcomes that lead from each of some nodes to the next."""
    found = []
    for node, below in pairwise(nodes):
        labels = actions(game, node)
        label = labels[children(game.nodes[node]).index(below)]
        found.append(TakenAction(turn(game, node), label, labels))
    return tuple(found)


def labels_to(game: Game, node: int) -> tuple[str, ...]:
    """Return the labels of the actions and outcomes from the root of a tree to a node."""
    return tuple(taken.label for taken in actions_to(game, node))


class DrawingStyle(NamedTuple):
    """How a hand-in is drawn."""

    by_steps: bool
    """Whether moves are labelled by their step on the board."""
    forced: frozenset[int]
    """The players whose forced moves it has: then none may be missing on the way."""


def drawing_style(handin: Game) -> DrawingStyle:
    """Return how a hand-in is drawn."""
    single = {turn(handin, node) for node in range(len(handin.nodes)) if forced(handin, node)}
    return DrawingStyle(moves_are_steps(handin), frozenset(single))


def agent_agrees(histories: Histories, node: int, handin: Game, there: int) -> bool:
    """Return whether the agent's labels on the way to a node of a hand-in match the history of a
    node of the reference, or say nothing.
    """
    way, drawn = actions_to(handin, there), drawing_style(handin)
    squares = histories.history(node).squares
    if not any(
        taken.whose == 1 and heading(taken.label, square, drawn.by_steps)
        for taken in way
        for square in squares
    ):
        return True
    same = turn(histories.game, node) == turn(handin, there)
    return _agents_true(histories, histories.steps(node), way, drawn, same)


def agreed_history(histories: Histories, difference: Difference, handin: Game) -> History | None:
    """Return the events before a difference, omitting the first choice of player 2 if the labels of
    the hand-in do not give it; None if they contradict the history.
    """
    way = actions_to(handin, difference.node)
    return history_by_labels(histories, difference, handin, way, drawing_style(handin))


def history_by_labels(
    histories: Histories,
    difference: Difference,
    handin: Game,
    way: tuple[TakenAction, ...],
    drawn: DrawingStyle,
) -> History | None:
    """Return what `agreed_history` does, given the actions on the way to the difference, and how
    the hand-in is drawn.
    """
    if set(difference.open) - {0}:  # It is expected further up than the history goes.
        return None
    node, mover = difference.before, turn(handin, difference.node)
    there = turn(histories.game, node) == mover
    # Player 2 of the hand-in may still be hiding if it moves there, but not in the reference.
    hides = turn(histories.game, difference.reference) != 2 == mover
    for open in (difference.open, (*difference.open, 0)):
        if hides and 0 not in open:
            continue
        steps = [step for step in histories.steps(node) if step.node not in open]
        if (
            _agents_true(histories, steps, way, drawn, there)
            and _others_true(histories, steps, way, 2 in drawn.forced)
            and _chance_true(histories, steps, way)
        ):
            return histories.history(node, open)
    return None


def _agents_true(
    histories: Histories,
    steps: list[_Step],
    way: tuple[TakenAction, ...],
    drawn: DrawingStyle,
    there: bool,
) -> bool:
    """Return whether the agent's labels name its moves and all its alternatives. Forced moves may
    be missing if all of them are, and there may be additional ones whose labels have no meaning.

    `there` says whether the last missing moves come before the node rather than behind it.
    """
    game, by_steps = histories.game, drawn.by_steps
    mine = [taken for taken in way if taken.whose == 1][::-1]
    last = True
    for node, action in steps:
        if turn(game, node) != 1:
            # Actions of others there, too, come after all moves so far in the hand-in.
            last |= len(actions(game, node)) > 1
            continue
        labels, been = actions(game, node), histories.history(node).squares
        square = been[-1]
        single = len(labels) == 1
        while (
            not single and mine and mine[-1].alone and not heading(mine[-1].label, square, by_steps)
        ):
            mine.pop()
        last = bool(mine) and _moves(mine[-1], square, by_steps) == (labels[action], set(labels))
        if last or single and mine and _says_nothing(mine[-1], square, by_steps):
            last = True
            mine.pop()
        elif (
            not single
            or 1 in drawn.forced
            or mine
            and _may_go_back(mine[-1], been, labels[0], by_steps)
        ):
            return False
    if not mine:
        return last or there
    end = histories.history(steps[-1].node).squares[-1] if steps else histories.chart.start
    understood = any(direction(taken.label) for taken in way if taken.whose == 1)
    # Otherwise it is a move that the history lacks.
    return understood and all(_says_nothing(taken, end, by_steps) for taken in mine)


def _moves(taken: TakenAction, square: Square, by_steps: bool) -> tuple[str, set[str]]:
    """Return the move made at a square, judged by its label, and the possible moves."""
    return (
        heading(taken.label, square, by_steps),
        {heading(label, square, by_steps) for label in taken.among},
    )


def _may_go_back(taken: TakenAction, been: Sequence[Square], forced: str, by_steps: bool) -> bool:
    """Return whether the actions may be a forced move, which is then not missing, and moves back to
    earlier squares: another way to match the same labels.
    """
    _, moves = _moves(taken, been[-1], by_steps)
    return forced in moves and all(
        move and after(been[-1], move) in been for move in moves - {forced}
    )


def _says_nothing(taken: TakenAction, square: Square, by_steps: bool) -> bool:
    """Return whether there was nothing to choose and the label names no move."""
    return taken.alone and not heading(taken.label, square, by_steps)


def _others_true(
    histories: Histories, steps: list[_Step], way: tuple[TakenAction, ...], all_drawn: bool
) -> bool:
    """Return whether the labels of player 2 match its decisions. A hand-in with forced choices must
    have reached as many of them as the history has.
    """
    first = steps[0].node if steps else 0
    if first and any(turn(histories.game, step.node) == 2 for step in steps):
        return False  # The history depends on the hiding places, which are unknown.
    if all_drawn and _forced_choices(histories, steps) != sum(
        taken.whose == 2 and taken.alone for taken in way
    ):
        return False
    game, names = histories.game, dict(histories.game.places)
    mine = [taken.label for taken in way if taken.whose == 2 and not taken.alone]
    decided = [
        (histories.event(node, action), actions(game, node)[action])
        for node, action in steps
        if turn(game, node) == 2 and len(actions(game, node)) > 1
    ]
    if decided and decided[0][0] is Event.PLACEMENT:
        hidden = places(decided.pop(0)[1], names)
        several = max(1, len(mine) - len(decided))
        if not mine or several > 1 and len(hidden) < 2:
            return False
        said = [places(label, names) for label in mine[:several]]
        if not all(said) or frozenset[str]().union(*said) != hidden:
            return False
        mine = mine[several:]
    return len(mine) == len(decided) and all(
        can_mean(label, event, expected, names)
        for label, (event, expected) in zip(mine, decided, strict=True)
    )


def _forced_choices(histories: Histories, steps: list[_Step]) -> int:
    game = histories.game
    return sum(turn(game, step.node) == 2 and forced(game, step.node) for step in steps)


def can_mean(
    label: str, event: Event | None, expected: str, names: dict[str, tuple[int, int]]
) -> bool:
    """Return whether a label of player 2 can mean an action with an event, called `expected` on the
    map.
    """
    if event in (Event.FIGHT, Event.TAKE_GOLD):
        return words_of_answer(label) == event.value
    if event is Event.STAY:
        return is_stay(label)
    return bool(places(label, names)) and places(label, names) == places(expected, names)


def _chance_true(histories: Histories, steps: list[_Step], way: tuple[TakenAction, ...]) -> bool:
    """Return whether both ways have equally many fights, whose outcomes agree with the labels."""
    game = histories.game
    mine = [taken.label for taken in way if taken.whose == CHANCE and not taken.alone]
    drawn = [histories.event(at, action) for at, action in steps if turn(game, at) == CHANCE]
    return len(mine) == len(drawn) and all(
        outcome_of_label(label) == event for label, event in zip(mine, drawn, strict=True)
    )
