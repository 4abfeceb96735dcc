"""The stages in panes: each line is marked as what it tells of, and what belongs together is what
the records say.
"""

import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
import yaml

from drawn_maps import drawn_map
from efgc.pipeline.files.text import Text
from efgc.pipeline.results.passes import passes_of
from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import run
from efgc.schemas.game import Chance, Decision, Terminal
from efgc.schemas.parts.provenance import sha256
from efgc.schemas.trail import Artifact, Trail
from efgc.stages.lower import lower
from efgc.stages.page.stages import (
    line_locations,
    of_game,
    passes,
    relations,
    shown_ids,
)
from efgc.stages.page.stages.marks import Names, in_runs, mps_marks
from efgc.stages.page.stages.panes import CHARACTERS, LINES, panes
from efgc.stages.parse import REDUCTIONS
from efgc.stages.solve.program import read_program
from report_page import example, text_of
from small_games import PUBLISHED, seeds

# Name and level: with and without shared nodes, either player's program.
GAMES = [
    ("cave-example", 0),
    ("cave-example", 2),
    ("island-1", 0),
    ("island-1", 2),
    ("island-2", 2),
]


@cache
def made(name, level):
    """Return the report on a worked example with its trail, and its panes by kind."""
    rules = PUBLISHED[name][0] if name in PUBLISHED else ""
    settings = Settings(rules=rules, level=level, report_format="html")
    *_, step = run(text_of(name), settings)
    report = step.made.report
    trail = report.trail
    names = Names(
        states=trail.graph.names,
        columns=[entry.name for entry in trail.columns.columns],
        rows=[entry.name for entry in trail.columns.rows],
    )
    return report, {pane.kind: pane for pane in panes(trail, names)}


def lines_of(pane):
    """Return the lines of a pane that is whole, each with its marks."""
    (piece,) = pane.pieces
    assert "".join(piece.lines) == pane.artifact.text and piece.first == 1
    return list(zip(piece.lines, piece.marks, strict=True))


def marked(pane, kind):
    """Return per id the lines that are marked as it."""
    found = {}
    for line, marks in lines_of(pane):
        if kind in dict(marks):
            found.setdefault(dict(marks)[kind], []).append(line)
    return found


@pytest.mark.parametrize("name, level", GAMES)
def test_every_state_is_the_line_that_is_marked(name, level):
    pane = made(name, level)[1]["graph"]
    told = yaml.safe_load(pane.artifact.text)["states"]
    found = marked(pane, "state")
    assert {one: [yaml.safe_load("".join(lines))] for one, lines in found.items()} == {
        one: [{one: state}] for one, state in told.items()
    }


@pytest.mark.parametrize("name, level", GAMES)
@pytest.mark.parametrize(
    "file, key, word, kind",
    [
        ("game", "information_sets", "information_set", "infoset"),
        ("game", "nodes", "node", "node"),
        ("columns", "columns", "column", "column"),
        ("columns", "rows", "row", "row"),
        ("solution", "columns", "column", "column"),
        ("solution", "rows", "row", "row"),
    ],
)
def test_every_record_is_the_line_that_is_marked(name, level, file, key, word, kind):
    pane = made(name, level)[1][file]
    told = json.loads(pane.artifact.text)[key]
    found = marked(pane, kind)
    assert {
        one: [json.loads(line.rstrip(",\n")) for line in lines] for one, lines in found.items()
    } == {str(record[word]): [record] for record in told}


@pytest.mark.parametrize("name, level", GAMES)
def test_the_marked_lines_of_a_program_have_its_coefficients(name, level):
    pane = made(name, level)[1]["program"]
    program = read_program(pane.artifact.text)
    expected = {
        (program.rows.names[row], program.columns.names[column]): coefficient
        for row, column, coefficient in zip(*map(list, program.entries), strict=True)
    }
    found, rows, bounds = {}, set(), set()
    for line, marks in lines_of(pane):
        told = dict(marks)
        if told.keys() == {"row", "column"}:
            number, column = line.split()
            assert column == told["column"]
            found[told["row"], column] = float(number)
        elif "row" in told:
            rows.add(told["row"])
        elif "column" in told:
            bounds.add(told["column"])
    assert found == expected
    assert (rows, bounds) == (set(program.rows.names), set(program.columns.names))


