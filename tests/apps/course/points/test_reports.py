"""Printed reports of 2018: ours, the same under other names, and with a mistake in them."""

import csv
import io
import random
import re
from functools import cache, partial
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from efgc.pipeline.apps.course import contracts
from efgc.pipeline.apps.course.points import colouring
from efgc.pipeline.apps.course.points.matching import matched
from efgc.pipeline.apps.course.points.printed_reports import read_printed
from efgc.pipeline.apps.course.points.reports import (
    best_response,
    differences,
    known_in,
    reference_game,
)
from efgc.pipeline.apps.course.programs.reports import printed_report_grade
from efgc.pipeline.cli import efgc
from efgc.pipeline.files.text import Text
from efgc.schemas.grades import Verdict
from small_games import published

MAPS = ("island-1", "island-2", "island-3", "island-report", "two-bushes", "three-bushes")


def text(name):
    return Text(published(name), name, name, "0" * 64)


@cache
def true(name):
    return reference_game(contracts.report_2018(text(name)))


@cache
def report(name):
    return "".join(contracts.island_2018(text(name), "x").report)


def found(name, printed):
    """Return what differs, by part."""
    made = read_printed(printed)
    return [
        (one.part, one.message)
        for one in [*made.troubles, *differences(true(name), made, known_in(true(name), made))]
    ]


def renamed(name, seed):
    """Return a report whose sequences have other texts and, but for the first, other numbers."""
    luck, printed = random.Random(seed), report(name)
    for letter, texts in zip("SQ", true(name).texts, strict=True):
        others = list(texts)[1:]
        luck.shuffle(others)
        places = [1, *others]
        printed = re.sub(
            rf"\b{letter}(\d+)\b",
            lambda one, to=(letter, places): f"{to[0]}{to[1][int(one[1]) - 1]}",
            printed,
        )
    return re.sub(r"\[(.+)\]", lambda one: f"[x {hash(one[1])}]", printed)


@pytest.mark.parametrize("name", MAPS)
def test_our_own_report_is_right(name):
    assert found(name, report(name)) == []


@pytest.mark.parametrize("name", MAPS)
def test_other_names_and_another_order_are_right(name):
    assert found(name, renamed(name, 1)) == []


def test_brackets_around_numbers_are_the_documents():
    printed = re.sub(
        r"^([SQ]\d+|SOLUTION_VALUE):([\d.]+)$", r"\1:[\2]", report(MAPS[3]), flags=re.M
    )
    assert "S1:[1.0]" in printed and "SOLUTION_VALUE:[5.05" in printed
    assert found(MAPS[3], printed) == []


@pytest.mark.parametrize("known", [True, False])
def test_every_number_of_g_is_compared(known):
    printed = report("island-report") if known else renamed("island-report", 2)
    cells = [one.start() for one in re.finditer(r"(?<=\| )\d+\.\d+ +\|", printed)]
    assert len(cells) == len(true("island-report").utilities)
    for at in cells:
        wrong = printed[:at] + "9" + printed[at + 1 :]
        if wrong != printed:
            parts = {part for part, _ in found("island-report", wrong)}
            assert "utilities" in parts and not parts & {"sequences", "value"}


@pytest.mark.parametrize("known", [True, False])
def test_a_plan_that_is_no_equilibrium_is_found(known):
    printed = report("two-bushes") if known else renamed("two-bushes", 3)
    agent = read_printed(printed).plans[0]
    rows = {row for row, _ in read_printed(printed).utilities}
    assert any(agent.get(row) == 0.5 for row in rows)
    for number, weight in agent.items():
        if weight == 0.5 and (known or number in rows):  # What g does not show nobody can tell.
            wrong = printed.replace(f"S{number}:0.5\n", f"S{number}:0.1\n")
            assert any(part == "plans" for part, _ in found("two-bushes", wrong))


