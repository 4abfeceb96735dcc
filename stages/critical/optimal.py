"""Optimal strategies at a p of a stretch, which play all that any optimal ones do; the proof."""

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq

from schemas.parts.problems import VerificationError
from stages.critical.curves import Curve
from stages.critical.family import Family
from stages.critical.stretch import Stretch
from stages.forms.program import Domain
from stages.report.exact.equilibrium import proved_value

Weights = dict[int, fmpq]
"""By the sequences of the form."""


def both(family: Family, found: Stretch, p: fmpq) -> tuple[Weights, Weights]:
    """Return the weights of player 1's and of player 2's sequences, positive wherever those of some
    optimal plan are.
    """
    program = family.program
    own, opponent = program.form.sides(program.player)
    plan = _together(found.plans, program.domains, p)
    mine = {sequence: plan[at] / plan[0] for at, sequence in enumerate(own.present)}
    prices = _together(found.prices, program.domains, p)
    other = dict(zip(opponent.present, prices[-len(opponent.present) :], strict=True))
    return (mine, other) if program.player == 1 else (other, mine)


def proved(family: Family, found: Stretch, p: fmpq) -> Fraction:
    """Return the value at a p of a stretch, proved by best responses on the game. Raises
    VerificationError where the proof fails, which would be a bug of ours.
    """
    exact = Fraction(int(p.p), int(p.q))
    form = family.formulation(exact).form
    result = proved_value(family.game(exact), form, both(family, found, p))
    objective = found.plans[0].at(family.program.objective, p)
    sign = 1 if family.program.player == 1 else -1
    if result is None or result[0] != sign * Fraction(int(objective.p), int(objective.q)):
        raise VerificationError(f"--critical: the value at p = {exact} was not proved")
    return result[0]


def _together(curves: Sequence[Curve], domains: Sequence[Domain], p: fmpq) -> list[fmpq]:
    """Return the first solution with as much of the later ones as leaves all signs."""
    total, *others = ([one.at(at, p) for at in range(len(domains))] for one in curves)
    for other in others:
        room = [
            -here / more / 2
            for here, more, domain in zip(total, other, domains, strict=True)
            if domain is Domain.BOUND and more < 0
        ]
        part = min([fmpq(1), *room])
        total = [here + part * more for here, more in zip(total, other, strict=True)]
    return total
