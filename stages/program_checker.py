"""Checks a certificate against its linear program: `python program_checker.py CERTIFICATE PROGRAM`.

It needs only Python's standard library, nothing of efgc, and reads the `.lp` or `.mps` file itself;
`schemas/program_certificate.md` has the steps.
"""

import hashlib
import json
import re
import sys
from bisect import bisect_left
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

Numbers = dict[str, Fraction]
Ends = tuple[Fraction | None, Fraction | None]  # A lower and an upper bound; None for no bound.

RATIO = re.compile("-?[0-9]+(/0*[1-9][0-9]*)?", re.ASCII)
DECIMAL = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?([0-3]?[0-9]{1,2}|400))?")
WORD = re.compile(r"[^ \t\r\f\v]+")  # Of an MPS file. Other blanks are letters for solvers.
SENSES = "MAX", "MAXIMIZE", "MIN", "MINIMIZE"
LONGEST = 1_000  # Characters of one number of a program.
ENTRIES = {"plan": "column", "ray": "column", "multipliers": "row"}
NEEDED = {  # By the status of the program.
    "optimal": {"objective", "plan", "multipliers"},
    "infeasible": {"multipliers"},
    "unbounded": {"plan", "ray"},
}


class Row(NamedTuple):
    ends: Ends
    coefficients: Numbers


class Program(NamedTuple):
    """Maximise or minimise `constant + costs x`, with bounds on columns and rows."""

    name: str
    maximise: bool
    constant: Fraction
    costs: Numbers
    columns: dict[str, Ends]
    rows: dict[str, Row]
    integers: dict[str, int]  # Integer columns, with the line that declares them.


class Rejected(Exception):
    """The certificate is not valid; the message has the reason."""


class Unreadable(Rejected):
    """A text is not a linear program; the message has the reason and the line number."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line} of the program: {reason}")
        self.line, self.reason = line, reason


def check_program_certificate(certificate: bytes, program: bytes) -> str:
    """Return the proved statement on a program in words, from both files. Raise Rejected."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # Fractions may be long.
    try:
        claim = _claim(json.loads(certificate.decode("utf-8-sig"), object_pairs_hook=_mapping))
        digest = hashlib.sha256(program).hexdigest()
        _expect(claim["program_sha256"] == digest, f"belongs to another program: SHA-256 {digest}")
        return _prove(claim, read_program(program.decode("utf-8-sig")))
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise Rejected(f"cannot be read: {type(error).__name__} {str(error)[:100]}") from None
    finally:
        sys.set_int_max_str_digits(limit)


def _prove(claim: Any, program: Program) -> str:
    _expect(not program.integers, "columns of the program must be whole numbers")
    if claim["status"] == "infeasible":
        return _prove_infeasible(claim, program)
    plan = _named(claim, "plan", program.columns)
    _keeps(program, plan)
    value = program.constant + _times(program.costs, plan)
    if claim["status"] == "unbounded":
        _prove_ray(program, _named(claim, "ray", program.columns))
        return "the program is unbounded"
    _expect(value == claim["objective"], f"the plan has the objective {value}, not the one claimed")
    prices = _named(claim, "multipliers", program.rows)
    bound = program.constant + _bound(program, program.costs, prices, program.maximise)
    _expect(bound == value, f"the multipliers prove the bound {bound}, and the plan has {value}")
    return f"the {'maximum' if program.maximise else 'minimum'} is {value}"


def _prove_infeasible(claim: Any, program: Program) -> str:
    prices = _named(claim, "multipliers", program.rows)
    if all(None in ends or ends[0] <= ends[1] for _, ends, _ in _lines(program, {})):
        # A plan would give 0 x a value of at least this.
        bound = _bound(program, {}, prices, False)
        _expect(bound > 0, f"the multipliers prove that 0 is at least {bound}: no contradiction")
    return "the program is infeasible"


def _prove_ray(program: Program, ray: Numbers) -> None:
    """Check that moving along the ray keeps all bounds without limit and improves the objective."""
    for name, ends, move in _lines(program, ray):
        stays = (move >= 0 or ends[0] is None) and (move <= 0 or ends[1] is None)
        _expect(stays, f"the ray leaves the bounds of {name}")
    gain = _times(program.costs, ray)
    _expect(gain > 0 if program.maximise else gain < 0, "the objective does not improve on the ray")


