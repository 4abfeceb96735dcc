"""A browser for the tests of pages: Playwright's Chromium, or one installed on the system."""

import shutil
import time
from contextlib import contextmanager

import pytest

# Used if Playwright has no browser.
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
)
NO_PLAYWRIGHT = "no browser test without playwright: pip install playwright"


@contextmanager
def chromium():
    """Yield a Chromium; if there is none, skip with instructions to install one."""
    sync_api = pytest.importorskip("playwright.sync_api", reason=NO_PLAYWRIGHT)
    with sync_api.sync_playwright() as playwright:
        try:
            found = playwright.chromium.launch()
        except sync_api.Error:
            path = next(filter(None, map(shutil.which, BROWSERS)), None)
            if path is None:
                pytest.skip(
                    "no browser here: playwright install chromium, or a chromium on the path"
                )
            found = playwright.chromium.launch(executable_path=path)
        yield found
        found.close()


def until(page, expression, arg=None, seconds=30.0):
    """Wait until an expression is true on a page. Playwright's own function evaluates text within
    the page, which our pages forbid.
    """
    end = time.monotonic() + seconds
    while not page.evaluate(expression, arg):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(20)


def contrast(page, place):
    """Return the contrast of a text on a page with its background (WCAG 2.2, 1.4.3)."""
    first, second = page.locator(place).first.evaluate("""node => {
        const paint = color => color.match(/[\\d.]+/g).map(Number);
        let behind = node;
        const ground = node => getComputedStyle(node).backgroundColor;
        while ((paint(ground(behind))[3] ?? 1) === 0) behind = behind.parentElement;
        return [getComputedStyle(node).color, ground(behind)].map(paint);
    }""")
    return contrast_of(first, second)


def contrast_of(first, second):
    """Return the contrast of two colours, each of red, green and blue up to 255 (WCAG 2.2)."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color):
    shares = [part / 255 for part in color[:3]]
    parts = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
