"""The page as a whole, of every kind of game: it opens from the disk without a word or a request,
fits, can be read by everybody, is small, and nothing in it runs but its own script.
"""

import re

import pytest

from efgc.pipeline.files import examples
from report_page import (
    ANY_BYTES,
    ARTIFACTS,
    PUBLISHED,
    PUBLISHED_BYTES,
    SCHEMES,
    WIDTHS,
    example,
    unreadable,
    violations,
)

EXAMPLES = sorted(examples.EXAMPLES)
# Of every kind: published at the textbook's level, any artifact, a program from elsewhere.
SOURCES = {
    **{name: (name, {}) for name in EXAMPLES},
    "textbook": ("island-1", {"level": 0, "without": ("single", "endgames")}),
    "state graph": (ARTIFACTS / "three-bushes/three-bushes.states.yaml", {}),
    "game": (ARTIFACTS / "goofspiel-3/goofspiel-3.game.json", {}),
    "gambit": (ARTIFACTS / "cave-example/cave-example.efg", {}),
    "our program": (ARTIFACTS / "island-1/island-1.lp", {}),
    "program": ("Maximize\n obj: x + y\nSubject To\n c: x + 2 y <= 3\nEnd\n", {}),
}
EVIL = (
    "</script></style></title><script>document.title='taken'</script><img src=x onerror='alert(1)'>"
)
HOSTILE = f"""EFG 2 R "title {EVIL} \\"quoted\\" ' & &amp; <!--" {{ "one {EVIL}" "two ' \\"<b>" }}
""
c "" 1 "" {{ "left {EVIL}" 1/2 "\\"<!-- <script>" 1/2 }} 0
p "" 1 1 "set {EVIL}" {{ "a {EVIL}" "b ' \\" & &lt;" }} 0
p "" 2 1 "{{{{ 7 * 7 }}}} {EVIL}" {{ "x {EVIL}" "y {{% raw %}}" }} 0
t "" 1 "end {EVIL}" {{ 1, -1 }}
t "" 2 "" {{ -1, 1 }}
t "" 3 "" {{ 0, 0 }}
p "" 1 2 "other" {{ "\N{RIGHT-TO-LEFT OVERRIDE}c" "d" }} 0
t "" 4 "" {{ 2, -2 }}
t "" 5 "" {{ 1/3, -1/3 }}
"""


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", SOURCES)
def test_it_opens_without_a_word_and_fits(page_of, opened, name, width):
    source, options = SOURCES[name]
    with opened(page_of(source, **options), WIDTHS[width]) as page:
        assert page.locator("h1").count() == 1 and page.locator("main").count() == 1
        assert page.locator("h1").inner_text() == page.title() != ""
        # Its own script has run, so that the hash in the policy is right.
        assert page.evaluate("typeof page") == "object"
        assert page.evaluate("getComputedStyle(document.body).maxWidth") != "none"
        anchors = page.locator("nav a").evaluate_all("all => all.map(one => one.hash)")
        assert all(page.locator(anchor).count() == 1 for anchor in anchors)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", SOURCES)
def test_axe_finds_nothing(page_of, opened, name, scheme):
    source, options = SOURCES[name]
    with opened(page_of(source, **options), scheme=scheme) as page:
        found = [*violations(page), *unreadable(page)]
        assert found == [], "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", SOURCES)
def test_it_is_small(page_of, name):
    source, options = SOURCES[name]
    limit = PUBLISHED_BYTES if name in PUBLISHED else ANY_BYTES
    assert page_of(source, **options).stat().st_size < limit


PAGES = {"island-1": 3, "cave-example": 3, "goofspiel-4": 3, "droid-duel": 2, "our program": 4}
"""How many pages of A4 are enough."""


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_it_prints_on_few_pages(page_of, opened, name):
    source, options = SOURCES[name]
    with opened(page_of(source, **options), width=720, scheme="dark") as page:
        printed = page.pdf(format="A4", print_background=True)
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= PAGES[name]
        page.emulate_media(media="print")
        # What is to be clicked is of no use on paper, and paper is white.
        for control in ("nav", "input", "select", "button:not(th button):not(td button)"):
            assert page.locator(f"{control}:visible").count() == 0, control
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(26, 32, 40)"
        assert page.locator("#facts").is_visible() and page.locator("h1").is_visible()
        # Nothing is cut off that a screen would scroll to.
        cut = (
            "all => all.filter(box => box.scrollHeight > box.clientHeight + 2 && box.clientHeight)"
        )
        boxes = page.locator(".scroll:visible")
        assert boxes.evaluate_all(f"all => ({cut})(all).length") == 0


