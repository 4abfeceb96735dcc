"""The page of a sweep: it opens without a word and fits, and its table can be sorted."""

import shutil

import pytest

import efgc
from report_page import (
    ARTIFACTS,
    PRINTED_HEADS,
    SCHEMES,
    WIDTHS,
    broken_words,
    unreadable,
    violations,
)

P = [f"{at}/20" for at in (1, 10, 9, 19)]


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Return the page of two maps, one of which has no room for three bandits."""
    folder = tmp_path_factory.mktemp("sweep")
    for name in ("island-1", "cave-example"):
        shutil.copy(ARTIFACTS / name / f"{name}.txt", folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        sources = ["island-1.txt", "cave-example.txt"]
        efgc.sweep(sources, vary={"p": P, "bandits": "1..3"}, output="out")
    return folder / "out" / "sweep.html"


def column(page, name):
    """Return the texts of a column, of the rows that are shown."""
    return page.evaluate(
        """name => {
            const table = document.querySelector(".runs-table");
            const at = [...table.tHead.rows[0].cells].findIndex(one => one.textContent === name);
            return [...table.tBodies[0].rows].filter(row => !row.hidden)
                .map(row => row.cells[at].textContent);
        }""",
        name,
    )


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_it_can_be_read_by_everybody(path, opened, width, scheme):
    with opened(path, WIDTHS[width], scheme) as page:
        assert page.locator("h1").inner_text() == page.title() == "Sweep of 2 sources"
        assert page.locator("#sweep figure svg").count() == 2
        assert violations(page) == []
        assert unreadable(page) == []


def test_the_picture_of_one_source_takes_its_share_of_a_wide_page(tmp_path, opened, monkeypatch):
    shutil.copy(ARTIFACTS / "cave-example/cave-example.txt", tmp_path)
    monkeypatch.chdir(tmp_path)
    efgc.sweep("cave-example.txt", vary={"p": ["1/4", "3/4"]}, output="out")
    with opened(tmp_path / "out/sweep.html") as page:
        assert page.locator("#sweep figure svg").bounding_box()["width"] > 600
        assert page.locator(".runs-box.more-right").count() == 0


def test_columns_are_sorted_by_numbers_and_back(path, opened):
    with opened(path) as page:
        head = page.locator(".runs-table th", has_text="p").first
        first = column(page, "p")
        assert first[:6] == ["1/20"] * 3 + ["10/20"] * 3
        head.get_by_role("button").click()
        ascending = column(page, "p")
        assert ascending == [p for p in ("1/20", "9/20", "10/20", "19/20") for _ in range(6)]
        assert head.get_attribute("aria-sort") == "ascending"
        head.get_by_role("button").click()
        assert column(page, "p") == ascending[::-1]
        head.get_by_role("button").click()
        assert column(page, "p") == first and head.get_attribute("aria-sort") is None
        # What there is not stands at the end, either way.
        value = page.locator(".runs-table th", has_text="value").get_by_role("button")
        for _ in range(2):
            value.click()
            assert column(page, "value to agent")[-4:] == [""] * 4


def test_failed_runs_are_shown_alone(path, opened):
    with opened(path) as page:
        page.get_by_label("failed runs alone (4)").check()
        assert column(page, "exit code") == ["1"] * 4
        assert {*column(page, "source")} == {"cave-example"}


@pytest.mark.slow
def test_on_paper_there_are_panels_and_figures(path, opened):
    with opened(path, 800) as page:
        page.emulate_media(media="print")
        assert page.locator("#sweep figure svg").first.is_visible()
        assert page.locator(".runs-table th").evaluate_all(PRINTED_HEADS)[:2] == ["source", "p"]
        assert broken_words(page, ".runs-table") == []
        assert not page.locator(".sweep-command").first.is_visible()
