"""What is said about other readers, against what they were measured to do; and that what is mended
is portable.
"""

import json
from dataclasses import replace
from decimal import Decimal, localcontext
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from efg_probes import PROBES, TABLE
from efg_readers import answer, efgc
from efgc.schemas.game import Chance, Decision, Terminal
from efgc.schemas.parts.problems import Code, InputError
from efgc.stages.expand.gambit import portable, write_gambit
from efgc.stages.parse.gambit.lint import MAX_DEPTH, NEW, OLD, OTHERS, READERS, RULES, SPIEL, lint
from efgc.stages.parse.gambit.numbers import reads_as
from efgc.stages.parse.gambit.tree import read_gambit
from odd_games import games
from small_games import law

MEASURED = json.loads(TABLE.read_text())
REFUSED = [name for name, row in MEASURED.items() if row["efgc"] == "refuses"]
READ = [name for name in MEASURED if name not in REFUSED]
COLUMNS = {OLD: "gambit 16.0.2", NEW: "gambit 16.7.0", SPIEL: "openspiel 2.0.2"}
NEVER = "probability 0"  # What never happens is left out by us alone; the game is the same.

ANEW = (
    "information set -2147483649",
    "information set 2147483648",
    "information set of 64 bits",
    "outcome 2147483648",
)
"""What is refused and can be mended all the same: by other numbers,"""
APART = ("probabilities of chance changed", "outcome repeated with another label")
"""by a number for each set of chance, or no labels of outcomes, or"""
AROUND = (
    "text behind the tree",
    "more lines behind the tree",
    "text before EFG",
    "other output before the tree",
    "a prompt before the tree",
)
"""by less text."""


def linted(name):
    """Return the findings on a probe, and its game if there is one."""
    text = PROBES[name]
    return lint(text.removeprefix("\ufeff"), text.startswith("\ufeff"))


def other(name):
    """Return the readers that did not read a probe as we do."""
    return {
        reader for reader in READERS if MEASURED[name][COLUMNS[reader]] != MEASURED[name]["efgc"]
    }


def test_all_probes_are_measured():
    assert MEASURED.keys() == PROBES.keys(), "tests/support/efg_probes.py measures what is new"
    columns = {*COLUMNS.values(), "gambit 17.0.0b2", "efgc"}
    assert all(set(row) == columns for row in MEASURED.values())
    assert len(REFUSED) >= 35 and len(READ) >= 70


@pytest.mark.slow
@pytest.mark.parametrize("name", MEASURED)
def test_we_behave_as_the_table_states(name):
    assert answer(efgc, PROBES[name]) == MEASURED[name]["efgc"]


@pytest.mark.parametrize("name", READ)
def test_lint_names_the_readers_that_differ(name):
    findings, reading = linted(name)
    assert reading is not None and all(finding.rule for finding in findings)
    # The table shows 9 digits; `tests/peers` has what the others take floating point for.
    rules = {finding.rule for finding in findings} - {"floating point"}
    named = {reader for rule in rules for reader in RULES[rule].readers}
    assert named == (set() if name == NEVER else other(name))


@pytest.mark.parametrize("name", REFUSED)
def test_lint_reports_problems_with_positions(name):
    findings, reading = linted(name)
    assert (reading is not None) == (name in ANEW + APART + AROUND) and findings
    assert any(
        not finding.rule and finding.problem.line and finding.problem.column for finding in findings
    )


@cache
def codes_of(name):
    """Return the codes of what is found in a probe."""
    return {finding.problem.code for finding in linted(name)[0]}


@pytest.mark.parametrize("code", OTHERS)
def test_the_behaviour_of_other_readers_was_measured(code):
    does = OTHERS[code]
    names = [name for name in PROBES if code in codes_of(name)]
    assert names
    for name in names:
        if code is Code.BEHIND_THE_TREE and Code.DESCRIBED_OTHERWISE in codes_of(name):
            continue  # For which Gambit 16.7 refuses it.
        reads = {
            reader
            for reader in READERS
            if MEASURED[name][COLUMNS[reader]] not in ("refuses", "crashes", "hangs")
        }
        if code is Code.NUMBER_BEYOND_GAMBIT:
            assert reads == {OLD}
        elif code is Code.BEFORE_THE_TREE:
            assert not reads
        elif NEW in does:
            assert (NEW in reads) == (code is Code.BEHIND_THE_TREE) and OLD in reads
        else:
            assert reads == set(READERS)


