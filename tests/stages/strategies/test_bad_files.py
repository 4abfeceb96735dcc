"""Strategy files with something wrong: what is said of each, and at which line."""

import random
import tracemalloc
from dataclasses import replace

import pytest
from click.testing import CliRunner

from bad_strategies import FILES, RIGHT, coins
from efgc.pipeline.cli import efgc
from efgc.schemas.parts.problems import InputError, Problem
from efgc.stages.strategies import FORMATS, fitted, matching
from efgc.stages.strategies.amounts import TOO_LONG
from efgc.stages.strategies.matching import MAX_PROBLEMS
from gambit_games import parse_gambit
from small_games import game_of, published, seeds

NONE = (
    "1:1: unknown format of a strategy; the formats are strategy, csv, bounds, openspiel, "
    "pygambit, gambit; a name is also possible: uniform, first"
)
OTHER = "; remove 'game_sha256' and 'source' to match it by names anyway"
PROBLEMS = {
    "empty": [
        "1:1: the text is empty",
    ],
    "blank": [
        "1:1: the text is empty",
    ],
    "a letter": [
        NONE,
    ],
    "another artifact": [
        NONE,
    ],
    "a matrix": [
        "1:1: the lists of one player, which match neither player; a list has a number for each "
        "action of an information set",
    ],
    "cut off": [
        "7:86: not valid JSON: Unterminated string starting at",
    ],
    "no set": [
        "1:1: the strategy has no information sets",
    ],
    "an unknown key": [
        "1:1: the key 'information_sets' is missing",
        "2:2: unknown key 'infosets'; known are information_sets, title, "
        "game_sha256, source, players; did you mean 'information_sets'?",
    ],
    "a later version": [
        "1:29: version '2' is not known here, only 1; make the file again from its source",
    ],
    "an action misspelt": [
        "7:93: information set 1 ('[doubled]') has no action 'laeve'; similar: 'leave'",
    ],
    "an action of another set": [
        "7:93: information set 1 ('[doubled]') has no action 'on'; it has 'pay', 'leave', 'wait'",
    ],
    "an unknown number": [
        "6:3: there is no information set 14; they are 0 to 4; similar: '[tails] "
        "double [waits]' (4) or '[heads] double [waits]' (2)",
    ],
    "a number below 0": [
        "6:3: there is no information set -4; they are 0 to 4; similar: '[tails] "
        "double [waits]' (4) or '[heads] double [waits]' (2)",
    ],
    "words misspelt": [
        "7:3: player 2 has no information set '[dubled]'; similar: '[doubled]' (1)",
    ],
    "words of another set": [
        "5:3: information set 3 ('[tails]') is not '[heads]'; delete one of them",
    ],
    "words that name two": [
        "4:3: 'waits' matches 2 information sets, 2, 4; give a number",
    ],
    "the wrong player": [
        "7:3: information set 1 ('[doubled]') belongs to player 2, not player 1",
    ],
    "no such player": [
        "7:4: 3 is not 1 or 2",
    ],
    "no name at all": [
        "7:3: one of the keys 'information_set', 'after' and 'sees' is needed",
    ],
    "twice": [
        "8:3: duplicate entry for information set 1 ('[doubled]')",
    ],
    "an action twice": [
        "7:109: duplicate action 'leave'",
    ],
    "a key twice": [
        "7:93: duplicate key 'pay'",
    ],
    "a long key twice": [
        f"2:2: duplicate key '{'x' * 37}...'",
    ],
    "negative": [
        "4:92: the probability '-1/3' is below 0",
    ],
    "above 1": [
        "4:92: the probability '4/3' is above 1",
    ],
    "not to 1": [
        "4:3: the probabilities sum to 11/12, not 1",
    ],
    "an action is missing": [
        "7:3: the probabilities sum to 0.75, not 1; missing: 'leave'",
    ],
    "rounded too far": [
        "4:3: the probabilities sum to 0.999, not 1",
    ],
    "NaN": [
        "5:77: 'NaN' is not a number; write 0.25 or 1/4",
    ],
    "infinity": [
        "5:77: 'Infinity' is not a number; write 0.25 or 1/4",
    ],
    "a huge exponent": [
        "5:77: '1e999999999' is not a number; write 0.25 or 1/4",
    ],
    "a tiny one": [
        "5:77: '1e-999999999' is not a number; write 0.25 or 1/4",
    ],
    "by 0": [
        "4:92: '1/0' is not a number; write 0.25 or 1/4",
    ],
    "true": [
        "6:92: 'True' is not a number",
    ],
    "null": [
        "6:92: null is not a number",
    ],
    "a list of the wrong length": [
        "6:3: 3 probabilities for 2 actions: 'on', 'off'",
    ],
    "no probability": [
        "6:74: the list is empty",
    ],
    "a set is missing": [
        "3:3: information set 2 ('[heads] double [waits]') is missing, but moves of "
        "player 1 lead there",
    ],
    "the first is missing": [
        "1:1: information set 3 ('[tails]') is missing, but moves of player 1 lead there",
    ],
    "much is wrong": [
        "4:92: 'x' is not a number; write 0.25 or 1/4",
        "5:77: information set 3 ('[tails]') has no action 'dubble'; similar: 'double'",
        "7:109: information set 1 ('[doubled]') has no action 'wiat'; similar: 'wait'",
    ],
    "too deep": [
        "1:4: lists deeper than 3 levels: players, sets, actions",
    ],
    "JSON too deep": [
        "1:1: nested deeper than 50 levels",
    ],
    "another game": [
        "1: the strategy is for another game" + OTHER,
    ],
    "another level": [
        "1: the strategy is for level 2 of this map, but this game has level 0" + OTHER,
    ],
    "a table without a column": [
        "1: the column action is missing",
    ],
    "a column misspelt": [
        "1:37: unknown column 'probabilty'; known are player, information_set, label, action, "
        "probability, exact, own_reach, reach, value, loss, state; did you mean 'probability'?",
    ],
    "a column twice": [
        "1:43: duplicate column 'exact'",
    ],
    "semicolons": [
        "1:1: the columns are separated by ';'; use commas",
    ],
    "a line too short": [
        "3: 4 cells in a table of 6 columns",
    ],
    "a quote without an end": [
        "12: not a valid table: unexpected end of data",
    ],
    "no whole number": [
        "7:3: '3.5' is not a whole number",
    ],
    "no number": [
        "12:20: 'a quarter' is not a number; write 0.25 or 1/4",
    ],
    "an empty cell": [
        "12:20: a probability is missing",
    ],
    "two numbers": [
        "4: the probabilities sum to 5833333333333333/5000000000000000, not 1",
    ],
    "a line of the table twice": [
        "13:20: duplicate action 'wait'",
    ],
    "a table without lines": [
        "1:1: the strategy has no information sets",
    ],
    "an unknown state": [
        "3:2: there is no information set 'tales'; similar: '[tails]' (3)",
    ],
    "an action that is none": [
        "2:40: information set 2 ('[heads] double [waits]') has no action 'of'; similar: 'off'",
    ],
    "too few of OpenSpiel's": [
        "5:2: 2 probabilities for 3 actions: 'pay', 'leave', 'wait'",
        "5:2: the probabilities sum to 0.75, not 1",
    ],
    "no pair": [
        "5:35: expected a pair of an action and a probability",
    ],
    "three players": [
        "1:1: 3 players; a game must have 2",
    ],
    "a set too many": [
        "3:2: 2 information sets; player 2 has 1",
    ],
    "no end": [
        "1:1: the list that begins here is not closed",
    ],
    "too many ends": [
        "3:22: a closing bracket without an opening one",
    ],
    "four deep": [
        "1:4: lists deeper than 3 levels: players, sets, actions",
    ],
    "not normalised": [
        "2:27: the probabilities sum to 0.8, not 1",
    ],
    "two equilibria": [
        "2:1: 2 equilibria; keep the line of only one",
    ],
    "a number too few": [
        "1:1: 10 probabilities, but both players have 11 actions together",
    ],
    "not defined where play comes": [
        "1:4: information set 2 ('[heads] double [waits]') is missing, but moves of "
        "player 1 lead there",
    ],
}


