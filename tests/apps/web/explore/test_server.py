"""The explorer's server, asked by programs: what comes of orders, whatever happens to who works."""

import base64
import hashlib
import io
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from explorer import explorer
from large_maps import open_map
from samples import SAMPLES

ARTIFACTS = Path(__file__).parents[4] / "artifacts"
ISLAND = (ARTIFACTS / "island-1" / "island-1.txt").read_text()
CAVE = (ARTIFACTS / "cave-example" / "cave-example.txt").read_text()
# Minutes, also at level 2.
LONG = open_map(11, 12)


@pytest.fixture(scope="module")
def page():
    with explorer() as page:
        page.compile(ISLAND)  # Whoever is warm is so for all tests.
        yield page


def test_an_answer_agrees_with_the_report(page):
    answer = page.compile(ISLAND, name="island-1.txt")
    assert (answer["state"], answer["kind"]) == ("done", "map")
    assert answer["title"] == "island 7x9, 2 bandits, p = 1/2"
    assert answer["facts"][1] == ["exact value", "220/31, proved in rationals"]
    assert answer["numbers"]["exact"] == "220/31"
    assert [stage["name"] for stage in answer["stages"]] == [
        *("parse", "expand", "lower", "solve", "report")
    ]
    assert [one["name"] for one in answer["sections"]] == [
        *("map", "tree", "strategies", "stages", "proof")
    ]
    assert answer == page.json("GET", "/state?column=1")


ANSWERS = {
    # source: state, kind, first problem or title
    CAVE: ("done", "map", "cave 5x6, 2 miners, p = 33/100"),
    "game: goofspiel\ncards: 2\n": ("done", "source", "Goofspiel, 2 cards, points"),
    "1 -1\n-1 1\n": ("done", "matrix", "matrix 2x2"),
    SAMPLES["patrol.osposg"]: ("done", "osposg", "one-sided stochastic game of 3 states"),
    (ARTIFACTS / "island-1" / "island-1.efg").read_text(): ("done", "gambit", "island 7x9"),
    (ARTIFACTS / "island-1" / "island-1.lp").read_text(): ("done", "linear-program", "linear p"),
    (ARTIFACTS / "island-1" / "island-1.game.json").read_text(): ("done", "game", "island 7x9"),
    (ARTIFACTS / "island-1" / "island-1.states.yaml").read_text(): (
        *("done", "state-graph", "island 7x9"),
    ),
    ISLAND.replace("G", "X", 1): ("failed", "map", (4, 2, "'X' is not a square; use one of")),
    ISLAND.replace("0.5", "2"): ("failed", "map", (11, 1, "the probability")),
    "": ("failed", "map", (1, 1, "the map is empty")),
    "/etc/passwd": ("failed", "map", (1, 1, "a map cannot begin with '/etc/passwd'")),
    "game: goofspiel\ncards: x\n": ("failed", "source", (2, 8, "cards: ")),
    "EFG 2 R": ("failed", "gambit", (1, 8, "expected the game's title in quotes")),
    "\ud800": ("failed", None, (1, 1, "not UTF-8 text")),
    "openspiel:efg_game(filename=/etc/passwd)": ("failed", "openspiel", (None, None, "")),
    "game: no game of ours\n": ("failed", "source", (1, 7, "")),
    (ARTIFACTS / "island-1" / "island-1.solution.json").read_text(): (
        *("failed", "solution", (None, None, "this is a solution of a linear program; ")),
    ),
}


@pytest.mark.parametrize("source", ANSWERS, ids=lambda source: repr(source[:20]))
def test_any_source_has_an_answer(page, source):
    state, kind, said = ANSWERS[source]
    answer = page.compile(source, 2)
    assert (answer["state"], answer.get("kind")) == (state, kind), answer
    if state == "done":
        assert answer["title"].startswith(said)
        assert page.ask("GET", f"/{answer['document']}")[0] == 200
    else:
        first = next(one for one in answer["problems"] if one["text"].startswith(said[2]))
        assert (first["line"], first["column"]) == said[:2]


