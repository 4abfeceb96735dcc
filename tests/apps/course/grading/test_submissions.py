"""Hand-ins as learning platforms export them: folders of students, archives, and what else lies in
them.
"""

import csv
import os
import random
import re
import stat
import zipfile
from pathlib import Path

import pytest

from efgc.pipeline.apps.course import contracts
from efgc.pipeline.apps.course.grading import archives, submissions
from efgc.pipeline.apps.course.grading.archives import extract
from efgc.pipeline.apps.course.grading.folder import HANDINS
from efgc.pipeline.apps.course.grading.students import owner, student_count
from efgc.pipeline.apps.course.grading.submissions import (
    DEPTH,
    Wanted,
    find_submissions,
    first_duplicates,
    map_texts,
    read_submission,
    student_folder,
)
from efgc.pipeline.cli import efgc
from efgc.pipeline.files.text import Text
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.parts.problems import InputError
from small_games import ARTIFACTS

CAVE = ARTIFACTS / "cave-example"
MAP = CAVE / "cave-example.txt"
NOT_GAMBIT = "not a Gambit file (.efg), linear program (.lp, .mps) or printed report (.txt)"
A_PROGRAM = "a program; a file is graded here"
NONE = "has no Gambit file (.efg), linear program (.lp, .mps) or printed report (.txt)"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("h").mkdir()
    return Path("h")


