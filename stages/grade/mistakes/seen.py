"""What a player is shown and has chosen by the rules when it is to decide, and what of it tells two
decisions apart.
"""

from collections.abc import Collection
from typing import NamedTuple

from schemas.game import Decision
from schemas.parts.events import Event
from schemas.parts.squares import written
from stages.grade.nodes import actions, turn
from stages.grade.story import Stories


class Known(NamedTuple):
    """One thing that a player knows."""

    node: int
    """A decision of the player, in the reference."""
    sees: tuple[str, ...]
    """What it was shown there."""
    action: str | None
    """What it chose there; None where it is to choose."""


def known(stories: Stories, node: int, open: Collection[int] = ()) -> list[Known]:
    """Return what a player who is to decide at a node knows, in order; what is `open` was not
    decided yet.
    """
    game, player = stories.game, turn(stories.game, node)
    found = [
        Known(at, shown(stories, at), actions(game, at)[action])
        for at, action in stories.steps(node)
        if turn(game, at) == player and at not in open
    ]
    return [*found, Known(node, shown(stories, node), None)]


def shown(stories: Stories, node: int) -> tuple[str, ...]:
    """Return what a player is shown when it is to decide at a node."""
    record = stories.game.nodes[node]
    assert isinstance(record, Decision)
    return stories.game.information_sets[record.infoset].sees


def told_apart(stories: Stories, one: list[Known], other: list[Known]) -> str:
    """Return in words what tells two decisions of a player apart for it by the rules; empty text
    where nothing does.
    """
    for mine, yours in zip(one, other, strict=False):
        if mine.sees != yours.sees:
            return _between(mine.sees, yours.sees)
        if mine.action != yours.action:
            return _chosen(stories, mine, yours, (one[-1].node, other[-1].node))
    return "" if len(one) == len(other) else "what happened before"


def _between(mine: tuple[str, ...], yours: tuple[str, ...]) -> str:
    one, other = ", ".join(mine), ", ".join(yours)
    begin, _, place = one.rpartition(" ")
    again, _, another = other.rpartition(" ")
    if begin == again and begin.endswith(" at"):
        return f"which place the {begin} is: {place} or {another}"
    begin, _, what = one.partition(" ")
    again, _, else_ = other.partition(" ")
    if begin == again and begin and what and else_:
        return f"what is at {begin}: {what} or {else_}"
    return f"what happened: {one or 'nothing'} or {other or 'nothing'}"


def _chosen(stories: Stories, mine: Known, yours: Known, ends: tuple[int, int]) -> str:
    game = stories.game
    name = game.players[turn(game, mine.node) - 1]
    pronoun = "they" if name.endswith("s") else "it"
    if turn(game, mine.node) == 1:
        squares = [stories.story(node).squares for node in ends]
        if squares[0][-1] != squares[1][-1]:
            return f"where it stands: {' or '.join(written(way[-1]) for way in squares)}"
        return "the way it went"
    if mine.action is None or yours.action is None:
        return f"what {pronoun} chose before and how often they were asked"
    if stories.event(mine.node, 0) is Event.PLACEMENT:
        return f"where {pronoun} hide: {mine.action} or {yours.action}"
    return f"what {pronoun} chose before, {', '.join(mine.sees)}: {mine.action} or {yours.action}"
