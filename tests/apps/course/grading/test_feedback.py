"""Feedback pages: their names, and where they are written."""

import os

import pytest

from efgc.pipeline.apps.course.feedback.rule_texts import PASSAGES, Topic
from efgc.pipeline.apps.course.grading.feedback import page_name, repeating
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.stages.expand.gambit import write_gambit
from small_games import ARTIFACTS, game_of

CAVE = ARTIFACTS / "cave-example"


def named(files):
    found = []
    for file in files:
        found.append(page_name(file, found))
    return found


@pytest.mark.parametrize(
    "files, names",
    [
        (["x.efg"], ["x"]),
        (["x.efg", "X.efg"], ["x", "X-2"]),
        (["../../etc/passwd"], ["etc-passwd"]),
        (["c:\\me\\x.efg"], ["c-me-x"]),
        (["nul.efg", "COM1.x.efg", ".hidden"], ["nul_", "COM1.x_", "hidden"]),
        (["é è.efg", "e\u0301 è.efg"], ["é-è", "é-è-2"]),
        (["-", "...", "\x00\n"], ["handin", "handin-2", "handin-3"]),
        (["-o.efg", "\udce9.efg", "<b>.efg"], ["o", "handin", "b"]),
    ],
)
def test_names_of_pages(files, names):
    assert named(files) == names


def test_long_names_are_cut_and_stay_apart():
    names = named(["a" * 300 + "1.efg", "a" * 300 + "2.efg", "日" * 300])
    assert len(set(names)) == 3 and all(len(name.encode()) <= 155 for name in names)


def test_a_command_is_quoted():
    assert repeating("/x/-a b.efg", "m.txt", None) == "efgc grade './-a b.efg' --map m.txt"


def grade(capfd, *words):
    """Run `efgc grade`, and return the lines on stderr."""
    guarded(lambda: efgc(["grade", *map(str, words)], standalone_mode=False))
    return capfd.readouterr().err.splitlines()


@pytest.fixture
def handins(tmp_path):
    folder = tmp_path / "handins"
    folder.mkdir()
    right = (CAVE / "cave-example.efg").read_text()
    (folder / "anna.efg").write_text(right)
    (folder / "ben.efg").write_text(right.replace("33/100", "67/100"))
    (folder / "cleo.efg").write_text("Traceback")
    return folder


def test_two_files_are_written_for_each_handin(handins, tmp_path, capfd):
    pages = tmp_path / "a" / "pages"
    found = grade(capfd, handins, "--map", CAVE / "cave-example.txt", "--feedback", pages)
    names = ("anna", "ben", "cleo")
    wanted = sorted(f"{name}.{end}" for name in names for end in ("html", "txt"))
    assert sorted(os.listdir(pages)) == wanted
    assert found[-1].endswith(f"; 3 pages in {pages}/")
    assert "anna" not in (pages / "ben.html").read_text() + (pages / "ben.txt").read_text()
    assert str(tmp_path) not in (pages / "ben.html").read_text()


def test_pages_of_an_earlier_run_are_kept_and_named(handins, tmp_path, capfd):
    pages = tmp_path / "pages"
    options = ("--map", CAVE / "cave-example.txt", "--feedback", pages)
    assert not any("did not write" in line for line in grade(capfd, handins, *options))
    (handins / "cleo.efg").rename(handins / "dora.efg")
    found = grade(capfd, handins, *options, "-o", tmp_path / "grades.csv")
    assert f"{pages}/ also has 1 page that this run did not write: cleo" in found
    assert (pages / "cleo.html").exists() and (pages / "dora.html").exists()
    for number in range(9):
        (handins / f"e{number}.efg").write_text("")
    grade(capfd, handins, *options)
    for number in range(9):
        (handins / f"e{number}.efg").unlink()
    found = grade(capfd, handins, *options)
    assert f"{pages}/ also has 10 pages that this run did not write: cleo, e0, e1, e2, e3, ..." in (
        found
    )


