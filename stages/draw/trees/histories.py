"""Histories in text form: the labels of the moves from the root, such as `e1 e2, right`."""

from collections.abc import Sequence
from typing import NoReturn

from ....schemas.game import Chance, Game, Node, Terminal
from ....schemas.parts.problems import InputError, Problem, shown

_BETWEEN = ", "
_LISTED = 12  # Greatest number of labels in a message.


def write_history(labels: Sequence[str]) -> str:
    """Return the text of a history.

    >>> write_history(["e1 e2", "right"])
    'e1 e2, right'
    """
    return _BETWEEN.join(labels)


def read_history(game: Game, text: str) -> tuple[str, ...]:
    """Return the labels of a text. A label may contain a comma: the longest label is taken that
    leaves a readable rest. Raise InputError if the text is no history.
    """
    # Nodes reached so far, with the remaining text; the last one is tried first.
    waiting: list[tuple[int, tuple[str, ...], str]] = [(0, (), text.strip())]
    furthest = waiting[0]
    while waiting:
        found = waiting.pop()
        node, labels, rest = found
        if not rest and (labels or not text.strip()):
            return labels
        if len(labels) > len(furthest[1]):
            furthest = found
        record = game.nodes[node]
        for label in sorted(actions(game, record), key=len):
            if rest == label or rest.startswith(label + _BETWEEN):
                after = rest[len(label) + len(_BETWEEN) :].strip()
                child = _child(game, record, label)
                waiting.append((child, (*labels, label), after))
    node, labels, rest = furthest
    _refuse(game, node, labels, rest)


def follow(game: Game, labels: Sequence[str]) -> int:
    """Return the node at the end of a history. Raise InputError if there is no such history."""
    node = 0
    for at, label in enumerate(labels):
        record = game.nodes[node]
        if label not in actions(game, record):
            _refuse(game, node, labels[:at], label)
        node = _child(game, record, label)
    return node


def actions(game: Game, node: Node) -> tuple[str, ...]:
    """Return the labels of the moves at a node."""
    if isinstance(node, Terminal):
        return ()
    if isinstance(node, Chance):
        return node.actions
    return game.information_sets[node.infoset].actions


def _child(game: Game, node: Node, label: str) -> int:
    assert not isinstance(node, Terminal)
    return node.children[actions(game, node).index(label)]


def _refuse(game: Game, node: int, labels: Sequence[str], rest: str) -> NoReturn:
    known = actions(game, game.nodes[node])
    after = f"after {shown(write_history(labels))}" if labels else "at the start"
    if not known:
        raise InputError([Problem(f"{shown(rest)} is not a move: play has ended {after}")])
    moves = ", ".join(shown(label) for label in known[:_LISTED])
    more = f" and {len(known) - _LISTED} more" if len(known) > _LISTED else ""
    raise InputError([Problem(f"{shown(rest)} does not begin with a move {after}: {moves}{more}")])
