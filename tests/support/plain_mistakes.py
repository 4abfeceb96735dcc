"""Play against an opponent that makes mistakes, as `stages.report.off_path` tells, from the records
of a game: the witness of `mistakes_columns`.
"""

from collections import namedtuple

from plain_reports import total
from schemas.game import Decision, Terminal

NEVER = 2**30
"""Mistakes: more than there are."""

Worth = namedtuple("Worth", "orders weights values")
"""Per node the opponent's mistakes on the way there; per information set the weight of its nodes
with the fewest; per sequence its value times that weight, if the player then plays its best.
"""


def answered(game, player, strategies, reach, tie):
    """Return a player's strategy with best responses where `reach` is 0.

    One action for sure, the first of the best, unless all that is played is as good up to `tie`.
    """
    worth = _worth(game, player, strategies[2 - player])
    found = []
    for behaviour in strategies[player - 1]:
        infoset, weight = behaviour.infoset, worth.weights[behaviour.infoset]
        if not reach[infoset] and weight:
            good = _good(game, infoset, worth, player, tie)
            played = [at for at, share in enumerate(behaviour.probabilities) if share]
            if not set(played) <= set(good):
                shares = (float(at == good[0]) for at in range(len(behaviour.probabilities)))
                behaviour = behaviour._replace(probabilities=tuple(shares))
        found.append(behaviour)
    return _reaching(game, found)


def punished(game, player, strategy, tie):
    """Return the information sets that the strategy comes to against some best reply to it."""
    worth = _worth(game, 3 - player, strategy)
    replies = {0}
    for infoset in game.infosets(3 - player):
        if worth.weights[infoset] and replies.intersection(game.parents[infoset]):
            first = game.first[infoset]
            replies.update(first + at for at in _good(game, infoset, worth, 3 - player, tie))
    return sorted(
        {
            node.infoset
            for number, node in enumerate(game.nodes)
            if isinstance(node, Decision)
            and game.information_sets[node.infoset].player == player
            and not worth.orders[number]
            and replies.intersection(game.reaching.sequences(3 - player, number))
        }
    )


def returned(game, old, new, infosets):
    """Return the new strategy with what the old one does at some information sets."""
    back = set(infosets)
    return _reaching(
        game,
        (
            was if was.infoset in back else behaviour
            for was, behaviour in zip(old, new, strict=True)
        ),
    )


def changes(old, new):
    """Return at how many information sets two strategies differ."""
    return sum(
        was.probabilities != behaviour.probabilities
        for was, behaviour in zip(old, new, strict=True)
    )


def led(game, old):
    """Return the information sets that the player's own moves lead to, however rarely."""
    return [behaviour.infoset for behaviour in _reaching(game, old) if behaviour.own_reach]


def _reaching(game, behaviours):
    """Return them with how far the player's own moves lead there."""
    found, plan = [], {0: 1.0}
    for behaviour in behaviours:
        infoset = behaviour.infoset
        above = total(plan[parent] for parent in game.parents[infoset])
        found.append(behaviour._replace(own_reach=above))
        for sequence, share in zip(game.sequences(infoset), behaviour.probabilities, strict=True):
            plan[sequence] = above * share
    return tuple(found)


def _worth(game, player, opponent):
    ways = _ways(game, opponent)
    met = [_fewest(ways[sequence] for sequence in members) for members in game.reaching.sets]
    reached = [met[number] for number in game.reaching.numbers[2 - player]]
    least = [NEVER] * len(game.information_sets)
    weights = [0.0] * len(game.information_sets)
    own = [
        (number, node.infoset)
        for number, node in enumerate(game.nodes)
        if isinstance(node, Decision) and game.information_sets[node.infoset].player == player
    ]
    for number, infoset in own:
        least[infoset] = min(least[infoset], reached[number][0])
    for number, infoset in own:
        if reached[number][0] == least[infoset]:
            weights[infoset] += float(game.reaching.weights[number]) * reached[number][1]
    values = _values(game, player, reached, least)
    return Worth([order for order, _ in reached], weights, values)


def _ways(game, opponent):
    """Return the mistakes of the opponent's sequences; those of the player have none."""
    ways = dict.fromkeys(
        range(1 + sum(len(one.actions) for one in game.information_sets)), (0, 0.0)
    )
    ways[0] = 0, 1.0
    for infoset, _, probabilities in opponent:
        order, weight = _fewest(ways[parent] for parent in game.parents[infoset])
        for sequence, share in zip(game.sequences(infoset), probabilities, strict=True):
            mistake = order + 1, weight / len(probabilities)
            ways[sequence] = (order, weight * share) if share else mistake
    return ways


def _fewest(ways):
    """Return the ways with the fewest mistakes as one."""
    listed = list(ways)
    order = min(order for order, _ in listed)
    return order, total(weight for mistakes, weight in listed if mistakes == order)


def _values(game, player, reached, least):
    fewest = [0]  # Per sequence, at its information set.
    for infoset, record in enumerate(game.information_sets):
        fewest += [least[infoset]] * len(record.actions)
    values = [0.0] * len(fewest)
    for number, node in enumerate(game.nodes):
        if isinstance(node, Terminal):
            order, weight = reached[number]
            gain = float(game.reaching.weights[number]) * weight * float(node.payoff)
            for sequence in game.reaching.sequences(player, number):
                if fewest[sequence] == order:
                    values[sequence] += gain
    best = max if player == 1 else min
    # In reverse order of first visit: an information set comes before all that follow its actions.
    for infoset in reversed(game.infosets(player)):
        value = best(values[sequence] for sequence in game.sequences(infoset))
        for parent in game.parents[infoset]:
            if fewest[parent] == least[infoset]:
                values[parent] += value
    return values


def _good(game, infoset, worth, player, tie):
    """Return the actions that are best up to `tie`."""
    sign = 1 if player == 1 else -1
    values = [
        sign * worth.values[sequence] / worth.weights[infoset]
        for sequence in game.sequences(infoset)
    ]
    return [at for at, value in enumerate(values) if value >= max(values) - tie]
