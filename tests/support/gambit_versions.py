"""What pygambit calls things in its versions 16.7 and 17."""

import json
from fractions import Fraction

from efgc.pipeline.python.strategies import of_profile


def equilibrium(pygambit, game):
    """Return the equilibrium of Gambit's own exact linear program."""
    found = pygambit.nash.lp_solve(game, rational=True)
    if hasattr(found, "equilibrium"):
        return found.equilibrium
    [profile] = found.equilibria
    return profile


def payoff(profile, player):
    """Return the payoff under a profile to a player, named by its label."""
    if hasattr(profile, "payoff"):
        return Fraction(str(profile.payoff(player)))
    return Fraction(str(profile.payoffs[player]))


def first_player(game):
    """Return the label of the first player."""
    first = list(game.players)[0]
    return getattr(first, "label", first)


def printed(profile):
    """Return a profile as nested lists: as 16.7 prints it, and made from what 17 has."""
    return str(profile) if hasattr(profile, "payoff") else json.dumps(of_profile(profile))


def at(pygambit, game, *labels):
    """Return the probabilities of the actions at a node of chance, and the payoffs at the outcome
    of a node, both empty where there are none; all as fractions.
    """
    if hasattr(game, "root"):
        node = game.root
        for label in labels:
            node = node.children[label]
        chance = not node.is_terminal and node.player.is_chance
        shares = [action.prob for action in node.infoset.actions] if chance else []
        payoffs = [node.outcome[player] for player in game.players] if node.outcome else []
    else:
        node = pygambit.H.path(*labels)
        outcome = game.get_outcome(node)
        shares = game.get_action_probs(node).values()
        found = {} if outcome is None else game.get_outcome_payoffs(outcome)
        payoffs = [found[player] for player in game.players] if found else []
    return [Fraction(str(one)) for one in shares], [Fraction(str(one)) for one in payoffs]
