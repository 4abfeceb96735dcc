"""The explorer's page in a real browser: maps made by clicking, quick typing, work that is stopped
or that ends by itself, two columns, and addresses.
"""

import os
import re
import signal
import time
import zipfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from browser import NO_PLAYWRIGHT
from explorer import explorer
from large_maps import open_map
from report_page import SCHEMES, WIDTHS, assert_fits, violations

sync_api = pytest.importorskip("playwright.sync_api", reason=NO_PLAYWRIGHT)
expect = sync_api.expect

ARTIFACTS = Path(__file__).parents[4] / "artifacts"
CAVE = (ARTIFACTS / "cave-example" / "cave-example.txt").read_text()
ISLAND = (ARTIFACTS / "island-1" / "island-1.txt").read_text()
LONG = open_map(11, 12)
AT_WORK = re.compile(r"(reading|expanding|writing|solving) .* [1-9]\d* s")
GONE = re.compile("status of 4(09|10)")
SOON = 20_000  # Milliseconds; a machine may be busy.


@pytest.fixture(scope="module")
def server():
    with explorer() as server:
        server.compile(CAVE, 2)
        server.compile(ISLAND)  # Whoever is warm is so for all tests.
        yield server


@contextmanager
def tab(browser, server, address="", width="desktop", strict=True, **settings):
    """A tab with the explorer. What it asks of anybody else, what its console complains of, and
    what is wider than the window is a failure.
    """
    context = browser.new_context(viewport={"width": WIDTHS[width], "height": 800}, **settings)
    context.set_default_timeout(SOON)
    page, asked, complaints = context.new_page(), [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: (
            complaints.append(message.text) if message.type in ("error", "warning") else None
        ),
    )
    page.goto(f"http://{server.host}/{address}")
    expect(page.locator("main")).to_be_visible()
    try:
        yield page
        assert_fits(page)
    finally:
        context.close()
    assert asked and all(url.startswith(f"http://{server.host}/") for url in asked)
    # A report on the way may be replaced before the browser has asked for it, or compared it.
    assert not strict or [one for one in complaints if not GONE.search(one)] == []


def value(page, text, column=1):
    """Wait until a column shows a value and its document."""
    found = page.locator(f"#column-{column}")
    expect(found.locator(".value")).to_contain_text(text, timeout=SOON)
    expect(found.locator("iframe:not(.coming)")).to_have_count(1)
    expect(found.locator("iframe.coming")).to_have_count(0)
    return found


def exact_value(server, text):
    """Return the value that the server tells for a source, asked without a page."""
    server.number = max(server.number, int(1000 * time.time()))  # As pages number their orders.
    return server.compile(text, 2)["numbers"]["exact"]


def frame(page, column=1):
    return page.locator(f"#column-{column} iframe:not(.coming)").content_frame


def source(page):
    return page.locator("#source").input_value()


def square(page, row, column):
    return page.locator(f'[data-at="{row},{column}"]')


def test_from_an_empty_page_to_a_solved_map_by_clicking_squares(browser, server):
    with tab(browser, server, "#source=") as page:
        expect(page.locator("#column-1 .told")).to_have_text(re.compile("nothing to solve yet"))
        page.get_by_role("button", name="Begin with an empty map").click()
        expect(page.locator("#problems")).to_contain_text("the map has no start S")
        drawn = {"S": [(2, 0)], "D": [(2, 5)], "G": [(0, 3)], "E": [(1, 3), (2, 3)], "#": [(3, 3)]}
        for letter, places in drawn.items():
            page.locator(f"#palette label:has([value='{letter}'])").click()
            for place in places:
                square(page, *place).click()
        page.locator("#bandits").focus()
        page.keyboard.press("ArrowRight")
        value(page, "to agent")
        expect(page.locator("#problems")).to_be_hidden()
        text = "5\n6\n---G--\n---E--\nS--E-D\n---#--\n------\n1\n0.5\n"
        assert source(page) == text
        exact = exact_value(server, text)
        value(page, exact)
        expect(frame(page).locator("#map svg").first).to_be_visible()
        # The same brush takes away what it has put down, and drawing goes on with the mouse down.
        square(page, 3, 3).click()
        expect(square(page, 3, 3)).to_have_accessible_name("row 4, column 4: free")
        square(page, 4, 1).hover()
        page.mouse.down()
        for column in (2, 3, 4):
            square(page, 4, column).hover()
        page.mouse.up()
        assert source(page).splitlines()[6] == "-####-"


