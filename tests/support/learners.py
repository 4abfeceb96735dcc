"""The two ways of regret minimisation, on the same games."""

from efgc.stages.bounds.mirror_descent import MirrorDescent
from efgc.stages.bounds.regret_matching import RegretMatching
from efgc.stages.bounds.walks import walk_of_graph
from efgc.stages.forms.formulation import Forms
from efgc.stages.lower.matrices import matrices
from efgc.stages.report.lift import situations_of
from random_observed import listed


def matching(game, without=()):
    """Return the learner of a listed game."""
    formulation = Forms(game).without(without)
    form = formulation.form.columns

    def lift(player, plan):
        return situations_of(game, player, form.players[player - 1], plan)

    return RegretMatching(matrices(form, formulation.name(1)), lift)


def learner_of(graph, is_listed, aim):
    """Return the learner of a state graph, or of its listed game."""
    if is_listed:
        return matching(listed(graph))
    return MirrorDescent(walk_of_graph(graph, 10**5), aim)
