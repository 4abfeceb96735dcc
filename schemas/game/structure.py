"""Check a game: numbers, labels, probabilities, the order of the nodes, exact sharing and perfect
recall.
"""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ..parts.documents import Findings
from ..parts.exact import brief
from ..parts.problems import Problem, counted
from .columns import (
    ChanceMove,
    GameColumns,
    GameRecord,
    InfosetColumns,
    Kind,
)
from .game import Game
from .reaching import Conflict


def check_structure(game: GameRecord) -> list[Problem]:
    """Return the problems in the graph of nodes, the information sets and the chance moves."""
    columns = game.columns
    findings = Findings()
    if game.states < 0:
        findings.add(("states",), f"the number of states cannot be {game.states}")
    if not len(columns):
        findings.add(("nodes",), "there is no node")
    _check_infosets(findings, columns.infosets)
    _check_decisions(findings, columns)
    _check_chances(findings, columns)
    _check_children(findings, columns)
    return findings.problems


def _check_infosets(findings: Findings, infosets: InfosetColumns) -> None:
    for number in _where((infosets.player != 1) & (infosets.player != 2)):
        message = f"{infosets.player[number]} is not a player; players are 1 and 2"
        findings.add(("information_sets", number, "player"), message)
    for number in _where(infosets.actions < 0):
        findings.add(("information_sets", number, "actions"), "there is no action")
    for text in np.unique(infosets.actions[infosets.actions >= 0]):
        if not _are_labels(json.loads(infosets.texts[text])):
            for number in _where(infosets.actions == text):
                message = "the actions need labels, all of them different"
                findings.add(("information_sets", number, "actions"), message)


def _check_decisions(findings: Findings, columns: GameColumns) -> None:
    decisions = np.flatnonzero(columns.kind == Kind.DECISION)
    infosets, size = columns.what[decisions], len(columns.infosets)
    visited = np.maximum.accumulate(np.append(0, infosets + 1))  # Before each decision; at the end.
    for at in _where((visited[:-1] < infosets) & (infosets < size)):
        message = (
            f"{visited[at]} comes first: information sets must be listed in the order in which "
            "the nodes first visit them"
        )
        findings.add(("nodes", int(decisions[at]), "information_set"), message)
    for number in range(int(visited[-1]), size):
        findings.add(("information_sets", number), "no node belongs to it")
    known = (infosets >= 0) & (infosets < size)
    for at in _where(~known):
        message = f"there is no information set {infosets[at]}"
        findings.add(("nodes", int(decisions[at]), "information_set"), message)
    decisions, infosets = decisions[known], infosets[known].astype(np.int32)
    ways = np.diff(columns.begin)[decisions]
    actions = np.diff(columns.infosets.first)[infosets]
    for at in _where(ways != actions):
        message = f"{counted(ways[at], 'child', 'children')} for {counted(actions[at], 'action')}"
        findings.add(("nodes", int(decisions[at]), "children"), message)


def _check_chances(findings: Findings, columns: GameColumns) -> None:
    nodes = np.flatnonzero(columns.kind == Kind.CHANCE)
    moves = columns.what[nodes].astype(np.int32)
    sizes = np.array([_size(move) for move in columns.chances], np.int32)
    for at in _where(np.diff(columns.begin)[nodes] != sizes[moves]):
        message = "actions, probabilities and children differ in number"
        findings.add(("nodes", int(nodes[at])), message)
    for number, move in enumerate(columns.chances):
        problems = list(_move_problems(move))
        for node in nodes[moves == number].tolist() if problems else ():
            for key, message in problems:
                findings.add(("nodes", node, key), message)


def _size(move: ChanceMove) -> int:
    """Return the number of actions; -1 if that of probabilities is another."""
    return len(move.actions) if len(move.actions) == len(move.probabilities) else -1


def _move_problems(move: ChanceMove) -> Iterator[tuple[str, str]]:
    """Yield the key and the message of each problem."""
    if not _are_labels(move.actions):
        yield "chance", "the actions need labels, all of them different"
    if any(probability <= 0 for probability in move.probabilities):
        yield "probabilities", "a probability is not above 0"
    total = sum(move.probabilities, Fraction(0))
    if total != 1:
        yield "probabilities", f"they sum to {brief(total)}, not to 1"


def _check_children(findings: Findings, columns: GameColumns) -> None:
    size = len(columns)
    parents = np.repeat(np.arange(size, dtype=np.int32), np.diff(columns.begin))
    fits = (columns.children > parents) & (columns.children < size)
    for at in _where(~fits):
        parent = int(parents[at])
        message = (
            f"{columns.children[at]} cannot be a child of {parent}: children come later, and the "
            f"last node is {size - 1}"
        )
        place = ("nodes", parent, "children", at - int(columns.begin[parent]))
        findings.add(place, message)
    reached = np.zeros(size, np.bool_)
    reached[:1] = True
    reached[columns.children[fits].astype(np.int32)] = True
    for node in _where(~reached):
        findings.add(("nodes", node), "no node leads here")


def _where(marked: NDArray[np.bool_]) -> list[int]:
    return np.flatnonzero(marked).tolist()


def _are_labels(labels: Sequence[str]) -> bool:
    return len(set(labels)) == len(labels) and "" not in labels


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
        f"imperfect recall: {name} cannot tell the history '{one}' from '{other}', although the "
        "player's own moves or observations before them differ",
        ("information_sets", conflict.infoset),
    )
