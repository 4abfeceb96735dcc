"""Mistakes about what player 2 can choose."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from schemas.game import Decision, Game, Node
from schemas.game.node_order import prefix_order, renumbered
from schemas.parts.events import Event
from stages.expand.expansion import Expansion
from stages.grade.differences import Kind
from stages.grade.mistakes.suspect import Mistake, Suspect

_LEFT_OUT = (
    (Mistake.MUST_MOVE, Event.STAY),
    (Mistake.CANNOT_MOVE, Event.RELOCATION),
    (Mistake.ALWAYS_FIGHT, Event.TAKE_GOLD),
    (Mistake.ALWAYS_TAKE_GOLD, Event.FIGHT),
)


def wrong_choices(expansion: Expansion) -> Iterator[Suspect]:
    """Yield the mistakes by which player 2 cannot choose something."""
    for mistake, gone in _LEFT_OUT:
        name = mistake.said(others=expansion.game.players[1])
        yield Suspect(name, partial(_without, expansion, gone), (Kind.CHOICES, Kind.TURN))


def _without(expansion: Expansion, gone: Event) -> Game:
    """Return a tree in which player 2 has no choice of a kind, unless it is the only one."""
    keep = []
    for events in _events(expansion):
        left = [at for at, event in enumerate(events) if event is not gone]
        keep.append(left or list(range(len(events))))
    return pruned(expansion.game, keep)


def _events(expansion: Expansion) -> list[list[Event | None]]:
    """Return per information set what its actions are."""
    found: list[list[Event | None]] = [[] for _ in expansion.game.information_sets]
    for record in expansion.game.nodes:
        if isinstance(record, Decision) and not found[record.infoset]:
            found[record.infoset] = [expansion.after(child) for child in record.children]
    return found


def pruned(game: Game, keep: Sequence[Sequence[int]]) -> Game:
    """Return a tree with some actions of each information set, by their places; what else there is
    goes.
    """

    def left(record: Node) -> Node:
        if not isinstance(record, Decision):
            return record
        kept = keep[record.infoset]
        return Decision(record.infoset, tuple(record.children[at] for at in kept))

    infosets = [
        infoset._replace(actions=tuple(infoset.actions[at] for at in kept))
        for infoset, kept in zip(game.information_sets, keep, strict=True)
    ]
    nodes = list(map(left, game.nodes))
    numbered = renumbered(infosets, nodes, prefix_order(nodes))
    return replace(game, information_sets=numbered[0], nodes=numbered[1])
