"""The documentation site: it builds, all links lead somewhere, and every page can be read by
everybody, on a phone, too, without a request to another server.
"""

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from efgc.pipeline.cli import COMMANDS
from efgc.pipeline.files.examples import EXAMPLES
from report_page import WIDTHS, violations

ROOT = Path(__file__).parents[2]
DARK = (
    *("index.html", "docs/grading.html", "docs/python.html", "docs/solve-look-evaluate.html"),
    *("schemas/index.html", "schemas/levels.html", "schemas/report.html", "pipeline/index.html"),
    "pipeline/run.html",
    *("artifacts/index.html", "artifacts/island-1/index.html", "tests/benchmarks/index.html"),
)
"""Pages of every kind, with code of every language."""
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return the folder of the site, built once."""
    pytest.importorskip("material", reason="no site without MkDocs: pip install '.[site]'")
    folder = tmp_path_factory.mktemp("site")
    ended = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        text=True,
        capture_output=True,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    return folder


@pytest.fixture(scope="module")
def address(site):
    """Return the address at which a server of this machine has the site."""

    class Silent(SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=site))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


class Links(HTMLParser):
    """The addresses that a page has links to or loads, and the places on it."""

    def __init__(self, path):
        super().__init__()
        self.links, self.places = set(), set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.links |= {found[name] for name in ("href", "src") if found.get(name)}
        self.places |= {found[name] for name in ("id", "name") if found.get(name)}


def pages(site):
    """Return the addresses of all pages, relative to the site."""
    return sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))


def is_live(page):
    """Return whether a page is a report or a sweep, which other tests look at more closely."""
    return page.endswith("/sweep.html") or Path(page).stem == Path(page).parent.name


def test_every_example_has_its_page_and_report(site):
    for name in EXAMPLES:
        folder = site / "artifacts" / name
        page = (folder / "index.html").read_text()
        assert f'href="{name}.html"' in page and (folder / f"{name}.html").is_file()
        assert ('href="sweep.html"' in page) == (folder / f"{name}.txt").is_file()


def test_every_command_has_its_page(site):
    listed = (site / "pipeline" / "index.html").read_text()
    for name in COMMANDS:
        page = (site / "pipeline" / f"{name}.html").read_text()
        assert f'href="{name}.html"' in listed and f"Usage: efgc {name} " in page
    assert "Usage: efgc course game-lp " in (site / "pipeline" / "course.html").read_text()


def test_all_links_lead_somewhere(site):
    found = {page: Links(site / page) for page in pages(site)}
    broken, others, count = [], set(), 0
    for page, links in found.items():
        for link in links.links:
            parts = urlsplit(urljoin(f"http://here/{page}", link))
            if parts.netloc != "here":
                others.add(link)
                continue
            count += 1
            target, place = unquote(parts.path[1:]) or "index.html", unquote(parts.fragment)
            if (
                not (site / target).is_file()
                or place
                and target in found
                and place not in found[target].places
                and not is_live(target)
            ):
                broken.append(f"{page}: {link}")
    assert count > 5000 and broken == []
    assert [link for link in others if not link.startswith(("data:", "https:"))] == []


@pytest.mark.long
@pytest.mark.parametrize("width", WIDTHS)
def test_pages_fit_and_ask_no_other_server(site, address, browser, width):
    context = browser.new_context(viewport={"width": WIDTHS[width], "height": 800})
    page, told, asked = context.new_page(), [], set()
    page.on("console", lambda message: told.append(f"{page.url}: {message.text}"))
    page.on("pageerror", lambda error: told.append(f"{page.url}: {error}"))
    page.on("request", lambda request: asked.add(request.url))
    for name in pages(site):
        page.goto(address + name)
        if page.evaluate(TOO_WIDE):
            told.append(f"{name}: wider than the window")
    context.close()
    assert told == []
    assert [url for url in asked if not url.startswith((address, "data:"))] == []


@pytest.mark.long
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_axe_finds_nothing(site, address, browser, scheme, width):
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page, found = context.new_page(), {}
    for name in pages(site) if scheme == "light" else DARK:
        if not is_live(name):
            page.goto(address + name)
            found[name] = violations(page)
    context.close()
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_a_word_is_found(address, browser):
    from playwright.sync_api import TimeoutError as NotShown  # There is a browser only with it.

    page = browser.new_page()
    page.goto(f"{address}docs/maps.html")
    word, result = page.locator(".md-search__input"), page.locator(".md-search-result__link")
    # The page first builds the index of all words, beside the other tests of `.ci/run`, and what is
    # typed before its script listens is lost.
    until = time.monotonic() + 240
    while not result.first.is_visible() and time.monotonic() < until:
        word.fill("")
        word.press_sequentially("exploitability")
        with suppress(NotShown):
            result.first.wait_for(timeout=30_000)
    found = result.evaluate_all("all => all.map(one => one.href)")
    page.close()
    assert any(link.startswith(f"{address}schemas/evaluation.html") for link in found)
