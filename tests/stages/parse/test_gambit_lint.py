"""What is said about other readers, against what they were measured to do; and that what is mended
is portable.
"""

import json

import pytest

from efg_probes import PROBES, TABLE
from efg_readers import answer, efgc
from schemas.parts.problems import Code
from stages.expand.gambit import write_gambit
from stages.parse.gambit.lint import lint
from stages.parse.gambit.rules import MAX_DEPTH, NEW, OLD, OTHERS, READERS, RULES, SPIEL

MEASURED = json.loads(TABLE.read_text())
REFUSED = [name for name, row in MEASURED.items() if row["efgc"] == "refuses"]
READ = [name for name in MEASURED if name not in REFUSED]
COLUMNS = {OLD: "gambit 16.0.2", NEW: "gambit 16.7.0", SPIEL: "openspiel 2.0.2"}
NEVER = "probability 0"  # What never happens is left out by us alone; the game is the same.
UNMENDED = ("payoffs of 1/2147483648",)  # OpenSpiel takes no such fraction.

ANEW = (
    "information set -2147483649",
    "information set 2147483648",
    "information set of 64 bits",
    "outcome 2147483648",
)
"""What is refused and can be mended all the same."""


def linted(name):
    """Return the findings on a probe, and its game if there is one."""
    text = PROBES[name]
    return lint(text.removeprefix("\ufeff"), text.startswith("\ufeff"))


def other(name):
    """Return the readers that did not read a probe as we do."""
    return {
        reader for reader in READERS if MEASURED[name][COLUMNS[reader]] != MEASURED[name]["efgc"]
    }


def test_there_are_probes_good_and_bad_and_all_are_measured():
    assert MEASURED.keys() == PROBES.keys(), "tests/support/efg_probes.py measures what is new"
    assert all(set(row) == {*COLUMNS.values(), "efgc"} for row in MEASURED.values())
    assert len(REFUSED) >= 35 and len(READ) >= 70


@pytest.mark.slow
@pytest.mark.parametrize("name", MEASURED)
def test_we_do_what_the_table_says(name):
    assert answer(efgc, PROBES[name]) == MEASURED[name]["efgc"]


@pytest.mark.parametrize("name", READ)
def test_lint_names_the_readers_that_do_otherwise(name):
    findings, reading = linted(name)
    assert reading is not None and all(finding.rule for finding in findings)
    # The table shows 9 digits; `tests/peers` has what the others take floating point for.
    rules = {finding.rule for finding in findings} - {"floating point"}
    named = {reader for rule in rules for reader in RULES[rule].readers}
    assert named == (set() if name == NEVER else other(name))


@pytest.mark.parametrize("name", REFUSED)
def test_lint_says_what_is_wrong_where(name):
    findings, reading = linted(name)
    assert (reading is not None) == (name in ANEW) and findings
    assert any(
        not finding.rule and finding.problem.line and finding.problem.column for finding in findings
    )


@pytest.mark.parametrize("code", OTHERS)
def test_what_others_do_with_a_wrong_file_was_measured(code):
    does = OTHERS[code]
    names = [
        name for name in PROBES if any(finding.problem.code is code for finding in linted(name)[0])
    ]
    assert names
    for name in names:
        reads = {
            reader
            for reader in READERS
            if MEASURED[name][COLUMNS[reader]] not in ("refuses", "crashes", "hangs")
        }
        if code is Code.NUMBER_BEYOND_GAMBIT:
            assert reads == {OLD}
        elif NEW in does:
            assert (NEW in reads) == (code is Code.BEHIND_THE_TREE) and OLD in reads
        else:
            assert reads == set(READERS)


def test_every_rule_is_broken_by_a_probe():
    broken = {finding.rule for name in PROBES for finding in linted(name)[0]}
    assert RULES.keys() - broken == {"deep"}


@pytest.mark.slow
@pytest.mark.parametrize("name", READ)
def test_what_is_mended_is_portable_and_stays(name):
    _, reading = linted(name)
    mended = "".join(write_gambit(reading.game, reading.comment))
    findings, again = lint(mended)
    assert [finding.rule for finding in findings] == (
        ["large fraction"] if name in UNMENDED else []
    )
    assert answer(efgc, mended) == MEASURED[name]["efgc"]
    assert "".join(write_gambit(again.game, again.comment)) == mended


@pytest.mark.parametrize("name", ANEW)
def test_numbers_beyond_what_gambit_takes_are_mended(name):
    findings, reading = linted(name)
    assert sum("are numbered from" in finding.problem.message for finding in findings) == 1
    mended = "".join(write_gambit(reading.game, reading.comment))
    assert lint(mended)[0] == [] and answer(efgc, mended) == MEASURED["portable"]["efgc"]


def test_sets_are_numbered_anew_by_player_in_order_of_first_visit():
    reading = linted("information set of 64 bits")[1]
    written = "".join(write_gambit(reading.game, reading.comment))
    assert [line.split()[2:4] for line in written.splitlines() if line.startswith("p ")] == [
        ["1", "1"],
        ["2", "1"],
        ["1", "2"],
        ["2", "1"],
    ]


def test_depth_is_told():
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
