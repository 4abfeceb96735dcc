"""Work in a process that may die: what comes of it, what is left of it, and that ours goes on."""

import _thread
import glob
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

import deadly
import processes
from efgc.schemas.parts.problems import InputError, Problem, SolverError, StatusError
from efgc.stages import isolated as package
from efgc.stages.isolated import Broke, Overdue, ProcessDied, isolated

TESTS = Path(__file__).parent.parent / "support"


@pytest.fixture(params=["forked", "served"], autouse=True)
def way(request, forked, monkeypatch):
    if request.param == "forked" and not package.FORKS:
        pytest.skip("nothing is forked here")
    monkeypatch.setattr(package, "FORKS", request.param == "forked")
    return request.param


def test_result_and_progress_are_returned():
    seen = []
    assert isolated("A", deadly.add, 1, 2, watch=lambda *done: seen.append(done)) == 3
    assert seen == [(1, 2)]
    assert len(isolated("A", deadly.add, b"x" * 10**7, b"y")) == 10**7 + 1


def test_work_runs_in_one_other_process():
    assert isolated("A", os.getpid) != os.getpid()
    assert isolated("A", deadly.nested)


def test_nothing_is_forked_while_foreign_threads_run(way):
    """A lock that it holds would be held in the fork for ever."""
    assert package.forks() == (way == "forked")
    ended = threading.Event()
    for name, forks in (("theirs", False), (f"{package.OURS}ours", way == "forked")):
        beside = threading.Thread(target=ended.wait, name=name, daemon=True)
        beside.start()
        try:
            assert package.forks() == forks
            assert isolated("A", deadly.add, 1, 2) == 3
        finally:
            ended.set()
            beside.join()
            ended.clear()


def test_threads_not_started_by_python_are_ignored():
    before, asked, ended = package.forks(), threading.Event(), threading.Event()

    def ask():
        threading.current_thread()  # From here on it is known.
        asked.set()
        ended.wait()

    _thread.start_new_thread(ask, ())
    try:
        assert asked.wait(10) and threading.active_count() > 1
        assert package.forks() == before
    finally:
        ended.set()


def test_only_trusted_work_runs_directly_in_a_sandbox():
    assert isolated("A", deadly.trusted) == [True, False, True]


DEATHS = {
    deadly.abort: (Broke, "A ended with an abort"),
    deadly.fault: (Broke, "A ended with a segmentation fault"),
    deadly.leave: (ProcessDied, "A ended with the exit code 7"),
    deadly.fill: (ProcessDied, "A needs more memory than is available"),
    deadly.glpk_says: (
        Broke,
        "A ended with an assertion: (flag[j] & mask) == 0x00, api/mps.c at line 812",
    ),
}


@pytest.mark.parametrize("work", DEATHS)
def test_every_death_is_reported_in_one_line(work, capfd):
    kind, message = DEATHS[work]
    with pytest.raises(SolverError) as raised:
        isolated("A", work)
    assert (type(raised.value), str(raised.value).partition("; its last")[0]) == (kind, message)
    assert capfd.readouterr() == ("", "")
    assert isolated("A", deadly.add, 1, 2) == 3  # And the next work is done.


def test_no_temporary_file_is_left():
    before = set(glob.glob(f"{tempfile.gettempdir()}/efgc-*.txt"))
    with pytest.raises(Broke):
        isolated("A", deadly.abort)
    assert set(glob.glob(f"{tempfile.gettempdir()}/efgc-*.txt")) <= before


@pytest.mark.parametrize("work", [deadly.spin, time.sleep])
def test_hanging_work_is_killed(work):
    before = time.monotonic()
    with pytest.raises(Overdue, match="A timed out") as raised:
        isolated("A", work, *([60] if work is time.sleep else []), seconds=0.3)
    assert time.monotonic() - before < 10 and isinstance(raised.value, StatusError)


def test_the_time_limit_of_the_current_work_holds():
    with pytest.raises(Overdue, match="the inner one timed out"):
        isolated("A", deadly.within, 60)
    assert isolated("A", deadly.within, 0.01) is None


