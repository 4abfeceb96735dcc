"""A node of the reference in the words of the map: where the agent went, what the others did, with
how much gold; and whether that story is true of a hand-in.

The hand-in's own labels on the way to a node may say otherwise, where nodes were paired by what
follows or by their order. Then the labels are told, and no story.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from schemas.game import Game, Terminal, children
from schemas.parts.events import Event
from schemas.parts.squares import Square, after
from stages.expand.expansion import Expansion
from stages.grade.differences import Difference
from stages.grade.handin_labels import (
    direction,
    heading,
    is_stay,
    moves_are_steps,
    outcome_said,
    places,
    words_of_answer,
)
from stages.grade.nodes import CHANCE, actions, forced, turn


class End(StrEnum):
    """How play ends."""

    EXIT = "exit"
    CAPTURE = "capture"
    DEAD_END = "dead end"


class Chart(NamedTuple):
    """What of a map the words need."""

    start: Square
    gold: frozenset[Square]
    exits: frozenset[Square]


class Story(NamedTuple):
    """What happened before a node."""

    squares: tuple[Square, ...]
    """That the agent stood on, the start first."""
    events: tuple[str, ...]
    """What player 2 and chance did, in order."""
    carried: int
    """Gold that the agent has with it."""
    found: int
    """Gold that it found, also what was taken from it."""
    captured: bool


class _Step(NamedTuple):
    """An action that was taken."""

    node: int
    """At which it was taken."""
    action: int


class Stories:
    """The stories of all nodes of a reference, a tree of level 0."""

    def __init__(self, expansion: Expansion, chart: Chart) -> None:
        self.expansion, self.game, self.chart = expansion, expansion.game, chart

    @cached_property
    def above(self) -> dict[int, _Step]:
        """Per node but the root its parent and the action that leads from it."""
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

    def story(self, node: int, open: Collection[int] = ()) -> Story:
        """Return what happened before a node; what is `open` was not decided yet."""
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
        return Story(
            squares=tuple(squares),
            events=tuple(events),
            carried=carried,
            found=found,
            captured=captured,
        )

    def end(self, story: Story) -> End:
        """Return how play ends at a terminal node, by its story."""
        if story.captured:
            return End.CAPTURE
        return End.EXIT if story.squares[-1] in self.chart.exits else End.DEAD_END

    @cached_property
    def ends(self) -> list[tuple[int, End, Story]]:
        """The terminal nodes, each with how play ends there and its story."""
        stories = (
            (node, self.story(node))
            for node, record in enumerate(self.game.nodes)
            if isinstance(record, Terminal)
        )
        return [(node, self.end(story), story) for node, story in stories]

    def event(self, node: int, action: int) -> Event | None:
        """Return what an action at a node is."""
        return self.expansion.after(children(self.game.nodes[node])[action])

    def _certainly_captured(self, node: int, square: Square) -> bool:
        """Return whether play ends in a fight that is always lost: where chance has one outcome, it
        is left out of the tree.
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


class Taken(NamedTuple):
    """An action on the way through a hand-in."""

    whose: int
    label: str
    among: tuple[str, ...]
    """The labels of all that could be done or could happen there."""

    @property
    def alone(self) -> bool:
        """Whether there was no other."""
        return len(self.among) == 1


def way_to(game: Game, node: int) -> tuple[Taken, ...]:
    """Return what is done and what happens on the way from the root of a tree to a node."""
    found: list[Taken] = []
    below = node
    # Nodes stand behind those above them.
    for at in range(node - 1, -1, -1):
        following = children(game.nodes[at])
        if below in following:
            labels = actions(game, at)
            found.append(Taken(turn(game, at), labels[following.index(below)], labels))
            below = at
    return tuple(found[::-1])


class Drawing(NamedTuple):
    """How a hand-in is drawn."""

    by_steps: bool
    """Whether moves are called by how far they go."""
    forced: frozenset[int]
    """Whose forced moves it has: then none is left out on the way."""


def drawing(handin: Game) -> Drawing:
    """Return how a hand-in is drawn."""
    single = {turn(handin, node) for node in range(len(handin.nodes)) if forced(handin, node)}
    return Drawing(moves_are_steps(handin), frozenset(single))


def is_true(
    stories: Stories,
    node: int,
    open: Collection[int],
    way: tuple[Taken, ...],
    drawn: Drawing,
    there: bool,
) -> bool:
    """Return whether the labels on the way through a hand-in say the story of a node of the
    reference; `there` says whether it is the same player's turn, or the end, at both.
    """
    steps = [step for step in stories.steps(node) if step.node not in open]
    return (
        _agents_true(stories, steps, way, drawn, there)
        and _others_true(stories, steps, way, 2 in drawn.forced)
        and _chance_true(stories, steps, way)
    )


