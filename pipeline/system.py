"""What the system says, and the output that nobody reads any more."""

import os
import sys


def reason(error: OSError) -> str:
    """Return what the system says went wrong, in the tone of our messages."""
    return (error.strerror or str(error)).lower()


def silence_stdout() -> None:
    """Let Python's last flush at exit go nowhere."""
    sys.stdout = open(os.devnull, "w")
