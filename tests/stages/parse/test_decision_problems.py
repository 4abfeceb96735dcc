"""Two decision problems with a payoff matrix: the tree that is built has this sequence form."""

import json
import time
from fractions import Fraction

import pytest

from card_games import kuhn, leduc
from efgc.schemas.game import check
from efgc.schemas.parts.problems import InputError, SizeError
from efgc.stages.parse.decision_problems import is_decision_problems, parse_decision_problems
from random_games import random_game
from samples import SAMPLES
from small_games import seeds, solved
from tree_writers import decision_problems, payoff_matrix

SAMPLE = SAMPLES["superscissors.json"]
DATA = json.loads(SAMPLE)


def read(text, most=10**6):
    return parse_decision_problems(text, "0" * 64, "a.json", most).game


def refused(text):
    """Return the problems of a text, each as `line:column: message`."""
    with pytest.raises(InputError) as caught:
        read(text)
    return [str(problem) for problem in caught.value.problems]


def form(game, named):
    """Return the sequence form with names: the sequences with their parents, and the matrix."""

    def words(number):
        infoset, action = game.move(number) if number else (None, None)
        return number and (named(infoset), game.information_sets[infoset].actions[action])

    parents = {
        (infoset.player, named(number), infoset.actions): words(game.parents[number][0])
        for number, infoset in enumerate(game.information_sets)
    }
    matrix = {
        tuple(map(words, pair)): value for pair, value in payoff_matrix(game).items() if value
    }
    return parents, matrix


def agrees(game, found):
    """Return whether a game that was written and read back has the same sequence form."""
    return check(found) == [] and form(found, lambda at: found.information_sets[at].sees[0]) == (
        form(game, lambda at: f"set {at}")
    )


@pytest.mark.parametrize(
    "game, value", [(kuhn(), Fraction(-1, 18)), (leduc(), None)], ids=["Kuhn", "Leduc"]
)
@pytest.mark.parametrize("spelled", [str, float])
def test_published_games_keep_their_sequence_form(game, value, spelled):
    found = read(decision_problems(game, spelled))
    assert agrees(game, found)
    assert found.title == {12: "game of 6 and 6 decision points"}.get(
        len(game.information_sets), "game of 468 and 468 decision points"
    )
    if value is not None:  # Kuhn 1950.
        assert solved(found).exact.value == value


@pytest.mark.parametrize("number", seeds(60))
def test_random_games_keep_their_sequence_form(number):
    game = random_game(number)
    assert agrees(game, read(decision_problems(game)))


def test_the_sample_is_rock_paper_superscissors():
    game = read(SAMPLE)
    assert (check(game), game.source.rules, len(game.nodes)) == ([], "decision-problems", 13)
    assert [infoset.sees for infoset in game.information_sets] == [("d1_pl1",), ("d1_pl2",)]
    assert solved(game).exact.value == 0


def test_sequences_with_payoffs_and_decisions_after_them():
    """Player 1 is paid for its first action, and may go on after it."""
    data = {
        "decision_problem_pl1": [
            {"id": "a", "type": "decision", "actions": ["l", "r"], "parent_edge": None},
            {"id": "b", "type": "decision", "actions": ["u", "d"], "parent_edge": ["a", "l"]},
            {"id": "never", "type": "decision", "actions": ["x"], "parent_edge": ["a", "r"]},
        ],
        "decision_problem_pl2": [],
        "utility_pl1": [
            {"sequence_pl1": ["a", "l"], "sequence_pl2": None, "value": 3},
            {"sequence_pl1": ["b", "u"], "sequence_pl2": None, "value": "-1/2"},
            {"sequence_pl1": ["b", "d"], "sequence_pl2": None, "value": -1},
            {"sequence_pl1": ["b", "d"], "sequence_pl2": None, "value": -1},
            {"sequence_pl1": None, "sequence_pl2": None, "value": 10},
        ],
    }
    game = read(json.dumps(data))
    assert [infoset.sees[0] for infoset in game.information_sets] == ["a", "b", "never"]
    assert (check(game), solved(game).exact.value) == ([], Fraction(25, 2))


def test_a_file_without_decisions_is_its_payoff():
    data = dict.fromkeys(DATA, [])
    assert solved(read(json.dumps(data))).exact.value == 0


