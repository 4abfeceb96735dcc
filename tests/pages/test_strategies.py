"""The tables of strategies on a page: the numbers read there, sorting, choosing, marking."""

import re

import pytest

from report_page import ARTIFACTS, PRINTED_HEADS, broken_words, violations

TEXTBOOK = {"level": 0, "without": ("single", "endgames")}
# A rock-paper-scissors after a coin, where much is worth little and nothing is forced.
WORDS = """EFG 2 R "words" { "Alice" "Bob" }
""
c "" 1 "" { "heads" 1/4 "tails" 3/4 } 0
p "" 1 1 "" { "apple" "pear" "plum 10" "plum 9" } 0
t "" 1 "" { 1 -1 }
t "" 2 "" { -1 1 }
t "" 3 "" { 0 0 }
t "" 4 "" { 1/3 -1/3 }
p "" 1 2 "" { "apple" "bread" } 0
p "" 2 1 "" { "knife" "fork" } 0
t "" 5 "" { 2 -2 }
t "" 6 "" { -2 2 }
p "" 2 1 "" { "knife" "fork" } 0
t "" 7 "" { -1 1 }
p "" 1 3 "" { "eat" } 0
t "" 8 "" { 3 -3 }
"""


def read(page, player=1, visible=True):
    """Return the lines that a table shows as dictionaries by column, each with its whole text."""
    return page.evaluate(
        """([player, visible]) => {
            const table = document.querySelector(`.strategies-table[data-player="${player}"]`);
            const keys = [...table.tHead.rows[0].cells].map(head => head.dataset.key);
            return [...table.tBodies[0].querySelectorAll("tr:not(.set)")]
                .filter(row => !visible || !row.hidden).map(row =>
                Object.fromEntries(keys.map((key, at) => [key, row.cells[at].textContent.trim()])));
        }""",
        [player, visible],
    )


def column(page, key, player=1):
    return [line[key] for line in read(page, player)]


def status(page):
    return page.locator("#strategies").get_by_role("status")


def head(page, key, player=1):
    return page.locator(f".strategies-table[data-player='{player}'] th[data-key={key}]")


def sort(page, key, player=1):
    head(page, key, player).get_by_role("button").click()


@pytest.mark.parametrize(
    ("name", "options"), [("island-1", TEXTBOOK), ("maze", {}), ("cave-example", {})]
)
def test_the_numbers_are_those_of_the_report_in_json(page_of, opened, name, options):
    report = page_of.report(name, **options)
    with opened(page_of(name, **options)) as page:
        for player in (1, 2):
            lines = read(page, player, visible=False)
            told = {
                record["information_set"]: record for record in report["strategies"][player - 1]
            }
            assert len(lines) == sum(len(record["probabilities"]) for record in told.values())
            for line in lines:
                record = told[int(line["infoset"])]
                played = record["probabilities"][line["action"]]
                if record["reach"] > 0:
                    assert float(line["plays"]) == pytest.approx(played, abs=5e-7)
                    assert float(line["reach"]) == pytest.approx(record["reach"], abs=5e-7)
                elif record["own_reach"] > 0:
                    assert line["reach"] == "○ off path"
                    assert re.fullmatch(r"\(.*\)", line["plays"])
                    assert float(line["plays"][1:-1]) == pytest.approx(played, abs=5e-7)
                else:
                    assert (line["reach"], line["plays"]) == ("× unreachable", "any")
                for key, told_of in (("worth", "values"), ("lost", "losses")):
                    found = record[told_of] and record[told_of][line["action"]]
                    expected = "–" if found is None else pytest.approx(found, rel=1e-6, abs=1e-9)
                    assert (line[key] if found is None else float(line[key])) == expected
                assert float(line["own"]) == pytest.approx(record["own_reach"], abs=5e-7)
                if line.get("exact"):
                    top, bottom = map(int, line["exact"].split("/"))
                    assert top / bottom == pytest.approx(played, abs=1e-12)


def test_first_moves_are_those_of_the_report_in_json(page_of, opened):
    report = page_of.report("goofspiel-4")
    with opened(page_of("goofspiel-4")) as page:
        for player in (1, 2):
            lines = read(page, player)
            assert len(lines) == 16
            for line in lines:
                play = report["first_moves"][line["after"]]
                at = play[f"moves_{player}"].index(line["action"])
                assert float(line["plays"]) == pytest.approx(
                    play[f"strategy_{player}"][at], abs=5e-7
                )
                exact = play[f"strategy_{player}_exact"][at]
                assert line["exact"] == (exact if "/" in exact else "")


