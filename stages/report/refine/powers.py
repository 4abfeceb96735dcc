"""Numbers that depend on a small ε > 0, as polynomials: one list of numbers per power of ε.

For all small enough ε > 0 the sign of a polynomial is that of its first coefficient that is not 0.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from flint import fmpq

from schemas.refinement import Polynomial
from stages.forms.program import Domain

Powers = Sequence[Sequence[fmpq]]
"""What stands before 1, ε, ε², ...; in each the same places."""


def sign(powers: Powers, at: int) -> int:
    """Return the sign of the number at a place for all small enough ε > 0: -1, 0 or 1.

    >>> [sign([[fmpq(0), fmpq(1)], [fmpq(-3), fmpq(-9)]], at) for at in (0, 1)]
    [-1, 1]
    """
    for numbers in powers:
        if number := numbers[at]:
            return 1 if number > 0 else -1
    return 0


def nowhere_negative(powers: Powers, domains: Sequence[Domain], free: Domain, zero: Domain) -> bool:
    """Return whether no number is negative for all small enough ε > 0, none of a domain `zero` is
    another than 0, whatever those of the domain `free` are.
    """
    for at, domain in enumerate(domains):
        if domain is not free:
            found = sign(powers, at)
            if found < 0 or found and domain is zero:
                return False
    return True


def at_power(powers: Powers, bits: int) -> list[fmpq]:
    """Return the numbers for ε = 1/2^bits.

    >>> print(*at_power([[fmpq(0), fmpq(1)], [fmpq(8), fmpq(-8)]], 3))
    1 0
    """
    small = fmpq(1, 2**bits)
    found = list(powers[-1])
    for numbers in reversed(powers[:-1]):
        found = [
            number + small * rest if rest else number
            for number, rest in zip(numbers, found, strict=True)
        ]
    return found


def enough(powers: Powers) -> int:
    """Return how many bits make ε = 1/2^bits so small that each sign is that of all smaller ones.

    Cauchy's bound: of c + c1 ε + c2 ε² + ... no root is nearer to 0 than |c| / (|c| + max |ci|).

    >>> enough([[fmpq(1)], [fmpq(-5)]])
    4
    """
    most = 1
    for at in range(len(powers[0])):
        first, *rest = _from_first(numbers[at] for numbers in powers)
        highest = max(map(abs, rest), default=fmpq(0))
        if highest:
            ratio = highest / abs(first)
            most = max(most, int(ratio.p).bit_length() - int(ratio.q).bit_length() + 2)
    return most


def polynomial(powers: Powers, at: int) -> Polynomial:
    """Return the number at a place as a record.

    >>> polynomial([[fmpq(1)], [fmpq(-1, 2)], [fmpq(0)]], 0)
    (Fraction(1, 1), Fraction(-1, 2))
    """
    found = [numbers[at] for numbers in powers]
    while found and not found[-1]:
        found.pop()
    return tuple(Fraction(int(number.p), int(number.q)) for number in found)


def _from_first(numbers: Iterable[fmpq]) -> list[fmpq]:
    """Return the coefficients from the first on that is not 0; one 0 if there is none."""
    found = list(numbers)
    begin = next((at for at, number in enumerate(found) if number), len(found) - 1)
    return found[begin:]
