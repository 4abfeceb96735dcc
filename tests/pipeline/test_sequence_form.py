"""Bounds on the value of the matrices that `efgc lower` writes, without their game."""

import json
from fractions import Fraction

import numpy as np
import pytest

from commands import ended, refused
from efgc.schemas import bounds
from efgc.schemas.matrices import read_npz, write_npz
from small_games import ARTIFACTS

METHOD = ("--method", "regret")
GAMES = {
    "kuhn": Fraction(-1, 18),
    "island-1": Fraction(220, 31),
    "cave-example": Fraction(201, 100),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    for name in GAMES:
        game = ARTIFACTS / name / f"{name}.game.json"
        assert ended("lower", game, "-o", f"{name}.npz")[0] == 0
    return tmp_path


@pytest.mark.parametrize("name, value", GAMES.items())
def test_the_matrices_alone_are_solved_reported_and_checked(name, value, folder):
    file, result = f"{name}.npz", f"{name}.bounds.json"
    assert ended("solve", file, *METHOD, "--gap", "1e-4", "-o", result)[0] == 0
    found = bounds.read((folder / result).read_text())
    assert found.matrices_sha256 and not found.game_sha256 and found.rule == "PCFR+"
    code, printed, _ = ended("report", file, result, "--format", "json")
    report = json.loads(printed)
    assert code == 0 and report["upper_bound"] - report["lower_bound"] <= 1e-4
    # The floats of the matrices are near the numbers of the game.
    assert report["lower_bound"] - 1e-12 <= value <= report["upper_bound"] + 1e-12
    code, printed, _ = ended("report", file, result)
    words = " ".join(printed.split())
    assert code == 0 and "this is about the floats of the matrices, not about a game" in words
    assert ended("report", file, result, "-o", "a.report.html")[0] == 0
    code, printed, _ = ended("check", file, result)
    assert code == 0 and f"{result}: proves for {file} that the value is from" in printed


def test_any_number_of_threads_gives_the_same_bytes(folder):
    made = []
    for jobs in ("1", "4"):
        assert ended("solve", "kuhn.npz", *METHOD, "--jobs", jobs, "-o", "a.bounds.json")[0] == 0
        made.append((folder / "a.bounds.json").read_text().replace(f" --jobs {jobs}", ""))
    assert made[0] == made[1]


def test_forged_bounds_and_those_of_other_matrices_are_refused(folder, capfd):
    assert ended("solve", "kuhn.npz", *METHOD, "-o", "kuhn.bounds.json")[0] == 0
    data = json.loads((folder / "kuhn.bounds.json").read_text())
    del data["made"]
    middle = (data["lower_bound"] + data["upper_bound"]) / 2
    for key in ("lower_bound", "upper_bound"):
        (folder / "a.bounds.json").write_text(json.dumps({**data, "progress": [], key: middle}))
        code, said = refused(capfd, "report", "kuhn.npz", "a.bounds.json")
        assert code == 5 and "the strategies prove that the value is from" in said
        assert ended("check", "kuhn.npz", "a.bounds.json")[0] == 5
    code, said = refused(capfd, "report", "island-1.npz", "kuhn.bounds.json")
    assert code == 1 and "are bounds for another sequence form" in said
    assert ended("check", "island-1.npz", "kuhn.bounds.json")[0] == 5
    data["strategies"][0].pop()
    (folder / "a.bounds.json").write_text(json.dumps(data))
    code, said = refused(capfd, "report", "kuhn.npz", "a.bounds.json")
    assert code == 1 and "are not the information sets of player 1" in said


def arrays_of(path):
    with np.load(path) as file:
        return dict(file)


def changed(name, change):
    """Return a change of one array; None removes it."""
    return lambda arrays: {**arrays, name: change(arrays[name])}


def other(place, number):
    """Return a copy of an array with another number in a place."""

    def made(array):
        copy = array.copy()
        copy[place] = number
        return copy

    return made


WRONG = {
    "a missing array": lambda arrays: {key: arrays[key] for key in arrays if key != "F_data"},
    "texts": changed("A_data", lambda array: array.astype(str)),
    "one more axis": changed("E_data", lambda array: array[None]),
    "a shorter array": changed("A_indices", lambda array: array[:-1]),
    "another shape": changed("A_shape", lambda array: array + 1),
    "no shape": changed("E_shape", lambda array: array[:0]),
    "an infinite payoff": changed("A_data", other(0, np.inf)),
    "a payoff that is not a number": changed("A_data", other(0, np.nan)),
    "a column beyond the last": changed("A_indices", other(-1, 10**6)),
    "a negative column": changed("E_indices", other(1, -1)),
    "columns in another order": changed("A_indices", lambda array: array[::-1]),
    "rows that go back": changed("E_indptr", other(1, 5)),
    "another sign": changed("E_data", lambda array: -array),
    "another number": changed("F_data", other(2, 0.5)),
    "a later parent": changed("E_indices", other(1, 2)),
    "another root": changed("e", lambda array: array + 1),
    "no root": changed("f", lambda array: array[:0]),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_other_matrices_are_refused_in_one_line(wrong, folder, capfd):
    np.savez(folder / "a.npz", **WRONG[wrong](arrays_of(folder / "kuhn.npz")))
    for words in (("solve", "a.npz", *METHOD), ("check", "a.npz")):
        code, said = refused(capfd, *words)
        assert code == 1 and said.startswith("a.npz: not the matrices of `efgc lower`: ")
        assert said.count("\n") == 1


def test_a_damaged_file_is_refused_in_one_line(folder, capfd):
    whole = (folder / "kuhn.npz").read_bytes()
    place = whole.index(arrays_of(folder / "kuhn.npz")["A_data"].tobytes()) + 100
    for content in (whole[:-30], whole[:2000], whole[:place] + b"x" + whole[place + 1 :]):
        (folder / "a.npz").write_bytes(content)
        code, said = refused(capfd, "solve", "a.npz", *METHOD)
        assert code == 1 and said.startswith("a.npz") and said.count("\n") == 1


def test_no_file_of_arrays_is_called_text(folder, capfd):
    np.savez(folder / "other.npz", a=np.arange(3))
    (folder / "cut.npz").write_bytes((folder / "kuhn.npz").read_bytes()[:100])
    for name in ("other.npz", "cut.npz"):
        code, said = refused(capfd, "solve", name, *METHOD)
        assert code == 1 and said.startswith(f"{name}: not the matrices of `efgc lower`: the file")


@pytest.mark.parametrize("name", GAMES)
def test_what_is_read_is_what_was_written(name, folder):
    content = (folder / f"{name}.npz").read_bytes()
    assert write_npz(read_npz(content)) == {"": content}


REFUSED = [
    (("run", "kuhn.npz"), 1, "this is a sequence form as matrices; `efgc solve --method regret`"),
    (("solve", "kuhn.npz"), 1, "this is a sequence form as matrices"),
    (("solve", "kuhn.npz", "--method", "double-oracle"), 1, "this is a sequence form as matrices"),
    (("solve", "kuhn.npz", *METHOD, "--recall", "1"), 2, "--recall is for games of more than"),
]


@pytest.mark.parametrize("words, code, message", REFUSED)
def test_other_uses_are_refused(words, code, message, folder, capfd):
    found, said = refused(capfd, *words)
    assert found == code and message in said
