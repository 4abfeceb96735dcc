"""What a command tells on stderr: events, as lines for people, or with --log json as JSON, one
object per line. All text of ours that goes to stderr goes through `say`. `docs/limits.md` has a
table of the events.
"""

import json
import sys
from contextlib import suppress
from enum import StrEnum, auto

from ...schemas.parts.labels import one_line
from ..machine.streams import is_silent


class Event(StrEnum):
    """The kind of an event."""

    BEGIN = auto()
    """A stage, or other work that can take long, begins."""
    END = auto()
    PROGRESS = auto()
    BOUNDS = auto()
    REMARK = auto()
    PROBLEM = auto()
    WROTE = auto()
    RESULT = auto()
    """The command ends; the last event."""


_FORMATS = ("text", "json")
_format = ["text"]
"""The format in this process: threads and forks write as the command does."""


def set_format(words: list[str]) -> list[str]:
    """Take --log and its value out of the words of a command line, and return the others. Raises
    ValueError with the message for a value that is none. The words behind `--` stay.
    """
    end = words.index("--") if "--" in words else len(words)
    kept, given, chosen = [], iter(words[:end]), "text"
    for word in given:
        if word == "--log" or word.startswith("--log="):
            chosen = word.partition("=")[2] if "=" in word else next(given, "")
        else:
            kept.append(word)
    _format[0] = chosen if chosen in _FORMATS else "text"
    if chosen not in _FORMATS:
        raise ValueError(f"--log takes {' or '.join(_FORMATS)}, not {chosen!r}")
    return kept + words[end:]


def as_json() -> bool:
    """Return whether the events are written as JSON."""
    return _format[0] == "json"


def say(
    event: Event, line: str = "", /, file: str = "", code: object = None, **details: object
) -> None:
    """Write an event: its line for people, if it has one, behind the name of the file that it is
    about, or all of it as JSON.
    """
    if sys.stderr is None or is_silent() or not (line or as_json()):
        return
    if as_json():
        message = line.removeprefix("efgc: ") or None
        known = {"event": event, "message": message, "code": code, "file": file or None, **details}
        line = json.dumps({key: one for key, one in known.items() if one is not None})
    elif file:
        line = f"{file}: {line}"
    with suppress(OSError):  # If a message cannot be written, the exit code must suffice.
        sys.stderr.write(f"{one_line(line)}\n")
        sys.stderr.flush()
