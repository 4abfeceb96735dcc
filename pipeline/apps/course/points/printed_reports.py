"""Reading a report on the islands of 2018, as printed by a program."""

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from .....schemas.parts.problems import counted
from .matching import ZERO

LETTERS = "SQ"
PLAYERS = ("AGENT", "ATTACKER")
MOST = 3_000_000
"""The largest number of lines read."""

_TITLE = re.compile(r"(SOLUTION_)?(AGENT|ATTACKER)\s*:\s*")
_VALUE = re.compile(r"SOLUTION_VALUE\s*:(.*)")
_ITEM = re.compile(r"([SQ])([0-9]{1,9})\s*:(.*)")
_HEADER = re.compile(r"AGENT\s*\\\s*ATTACKER\s*\|")
_ROW = re.compile(r"S([0-9]{1,9})\s*\|")
_NUMBER = re.compile(r"[+-]?([0-9]{1,40}\.?[0-9]{0,40}|\.[0-9]{1,40})([eE][+-]?[0-9]{1,3})?")
_FRACTION = re.compile(r"[+-]?[0-9]{1,40}/0*[1-9][0-9]{0,40}")


class Trouble(NamedTuple):
    """A fault in a report."""

    part: str
    """The part of the report: sequences, utilities, plans or value."""
    line: int
    """The line, from 1; 0 for none."""
    message: str


@dataclass
class Printed:
    """A printed report. Sequences are numbered as in the report."""

    sequences: tuple[dict[int, str], dict[int, str]] = field(default_factory=lambda: ({}, {}))
    """For each player, from the number of a sequence to its text."""
    utilities: dict[tuple[int, int], float] = field(default_factory=dict)
    """The entries of g, without those that are 0 up to rounding."""
    plans: tuple[dict[int, float], dict[int, float]] = field(default_factory=lambda: ({}, {}))
    value: float | None = None
    lines: dict[object, int] = field(default_factory=dict)
    """The lines of the items: ("sequences", player, number), ("plans", player, number), ("row",
    number), "value".
    """
    titles: dict[object, int] = field(default_factory=dict)
    """The lines of the titles: (whether it is a solution, player), "table"."""
    troubles: list[Trouble] = field(default_factory=list)


def read_printed(text: str) -> Printed:
    """Return a report with its faults in `troubles`; other lines are ignored."""
    made = _Reader()
    for number, line in enumerate(text.splitlines()[:MOST], 1):
        made.line(number, line.strip())
    made.end()
    return made.printed


def looks_printed(text: str) -> bool:
    """Return whether a text has a title of a report, and no game in Gambit's format.

    >>> looks_printed("AGENT:\\nS1:[]"), looks_printed("I did it."), looks_printed("EFG 2 R")
    (True, False, False)
    """
    lines = [line.strip() for line in text.splitlines()]
    titles = (_TITLE.fullmatch, _VALUE.fullmatch, _HEADER.match)
    return any(title(line) for line in lines for title in titles) and not any(
        line.startswith("EFG ") for line in lines
    )


def parse_number(text: str) -> float | None:
    """Return the value of a printed number; None if it is not a number.

    >>> parse_number("0.5"), parse_number("220/31"), parse_number("1e-3"), parse_number("five")
    (0.5, 7.096774193548387, 0.001, None)
    """
    text = text.strip()
    if _NUMBER.fullmatch(text):
        number = float(text)
        return number if math.isfinite(number) else None
    return float(Fraction(text)) if _FRACTION.fullmatch(text) else None


def _inside(text: str) -> str:
    """Strip blanks and one pair of brackets around a text, in one pass: a regular expression takes
    a minute on a line with many blanks.

    >>> _inside(" [0.5] "), _inside("[[a] b]")
    ('0.5', '[a] b')
    """
    return text.strip().removeprefix("[").removesuffix("]").strip()


