"""Engines: any work, in any number of processes, and work that ends alone."""

import multiprocessing
import os
import signal
import time
from typing import NamedTuple

import psutil
import pytest

from efgc.pipeline.engines import THREADS, engine, ordered
from efgc.pipeline.engines.local import IsolatedJob
from efgc.schemas.parts.problems import InputError, Problem
from efgc.stages.isolated import Overdue, ProcessDied, sandbox

pytestmark = pytest.mark.usefixtures("forked")

GIB = 2**30


class Square(NamedTuple):
    number: int

    def __call__(self):
        return self.number**2, os.getpid()


class Refused(NamedTuple):
    def __call__(self):
        raise InputError([Problem("is none")], "file")


class Hanging(NamedTuple):
    def __call__(self):
        time.sleep(600)


class Killed(NamedTuple):
    def __call__(self):
        os.kill(os.getpid(), signal.SIGKILL)


class Room(NamedTuple):
    """How much memory it may have."""

    def __call__(self):
        import resource

        return resource.getrlimit(resource.RLIMIT_DATA)[0]


class Eating(NamedTuple):
    def __call__(self):
        return len(bytearray(2**45))


@pytest.mark.parametrize("name", ["local", "ray", THREADS])
@pytest.mark.parametrize("jobs", [1, 2])
def test_every_work_has_its_number(name, jobs, monkeypatch):
    if name == "ray":
        pytest.importorskip("ray", reason="Ray is not installed")
        monkeypatch.delenv("RAY_ADDRESS", raising=False)
    run = engine(name, jobs)
    try:
        found = dict(run([Square(number) for number in range(9)]))
        assert {number: square for number, (square, _) in found.items()} == {
            number: number**2 for number in range(9)
        }
        here = {process for _, process in found.values()} == {os.getpid()}
        assert here == (name == THREADS or name == "local" and jobs == 1)
        assert list(run([])) == []
    finally:
        run.close()


def test_order_is_that_of_the_works():
    given = [(2, "c"), (0, "a"), (3, "d"), (1, "b"), (4, "e")]
    seen = []
    assert list(ordered(seen.append(number) or (number, one) for number, one in given)) == [
        *"abcde"
    ]
    assert seen == [2, 0, 3, 1, 4]
    first = ordered(iter([(0, "a"), (2, "c")]))
    assert next(first) == "a"  # Without waiting for the second.


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_a_thread_ends_the_work(jobs):
    run, begun = engine(THREADS, jobs), []

    class Noted(NamedTuple):
        def __call__(self):
            begun.append(self)
            time.sleep(0.01)

    with pytest.raises(InputError):
        list(run([Refused(), Refused(), *[Noted()] * 1000]))
    assert len(begun) < 1000
    run.close()


@pytest.mark.parametrize("jobs", [1, 2])
def test_one_that_ends_badly_ends_alone(jobs):
    works = [Square(1), Refused(), Hanging(), Killed(), Eating(), Square(5)]
    run = engine("local", jobs)
    try:
        found = list(ordered(run([IsolatedJob("the work", one, 1.0) for one in works])))
    finally:
        run.close()
    assert [one.result and one.result[0] for one in (found[0], found[5])] == [1, 25]
    assert [type(one.error) for one in found[1:5]] == [
        InputError,
        Overdue,
        ProcessDied,
        ProcessDied,
    ]
    assert found[1].error.problems == (Problem("is none"),)
    assert str(found[2].error) == "the work timed out"
    assert "killed" in str(found[3].error) or "a kill signal" in str(found[3].error)
    assert str(found[4].error) == "the work needs more memory than is available"


def test_memory_is_shared(monkeypatch):
    monkeypatch.setattr(sandbox, "free_memory", lambda: 64 * GIB)
    room = [IsolatedJob("it", Room(), among=among)().result for among in (1, 4)]
    # Beyond what a process has, which is less.
    assert room[0] - room[1] == pytest.approx(0.9 * (64 - 64 / 4) * GIB, rel=0.05)


def hang(found, closes):
    """Begin work that hangs, in processes of an engine; send the ids of all these processes."""
    run = engine("local", 2)
    going = run([*[Square(0)] * 3, IsolatedJob("it", Hanging())])
    assert sorted(next(going)[0] for _ in range(3)) == [0, 1, 2]
    while len(begun := psutil.Process().children(recursive=True)) < 3:
        time.sleep(0.01)
    found.send([one.pid for one in begun])
    if closes:
        run.close()
    time.sleep(600)


@pytest.mark.parametrize("closes", [True, False])
def test_workers_die_with_their_parent(closes):
    """All processes end when the parent is killed, and already when it closes the engine."""
    import processes  # Workers of Ray, which load this module, cannot import it.

    context = multiprocessing.get_context("fork")
    seen, found = context.Pipe(duplex=False)
    parent = context.Process(target=hang, args=(found, closes))
    parent.start()
    begun = []
    try:
        assert seen.poll(20)
        begun += seen.recv()
        assert len(begun) == 3  # Two workers, and the process of the isolated job.
        if not closes:
            assert all(map(processes.alive, begun))
            parent.kill()
        assert processes.end(begun)
        assert processes.alive(parent.pid) == closes
    finally:
        for one in filter(processes.alive, [parent.pid, *begun]):
            os.kill(one, signal.SIGKILL)
        parent.join()
