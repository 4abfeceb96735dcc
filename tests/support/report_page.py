"""Reports as pages: made once, and opened in a browser that reaches nobody.

    def test_it_opens(page_of, opened):
        with opened(page_of("island-1")) as page:
            assert page.locator("h1").count() == 1

What the console says, what a page asks for, and what is wider than the window are failures.
"""

import json
import re
from contextlib import contextmanager
from pathlib import Path

import pytest

from browser import contrast_of
from efgc.pipeline.chain.records import ReportedProgram
from efgc.pipeline.files.reading import read_source
from efgc.pipeline.files.text import Text
from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import run
from small_games import ARTIFACTS, PUBLISHED

WIDTHS = {"phone": 360, "desktop": 1280}
SCHEMES = ("light", "dark")
# Files in a page have got longer: programs have a legend, and the lines of columns a field more.
# The published islands are shown as their textbook trees: 460 kB for the largest tree.
PUBLISHED_BYTES, ANY_BYTES = 500_000, 3_000_000
"""The size limits of the page of a published map and of any page, in bytes."""


class Pages:
    """Pages in a folder, each made once: `pages("island-1", level=0)` is the path of one.

    A source is the name of a worked example, a path, a game of OpenSpiel, or a text of several
    lines; the options are the fields of `Settings`. Published maps have their own rules.
    """

    def __init__(self, folder):
        self.folder, self.made = folder, {}

    def __call__(self, source, **options):
        return self._made(source, options)[0]

    def report(self, source, **options):
        """Return the report in JSON that says the same as the page of a game."""
        return json.loads(self._made(source, options)[1].read_text())

    def _made(self, source, options):
        key = (str(source), repr(sorted(options.items())))
        if key not in self.made:
            self.made[key] = self._written(source, options, f"{len(self.made)}")
        return self.made[key]

    def _written(self, source, options, stem):
        if str(source) in PUBLISHED:
            options = {"rules": PUBLISHED[source][0], **options}
        settings = Settings(**options, report_format="html")
        text = text_of(source)
        *_, step = run(text, settings)
        paths = []
        # The report of a program that is a source itself has no JSON.
        for form in ("html",) if isinstance(step.made, ReportedProgram) else ("html", "json"):
            parts = next(iter(step.files(Settings(**options, report_format=form)).values()))
            paths.append(self.folder / f"{stem}.{form}")
            paths[-1].write_text("".join(parts), encoding="utf-8")
        return paths


def text_of(source):
    """Return the text of a source that `Pages` takes."""
    if "\n" in str(source):
        return Text(source, "game.txt", "game.txt", "0" * 64)
    return read_source("run", str(example(source) if _is_name(source) else source))


def _is_name(source):
    return isinstance(source, str) and (ARTIFACTS / source).is_dir()


def example(name):
    """Return the path of the source of a worked example."""
    return next(
        path for path in sorted((ARTIFACTS / name).glob(f"{name}.*")) if _source(path, name)
    )


def _source(path, name):
    return path.name in (f"{name}.txt", f"{name}.yaml", f"{name}.rules.yaml")


@contextmanager
def opened(
    browser, source, width=1280, scheme="light", address="", complaints=(), folder=None, **settings
):
    """Yield a page opened from the disk at a width, light or dark, with `address` behind `#`.

    `source` is the path of the page, or its text. Each of `complaints` is a pattern for one message
    that the console is expected to show; everything else there is a failure, as is every request
    and whatever makes the page wider than the window.
    """
    if isinstance(source, str) and "<" in source:
        path = folder / f"text-{len(list(folder.iterdir()))}.html"
        path.write_text(source, encoding="utf-8")
        source = path
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, **settings
    )
    try:
        page, asked, told = context.new_page(), [], []
        url = Path(source).resolve().as_uri()
        _watch(context, page, url, asked, told)
        page.goto(f"{url}#{address}" if address else url)
        assert_fits(page)
        yield page
        assert_fits(page)
    finally:
        context.close()
    assert asked == [], "a page loads nothing from elsewhere"
    for pattern in complaints:
        found = next((one for one in told if re.search(pattern, one)), None)
        assert found is not None, f"no complaint like {pattern!r} among {told}"
        told.remove(found)
    assert told == [], told