def test_the_marked_lines_of_an_mps_have_its_coefficients():
    report, _ = made("cave-example", 0)
    text, table = lower(report.game, 1, "mps")
    program = read_program(text)
    lines = text.splitlines(keepends=True)
    columns, rows = ([one.name for one in names] for names in (table.columns, table.rows))
    marks = [dict(line) for line in mps_marks(lines, Names(columns=columns, rows=rows))]
    found = {
        (told["row"], told["column"]): float(line.split()[2])
        for line, told in zip(lines, marks, strict=True)
        if len(told) == 2
    }
    assert found == {
        (program.rows.names[row], program.columns.names[column]): coefficient
        for row, column, coefficient in zip(*map(list, program.entries), strict=True)
    }
    assert {told.get("row") for told in marks} == {*rows, None}


@pytest.mark.parametrize("name, level", GAMES)
def test_relations_between_records_match_the_files(name, level):
    report, shown = made(name, level)
    trail = report.trail
    told = relations(trail, report.game, trail.graph, shown_ids(shown.values()))
    states, squares = told["states"], told["squares"]
    graph = yaml.safe_load(shown["graph"].artifact.text)
    game = json.loads(shown["game"].artifact.text)
    assert states == [*graph["states"]]
    for number, state in told["infosets"]:
        assert game["information_sets"][number].get("state", "") == (
            states[state] if state >= 0 else ""
        )
    assert [number for number, *_ in told["nodes"]] == [*range(len(report.game.nodes))]
    for number, infoset, state in told["nodes"]:
        node = game["nodes"][number]
        assert node.get("information_set", -1) == infoset
        _same_kind(node, graph["states"][states[state]], number, game, graph)
    places = graph["secret"]["places"]
    for at, square in squares.items():
        state = graph["states"][states[at]]
        place = state.get("at") or places[state.get("place") or state["relocate"]["not_to"]]
        assert square == f"{place[0]},{place[1]}"
    for key in ("columns", "rows"):
        table = json.loads(shown["columns"].artifact.text)[key]
        assert told[key] == [
            [one[key[:-1]], -1 if one["information_set"] is None else one["information_set"]]
            for one in table
        ]


def _same_kind(node, state, number, game, graph):
    """Assert that a node may come from a state: the same one moves, or play ends with as much."""
    if "payoff" in node:
        assert str(state["payoff"]) == node["payoff"]
    elif "chance" in node and number:
        assert state["actor"] == "chance" and node["chance"] == [*state["moves"]]
    elif "information_set" in node and number:
        infoset = game["information_sets"][node["information_set"]]
        if infoset["player"] == 1:
            assert graph["states"][infoset["state"]] == state
            assert infoset["actions"] == [*state["moves"]]
        else:
            assert state["actor"] == game["players"][1]


@pytest.mark.parametrize("name, level", GAMES)
def test_the_runs_of_marks_are_the_marks(name, level):
    for pane in made(name, level)[1].values():
        (piece,) = pane.pieces
        told = [{} for _ in piece.marks]
        for kind, (rule, *flat) in in_runs(piece.marks).items():
            places = [*flat[::2], len(told)]
            for begin, end, one in zip(places, places[1:], flat[1::2], strict=False):
                for at in range(begin, end):
                    if one:
                        told[at][kind] = _counted(one, at - begin) if rule == "next" else one
        assert told == [dict(marks) for marks in piece.marks]


def _counted(one, steps):
    match = re.fullmatch(r"(.*?)(\d+)", one)
    return f"{match[1]}{int(match[2]) + steps}" if match else one


def test_squares_are_the_lines_of_the_map():
    pane = made("cave-example", 2)[1]["source"]
    rows = pane.artifact.text.splitlines()[pane.squares.start : pane.squares.stop]
    assert tuple(rows) == made("cave-example", 2)[0].trail.rows


def test_a_long_file_is_cut_block_by_block():
    nodes = [f'  {{"node": {number}, "payoff": "1"}},\n' for number in range(5 * LINES)]
    sets = [f'  {{"information_set": {number}}},\n' for number in range(3 * LINES)]
    text = "".join(['{"format": "efgc/game"\n', *sets, " ],\n", *nodes, " ]}\n"])
    artifact = Artifact("expand", "a.game.json", text, text.count("\n"), len(text))
    (pane,) = panes(Trail(artifacts=(artifact,)), Names())
    assert pane.shown <= LINES and sum(map(len, "".join(pane.pieces[0].lines))) <= CHARACTERS
    kinds = Counter(kind for piece in pane.pieces for line in piece.marks for kind, _ in line)
    assert min(kinds["infoset"], kinds["node"]) > 100
    lines = text.splitlines(keepends=True)
    for piece in pane.pieces:
        assert [*piece.lines] == lines[piece.first - 1 : piece.last]
    assert dict(pane.pieces[1].marks[0]) in ({"node": "0"}, {})


