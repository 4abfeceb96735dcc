"""Evaluations on state graphs whose games are not listed, beside those of the listed games."""

import plain_observed
from efgc.schemas.evaluation import StrategyOrigin
from efgc.schemas.parts.problems import InputError
from efgc.schemas.state_graph import read
from efgc.stages.evaluate import UnlistedGame, evaluate_graph
from efgc.stages.strategies import fitted_to_graph
from plain_observed import Inconsistent
from random_observed import random_graph, text_of
from small_games import seeds

WIDTH = 1e-9
GRAPHS = len(seeds(200))


def on_graph(graph, *texts):
    """Return the evaluation of the strategies in texts on a graph."""
    game = UnlistedGame(graph, 100_000)
    asked = game.graph, lambda: graph.digest, lambda: game.situations
    fit = [fitted_to_graph(text, *asked) for text in texts]
    return evaluate_graph(game, *fit)


def encloses(found, exact):
    """Return whether bounds enclose a number narrowly."""
    return found.low <= exact <= found.high and found.high - found.low < WIDTH


def agree(found, listed):
    """Assert that an evaluation on a graph encloses an exact one of the listed game."""
    assert found.profile == listed.profile
    pairs = [(found.nash_conv, listed.nash_conv), *zip(found.gains, listed.gains, strict=True)]
    matches = zip(found.matches, listed.matches, strict=True)
    pairs += [(one.value, other.value) for one, other in matches]
    for one, other in zip(found.strategies, listed.strategies, strict=True):
        assert (one is None) == (other is None)
        if one is not None:
            pairs.append((one.guarantee, other.guarantee))
    for one, other in pairs:
        assert (one is None) == (other is None) or StrategyOrigin.BEST_RESPONSE in found.profile
        assert one is None or encloses(one, other.exact)


def consistent(number, cyclic):
    """Return a random graph as data, and read; None if a player cannot know its actions."""
    data = random_graph(number, cyclic)
    try:
        plain_observed.sizes(data)
        return data, read(text_of(data))
    except (Inconsistent, InputError):
        return None
