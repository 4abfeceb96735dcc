"""Read the linear program of an `.mps` text, in free or in fixed format.

In the fixed format names may contain blanks; a text is read so if it has no meaning in the free
one.
"""

import re
from fractions import Fraction
from itertools import pairwise
from typing import NoReturn

from ....schemas.linear_program import owner_of
from ....schemas.parts.problems import InputError, shown
from ...checkers.program_checker import FIXED, SENSES, WORD
from .contents import BLANKS, OBJECTIVE, Collector, Contents

_INFINITE = re.compile(r"([-+]?)inf(?:inity)?", re.IGNORECASE)
_BY_GLPK = re.compile(r"(?:\*[^\n]*\n)*?\* Format: +(?:Free|Fixed) MPS\s")
_PAIRS = "one or two pairs of a row and a number are expected"
_IGNORED = OBJECTIVE - 1
"""A row of type N behind the first: solvers drop it."""


def read_mps(text: str) -> Contents:
    """Return the program of an `.mps` text. Raise InputError."""
    try:
        return _Mps(text).read()
    except InputError as free:
        try:
            return _Fixed(text).read()
        except _NotFixedError:
            raise free from None
        except InputError as fixed:
            # The right format is the one that gets further.
            raise max(free, fixed, key=lambda error: error.problems[0].line or 0) from None


class _NotFixedError(Exception):
    """A line is not in the columns of the fixed format."""


