"""Bounds on the value of a map by a double oracle, with every command that knows them."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from itertools import islice, product

import numpy as np
import pytest

from commands import ended, refused, saved_arrays
from efgc.pipeline.chain.checkpoints import write_checkpoint
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas import bounds
from efgc.schemas.parts.problems import TimeUp
from efgc.stages.bounds.oracle import terrain
from efgc.stages.bounds.oracle.search import double_oracle
from efgc.stages.bounds.oracle.terrain import terrain_of
from efgc.stages.parse import map_game
from efgc.stages.report.bounds import report_bounds
from small_games import ARTIFACTS, ROOT

ISLAND, VALUE = ARTIFACTS / "island-2" / "island-2.txt", Fraction(528, 155)
METHOD = ("--method", "double-oracle")
KUHN = ARTIFACTS / "kuhn" / "kuhn.rules.yaml"
FINE = (*METHOD, "--gap", "1e-6")
LINE = re.compile(r"value +between (\S+) and (\S+) to agent \(bounded: proved by best responses")
WALLED = """\
9
9
S--#---#-
--G#-G-#-
---E---E-
-G-#---#-
---#-G-#G
---E---E-
G--#---#-
---#-G-#-
---E---ED
2
0.5
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    (tmp_path / "map.txt").write_text(ISLAND.read_text())
    (tmp_path / "walled.txt").write_text(WALLED)
    return tmp_path


def test_run_reports_bounds_with_both_strategies(folder):
    code, printed, said = ended("run", "map.txt", *FINE, "-v", "-o", "out/")
    assert code == 0 and "the value is between" in said
    low, high = LINE.search(printed).groups()
    assert Fraction(low) <= VALUE <= Fraction(high)
    for words in ("JAIR 51", "island-2018", "first moves of agent", "first moves of bandits"):
        assert words in printed
    names = {"map.bounds.json", "map.double-oracle.npz", "map.report.txt"}
    assert {path.name for path in (folder / "out").iterdir()} == names
    found = bounds.read((folder / "out" / "map.bounds.json").read_text())
    assert found.status == "gap" and Fraction(found.lower_bound) <= VALUE
    agent, bandits = found.strategies
    assert agent[0].after == () and all(one.after for one in agent[1:])
    assert all(re.fullmatch(r"e\d e\d", action) for action in bandits[0].actions)


def test_solve_report_and_check_prove_the_same_bounds(folder):
    assert ended("solve", "map.txt", *FINE, "-o", "map.bounds.json")[0] == 0
    found = bounds.read((folder / "map.bounds.json").read_text())
    code, printed, _ = ended("report", "map.txt", "map.bounds.json", "--format", "json")
    report = json.loads(printed)
    assert code == 0 and report["solver"] == "double-oracle" and report["rules"] == "island-2018"
    assert report["lower_bound"] == pytest.approx(found.lower_bound, abs=1e-9)
    assert report["upper_bound"] == pytest.approx(found.upper_bound, abs=1e-9)
    code, printed, _ = ended("check", "map.bounds.json", "map.txt")
    assert code == 0 and "proves for map.txt that the value lies from 3.40" in printed
    code, _, _ = ended("report", "map.txt", "map.bounds.json", "-o", "map.report.html")
    assert code == 0 and "restricted linear programs" in (folder / "map.report.html").read_text()


def test_other_rules_are_those_of_the_bounds(folder):
    words = ("run", "map.txt", "--rules", "cave-2023", *FINE)
    assert ended(*words, "-o", "out/")[0] == 0
    exact = json.loads(ended("run", "map.txt", "--rules", "cave-2023", "--format", "json")[1])
    value = Fraction(exact["value_exact"])
    code, printed, _ = ended("report", "map.txt", "out/map.bounds.json", "--format", "json")
    report = json.loads(printed)
    assert code == 0 and report["rules"] == "cave-2023"
    assert Fraction(report["lower_bound"]) <= value <= Fraction(report["upper_bound"])
    assert ended("check", "out/map.bounds.json", "map.txt")[0] == 0


def forged(path, **changes):
    data = json.loads(path.read_text())
    del data["made"]
    path.with_name("forged.bounds.json").write_text(json.dumps({**data, "progress": [], **changes}))


