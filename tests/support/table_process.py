"""A table to be tested: `python table_process.py SOURCE WHO SEED [PORT]`."""

import sys
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path

from efgc.pipeline.apps.play.match_start import Start, start_match
from efgc.pipeline.apps.play.web.table import Table
from efgc.pipeline.apps.server.server import serve
from efgc.pipeline.files.text import Text
from efgc.pipeline.settings import Settings
from efgc.pipeline.terminal.diagnostics import guarded, signal_handling
from small_sources import SOURCES


def begun(source, who="1", seed=1, ended=None):
    """Return a match of one of SOURCES, or of a file."""
    text = SOURCES.get(source) or Path(source).read_text(encoding="utf-8")
    read = Text(text, source, source, sha256(text.encode()).hexdigest())
    return start_match(Start(read, who, int(seed)), Settings(), ended or ExitStack()).start()


def main(source, who="1", seed="1", port="0"):
    with ExitStack() as ended:
        serve(Table(begun(source, who, seed, ended)), int(port), open_browser=False)


if __name__ == "__main__":
    with signal_handling():
        sys.exit(guarded(lambda: main(*sys.argv[1:])))
