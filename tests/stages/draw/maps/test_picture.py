"""Pictures of maps: golden files, and what has to be in any of them."""

import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given

from efgc.stages.draw import svg
from efgc.stages.draw.colours import ROLES
from efgc.stages.draw.maps import board_scene, flow, scene, without_play, write_text
from efgc.stages.draw.maps.board import size
from efgc.stages.draw.maps.ribbons import number_box, numbers, overlap, runs
from map_reports import map_report
from small_games import ARTIFACTS, boards, island, law

GOLDEN = Path(__file__).parent / "golden"
WRITERS = {
    "map.svg": lambda picture: svg.write(scene(picture)),
    "map.txt": write_text,
    "map.ascii.txt": lambda picture: write_text(picture, ascii=True),
}
HOSTILE = "</text><script>alert('1')</script> & \x1b[31m \ud800 \N{RIGHT-TO-LEFT OVERRIDE}"


@pytest.fixture(scope="module")
def pictures():
    found = {
        name: flow(map_report((ARTIFACTS / name / f"{name}.txt").read_text()))
        for name in ("island-1", "cave-example", "maze")
    }
    return {**found, "plain": without_play(["#SE", "DGE"], title="A map")}


@pytest.mark.parametrize("suffix", WRITERS)
@pytest.mark.parametrize("name", ["island-1", "cave-example", "maze", "plain"])
def test_the_picture_is_the_golden_one(pictures, name, suffix):
    expected = (GOLDEN / f"{name}.{suffix}").read_text(encoding="utf-8")
    assert "".join(WRITERS[suffix](pictures[name])) == expected


def drawing(picture):
    """Return the SVG of a picture, parsed."""
    return ElementTree.fromstring(svg.embedded(scene(picture)))


def test_places_that_are_never_passed_are_marked(pictures):
    picture = pictures["cave-example"]
    [e1] = picture.unpassed
    assert e1.name == "e1" and e1.square not in {step.end for step in picture.play.steps}
    drawn = drawing(picture)
    assert "e1 1, never passed; e2 1." in drawn.findtext("desc")
    dashed = [box for box in drawn.iter("rect") if "stroke-dasharray" in box.attrib]
    assert len(dashed) == 2  # The place, and what stands for it in the legend.
    shares = [text.text for text in drawn.iter("text") if text.text in ("1", "(1)")]
    assert {"1", "(1)"} <= {*shares}
    every = drawing(pictures["island-1"])
    assert not pictures["island-1"].unpassed
    assert not [box for box in every.iter("rect") if "stroke-dasharray" in box.attrib]


def test_a_picture_has_a_text_description_for_screen_readers(pictures):
    told = drawing(pictures["island-1"]).findtext("desc")
    assert "worth 220/31 ≈ 7.09677 to agent" in told
    assert "Occupied at the start: e1 0.71; e2 0.581; e3 0.71." in told
    assert "0.252 3 right (e2) 3 right, leaves" in told


def test_every_run_shows_its_probability_as_a_number_and_as_its_width(pictures):
    for name in ("island-1", "maze"):
        picture = pictures[name]
        ways = [one for one in drawing(picture).iter("polyline") if one.get("class") == "way"]
        lines = [one for one in ways if one.find("title") is not None]  # Not in the legend.
        found = runs(picture.play.steps, picture.board)
        assert len(lines) == len(found)
        wide = {float(one.get("stroke-width")) for one in lines}
        assert min(wide) >= 1.5 and max(wide) <= 12
        assert sum(run.length for run in found) == len(picture.play.steps)
        for line in lines:
            likely = float(line.findtext("title").split(": ")[1])
            assert float(line.get("stroke-width")) == pytest.approx(1.5 + 10.5 * likely, abs=0.006)


def test_parts_have_known_roles(pictures):
    for picture in pictures.values():
        assert {one.get("class") for one in drawing(picture).iter() if one.get("class")} <= {*ROLES}


def test_a_title_is_shown_as_it_is_and_does_no_harm():
    picture = without_play(["SD"], title=HOSTILE)
    root = drawing(picture)
    assert root.find("script") is None and "</text><script>" in root.findtext("title")
    for line in (*write_text(picture), *write_text(picture, ascii=True)):
        assert line[:-1].isprintable()


def test_ascii_is_ascii(pictures):
    for picture in pictures.values():
        assert "".join(write_text(picture, ascii=True)).isascii()


def test_a_row_of_the_map_has_three_columns_per_square(pictures):
    lines = "".join(write_text(pictures["maze"], ascii=True)).splitlines()
    at = lines.index("") + 1
    assert lines[at].startswith(" Sv .  . ### >  >  G> v  . ")
    assert lines[at + 7] == "### .  > e5> ^ ### . ### D"


def test_a_wide_map_has_one_column_per_square():
    text = "".join(write_text(without_play(["S" + "-" * 40 + "#ED"])))
    assert text == "S" + "·" * 40 + "█ED\n"


@pytest.mark.parametrize("side, larger", [(8, 1), (24, 1.8)])
def test_title_and_legend_of_a_large_map_can_be_read_where_it_is_as_wide_as_a_page(side, larger):
    rows = ["S" + "-" * (side - 1), *["-" * side] * (side - 2), "-" * (side - 1) + "D"]
    root = ElementTree.fromstring("".join(svg.write(scene(without_play(rows, title="A map")))))
    shape = "{http://www.w3.org/2000/svg}"
    [title] = [
        part
        for part in root
        if part.tag in (f"{shape}g", f"{shape}text") and "A map" in "".join(part.itertext())
    ]
    scale = float(re.search(r"[\d.]+", title.get("transform", "1"))[0])
    assert scale >= larger
    words = next(title.iter(f"{shape}text"))
    shown = float(words.get("font-size")) * scale * min(1, 660 / float(root.get("width")))
    assert shown >= 14


def test_inside_a_page_it_is_the_board_alone(pictures):
    text = svg.embedded(board_scene(pictures["cave-example"]))
    wide, high = size(pictures["cave-example"].board)
    assert f'viewBox="0 0 {wide:g} {high:g}"' in text and "<style" not in text


@pytest.mark.slow
@law(60)
@given(boards(max_rows=6, max_columns=6))
def test_numbers_are_placed_on_the_board_without_overlaps(board):
    rows, bandits, capture, rules = board
    picture = flow(map_report(island(rows, bandits, capture), rules))
    found = runs(picture.play.steps, picture.board)
    standing = [number_box(one) for one in numbers(found, [])]
    assert not any(overlap(one, other) for one, other in combinations(standing, 2))
    wide, high = size(picture.board)
    for left, top, right, bottom in standing:
        assert left >= -6 and top >= -6 and right <= wide + 6 and bottom <= high + 6
    drawing(picture)
    assert "".join(write_text(picture, ascii=True)).isascii()
