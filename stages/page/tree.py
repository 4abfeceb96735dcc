"""The section with the game tree: drawn as far as it fits, and unfolded by the script. The page
itself contains the likeliest nodes, shared nodes once.
"""

import heapq
import json
from collections.abc import Iterable, Sequence
from typing import Any

from markupsafe import Markup

from ...schemas.game import Chance, Decision, Game, Node, Terminal, children
from ...schemas.parts.exact import brief
from ...schemas.parts.labels import cut
from ...schemas.parts.limits import LARGE
from ..draw import svg
from ..draw.labels import payoff_text, printable, share_text
from ..draw.trees.histories import actions
from ..draw.trees.layout import lay_out
from ..draw.trees.scene import bare_scene, sign
from ..draw.trees.selection import MOST as WIDEST
from ..draw.trees.selection import Plays, subtree_sizes, tree_of
from ..draw.trees.tree import REACH_WORDS, Tree
from ..report.measures import Measured
from .assembly import Section, Shown, rounded

WHOLE, FIRST = 60, 28
"""Histories drawn before any is unfolded: all, if there are at most the first number, else about
the second number, the likeliest ones.
"""
_FILES = (".game.json", ".efg")

MOST = 1_500
"""Nodes whose moves are stored in a page."""
BYTES = 150_000
"""Approximate size of a tree's data."""
_LONGEST = 200
"""Characters of a label in a page."""


def gather(report: Measured) -> Shown | None:
    """Return the likeliest part of a tree; None for a map too large to be shown as a tree."""
    game = report.game
    if game.states and len(game.nodes) >= LARGE:
        return None
    plays = Plays(game, report.strategies)
    most = WHOLE if subtree_sizes(game)[0] <= WHOLE else FIRST
    first = tree_of(game, report.strategies, likeliest=most, advised=report.advises)
    nodes = opened(game, plays)
    data = tree_data(report, nodes)
    right = lay_out(first).right
    data |= {"opened": _paths(first), "right": right, "file": _file(report)}
    left = len(data["left"])
    return Shown(
        {
            "picture": Markup(
                svg.embedded(bare_scene(first, direction="right" if right else "down"))
            ),
            "legend": [(_sign(kind), name) for kind, name in _movers(game)],
            "comes": [(_sign(case), told) for case, told in REACH_WORDS.items()],
            "end": _sign("end"),
            "payer": printable(game.players[0]),
            "nodes": len(game.nodes),
            "within": len(nodes) + len(data["ends"]),
            "left": left,
            "shown": len(first.nodes),
            "whole": not first.folded,
            "file": _file(report),
            "shared": _shared(game),
        },
        data,
    )


def _sign(kind: str) -> Markup:
    return Markup("".join(svg.elements(sign(kind))))


def _paths(tree: Tree) -> list[str]:
    """Return the unfolded histories, each as the indices of its moves: `0.2`."""
    paths: list[str] = []
    place = {child: at for below in tree.below for at, child in enumerate(below)}
    for at, node in enumerate(tree.nodes):
        above = paths[node.above] if node.above >= 0 else ""
        paths.append(f"{above}.{place[at]}".lstrip(".") if node.above >= 0 else "")
    return [path for path, below in zip(paths, tree.below, strict=True) if below]


def _movers(game: Game) -> list[tuple[str, str]]:
    first, second = map(printable, game.players)
    return [("first", first), ("second", second), ("chance", "chance")]


def _file(report: Measured) -> str:
    """Return the name of the game file, from which `efgc draw` draws the rest."""
    names = (one.file for one in report.trail.artifacts if one.file.endswith(_FILES))
    return next(names, "GAME")


def _shared(game: Game) -> bool:
    """Return whether any node represents several histories."""
    return not game.columns.is_tree


SECTION = Section("tree", "Tree", gather)


