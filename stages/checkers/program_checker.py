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
from itertools import pairwise
from typing import Any, NamedTuple

Numbers = dict[str, Fraction]
Ends = tuple[Fraction | None, Fraction | None]  # A lower and an upper bound; None for no bound.

LONGEST = 1_000  # Characters of one number of a program.
RATIO = re.compile("-?[0-9]+(/0*[1-9][0-9]*)?", re.ASCII)
FORTRAN = re.compile(r"(?<=[0-9.])[dD](?=[-+]?[0-9]{1,2}$)")
DECIMAL = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?([0-3]?[0-9]{1,2}|400))?")
FIXED = 0, 1, 3, 4, 12, 14, 22, 24, 36, 39, 47, 49, 61, LONGEST
WORD = re.compile(r"[^ \t\r\f\v]+")  # Of an MPS file. Other blanks are letters for solvers.
SENSES = "MAX", "MAXIMIZE", "MIN", "MINIMIZE"
NEEDED = {  # By the status of the program.
    "optimal": {"objective", "plan", "multipliers"},
    "infeasible": {"multipliers"},
    "unbounded": {"plan", "ray"},
}


class Row(NamedTuple):
    ends: Ends
    coefficients: Numbers


class ExactProgram(NamedTuple):
    """Maximise or minimise `constant + costs x`, with bounds on columns and rows."""

    name: str
    maximise: bool
    constant: Fraction
    costs: Numbers
    columns: dict[str, Ends]
    rows: dict[str, Row]


class Rejected(Exception):
    """The certificate is not valid; the message has the reason."""


