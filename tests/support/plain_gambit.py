"""The lines of the nodes of a game in a Gambit file, one by one."""

from efgc.schemas.game import Chance, Decision, Terminal
from efgc.stages.expand.gambit import branches, labels, portable


def nodes(game, named):
    """Yield the lines of all histories in prefix order; `named` has the labels of information sets
    that have one.
    """
    heads = _heads(game, named)
    chances = outcomes = 0
    waiting = [0]
    while waiting:
        match game.nodes[waiting.pop()]:
            case Decision(infoset, children):
                yield heads[infoset]
                waiting += children[::-1]
            case Chance(actions, probabilities, children):
                chances += 1
                yield f'c "" {chances} "" {{ {branches(actions, probabilities)} }} 0\n'
                waiting += children[::-1]
            case Terminal(payoff):
                outcomes += 1
                yield (
                    f't "" {outcomes} "" {{ {portable(payoff)} '
                    f"{portable(game.constant - payoff)} }}\n"
                )


def _heads(game, named):
    number = {
        infoset: at for player in (1, 2) for at, infoset in enumerate(game.infosets(player), 1)
    }
    return [
        (
            f'p "" {infoset.player} {number[at]} "{named.get(at, "")}" {{ '
            f"{' '.join(labels(infoset.actions))} }} 0\n"
        )
        for at, infoset in enumerate(game.information_sets)
    ]
