"""Gambit files: what is read, what is refused with which words, and that reading undoes writing."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings

from efgc.schemas import game as game_schema
from efgc.schemas.game import Chance, Terminal
from efgc.schemas.game.structure import check_structure
from efgc.schemas.parts.problems import InputError
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse.gambit.tree import read_gambit
from gambit_games import parse_gambit
from gambit_mutations import hunt
from small_games import ROOT, boards, game_of, island, published, shifted, solved

HEAD = 'EFG 2 R "matching" { "A" "B" }\n'
MATCHING = (
    HEAD
    + """p "" 1 1 "" { "h" "t" } 0
p "" 2 1 "" { "h" "t" } 0
t "" 1 "" { 1 -1 }
t "" 2 "" { -1 1 }
p "" 2 1 "" { "h" "t" } 0
t "" 2 "" { -1 1 }
t "" 1 "" { 1 -1 }
"""
)
COIN = (
    HEAD
    + """c "" 1 "" { "h" 1/2 "t" 1/2 } 0
t "" 1 "" { 1 -1 }
t "" 2 "" { -1 1 }
"""
)
PAGE = (ROOT / "schemas" / "gambit_file.md").read_text(encoding="utf-8")
COINS = PAGE.partition("File `coins.efg`:\n\n```text\n")[2].partition("```")[0]


def read(text):
    """Return the game of a text that a file could hold."""
    return parse_gambit(text, "0" * 64, "game.efg")


def refused(text):
    """Return the problems of a text, each as `line:column: message`."""
    with pytest.raises(InputError) as caught:
        read(text)
    return [str(problem) for problem in caught.value.problems]


def plain(game):
    """Return a game without what its source is."""
    return game.players, game.constant, game.information_sets, game.nodes


@pytest.mark.parametrize(
    "old, new",
    [
        ("\n", "\r\n"),
        ("\n", " "),
        ("\n", "\n\n\n"),
        (" ", "\t"),
        ("EFG", " \n EFG"),
        ("R", "D"),
        ("{ ", "{"),
        (" }", "}"),
        ('" "', '""'),
        ("1 -1", "1, -1"),
        ("1 -1", "1,-1,"),
        ("1 -1", "1.0 -1.0"),
        ("1 -1", "2/2 -2/2"),
        ("1 -1", "1e0 -.1e1"),
        ("1 -1", "01 -1."),
        ('2 1 "" { "h" "t" } 0\nt "" 2', '2 1 0\nt "" 2'),
        ('2 "" { -1 1 }\nt "" 1 "" { 1 -1 }', '2\nt "" 1'),
        ('p ""', 'p "a node"'),
        ('"B" }', '"B" } "a comment"'),
        ('"B" }', '"B" }\n""'),
        ('t "" 1', 't "" 4711'),
        ('"matching"', r'" { } \" p 1 "'),
        ('p ""', r'p "\" \n \\ }"'),
    ],
)
def test_other_spellings_give_the_same_game(old, new):
    assert old in MATCHING
    game, other = read(MATCHING), read(MATCHING.replace(old, new))
    assert plain(other) == plain(game)


@pytest.mark.parametrize(
    "old, new, value, constant",
    [
        ("{ 1 -1 }", "{ 3 -1 }", None, None),
        ("-1 1", "-1/2 1/2", Fraction(1, 4), 0),
        ("-1 1", "-.5 0.5", Fraction(1, 4), 0),
        ("{ 1 -1 }", "{ 4 0 }", None, None),
        ('t "" 2 "" { -1 1 }', 't "" 0', Fraction(1, 2), 0),
        ('"t" } 0\np "" 2', '"t" } 3 "" { 2 5 }\np "" 2', Fraction(2), 7),
    ],
)
def test_payoffs_are_exact_with_a_constant_sum(old, new, value, constant):
    text = MATCHING.replace(old, new)
    if constant is None:
        assert "sum must be constant" in refused(text)[0]
        return
    game = read(text)
    assert game.constant == constant
    assert abs(solved(game).bounds.value - value) < 1e-12


def test_outcomes_at_inner_nodes_are_added():
    game = read(
        HEAD
        + """c "" 1 "" { "a" 1/3 "b" 2/3 } 1 "" { 1/3, 2/3 }
