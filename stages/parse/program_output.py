"""The output of a program that wrote no file: a traceback, its usage text, an error of the shell.

Such text is often handed in instead of the file.
"""

import re
from collections.abc import Callable
from pathlib import PureWindowsPath

from ...schemas.parts.labels import cut, one_line
from ...schemas.parts.problems import Code, Problem

LOOKED_AT = 100_000
"""The number of characters at the beginning of a text that are searched for an error."""
SHOWN = 200
"""The most characters of an error in a message."""
FRAME = re.compile(r'[ \t]{0,20}File "([^"\n]{0,500})", line (\d{1,9})')
"""The place of a call in a traceback: its file and line."""
_ERROR = re.compile(r"([A-Za-z_][\w.]{0,100})(?:: ([^\n]*))?")


def program_output(text: str) -> Problem | None:
    r"""Return the problem of a text that begins with a program's error or usage text, with its
    cause; None for other texts.

    >>> print(program_output('Traceback (most recent call last):\n  File "b.py", line 7\nKeyError'))
    1:1: begins with a Python traceback: the program crashed with KeyError in line 7 of b.py
    >>> program_output("4 0.5\n")
    """
    head = text[:LOOKED_AT].lstrip("\ufeff\r\n")
    for pattern, describe in _OUTPUTS:
        if pattern.match(head):
            return Problem(describe(head), (), 1, 1, Code.PROGRAM_OUTPUT)
    return None


def _python(head: str) -> str:
    crashed = "begins with a Python traceback: the program crashed"
    lines = head.splitlines()
    frames = [(at, found) for at, line in enumerate(lines) if (found := FRAME.match(line))]
    if not frames:
        return crashed
    at, frame = frames[-1]
    where = f" in line {frame[2]} of {cut(PureWindowsPath(frame[1]).name, SHOWN)}"
    behind = (_ERROR.fullmatch(line.rstrip()) for line in lines[at + 1 :])
    error = next((found for found in behind if found), None)
    if error is None:
        return crashed + where
    more = f": {cut(one_line(error[2]), SHOWN)}" if error[2] else ""
    return f"{crashed} with {error[1]}{where}{more}"


def _java(head: str) -> str:
    error = head.splitlines()[0].partition('" ')[2]
    return f"begins with a Java stack trace: the program crashed with {cut(one_line(error), SHOWN)}"


def _usage(head: str) -> str:
    return "begins with the usage text of a program, which was called with wrong arguments"


def _shell(head: str) -> str:
    said = cut(one_line(head.splitlines()[0]), SHOWN)
    return f"begins with an error message: the program did not run: {said}"


def _killed(head: str) -> str:
    return f"begins with the message that the program crashed: {head.splitlines()[0][:SHOWN]}"


_OUTPUTS: tuple[tuple[re.Pattern[str], Callable[[str], str]], ...] = (
    (re.compile(r"[ \t]{0,20}Traceback \(most recent call last\)"), _python),
    (FRAME, _python),  # A syntax error has no other header.
    (re.compile(r'Exception in thread "[^"\n]{0,200}" \S'), _java),
    (re.compile(r"\s{0,20}usage ?:", re.IGNORECASE), _usage),
    (re.compile(r"(/\S{0,50}/)?(ba|z|da|k)?sh: |python[\d.]{0,5}: can't open file "), _shell),
    (re.compile(r"Segmentation fault|Aborted|Killed\b|terminate called"), _killed),
)
