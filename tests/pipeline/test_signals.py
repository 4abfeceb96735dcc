"""Signals at any moment: what was begun is ended, nothing is left, and nothing is written by
halves.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from efgc.pipeline.files import reading as files
from efgc.pipeline.machine import streams as replacing
from efgc.pipeline.terminal import diagnostics
from efgc.schemas.parts.install_commands import import_folder
from efgc.stages.isolated.signals import deferred_signals, temporary_folder

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends signals")

BEGIN = """
import os, signal, sys, time
from efgc.pipeline.terminal.diagnostics import guarded, signal_handling
from efgc.stages.isolated.signals import temporary_folder

def work():
    with temporary_folder() as place:
        (place / "file").touch()
        print(place, flush=True)
        sys.stdin.readline()
{work}

with signal_handling():
    sys.exit(guarded(work))
"""


def started(code, **more):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        **more,
    )


@pytest.mark.parametrize(
    "number, code, said",
    [
        (signal.SIGHUP, 129, ""),
        (signal.SIGTERM, 143, ""),
        (signal.SIGINT, 130, "efgc: interrupted\n"),
    ],
)
def test_the_temporary_folder_is_deleted_at_any_end(number, code, said):
    with started(BEGIN.format(work="")) as process:
        place = process.stdout.readline().strip()
        assert os.path.isdir(place)
        process.send_signal(number)
        assert (process.wait(), process.stderr.read()) == (code, said)
    assert not os.path.exists(place)


def test_a_signal_that_is_ignored_stays_ignored():
    with started(
        BEGIN.format(work=""), preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
    ) as process:
        process.stdout.readline()
        process.send_signal(signal.SIGHUP)
        assert process.communicate("\n")[1] == "" and process.returncode == 0


TWICE = """
    import atexit
    atexit.register(lambda: (os.kill(os.getpid(), signal.SIGINT), print("at exit", flush=True)))
    try:
        signal.raise_signal(signal.SIGINT)
    finally:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
        print("tidied up", flush=True)
"""


def test_a_second_signal_in_the_same_moment_breaks_no_tidying_up_off():
    with started(BEGIN.format(work=TWICE)) as process:
        said, told = process.communicate("\n")
    assert said.splitlines()[1:] == ["tidied up", "at exit"]
    assert (process.returncode, told) == (130, "efgc: interrupted\n")


def test_a_second_signal_later_ends_us():
    answer = diagnostics._SignalHandler()
    with pytest.raises(KeyboardInterrupt):
        answer(signal.SIGINT, None)
    answer(signal.SIGINT, None)
    answer.last -= diagnostics.AT_ONCE
    with pytest.raises(SystemExit, match="143"):
        answer(signal.SIGTERM, None)


LOST = """
    class Finalized:
        def __del__(self):
            {raised}
    {first}
    found = Finalized()
    del found
    time.sleep(10)
"""


@pytest.mark.parametrize(
    "number, code, said", [(signal.SIGINT, 130, "efgc: interrupted\n"), (signal.SIGTERM, 143, "")]
)
def test_a_signal_lost_in_a_callback_is_raised_again(number, code, said):
    lost = LOST.format(raised=f"signal.raise_signal({int(number)})", first="")
    with started(BEGIN.format(work=lost)) as process:
        assert process.communicate("\n")[1] == said and process.returncode == code


def test_time_that_is_over_in_a_callback_is_no_traceback():
    lost = LOST.format(
        raised="raise TimeUp(1)", first="from efgc.schemas.parts.problems import TimeUp"
    ).replace("sleep(10)", "sleep(0)")
    with started(BEGIN.format(work=lost)) as process:
        assert process.communicate("\n")[1] == "" and process.returncode == 0


LOADING = """
import signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "efgc.pipeline.cli":
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Finder())
from efgc.pipeline.start import main
main()
"""


def test_control_c_before_all_is_loaded_is_no_traceback():
    with started(LOADING) as process:
        assert process.communicate() == ("", "") and process.returncode == 130


def raising(function):
    """Do the same, and have Ctrl-C come at once."""

    def wrapped(*arguments, **options):
        found = function(*arguments, **options)
        signal.raise_signal(signal.SIGINT)
        return found

    return wrapped


def test_a_signal_while_making_or_removing_a_folder_leaves_no_folder(monkeypatch):
    for name in ("__init__", "cleanup"):
        made = []
        with monkeypatch.context() as patch:
            patch.setattr(
                tempfile,
                "mkdtemp",
                lambda *arguments, make=tempfile.mkdtemp: made.append(make(*arguments)) or made[0],
            )
            patch.setattr(
                tempfile.TemporaryDirectory,
                name,
                raising(getattr(tempfile.TemporaryDirectory, name)),
            )
            with pytest.raises(KeyboardInterrupt), temporary_folder():
                pass
        assert len(made) == 1 and not os.path.exists(made[0])


@pytest.mark.parametrize("unnamed", [True, False])
def test_a_signal_while_naming_a_file_leaves_a_complete_file(unnamed, tmp_path, monkeypatch):
    if not unnamed:
        monkeypatch.setattr(replacing, "_write_unnamed", lambda *arguments: False)
        monkeypatch.setattr(tempfile, "mkstemp", raising(tempfile.mkstemp))
        with pytest.raises(KeyboardInterrupt):
            files.write_text(str(tmp_path / "file"), ["all"])
        assert os.listdir(tmp_path) == []
        monkeypatch.undo()
        monkeypatch.setattr(replacing, "_write_unnamed", lambda *arguments: False)
    monkeypatch.setattr(
        os, "link" if unnamed else "replace", raising(os.link if unnamed else os.replace)
    )
    with pytest.raises(KeyboardInterrupt):
        files.write_text(str(tmp_path / "file"), ["all"])
    assert os.listdir(tmp_path) == ["file"] and (tmp_path / "file").read_text() == "all"


def test_a_held_signal_comes_once_and_later():
    with pytest.raises(KeyboardInterrupt), deferred_signals():
        for _ in range(3):
            signal.raise_signal(signal.SIGINT)
        done = True
    assert done and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_in_a_thread_nothing_is_held():
    def work():
        with deferred_signals():
            done.append(1)

    done = []
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [1]


BEFORE_START = """
import sys
sys.path.insert(0, {root!r})
import os
before = {{*sys.modules}}
from efgc.pipeline.start import answer
answer()
print(*sorted({{*sys.modules}} - before))
"""


def test_ctrl_c_is_answered_before_any_module_is_loaded():
    code = BEFORE_START.format(root=str(import_folder()))
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True)
    assert (ran.stderr, ran.stdout.split()) == (
        "",
        ["efgc", "efgc.pipeline", "efgc.pipeline.start"],
    )
