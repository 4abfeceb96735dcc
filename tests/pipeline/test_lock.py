"""The command `lock`: what it writes, what it says, and what is refused."""

import json
import shutil
from pathlib import Path

import pytest

from commands import as_program, ended, refused
from said import but_files
from small_games import ARTIFACTS

ISLAND = str(ARTIFACTS / "island-1" / "island-1.txt")


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    """A folder with the game of a map, and an optimal strategy of it."""
    made = tmp_path_factory.mktemp("solved")
    game, table = made / "m.game.json", made / "m.csv"
    assert ended("run", ISLAND, "-O", "2", "--through", "expand", "-o", game)[0] == 0
    assert ended("run", game, "--format", "csv", "-o", table)[0] == 0
    return made


@pytest.fixture
def folder(solved, tmp_path, monkeypatch):
    """A copy of that folder, in which the commands run."""
    monkeypatch.chdir(shutil.copytree(solved, tmp_path / "here"))
    return Path.cwd()


def value_of(*words):
    """Return the exact value and the title of a game after `lock`."""
    code, _, said = ended("lock", "m.game.json", *words, "-o", "locked.game.json")
    assert (code, but_files(said)) == (0, "")
    report = json.loads(ended("run", "locked.game.json", "--format", "json")[1])
    return report["value_exact"], report["title"]


def test_a_source_is_compiled_first(folder, capfd):
    code, said = refused(capfd, "lock", ISLAND, "uniform")
    words = f"this is a map; type `efgc run {ISLAND} --through expand | efgc lock - uniform`"
    assert code == 1 and words in said and "; `efgc evaluate FILE STRATEGY` has the best" in said


@pytest.mark.parametrize(
    "words, value, said",
    [
        (["m.csv"], "220/31", "agent locked, bandits locked"),
        (["m.csv", "--player", "1"], "220/31", "agent locked"),
        (["m.csv", "--information-set", "1"], "220/31", "agent locked at 1 of 7 information sets"),
        (["uniform"], "64/9", "agent locked, bandits locked"),
        (["uniform:2"], "22/3", "bandits locked"),
        (["uniform", "--player", "2"], "22/3", "bandits locked"),
        (
            ["uniform", "--information-set", "e1 e2 [alarm at e3]", "--information-set", "0"],
            "22/3",
            "bandits locked at 2 of 4 information sets",
        ),
    ],
)
def test_values(words, value, said, folder):
    assert value_of(*words) == (value, f"island 7x9, 2 bandits, p = 1/2, {said}")


def test_a_file_says_how_it_was_made(folder):
    assert ended("lock", "m.game.json", "m.csv", "--player", "2", "-o", "l.game.json")[0] == 0
    made = json.loads(Path("l.game.json").read_text())["made"]
    assert made["command"] == "efgc lock --player 2"
    assert made["from"].keys() == {"game", "m.csv"}
    assert ended("check", "l.game.json", "m.game.json")[0] == 0


def test_probabilities_are_exact(folder):
    Path("rough.csv").write_text(
        "player,information_set,action,probability\n2,0,e1 e2,0.3333333\n2,0,e1 e3,2/3\n"
    )
    printed, said = ended("lock", "m.game.json", "rough.csv")[1:]
    assert '"probabilities": ["3333333/10000000", "6666667/10000000"]' in printed
    assert said.startswith("rough.csv: probabilities are changed by up to 3.3e-08 to sum to 1\n")


@pytest.mark.parametrize(
    "words, code, said",
    [
        (["m.csv", "--information-set", "99"], 2, "there is no information set 99; they are 0 to"),
        (["m.csv", "--information-set", "nowhere"], 2, "there is no information set 'nowhere'"),
        (["uniform:1", "--player", "2"], 2, "--player 2: the strategy is not one of bandits"),
        (["uniform:1", "--information-set", "0"], 2, "the strategy does not say how to play there"),
        (["uniform:1", "--max-histories", "5"], 4, "the locked game has more than 5 nodes"),
        ([ISLAND], 1, "this is a map; `efgc run`, "),
        (["nothing.csv"], 1, "nothing.csv: no such file or directory"),
        (["unifrom:2"], 1, "unifrom:2: no such file or strategy; did you mean 'uniform:2'?"),
        (["bad.csv"], 1, "bad.csv:2: the probabilities sum to 0.5, not 1"),
        (["uniform", "--player", "3"], 2, "3 is not in the range 1<=x<=2"),
    ],
)
def test_refusals(words, code, said, folder):
    Path("bad.csv").write_text("player,information_set,action,probability\n2,0,e1 e2,0.5\n")
    found = as_program("lock", "m.game.json", *words, "-o", "l.game.json", cwd=folder)
    assert (found[0], said in found[2]) == (code, True), found
    assert not Path("l.game.json").exists()