def _keeps(program: Program, plan: Numbers) -> None:
    for name, ends, at in _lines(program, plan):
        keeps = (ends[0] is None or ends[0] <= at) and (ends[1] is None or at <= ends[1])
        _expect(keeps, f"the plan leaves the bounds of {name}: it is {str(at)[:60]}")


def _lines(program: Program, values: Numbers) -> Iterable[tuple[str, Any, Fraction]]:
    """Yield name, ends and value of each column and row."""
    for name, ends in program.columns.items():
        yield f"column {name}", ends, values.get(name, Fraction(0))
    for name, row in program.rows.items():
        yield f"row {name}", row.ends, _times(row.coefficients, values)


def _bound(program: Program, costs: Numbers, prices: Numbers, maximise: bool) -> Fraction:
    """Return a bound on the optimum of `costs x`, proved by prices of the rows and the bounds.

    For each x, `costs x` is the sum over rows of price times activity, plus the sum over columns of
    their reduced cost times x. Each term is replaced by its best value within its bounds.
    """
    left, total = dict(costs), Fraction(0)
    for name, price in prices.items():
        total += _best(program.rows[name].ends, price, maximise, f"row {name}")
        for column, coefficient in program.rows[name].coefficients.items():
            left[column] = left.get(column, Fraction(0)) - price * coefficient
    for column, cost in left.items():
        total += _best(program.columns[column], cost, maximise, f"column {column}")
    return total


def _best(ends: Ends, factor: Fraction, maximise: bool, where: str) -> Fraction:
    end = ends[1] if (factor > 0) == maximise else ends[0]
    _expect(factor == 0 or end is not None, f"the multipliers prove no bound: {where} has no end")
    return factor * (end or 0)


def _times(factors: Numbers, values: Numbers) -> Fraction:
    found = (factor * values[name] for name, factor in factors.items() if name in values)
    return sum(found, Fraction(0))


def _claim(data: Any) -> Any:
    """Return the content of a certificate, with its numbers as fractions."""
    _expect(type(data) is dict, "a certificate is a mapping")
    head = {"format": "efgc/program-certificate", "version": 1}
    for key, value in head.items():
        _expect(type(data.get(key)) is type(value) and data[key] == value, f"{key} is not {value}")
    _expect(data.get("status") in NEEDED, "the status is not optimal, infeasible or unbounded")
    needed = {*head, "title", "program_sha256", "status"} | NEEDED[data["status"]]
    _expect({*data} - {"made"} == needed, f"must have the keys {', '.join(sorted(needed))}")
    for key in ("title", "program_sha256"):
        _expect(type(data[key]) is str, f"{key} is not text")
    if "objective" in data:
        data["objective"] = _ratio(data["objective"], "objective")
    return data


def _named(claim: Any, key: str, known: Iterable[str]) -> Numbers:
    """Return the numbers of columns or rows, by their names; the others are 0."""
    kind = ENTRIES[key]
    _expect(type(claim[key]) is list, f"{key} is not a list")
    found: Numbers = {}
    for entry in claim[key]:
        sound = type(entry) is dict and {*entry} == {kind, "value"} and type(entry[kind]) is str
        _expect(sound, f"{key}: an entry has a {kind} and a value")
        name = entry[kind]
        _expect(name in known and name not in found, f"{key}: {name[:60]!r} is unknown or repeated")
        found[name] = _ratio(entry["value"], f"{key}: {name[:60]}")
    return found


def _ratio(data: Any, where: str) -> Fraction:
    sound = type(data) is str and RATIO.fullmatch(data) is not None
    _expect(sound, f"{where}: {str(data)[:60]!r} is not a whole number or fraction")
    return Fraction(data)


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _expect(len(dict(pairs)) == len(pairs), "a key is repeated")
    return dict(pairs)


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Rejected(otherwise)


# The linear program. Numbers are exact decimals as written. Input that readers are known to
# interpret differently is refused.


def read_program(text: str) -> Program:
    """Return the program of an `.lp` or `.mps` text. Raise Unreadable."""
    is_lp = re.match(r"\s*(\\|max|min)", text, re.IGNORECASE)
    found = _Lp() if is_lp else _Mps()
    found.read(text)
    for name, line in found.guessed.items():
        if (found.columns[name][1] or 0) < 0:
            raise Unreadable(line, f"{name} has an upper bound below 0: state its lower one, too")
    return Program(
        *(found.name, found.maximise, found.constant, found.costs),
        *(found.columns, found.rows, found.integers),
    )


