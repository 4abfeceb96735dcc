"""What play says besides the moves: rules, gold, why it ended, and the score."""

import random
from contextlib import ExitStack
from dataclasses import replace
from fractions import Fraction

import pytest

from efgc.pipeline.apps.play.look import look
from efgc.pipeline.apps.play.match_start import Start, start_match
from efgc.pipeline.apps.play.rules import equilibria_remark, rules_of
from efgc.pipeline.apps.play.score import Score
from efgc.pipeline.apps.play.tally import add_match, in_words, payoff_of
from efgc.pipeline.files.reading import read_source
from efgc.pipeline.settings import Settings
from efgc.schemas.parts.source import OPENSPIEL, Source
from efgc.schemas.report import Proof
from efgc.schemas.strategies import Behaviour, ExactBehaviour
from efgc.stages.parse.rules import first_comment
from efgc.stages.report.off_path import one_equilibrium
from gambit_games import parse_gambit
from matches import answered, begin, ready
from small_games import ARTIFACTS, solved

RULES = [
    ("island-1", {}, ["enters no square twice", "2 bandits hide at the 3", "probability 1/2"]),
    ("island-1", {"rules": "island-2018"}, ["there is an alarm", "gets 10 and 1 for each gold"]),
    ("three-bushes", {}, ["1 bandit hides at the 3 dangerous", "with probability 1", "gets 10; c"]),
    ("cave-example", {}, ["2 miners hide", "takes all gold so far, or fights", "gets 2 and 1"]),
    ("maze", {}, ["Each move here is a whole path", "efgc play -O 1 plays step by step"]),
]


@pytest.mark.parametrize("name, asked, words", RULES)
def test_the_rules_of_a_map_are_summarised_in_a_few_lines(name, asked, words):
    lines = rules_of(ready(name, **asked))
    assert 4 <= len(lines) <= 6 and all(any(word in line for line in lines) for word in words)
    assert any("whole path" in line for line in lines) == (name == "maze")


def test_rules_without_an_alarm_do_not_mention_one():
    lines = rules_of(ready("island-1", rules="island-2013"))
    assert lines and not any("alarm" in line for line in lines)


COIN = (
    'EFG 2 R "g" { "a" "b" }\np "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 1, -1 }\nt "" 2 "" { 2, -2 }\n'
)


def test_a_game_without_a_map_has_no_rules_to_tell():
    assert rules_of(ready("g.efg", COIN)) == []


def test_the_comment_at_the_top_of_a_rules_file_is_its_rules():
    source = read_source("play", "kuhn")
    with ExitStack() as ended:
        lines = rules_of(start_match(Start(source), Settings(), ended).ready)
    assert lines[0].startswith("Kuhn poker (Kuhn 1950): three cards, one bet.")
    assert any("one of the cards 1, 2 and 3, which only they see" in line for line in lines)


@pytest.mark.parametrize(
    "path",
    [
        *sorted(ARTIFACTS.glob("*/*.rules.yaml")),
        *sorted((ARTIFACTS.parent / "tests" / "games" / "rules").glob("dark-hex-*.rules.yaml")),
    ],
    ids=lambda path: path.name,
)
def test_the_rules_of_examples_are_explained_in_play(path):
    lines = first_comment(path.read_text())
    assert lines and all(line.endswith(".") for line in lines)


def test_a_game_of_openspiel_names_where_its_rules_are():
    source = Source("openspiel:kuhn_poker(players=2)", "0" * 64, OPENSPIEL, 0)
    made = ready("g.efg", COIN)
    [line] = rules_of(replace(made, game=replace(made.game, source=source)))
    assert "the rules of kuhn_poker: https://openspiel.readthedocs.io/" in line


def test_other_optimal_strategies_are_mentioned_where_they_are_known():
    assert equilibria_remark(ready("island-1")) == ""
    assert "agent has other optimal strategies. Play follows the one" in equilibria_remark(
        ready("island-3")
    )


