"""The start of the program: Ctrl-C is handled before anything else is loaded, so that it never ends
in a traceback.

`_signal` is the part of `signal` that is built into Python. Nothing is imported before the handler
is set, because each import takes time in which Ctrl-C would still end in a traceback.
"""

import _signal  # type: ignore[import-not-found]
import os  # Python has loaded it already.

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType


def main() -> None:
    """Run the command line and exit."""
    answer()
    from . import cli  # Loaded last, because it takes longest.

    cli.main()


def answer() -> None:
    """Let Ctrl-C end the process at once, unless it is ignored."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _leave)


def _leave(number: int, frame: "FrameType | None") -> None:
    os._exit(128 + number)  # There is nothing to clean up yet.