def test_a_finger_puts_down_once_and_draws_no_line(browser, server):
    with tab(browser, server, "#example=cave-example", "phone", has_touch=True) as page:
        value(page, "201/100")
        expect(page.locator("#glance")).to_have_text("2.01 = 201/100")
        square(page, 2, 3).tap()  # The brush is the wall's: what is there already is taken away.
        assert source(page).splitlines()[3] == "#-#-G#"
        square(page, 2, 1).tap()
        assert source(page).splitlines()[3] == "###-G#"
        page.locator("#palette label:has([value='S'])").tap()
        square(page, 2, 2).tap()
        assert source(page).splitlines()[2:4] == ["#-E-D#", "##S-G#"]
        page.locator("#glance").tap()
        expect(page.locator("#results")).to_be_focused()


def test_rows_and_columns_are_added_and_removed_next_to_the_square(browser, server):
    with tab(browser, server, "#example=cave-example") as page:
        value(page, "201/100")
        square(page, 2, 1).focus()
        page.get_by_role("button", name="Add a row below row 3").click()
        assert source(page) == CAVE.replace("#--E-#", "#----#\n#--E-#")
        page.get_by_role("button", name="Remove row 4").click()
        assert source(page) == CAVE
        page.get_by_role("button", name="Add a column to the right of column 2").click()
        assert source(page).splitlines()[1:3] == ["#######", "#S-E-D#"]
        page.get_by_role("button", name="Remove column 3").click()
        assert source(page) == CAVE
        value(page, "201/100")


def test_typing_quickly_ends_in_the_right_answer_of_the_last_character(browser, server):
    with tab(browser, server, "#example=island-1&view=text") as page:
        value(page, "220/31")
        page.locator("#source").focus()
        page.keyboard.press("Control+End")
        page.keyboard.press("ArrowLeft")
        for _ in "0.5":
            page.keyboard.press("Backspace")
        typed = "0.12345678901234567890"  # Each beginning is a probability of its own.
        page.keyboard.type(typed, delay=8)
        wanted = exact_value(server, ISLAND.replace("0.5", typed))
        expect(page.locator("#column-1 .exact")).to_have_text(f"= {wanted}", timeout=SOON)
        expect(page.locator("#problems")).to_be_hidden()
        assert source(page) == ISLAND.replace("0.5", typed)


def test_a_late_response_is_ignored(browser, server):
    with tab(browser, server, "#example=island-1") as page:
        value(page, "220/31")
        page.evaluate("""() => {
            const [ask, late] = [window.fetch, 1500];
            window.came = new Promise((came) => {
                window.fetch = async (...what) => {
                    window.fetch = ask;
                    const answer = await ask(...what);
                    await new Promise((after) => setTimeout(after, late));
                    setTimeout(came, 100);
                    return answer;
                };
            });
        }""")
        title = page.locator("#column-1 .title")
        page.locator("#p-text").fill("1/4")
        page.wait_for_timeout(500)
        page.locator("#p-text").fill("3/4")
        expect(title).to_contain_text("p = 3/4")
        page.evaluate("window.came")
        expect(title).to_contain_text("p = 3/4")


