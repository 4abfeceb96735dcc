"""The output of a command on stderr, and at the end of an artifact."""

import json
import re

from small_games import ROOT


def but_files(said):
    """Return a command's output without the lines with the outcome, the files that were written or
    not, the mistakes that cannot show on the map of a grade, and the progress of long work.
    """
    lines = (
        r"^((.*; )?(wrote|replaced)|.*: kept the|.*: not written by this run:|\d+ hand-ins?:"
        r"|efgc: .*, \d+|\d+ of the \d+ known mistakes cannot show) .*\n"
    )
    return re.sub(lines, "", said, flags=re.MULTILINE)


def unstamped(text):
    """Return the text of an artifact without the field on how it was made."""
    if not text.startswith("{"):
        return re.sub(r"^made:\n(?:  .*\n)+", "", text, count=1, flags=re.MULTILINE)
    return re.sub(r',\n "made": .*\}\n$', "}\n", text)


def codes_of_page():
    """Return the codes of problems that the page of limits lists."""
    page = (ROOT / "docs" / "limits.md").read_text()
    table = page[page.index("| code | what is wrong") :].split("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    return {code for cell in cells for code in re.findall(r"`([a-z-]+)`", cell)}


def lines_of_log(said):
    """Return the lines for people of remarks and problems, from the log as JSON."""
    found = map(json.loads, said.splitlines())
    return [_line(event) for event in found if event["event"] in ("remark", "problem")]


def _line(event):
    if "file" not in event:
        return event["message"]
    position = "".join(f":{event[key]}" for key in ("line", "column") if key in event)
    place = f"{event['place']}: " if "place" in event and not position else ""
    return f"{event['file']}{position}: {place}{event['message']}"
