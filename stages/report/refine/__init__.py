"""Refine: the equilibrium that plays well after every mistake, found and proved in rationals.

Who may err plays every sequence at least with the weight that `floors` says. The equilibria of the
game perturbed so have, for ε to 0, a quasi-perfect equilibrium as their limit (Miltersen and
Sørensen, Economic Theory 42, 2010). `perturbed` is the linear program of that game, in which only
right-hand sides and costs depend on ε, `search` finds a basis that is optimal for all small enough
ε > 0, and `limit` reads from it the strategies for these ε and their limit.

Why the limit is quasi-perfect, in short. What a player plays above the floors is optimal against
the other's trembling play: where the weight of a move is above its floor, the move is a best answer
there, followed by best answers. A move with a probability above 0 in the limit has a weight of the
order of its information set's, which is larger than that of its floor. So all that the limit plays
at an information set and behind it is a best answer to the other's trembling play, for all small
ε: that is van Damme's definition. It is sequential with the beliefs that the trembles leave, as
they do not vanish anywhere.

Where nodes are shared, the limit is that in the tree, too. An information set stands there once for
each of the player's sequences that lead to it. By condition (a) of `schemas.game` chance and the
other player's weights are in the same proportions at all of these, and what follows is the same:
what is a best answer at the shared one is one at each. And playing at each as at the shared one
gives, in sum, the weights of the shared game, so that the other player's side of it is the same.
The joined sequences are sums, and have the sums of the floors.

Nothing is reduced: the reductions of the sequence form keep the value of the game alone.
"""

from schemas.game import Game
from schemas.parts.problems import StageBug
from schemas.refinement import Concept, Refinement
from schemas.report import Proof
from stages.forms.formulation import Forms
from stages.forms.reductions import REDUCTIONS
from stages.report.exact.equilibrium import proved_value
from stages.report.refine.limit import at_zero, limit, trembles, weights
from stages.report.refine.perturbed_game import Perturbed
from stages.report.refine.search import optimal
from stages.report.refine.size import refuse_large


def refined(
    game: Game, forms: Forms, concept: Concept, limited: bool = True
) -> tuple[Proof, Refinement]:
    """Return the value of a checked game with strategies that are an equilibrium as the concept
    asks, and the trembles that prove it; `forms` are those of the game.

    Both concepts are found the same way: what is quasi-perfect is sequential. Raises LimitError
    where nothing is found, and if `limited` where that takes long.
    """
    if limited:
        refuse_large(forms)
    form = forms.without(REDUCTIONS)
    program = form.programs[form.form.longer - 1]
    perturbed = Perturbed(program)
    both = weights(perturbed, program, optimal(perturbed, limited))
    first, second = form.form.players
    proved = proved_value(game, form.form, (at_zero(first, both[0]), at_zero(second, both[1])))
    if proved is None:
        raise StageBug("efgc: a bug of ours: what was refined is no equilibrium")
    found = trembles(first, both[0]), trembles(second, both[1])
    strategies = tuple(map(limit, found[0])), tuple(map(limit, found[1]))
    return Proof(proved[0], strategies), Refinement(concept, found)