def true_story(stories: Stories, difference: Difference, handin: Game) -> Story | None:
    """Return what happened before a difference, without what player 2 chose first where the labels
    of the hand-in do not say so; None where they say otherwise.
    """
    if set(difference.open) - {0}:  # It is expected further up than the story goes.
        return None
    way = way_to(handin, difference.node)
    drawn = drawing(handin)
    there = turn(stories.game, difference.before) == turn(handin, difference.node)
    for open in (difference.open, (*difference.open, 0)):
        if handin_hides(stories, difference, handin) and 0 not in open:
            continue
        if is_true(stories, difference.before, open, way, drawn, there):
            return stories.story(difference.before, open)
    return None


def handin_hides(stories: Stories, difference: Difference, handin: Game) -> bool:
    """Return whether player 2 of a hand-in may still be hiding: it is to choose, and not by the
    reference.
    """
    whose = turn(stories.game, difference.reference), turn(handin, difference.node)
    return whose[0] != 2 == whose[1]


def _agents_true(
    stories: Stories, steps: list[_Step], way: tuple[Taken, ...], drawn: Drawing, there: bool
) -> bool:
    """Return whether the agent's labels name its moves, and all that it could do instead; forced
    moves may be left out where all of them are, and there may be others, whose labels say nothing.

    `there` says whether those that are left out last stand before the node, and not behind it.
    """
    game, by_steps = stories.game, drawn.by_steps
    mine = [taken for taken in way if taken.whose == 1][::-1]
    last = True
    for node, action in steps:
        if turn(game, node) != 1:
            # What others did there in the hand-in, too, stands behind all moves so far.
            last |= len(actions(game, node)) > 1
            continue
        labels, been = actions(game, node), stories.story(node).squares
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
    end = stories.story(steps[-1].node).squares[-1] if steps else stories.chart.start
    understood = any(direction(taken.label) for taken in way if taken.whose == 1)
    # Else it is a move that the story does not tell.
    return understood and all(_says_nothing(taken, end, by_steps) for taken in mine)


def _moves(taken: Taken, square: Square, by_steps: bool) -> tuple[str, set[str]]:
    """Return which move was made at a square by its label, and which could be made."""
    return (
        heading(taken.label, square, by_steps),
        {heading(label, square, by_steps) for label in taken.among},
    )


def _may_go_back(taken: Taken, been: Sequence[Square], forced: str, by_steps: bool) -> bool:
    """Return whether what could be done may be a forced move, which is not left out then, and moves
    back to where the agent has been: the same labels fit another way.
    """
    _, moves = _moves(taken, been[-1], by_steps)
    return forced in moves and all(
        move and after(been[-1], move) in been for move in moves - {forced}
    )


def _says_nothing(taken: Taken, square: Square, by_steps: bool) -> bool:
    """Return whether there was nothing to choose, and no move is named."""
    return taken.alone and not heading(taken.label, square, by_steps)


def _others_true(
    stories: Stories, steps: list[_Step], way: tuple[Taken, ...], all_drawn: bool
) -> bool:
    """Return whether the labels of player 2 mean what it decided; where the hand-in has forced
    choices, it has come to as many as are told.
    """
    first = steps[0].node if steps else 0
    if first and any(turn(stories.game, step.node) == 2 for step in steps):
        return False  # What is told follows from where they hide, which is not.
    if all_drawn and _forced_choices(stories, steps) != sum(
        taken.whose == 2 and taken.alone for taken in way
    ):
        return False
    game, names = stories.game, dict(stories.game.places)
    mine = [taken.label for taken in way if taken.whose == 2 and not taken.alone]
    decided = [
        (stories.event(node, action), actions(game, node)[action])
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
        _can_mean(label, event, expected, names)
        for label, (event, expected) in zip(mine, decided, strict=True)
    )


def _forced_choices(stories: Stories, steps: list[_Step]) -> int:
    game = stories.game
    return sum(turn(game, step.node) == 2 and forced(game, step.node) for step in steps)


def _can_mean(
    label: str, event: Event | None, expected: str, names: dict[str, tuple[int, int]]
) -> bool:
    if event in (Event.FIGHT, Event.TAKE_GOLD):
        return words_of_answer(label) == event.value
    if event is Event.STAY:
        return is_stay(label)
    return bool(places(label, names)) and places(label, names) == places(expected, names)


def _chance_true(stories: Stories, steps: list[_Step], way: tuple[Taken, ...]) -> bool:
    """Return whether as many fights end on both ways, and none otherwise by what it is called."""
    game = stories.game
    mine = [taken.label for taken in way if taken.whose == CHANCE and not taken.alone]
    drawn = [stories.event(at, action) for at, action in steps if turn(game, at) == CHANCE]
    return len(mine) == len(drawn) and all(
        outcome_said(label) == event for label, event in zip(mine, drawn, strict=True)
    )
