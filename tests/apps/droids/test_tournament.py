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
from efgc.pipeline.engines import local
from efgc.pipeline.terminal.diagnostics import guarded, progress_to
from efgc.schemas import droid_contest
from efgc.schemas.parts.problems import TimeUp

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


PLAIN = """
class Plain:
    def clear(self):
        pass
    def get_best_move(self, own, other, change):
        actions = list(own.available_actions())
        random.shuffle(actions)
        return actions[0]
"""


@pytest.mark.parametrize("imported", ["import random", "import numpy.random as random"])
def test_the_random_numbers_of_a_file_and_the_order_of_its_sets_are_those_of_the_seed(
    imported, folder
):
    """Python orders sets anew in each process."""
    Path("plain.py").write_text(imported + PLAIN)

    def record(seed):
        words = ["match", "plain.py:Plain", "random", "--battle", "small.yaml", "--games", "40"]
        words += ["--seed", seed, "--format", "json", "-o", "out.json"]
        assert guarded(lambda: efgc(words, standalone_mode=False)) == 0
        return droid_contest.read(Path("out.json").read_text()).results

    assert record("4") == record("4") != record("5")


@pytest.mark.slow
def test_agents_that_fail_lose_and_the_others_play_on_however_many_play(folder, capfd):
    said = []
    for jobs in (1, 3):
        assert called("random", "mine.py:Late", "mine.py:Lucky", jobs=jobs) == 1
        said.append(capfd.readouterr())
    assert said[0] == said[1]
    line = len(STUDENT[: STUDENT.index('raise ValueError("too late")')].splitlines())
    what = f"raised ValueError in line {line}: too late"
    told = f"game 1: mine.py:Late, droid 5: {what}"
    assert said[0].err == f"{told} (20 games lost because it failed)\n"
    assert f"  random         mine.py:Late   5 games  first in {told}\n" in said[0].out
    assert "  mine.py:Late   mine.py:Lucky  5 games  0.000" in said[0].out


FAILING = """\
import os, sys, time

class Base:
    games = 0
    def clear(self):
        self.games += 1
    def get_best_move(self, own, other, change):
        if self.games == 2:
            self.fail()
        return min(own.available_actions(), key=str)

class Raises(Base):
    def fail(self):
        raise ValueError

class Leaves(Base):
    def fail(self):
        sys.exit(3)

class Rubbish(Base):
    def get_best_move(self, own, other, change):
        return "up"

class Dies(Base):
    def fail(self):
        os._exit(3)

class Hangs(Base):
    def fail(self):
        time.sleep(60)
"""


@pytest.mark.parametrize(
    "name, first, lost",
    [
        ("Raises", 2, 1),  # It plays on.
        ("Leaves", 2, 1),
        ("Rubbish", 1, 4),
        ("Dies", 2, 3),  # Its process has ended.
        ("Hangs", 2, 3),
    ],
)
def test_an_agent_loses_the_games_in_which_it_fails(name, first, lost, folder, capfd):
    Path("mine.py").write_text(FAILING)
    words = ["match", "random", f"mine.py:{name}", "--battle", "small.yaml", "--games", "4"]
    words += ["--format", "json", "--move-seconds", "0.5"]
    assert guarded(lambda: efgc(words, standalone_mode=False)) == 1
    out, err = capfd.readouterr()
    assert err.startswith(f"game {first}: mine.py:{name}, droid 5") and err.count("\n") == 1
    found = droid_contest.read(out)
    [played] = [result.played for result in found.results]
    assert played.failed == lost and played.win >= lost and played.games == 4
    assert played.failure == err.partition(" (")[0] and not found.planned


@pytest.mark.parametrize(
    "words",
    [
        ("match", "random", "mine.py:Luky"),
        ("tournament", "random", "mine.py:Wrong", "mine.py:Luky"),
        ("train", "--against", "mine.py:Luky", "-o", "a.agent.json"),
        ("play", "small.yaml", "--terminal", "--agent2", "mine.py:Luky"),
    ],
)
def test_a_class_that_is_not_there_is_refused_before_any_game(words, folder, capfd):
    more = () if words[0] == "play" else ("--battle", "small.yaml")
    assert guarded(lambda: efgc([*words, *more], standalone_mode=False)) == 1
    known = "its agents are Lucky, Wrong, Late, Hanging; did you mean 'Lucky'?"
    said = f"mine.py:Luky: it has no class Luky; {known}\n"
    assert capfd.readouterr() == ("", said) and not Path("a.agent.json").exists()


def test_each_agent_that_fails_has_a_line_of_its_own(folder, capfd):
    Path("mine.py").write_text(FAILING)
    agents = ("mine.py:Raises", "mine.py:Rubbish", "random")
    words = ["tournament", *agents, "--battle", "small.yaml", "--games", "4", "--jobs", "1"]
    assert guarded(lambda: efgc(words, standalone_mode=False)) == 1
    lines = capfd.readouterr().err.splitlines()
    assert [line.split()[2].rstrip(",") for line in lines] == ["mine.py:Rubbish", "mine.py:Raises"]
    assert lines[0].startswith("game 1: ") and lines[0].endswith(
        " (15 games lost because it failed)"
    )
    assert lines[1].startswith("game 2: ") and lines[1].endswith(
        " (3 games lost because it failed)"
    )


