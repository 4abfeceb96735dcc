"""Whether columns are a game at all; what is wrong where, `structure` says."""

import json
from fractions import Fraction

import numpy as np

from schemas.game.columns import ChanceMove, GameColumns, InfosetColumns, Kind


def is_sound(columns: GameColumns) -> bool:
    """Return whether `check_structure` finds nothing in the nodes and information sets."""
    return (
        len(columns) > 0
        and _infosets_are_sound(columns.infosets)
        and all(map(_move_is_sound, columns.chances))
        and _ways_fit(columns)
        and _first_visits_are_in_order(columns)
        and _children_come_later(columns)
    )


def _infosets_are_sound(infosets: InfosetColumns) -> bool:
    if not (((infosets.player == 1) | (infosets.player == 2)).all() and _all_some(infosets)):
        return False
    return all(
        _are_labels(json.loads(infosets.texts[number])) for number in np.unique(infosets.actions)
    )


def _all_some(infosets: InfosetColumns) -> bool:
    return bool((infosets.actions >= 0).all() and (np.diff(infosets.first) > 0).all())


def _are_labels(labels: tuple[str, ...] | list[str]) -> bool:
    return len(set(labels)) == len(labels) and "" not in labels


def _move_is_sound(move: ChanceMove) -> bool:
    return (
        len(move.actions) == len(move.probabilities)
        and _are_labels(move.actions)
        and all(probability > 0 for probability in move.probabilities)
        and sum(move.probabilities, Fraction(0)) == 1
    )


def _ways_fit(columns: GameColumns) -> bool:
    """Return whether each node has as many children as there are actions."""
    ways = np.diff(columns.begin)
    decisions, chances = columns.kind == Kind.DECISION, columns.kind == Kind.CHANCE
    infosets = columns.what[decisions]
    if not ((infosets >= 0) & (infosets < len(columns.infosets))).all():
        return False
    actions = np.diff(columns.infosets.first)
    moves = np.array([len(move.actions) for move in columns.chances], np.int32)
    return bool(
        (ways[decisions] == actions[infosets]).all()
        and (ways[chances] == moves[columns.what[chances]]).all()
        and not ways[columns.kind == Kind.TERMINAL].any()
    )


def _first_visits_are_in_order(columns: GameColumns) -> bool:
    """Return whether each information set is visited, and first after all those before it."""
    infosets = columns.what[columns.kind == Kind.DECISION]
    if not len(infosets):
        return not len(columns.infosets)
    visited = np.maximum.accumulate(infosets)
    return bool(
        infosets[0] == 0
        and (np.diff(visited) <= 1).all()
        and visited[-1] == len(columns.infosets) - 1
    )


def _children_come_later(columns: GameColumns) -> bool:
    """Return whether every node but the root is a child, and only of nodes before it."""
    numbers = np.arange(len(columns), dtype=np.int32)
    parents = np.repeat(numbers, np.diff(columns.begin))
    if not ((columns.children > parents) & (columns.children < len(columns))).all():
        return False
    reached = np.zeros(len(columns), np.bool_)
    reached[columns.children] = True
    return bool(reached[1:].all())