class _Reader:
    def __init__(self) -> None:
        self.printed = Printed()
        self.section: tuple[bool, int] | None = None
        """Whether the section is a solution, and its player, 0 or 1."""
        self.columns: list[int] | None = None
        self.shown: dict[int, frozenset[int]] = {}
        """For each row of g the columns that have been read."""

    def line(self, number: int, line: str) -> None:
        """Read a line, stripped of surrounding blanks."""
        if title := _TITLE.fullmatch(line):
            self.section, self.columns = (bool(title[1]), PLAYERS.index(title[2])), None
            self.printed.titles.setdefault(self.section, number)
        elif value := _VALUE.fullmatch(line):
            self._value(number, _inside(value[1]))
        elif _HEADER.match(line):
            self._header(number, line)
        elif self.columns is not None and (row := _ROW.match(line)):
            self._row(number, int(row[1]), line)
        elif self.section is not None and (item := _ITEM.fullmatch(line)):
            self._item(number, item[1], int(item[2]), _inside(item[3]))

    def end(self) -> None:
        """Record the missing parts as faults."""
        for solution, part in ((False, "sequences"), (True, "plans")):
            for player, name in enumerate(PLAYERS):
                if (solution, player) not in self.printed.titles:
                    title = f"{'SOLUTION_' * solution}{name}:"
                    self._trouble(part, 0, f"there is no line {title}")
        if "table" not in self.printed.titles:
            self._trouble("utilities", 0, "there is no table AGENT\\ATTACKER | Q1 | ...")
        if "value" not in self.printed.lines:
            self._trouble("value", 0, "there is no line SOLUTION_VALUE:")

    def _trouble(self, part: str, line: int, message: str) -> None:
        self.printed.troubles.append(Trouble(part, line, message))

    def _value(self, line: int, text: str) -> None:
        if "value" in self.printed.lines:
            self._trouble("value", line, "duplicate SOLUTION_VALUE")
            return
        self.printed.lines["value"] = line
        self.printed.value = parse_number(text)
        if self.printed.value is None:
            self._trouble("value", line, f"{text[:40]!r} is not a number")

    def _item(self, line: int, letter: str, number: int, text: str) -> None:
        assert self.section is not None
        solution, player = self.section
        part = "plans" if solution else "sequences"
        if letter != LETTERS[player]:
            said = f"{letter}{number} is listed under {PLAYERS[player]}, whose sequences are"
            self._trouble(part, line, f"{said} {LETTERS[player]}1, {LETTERS[player]}2, ...")
            return
        key = (part, player, number)
        if key in self.printed.lines:
            self._trouble(part, line, f"duplicate {letter}{number}")
            return
        self.printed.lines[key] = line
        if not solution:
            self.printed.sequences[player][number] = text.strip()
        elif (weight := parse_number(text)) is None:
            self._trouble(part, line, f"{letter}{number}: {text[:40]!r} is not a number")
        else:
            self.printed.plans[player][number] = weight

    def _header(self, line: int, text: str) -> None:
        self.section = None
        self.printed.titles.setdefault("table", line)
        cells = [cell.strip() for cell in text.split("|")[1:]]
        found = [re.fullmatch("Q([0-9]{1,9})", cell) for cell in cells if cell]
        if None in found:
            self._trouble("utilities", line, "its columns are not called Q1, Q2, ...")
        self.columns = [int(one[1]) for one in found if one is not None]
        for column, many in Counter(self.columns).items():
            if many > 1:
                self._trouble("utilities", line, f"duplicate column Q{column}")

    def _row(self, line: int, row: int, text: str) -> None:
        assert self.columns is not None
        cells = [cell.strip() for cell in text.split("|")[1:]]
        if not cells[-1] and len(cells) != len(self.columns):  # After the last bar.
            cells.pop()
        if len(cells) != len(self.columns):
            many = f"{counted(len(cells), 'number')} for {counted(len(self.columns), 'column')}"
            self._trouble("utilities", line, f"the row of S{row} has {many}")
            return
        # A wide table may be printed in several blocks of columns.
        columns, before = frozenset(self.columns), self.shown.get(row, frozenset())
        if columns & before:
            self._trouble("utilities", line, f"duplicate row S{row}")
            return
        self.shown[row] = columns | before
        self.printed.lines.setdefault(("row", row), line)
        for column, cell in zip(self.columns, cells, strict=True):
            number = parse_number(cell) if cell not in ("", "-") else 0.0
            if number is None:
                self._trouble(
                    "utilities", line, f"g(S{row}, Q{column}): {cell[:40]!r} is not a number"
                )
            elif abs(number) > ZERO:
                self.printed.utilities[row, column] = number