class _Reader:
    """The base class of the readers of both formats, with the program read so far."""

    def __init__(self) -> None:
        self.name = ""
        self.maximise = False
        self.constant = Fraction(0)
        self.costs: Numbers = {}
        self.columns: dict[str, Ends] = {}
        self.rows: dict[str, Row] = {}
        self.integers: dict[str, int] = {}
        self.guessed: dict[str, int] = {}  # Columns with only an upper bound, and its line.

    def bind(self, name: str, line: int, *ends: Any) -> None:
        """Set the bounds of a column; empty text keeps the old bound."""
        known = self.columns[name]
        lower, upper = (old if new == "" else new for old, new in zip(known, ends, strict=True))
        self.columns[name] = lower, upper
        if ends[0] != "":
            self.guessed.pop(name, None)
        elif known[0] == 0 and known[1] is None:
            self.guessed[name] = line


def _number(text: str, line: int) -> Fraction:
    if len(text) > LONGEST or not DECIMAL.fullmatch(text):
        raise Unreadable(line, f"{text[:60]!r} is not a decimal number of a usual size")
    return Fraction(text)


_PUNCTUATION = r"!\"#$%&()/,;?@_`'{}|~"
NAME = rf"[A-Za-z{_PUNCTUATION}][A-Za-z0-9.{_PUNCTUATION}]*+"
_NUMBER = r"(?>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)(?![eE0-9.])"
_TERM = rf"(?:{_NUMBER}\s*+)?+{NAME}"
_SUM = rf"(?:({NAME})\s*+:)?\s*+([-+]?\s*+{_TERM}(?:\s*+[-+]\s*+{_TERM})*+)\s*+"
_RELATION = "<=|=<|>=|=>|[<>=]"
_END = rf"([-+]?[ \t]*+(?:{_NUMBER}|inf|infinity))"
_OBJECTIVE = re.compile(_SUM)
_ROW = re.compile(rf"{_SUM}({_RELATION})\s*+([-+]?\s*+{_NUMBER})[^\S\n]*+(?=\n|$)")
_BOUND = re.compile(
    rf"(?:{_END}\s*(?:<=|=<|<)\s*)?({NAME})(?:\s+(free)|\s*({_RELATION})\s*{_END})?",
    re.IGNORECASE,
)
_FIRST = re.compile(r"^[ \t]*([A-Za-z.]+(?:[ \t]+(?:to|that)\b)?)", re.MULTILINE | re.IGNORECASE)
_NO_SECTION = re.compile(rf"[0-9.{_PUNCTUATION}]|[ \t]*:")
_TERMS = re.compile(rf"([-+]?)\s*({_NUMBER})?\s*({NAME})")
_SENSES = re.compile(r"(max|min)(imum|imize)?", re.IGNORECASE)
_SECTIONS = {
    "rows": re.compile(r"subject\s+to|such\s+that|s\.t\.|st\.?", re.IGNORECASE),
    "bounds": re.compile("bounds?", re.IGNORECASE),
    "whole": re.compile("generals?|gen|integers?|int", re.IGNORECASE),
    "binary": re.compile("binary|binaries|bin", re.IGNORECASE),
    "end": re.compile("end", re.IGNORECASE),
}