def test_a_forged_bound_is_refused_by_report_and_check(folder, capfd):
    path = folder / "map.bounds.json"
    assert ended("solve", "map.txt", *FINE, "-o", path)[0] == 0
    found = bounds.read(path.read_text())
    forged(path)
    assert ended("check", "forged.bounds.json", "map.txt")[0] == 0
    better = (
        {"lower_bound": found.lower_bound + 1e-4, "upper_bound": found.upper_bound + 1e-3},
        {"upper_bound": found.upper_bound - 1e-4, "lower_bound": found.lower_bound - 1e-3},
    )
    for changes in better:
        forged(path, **changes)
        code, said = refused(capfd, "report", "map.txt", "forged.bounds.json")
        assert code == 5 and "the strategies prove that the value is from" in said
        code, _, said = ended("check", "forged.bounds.json", "map.txt")
        assert code == 5 and "player" in said
    forged(path, map_sha256="0" * 64)
    code, said = refused(capfd, "report", "map.txt", "forged.bounds.json")
    assert code == 1 and "are bounds for another map" in said
    code, _, said = ended("check", "forged.bounds.json", "map.txt")
    assert code == 5 and "belongs to another map than map.txt" in said
    strategy = json.loads(path.read_text())["strategies"]
    strategy[0][0]["actions"][0] = "up 99"
    forged(path, strategies=strategy)
    code, said = refused(capfd, "report", "map.txt", "forged.bounds.json")
    assert code == 1 and "does not end at the first dangerous place or exit" in said
    assert ended("check", "forged.bounds.json", "map.txt")[0] == 5


def test_bounds_for_a_map_are_refused_with_another_file(folder, capfd):
    assert ended("solve", "map.txt", *METHOD, "-o", "map.bounds.json")[0] == 0
    game = ARTIFACTS / "island-2" / "island-2.game.json"
    words = "are bounds for a map, not for a game: name the map\n"
    code, _, said = ended("check", "map.bounds.json", game)
    assert code == 5 and said == f"map.bounds.json: {words}"
    code, said = refused(capfd, "report", game, "map.bounds.json")
    assert code == 1 and words in said


REFUSED = [
    (("run", "map.txt", *METHOD, "-O", "1"), 2, "-O is for state graphs"),
    (("run", KUHN, *METHOD, "--through", "expand"), 2, "is for the stages solve and report"),
    (
        ("run", KUHN, *METHOD, "--format", "csv"),
        2,
        "have both strategies, and `-o DIR` writes them",
    ),
    (("run", KUHN, *METHOD, "--recall", "1"), 2, "strategies of a double oracle remember all"),
    (("run", "map.txt", *METHOD, "--through", "expand"), 2, "is for the stages solve and report"),
    (("run", "map.txt", *METHOD, "--format", "csv"), 2, "--format csv is for games that are"),
    (("run", "map.txt", *METHOD, "--solver", "glpk"), 2, "--solver glpk is for --method linear"),
    (("run", "map.txt", *METHOD, "--gap", "0"), 2, "0.0 is not in the range"),
    (("solve", "map.txt", *METHOD, "--gap", "inf"), 2, "'inf' is not finite"),
    (("solve", "map.txt", *METHOD, "--gap", "nan"), 2, "'nan' is not a number"),
    (
        ("solve", "map.txt"),
        1,
        "this is a map; `efgc run` solves it, or type "
        "`efgc run map.txt --through lower | efgc solve -`",
    ),
    (
        ("lower", "--explain", "map.txt", "-o", "a b.lp"),
        1,
        "type `efgc run map.txt --through expand | efgc lower --explain - -o 'a b.lp'`",
    ),
    (("expand", "map.txt", "-o", "a.efg"), 1, "`efgc parse map.txt | efgc expand - -o a.efg`"),
    (
        ("run", "map.txt", "--p", "1/4", "--exact", "-o", "a.efg"),
        2,
        "`efgc parse map.txt --p 1/4 | efgc expand -o a.efg` writes it",
    ),
    (("solve", "map.txt", "--gap", "1"), 2, "--gap needs --method regret or double-oracle"),
    (("solve", ARTIFACTS / "kuhn" / "kuhn.lp", *METHOD), 1, "this is a linear program"),
    (
        ("run", "map.txt", "--max-states", "5"),
        4,
        "`efgc run map.txt --method double-oracle` bounds",
    ),
]


@pytest.mark.parametrize("words, code, message", REFUSED)
def test_what_has_no_meaning_is_refused(words, code, message, folder, capfd):
    assert refused(capfd, *words)[0] == code
    assert message in refused(capfd, *words)[1]


