"""The passes of a source: their counts are those of the artifacts."""

import json
import re

import pytest
import yaml

from commands import ended, refused
from drawn_maps import drawn_map
from efgc.pipeline.files.text import Text
from efgc.pipeline.results.passes import size_of
from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import run
from efgc.schemas import game, state_graph
from efgc.schemas.parts.provenance import sha256
from efgc.stages.forms.reductions import REDUCTIONS as FORM_REDUCTIONS
from efgc.stages.parse import REDUCTIONS
from efgc.stages.solve.program import read_program
from small_games import ARTIFACTS, seeds
from small_sources import kuhn_efg

ISLAND = ARTIFACTS / "island-1" / "island-1.txt"
MAZE = ARTIFACTS / "maze" / "maze.txt"
KUHN = ARTIFACTS / "kuhn" / "kuhn.rules.yaml"


def passes(source, *options):
    code, printed, _ = ended("passes", source, "--format", "json", *options)
    assert code == 0
    return {row["pass"]: row for row in json.loads(printed)["passes"]}


def written(*words):
    code, printed, _ = ended(*words)
    assert code == 0
    return printed


def size_of_program(text):
    """Return the rows, columns and nonzeros of a program in the format .mps."""
    rows = text.split("ROWS\n")[1].split("COLUMNS\n")[0].splitlines()
    columns = text.split("COLUMNS\n")[1].split("RHS\n")[0].splitlines()
    names = {line.split()[0] for line in columns}
    return len(rows) - 1, len(names), read_program(text).size.nonzeros


@pytest.mark.parametrize("seed", seeds(150))
def test_the_counts_are_those_of_the_artifacts(seed, tmp_path):
    text, rules = drawn_map(seed)
    source = tmp_path / "drawn.txt"
    source.write_text(text)
    given = ("--rules", rules, "-O", str(seed % 3))
    found = passes(source, *given)
    graphs = {"parse": given[:2] + ("-O", "0")}
    graphs |= {name: (*given, "--after", name) for name in REDUCTIONS if name in found}
    for name, options in graphs.items():
        graph = state_graph.read(written("parse", source, *options))
        assert found[name]["states"] == len(graph.states)
    (tmp_path / "a.states.yaml").write_text(written("parse", source, *given))
    (tmp_path / "a.game.json").write_text(written("expand", tmp_path / "a.states.yaml"))
    listed = game.read((tmp_path / "a.game.json").read_text())
    sizes = found["expand"]["nodes"], found["expand"]["information_sets"]
    assert sizes == (len(listed.nodes), len(listed.information_sets))
    level = ("-O", "2" if seed % 3 else "0")
    last = written("lower", tmp_path / "a.game.json", "--format", "mps", *level)
    player = re.search(r"--player [12]", last)[0].split()
    programs = {"lower": ("-O", "0")}
    programs |= {name: (*level, "--after", name) for name in FORM_REDUCTIONS if name in found}
    for name, options in programs.items():
        lowered = ("lower", tmp_path / "a.game.json", "--format", "mps", *player, *options)
        row = found[name]
        size = row["rows"], row["columns"], row["nonzeros"]
        assert size == size_of_program(written(*lowered))


def test_reductions_stand_where_they_are_used():
    assert {*passes(ISLAND)} == {"parse", "expand", "lower", "solve", "report"}
    two = passes(ISLAND, "-O", "2", "--without", "relevant", "--without", "single")
    assert [*two] == [
        *("parse", "reachable", "chains", "richest", "wider"),
        *("expand", "lower", "endgames", "solve", "report"),
    ]
    assert [*passes(KUHN, "-O", "1")][:3] == ["parse", "merged", "expand"]


@pytest.mark.parametrize("level", [1, 2])
def test_the_counts_of_rules_are_those_of_their_graphs(level):
    found = passes(KUHN, "-O", str(level))
    graphs = {"parse": 0, "merged": level}
    for name, of in graphs.items():
        graph = state_graph.read(written("parse", KUHN, "-O", str(of)))
        assert found[name]["states"] == len(graph.names)
        assert found[name]["histories"] == 55


def test_states_that_are_too_many_are_not_listed():
    found = passes(MAZE, "--max-states", "20000")
    assert (found["parse"]["states"], found["parse"]["more_than"]) == (None, 20_000)
    assert (found["relevant"]["states"], found["wider"]["states"]) == (1_303, 106)
    assert "over 20,000" in written("passes", MAZE, "--max-states", "20000")