p "" 1 1 "" { "l" "r" } 2 "" { .1 -.1 }
t "" 3 "" { 10 -10 }
t "" 0
t "" 2
"""
    )
    assert [node.payoff for node in game.nodes if isinstance(node, Terminal)] == [
        Fraction(1, 3) + Fraction(1, 10) + 10,
        Fraction(1, 3) + Fraction(1, 10),
        Fraction(1, 3) + Fraction(1, 10),
    ]
    assert game.constant == 1


@pytest.mark.parametrize(
    "labels, expected",
    [
        ('"" ""', ("_1", "_2")),
        ('"x" "x"', ("x_1", "x_2")),
        ('"x" "x" "x_1"', ("x_2", "x_3", "x_1")),
        ('"" "_1"', ("_2", "_1")),
    ],
)
def test_labels_are_distinguished_as_in_gambit(labels, expected):
    branches = "".join(f"{label} 1/{len(expected)} " for label in labels.split())
    ends = 't "" 0\n' * len(expected)
    assert (
        read(f'{HEAD}p "" 1 1 "" {{ {labels} }} 0\n{ends}').information_sets[0].actions == expected
    )
    assert read(f'{HEAD}c "" 1 "" {{ {branches}}} 0\n{ends}').nodes[0].actions == expected


@pytest.mark.parametrize(
    "words, expected",
    [
        (("0.3333333333333333",) * 3, ("1/3",) * 3),
        (("0.1666666666666667", "0.8333333333333334"), ("1/6", "5/6")),
        (("0.30000000000000004", "0.7"), ("3/10", "7/10")),
        (("0.333333333333", "0.666666666666"), ("1/3", "2/3")),
        (("0.33333333333", "0.66666666666"), None),
        (("0.333333333333", "0.666"), None),
        (("0.3333333333333333", "0.5"), None),
        (("0.4999999999", ".5"), None),
        (("0.33333333333333331", "0.66666666666666669"), ("1/3", "2/3")),
        (("0.333333333333", "0.666666666667"), None),  # They sum to 1 as they stand.
    ],
)
def test_floats_are_read_as_the_original_fractions(words, expected):
    branches = " ".join(f'"{at}" {word}' for at, word in enumerate(words))
    text = f'{HEAD}c "" 1 "" {{ {branches} }} 0\n' + 't "" 0\n' * len(words)
    if expected is None and sum(map(Fraction, words)) != 1:
        assert "not exactly 1" in refused(text)[0]
    else:
        assert read(text).nodes[0].probabilities == tuple(map(Fraction, expected or words))


def test_impossible_nodes_are_left_out():
    reading = read_gambit(
        HEAD
        + """c "" 1 "" { "a" 0 "b" 1 "c" 0/7 } 0
