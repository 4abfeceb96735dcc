"""Progress and limits: shown to a person only, and what does not fit is refused."""

import io
import os
import pty
import re
import subprocess
import sys
import termios
import time
from contextlib import contextmanager, suppress

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.files.text import Text
from efgc.pipeline.machine.streams import silent
from efgc.pipeline.settings import Settings
from efgc.pipeline.terminal import diagnostics
from efgc.pipeline.terminal.progress_bar import Estimate
from efgc.pipeline.ways import run as chain
from efgc.schemas.parts.problems import InputError
from small_games import island


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True


@contextmanager
def terminal(columns):
    """Give a pseudo-terminal of so many columns, and a function that returns what came out of it so
    far.
    """
    screen, end = pty.openpty()
    termios.tcsetwinsize(end, (24, columns))
    os.set_blocking(screen, False)
    said = bytearray()

    def shown():
        with suppress(BlockingIOError):
            while block := os.read(screen, 2**16):
                said.extend(block)
        return said.decode()

    with open(end, "w", encoding="utf-8") as out:
        yield out, shown
    os.close(screen)


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(diagnostics, "PATIENCE", 0.01)


def until(shown, words):
    """Return what is on the screen, once the words are; a machine may be busy."""
    late = time.monotonic() + 20
    while words not in shown() and time.monotonic() < late:
        time.sleep(0.01)
    return shown().split("\r\033[K")[-1]


@pytest.mark.parametrize(
    "columns, words",
    [
        (80, r"grade:  25%\|[█▏▎▍▌▋▊▉ ]{10,}\| 2,500 of 10,000, [\d,]+/s, 10 s, about \d\d s left"),
        (40, r"grade:  25%\|[█▏▎▍▌▋▊▉ ]{10,}\| \d\d s left"),
    ],
)
def test_a_bar_fits_the_terminal_and_is_wiped(columns, words, impatient):
    with terminal(columns) as (out, shown):
        with diagnostics.progress("grade", out) as watch:
            watch.start -= 10
            watch(2500, 10_000)
            line = until(shown, "25%")
            assert re.fullmatch(words, line)
            # Ctrl-C shows as ^C behind the bar, and the last column breaks the line on some
            # terminals.
            assert len(line) == columns - len("^C") - 1
        assert shown().endswith("\r\033[K")


def test_the_progress_bar_is_ascii_if_the_encoding_has_nothing_else(impatient):
    with terminal(80) as (out, shown):
        out.reconfigure(encoding="ascii")
        with diagnostics.progress("grade", out) as watch:
            watch(1, 2)
            assert "#####" in until(shown, "50%")


def test_unknown_estimates_are_left_out(impatient):
    with terminal(80) as (out, shown), diagnostics.progress("solve", out) as watch:
        assert re.fullmatch(r"solve: \d s", until(shown, "solve"))
        watch(0, 40)
        assert re.fullmatch(r"solve:   0%\| +\| 0 of 40, \d s", until(shown, "0%"))
        watch(3000, 0)
        assert re.fullmatch(r"solve: 3,000 so far, [\d,.]+/s, \d s", until(shown, "3,000"))


def test_the_estimate_follows_the_work_as_it_is_now():
    work = Estimate(start=0)
    assert work.left(1000, now=5) is None
    for second in range(1, 11):  # A step a second ...
        work.look(second, now=second)
    assert work.rate() == pytest.approx(1) and work.left(110, now=10) == pytest.approx(100)
    for half in range(
        1, 41
    ):  # ... and then ten, of which the first ten seconds say nothing any more.
        work.look(10 + 5 * half, now=10 + half / 2)
    assert work.rate() == pytest.approx(10, rel=0.01) and work.left(310, now=30) == pytest.approx(
        10, rel=0.01
    )


def test_the_time_left_does_not_grow_while_nothing_is_done():
    work = Estimate(start=0)
    work.look(10, now=10)
    left = [work.left(20, now) for now in (10, 12, 19.5, 20, 500)]
    assert left == [10, 8, 0.5, None, None]


def test_no_time_left_is_shown_before_it_means_something():
    work = Estimate(start=0)
    work.look(10, now=4)
    assert work.left(100_000, now=4) is None and work.left(100, now=4) == 36
    work.look(60, now=24)  # After a while the slowest work has an estimate, too.
    assert work.left(100_000, now=24) > 10_000


def test_the_estimate_restarts_when_the_count_restarts():
    work = Estimate(start=0)
    work.look(1_000_000, now=1)
    work.look(0, now=2)
    assert work.rate() == 0
    work.look(2, now=4)
    assert work.rate() == 1


def test_the_bar_is_loaded_when_it_is_shown():
    code = "import sys, efgc.pipeline.cli; sys.exit('tqdm' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize("out", [Terminal(), io.StringIO()])
