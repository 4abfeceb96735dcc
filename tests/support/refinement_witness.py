"""A second check of the claims of refined equilibria: history by history, in rationals.

It shares no code with what finds and what checks them, and knows neither sequences nor polynomials
in order: quasi-perfection is looked at for tiny numbers ε, and limit beliefs are counted from the
mistakes along each history.
"""

from fractions import Fraction

from efgc.schemas.game import Chance, Decision, Terminal

TINY = tuple(Fraction(1, 10**power) for power in (30, 45, 60))


def guarantees(game, strategies):
    """Return the guarantees of both rational strategies: the least and the largest payoff to player
    1.
    """
    first, second = map(_by_infoset, strategies)
    start = [(0, Fraction(1))]
    return _best(game, 2, first, start), _best(game, 1, second, start)


def faults_by_tiny_trembles(game, strategies, trembles, tiny=TINY):
    """Return the information sets at which a strategy is no best reply to the other player's
    trembling one, for each of the numbers ε: (ε, player, information set).
    """
    found = []
    for player in (1, 2):
        own = _by_infoset(strategies[player - 1])
        for epsilon in tiny:
            other = at_epsilon(trembles[2 - player], epsilon)
            _follow(
                game,
                player,
                other,
                [(0, Fraction(1))],
                lambda infoset, values, own=own, player=player, epsilon=epsilon: (
                    _is_best(player, own[infoset], values)
                    or found.append((epsilon, player, infoset))
                ),
            )
    return found


def faults_by_limit_beliefs(game, strategies, trembles):
    """Return the information sets at which a strategy could be left for a better one, by the
    beliefs that the trembles tend to: (player, information set).

    From there on the best of all strategies is looked for, against the other player's strategy.
    """
    found = []
    for player in (1, 2):
        own, other = _by_infoset(strategies[player - 1]), _by_infoset(strategies[2 - player])
        mistakes = _leading(trembles[2 - player])
        for infoset, nodes in _met(game, player, mistakes):
            least = min(order for _, order, _ in nodes)
            whole = sum(weight for _, order, weight in nodes if order == least)
            belief = [(node, weight / whole) for node, order, weight in nodes if order == least]
            both = own | other
            if _best(game, player, other, belief) != _played(game, both, belief):
                found.append((player, infoset))
    return found


def values_on(game, player, both):
    """Return what player 1 gets from each information set of a player on, for each list of its own
    moves that leads there, divided by the weight with which the other and chance do.
    """
    strategy = {
        infoset: [(0, share) for share in probabilities] for infoset, probabilities in both.items()
    }
    found = {}
    for infoset, nodes in _met(game, player, strategy):
        whole = sum(weight for *_, weight in nodes)
        here = [(node, weight / whole) for node, _, weight in nodes]
        found[infoset, tuple(node for node, _ in here)] = _played(game, both, here)
    return found


def far_from_limit(strategies, trembles, tiny=TINY[0], far=Fraction(1, 10**9)):
    """Return the information sets at which a trembling strategy is none, does not play every
    action, or is not near to the strategy.
    """
    found = []
    for strategy, trembling in zip(strategies, trembles, strict=True):
        played = at_epsilon(trembling, tiny)
        for infoset, probabilities in strategy:
            apart = (
                abs(one - other) for one, other in zip(probabilities, played[infoset], strict=True)
            )
            if min(played[infoset]) <= 0 or max(apart) > far:
                found.append(infoset)
    return found


def _by_infoset(strategy):
    return dict(strategy)


def at_epsilon(trembles, epsilon):
    """Return the behaviour strategy for a number ε."""
    found = {}
    for infoset, weights in trembles:
        numbers = [
            sum(number * epsilon**order for order, number in enumerate(weight))
            for weight in weights
        ]
        found[infoset] = [number / sum(numbers) for number in numbers]
    return found


def _leading(trembles):
    """Return per information set and action how many mistakes it is, and with which factor."""
    found = {}
    for infoset, weights in trembles:
        terms = [next((k, c) for k, c in enumerate(weight) if c) for weight in weights]
        least = min(order for order, _ in terms)
        whole = sum(factor for order, factor in terms if order == least)
        found[infoset] = [(order - least, factor / whole) for order, factor in terms]
    return found


def _best(game, player, other, frontier):
    """Return player 1's payoff if `player` plays a best response from weighted nodes that it cannot
    tell apart.
    """
    return _follow(game, player, other, frontier, lambda infoset, values: None)


def _follow(game, player, other, frontier, look):
    """Return the same, and call `look` with the action values of each information set, whatever the
    player did before.
    """
    total, sets = Fraction(0), {}
    waiting = list(frontier)
    while waiting:
        at, weight = waiting.pop()
        match game.nodes[at]:
            case Terminal(payoff):
                total += weight * payoff
            case Chance(_, probabilities, children):
                waiting += [(to, weight * p) for to, p in zip(children, probabilities, strict=True)]
            case Decision(infoset, children) if game.information_sets[infoset].player == player:
                sets.setdefault(infoset, []).append((children, weight))
            case Decision(infoset, children):
                shares = zip(children, other[infoset], strict=True)
                waiting += [(to, weight * share) for to, share in shares if share]
    for infoset, nodes in sets.items():
        values = [
            _follow(game, player, other, [(to[action], weight) for to, weight in nodes], look)
            for action in range(len(nodes[0][0]))
        ]
        look(infoset, values)
        total += max(values) if player == 1 else min(values)
    return total


def _is_best(player, probabilities, values):
    best = max(values) if player == 1 else min(values)
    return all(value == best for p, value in zip(probabilities, values, strict=True) if p)


def _played(game, both, frontier):
    """Return player 1's payoff if both follow their strategies."""
    total, waiting = Fraction(0), list(frontier)
    while waiting:
        at, weight = waiting.pop()
        match game.nodes[at]:
            case Terminal(payoff):
                total += weight * payoff
            case Chance(_, probabilities, children):
                waiting += [(to, weight * p) for to, p in zip(children, probabilities, strict=True)]
            case Decision(infoset, children):
                shares = zip(children, both[infoset], strict=True)
                waiting += [(to, weight * share) for to, share in shares if share]
    return total


def _met(game, player, mistakes):
    """Yield every information set of a player with the histories that lead to it after the same
    moves of its own: nodes, with the other's mistakes and the weight.
    """
    frontiers = [[(0, 0, Fraction(1))]]
    while frontiers:
        waiting, sets = frontiers.pop(), {}
        while waiting:
            at, order, weight = waiting.pop()
            match game.nodes[at]:
                case Chance(_, probabilities, children):
                    moves = zip(children, probabilities, strict=True)
                    waiting += [(to, order, weight * p) for to, p in moves]
                case Decision(infoset, _) if game.information_sets[infoset].player == player:
                    sets.setdefault(infoset, []).append((at, order, weight))
                case Decision(infoset, children):
                    moves = zip(children, mistakes[infoset], strict=True)
                    waiting += [(to, order + k, weight * c) for to, (k, c) in moves]
        for infoset, nodes in sets.items():
            yield infoset, nodes
            frontiers += [
                [(game.nodes[at].children[action], *more) for at, *more in nodes]
                for action in range(len(game.information_sets[infoset].actions))
            ]
