"""--log json: stderr has one JSON object per line, and nothing else. The messages of bad input are
compared in `test_bad_input`.
"""

import json
from pathlib import Path

import pytest

from commands import as_program
from efgc.pipeline.terminal import codes
from efgc.pipeline.terminal.events import Event
from efgc.schemas.parts.problems import Code
from said import codes_of_page, lines_of_log
from small_games import ARTIFACTS

ISLAND = ARTIFACTS / "island-1" / "island-1"
KUHN = ARTIFACTS / "kuhn" / "kuhn.rules.yaml"
LISTED = codes_of_page()


def events(*words, code=0):
    """Return the events of a command."""
    ended, _, said = as_program(*words, "--log", "json")
    assert ended == code, said
    return [json.loads(line) for line in said.splitlines()]


def of(found, kind):
    return [event for event in found if event["event"] == kind]


def test_a_run_tells_its_stages(tmp_path):
    found = events("run", f"{ISLAND}.txt", "-o", tmp_path / "made")
    stages = ["parse", "expand", "lower", "solve", "report"]
    for kind in (Event.BEGIN, Event.END):
        assert [event["stage"] for event in of(found, kind)] == stages
    assert all(event["seconds"] >= 0 for event in of(found, Event.END))
    [wrote] = of(found, Event.WROTE)
    assert {Path(file).name for file in wrote["files"]} == {
        path.name for path in (tmp_path / "made").iterdir()
    }
    assert found[-1] == {"event": "result", "exit_code": 0}


def test_a_search_tells_its_bounds():
    found = of(events("run", KUHN, "--method", "regret"), Event.BOUNDS)
    assert found and found[-1]["lower"] <= -1 / 18 <= found[-1]["upper"]
    assert found[-1]["step"] > 0 and "the value is between" in found[-1]["message"]


@pytest.mark.parametrize(
    "words, code",
    [
        (["run", "--no-such"], "usage"),
        (["--log", "text", "run", KUHN, "--format", "nonsense"], "usage"),
        (["run", KUHN, "--format", "svg"], "option"),
        (["run", "there-is-no-such-file"], "file"),
        (["lower", f"{ISLAND}.txt"], "wrong-kind"),
        (["run", f"{ISLAND}.txt", "--max-histories", "10", "-O", "0"], "too-large"),
        (["run", f"{ISLAND}.txt", "--time-limit", "1e-9"], "time"),
        (["run", f"{ISLAND}.txt", "-o", "/proc/none/a.txt"], "output"),
    ],
)
def test_a_problem_has_the_code_of_its_family(words, code):
    ended, _, said = as_program(*words, "--log", "json")
    [problem] = of([json.loads(line) for line in said.splitlines()], Event.PROBLEM)
    assert ended and problem["code"] == code


def test_files_that_do_not_agree_have_a_code(tmp_path):
    other = tmp_path / "other.game.json"
    other.write_text(Path(f"{ISLAND}.game.json").read_text().replace('"11"', '"12"'))
    found = events("check", other, f"{ISLAND}.states.yaml", code=5)
    assert {event["code"] for event in of(found, Event.PROBLEM)} == {"disagreement"}


@pytest.mark.parametrize("output", ["made/", "made.csv"])
def test_a_failed_run_of_a_sweep_is_a_problem(output, tmp_path):
    source = tmp_path / "odd.txt"
    source.write_text("1 0.5\n####\nSXE#\n####\n")
    words = ("sweep", f"{ISLAND}.txt", source, "--vary", "p=1/3,1/2", "-o", tmp_path / output)
    found = of(events(*words, code=1), Event.PROBLEM)
    [problem] = {json.dumps(event): event for event in found}.values()
    assert len(found) == 2 and (problem["code"], problem["file"]) == ("failed-run", str(source))
    assert f"{source}:3:2: 'X' is not a square" in problem["message"]
    assert as_program(*words)[2].count("odd.txt") == 0