def test_errors_are_passed_on_unchanged():
    with pytest.raises(InputError) as raised:
        isolated("A", deadly.wrong)
    assert (raised.value.problems, raised.value.source) == (
        (Problem("is wrong", ("a", 1), 3, 4),),
        "f.txt",
    )
    assert str(raised.value) == "3:4: is wrong"
    with pytest.raises(KeyError):
        isolated("A", {}.__getitem__, "q")
    with pytest.raises(RuntimeError, match="^ValueError: <function"):
        isolated("A", deadly.unsent)


@pytest.mark.parametrize("heard", [True, False])
def test_output_goes_to_stderr_or_is_dropped(heard, capfd):
    assert isolated("A", deadly.say, heard=heard) == "done"
    printed, told = capfd.readouterr()
    assert printed == ""
    assert sorted(told.splitlines()) == (
        ["complained", "said by C", "said by Python"] if heard else []
    )


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_no_dead_process_is_left():
    isolated("A", deadly.add, 1, 2)
    with pytest.raises(Broke):
        isolated("A", deadly.abort)
    with pytest.raises(Overdue):
        isolated("A", deadly.spin, seconds=0.1)
    children = Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text().split()
    assert [child for child in children if not processes.alive(child)] == []


def test_no_process_is_left_by_a_signal_at_its_start(way, monkeypatch):
    if way != "forked":
        pytest.skip("it is kept, and ends with us")

    def fork(real=os.fork):
        started.append(real())
        if started[-1]:
            signal.raise_signal(signal.SIGINT)
        return started[-1]

    started = []
    monkeypatch.setattr(os, "fork", fork)
    with pytest.raises(KeyboardInterrupt):
        isolated("A", deadly.spin)
    assert not processes.alive(started[0])


def test_a_failed_fork_is_reported_in_one_line(way, monkeypatch):
    if way != "forked":
        pytest.skip("a program is started there")
    monkeypatch.setattr(os, "fork", lambda: os.open("/dev/null/nothing", 0))
    with pytest.raises(SolverError, match="^no further process can be started: not a directory$"):
        isolated("A", deadly.add, 1, 2)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


SCRIPT = """
import atexit, sys
from efgc.stages import isolated as package
import deadly
package.FORKS = {forks}
if __name__ == "__main__":
    atexit.register(print, "at exit")
    sys.stdout.write("once ")
    try:
        print(package.isolated("A", deadly.{work}, *{arguments}))
    except KeyboardInterrupt:
        sys.exit(130)
"""


def script(way, work, *arguments, **more):
    environment = {**os.environ, "PYTHONPATH": f"{TESTS.parents[1]}:{TESTS}"}
    code = SCRIPT.format(forks=way == "forked", work=work, arguments=arguments)
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment, **more
    )


def test_buffers_and_exit_handlers_run_only_once(way):
    with script(way, "add", 1, 2) as process:
        assert process.stdout.read() == "once 3\nat exit\n"


@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)])
def test_closed_streams_are_supported(way, closed):
    with script(way, "add", 1, 2, preexec_fn=lambda: [os.close(end) for end in closed]) as process:
        assert process.stdout.read() == ("" if 1 in closed else "once 3\nat exit\n")
    assert process.returncode in (
        (0,) if 1 not in closed else (0, 1, 120)
    )  # Python's own, where it cannot write.


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_process_ends_with_its_parent(way, number, tmp_path):
    with script(way, "start_another", str(tmp_path / "there")) as process:
        while not (tmp_path / "there").exists():
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(number)
        assert process.wait(20) == (130 if number == signal.SIGINT else -number)
    working, other = map(int, (tmp_path / "there").read_text().split())
    assert processes.end([working])
    if processes.alive(other):
        # Nothing here starts programs within; what it starts ends with it where we can still see
        # to it.
        assert number != signal.SIGINT or way == "served"
        os.kill(other, signal.SIGKILL)
