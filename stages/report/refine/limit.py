"""From an optimal basic solution of the perturbed program to trembles and their limit.

The weights of the player are the unknowns, those of the opponent the prices of the responses, both
with the floors added. Divided by the weight of the information set they are a behaviour strategy
for every small ε > 0; its limit is the ratio of the coefficients where the weight of the
information set has its first that is not 0.
"""

from fractions import Fraction

from flint import fmpq

from schemas.refinement import Polynomial, Tremble
from schemas.report import ExactBehaviour
from stages.forms.program import Program
from stages.forms.sequence_form import Sequences
from stages.report.refine.perturbed_game import Perturbed, Solved
from stages.report.refine.powers import Powers, polynomial


def weights(perturbed: Perturbed, program: Program, found: Solved) -> tuple[Powers, Powers]:
    """Return the weights of player 1's and of player 2's sequences that are there."""
    own, other = perturbed.own.weights, perturbed.other.weights
    mine = [
        [floor + more for floor, more in zip(floors, values, strict=False)]
        for floors, values in zip(own, found.values, strict=True)
    ]
    theirs = [
        [floor + more for floor, more in zip(floors, prices[-len(floors) :], strict=True)]
        for floors, prices in zip(other, found.prices, strict=True)
    ]
    return (mine, theirs) if program.player == 1 else (theirs, mine)


def trembles(sequences: Sequences, powers: Powers) -> tuple[Tremble, ...]:
    """Return how a player's information sets are played for small ε, by the weights of its
    sequences; none of these may have been removed by a reduction.
    """
    at = {sequence: place for place, sequence in enumerate(sequences.present)}
    return tuple(
        Tremble(infoset, tuple(polynomial(powers, at[action]) for action in actions))
        for infoset, actions in zip(sequences.infosets, sequences.actions, strict=False)
    )


def limit(tremble: Tremble) -> ExactBehaviour:
    """Return how an information set is played as ε falls to 0.

    >>> one = Fraction(1)
    >>> print(*limit(Tremble(3, ((0, 2 * one, -one), (0, one), (0, 0, one)))).probabilities)
    2/3 1/3 0
    """
    first = min(map(order, tremble.weights))
    leading = [
        weight[first] if order(weight) == first else Fraction(0) for weight in tremble.weights
    ]
    total = sum(leading)
    return ExactBehaviour(tremble.infoset, tuple(weight / total for weight in leading))


def order(weight: Polynomial) -> int:
    """Return the power of ε with the first coefficient that is not 0."""
    return next(power for power, coefficient in enumerate(weight) if coefficient)


def at_zero(sequences: Sequences, powers: Powers) -> dict[int, fmpq]:
    """Return the weights for ε = 0, by the numbers of the sequences."""
    return dict(zip(sequences.present, powers[0], strict=True))
