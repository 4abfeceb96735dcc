"""Report imperfect recall: the player, the forgotten information, and the two nodes.

A player has perfect recall when the nodes of an information set come after the
same own information sets with the same own actions (Kuhn 1953). Where two
nodes do not, the first difference of their own pasts was forgotten.
"""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from ....schemas.game import START, Chance, Decision, Game, children
from ....schemas.game.columns import Int32s, Kind
from ....schemas.parts.problems import Code, Problem

MAX_PROBLEMS = 100

Position = Callable[[int], tuple[int, int]]
# A player's information sets with the actions taken there, in order.
_Past = list[tuple[int, int]]


def recall_problems(game: Game, position: Position | None = None) -> list[Problem]:
    """Return one problem per information set of a tree whose player forgets something.

    `position` returns a node's line and column, if there is a file. Each problem is reported at the
    first node that differs from the first one of its information set. It names both nodes with
    their histories, and the forgotten information.
    """
    columns, conflicts = game.columns, game.reached.conflicts
    if not conflicts:
        return []
    above = np.zeros(len(columns), np.int32)
    above[columns.children] = np.repeat(np.arange(len(columns)), np.diff(columns.begin))
    sets = np.where(columns.kind == Kind.DECISION, columns.what, -1)
    return [
        _problem(game, above, int(np.argmax(sets == found.infoset)), found.node, position)
        for found in conflicts[:MAX_PROBLEMS]
    ]


def _problem(
    game: Game, above: Int32s, other: int, node: int, position: Position | None
) -> Problem:
    infoset = game.nodes[node].infoset  # type: ignore[union-attr]
    name = game.players[game.information_sets[infoset].player - 1]
    ways = [_path_to(above, end) for end in (other, node)]
    forgotten = _forgotten(game, infoset, *(_past(game, way, infoset) for way in ways))
    histories = [_history(game, way) for way in ways]
    line, column = position(node) if position else (None, None)
    where = f"the node in line {position(other)[0]}" if position else "another node"
    return Problem(
        f"imperfect recall: this node (after {histories[1]}) and {where} (after {histories[0]}) "
        f"are in the same information set, so {name} would forget {forgotten}",
        line=line,
        column=column,
        code=Code.NO_PERFECT_RECALL,
    )


def _forgotten(game: Game, infoset: int, one: _Past, other: _Past) -> str:
    for (here, action), (there, another) in zip(one, other, strict=False):
        if here != there:
            return (
                f"an observation: whether it was {_described(game, here)} or "
                f"{_described(game, there)}"
            )
        if action != another:
            labels = game.information_sets[here].actions
            return (
                f"an action: whether it was '{labels[action]}' or '{labels[another]}' in "
                f"{_described(game, here)}"
            )
    past = max(one, other, key=len)
    last, _ = past[min(len(one), len(other))]
    if last == infoset:
        return "an earlier move in this information set"
    return f"a move in {_described(game, last)}"


def _described(game: Game, infoset: int) -> str:
    record = game.information_sets[infoset]
    return (
        f"information set '{', '.join(record.sees)}'"
        if record.sees
        else "an information set without a label"
    )


def _path_to(above: Int32s, node: int) -> list[int]:
    way = [node]
    while way[-1]:
        way.append(int(above[way[-1]]))
    return way[::-1]


def _past(game: Game, way: list[int], infoset: int) -> _Past:
    player = game.information_sets[infoset].player
    found = []
    for node, child in pairwise(way):
        record = game.nodes[node]
        if isinstance(record, Decision) and game.information_sets[record.infoset].player == player:
            found.append((record.infoset, record.children.index(child)))
    return found


def _history(game: Game, way: list[int]) -> str:
    labels = []
    for node, child in pairwise(way):
        record = game.nodes[node]
        if isinstance(record, Decision):
            names = game.information_sets[record.infoset].actions
        else:
            assert isinstance(record, Chance)
            names = record.actions
        labels.append(names[children(record).index(child)])
    words = ", ".join(labels if len(labels) <= 12 else [*labels[:6], "...", *labels[-5:]])
    return f"'{words}'" if labels else START