def test_the_reductions_are_counted_down_to_the_program_that_was_solved():
    report, _ = made("island-1", 2)
    names = [one.name for one in passes(report)]
    assert names[-4:] == ["expand", "lower", "single", "endgames"]
    before, first, last = (one.size for one in passes(report)[-3:])
    size = report.origins.size
    assert (last.rows, last.columns, last.nonzeros) == (size.rows, size.columns, size.nonzeros)
    assert before.rows > first.rows > last.rows


@pytest.mark.parametrize("without", [(), ("relevant",), ("single", "chains"), tuple(REDUCTIONS)])
def test_reductions_that_were_left_out_are_not_shown(without):
    settings = Settings(report_format="html", level=2, without=without)
    *_, last = run(text_of("island-1"), settings)
    found = passes(last.made.report)
    expected = ["parse", *REDUCTIONS, "expand", "lower", "single", "endgames"]
    assert [one.name for one in found] == [name for name in expected if name not in without]


def test_the_graph_of_an_unknown_reduction_is_not_shown():
    report, _ = made("island-1", 2)
    other = replace(report.trail, without=("richest",))
    assert [one.name for one in passes(replace(report, trail=other))][0] == "expand"


@pytest.mark.parametrize("seed", seeds(30))
def test_the_passes_of_a_page_are_those_of_the_source(seed):
    drawn, rules = drawn_map(seed)
    source = Text(drawn, "drawn.txt", "drawn.txt", sha256(drawn))
    settings = Settings(report_format="html", rules=rules, level=seed % 3)
    *_, last = run(source, settings)
    found = [(one.name, one.size) for one in passes(last.made.report)]
    expected = [(one.name, one.size) for one in passes_of(source, settings).rows]
    assert found == expected[:-2]  # Without `solve` and `report`.


def test_decisions_are_of_the_set_that_their_line_names():
    report, shown = made("island-1", 0)
    lines = marked(shown["game"], "node")
    decisions = {
        line: node
        for one, (line,) in lines.items()
        if isinstance(node := report.game.nodes[int(one)], Decision)
    }
    assert 10 < len(decisions) < len(lines)
    for line, node in decisions.items():
        assert f'"information_set": {node.infoset},' in line


@pytest.mark.parametrize("name", ["island-1", "goofspiel-3"])
def test_a_page_is_the_same_but_for_seconds(name):
    pages = []
    for _ in range(2):
        *_, step = run(text_of(name), Settings(report_format="html"))
        text = "".join(next(iter(step.files(Settings(report_format="html")).values())))
        pages.append(_scrubbed(text))
    assert pages[0] == pages[1]
    assert str(example(name).parent) not in pages[0]


def _scrubbed(text):
    text = re.sub(r'("seconds": )[\d.e-]+', r"\1S", text)
    return re.sub(r"\b\d+\.\d{3}(?=</dd>|</td>| s\b)", "S", text)


@pytest.mark.parametrize("name", ["cave-example", "three-bushes", "two-bushes"])
def test_every_node_is_its_line_of_a_gambit_file(name):
    path = example(name).with_suffix(".efg")
    *_, step = run(text_of(path), Settings(report_format="html"))
    report = step.made.report
    fields = of_game(report)
    assert fields.data["where"].keys() == {"infoset", "node"}
    moves = "".join({Chance: "c", Decision: "p", Terminal: "t"}[type(n)] for n in report.game.nodes)
    (pane, *_) = panes(report.trail, Names(moves=moves))
    found = marked(pane, "node")
    assert [*found] == [str(number) for number in range(len(moves))]
    for one, (line,) in found.items():
        node = report.game.nodes[int(one)]
        match node:
            case Terminal():
                assert Fraction(re.search(r"\{ ?(\S+?),? ", line)[1]) == node.payoff
            case Chance(actions, _, _):
                assert all(f'"{action}"' in line for action in actions)
            case Decision(infoset, _):
                actions = report.game.information_sets[infoset].actions
                assert all(f'"{action}"' in line for action in actions)
    other = panes(report.trail, Names(moves=moves[1:] + moves[0]))[0]
    assert marked(other, "node") == {}


def test_records_that_are_not_shown_are_located_by_their_lines():
    report, shown = made("island-2", 2)
    told = line_locations(shown.values(), report.game)
    lines = shown["game"].artifact.text.splitlines()
    for kind, word in (("node", "node"), ("infoset", "information_set")):
        file, first, _ = told[kind]
        assert file == "island-2.game.json"
        for number in (0, 7):
            assert lines[first + number - 1].startswith(f'  {{"{word}": {number},')
