"""Fixtures and options shared by tests, and a summary at the end of a run: the number of skipped
tests for each reason.
"""

import gc
import os
import signal
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import settings

from browser import chromium
from efgc.stages import isolated

# A law draws the same examples in each run, so that a run is reproducible; with WHOLE it draws new
# ones, and prints a blob that reproduces a failure.
settings.register_profile("fixed", derandomize=True)
settings.register_profile("new", derandomize=False, print_blob=True)
settings.load_profile("new" if "WHOLE" in os.environ else "fixed")

FORKS = isolated.FORKS
PATIENCE = 10.0
"""Seconds within which threads must end."""
CASES = {"slow": 16, "many": 4}
"""A usual run has one in so many cases of a test with this mark."""
OBJECTS = (100_000, 20, 20)
"""Thresholds of garbage collection. With Python's own, it takes 15 percent of the time: what tests
compare is large, and kept until their end.
"""


@pytest.fixture(scope="module", autouse=True)
def no_thread_stays():
    """Assert that the tests of a file end their threads: with a running thread nothing is forked,
    and the tests of the next file would silently take another code path.
    """
    yield
    end = time.monotonic() + PATIENCE
    while isolated.FORKS and not isolated.forks() and time.monotonic() < end:
        time.sleep(0.05)
    assert isolated.forks() or not isolated.FORKS, threading.enumerate()


@pytest.fixture(scope="module")
def browser(no_thread_stays):
    """Return the Chromium shared by a file of tests; each test opens its own window."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="module", autouse=True)
def kept_interpreter():
    """Run solvers in one persistent interpreter: forking a process as large as this one for each
    program takes longer. A test that patches code run in the other process uses `forked`.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(isolated, "FORKS", False)
        yield


@pytest.fixture
def forked(monkeypatch):
    """Run each solver in a freshly forked process, which has all patches of the test."""
    monkeypatch.setattr(isolated, "FORKS", FORKS)


def pytest_addoption(parser):
    parser.addoption(
        "--done",
        type=Path,
        metavar="FILE",
        help="leave out the tests that FILE names, and name those there that have passed",
    )


def pytest_configure(config):
    """Reset signal handlers to those of a shell in a terminal: otherwise tests of HUP would wait
    for ever under `nohup`, and those of INT in the background. Write bytecode whatever the
    environment says: tests start efgc some thousand times.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # No measured seconds in output, from any process.
    os.environ["SOURCE_DATE_EPOCH"] = "0"
    sys.dont_write_bytecode = False
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.option.done and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Done(config.option.done))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection():
    """Collect tests without garbage collection, and exempt them from it, some 12,000 objects with
    all that they hold: Python would search them again and again, which takes 6 percent of the time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*OBJECTS)
        gc.enable()


class Done:
    """Append the names of passed tests to a file; not in the workers of xdist, which only read
    it.
    """

    def __init__(self, path):
        self.path, self.passed = path, []

    def pytest_runtest_logreport(self, report):
        if report.when == "call" and (report.passed or hasattr(report, "wasxfail")):
            self.passed.append(report.nodeid)

    def pytest_sessionfinish(self):
        with self.path.open("a") as file:
            file.writelines(f"{name!a}\n" for name in self.passed)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Deselect the tests listed in `--done`, except those that depend on the installed packages.
    Mark long tests as slow, too, so that deselecting slow tests deselects long ones, and those that
    drive a browser. Of those that are selected then, deselect cases of slow tests, and of those
    with many cases, unless WHOLE is set.
    """
    path = config.option.done
    done = set(path.read_text().splitlines()) if path and path.exists() else set()
    again = [
        item
        for item in items
        if ascii(item.nodeid) in done and not item.get_closest_marker("packages")
    ]
    _deselect(config, items, again)
    for item in items:
        if item.get_closest_marker("long") or "browser" in item.fixturenames:
            item.add_marker("slow")
    yield
    if "WHOLE" not in os.environ:
        _deselect(config, items, _other_cases(items))


def _deselect(config, items, left_out):
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        left_out = set(left_out)
        items[:] = [item for item in items if item not in left_out]


def _other_cases(items):
    """Return the cases that a usual run leaves out: it runs the first of each test, and one in
    `CASES` of the others, always the same ones.
    """
    left_out, seen = [], set()
    for item in items:
        name = item.nodeid.partition("[")[0]
        rate = max(
            (CASES[mark.name] for mark in item.iter_markers() if mark.name in CASES), default=1
        )
        if name in seen and crc32(item.nodeid.encode()) % rate:
            left_out.append(item)
        seen.add(name)
    return left_out


def pytest_terminal_summary(terminalreporter):
    """Print the number of skipped tests for each reason, the most frequent first."""
    told = Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", [])
    )
    if told:
        terminalreporter.section("skipped")
    for reason, count in sorted(told.items(), key=lambda item: (-item[1], item[0])):
        terminalreporter.write_line(f"{count:5} {reason}")
