"""Strategies with probabilities of very different sizes."""

from efgc.schemas.strategies import Behaviour

WEIGHTS = (0.0, 0.0, 1e-9, 1.0, 1e-300, 5e-324, 0.3, 1 / 3)


def drawn(game, player, draw):
    """Return any strategy of a player."""
    found = []
    for infoset in game.infosets(player):
        weights = [
            draw.choice((*WEIGHTS, draw.random())) for _ in game.information_sets[infoset].actions
        ]
        weights[draw.randrange(len(weights))] += draw.choice((1.0, 1e-3))
        found.append(Behaviour(infoset, 1.0, tuple(weight / sum(weights) for weight in weights)))
    return tuple(found)
