"""Progress and limits: shown to a person only, and what does not fit is refused."""

import io
import re
import time

import pytest
from small_games import island

from pipeline import chain, diagnostics
from pipeline.files import Text
from schemas.problems import InputError


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_is_shown_on_a_terminal_after_a_while_and_wiped(monkeypatch):
    monkeypatch.setattr(diagnostics, "PATIENCE", 0.01)
    out = Terminal()
    with diagnostics.progress("expand", out) as watch:
        watch(500, 1000)
        time.sleep(0.2)
    assert re.search(r"expand: 500 of 1,000, [\d,]+ per second, 0 s, about 0 s left", out.getvalue())
    assert out.getvalue().endswith("\r\033[K")


@pytest.mark.parametrize("out", [Terminal(), io.StringIO()])
def test_progress_of_quick_work_and_in_a_pipe_is_silent(out):
    with diagnostics.progress("expand", out) as watch:
        watch(1, 2)
    assert out.getvalue() == ""


def test_stages_tell_how_far_they_are(monkeypatch):
    told = []
    monkeypatch.setattr(diagnostics.Progress, "__call__", lambda self, done, total: told.append((self.what, done, total)))
    text = island(["S---", "-E--", "--E-", "---D"], 1)
    work = chain.Work(Text(text, "map", "map", "0" * 64), chain.Settings(level=0))
    for _ in chain.run(work, "expand"):
        pass
    nodes = len(work.made["expand"].nodes)
    assert ("parse", 1024, 0) in told
    assert ("expand", 1024, nodes) in told


def test_a_game_that_does_not_fit_into_memory_is_refused(monkeypatch):
    monkeypatch.setattr("pipeline.memory._available", lambda: 10_000)
    monkeypatch.setattr("pipeline.memory.LEAST", 1)
    work = chain.Work(Text(island(["S---", "----", "---D"]), "map", "map", "0" * 64), chain.Settings(level=0))
    with pytest.raises(InputError, match="the map has more than 14 states at level 0"):
        list(chain.run(work))
