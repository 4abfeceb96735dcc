"""A row and a page for each student of an export, with marks."""

import csv
import json
import re
import shutil

import pytest

from efgc.pipeline.apps.course.grading.students import Owner, marked, student_count, student_rows
from efgc.pipeline.apps.course.records import Grade
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.grades import ProgramTrial, Verdict
from small_games import ARTIFACTS

CAVE = ARTIFACTS / "cave-example"
BOARD = CAVE / "cave-example.txt"


def graded(file, verdict, wrong=0, **fields):
    trial = ProgramTrial(10, wrong, "", "") if wrong else None
    return Grade(file, verdict, trial=trial, **fields)


@pytest.mark.parametrize(
    "handins, best",
    [
        ([("a", Verdict.DIFFERENT), ("b", Verdict.IDENTICAL)], "b"),
        ([("a", Verdict.IDENTICAL), ("b", Verdict.DIFFERENT)], "a"),
        ([("a", Verdict.EQUIVALENT), ("b", Verdict.IDENTICAL), ("c", Verdict.RIGHT)], "b"),
        ([("a", Verdict.DIFFERENT), ("b", Verdict.NOT_GRADED)], "b"),
        ([("a", Verdict.UNREADABLE), ("b", Verdict.DIFFERENT), ("c", Verdict.SKIPPED)], "b"),
        ([("a", Verdict.DIFFERENT), ("b", Verdict.DIFFERENT)], "b"),
        ([("a", Verdict.DIFFERENT, 3), ("b", Verdict.DIFFERENT, 8)], "a"),
        ([("a", Verdict.SKIPPED), ("b", Verdict.SKIPPED)], "a"),
        ([("a.efg", Verdict.DIFFERENT), ("b.lp", Verdict.RIGHT)], "a.efg"),
        ([("a.MPS", Verdict.NOT_COMPARABLE), ("b.txt", Verdict.UNREADABLE)], "b.txt"),
        ([("a.lp", Verdict.RIGHT), ("b.lp", Verdict.DIFFERENT)], "a.lp"),
    ],
)
def test_the_best_hand_in_is_the_row(handins, best):
    grades = [graded(*one) for one in handins]
    [row] = student_rows(iter(grades), [Owner(0, "ann")] * len(grades), together=False)
    assert row.file == best
    assert [one.file for one in row.others] == [one[0] for one in handins if one[0] != best]


def test_parts_come_with_the_best_whole():
    grades = [
        *(graded(file, Verdict.WRONG, part=part) for file in "ab" for part in ("x", "y")),
        graded("a", Verdict.PARTLY_RIGHT, part="all", points=3.0),
        graded("b", Verdict.PARTLY_RIGHT, part="all", points=5.0),
    ]
    rows = list(student_rows(iter(grades), [Owner(0, "ann")] * 6, together=False))
    assert [(one.file, one.part) for one in rows] == [("b", "x"), ("b", "y"), ("b", "all")]
    assert [one.file for one in rows[-1].others] == ["a"]


def test_students_of_two_folders_stay_apart_and_a_platform_has_one():
    owners = [Owner(0, ""), Owner(0, "tree"), Owner(1, "tree"), Owner(1, "tree")]
    grades = [graded(name, Verdict.IDENTICAL) for name in "abcd"]
    for together, files in ((False, ["a", "b", "d"]), (True, ["b", "d"])):
        rows = list(student_rows(iter(grades), owners, together))
        assert [row.file for row in rows] == files
        assert student_count(owners, together) == len(files)


@pytest.mark.parametrize(
    "verdict, points",
    [(Verdict.EQUIVALENT, 10), (Verdict.DIFFERENT, 0), (Verdict.NOT_GRADED, None)],
)
def test_points_are_all_none_or_open(verdict, points):
    row = marked(Grade("a", verdict), 10.0, 10.0)
    assert (row.points, row.of) == (points, 10)