class _Lp(_Reader):
    """A reader of the CPLEX format, as far as GLPK supports it."""

    def read(self, text: str) -> None:
        self.name = (re.match(r"\s*\\\*.*?\bname=(\S+)", text, re.ASCII) or ["", ""])[1]
        self.text = re.sub(r"\\[^\n]*", "", text)  # Comments.
        self.breaks = [match.start() for match in re.finditer("\n", self.text)]
        section, begin = "", 0
        for match in _FIRST.finditer(self.text):
            if found := self.section(match[1], match.end(), section):
                if match[0] != match[1]:  # Some readers take this as a name.
                    raise Unreadable(self.line(match.start()), f"{match[1]} is indented")
                self.part(section, begin, match.start())
                section, begin = found, match.end()
                self.maximise |= found == "objective" and match[1].lower().startswith("max")
        self.part(section, begin, len(self.text))

    def section(self, word: str, end: int, before: str) -> str:
        """Return the section started by a word at the beginning of a line, or empty."""
        if not before:
            return "objective" if _SENSES.fullmatch(word) else ""
        if _NO_SECTION.match(self.text, end):  # Part of a longer name, or the name of a row.
            return ""
        return next((name for name, like in _SECTIONS.items() if like.fullmatch(word)), "")

    def part(self, section: str, begin: int, end: int) -> None:
        if section in ("objective", "rows"):
            self.sums(section, begin, end)
        elif section == "bounds":
            for match in re.compile(r"\S[^\n]*").finditer(self.text, begin, end):
                self.bound(match[0].strip(), self.line(match.start()))
        else:
            for match in re.compile(r"\S+").finditer(self.text, begin, end):
                line = self.line(match.start())
                if section not in ("whole", "binary"):
                    raise Unreadable(line, f"{match[0][:60]!r} is in no section")
                self.integers[self.column(match[0])] = line
                if section == "binary":
                    self.bind(match[0], line, Fraction(0), Fraction(1))

    def sums(self, section: str, begin: int, end: int) -> None:
        if section == "objective":
            begin = self.behind(begin, end)
            match = _OBJECTIVE.match(self.text, begin, end)
            if match is None or match.end() != end:
                raise Unreadable(self.line(begin), "the objective is not a sum of columns")
            self.costs = self.terms(match[2], self.line(match.start()))
            return
        while (begin := self.behind(begin, end)) < end:
            match, line = _ROW.match(self.text, begin, end), self.line(begin)
            name = match[1] or f"r.{line}" if match else ""  # GLPK's name for an unnamed row.
            if match is None or name in self.rows:
                raise Unreadable(line, "not a row: a new name, a sum, a relation and one number")
            right, relation = _number("".join(match[4].split()), line), match[3]
            ends = right if "<" not in relation else None, right if ">" not in relation else None
            self.rows[name] = Row(ends, self.terms(match[2], line))
            begin = match.end()

    def terms(self, text: str, line: int) -> Numbers:
        found: Numbers = {}
        for sign, number, name in _TERMS.findall(text):
            if name in found:
                raise Unreadable(line, f"{name[:60]} is repeated in one sum")
            found[self.column(name)] = _number(f"{sign}{number or 1}", line)
        return found

    def bound(self, text: str, line: int) -> None:
        match = _BOUND.fullmatch(text)
        low, name, free, relation, end = match.groups() if match else [""] * 5
        if low and (free or "<" not in (relation or "<")) or not (low or free or relation):
            raise Unreadable(line, f"{text[:60]!r} is no bound")
        self.column(name)
        if low:
            self.bind(name, line, self.end(low, line, "-"), "")
        if free:
            self.bind(name, line, None, None)
        elif relation == "=":
            self.bind(name, line, *[self.end(end, line, "")] * 2)
        elif relation and "<" in relation:
            self.bind(name, line, "", self.end(end, line, "+"))
        elif relation:
            self.bind(name, line, self.end(end, line, "-"), "")

    def end(self, text: str, line: int, infinite: str) -> Fraction | None:
        """Return a bound; None if it is infinite, which is allowed with the sign `infinite`."""
        text = "".join(text.split()).lower()
        return None if infinite and text.startswith(f"{infinite}inf") else _number(text, line)

    def column(self, name: str) -> str:
        self.columns.setdefault(name, (Fraction(0), None))
        return name

    def behind(self, begin: int, end: int) -> int:
        match = re.compile(r"\S").search(self.text, begin, end)
        return match.start() if match else end

    def line(self, at: int) -> int:
        return bisect_left(self.breaks, at) + 1