p "" 1 1 "" { "l" "r" } 0
t "" 1 "" { 5 5 }
t "" 0
p "" 1 2 "" { "l" "r" } 0
t "" 0
t "" 2 "" { 3 -3 }
t "" 0
"""
    )
    game = reading.game
    assert game.nodes[0] == Chance(("b",), (Fraction(1),), (1,))
    assert len(game.nodes) == 4 and game.information_sets == (
        game.information_sets[0]._replace(sees=("set 2",)),
    )
    assert [reading.position(node)[0] for node in range(4)] == [2, 6, 7, 8]
    assert game_schema.check(game) == [] and solved(game).bounds.value == 3


NO_END = "the list that begins here has no end: '}' or a quote is missing"
PROBLEMS = [  # A text and what is said of it.
    ("", "1:1: expected EFG at the beginning of the file; found the end of the file"),
    ("EFG 1 R", "1:5: expected 2, the version of the format; found '1'"),
    ("EFG 2 X", "1:7: expected R or D, the kind of the numbers; found 'X'"),
    (
        "EFG 2 R \N{LEFT DOUBLE QUOTATION MARK}x\N{RIGHT DOUBLE QUOTATION MARK}",
        "1:9: expected the game's title in quotes; found '\u201cx\u201d'; use straight quotes",
    ),
    (
        HEAD + 't "" 1 "" { 1, -1,5 }',
        "2:19: 3 payoffs for 2 players; write decimals with a point, such as 1.5",
    ),
    (
        HEAD + 'p "" 1 1 "" { "l" "r" } 0\nt "" 1\nt "" 1\n',
        "3:1: outcome 1 is not described at its first node: { payoffs } are missing",
    ),
    ("EFG 2 R matching", "1:9: expected the game's title in quotes; found 'matching'"),
    ('EFG 2 R "matching', "1:9: a quote is opened here and never closed"),
    ('EFG 2 R "" "A"', """1:12: expected '{'; found '"A"'"""),
    ('EFG 2 R "" { "A" B }', "1:18: expected a player's name in quotes; found 'B'"),
    ('EFG 2 R "" { "A" }\nt "" 0', "1:12: 1 player; a game must have 2"),
    ('EFG 2 R "" { "A" "B" "C" }\nt "" 0', "1:12: 3 players; a game must have 2"),
    (HEAD, "2:1: expected a node, which begins with p, c or t; found the end of the file"),
    (HEAD + "x", "2:1: expected a node, which begins with p, c or t; found 'x'"),
    (HEAD + "t", "2:2: expected the node's label in quotes; found the end of the file"),
    (
        HEAD + 't ""',
        "2:5: expected the number of the outcome, or 0 for none; found the end of the file",
    ),
    (
        HEAD + 't "" one',
        "2:1: 'one' is not an outcome number; use a whole number, 0 for no outcome",
    ),
    (
        HEAD + 't "" 1.5',
        "2:1: '1.5' is not an outcome number; use a whole number, 0 for no outcome",
    ),
    (HEAD + 't "" 1', "2:1: outcome 1 is not described at its first node: { payoffs } are missing"),
    (
        HEAD + 't "" 0 "" { 0 0 }',
        "2:1: outcome 0 means no outcome and has no payoffs; number the outcomes from 1",
    ),
    (HEAD + 't "" 1 ""', "2:10: expected '{'; found the end of the file"),
    (HEAD + 't "" 1 "" { }', "2:13: expected a payoff; found '}'"),
    (HEAD + 't "" 1 "" { 1 }', "2:13: 1 payoff for 2 players"),
    (HEAD + 't "" 1 "" { 1 -1 0 }', "2:18: 3 payoffs for 2 players"),
    (HEAD + 't "" 1 "" { 1 -1', f"2:11: {NO_END}"),
    (HEAD + 't "" 1 "" { 1 -1\nt "" 0', f"2:11: {NO_END}"),
    (HEAD + 'p "" 1 1 "" { "a" "b" 0\nt "" 1 "" { 1 -1 }\nt "" 0', f"2:13: {NO_END}"),
    (HEAD + 'c "" 1 "" { "a" 1\n"b" 0 0\nt "" 1 "" { 1 -1 }\nt "" 0', f"2:11: {NO_END}"),
    (HEAD + 'p "" 1 1 "" { "a" "b } 0\nt "" 1 "" { 1 -1 }\nt "" 0', f"2:13: {NO_END}"),
    ('EFG 2 R "" { "A" "B"\n"a comment"\nt "" 1 "" { 1 -1 }', f"1:12: {NO_END}"),
    (
        HEAD + 't "" 1 "a { 1 -1 }\nt "" 0',
        "2:8: the quote that is opened here is not closed in its line",
    ),
    (
        HEAD + 'p "" 1 1 "" { "a" "b" }\nt "" 1 "" { 1 -1 }\nt "" 0',
        "2:23: the number of the outcome is missing here; use 0 for none",
    ),
    (HEAD + 't "" 1 "" { 1,, -1 }', "2:15: expected a payoff; found ','"),
    (
        HEAD + 't "" 1 "" { +1 -1 }',
        "2:13: '+1' is not a number of reasonable size; write 3, -0.5, 1/3 or 1e3",
    ),
    (
        HEAD + 't "" 1 "" { 1 - 1 }',
        "2:15: '-' is not a number of reasonable size; write 3, -0.5, 1/3 or 1e3",
    ),
    (
        HEAD + 't "" 1 "" { 1/0 0 }',
        "2:13: '1/0' is not a number of reasonable size; write 3, -0.5, 1/3 or 1e3",
    ),
    (
        HEAD + 't "" 1 "" { 1e999999999 0 }',
        "2:13: '1e999999999' is not a number of reasonable size; write 3, -0.5, 1/3 or 1e3",
    ),
    (HEAD + 't "" 0\nt "" 0', "3:1: unexpected 't' after the last node of the tree"),
    (HEAD + 't "" 0 "', "2:8: a quote is opened here and never closed"),
    (HEAD + 'p "" 3 1 "" { "a" } 0\nt "" 0', "2:1: '3' is not a player; use 1 or 2"),
    (
        HEAD + 'p "" 1 x "" { "a" } 0\nt "" 0',
        "2:1: 'x' is not an information set number; use a whole number",
    ),
    (
        HEAD + 'p "" 1 1 0\nt "" 0',
        (
            '2:1: information set 1 of player 1 is not described at its first node: { "action" '
            "... } "
            "is missing"
        ),
    ),
    (HEAD + 'p "" 1 1 "" { } 0', "2:15: expected an action's label in quotes; found '}'"),
    (HEAD + 'p "" 1 1 "" { a } 0', "2:15: expected an action's label in quotes; found 'a'"),
    (
        HEAD + 'p "" 1 1 "" { "a" } 0',
        "2:22: the file ends here, but the node in line 2 has only 0 of 1 children",
    ),
    (
        HEAD + 'p "" 1 1 "" { "a" } { "b" } 0',
        "2:21: expected the number of the outcome, or 0 for none; found '{'",
    ),
    (
        COIN.replace('"h" 1/2', '"h" 1/3'),
        "2:17: the probabilities sum to 5/6, not exactly 1; write fractions such as 1/3",
    ),
    (
        COIN.replace('"h" 1/2', '"h" -1/2').replace('"t" 1/2', '"t" 3/2'),
        "2:17: the probability -1/2 is below 0",
    ),
    (
        COIN.replace('"h" 1/2', '"h"'),
        """2:17: expected the action's probability; found '"t"'""",
    ),
    (
        COIN.replace("-1 1", "0 1"),
        "4:1: the payoffs sum to 1 here and to 0 at the terminal node in line 3; "
        "the sum must be constant",
    ),
    (
        MATCHING.replace('"h" "t" } 0\nt "" 2', '"h" "T" } 0\nt "" 2'),
        "6:1: information set 1 of player 2 differs from its description in line 3: "
        "actions 'h, T' here, 'h, t' there",
    ),
    (
        MATCHING.replace('t "" 1 "" { 1 -1 }\nt', 't "" 1 "x" { 1 -1 }\nt'),
        "8:8: outcome 1 has a different label here than in line 4; 'efgc lint --fix' mends it",
    ),
    (
        MATCHING.replace('t "" 1 "" { 1 -1 }\nt', 't "" 1 "" { 2 -2 }\nt'),
        "8:8: outcome 1 has different payoffs here than in line 4",
    ),
]


