"""`--p` and `--bandits`: the map of a run is a text like any other, from which all follows."""

import hashlib
import shutil

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from said import but_files, unstamped
from small_games import ARTIFACTS

ISLAND, CAVE = ARTIFACTS / "island-1" / "island-1.txt", ARTIFACTS / "maze" / "maze.txt"
SMALL = ARTIFACTS / "cave-example" / "cave-example.txt"


def ended(line, capfd):
    code = guarded(lambda: efgc(line.split(), prog_name="efgc", standalone_mode=False))
    printed, said = capfd.readouterr()
    return code, printed, but_files(said)


@pytest.fixture(autouse=True)
def no_time(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def by_hand(path, p, bandits):
    text = path.read_text()
    if path == SMALL:
        return text.replace("2 0.33", f"{bandits} {p}")
    *rows, _, _ = text.splitlines()
    return "\n".join([*rows, str(bandits), p]) + "\n"


@pytest.mark.parametrize("path", [ISLAND, SMALL], ids=["island", "cave"])
def test_a_run_is_that_of_the_map_with_these_numbers(path, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    made = ended(f"run {path} --p 0.20 --bandits 1 -o with", capfd)
    assert made[::2] == (0, "")
    assert (tmp_path / "with" / path.name).read_text() == by_hand(path, "1/5", 1)
    shutil.copytree("with", "again")
    assert ended(f"run again/{path.name} -o again", capfd)[::2] == (0, "")
    assert contents(tmp_path / "again") == contents(tmp_path / "with")
    sha256 = hashlib.sha256(by_hand(path, "1/5", 1).encode()).hexdigest()
    graph, game, solution = (
        f"with/{path.stem}.{suffix}" for suffix in ("states.yaml", "game.json", "solution.json")
    )
    assert sha256 in (tmp_path / graph).read_text()
    # What belongs to the report is the map with these numbers, and not the one they were put into.
    shown = f"report {game} {solution} --format html --with"
    assert ended(f"{shown} with/{path.name}", capfd)[::2] == (0, "")
    assert ended(f"{shown} {path}", capfd) == (
        1,
        "",
        f"{path}: is not the source of the game: its checksum is another\n",
    )
    parsed = ended(f"parse {path} --p 1/5 --bandits 1", capfd)[1]
    assert unstamped(parsed) == unstamped((tmp_path / graph).read_text())
    drawn = ended(f"draw {path} --p 1/5 --bandits 1", capfd)
    assert drawn == ended(f"draw with/{path.name}", capfd) and drawn[1]


def test_numbers_that_are_those_of_the_map_change_nothing(tmp_path, capfd):
    assert ended(f"run {SMALL} --p 33/100 --bandits 2 -o {tmp_path}/a", capfd)[::2] == (0, "")
    assert ended(f"run {SMALL} -o {tmp_path}/b", capfd)[::2] == (0, "")
    made = contents(tmp_path / "a")
    assert made == contents(tmp_path / "b") and "cave-example.txt" not in made


def test_the_map_of_stdin_is_kept_by_its_name(tmp_path, monkeypatch, capfd):
    import io
    import sys

    text = "\ufeff1 0.5\r\nSE-D\r\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert ended(f"run - --p 1/3 -o {tmp_path}", capfd)[::2] == (0, "")
    assert (tmp_path / "game.txt").read_bytes() == text.replace("0.5", "1/3").encode()


def test_the_map_that_was_read_is_never_written_over(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    shutil.copy(SMALL, "cave.txt")
    assert ended("run cave.txt --p 1/3 -o .", capfd) == (
        1,
        "",
        "cave.txt: is also read from; choose another name\n",
    )
    assert contents(tmp_path) == {"cave.txt": SMALL.read_bytes()}


@pytest.mark.parametrize(
    "options, code, message",
    [
        ("--p 1.5", 2, "Invalid value for '--p': '1.5' is not between 0 and 1."),
        ("--p -1", 2, "Invalid value for '--p': '-1' is not between 0 and 1."),
        ("--p nan", 2, "Invalid value for '--p': 'nan' is not a probability; use a number such"),
        (
            "--bandits -1",
            2,
            "Invalid value for '--bandits' / '--miners': -1 is not in the range",
        ),
        ("--bandits 3", 1, "--bandits 3 exceeds the number of dangerous places E of the map: 2"),
    ],
)
@pytest.mark.parametrize("command", ["run", "parse", "draw"])
def test_numbers_that_no_map_has_are_refused(command, options, code, message, capfd):
    ended_so, printed, said = ended(f"{command} {SMALL} {options}", capfd)
    assert (ended_so, printed) == (code, "") and message in said
