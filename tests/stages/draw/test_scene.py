"""One scene as SVG and as TikZ: the same shapes, moved and enlarged alike."""

import re
from xml.etree import ElementTree

import pytest

from efgc.stages.draw import svg, tikz
from efgc.stages.draw.colours import COLOURS
from efgc.stages.draw.scene import Circle, Group, Path, Pen, Polygon, Polyline, Rect, Scene, Text

SHAPES = [
    Polyline(((0, 0), (10, 0)), "way", Pen(2, (3, 1), round=True)),
    Group([Text("50% <b>", 1, 2, bold=True, hover="a & b")], 10, 20, 2, marks={"id": "moved"}),
    Group([Circle(0, 0, 5, "agent")], hidden=True),
    Polygon(((0, 0), (4, 0), (4, 3)), "way-head"),
    Path("M1 1h2v-1c0 1 1 1 1 0zm5 5l1 1", "line", opacity=0.5),
    Rect(0, 0, 0, 8, "gold", 3),
    Text("up", 5, 6, "way-words", 12, "middle", upright=True, halo=3),
]
SCENE = Scene(100, 50, "a < b", "all of it", SHAPES)


def lines(scene):
    """Return the commands of the picture in a LaTeX document."""
    text = "".join(tikz.write(scene))
    return text.partition("\\begin{tikzpicture}")[2].splitlines()[1:-2]


def test_every_visible_shape_is_a_command_of_tikz():
    assert lines(SCENE) == [
        r"\path (0,0) rectangle (100,50);",
        r"\path[draw=first,line width=1.5pt,dash pattern=on 2.25pt off 0.75pt,"
        r"line cap=round,line join=round] (0,0) -- (10,0);",
        r"\node[anchor=base west,text=ink,scale=1.95] at (12,24) "
        r"{\bfseries 50\% \textless{}b\textgreater{}};",
        r"\path[fill=first] (0,0) -- (4,0) -- (4,3) -- cycle;",
        r"\path[draw=line,line width=0.75pt,opacity=0.5] (1,1) -- (3,1) -- (3,0) "
        r".. controls (3,1) and (4,1) .. (4,0) -- cycle (6,6) -- (7,7);",
        r"\path[fill=gold,draw=ink,line width=0.75pt] (0,0) rectangle (0,8);",
        r"\node[anchor=base,text=first,scale=0.9,rotate=90,fill=square,fill opacity=0.8,"
        r"text opacity=1] at (5,6) {up};",
    ]


def test_tikz_defines_the_colours_that_it_uses():
    text = "".join(tikz.write(SCENE))
    defined = set(re.findall(r"\\definecolor\{(\w+)\}", text))
    assert {*re.findall(r"(?:fill|draw|text)=([a-z]+)", text)} <= defined
    assert defined <= {name.replace("-", "") for name in COLOURS}


def test_a_long_path_is_written_in_pieces_that_tex_can_read():
    path = Path("".join(f"M{at} 0h1v1h-1z" for at in range(1000)), "positive")
    found = lines(Scene(1000, 1, "", "", [path]))
    assert sum(line.count("cycle") for line in found) == 1000
    assert max(map(len, found)) < 2000


@pytest.mark.parametrize("scheme, rules", [("", 1), ("light", 0), ("dark", 0)])
def test_an_svg_file_follows_the_screen_or_its_scheme(scheme, rules):
    text = "".join(svg.write(SCENE, scheme))
    assert text.count("prefers-color-scheme") == rules
    assert text.count("<style>") == (scheme != "light")
    root = ElementTree.fromstring(text)
    moved = next(one for one in root.iter() if one.get("id") == "moved")
    assert moved.get("transform") == "translate(10 20) scale(2)"
    assert [one.text for one in moved.iter() if one.text and one.text.strip()] == [
        "50% <b>",
        "a & b",
    ]
    assert [one.get("display") for one in root.iter() if one.get("display")] == ["none"]


def test_a_picture_in_a_page_has_no_style_of_its_own():
    text = svg.embedded(SCENE)
    assert "<style" not in text and "xmlns" not in text and text.startswith("<svg width=")