def _watch(context, page, url, asked, told):
    def route(route):
        if route.request.url.partition("#")[0] == url:
            return route.continue_()
        if not route.request.url.startswith("data:"):
            asked.append(route.request.url)
        return route.abort()

    context.route("**/*", route)
    # What never comes to be a request that can be routed, such as a socket.
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.on("popup", lambda popup: asked.append(popup.url))
    page.on("console", lambda message: told.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("dialog", lambda dialog: (told.append(f"dialog: {dialog.message}"), dialog.dismiss()))


def assert_fits(page):
    """Assert that a page needs no sideways scrolling, and say what is too wide."""
    wide = page.evaluate("""() => {
        const room = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= room) return [];
        const told = node => `${node.tagName} ${node.id} ${node.getAttribute("class") ?? ""}`;
        const wide = [...document.querySelectorAll("body *")].filter(
            node => node.getBoundingClientRect().right > room + 1 && !node.closest(".scroll > *"));
        return [document.documentElement.scrollWidth, ...wide.slice(0, 8).map(told)];
    }""")
    assert wide == [], wide


PRINTED_HEADS = """heads => heads.filter(head => head.checkVisibility()).map(head =>
    getComputedStyle(head, "::before").content.replaceAll('"', ""))"""
"""The content printed by a browser in column headings, also where they repeat."""


def broken_words(page, within):
    """Return the words in elements that are broken between two lines."""
    return page.locator(within).evaluate_all("""all => all.flatMap(within => {
        const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT), found = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            for (const { index, 0: word } of node.data.matchAll(/\\w+/g)) {
                const range = document.createRange();
                range.setStart(node, index);
                range.setEnd(node, index + word.length);
                const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
                if (lines.size > 1) found.push(word);
            }
        }
        return found;
    })""")


def violations(page, within=None):
    """Return what axe finds wrong for those who use a page in another way: rule and element."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright",
        reason="no check by axe without its package: pip install axe-playwright-python",
    )
    found = axe.Axe().run(page, context=within).response["violations"]
    return [
        f"{one['id']} ({one['impact']}): {' '.join(map(str, node['target']))}: "
        f"{node['failureSummary'].splitlines()[-1].strip()}"
        for one in found
        for node in one["nodes"]
    ]


def unreadable(page):
    """Return the words in pictures, which axe leaves out, that are too much like what is behind
    them (WCAG 2.2, 1.4.3), each with the two colours.
    """
    page.set_viewport_size({"width": 1280, "height": 8000})  # It skips elements out of view.
    found = page.evaluate(BEHIND_WORDS)
    return [
        f"{word!r} in {fill} on {behind}"
        for word, fill, behind in found
        if contrast_of(_paint(fill), _paint(behind)) < 4.5
    ]


BEHIND_WORDS = """() => {
    const clear = paint => paint === "none" || /^rgba.*, 0\\)$/.test(paint);
    const parts = paint => paint.match(/[\\d.]+/g).slice(0, 3).map(Number);
    const inFill = (shape, x, y) => {
        const at = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse());
        return shape.isPointInFill(at);
    };
    const behind = (words, x, y) => {
        const nodes = document.elementsFromPoint(x, y);
        const place = nodes.findIndex(node => words.contains(node));
        if (place > 0 && !nodes[0].closest("text")) return null;  // Something lies on it.
        let over = [0, 0, 0], seen = 1;  // What lies above, and how much of what is below it shows.
        const mixed = paint => seen === 1 ? paint
            : `rgb(${parts(paint).map((part, at) => over[at] + seen * part).join(", ")})`;
        for (const node of nodes.slice(place + 1)) {
            const style = getComputedStyle(node);
            if (node.closest("text")) continue;
            if (node instanceof SVGGeometryElement) {
                if (clear(style.fill) || !inFill(node, x, y)) continue;
                const opaque = Number(style.fillOpacity);
                if (opaque === 1) return mixed(style.fill);
                over = parts(style.fill).map((part, at) => over[at] + seen * opaque * part);
                seen *= 1 - opaque;
            } else if (!(node instanceof SVGElement) || node instanceof SVGSVGElement) {
                if (!clear(style.backgroundColor)) return mixed(style.backgroundColor);
            }
        }
        return null;
    };
    // What is folded away has a place on the page all the same.
    const seen = [...document.querySelectorAll("svg text")].filter(one => one.checkVisibility());
    return seen.flatMap(words => {
        const box = words.getBoundingClientRect(), style = getComputedStyle(words);
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        // A halo in the colour of the ground keeps words apart from what they lie on.
        const ground = style.stroke !== "none" ? style.stroke : box.width && behind(words, x, y);
        return ground ? [[words.textContent, style.fill, ground]] : [];
    });
}"""


def _paint(text):
    return [float(part) for part in re.findall(r"[\d.]+", text)]
