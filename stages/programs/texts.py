"""Read the program of an `.lp` or `.mps` text, with decimals as rationals, and write programs that
all solvers read alike, with exact numbers.

The certificate checker's parser is used for reading. GLPK, which solves the program, must have read
the same numbers.

Solvers disagree on three constructs. A constant in the objective is therefore written as a column
fixed to 1, a row with two ends in an `.lp` as two rows, and an `.mps` minimises the negative of a
maximised objective instead of using OBJSENSE.
"""

import math
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from fractions import Fraction

from efgc.schemas.linear_program import recognise
from efgc.schemas.parts.exact import decimal_places
from efgc.schemas.parts.problems import InputError, Problem, shown
from efgc.stages import program_checker
from efgc.stages.program_checker import NAME, Ends, Numbers, Program, Row, Unreadable
from efgc.stages.solve.program import Line, read_program
from efgc.stages.solve.program import Program as AsRead
from efgc.stages.solve.program.unsuitable import refuse_whole_numbers

CONSTANT, OBJECTIVE = "objective_constant", "objective"
ONE = Fraction(1)
LINE = 90
"""Maximum length of a line of an `.lp`, if names are not longer."""
WORDS = re.compile(
    r"(max|min)(imum|imize)?|subject|such|st|s\.t\.|st\.|bounds?|free|inf|infinity|end|"
    r"gen(eral|erals)?|int(eger|egers)?|bin|binary|binaries",
    re.IGNORECASE,
)


def read_exactly(text: str, read: AsRead | None = None) -> Program:
    """Return the program of a text. Raise InputError with the faulty line, or if GLPK reads
    something else; `read` is what it reads, if that is known.

    >>> read_exactly("max\\n o: 0.1 x\\ns.t.\\n c: x <= 4\\nend\\n").costs
    {'x': Fraction(1, 10)}
    """
    found = read_loosely(text)
    if found.integers:
        raise refuse_whole_numbers([*found.integers], text)
    if differs := next(_differences(found, read or read_program(text, recognise(text))), ""):
        said = f"GLPK and the checker of certificates read {differs} differently here"
        raise InputError([Problem(f"{said}; write it in a simpler way", (), 1)])
    return found


def read_loosely(text: str) -> Program:
    """Return the program of a text, including columns that must be whole numbers, without comparing
    it with GLPK's reading. Raise InputError with the faulty line.
    """
    recognise(text)
    try:
        return program_checker.read_program(text)
    except Unreadable as error:
        raise InputError([Problem(error.reason, (), error.line)]) from None


def _differences(program: Program, other: AsRead) -> Iterator[str]:
    """Yield the differences to GLPK's reading, to the precision of its numbers."""
    if (program.maximise, float(program.constant)) != (other.maximise, other.constant):
        yield "the objective"
    costs = dict(zip(other.columns.names, other.costs.tolist(), strict=True))
    if _floats(program.costs.items()) != {name: cost for name, cost in costs.items() if cost}:
        yield "the objective"
    columns = [Line(name, *_numbers(ends)) for name, ends in program.columns.items()]
    yield from _different("column", sorted(columns), sorted(other.columns))
    rows = [Line(name, *_numbers(row.ends)) for name, row in program.rows.items()]
    yield from _different("row", rows, [*other.rows])
    entries: dict[str, dict[str, float]] = {name: {} for name in program.rows}
    for row, column, number in zip(*(part.tolist() for part in other.entries), strict=True):
        if number:
            entries[other.rows.names[row]][other.columns.names[column]] = number
    for name, line in program.rows.items():
        if _floats(line.coefficients.items()) != entries[name]:
            yield f"row {name}"


def _different(kind: str, ours: list[Line], others: list[Line]) -> Iterator[str]:
    if len(ours) != len(others):
        yield f"the {kind}s"
    for line, other in zip(ours, others, strict=False):
        # GLPK computes the other end of a range in floating point.
        size = max((abs(end) for end in line[1:] if math.isfinite(end)), default=0.0)
        if line.name != other.name or not all(
            math.isclose(ours, theirs, rel_tol=0.0, abs_tol=1e-15 * size)
            for ours, theirs in zip(line[1:], other[1:], strict=True)
        ):
            yield f"{kind} {line.name}"


def _floats(numbers: Iterable[tuple[str, Fraction]]) -> dict[str, float]:
    return {name: float(number) for name, number in numbers if number}


def _numbers(ends: Ends) -> tuple[float, float]:
    lower, upper = ends
    return -math.inf if lower is None else float(lower), math.inf if upper is None else float(upper)


def relaxed(text: str) -> str:
    """Return the text of a program without integrality conditions, in the same format and with the
    same sense; a text without such conditions is unchanged.
    """
    found = read_loosely(text)
    return write_program(found, recognise(text), keep_sense=True) if found.integers else text


