"""Bounds on the value of games and state graphs by a double oracle, with the commands."""

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

import efgc as python
from commands import ended, refused
from efgc.schemas import bounds

ROOT = Path(__file__).parents[2]
RULES = ROOT / "tests" / "games" / "rules"
LEDUC, VALUE = RULES / "leduc.rules.yaml", -0.085606424078
KUHN, SMALL_VALUE = RULES / "kuhn.rules.yaml", Fraction(-1, 18)
FINE = ("--method", "double-oracle", "--gap", "1e-6")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def leduc(tmp_path_factory):
    """A folder with the files of a run, its exit code, and what it printed and said."""
    place = tmp_path_factory.mktemp("leduc")
    return place, *ended("run", LEDUC, *FINE, "-o", place)


@pytest.fixture
def out(leduc, folder):
    """Copy the files of that run to the folder `out`."""
    shutil.copytree(leduc[0], folder / "out")


def test_a_run_has_its_graph_its_bounds_and_a_report_that_prove_each_other(leduc, out, folder):
    _, code, printed, said = leduc
    assert code == 0 and "the value is between -0.0856" in said
    for words in ("first moves of one", "after", "saw 5"):
        assert words in printed
    detailed = ended("report", "out/leduc.states.yaml", "out/leduc.bounds.json", "-v")[1]
    assert "JAIR 51" in detailed
    assert {path.name for path in (folder / "out").iterdir()} == {
        "leduc.states.yaml",
        "leduc.bounds.json",
        "leduc.double-oracle.npz",
        "leduc.report.txt",
    }
    found = bounds.read((folder / "out" / "leduc.bounds.json").read_text())
    assert found.status == "gap" and found.lower_bound <= VALUE <= found.upper_bound
    assert all(not one.states and one.after for one in found.strategies[0])
    code, printed, _ = ended("check", "out")
    assert code == 0 and "out/leduc.bounds.json: proves for " in printed
    graph = "out/leduc.states.yaml"
    code, printed, _ = ended("report", graph, "out/leduc.bounds.json", "--format", "json")
    report = json.loads(printed)
    assert code == 0 and report["upper_bound"] - report["lower_bound"] <= 1e-6
    assert ended("report", graph, "out/leduc.bounds.json", "-o", "leduc.report.html")[0] == 0
    code, _, _ = ended("solve", graph, *FINE, "-o", "again.bounds.json")
    again = bounds.read((folder / "again.bounds.json").read_text())
    assert code == 0 and again.strategies == found.strategies


def test_listed_games_are_refused_before_any_work(folder, capfd):
    assert ended("run", KUHN, "-o", "out/", "--through", "expand")[0] == 0
    sources = ("out/kuhn.game.json", ROOT / "artifacts" / "island-1" / "island-1.states.yaml")
    for source in sources:
        code, said = refused(capfd, "run", source, *FINE)
        words = "--method double-oracle is for maps and state graphs of version 2; --method regret"
        assert (code, said) == (2, f"{source}: {words} bounds the value of a listed game\n")
        code, said = refused(capfd, "solve", source, *FINE)
        assert code == 1
    assert "this is a game; " in refused(capfd, "solve", sources[0], *FINE)[1]


def test_a_forged_bound_is_refused_by_report_and_check(out, folder, capfd):
    graph, path = "out/leduc.states.yaml", folder / "out" / "leduc.bounds.json"
    data = json.loads(path.read_text())
    del data["made"]
    for key, change in (("lower_bound", 1e-4), ("upper_bound", -1e-4)):
        other = {"lower_bound": "upper_bound", "upper_bound": "lower_bound"}[key]
        forged = {**data, "progress": [], key: data[key] + change, other: data[other] + 2 * change}
        (folder / "forged.bounds.json").write_text(json.dumps(forged))
        code, said = refused(capfd, "report", graph, "forged.bounds.json")
        assert code == 5 and "the strategies prove that the value is from" in said
        assert ended("check", "forged.bounds.json", graph)[0] == 5


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({"after": ["saw 5", "did dance"]}, 1, "the player cannot have this memory: saw 5, did"),
        ({"after": ["saw 5"]}, 1, "duplicate situation"),
        ({"after": ["saw 4", "did call"]}, 1, "a situation is missing: what the player does after"),
        ({"actions": ["fold"]}, 1, "the actions are call, raise, and the"),
        ({"probabilities": [0.5]}, 1, "is not a distribution"),
        ({"states": ["s3"]}, 1, "needs neither an information_set nor states"),
    ],
)
def test_a_broken_strategy_is_refused_with_its_place(change, code, words, out, folder, capfd):
    data = json.loads((folder / "out" / "leduc.bounds.json").read_text())
    entry = {"after": ["saw 4"], "actions": ["call"], "probabilities": [1.0]}
    others = [{**entry, "after": ["saw 5"]}]
    del data["made"]
    data |= {"strategies": [[*others, {**entry, **change}], []], "progress": []}
    data |= {"lower_bound": -13.0, "upper_bound": 13.0}
    (folder / "a.bounds.json").write_text(json.dumps(data))
    got, said = refused(capfd, "report", "out/leduc.states.yaml", "a.bounds.json")
    assert (got, said.count("\n")) == (code, 1) and words in said
    assert re.match(r"a\.bounds\.json:[\d:]* strategies", said)


