"""Drawings of trees in all formats: golden files, and labels that try to be more than labels."""

import re
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from pathlib import Path

import pytest

from card_games import kuhn
from efgc.schemas.game import Chance, Decision, Game, InformationSet, Terminal
from efgc.stages.draw import svg, tikz
from efgc.stages.draw.trees import bare_scene, scene, tree_of, write_text
from gambit_games import parse_gambit
from small_games import game_of, published, solved

GOLDEN = Path(__file__).parent / "golden"
ACE = Path(__file__).parents[3] / "support" / "guess_the_ace.efg"
WRITERS = {
    "tree.svg": lambda tree: svg.write(scene(tree)),
    "tree.tex": lambda tree: tikz.write(scene(tree)),
    "tree.txt": write_text,
    "tree.ascii.txt": lambda tree: write_text(tree, ascii=True),
}
HOSTILE = (
    "</text><script>alert(1)</script>",
    "'single' \"double\" & &amp; <!-- ]]>",
    "\\input{/etc/passwd} \\N \\",
    "$x^2$ {a} #1 50% a_b ~",
    "\x1b[31mred\x00\n%",
    "\N{RIGHT-TO-LEFT OVERRIDE}left \ud800",
    "Привет 世界 שלום 🎲",
    "",
    "long " * 100,
)


@pytest.fixture(scope="module")
def trees():
    ace = solved(parse_gambit(ACE.read_text(encoding="utf-8"), "0" * 64, ACE.name))
    cards, cave = solved(kuhn()), solved(game_of(published("cave-example"), rules="cave-2023"))
    return {
        "kuhn": tree_of(cards.game, cards.strategies, cards.exact),
        "cave-example": tree_of(cave.game, cave.strategies, cave.exact),
        "guess-the-ace": tree_of(ace.game, ace.strategies, ace.exact),
        "kuhn-QK": tree_of(cards.game, start=("QK",), depth=2),
    }


@pytest.mark.parametrize("suffix", WRITERS)
@pytest.mark.parametrize("name", ["kuhn", "cave-example", "guess-the-ace", "kuhn-QK"])
def test_the_drawing_is_the_golden_one(trees, name, suffix):
    expected = (GOLDEN / f"{name}.{suffix}").read_text(encoding="utf-8")
    assert _drawing("".join(WRITERS[suffix](trees[name]))) == _drawing(expected)


def test_the_legend_is_wrapped_to_the_width_of_the_tree(trees):
    for tree in trees.values():
        assert scene(tree).width <= max(bare_scene(tree).width, 640)


def _drawing(text):
    # The style sheet has the colours of all pictures, whatever these need.
    return re.sub(r"<style>.*?</style>", "", text, count=1, flags=re.DOTALL)


def hostile():
    """Return a game whose every label is one of HOSTILE."""
    number = len(HOSTILE)
    sets = (
        InformationSet(1, HOSTILE[0], HOSTILE, HOSTILE),
        InformationSet(2, "", (), HOSTILE[:2]),
    )
    ends = tuple(Terminal(Fraction(at, 3)) for at in range(number + 2))
    share = Fraction(1, number)
    nodes = (
        Chance(HOSTILE, (share,) * number, tuple(range(1, number + 1))),
        Decision(0, tuple(range(number + 1, 2 * number + 1))),
        Decision(1, (2 * number + 1, 2 * number + 2)),
        *(Terminal(Fraction(at)) for at in range(number - 2)),
        *ends,
    )
    return Game(
        title=HOSTILE[0],
        source=None,
        players=(HOSTILE[1], HOSTILE[2]),
        states=0,
        information_sets=sets,
        nodes=nodes,
    )


@pytest.mark.parametrize("direction", ["down", "right"])
def test_hostile_labels_stay_labels_in_svg(direction):
    tree = tree_of(hostile())
    for text in (
        "".join(svg.write(scene(tree, direction=direction))),
        svg.embedded(bare_scene(tree, direction=direction)),
    ):
        root = ElementTree.fromstring(text)
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        known = {
            "svg",
            "title",
            "desc",
            "style",
            "rect",
            "g",
            "polyline",
            "polygon",
            "circle",
            "text",
        }
        assert tags <= known
        assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)
        texts = [element.text for element in root.iter() if element.tag.endswith("text")]
        assert "(empty)" in texts and any(text.endswith("…") for text in texts)


def test_hostile_labels_stay_labels_in_latex():
    text = "".join(tikz.write(scene(tree_of(hostile()))))
    assert r"\textbackslash{}input\{/etc/pas" in text and "\\input{" not in text
    depth = 0
    for one in re.sub(r"\\[{}%]", "", text):
        depth += (one == "{") - (one == "}")
        assert depth >= 0
    assert depth == 0
    body = text.partition(r"\begin{document}")[2]
    # What is left of the lines without commands has no character that LaTeX takes for its own.
    plain = re.sub(r"\\([a-zA-Z]+|.)", "", body)
    assert not set("$&#_^~%") & set(plain)
    assert all(line.startswith(("\\", "%")) for line in text.splitlines())


@pytest.mark.parametrize("ascii", [False, True])
def test_hostile_labels_stay_labels_on_the_terminal(ascii):
    tree = tree_of(hostile())
    lines = list(write_text(tree, ascii=ascii))
    assert all(line.count("\n") == 1 and line[:-1].isprintable() for line in lines)
    assert len(lines) == len(tree.nodes) + 4
    if ascii:
        assert all(line.isascii() for line in lines)


def test_coordinates_of_latex_are_those_of_commands():
    text = "".join(tikz.write(scene(tree_of(kuhn()))))
    for line in text.splitlines():
        if line.startswith((r"\path", r"\node")):
            assert line.endswith(";") and line.count("(") == line.count(")") >= 1
            assert line.count("[") == line.count("]")