def test_valid_files_are_read():
    for name, text in RIGHT.items():
        found = fitted(text, coins())
        assert found.completed == found.adjusted == 0, name
    assert set(PROBLEMS) == set(FILES) and len(FILES) >= 65


@pytest.mark.parametrize("name", FILES)
def test_problems_are_reported_with_their_lines(name):
    with pytest.raises(InputError) as caught:
        fitted(FILES[name], coins())
    assert [str(problem) for problem in caught.value.problems] == PROBLEMS[name]
    assert all(problem.line for problem in caught.value.problems)


@pytest.mark.parametrize("name", ["a sum", "a letter more", "a quote"])
def test_check_exits_with_1_and_reports_the_line(name, tmp_path):
    wrong, line = {
        "a sum": (FILES["not to 1"], 4),
        "a letter more": (FILES["no number"], 12),
        "a quote": (FILES["a quote without an end"], 12),
    }[name]
    path = tmp_path / "wrong"
    path.write_text(wrong)
    run = CliRunner().invoke(efgc, ["check", str(path)])
    assert run.exit_code == 1 and run.output.startswith(f"{path}:{line}:")


def test_missing_entries_off_the_own_path_are_completed():
    text = RIGHT["csv"].replace("0.25", "0").replace("0.75", "1")
    text = "".join(line for line in text.splitlines(True) if not line.startswith("1,4,"))
    found = fitted(text, coins())
    assert found.completed == 1
    assert [float(each) for each in found.players[0][3].probabilities] == [0.5, 0.5]
    assert [entry.infoset for entry in found.players[0]] == [0, 2, 3, 4]