def test_a_folder_keeps_the_searches_of_both_methods(folder):
    words = ("run", "map.txt", "-o", "out", "--gap", "0.01", "--method")
    steps: dict[str, list[int]] = {}
    for method in ("double-oracle", "regret", "double-oracle", "regret"):
        assert ended(*words, method)[0] == 0
        found = bounds.read((folder / "out" / "map.bounds.json").read_text())
        assert found.method == method and found.lower_bound <= VALUE <= found.upper_bound
        steps.setdefault(method, []).append(found.steps)
        code, printed, _ = ended("check", "out", "map.txt")
        assert code == 0 and "out/map.bounds.json: proves for " in printed
    assert all(first == second > 0 for first, second in steps.values())
    names = {path.name for path in (folder / "out").glob("*.npz")}
    assert names == {"map.regret.npz", "map.double-oracle.npz"}
    code, printed, _ = ended("report", "out/map.game.json", "out/map.bounds.json", "-v")
    assert code == 0 and "AAAI 2021" in printed


def test_too_many_placements_are_refused(folder, capfd):
    (folder / "many.txt").write_text("12 0.5\n" + "E" * 24 + "\nS" + "-" * 22 + "D\n")
    code, said = refused(capfd, "run", "many.txt", *METHOD)
    assert code == 4 and "2,704,156 sets of places for the bandits; the most are 50,000" in said


@pytest.mark.long
def test_any_number_of_threads_gives_the_same_bytes(folder):
    texts = {ended("solve", "walled.txt", *FINE, "--jobs", jobs)[1] for jobs in (1, 2, 4)}
    assert len(texts) == 1


def run_of(folder):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-m", "efgc", "run", "walled.txt", *METHOD]
        + ["--gap", "1e-14", "--rules", "cave-2023", "-o", "out"],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def test_a_killed_run_goes_on_from_its_folder(folder):
    file, before = folder / "out" / "walled.bounds.json", None
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
        with run_of(folder) as process:
            for _ in range(600):
                if file.exists() or process.poll() is not None:
                    break
                time.sleep(0.1)
            time.sleep(0.5)
            process.send_signal(number)
            process.stderr.read()
        found = bounds.read(file.read_text())
        if before is not None:
            assert found.steps >= before.steps
            assert found.lower_bound >= before.lower_bound
            assert found.upper_bound <= before.upper_bound
        before = found


def test_a_finished_folder_goes_on_only_for_a_smaller_gap(folder):
    steps = []
    for gap in ("3", "3", "1e-6"):
        assert ended("run", "map.txt", *METHOD, "--gap", gap, "-o", "out")[0] == 0
        found = bounds.read((folder / "out" / "map.bounds.json").read_text())
        steps.append(found.steps)
        assert found.gap <= float(gap)
    assert steps[0] == steps[1] < steps[2]


def solved_map(text, steps):
    """Return a map and its bounds after some steps."""
    game = map_game(text, "0" * 64)
    rounds = double_oracle(terrain_of(game), 1e-9)
    found = next(islice(rounds, steps, None))
    words = {"method": "double-oracle", "rule": "", "status": "limit", "progress": ()}
    made = bounds.Bounds(
        game.title,
        game_sha256="",
        graph_sha256="",
        map_sha256=game.digest,
        map_rules=game.rules,
        steps=found.step,
        lower_bound=found.lower,
        upper_bound=found.upper,
        strategies=found.strategies(),
        **words,
    )
    return game, made


@pytest.mark.parametrize("steps", [0, 1, 20])
def test_the_report_of_a_search_repeats_none_of_its_work(steps, monkeypatch):
    game, made = solved_map(WALLED, steps)
    found = []
    monkeypatch.setattr(terrain, "richest_path", lambda *words: found.append(words))
    report = report_bounds(game, made, 0)
    assert found == []
    assert report.proved.upper <= made.upper_bound + 1e-6
    assert report.proved.lower == pytest.approx(made.lower_bound, abs=1e-6)


def test_a_report_without_the_search_ends_when_the_time_is_over():
    game, made = solved_map(WALLED, 20)
    calls = []

    def over(done, total):
        calls.append(done)
        if len(calls) == 3:
            raise TimeUp(1.0)

    with pytest.raises(TimeUp):
        report_bounds(game, made, 0, over)
    assert calls == [1, 2, 3]