class _Mps(Collector):
    """The reader of the free format."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.line = ""  # The current one, with its place and that of its first field.
        self.place = self.start = 0
        self.numbers: dict[str, int] = {}  # Of the rows.
        self.types: dict[str, str] = {}
        self.rights: dict[int, Fraction] = {}
        self.ranges: dict[int, Fraction] = {}
        self.whole = False  # Whether between integer markers.
        self.sets: dict[str, list[str]] = {}

    def fields(self) -> list[str]:
        return self.line.split() if self.line.isascii() else WORD.findall(self.line)

    def places(self) -> list[int]:
        return [match.start() for match in WORD.finditer(self.line)]

    def wrong(self, field: int, reason: str) -> NoReturn:
        places = self.places() if self.line[0] in BLANKS else _Mps.places(self)
        self.fail(self.place + places[min(field, len(places) - 1)], reason)

    def read(self) -> Contents:
        section, following, undirected = "", 0, False
        for line in self.text.split("\n"):
            self.line, self.place, following = line, following, following + len(line) + 1
            is_head = line[:1] not in BLANKS
            if line[:1] == "*" or not (words := _Mps.fields(self) if is_head else self.fields()):
                continue
            if is_head and not (section == "OBJSENSE" and words[0].upper() in SENSES):
                if undirected:
                    self.data("OBJSENSE", words)
                section, *words = words
                if section == "ENDATA":
                    return self.finished()
                if section == "NAME":
                    self.name, words = words[0] if words else "", []
                if words and section != "OBJSENSE":
                    self.wrong(1, f"data on the line of {shown(section)}")
                undirected = section == "OBJSENSE"
            if words:
                self.data(section, words)
                undirected = False
        self.fail(len(self.text.rstrip()), "ENDATA is missing")

    def data(self, section: str, words: list[str]) -> None:
        self.start = self.place + self.line.index(words[0])
        match section:
            case "COLUMNS":
                self.column(words)
            case "ROWS":
                self.declare(words)
            case "RHS" | "RANGES":
                self.rights_or_ranges(section, words)
            case "BOUNDS":
                self.bound(words)
            case "OBJSENSE" if len(words) == 1 and words[0].upper() in SENSES:
                self.maximise = words[0].upper().startswith("MAX")
            case "OBJSENSE":
                given = shown(" ".join(words))
                field = len(_Mps.fields(self)) - len(words)
                self.wrong(field, f"the direction of OBJSENSE is MAX or MIN, not {given}")
            case _:
                self.wrong(0, f"a section {shown(section)} does not belong to a linear program")

    def declare(self, words: list[str]) -> None:
        if len(words) != 2 or words[0] not in ("N", "L", "G", "E"):
            self.wrong(0, "a row is N, L, G or E and a name")
        kind, name = words
        if name in self.types:
            self.wrong(1, f"duplicate name {shown(name)}")
        if kind != "N":
            self.numbers[name] = len(self.rows)
            self.rows[name] = None, None
        else:
            self.numbers[name] = _IGNORED if "N" in self.types.values() else OBJECTIVE
        self.types[name] = kind

    def column(self, words: list[str]) -> None:
        name = words[0]
        if words[1:2] == ["'MARKER'"] and words[-1] in ("'INTORG'", "'INTEND'"):
            self.whole = words[-1] == "'INTORG'"
            return
        if self.whole:
            self.integers.setdefault(name, self.start)
        self.columns[name]  # GLPK writes columns without coefficients, some with a comment.
        if words[3:4] == ["$"]:
            del words[3:]
        rows, columns, spellings, places = self.terms
        for row, spelling in self.pairs(words, 1) if words[1:] else ():
            if row != _IGNORED:
                rows.append(row)
                columns.append(self.columns[name])
                spellings.append(self.spellings[spelling])
                places.append(self.start)

    def pairs(self, words: list[str], begin: int) -> list[tuple[int, str]]:
        """Return the numbers of rows and the spellings behind the first fields."""
        if len(words) - begin not in (2, 4):
            self.wrong(begin, _PAIRS)
        found = []
        for at in range(begin, len(words), 2):
            row, spelling = self.numbers.get(words[at]), words[at + 1]
            if row is None and words[at + 1] in self.numbers:
                self.wrong(at + 1, f"the number of row {shown(words[at + 1])} is missing")
            if row is None:
                self.wrong(at, f"there is no row {shown(words[at])}")
            if spelling not in self.spellings:
                spelling = self.spelled(spelling, at + 1)
            found.append((row, spelling))
        return found

    def spelled(self, word: str, field: int) -> str:
        places = self.places()
        return self.decimal(word, self.place + places[min(field, len(places) - 1)])

    def rights_or_ranges(self, section: str, words: list[str]) -> None:
        """Read right-hand sides or ranges; the name of their set may be missing."""
        found, begin = self.rights if section == "RHS" else self.ranges, len(words) % 2
        self.one_set(section, words[:begin])
        for pair, (row, spelling) in enumerate(self.pairs(words, begin)):
            if row == _IGNORED:
                continue
            if row in found:
                field = begin + 2 * pair
                self.wrong(field, f"{shown(words[field])} is repeated")
            found[row] = self.number(spelling, self.start)
            if section == "RHS" and row == OBJECTIVE:
                self.set_constant(found[row])

    def set_constant(self, right: Fraction) -> None:
        """Set the constant of the objective: its entry among the right-hand sides is minus the
        constant for all solvers but GLPK, so a file of GLPK is ambiguous.
        """
        if right and _BY_GLPK.match(self.text):
            said = (
                f"GLPK wrote this file with the constant {float(right):g} of the objective, which "
                f"all others read as {-float(right):g}: change its sign, and remove the comment "
                "'* Format:'"
            )
            self.wrong(0, said)
        self.constant = -right

    def bound(self, words: list[str]) -> None:
        """Read a bound: a type, a set, which may be missing, a column and perhaps a number."""
        kind, *rest = words
        if kind == "SC":
            self.wrong(0, "semi-continuous columns: not a linear program")
        numbered = kind in ("UP", "LO", "FX", "UI", "LI")
        if not (numbered or kind in ("FR", "MI", "PL", "BV")):
            self.wrong(0, f"{shown(kind)} is not a type of bound")
        # A number behind the others is ignored.
        if len(rest) not in ((2, 3) if numbered else (1, 2, 3)):
            self.wrong(0, "a bound is a type, a set, a column and a number")
        end = self.end(kind, rest.pop(), len(words) - 1) if numbered else None
        position = 1 if len(rest) > 1 else 0
        self.one_set("BOUNDS", rest[:position])
        name = rest[position]
        if name not in self.columns:
            self.wrong(position + 1, f"there is no column {shown(name)}")
        if kind in ("BV", "UI", "LI"):
            self.integers.setdefault(name, self.start)
        lower, upper = (Fraction(0), Fraction(1)) if kind == "BV" else (end, end)
        self.bind(
            name,
            self.start,
            ... if kind in ("UP", "UI", "PL") else lower,
            ... if kind in ("LO", "LI", "MI") else upper,
        )

    def end(self, kind: str, word: str, field: int) -> Fraction | None:
        infinite = _INFINITE.fullmatch(word)
        if infinite and kind[0] == ("L" if infinite[1] == "-" else "U"):
            return None
        return self.number(self.spelled(word, field), self.start)

    def one_set(self, section: str, name: list[str]) -> None:
        first = self.sets.setdefault(section, name)
        if first != name:
            others = [shown(each[0]) if each else "one without a name" for each in (first, name)]
            self.wrong(0, f"{section} has several sets: {' and '.join(others)}")

    def finished(self) -> Contents:
        bound = {*self.lower, *self.upper}
        for name, place in self.integers.items():
            if self.columns[name] not in bound:  # The usual default between markers.
                self.bind(name, place, Fraction(0), Fraction(1))
        for at, name in enumerate(self.rows):
            kind, wide = self.types[name], self.ranges.get(at)
            right = self.rights.get(at, Fraction(0))
            if wide is None:
                self.rows[name] = right if kind != "L" else None, right if kind != "G" else None
            elif kind == "G" or kind == "E" and wide > 0:
                self.rows[name] = right, right + abs(wide)
            else:
                self.rows[name] = right - abs(wide), right
        self.refuse_undirected()
        return self.contents()

    def refuse_undirected(self) -> None:
        """Refuse the program of a game to maximise that lost its direction, as in a file that
        glpsol wrote from the `.lp`. The `.mps` of `lower` minimises the negative.
        """
        value = {1: "v0", 2: "u0"}.get(owner_of(self.columns) or 0, "")
        if self.maximise or value not in self.columns or {row[:1] for row in self.rows} != {*"fb"}:
            return
        advice = "`efgc lower GAME --format mps -o FILE` writes a right one"
        negative = {at for spelling, at in self.spellings.items() if spelling[0] == "-"}
        for row, column, at, place in zip(*self.terms, strict=True):
            if row == OBJECTIVE and column == self.columns[value] and at not in negative:
                said = f"this file minimises {value}; a tool dropped the direction: {advice}"
                self.fail(place, said)


class _Fixed(_Mps):
    def fields(self) -> list[str]:
        found = [self.line[begin:end].strip() for begin, end in pairwise(FIXED)]
        if "\t" in self.line or any(found[::2]):
            raise _NotFixedError
        found = found[1::2]
        while found and not found[-1]:
            found.pop()
        return found[found[:1] == [""] :]

    def places(self) -> list[int]:
        return [*FIXED[1::2]][not self.line[1:3].strip() :]