def test_every_rule_is_broken_by_a_probe():
    broken = {finding.rule for name in PROBES for finding in linted(name)[0]}
    assert RULES.keys() - broken == {"deep"}


@pytest.mark.slow
@pytest.mark.parametrize("name", READ)
def test_rewritten_files_are_portable_and_stable(name):
    _, reading = linted(name)
    mended = "".join(write_gambit(reading.game, reading.comment))
    findings, again = lint(mended)
    assert findings == []
    assert is_the_same(reading.game, again.game)
    assert answer(efgc, mended) == MEASURED[name]["efgc"]
    assert "".join(write_gambit(again.game, again.comment)) == mended


@pytest.mark.parametrize("name", ANEW)
def test_numbers_beyond_gambits_limits_are_renumbered(name):
    findings, reading = linted(name)
    assert sum("must be numbered from" in finding.problem.message for finding in findings) == 1
    mended = "".join(write_gambit(reading.game, reading.comment))
    assert lint(mended)[0] == [] and answer(efgc, mended) == MEASURED["portable"]["efgc"]


@pytest.mark.parametrize("name", APART)
def test_sets_of_chance_and_labels_that_do_not_fit_are_mended(name):
    findings, reading = linted(name)
    assert "; 'efgc lint --fix' mends it; " in findings[0].problem.message
    mended = "".join(write_gambit(reading.game, reading.comment))
    assert lint(mended)[0] == [] and is_the_same(reading.game, lint(mended)[1].game)


DRAWS = """EFG 2 R "" { "A" "B" }
c "" 1 "" { "K" 1/3 "Q" 1/3 "J" 1/3 } 0
c "" 1 "" { "Q" 1/2 "J" 1/2 } 0
t "" 1 "win" { 1 -1 } t "" 1 "luck" { 1 -1 }
c "" 1 "" { "Q" 1/2 "J" 1/2 } 0
t "" 2 "" { -2 2 } t "" 3 "" { 0 0 }
t "" 2 "" { -2 2 }
"""


def test_each_node_of_chance_keeps_its_own_description():
    findings, reading = lint(DRAWS)
    assert [finding.problem.line for finding in findings if not finding.rule] == [3, 4, 5]
    moves = [node for node in reading.game.nodes if isinstance(node, Chance)]
    assert [move.actions for move in moves] == [("K", "Q", "J"), ("Q", "J"), ("Q", "J")]
    # Where a description is left out, it could be either.
    unclear = DRAWS.replace('c "" 1 "" { "Q" 1/2 "J" 1/2 } 0\nt "" 2', 'c "" 1 0\nt "" 2')
    assert lint(unclear)[1] is None
    with pytest.raises(InputError, match="is not described here, and differs above"):
        read_gambit(unclear, mend=True)


def test_sets_are_renumbered_by_player_in_order_of_first_visit():
    reading = linted("information set of 64 bits")[1]
    written = "".join(write_gambit(reading.game, reading.comment))
    assert [line.split()[2:4] for line in written.splitlines() if line.startswith("p ")] == [
        ["1", "1"],
        ["2", "1"],
        ["1", "2"],
        ["2", "1"],
    ]


@pytest.mark.parametrize("name", AROUND)
def test_other_output_is_removed(name):
    findings, reading = linted(name)
    [said] = [finding.problem.message for finding in findings]
    assert "'efgc lint --fix'" in said
    mended = "".join(write_gambit(reading.game, reading.comment))
    assert mended == "".join(write_gambit(*_read("portable"))) and lint(mended)[0] == []


def _read(name):
    reading = linted(name)[1]
    return reading.game, reading.comment


@pytest.mark.many
@pytest.mark.parametrize("name", READ)
def test_a_tree_within_other_output_is_found_in_any_spelling(name):
    text = PROBES[name].removeprefix("\ufeff")
    findings, reading = lint(text)
    for ahead in ("2 0.33\r\nSE-D\r\nEFG, EFG 2 R\r\n", ">>> ", "EFG 2: "):
        found, again = lint(f"{ahead}{text}\nDone: EFG of 3 kB\n")
        assert again is not None and again.game.nodes == reading.game.nodes, ahead
        rules = [finding.rule for finding in found]
        assert rules[0] == rules[-1] == "" and rules[1:-1] == [one.rule for one in findings]
        assert again.position(0)[0] == reading.position(0)[0] + ahead.count("\n")


