"""Ways on a board: their widths, heads and numbers."""

import re

import pytest

from efgc.stages.draw import svg
from efgc.stages.draw.labels import share_text
from efgc.stages.draw.maps.board import CELL, board, centre
from efgc.stages.draw.maps.ways import Way, flow, occupied, shapes, steps, width

ROWS = ("-----", "-----", "S-E-D", "-----")


def lines(drawn):
    """Return width by beginning and end, of the lines of ways."""
    return {
        (*line.points[0], *line.points[1]): line.pen.width for line in drawn if line.role == "way"
    }


def test_ways_that_share_a_step_are_drawn_as_one_line():
    ways = [
        Way(steps((2, 0), ["right", "right"]), 0.25),
        Way(steps((2, 0), ["right up", "right"]), 0.75),
    ]
    assert flow(ways)[(2, 0), (2, 1)] == 1
    drawn = lines(shapes(board(ROWS), ways))
    assert len(drawn) == 4
    assert drawn[(*centre((2, 0)), *centre((2, 1)))] == width(1)
    # The others end in their heads, before the middle of the square.
    x, y = centre((2, 1))
    assert drawn[x, y, x + CELL / 2, y] == pytest.approx(width(0.25), abs=0.01)  # Two decimals.


def test_ways_in_opposite_directions_keep_to_their_right():
    there, back = Way(((0, 0), (0, 1), (0, 2)), 0.5), Way(((0, 2), (0, 1), (0, 0)), 0.5)
    heights = {(begin, y) for begin, y, _, _ in lines(shapes(board(ROWS), [there, back]))}
    below = {y for x, y in heights if x == centre((0, 0))[0]}
    above = {y for x, y in heights if x == centre((0, 2))[0]}
    assert min(below) > max(above)


def test_every_way_that_is_taken_has_a_head_and_its_number():
    ways = [Way(((0, 0), (0, 1)), 0.5), Way(((0, 0), (1, 0)), 0.5), Way(((0, 0), (0, 1)), 0.0)]
    drawn = "".join(svg.elements(shapes(board(ROWS), ways)))
    assert drawn.count('class="way-head"') == 2 and drawn.count("0.5</text>") == 2


@pytest.mark.parametrize(("likely", "filled"), [(0.0, False), (0.25, True), (1.0, True)])
def test_places_are_filled_as_far_as_they_are_occupied(likely, filled):
    drawn = "".join(svg.elements(occupied(board(ROWS), {"e1": likely})))
    assert ('class="filled"' in drawn) == filled
    if filled:
        height = float(re.search(r' height="([\d.]+)"', drawn)[1])
        assert height == pytest.approx((CELL - 6) * likely)
    assert f">{share_text(likely)}</text>" in drawn
