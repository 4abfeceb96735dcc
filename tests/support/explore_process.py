"""An explorer to be tested, with limits made for it: `python explore_process.py SECONDS MEMORY`."""

import sys

from efgc.pipeline.apps.explore.column import Limits
from efgc.pipeline.apps.explore.orders import first_source
from efgc.pipeline.apps.explore.site import Explorer
from efgc.pipeline.apps.server.server import serve
from efgc.pipeline.terminal.diagnostics import guarded, signal_handling


def main(seconds="600", memory="0"):
    name, text = first_source(None)
    limits = Limits(float(seconds), int(memory))
    serve(Explorer(text, name, {}, limits), 0, open_browser=False)


if __name__ == "__main__":
    with signal_handling():
        sys.exit(guarded(lambda: main(*sys.argv[1:])))
