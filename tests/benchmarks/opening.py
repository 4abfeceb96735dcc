"""How long a browser takes to open the HTML report: of the worked examples, of large games, and of
a large maze.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
import families

from browser import chromium
from efgc.pipeline.files.examples import EXAMPLES
from report_page import Pages, opened

OPENINGS = 3
LARGE = {
    **{f"goofspiel, {n} cards": (f"game: goofspiel\ncards: {n}\n", {}) for n in (5, 6, 7)},
    "maze 24x24": (families.text(families.maze(24, 24, 0.25, 10, 3), 3), {"level": 2}),
    "openspiel:leduc_poker": ("openspiel:leduc_poker", {}),
    "openspiel:liars_dice": ("openspiel:liars_dice", {}),
}
SOURCES = {**{name: (name, {}) for name in sorted(EXAMPLES)}, **LARGE}


def seconds_to_open(page):
    """Return the seconds from the request of a page until all its scripts have run."""
    return page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd") / 1000


def main():
    print(f"seconds, {OPENINGS} openings    least     most      kB")
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        page_of = Pages(Path(folder))
        for name, (source, options) in SOURCES.items():
            path = page_of(source, **options)
            found = []
            for _ in range(OPENINGS):
                with opened(browser, path) as page:
                    found.append(seconds_to_open(page))
            size = path.stat().st_size / 1000
            print(f"{name:<22} {min(found):8.3f} {max(found):8.3f} {size:7.0f}", flush=True)


if __name__ == "__main__":
    main()