def test_the_next_picture_takes_the_place_of_the_last_without_a_moment_between(browser, server):
    with tab(browser, server, "#example=island-1") as page:
        value(page, "220/31")
        page.evaluate("""() => {
            window.without = [];
            const look = () => {
                const seen = [...document.querySelectorAll("#column-1 iframe:not(.coming)")];
                if (seen.length !== 1 || !seen[0].contentDocument.querySelector("#map svg"))
                    window.without.push(seen.length);
                requestAnimationFrame(look);
            };
            look();
        }""")
        page.locator("#p").focus()
        for _ in range(12):
            page.keyboard.press("ArrowRight")
            page.wait_for_timeout(60)
        expect(page.locator("#column-1 .title")).to_contain_text("p = 31/50")
        assert page.evaluate("window.without") == []


def test_problems_are_shown_and_marked_while_typing(browser, server):
    with tab(browser, server, "#example=island-1&view=text") as page:
        value(page, "220/31")
        page.locator("#source").fill(ISLAND.replace("#S-", "#X-"))
        problem = page.locator("#problems li", has_text="'X' is not a square")
        expect(problem).to_contain_text("line 6, column 2")
        assert page.locator("#marks mark").all_inner_texts() == ["X"]
        assert page.locator("#gutter .is-wrong").all_inner_texts() == ["6"]
        problem.get_by_role("button").click()
        assert page.evaluate("getSelection().toString()") == "X"
        expect(page.locator("#column-1 .value")).to_contain_text("220/31")  # It stays, faintly.
        expect(page.locator("#column-1")).to_have_class(re.compile("is-old"))
        page.get_by_role("radio", name="Squares").click()
        wrong = square(page, 3, 1)
        expect(wrong).to_have_class(re.compile("is-wrong"))
        page.locator("#problems button").last.click()
        expect(wrong).to_be_focused()
        page.keyboard.press("s")
        value(page, "220/31")


def test_a_long_compilation_is_stopped_and_the_page_stays_alive(browser, server):
    with tab(browser, server, "#example=cave-example&view=text") as page:
        value(page, "201/100")
        page.locator("#source").fill(LONG)
        column = page.locator("#column-1")
        expect(column.locator(".status")).to_contain_text(AT_WORK, timeout=SOON)
        column.get_by_role("button", name="Stop").click()
        expect(column.locator(".told")).to_contain_text("Stopped")
        expect(column.locator(".bar")).to_be_hidden()
        expect(column.get_by_role("button", name="Try again")).to_be_visible()
        page.locator("#source").fill(CAVE)
        value(page, "201/100")
        expect(column.locator(".told")).to_be_hidden()


def test_a_killed_worker_is_reported_and_replaced(browser, server):
    with tab(browser, server, "#example=cave-example&view=text") as page:
        value(page, "201/100")
        page.locator("#source").fill(LONG)
        expect(page.locator("#column-1 .status")).to_contain_text(AT_WORK, timeout=SOON)
        for worker in server.workers():
            os.kill(worker, signal.SIGKILL)
        expect(page.locator("#column-1 .told")).to_contain_text("has ended", timeout=SOON)
        page.locator("#source").fill(ISLAND)
        value(page, "220/31")


def test_a_server_that_ends_is_reported_and_found_again(browser):
    with explorer() as server, tab(browser, server, strict=False) as page:
        value(page, "220/31")
        page.route("**/compile", lambda route: route.abort())
        page.get_by_role("radio", name="1", exact=True).click()
        expect(page.locator("#column-1 .told")).to_contain_text("The server does not answer")
        page.unroute("**/compile")
        expect(page.locator("#column-1 .told")).to_be_hidden(timeout=SOON)
        value(page, "220/31")


