"""Broken state graphs of version 2: every problem with its line and column."""

import pytest

from efgc.schemas.parts.problems import InputError
from efgc.schemas.state_graph import is_version_2, read
from observation_graphs import BURGLAR, KUHN

NUMBER = "is not a number; write 3, 0.33 or 1/3"
CASES = {
    # What is replaced in BURGLAR, its replacement, and the problems.
    "top key": (
        "start: night",
        "start: night\nfoo: 1",
        ["6:6: unknown key 'foo'; known are format"],
    ),
    "state key": (
        "actor: thief",
        "actor: thief\n    foo: 1",
        ["10:10: unknown key 'foo'; known are"],
    ),
    "move key": (
        "wait: {",
        "wait: {foo: 1, ",
        ["11:19: unknown key 'foo'; known are to, reward, sees"],
    ),
    "chance": ("wait: {", "wait: {p: 1, ", ["11:17: unknown key 'p'; known are to, reward, sees"]),
    "no p": ("p: 1/3, ", "", ["26:13: the key 'p' is missing"]),
    "p": ("p: 1/3", "p: often", [f"26:17: 'often' {NUMBER}"]),
    "sum": ("p: 1/3", "p: 1/2", ["26:7: the probabilities sum to 7/6, not to 1"]),
    "negative": ("p: 1/3", "p: -1/3", ["sum to 1/3, not to 1", "-1/3 is not above 0"]),
    "seen by": ("guard: noise", "cop: noise", ["'cop' is no player; these are thief and guard"]),
    "sees text": ("{thief: noise, guard: noise}", "noise", ["26:39: 'noise' is not a mapping"]),
    "sees list": ("{thief: noise, guard: noise}", "[a]", ["26:39: a list is not a mapping"]),
    "cycle": (
        "limit: {moves: 6, payoff: 1}\n",
        "",
        ["8:5: a cycle without an end: night -> dark -> noise -> night; give a limit of moves"],
    ),
    "no limit": ("moves: 6", "moves: 0", ["6:16: 0 is not above 0"]),
    "limit": ("moves: 6", "moves: many", ["6:16: 'many' is not a whole number"]),
    "a list as limit": ("{moves: 6, payoff: 1}", "[6]", ["6:8: a list is not a mapping"]),
    "unreachable": ("gone: {", "far: {payoff: 1}\n  gone: {", ["28:8: no play reaches this state"]),
    "no moves": ("{payoff: 0}", "{actor: thief, moves: {}}", ["28:31: there is no move"]),
    "list of moves": ("{payoff: 0}", "{actor: thief, moves: [a]}", ["a list is not a mapping"]),
    "target": ("to: dark", "to: drak", ["11:18: 'drak' is not a state"]),
    "list as target": ("to: dark", "to: [dark]", ["11:18: a list is not text"]),
    "label": ("wait: {", "'': {", ["11:11: a move needs a label"]),
    "same label": ("steal: {", "wait: {", ["12:7: duplicate key 'wait'"]),
    "same state": ("caught: {", "gone: {", ["29:3: duplicate key 'gone'"]),
    "state": ("{payoff: 0}", "0", ["28:9: '0' is not a mapping"]),
    "payoff": ("payoff: 0", "payoff: none", [f"28:18: 'none' {NUMBER}"]),
    "infinite": ("payoff: 0", "payoff: .inf", [f"28:18: '.inf' {NUMBER}"]),
    "huge": ("payoff: 0", "payoff: 1e300", ["28:18: about 1e+300 is beyond 1e290"]),
    "reward": ("reward: 2", "reward: lots", [f"12:33: 'lots' {NUMBER}"]),
    "actor": ("thief\n", "cop\n", ["9:12: 'cop' is not a known actor; known are thief, guard"]),
    "one player": ("[thief, guard]", "[thief]", ["4:10: a game here has 2 players, not 1"]),
    "same players": ("thief, guard]", "a, a]", ["4:10: the two players have the same name"]),
    "a player chance": ("guard]", "chance]", ["4:18: 'chance' cannot be a player's name"]),
    "players": ("[thief, guard]", "thief", ["4:10: 'thief' is not a list"]),
    "start": ("start: night", "start: day", ["5:8: 'day' is not a state"]),
    "no start": ("start: night\n", "", ["1:1: the key 'start' is missing"]),
    "title": ("title: burglar", "title: [a]", ["3:8: a list is not text"]),
}


def problems(text):
    with pytest.raises(InputError) as caught:
        read(text)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("old, new, expected", CASES.values(), ids=CASES)
def test_problems_have_their_places(old, new, expected):
    assert old in BURGLAR
    found = problems(BURGLAR.replace(old, new, 1))
    assert len(found) == len(expected)
    for problem, words in zip(found, expected, strict=True):
        assert words in problem


def test_a_file_without_states_has_one_problem():
    head = BURGLAR[: BURGLAR.index("states:")]
    assert problems(head) == ["1:1: the key 'states' is missing"]
    assert problems(head + "states: {}\n") == ["7:9: there is no state"]
    assert problems(head + "states:\n") == ["7:8: '' is not a mapping"]


def test_a_player_that_cannot_know_its_actions_is_shown_two_histories():
    (problem,) = problems(
        KUHN.replace("JQ: {actor: Ann, moves: {check:", "JQ: {actor: Ann, moves: {go:")
    )
    assert (
        "Ann cannot know its actions here: after JK they are bet, check, after JQ they are bet, "
        in problem
    )


def test_a_version_is_recognised():
    assert is_version_2("version: 2\n") and is_version_2("a: 1\nversion : '2' # the new one\n")
    assert is_version_2('{"format": "efgc/state-graph", "version": 2, "states": {}}')
    assert not is_version_2("version: 1\n") and not is_version_2("version: 20\n")
