"""Two artifacts that are tables: programs, solutions, strategies and reports. Each is a mapping
from things in words to what the artifact says about them.
"""

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import repeat
from typing import Any

from ...schemas.columns import Column, Columns
from ...schemas.parts.documents import Number
from ...schemas.parts.exact import brief, read_exact
from ..checkers.program_checker import Ends, ExactProgram
from ..strategies.entries import InfosetEntry
from .records import Change, Difference, Entries, Entry, Kind

NEAR = 1e-9
"""Decimals that differ by less, absolutely or relatively, are the same."""
ROUNDED = 10**9
"""The least denominator of a number that is shown rounded: it comes from a decimal."""
LEFT_OUT = (
    *("format", "version", "made", "title", "source", "edited", "problem", "lp_sha256"),
    *("graph_sha256", "game", "seconds", "solver_version", "options", "basis", "repaired"),
    *("information_set", "reach", "own_reach", "on_path", "values", "losses"),
)
"""Keys of artifacts whose values follow from others, say how the artifact was made, or number what
the other keys name.
"""
NAMES = ("after", "state", "column", "row", "left")
"""Keys of which the first names its object in a list."""
LABELLED = ("probabilities", "first_moves", "strategy_1", "strategy_2")
"""Keys of which the value is by label, not by key of the format."""
Value = Fraction | float | str


def compare_tables(one: Entries, other: Entries) -> list[Difference]:
    """Return the differences of two tables, in the order of A, then of B."""
    found = [
        Change(Kind.CHANGED, *entry, _text(value), _text(other[entry]))
        if entry in other
        else Change(Kind.GONE, *entry, _text(value))
        for entry, value in one.items()
        if entry not in other or not _same(value, other[entry])
    ]
    found += [
        Change(Kind.NEW, *entry, "", _text(value))
        for entry, value in other.items()
        if entry not in one
    ]
    return [Difference(change) for change in found]


def _same(one: Value, other: Value) -> bool:
    if one == other or isinstance(one, str) or isinstance(other, str):
        return one == other
    exact = isinstance(one, Fraction) and isinstance(other, Fraction)
    return not exact and math.isclose(one, other, rel_tol=NEAR, abs_tol=NEAR)


def _text(value: Value) -> str:
    match value:
        case str():
            return value
        case Fraction():
            return str(value) if value.denominator < ROUNDED else f"{float(value):.7g}"
        case _:
            return f"{value:.7g}"


class _Table:
    """A table under construction."""

    def __init__(self) -> None:
        self.entries: Entries = {}
        self.times: Counter[Entry] = Counter()

    def add(self, topic: str, subject: str, value: Value) -> None:
        """Add an entry; several with the same words are numbered."""
        entry = Entry(topic, subject)
        self.times[entry] += 1
        if self.times[entry] > 1:
            entry = Entry(topic, f"{subject} ({self.times[entry]})")
        self.entries[entry] = value


def json_entries(text: str, meanings: Mapping[str, str]) -> Entries:
    """Return the entries of a checked solution or report in JSON; `meanings` has those of columns
    and rows.
    """
    data, found = json.loads(text), _JsonTable(meanings)
    strategies = data.pop("strategies", ())
    found.add_record("", "", data)
    for player, entries in zip(data.get("players", ()), strategies, strict=False):
        found.add_value(f"strategy of {player}", "", entries)
    return found.entries


class _JsonTable(_Table):
    """A table of the values in an artifact in JSON."""

    def __init__(self, meanings: Mapping[str, str]) -> None:
        super().__init__()
        self.meanings = meanings

    def add_record(self, topic: str, subject: str, record: Mapping[str, Any]) -> None:
        """Add the values of a record."""
        name = next((key for key in NAMES if key in record), None)
        if name is not None:
            subject = self.meanings.get(record[name], str(record[name]))
        for key, value in record.items():
            if key in LABELLED and isinstance(value, dict):
                for label, inner in value.items():
                    behind = f" after {subject}" if subject else ""
                    self.add_value(topic or key.replace("_", " "), f"{label!r}{behind}", inner)
            elif key != name and key not in LEFT_OUT:
                words = key.replace("_", " ")
                if isinstance(value, list) and isinstance(next(iter(value), None), dict):
                    words = words.removesuffix("s")
                if not topic and _counts(value):
                    self.add_value("size", words, value)
                else:
                    self.add_value(f"{words} of {topic}" if topic else words, subject, value)

    def add_value(self, topic: str, subject: str, value: object) -> None:
        """Add a value, or all values in it."""
        match value:
            case dict():
                self.add_record(topic, subject, value)
            case list() if any(isinstance(inner, dict | list) for inner in value):
                for inner in value:
                    self.add_value(topic, subject, inner)
            case list() if any(isinstance(inner, float) for inner in value):
                for index, inner in enumerate(value, 1):
                    self.add_value(topic, f"{subject} ({index})".strip(), inner)
            case list():
                self.add(topic, subject, ", ".join(map(str, value)))
            case int() if not isinstance(value, bool):
                self.add(topic, subject, Fraction(value))
            case float() | str():
                self.add(topic, subject, value)
            case _:
                self.add(topic, subject, "none" if value is None else str(value))


