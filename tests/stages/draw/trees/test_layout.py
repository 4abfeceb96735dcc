"""The laws of a layout: nothing that is written stands on anything else, and what joins information
sets joins these.
"""

from functools import cache
from itertools import combinations

import networkx
import pytest
from hypothesis import given

from card_games import kuhn, leduc, liars_dice
from efgc.stages.draw.labels import width
from efgc.stages.draw.trees import tree_of
from efgc.stages.draw.trees.layout import AIR, DOT, LABEL, LINE, RADIUS, SHARE, half, lay_out
from efgc.stages.draw.trees.tree import HistoryKind, branch_texts, caption
from small_games import boards, game_of, island, law, published, solved

DIRECTIONS = ("down", "right")
UP, FOOT = 0.78, 0.2  # Of letters above and below the line that they stand on, by their size.


@cache
def trees():
    return list(_trees())


def _trees():
    for game in (kuhn(), liars_dice(2), game_of(published("island-1"), "island-2018")):
        report = solved(game)
        yield tree_of(game)
        yield tree_of(game, report.strategies, report.exact)
        yield tree_of(game, report.strategies, player=2)
    yield tree_of(leduc(), depth=3)
    yield tree_of(leduc(), likeliest=300)
    yield tree_of(game_of(published("island-2"), "island-2018", level=2), likeliest=200)


def words(tree, found):
    """Yield left, top, right and bottom of all that is written beside branches and shapes."""
    for at, (node, label) in enumerate(zip(tree.nodes, found.labels, strict=True)):
        if label:
            for text, y, size in zip(
                branch_texts(node), (label.y, label.under), (LABEL, SHARE), strict=True
            ):
                wide = width(text, size)
                left = label.x if label.anchor == "start" else label.x - wide
                if text:
                    yield left, y - UP * size, left + wide, y + FOOT * size
        if text := caption(node):
            (x, y), wide = found.points[at], width(text, LABEL)
            if found.right:
                left, foot = x + half(node) + AIR, y + 4.5
            else:
                down = DOT if node.kind == HistoryKind.END else RADIUS
                left, foot = x - wide / 2, y + down + LINE
            yield left, foot - UP * LABEL, left + wide, foot + FOOT * LABEL


def shapes(tree, found):
    for node, (x, y) in zip(tree.nodes, found.points, strict=True):
        tall = DOT if node.kind == HistoryKind.END else RADIUS
        yield x - half(node), y - tall, x + half(node), y + tall


def apart(one, other):
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def crosses(box, begin, end):
    """Return whether a straight line comes inside a box (Liang and Barsky 1984)."""
    first, last = 0.0, 1.0
    for low, high, at, step in (
        (box[0], box[2], begin[0], end[0] - begin[0]),
        (box[1], box[3], begin[1], end[1] - begin[1]),
    ):
        if step == 0:
            if not low < at < high:
                return False
            continue
        enters, leaves = sorted(((low - at) / step, (high - at) / step))
        first, last = max(first, enters), min(last, leaves)
    return first < last


def check(tree, direction):
    found = lay_out(tree, direction)
    boxes = [*words(tree, found), *shapes(tree, found)]
    for one, other in combinations(boxes, 2):
        assert apart(one, other)
    for box in boxes:
        assert box[0] >= 0 and box[1] >= 0
        assert box[2] <= found.width and box[3] <= found.height
    written = list(words(tree, found))
    for points in found.branches:
        for begin, end in zip(points, points[1:], strict=False):
            assert not any(crosses(box, begin, end) for box in written)
    _check_middle(tree, found)
    _check_joins(tree, found)


def _check_middle(tree, found):
    across = 1 if found.right else 0
    for at, below in enumerate(tree.below):
        if below:
            ends = [found.points[child][across] for child in (below[0], below[-1])]
            assert found.points[at][across] == pytest.approx(sum(ends) / 2)
    leaves = [found.points[at][across] for at, below in enumerate(tree.below) if not below]
    assert leaves == sorted(leaves)


def _check_joins(tree, found):
    """Assert that lines join exactly the histories of one set, and that sets share no line."""
    sets = [node.infoset for node in tree.nodes]
    assert {join.infoset for join in found.joins} == {*tree.joined}
    for number in tree.joined:
        graph = networkx.Graph()
        for join in found.joins:
            if join.infoset == number:
                networkx.add_path(graph, join.points)
                graph.add_edges_from(_on(join, found.joins))
        members = {
            point for point, infoset in zip(found.points, sets, strict=True) if infoset == number
        }
        assert members <= {*graph}
        assert len({frozenset(part) for part in networkx.connected_components(graph)}) == 1
    for one, other in combinations(found.joins, 2):
        if one.infoset != other.infoset:
            assert not {*one.points[1:-1]} & {*other.points[1:-1]}


def _on(join, joins):
    """Yield points of lines of the same set that stand on the long part of this one."""
    if len(join.points) == 4:
        for other in joins:
            if other.infoset == join.infoset and len(other.points) == 2:
                near, lane = other.points[1], join.points[1]
                if near[0] == lane[0] or near[1] == lane[1]:
                    yield lane, near


@pytest.mark.many
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("at", range(12))
def test_nothing_overlaps(at, direction):
    check(trees()[at], direction)


@law(30)
@given(boards())
def test_nothing_overlaps_in_the_tree_of_any_map(board):
    rows, bandits, capture, rules = board
    report = solved(game_of(island(rows, bandits, capture), rules, level=2))
    tree = tree_of(report.game, report.strategies, likeliest=60)
    for direction in DIRECTIONS:
        check(tree, direction)


def test_it_grows_where_it_fits():
    assert not lay_out(tree_of(kuhn())).right
    assert lay_out(tree_of(leduc(), depth=3)).right