def test_the_seconds_are_those_of_the_stages(monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    found = passes(ISLAND, "-O", "2")
    timed = [name for name, row in found.items() if row["seconds"] is not None]
    assert timed == ["parse", "expand", "lower", "solve", "report"]
    peaks = [row["mebibytes"] for row in found.values() if row["mebibytes"]]
    assert peaks == sorted(peaks) and peaks[0] > 10


def test_all_passes_are_listed():
    printed = written("passes")
    named = re.findall(r"^ *([a-z]+) ", printed, re.MULTILINE)
    assert set(named) >= {*REDUCTIONS, *FORM_REDUCTIONS, "idle", "merged", "expand", "report"}
    assert named.index("relevant") < named.index("expand") < named.index("single")


def in_words(size):
    return {name: number for name, number in size._asdict().items() if number is not None}


@pytest.mark.parametrize("seed", seeds(40))
def test_the_stages_of_a_report_are_those_of_the_run(seed):
    drawn, rules = drawn_map(seed)
    settings = Settings(report_format="json", rules=rules, level=seed % 3)
    steps = [*run(Text(drawn, "drawn.txt", "drawn.txt", sha256(drawn)), settings)]
    sizes = [{"pass": step.name, **in_words(size_of(step.made))} for step in steps]
    (parts,) = steps[-1].files(settings).values()
    assert json.loads("".join(parts))["stages"] == sizes[:3]


@pytest.mark.parametrize("options", [(), ("-O", "2"), ("-O", "2", "--unroll")])
@pytest.mark.parametrize("source", [ISLAND, KUHN])
def test_the_stages_of_a_report_are_those_of_its_files(source, options, tmp_path):
    assert ended("run", source, *options, "-o", tmp_path, "--format", "json")[0] == 0
    name = source.name.partition(".")[0]
    files = [tmp_path / f"{name}.{ending}" for ending in ("game.json", "solution.json")]
    again = written("report", *files, "--format", "json")
    assert again == (tmp_path / f"{name}.report.json").read_text()
    graph, expanded, lowered = json.loads(again)["stages"]
    listed = yaml.load((tmp_path / f"{name}.states.yaml").read_text(), yaml.BaseLoader)
    assert (graph["pass"], graph["states"]) == ("parse", len(listed["states"]))
    played = game.read(files[0].read_text())
    sets = len(played.information_sets)
    assert expanded == {"pass": "expand", "nodes": len(played.nodes), "information_sets": sets}
    size = json.loads(files[1].read_text())["size"]
    assert lowered == {"pass": "lower", **size}


def test_a_game_that_is_a_source_has_no_stage_for_its_states(tmp_path):
    (tmp_path / "kuhn.efg").write_text(kuhn_efg())
    stages = json.loads(written("run", tmp_path / "kuhn.efg", "--format", "json"))["stages"]
    assert [one["pass"] for one in stages] == ["parse", "lower"]
    assert stages[0]["nodes"] == 55


def test_a_verbose_run_ends_with_the_table(monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    code, _, said = ended("run", ISLAND, "-v")
    head, *rows = said[said.index("pass ") :].splitlines()
    assert (code, head.split()[-2:]) == (0, ["seconds", "MiB"])
    assert [row.split()[0] for row in rows] == ["parse", "expand", "lower", "solve", "report"]
    assert rows[0].split()[1:3] == ["49", "97"]


def test_passes_of_other_sources(tmp_path, capfd):
    (tmp_path / "kuhn.efg").write_text(kuhn_efg())
    assert passes(tmp_path / "kuhn.efg")["parse"]["nodes"] == 55
    cards = passes(ARTIFACTS / "goofspiel-3" / "goofspiel-3.yaml")
    assert (cards["parse"]["states"], cards["parse"]["histories"]) == (77, 850)
    program = passes(ARTIFACTS / "island-1" / "island-1.lp")
    assert (program["solve"]["rows"], program["solve"]["nonzeros"]) == (39, 85)
    code, said = refused(capfd, "passes", ARTIFACTS / "island-1" / "island-1.solution.json")
    assert code == 1 and "a solution of a linear program" in said


@pytest.mark.parametrize("level, after", [("2", "relevant"), ("auto", "wider")])
def test_after_leaves_out_the_reductions_behind(level, after):
    given = ["-O", level] if level != "auto" else []
    behind = [*REDUCTIONS][[*REDUCTIONS].index(after) + 1 :]
    left_out = [word for name in behind for word in ("--without", name)]
    expected = written("parse", ISLAND, "-O", "2", *left_out)
    assert written("parse", ISLAND, *given, "--after", after) == expected


@pytest.mark.parametrize(
    "line, said",
    [
        ("passes --format json", "without SOURCE there is only the list"),
        ("passes -O 2", "without SOURCE there is only the list"),
        ("parse ISLAND --after chains -O 1", "--after chains cannot be combined with -O 1"),
        (
            "parse ISLAND --after chains --without chains",
            "--after chains cannot be combined with --without chains",
        ),
        ("parse KUHN --after wider", "--after wider is for maps; this is a rules file"),
        ("lower ISLAND.game.json --after single -O 0", "cannot be combined with -O 0"),
    ],
)
def test_options_without_a_meaning_are_refused(line, said, capfd):
    words = line.replace("ISLAND.", f"{ISLAND.with_suffix('')}.").replace("ISLAND", str(ISLAND))
    code, told = refused(capfd, *words.replace("KUHN", str(KUHN)).split())
    assert code == 2 and said in told