@pytest.mark.parametrize(
    "old, new, problem",
    [
        ('"d1_pl1", "type"', '"d1", "type"', "11:6: no point before this has the id 'd1_pl1'"),
        ('"decision",', '"choice",', "3:5: is a point of type 'choice', neither decision nor obs"),
        ('["r", "p", "s"]', '["r", "p", "r"]', "3:64: duplicate action 'r'"),
        ('["r", "p", "s"]', "[]", "3:42: the list is empty"),
        ('["r", "p", "s"]', '"rps"', "3:42: 'rps' is not a list"),
        ('"actions"', '"signals"', "3:5: the key 'actions' is missing"),
        ('_edge": null', '_edge": ["d0", "r"]', "4:6: no point before this has the id 'd0'"),
        ('_sequence": null', '_sequence": 7', "4:27: '7' is not a list"),
        ('"r"], "s', '"q"], "s', "11:6: 'q' is none of the actions of 'd1_pl1'"),
        ('"value": -1', '"value": "one"', "11:72: 'one' is not a number; write 3, 0.33 or 1/3"),
        ('"value": -1', '"worth": -1', "11:72: unknown key"),
        ('"utility_pl1"', '"utility"', "1:1: the key 'utility_pl1' is missing"),
        ('"d1_pl1", "r"', '"d1_pl1"', "11:6: is not the id of a point with one of its labels"),
        ("{", "[", "2:25: no JSON"),
    ],
)
def test_broken_files_are_refused_at_their_place(old, new, problem):
    assert old in SAMPLE
    problems = refused(SAMPLE.replace(old, new, 1))
    assert any(said.startswith(problem) for said in problems), problems


def changed(**points):
    """Return the sample with other points of player 1."""
    return json.dumps({**DATA, "decision_problem_pl1": [*DATA["decision_problem_pl1"], points]})


@pytest.mark.parametrize(
    "points, problem",
    [
        (
            {"id": "d1_pl1", "parent_edge": ["d1_pl1", "r"]},
            "another point has the id 'd1_pl1', too",
        ),
        ({"id": "x", "parent_edge": None}, "another point is already the root"),
        (
            {"id": "x", "parent_edge": ["d1_pl1", "r"], "parent_sequence": ["d1_pl1", "p"]},
            "is not the last decision on the way to this point",
        ),
    ],
)
def test_points_that_fit_nowhere(points, problem):
    [said] = refused(changed(**points, type="decision", actions=["a"]))
    assert said.endswith(problem)


def test_a_sequence_does_not_end_with_a_signal():
    data = json.loads(
        changed(id="o", type="observation", signals=["s"], parent_edge=["d1_pl1", "r"])
    )
    data["utility_pl1"][0]["sequence_pl1"] = ["o", "s"]
    [said] = refused(json.dumps(data))
    assert said.endswith("a sequence ends with an action, not with a signal")


def chain(kind, length):
    """Return a decision problem of points one after the other."""
    labels = "actions" if kind == "decision" else "signals"
    return [
        {"id": f"p{at}", "type": kind, labels: ["l", "r"],
         "parent_edge": [f"p{at - 1}", "l"] if at else None}
        for at in range(length)
    ]  # fmt: skip


def test_depth_is_unlimited():
    data = {**DATA, "decision_problem_pl1": chain("decision", 20_000), "utility_pl1": []}
    assert len(read(json.dumps(data)).nodes) > 20_000


@pytest.mark.long
def test_large_trees_are_refused_soon():
    """All pairs of 3,000 sequences after 20,000 observations each."""
    points = chain("observation", 20_000)
    labels = [str(at) for at in range(3_000)]
    last = {"id": "d", "type": "decision", "actions": labels, "parent_edge": ["p19999", "r"]}
    entries = [
        {"sequence_pl1": ["d", label], "sequence_pl2": ["d", label], "value": 1} for label in labels
    ]
    text = json.dumps(dict(zip(DATA, ([*points, last], [*points, last], entries), strict=True)))
    before = time.process_time()
    with pytest.raises(SizeError, match="the tree has more than 100,000 nodes"):
        read(text, 100_000)
    assert time.process_time() - before < 10


@pytest.mark.parametrize(
    "text, is_one",
    [(SAMPLE, True), (" \n" + SAMPLE, True), ('{"format": "efgc/game"}', False), ("1 2", False)],
)
def test_recognition(text, is_one):
    assert is_decision_problems(text) == is_one


def test_a_number_that_is_read_as_another_one_is_told():
    text = SAMPLE.replace('"value": 1', '"value": 0.30000000000000004', 1)
    assert text != SAMPLE
    [remark] = parse_decision_problems(text, "0" * 64, "a.json", 10**6).remarks
    assert "0.30000000000000004 is 3/10 up to floating-point rounding" in remark