@pytest.mark.parametrize("level", ["0", "1", "2", "auto"])
def test_the_level_of_bounds_is_that_of_their_run(level, folder, capfd):
    assert ended("run", KUHN, *FINE, "-O", level, "-o", "small")[0] == 0
    code, printed, _ = ended("evaluate", KUHN, "small/kuhn.bounds.json")
    assert code == 0 and "NashConv" in printed
    code, said = refused(capfd, "evaluate", KUHN, "--let", "ante=2", "small/kuhn.bounds.json")
    assert code == 1 and "too: give the level and the constants of their run, with -O and" in said


def test_the_strategies_are_evaluated_on_the_graph(out, folder):
    bounds = json.loads((folder / "out" / "leduc.bounds.json").read_text())
    words = ("out/leduc.states.yaml", "out/leduc.bounds.json", "--format", "json")
    code, printed, _ = ended("evaluate", *words)
    first, second = json.loads(printed)["strategies"]
    assert code == 0
    assert first["guarantee"]["lower"] == pytest.approx(bounds["lower_bound"], abs=1e-9)
    assert second["guarantee"]["upper"] == pytest.approx(bounds["upper_bound"], abs=1e-9)


def test_so_they_are_in_the_game_and_locked(folder, capfd):
    words = (KUHN, "--method", "double-oracle", "--gap", "1e-9", "-o", "small/")
    assert ended("run", *words)[0] == 0
    assert ended("expand", "small/kuhn.states.yaml", "-o", "kuhn.game.json")[0] == 0
    for words in (("uniform:1",), ("small/kuhn.bounds.json", "--player", "1")):
        assert ended("lock", "kuhn.game.json", *words, "-o", "locked.game.json")[0] == 0
        report = json.loads(ended("run", "locked.game.json", "--format", "json")[1])
        assert (report["value_exact"] == "-1/18") == (len(words) == 3)
    code, printed, _ = ended("evaluate", "kuhn.game.json", "small/kuhn.bounds.json")
    assert code == 0 and "NashConv        0 per game" in printed
    data = json.loads(Path("small/kuhn.bounds.json").read_text())
    del data["made"]
    Path("a.bounds.json").write_text(json.dumps(data).replace('"saw 1"', '"saw 9"'))
    code, said = refused(capfd, "lock", "kuhn.game.json", "a.bounds.json")
    words = "are for another game: in this one player 1 never has the memory saw 9"
    assert (code, said) == (1, f"a.bounds.json: {words}\n")
    del data["strategies"][0][0]
    Path("a.bounds.json").write_text(json.dumps(data))
    for command in ("evaluate", "lock"):
        code, said = refused(capfd, command, "kuhn.game.json", "a.bounds.json")
        assert code == 1 and "what the player does after saw 1" in said


def test_in_python_it_is_a_method_like_the_others(folder):
    found = python.run(KUHN, method="double-oracle", gap=0.01)
    low, high = found.bounds
    assert low <= SMALL_VALUE <= high and found.solver == "double-oracle"
    assert found.to_dict()["lower_bound"] == low
    first, second = python.evaluate(KUHN, found).guarantees
    assert (first, second) == (pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9))


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
def test_a_killed_run_goes_on_from_its_folder(folder):
    path, source = folder / "out" / "goofspiel.bounds.json", RULES / "goofspiel.rules.yaml"
    words = (sys.executable, "-m", "efgc", "run", source, "--let", "cards=5", *FINE, "-o", "out")
    before = None
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL, signal.SIGINT):
        with subprocess.Popen(words, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as run:
            for _ in range(600):
                if path.exists() or run.poll() is not None:
                    break
                time.sleep(0.1)
            time.sleep(1.5)
            run.send_signal(number)
        found = bounds.read(path.read_text())
        if before is not None:
            assert found.steps >= before.steps
            assert found.lower_bound >= before.lower_bound
            assert found.upper_bound <= before.upper_bound
        before = found
    assert ended("check", path, "out/goofspiel.states.yaml")[0] == 0


def test_python_has_the_exact_value_and_exact_strategies(folder):
    result = python.run(KUHN, method="double-oracle", gap=1e-6)
    assert result.value_exact == SMALL_VALUE and result.value.exact == SMALL_VALUE
    assert "value -0.0555555555556 = -1/18 to Alice" in repr(result)
    for strategy in result.strategies:
        for behaviour in strategy:
            assert sum(map(Fraction, behaviour.exact)) == 1
            assert tuple(map(float, behaviour.exact)) == behaviour.probabilities