def test_a_wrong_number_of_actions_causes_a_single_problem():
    more = MATCHING.replace('"h" "t" } 0\nt "" 2', '"h" "t" "u" } 0\nt "" 2') + 't "" 0\n'
    fewer = MATCHING.replace('"h" "t" } 0\nt "" 2', '"h" } 0\nt "" 2').rsplit("\n", 2)[0]
    for text in more, fewer:
        [told] = refused(text)
        assert "differs from its description in line 3" in told


@pytest.mark.parametrize("text, problem", PROBLEMS, ids=range(len(PROBLEMS)))
def test_problems_are_reported_with_their_positions(text, problem):
    assert refused(text)[0] == problem


def test_several_problems_are_reported_at_once():
    found = refused(HEAD + 'p "" 1 1 "" { "a" "b" } 0\nt "" x\nt 1\nt "" 1 "" { 1e9999 0 }\n')
    assert [problem.partition(" ")[0] for problem in found] == ["3:1:", "4:3:", "5:13:"]


LIMITS = (
    "information sets and outcomes must be numbered from -2,147,483,648 to 2,147,483,647, as in "
    "Gambit; "
)


@pytest.mark.parametrize("number", [-(2**31), -1, 0, 10**9, 2**31 - 1])
def test_any_number_that_gambit_accepts_is_read(number):
    text = MATCHING.replace('p "" 2 1', f'p "" 2 {number}').replace(
        't "" 2 ', f't "" {number or 9} '
    )
    assert read(text).nodes == read(MATCHING).nodes


