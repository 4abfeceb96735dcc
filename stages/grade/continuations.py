"""What can follow a node, as a number: nodes of two trees have the same one where play can go on in
the same ways, whoever knows what.
"""

from fractions import Fraction

from schemas.game import Chance, Decision, Game, Terminal, children
from stages.grade.nodes import CHANCE, forced, outcomes


def continuations(game: Game, known: dict[object, int]) -> list[int]:
    """Return per node a number for what can follow, without labels, order, information sets and
    forced moves.

    `known` has the numbers so far; it is the same for both trees.
    """
    found = [0] * len(game.nodes)
    for node in reversed(range(len(found))):
        record = game.nodes[node]
        if forced(game, node):
            found[node] = found[children(record)[0]]
            continue
        key: object
        match record:
            case Terminal(payoff):
                key = payoff
            case Chance():
                shares = _shares(game, node, found)
                if len(shares) == 1:  # Whatever chance does, the same follows.
                    found[node] = found[record.children[0]]
                    continue
                key = (CHANCE, *sorted(shares.items()))
            case Decision(infoset, following):
                player = game.information_sets[infoset].player
                key = (player, *sorted(found[child] for child in following))
        found[node] = known.setdefault(key, len(known))
    return found


def _shares(game: Game, node: int, found: list[int]) -> dict[int, Fraction]:
    """Return with which probability chance leads to which continuation."""
    shares: dict[int, Fraction] = {}
    for outcome in outcomes(game, node):
        after = found[outcome.node]
        shares[after] = shares.get(after, Fraction(0)) + outcome.probability
    return shares
