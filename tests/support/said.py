"""The output of a command on stderr, and in the head of an artifact."""

import re


def but_files(said):
    """Return a command's output without the lines with the outcome, the files that were written or
    not, the mistakes that cannot show on the map of a grade, and the progress of long work.
    """
    lines = (
        r"^((.*; )?wrote|.*: kept the|.*: not written by this run:|\d+ hand-ins?:|efgc: .*, \d+"
        r"|\d+ of the \d+ known mistakes cannot show) .*\n"
    )
    return re.sub(lines, "", said, flags=re.MULTILINE)


def unstamped(text):
    """Return the text of an artifact without the field on how it was made."""
    if not text.startswith("{"):
        return re.sub(r"^made:\n(?:  .*\n)+", "", text, count=1, flags=re.MULTILINE)
    return re.sub(r'^ "made": .*\n', "", text, count=1, flags=re.MULTILINE)