REFUSED = {
    # A setting that means nothing for the source, or has no such value, is told as by `efgc run`.
    "rules": ("1 -1\n-1 1\n", "island-2018", "--rules island-2018 is for maps"),
    "level": (ISLAND, 7, "Invalid value for '-O' / '--level': '7' is not one of"),
    "p": (ISLAND, "3/2", "Invalid value for '--p': '3/2' is not between 0 and 1."),
    "bandits": (ISLAND, 9, "--bandits 9 exceeds the number of dangerous places"),
    "without": (ISLAND, ["all"], "Invalid value for '--without': 'all' is not one of"),
    "max_states": (ISLAND, 3, "the map has more than 3 states at level 2"),
    "solver": (ISLAND, "abacus", "Invalid value for '--solver': 'abacus' is not one of"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_setting_is_refused_in_words(page, name):
    source, value, said = REFUSED[name]
    answer = page.compile(source, 2, **{name: value})
    assert answer["state"] == "failed" and answer["problems"][0]["text"].startswith(said), answer


def test_settings_are_those_of_the_command_line(page):
    answer = page.compile(ISLAND, 2, p="1/3", bandits=1, level=0, without=["single"])
    assert answer["title"] == "island 7x9, 1 bandit, p = 1/3"
    facts = dict(answer["facts"])
    assert facts["rules"] == "island-2018" and facts["compiled"].startswith("level 0")


def test_the_possible_settings_are_listed(page):
    told = page.json("GET", "/settings")
    assert told["source"] == {"text": ISLAND, "name": "island-1.txt"}
    assert {"rules", "p", "without"} <= set(told["kinds"]["map"]["takes"])
    assert not {"rules", "p", "without"} & set(told["kinds"]["gambit"]["takes"])
    assert "level" in told["kinds"]["gambit"]["takes"]
    assert {one["name"]: one["of"] for one in told["reductions"]} == {
        **dict.fromkeys(("reachable", "relevant", "chains", "richest", "wider"), "graph"),
        **dict.fromkeys(("single", "endgames"), "form"),
    }
    assert all(one["words"] for name in ("rules", "levels", "refine") for one in told[name])
    assert {one["file"] for one in told["examples"]} >= {"maze.txt", "goofspiel-3.yaml"}


def test_a_document_may_do_nothing_but_its_own(page):
    answer = page.compile(ISLAND)
    for query in ("", "?only=map", "?only=strategies,proof"):
        status, headers, text = page.ask("GET", f"/{answer['document']}{query}", X_Page_Token=None)
        assert (status, headers["Cache-Control"]) == (200, "no-store")
        style, script = (_hash(text, tag) for tag in ("style", "script"))
        assert headers["Content-Security-Policy"] == (
            f"default-src 'none'; style-src '{style}'; script-src '{script}'; img-src data:; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
        )
        wanted = query.removeprefix("?only=").split(",") if query else None
        shown = re.findall(r'<section id="([a-z]+)"', text)
        everything = ["facts", *(one["name"] for one in answer["sections"])]
        assert shown == (wanted or everything)


def _hash(text, tag):
    inside = re.search(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL)[1]
    digest = hashlib.sha256(inside.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def test_the_last_of_twenty_quick_orders_wins(page):
    orders = [page.order(ISLAND.replace("0.5", f"0.{number}")) for number in range(31, 51)]
    with ThreadPoolExecutor(20) as pool:
        asked = []
        for order in orders:
            asked.append(pool.submit(page.json, "POST", "/compile", order))
            time.sleep(0.02)
        answers = [one.result() for one in asked]
    assert {one["state"] for one in answers[:-1]} <= {"replaced", "done"}
    answer = page.ended(answers[-1])
    assert (answer["state"], answer["number"]) == ("done", orders[-1]["number"])
    assert answer["title"].endswith("p = 1/2")
    assert page.json("GET", "/state?column=1") == answer


def test_an_older_order_changes_nothing(page):
    answer = page.compile(ISLAND)
    old = page.order(CAVE) | {"number": 1}
    assert page.json("POST", "/compile", old)["state"] == "replaced"
    assert page.json("GET", "/state?column=1&number=1")["state"] == "replaced"
    assert page.json("GET", "/state?column=1") == answer


@pytest.mark.slow
def test_a_long_compilation_is_stopped_and_the_next_one_runs(page):
    answer = page.begin(LONG)
    assert answer["state"] == "working" and answer["stage"] in ("parse", "expand"), answer
    order = {"column": 1, "number": answer["number"]}
    answer = page.json("POST", "/stop", order)
    assert (answer["state"], answer["text"]) == ("stopped", "stopped")
    assert page.json("GET", "/state?column=1") == answer
    assert page.json("POST", "/stop", order) == answer
    assert page.compile(ISLAND)["state"] == "done"


@pytest.mark.slow
def test_a_new_order_ends_one_that_takes_long(page):
    first = page.begin(LONG)
    answer = page.compile(ISLAND)
    assert answer["state"] == "done"
    assert page.json("GET", f"/state?column=1&number={first['number']}")["state"] == "replaced"


@pytest.mark.slow
def test_columns_do_not_wait_for_each_other(page):
    page.compile(CAVE, 2)
    working = page.begin(LONG, 1)
    assert working["state"] == "working"
    before = time.monotonic()
    assert page.compile(ISLAND, 2)["state"] == "done"
    assert time.monotonic() - before < 10
    assert page.json("GET", "/state?column=1")["state"] == "working"
    page.json("POST", "/stop", {"column": 1, "number": working["number"]})


@pytest.mark.slow
def test_a_process_killed_at_work_is_reported(page):
    answer = page.begin(LONG)
    for process in page.workers():
        os.kill(process, signal.SIGKILL)
    answer = page.ended(answer)
    assert (answer["state"], answer["text"]) == (
        *("died", "the process that compiled it was killed from outside: SIGKILL"),
    )
    assert answer["stage"] and answer["seconds"] > 0
    assert page.compile(ISLAND)["state"] == "done"


@pytest.mark.slow
def test_a_process_that_is_killed_at_rest_is_replaced(page):
    answer = page.compile(ISLAND)
    for process in page.workers():
        os.kill(process, signal.SIGKILL)
    assert page.ask("GET", f"/{answer['document']}")[0] == 410
    assert page.compile(ISLAND)["state"] == "done"


@pytest.mark.slow
def test_a_program_that_is_none_has_the_answer_of_run(page):
    answer = page.compile("max\n o: x\nst\n c: x <= 1\nsemi\n x\nend\n", 2, "semi.lp")
    assert answer["state"] == "failed", answer
    assert answer["problems"][0]["text"] == "semi-continuous columns: not a linear program"
    assert page.compile(ISLAND, 2)["state"] == "done"


@pytest.mark.slow
def test_too_much_memory_is_reported():
    with explorer(600, 40 * 2**20) as page:
        answer = page.compile(open_map(6, 6), level=0)
        said = str(answer.get("problems")) + answer.get("text", "")
        assert answer["state"] in ("died", "failed") and "memory" in said, answer
        assert page.compile(ISLAND)["state"] == "done"


@pytest.mark.long
def test_exceeding_the_time_limit_is_reported():
    with explorer(2) as page:
        answer = page.compile(LONG)
        assert answer["state"] == "stopped" and "2 s" in answer["text"], answer
        assert page.compile(ISLAND)["state"] == "done"


def test_two_columns_are_compared(page):
    page.compile(ISLAND, 1, level=0)
    page.compile(ISLAND, 2, level=2)
    found = page.json("GET", "/compare")
    numbers = {name: (first, second) for name, first, second in found["numbers"]}
    assert numbers["nodes"][0] > numbers["nodes"][1] and "exact" not in numbers
    assert "compiled" in [name for name, *_ in found["facts"]]
    page.compile(ISLAND, 1, level=2)
    found = page.json("GET", "/compare")
    assert (found["numbers"], found["choices"], found["only"]) == ([], [], [0, 0])
    assert found["alike"] == 6
    page.compile(ISLAND, 1, p="1/4", level=2)
    found = page.json("GET", "/compare")
    assert found["choices"] and {"value", "exact", "lower", "upper"} == {
        name for name, *_ in found["numbers"]
    }
    page.compile("", 1)
    assert page.ask("GET", "/compare")[::2] == (
        *(409, "the last order of column 1 has no report\n"),
    )


@pytest.mark.slow
def test_first_rounds_are_compared(page):
    for column, objective in ((1, "points"), (2, "win")):
        answer = page.compile(f"game: goofspiel\ncards: 4\nobjective: {objective}\n", column)
        assert answer["state"] == "done", answer
    found = page.json("GET", "/compare")
    assert found["choices"] and found["alike"] > 0 and found["only"] == [0, 0]
    assert {one["name"] for one in found["choices"]} == set(answer["players"])


SAVED = {
    "island-1.txt": (ISLAND, {}),
    "other.txt": (ISLAND, {"p": "1/3", "bandits": 1, "level": 0, "without": ["single"]}),
    "": (CAVE, {"refine": "quasi-perfect"}),
    "three.yaml": ("game: goofspiel\ncards: 3\n", {"level": 1}),
    "pennies.csv": ("1 -1\n-1 1\n", {"exact": False}),
    "island-1.lp": ((ARTIFACTS / "island-1" / "island-1.lp").read_text(), {"solver": "highs"}),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SAVED)
def test_the_archive_has_the_files_of_run(page, name, tmp_path):
    source, settings = SAVED[name]
    answer = page.compile(source, 2, name, **settings)
    assert answer["state"] == "done", answer
    status, headers, content = page.raw("GET", f"/{answer['document']}?save=1")
    assert status == 200
    stem = name.partition(".")[0] or "game"
    assert headers["Content-Disposition"] == f"attachment; filename={stem}.zip"
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(tmp_path)
    here = tmp_path / stem
    assert (here / (name or "game.txt")).read_text() == source
    saved = _files(here / stem)
    (here / stem).rename(here / "saved")
    shell = tmp_path / "bin"
    shell.mkdir()
    (shell / "efgc").write_text(
        f'#!/bin/sh\nexec {sys.executable} -c "from efgc.pipeline.start import main; main()" "$@"\n'
    )
    (shell / "efgc").chmod(0o755)
    environment = os.environ | {"PATH": f"{shell}:{os.environ['PATH']}"}
    environment |= {"PYTHONPATH": str(ARTIFACTS.parent), "SOURCE_DATE_EPOCH": "0"}
    subprocess.run(["sh", here / "commands.sh"], check=True, env=environment, capture_output=True)
    assert saved and saved == _files(here / stem)


def _files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}
