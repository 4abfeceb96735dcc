"""Probabilities have one unit, decimals, wherever a map's optimal play is shown."""

import re

import pytest

from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import run
from efgc.stages.draw import svg
from efgc.stages.draw.maps import flow, scene, write_text
from map_reports import map_report
from report_page import text_of
from small_games import ARTIFACTS

PERCENT = re.compile(r"[\d.] ?%")
MAPS = ["island-1", "cave-example", "maze"]


def shown(name):
    """Yield what people are shown of a map: report, page and pictures."""
    text = text_of(name)
    for format in ("text", "html"):
        *_, step = run(text, Settings(report_format=format))
        (parts,) = step.files(Settings(report_format=format)).values()
        page = re.sub(r"<(script|style).*?</\1>", "", "".join(parts), flags=re.S)
        # How full the matrix of a linear program is, and what comes of what is kept in sources.
        yield format, re.sub(r"[\d.e+]+ % of the matrix", "", page)
    picture = flow(map_report((ARTIFACTS / name / f"{name}.txt").read_text()))
    yield "svg", "".join(svg.write(scene(picture)))
    yield "picture as text", "".join(write_text(picture))


@pytest.mark.slow
@pytest.mark.parametrize("name", MAPS)
def test_no_probability_of_a_map_is_a_percentage(name):
    for what, text in shown(name):
        text = re.sub(r'(width|height|x|y|offset|style|d)="[^"]*"', "", text)
        assert not PERCENT.findall(text), what
        assert re.search(r"\b0\.\d+", text), what