def test_comparing_levels_0_and_2_marks_differences(browser, server):
    with tab(browser, server, "#example=island-1") as page:
        value(page, "220/31")
        page.get_by_label("Compare two settings").click()
        value(page, "220/31", 2)
        expect(page.locator("#difference")).to_contain_text("Both are worth the same")
        assert page.locator(".differs").count() == 0
        page.locator("#levels").get_by_role("radio", name="2").click()
        expect(page.locator("#difference")).to_contain_text("Column 2 has 25 nodes instead of 97.")
        expect(page.locator("#difference")).to_contain_text("Both are worth the same: 7.096774")
        for column in (1, 2):
            marked = page.locator(f"#column-{column} .differs")
            names = {one.get_attribute("data-fact") for one in marked.all()}
            assert {"nodes", "states", "infosets_1 infosets_2", "fact compiled"} <= names
            assert not {"value", "histories", "fact value"} & names
            assert all("differs" in one for one in marked.all_text_contents())
        page.locator("#comparison summary").click()
        row = page.locator("#differing tr", has_text="states")
        assert row.locator("td").all_inner_texts() == ["49", "25"]
        assert page.locator("#choices tbody tr").count() > 0
        # What is wrong in one alone is told so.
        page.locator("#p-text").fill("3/2")
        expect(page.locator("#problems li")).to_contain_text("in column 2: Invalid value for '--p'")
        # Two probabilities: the source stays.
        page.locator("#p-text").fill("1/3")
        expect(page.locator("#difference")).to_contain_text("Column 2 is worth more")
        expect(page.locator("#column-2 .value")).to_have_class(re.compile("differs"))
        assert source(page) == ISLAND
        page.get_by_label("Compare two settings").click()
        expect(page.locator("#column-2")).to_be_hidden()
        assert page.locator("#column-1 .differs").count() == 0


def test_the_address_reproduces_the_page_and_back_takes_back(browser, server):
    with tab(browser, server) as page:
        value(page, "220/31")
        page.locator("#levels").get_by_role("radio", name="1").click()
        expect(page).to_have_url(re.compile("level=1"))
        page.get_by_role("tab", name="Tree").click()
        expect(page).to_have_url(re.compile("section=tree"))
        page.get_by_role("tab", name="Map").click()
        value(page, "220/31")
        frame(page).locator(".map-option").first.click()
        expect(page).to_have_url(re.compile(r"shown=map=\d"))
        square(page, 1, 2).click()  # A wall.
        expect(page).to_have_url(re.compile("source="))
        exact = page.locator("#column-1 .exact")
        expect(exact).not_to_have_text("= 220/31")
        page.locator("#reductions-box summary").click()
        page.get_by_role("switch", name="single").click()
        expect(page).to_have_url(re.compile("without=single"))
        shown, address = exact.inner_text(), page.url.partition("#")[2]
        stepped = re.search(r"shown=(map=[\d.]+)", address)[1]
        expect(page.locator("iframe.coming")).to_have_count(0)
        assert page.locator("iframe").evaluate("one => one.contentWindow.location.hash") == (
            f"#{stepped}"
        )
        with tab(browser, server, f"#{address}") as other:
            value(other, shown)
            assert source(other) == source(page)
            assert not other.locator("[value=single]").is_checked()
            assert other.locator("#levels [aria-checked=true]").inner_text() == "1"
            inside = other.locator("iframe").evaluate("one => one.contentWindow.location.hash")
            assert inside == f"#{stepped}"
        page.go_back()
        expect(page.locator("#reductions-told")).to_have_text("3 of 7")
        page.go_back()
        expect(exact).to_have_text("= 220/31")
        assert source(page) == ISLAND


def test_the_keyboard_alone_suffices(browser, server):
    with tab(browser, server, "#example=cave-example") as page:
        value(page, "201/100")
        reached = set()
        for _ in range(60):
            page.keyboard.press("Tab")
            reached.add(
                page.evaluate(
                    "[document.activeElement.id, document.activeElement.getAttribute('role'),"
                    " document.activeElement.tagName].find(one => one)"
                )
            )
        left = {"examples", "file", "gridcell", "row-more", "column-less", "bandits", "p-text"}
        assert left | {"two", "p", "refine", "radio", "tab-1-map", "IFRAME"} <= reached
        square(page, 1, 3).focus()
        page.keyboard.press("ArrowDown")
        expect(square(page, 2, 3)).to_be_focused()
        page.keyboard.press("e")  # The wall becomes a third place.
        assert source(page).splitlines()[3] == "#-#EG#"
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Delete")
        assert source(page).splitlines()[3] == "#--EG#"
        page.keyboard.press("ArrowUp")
        page.keyboard.press("s")  # The start moves.
        assert source(page).splitlines()[2:4] == ["#-S-D#", "#--EG#"]
        wanted = exact_value(server, source(page))
        value(page, wanted)
        page.get_by_role("tab", name="Map").focus()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("tab", name="Tree")).to_be_focused()
        expect(frame(page).locator("#tree")).to_be_visible()
        page.locator("#levels [aria-checked=true]").focus()
        page.keyboard.press("End")
        expect(page.locator("#column-1 .facts-box")).to_contain_text("level 2")


