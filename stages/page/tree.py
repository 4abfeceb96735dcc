"""The section with the game tree: drawn as far as it fits, and unfolded by the script."""

from markupsafe import Markup

from schemas.game import Game
from schemas.parts.large import LARGE
from schemas.report import Report
from stages.draw.labels import printable
from stages.draw.trees.layout import placed
from stages.draw.trees.records import Tree
from stages.draw.trees.selection import Plays, behind, drawn
from stages.draw.trees.svg import sign, write_inside
from stages.draw.trees.words import COMES
from stages.page.assembly import Section, Shown
from stages.page.tree_data import opened, tree_data

WHOLE, FIRST = 60, 28
"""Histories that are drawn before anybody unfolds any: all, where there are no more than the first
number, and else about the second, the likeliest.
"""
_FILES = (".game.json", ".efg")


def gather(report: Report) -> Shown | None:
    """Return the likeliest part of a tree; none of a map that is too large to be seen as one."""
    game = report.game
    if game.states and len(game.nodes) >= LARGE:
        return None
    plays = Plays(game, report.strategies)
    most = WHOLE if behind(game)[0] <= WHOLE else FIRST
    first = drawn(game, report.strategies, likeliest=most, advised=report.advises)
    nodes = opened(game, plays)
    data = tree_data(report, nodes)
    right = placed(first).right
    data |= {"opened": _paths(first), "right": right, "file": _file(report)}
    left = len(data["left"])
    return Shown(
        {
            "picture": Markup("".join(write_inside(first, direction="right" if right else "down"))),
            "legend": [(Markup("".join(sign(kind))), name) for kind, name in _movers(game)],
            "comes": [(Markup("".join(sign(case))), told) for case, told in COMES.items()],
            "end": Markup("".join(sign("end"))),
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


def _paths(tree: Tree) -> list[str]:
    """Return the histories that are not folded, each by the places of its moves: `0.2`."""
    paths: list[str] = []
    place = {child: at for below in tree.below for at, child in enumerate(below)}
    for at, node in enumerate(tree.nodes):
        above = paths[node.above] if node.above >= 0 else ""
        paths.append(f"{above}.{place[at]}".lstrip(".") if node.above >= 0 else "")
    return [path for path, below in zip(paths, tree.below, strict=True) if below]


def _movers(game: Game) -> list[tuple[str, str]]:
    first, second = map(printable, game.players)
    return [("first", first), ("second", second), ("chance", "chance")]


def _file(report: Report) -> str:
    """Return the name of the file of the game, from which `efgc draw` draws the rest."""
    names = (one.file for one in report.trail.artifacts if one.file.endswith(_FILES))
    return next(names, "GAME")


def _shared(game: Game) -> bool:
    """Return whether a node stands for several histories."""
    return not game.columns.is_tree


SECTION = Section("tree", "Tree", gather)
