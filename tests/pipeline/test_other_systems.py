"""Systems that lack what Linux has: each thing is taken away, in a process of its own, and the work
is done all the same.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from small_games import ROOT

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}

# What Windows lacks, some of it macOS, too.
WITHOUT = """
import os, signal, sys
import psutil  # For the system that is here; on another it needs other modules.
for name in ("fcntl", "termios", "tty", "pty", "resource", "pwd", "grp"):
    sys.modules[name] = None
for name in ("killpg", "O_TMPFILE", "getuid", "geteuid", "setsid"):
    delattr(os, name)
for name in ("pthread_sigmask", "SIGHUP", "SIGUSR1"):
    delattr(signal, name)
sys.argv[0] = "efgc"
"""
NO_PROC = """
import builtins, os, pathlib
exists, read_text = os.path.exists, pathlib.Path.read_text
os.path.exists = lambda path: not str(path).startswith("/proc") and exists(path)
def read(path, *args, **options):
    if str(path).startswith("/proc"):
        raise FileNotFoundError(2, "No such file or directory", str(path))
    return read_text(path, *args, **options)
pathlib.Path.read_text = read
"""
MAIN = """
from efgc.pipeline.cli import main
main()
"""


def efgc(folder, without, *words):
    """Return exit code, stdout and stderr of a command on a system that lacks something."""
    (folder / "main.py").write_text(without + MAIN)
    ended = subprocess.run(
        [sys.executable, "main.py", *map(str, words)],
        cwd=folder,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=300,
    )
    return ended.returncode, ended.stdout, ended.stderr


@pytest.mark.parametrize("without", [NO_PROC, WITHOUT + NO_PROC], ids=["proc", "both"])
def test_a_map_is_solved(tmp_path, without):
    code, out, err = efgc(
        tmp_path, without, "run", ROOT / "artifacts" / "island-1" / "island-1.txt", "-o", "made"
    )
    assert code == 0 and re.fullmatch(r"wrote 6 files to made, .*\n", err)
    assert sorted(path.suffix for path in (tmp_path / "made").iterdir()) == [".json"] * 3 + [
        ".lp",
        ".txt",
        ".yaml",
    ]


def test_a_program_of_a_solver_is_started_and_ended(tmp_path):
    pytest.importorskip("cbcbox")
    code, out, err = efgc(
        tmp_path,
        WITHOUT,
        "solve",
        ROOT / "artifacts" / "island-1" / "island-1.lp",
        "--solver",
        "cbc",
    )
    assert (code, err) == (0, "") and '"optimal"' in out


HOLD = """
import subprocess, sys
from pathlib import Path
from efgc.pipeline.levels.store import Store
with Store(Path("levels")).alone():
    call = [sys.executable, "main.py", *sys.argv[1:]]
    ended = subprocess.run(call, capture_output=True, text=True)
    print(ended.stderr, file=sys.stderr)
    sys.exit(ended.returncode)
"""


@pytest.mark.slow
def test_level_files_are_locked(tmp_path):
    (tmp_path / "deal.yaml").write_text("game: goofspiel\ncards: 2\n")
    assert efgc(tmp_path, WITHOUT, "parse", "deal.yaml", "--max-states", 1, "-o", "g.yaml")[0] == 0
    solve = ("solve", "g.yaml", "--levels", "levels", "--jobs", "1", "-o", "s.json")
    assert efgc(tmp_path, WITHOUT, *solve)[0] == 0
    (tmp_path / "hold.py").write_text(WITHOUT + HOLD)
    ended = subprocess.run(
        [sys.executable, "hold.py", *solve],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
    )
    assert (ended.returncode, ended.stderr.strip()) == (
        1,
        "levels: another process is using this folder",
    )
    assert efgc(tmp_path, WITHOUT, *solve)[0] == 0  # The lock is free again.


AGENT = """
import time


class Mine:
    def clear(self):
        pass

    def get_best_move(self, self_droid, adv_droid, score_change, training=False):
        {}
        return sorted(self_droid.available_actions(), key=lambda action: action.name)[0]
"""


@pytest.mark.parametrize(
    "body, code, told", [("pass", 0, ""), ("time.sleep(60)", 1, "took longer than 0.5 s")]
)
def test_an_agent_plays_or_is_ended(tmp_path, body, code, told):
    (tmp_path / "mine.py").write_text(AGENT.format(body))
    (tmp_path / "small.yaml").write_text(
        "game: droid-battle\nboard: [2-5, ---]\nshots: 1\nrounds: 3\n"
    )
    ended, out, err = efgc(
        tmp_path,
        WITHOUT,
        "match",
        "mine.py:Mine",
        "random",
        "--battle",
        "small.yaml",
        "--games",
        3,
        "--move-seconds",
        0.5,
    )
    assert ended == code and told in err and "Traceback" not in err, err
    assert not err or len(err.splitlines()) == 1
    left = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    assert str(Path(tmp_path) / "mine.py") not in left
