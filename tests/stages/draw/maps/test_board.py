"""The board of a map as parts of a picture."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from efgc.stages.draw import svg
from efgc.stages.draw.maps.board import CELL, board, centre, corner, description, shapes, size
from efgc.stages.draw.scene import Scene

ROWS = ("######", "#SE-D#", "#-##G#", "#--E-#", "######")


@pytest.fixture
def drawn():
    shown = board(ROWS)
    scene = Scene(*size(shown), "map", description(shown), [*shapes(shown)])
    return ElementTree.fromstring(svg.embedded(scene))


def test_every_square_that_means_something_is_there(drawn):
    hovers = [title.text for title in drawn.iter("title")][1:]
    assert hovers == ["start", "exit", "gold", "e1, a dangerous place", "e2, a dangerous place"]


def test_names_are_placed_inside_their_squares(drawn):
    for name, square in (("e1", (1, 2)), ("e2", (3, 3))):
        [text] = [text for text in drawn.iter("text") if text.text == name]
        x, y = corner(square)
        assert 0 < float(text.get("x")) - x < CELL and 0 < float(text.get("y")) - y < CELL


def test_walls_cover_the_squares_of_walls(drawn):
    [path] = [path.get("d") for path in drawn.iter("path") if path.get("class") == "wall"]
    runs = re.findall(r"M([\d.]+) ([\d.]+)h(\d+)v", path)
    covered = {
        (row, column)
        for x, y, across in runs
        for row in range(len(ROWS))
        for column in range(len(ROWS[0]))
        if float(x) < centre((row, column))[0] < float(x) + float(across)
        and float(y) < centre((row, column))[1] < float(y) + CELL
    }
    assert covered == {
        (row, column)
        for row, text in enumerate(ROWS)
        for column, letter in enumerate(text)
        if letter == "#"
    }


def test_a_board_is_described_in_words():
    assert description(board(ROWS)) == (
        "A board of 5 rows and 6 columns, A1 to F5. Start B2. Exit E2. Gold E3. "
        "Dangerous places e1 C2; e2 D4. Rows: ###### / #SE-D# / #-##G# / #--E-# / ######."
    )
