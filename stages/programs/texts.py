"""Read the program of an `.lp` or `.mps` text, with decimals as rationals, and write programs that
all solvers read alike, with exact numbers.

Solvers disagree on three constructs. A constant in the objective is therefore written as a column
fixed to 1, a row with two ends in an `.lp` as two rows, and an `.mps` minimises the negative of a
maximised objective instead of using OBJSENSE.
"""

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from ...schemas.linear_program import recognise
from ...schemas.parts.exact import decimal_places
from ...schemas.parts.problems import InputError, Problem, shown
from ..checkers.program_checker import ExactProgram, Numbers, Row
from ..mps import mps_lines
from ..solve.program import read_program
from ..solve.program.reading import read_contents

CONSTANT, OBJECTIVE = "objective_constant", "objective"
ONE = Fraction(1)
_PUNCTUATION = r"!\"#$%&()/,;?@_`'{}|~"
NAME = rf"[A-Za-z{_PUNCTUATION}][A-Za-z0-9.{_PUNCTUATION}]*+"
"""The names that the readers of all solvers accept in an `.lp`."""
LINE = 90
"""Maximum length of a line of an `.lp`, if names are not longer."""
WORDS = re.compile(
    r"(max|min)(imum|imize)?|subject|such|st|s\.t\.|st\.|bounds?|free|inf|infinity|end|"
    r"gen(eral|erals)?|int(eger|egers)?|bin|binary|binaries",
    re.IGNORECASE,
)


def read_exactly(text: str) -> ExactProgram:
    """Return the program of a text in exact numbers. Raise InputError with the place.

    >>> read_exactly("max\\n o: 0.1 x\\ns.t.\\n c: x <= 4\\nend\\n").costs
    {'x': Fraction(1, 10)}
    """
    return read_program(text).contents.exact


def relaxed(text: str) -> str:
    """Return the text of a program without integrality conditions, in the same format and with the
    same sense; its name ends in "relaxed", so that nobody takes its optimum for that of whole
    numbers. A text without such conditions is unchanged.
    """
    found = read_contents(text)
    if not found.integers:
        return text
    name = "-".join(filter(None, (found.exact.name, "relaxed")))
    return write_program(found.exact._replace(name=name), recognise(text), keep_sense=True)


def write_program(
    program: ExactProgram, format: str, file: str = "", keep_sense: bool = False
) -> str:
    """Return the text of a program. Raise InputError if it cannot be written in this format.

    An `.mps` minimises; with `keep_sense` it has an OBJSENSE instead, which some solvers ignore. It
    always has a name, by default that of its source `file`.
    """
    portable = _with_constant(program)
    if format == "mps" and not program.name:
        portable = portable._replace(
            name=re.sub(r"[^\w.+-]+", "_", Path(file).stem, flags=re.ASCII)
        )
    if format == "mps" and not keep_sense:
        portable = _minimised(portable)
    text = "".join(FORMATS[format](portable))
    expected = portable._replace(rows=_single_ends(portable)) if format == "lp" else portable
    if _comparable(read_exactly(text)) != _comparable(expected):
        raise InputError([Problem(f"a name in it cannot be written in an .{format} file")])
    return text


def write_lp(program: ExactProgram) -> Iterator[str]:
    """Yield the lines of the `.lp`."""
    refuse_names([*program.columns, *program.rows])
    rows = _single_ends(program)
    if program.name:
        yield f"\\* name={program.name} *\\\n"
    yield "max\n" if program.maximise else "min\n"
    used = {name for row in rows.values() for name, number in row.coefficients.items() if number}
    unused = {name: Fraction(0) for name in program.columns if name not in used}
    yield from _sum(_unused(OBJECTIVE, rows), {**unused, **program.costs}, program, "")
    yield "subject to\n"
    for name, row in rows.items():
        lower, upper = row.ends
        sign = "=" if lower == upper else "<=" if lower is None else ">="
        end = upper if lower is None else lower
        yield from _sum(name, row.coefficients, program, f" {sign} {_decimal(end or Fraction(0))}")
    yield "bounds\n"
    for name, (lower, upper) in program.columns.items():
        if lower is None and upper is None:
            yield f" {name} free\n"
        elif lower == upper:
            yield f" {name} = {_decimal(lower or Fraction(0))}\n"
        elif lower != 0 or upper is not None:
            above = "" if upper is None else f" <= {_decimal(upper)}"
            yield f" {'-inf' if lower is None else _decimal(lower)} <= {name}{above}\n"
    yield "end\n"


