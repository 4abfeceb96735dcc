"""Read the linear program of an `.mps` text, in free or in fixed format.

In the fixed format names may contain blanks; a text is read so if it has no meaning in the free
one.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NoReturn

from ....schemas.linear_program import owner_of
from ....schemas.parts.problems import InputError, shown
from .contents import NUMBER, OBJECTIVE, Collector, Contents

_WORD = re.compile(r"[^ \t\r\f\v]+")  # Other blanks are letters for solvers.
_DECIMAL = re.compile(rf"[-+]?+{NUMBER}")
_FORTRAN = re.compile(r"(?<=[0-9.])[dD](?=[-+]?[0-9]{1,2}$)")
_INFINITE = re.compile(r"([-+]?)inf(?:inity)?", re.IGNORECASE)
_SENSES = {"MIN": False, "MINIMIZE": False, "MAX": True, "MAXIMIZE": True}
_BY_GLPK = re.compile(r"(?:\*[^\n]*\n)*?\* Format: +(?:Free|Fixed) MPS\s")
_FIXED = ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))
"""The columns of the fields of the fixed format."""
_OTHERS = {
    **dict.fromkeys(("QUADOBJ", "QMATRIX", "QSECTION", "QCMATRIX"), "quadratic terms"),
    **dict.fromkeys(("SOS", "SOS1", "SOS2", "SETS"), "special ordered sets"),
    **{"INDICATORS": "indicators", "LAZYCONS": "lazy constraints", "USERCUTS": "user cuts"},
    **{"CSECTION": "cones", "GENCONS": "general constraints", "PWLOBJ": "a piecewise objective"},
}
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
        self.rights: dict[str, Fraction] = {}
        self.ranges: dict[str, Fraction] = {}
        self.whole = False  # Whether between integer markers.
        self.sets: dict[str, list[str]] = {}

    def is_data(self) -> bool:
        """Return whether the current line is not the head of a section."""
        return self.line[:1] in (" ", "\t")

    def fields(self) -> list[str]:
        """Return the fields of the current line."""
        return self.line.split() if self.line.isascii() else _WORD.findall(self.line)

    def places(self) -> list[int]:
        """Return where the fields begin in the current line."""
        return [match.start() for match in _WORD.finditer(self.line)]

    def wrong(self, field: int, reason: str) -> NoReturn:
        """Raise InputError for a field of the current line."""
        places = self.places() if self.is_data() else _Mps.places(self)
        self.fail(self.place + places[min(field, len(places) - 1)], reason)

    def read(self) -> Contents:
        """Return the contents of the text."""
        section, following, undirected = "", 0, False
        for line in self.text.split("\n"):
            self.line, self.place, following = line, following, following + len(line) + 1
            if line[:1] == "*" or not (words := self.fields() if self.is_data() else line.split()):
                continue
            direction = section == "OBJSENSE" and words[0].upper() in _SENSES
            if not (self.is_data() or direction):
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
        """Read a line of a section."""
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
            case "OBJSENSE":
                if words[0].upper() not in _SENSES:
                    self.wrong(
                        -1, f"the direction of OBJSENSE is MAX or MIN, not {shown(words[0])}"
                    )
                self.maximise = _SENSES[words[0].upper()]
            case _ if section in _OTHERS:
                self.wrong(0, f"{_OTHERS[section]}: not a linear program")
            case _:
                self.wrong(0, f"the section {shown(section)} is not read here")

    def declare(self, words: list[str]) -> None:
        """Read the type and the name of a row."""
        if len(words) != 2 or words[0] not in ("N", "L", "G", "E"):
            self.wrong(0, "a row is N, L, G or E and a name")
        kind, name = words
        if name in self.types:
            self.wrong(1, f"duplicate name {shown(name)}")
        if kind != "N":
            self.numbers[name] = len(self.rows)
            self.rows[name] = None, None
        else:
            self.numbers[name] = _IGNORED if OBJECTIVE in self.numbers.values() else OBJECTIVE
        self.types[name] = kind

    def column(self, words: list[str]) -> None:
        """Read a column with one or two coefficients, or an integer marker."""
        name = words[0]
        if words[1:2] == ["'MARKER'"] and words[-1] in ("'INTORG'", "'INTEND'"):
            self.whole = words[-1] == "'INTORG'"
            return
        if self.whole:
            self.integers.setdefault(name, self.start)
        if len(words) not in (3, 5):
            if words[3:4] == ["$"]:  # A comment, as of GLPK.
                del words[3:]
            elif len(words) > 1:
                self.wrong(1, _PAIRS)
        self.columns[name]
        for at in range(1, len(words), 2):
            row, spelling = self.numbers.get(words[at]), words[at + 1]
            if row is None:
                self.wrong(at, f"there is no row {shown(words[at])}")
            if spelling not in self.spellings:
                spelling = self.spelled(spelling, at + 1)
            if row != _IGNORED:
                self.add(row, name, spelling, self.start)

    def pairs(self, words: list[str], begin: int) -> Iterator[tuple[str, str]]:
        """Yield the rows and numbers behind the first fields."""
        if len(words) - begin not in (2, 4):
            self.wrong(begin, _PAIRS)
        for at in range(begin, len(words), 2):
            if words[at] not in self.numbers:
                self.wrong(at, f"there is no row {shown(words[at])}")
            yield words[at], self.spelled(words[at + 1], at + 1)

    def spelled(self, word: str, field: int) -> str:
        """Return the spelling of a number as a decimal."""
        if _DECIMAL.fullmatch(word):
            return word
        if not _DECIMAL.fullmatch(found := _FORTRAN.sub("e", word)):
            self.wrong(field, f"{shown(word)} is not a decimal number of a usual size")
        return found

    def rights_or_ranges(self, section: str, words: list[str]) -> None:
        """Read right-hand sides or ranges; the name of their set may be missing."""
        found, begin = self.rights if section == "RHS" else self.ranges, len(words) % 2
        self.one_set(section, words[:begin])
        for row, spelling in self.pairs(words, begin):
            if row in found:
                self.wrong(begin, f"{shown(row)} is repeated")
            found[row] = self.number(spelling, self.start)
            if section == "RHS" and self.numbers[row] == OBJECTIVE:
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
            self.wrong(0, f"{shown(kind)} is no type of a bound")
        # A number behind the others is ignored.
        if len(rest) not in ((2, 3) if numbered else (1, 2, 3)):
            self.wrong(0, "a bound is a type, a set, a column and a number")
        end = self.end(kind, rest.pop(), len(words) - 1) if numbered else None
        at = 1 if len(rest) > 1 else 0
        self.one_set("BOUNDS", rest[:at])
        name = rest[at]
        if name not in self.columns:
            self.wrong(at + 1, f"there is no column {shown(name)}")
        if kind in ("BV", "UI", "LI"):
            self.integers.setdefault(name, self.start)
        match kind:
            case "UP" | "UI" | "PL":
                self.bind(name, self.start, upper=end)
            case "LO" | "LI" | "MI":
                self.bind(name, self.start, lower=end)
            case "BV":
                self.bind(name, self.start, Fraction(0), Fraction(1))
            case _:
                self.bind(name, self.start, end, end)

    def end(self, kind: str, word: str, field: int) -> Fraction | None:
        """Return the number of a bound; None for an infinite one of the right sign."""
        infinite = _INFINITE.fullmatch(word)
        if infinite and kind[0] == ("L" if infinite[1] == "-" else "U"):
            return None
        return self.number(self.spelled(word, field), self.start)

    def one_set(self, section: str, name: list[str]) -> None:
        """Refuse a second set of numbers."""
        if self.sets.setdefault(section, name) != name:
            self.wrong(0, f"{section} has several sets")

    def finished(self) -> Contents:
        """Return the contents, with the ends of the rows."""
        for name, place in self.integers.items():
            if self.columns[name] not in {*self.lower, *self.upper}:
                # The usual default between markers.
                self.bind(name, place, Fraction(0), Fraction(1))
        for name in self.rows:
            kind, right = self.types[name], self.rights.get(name, Fraction(0))
            wide = self.ranges.get(name)
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
    """The reader of the fixed format."""

    def fields(self) -> list[str]:
        """Return the fields of the current line, without empty ones at its ends."""
        line, before = self.line, 0
        found = []
        for begin, end in _FIXED:
            if "\t" in line or line[before:begin].strip():
                raise _NotFixedError
            found.append(line[begin:end].strip())
            before = end
        while found and not found[-1]:
            found.pop()
        return found[not found[:1] or not found[0] :]

    def places(self) -> list[int]:
        """Return where the fields begin in the current line."""
        first = not self.line[1:3].strip()
        return [begin for begin, _ in _FIXED[first:]]
