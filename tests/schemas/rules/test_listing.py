"""States of rules: counted before they are listed, and refused with the number."""

import time
from fractions import Fraction

import pytest

from efgc.schemas import state_graph
from efgc.schemas.parts.problems import InputError
from efgc.schemas.parts.source import Source
from efgc.schemas.rules.droid_battle import DroidBattle
from efgc.schemas.rules.goofspiel import Goofspiel
from efgc.schemas.rules.listing import list_states, size_of
from efgc.schemas.state_graph import StateGraph
from efgc.schemas.state_graph.histories import count_histories
from efgc.schemas.state_graph.listing import listed
from efgc.stages.expand import expand
from small_games import ARTIFACTS

COURSE = DroidBattle(("----", "----", "2--5", "----"), (5, 5), 50, "win")


def deal(cards, objective="points", prizes=None):
    suit = tuple(range(1, cards + 1))
    return Goofspiel((suit, suit), tuple(map(Fraction, prizes or suit)), objective)


def graph(rule, level=2, states=((), ())):
    return StateGraph(
        title="",
        source=Source("", "0" * 64, rule.name, level),
        players=("one", "two"),
        secret=None,
        names=states[0],
        states=states[1],
        start=0,
        rule=rule,
    )


SMALL = (
    deal(1),
    deal(1, "win"),
    deal(2),
    deal(2, "win", ("1/2", "1/3")),
    deal(3),
    deal(3, "win"),
    Goofspiel(((2, 3, 7), (1, 3, 4)), (Fraction(1), Fraction(3), Fraction(9, 2)), "win"),
    DroidBattle(("2-5", "-#-"), (1, 0), 2, "win"),
    DroidBattle(("2-5", "---"), (2, 1), 2, "win"),
    DroidBattle(("2-5", "---"), (1, 2), 2, "points"),
    DroidBattle(("2-5",), (0, 0), 3, "win"),
)


@pytest.mark.parametrize("rule", SMALL, ids=str)
@pytest.mark.parametrize("level", [0, 1, 2])
def test_counts_match_the_listed_states_and_histories(rule, level):
    size = size_of(rule, level, 10**6, 10**9)
    found = graph(rule, level, list_states(rule, level, 10**6))
    assert (size.states, size.histories, size.whole) == (
        len(found.states),
        count_histories(found).histories,
        True,
    )
    least = rule.unfold(max(1, level)).recursion().least()
    assert least.plays <= size.plays and least.histories <= size.histories
    assert least.states <= size_of(rule, max(1, level), 10**6).states


@pytest.mark.parametrize(
    "rule, level, most",
    [
        (COURSE, 2, "at least 26,"),
        (deal(6), 2, "at least 1,469,373,739"),
        (deal(9), 2, "at least 1.88e+17"),
        (deal(13, "win"), 2, "at least 5,558,298,136"),
        (deal(15), 0, "at least 8.80e+36"),
        (
            DroidBattle(("-" * 20,) * 19 + ("2" + "-" * 18 + "5",), (2, 2), 10_000, "win"),
            1,
            "at least ",
        ),
    ],
    ids=str,
)
def test_a_large_game_is_refused_before_it_is_listed(rule, level, most, monkeypatch):
    def never(*_):
        raise AssertionError("listed")

    monkeypatch.setattr("efgc.schemas.state_graph.listing.all_states", never)
    monkeypatch.setattr("efgc.schemas.rules.listing.all_states", never)
    before = time.process_time()
    with pytest.raises(InputError) as error:
        expand(graph(rule, level))
    assert str(error.value).startswith(f"the game has {most}")
    assert str(error.value).endswith(" histories, more than the limit of 2,000,000")
    with pytest.raises(
        InputError, match="states, more than the limit of 10,000, too many to list them one by one"
    ):
        listed(graph(rule, level), 10_000)
    assert time.process_time() - before < 10  # Less than two seconds on a machine that is not busy.


def test_the_graph_of_the_issue_is_refused_with_the_number_of_histories():
    course = state_graph.read((ARTIFACTS / "droid-battle" / "droid-battle.states.yaml").read_text())
    with pytest.raises(
        InputError,
        match="^the game has at least 26,[0-9,]+ histories, more than the limit of 2,000,000$",
    ):
        expand(course)


HEAD = """format: efgc/state-graph
version: 1
title: by hand
source: {sha256: x, rules: by hand, level: %d}
players: [agent, bandits]
secret: {owner: bandits, places: {%s}, count: %d}
start: s0
states:
"""


def by_hand(level, places, count, states):
    squares = ", ".join(f"e{at}: [0, {at}]" for at in range(1, places + 1))
    return state_graph.read(
        HEAD % (level, squares, count) + "".join(f"  {state}\n" for state in states)
    )


@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize(
    "name", ["placements", "relocations", pytest.param("moves", marks=pytest.mark.slow)]
)
def test_actions_of_player_2_are_counted_before_they_are_listed(name, level):
    """Ever more secrets, none of which is listed: half of 40 places; thirty of sixty, moved again
    and again; 2^60 moves.
    """
    states = {
        "placements": [
            "s0: {actor: secret, place: e1, occupied: s1, empty: s1}",
            "s1: {payoff: 1}",
        ],
        "relocations": [
            *(
                f"s{at}: {{actor: bandits, sees: [a{at}], relocate: {{not_to: e1, to: s{at + 1}}}}}"
                for at in range(9)
            ),
            "s9: {actor: secret, place: e1, occupied: s10, empty: s10}",
            "s10: {payoff: 1}",
        ],
        "moves": [
            *(
                f"s{at}: {{actor: bandits, sees: [a{at}], moves: {{a: s{at + 1}, b: s{at + 1}}}}}"
                for at in range(60)
            ),
            "s60: {payoff: 1}",
        ],
    }[name]
    places, count = {"placements": (40, 20), "relocations": (30, 3), "moves": (2, 1)}[name]
    before = time.process_time()
    with pytest.raises(InputError, match="more than|has at least"):
        expand(by_hand(level, places, count, states), 20_000)
    assert time.process_time() - before < 20


def test_a_similar_objective_is_suggested():
    (problem,) = deal(3, "Win").check()
    assert problem.message.endswith("known are points, win; did you mean 'win'?")
