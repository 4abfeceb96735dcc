"""Refine: an equilibrium that plays well after every mistake, found and proved in rationals.

A player that may err plays every sequence with at least the weight of its floor. The equilibria of
this perturbed game have, as ε goes to 0, a quasi-perfect equilibrium as their limit (Miltersen and
Sørensen, Economic Theory 42, 2010). `perturbed_game` has the floors and the linear program of that
game, in which only right-hand sides and costs depend on ε, and `search` finds a basis that is
optimal for all small enough ε > 0.

The weights of the player are the unknowns of that basic solution, those of the opponent the prices
of the responses, both with the floors added. Divided by the weight of the information set they are
a behaviour strategy for every small ε > 0; its limit is the ratio of the coefficients where the
weight of the information set has its first that is not 0.

Why the limit is quasi-perfect, in short. A player's weights above the floors are optimal against
the other's trembling play: if the weight of a move is above its floor, the move is a best response
there, followed by best responses. A move with a positive probability in the limit has a weight of
the same order as its information set's, which is larger than that of its floor. So all moves that
the limit plays at an information set and after it are best responses to the other's trembling play,
for all small ε: that is van Damme's definition. It is sequential with the beliefs that the trembles
define, as they are positive everywhere.

If nodes are shared, the limit is quasi-perfect in the tree, too. The tree has an information set
once for each of the player's sequences that lead to it. By condition (a) of `schemas.game` chance
and the other player's weights are in the same proportions at all of these copies, and the
continuation is the same: a best response at the shared one is one at each copy. And playing at each
copy as at the shared one gives, in sum, the weights of the shared game, so that the other player
faces the same strategy. The joined sequences are sums, and their floors are the sums of the floors.

No reductions are applied: those of the sequence form preserve only the value of the game.
"""

from fractions import Fraction

from flint import fmpq

from ....schemas.game import Game
from ....schemas.parts.problems import StageBug
from ....schemas.refinement import Concept, Polynomial, Refinement, Tremble
from ....schemas.report import Proof
from ....schemas.strategies import Behaviour, ExactBehaviour, ExactStrategy, Strategy, StrategyView
from ....schemas.strategies.columns import strategy_columns
from ...forms.formulation import Forms
from ...forms.program import Program
from ...forms.reductions import REDUCTIONS
from ...forms.sequence_form import Sequences
from ..exact.equilibrium import proved_value
from .perturbed_game import Perturbed, Powers, Solved, polynomial
from .search import optimal, refuse_large


def refined(
    game: Game, forms: Forms, concept: Concept, limited: bool = True
) -> tuple[Proof, Refinement]:
    """Return the value of a checked game with strategies that are an equilibrium of the given
    concept, and the trembles that prove it; `forms` are those of the game.

    Both concepts are found the same way, as quasi-perfect implies sequential. Raises LimitError
    if nothing is found, and if `limited` also if the search would take long.
    """
    if limited:
        refuse_large(forms)
    form = forms.without(REDUCTIONS)
    program = form.programs[form.form.longer - 1]
    perturbed = Perturbed(program)
    both = _weights(perturbed, program, optimal(perturbed, limited))
    first, second = form.form.players
    proved = proved_value(game, form.form, (_at_zero(first, both[0]), _at_zero(second, both[1])))
    if proved is None:
        raise StageBug("efgc: a bug of ours: what was refined is not an equilibrium")
    found = _trembles(first, both[0]), _trembles(second, both[1])
    strategies = tuple(map(_limit, found[0])), tuple(map(_limit, found[1]))
    return Proof(proved.value, strategies), Refinement(concept, found)


def _weights(perturbed: Perturbed, program: Program, found: Solved) -> tuple[Powers, Powers]:
    """Return the weights of player 1's and of player 2's present sequences."""
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


def _trembles(sequences: Sequences, powers: Powers) -> tuple[Tremble, ...]:
    """Return the play at a player's information sets for small ε, from the weights of its
    sequences, none of which may have been removed by a reduction.
    """
    at = {sequence: place for place, sequence in enumerate(sequences.present)}
    return tuple(
        Tremble(infoset, tuple(polynomial(powers, at[action]) for action in actions))
        for infoset, actions in zip(sequences.infosets, sequences.actions, strict=False)
    )


def _limit(tremble: Tremble) -> ExactBehaviour:
    """Return the play at an information set as ε falls to 0.

    >>> one = Fraction(1)
    >>> print(*_limit(Tremble(3, ((0, 2 * one, -one), (0, one), (0, 0, one)))).probabilities)
    2/3 1/3 0
    """
    first = min(map(_order, tremble.weights))
    leading = [
        weight[first] if _order(weight) == first else Fraction(0) for weight in tremble.weights
    ]
    total = sum(leading)
    return ExactBehaviour(tremble.infoset, tuple(weight / total for weight in leading))


def _order(weight: Polynomial) -> int:
    """Return the lowest power of ε with a nonzero coefficient."""
    return next(power for power, coefficient in enumerate(weight) if coefficient)


def _at_zero(sequences: Sequences, powers: Powers) -> dict[int, fmpq]:
    """Return the weights for ε = 0, by the numbers of the sequences."""
    return dict(zip(sequences.present, powers[0], strict=True))


def in_floats(
    exact: tuple[ExactStrategy, ExactStrategy], refinement: Refinement
) -> tuple[Strategy, Strategy]:
    """Return both strategies, with each number rounded to the nearest float."""
    first, second = (
        tuple(_behaviour(*each) for each in zip(strategy, trembles, strict=True))
        for strategy, trembles in zip(exact, refinement.trembles, strict=True)
    )
    return StrategyView(strategy_columns(first)), StrategyView(strategy_columns(second))


def _behaviour(exact: ExactBehaviour, tremble: Tremble) -> Behaviour:
    return Behaviour(
        exact.infoset,
        # The weight that reaches the information set without trembles.
        float(sum((weight[0] for weight in tremble.weights), Fraction(0))),
        tuple(map(float, exact.probabilities)),
    )