def test_evaluate_refuses_bounds_of_a_map(folder, capfd):
    assert ended("run", "map.txt", *FINE, "-o", "out")[0] == 0
    code, said = refused(capfd, "evaluate", "map.txt", "out/map.bounds.json")
    words = "are for whole ways and hiding places, not for moves of the game; `efgc report MAP"
    assert (code, said.count("\n")) == (1, 1) and f"strategies {words}" in said


def test_run_writes_a_page_with_the_bounds(folder):
    assert ended("run", "map.txt", *FINE, "-o", "page.html")[0] == 0
    assert "restricted linear programs" in (folder / "page.html").read_text()


def test_bounds_that_no_search_writes_are_refused_in_one_line(folder, capfd):
    assert ended("run", "map.txt", *FINE, "-o", "out")[0] == 0
    found = json.loads((folder / "out" / "map.bounds.json").read_text())
    (folder / "a.bounds.json").write_text(json.dumps({**found, "map_rules": "chess"}))
    code, said = refused(capfd, "report", "map.txt", "a.bounds.json")
    assert (code, said) == (1, "a.bounds.json: map_rules: no rules 'chess'\n")
    first = found["strategies"][0][0]
    first["probabilities"] = [1e308 for _ in first["actions"]]
    (folder / "a.bounds.json").write_text(json.dumps(found))
    code, said = refused(capfd, "report", "map.txt", "a.bounds.json")
    words = "strategies[0][0].probabilities: is not a distribution"
    assert (code, said) == (1, f"a.bounds.json: {words}\n")


EDITED = [
    (1, 1, "after", ["e1 e2", "alarm at e9"], "there is no place 'e9'", ""),
    (1, 1, "actions", ["e9"], "is no situation of this map", "'e9' is not a move of the bandits"),
    (1, 0, "actions", ["e9"], "is no situation of this map", "'e9' is not a placement"),
    (0, 0, "actions", ["fly"], "'fly' are no moves", "'fly' is not a way to a place or an exit"),
]


def test_edited_strategies_are_refused_in_words(folder, capfd):
    assert ended("run", "map.txt", *FINE, "-o", "out")[0] == 0
    text = (folder / "out" / "map.bounds.json").read_text()
    for player, at, key, value, report, check in EDITED:
        found = json.loads(text)
        del found["made"]
        entry = found["strategies"][player][at]
        entry |= {key: value} | ({"probabilities": [1.0]} if key == "actions" else {})
        (folder / "a.bounds.json").write_text(json.dumps(found))
        code, said = refused(capfd, "report", "map.txt", "a.bounds.json")
        assert code == 1 and report in said
        if check:
            code, _, said = ended("check", "a.bounds.json", "map.txt")
            assert code == 5 and check in said


def test_a_search_that_finds_nothing_better_ends(folder):
    code, printed, said = ended("run", "walled.txt", *FINE)
    assert code == 4 and "nothing better was found for either player" in printed
    assert "remains; the bounds hold" in said or code == 4
    low, high = LINE.search(printed).groups()
    value = Fraction(json.loads(ended("run", "walled.txt", "--format", "json")[1])["value_exact"])
    assert Fraction(low) <= value <= Fraction(high)


ARRAYS = [
    ("oracle", np.frombuffer(b"[" * 100_000, np.uint8)),
    ("oracle", np.array(["a text"])),
    ("oracle", np.array([1 + 1j])),
    ("oracle", np.frombuffer(b"[]", np.uint8)),
    ("oracle", None),
    ("progress", None),
    ("progress", np.array([["a", "b", "c", "d"]])),
    ("progress", np.array([[-1.0, 0, 5, 0]])),
    ("progress", np.array([[0.5, 0, 5, 0]])),
    ("progress", np.array([[1e300, 0, 5, 0]])),
    ("progress", np.array([[1.0, 5, 0, 0]])),
    ("progress", np.array([[1.0, 0, 5, -1]])),
    ("progress", np.array([[1.0, 1, 4, 1], [2, 0, 5, 1]])),
    ("progress", np.array([[1.0, np.nan, 4, 1]])),
]
NUMBERS = (None, "a", [], {}, -1, 10**400, float("inf"), float("nan"), 1e300)
PLACES = [
    *[(key,) for key in ("tree", "agent", "best", "newest", "known", "numbers")],
    *[("numbers", at) for at in range(6)],
    *[("known", 0, at) for at in range(3)],
    *[(key, 0) for key in ("tree", "agent", "best", "newest", "known")],
    *[
        (key, 0, *more)
        for key in ("tree", "agent", "best", "newest")
        for more in (("actions",), ("actions", 0), ("probabilities", 0), ("after",))
    ],
]


