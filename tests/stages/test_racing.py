"""Several pieces of work at once: the first that is done comes first, and the others end."""

import os
import time

import pytest

from efgc.schemas.parts.problems import SolverError
from efgc.stages.isolated import Broke
from efgc.stages.isolated.racing import Work, can_race, race

pytestmark = [
    pytest.mark.skipif(not can_race(), reason="one core, or nothing can be forked"),
    pytest.mark.usefixtures("forked"),
]


def late(seconds, what):
    time.sleep(seconds)
    return what


def busy(seconds, what):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass
    return what


def wrong(seconds):
    time.sleep(seconds)
    raise SolverError("it went wrong")


def aborts(seconds):
    time.sleep(seconds)
    os.abort()


def marks(path):
    path.write_text(str(os.getpid()))
    time.sleep(60)


def test_the_first_to_finish_is_yielded_first():
    works = [Work("slow", late, (0.6, 1)), Work("quick", late, (0.0, "x" * 5_000_000))]
    found = [(done.name, done.result()) for done in race(works)]
    assert found == [("quick", "x" * 5_000_000), ("slow", 1)]


def test_errors_are_raised_on_access_to_the_result():
    works = [Work("dies", aborts, (0.0,)), Work("fails", wrong, (0.5,)), Work("ends", late, (1, 2))]
    first, second, third = race(works)
    assert (first.name, second.name, third.name) == ("dies", "fails", "ends")
    with pytest.raises(Broke, match="dies ended with an abort"):
        first.result()
    with pytest.raises(SolverError, match="it went wrong"):
        second.result()
    assert third.result() == 2


def test_closing_the_iterator_kills_running_work(tmp_path):
    race_of = race([Work("marks", marks, (tmp_path / "number",)), Work("quick", late, (0.5, 2))])
    assert next(race_of).result() == 2
    number = int((tmp_path / "number").read_text())
    os.kill(number, 0)
    race_of.close()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_a_fast_leader_runs_alone(tmp_path):
    works = [Work("first", late, (0.0, 1)), Work("marks", marks, (tmp_path / "number",))]
    race_of = race(works, lead=30.0)
    done = next(race_of)
    assert (done.name, done.result(), done.others) == ("first", 1, ())
    time.sleep(0.5)
    race_of.close()
    assert not (tmp_path / "number").exists()


@pytest.mark.parametrize("slow", [late, busy])
def test_others_start_when_the_lead_is_over(slow):
    before = time.monotonic()
    done = next(race([Work("slow", slow, (20, 1)), Work("quick", late, (0.0, 2))], lead=0.5))
    assert (done.name, done.others) == ("quick", ("slow",))
    assert 0.5 <= time.monotonic() - before < 10


def test_others_start_at_once_if_the_leader_fails():
    before = time.monotonic()
    first, second = race([Work("fails", wrong, (0.0,)), Work("other", late, (0.0, 2))], lead=30.0)
    assert (first.name, second.result(), second.others) == ("fails", 2, ("fails",))
    assert time.monotonic() - before < 10