def test_pages_replace_older_ones_and_links_but_no_inputs(handins, tmp_path, capfd):
    outside, pages = tmp_path / "outside", tmp_path / "pages"
    outside.write_text("kept")
    pages.mkdir()
    (pages / "ben.html").symlink_to(outside)
    (pages / "anna.txt").write_text("old")
    grades = tmp_path / "grades.csv"
    options = ("--map", CAVE / "cave-example.txt", "--feedback", pages)
    found = grade(capfd, handins, *options, "-o", grades)
    assert f"; 3 pages in {pages}/; wrote" in found[-1]
    assert outside.read_text() == "kept" and not (pages / "ben.html").is_symlink()
    assert "identical" in (pages / "anna.txt").read_text()
    board = handins / "ben.txt"
    board.write_text((CAVE / "cave-example.txt").read_text())
    found = grade(capfd, handins / "ben.efg", "--map", board, "--feedback", handins)
    assert "ben.txt: is also read from" in found[-1]
    grade(capfd, handins, *options, "-o", pages / "new.txt", "--format", "text")
    assert (pages / "new.txt").exists()
    found = grade(capfd, handins, *options, "-o", pages / "ben.txt", "--format", "text")
    assert "is also the file of -o" in found[-1]


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("{ 2 -2 }", "{ 5 -5 }", "the exit pays 2, and you carry no gold."),
        ("{ 3 -3 }", "{ 5 -5 }", "the exit pays 2, and the gold at E3 pays 1."),
    ],
)
def test_the_page_adds_up_the_payoff_by_the_rules(tmp_path, capfd, old, new, said):
    right = (CAVE / "cave-example.efg").read_text()
    (tmp_path / "dora.efg").write_text(right.replace(old, new))
    grade(capfd, tmp_path / "dora.efg", "--map", CAVE / "cave-example.txt", "--feedback", tmp_path)
    page = " ".join((tmp_path / "dora.txt").read_text().split())
    assert f"The payoff by the rules: {said}" in page


def test_the_page_says_which_labels_it_can_follow(tmp_path, capfd):
    right = (CAVE / "cave-example.efg").read_text()
    wrong = (
        right.replace("{ 3 -3 }", "{ 5 -5 }", 1).replace('"right"', '"x"').replace('"down"', '"y"')
    )
    (tmp_path / "emil.efg").write_text(wrong)
    grade(capfd, tmp_path / "emil.efg", "--map", CAVE / "cave-example.txt", "--feedback", tmp_path)
    assert "cannot follow these labels" in (tmp_path / "emil.txt").read_text()


def test_the_page_on_an_end_without_an_exit_has_its_reason_and_rule(tmp_path, capfd):
    board = "6\n5\n#####\n#-SE#\n#GEE#\n#GG##\n#EDG#\n#####\n2\n0.25\n"
    (tmp_path / "map.txt").write_text(board)
    game = "".join(write_gambit(game_of(board, "cave-2023")))
    right, wrong = 't "" 4 "" { 0 0 }', 't "" 9999 "" { 2 -2 }'
    (tmp_path / "dora.efg").write_text(game.replace(right, wrong, 1))
    words = ("--map", tmp_path / "map.txt", "--rules", "cave-2023", "--feedback", tmp_path)
    grade(capfd, tmp_path / "dora.efg", *words)
    page = " ".join((tmp_path / "dora.txt").read_text().split())
    assert "The payoff by the rules: 0, as this is a dead end, where no move is left." in page
    assert PASSAGES["cave-2023"][Topic.NOTHING][1] in page
    assert PASSAGES["cave-2023"][Topic.GOLD][1] not in page


def test_the_page_of_an_empty_folder_is_headed_with_the_person(tmp_path, capfd):
    (tmp_path / "class" / "Anna Mala_123_assignsubmission_file_").mkdir(parents=True)
    words = ("--map", CAVE / "cave-example.txt", "--feedback", tmp_path / "pages")
    grade(capfd, tmp_path / "class", *words)
    page = (tmp_path / "pages" / "Anna-Mala_123.txt").read_text()
    assert page.startswith("Feedback on Anna Mala_123\n")
