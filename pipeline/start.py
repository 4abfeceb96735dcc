"""Where the program begins: Ctrl-C has an answer before all else is loaded, and is never a
traceback.
"""

import os
import signal
from types import FrameType


def main() -> None:
    """Run the command line and exit."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    # Behind the signal: Ctrl-C while modules load ends quietly, too.
    from pipeline import cli

    cli.main()


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(128 + number)  # Nothing is there yet that would have to be tidied up.
