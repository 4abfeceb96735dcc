"""Check a game: numbers, labels, probabilities, the order of the nodes, exact sharing and perfect
recall.
"""

import json
from fractions import Fraction

import numpy as np

from ..parts.documents import Findings
from ..parts.exact import brief
from ..parts.problems import Place, Problem
from .columns import (
    Chance,
    ChanceMove,
    Decision,
    GameColumns,
    GameRecord,
    InformationSet,
    InfosetColumns,
    Kind,
    Node,
    NodeView,
    children,
)
from .game import Game
from .reaching import Conflict


def check_structure(game: GameRecord) -> list[Problem]:
    """Return the problems in the graph of nodes, the information sets and the chance moves."""
    if isinstance(game.nodes, NodeView) and game.states >= 0 and _is_sound(game.nodes.columns):
        return []
    findings = Findings()
    if game.states < 0:
        findings.add(("states",), f"the number of states cannot be {game.states}")
    for number, infoset in enumerate(game.information_sets):
        _check_infoset(findings, ("information_sets", number), infoset)
    _check_nodes(findings, game)
    return findings.problems


def _check_infoset(findings: Findings, place: Place, infoset: InformationSet) -> None:
    if infoset.player not in (1, 2):
        findings.add((*place, "player"), f"{infoset.player} is not a player; players are 1 and 2")
    if not infoset.actions:
        findings.add((*place, "actions"), "there is no action")
    if len(set(infoset.actions)) < len(infoset.actions) or "" in infoset.actions:
        findings.add((*place, "actions"), "the actions need labels, all of them different")


def _check_nodes(findings: Findings, game: GameRecord) -> None:
    reached = [False] * len(game.nodes)
    visited = 0
    if not game.nodes:
        findings.add(("nodes",), "there is no node")
    for number, node in enumerate(game.nodes):
        if isinstance(node, Decision) and visited < node.infoset < len(game.information_sets):
            findings.add(
                ("nodes", number, "information_set"),
                f"{visited} comes first: information sets must be listed in the order in which "
                "the nodes first visit them",
            )
        if isinstance(node, Decision):
            visited = max(visited, node.infoset + 1)
        _check_node(findings, game, number, node)
        for position, child in enumerate(children(node)):
            if not number < child < len(game.nodes):
                message = (
                    f"{child} cannot be a child of {number}: children come later, and the last "
                    f"node is {len(game.nodes) - 1}"
                )
                findings.add(("nodes", number, "children", position), message)
            else:
                reached[child] = True
    for number in range(1, len(game.nodes)):
        if not reached[number]:
            findings.add(("nodes", number), "no node leads here")
    for number in range(visited, len(game.information_sets)):
        findings.add(("information_sets", number), "no node belongs to it")


def _check_node(findings: Findings, game: GameRecord, number: int, node: Node) -> None:
    match node:
        case Decision(infoset, following):
            if not 0 <= infoset < len(game.information_sets):
                findings.add(
                    ("nodes", number, "information_set"), f"there is no information set {infoset}"
                )
            elif len(following) != len(game.information_sets[infoset].actions):
                actions = len(game.information_sets[infoset].actions)
                findings.add(
                    ("nodes", number, "children"),
                    f"{len(following)} children for {actions} actions",
                )
        case Chance(actions, probabilities, following):
            if not len(actions) == len(probabilities) == len(following):
                findings.add(
                    ("nodes", number), "actions, probabilities and children differ in number"
                )
            if len(set(actions)) < len(actions) or "" in actions:
                findings.add(
                    ("nodes", number, "chance"), "the actions need labels, all of them different"
                )
            if any(probability <= 0 for probability in probabilities):
                findings.add(("nodes", number, "probabilities"), "a probability is not above 0")
            if sum(probabilities) != 1:
                findings.add(
                    ("nodes", number, "probabilities"),
                    f"they sum to {brief(sum(probabilities, Fraction(0)))}, not to 1",
                )


def _is_sound(columns: GameColumns) -> bool:
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
    players, sizes = infosets.player, np.diff(infosets.first)
    if not ((players == 1) | (players == 2)).all():
        return False
    if (infosets.actions < 0).any() or (sizes <= 0).any():
        return False
    return all(
        _are_labels(json.loads(infosets.texts[number])) for number in np.unique(infosets.actions)
    )


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
    """Return whether each node has as many children as actions."""
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
    """Return whether every information set is visited, and they are in order of first visit."""
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
    """Return whether every node except the root has a parent, and all its parents precede it."""
    numbers = np.arange(len(columns), dtype=np.int32)
    parents = np.repeat(numbers, np.diff(columns.begin))
    if not ((columns.children > parents) & (columns.children < len(columns))).all():
        return False
    reached = np.zeros(len(columns), np.bool_)
    reached[columns.children] = True
    return bool(reached[1:].all())


def check_sharing(game: Game) -> list[Problem]:
    """Return the violations of conditions (a) and (b)."""
    return [_problem(game, conflict) for conflict in game.reached.conflicts]


def _problem(game: Game, conflict: Conflict) -> Problem:
    one, other = conflict.histories
    if conflict.infoset is None:
        return Problem(
            f"sharing is not exact: the histories '{one}' and '{other}' meet here, and the chance "
            f"weight is not the same for all pairs of the players' own moves",
            ("nodes", conflict.node),
        )
    name = game.players[game.information_sets[conflict.infoset].player - 1]
    return Problem(
        f"{name} has no perfect recall: it cannot tell the history '{one}' from "
        f"'{other}', although its own moves or observations before them differ",
        ("information_sets", conflict.infoset),
    )