@pytest.mark.parametrize("known", [True, False])
def test_rounding_noise_in_an_empty_cell_is_zero(known):
    printed = report("island-1") if known else renamed("island-1", 4)
    noisy = re.sub(r"^(S\d+ .*?\| )( +)\|", r"\g<1>1e-17 |", printed, flags=re.M)
    assert "| 1e-17 |" in noisy and found("island-1", noisy) == []


def test_a_small_payoff_may_be_printed_as_zero():
    board = Text("5\n5\n#####\n#S-E#\n#-#-#\n#E-D#\n#####\n1\n0.9999999\n", "m", "m", "0" * 64)
    printed = "".join(contracts.island_2018(board, "x").report)
    rounded = re.sub(r"(?<=\| )[\d.]+e-\d+", "0.0", printed)
    assert rounded != printed
    for one in (printed, rounded):
        assert printed_report_grade("x", board, "island-2018", one).verdict is Verdict.IDENTICAL


@pytest.mark.parametrize(("off", "right"), [(0.001, True), (-0.001, True), (0.00101, False)])
def test_a_value_may_be_off_by_the_tolerance_of_the_document(off, right):
    value = true("two-bushes").value + off
    printed = re.sub("(?<=SOLUTION_VALUE:).*", f"{value:.5f}", report("two-bushes"))
    assert (found("two-bushes", printed) == []) is right
    grade = printed_report_grade("x", text("two-bushes"), "island-2018", printed)
    assert f"{grade.value:.5f}" == f"{value:.5f}"


@pytest.mark.parametrize(
    ("letter", "message"),
    [
        ("S", "AGENT's plan holds the value at 0 only: it is not in equilibrium"),
        (
            "Q",
            "ATTACKER's plan would hold the value at 0, better than is possible: it is not a "
            "realization plan",
        ),
    ],
)
def test_the_faults_of_a_plan_do_not_tell_the_value(letter, message):
    wrong = re.sub(rf"^({letter}\d+):0\.\d+$", r"\1:0.0", report("island-report"), flags=re.M)
    assert ("plans", message) in found("island-report", wrong)


def test_differences_are_described_in_words():
    name, printed = "island-report", report("island-report")
    assert found(name, printed.replace("SOLUTION_VALUE:5.05", "SOLUTION_VALUE:-5.05"))[-1] == (
        "value",
        "-5.05476190476 is not the value of the map's game, but the value to the other player",
    )
    assert ("utilities", "g(S13, Q2) is 3, in the game 3.3") in found(
        name, printed.replace("S13            | 3.3", "S13            | 3.0")
    )
    assert (
        "plans",
        "S18 + S19 add up to 0.6, and S17 before that 0.5",
    ) in found(name, printed.replace("S18:0.2619", "S18:0.3619"))
    missing = "missing is [e4 [alarm at e3] e4 to e2]"
    assert missing in found(name, printed.replace("Q23:[e4 [alarm at e3] e4 to e2]\n", ""))[0][1]
    turned = re.sub(r"(?<=\| )(\d+\.\d+) +\|", r"-\1 |", renamed(name, 4))
    assert ("utilities", "g is the attacker's payoff: all signs are reversed") in found(
        name, turned
    )


def test_the_missing_parts_of_a_report_are_listed():
    parts = [part for part, _ in found("two-bushes", "Hello\n")]
    assert parts == ["sequences", "sequences", "plans", "plans", "utilities", "value"]
    broken = "AGENT:\nQ1:[x]\nSOLUTION_VALUE:[nan]\nAGENT\\ATTACKER | Q1 | X |\nS1 | 1 | 2 | 3 |\n"
    said = [words for _, words in found("two-bushes", broken)]
    assert "Q1 is listed under AGENT, whose sequences are S1, S2, ..." in said
    assert {"'nan' is not a number", "the row of S1 has 3 numbers for 1 column"} <= {*said}


