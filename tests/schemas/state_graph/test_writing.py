"""The layout of a state graph's file: lines that can be read, the map in front, digests that do
not depend on either.
"""

import hashlib
import random

import pytest
import yaml

from drawn_maps import drawn_map
from efgc.schemas import state_graph
from efgc.schemas.parts.yaml_text import WIDTH, entry, flow
from efgc.schemas.state_graph import ObservationGraph
from efgc.schemas.state_graph import read as read_graph
from efgc.schemas.state_graph.writing import write_canonical
from efgc.schemas.state_graph.writing import write_canonical as write_version_2
from efgc.stages.parse import parse
from said import unstamped
from small_games import ARTIFACTS, in_records, island

GRAPHS = sorted(ARTIFACTS.glob("*/*.states.yaml"))  # Of both versions.
LONG = ["S---G", "-GE--", "--E-D"]


def text(graph):
    return "".join(state_graph.write(graph))


@pytest.mark.many
@pytest.mark.parametrize("path", GRAPHS, ids=lambda path: path.parent.name)
def test_the_worked_examples_have_no_line_over_119_columns(path):
    written = path.read_text()
    assert max(map(len, written.splitlines())) <= WIDTH == 119
    write = state_graph.write
    assert "".join(write(read_graph(written))) == unstamped(written)


@pytest.mark.parametrize("name", ["maze", "island-1", "cave-example"])
def test_the_graph_of_a_map_begins_with_the_map(name):
    rows = [line for line in (ARTIFACTS / name / f"{name}.txt").read_text().split() if "-" in line]
    written = (ARTIFACTS / name / f"{name}.states.yaml").read_text()
    *comment, _ = written.partition("format:")[0].split("\n")
    assert [row for row in comment if "-" in row] == [f"# {row}" for row in rows] != []


def test_a_map_that_is_wider_than_a_line_is_left_out():
    graph = parse(island(["S" + 118 * "-" + "D"]), "0" * 64)
    assert graph.comment == () and text(graph).startswith("format:")


def test_comments_in_front_are_kept_and_change_no_digest():
    graph = state_graph.read((ARTIFACTS / "island-1" / "island-1.states.yaml").read_text())
    other = state_graph.read("# mine\n#\n" + text(graph))
    assert other.comment == ("mine", "", *graph.comment) and text(other).startswith("# mine\n#\n")
    assert other == graph and other.digest == graph.digest


@pytest.mark.many
@pytest.mark.parametrize("path", GRAPHS, ids=lambda path: path.parent.name)
def test_the_digest_is_that_of_the_file_with_one_state_per_line(path):
    graph = read_graph(path.read_text())
    write = write_version_2 if isinstance(graph, ObservationGraph) else write_canonical
    lines = "".join(write(graph))
    assert graph.digest == hashlib.sha256(lines.encode()).hexdigest()
    assert lines.startswith("format:") and read_graph(lines).digest == graph.digest
    assert lines.count("\n  ") == lines.count("\n   ") + len(graph.states)


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("rules", ["island-2018", "cave-2023"])
def test_long_states_are_written_and_read_alike_in_records_and_in_columns(
    rules, level, monkeypatch
):
    monkeypatch.setattr("efgc.schemas.state_graph.writing.WIDTH", 60)
    graph = parse(island(LONG, 2), "0" * 64, "map.txt", rules, level)
    written = text(graph)
    assert "\n    moves:\n" in written and text(in_records(graph)) == written
    quickly = [state_graph.read(one) for one in (written, "".join(write_canonical(graph)))]
    monkeypatch.setattr(state_graph, "read_columns", lambda text: None)
    careful = state_graph.read(written)
    assert careful.columns is None
    for quick in quickly:
        assert quick.columns is not None and quick.digest == careful.digest == graph.digest
        assert text(quick).partition("format:")[2] == written.partition("format:")[2]


@pytest.mark.long
def test_other_readers_of_yaml_read_every_layout_alike():
    chance = random.Random(4)
    for seed in range(20):
        map, rules = drawn_map(seed)
        graph = parse(map, "0" * 64, "map.txt", rules, seed % 3)
        data = yaml.load("".join(write_canonical(graph)), yaml.BaseLoader)
        for width in (10, 40, chance.randint(20, 119)):
            lines = "".join(entry(key, value, width) for key, value in data.items())
            assert yaml.load(lines, yaml.BaseLoader) == data


def test_a_list_in_a_list_is_written_in_block_style():
    rows = [["one", "two"], [], ["three"]]
    assert entry("to", rows, 8) == "to:\n  - - one\n    - two\n  - []\n  - - three\n"
    assert entry("to", rows, None) == f"to: {flow(rows)}\n"