def test_progress_of_quick_work_and_in_a_pipe_is_silent(out):
    with diagnostics.progress("expand", out) as watch:
        watch(1, 2)
    assert out.getvalue() == ""


def test_stages_tell_how_far_they_are(monkeypatch):
    told = []
    monkeypatch.setattr(
        diagnostics.Progress,
        "__call__",
        lambda self, done, total: told.append((self.what, done, total)),
    )
    text = island(["S---", "-E--", "--E-", "---D"], 1)
    game = chain.result(Text(text, "map", "map", "0" * 64), Settings(level=0), "expand")
    nodes = len(game.nodes)
    assert ("expand", 1, nodes) in told
    assert any(
        1 < done <= nodes for what, done, total in told if (what, total) == ("expand", nodes)
    )


def test_long_work_in_a_pipe_says_so_in_lines(monkeypatch, capfd):
    monkeypatch.setattr(diagnostics, "EVERY", 0.2)
    with diagnostics.progress("expand") as watch:
        watch(250_000, 1_000_000)
        time.sleep(1.1)
    lines = capfd.readouterr().err.splitlines()
    assert 3 <= len(lines) <= 5
    assert {line.rpartition(", ")[0] for line in lines} == {"efgc: expand, 250,000 of 1,000,000"}
    with silent(), diagnostics.progress("expand"):
        time.sleep(0.5)
    assert capfd.readouterr().err == ""


def test_a_listener_gets_the_stage_and_its_progress():
    told = []
    text = island(["S---", "-E--", "--E-", "---D"], 1)
    with diagnostics.progress_to(lambda *far: told.append(far)):
        chain.result(Text(text, "map", "map", "0" * 64), Settings(level=0))
    stages = list(dict.fromkeys(stage for stage, *_ in told))
    assert stages == ["parse", "expand", "lower", "solve", "report"]
    assert told[0] == ("parse", 0, 0) and any(0 < done < total for _, done, total in told)
    before = len(told)
    chain.result(Text(text, "map", "map", "0" * 64), Settings())
    assert len(told) == before


def test_a_game_that_does_not_fit_into_memory_is_refused(monkeypatch):
    monkeypatch.setattr("efgc.pipeline.machine.memory.free_memory", lambda: 10_000)
    monkeypatch.setattr("efgc.pipeline.machine.memory.LEAST", 1)
    text = Text(island(["S---", "----", "---D"]), "map", "map", "0" * 64)
    with pytest.raises(InputError, match="the map has more than 33 states at level 0"):
        list(chain.run(text, Settings(level=0)))


ESCAPES = "\x1b]0;T\x07\x1b[31mZ"
MATRIX = (
    f'NFG 1 R "{ESCAPES}" {{ "{ESCAPES}A" "{ESCAPES}B" }} '
    f'{{ {{ "{ESCAPES}a" "b" }} {{ "{ESCAPES}c" "d" }} }} ""\n'
    f'{{ {{ "{ESCAPES}" 1 -1 }} {{ "" 2 -2 }} {{ "" 0 0 }} {{ "" 3 -3 }} }}\n1 2 3 4\n'
)


@pytest.mark.parametrize(
    "command",
    [
        ("run", "SOURCE"),
        ("run", "SOURCE", "--method", "regret"),
        ("evaluate", "SOURCE", "uniform"),
        ("stats", "SOURCE"),
        ("diff", "SOURCE", "goofspiel-3"),
        ("lint", "SOURCE"),
        ("check", "SOURCE", f"missing {ESCAPES}"),
        ("run", f"missing {ESCAPES}"),
        ("run", "SOURCE", "--at", ESCAPES),
        ("run", "SOURCE", f"--{ESCAPES}"),
    ],
)
def test_control_characters_are_escaped_in_every_line(command, tmp_path, capfd):
    source = tmp_path / "escape.nfg"
    source.write_text(MATRIX)
    argv = [str(source) if word == "SOURCE" else word for word in command]
    diagnostics.guarded(lambda: efgc(argv, standalone_mode=False))
    shown = "".join(capfd.readouterr())
    assert all(line.isprintable() for line in shown.split("\n")), shown
    assert len(shown) > 20


@pytest.mark.slow
def test_a_terminal_gets_no_control_characters_of_a_table(tmp_path):
    source = tmp_path / "escape.nfg"
    source.write_text(MATRIX)
    command = [sys.executable, "-m", "efgc", "run", str(source), "--format", "csv"]
    assert "\x1b" in subprocess.run(command, capture_output=True, text=True).stdout
    with terminal(300) as (out, shown):
        subprocess.run(command, stdout=out)
        told = shown()
    assert "\\x1b]0;T\\x07" in told and "\x1b" not in told