def translated(name):
    """Return a report whose texts are in another language: a longer one still continues a shorter
    one.
    """
    texts = re.compile(r"(?<=:\[).+(?=\])")
    return texts.sub(lambda one: one[0].replace("e", "place ").replace("to", "na"), report(name))


@pytest.mark.parametrize("name", MAPS)
def test_texts_in_another_language_are_right(name):
    printed = translated(name)
    assert found(name, printed) == []
    made = read_printed(printed)
    known = known_in(true(name), made)
    assert known.by_name == (made.sequences == true(name).texts)
    compared = [sum(len(mine) for mine, _ in side) for side in known.classes]
    assert compared == [len(own) for own in made.sequences]  # Those without a payoff, too.


def test_weights_before_a_payoff_are_compared_if_texts_show_the_parents():
    printed = translated("island-report").replace("S18:0.2619", "S18:0.3619")
    assert found("island-report", printed) == [
        ("plans", "S18 + S19 add up to 0.6, and S17 before that 0.5"),
        ("plans", "S20 is 0.2619047619, and S18 before that 0.3619047619"),
    ]


@pytest.mark.parametrize("seed", range(6))
def test_a_plan_is_not_blamed_for_rows_with_the_same_numbers(seed):
    printed = renamed("island-3", seed)
    made = read_printed(printed)
    several = [mine for mine, _ in known_in(true("island-3"), made).classes[0] if len(mine) > 1]
    weights = [{made.plans[0].get(number, 0.0) for number in mine} for mine in several]
    assert sum(len(those) > 1 for those in weights) >= 3
    assert found("island-3", printed) == []
    # Nor is a wrong plan excused by them.
    wrong = re.sub(r"^(S\d+):0\.\d+$", r"\1:0.3", printed, flags=re.M)
    assert wrong != printed and any(part == "plans" for part, _ in found("island-3", wrong))


@pytest.mark.parametrize("name", MAPS)
def test_a_title_without_entries_is_a_difference(name):
    empty = "AGENT:\nATTACKER:\nAGENT\\ATTACKER | Q1 | Q2 |\nSOLUTION_AGENT:\nSOLUTION_ATTACKER:\n"
    assert found(name, f"{empty}SOLUTION_VALUE:{true(name).value}\n") == [
        ("sequences", "no sequence is printed for AGENT"),
        ("plans", "no weight is printed for AGENT"),
        ("sequences", "no sequence is printed for ATTACKER"),
        ("plans", "no weight is printed for ATTACKER"),
        (
            "utilities",
            f"no number of g is printed, in the game {len(true(name).utilities)} are not zero",
        ),
    ]


NO_LISTS = r"^[SQ]\d+:\[.*\n"
NO_ROWS = r"^S\d+ .*\n"
NO_PLANS = r"^[SQ]\d+:\d.*\n"
LACKING = {  # What is left out, and the parts that are reported.
    NO_LISTS: {"sequences"},
    NO_ROWS: {"utilities"},
    NO_PLANS: {"plans"},
    r"^S\d+:\d.*\n": {"plans"},
    r"^Q\d+:\d.*\n": {"plans"},
    r"^S\d+:\[.*\n": {"sequences"},
    r"^Q\d+:\[.*\n": {"sequences"},
    f"{NO_LISTS}|{NO_ROWS}": {"sequences", "utilities"},
    f"{NO_LISTS}|{NO_ROWS}|{NO_PLANS}": {"sequences", "utilities", "plans"},
}


@pytest.mark.parametrize("pattern", LACKING)
@pytest.mark.parametrize("name", ["island-1", "three-bushes"])
def test_every_part_must_have_entries(name, pattern):
    printed = re.sub(pattern, "", report(name), flags=re.M)
    assert {part for part, _ in found(name, printed)} == LACKING[pattern]


NOTHING = "4\n5\n#####\n#S#D#\n##E-#\n#####\n1\n0.5\n"  # The agent cannot move.