def put(path, content="EFG"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def packed(path, members, **settings):
    """Write an archive of members by their names, which may be ZipInfo."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **settings) as archive:
        for name, content in members:
            archive.writestr(name, content)


def found(*names):
    """Return (student, name, reason) of the hand-ins meant by names."""
    every = find_submissions([str(name) for name in names], HANDINS)
    return [(one.student, one.name, one.reason) for one in every]


def called(*argv):
    return guarded(lambda: efgc(["grade", *map(str, argv)], standalone_mode=False))


def test_a_folder_of_students_is_read_to_the_end(folder):
    """As Moodle exports it."""
    novak, jan = "Novák Jan_1234_assignsubmission_file_", "Novák Jan_1234"
    put(folder / novak / "my tree.efg")
    put(folder / novak / "second" / "again.EFG")
    put(folder / novak / "report.pdf")
    put(folder / "Čapek Karel_9" / "a.efg")
    put(folder / "Dvořák Ota_10" / "thesis.docx")
    (folder / "Empty Eva_11").mkdir()
    packed(folder / "Zima Petr_2" / "hw.zip", [("tree.efg", "EFG"), ("src/tree.py", "")])
    assert found(folder) == [
        ("Čapek Karel_9", "h/Čapek Karel_9/a.efg", ""),
        ("Dvořák Ota_10", "h/Dvořák Ota_10", NONE),
        ("Dvořák Ota_10", "h/Dvořák Ota_10/thesis.docx", NOT_GAMBIT),
        ("Empty Eva_11", "h/Empty Eva_11", NONE),
        (jan, f"h/{novak}/my tree.efg", ""),
        (jan, f"h/{novak}/report.pdf", NOT_GAMBIT),
        (jan, f"h/{novak}/second/again.EFG", ""),
        ("Zima Petr_2", "h/Zima Petr_2/hw.zip/src/tree.py", A_PROGRAM),
        ("Zima Petr_2", "h/Zima Petr_2/hw.zip/tree.efg", ""),
    ]


@pytest.mark.parametrize("between", ["/", ""])
def test_a_person_in_an_export_of_moodle_is_one_student(between, folder):
    """It has a name for files and another one for online text, as folders or before the files."""
    for name in ("Ann Bee_1_assignsubmission_{}", "Ann Bee_2_assignsubmission_{}", "x_1_file_{}"):
        put(folder / (name.format("file_") + between + "tree.efg"))
        put(folder / (name.format("onlinetext_") + between + "onlinetext.html"))
    others = ["x_1_file_file_", "x_1_file_onlinetext_"]
    if not between:
        others = ["x_1_file_file_tree", "x_1_file_onlinetext_onlinetext"]
    assert [*dict.fromkeys(student for student, _, _ in found(folder))] == [
        *("Ann Bee_1", "Ann Bee_2"),
        *others,
    ]


@pytest.mark.parametrize("between", ["/", ""])
def test_a_person_of_moodle_has_one_row_if_the_export_is_named_by_its_parts(between, folder, capfd):
    tree = (CAVE / "cave-example.efg").read_text()
    for name in ("Ann Bee_1_assignsubmission_{}", "Ann Bee_2_assignsubmission_{}"):
        put(folder / (name.format("file_") + between + "tree.efg"), tree)
        put(folder / (name.format("onlinetext_") + between + "onlinetext.html"), "see my file")
    put(folder / "Zoe_3_assignsubmission_file_" / "notes.pdf")
    rows = []
    for names in ([folder], sorted(folder.iterdir()), sorted(folder.iterdir())[::-1]):
        called(*names, "--map", MAP, "--feedback", "pages", "-o", "grades.csv")
        table = csv.DictReader(Path("grades.csv").open())
        rows.append(sorted((row["student"], row["verdict"]) for row in table))
    assert rows[0] == rows[1] == rows[2]
    assert rows[0] == [
        *(("Ann Bee_1", "identical"), ("Ann Bee_2", "identical")),
        ("Zoe_3", "skipped"),
    ]


def test_a_gambit_file_is_graded_under_any_name_with_a_remark(folder, capfd):
    tree = (CAVE / "cave-example.efg").read_text()
    put(folder / "Ann" / "tree.txt", tree)
    put(folder / "Ben" / "homework.pdf", "\ufeff\n" + tree)
    put(folder / "Cleo" / "tree.efg", tree)
    put(folder / "Dan" / "essay.txt", "The format begins with EFG 2.")
    packed(folder / "Eva.zip", [("tree", tree)])
    assert called(folder, "--map", MAP, "-o", "grades.csv") == 0
    rows = list(csv.DictReader(Path("grades.csv").open()))
    renamed = "it is a Gambit file: its name should end in .efg"
    assert [(row["student"], row["verdict"], renamed in row["remarks"]) for row in rows] == [
        ("Ann", "identical", True),
        ("Ben", "identical", True),
        ("Cleo", "identical", False),
        ("Dan", "skipped", False),
        ("Eva", "identical", True),
    ]


def test_the_student_is_the_first_folder_or_the_file(folder):
    put(folder / "h10.efg")
    put(folder / "h9.efg")
    packed(folder / "anna.zip", [("tree.efg", "EFG")])
    packed(Path("export.zip"), [("Jan Novak/tree.efg", "EFG"), ("flat.efg", "EFG")])
    put(Path("alone.txt"))
    assert found("alone.txt", folder, "export.zip") == [
        ("alone", "alone.txt", ""),
        ("anna", "h/anna.zip/tree.efg", ""),
        ("h9", "h/h9.efg", ""),
        ("h10", "h/h10.efg", ""),
        ("flat", "export.zip/flat.efg", ""),
        ("Jan Novak", "export.zip/Jan Novak/tree.efg", ""),
    ]
    with pytest.raises(InputError, match="no such file or directory"):
        found(folder, "nofile.efg")


def test_hand_ins_of_students_with_similar_names_stay_together(folder):
    for name in ("Ann/a.efg", "Ann/c.efg", "ann/b.efg"):
        put(folder / name)
    assert [student for student, _, _ in found(folder)] == ["Ann", "Ann", "ann"]


def test_junk_is_ignored_and_everything_else_has_a_reason(folder):
    put(folder / "a.efg")
    for junk in ("__MACOSX/._a.efg", ".DS_Store", "Thumbs.db", ".git/config", "desktop.ini"):
        put(folder / junk)
    os.mkfifo(folder / "pipe.efg")  # Reading it would block.
    (folder / "nowhere.efg").symlink_to("nothing")
    (folder / "out.efg").symlink_to(MAP)
    (folder / "sub").mkdir()
    (folder / "loop").symlink_to(folder.resolve())
    put(folder / "notes.rar")
    packed(folder / "mac.zip", [("__MACOSX/._t.efg", ""), ("b/.DS_Store", "")])
    assert found(folder) == [
        ("a", "h/a.efg", ""),
        ("loop", "h/loop", "a link to a folder"),
        ("mac", "h/mac.zip", "an empty archive"),
        ("notes", "h/notes.rar", "an archive, but not a .zip"),
        ("nowhere", "h/nowhere.efg", ""),  # Its row says that there is no such file.
        ("out", "h/out.efg", "a link out of the folder"),
        ("pipe", "h/pipe.efg", "a pipe or a device"),
        ("sub", "h/sub", NONE),
    ]


def test_depth_and_number_are_limited(folder, monkeypatch):
    put(folder.joinpath(*"d" * DEPTH, "a.efg"))
    put(folder.joinpath(*"e" * (DEPTH + 1), "a.efg"))
    deep = [reason for _, _, reason in found(folder)]
    assert deep == ["", NONE, f"deeper than {DEPTH} folders"]
    monkeypatch.setattr(submissions, "MOST", 3)
    with pytest.raises(InputError, match="has more than 3 files and folders"):
        found(folder)


def linked(name):
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def encrypted(path):
    content = bytearray(path.read_bytes())
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + flags] |= 1
    path.write_bytes(content)


HOSTILE = {
    "/etc/passwd.efg": "an archive with the unsafe path /etc/passwd.efg",
    "../../x.efg": "an archive with the unsafe path ../../x.efg",
    "a/../../x.efg": "an archive with the unsafe path a/../../x.efg",
    "..\\x.efg": "an archive with the unsafe path ..\\x.efg",
    "C:\\x.efg": "an archive with the unsafe path C:\\x.efg",
    "a//x.efg": "an archive with the unsafe path a//x.efg",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_path_leads_out_of_an_archive(name, folder):
    packed(folder / "x.zip", [("good.efg", "EFG"), (name, "EFG")])
    assert found(folder / "x.zip") == [("x", "h/x.zip", HOSTILE[name])]
    Path("private").mkdir()
    with pytest.raises(InputError, match="unsafe path"):
        extract("h/x.zip", "private")
    assert sorted(os.listdir(".")) == ["h", "private"] and not os.listdir("private")


def test_hostile_and_broken_archives_have_one_reason_each(folder, monkeypatch):
    packed(folder / "bomb.zip", [("a.efg", b"\0" * 30_000_000)])
    put(folder / "broken.zip", "PK, but no archive")
    packed(folder / "cut.zip", [("a.efg", "EFG" * 999)])
    put(folder / "cut.zip", (folder / "cut.zip").read_bytes()[:-30])
    packed(folder / "link.zip", [(linked("a.efg"), "/etc/passwd")])
    packed(folder / "locked.zip", [("a.efg", "EFG")])
    encrypted(folder / "locked.zip")
    packed(folder / "many.zip", [(f"{number}.efg", "") for number in range(9)])
    packed(folder / "nested.zip", [("a.efg", "EFG"), ("inner.zip", "PK")])
    with pytest.warns(UserWarning):
        packed(folder / "twice.zip", [("a.efg", "1"), ("a.efg", "2")])
    with zipfile.ZipFile(folder / "unusual.zip", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.efg", "EFG")
    monkeypatch.setattr(archives, "MEMBERS", 8)
    assert [(name, reason) for _, name, reason in found(folder)] == [
        ("h/bomb.zip", "an archive that unpacks to more than 250 times its size"),
        ("h/broken.zip", "a broken archive"),
        ("h/cut.zip", "a broken archive"),
        ("h/link.zip", "an archive with the link a.efg"),
        ("h/locked.zip", "an encrypted archive"),
        ("h/many.zip", "an archive with more than 8 files"),
        ("h/nested.zip/a.efg", ""),
        ("h/nested.zip/inner.zip", "an archive in an archive"),
        ("h/twice.zip", "an archive with two files a.efg"),
        ("h/unusual.zip", "an archive packed in an unusual way"),
    ]
    monkeypatch.setattr(archives, "UNPACKED", 1000)
    big = folder / "big.zip"
    packed(big, [("a.efg", "x" * 1001)])
    assert found(big)[0][2] == "an archive that unpacks to more than 1 kB"
    put(big, b"x" * 1001)
    assert found(big)[0][2] == "an archive larger than 1 kB"


def test_a_file_that_is_damaged_or_lies_about_its_size_is_unreadable(folder):
    packed(folder / "x.zip", [("a.efg", "EFG" * 9), ("b.efg", "EFG")])
    content = bytearray((folder / "x.zip").read_bytes())
    content[content.index(b"PK\x01\x02") + 24] = 200  # Its size, as the directory has it.
    put(folder / "x.zip", bytes(content))
    one, two = find_submissions(["h/x.zip"], HANDINS)
    with pytest.raises(InputError, match="a broken archive"):
        read_submission("grade", one.path, one.inside)
    assert read_submission("lint", two.path, two.inside).text == "EFG"
    assert first_duplicates([one, two, two]) == [0, 1, 1]


def test_names_in_unknown_encodings_are_escaped(folder):
    """Old programs write the bytes of their own code page, without saying which."""
    packed(folder / "x.zip", [("Nov\u00e1k/a.efg", "EFG"), ("NovXk/b.efg", "EFG")])
    content = (folder / "x.zip").read_bytes()
    put(folder / "x.zip", content.replace(b"NovXk", b"Nov\xa0k"))
    assert [student for student, *_ in found(folder / "x.zip")] == ["Nov%a0k", "Nov\u00e1k"]
    packed(folder / "y.zip", [("a\x1b[31m\n.efg", "")])
    out = Path("grades.csv")
    assert called(folder / "y.zip", "--map", MAP, "-o", out) == 1
    [row] = csv.DictReader(out.read_text().splitlines())
    assert row["file"] == "h/y.zip/a\\x1b[31m\\n.efg" and row["student"] == "a\\x1b[31m\\n"


def test_programs_make_their_folder_a_hand_in(folder):
    put(folder / "anna" / "game.py", "1")
    put(folder / "anna" / "lib" / "game.py", "2")
    put(folder / "anna" / "lib" / "other.py", "3")
    put(folder / "ben" / "src" / "game.py", "4")
    packed(folder / "cleo.zip", [("hw/game.py", "5"), ("hw/data/x.txt", "6"), ("info.txt", "")])
    packed(folder / "dan.zip", [("game.py", "7")])
    every = find_submissions([str(folder)], Wanted("program (game.py)", programs=("game.py",)))
    assert [(one.student, one.name, one.reason) for one in every] == [
        ("anna", "h/anna", ""),
        ("ben", "h/ben/src", ""),
        ("cleo", "h/cleo.zip/hw", ""),
        ("cleo", "h/cleo.zip/info.txt", "not a program (game.py)"),
        ("dan", "h/dan.zip", ""),
    ]
    for number, one in enumerate([every[0], every[1], every[2], every[4]]):
        private = Path(f"private-{number}")
        private.mkdir()
        home = student_folder(one, str(private))
        assert Path(home, "game.py").read_text() == "1457"[number]
    assert Path("private-2/hw/data/x.txt").read_text() == "6"
    with pytest.raises(InputError, match="game.py: file exists"):
        extract("h/dan.zip", "private-3")


def test_maps_are_files_and_those_of_folders(folder):
    board = (CAVE / "cave-example.txt").read_text()
    for name, text in (("b.txt", f"{board}\n"), ("a.txt", board), ("notes.md", "")):
        put(folder / "maps" / name, text)
    put(folder / "none" / "notes.md", "")
    for names in (["h/maps"], ["h/maps/a.txt", "h/maps", "h/maps/a.txt"]):
        assert [text.text for text in map_texts(names)] == [board, f"{board}\n"]
    with pytest.raises(InputError, match=r"has no map \(.txt\)"):
        map_texts(["h/maps", "h/none"])


def test_mistakes_that_cannot_show_are_counted_after_the_verdict_and_listed_with_v(tmp_path, capfd):
    tree = CAVE / "cave-example.efg"
    assert called(tree, "--map", MAP) == 0
    out, said = capfd.readouterr()
    assert "a dead end pays" not in out and said == (
        "22 of the 45 known mistakes cannot show on this map: a hand-in that is right here may "
        "contain them; -v lists them\n"
    )
    assert called(tree, "--map", MAP, "-v") == 0
    first, *listed = capfd.readouterr().err.splitlines()
    assert first.startswith("22 of the 45 known mistakes cannot show on this map: ")
    assert (
        listed[0] == "  a dead end pays N, not N"
        and listed[22] == "  all of them show on this map:"
    )


def test_skipped_files_fail_only_with_strict(folder, capfd):
    right = (CAVE / "cave-example.efg").read_text()
    put(folder / "anna" / "tree.efg", right)
    put(folder / "ben" / "notes.pdf")
    packed(folder / "cleo.zip", [("tree.efg", right)])
    out = folder / "grades.csv"  # The output is not a hand-in.
    assert called(folder, "--map", MAP, "-o", out) == 0
    covers, line = capfd.readouterr().err.splitlines()
    assert "known mistakes cannot show on this map" in covers
    assert line.startswith("2 hand-ins: 2 right; 1 student without one; wrote h/grades.csv, ")
    table = list(csv.DictReader(out.read_text().splitlines()))
    columns = ("file", "verdict", "student", "reason")
    assert [tuple(row[name] for name in columns) for row in table] == [
        (
            *("h/anna/tree.efg", "identical", "anna"),
            "the two trees are the same, up to names and order",
        ),
        ("h/ben", "skipped", "ben", NONE),
        (
            *("h/cleo.zip/tree.efg", "identical", "cleo"),
            "the two trees are the same, up to names and order",
        ),
    ]
    assert table[1]["others"] == f"h/ben/notes.pdf: {NOT_GAMBIT}"
    out.unlink()
    assert called(folder, "--map", MAP, "--strict") == 1
    said, told = capfd.readouterr()
    covers, outcome = told.splitlines()
    assert outcome == "2 hand-ins: 2 right; 1 student without one"
    assert covers.endswith("; -v lists them")
    assert "\nanna, h/anna/tree.efg: identical on this map, " in said
    assert f"\nh/ben: skipped, not a hand-in\n  reason            {NONE}\n" in said
    (folder / "cleo.zip").unlink()
    (folder / "ben" / "notes.pdf").rename(folder / "anna" / "notes.pdf")
    (folder / "ben").rmdir()
    assert [called(folder, "--map", MAP, *strict) for strict in ([], ["--strict"])] == [0, 1]


@pytest.mark.parametrize("name", ["h", "h/ben", "h/broken.zip"])
def test_a_handin_without_hand_ins_is_unreadable(name, folder, capfd):
    put(folder / "ben" / "notes.pdf")
    put(folder / "broken.zip")
    out = Path("grades.csv")
    assert called(name, "--map", MAP, "-o", out) == 1
    first = next(csv.DictReader(out.read_text().splitlines()))
    why = "a broken archive" if name.endswith("zip") else NONE
    assert (first["file"], first["verdict"], first["reason"]) == (name, "unreadable", why)


def test_folders_and_archives_side_by_side_are_the_students(folder, capfd):
    for path in ("ann/tree.efg", "ben/src/tree.efg", "cleo/main.py", "class/x.efg", "class/y.efg"):
        put(folder / path)
    packed(folder / "dan.zip", [("tree.efg", "EFG")])
    names = [str(folder / name) for name in ("ann", "ben", "cleo", "class", "dan.zip")]
    records = find_submissions(names, HANDINS)
    students = [one.student for one in records]
    assert students == ["ann", "ben", "cleo", "cleo", "x", "y", "dan"]
    assert student_count([*map(owner, records)], together=False) == 6
    assert called(*names, "--map", MAP, "--feedback", "pages") == 1
    told = capfd.readouterr().err
    assert "(main.py): grade it with --program 'python3 main.py'" in told
    page = Path("pages/cleo.txt").read_text()
    assert page.count("a program; a file is graded here.") == 1
    assert "standard input" not in page and re.search(r"(?m)^student  cleo\nmap  ", page)


@pytest.mark.parametrize("name", ["own.lp", "own.mps"])
def test_the_page_of_a_broken_linear_program_speaks_of_one(name, folder, capfd):
    Path(name).write_text("Maximize\n obj: x +\nEnd\n")
    assert called(name, "--map", MAP, "--feedback", "pages") == 1
    assert "unreadable, it could not be read" in capfd.readouterr().out
    page = Path("pages/own.txt").read_text()
    assert "could not be read as a linear program" in page
    assert "Gambit" not in page and "standard output" not in page


@pytest.mark.parametrize("name", ["cave-2023", "island-2018"])
def test_rules_that_give_no_points_need_no_course(name, folder, capfd):
    assert called(folder, "--course", name) == 2
    said = capfd.readouterr().err
    assert f"{name} has no points of its own and needs no --course" in said
    assert "Did you mean" not in said


def test_an_archive_is_not_replaced_by_the_grades(folder, capfd):
    packed(folder / "x.zip", [("a.efg", "EFG")])
    assert called("h/x.zip", "--map", MAP, "--format", "csv", "-o", "h/x.zip") != 0
    assert "h/x.zip" in capfd.readouterr().err


def test_no_bytes_of_an_archive_raise_another_error(folder):
    """Whatever is wrong in an archive, the others get their rows."""
    path, chance = folder / "x.zip", random.Random(1)
    packed(path, [("Jan/a.efg", "EFG" * 99), ("b.efg", "EFG"), ("c/", "")])
    content, reasons = path.read_bytes(), set()
    for round in range(400):
        changed = bytearray(content)
        for _ in range(chance.randrange(1, 4)):
            changed[chance.randrange(len(changed))] = chance.choice((0, 1, 0x7F, 0xFF, round % 256))
        path.write_bytes(changed[: chance.choice((len(changed), chance.randrange(len(changed))))])
        os.utime(path, ns=(round, round))
        for one in find_submissions([str(folder)], HANDINS):
            reasons.add(one.reason)
            first_duplicates([one, one])
            try:
                one.inside and read_submission("grade", one.path, one.inside)
            except InputError as error:
                reasons.add(str(error.problems[0]))
    assert {"", "a broken archive", "an encrypted archive"} <= reasons


@pytest.mark.parametrize(
    "rules, verdict, said",
    [
        ("island-2018", "right", "1 right in the value alone"),
        ("cave-2023", "not comparable", "1 not comparable"),
    ],
)
def test_a_typed_linear_program_has_the_value_alone(rules, verdict, said, folder, capfd):
    board = {"cave-2023": MAP, "island-2018": ARTIFACTS / "island-1" / "island-1.txt"}[rules]
    best = {"cave-2023": "2.01", "island-2018": "7.09677419355"}[rules]
    for name in ("ann", "ben"):
        Path("typed", name).mkdir(parents=True)
        Path("typed", name, "own.lp").write_text(
            f"Maximize\n obj: x\nSubject To\n c: x <= {best}\nEnd\n"
        )
    Path("typed/ben/tree.efg").write_text("EFG 2 R")
    options = ("--map", board, "--points", "10", "--feedback", "pages", "-o", "marks.csv")
    assert called("typed", *options) == 1
    ann, ben = csv.DictReader(open("marks.csv"))
    assert (ann["verdict"], ann["points"]) == (verdict, "10" if verdict == "right" else "")
    assert "nothing else of it was compared" in ann["reason"]
    assert (ben["verdict"], ben["points"], ben["others"]) == (
        *("unreadable", "0"),
        f"typed/ben/own.lp: {verdict}",
    )
    assert f"2 hand-ins: {said}, 1 unreadable" in capfd.readouterr().err
    assert "nothing else of it was compared" in " ".join(Path("pages/ann.txt").read_text().split())


def test_a_report_of_another_map_is_called_so(folder, capfd):
    board = ARTIFACTS / "two-bushes" / "two-bushes.txt"
    text = Text(board.read_text(), "map", "map", "0" * 64)
    Path("x.txt").write_text("".join(contracts.island_2018(text, "x").report))
    assert called("x.txt", "--map", ARTIFACTS / "island-1" / "island-1.txt", "--format", "csv") == 1
    [row] = csv.DictReader(capfd.readouterr().out.splitlines())
    assert "it looks like the report of another map" in row["reason"]


def test_the_page_of_a_tree_of_another_map_asks_for_its_map(folder, capfd):
    text = Text("1 0.5\n####\n#ED#\n#S##\n####\n", "map", "map", "0" * 64)
    Path("x.efg").write_text("".join(contracts.gambit(text, "cave-2023")))
    assert called("x.efg", "--map", MAP, "--feedback", "pages") == 1
    assert "first look whether it is of this map" in " ".join(
        Path("pages/x.txt").read_text().split()
    )
