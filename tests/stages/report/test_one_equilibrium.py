"""The game of steps is played by the equilibrium that is reported for the game of ways."""

from collections import defaultdict

import pytest

from drawn_maps import drawn_map
from efgc.pipeline.apps.play import solved_play
from efgc.pipeline.files.text import Text
from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.run import result
from efgc.schemas.game import Chance, Terminal
from efgc.stages.expand import expand
from efgc.stages.parse import parse
from efgc.stages.report.best_response import best_response_value
from efgc.stages.report.carry import carry
from efgc.stages.report.measures import largest_payoff
from matches import ready
from small_games import published

MAPS = [
    *("island-1", "island-2", "island-3", "island-report", "cave-example", "maze"),
    *("two-bushes", "three-bushes"),
]


def reported(text, name="map.txt", **asked):
    return result(Text(text, name, name, "0" * 64), Settings(**asked)).report


def plays(game, strategies):
    """Return how likely each play is, by all steps on the way."""
    shares = {one.infoset: one.probabilities for strategy in strategies for one in strategy}
    found = defaultdict(float)

    def follow(number, share, steps):
        node = game.nodes[number]
        if isinstance(node, Terminal):
            found[steps] += share
            return
        if isinstance(node, Chance):
            labels, weights = node.actions, map(float, node.probabilities)
        else:
            labels, weights = game.information_sets[node.infoset].actions, shares[node.infoset]
        for label, weight, child in zip(labels, weights, node.children, strict=True):
            if weight > 0:
                follow(child, share * weight, (*steps, *label.split(" ")))

    follow(0, 1.0, ())
    return found


@pytest.mark.slow
@pytest.mark.parametrize("level", [None, 0, 1, 2])
@pytest.mark.parametrize("name", MAPS)
def test_play_follows_the_reported_equilibrium_at_every_level(name, level, monkeypatch):
    if (name, level) == ("maze", 0) or (name, level) == ("maze", 1):
        pytest.skip("many steps")
    monkeypatch.setattr(solved_play, "playable", lambda report, several=(): report)
    made = solved_play.prepare(
        Text(published(name), "map.txt", "", "0" * 64), Settings(level=level)
    )
    # The default level is 0 here, but in the maze; those above it are of one equilibrium.
    report = reported(published(name), level=2 if level in (1, 2) else None)
    mine = plays(made.game, made.strategies)
    theirs = plays(report.game, report.strategies)
    assert max(abs(mine[steps] - theirs[steps]) for steps in {*mine, *theirs}) < 1e-9
    gap = made.bounds.upper - made.bounds.lower
    assert gap <= 1e-9 * largest_payoff(made.game)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_strategies_of_ways_are_an_equilibrium_of_the_shared_game_of_steps(seed):
    text, rules = drawn_map(seed)
    report = reported(text, rules=rules)
    game = expand(parse(text, "0" * 64, "map.txt", rules, 1))
    strategies = carry(report.game, report.strategies, game)
    lower = best_response_value(game, 2, strategies[0])
    upper = best_response_value(game, 1, strategies[1])
    assert abs(upper - lower) <= 1e-9 * max(1.0, largest_payoff(game))


def test_players_with_other_optimal_strategies_are_known():
    assert ready("island-1").several == ()
    assert ready("island-3").several == (1,)