def test_omitted_actions_have_probability_0():
    text = "".join(line for line in RIGHT["csv"].splitlines(True) if "pass,0.0" not in line)
    assert fitted(text, coins()).players == fitted(RIGHT["csv"], coins()).players


def test_pairs_of_openspiel_may_have_any_order():
    pairs = "[[0, 0.5], [1, 0.25], [2, 0.25]]"
    text = RIGHT["policy"].replace(pairs, "[[2, 0.25], [0, 0.5], [1, 0.25]]")
    assert text != RIGHT["policy"]
    assert fitted(text, coins()).players == fitted(RIGHT["policy"], coins()).players


def test_the_same_map_under_another_name_is_the_same_game():
    game = coins()
    text = "".join(FORMATS["strategy"].write(game, fitted(RIGHT["csv"], game).players))
    renamed = replace(game, source=game.source._replace(file="other.efg"))
    assert renamed.digest != game.digest
    assert fitted(text, renamed).players == fitted(text, game).players
    other = replace(game, source=game.source._replace(sha256="1" * 64))
    with pytest.raises(InputError, match="the strategy is for another game"):
        fitted(text, other)
    titles = f"'{game.title}', but this is 'coins, p = 1/3'; remove"
    with pytest.raises(InputError, match=f"for another game: {titles}"):
        fitted(text, replace(other, title="coins, p = 1/3"))


def test_rounded_decimals_are_adjusted_to_sum_to_1():
    text = RIGHT["line"].replace("1/3,2/3", "0.333333,0.666666")
    found = fitted(text, coins())
    assert 0 < found.adjusted <= 1e-6
    assert sum(found.players[0][1].probabilities) == 1


BITS = [
    *('"', "{", "}", "[", "]", ",", ":", "\n", "\r", "\\", "-", "/", "\0", "\u2028", '"a":'),
    *("null", "true", "NaN", "1e9", "1e400", "0", "1/3", "9" * 30, "\\ud800", "Rational(", "NE,"),
]


def broken(text, draw):
    """Return a text after a few accidents."""
    for _ in range(draw.choice((1, 1, 2, 3, 8))):
        at = draw.randrange(len(text) + 1)
        end = min(len(text), at + draw.choice((1, 5, 30)))
        to = draw.randrange(len(text) + 1)
        text = draw.choice(
            (
                text[:at] + draw.choice(BITS) + text[at:],
                text[:at] + text[end:],
                text[:to] + text[at:end] + text[to:],
            )
        )
    return text


