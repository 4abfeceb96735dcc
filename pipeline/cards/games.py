"""Games of Goofspiel between fixed strategies, all simulated together, round by round."""

import numpy as np

from pipeline.cards.outcome import Bids
from pipeline.cards.tables import Array, Indices, Round


def played(rounds: tuple[Round, ...], bids: tuple[Bids, Bids], games: int, seed: int) -> Array:
    """Return player 1's winnings in each of `games` games. The same seed gives the same games."""
    chance = np.random.default_rng(seed)
    score = np.zeros(games)
    one, two, prizes = (np.zeros(games, np.int64) for _ in range(3))
    for at in reversed(rounds):
        up = chance.integers(0, at.cards, games)
        cards = [
            _drawn(part[at.cards - 1][one, two, prizes, up], chance.random(games)) for part in bids
        ]
        first, second = at.held[0][one, cards[0]], at.held[1][two, cards[1]]
        score += at.prizes[prizes, up] * np.sign(first - second)
        one, two = at.left[0][one, cards[0]], at.left[1][two, cards[1]]
        prizes = at.left[2][prizes, up]
    return score


def _drawn(weights: Array, chance: Array) -> Indices:
    """Draw a card's index for each game, never one of probability 0."""
    reached = np.cumsum(weights, axis=1)
    found = (reached <= (chance * reached[:, -1])[:, None]).sum(axis=1)
    last = weights.shape[1] - 1 - np.argmax(weights[:, ::-1] > 0, axis=1)
    return np.asarray(np.minimum(found, last), np.int64)
