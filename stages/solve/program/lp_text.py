r"""Read the linear program of an `.lp` text: the format of CPLEX, as Gurobi, HiGHS, SCIP, GLPK,
CBC, PuLP and Pyomo write it.

A section begins with its words at the start of a line, and `\` begins a comment. The patterns are
those of the certificate checker.
"""

import re
from fractions import Fraction
from typing import NoReturn

from ....schemas.parts.near import did_you_mean
from ....schemas.parts.problems import shown
from ...checkers.program_checker import BOUND, NAME, NUMBER, OBJECTIVE, ROW, SECTION, SENSE
from . import contents
from .contents import Collector, Contents, Given

SECTIONS = {  # By the beginning of their words.
    **dict.fromkeys(("su", "st", "s."), "rows"),
    "bo": "bounds",
    "se": "semi-continuous columns",
    "so": "special ordered sets",
    "la": "lazy constraints",
    "us": "user cuts",
    **dict.fromkeys(("general c", "general\tc", "genc"), "general constraints"),
    "pw": "a piecewise linear objective",
    "mu": "several objectives",
    **dict.fromkeys(("ge", "in"), "whole"),
    "bi": "binary",
    "en": "end",
}
HEADS = "Subject To", "Bounds", "General", "Binary", "End"
OTHERS = {"->": "an indicator", "[": "quadratic terms", "*": "a product", "^": "a power"}
_AT_LEAST, _AT_MOST = {"=", ">", ">=", "=>"}, {"=", "<", "<=", "=<"}
_TURNED = str.maketrans("<>", "><")
_INFINITE = re.compile("([-+]?)inf(inity)?", re.IGNORECASE)
_TERMS = re.compile(rf"\s*+([-+]?\s*+(?:{NUMBER})?+)\s*+({NAME})?+")
_RIGHT = re.compile(rf"[<>=]+{_TERMS.pattern}")
_THING = re.compile(r"[^ \t\r\n\f\v]|\Z")
_HEAD = re.compile(r"\n[a-z][a-z .]*\n", re.IGNORECASE)
_WORD = re.compile(r"[-+]?[ \t]*[^\s<>=]+|[<>=]+|[^\n]")


def read_lp(text: str) -> Contents:
    r"""Return the program of an `.lp` text. Raise InputError.

    >>> read_lp("max\n o: 0.1 x + 2\nst\n 1 <= x + y <= 4\nend\n").rows
    {'r.4': (Fraction(1, 1), Fraction(4, 1))}
    """
    return _Lp(text).read()