class Unreadable(Rejected):
    """A text is not a linear program; the message has the reason and the line number."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line} of the program: {reason}")


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


def _prove(claim: Any, program: ExactProgram) -> str:
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


def _prove_infeasible(claim: Any, program: ExactProgram) -> str:
    prices = _named(claim, "multipliers", program.rows)
    if all(None in ends or ends[0] <= ends[1] for _, ends, _ in _lines(program, {})):
        # A plan would give 0 x a value of at least this.
        bound = _bound(program, {}, prices, False)
        _expect(bound > 0, f"the multipliers prove that 0 is at least {bound}: no contradiction")
    return "the program is infeasible"


def _prove_ray(program: ExactProgram, ray: Numbers) -> None:
    """Check that moving along the ray keeps all bounds without limit and improves the objective."""
    for name, ends, move in _lines(program, ray):
        stays = (move >= 0 or ends[0] is None) and (move <= 0 or ends[1] is None)
        _expect(stays, f"the ray leaves the bounds of {name}")
    gain = _times(program.costs, ray)
    _expect(gain > 0 if program.maximise else gain < 0, "the objective does not improve on the ray")


def _keeps(program: ExactProgram, plan: Numbers) -> None:
    for name, ends, at in _lines(program, plan):
        keeps = (ends[0] is None or ends[0] <= at) and (ends[1] is None or at <= ends[1])
        _expect(keeps, f"the plan leaves the bounds of {name}: it is {str(at)[:60]}")


def _lines(program: ExactProgram, values: Numbers) -> Iterable[tuple[str, Any, Fraction]]:
    """Yield name, ends and value of each column and row."""
    for name, ends in program.columns.items():
        yield f"column {name}", ends, values.get(name, Fraction(0))
    for name, row in program.rows.items():
        yield f"row {name}", row.ends, _times(row.coefficients, values)


def _bound(program: ExactProgram, costs: Numbers, prices: Numbers, maximise: bool) -> Fraction:
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
    kind = "row" if key == "multipliers" else "column"
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


def read_program(text: str) -> ExactProgram:
    """Return the program of an `.lp` or `.mps` text. Raise Unreadable."""
    readers = (_Lp(),) if re.match(r"\s*(\\|max|min)", text, re.I) else (_Mps(), _Mps(fixed=True))
    wrong = list[Unreadable]()
    for lp in readers:
        try:
            lp.read(text)
            break
        except Unreadable as error:
            wrong.append(error)
    else:
        raise wrong[0]
    for name, line in lp.guessed.items():
        if (lp.columns[name][1] or 0) < 0:
            raise Unreadable(line, f"{name} has an upper bound below 0: state its lower one, too")
    return ExactProgram(lp.name, lp.maximise, lp.constant, lp.costs, lp.columns, lp.rows)


class _Reader:
    """The base class of the readers of both formats, with the program read so far."""

    def __init__(self) -> None:
        self.name = ""
        self.maximise = False
        self.constant = Fraction(0)
        self.costs: Numbers = {}
        self.columns: dict[str, Ends] = {}
        self.rows: dict[str, Row] = {}
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

    def end(self, text: str, line: int, infinite: str) -> Fraction | None:
        """Return a bound; None if it is infinite, which is allowed with the sign `infinite`."""
        text = "".join(text.split())
        match = re.fullmatch("([-+]?)inf(inity)?", text, re.IGNORECASE)
        return None if match and infinite == (match[1] or "+") else _number(text, line)


def _number(text: str, line: int) -> Fraction:
    text = FORTRAN.sub("e", text)
    if len(text) > LONGEST or not DECIMAL.fullmatch(text):
        raise Unreadable(line, f"{text[:60]!r} is not a decimal number of a usual size")
    return Fraction(text)


BLANKS, _INSIDE = r"[ \t\r\n\f\v]*+", r"[^\s+*^<>=:\\-]"  # The latter in a name.
NAME = rf"(?![0-9.\[\]]){_INSIDE}++"
NUMBER = r"(?>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)(?![eE0-9.])"
_TERM = rf"(?:{NUMBER}{BLANKS})?+{NAME}"
_RELATION = "<=|=<|>=|=>|[<>=]"
_END = rf"[-+]?[ \t]*+(?:{NUMBER}|(?i:inf(?:inity)?)(?!{_INSIDE}))"
_LABEL = rf"{BLANKS}(?:({NAME}){BLANKS}:)?+{BLANKS}"


def _sum(item: str) -> str:
    return rf"((?:[-+]?{BLANKS}{item}(?:{BLANKS}[-+]{BLANKS}{item})*+)?+){BLANKS}"


OBJECTIVE = re.compile(_LABEL + _sum(rf"(?:{_TERM}|{NUMBER})"))
ROW = re.compile(
    rf"{_LABEL}(?:({_END}){BLANKS}({_RELATION}){BLANKS})?+{_sum(_TERM)}"
    rf"(?:({_RELATION}){BLANKS}({_END})[^\S\n]*+(?=\n|$|{NAME}{BLANKS}:))?+"
)
BOUND = re.compile(
    rf"(?:({_END})\s*+({_RELATION})\s*+)?+({NAME})"
    rf"(?:\s++((?i:free))|\s*+({_RELATION})\s*+({_END}))?+"
)
TERMS = re.compile(rf"([-+]?){BLANKS}({NUMBER})?+{BLANKS}({NAME})?+")
SENSE = re.compile(rf"\s*(max|min)(?:imum|imi[sz]e)?(?!{_INSIDE})", re.IGNORECASE)
SECTIONS = {
    "rows": r"subject[ \t]+to|such[ \t]+that|s\.t\.|st\.?",
    "bounds": "bounds?",
    "others": r"semi-continuous|semis?|sos[12]?|lazy[ \t]+constraints|user[ \t]+cuts|gencons?|"
    r"general[ \t]+constraints?|pwlobj|multi-objectives|generals?|gen|integers?|int|binary|"
    r"binaries|bin|end",
}
SECTION = re.compile(
    "\n([ \t]*+)(?:" + "|".join(f"({words})" for words in SECTIONS.values()) + ")"
    rf"(?!{_INSIDE}|[ \t]*+:)",  # Part of a longer name, or the name of a row.
    re.IGNORECASE,
)


class _Lp(_Reader):
    """A reader of the CPLEX format."""

    def read(self, text: str) -> None:
        self.name = (re.match(r"\s*\\\*.*?\bname=(\S+)", text, re.ASCII) or ["", ""])[1]
        self.text = re.sub(r"\\[^\n]*", "", text)  # Comments.
        self.breaks = [match.start() for match in re.finditer("\n", self.text)]
        sense = SENSE.match(self.text)
        if sense is None:
            raise Unreadable(self.line(self.behind(0, len(text))), "neither max nor min is first")
        self.maximise = sense[1].lower() == "max"
        section, begin = "objective", sense.end()
        for match in SECTION.finditer(self.text, begin):
            if match[1]:  # Some readers take this as a name.
                raise Unreadable(self.line(match.end()), f"{match[0].strip()} is indented")
            self.part(section, begin, match.start())
            section, begin = [*SECTIONS][(match.lastindex or 2) - 2], match.end()
        self.part(section, begin, len(self.text))

    def part(self, section: str, begin: int, end: int) -> None:
        if section == "objective":
            match = OBJECTIVE.match(self.text, begin := self.behind(begin, end), end)
            if match is None or match.end() != end:
                raise Unreadable(self.line(begin), "the objective is not a sum of columns")
            self.costs = self.terms(match[2], self.line(begin))
            self.constant = self.costs.pop("", Fraction(0))
        elif section == "rows":
            while (begin := self.behind(begin, end)) < end:
                begin = self.row(begin, end)
        elif section == "bounds":
            for match in re.compile(r"\S[^\n]*").finditer(self.text, begin, end):
                self.bound(match[0].rstrip(), self.line(match.start()))
        elif (begin := self.behind(begin, end)) < end:
            raise Unreadable(self.line(begin), "a section that a linear program does not have")

    def row(self, begin: int, end: int) -> int:
        match, line = ROW.match(self.text, begin, end), self.line(begin)
        name = match[1] or f"r.{line}" if match else ""  # GLPK's name for an unnamed row.
        if match is None or name in self.rows or not (match[3] and match[4] or match[5]):
            raise Unreadable(line, "not a row: a new name, a sum, a relation and one number")
        found = self.ends(line, *match.group(2, 3, 5, 6))
        ends: Any = tuple(None if end == "" else end for end in found)
        self.rows[name] = Row(ends, self.terms(match[4], line))
        return match.end()

    def terms(self, text: str, line: int) -> Numbers:
        found: Numbers = {}  # A number without a column has an empty name.
        for sign, number, name in filter(any, TERMS.findall(text)):
            if name in found:
                raise Unreadable(line, f"{name[:60]} is repeated in one sum")
            found[self.column(name, line) if name else ""] = _number(f"{sign}{number or 1}", line)
        return found

    def bound(self, text: str, line: int) -> None:
        match = BOUND.fullmatch(text)
        low, turned, name, free, relation, high = match.groups() if match else [""] * 6
        if bool(free) == bool(turned or relation):
            raise Unreadable(line, f"{text[:60]!r} is not a bound")
        ends = (None, None) if free else self.ends(line, low, turned, relation, high)
        self.bind(self.column(name, line), line, *ends)

    def ends(self, line: int, low: str, turned: str, relation: str, high: str) -> list[Any]:
        found: list[Any] = ["", ""]  # The lower and the upper end; empty text for none.
        turned = (turned or "").translate(str.maketrans("<>", "><"))
        for sign, text in ((turned, low), (relation or "", high)):
            for at, inner, infinite in ((0, ">", "-"), (1, "<", "+")):
                if sign == "=" or inner in sign:
                    if found[at] != "":
                        raise Unreadable(line, "the two relations do not form a range")
                    found[at] = self.end(text, line, "" if sign == "=" else infinite)
        return found

    def column(self, name: str, line: int) -> str:
        if re.fullmatch("inf(inity)?", name, re.IGNORECASE) or not re.fullmatch(NAME, name):
            raise Unreadable(line, f"{name[:60]!r} is not the name of a column")
        self.columns.setdefault(name, (Fraction(0), None))
        return name

    def behind(self, begin: int, end: int) -> int:
        match = re.compile(r"\S").search(self.text, begin, end)
        return match.start() if match else end

    def line(self, at: int) -> int:
        return bisect_left(self.breaks, at) + 1


class _Mps(_Reader):
    """A reader of the free format, or of the fixed one, in which names may have blanks."""

    def __init__(self, fixed: bool = False) -> None:
        super().__init__()
        self.fixed, self.at = fixed, 0
        self.objective = ""
        self.types: dict[str, str] = {}
        self.coefficients: dict[str, Numbers] = {}
        self.rights: Numbers = {}
        self.ranges: Numbers = {}
        self.sets: dict[str, list[str]] = {}

    def read(self, text: str) -> None:
        section = ""
        for self.at, line in enumerate(text.removesuffix("\n").split("\n"), 1):
            words, is_data = WORD.findall(line), not WORD.match(line)
            if not words or line.startswith("*"):
                continue
            if not is_data and not (section == "OBJSENSE" and words[0].upper() in SENSES):
                section, *words = words
                if section == "ENDATA":
                    return self.finish()
                if section == "NAME":
                    self.name, words = words[0] if words else "", []
                self.expect(not words or section == "OBJSENSE", f"data on the line of {section}")
            if words:
                self.line(section, self.fields(line) if self.fixed and is_data else words)
        self.expect(False, "ENDATA is missing")

    def fields(self, line: str) -> list[str]:
        found = [line[begin:end].strip() for begin, end in pairwise(FIXED)]
        self.expect("\t" not in line and not any(found[::2]), "not in the fixed format")
        found = found[1::2]
        while not found[-1]:
            found.pop()
        return found[not found[0] :]

    def finish(self) -> None:
        # The entry of the objective among the right-hand sides is minus its constant.
        self.constant -= self.rights.get(self.objective, 0)
        self.costs = self.coefficients.get(self.objective, {})
        for name, kind in self.types.items():
            if kind != "N":
                self.rows[name] = Row(self.ends(name, kind), self.coefficients[name])

    def line(self, section: str, words: list[str]) -> None:
        match section:
            case "OBJSENSE":
                sense = words[0].upper()
                self.expect(sense in SENSES and len(words) == 1, "OBJSENSE is MAX or MIN")
                self.maximise = sense.startswith("MAX")
            case "ROWS":
                known = len(words) == 2 and words[0] in ("N", "L", "G", "E")
                self.expect(known and words[1] not in self.types, "not N, L, G or E, a new name")
                self.types[words[1]], self.coefficients[words[1]] = words[0], {}
                if words[0] == "N" and not self.objective:
                    self.objective = words[1]
            case "COLUMNS":
                self.column(words)
            case "RHS" | "RANGES":
                found = self.rights if section == "RHS" else self.ranges
                self.one_set(section, words[: len(words) % 2])
                for row, number in self.pairs(words[len(words) % 2 :]):
                    self.expect(row not in found, f"{row} is repeated")
                    found[row] = number
            case "BOUNDS":
                self.bound(words)
            case _:
                self.expect(False, f"the section {section[:60]!r} is not read here")

    def column(self, words: list[str]) -> None:
        name, *words = words[:3] if "$" in words[3:4] else words  # A comment, as of GLPK.
        self.columns.setdefault(name, (Fraction(0), None))
        for row, number in self.pairs(words) if words else ():
            self.expect(name not in self.coefficients[row], f"{name} is repeated in {row}")
            self.coefficients[row][name] = number

    def pairs(self, words: list[str]) -> Iterable[tuple[str, Fraction]]:
        self.expect(len(words) in (2, 4), "names and numbers do not come in pairs")
        for row, number in zip(words[::2], words[1::2], strict=True):
            self.expect(row in self.types, f"there is no row {row[:60]}")
            read = _number(number, self.at)
            if self.types[row] != "N" or row == self.objective:  # Others of type N mean nothing.
                yield row, read

    def bound(self, words: list[str]) -> None:
        kind, *words = words
        with_number = kind in ("UP", "LO", "FX")
        self.expect(with_number or kind in ("FR", "MI", "PL"), "unknown type of bound")
        sizes = (2, 3) if with_number else (1, 2, 3)  # A number after the others is ignored.
        self.expect(len(words) in sizes, "a bound has a type, a set, a column and a number")
        infinite = {"UP": "+", "LO": "-"}.get(kind, "")
        number = self.end(words.pop(), self.at, infinite) if with_number else None
        name = words[-1] if len(words) < 3 else words[1]
        self.one_set("BOUNDS", words[:-1] if len(words) < 3 else words[:1])
        self.expect(name in self.columns, f"there is no column {name[:60]}")
        kept = "UP PL", "LO MI"  # The types that keep the lower bound, and the upper one.
        self.bind(name, self.at, *("" if kind in types else number for types in kept))

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