def test_a_click_on_a_head_sorts_and_the_third_takes_it_back(page_of, opened):
    with opened(page_of(WORDS)) as page:
        before = read(page)
        assert head(page, "worth").get_attribute("aria-sort") is None
        sort(page, "worth")
        found = [float(text) for text in column(page, "worth")]
        assert found == sorted(found, reverse=True) and len({*found}) > 2
        assert head(page, "worth").get_attribute("aria-sort") == "descending"
        sort(page, "worth")
        found = [float(text) for text in column(page, "worth")]
        assert found == sorted(found)
        assert head(page, "worth").get_attribute("aria-sort") == "ascending"
        sort(page, "action")
        assert column(page, "action") == sorted(
            column(page, "action"), key=lambda text: re.sub(r"\d+", lambda d: d[0].zfill(4), text)
        )
        assert head(page, "worth").get_attribute("aria-sort") is None
        sort(page, "action")
        assert column(page, "action")[0] == "plum 10"
        sort(page, "action")
        assert read(page) == before and page.locator("[aria-sort]").count() == 0


def test_sorting_works_by_keys(page_of, opened):
    with opened(page_of(WORDS)) as page:
        head(page, "action").get_by_role("button").focus()
        page.keyboard.press("Enter")
        assert head(page, "action").get_attribute("aria-sort") == "ascending"
        page.keyboard.press("Space")
        assert head(page, "action").get_attribute("aria-sort") == "descending"
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Plays"


def test_adjacent_lines_of_an_information_set_are_grouped(page_of, opened):
    again = "all => all.filter(row => !row.hidden).map(row => row.classList.contains('again'))"
    with opened(page_of(WORDS)) as page:
        rows = page.locator(".strategies-table[data-player='1'] tbody tr:not(.set)")
        assert rows.evaluate_all(again) == [False, True, True, True, False, True]
        sort(page, "action")
        assert column(page, "action")[:3] == ["apple", "apple", "bread"]
        assert rows.evaluate_all(again)[:3] == [False, False, True]
        # What is not seen is still said.
        assert all(line["infoset"] and line["reach"] for line in read(page))


def test_forced_moves_are_hidden_and_counted_by_default(page_of, opened):
    report = page_of.report("island-1", **TEXTBOOK)
    forced = [
        record
        for strategy in report["strategies"]
        for record in strategy
        if len(record["probabilities"]) == 1
    ]
    with opened(page_of("island-1", **TEXTBOOK)) as page:
        every = len(read(page, 1, visible=False)) + len(read(page, 2, visible=False))
        few = len(read(page, 1)) + len(read(page, 2))
        assert status(page).inner_text() == f"{few} of {every} lines"
        assert few == every - len(forced) > 0
        page.get_by_label(f"forced moves ({len(forced)})").check()
        assert status(page).inner_text() == f"{every} of {every} lines"


def test_switches_filter_by_reach_and_by_mixed_choices(page_of, opened):
    with opened(page_of("maze")) as page:
        page.get_by_label(re.compile("^unreachable choices")).check()
        assert any(float(line["own"]) == 0 for line in read(page, 2))
        page.get_by_label("only what play reaches").check()
        for player in (1, 2):
            assert all(re.fullmatch(r"[\d.e-]+", line["reach"]) for line in read(page, player))
        page.get_by_label("only mixed choices").check()
        assert column(page, "plays") == ["0.333333", "0.666667"] and read(page, 2) == []
        page.get_by_label("only what play reaches").uncheck()
        page.get_by_label("only mixed choices").uncheck()
        assert any(line["reach"] == "○ off path" for line in read(page))


def test_the_filter_looks_for_all_words_in_any_order(page_of, opened):
    with opened(page_of(WORDS)) as page:
        box = page.get_by_role("searchbox", name="Filter by words")
        box.fill("AP")
        assert column(page, "action") == ["apple", "apple"] and read(page, 2) == []
        box.fill("10 plum")
        assert column(page, "action") == ["plum 10"]
        box.fill("<nothing>")
        assert read(page) == [] and status(page).inner_text().startswith("0 of ")
        box.fill("")
        assert len(read(page)) == 6


def test_marking_an_information_set_marks_its_lines_alone(page_of, opened):
    with opened(page_of(WORDS)) as page:
        button = page.get_by_role("button", name="Mark information set", exact=False).first
        button.click()
        marked = page.locator("tr.marked:not(.set)").evaluate_all(
            "all => all.map(r => r.dataset.markInfoset)"
        )
        assert len(marked) == 4 and len({*marked}) == 1
        button.click()
        assert page.locator("tr.marked:not(.set)").count() == 0
        page.evaluate("page.marks.mark('infoset', '2')")
        told = page.locator("tr.marked:not(.set)").evaluate_all(
            "all => all.map(r => r.dataset.markInfoset)"
        )
        assert told and {*told} == {"2"}