class _Lp(Collector):
    def __init__(self, text: str) -> None:
        super().__init__(re.sub(r"\\[^\n]*", "", text))
        self.name = (re.match(r"\s*\\\*.*?\bname=(\S+)", text, re.ASCII) or ["", ""])[1]

    def read(self) -> Contents:
        sense = SENSE.match(self.text)
        if sense is None:
            self.fail(self.behind(0), "an .lp begins with max or min")
        self.maximise = sense[1].lower() == "max"
        section, begin = "objective", sense.end()
        for match in SECTION.finditer(self.text, begin):
            words = match[0].strip()
            if match[1]:  # Some readers take this as a name.
                self.fail(match.end(1), f"{words} is indented")
            self.section(section, begin, match.start())
            found = (kind for start, kind in SECTIONS.items() if words.lower().startswith(start))
            section, begin = next(found), match.end()
        self.section(section, begin, len(self.text))
        if infinite := next(filter(_INFINITE.fullmatch, self.columns), ""):
            self.fail(self.text.index(infinite), f"{shown(infinite)} is not expected here")
        return self.contents()

    def section(self, section: str, begin: int, end: int) -> None:
        end = begin + len(self.text[begin:end].rstrip())
        match section:
            case "objective":
                sum_of = OBJECTIVE.match(self.text, begin, end)
                if sum_of is None or sum_of.end() < end:
                    self.unexpected(sum_of, end, "the objective")
                self.sum(contents.OBJECTIVE, *sum_of.span(2))
            case "rows":
                while begin < end:
                    begin = self.row(begin, end)
            case "bounds":
                for line in re.compile(r"\S[^\n]*").finditer(self.text, begin, end):
                    self.bound(line[0].rstrip(), line.start())
            case _:
                for word in re.compile(r"\S+").finditer(self.text, begin, end):
                    self.word(section, word[0], word.start())

    def word(self, section: str, word: str, place: int) -> None:
        """Read a word of a section that may have only names, or nothing."""
        if section == "end":
            self.fail(place, f"{shown(word)} is behind the end")
        if section not in ("whole", "binary"):
            self.fail(place, f"{section}: not a linear program")
        if not re.fullmatch(NAME, word):
            self.fail(place, f"{shown(word)} is not a name")
        self.integers.setdefault(word, place)
        ends = (Fraction(0), Fraction(1)) if section == "binary" else (..., ...)
        self.bind(word, place, *ends)

    def row(self, begin: int, end: int) -> int:
        """Read a row, and return where it ends."""
        match = ROW.match(self.text, begin, end)
        label, low, turned, terms, relation, high = match.groups() if match else [""] * 6
        if match is None or not (turned and terms or relation):
            self.unexpected(match, end, "a row")
        place = self.behind(begin)
        # An unnamed row is named as GLPK does.
        name = label or f"r.{self.position(place)[0]}"
        if name in self.rows:
            self.fail(place, f"duplicate name {shown(name)}")
        self.sum(len(self.rows), *match.span(4))
        lower, upper = self.ends(low, turned, relation, high, place)
        self.rows[name] = None if lower is ... else lower, None if upper is ... else upper
        return match.end()

    def sum(self, row: int, begin: int, end: int) -> None:
        """Read a sum; the objective may have one number, too."""
        rows, columns, spellings, places = self.terms
        constants = 0
        for match in _TERMS.finditer(self.text, begin, end):
            number, name = match.groups()
            if name:
                rows.append(row)
                columns.append(self.columns[name])
                spellings.append(self.spellings[number])
                places.append(match.start(2))
            elif number:
                self.constant, constants = self.number(number, match.start()), constants + 1
            if constants > 1:
                self.fail(match.start(1), f"{shown(match[0].strip())} is not expected in a sum")

    def bound(self, line: str, place: int) -> None:
        match = BOUND.fullmatch(line)
        low, turned, name, free, relation, high = match.groups() if match else [""] * 6
        if bool(free) == bool(relation or turned):
            self.fail(place, f"{shown(line)} is not a bound")
        ends = (None, None) if free else self.ends(low, turned, relation, high, place)
        self.bind(name, place, *ends)

    def ends(
        self, low: str, turned: str, relation: str, high: str, place: int
    ) -> tuple[Given, Given]:
        """Return the lower and the upper end that two relations state; an ellipsis for none."""
        lower: Given = ...
        upper: Given = ...
        for sign, spelling in (((turned or "").translate(_TURNED), low), (relation, high)):
            if sign in _AT_LEAST:
                lower = self.end(lower, spelling, place, "-" if sign != "=" else "")
            if sign in _AT_MOST:
                upper = self.end(upper, spelling, place, "+" if sign != "=" else "")
        return lower, upper

    def end(self, before: Given, spelling: str, place: int, infinite: str) -> Fraction | None:
        """Return an end; None if it is infinite, with the sign `infinite`."""
        if before is not ...:
            self.fail(place, "the two relations do not form a range")
        if (known := self.known.get(spelling)) is not None:
            return known
        match = _INFINITE.fullmatch(contents.without_blanks(spelling))
        if match and (match[1] or "+") != infinite:
            self.fail(place, f"{shown(spelling.strip())} is not a number here")
        return None if match else self.number(spelling, place)

    def unexpected(self, match: re.Match[str] | None, end: int, where: str) -> NoReturn:
        """Raise InputError for the first text that cannot be parsed."""
        place = self.behind(match.end() if match else 0)
        line = self.text[place:end].partition("\n")[0]
        for other, what in OTHERS.items():
            if other in line:
                self.fail(place + line.index(other), f"{what}: not a linear program")
        if match and not line:
            self.fail(self.behind(match.start()), f"{where} is a sum, a relation and a number")
        if (right := _RIGHT.match(line)) and right[2]:
            said = f"{where} has a number on the right: {shown(right[2])} belongs to the left"
            self.fail(place + right.start(2), said)
        if right and right[1] and (more := line[right.end() :].strip()):
            said = f"{where} has one number on the right: {shown(more)} is not expected"
            self.fail(place + line.index(more, right.end()), said)
        word = _WORD.match(line)
        said = f"{shown(word[0] if word else line)} is not expected in {where}"
        rest = line.partition(":")[0]  # The name of the next row may follow.
        if match and where == "a row" and not re.search("[<>=]", match[0] + rest):
            said += "; a relation (<=, >=, =) is missing"
        self.fail(place, said)

    def fail(self, place: int, reason: str) -> NoReturn:
        """Raise InputError for a place, with advice if its line or the one before is nearly the
        first line of a section.
        """
        end = self.text.find("\n", place)
        for line in self.text[: end if end >= 0 else None].split("\n")[-2:]:
            head = f"\n{line.strip()}\n"
            if _HEAD.match(head) and not SECTION.match(head) and not SENSE.match(head):
                reason += did_you_mean(head.strip(), HEADS)
        super().fail(place, reason)

    def behind(self, place: int) -> int:
        """Return the place of the next character that is not a blank."""
        found = _THING.search(self.text, place)
        return found.start() if found else place