INFEASIBLE = "max\n o: x\nst\n c: x <= 1\n d: x >= 2\nend\n"
NO_END = "max\n o: x\nst\n c: x <= 1\n"
ROUNDED = 'EFG 2 R "" { "a" "b" }\nc "" 1 "" { "l" 0.3333333333333333 "r" 2/3 } 0\n'
ROUNDED += 't "" 1 "" { 1 -1 }\nt "" 2 "" { 2 -2 }\n'


@pytest.mark.parametrize(
    "words, text, kind, place",
    [
        ("run p.lp", INFEASIBLE, Event.PROBLEM, {}),
        ("report p.lp p.solution.json", INFEASIBLE, Event.PROBLEM, {"file": "p.solution.json"}),
        ("run p.lp", INFEASIBLE.replace(">= 2", ">= 1.0000001"), Event.PROBLEM, {}),
        ("compare-solvers p.lp --solver glpk", INFEASIBLE, Event.PROBLEM, {}),
        ("run p.lp", NO_END, Event.REMARK, {}),
        ("run p.lp", NO_END.replace("c:", "c: :"), Event.PROBLEM, {"line": 4, "column": 5}),
        ("lower p.lp --format mps", NO_END, Event.REMARK, {}),
        ("run p.efg", ROUNDED, Event.REMARK, {"file": "p.efg", "line": 2}),
        ("lint p.efg --fix", ROUNDED, Event.REMARK, {"file": "p.efg", "line": 2, "column": 17}),
        ("run p.efg -o p.efg", ROUNDED, Event.PROBLEM, {"file": "p.efg"}),
    ],
)
def test_the_place_of_a_message_has_fields_of_its_own(
    words, text, kind, place, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    for name in ("p.lp", "p.efg"):
        Path(name).write_text(text)
    if "p.solution.json" in words:
        as_program("solve", "p.lp", "-o", "p.solution.json")
    said = as_program(*words.split(), "--log", "json")[2]
    found = of(map(json.loads, said.splitlines()), kind)
    expected = {"file": "p.lp"} | place
    assert found
    for event in found:
        assert {key: event.get(key) for key in expected} == expected, event
        assert not event["message"].startswith(expected["file"])
    lines = as_program(*words.split())[2].splitlines()
    assert [line for line in lines_of_log(said) if line not in lines] == []


def test_an_unknown_format_of_the_log_is_refused():
    code, _, said = as_program("run", KUHN, "--log", "xml")
    assert code == 2 and "--log takes text or json, not 'xml'" in said
    code, _, said = as_program("run", KUHN, "--log")
    assert code == 2 and "--log takes text or json" in said


def test_the_log_of_a_solver_stays_out():
    found = events("run", f"{ISLAND}.txt", "-v")
    assert {event["event"] for event in found} == {"begin", "end", "result"}


def test_the_page_lists_every_code():
    known = {code.replace("_", "-") for code in Code}
    known |= {*codes.ERRORS.values(), *codes.ROOMS.values()}
    known |= {codes.USAGE, codes.OUTPUT, codes.TIME, codes.INTERRUPTED, codes.MEMORY}
    known.add(codes.FAILED_RUN)
    assert known == LISTED


def test_findings_of_lint_as_json(tmp_path):
    path = tmp_path / "a.efg"
    path.write_text('EFG 2 D "" { "a" "b" }\n\tt "" 1 "é" { 1, -1 }\n')
    code, printed, _ = as_program("lint", path, "--format", "json")
    found = json.loads(printed)
    _, text, _ = as_program("lint", path)
    assert code == 1 and {event["code"] for event in found} >= {"space", "decimal", "unicode"}
    lines = [f"{one['file']}:{one['line']}:{one['column']}: {one['message']}" for one in found]
    assert lines == text.splitlines()
    assert as_program("lint", f"{ISLAND}.efg", "--format", "json")[:2] == (0, "[]\n")
    assert as_program("lint", path, "--format", "json", "--fix")[0] == 2
