"""Mistakes about what a player knows."""

from collections.abc import Callable, Iterator
from functools import partial

from schemas.game import Game
from stages.grade.differences import Kind
from stages.grade.mistakes.other_sets import regrouped
from stages.grade.mistakes.suspect import Mistake, Suspect
from stages.grade.nodes import CHANCE, turn
from stages.grade.story import Stories

Key = Callable[[int], object]  # What a player knows at a node.


def wrong_knowledge(stories: Stories) -> Iterator[Suspect]:
    """Yield the mistakes by which a player knows too much."""
    game = stories.game
    agent, others = game.players

    def hidden(node: int) -> object:
        return [step for step in stories.steps(node) if turn(game, step.node) == 2]

    def placed(node: int) -> object:
        return stories.steps(node)[0]

    def path(node: int) -> object:
        return [step.action for step in stories.steps(node) if turn(game, step.node) == 1]

    def everything(node: int) -> object:
        return node

    def drawn(node: int) -> object:
        return [step.action for step in stories.steps(node) if turn(game, step.node) == CHANCE]

    keys: tuple[tuple[int, Mistake, Key], ...] = (
        (2, Mistake.SEE_THE_PATH, path),
        (1, Mistake.KNOWS_THE_PLACE, placed),
        (1, Mistake.KNOWS_WHAT_THEY_DO, hidden),
        (2, Mistake.SEE_FIGHTS_END, drawn),
        (1, Mistake.AGENT_KNOWS_EVERYTHING, everything),
        (2, Mistake.OTHERS_KNOW_EVERYTHING, everything),
    )
    for player, mistake, key in keys:
        name = mistake.said(agent=agent, others=others)
        yield Suspect(name, partial(split, game, player, key), (Kind.KNOWS_TOO_MUCH,))


def split(game: Game, player: int, key: Key) -> Game:
    """Return a tree in which a player can tell nodes of one information set apart by a key, and
    what followed from there on.

    What a player could tell apart once it can tell ever after.
    """
    return regrouped(
        game, player, lambda node, record, past: (record.infoset, repr(key(node)), past)
    )