class _Mps(_Reader):
    """A reader of the fixed and the free format; names have no blanks."""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.objective = ""
        self.types: dict[str, str] = {}
        self.coefficients: dict[str, Numbers] = {}
        self.rights: Numbers = {}
        self.ranges: Numbers = {}
        self.bounded: set[str] = set()
        self.whole = False  # Whether between integer markers.
        self.sets: dict[str, list[str]] = {}

    def read(self, text: str) -> None:
        section = ""
        for self.at, line in enumerate(text.removesuffix("\n").split("\n"), 1):
            words = WORD.findall(line)
            if not words or line.startswith("*"):
                continue
            if WORD.match(line) and not (section == "OBJSENSE" and words[0].upper() in SENSES):
                section, *words = words
                if section == "ENDATA":
                    return self.finish()
                if section == "NAME":
                    self.name, words = words[0] if words else "", []
                self.expect(not words or section == "OBJSENSE", f"data on the line of {section}")
            self.line(section, words)
        self.expect(False, "ENDATA is missing")

    def finish(self) -> None:
        for name in self.integers.keys() - self.bounded:
            self.columns[name] = Fraction(0), Fraction(1)  # The usual default between markers.
        # The entry of the objective among the right-hand sides is minus its constant.
        self.constant -= self.rights.get(self.objective, 0)
        self.costs = self.coefficients.get(self.objective, {})
        for name, kind in self.types.items():
            if kind != "N":
                self.rows[name] = Row(self.ends(name, kind), self.coefficients[name])

    def line(self, section: str, words: list[str]) -> None:
        match section:
            case "OBJSENSE" if words:
                sense = words[0].upper()
                self.expect(sense in SENSES and len(words) == 1, "OBJSENSE is MAX or MIN")
                self.maximise = sense.startswith("MAX")
            case "ROWS" if words:
                known = len(words) == 2 and words[0] in ("N", "L", "G", "E")
                self.expect(known and words[1] not in self.types, "not N, L, G or E, a new name")
                self.types[words[1]], self.coefficients[words[1]] = words[0], {}
                if words[0] == "N" and not self.objective:
                    self.objective = words[1]
            case "COLUMNS" if words:
                self.column(words)
            case "RHS" | "RANGES" if words:
                found = self.rights if section == "RHS" else self.ranges
                self.one_set(section, words[: len(words) % 2])
                for row, number in self.pairs(words[len(words) % 2 :]):
                    self.expect(row not in found, f"{row} is repeated")
                    found[row] = number
            case "BOUNDS" if words:
                self.bound(words)
            case "NAME" | "OBJSENSE" | "ROWS" | "COLUMNS" | "RHS" | "RANGES" | "BOUNDS":
                self.expect(not words, "something follows the name")
            case _:
                self.expect(False, f"the section {section[:60]!r} is not read here")

    def column(self, words: list[str]) -> None:
        name = words[0]
        if words[1:] in (["'MARKER'", "'INTORG'"], ["'MARKER'", "'INTEND'"]):
            self.whole = words[2] == "'INTORG'"
            return
        self.columns.setdefault(name, (Fraction(0), None))
        if self.whole:
            self.integers.setdefault(name, self.at)
        for row, number in self.pairs(words[1:]):
            self.expect(name not in self.coefficients[row], f"{name} is repeated in {row}")
            self.coefficients[row][name] = number

    def pairs(self, words: list[str]) -> Iterable[tuple[str, Fraction]]:
        self.expect(len(words) in (2, 4), "names and numbers do not come in pairs")
        for row, number in zip(words[::2], words[1::2], strict=True):
            self.expect(row in self.types, f"there is no row {row[:60]}")
            yield row, _number(number, self.at)

    def bound(self, words: list[str]) -> None:
        kind, *words = words
        with_number = kind in ("UP", "LO", "FX", "UI", "LI")
        self.expect(with_number or kind in ("FR", "MI", "PL", "BV"), "unknown type of bound")
        sizes = (2, 3) if with_number else (1, 2, 3)  # A number after the others is ignored.
        self.expect(len(words) in sizes, "a bound has a type, a set, a column and a number")
        number = _number(words.pop(), self.at) if with_number else None
        name = words[-1] if len(words) < 3 else words[1]
        self.one_set("BOUNDS", words[:-1] if len(words) < 3 else words[:1])
        self.expect(name in self.columns, f"there is no column {name[:60]}")
        if kind in ("BV", "UI", "LI"):
            self.integers.setdefault(name, self.at)
        self.bounded.add(name)
        ends: dict[str, tuple[Any, Any]] = {
            **{"UP": ("", number), "UI": ("", number), "LO": (number, ""), "LI": (number, "")},
            **{"FX": (number, number), "FR": (None, None), "MI": (None, ""), "PL": ("", None)},
            "BV": (Fraction(0), Fraction(1)),
        }
        self.bind(name, self.at, *ends[kind])

    def one_set(self, section: str, name: list[str]) -> None:
        """Refuse a second set of numbers. The name of the set may be missing."""
        self.expect(self.sets.setdefault(section, name) == name, f"{section} has several sets")

    def ends(self, name: str, kind: str) -> Ends:
        right, wide = self.rights.get(name, Fraction(0)), self.ranges.get(name)
        if wide is None:
            return right if kind != "L" else None, right if kind != "G" else None
        if kind == "G" or kind == "E" and wide > 0:
            return right, right + abs(wide)
        return right - abs(wide), right

    def expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            raise Unreadable(self.at, otherwise)


if __name__ == "__main__":
    try:
        print(check_program_certificate(*(open(name, "rb").read() for name in sys.argv[1:])))
    except (OSError, Rejected, TypeError) as reason:
        sys.exit(str(reason))