def opened(game: Game, plays: Plays, most: int = MOST, size: int = BYTES) -> list[int]:
    """Return the likeliest nodes with moves, ascending, including the root, except nodes with too
    many moves to be drawn.
    """
    waiting: list[tuple[float, int, int, int]] = [(-1.0, 0, 0, 0)]
    found: set[int] = set()
    known: set[int] = set()
    order = 0
    while waiting and len(found) < most and size > 0:
        likely, depth, _, node = heapq.heappop(waiting)
        record = game.nodes[node]
        if node in found or isinstance(record, Terminal) or len(record.children) > WIDEST:
            continue
        found.add(node)
        size -= 20 + 20 * len(record.children)
        if isinstance(record, Decision) and record.infoset not in known:
            known.add(record.infoset)
            size -= _size(game, record.infoset)
        shares = plays.at(record) or [1.0] * len(record.children)
        for child, share in zip(record.children, shares, strict=True):
            order += 1
            heapq.heappush(waiting, (likely * float(share), depth + 1, order, child))
    return sorted(found)


def _size(game: Game, infoset: int) -> int:
    record = game.information_sets[infoset]
    return 80 + sum(45 + len(label) for label in record.actions) + sum(map(len, record.sees))


def tree_data(report: Measured, nodes: Sequence[int]) -> dict[str, Any]:
    """Return the script's data: the nodes with known moves, and their children.

    A decision is its information set and its children, a chance node the number of its move and
    its children, a terminal node its payoff; a node that is left out is its information set, or
    null, and the number of histories from there.
    """
    game, within = report.game, set(nodes)
    chances: dict[str, int] = {}
    payoffs: dict[str, int] = {}
    decided: dict[int, list[int]] = {}
    drawn: dict[int, list[int]] = {}
    ends: dict[int, int] = {}
    left: dict[int, list[int | None]] = {}
    numbers: Sequence[int] | None = None
    following = {child for node in nodes for child in children(game.nodes[node])}
    for number in sorted({0} | within | following):
        record = game.nodes[number]
        if isinstance(record, Terminal):
            ends[number] = payoffs.setdefault(payoff_text(record.payoff), len(payoffs))
        elif number not in within:
            numbers = numbers or subtree_sizes(game)
            left[number] = [_infoset(record), numbers[number]]
        elif isinstance(record, Decision):
            decided[number] = [record.infoset, *record.children]
        else:
            move = json.dumps(_chance(record))
            drawn[number] = [chances.setdefault(move, len(chances)), *record.children]
    infosets = {entry[0] for entry in decided.values()} | {
        entry[0] for entry in left.values() if entry[0] is not None
    }
    return {
        "advised": report.advises,
        "players": [printable(name) for name in game.players],
        "decided": decided,
        "drawn": drawn,
        "ends": ends,
        "left": left,
        "chances": [json.loads(move) for move in chances],
        "payoffs": list(payoffs),
        "infosets": _infosets(report, sorted(infosets)),
    }


def _infoset(record: Node) -> int | None:
    return record.infoset if isinstance(record, Decision) else None


def _chance(record: Chance) -> list[list[Any]]:
    """Return labels, and probabilities as drawn, exactly, and as floats."""
    return [
        [_label(label) for label in record.actions],
        [share_text(share) for share in record.probabilities],
        [brief(share) for share in record.probabilities],
        [float(share) for share in record.probabilities],
    ]


def _infosets(report: Measured, numbers: Iterable[int]) -> dict[int, list[Any]]:
    """Return per information set: player, observations, actions, probabilities, the weights of both
    players' and of its own player's moves there, and the action values.
    """
    game, plays = report.game, Plays(report.game, report.strategies)
    found = {}
    for number in numbers:
        record, known = game.information_sets[number], report.values[number]
        found[number] = [
            record.player,
            ", ".join(printable(one) for one in record.sees),
            [_label(label) for label in actions(game, Decision(number, ()))],
            list(plays.of(number).probabilities),
            report.reach[number],
            plays.own_reach(number),
            [rounded(value, 9) for value in known.values] if known else None,
        ]
    return found


def _label(label: str) -> str:
    return cut(printable(label), _LONGEST)
