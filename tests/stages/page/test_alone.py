"""Sections of a page alone, for the frame of another page."""

import base64
import hashlib
import re
from pathlib import Path

import pytest

from efgc.pipeline.python.sources import text_of
from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import result
from efgc.stages.page import PAGES

ARTIFACTS = Path(__file__).parents[3] / "artifacts"


@pytest.fixture(scope="module")
def page():
    text = (ARTIFACTS / "two-bushes" / "two-bushes.txt").read_text()
    return PAGES["game"](result(text_of(text, "a"), Settings(report_format="html")).report)


def written(page, *only):
    made = page.write(only)
    return "".join(made.parts), made.policy


def sections(text):
    return re.findall(r'<section id="([a-z]+)"', text)


def test_without_a_choice_it_is_the_whole_page(page):
    text, _ = written(page)
    names = [section.name for section, _ in page.shown]
    assert (
        sections(text)
        == ["facts", *names]
        == [*("facts", "map", "tree", "strategies", "stages", "proof")]
    )


@pytest.mark.parametrize("only", [("map",), ("proof", "tree"), ("nothing",)])
def test_selected_sections_keep_the_order_of_the_page(page, only):
    text, policy = written(page, *only)
    kept = [section.name for section, _ in page.shown if section.name in only]
    assert sections(text) == kept
    assert ("<nav" in text) == (len(kept) > 1)
    assert re.findall(r'id="data-([a-z]+)"', text) == [
        section.name for section, shown in page.shown if section.name in kept and shown.data
    ]
    assert f'content="{policy}"' in text


def test_the_policy_has_the_hashes_of_the_styles_and_scripts_in_the_page(page):
    for only in ((), ("map",), ("tree", "strategies")):
        text, policy = written(page, *only)
        for tag in ("style", "script"):
            inside = re.search(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL)[1].encode()
            digest = base64.b64encode(hashlib.sha256(inside).digest()).decode()
            assert f"{tag}-src 'sha256-{digest}'" in policy