def test_settings_are_shown_where_the_source_takes_them(browser, server):
    with tab(browser, server, "#example=island-1&level=0&rules=island-2020") as page:
        value(page, "to agent")
        expect(page.locator("#column-1 .facts-box")).to_contain_text("level 0")
        expect(page.locator("#column-1 .facts-box")).to_contain_text("island-2020")
        page.get_by_role("radio", name="Text").click()
        page.locator("#source").fill("1 -1\n-1 1\n")
        value(page, "to player 1")
        for hidden in ("#numbers", "#rules-row"):
            expect(page.locator(hidden)).to_be_hidden()
        expect(page.get_by_role("radio", name="Squares")).to_be_disabled()
        page.locator("#examples").select_option("goofspiel-3")
        expect(page.locator("#column-1 .title")).to_have_text("Goofspiel, 3 cards, points")
        expect(page.locator("#level-row")).to_be_visible()
        page.locator("#examples").select_option("cave-example")
        value(page, "201/100")
        expect(page.locator("#column-1 .facts-box")).to_contain_text("cave-2023")


LAMP = """\
format: efgc/rules
title: a coin
players: [a, b]
let: {win: 1, nights: 1}
state: {t: 0..nights, heads: bool}
moves:
  a: {"heads": {do: {heads: true}}, "tails": {}}
  b: {"heads": {}, "tails": {}}
then: [{do: {t: t + 1}}]
sees: {a: nothing, b: nothing}
ends: [{if: t == nights, pays: win}]
"""


def test_rules_are_edited_and_their_constants_set(browser, server):
    with tab(browser, server, "#source=&name=a.rules.yaml") as page:
        page.get_by_role("radio", name="Text").click()
        page.locator("#source").fill(LAMP)
        value(page, "1 to a")
        page.get_by_label("Constants").fill("win=7/2, nights=2")
        value(page, "7/2")
        expect(page).to_have_url(re.compile("let=win=7/2,nights=2"))
        page.get_by_label("Constants").fill("win=max(2, 5)")
        value(page, "5 to a")
        expect(page).to_have_url(re.compile("let=win=max%282"))
        address = page.url.partition("#")[2]
        page.locator("#source").fill(LAMP.replace("t + 1", "t + s"))
        expect(page.locator("#problems")).to_contain_text("'s' is not known")
        expect(page.locator("#problems")).to_contain_text("line 9, column 17")
        page.locator("#source").fill("1 -1\n-1 1\n")
        value(page, "to player 1")
        expect(page.locator("#let-row")).to_be_hidden()
    with tab(browser, server, f"#{address}") as page:
        value(page, "5 to a")
        expect(page.get_by_label("Constants")).to_have_value("win=max(2, 5)")


def test_the_archive_has_the_contents_of_the_page(browser, server, tmp_path):
    with tab(browser, server, "#example=cave-example&level=1") as page:
        value(page, "201/100")
        page.locator("#column-1 .facts-box summary").click()
        with page.expect_download() as download:
            page.get_by_role("link", name="Save as .zip").click()
        download.value.save_as(tmp_path / "saved.zip")
        with zipfile.ZipFile(tmp_path / "saved.zip") as saved:
            names = {Path(name).name for name in saved.namelist()}
            assert {"cave-example.txt", "commands.sh"} <= names
            script = next(name for name in saved.namelist() if name.endswith("commands.sh"))
            assert b"-O 1" in saved.read(script) or b"--level 1" in saved.read(script)


