"""Networks and grids as pictures: places, names, arrows, and what is too large."""

from math import hypot

import pytest

from efgc.schemas.parts.problems import InputError
from efgc.stages.draw import roads, svg, tikz
from efgc.stages.draw.roads.layout import place_nodes
from efgc.stages.draw.roads.records import MOST_NODES, MOST_SQUARES, Edge, Node

STREETS = {
    "n0": ["n1", "n3"],
    "n1": ["n0", "n2", "n4"],
    "n2": ["n1", "n5"],
    "n3": ["n0", "n4"],
    "n4": ["n1", "n3", "n5"],
    "n5": ["n2", "n4"],
}
ONE_WAY = {"gate": ["yard"], "wall": ["wall", "yard"], "yard": ["vault", "wall"], "vault": []}


def drawn(edges, squares=(), marks=(), variables=(), constants=()):
    return roads.roads_of("town", edges, *map(dict, (squares, marks, variables, constants)))


def grid(*rows):
    squares = {
        f"r{row}c{column}": (row, column)
        for row, line in enumerate(rows, 1)
        for column, mark in enumerate(line, 1)
        if mark != "#"
    }
    marks = {name: rows[row - 1][column - 1] for name, (row, column) in squares.items()}
    return {name: [] for name in squares}, squares, marks


def lines(shown, ascii=False):
    return "".join(roads.write_text(shown, ascii)).splitlines()


def test_two_directions_are_one_edge_and_one_is_an_arrow():
    shown = drawn(ONE_WAY)
    assert shown.edges == (
        Edge(0, 2, both=False),
        Edge(1, 1, both=True),
        Edge(1, 2, both=True),
        Edge(2, 3, both=False),
    )
    assert shown.size == "4 nodes, 4 edges, 2 of them one way"
    arrows = [shape for shape in roads.scene(shown).shapes if shape.role == "tip"]
    assert len(arrows) == 2


def test_the_text_of_a_network_lists_neighbours_and_what_lies_where():
    shown = drawn(ONE_WAY, variables={"gate": ["thief"]}, constants={"vault": ["gold 3"]})
    assert lines(shown, ascii=True) == [
        "town",
        "4 nodes, 4 edges, 2 of them one way",
        "",
        "gate   -> yard",
        "wall   wall, yard",
        "yard   wall, -> vault",
        "vault  leads nowhere",
        "",
        "-> one way",
        "",
        "variables at the beginning  thief: gate",
        "constants  gold 3: vault",
    ]
    assert "gate   → yard" in lines(shown)


def test_the_text_of_a_grid_is_the_grid():
    shown = drawn(*grid("S.#G", "..#."), variables={"r1c1": ["at"]})
    assert lines(shown)[1:5] == ["6 squares", "", "S.#G", "..#."]
    assert lines(shown)[-1] == "variables at the beginning  at: r1c1"


def test_squares_are_drawn_where_they_are():
    edges, squares, marks = grid("S.#G", "..#.")
    scene = roads.scene(drawn(edges, squares, marks, constants={"r1c4": ["gold"]}))
    boxes = {shape.hover: shape for shape in scene.shapes if getattr(shape, "hover", "") in edges}
    assert boxes.keys() == edges.keys()
    assert boxes["r1c1"].y == boxes["r1c4"].y < boxes["r2c1"].y
    assert boxes["r1c4"].x - boxes["r1c1"].x == 3 * (boxes["r1c2"].x - boxes["r1c1"].x)


def test_neighbours_lie_near_each_other_and_no_nodes_meet():
    shown = drawn(STREETS)
    places = place_nodes(shown)
    lengths = {
        (one, other): hypot(places[one][0] - places[other][0], places[one][1] - places[other][1])
        for one in range(6)
        for other in range(one)
    }
    near = {(max(edge[:2]), min(edge[:2])) for edge in shown.edges}
    assert max(lengths[pair] for pair in near) < 1.2
    assert min(lengths.values()) > 0.8
    assert max(lengths, key=lengths.get) in ((5, 0), (3, 2))  # The opposite corners.


@pytest.mark.parametrize("edges", [STREETS, ONE_WAY, {"a": []}, {"a": [], "b": []}])
def test_the_same_network_gives_the_same_bytes(edges):
    for write in (svg.write, tikz.write):
        first, second = ("".join(write(roads.scene(drawn(edges)))) for _ in range(2))
        assert first == second and "nan" not in first


def test_all_is_within_the_picture():
    name = "a_node_with_a_very_long_name_indeed"
    for shown in (
        drawn({name: ["b"], "b": [name]}, variables={"b": ["one", "two"], name: ["three"]}),
        drawn(*grid("ab", "c#"), variables={"r1c2": ["a_very_long_variable"]}),
    ):
        scene = roads.scene(shown)
        for shape in scene.shapes:
            if hasattr(shape, "width"):
                assert shape.x >= 0 and shape.x + shape.width <= scene.width
                assert shape.y >= 0 and shape.y + shape.height <= scene.height


def test_what_is_too_large_is_refused_with_its_size():
    with pytest.raises(InputError, match=r"201 nodes are too many for one picture"):
        drawn({f"n{at}": [] for at in range(MOST_NODES + 1)})
    with pytest.raises(InputError, match=r"2,501 squares are too many"):
        drawn(*grid("." * (MOST_SQUARES + 1)))
    assert drawn({"a": []}).nodes == (Node("a", (), ()),)