@pytest.mark.parametrize(
    "text, message",
    [
        ("class Mine:\n    def (\n", "raised SyntaxError in line 2: invalid syntax"),
        (
            "import nothing\n",
            "raised ModuleNotFoundError in line 1: No module named 'nothing'",
        ),
        (
            "class Mine:\n    clear = get_best_move = print\n    def __init__(self, depth): ...\n",
            "its class in line 1 needs arguments: missing a required argument: 'depth'",
        ),
        (
            "class Mine:\n    clear = get_best_move = print\n    def __init__(self): 1 / 0\n",
            "raised ZeroDivisionError in line 3: division by zero",
        ),
    ],
)
@pytest.mark.parametrize("words", [("match", "random"), ("tournament", "random", "equilibrium")])
def test_a_file_that_cannot_be_loaded_is_refused_before_any_game(
    words, text, message, folder, capfd
):
    Path("mine.py").write_text(text)
    words = [*words, "mine.py:Mine", "--battle", "small.yaml"]
    assert guarded(lambda: efgc(words, standalone_mode=False)) == 1
    assert capfd.readouterr() == ("", f"mine.py:Mine: {message}\n")


def test_the_output_of_an_agent_has_its_name_and_a_limit(folder, capfd):
    Path("mine.py").write_text(
        FAILING + "\nclass Talks(Base):\n    def clear(self):\n"
        "        print('hello')\n        print('again', end='')\n"
    )
    words = ["match", "random", "mine.py:Talks", "--battle", "small.yaml", "--games", "20"]
    assert guarded(lambda: efgc(words, standalone_mode=False)) == 0
    hello, *others, again, rest = capfd.readouterr().err.splitlines()
    assert (hello, again) == ("mine.py:Talks: hello", "mine.py:Talks: againhello")
    assert others == [again] * 8
    assert rest == "mine.py:Talks: 11 of its 21 lines of output are not shown"


@pytest.mark.parametrize("end, code", [(TimeUp(9.0), 4), (KeyboardInterrupt(), 130)])
def test_an_interrupted_contest_writes_what_is_finished(end, code, folder, monkeypatch, capfd):
    play = contest.play_match

    def ending(*arguments, **options):
        ended.append(1)
        if len(ended) > most:
            raise end
        return play(*arguments, **options)

    monkeypatch.setattr(contest, "play_match", ending)
    for most, *parts in (
        (7, "stopping: the results of the finished games follow", "interrupted: 17 of 30 games"),
        (0, "no game was finished: there are no results"),
    ):
        ended: list[int] = []
        agents = ("random", "mine.py:Lucky", "minimax:depth=1")[: 3 if most else 2]
        assert called(*agents, jobs=1, options=("-o", f"{most}.txt")) == code
        err = capfd.readouterr().err
        assert all(part in err for part in parts) and Path(f"{most}.txt").exists() == bool(most)
    assert "\ninterrupted: 17 of 30 games\n" in Path("7.txt").read_text()
    assert "2 games" in Path("7.txt").read_text()


STUCK = """\
import time
from pathlib import Path

class Stuck:
    games = 0
    def clear(self):
        self.games += 1
        if self.games == 3:
            Path("stuck").touch()
            time.sleep(60)
    def get_best_move(self, own, other, change):
        return sorted(own.available_actions(), key=str)[0]
"""


@pytest.mark.slow
def test_an_interrupted_contest_of_several_processes_has_the_games_of_unfinished_pairs(
    folder, monkeypatch, capfd
):
    class Interrupted(local.Engine):
        def __call__(self, works):
            iterator = super().__call__(works)
            yield from (next(iterator), next(iterator))  # The exact results.
            while not Path("stuck").exists():
                time.sleep(0.05)
            raise KeyboardInterrupt

    Path("stuck.py").write_text(STUCK)
    monkeypatch.setattr(local, "Engine", Interrupted)
    monkeypatch.setattr(contest, "BEAT", 0.0)
    agents = ("random", "stuck.py:Stuck", "minimax:depth=1")
    assert called(*agents, jobs=2, options=("--move-seconds", "60", "-o", "part.txt")) == 130
    told = Path("part.txt").read_text()
    done = int(told.partition("interrupted: ")[2].partition(" of 30 games")[0])
    assert done >= 10 + 2 and "2 games" in told


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_counts_games_also_of_unfinished_pairs(jobs, folder, monkeypatch):
    slow = "class Slow(Lucky):\n    def clear(self):\n        time.sleep(0.2)\n"
    Path("mine.py").write_text(f"{STUDENT}\n{slow}")
    monkeypatch.setattr(contest, "BEAT", 0.05)
    reported = []
    with progress_to(lambda what, done, total: reported.append((done, total))):
        agents = ("random", "minimax:depth=1", "mine.py:Slow")
        assert called(*agents, jobs=jobs, options=("-o", "out.txt")) == 0
    counts = [done for done, total in reported if total == 30]
    assert counts == sorted(counts) and any(done % 5 for done in counts)


@pytest.mark.slow
def test_a_process_is_killed_and_its_pairs_play_again(folder, monkeypatch):
    play = contest._play

    def killing(meeting, both, seed, *others):
        if seed == meeting.seed + 2 * 2 and not Path("killed").exists():
            Path("killed").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return play(meeting, both, seed, *others)

    assert called(*AGENTS, options=("-o", "before.txt")) == 0
    monkeypatch.setattr(contest, "_play", killing)
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
