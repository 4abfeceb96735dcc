"""Spot checks: random histories of hand-ins that are drawn otherwise or have mistakes."""

import pytest

import handins
from efgc.pipeline.apps.course.grade import Chart
from efgc.pipeline.apps.course.grade import spot_checks as checks
from efgc.pipeline.apps.course.grade.spot_checks import HISTORIES, spot_checks
from efgc.schemas.parts.states import targets
from efgc.stages.parse import parse, textbook_graph
from efgc.stages.parse.maps import read_map
from small_games import published

MAPS = ("island-report", "cave-example", "two-bushes")
EVERY = [(name, rules) for name in MAPS for rules in ("island-2018", "cave-2023")]
# Drawings in which every history is found again by the rules of the checks.
FOLLOWED = (
    handins.renamed,
    handins.shuffled,
    handins.lettered,
    handins.numbered,
    handins.forced_left_out,
    handins.all_forced_left_out,
    handins.with_dummies,
)
# What players know is not compared.
KNOWLEDGE = ("know", "see", "one node is told", "two information sets")


def graph(name, rules, level=2):
    return parse(published(name), "0" * 64, rules=rules, level=level)


def textbook(name, rules):
    return textbook_graph(read_map(published(name)), graph(name, rules))


@pytest.mark.parametrize("name, rules", EVERY)
def test_an_unfolded_graph_is_the_one_of_level_0(name, rules):
    one, other = graph(name, rules, 0), textbook(name, rules)
    waiting, seen = [(one.start, other.start)], 0
    while waiting:
        at, there = waiting.pop()
        state, made = one.states[at], other.states[there]
        waiting += zip(targets(state), targets(made), strict=True)
        assert type(state) is type(made)
        assert getattr(state, "payoff", None) == getattr(made, "payoff", None)
        assert [move[:-1] for move in getattr(state, "moves", ())] == [
            move[:-1] for move in getattr(made, "moves", ())
        ]
        seen += 1
    assert seen == len(one.states) == len(other.states)


@pytest.mark.slow
@pytest.mark.parametrize("name, rules", EVERY)
def test_the_same_game_drawn_otherwise_is_followed(name, rules):
    game = handins.expanded(published(name), rules).game
    for change in FOLLOWED:
        chance = handins.rounds(name)
        drawn = (
            change(handins.nested(game), "x")
            if change is handins.renamed
            else change(handins.nested(game), chance)
        )
        found = spot_checks(textbook(name, rules), handins.built(drawn, game.players)[0], 50)
        assert (found.agree, found.drawn) == (50, 50), change


@pytest.mark.slow
@pytest.mark.parametrize("name, rules", EVERY)
def test_mistakes_in_moves_chances_and_payoffs_are_met(name, rules):
    made = handins.expanded(published(name), rules)
    start, gold, exits = (read_map(published(name)).squares(kind) for kind in "SGD")
    chart = Chart(start[0], frozenset(gold), frozenset(exits))
    met = 0
    for kind, game, _, _ in handins.mutations(made, chart, handins.rounds(name)):
        if any(word in kind for word in KNOWLEDGE):
            continue
        found = spot_checks(textbook(name, rules), game, 2 * HISTORIES)
        assert found.misfits, kind
        assert all(misfit.expected != misfit.found for misfit in found.misfits)
        met += 1
    assert met >= 8


def test_histories_with_too_many_candidates_are_counted_separately(monkeypatch):
    monkeypatch.setattr(checks, "MAX_CANDIDATES", 3)
    game = handins.expanded(published("island-1"), "island-2018").game
    found = spot_checks(textbook("island-1", "island-2018"), game, 10)
    assert (found.agree, found.unread, found.drawn) == (0, 10, 10)


def test_the_same_histories_are_drawn_again():
    game = handins.expanded(published("island-3"), "island-2018").game
    other = handins.expanded(published("island-1"), "island-2018").game
    first, second = (spot_checks(textbook("island-1", "island-2018"), game, 20) for _ in range(2))
    assert first == second and first.misfits
    assert spot_checks(textbook("island-1", "island-2018"), other, 20).agree == 20
