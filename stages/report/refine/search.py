"""The search for a basis of the perturbed program that is optimal for all small enough ε > 0.

HiGHS computes a basis at ε = 1/2^bits, and its basic solution is computed as polynomials in ε.
If that is optimal for all small enough ε, the search ends. If it is optimal only at this ε, ε must
be smaller. Otherwise HiGHS solves the program relative to this solution: `bases` magnifies the
errors, so that powers of ε far below the precision of floats become visible one after the other
(Gleixner, Steffy and Wolter, INFORMS J. Computing 28, 2016). If HiGHS finds nothing new, the
simplex method continues in rationals.
"""

from collections.abc import Iterator

from ....schemas.parts.problems import LimitError
from ...forms.formulation import Forms
from ..exact.bases import basis_seen_from
from ..exact.basic import System
from ..exact.from_basis import LIMITS, refuse_dense
from ..exact.pivots import pivoted
from .perturbed_game import Perturbed, Solved, at_power, enough

FAR = 10**18
"""After magnification, costs of lower powers of ε must look larger than those of higher ones, or
HiGHS gives up its progress on them. Numbers beyond 1e20 are infinite for HiGHS.
"""
ROUNDS = 20
"""Number of bases that HiGHS computes, and as many again per power of ε."""
STEPS = 20
"""Number of times that ε is decreased for the simplex method in rationals."""

SIZE = 100_000
"""Rows and columns of the linear program without reductions, unless the user allows more: half a
minute for liar's dice with 73,720.
"""
MORE = "--exact refines it, however long that takes"


def optimal(perturbed: Perturbed, limited: bool) -> Solved:
    """Return a basic solution that is optimal for all small enough ε > 0. Raises LimitError if
    none is found, and if `limited` also if that takes more than LIMITS allow.
    """
    found = perturbed.at_zero
    for found in _basic_solutions(perturbed, limited):
        if perturbed.is_optimal(found):
            return found
    bits = max(_beginning(perturbed), _enough(found))
    for _ in range(STEPS):
        basic = pivoted(perturbed.at(bits), found.basis, {}, LIMITS.effort if limited else None)
        solved = perturbed.solved(System(perturbed.equations, basic.basis)) if basic else None
        if solved is None:
            break
        found, bits = solved, max(2 * bits, _enough(solved))
        if perturbed.is_optimal(found):
            return found
    more = f"; {MORE}" if limited else ""
    raise LimitError(f"--refine: no basis was found that is optimal for all small trembles{more}")


def _beginning(perturbed: Perturbed) -> int:
    """Return the bits of the first ε, so small that the floors of all actions sum to below 1."""
    return max(5, 1 + max(perturbed.own.most, perturbed.other.most).bit_length())


def _basic_solutions(perturbed: Perturbed, limited: bool) -> Iterator[Solved]:
    """Yield HiGHS's basic solutions until it finds no new one."""
    found, basis, bits = perturbed.at_zero, set[int](), _beginning(perturbed)
    tried: set[tuple[frozenset[int], int]] = set()
    degree = len(perturbed.sides) + len(perturbed.costs) - 2
    for _ in range(ROUNDS * (1 + degree)):
        values, prices = at_power(found.values, bits), at_power(found.prices, bits)
        again = (frozenset(basis), bits) in tried
        if again or perturbed.allows([values], [prices]):
            wanted = _enough(found)
            if again and bits > wanted:
                return  # A smaller ε would not help HiGHS.
            bits = max(2 * bits if again else bits + 1, wanted)
            values, prices = at_power(found.values, bits), at_power(found.prices, bits)
        tried.add((frozenset(basis), bits))
        basis = basis_seen_from(perturbed.equations, basis, values, prices, FAR)
        system = System(perturbed.equations, basis)
        refuse_dense(system, LIMITS if limited else None, "--refine: ", MORE)
        solved = perturbed.solved(system)
        if solved is None:
            return
        found = solved
        yield found


def _enough(found: Solved) -> int:
    """Return the bits of an ε so small that no sign changes for smaller ones."""
    return max(enough(found.values), enough(found.prices))


def refuse_large(forms: Forms) -> None:
    """Raise LimitError if a game is too large to be refined in reasonable time."""
    own, opponent = forms.whole.players
    size = 2 + len(own.numbers) + len(opponent.numbers) + len(own.present) + len(opponent.present)
    if size > SIZE:
        raise LimitError(
            f"--refine: the linear program has {size:,} rows and columns without reductions, and "
            f"up to {SIZE:,} are refined; {MORE}"
        )