def as_saved(state):
    """Return the array of a state of the search in a checkpoint."""
    return np.frombuffer(json.dumps(state).encode(), np.uint8)


@pytest.mark.slow
def test_a_checkpoint_that_does_not_fit_is_refused_by_its_name(folder, capfd):
    words = ("run", "map.txt", *FINE, "-o", "out")
    assert ended(*words)[0] == 0
    path = str(folder / "out" / "map.double-oracle.npz")
    kept, digest = saved_arrays(path)
    forged = [({**kept, name: array}, (name, array)) for name, array in ARRAYS]
    for place, value in product(PLACES, NUMBERS):
        state = at = json.loads(kept["oracle"].tobytes())
        for key in place[:-1]:
            at = at[key]
        at[place[-1]] = value
        if not (value in ([], {}) and place[-1] in ("known", "after", "tree", "agent")):
            forged.append(({**kept, "oracle": as_saved(state)}, (place, value)))
    for arrays, change in forged:
        given = {name: array for name, array in arrays.items() if array is not None}
        write_checkpoint(path, digest, given)
        code = guarded(lambda: efgc([*words], standalone_mode=False))
        said = capfd.readouterr().err
        line = "out/map.double-oracle.npz: does not fit this game\n"
        assert (code, said) == (1, line), change


@pytest.mark.parametrize("claimed", [(3.5, 3.5000001), (0.0, 3.3), (0.0, 12.0)])
def test_bounds_of_a_checkpoint_are_proved_again(folder, claimed):
    words = ("run", "map.txt", *FINE, "-o", "out")
    assert ended(*words)[0] == 0
    path = str(folder / "out" / "map.double-oracle.npz")
    kept, digest = saved_arrays(path)
    state = json.loads(kept["oracle"].tobytes())
    state["numbers"][:2] = claimed
    write_checkpoint(path, digest, {**kept, "oracle": as_saved(state)})
    code, printed, said = ended(*words)
    low, high = LINE.search(printed).groups()
    assert code == 0 and Fraction(low) <= VALUE <= Fraction(high)
    assert f"the value is between {low} and {high}" in said


def test_without_time_for_that_the_bounds_are_those_of_every_map(folder):
    terrain = terrain_of(map_game(ISLAND.read_text(), "", rules="island-2018"))
    *_, last = double_oracle(terrain, 1e-6)
    [only] = double_oracle(terrain, 1e-6, seconds=0.0, saved=last.save())
    assert (only.lower, only.upper) == (0, terrain.most) and not only.reached
    assert only.strategies() == last.strategies()
    *_, again = double_oracle(terrain, 1e-6, saved=only.save())
    assert again.reached and again.lower <= VALUE <= again.upper


def test_lines_of_a_checkpoint_that_no_strategy_proves_are_left_out(folder):
    words = ("run", "map.txt", *FINE, "-o", "out")
    assert ended(*words)[0] == 0
    path = str(folder / "out" / "map.double-oracle.npz")
    kept, digest = saved_arrays(path)
    write_checkpoint(path, digest, {**kept, "progress": np.array([[1.0, 3.9, 4, 0]])})
    assert ended(*words)[0] == 0
    found = bounds.read((folder / "out" / "map.bounds.json").read_text())
    assert [line.step for line in found.progress] == [found.steps]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_checkpoint_that_is_a_pipe_is_refused_at_once(folder, capfd):
    (folder / "out").mkdir()
    os.mkfifo(folder / "out" / "map.double-oracle.npz")
    code, said = refused(capfd, "run", "map.txt", *FINE, "-o", "out")
    assert code == 1
    assert said == "out/map.double-oracle.npz: cannot be read: is a pipe or a device, not a file\n"


def test_a_damaged_checkpoint_is_refused_in_one_line(folder, capfd):
    words = ("run", "map.txt", *FINE, "-o", "out")
    assert ended(*words)[0] == 0
    path = folder / "out" / "map.double-oracle.npz"
    whole = path.read_bytes()
    for at in range(0, len(whole), 501):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        code, said = refused(capfd, *words)
        assert code == 1 and "is damaged" in said and said.count("\n") == 1
    path.write_bytes(whole)
    (folder / "map.txt").write_text(WALLED)
    code, said = refused(capfd, *words)
    assert code == 1 and "belongs to another game" in said
    assert np.load(path)["oracle"].dtype == np.uint8