@pytest.mark.parametrize(
    "pattern, verdict",
    [
        ("$^", "identical"),
        (r"^S1:1.0\n", "identical"),
        (r"^S1:\[\]\n", "equivalent"),
        (r"^Q\d+:1.0\n", "different"),
    ],
)
def test_parts_may_be_empty_where_the_game_has_no_entries(tmp_path, pattern, verdict):
    board = Text(NOTHING, "map", "map", "0" * 64)
    printed = "".join(contracts.island_2018(board, "x").report)
    assert "AGENT:\nS1:[]\nATTACKER:" in printed and "SOLUTION_VALUE:0.0" in printed
    ours = printed_report_grade("x", board, "island-2018", re.sub(pattern, "", printed, flags=re.M))
    assert ours.verdict == verdict


def test_a_row_a_column_and_a_value_are_there_once():
    printed = report("island-1")
    header = next(line for line in printed.splitlines() if line.startswith("AGENT\\"))
    row = next(line for line in printed.splitlines() if line.startswith("S22 "))
    other = f"S22 | | | | 999 | | |\n{row}"
    said = [words for _, words in found("island-1", printed.replace(row, other))]
    assert "duplicate row S22" in said
    said = [words for _, words in found("island-1", printed.replace(row, f"{row}\n{row}"))]
    assert said == ["duplicate row S22"]
    said = found("island-1", printed.replace(header, header.replace("Q7", "Q6")))
    assert ("utilities", "duplicate column Q6") in said
    for value in ("SOLUTION_VALUE:7", "SOLUTION_VALUE:[7.096774193548387]"):
        assert ("value", "duplicate SOLUTION_VALUE") in found("island-1", printed + value)
    # The first value counts.
    assert len(found("island-1", f"SOLUTION_VALUE:1\n{printed}")) >= 2


def test_a_table_may_be_printed_in_blocks():
    lines = report("island-1").splitlines()
    table = [line for line in lines if " | " in line]
    blocks = [
        [
            " | ".join([cells[0], *part]) + " |"
            for cells in (row.split("|")[:-1] for row in table)
            for part in [cells[first : first + 3]]
        ]
        for first in (1, 4)
    ]
    at = lines.index(table[0])
    rest = [line for line in lines[at:] if line not in table]
    both = "\n".join([*lines[:at], *blocks[0], *blocks[1], *rest])
    assert found("island-1", both) == []
    again = "\n".join([*lines[:at], *blocks[0], *blocks[1], *blocks[1], *rest])
    assert {words for _, words in found("island-1", again)} == {
        f"duplicate row {line.split()[0]}" for line in table[1:]
    }


def test_a_report_is_not_comparable_if_its_table_is_not_decided(monkeypatch):
    printed = renamed("island-3", 1)
    grade = partial(printed_report_grade, "x", text("island-3"), "island-2018")
    assert grade(printed).verdict == "equivalent"
    monkeypatch.setattr(colouring, "MAX_WORK", 0)
    undecided = grade(printed)
    assert undecided.verdict == "not comparable" and "was not decided" in undecided.proof
    wrong = grade(printed.replace("SOLUTION_VALUE:", "SOLUTION_VALUE:1"))
    assert wrong.verdict == "different"
    assert [*wrong.remarks] == [
        "it was not decided whether g is that of the map's game under other names",
        "no difference in: sequences, plans",
    ]
    assert grade(report("island-3")).verdict == "identical"


def test_a_table_without_a_unique_matching_is_right():
    # Circles of four and of eight: a guess that matches one with the other cannot be continued.
    circles = {}
    for first, length in ((1, 2), (3, 4)):
        for at in range(length):
            circles[first + at, first + at] = circles[first + at, first + (at + 1) % length] = 1.0
    turned = {(7 - row, 7 - column): number for (row, column), number in circles.items()}
    every = [((1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1))]
    assert matched(circles, turned) == ((every, every), True)


