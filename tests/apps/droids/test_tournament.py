"""Tournaments in several processes: the same numbers, and no agent that is left behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import processes
from efgc.pipeline.apps.droids import contest
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded

BATTLE = """\
game: droid-battle
objective: win
shots: [1, 1]
rounds: 4
board: |
  2--
  --5
"""
# By chance, so that who plays with another seed or in another order plays otherwise; and with the
# number of its process, so that a test can ask for it.
STUDENT = """\
import os, random, time

class Lucky:
    def __init__(self):
        self.chance = random.Random(7)
    def clear(self):
        pass
    def get_best_move(self, own, other, change):
        return self.chance.choice(sorted(own.available_actions(), key=str))

class Wrong(Lucky):
    def get_best_move(self, own, other, change):
        raise ValueError("no idea")

class Late(Lucky):
    def get_best_move(self, own, other, change):
        time.sleep(0.3)
        raise ValueError("too late")

class Hanging(Lucky):
    def get_best_move(self, own, other, change):
        open("hangs", "w").write(str(os.getpid()))
        while True:
            pass
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("small.yaml").write_text(BATTLE)
    Path("mine.py").write_text(STUDENT)
    return tmp_path


def called(*agents, jobs=2, engine="local", options=()):
    words = ["tournament", *agents, "--battle", "small.yaml", "--games", "5"]
    words += ["--jobs", str(jobs), "--engine", engine, *options]
    return guarded(lambda: efgc(words, standalone_mode=False))


AGENTS = ("random", "mine.py:Lucky", "minimax:depth=1")


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["local", "ray"])
def test_the_number_of_processes_changes_no_byte(engine, folder, monkeypatch):
    if engine == "ray":
        pytest.importorskip("ray", reason="Ray is not installed")
        monkeypatch.delenv("RAY_ADDRESS", raising=False)
    outs = ["one.json", "several.json"]
    for out, jobs, how in zip(outs, (1, 3), ("local", engine), strict=True):
        options = ("--format", "json", "-o", out)
        assert called(*AGENTS, jobs=jobs, engine=how, options=options) == 0
    first, second = (Path(out).read_text() for out in outs)
    assert first == second and first.count('"played": {') == 4


@pytest.mark.slow
def test_the_first_pair_that_fails_ends_it_however_many_play(folder, capfd):
    said = []
    for jobs in (1, 3):
        assert called("random", "mine.py:Late", "mine.py:Wrong", jobs=jobs) == 1
        said.append(capfd.readouterr().err)
    assert said[0] == said[1] and "mine.py:Late" in said[0] and "too late" in said[0]


@pytest.mark.slow
def test_a_process_is_killed_and_its_pairs_play_again(folder, monkeypatch):
    play = contest.play_pair

    def killing(meeting, number, *watch):
        if number == 2 and not Path("killed").exists():
            Path("killed").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return play(meeting, number, *watch)

    assert called(*AGENTS, options=("-o", "before.txt")) == 0
    monkeypatch.setattr(contest, "play_pair", killing)
    assert called(*AGENTS, options=("-o", "after.txt")) == 0
    assert Path("killed").exists()
    assert Path("after.txt").read_text() == Path("before.txt").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_agent_outlives_a_tournament_that_is_killed(number, folder):
    program = "from efgc.pipeline.start import main; main()"
    words = ["tournament", "random", "mine.py:Hanging", "minimax:depth=1", "--jobs", "2"]
    words += ["--battle", "small.yaml", "--move-seconds", "600"]
    root = str(Path(__file__).parents[3])
    run = subprocess.Popen(
        [sys.executable, "-c", program, *words],
        env={**os.environ, "PYTHONPATH": root},
        stderr=subprocess.DEVNULL,
    )
    while not (Path("hangs").exists() and Path("hangs").read_text()):
        time.sleep(0.05)
    agent = int(Path("hangs").read_text())
    run.send_signal(number)
    run.wait(30)
    assert processes.end([agent])