def write_program(program: Program, format: str, keep_sense: bool = False) -> str:
    """Return the text of a program without integrality conditions. Raise InputError if it cannot be
    written in this format.

    An `.mps` minimises; with `keep_sense` it has an OBJSENSE instead, which some solvers ignore.
    """
    portable = _with_constant(program._replace(integers={}))
    if format == "mps" and not keep_sense:
        portable = _minimised(portable)
    text = "".join(FORMATS[format](portable))
    expected = portable._replace(rows=_single_ends(portable)) if format == "lp" else portable
    if _comparable(read_exactly(text)) != _comparable(expected):
        raise InputError([Problem(f"a name in it cannot be written in an .{format} file")])
    return text


def write_lp(program: Program) -> Iterator[str]:
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


def write_mps(program: Program) -> Iterator[str]:
    """Yield the lines of the free `.mps`."""
    objective = _unused(OBJECTIVE, program.rows)
    yield f"NAME          {program.name or 'program'} FREE\n"
    yield "OBJSENSE\n    MAX\n" if program.maximise else ""
    yield f"ROWS\n N  {objective}\n"
    for name, row in program.rows.items():
        yield f" {_type(row)}  {name}\n"
    yield "COLUMNS\n"
    entries: dict[str, list[tuple[str, Fraction]]] = {name: [] for name in program.columns}
    for name, cost in program.costs.items():
        entries[name].append((objective, cost))
    for place, line in program.rows.items():
        for name, number in line.coefficients.items():
            entries[name].append((place, number))
    for name, found in entries.items():
        for place, number in found or [(objective, Fraction(0))]:
            yield _fields(name, place, number)
    yield "RHS\n"
    for name, row in program.rows.items():
        end = row.ends[0] if _type(row) == "G" else row.ends[1]
        if end:
            yield _fields("right", name, end)
    ranged = [name for name, row in program.rows.items() if _is_range(row)]
    if ranged:
        yield "RANGES\n"
    for name in ranged:
        lower, upper = program.rows[name].ends
        yield _fields("range", name, (upper or Fraction(0)) - (lower or Fraction(0)))
    yield "BOUNDS\n"
    for name, (lower, upper) in program.columns.items():
        yield from _mps_bounds(name, lower, upper)
    yield "ENDATA\n"


FORMATS: dict[str, Callable[[Program], Iterator[str]]] = {"lp": write_lp, "mps": write_mps}


def refuse_names(names: Iterable[str]) -> None:
    """Raise InputError for names that an `.lp` cannot contain."""
    wrong = [name for name in names if not re.fullmatch(NAME, name) or WORDS.fullmatch(name)]
    if wrong:
        more = f" and {len(wrong) - 1:,} more" if len(wrong) > 1 else ""
        said = f"the name {shown(wrong[0])}{more} cannot be written in an .lp file"
        raise InputError([Problem(f"{said}; an .mps file can have it")])


def _with_constant(program: Program) -> Program:
    """Return the program with its constant replaced by a column fixed to 1."""
    if not program.constant:
        return program
    name = _unused(CONSTANT, program.columns)
    return program._replace(
        constant=Fraction(0),
        costs={**program.costs, name: program.constant},
        columns={**program.columns, name: (ONE, ONE)},
    )


def _single_ends(program: Program) -> dict[str, Row]:
    """Return the rows, splitting those with two ends."""
    found: dict[str, Row] = {}
    for name, row in program.rows.items():
        if _is_range(row):
            lower, upper = row.ends
            found[name] = row._replace(ends=(None, upper))
            other = _unused(f"{name}_low", {**program.rows, **found})
            found[other] = row._replace(ends=(lower, None))
        else:
            found[name] = row
    return found


def _minimised(program: Program) -> Program:
    """Return the program in minimisation form, with a maximised objective negated."""
    if not program.maximise:
        return program
    costs = {name: -cost for name, cost in program.costs.items()}
    return program._replace(maximise=False, costs=costs)


def _comparable(program: Program) -> tuple[object, ...]:
    rows = [
        (name, row.ends, _without_zeros(row.coefficients)) for name, row in program.rows.items()
    ]
    return program.maximise, program.columns, _without_zeros(program.costs), rows


def _without_zeros(numbers: Numbers) -> Numbers:
    return {name: number for name, number in numbers.items() if number}


def _sum(name: str, numbers: Numbers, program: Program, end: str) -> Iterator[str]:
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


def _type(row: Row) -> str:
    lower, upper = row.ends
    return "E" if lower == upper else "G" if upper is None else "L"


def _is_range(row: Row) -> bool:
    return None not in row.ends and row.ends[0] != row.ends[1]


def _mps_bounds(name: str, lower: Fraction | None, upper: Fraction | None) -> Iterator[str]:
    if lower is None and upper is None:
        yield f" FR bound     {name}\n"
    elif lower is not None and lower == upper:
        yield f" FX bound     {name:<8}  {_decimal(lower)}\n"
    else:
        if lower is None:
            yield f" MI bound     {name}\n"
        elif lower or (upper is not None and upper < 0):
            yield f" LO bound     {name:<8}  {_decimal(lower)}\n"
        if upper is not None:
            yield f" UP bound     {name:<8}  {_decimal(upper)}\n"


def _fields(first: str, second: str, number: Fraction) -> str:
    return f"    {first:<8}  {second:<8}  {_decimal(number)}\n"


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