@pytest.mark.parametrize("name", MAPS)
def test_plans_in_equilibrium_hold_the_value(name):
    made, game = read_printed(report(name)), true(name)
    for player, plan in enumerate(made.plans):
        weights = {number - 1: weight for number, weight in plan.items()}
        value, _ = best_response(game.form, player, weights)
        assert value == pytest.approx(game.value, abs=1e-9)


def graded(name, *paths, code):
    """Return the rows of hand-ins, compared with a map that is next to the first one."""
    board = paths[0].parent / "map.txt"
    board.write_text(published(name))
    words = ["grade", *map(str, paths), "--map", str(board), "--format", "csv"]
    made = CliRunner().invoke(efgc, words, catch_exceptions=False)
    assert made.exit_code == code, made.output
    return list(csv.DictReader(io.StringIO(made.stdout)))


def verdicts(rows):
    return {row["file"].rpartition("/")[2]: row["verdict"] for row in rows}


def test_reports_are_rows_and_the_exit_code_is_0_if_all_are_right(tmp_path):
    reports = tmp_path / "reports"
    reports.mkdir()
    (reports / "ann.txt").write_text(report("two-bushes"))
    (reports / "eva.txt").write_text(renamed("two-bushes", 1))
    (reports / "notes.txt").write_text("I did it.")
    rows = graded("two-bushes", reports, code=0)
    assert verdicts(rows) == {
        "ann.txt": "identical",
        "eva.txt": "equivalent",
        "notes.txt": "skipped",
    }
    assert "compared by g" in rows[1]["reason"]
    (reports / "bob.txt").write_bytes(b"SOLUTION_VALUE:5\n\xff")
    assert verdicts(graded("two-bushes", reports, code=1))["bob.txt"] == "unreadable"


def test_a_wrong_report_has_its_differences_with_their_lines(tmp_path):
    (tmp_path / "bob").write_text(
        report("island-1").replace("SOLUTION_VALUE:7", "SOLUTION_VALUE:8")
    )
    (row,) = graded("island-1", tmp_path / "bob", code=1)
    assert (row["verdict"], row["line"]) == ("different", "96")
    assert "value: 8.09677419355 is not the value of the map's game" in row["reason"]
    assert row["remarks"] == "no difference in: sequences, utilities, plans"


def test_a_rounded_value_is_shown_as_printed(tmp_path):
    report_file, board = tmp_path / "ann", tmp_path / "map.txt"
    report_file.write_text(report("two-bushes").replace("VALUE:5.0", "VALUE:5.0009"))
    board.write_text(published("two-bushes"))
    words = ["grade", str(report_file), "--map", str(board)]
    made = CliRunner().invoke(efgc, words, catch_exceptions=False)
    assert made.exit_code == 0 and re.search("value +5.0009, close enough to 5\n", made.stdout)


def test_plans_are_not_called_right_if_sequences_cannot_be_matched(tmp_path):
    wrong = re.sub(r" 3\.3(0*) ", " 3.30005 ", renamed("island-report", 2))
    (tmp_path / "bob").write_text(wrong)  # So close that plans keep the value.
    (row,) = graded("island-report", tmp_path / "bob", code=1)
    assert row["verdict"] == "different" and "plans were not compared" in row["remarks"]


def test_reports_are_read_in_archives_and_from_stdin(tmp_path):
    with ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("ann/out.txt", report("two-bushes"))
        archive.writestr("ann/notes.txt", "I did it.")
    rows = graded("two-bushes", tmp_path / "all.zip", code=0)
    assert [(row["student"], row["verdict"]) for row in rows] == [("ann", "identical")]
    assert rows[0]["others"].startswith(f"{tmp_path}/all.zip/ann/notes.txt: not a Gambit file")
    words = ["grade", "-", "--map", str(tmp_path / "map.txt")]
    made = CliRunner().invoke(efgc, words, input=report("two-bushes"), catch_exceptions=False)
    assert made.exit_code == 0 and "-: identical on this map" in made.stdout