def test_a_mark_from_elsewhere_is_brought_into_sight_within_its_box(page_of, opened):
    with opened(page_of(ARTIFACTS / "goofspiel-3/goofspiel-3.game.json")) as page:
        page.get_by_label(re.compile("^forced moves")).check()
        last = page.locator(".strategies-table[data-player='1'] tbody tr:not([hidden], .set)").last
        number, down = last.get_attribute("data-mark-infoset"), page.evaluate("scrollY")
        page.evaluate("number => page.marks.mark('infoset', number)", number)
        box = page.locator(".strategies-box").first
        assert box.evaluate("box => box.scrollTop") > 0 and page.evaluate("scrollY") == down


def test_without_javascript_it_is_a_plain_table(page_of, opened):
    report = page_of.report("maze")
    with opened(page_of("maze"), java_script_enabled=False) as page:
        rows = page.locator(".strategies-table[data-player='1'] tbody tr:not(.set)")
        assert rows.count() == sum(len(one["probabilities"]) for one in report["strategies"][0])
        assert rows.last.is_visible()
        assert page.locator(".strategies-table button").count() == 0


def test_omitted_information_sets_are_counted(page_of, opened):
    cards = ARTIFACTS / "goofspiel-3/goofspiel-3.game.json"
    report = page_of.report(cards)
    with opened(page_of(cards)) as page:
        lines = [read(page, player, visible=False) for player in (1, 2)]
        for found, strategy in zip(lines, report["strategies"], strict=True):
            kept = {line["infoset"] for line in found}
            left = len(strategy) - len(kept)
            assert len(found) <= 400
            if left:
                text = f"{left} of {len(strategy)} information sets"
                assert page.get_by_text(text).first.is_visible()


def test_tables_are_named_and_can_be_scrolled_by_keys(page_of, opened):
    with opened(page_of("maze"), width=360) as page:
        section = page.locator("#strategies")
        for name in ("agent", "bandits"):
            assert section.get_by_role("table", name=name).count() == 1
            assert section.get_by_role("region", name=name).get_attribute("tabindex") == "0"
        section.get_by_role("region", name="agent").focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(500)  # Scrolling is smooth.
        assert page.locator(".strategies-box").first.evaluate("box => box.scrollLeft") > 0
        sort(page, "plays")
        assert violations(page, "#strategies") == []


CUT = """heads => heads.filter(head => head.checkVisibility()).filter(head => {
    const box = head.closest(".scroll").getBoundingClientRect();
    return head.getBoundingClientRect().right > box.right + 1;
}).map(head => head.textContent)"""
"""The heads of columns that are not wholly in the window of their box."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["island-1", "maze", "cave-example", "goofspiel-4", "droid-duel"])
def test_all_columns_are_seen_on_a_desktop_and_actions_with_probabilities_on_a_phone(
    page_of, opened, name
):
    path, heads = page_of(name), ".strategies-table th"
    with opened(path) as page:
        assert page.locator(heads).evaluate_all(CUT) == []
    for width in (360, 390):
        with opened(path, width) as page:
            cut = page.locator(heads).evaluate_all(CUT)
            assert not {"Action", "Move", "Plays"} & {*cut}
            assert broken_words(page, ".strategies-table") == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["maze", "goofspiel-4"])
def test_on_paper_no_word_is_broken_and_heads_are_repeated_with_their_words(page_of, opened, name):
    with opened(page_of(name), 700) as page:
        page.emulate_media(media="print")
        assert broken_words(page, ".strategies-table") == []
        heads = page.locator(".strategies-table[data-player='1'] th").evaluate_all(PRINTED_HEADS)
        assert "Plays" in heads and "" not in heads and "none" not in heads
        style = "one => [getComputedStyle(one).display, getComputedStyle(one).breakInside]"
        head = page.locator(".strategies-table thead").first
        assert head.evaluate(style) == ["table-header-group", "avoid"]


def test_on_narrow_screens_a_row_above_the_actions_names_their_set(page_of, opened):
    with opened(page_of(WORDS), 390) as page:
        rows = page.locator(".strategies-table[data-player='1'] tr.set")
        assert rows.count() == 2 and rows.first.is_visible()
        assert re.match(r"No\. \d+ *After the start.*Reached 0\.25", rows.first.inner_text())
        rows.first.get_by_role("button", name="Mark information set").click()
        assert page.locator("tr.marked:not(.set)").count() == 4
        page.get_by_role("searchbox", name="Filter by words").fill("plum")
        assert rows.count() == 1