LARGE = ("openspiel:leduc_poker", "openspiel:liars_dice")


@pytest.mark.long
@pytest.mark.parametrize("source", LARGE)
def test_the_page_of_a_large_game_is_small(page_of, opened, source):
    pytest.importorskip("pyspiel", reason="no OpenSpiel here: pip install open_spiel")
    assert page_of(source).stat().st_size < ANY_BYTES
    with opened(page_of(source)) as page:
        assert page.locator("h1").count() == 1


@pytest.mark.parametrize("scheme", SCHEMES)
def test_hostile_labels_stay_labels(page_of, opened, scheme):
    for width in WIDTHS.values():
        with opened(page_of(HOSTILE), width, scheme) as page:
            assert page.title().startswith("title </script>") and "<img" in page.title()
            assert page.locator("img").count() == 0
            assert page.locator("script:not([type]):not([src])").count() == 1
            assert page.evaluate("typeof page") == "object"
            assert violations(page) == []


def test_a_script_that_was_put_in_does_not_run(page_of, opened):
    text = page_of("island-1").read_text()
    put = "<script>document.title = 'taken'</script><p onclick='document.title = 1'>click</p>"
    for place in ("</main>", "</body>"):
        assert text.count(place) == 1
        page = text.replace(place, put + place)
        with opened(page, complaints=["inline script", "inline event handler"]) as shown:
            shown.get_by_text("click", exact=True).click()
            assert shown.title() not in ("taken", "1")


def test_a_page_that_was_changed_does_not_run(page_of, opened):
    text = page_of("island-1").read_text()
    with opened(
        text.replace('"use strict"', '"use  strict"'), complaints=["inline script"]
    ) as page:
        assert page.evaluate("typeof page") == "undefined"


def test_network_requests_of_a_page_are_detected(page_of, opened):
    text = page_of("island-1").read_text().replace("img-src data:", "img-src *")
    put = "<img alt='' src='http://localhost:9/x.png'>"
    with (
        pytest.raises(AssertionError, match="loads nothing"),
        opened(text.replace("</main>", f"{put}</main>")),
    ):
        pass


FOCUS = """() => {
    const node = document.activeElement, box = node.getBoundingClientRect();
    const style = getComputedStyle(node), told = `${node.tagName} ${node.id} ${node.className}`;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const on = document.elementFromPoint(x, y);
    // What is larger than the window may be seen in part.
    const seen = box.height > innerHeight || (on && (node.contains(on) || on.contains(node)));
    const ringed = style.outlineStyle !== "none" || node instanceof SVGElement;
    return [told, box.width > 4 && box.height > 4 && Boolean(seen), ringed];
}"""


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["island-1", "goofspiel-4", "droid-duel", "gambit"])
def test_the_focused_element_is_visible_and_has_a_ring(page_of, opened, name, width):
    source, options = SOURCES[name]
    with opened(page_of(source, **options), WIDTHS[width]) as page:
        reached = []
        for _ in range(60):
            page.keyboard.press("Tab")
            told, seen, ringed = page.evaluate(FOCUS)
            if told.startswith("BODY"):
                break
            assert seen and ringed, f"{told} after {len(reached)} others"
            reached.append(told)
        assert len(reached) >= 8


def test_the_first_key_leads_past_the_head(page_of, opened):
    with opened(page_of("island-1")) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "To the content"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "page-main"


def test_words_that_cannot_be_read_are_noticed(page_of, opened):
    drawn = (
        "<svg width='200' height='40'><rect width='99' height='40' fill='#c04a00'/>"
        "<text x='10' y='20' fill='#00795a'>green</text><text x='120' y='20'>black</text></svg>"
    )
    text = page_of("island-1").read_text().replace("</main>", f"{drawn}</main>")
    with opened(text) as page:
        assert "'green' in rgb(0, 121, 90) on rgb(192, 74, 0)" in unreadable(page)
        assert not any(word.startswith("'black'") for word in unreadable(page))


def test_every_worked_example_has_a_source():
    assert len(EXAMPLES) >= 12 and all(example(name).exists() for name in EXAMPLES)
