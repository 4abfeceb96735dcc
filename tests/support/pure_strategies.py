"""Random trees, and a second computation of strategies' values by playing out every pure strategy.

No sequence, no realization weight and no information set is settled before another one here; all
that is shared with the stages is the record of a game.
"""

import random
from fractions import Fraction
from itertools import product

from card_games import listed
from efgc.schemas.game import Chance, Decision, Terminal


def random_game(seed, most=300):
    """Return a tree of up to five moves with perfect recall, in which no player has more than
    `most` pure strategies and both have several.
    """
    chance = random.Random(seed)
    while True:
        game = listed(f"random {seed}", _rules(chance.random(), chance), ())
        if all(1 < _count(game, player) <= most for player in (1, 2)):
            return game


def _count(game, player):
    found = 1
    for infoset in game.information_sets:
        found *= len(infoset.actions) if infoset.player == player else 1
    return found


def _rules(seed, chance):
    depth = chance.randint(2, 5)
    movers = [chance.choice((0, 1, 1, 2, 2)) for _ in range(depth)]
    # Whether a player sees the other's move.
    seen = [[chance.random() < 0.4 for _ in range(3)] for _ in range(depth)]

    def drawn(*what):
        return random.Random(repr((seed, what)))

    def rules(position):
        at = len(position)
        if at == depth:
            return "ends", Fraction(drawn(position).randint(-9, 9), drawn(position).randint(1, 4))
        mover = movers[at]
        knows = tuple(
            move if movers[turn] == mover or seen[turn][mover] else "?"
            for turn, move in enumerate(position)
        )
        lot = drawn(at, knows if mover else position)
        names = "abc"[: lot.choice((1, 2, 2, 3))]
        onward = [(name, (*position, name)) for name in names]
        if mover:
            return "moves", mover, knows, onward
        parts = [lot.randint(1, 5) for _ in names]
        return "chance", [
            (name, Fraction(part, sum(parts)), to)
            for part, (name, to) in zip(parts, onward, strict=True)
        ]

    return rules


def payoff(game, strategies):
    """Return player 1's payoff for two strategies, each a dict from information set to
    probabilities, walking through all histories.
    """
    every = {**strategies[0], **strategies[1]}

    def below(number):
        node = game.nodes[number]
        match node:
            case Terminal(paid):
                return paid
            case Chance(_, shares, children):
                pass
            case Decision(infoset, children):
                shares = every[infoset]
        return sum(
            (share * below(child) for share, child in zip(shares, children, strict=True) if share),
            Fraction(0),
        )

    return below(0)


def best_pure(game, player, opponent):
    """Return player 1's payoff for the best pure strategy of a player against a strategy of the
    other one, a dict: the best of all of them.
    """
    ends = list(_ends(game, player, opponent))
    own = [at for at, infoset in enumerate(game.information_sets) if infoset.player == player]
    every = product(*(range(len(game.information_sets[at].actions)) for at in own))
    return (max if player == 1 else min)(
        sum((paid for needed, paid in ends if needed <= chosen), Fraction(0))
        for chosen in (frozenset(zip(own, actions, strict=True)) for actions in every)
    )


def _ends(game, player, opponent):
    """Yield the terminal nodes: the player's moves on the way, and the payoff times all other
    probabilities.
    """
    waiting = [(0, frozenset(), Fraction(1))]
    while waiting:
        number, needed, weight = waiting.pop()
        match game.nodes[number]:
            case Terminal(paid):
                yield needed, paid * weight
            case Chance(_, shares, children):
                waiting += [
                    (child, needed, weight * share)
                    for child, share in zip(children, shares, strict=True)
                ]
            case Decision(infoset, children):
                own = game.information_sets[infoset].player == player
                for action, child in enumerate(children):
                    if own:
                        waiting.append((child, needed | {(infoset, action)}, weight))
                    else:
                        waiting.append((child, needed, weight * opponent[infoset][action]))


def random_strategy(game, player, chance):
    """Return a strategy as a dict: some information sets are played purely, some with a
    probability of 0.
    """
    found = {}
    for at, infoset in enumerate(game.information_sets):
        if infoset.player == player:
            parts = [chance.choice((0, 0, 1, 1, 2, 5, 7)) for _ in infoset.actions]
            parts[chance.randrange(len(parts))] += 1
            found[at] = tuple(Fraction(part, sum(parts)) for part in parts)
    return found
