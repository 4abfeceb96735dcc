"""What a player sees: all that it knows, and nothing else, in every play there can be."""

import json
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from card_games import kuhn
from efgc.pipeline.apps.play.look import advice_data, cost_data, look, tally_data
from efgc.pipeline.apps.play.solved_match import SolvedMatch
from matches import begin, played, ready, ready_game
from random_games import random_game
from small_games import law

MAPS = ("three-bushes", "island-1", "island-3", "cave-example")


def every_point(made, people):
    """Yield a match wherever it may stand, whoever moves how."""
    waiting = [SolvedMatch(ready=made, people=people, seed=0)]
    while waiting:
        match = waiting.pop()
        yield match
        waiting += [match.after_move(action) for action in range(len(match.possible))]


def knows(match, player):
    """Return all that a player knows by the rules: its information sets, and what it did there."""
    infoset = match.rules.infoset
    moves = [(infoset(move.position), move.action) for move in match.moves if move.player == player]
    return tuple(moves), match.infoset if match.waiting == player else None


def told(match, player):
    """Return all that is told to a player, as it is sent."""
    assert match.waiting == player
    seen = look(match)
    return json.dumps([seen, advice_data(match), tally_data(match)])


def is_discreet(made, people, player):
    """Assert that at all points at which a player knows the same it is told the same; return at how
    many information sets there was something to hide.
    """
    points = defaultdict(list)
    for match in every_point(made, people):
        if match.awaits_choice() and match.waiting == player:
            points[knows(match, player)].append(match)
    for alike in points.values():
        assert len({told(match, player) for match in alike}) == 1
        assert len({match.version for match in alike}) == 1 or len(people) == 2
        assert len({json.dumps(cost_data(match)) for match in alike}) == 1 or len(people) == 2
    return sum(len(alike) > 1 for alike in points.values())


@pytest.mark.many
@pytest.mark.parametrize("people", [(1,), (2,), (1, 2)])
@pytest.mark.parametrize("name", MAPS)
def test_no_secret_of_a_map_is_revealed(name, people):
    hidden = [is_discreet(ready(name), people, player) for player in people]
    assert name == "cave-example" or people == (2,) or hidden[0]


@given(st.integers(0, 10**6), st.sampled_from(((1,), (2,), (1, 2))))
@law(200)
def test_no_secret_of_a_random_game_is_revealed(number, people):
    for player in people:
        is_discreet(ready_game(random_game(number)), people, player)


def test_no_hidden_card_of_kuhn_poker_is_revealed():
    assert is_discreet(ready_game(kuhn()), (1,), 1) == 6


@pytest.mark.parametrize("name", MAPS)
def test_the_places_are_those_that_the_rules_leave_open(name):
    """Compared with the labels of all plays in which the agent sees the same."""
    open_to, shown = defaultdict(set), {}
    for match in every_point(ready(name), (1,)):
        if match.waiting == 1 and match.moves:
            key = knows(match, 1)
            open_to[key].add(secret(match))
            shown[key] = look(match)["map"]["places"]
    assert len(shown) > 2
    for key, secrets in open_to.items():
        for place in shown[key]:
            holds = {place["name"] in held for held in secrets}
            words = {True: "occupied", False: "empty"}
            assert place["known"] == (words[holds.pop()] if len(holds) == 1 else "unknown")


def secret(match):
    """Return what the labels of a play say that player 2 holds."""
    held = set(match.moves[0].label.split())
    for move in match.moves[1:]:
        if move.player == 2 and " to " in move.label:
            old, _, new = move.label.split()
            held = held - {old} | {new}
    return frozenset(held)


@pytest.mark.parametrize("name", MAPS)
def test_the_way_on_the_board_is_that_of_the_labels(name):
    ends = set()
    for match in every_point(ready(name), (1,)):
        if match.awaits_choice():
            seen = look(match)
            squares = [tuple(action["to"]) for action in seen["actions"]]
            assert len(set(squares)) == len(squares)
            for action, square in zip(seen["actions"], squares, strict=True):
                after = look(match.act(action["label"]))["map"]
                assert list(square) in after["path"] and list(square) not in seen["map"]["path"]
        if match.over:
            board = look(match)["map"]
            letters = [board["rows"][row][column] for row, column in board["path"]]
            assert letters[0] == "S" and "#" not in letters
            ends.add(letters[-1])
    assert {"D", "E"} <= ends or name in ("three-bushes", "cave-example")


def test_the_bandits_see_their_places_and_no_agent_until_the_end():
    match = begin(ready("three-bushes"), (2,), 1)
    seen = look(match)
    assert seen["question"] == "bandits: where do you hide?" and seen["map"]["path"] == []
    assert {place["known"] for place in seen["map"]["places"]} == {"unknown"}
    match = match.act("e1")
    seen = look(match)
    assert seen["map"]["at"] is None and seen["map"]["path"] == []
    assert [place["known"] for place in seen["map"]["places"]] == ["occupied", "empty", "empty"]
    assert seen["question"] == "bandits: does one of you move?"
    assert seen["story"][seen["last"] :] == [{"who": "you see", "player": 0, "text": "alarm at e3"}]


def test_everything_is_revealed_at_the_end():
    for seed in range(10):
        match = played(ready("island-1"), (1,), seed)
        seen = look(match)
        assert match.over and seen["actions"] == [] and seen["question"] == ""
        assert [entry["text"] for entry in seen["all"]] == [move.label for move in match.moves]
        assert tally_data(match)["payoff"] is not None
        assert "unknown" not in {place["known"] for place in seen["map"]["places"]}
        mine = [entry["text"] for entry in seen["story"] if entry["player"] == 1]
        assert mine == [move.label for move in match.moves if move.player == 1]


def test_information_sets_that_look_alike_have_their_numbers():
    asked = {look(begin(ready_game(kuhn()), (1,), seed))["question"] for seed in range(20)}
    assert len(asked) == 3 and all("information set" in question for question in asked)


def test_a_match_without_people_is_seen_by_a_spectator():
    assert look(begin(ready("island-1"), (), 1))["player"] == 0