@pytest.mark.usefixtures("forked")
def test_a_report_on_a_map_that_is_too_large_is_not_graded(tmp_path, monkeypatch):
    monkeypatch.setattr(contracts, "MAX_HISTORIES", 10)
    (tmp_path / "ann.txt").write_text(report("two-bushes"))
    (row,) = graded("two-bushes", tmp_path / "ann.txt", code=1)
    assert row["verdict"] == "not graded" and "the tree of the map has" in row["reason"]


def test_an_exported_program_has_the_value_as_its_optimum(tmp_path):
    programs = tmp_path / "programs"
    programs.mkdir()
    files = contracts.island_2018(text("island-1"), "ann").files
    for suffix in ("lp", "attacker.lp"):
        (programs / f"ann.{suffix}").write_text("".join(files[suffix]))
    rows = graded("island-1", programs, code=0)
    assert [row["verdict"] for row in rows] == ["right", "right"]


RIGHT = "max\nobj: x\nst\nc: x <= 7.09677419355\nend\n"
# Numbers so far apart that no solver's answer is proved.
UNPROVED = """max
 obj: x
subject to
 c: 1e18 x - 1e-12 y <= 7
 d: y - 1e15 x <= 1e10
 e: y + 1e17 z >= 1e12
end
"""


EXPORTED = [
    ("max\nobj: x\nst\nc: x <= 7\nend\n", "different", "", "is 7, and not the value"),
    ("max\nobj: x\nst\nc: x >= 7\nend\n", "different", "", "glpk reports unbounded"),
    (
        "max\nobj: x\nst\nc: x <= 1 y\nd: x + = 3\nend\n",
        "unreadable",
        "4",
        "a row has a number on the right: 'y' belongs to the left",
    ),
    ("hello\n", "unreadable", "1", "neither an .lp file"),
    ("", "unreadable", "1", "the file is empty"),
    (UNPROVED, "not solved", "", "without a proof"),
]
"""Programs, and their verdict, line and reason."""


def test_differences_of_an_exported_program_are_reported(tmp_path):
    paths = [tmp_path / f"{at}.lp" for at in range(len(EXPORTED))]
    for path, (content, *_) in zip(paths, EXPORTED, strict=True):
        path.write_text(content)
    rows = graded("island-1", *paths, code=1)
    for row, (_, verdict, line, reason) in zip(rows, EXPORTED, strict=True):
        assert (row["verdict"], row["line"]) == (verdict, line) and reason in row["reason"]


def test_a_program_that_is_not_solved_is_a_row_among_others(tmp_path):
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "ann.lp").write_text(UNPROVED)
    (programs / "bob.lp").write_text(RIGHT)
    rows = graded("island-1", programs, code=1)
    assert verdicts(rows) == {"ann.lp": "not solved", "bob.lp": "right"}


def test_suffixes_are_taken_in_any_case(tmp_path):
    reports = tmp_path / "reports"
    reports.mkdir()
    (reports / "ANN.LP").write_text(RIGHT)
    (reports / "BOB.Txt").write_text(report("island-1"))
    rows = graded("island-1", reports, code=0)
    assert verdicts(rows) == {"ANN.LP": "right", "BOB.Txt": "identical"}


@pytest.mark.parametrize("format", ["text", "csv"])
def test_a_name_of_a_file_commands_no_terminal(tmp_path, format):
    (tmp_path / "map.txt").write_text(published("island-1"))
    (tmp_path / "ann\x1b[31m\n  bob.lp").write_text(RIGHT)
    asked = ["grade", str(tmp_path / "ann\x1b[31m\n  bob.lp")]
    asked += ["--map", str(tmp_path / "map.txt"), "--format", format]
    made = CliRunner().invoke(efgc, asked, catch_exceptions=False)
    assert "ann\\x1b[31m\\n  bob.lp" in made.stdout and "\x1b" not in made.stdout
