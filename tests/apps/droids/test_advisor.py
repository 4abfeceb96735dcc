"""The help's process: what it says where there is no help, and that it ends with whoever asked."""

import os
import signal
import subprocess
import sys

import pytest

import processes
from efgc.pipeline.apps.droids.advisor import ENDED, Advisor, NoHelp
from efgc.schemas.rules.droid_battle import DroidBattle, opening

SMALL = DroidBattle(("2-5",), (1, 1), 3, "win")
ASK = """
import sys
from efgc.pipeline.apps.droids.advisor import Advisor
from efgc.schemas.rules.droid_battle import DroidBattle, opening
rule = DroidBattle(("2-5",), (1, 1), 3, "win")
advisor = Advisor(rule)
if __name__ == "__main__":
    advisor.advise(opening(rule), wait=True)
    print(advisor._process.pid, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def advisor():
    found = Advisor(SMALL)
    yield found
    found.close()


def test_advice_is_returned_at_once_after_it_has_been_computed(advisor):
    assert advisor.advise(opening(SMALL)) is None
    first = advisor.advise(opening(SMALL), wait=True)
    assert first == advisor.advise(opening(SMALL)) and abs(first.value) <= 1e-9
    assert first.plays[0][4] == pytest.approx(1) and first.plays[1][4] == pytest.approx(
        1
    )  # Both stand in line, and shoot.


def test_every_request_after_the_process_was_killed_reports_it(advisor):
    advisor.advise(opening(SMALL), wait=True)
    os.kill(advisor._process.pid, signal.SIGKILL)
    advisor._process.join()
    for rounds in (2, 1, 2):
        with pytest.raises(NoHelp, match=ENDED.split(";")[0]):
            advisor.advise(opening(SMALL)._replace(rounds=rounds))


def test_a_process_killed_while_working_is_reported(advisor):
    assert advisor.advise(opening(SMALL)) is None
    os.kill(advisor._process.pid, signal.SIGKILL)
    with pytest.raises(NoHelp, match=ENDED.split(";")[0]):
        advisor.advise(opening(SMALL), wait=True)


@pytest.mark.slow
def test_a_battle_that_does_not_fit_in_memory_is_refused():
    rule = DroidBattle(("2" + "-" * 17 + "5", *["-" * 19] * 5), (5, 5), 10_000, "win")
    found = Advisor(rule)
    # 1.52 TB are what both play: 10,000 rounds, 114 x 114 pairs of squares, 146 tallies, 5 numbers.
    try:
        with pytest.raises(
            NoHelp, match=r"^the equilibrium of this battle takes 1\.[5-9] TB, more than there is$"
        ):
            found.advise(opening(rule), wait=True)
    finally:
        found.close()


@pytest.mark.slow
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_the_advisor_process_ends_with_its_parent(by, tmp_path):
    script = tmp_path / "ask.py"
    script.write_text(ASK)
    asking = subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.getcwd()},
    )
    worker = int(asking.stdout.readline())
    asking.send_signal(by)
    asking.wait(10)
    assert processes.end([worker]), "it goes on alone"
    asking.stdin.close()
    asking.stdout.close()