def write_mps(program: ExactProgram) -> Iterator[str]:
    """Yield the lines of the `.mps`, which is free unless names have blanks."""
    # Names with blanks need the fixed format.
    fixed = any(" " in name for name in (*program.columns, *program.rows))
    objective = _unused("cost" if fixed else OBJECTIVE, program.rows)
    entries: dict[str, list[tuple[str, Fraction]]] = {name: [] for name in program.columns}
    for name, cost in program.costs.items():
        entries[name].append((objective, cost))
    for row_name, row in program.rows.items():
        for name, number in row.coefficients.items():
            entries[name].append((row_name, number))
    yield from mps_lines(
        (program.name or "program") + ("" if fixed else " FREE"),
        objective,
        {name: row.ends for name, row in program.rows.items()},
        program.columns,
        {name: found or [(objective, Fraction(0))] for name, found in entries.items()},
        _decimal,
        program.maximise,
    )


FORMATS: dict[str, Callable[[ExactProgram], Iterator[str]]] = {"lp": write_lp, "mps": write_mps}


def refuse_names(names: Iterable[str]) -> None:
    """Raise InputError for names that an `.lp` cannot contain."""
    wrong = [name for name in names if not re.fullmatch(NAME, name) or WORDS.fullmatch(name)]
    if wrong:
        more = f" and {len(wrong) - 1:,} more" if len(wrong) > 1 else ""
        said = f"the name {shown(wrong[0])}{more} cannot be written in an .lp file"
        raise InputError([Problem(f"{said}; an .mps file can have it")])


def _with_constant(program: ExactProgram) -> ExactProgram:
    """Return the program with its constant replaced by a column fixed to 1."""
    if not program.constant:
        return program
    name = _unused(CONSTANT, program.columns)
    return program._replace(
        constant=Fraction(0),
        costs={**program.costs, name: program.constant},
        columns={**program.columns, name: (ONE, ONE)},
    )


def _single_ends(program: ExactProgram) -> dict[str, Row]:
    """Return the rows, splitting those with two ends."""
    found: dict[str, Row] = {}
    for name, row in program.rows.items():
        lower, upper = row.ends
        if None not in row.ends and lower != upper:
            found[name] = row._replace(ends=(None, upper))
            other = _unused(f"{name}_low", {**program.rows, **found})
            found[other] = row._replace(ends=(lower, None))
        else:
            found[name] = row
    return found


def _minimised(program: ExactProgram) -> ExactProgram:
    """Return the program in minimisation form, with a maximised objective negated."""
    if not program.maximise:
        return program
    costs = {name: -cost for name, cost in program.costs.items()}
    return program._replace(maximise=False, costs=costs)


def _comparable(program: ExactProgram) -> tuple[object, ...]:
    rows = [
        (name, row.ends, _without_zeros(row.coefficients)) for name, row in program.rows.items()
    ]
    return program.maximise, program.columns, _without_zeros(program.costs), rows


def _without_zeros(numbers: Numbers) -> Numbers:
    return {name: number for name, number in numbers.items() if number}


def _sum(name: str, numbers: Numbers, program: ExactProgram, end: str) -> Iterator[str]:
    """Yield a named sum; an empty one is 0 times some column."""
    some = numbers or dict.fromkeys(list(program.columns)[:1], Fraction(0))
    terms = " ".join(
        f"{'-' if number < 0 else '+'} {_decimal(abs(number))} {column}"
        for column, number in some.items()
    )
    lines = textwrap.wrap(
        f"{name}: {terms}{end}", LINE, break_long_words=False, break_on_hyphens=False
    )
    yield from (f" {line}\n" for line in _unbroken(lines))


def _unbroken(lines: list[str]) -> Iterator[str]:
    """Yield lines that do not begin with a name, which some readers would take for a keyword."""
    held = ""
    for line in lines:
        if held and line[0] not in "+-<>=":
            held += f" {line}"
        else:
            if held:
                yield held
            held = line
    yield held


def _unused(name: str, known: Iterable[str]) -> str:
    names = set(known)
    while name in names:
        name += "_"
    return name


def _decimal(number: Fraction) -> str:
    """Return a number of a program as a decimal, exactly.

    >>> _decimal(Fraction(-3, 8)), _decimal(Fraction(10**30)), _decimal(Fraction(1, 10**9))
    ('-0.375', '1E+30', '1E-9')
    """
    places = decimal_places(number.denominator) or 0
    whole = number.numerator * 10**places // number.denominator
    digits = str(abs(whole))
    kept = digits.rstrip("0") if len(digits) > 17 else digits
    exponent = len(digits) - len(kept) - places
    return str(Decimal((int(whole < 0), tuple(map(int, kept)), exponent)))
