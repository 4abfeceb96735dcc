"""Which random examples the tests draw."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

LAW = """
from hypothesis import given, strategies
from small_games import law

@law(50)
@given(strategies.integers())
def test_numbers(number):
    print("drew", number)
"""
TESTS = Path(__file__).parent


def drawn(folder, whole):
    """Return the numbers that a law draws in a run of its own."""
    (folder / "test_numbers.py").write_text(LAW)
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider"]
    given = {
        key: word for key, word in os.environ.items() if not key.startswith(("WHOLE", "PYTEST"))
    }
    ran = subprocess.run(
        [*command, f"--confcutdir={folder}", "-p", "conftest", "test_numbers.py"],
        cwd=folder,
        env=given
        | {"PYTHONPATH": f"{TESTS}:{TESTS.parent}:{TESTS / 'support'}"}
        | ({"WHOLE": "1"} if whole else {}),
        capture_output=True,
        text=True,
        check=True,
    )
    return [line for line in ran.stdout.splitlines() if "drew" in line]


@pytest.mark.long
def test_examples_are_the_same_in_each_run_unless_WHOLE_is_set(tmp_path):
    fixed, again = drawn(tmp_path, False), drawn(tmp_path, False)
    assert fixed and fixed == again
    new, others = drawn(tmp_path, True), drawn(tmp_path, True)
    assert len(new) > len(fixed) and new != others
