"""Mistakes about actions: a missing choice of player 2, or a missing move of the agent."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from ......schemas.game import Decision, Game, Node, Terminal
from ......schemas.game.node_order import prefix_order, renumbered
from ......schemas.parts.events import Event
from ......schemas.parts.squares import STEPS
from ......stages.expand.expansion import Expansion
from ..differences import Difference, DifferenceKind
from ..histories import Histories
from .suspect import Mistake, Suspect

_LEFT_OUT = (
    (Mistake.MUST_MOVE, Event.STAY),
    (Mistake.CANNOT_MOVE, Event.RELOCATION),
    (Mistake.ALWAYS_FIGHT, Event.TAKE_GOLD),
    (Mistake.ALWAYS_TAKE_GOLD, Event.FIGHT),
)


def wrong_choices(expansion: Expansion) -> Iterator[Suspect]:
    """Yield the mistakes that take a choice from player 2."""
    for key, gone in _LEFT_OUT:
        mistake = key.named(others=expansion.game.players[1])
        yield Suspect(
            mistake,
            partial(_remove_choices, expansion, gone),
            (DifferenceKind.CHOICES, DifferenceKind.TURN),
        )
    mistake = Mistake.ONE_MOVES.named(others=expansion.game.players[1])
    yield Suspect(
        mistake, partial(_keep_one_mover, expansion), (DifferenceKind.CHOICES, DifferenceKind.TURN)
    )


def _remove_choices(expansion: Expansion, gone: Event) -> Game:
    """Return a tree in which player 2 has no choice of one kind, unless it is the only one."""
    keep = []
    for events in _events(expansion):
        left = [at for at, event in enumerate(events) if event is not gone]
        keep.append(left or list(range(len(events))))
    return keep_actions(expansion.game, keep)


def _keep_one_mover(expansion: Expansion) -> Game:
    """Return a tree in which only the first of the hidden members of player 2 can move."""
    keep = []
    for infoset, events in zip(expansion.game.information_sets, _events(expansion), strict=True):
        movers = [
            label.split(" to ")[0] if event is Event.RELOCATION else ""
            for label, event in zip(infoset.actions, events, strict=True)
        ]
        first = next(filter(None, movers), "")
        keep.append([at for at, mover in enumerate(movers) if mover in ("", first)])
    return keep_actions(expansion.game, keep)


def _events(expansion: Expansion) -> list[list[Event | None]]:
    """Return the events of the actions of each information set."""
    found: list[list[Event | None]] = [[] for _ in expansion.game.information_sets]
    for record in expansion.game.nodes:
        if isinstance(record, Decision) and not found[record.infoset]:
            found[record.infoset] = [expansion.after(child) for child in record.children]
    return found


def keep_actions(game: Game, keep: Sequence[Sequence[int]]) -> Game:
    """Return a tree that keeps only some actions of each information set, given by their indices.
    Where none is kept, play ends as in a dead end.
    """

    def left(record: Node) -> Node:
        if not isinstance(record, Decision):
            return record
        kept = tuple(record.children[at] for at in keep[record.infoset])
        return Decision(record.infoset, kept) if kept else Terminal(Fraction(0))

    infosets = [
        infoset._replace(actions=tuple(infoset.actions[at] for at in kept))
        for infoset, kept in zip(game.information_sets, keep, strict=True)
    ]
    nodes = list(map(left, game.nodes))
    numbered = renumbered(infosets, nodes, prefix_order(nodes))
    return replace(game, information_sets=numbered[0], nodes=numbered[1])


def wrong_moves(histories: Histories) -> Iterator[Suspect]:
    """Yield the mistakes in which the agent never moves in some direction."""
    for move in STEPS:
        mistake = Mistake.MOVE_NEVER.named(move=move)
        yield Suspect(
            mistake,
            partial(_remove_move, histories.game, move),
            (DifferenceKind.MOVES, DifferenceKind.TURN),
        )


def one_missing(histories: Histories, difference: Difference) -> Iterator[Suspect]:
    """Yield the mistakes in which one action is missing where a hand-in first differs."""
    record = histories.game.nodes[difference.reference]
    if not isinstance(record, Decision):
        return
    infoset = histories.game.information_sets[record.infoset]
    for at, label in enumerate(infoset.actions if len(infoset.actions) > 1 else ()):
        mistake = Mistake.MOVE_MISSING.named(move=label)
        if infoset.player == 2:
            mistake = Mistake.CHOICE_MISSING.named(others=histories.game.players[1], choices=label)
        made = partial(_without_one, histories.game, record.infoset, at)
        yield Suspect(mistake, made, (difference.kind,), inferred=True)


def _without_one(game: Game, infoset: int, action: int) -> Game:
    keep = [list(range(len(one.actions))) for one in game.information_sets]
    keep[infoset].remove(action)
    return keep_actions(game, keep)


def _remove_move(game: Game, move: str) -> Game:
    """Return a tree in which the agent never makes a move."""
    keep = [
        [at for at, label in enumerate(one.actions) if one.player == 2 or label != move]
        for one in game.information_sets
    ]
    return keep_actions(game, keep)
