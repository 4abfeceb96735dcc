"""Actions by number: OpenSpiel's numbers, and labels that are numbers."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from bad_strategies import coins
from efgc.schemas.parts.problems import InputError
from efgc.stages.parse.openspiel import parse_openspiel
from efgc.stages.strategies import fitted
from gambit_games import parse_gambit

HALF = Fraction(1, 2)
FOLD, CALL, RAISE = range(3)
TABLE = "player,information_set,action,probability"


@pytest.fixture(scope="module")
def leduc():
    pytest.importorskip(
        "pyspiel", reason="OpenSpiel is not installed: pip install -e '.[openspiel]'"
    )
    return parse_openspiel("openspiel:leduc_poker", "0" * 64, 10**5)


def policy(game, two, three):
    """Return a policy with the same value for information states with two actions, and another for
    those with three.
    """
    return json.dumps(
        {
            infoset.sees[0]: two if len(infoset.actions) == 2 else three
            for infoset in game.information_sets
        }
    )


def plays(game, text):
    """Return the different distributions by the labels of the actions."""
    return {
        game.information_sets[infoset].actions: shares
        for strategy in fitted(text, game).players
        for infoset, shares in strategy
    }


def problems(game, text):
    with pytest.raises(InputError) as caught:
        fitted(text, game)
    return [str(problem) for problem in caught.value.problems]


ALL = [[FOLD, "1/4"], [CALL, "1/4"], [RAISE, "1/2"]]
WITHOUT_FOLD, FOLD_TOO = ("Call", "Raise"), ("Fold", "Call", "Raise")
SURE_CALL = {("Call", "Raise"): (1, 0), ("Fold", "Call"): (0, 1)}


@pytest.mark.parametrize(
    "two",
    [
        [[FOLD, 0.0], [CALL, 1.0]],  # Raise is left out. Where folding is legal, it is there.
        [[FOLD, 0], [CALL, 1], [RAISE, 0]],
        [[RAISE, 0], [CALL, 1], [FOLD, 0]],
        [[CALL, 1]],
        [["1", 1], ["0", 0]],
        [[CALL, 1], [99, 0]],
        {"0": 0, "1": 1},
        {"0": 0, "1": 1, "2": 0},
        {" 1": 1},
        {"Call": 1},
        [0, 1, 0],
    ],
)
def test_a_number_is_the_same_action_at_every_information_state(two, leduc):
    found = plays(leduc, policy(leduc, two, ALL))
    assert found.pop(FOLD_TOO) == (HALF / 2, HALF / 2, HALF)
    assert found == SURE_CALL


def test_a_list_has_the_legal_actions(leduc):
    found = plays(leduc, policy(leduc, [1, 0], ["1/4", "1/4", "1/2"]))
    assert found == {WITHOUT_FOLD: (1, 0), ("Fold", "Call"): (1, 0), FOLD_TOO: (0.25, 0.25, 0.5)}


def at_first(game, value):
    """Return a policy with a value at the first information state, where folding is illegal."""
    first, *_ = game.information_sets
    assert first.actions == WITHOUT_FOLD
    return json.dumps(json.loads(policy(game, [[CALL, 1]], ALL)) | {first.sees[0]: value})


@pytest.mark.parametrize(
    "value, problem",
    [
        ([[FOLD, 0.5], [CALL, 0.5]], "has no action 0 in OpenSpiel; it has 1, 2"),
        ([[FOLD, 1], [RAISE, 0]], "has no action 0 in OpenSpiel; it has 1, 2"),
        ([[CALL, 0.5], [99, 0.5]], "has no action 99 in OpenSpiel; it has 1, 2"),
        ([[CALL, 0.5], [CALL, 0.5]], "duplicate action 1"),
        ([[CALL, 0.5], ["1", 0.5]], "duplicate action 1"),
        ([[CALL, 0.5], ["Call", 0.5]], "duplicate action 'Call'"),
        ([[FOLD, 0], [FOLD, 0], [CALL, 1]], "duplicate action 0"),
        ({"1": 0.5, "01": 0.5}, "duplicate action 1"),
        ([[True, 1]], "expected a pair of an action and a probability"),
        ([1], "1 probabilities for 2 actions: 'Call', 'Raise'"),
    ],
)
def test_other_numbers_are_refused(value, problem, leduc):
    found = problems(leduc, at_first(leduc, value))
    assert any(problem in one for one in found) and all(one.startswith("1:") for one in found)


def test_a_string_of_both_players_has_numbers_for_both():
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    game = parse_openspiel("openspiel:goofspiel(num_cards=2)", "0" * 64, 1000)
    words = {infoset.sees[0]: len(infoset.actions) for infoset in game.information_sets}
    assert len(game.information_sets) == 2 * len(words)
    pairs = {word: [[0, 0.0], [1, 1.0]] for word, count in words.items() if count == 2}
    found = plays(game, json.dumps(pairs))
    assert found["[P0]Bid: 1", "[P0]Bid: 2"] == found["[P1]Bid: 1", "[P1]Bid: 2"] == (0, 1)


def without_numbers(game):
    """Return a game of OpenSpiel as one of another tool."""
    return replace(game, source=None)


def test_an_exported_game_needs_the_same_number_for_an_action_everywhere(leduc):
    game = without_numbers(leduc)
    legal = {
        infoset.sees[0]: [[number, int(label == "Call")] for number, label in numbers]
        for infoset in game.information_sets
        for numbers in [[(FOLD_TOO.index(label), label) for label in infoset.actions]]
    }
    assert plays(game, json.dumps(legal)) == SURE_CALL | {FOLD_TOO: (0, 1, 0)}
    wrong = policy(game, [[FOLD, 0.0], [CALL, 1.0]], ALL)
    found = problems(game, wrong)
    assert "the action 'Call' would be 0 here, but 1 elsewhere; give its label" in found[0]
    # Nothing is left out if all are played.
    mixed = {words: [[at, "1/2"] for at in (3, 5)] for words in legal}
    three = {i.sees[0]: ALL for i in game.information_sets if len(i.actions) == 3}
    assert plays(game, json.dumps(mixed | three))[WITHOUT_FOLD] == (HALF, HALF)


def test_duplicate_numbers_in_another_game():
    text = '{"doubled": [[0, 0.5], [0, 0.25], [2, 0.25]]}'
    assert problems(coins(), text) == ["1:24: duplicate action 0"]


def one_set(*labels):
    ends = "".join(f't "" {at} "" {{ {at} {-at} }}\n' for at in range(1, len(labels) + 1))
    named = " ".join(f'"{label}"' for label in labels)
    return parse_gambit(f'EFG 2 R "x" {{ "A" "B" }}\n""\np "" 1 1 "s" {{ {named} }} 0\n{ends}', "")


@pytest.mark.parametrize(
    "labels, first",
    [
        (("1.0", "0.0"), ("1", "0")),
        (("-1", "+1"), ("-1.0", "1")),
        (("1/2", "0"), ("0.5", "0.0")),
        (("1e0", "2e0"), ("1", "2")),
        (("1", "0"), ("1", "0")),
        (("1.0", "fold"), ("1", "fold")),
        (("1", "1.0", "2"), ("1", "1.0", "2.0")),
        (("call", "fold"), ("0", "1")),
    ],
)
def test_labels_that_are_numbers_are_read_by_their_values(labels, first):
    rest = ["0"] * (len(labels) - 1)
    rows = [f"1,0,{label},{share}" for label, share in zip(first, ["1", *rest], strict=True)]
    found = fitted("\n".join([TABLE, *rows[::-1], ""]), one_set(*labels))
    assert found.players[0][0].probabilities[0] == 1


@pytest.mark.parametrize(
    "labels, action",
    [(("1.0", "2.0"), "0"), (("-1", "x"), "0"), (("1/2", "x"), "1"), (("1", "1.0"), "1e0")],
)
def test_places_beside_labels_that_are_numbers_are_refused(labels, action):
    [problem] = problems(one_set(*labels), f"{TABLE}\n1,0,{action},1\n")
    assert f"has no action '{action}'" in problem


def test_equal_labels_are_duplicate_actions():
    text = f"{TABLE}\n1,0,1,0.5\n1,0,1.0,0.5\n"
    assert problems(one_set("1.0", "0.0"), text) == ["3:9: duplicate action '1.0'"]


def test_a_policy_names_labels_that_are_numbers():
    game = one_set("1", "0")
    for shares in ([[0, 0.0], [1, 1.0]], {"0": 0, "1": 1}):
        assert fitted(json.dumps({"s": shares}), game).players[0][0].probabilities == (1, 0)


HEAD = "player,information_set,action,probability,exact"


@pytest.mark.parametrize("number", ["1/2", "0.5", "50e-2", "0.5000004", " 1/2 "])
def test_a_number_beside_its_exact_one(number):
    text = f"{HEAD}\n1,0,a,{number},1/2\n1,0,b,{number},1/2\n"
    assert fitted(text, one_set("a", "b")).players[0][0].probabilities == (HALF, HALF)


@pytest.mark.parametrize(
    "first, second",
    [("1/3", "2/3"), ("0.500002", "0.499998"), ("0.4", "0.6"), ("0.9", "0.1"), ("1", "0")],
)
def test_an_edited_number_is_used_in_place_of_the_exact_one(first, second):
    text = f"{HEAD}\n1,0,a,{first},1/2\n1,0,b,{second},1/2\n"
    found = fitted(text, one_set("a", "b"))
    assert found.players[0][0].probabilities == (Fraction(first), Fraction(second))
    assert found.overruled == 1


def test_one_edited_number_overrules_the_exact_ones_of_its_information_set_alone():
    rows = ["1,0,a,0.25,1/3", "1,0,b,0.41666666,", "1,0,c,0.33333334,1/3"]
    found = fitted("\n".join([HEAD, *rows, ""]), one_set("a", "b", "c"))
    numbers = Fraction("0.25"), Fraction("0.41666666"), Fraction("0.33333334")
    assert (found.players[0][0].probabilities, found.overruled) == (numbers, 1)
    rows[0] = "1,0,a,0.25,1/4"
    rows[1] = "1,0,b,0.41666666,5/12"
    found = fitted("\n".join([HEAD, *rows, ""]), one_set("a", "b", "c"))
    assert found.players[0][0].probabilities == (Fraction(1, 4), Fraction(5, 12), Fraction(1, 3))
    assert found.overruled == 0


def test_an_edited_number_that_is_wrong_is_refused():
    text = f"{HEAD}\n1,0,a,0.4,1/2\n1,0,b,0.5,1/2\n"
    assert problems(one_set("a", "b"), text) == ["2: the probabilities sum to 0.9, not 1"]
    text = f"{HEAD}\n1,0,a,half,1/2\n1,0,b,0.5,1/2\n"
    assert problems(one_set("a", "b"), text) == ["2:7: 'half' is not a number; write 0.25 or 1/4"]
