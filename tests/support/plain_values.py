"""A second computation of action values: in rationals, over all pure strategies, history by
history. It shares no code with the stages and does not use sequences.
"""

import math
from fractions import Fraction
from itertools import product

from efgc.schemas.game import Chance, Decision, Terminal, children


def values(game, infoset, played, limit=2_000):
    """Return the value of every action of an information set, to player 1, when its player goes on
    as well as it can; None where nothing leads there. `played` has the other player's
    probabilities, as fractions, by information set.

    Raises OverflowError for more than `limit` pure strategies.
    """
    player = game.information_sets[infoset].player
    weights = dict(_met(game, infoset, played, player, 0, Fraction(1)))
    whole = sum(weights.values())
    if not whole:
        return None
    best = max if player == 1 else min
    later = sorted({one for node in weights for one in _own(game, player, node)} - {infoset})
    sizes = [len(game.information_sets[one].actions) for one in later]
    if math.prod(sizes) > limit:
        raise OverflowError
    found = []
    for action in range(len(game.information_sets[infoset].actions)):
        plans = ({**dict(zip(later, moves, strict=True)), infoset: action}
                 for moves in product(*map(range, sizes)))  # fmt: skip
        found.append(
            best(
                sum(weight * _paid(game, node, plan, played) for node, weight in weights.items())
                / whole
                for plan in plans
            )
        )
    return found


def _met(game, infoset, played, player, node, weight):
    """Yield the nodes of an information set with their reach by all but the player's own moves."""
    record = game.nodes[node]
    if isinstance(record, Decision) and record.infoset == infoset:
        yield node, weight
        return
    for child, share in zip(children(record), _shares(game, record, played, player), strict=True):
        if share:
            yield from _met(game, infoset, played, player, child, weight * share)


def _shares(game, record, played, player):
    if isinstance(record, Chance):
        return record.probabilities
    if isinstance(record, Terminal):
        return ()
    if game.information_sets[record.infoset].player == player:
        return (1,) * len(record.children)
    return played[record.infoset]


def _own(game, player, node):
    record = game.nodes[node]
    if isinstance(record, Decision) and game.information_sets[record.infoset].player == player:
        yield record.infoset
    for child in children(record):
        yield from _own(game, player, child)


def _paid(game, node, plan, played):
    """Return player 1's expected payoff from a node on."""
    record = game.nodes[node]
    if isinstance(record, Terminal):
        return record.payoff
    if isinstance(record, Decision) and record.infoset in plan:
        return _paid(game, record.children[plan[record.infoset]], plan, played)
    shares = played[record.infoset] if isinstance(record, Decision) else record.probabilities
    return sum(
        share * _paid(game, child, plan, played)
        for child, share in zip(record.children, shares, strict=True)
        if share
    )