@pytest.mark.parametrize("name", ["a node too many", "two trees"])
def test_text_that_may_belong_to_the_game_is_kept(name):
    [finding], reading = linted(name)
    assert reading is None and "lint --fix" not in finding.problem.message


def test_findings_after_other_output_have_the_lines_of_the_file():
    text = PROBES["outcome by number alone"]
    alone = [finding.problem for finding in lint(text)[0]]
    ahead, *found = [finding.problem for finding in lint(f"3\n\tEFG\n{text}\nBye.\n")[0]]
    assert (ahead.line, ahead.column) == (3, 1) and found.pop().message.startswith(
        "unexpected 'Bye.' after"
    )
    assert [problem._replace(line=problem.line - 2) for problem in found] == alone != []


def test_problems_after_other_output_are_reported_too():
    ahead, wrong = lint("output\n" + PROBES["a node too few"] + "\n")[0]
    assert ahead.problem.line == 2 and wrong.problem.message.startswith("the file ends here")
    assert wrong.problem.line == PROBES["a node too few"].count("\n") + 3


def test_all_problems_are_reported_even_if_some_can_be_fixed():
    text = PROBES["information set of 64 bits"].replace("{ 1 -1 }", "{ 1 1 }", 1)
    assert len(lint(text)[0]) == 2 and lint(text)[1] is None


def numbers_of(game):
    """Return all payoffs and probabilities of a game."""
    for node in game.nodes:
        match node:
            case Terminal(payoff):
                yield from (payoff, game.constant - payoff)
            case Chance(_, probabilities, _):
                yield from probabilities


def is_the_same(one, other):
    """Return whether two trees are the same game, but for labels and the order of the records."""
    known, waiting = {}, [(0, 0)]
    while waiting:
        first, second = (
            game.nodes[at] for game, at in zip((one, other), waiting.pop(), strict=True)
        )
        match first, second:
            case Terminal(), Terminal() if first.payoff == second.payoff:
                continue
            case Chance(), Chance() if first.probabilities == second.probabilities:
                pass
            case Decision(), Decision():
                sets = (
                    game.information_sets[node.infoset]
                    for game, node in ((one, first), (other, second))
                )
                if len({(infoset.player, len(infoset.actions)) for infoset in sets}) > 1:
                    return False
                if known.setdefault(first.infoset, second.infoset) != second.infoset:
                    return False
            case _:
                return False
        waiting += zip(first.children, second.children, strict=True)
    return len(set(known.values())) == len(known) and one.constant == other.constant


ODD = st.text(max_size=5) | st.sampled_from(
    ['"', "\\", "a  b", " a", "\u00fc", "\t", "EFG 2 R", "}"]
)


@pytest.mark.long
@law(500)
@given(games(), ODD, ODD, ODD, st.fractions())
def test_written_files_are_portable_and_the_same_game(game, first, second, comment, constant):
    game = replace(game, players=(first, second + first + "."), constant=constant)
    findings, reading = lint("".join(write_gambit(game, comment)))
    assert is_the_same(game, reading.game)
    assert [finding.rule for finding in findings] in ([], ["large fraction"])
    large = {
        number
        for number in numbers_of(game)
        if number.denominator > 1 and max(abs(number.numerator), number.denominator) >= 2**31
    }
    left = {number for number in large if "/" in portable(number)}
    assert (findings != []) == (left != set())
    for number in left:  # No decimal, or one that we take for a number that was rounded.
        assert 10**400 % number.denominator or not reads_as(decimal(number), number)


def decimal(number):
    """Return a positive number as a decimal; Python's own way of writing knows no end."""
    with localcontext(prec=1_000):
        return f"{Decimal(number.numerator) / number.denominator:f}"


def test_great_depth_is_reported():
    moves = "".join(f'p "" 1 {number} "" {{ "go" }} 0\n' for number in range(1, MAX_DEPTH + 2))
    findings, _ = lint(f'EFG 2 R "" {{ "a" "b" }}\n{moves}t "" 1 "" {{ 0 0 }}\n')
    assert [(finding.rule, finding.problem.line) for finding in findings] == [
        ("deep", MAX_DEPTH + 3)
    ]


def test_places_are_counted():
    [finding] = lint(PROBES["tabs"])[0]
    places = PROBES["tabs"].count("\t") - 1  # One is inside of the comment.
    assert finding.problem.message.startswith(
        f"white space other than blanks and line ends, in {places} places: "
    )