def test_a_long_source_is_packed_into_the_address(browser, server):
    tree = (ARTIFACTS / "island-1" / "island-1.efg").read_text()
    assert len(tree) > 1500
    with tab(browser, server, "#source=") as page:
        page.get_by_role("radio", name="Text").click()
        page.locator("#source").fill(tree)
        value(page, "220/31")
        expect(page).to_have_url(re.compile("packed="))
        address = page.url.partition("#")[2]
        assert len(address) < len(tree)
        with tab(browser, server, f"#{address}") as other:
            value(other, "220/31")
            assert source(other) == tree


def test_no_text_of_a_source_becomes_markup(browser, server):
    bad = '<img src=x onerror="document.title=1"><script>document.title = 1</script>'
    tree = 'EFG 2 R "' + bad.replace('"', '\\"') + '" { "<b>one" "two" }\n'
    tree += 'p "" 1 1 "<i>" { "<u>" "b" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 0 0 }\n'
    with tab(browser, server, "#source=") as page:
        page.get_by_role("radio", name="Text").click()
        page.locator("#source").fill(tree)
        value(page, "to <b>one")
        expect(page.locator("#column-1 .title")).to_have_text(bad)
        assert page.locator("img, i, u, body script").count() == 0
        page.locator("#source").fill(f"{CAVE}{bad}\n")
        expect(page.locator("#problems")).to_contain_text("is no row of the map")
        assert page.locator("img, i, u, body script").count() == 0


def test_an_unknown_example_is_reported(browser, server):
    with tab(browser, server, "#example=island-99") as page:
        expect(page.locator("#alert")).to_have_text(
            "The address could not be read: there is no example island-99."
        )
        value(page, "7.096774")


@pytest.mark.parametrize(
    "address", ("#packed=!", "#packed=eJw", "#level=9&without=none&p=x&refine=y&rules=z", "#a")
)
def test_an_unknown_address_leaves_a_working_page(browser, server, address):
    with tab(browser, server, address) as page:
        page.locator("#examples").select_option("cave-example")
        page.locator("#levels").get_by_role("radio", name="1").click()
        page.locator("#reductions-box summary").click()
        expect(page.get_by_role("switch", name="chains")).to_be_disabled()  # From level 2 on.
        value(page, "201/100")
        expect(page.locator("#column-1 .facts-box")).to_contain_text("level 1")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing_at_any_width_light_and_dark(browser, server, width, scheme):
    address = "#example=cave-example&two=yes&2.level=0"
    with tab(browser, server, address, width, color_scheme=scheme) as page:
        value(page, "201/100")
        value(page, "201/100", 2)
        expect(page.locator("#comparison")).to_be_visible()
        for summary in page.locator("summary").all():
            summary.click()
        assert_fits(page)
        assert violations(page) == []
        page.get_by_role("radio", name="Text").click()
        page.locator("#source").fill(CAVE.replace("S", "Y"))
        expect(page.locator("#problems li")).to_have_count(1)
        assert violations(page) == []
        assert_fits(page)
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == {"light": "rgb(246, 247, 249)", "dark": "rgb(27, 34, 44)"}[scheme]


@pytest.mark.parametrize("name", ("maze", "goofspiel-4", "droid-duel"))
def test_wide_sources_fit_a_phone(browser, server, name):
    with tab(browser, server, f"#example={name}", "phone") as page:
        expect(page.locator("#column-1 iframe:not(.coming)")).to_have_count(1, timeout=60_000)
        assert_fits(page)


def test_any_map_is_played_by_any_rules(browser, server):
    with tab(browser, server, "#example=cave-example") as page:
        value(page, "201/100")
        page.locator("#rules").select_option("island-2018")
        value(page, "737/100")
        page.locator("#rules").select_option("")
        value(page, "201/100")