NEAR = """EFG 2 R "near" { "A" "B" }
""
p "" 1 1 "" { "b" "a" } 0
p "" 2 1 "" { "x" "y" } 0
t "" 1 "" { 1 -1 }
t "" 2 "" { 2 -2 }
p "" 2 1 "" { "x" "y" } 0
t "" 3 "" { LESS -1 }
t "" 4 "" { 2 -2 }
"""


@pytest.mark.parametrize("less", ["0.99999999", "0.9999999999999"])
def test_strategies_that_are_almost_optimal_are_not_mentioned(less):
    text = NEAR.replace("LESS -1", f"{less} -{less}")
    assert equilibria_remark(ready("near.efg", text)) == ""


def optimal(game, share):
    """Return a report in whose proof player 1 plays its first action with a probability."""
    exact = ((ExactBehaviour(0, (share, 1 - share)),), (ExactBehaviour(1, (Fraction(1), 0)),))
    floats = tuple(
        tuple(Behaviour(at, 1.0, tuple(map(float, shares))) for at, shares in one) for one in exact
    )
    report = solved(game)
    return replace(report, strategies=floats, exact=Proof(Fraction(1), exact))


def test_only_proved_strategies_are_compared():
    """Also where they differ by less than floats can tell."""
    game = parse_gambit(NEAR.replace("LESS", "1"), "")
    third = Fraction(1, 3)
    one, other = optimal(game, third), optimal(game, third + Fraction(1, 10**30))
    assert one.strategies == other.strategies
    assert one_equilibrium(one, other).several == (1,)
    assert one_equilibrium(one, one).several == ()
    unlike = optimal(game, Fraction(1))
    assert one_equilibrium(one, unlike).several == (1,)
    for exact in ("left out", unlike.exact._replace(value=Fraction(2))):
        unproved = replace(unlike, exact=exact)
        assert one_equilibrium(one, unproved).several == ()
        assert one_equilibrium(unproved, one).several == ()


@pytest.mark.parametrize("name", ["island-1", "island-3", "cave-example", "maze", "three-bushes"])
def test_gold_and_the_end_agree_with_the_payoff(name):
    made, escape, ends = ready(name), 2 if name == "cave-example" else 10, set()
    for seed in range(40):
        match = answered(begin(made, (1,), seed), random.Random(seed))
        seen, paid = look(match), payoff_of(match)
        board, ending = seen["map"], seen["ending"]
        ends.add(ending.split(" ")[2])
        if "escaped" in ending:
            assert paid == escape + board["gold"]
            assert ("gold" in ending) == bool(board["golds"])
        else:
            assert paid == 0 and ("captured" in ending or "dead end" in ending)
    assert ends & {"escaped", "escaped."} or name == "three-bushes"


@pytest.mark.parametrize(
    "corridor, rules, levels, moves, ending",
    [
        ("DSED", "cave-2023", (0, 1, 2), ("right", "fight"), "was captured"),
        ("EDSE", "cave-2023", (0,), ("e2", "right", "fight"), "was captured"),
        ("EDSE", "cave-2023", (0,), ("e2", "right", "take gold"), "is in a dead end"),
        ("DSED", "island-2018", (0, 1, 2), ("right",), "was captured"),
    ],
)
def test_the_ending_distinguishes_a_sure_capture_from_a_dead_end(
    corridor, rules, levels, moves, ending
):
    for level in levels:
        text = f"3\n6\n######\n#{corridor}#\n######\n1\n1\n"
        match = begin(ready("corridor", text, rules=rules, level=level), (1, 2), 1)
        for move in moves:
            match = match.act(move)
        assert match.over and ending in look(match)["ending"]


def test_only_the_agent_sees_the_gold_before_the_end():
    match = begin(ready("cave-example"), (2,), 1)
    assert match.over or look(match)["map"]["gold"] is None


def test_the_score_adds_up_over_several_games():
    score, paid = Score(), 0
    for seed in range(3):
        match = answered(begin(ready("island-1"), (2,), seed), random.Random(seed))
        score, paid = add_match(score, match), paid + payoff_of(match)
    assert in_words(Score(), match) == ""
    words = in_words(score, match)
    assert words.startswith(f"Score: 3 games as bandits, {float(paid):.4g} in all, ")
    assert "the value is -7.097; mistakes cost " in words
