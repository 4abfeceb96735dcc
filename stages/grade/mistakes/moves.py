"""Mistakes about the actions of one player: what cannot be done anywhere, or at one place."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from schemas.game import Decision, Game, Terminal
from schemas.game.node_order import prefix_order, renumbered
from schemas.parts.squares import STEPS
from stages.grade.differences import Difference, Kind
from stages.grade.mistakes.choices import pruned
from stages.grade.mistakes.suspect import Mistake, Suspect
from stages.grade.story import Stories


def wrong_moves(stories: Stories) -> Iterator[Suspect]:
    """Yield the mistakes by which the agent never goes in some direction."""
    for move in STEPS:
        name = Mistake.MOVE_NEVER.said(move=move)
        yield Suspect(name, partial(_never, stories.game, move), (Kind.MOVES, Kind.TURN))


def one_missing(stories: Stories, difference: Difference) -> Iterator[Suspect]:
    """Yield the mistakes by which one action is missing where a hand-in first differs."""
    record = stories.game.nodes[difference.reference]
    if not isinstance(record, Decision):
        return
    infoset = stories.game.information_sets[record.infoset]
    for at, label in enumerate(infoset.actions if len(infoset.actions) > 1 else ()):
        name = Mistake.MOVE_MISSING.said(move=label)
        if infoset.player == 2:
            name = Mistake.CHOICE_MISSING.said(others=stories.game.players[1], choices=label)
        made = partial(_without_one, stories.game, record.infoset, at)
        yield Suspect(name, made, (difference.kind,), inferred=True)


def _without_one(game: Game, infoset: int, action: int) -> Game:
    keep = [list(range(len(one.actions))) for one in game.information_sets]
    keep[infoset].remove(action)
    return pruned(game, keep)


def _never(game: Game, move: str) -> Game:
    """Return a tree in which the agent never makes a move; where it is the only one, nothing can be
    done, and play ends as in a dead end.
    """
    infosets = list(game.information_sets)
    keep = [
        [at for at, label in enumerate(one.actions) if one.player == 2 or label != move]
        for one in infosets
    ]
    nodes = list(game.nodes)
    for node, record in enumerate(nodes):
        if isinstance(record, Decision):
            left = keep[record.infoset]
            nodes[node] = (
                Decision(record.infoset, tuple(record.children[at] for at in left))
                if left
                else Terminal(Fraction(0))
            )
    for at, left in enumerate(keep):
        infosets[at] = infosets[at]._replace(actions=tuple(infosets[at].actions[to] for to in left))
    numbered = renumbered(infosets, nodes, prefix_order(nodes))
    return replace(game, information_sets=numbered[0], nodes=numbered[1])