def _counts(value: object) -> bool:
    """Return whether a value is one count, or those of both players."""
    counts = value if isinstance(value, list) else [value]
    return bool(counts) and all(type(count) is int for count in counts)


def strategy_entries(strategy: Iterable[InfosetEntry]) -> Entries:
    """Return the probabilities of a strategy by player, action and information set in words."""
    found = _Table()
    for entry in strategy:
        after = entry.words or ", ".join(entry.states)
        if entry.words is None and entry.infoset is not None:
            after = f"information set {entry.infoset}"
        numbers = [
            exact or number
            for exact, number in zip(entry.exact or repeat(""), entry.numbers, strict=False)
        ]
        labels = entry.actions or [f"action {index}" for index in range(1, len(numbers) + 1)]
        for label, number in zip(labels, numbers, strict=True):
            value = read_exact(number)
            subject = f"{label!r} after {after}" if after else repr(label)
            topic = f"strategy of player {entry.player}" if entry.player else "strategy"
            found.add(topic, subject, number if value is None else _number(number, value))
    return found.entries


def _number(text: str, value: Fraction) -> Fraction | float:
    """Return a whole number or a fraction as it is, and a decimal, which is rounded, as a float."""
    return float(value) if isinstance(text, Number) or "." in text else value


def meanings_of(table: Columns) -> dict[str, str]:
    """Return the meanings of all columns and rows of a linear program, by their names."""

    def words(of: Column, weighted: bool) -> str:
        if weighted:
            return f"sequence {of.meaning!r} of player {of.player}"
        return f"information set {of.meaning or 'at the start'!r} of player {of.player}"

    return {
        entry.name: words(entry, (entry.player == table.player) == is_column)
        for entries, is_column in ((table.columns, True), (table.rows, False))
        for entry in entries
    }


def program_entries(
    programs: Sequence[ExactProgram], meanings: Sequence[Mapping[str, str]]
) -> tuple[Entries, Entries]:
    """Return the entries of two linear programs, with the coefficients of the rows and columns that
    both have; `meanings` has those of their columns and rows.
    """
    tables = []
    for program, known in zip(programs, meanings, strict=True):
        found = _Table()
        found.add("direction", "", "maximise" if program.maximise else "minimise")
        found.add("constant of the objective", "", program.constant)
        for topic, things in (("column", program.columns), ("row", _ends_of_rows(program))):
            for name, ends in things.items():
                found.add(topic, known.get(name, name), _ends(*ends))
        tables.append(found)
    one, other = tables
    shared = {entry.subject for entry in one.entries.keys() & other.entries.keys()}
    for program, known, found in zip(programs, meanings, tables, strict=True):
        sums = {"the objective": program.costs} | {
            f"row {known.get(name, name)}": row.coefficients for name, row in program.rows.items()
        }
        for words, coefficients in sums.items():
            if words.removeprefix("row ") in shared or words == "the objective":
                for name, number in coefficients.items():
                    column = known.get(name, name)
                    if number and column in shared:
                        found.add("coefficient", f"of {column} in {words}", number)
    return one.entries, other.entries


def _ends_of_rows(program: ExactProgram) -> dict[str, Ends]:
    return {name: row.ends for name, row in program.rows.items()}


def _ends(lower: Fraction | None, upper: Fraction | None) -> str:
    """Return the values that a column or a row can have.

    >>> _ends(None, Fraction(0)), _ends(Fraction(1), Fraction(1)), _ends(Fraction(0), None)
    ('at most 0', '1', 'at least 0')
    """
    if lower is None or upper is None:
        least = "any" if lower is None else f"at least {brief(lower)}"
        return least if upper is None else f"at most {brief(upper)}"
    return brief(lower) if lower == upper else f"from {brief(lower)} to {brief(upper)}"
