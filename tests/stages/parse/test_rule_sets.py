"""A new rule set is one row of one file: the walk and `play` follow it, and the double oracle
refuses what it does not know.
"""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given

import brute_force
import efgc
from drawn.nodes import every
from drawn.rules import built, right
from efgc.pipeline.apps.course.grade.mistakes.suspect import Mistake
from efgc.pipeline.apps.course.misread import misreadings
from efgc.pipeline.apps.play.look import look
from efgc.pipeline.apps.play.rules import rules_of
from efgc.pipeline.apps.play.tally import payoff_of
from efgc.pipeline.settings import Settings
from efgc.schemas.game import Terminal
from efgc.schemas.map_game import Dangers
from efgc.schemas.parts.problems import InputError, SizeError
from efgc.stages.checkers import map_claim_checker
from efgc.stages.expand import expand
from efgc.stages.parse import LEVELS, RULES, map_game, parse
from efgc.stages.parse.maps import read_map
from efgc.stages.parse.rule_sets import ISLAND_2018
from large_maps import open_map
from matches import answered, begin, ready
from small_games import boards, island, law

SECOND = "island-second"
"""Each of the first two dangerous places raises an alarm if it is empty."""


@pytest.fixture(autouse=True, scope="module")
def _one_row_more():
    row = replace(ISLAND_2018, words="island, a second alarm", dangers=Dangers(alarms=2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(RULES, SECOND, row)
        # The command line reads the table when it is loaded.
        [option] = Settings.__dataclass_fields__["rules"].metadata["options"]
        patch.setattr(option.click["type"], "choices", tuple(RULES))
        patch.setitem(brute_force.ESCAPE, SECOND, 10)
        patch.setitem(brute_force.ALARMS, SECOND, 2)
        yield


@pytest.mark.parametrize(
    "rows, bandits, capture, twice, once",
    [
        pytest.param(
            *(["SEEEED"], 2, "1/3", Fraction(80, 27), Fraction(40, 9)), marks=pytest.mark.slow
        ),
        # Who fought at the first place may move to the third when the second is empty.
        (["SEGE-ED"], 1, "1/2", Fraction(11, 4), Fraction(11, 2)),
    ],
)
def test_the_walk_follows_a_new_row(rows, bandits, capture, twice, once):
    text = island(rows, bandits, capture)
    for level in LEVELS:
        assert efgc.run(text, rules=SECOND, level=level).value_exact == twice
    assert efgc.run(text, rules="island-2018").value_exact == once
    for rules, value in ((SECOND, twice), ("island-2018", once)):
        assert brute_force.value(rows, bandits, capture, rules) == pytest.approx(float(value))


@pytest.mark.slow
@law(300)
@given(boards(max_rows=2, max_places=4))
def test_the_value_by_a_new_row_is_that_of_brute_force(board):
    rows, bandits, capture, _ = board
    value = brute_force.value(rows, bandits, capture, SECOND, 20_000)
    if value is not None:
        for level in LEVELS:
            found = efgc.run(island(rows, bandits, capture), rules=SECOND, level=level)
            assert float(found.value_exact) == pytest.approx(value, abs=1e-7)


def test_play_tells_a_new_row_and_follows_it():
    made = ready("second", island(["SEEEED"], 2, "1/3"), rules=SECOND)
    told = (
        "If one of the first 2 dangerous places that the agent enters is empty, there is an alarm"
    )
    assert sum(told in line for line in rules_of(made)) == 1
    for seed in range(10):
        match = answered(begin(made, (1, 2), seed), random.Random(seed))
        assert match.over and payoff_of(match) == 10 * ("escaped" in look(match)["ending"])


def test_the_double_oracle_refuses_a_new_row():
    with pytest.raises(InputError, match=f"^maps with the rules {SECOND} have to be compiled"):
        map_game(island(["SEEEED"], 2), "", rules=SECOND)
    with pytest.raises(efgc.InputError, match=f"maps with the rules {SECOND} have to be compiled"):
        efgc.run(island(["SEEEED"], 2), rules=SECOND, method="double-oracle")


def test_the_double_oracle_is_named_only_where_it_helps():
    for rules, helps in (("island-2018", True), (SECOND, False)):
        with pytest.raises(SizeError) as caught:
            parse(open_map(4, 4), "", rules=rules, level=0, max_states=100)
        assert ("double-oracle" in str(caught.value)) == helps


def test_the_checkers_copy_says_the_same_of_all_rules_that_are_bounded():
    """It is written by hand, as a witness."""
    said = {
        name: (rules.escape, bool(rules.dangers.alarms), rules.dangers.robbery)
        for name, rules in RULES.items()
        if rules.bounded
    }
    assert said == map_claim_checker.RULES


def test_play_tells_all_that_a_rule_set_says():
    """What only misreadings have, no rule set may have."""
    for name, rules in RULES.items():
        alarms, robbery, *_ = rules.dangers
        assert rules.dangers == Dangers(alarms, robbery), name


def test_a_misreading_is_the_game_of_a_program_that_has_it():
    """Counting tells nothing about a bandit that may be where the alarm was."""
    rows, bandits = ["GS", "ED", "E-", "#E"], 2
    board = read_map(island(rows, bandits))
    made = {one.key: make for one, make in misreadings(board, "island-2018", 10_000)}
    game = expand(made[Mistake.ONTO_ALARM]())
    theirs = replace(right("island", bandits, "0.5"), onto_alarm=True)
    paid = Counter(node.payoff for node in every(built(rows, theirs)) if not node.branches)
    assert paid == Counter(node.payoff for node in game.nodes if isinstance(node, Terminal))
    assert sum(paid.values()) == 26
