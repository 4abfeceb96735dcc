"""The output of a command on stderr, and in the head of an artifact."""

import re


def but_files(said):
    """Return a command's output without the line with the outcome and the written files."""
    return re.sub(r"^((.*; )?wrote|\d+ hand-ins?:) .*\n", "", said, flags=re.MULTILINE)


def unstamped(text):
    """Return the text of an artifact without the field on how it was made."""
    if not text.startswith("{"):
        return re.sub(r"^made:\n(?:  .*\n)+", "", text, count=1, flags=re.MULTILINE)
    return re.sub(r'^ "made": .*\n', "", text, count=1, flags=re.MULTILINE)
