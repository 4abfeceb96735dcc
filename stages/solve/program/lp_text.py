r"""Read the linear program of an `.lp` text: the format of CPLEX, as Gurobi, HiGHS, SCIP, GLPK,
CBC, PuLP and Pyomo write it.

A section begins with its words at the start of a line. `\` begins a comment.
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from types import EllipsisType
from typing import NoReturn

from ....schemas.parts.problems import shown
from .contents import NUMBER, OBJECTIVE, Collector, Contents

_BLANKS = r"[ \t\r\n\f\v]*+"
_WITHIN = r"[^\s+\-*^<>=:\\]"  # A name.
NAME = rf"(?![0-9.\[\]]){_WITHIN}++"
_RELATION = "<=|=<|>=|=>|[<>=]"
_INFINITE = rf"(?i:inf(?:inity)?)(?!{_WITHIN})"
_END = rf"[-+]?[ \t]*+(?:{NUMBER}|{_INFINITE})"
# A relation, with the number behind it if a row ends there; or a number, a column with or without a
# coefficient, or the label of a row.
_TOKEN = re.compile(
    rf"{_BLANKS}(?=[^ \t\r\n\f\v])(?:"
    rf"({_RELATION})(?:{_BLANKS}({_END})(?=[^\S\n]*+(?:\n|$|{NAME}{_BLANKS}:)))?+"
    rf"|([-+]?{_BLANKS}(?:{NUMBER})?+){_BLANKS}(?:({NAME})({_BLANKS}:)?+)?+)"
)
_BOUND = re.compile(
    rf"(?:({_END}){_BLANKS}({_RELATION}){_BLANKS})?+({NAME}){_BLANKS}"
    rf"(?:((?i:free))|({_RELATION}){_BLANKS}({_END}))?+"
)
_LABEL = re.compile(rf"{_BLANKS}{NAME}{_BLANKS}:")
_WORDS = {
    "rows": r"subject[ \t]+to|such[ \t]+that|s\.t\.|st\.?",
    "bounds": "bounds?",
    "semi-continuous columns": "semi-continuous|semis?",
    "special ordered sets": "sos[12]?",
    "lazy constraints": r"lazy[ \t]+constraints",
    "user cuts": r"user[ \t]+cuts",
    "general constraints": r"general[ \t]+constraints?|gencons?",
    "piecewise linear objectives": "pwlobj",
    "several objectives": "multi-objectives",
    "whole": "generals?|gen|integers?|int",
    "binary": "binary|binaries|bin",
    "end": "end",
}
_SECTION = re.compile(
    r"\n([ \t]*+)(?:" + "|".join(f"({words})" for words in _WORDS.values()) + ")"
    # Otherwise it is part of a longer name, or the label of a row.
    rf"(?!{_WITHIN}|[ \t]*+:)",
    re.IGNORECASE,
)
_OBJECTIVE = re.compile(rf"\s*(?:(max)|min)(?:imum|imi[sz]e)?(?!{_WITHIN})", re.IGNORECASE)
_SIGNS, _DIGITS, _TURNED = ("+", "-"), frozenset("0123456789."), str.maketrans("<>", "><")
_INFINITIES = frozenset(
    case(word) for word in ("inf", "infinity") for case in (str.lower, str.upper, str.capitalize)
)
_OTHERS = {"->": "an indicator", "[": "quadratic terms", "*": "a product", "^": "a power"}
NO_SIGN = "has no + or - before it"
Side = tuple[str, str]  # A relation and the spelling of the number behind it.
Given = Fraction | None | EllipsisType


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
        """Return the contents of the text."""
        objective = _OBJECTIVE.match(self.text)
        if objective is None:
            self.fail(len(self.text) - len(self.text.lstrip()), "an .lp begins with max or min")
        self.maximise = objective[1] is not None
        section, begin = "objective", objective.end()
        for match in _SECTION.finditer(self.text, begin):
            if match[1]:  # Some readers take this as a name.
                self.fail(match.end(1), f"{match[0].strip()} is indented")
            self.section(section, begin, match.start())
            section, begin = [*_WORDS][(match.lastindex or 2) - 2], match.end()
        self.section(section, begin, len(self.text))
        return self.contents()

    def section(self, section: str, begin: int, end: int) -> None:
        """Read the text of a section."""
        match section:
            case "objective":
                self.objective(begin, end)
            case "rows":
                self.sums(begin, end)
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

    def objective(self, begin: int, end: int) -> None:
        """Read the text of the objective: a sum of terms and of at most one number."""
        label, first, constant = _LABEL.match(self.text, begin, end), True, ""
        for match in _TOKEN.finditer(self.text, label.end() if label else begin, end):
            relation, _, number, name, colon = match.groups()
            if relation or colon or (constant and not name):
                self.bad(match, "is not expected in the objective")
            self.term(match, OBJECTIVE, first)
            if not name:
                constant = number
                self.constant = self.number(number, match.start(3))
            first = False

    def term(self, match: re.Match[str], row: int, first: bool) -> None:
        """Add a term to a sum; a number stands alone where the token has no name."""
        number, name = match[3], match[4]
        if not (first or number[:1] in _SIGNS):
            self.bad(match, NO_SIGN)
        if name in _INFINITIES or not (name or number[-1:] in _DIGITS):
            self.bad(match, "is no term of a sum")
        if name:
            self.add(row, name, number, match.start(4))

    def sums(self, begin: int, end: int) -> None:
        """Read the text of rows: each a sum between or beside numbers, perhaps with a label."""
        opened: re.Match[str] | None = None  # The first token of the row.
        label, left, sides, first = "", "", list[Side](), True
        rows, columns, spelled, places = (part.append for part in self.terms)
        for match in _TOKEN.finditer(self.text, begin, end):
            relation, right, number, name, colon = match.groups()
            if name and not colon and (number[:1] in _SIGNS or first) and name not in _INFINITIES:
                # As `add`: this is the place where most of the time goes.
                rows(len(self.rows))
                columns(self.columns[name])
                spelled(self.spellings[number])
                places(match.start(4))
                first, opened = False, opened or match
            elif colon:
                if number:
                    self.bad(match, "is no label of a row")
                if opened:
                    self.row(opened, label, sides, first)
                opened, label, left, sides, first = match, name, "", [], True
            elif not relation:
                opened = opened or match
                if name and name not in _INFINITIES:
                    self.bad(match, NO_SIGN)
                if first and not left and not sides and (name or number[-1:] in _DIGITS):
                    left = f"{number}{name or ''}"
                else:
                    self.bad(match, "is not expected in a row")
            elif left and right is None:
                sides, left = [(relation.translate(_TURNED), left)], ""
            elif opened is None or left or right is None:
                self.bad(match, "is not a relation between a sum and a number")
            else:
                self.row(opened, label, [*sides, (relation, right)], False)
                opened, label, sides, first = None, "", [], True
        if opened:
            self.row(opened, label, sides, first)

    def row(self, opened: re.Match[str], label: str, sides: list[Side], empty: bool) -> None:
        """Close a row that begins with a token."""
        place = _place(opened)
        if empty or not sides:
            self.fail(place, "a row is a sum, a relation and a number")
        lower, upper = self.ends(sides, place)
        # An unnamed row is named as GLPK does.
        name = label or f"r.{self.position(place)[0]}"
        if name in self.rows:
            self.fail(place, f"duplicate name {shown(name)}")
        self.rows[name] = None if lower is ... else lower, None if upper is ... else upper

    def bound(self, line: str, place: int) -> None:
        """Read a line of the section of bounds."""
        match = _BOUND.fullmatch(line)
        low, turned, name, free, relation, high = match.groups() if match else [""] * 6
        if name in _INFINITIES or bool(free) == bool(relation or turned):
            self.fail(place, f"{shown(line)} is no bound")
        sides = [(turned.translate(_TURNED), low)] if turned else []
        sides += [(relation, high)] if relation else []
        self.bind(name, place, *((None, None) if free else self.ends(sides, place)))

    def ends(self, sides: Iterable[Side], place: int) -> tuple[Given, Given]:
        """Return the lower and the upper end that relations state; an ellipsis for none."""
        found: dict[str, Given] = {"-": ..., "+": ...}
        for relation, spelling in sides:
            signs = "-" if ">" in relation else "+" if "<" in relation else "-+"
            for sign in signs:
                if found[sign] is not ...:
                    self.fail(place, "the two relations do not form a range")
                found[sign] = self.end(spelling, place, signs)
        return found["-"], found["+"]

    def end(self, spelling: str, place: int, infinite: str) -> Fraction | None:
        """Return an end; None if it is infinite, with the sign `infinite`."""
        joined = "".join(spelling.split()).lower()
        if "inf" not in joined:
            return self.number(joined, place)
        if (joined[0] if joined[0] in _SIGNS else "+") != infinite:
            self.fail(place, f"{shown(spelling.strip())} is no number here")
        return None

    def bad(self, match: re.Match[str], reason: str) -> NoReturn:
        """Raise InputError for a token."""
        place = _place(match)
        word = match[0].strip()
        for other, what in _OTHERS.items():
            if self.text.startswith(other, place) or self.text.startswith(other, match.end()):
                self.fail(place, f"{what}: not a linear program")
        found = word or self.text[place:].split(" ")[0].split("\n")[0]
        self.fail(place, f"{shown(found)} {reason}")


def _place(match: re.Match[str]) -> int:
    return match.end() - len(match[0].lstrip())
