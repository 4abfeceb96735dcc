"""The commands `export` and `stats`."""

import json
import re
import sys

import networkx
import pytest
from click.testing import CliRunner

import efgc as python
from commands import refused
from efgc.pipeline.cli import efgc
from efgc.stages.networks import NETWORK_FORMATS
from observation_graphs import BURGLAR
from small_games import ARTIFACTS, ROOT
from small_sources import kuhn_efg

ISLAND = ARTIFACTS / "island-1" / "island-1"
CARDS = ARTIFACTS / "goofspiel-3" / "goofspiel-3"


def ended(*words):
    run = CliRunner().invoke(efgc, [str(word) for word in words])
    return run.exit_code, run.stdout


@pytest.mark.parametrize("form", NETWORK_FORMATS)
def test_the_suffix_of_an_output_file_determines_the_format(form, tmp_path):
    path = tmp_path / f"a.{form}"
    assert ended("export", f"{ISLAND}.txt", "-o", path) == (0, "")
    code, printed = ended("export", f"{ISLAND}.txt", "--format", form)
    assert code == 0 and path.read_text() == printed
    code, said = ended("check", path)
    assert code == 0 and "no problems" not in said


@pytest.mark.parametrize(
    "source, of, same",
    [
        ("txt", "states", "states.yaml"),
        ("states.yaml", "game", "game.json"),
        ("game.json", "game", "game.json"),
    ],
)
def test_a_source_goes_through_the_requested_stages(source, of, same):
    level = ["-O", "0"] if source == "txt" else []
    code, printed = ended("export", f"{ISLAND}.{source}", "--of", of, *level)
    assert code == 0
    assert json.loads(printed) == json.loads(ended("export", f"{ISLAND}.{same}")[1])
    assert json.loads(printed)["graph"]["of"] == of


def test_the_tree_of_a_game_with_shared_nodes_is_one():
    def read(*options):
        data = json.loads(ended("export", f"{ISLAND}.txt", *options)[1])
        return networkx.node_link_graph(data, edges="edges")

    shared, tree = read("--of", "game", "-O", "2"), read("--unroll", "-O", "2")
    assert not networkx.is_arborescence(shared) and networkx.is_arborescence(tree)


def test_statistics_are_the_same_from_python_and_as_json():
    code, printed = ended("stats", f"{ISLAND}.txt", "--p", "1/3", "--format", "json")
    found = json.loads(printed)
    assert code == 0 and (found.pop("format"), found.pop("version")) == ("efgc/stats", 1)
    assert found == python.stats(f"{ISLAND}.txt", p="1/3")
    assert list(found) == list(python.stats(f"{ISLAND}.game.json"))


def test_statistics_in_words(tmp_path):
    path = tmp_path / "kuhn.efg"
    path.write_text(kuhn_efg())
    code, printed = ended("stats", path)
    assert code == 0
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    assert lines[2:5] == [
        "nodes 55: 12 of Ann, 12 of Bob, 1 of chance, 30 ends",
        "moves 54: 2.16 per node that is no end, at most 6",
        "plays 30, by payoff: -2 (6), -1 (9), 1 (9), 2 (6)",
    ]
    assert "6 information sets: 6 of 2 nodes" in printed
    code, told = ended("check", _written(tmp_path / "a.stats.txt", printed))
    assert code == 0 and "a report for people" in told


def _written(path, text):
    path.write_text(text)
    return path


@pytest.mark.parametrize("command", ["stats", "export"])
@pytest.mark.parametrize(
    "words, code, told",
    [
        ((f"{ISLAND}.efg", "--of", "states"), 2, "--of states is for sources with a state graph"),
        ((f"{ISLAND}.txt", "--of", "states", "--unroll"), 2, "--unroll is for --of game"),
        ((f"{ISLAND}.efg", "--p", "1/3"), 2, "--p 1/3 is for maps"),
        ((f"{ISLAND}.lp",), 1, "this is a linear program"),
        ((f"{ISLAND}.txt", "--unroll", "--max-nodes", "96"), 4, "97 histories, more than the"),
        ((f"{CARDS}.yaml", "--of", "game", "--max-nodes", "99"), 4, "histories, more than the"),
        pytest.param(
            (ARTIFACTS / "droid-battle" / "droid-battle.states.yaml",),
            4,
            "at least 100,001 states, more than the limit of 100,000",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_sources_without_the_network_are_refused_in_one_line(command, words, code, told, capfd):
    found, said = refused(capfd, command, *words)
    assert found == code and told in said and said.count("\n") == 1


def test_a_large_network_is_counted_and_not_exported(tmp_path, capfd):
    words = (f"{ISLAND}.txt", "-O", "0", "--max-nodes", "48")
    code, said = refused(capfd, "export", *words)
    assert code == 4 and "49 states, more than the limit" in said
    code, printed = ended("stats", *words)
    facts = dict(line.split(maxsplit=1) for line in printed.splitlines()[2:])
    assert code == 0 and (facts["states"][:3], facts["moves"]) == ("49:", "48")
    assert facts["left"].startswith("out  plays, length, ")
    assert " ".join(printed.split()).endswith("every play passes: --max-nodes is smaller")
    code, told = ended("check", _written(tmp_path / "a.stats.txt", printed))
    assert code == 0 and "a report for people" in told
    _, told = ended("stats", f"{ISLAND}.txt", "-O", "0", "--format", "json")
    code, printed = ended("stats", *words, "--format", "json")
    counted, measured = json.loads(printed), json.loads(told)
    assert code == 0 and "every play" in counted.pop("left_out")
    assert {key: measured[key] for key in counted} == counted


def test_of_a_large_graph_of_version_2_the_game_is_counted():
    rules = ARTIFACTS / "inspection" / "inspection.rules.yaml"
    _, told = ended("stats", rules, "--format", "json")
    code, printed = ended("stats", rules, "--max-nodes", "2", "--format", "json")
    counted, measured = json.loads(printed), json.loads(told)
    assert code == 0 and counted.pop("left_out") and counted["histories"] and counted["infosets"]
    assert {key: measured[key] for key in counted} == counted


def test_solving_a_game_loads_no_graphs(monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "networkx"]:
        monkeypatch.delitem(sys.modules, name)
    assert ended("run", f"{ISLAND}.txt")[0] == 0
    assert "networkx" not in sys.modules
    assert ended("stats", f"{ISLAND}.txt")[0] == 0
    assert "networkx" in sys.modules


def test_the_page_has_every_key_and_every_attribute(tmp_path):
    night = tmp_path / "night.states.yaml"
    night.write_text(BURGLAR)
    page = (ROOT / "docs" / "networks.md").read_text()
    keys, attributes = (
        set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\|([^|]*)\|", table, re.MULTILINE))))
        for table in re.findall(r"^\| (?:key|attribute) .*?^$", page, re.MULTILINE | re.DOTALL)
    )
    stats = json.loads(ended("stats", night, "--format", "json")[1])
    assert keys - {"left_out"} == set(stats)
    stats = json.loads(ended("stats", f"{ISLAND}.txt", "--format", "json")[1])
    assert keys - {"histories", "infosets", "left_out"} == set(stats)
    found = set()
    for source in (f"{ISLAND}.txt", f"{ISLAND}.game.json", f"{CARDS}.yaml", night):
        data = json.loads(ended("export", source)[1])
        found |= set(data["graph"])
        found |= {name for one in (*data["nodes"], *data["edges"]) for name in one}
    # What the node-link form calls nodes, edges and their ends.
    assert attributes == found - {"id", "key", "source", "target"}
