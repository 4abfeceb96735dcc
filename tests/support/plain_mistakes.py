"""Play against an opponent that makes mistakes a second time, in records, as
`stages.report.off_path` tells. A way has mistakes and a weight; only ways with the fewest mistakes
count.
"""

from functools import reduce
from operator import add

from efgc.schemas.game import Decision, Terminal
from plain_reaching import plain_reached


def with_best_responses(game, player, strategies, reach, tie):
    """Return a player's strategy with best responses where `reach` is 0: the first of the best,
    unless all that is played is as good up to `tie`.
    """
    worth, found = Worth(game, player, strategies[2 - player], tie), []
    for entry in strategies[player - 1]:
        if not reach[entry.infoset] and worth.weights[entry.infoset]:
            good = worth.best(entry.infoset)
            if not {at for at, share in enumerate(entry.probabilities) if share} <= set(good):
                sure = (float(at == good[0]) for at in range(len(entry.probabilities)))
                entry = entry._replace(probabilities=tuple(sure))
        found.append(entry)
    return reaching(game, found)


def punished(game, player, strategy, tie):
    """Return the information sets that a strategy reaches against some best response to it."""
    other = 3 - player
    worth, replies = Worth(game, other, strategy, tie), {0}
    for infoset in game.infosets(other):
        if worth.weights[infoset] and replies.intersection(game.parents[infoset]):
            replies.update(game.sequences(infoset)[at] for at in worth.best(infoset))
    return {
        node.infoset
        for number, node in enumerate(game.nodes)
        if isinstance(node, Decision)
        and game.information_sets[node.infoset].player == player
        and not worth.met[number][0]
        and replies.intersection(plain_reached(game).sequences(other, number))
    }


def returned(game, old, new, infosets):
    """Return the new strategy with the old one's probabilities at some information sets."""
    back = {*infosets}
    return reaching(
        game, (was if was.infoset in back else now for was, now in zip(old, new, strict=True))
    )


def changes(old, new):
    """Return the number of information sets at which two strategies differ."""
    return sum(a.probabilities != b.probabilities for a, b in zip(old, new, strict=True))


def own_reached_infosets(game, old):
    """Return the information sets that the player's own moves lead to, however rarely."""
    return [entry.infoset for entry in reaching(game, old) if entry.own_reach]


def reaching(game, entries):
    """Return them with how far the player's own moves lead there."""
    found, plan = [], {0: 1.0}
    for entry in entries:
        above = reduce(add, (plan[parent] for parent in game.parents[entry.infoset]), 0.0)
        found.append(entry._replace(own_reach=above))
        shares = (above * share for share in entry.probabilities)
        plan.update(zip(game.sequences(entry.infoset), shares, strict=True))
    return tuple(found)


def fewest(ways):
    """Return the ways with the fewest mistakes combined into one."""
    ways = list(ways)
    order = min(order for order, _ in ways)
    return order, reduce(add, (weight for mistakes, weight in ways if mistakes == order), 0.0)


class Worth:
    """The values of a player's sequences after as few mistakes of the opponent as possible."""

    def __init__(self, game, player, opponent, tie):
        self.game, self.sign, self.tie = game, 1 if player == 1 else -1, tie
        ways = {0: (0, 1.0)}
        for infoset, _, shares in opponent:
            order, weight = fewest(ways[parent] for parent in game.parents[infoset])
            for sequence, share in zip(game.sequences(infoset), shares, strict=True):
                mistake = order + 1, weight / len(shares)
                ways[sequence] = (order, weight * share) if share else mistake
        nodes = range(len(game.nodes))
        self.met = [
            fewest(ways[s] for s in plain_reached(game).sequences(3 - player, n)) for n in nodes
        ]
        self.weights = [0.0] * len(game.information_sets)
        self._weigh(player)
        self._value(player)

    def _weigh(self, player):
        """Weigh the nodes of each information set that have the fewest mistakes."""
        game, self.least = self.game, {}
        own = [
            (number, node.infoset)
            for number, node in enumerate(game.nodes)
            if isinstance(node, Decision) and game.information_sets[node.infoset].player == player
        ]
        for number, infoset in own:
            order = self.met[number][0]
            self.least[infoset] = min(self.least.get(infoset, order), order)
        for number, infoset in own:
            if self.met[number][0] == self.least[infoset]:
                self.weights[infoset] += (
                    float(plain_reached(game).weights[number]) * self.met[number][1]
                )

    def _value(self, player):
        """Sum the payoffs of the sequences, with best play of the player afterwards."""
        game, self.values, counting = self.game, {0: 0.0}, {0: 0}
        for infoset in game.infosets(player):
            for sequence in game.sequences(infoset):
                self.values[sequence], counting[sequence] = 0.0, self.least[infoset]
        for number, node in enumerate(game.nodes):
            if isinstance(node, Terminal):
                order, weight = self.met[number]
                gain = float(plain_reached(game).weights[number]) * weight * float(node.payoff)
                for sequence in plain_reached(game).sequences(player, number):
                    if counting[sequence] == order:
                        self.values[sequence] += gain
        for infoset in reversed(game.infosets(player)):
            value = (max if player == 1 else min)(self.values[s] for s in game.sequences(infoset))
            for parent in game.parents[infoset]:
                if counting[parent] == self.least[infoset]:
                    self.values[parent] += value

    def best(self, infoset):
        """Return the actions that are best up to `tie`."""
        weight = self.weights[infoset]
        values = [self.sign * self.values[s] / weight for s in self.game.sequences(infoset)]
        return [at for at, value in enumerate(values) if value >= max(values) - self.tie]
