"""Edited bounds of a map: each refusal of their checker is a sentence."""

import json
import re
from copy import deepcopy
from functools import cache
from hashlib import sha256

import pytest

from efgc.stages.bounds.oracle.search import double_oracle
from efgc.stages.bounds.oracle.terrain import terrain_of
from efgc.stages.checkers import map_claim_checker
from efgc.stages.checkers.map_bounds_checker import check_map_bounds
from efgc.stages.checkers.map_claim_checker import RULES, Rejected
from efgc.stages.parse import map_game
from small_games import ARTIFACTS, game_of, solved

TEXT = (ARTIFACTS / "island-2" / "island-2.txt").read_text()
SMALL = "4\n4\nSG-E\n-#E-\nE-GG\n--ED\n2\n0.5\n"
TINY = "2\n4\nSGED\n-EG-\n1\n0.5\n"
VALUES = (
    *(None, True, -1, 0, 2, 1e308, float("nan"), float("inf"), 10**400),
    *("", "nowhere", "e1 e2", "e9", "stay", "up 99", "right 0", "up " + "9" * 5000),
    *([], {}, [[]], {"a": 1}, [1], ["a"], [None, None]),
)
PYTHON = re.compile(
    r"[A-Z][a-z]*Error|NoneType|<class|object|unhashable|argument|iterable|unpack|unsupported"
)


@cache
def claim_of(rules, text=TEXT):
    game = map_game(text, "0" * 64, rules=rules)
    *_, found = double_oracle(terrain_of(game), 1e-6)
    keys = "actions", "probabilities", "after"
    entries = [
        [{key: getattr(one, key) for key in keys} for one in strategy]
        for strategy in found.strategies()
    ]
    claim = {
        **{"format": "efgc/bounds", "version": 1, "map_rules": rules, "strategies": entries},
        **{"lower_bound": found.lower, "upper_bound": found.upper},
    }
    return json.loads(json.dumps(claim))


def checked(claim, text=TEXT):
    """Return the statement or the refusal."""
    claim = {"map_sha256": sha256(text.encode()).hexdigest(), **claim}
    try:
        return check_map_bounds(json.dumps(claim).encode(), text.encode())
    except Rejected as reason:
        return str(reason)


def places(data, place=()):
    """Yield the places of all values: of the first, of one in the middle and of the last entry of
    longer lists.
    """
    if place:
        yield place
    entries = list(data.items() if isinstance(data, dict) else enumerate(data))
    for key, value in entries if len(entries) < 7 else [entries[at] for at in (0, 2, -1)]:
        if isinstance(value, list | dict):
            yield from places(value, (*place, key))
        else:
            yield (*place, key)


def edited(claim, place, value):
    """Return a claim with another value at a place; with `...` without the value."""
    changed = at = deepcopy(claim)
    for key in place[:-1]:
        at = at[key]
    if value is ...:
        del at[place[-1]]
    else:
        at[place[-1]] = value
    return changed


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["island-2018", "cave-2023"])
def test_every_refusal_is_a_sentence(rules):
    claim = claim_of(rules, SMALL)
    assert checked(claim, SMALL).startswith("the value lies from ")
    refused = 0
    for place in places(claim):
        for value in (..., *VALUES):
            said = checked(edited(claim, place, value), SMALL)
            assert said and not PYTHON.search(said), (place, value, said)
            refused += not said.startswith("the value lies from ")
    assert refused > 500


FIRST = ("strategies", 0, 0)
REFUSED = [
    ((*FIRST, "actions"), ..., "strategy 1, entry 0: it needs the lists actions and probabilities"),
    ((*FIRST, "actions", 0), "up 99", "'up 99' is not a way to a place or an exit"),
    ((*FIRST, "actions", 0), "fly", "'fly' is not a way to a place or an exit"),
    ((*FIRST, "probabilities", 0), -1, "entry 0: probabilities are from 0 to 1, and not all 0"),
    ((*FIRST, "after"), 3, "strategy 1, entry 0: it needs the lists actions and probabilities"),
    (("strategies", 1, 0, "actions", 0), "e9", "'e9' is not a placement of the bandits"),
    (
        ("strategies", 1, 1, "actions", 0),
        "e9",
        "'e9' is not a move of the bandits after this alarm",
    ),
    (("strategies", 1, 0, "after"), ["e1"], "strategy 2 needs an entry without after"),
    (("strategies",), [[]], "the strategies are not two lists"),
    (("map_rules",), "chess", "map_rules is none of island-2013, island-2018"),
    (("map_rules",), ..., "the bounds need the keys format, lower_bound, map_rules"),
    (("lower_bound",), "3", "lower_bound is not a number"),
    (("lower_bound",), -1e300, "lower_bound is not a number, or too large"),
    (("version",), 2, "not bounds of version 1"),
]


@pytest.mark.parametrize("place, value, words", REFUSED)
def test_edited_bounds_are_refused(place, value, words):
    assert words in checked(edited(claim_of("island-2018"), place, value))


def repeat_entry(strategy):
    strategy.append(strategy[0])


ENTRIES = [
    (lambda strategy: strategy[0].update(probabilities=[0, 0]), "0: probabilities are from 0 to 1"),
    (lambda strategy: strategy[0].update(probabilities=[1]), "0: each action needs one probabil"),
    (
        lambda strategy: strategy[0].update(actions=["e1", "e1"]),
        "0: each action needs one probabil",
    ),
    (repeat_entry, "an earlier entry has the same after"),
]


@pytest.mark.parametrize("change, words", ENTRIES)
def test_entries_without_a_meaning_are_refused(change, words):
    claim = deepcopy(claim_of("island-2018", SMALL))
    strategy = claim["strategies"][0]
    strategy[0] |= {"actions": strategy[0]["actions"][:2], "probabilities": [0.5, 0.5]}
    change(strategy)
    assert words in checked(claim, SMALL)


def test_strategies_of_too_many_entries_are_refused(monkeypatch):
    monkeypatch.setattr(map_claim_checker, "MOST", 1)
    assert checked(claim_of("island-2018", SMALL), SMALL) == "the strategies are too long"


@pytest.mark.parametrize("rules", RULES)
def test_bounds_of_a_map_are_proved_around_its_value_and_no_better_ones(rules):
    text = TINY if rules == "cave-2023" else SMALL
    claim, value = claim_of(rules, text), solved(game_of(text, rules, 2)).exact.value
    proved = re.fullmatch("the value lies from (.*) to (.*)", checked(claim, text))
    lower, upper = map(float, proved.groups())
    assert lower - 1e-7 <= value <= upper + 1e-7
    assert "player 1 guarantees" in checked(claim | {"lower_bound": float(value) + 1e-3}, text)
    assert "player 2 concedes" in checked(claim | {"upper_bound": float(value) - 1e-3}, text)