@pytest.mark.parametrize("number", [-(2**31) - 1, 2**31, 2**63, 10**50])
def test_numbers_beyond_the_limits_are_reported_once(number):
    text = MATCHING.replace('p "" 2 1', f'p "" 2 {number}').replace('t "" 2 ', f't "" {number} ')
    said = str(number) if len(str(number)) <= 40 else f"{str(number)[:37]}..."
    assert refused(text) == [
        f"3:1: the number '{said}', and 1 more: {LIMITS}'efgc lint --fix' renumbers them"
    ]
    assert (
        refused(text + "x")[0].startswith("3:1: the number")
        and "after the last node" in refused(text + "x")[1]
    )
    assert read_gambit(text, mend=True).game.nodes == read_gambit(MATCHING).game.nodes


GUESS = """EFG 2 R "which coin is on top" { "A" "B" }
""
c "" 1 { "gold" 1/10 "tin" 9/10 } 0
  p "" 1 1 { "0" "1" } 0
    t "" 1 "stop" { 0, 0 }
    p "" 2 1 { "0" "1" } 0
      t "" 2 { -10, 10 }
      t "" 3 { 0, 0 }
  p "" 1 2 { "0" "1" } 0
    t "" 4 "stop" { 0, 0 }
    p "" 2 1 { "0" "1" } 0
      t "" 5 { 3, -3 }
      t "" 2 { -10, 10 }
"""


def test_labels_of_descriptions_may_be_omitted():
    game = read(GUESS)
    named = GUESS.replace(" {", ' "" {').replace('top" ""', 'top"').replace('stop" ""', 'stop"')
    again = read(named)
    assert again == game and game_schema.check(game) == []
    assert solved(game).bounds.value == 0


def test_a_label_given_once_contradicts_no_omitted_one():
    text = MATCHING.replace('p "" 2 1 ""', 'p "" 2 1 "told"', 1)
    left = text.replace('p "" 2 1 ""', 'p "" 2 1')
    assert read(left).nodes == read(MATCHING).nodes and read(left).information_sets[1].sees == (
        "told",
    )


