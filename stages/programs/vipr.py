"""Write a certificate of a linear program in the format VIPR 1.0, which checkers by others read
(Cheung, Gleixner and Steffy, "Verifying integer programming results", IPCO 2017).

The file contains the program and the proof: a plan, and a linear combination of bounds and rows
that bounds the objective, or that is absurd if the program is infeasible.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from efgc.schemas.parts.exact import write_exact
from efgc.schemas.parts.problems import StatusError
from efgc.schemas.parts.status import Status
from efgc.schemas.program_certificate import ProgramCertificate
from efgc.stages.program_checker import Ends, Numbers, Program

LOWER, EQUAL, UPPER = "G", "E", "L"
FIXED = "#constant"
"""A column that is fixed at 1: VIPR's objective has no constant, which an `.mps` may have."""
ZERO = Fraction(0)


class _Constraint(NamedTuple):
    name: str
    sense: str
    right: Fraction
    coefficients: Numbers
    of_column: bool = False


def write_vipr(program: Program, certificate: ProgramCertificate) -> Iterator[str]:
    """Return the lines of the VIPR file of a program's certificate. Raises StatusError if the
    program is unbounded, which the format cannot express.
    """
    if certificate.status == Status.UNBOUNDED:
        raise StatusError("the linear program is unbounded, and VIPR has no certificates of that")
    if program.constant:
        program = program._replace(
            constant=ZERO,
            costs={**program.costs, FIXED: program.constant},
            columns={**program.columns, FIXED: (Fraction(1), Fraction(1))},
        )
    return _lines(program, certificate)


def _lines(program: Program, certificate: ProgramCertificate) -> Iterator[str]:
    places = {name: at for at, name in enumerate(program.columns)}
    constraints = [*_bounds(program), *_rows(program)]
    bounds = sum(constraint.of_column for constraint in constraints)
    yield "VER 1.0\n"
    yield f"VAR {len(places)}\n"
    yield from (f"{name}\n" for name in places)
    yield "INT 0\n"
    yield f"OBJ {'max' if program.maximise else 'min'}\n{_named(program.costs, places)}\n"
    yield f"CON {len(constraints)} {bounds}\n"
    for constraint in constraints:
        head = f"{constraint.name} {constraint.sense} {write_exact(constraint.right)}"
        yield f"{head}  {_named(constraint.coefficients, places)}\n"
    yield from _proof(program, certificate, constraints, places)


def _proof(
    program: Program,
    certificate: ProgramCertificate,
    constraints: list[_Constraint],
    places: dict[str, int],
) -> Iterator[str]:
    prices = {share.name: share.value for share in certificate.multipliers or ()}
    optimum = certificate.objective
    maximise = program.maximise and optimum is not None  # An absurdity is a lower bound.
    costs = program.costs if optimum is not None else {}
    shares = _shares(program, constraints, prices, costs, maximise)
    if optimum is None:
        shares = _crossed(constraints) or shares
    reason = f"{{ lin {_terms(enumerate(shares))} }} -1"
    if optimum is None:
        pairs = zip(shares, constraints, strict=True)
        right = sum((share * constraint.right for share, constraint in pairs), ZERO)
        yield "RTP infeas\nSOL 0\nDER 1\n"
        yield f"absurd G {write_exact(right)}  0  {reason}\n"
        return
    plan = {share.name: share.value for share in certificate.plan or ()}
    plan |= dict.fromkeys({FIXED} & places.keys(), Fraction(1))
    told = write_exact(optimum)
    yield f"RTP range {told} {told}\nSOL 1\noptimum {_named(plan, places)}\nDER 1\n"
    yield f"bound {UPPER if maximise else LOWER} {told}  OBJ  {reason}\n"


def _shares(
    program: Program,
    constraints: list[_Constraint],
    prices: Numbers,
    costs: Numbers,
    maximise: bool,
) -> list[Fraction]:
    """Return the factor of each constraint: the price of a row, and the reduced cost of a column,
    where the sign fits the sense; a price belongs to one of the two ends of a row.
    """
    reduced = {name: costs.get(name, ZERO) for name in program.columns}
    for name, price in prices.items():
        for column, number in program.rows[name].coefficients.items():
            reduced[column] -= price * number

    def share(constraint: _Constraint) -> Fraction:
        names = reduced if constraint.of_column else prices
        told = names.get(constraint.name.partition(":")[2], ZERO)
        fits = constraint.sense == EQUAL or (told > 0) == ((constraint.sense == LOWER) != maximise)
        return told if fits else ZERO

    return [share(constraint) for constraint in constraints]


def _crossed(constraints: list[_Constraint]) -> list[Fraction]:
    """Return the factors that make an absurdity of a lower bound above the upper bound of the same
    column or row; empty if there is none.
    """
    for at, (lower, upper) in enumerate(pairwise(constraints)):
        same = lower.coefficients is upper.coefficients and lower.of_column is upper.of_column
        if same and lower.right > upper.right:
            shares = [ZERO] * len(constraints)
            shares[at : at + 2] = Fraction(1), Fraction(-1)
            return shares
    return []


def _bounds(program: Program) -> Iterator[_Constraint]:
    for name, ends in program.columns.items():
        yield from _constraints(name, ends, {name: Fraction(1)}, True)


def _rows(program: Program) -> Iterator[_Constraint]:
    for name, row in program.rows.items():
        yield from _constraints(name, row.ends, row.coefficients, False)


def _constraints(
    name: str, ends: Ends, coefficients: Numbers, of_column: bool
) -> Iterator[_Constraint]:
    lower, upper = ends
    if lower is not None and lower == upper:
        yield _Constraint(f"fixed:{name}", EQUAL, lower, coefficients, of_column)
        return
    if lower is not None:
        yield _Constraint(f"lower:{name}", LOWER, lower, coefficients, of_column)
    if upper is not None:
        yield _Constraint(f"upper:{name}", UPPER, upper, coefficients, of_column)


def _named(numbers: Numbers, places: dict[str, int]) -> str:
    return _terms((places[name], number) for name, number in numbers.items())


def _terms(entries: Iterable[tuple[int, Fraction]]) -> str:
    """Return a sparse vector: how many numbers are not 0, then the place and value of each."""
    words = [f"{place} {write_exact(number)}" for place, number in sorted(entries) if number]
    return " ".join([str(len(words)), *words])
