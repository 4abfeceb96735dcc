"""Runs of programs: what they print, the limits that end them, and that nothing of them is left."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from efgc.pipeline.apps.course.programs import guard
from efgc.pipeline.apps.course.programs.runs import StudentProgram

pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="processes are found in /proc")
MARK = f"efgc-test-of-hostile-programs-{os.getpid()}"  # Tests run side by side.


def run(code, seconds=5.0, **settings):
    command = (sys.executable, "-c", f"'{MARK}'\n{code}")
    return StudentProgram(command, "3\n", seconds, **settings).run()


def left():
    """Return the processes of hostile programs that still run."""
    found = []
    for number, state, _ in guard._processes():
        try:
            words = Path(f"/proc/{number}/cmdline").read_bytes()
        except OSError:
            continue
        found += [number] if MARK.encode() in words and state not in "ZX" else []
    return found


@pytest.mark.parametrize(
    ("code", "output"),
    [
        ("print(int(input()) + 1)", "4\n"),
        ("import os; os.write(1, b'\\xff')", "\N{REPLACEMENT CHARACTER}"),
        ("pass", ""),
    ],
)
def test_the_output_of_a_program(code, output):
    assert run(code).output == output


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "reason", "limits"),
    [
        ("1 / 0", "ended with exit code 1: ZeroDivisionError: division by zero", {}),
        ("import os; os.abort()", "ended with SIGABRT", {}),
        ("import time; time.sleep(60)", "took longer than 1 s", {"seconds": 1.0}),
        ("import os\nwhile True: os.fork()", "started more than 64 processes", {}),
        (
            "import time\nx = bytearray(300_000_000)\ntime.sleep(60)",
            "needs more than 100 MB of memory",
            {"memory": 100_000_000},
        ),
        ("import os, time\nos.kill(os.getppid(), 9)\ntime.sleep(60)", "ended with SIGKILL", {}),
    ],
)
def test_a_program_that_fails_has_a_reason_and_leaves_nothing(code, reason, limits):
    assert run(code, **limits).reason == reason
    assert not left()


@pytest.mark.slow
def test_a_process_that_leaves_its_program_is_ended_with_it():
    code = (
        "import os, time\nif os.fork() == 0:\n os.setsid()\n if os.fork() == 0: time.sleep(60)\n"
        " os._exit(0)\nprint('the first one is done')"
    )
    assert run(code).output == "the first one is done\n"
    assert not left()


@pytest.mark.parametrize(
    ("files", "place"),
    [
        (
            {"main.py": "import json\n\n[][1]"},
            "IndexError: list index out of range (main.py, line 3: [][1])",
        ),
        (
            {"main.py": "import json\njson.loads('')"},
            "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0) "
            "(main.py, line 2: json.loads(''))",
        ),
        (
            {"main.py": "from inner.tree import f\nf()", "inner/tree.py": "def f():\n    1 / 0"},
            "ZeroDivisionError: division by zero (inner/tree.py, line 2: 1 / 0)",
        ),
        ({"main.py": "x = 1\nif x\n"}, "SyntaxError: expected ':' (main.py, line 2: if x)"),
        ({"main.py": "import sys\nsys.exit('no map')"}, "no map"),
        (
            {"main.py": "exec('1 / 0')"},
            "ZeroDivisionError: division by zero (main.py, line 1: exec('1 / 0'))",
        ),
    ],
)
def test_a_crash_names_the_last_line_of_the_programs_own_files(tmp_path, files, place):
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    ran = StudentProgram((sys.executable, "main.py"), "", 5.0, folder=str(tmp_path)).run()
    assert ran.reason == f"ended with exit code 1: {place}"


def test_a_missing_program_has_a_reason():
    ran = StudentProgram(("no-such-program",), "", 5.0).run()
    assert ran.reason == "cannot be started: no such file or directory"


def test_a_process_can_be_forbidden_to_write_elsewhere(tmp_path):
    (tmp_path / "inside").mkdir()
    code = (
        "import os, sys\n"
        "from efgc.pipeline.apps.course.programs.restrictions import restrict\n"
        f"os.chdir({str(tmp_path)!r})\n"
        "print(restrict(['inside']))\n"
        "open('inside/a', 'w').close(); open(os.devnull, 'w').close()\n"
        "for change in (lambda: open('b', 'w'), lambda: os.mkdir('c'), lambda: os.unlink('d'),\n"
        "               lambda: os.truncate('d', 0), lambda: os.rename('inside/a', 'e')):\n"
        "    try: change(); print('could')\n"
        "    except OSError: print('refused')\n"
    )
    (tmp_path / "d").write_text("kept")
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    possible, *others = ran.stdout.split()
    if possible != "True":
        pytest.skip("this system cannot forbid writing")
    assert others == ["refused"] * 5
    assert sorted(os.listdir(tmp_path)) == ["d", "inside"]
    assert (tmp_path / "d").read_text() == "kept"


def test_processes_are_killed_but_the_spared_ones(tmp_path):
    both = [subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) for _ in "ab"]
    others = frozenset(guard.processes_below(os.getpid())) - {both[0].pid}
    guard.kill_below(os.getpid(), others)
    time.sleep(0.05)
    assert both[0].poll() is not None or both[0].wait(5) < 0
    assert both[1].poll() is None
    both[1].kill()
    both[1].wait()


@pytest.mark.slow
def test_no_dead_process_of_a_fork_bomb_is_left():
    before = len(guard._processes())
    for _ in range(3):
        assert run("import os\nwhile True: os.fork()").reason == "started more than 64 processes"
    assert len(guard._processes()) < before + 20