SAME = " are in the same information set, so A would forget "
FORGETS = [
    (
        'p "" 1 1 "" { "l" "r" } 0\n' + 'p "" 1 2 "x" { "u" "d" } 0\nt "" 0\nt "" 0\n' * 2,
        "6:1: imperfect recall: this node (after 'r') and the node in line 3 (after 'l')"
        + SAME
        + "an action: whether it was 'l' or 'r' in information set 'set 1'",
    ),
    (
        'c "" 1 "" { "a" 1/2 "b" 1/2 } 0\np "" 1 1 "K" { "l" } 0\np "" 1 3 "x" { "u" } 0\nt "" 0\n'
        'p "" 1 2 "Q" { "l" } 0\np "" 1 3 "x" { "u" } 0\nt "" 0',
        "7:1: imperfect recall: this node (after 'b, l') and the node in line 4 (after 'a, l')"
        + SAME
        + "an observation: whether it was information set 'K' or information set 'Q'",
    ),
    (
        'p "" 1 1 "" { "l" "r" } 0\np "" 1 1 0\nt "" 0\nt "" 0\nt "" 0',
        "3:1: imperfect recall: this node (after 'l') and the node in line 2 (after the start)"
        + SAME
        + "an earlier move in this information set",
    ),
    (
        (
            'c "" 1 "" { "a" 1/2 "b" 1/2 } 0\np "" 1 1 "K" { "l" } 0\np "" 1 3 "x" { "u" } 0\nt "" '
            '0\np "" 1 3 "x" { "u" } 0\nt "" 0'
        ),
        "6:1: imperfect recall: this node (after 'b') and the node in line 4 (after 'a, l')"
        + SAME
        + "a move in information set 'K'",
    ),
]


@pytest.mark.parametrize(
    "nodes, problem", FORGETS, ids=("action", "observation", "the same again", "that it moved")
)
def test_forgotten_information_is_reported(nodes, problem):
    assert refused(HEAD + nodes) == [problem]
    assert not check_structure(read_gambit(HEAD + nodes).game)


@pytest.mark.parametrize("text", [MATCHING, COIN, COINS], ids=("matching", "coin", "coins"))
def test_written_files_are_read_back_byte_for_byte(text):
    game = read(text)
    written = "".join(write_gambit(game))
    again = read(written)
    assert plain(again) == plain(game)
    assert "".join(write_gambit(again)) == written


@pytest.mark.long
@settings(deadline=None, max_examples=30, suppress_health_check=list(HealthCheck))
@given(boards(max_rows=3, max_columns=3, max_places=2))
def test_random_maps_survive_export_and_import(board):
    rows, bandits, capture, rules = board
    try:
        game = game_of(island(rows, bandits, capture), rules, max_states=200)
    except InputError:
        return
    for changed in (game, shifted(game, Fraction(1, 3))):
        again = read("".join(write_gambit(changed)))
        assert again.players == game.players
        assert [infoset.actions for infoset in again.information_sets] == [
            infoset.actions for infoset in game.information_sets
        ]
        assert sum(isinstance(node, Terminal) for node in again.nodes) == sum(
            isinstance(node, Terminal) for node in game.nodes
        )
        assert solved(again).bounds.value == pytest.approx(solved(changed).bounds.value, abs=1e-9)
        assert "".join(write_gambit(read("".join(write_gambit(again))))) == "".join(
            write_gambit(again)
        )


@pytest.mark.long
def test_deep_trees_on_one_line_are_read():
    depth = 200_000
    moves = "".join(f'p "" 1 {number} "" {{ "go" "stop" }} 0 ' for number in range(depth))
    text = HEAD.replace("\n", " ") + moves + 't "" 0 ' * (depth + 1)
    reading = read_gambit(text)
    assert len(reading.game.nodes) == 2 * depth + 1 and reading.position(0) == (1, len(HEAD) + 1)
    assert "has only 1 of 2 children" in refused(text[:-7])[0]


def test_a_published_map_keeps_its_value_after_export():
    text = "".join(write_gambit(game_of(published("island-1"), "island-2018")))
    assert solved(read(text)).bounds.value == pytest.approx(220 / 31, abs=1e-12)


@pytest.mark.slow
def test_mutated_files_are_read_or_refused_with_a_position():
    found = hunt(1500)
    assert found["read"] > 100 and found["refused"] > 300


def test_players_with_leading_zeros_share_their_information_sets():
    tree = (
        'EFG 2 R "" { "a" "b" }\nc "" 1 "" { "x" 1/2 "y" 1/2 } 0\n'
        'p "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 0 0 }\n'
        'p "" 01 1 "" { "l" "r" } 0\nt "" 2\nt "" 1\n'
    )
    assert read_gambit(tree).game.digest == read_gambit(tree.replace("01", "1")).game.digest
