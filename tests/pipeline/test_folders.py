"""A folder that `run -o` wrote is one unit: `check` names every file that is not what its name
says, and a second run loses nothing.
"""

import itertools
import shutil
from functools import cache
from pathlib import Path

import pytest

from commands import ended, refused
from efgc.pipeline.files.kinds import kinds_of_name
from efgc.pipeline.files.reading import only_writer
from efgc.pipeline.levels import check as level_check
from efgc.pipeline.ways import folder as folder_module
from efgc.schemas.levels import MANIFEST
from efgc.stages.report import FORMATS, OPTIMUM_FORMATS
from efgc.stages.report.bounds import BOUNDS_FORMATS
from efgc.stages.report.induction import INDUCTION_FORMATS

MAP = "1 0.5\n#####\n#SED#\n#####\n"
OTHER = "1 0.5\n######\n#SE-D#\n######\n"
PROGRAM = "max\n o: x + 2 y\ns.t.\n a: x + y <= 4\n b: y <= 3\nend\n"
SOURCES = {
    "m.txt": MAP,
    "deal.yaml": "game: goofspiel\ncards: 2\n",
    "diet.lp": PROGRAM,
    "island.txt": "3\n5\n#####\nSE-ED\n#####\n1\n0.5\n",
    "other/m.txt": OTHER,
    "other/m.lp": PROGRAM,
    "other/m.yaml": "game: goofspiel\ncards: 2\n",
    "other/m.csv": "0,-1\n1,0\n",
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    monkeypatch.chdir(tmp_path)
    for name, text in SOURCES.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
    return tmp_path


@cache
def written(words):
    """Return the files of a run by their names."""
    if Path("made").exists():
        shutil.rmtree("made")
    code, _, said = ended("run", *words.split(), "-o", "made")
    assert code == 0, said
    return contents("made")


def contents(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def put(files, folder="runs"):
    Path(folder).mkdir(exist_ok=True)
    for name, content in files.items():
        Path(folder, name).write_bytes(content)


RUNS = {  # Their files that are damaged.
    "m.txt -O 0": (
        *("m.states.yaml", "m.game.json", "m.lp", "m.columns.json", "m.solution.json"),
        "m.report.txt",
    ),
    "m.txt --p 1/3 --format html": ("m.txt", "m.report.html"),
    "deal.yaml --format json": ("deal.solution.json", "deal.report.json"),
    "diet.lp": ("diet.solution.json",),
    "m.txt --method regret": ("m.bounds.json", "m.regret.npz"),
}


def another(content):
    """Return the content of a file of another kind."""
    table = written("diet.lp --format csv")["diet.report.csv"]
    return MAP.encode() if content == table else table


DAMAGES = {
    "empty": lambda content: b"",
    "cut in the middle": lambda content: content[: len(content) // 2],
    "NUL bytes": lambda content: content[:40] + bytes(40) + content[80:],
    "UTF-16": lambda content: content.decode(errors="replace").encode("utf-16"),
    "foreign text": lambda content: b"Dear all,\nthe meeting is on Monday.\n",
    "{}": lambda content: b"{}\n",
    "another artifact": another,
}
DAMAGED = [
    pytest.param(words, name, damage, id=f"{name}, {damage}")
    for words, names in RUNS.items()
    for name in names
    for damage in DAMAGES
]


def test_there_are_91_damages():
    assert len(DAMAGED) == 91


@pytest.mark.many
@pytest.mark.parametrize("words, name, damage", DAMAGED)
def test_every_damage_to_a_folder_is_named(words, name, damage):
    files = written(words)
    put(files)
    Path("runs", name).write_bytes(DAMAGES[damage](files[name]))
    code, _, said = ended("check", "runs")
    assert code in (1, 5) and f"runs/{name}" in said


MORE = (
    *(f"m.txt --format {name}" for name in FORMATS if name != "openspiel"),
    *(f"deal.yaml --format {name}" for name in INDUCTION_FORMATS),
    *(f"diet.lp --format {name}" for name in OPTIMUM_FORMATS),
    *(f"m.txt --method regret --format {name}" for name in BOUNDS_FORMATS),
    "m.txt --p 1/3 --method double-oracle",
)


@pytest.mark.many
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("words", MORE)
def test_damages_to_files_of_all_formats_are_named(words, damage):
    files = written(words)
    for name, content in files.items():
        if name in itertools.chain(*RUNS.values()) and name != "m.txt":
            continue
        put(files)
        Path("runs", name).write_bytes(DAMAGES[damage](content))
        code, _, said = ended("check", "runs")
        assert code in (1, 5) and f"runs/{name}" in said, name


@pytest.mark.many
@pytest.mark.parametrize("words", [*RUNS, *MORE])
def test_an_unharmed_folder_has_no_problems_and_each_file_is_named(words):
    files = written(words)
    put(files)
    code, printed, said = ended("check", "runs")
    assert (code, said) == (0, "")
    assert all(f"runs/{name}: " in printed for name in files)
    unknown = [name for name in files if not kinds_of_name(name) and name != "m.txt"]
    assert not unknown, "a row of NAMES in pipeline/files/kinds.py is missing"


TWO_RUNS = [  # Into one folder, one after the other, in both orders.
    ("m.txt --p 1/3", "m.txt"),
    ("m.txt --p 1/3", "m.txt --p 1/4 --format json"),
    ("island.txt --rules island-2018", "island.txt --rules island-2013"),
    ("m.txt", "m.txt --method regret"),
    ("m.txt", "m.txt --method double-oracle"),
    ("m.txt --p 1/3", "m.txt --method double-oracle"),
    ("m.txt --method regret", "m.txt --method double-oracle --p 1/3"),
    ("m.txt -O 0", "m.txt -O 2"),
    ("m.txt --solver glpk", "m.txt --solver highs --format html"),
    ("m.txt", "other/m.txt"),
    ("m.txt --format csv", "other/m.lp"),
    ("m.txt", "other/m.yaml"),
    ("m.txt", "other/m.csv"),
]
BOTH_ORDERS = [pair for two in TWO_RUNS for pair in (two, two[::-1])]


def before_each_file(monkeypatch):
    """Return a list that gets the files of the folder `runs` before each file that is written: what
    is left if the process is killed there.
    """
    write, left = folder_module.write_file, []

    def writing(*arguments, **more):
        left.append(contents("runs"))
        return write(*arguments, **more)

    monkeypatch.setattr(folder_module, "write_file", writing)
    return left


@pytest.mark.many
@pytest.mark.parametrize("first, second", BOTH_ORDERS)
def test_a_second_run_leaves_a_folder_without_problems(first, second):
    before, after = written(first), written(second)
    put(before)
    code, _, said = ended("run", *second.split(), "-o", "runs")
    assert code == 0, said
    now = contents("runs")
    assert after.keys() <= now.keys()
    left = {name: content for name, content in before.items() if name not in after}
    gone = left.keys() - now.keys()
    assert gone <= {"m.txt"} and all(now[name] == left[name] for name in left.keys() - gone)
    assert ("m.txt: deleted" in said) == bool(gone)
    listed = ", ".join(sorted(left.keys() - gone))
    assert ("not written by this run" in said) == bool(listed)
    assert f"runs: not written by this run: {listed}\n" in said or not listed
    code, printed, said = ended("check", "runs")
    assert (code, said) == (0, "")
    assert all(f"runs/{name}: " in printed for name in now)


@pytest.mark.many
@pytest.mark.parametrize("first, second", BOTH_ORDERS)
def test_a_second_run_may_be_killed_between_any_two_files(first, second, monkeypatch):
    before, after = written(first), written(second)
    put(before)
    left = before_each_file(monkeypatch)
    assert ended("run", *second.split(), "-o", "runs")[0] == 0
    # A checkpoint is written elsewhere.
    assert len(left) == sum(not name.endswith(".npz") for name in after)
    for writes, now in enumerate(left):
        assert before.keys() - now.keys() <= {"m.txt"}
        shutil.rmtree("runs")
        put(now)
        code, _, said = ended("check", "runs")
        assert (code, said) == (0, ""), writes


def test_an_edited_map_of_an_earlier_run_is_neither_deleted_nor_accepted():
    put(written("m.txt --p 1/3"))
    edited = Path("runs/m.txt").read_text().replace("1/3", "1/4")
    Path("runs/m.txt").write_text(edited)
    code, _, said = ended("check", "runs")
    assert code == 5 and "runs/m.states.yaml: was made from another version of runs/m.txt" in said
    code, _, said = ended("run", "m.txt", "-o", "runs")
    assert code == 0 and "runs: not written by this run: m.txt\n" in said
    assert Path("runs/m.txt").read_text() == edited


@pytest.mark.parametrize(
    "old, new",
    [
        ("m.txt", "m.txt --method regret"),
        ("m.txt --method regret", "m.txt --method double-oracle --p 1/3"),
    ],
)
def test_an_edited_file_of_an_earlier_run_is_kept_and_named_as_edited(old, new):
    put(written(old))
    left = sorted(written(old).keys() - written(new).keys())
    edited = [Path("runs", name) for name in left if name.endswith((".json", ".yaml"))]
    for path in edited:
        path.write_text(path.read_text().replace("player", "prayer"))
    assert edited and ended("run", *new.split(), "-o", "runs")[0] == 0
    code, _, said = ended("check", "runs")
    assert code in (1, 5)
    for path in edited:
        assert "prayer" in path.read_text() and f"{path}:" in said


def test_a_copy_of_the_source_in_the_folder_is_no_older_file():
    put({**written("m.txt"), "m.txt": MAP.encode()})
    code, _, said = ended("run", "m.txt", "-o", "runs")
    assert code == 0 and "not written" not in said
    assert ended("check", "runs")[::2] == (0, "")
    code, _, said = ended("run", "runs/m.txt", "-o", "runs")
    assert code == 0 and "not written" not in said and Path("runs/m.txt").read_text() == MAP


def test_a_folder_of_level_files_may_hold_the_files_of_a_run_too(monkeypatch):
    monkeypatch.setattr(level_check, "check_in_words", lambda folder: f"{folder}: 4 levels")
    put({**written("deal.yaml"), MANIFEST: b"{}"})
    code, printed, said = ended("check", "runs")
    assert (code, said) == (0, "") and printed.startswith("runs: 4 levels\n")
    assert "runs/deal.report.txt: " in printed
    Path("runs/deal.report.txt").write_text("")
    assert ended("check", "runs")[::2] == (
        1,
        "runs/deal.report.txt:1:1: the file is empty\n",
    )


def test_names_that_a_run_does_not_give_may_have_any_content():
    names = ("report.csv", "notes.md", "m.lp.old", "m.png", "lp")
    put({**written("m.txt"), **dict.fromkeys(names, b"\0 Dear all,")})
    said = "runs: not recognised: lp, m.lp.old, m.png and 2 more\n"
    assert ended("check", "runs")[::2] == (0, said)


def test_two_games_in_one_folder_are_no_problem():
    runs = ("m.txt", "other/m.txt", "deal.yaml", "m.txt --method double-oracle --p 1/3", "diet.lp")
    for number, words in enumerate(runs):
        files = written(words)
        put({name.replace("m.", f"m{number}.", 1): text for name, text in files.items()})
    assert ended("check", "runs")[::2] == (0, "")


@pytest.mark.parametrize(
    "stranger, said",
    [
        ("solution.json", "belongs to another linear program than runs/m.lp"),
        ("columns.json", "belongs to another linear program than runs/m.lp"),
        ("lp", "belongs to another game than runs/m.game.json"),
        ("report.json", "was made from another game than runs/m.game.json"),
    ],
)
def test_a_file_of_another_game_is_named(stranger, said):
    put(written("m.txt"))
    other = written("other/m.txt --format json")[f"m.{stranger}"]
    Path("runs", f"other.{stranger}").write_bytes(other)
    code, _, problems = ended("check", "runs")
    assert code == 5 and f"runs/other.{stranger}: {said}" in problems


@pytest.mark.parametrize("words", ["deal.yaml", "m.txt --method double-oracle", "diet.lp"])
def test_a_file_whose_base_a_run_may_leave_out_can_be_beside_another_game(words):
    put(written("other/m.txt"))
    [name] = [name for name in written(words) if name.endswith(("solution.json", "bounds.json"))]
    Path("runs", f"first.{name}").write_bytes(written(words)[name])
    code, printed, said = ended("check", "runs")
    assert (code, said) == (0, "") and f"runs/first.{name}: " in printed


def test_two_runs_do_not_write_into_one_folder_at_a_time(monkeypatch, capfd):
    monkeypatch.setattr("efgc.pipeline.files.reading.LOCK_TRIES", 1)
    put(written("m.txt"))
    with only_writer("runs"):
        code, said = refused(capfd, "run", "m.txt", "-o", "runs", "--p", "1/3")
        assert (code, said) == (1, "runs: another run is writing into this folder\n")
        assert contents("runs") == written("m.txt")
    assert ended("run", "m.txt", "-o", "runs", "--p", "1/3")[0] == 0


@pytest.mark.parametrize(
    "name, content, code",
    [
        ("a.txt", "######\n#S-ED#\n######\n", 1),  # Without the first line of a map.
        ("a.txt", "1 0,4\n######\n#S-ED#\n######\n", 1),
        ("a.txt", "", 1),
        ("a.yaml", "cards: 3\n", 1),
        ("a.json", "{}", 1),
        ("a.EFG", "", 1),
        ("a.lp", "", 1),
        ("a.mps", "x", 1),
        ("a.legend.txt", "Columns:\n", 0),  # For people.
        ("notes.txt", "Dear all,\n\n", 0),
        ("README.md", "# About\n", 0),
        ("Makefile", "all:\n", 0),
        ("a.png", "\x00", 0),
    ],
)
def test_a_file_that_is_not_recognised_is_named(name, content, code):
    put({"m.txt": MAP.encode(), name: content.encode()})
    found, printed, said = ended("check", "runs")
    assert found == code and printed == "runs/m.txt: map, no problems\n"
    assert said.startswith(f"runs/{name}:") if code else said == f"runs: not recognised: {name}\n"


def test_many_files_that_are_not_recognised_are_counted():
    put({"m.txt": MAP.encode(), **{f"{at}.png": b"" for at in range(5)}})
    assert ended("check", "runs")[2] == "runs: not recognised: 0.png, 1.png, 2.png and 2 more\n"