@pytest.mark.parametrize("seed", seeds(500))
def test_mutated_files_are_read_or_refused_with_lines(seed):
    draw = random.Random(seed)
    text = broken(draw.choice([*RIGHT.values()]), draw)
    try:
        found = fitted(text, coins())
    except InputError as error:
        assert error.problems and all(problem.line for problem in error.problems)
        return
    for strategy in filter(None, found.players):
        assert all(sum(shares) == 1 and min(shares) >= 0 for _, shares in strategy)


def test_the_number_of_reported_problems_is_limited():
    lines = [f"1,{number},double,1" for number in range(5, 5 + 3 * MAX_PROBLEMS)]
    text = "\n".join(("player,information_set,action,probability", *lines, ""))
    with pytest.raises(InputError) as caught:
        fitted(text, coins())
    *problems, last = caught.value.problems
    assert [problem.line for problem in problems] == list(range(2, 2 + MAX_PROBLEMS))
    assert str(last) == f"and {2 * MAX_PROBLEMS} more problems"


def test_long_denominators_are_refused_quickly():
    rows = [f"1,0,a{at},{'7' * 9000}{at}/{'9' * 9000}{3 * at}\n" for at in range(40)]
    with pytest.raises(InputError) as caught:
        fitted("".join(("player,information_set,action,exact\n", *rows)), coins())
    assert f"2: {TOO_LONG}" in map(str, caught.value.problems)


@pytest.mark.parametrize(
    "text, told",
    [
        ("NE," + "1," * 2_000_000 + "1", "2000001 probabilities, but both players have 11 actions"),
        ("[[[" + "1," * 2_000_000 + "1]]]", "far more lists and numbers than the game has"),
        ("[" + "[[1,0]]," * 500_000 + "[]]", "far more lists and numbers than the game has"),
    ],
    ids=["a line", "one list", "many lists"],
)
def test_far_too_many_numbers_are_refused_quickly(text, told):
    game = coins()  # What is taken apart has a hundred times the characters in objects.
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match=f"1:1: {told}"):
            fitted(text, game)
        assert tracemalloc.get_traced_memory()[1] < 10 * len(text)
    finally:
        tracemalloc.stop()


def test_information_sets_with_one_action_may_be_omitted():
    game = game_of(published("island-1"), level=2)
    head = "player,information_set,label,action,probability\n"
    found = fitted(head + "1,1,,right right right,1\n", game)
    assert found.completed == 0 and found.players[1] is None
    assert all(sum(entry.probabilities) == 1 for entry in found.players[0])
    # What is led to behind such a set is asked for all the same.
    behind = 'EFG 2 R "" { "a" "b" }\n""\np "" 1 1 "" { "on" } 0\np "" 1 2 "" { "x" "y" } 0\n'
    behind += 't "" 1 "" { 0 0 }\nt "" 2 "" { 1 -1 }\n'
    with pytest.raises(InputError, match="information set 1 .* is missing, but moves of player 1"):
        fitted(head + "1,0,,on,1\n", parse_gambit(behind, "0" * 64, ""))
    with pytest.raises(InputError, match="the strategy has no information sets"):
        fitted(head, parse_gambit(behind, "0" * 64, ""))


def test_long_words_are_shortened_in_the_middle():
    game = coins()
    asked = f"player,label,action,probability\n1,{'and so on ' * 9}[tails],pay,1\n"
    with pytest.raises(InputError, match=r"no information set 'and so on and s.*on \[tails\]'"):
        fitted(asked, game)


def test_a_problem_that_is_repeated_is_counted():
    problems = [Problem("the sum is 1.05", (), line, 1) for line in range(1, 9)]
    *first, rest = matching._cut([*problems, Problem("another", (), 9, 1)])
    assert first == [*problems[:5], Problem("another", (), 9, 1)]
    assert str(rest) == "3 more: the sum is 1.05"
