"""The line of `efgc --version`."""

from importlib.metadata import version

import pytest
from click.testing import CliRunner

from efgc.pipeline import version as lines
from efgc.pipeline.cli import efgc


@pytest.mark.parametrize(
    "compiled, words",
    [
        (True, "compiled kernels"),
        (False, "uncompiled kernels: large games and droid battles are slow"),
    ],
)
def test_the_version_shows_whether_the_kernels_are_compiled(monkeypatch, compiled, words):
    monkeypatch.setattr(lines, "kernels_are_compiled", lambda: compiled)
    told = CliRunner().invoke(efgc, ["--version"]).output
    assert told == f"efgc {version('efgc')} with {words}\n"