@pytest.fixture
def export(tmp_path):
    """Ten students with all kinds of hand-ins, as Moodle exports them."""
    right = (CAVE / "cave-example.efg").read_text()
    swapped = '"captured" 67/100 "escaped" 33/100'
    wrong = right.replace('"captured" 33/100 "escaped" 67/100', swapped)
    sign = re.sub(r"\{ (\d+) -(\d+) \}", r"{ -\1 \2 }", right)
    files = {
        "Anna": {"tree.efg": right},
        "Ben": {"tree.efg": wrong},
        "Cleo": {"first.efg": wrong, "second/tree.efg": right, "notes.txt": "see there"},
        "Dan": {},
        "Eva": {"report.pdf": "%PDF", "inner.zip": ""},
        "Fay": {"tree.efg": ""},
        "Gus": {"tree.efg": "Traceback (most recent call last):"},
        "Hal": {"a.efg": wrong, "b.efg": sign},
        "Ida": {"tree.efg": sign},
        "Jan": {"tree.efg": right[:700]},
    }
    for name, contents in files.items():
        folder = tmp_path / "export" / f"{name}_1_assignsubmission_file_"
        folder.mkdir(parents=True)
        for file, text in contents.items():
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_text(text)
    return tmp_path / "export"


@pytest.mark.parametrize("packed", [False, True])
def test_an_export_has_a_row_a_page_and_points_for_everybody(packed, export, tmp_path, capfd):
    out, pages = tmp_path / "marks.csv", tmp_path / "pages"
    if packed:  # An empty folder has an entry of its own in the archive.
        export = shutil.make_archive(str(export), "zip", export)
    words = ["grade", export, "--map", BOARD, "--points", "10", "--feedback", pages, "-o", out]
    assert guarded(lambda: efgc([*map(str, words)], standalone_mode=False)) == 1
    rows = list(csv.DictReader(out.open()))
    marks = {row["student"].partition("_")[0]: row["points"] for row in rows}
    assert {name for name, points in marks.items() if points == "10"} == {"Anna", "Cleo"}
    assert sorted(marks.values()) == ["0"] * 8 + ["10"] * 2
    assert [row["of"] for row in rows] == ["10"] * 10
    mails = {path.name.partition("_")[0]: path.read_text() for path in pages.glob("*.txt")}
    assert {*mails} == {*marks} and len(list(pages.glob("*.html"))) == 10
    assert all(f"points   {marks[name]} of 10" in mail for name, mail in mails.items())
    assert "first.efg: different." in mails["Cleo"] and "notes.txt: not a" in mails["Cleo"]
    for name in ("Dan", "Eva"):
        assert "You handed in nothing that can be graded." in mails[name]
        assert "What was asked for" in mails[name] and "#SE-D#" in mails[name]
    assert "report.pdf: not a Gambit file" in mails["Eva"]
    assert "Your file has an error message" in mails["Gus"]
    told = capfd.readouterr().err
    assert ("skipped 1 archive in another archive: unpack the outer one" in told) is packed
    assert "8 hand-ins: 2 right, " in told


@pytest.mark.parametrize("name", ["results.json", "classroom.json"])
def test_a_platform_shows_the_story_and_nothing_for_the_teacher(name, export, tmp_path, capfd):
    submission = tmp_path / "submission"
    [ben] = export.glob("Ben*")
    shutil.copytree(ben, submission)
    (submission / "notes.md").write_text("what I did")
    words = ["grade", submission, "--map", BOARD, "--points", "5", "-o", tmp_path / name]
    assert guarded(lambda: efgc([*map(str, words)], standalone_mode=False)) == 1
    text = (tmp_path / name).read_text()
    [test] = json.loads(text)["tests"]
    story = test.get("output") or test["message"]
    assert "You start at B2. You go down to\n  B4, then right to D4." in story
    assert "What to try next" in story and "notes.md: not a Gambit file" in story
    assert "cannot show" not in text and "2.01" not in text
