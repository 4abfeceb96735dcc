"""A page of each kind, line by line as it was last looked at, without what every run has of its
own.

Scripts and styles are left out: browsers try them, and each line of theirs is there to be read in
`stages/page/parts`. With UPDATE_GOLDEN=1 in the environment the files are made again.
"""

import os
import re
from pathlib import Path

import pytest

from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import run
from report_page import text_of

GOLDEN = Path(__file__).parent / "golden"
# The seconds of stages and solvers, and the versions of solvers and of efgc.
OWN = [
    (r"<script>.*?</script>", "<script></script>"),
    (r"<style>.*?</style>", "<style></style>"),
    (r"sha256-[\w+/=]+", "sha256-"),
    (r'("seconds": )[\d.e-]+', r"\1 0"),
    (r"(&#34;seconds&#34;: )[\d.e-]+", r"\g<1>0"),
    (r'("version": )"[\d.]+"', r'\1""'),
    (r"(&#34;version&#34;: )&#34;[\d.]+&#34;", r"\1"),
    (r'(<td class="number">)\d+\.\d{3}(</td>)', r"\1\2"),
    (r"\d+\.\d{3} s\b", "s"),
    (r"(<dt>seconds</dt>\s*<dd[^>]*>)[\d.e-]+", r"\1"),
    (r"\b(efgc|glpk|highs) [\d.]+", r"\1"),
]


def scrubbed(page):
    for pattern, instead in OWN:
        page = re.sub(pattern, instead, page, flags=re.S)
    return page


@pytest.mark.parametrize("name", ["cave-example", "goofspiel-3", "droid-duel"])
def test_pages_are_those_that_were_looked_at(name, forked, monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    *_, step = run(text_of(name), Settings(report_format="html"))
    (parts,) = step.files(Settings(report_format="html")).values()
    page, golden = scrubbed("".join(parts)), GOLDEN / f"{name}.report.html"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(page, encoding="utf-8")
    assert page == golden.read_text(encoding="utf-8")
