"""`efgc sweep --critical`: the table of changes, and what it says where there is none."""

import re
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

import efgc
import efgc.pipeline.apps.sweep.critical_points
from efgc.pipeline.apps.sweep import critical as critical_sweep
from efgc.pipeline.cli import efgc as command_line
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas import critical
from efgc.schemas.critical import ChangeKind
from efgc.schemas.parts.problems import InputError, TimeUp
from small_games import ARTIFACTS

pytestmark = pytest.mark.usefixtures("forked")

GLADE = "2\n4\nS--D\nEG##\n1\n0.5\n"


@pytest.fixture(autouse=True)
def sources(tmp_path, monkeypatch):
    """Work in a folder with some sources."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    monkeypatch.chdir(tmp_path)
    shutil.copy(ARTIFACTS / "island-1" / "island-1.txt", tmp_path)
    Path("glade.txt").write_text(GLADE)
    Path("broken.txt").write_text("1 0.5\nSE-X\n")
    Path("cards.yaml").write_text("game: goofspiel\ncards: 3\n")


def swept(*arguments):
    """Return the exit code of a sweep, and the rows of its table of changes."""
    words = ["sweep", *arguments, "--critical", "-o", "out"]
    code = guarded(lambda: command_line(words, prog_name="efgc", standalone_mode=False))
    path = Path("out", "critical.csv")
    return code, critical.read(path.read_text()) if path.exists() else ()


def test_a_change_has_its_place_its_values_and_its_moves():
    code, rows = swept("glade.txt", "--vary", "p=0.05,0.95", "--vary", "bandits=0,1")
    assert code == 0
    assert [row.change for row in rows] == [ChangeKind.NONE, ChangeKind.OUT, ChangeKind.IN]
    calm, out, into = rows
    assert (calm.low, calm.high, calm.below, calm.bandits) == (
        *(Fraction(1, 20), Fraction(19, 20)),
        *("11", "0"),
    )
    assert (out.player, out.action, into.action) == ("agent", "down (to e1)", "right right right")
    assert (out.point, out.near, out.below, out.above) == (
        *(Fraction(1, 11), "0.0909090909"),
        *("11 - 11p", "10"),
    )
    assert out.value_low == 11 - 11 * out.low and out.value_high == 10
    page, picture = Path("out", "sweep.html").read_text(), Path("out", "sweep.svg").read_text()
    assert "agent, goes out: down (to e1)" in page
    assert "p = 0.0909090909: agent: down (to e1) goes out" in picture


@pytest.mark.parametrize(
    "asked, open_at",
    [
        ("p=0,0.0909090911", None),
        pytest.param("p=0.0909090908,0.9", None, marks=pytest.mark.slow),
        pytest.param("p=0.0909090905,0.0909090915", None, marks=pytest.mark.slow),
        ("p=0.0909090909,0.0909090910", None),
        ("p=0.05,0.0909090909091", "above"),
        ("p=0.090909090909:0.95", "below"),
    ],
)
def test_a_change_close_to_an_end_of_the_range_is_not_missed(asked, open_at):
    code, rows = swept("glade.txt", "--vary", asked)
    assert code == 0
    if not open_at:
        assert [(row.change, row.point) for row in rows] == [
            (ChangeKind.OUT, Fraction(1, 11)),
            (ChangeKind.IN, Fraction(1, 11)),
        ]
        assert (rows[0].below, rows[0].above) == ("11 - 11p", "10")
        return
    [row] = rows
    assert row.change == ChangeKind.OPEN and row.low < Fraction(1, 11) < row.high
    assert not getattr(row, open_at) and row.below + row.above in ("11 - 11p", "10")
    assert "play was not proved to be the same" in Path("out", "sweep.html").read_text()


@pytest.mark.slow
def test_engines_give_the_same_bytes():
    tables = []
    for jobs in ("1", "2"):
        swept("island-1.txt", "glade.txt", "--vary", "p=0.05,0.95", "--jobs", jobs)
        tables.append(Path("out", "critical.csv").read_bytes())
    assert tables[0] == tables[1]


def test_a_failed_search_is_a_row_and_the_others_continue():
    code, rows = swept("broken.txt", "cards.yaml", "glade.txt", "--vary", "p=0.1,0.9")
    assert code == 1
    assert [(row.source, row.change, row.exit_code) for row in rows] == [
        ("broken.txt", ChangeKind.FAILED, 1),
        ("cards.yaml", ChangeKind.FAILED, 2),
        ("glade.txt", ChangeKind.NONE, 0),
    ]
    assert rows[1].message == "cards.yaml: --critical is for maps, which have a p"
    assert "2:4" in rows[0].message


GLADES = ("glade.txt", "--vary", "p=0.05,0.95", "--vary", "bandits=0,1", "--jobs", "1")


@pytest.fixture
def searched(monkeypatch):
    """Return a list to which the searches are added as they begin."""
    found = list[str]()
    known = critical_sweep.CriticalSearch.__call__

    def counted(self):
        found.append(self.cell.row.bandits)
        return known(self)

    monkeypatch.setattr(critical_sweep.CriticalSearch, "__call__", counted)
    return found


def test_a_search_that_is_stopped_leaves_the_files_and_goes_on(searched, monkeypatch, capsys):
    assert swept(*GLADES)[0] == 0
    names = ("sweep.csv", "sweep.svg", "sweep.html", "critical.csv", "sweep.journal")
    expected = {name: Path("out", name).read_bytes() for name in names}
    shutil.rmtree("out")
    known = critical_sweep.CriticalSearch.__call__

    def interrupted(self):
        seen.append({path.name for path in Path("out").iterdir()})
        if len(seen) == 2:
            raise KeyboardInterrupt
        return known(self)

    seen = list[set[str]]()
    with monkeypatch.context() as patch:
        patch.setattr(critical_sweep.CriticalSearch, "__call__", interrupted)
        code, rows = swept(*GLADES)
    assert code == 130
    assert seen[0] >= {"sweep.csv", "sweep.svg", "sweep.html"}, "they come before the search"
    assert [row.change for row in rows] == [ChangeKind.NONE], "what was found is in the table"
    said = capsys.readouterr().err
    again = " ".join(("efgc sweep", *GLADES, "--critical -o out"))
    reached = "1 of 2 searches for changes of play are done and saved in out; to continue, run: "
    assert f"{reached}{again}" in said.splitlines()
    searched.clear()
    assert swept(*GLADES)[0] == 0
    assert searched == ["1"], "the search that was done is not done again"
    assert {name: Path("out", name).read_bytes() for name in names} == expected


def test_a_search_that_exceeds_its_time_keeps_its_results(monkeypatch, capsys):
    known = efgc.pipeline.apps.sweep.critical_points.covered

    class Stopping(list):
        def append(self, stretch):
            super().append(stretch)
            raise TimeUp(30.0)

    def stopped(family, low, high, found):
        first = Stopping()
        try:
            known(family, low, high, first)
        finally:
            found.extend(first)

    with monkeypatch.context() as patch:
        patch.setattr(efgc.pipeline.apps.sweep.critical_points, "covered", stopped)
        code, rows = swept("glade.txt", "--vary", "p=0.05,0.95", "--time-limit", "30")
    assert code == 1
    assert [row.change for row in rows] == [ChangeKind.FAILED, ChangeKind.LEFT]
    assert (rows[0].exit_code, rows[1].low) == (4, Fraction(1, 20))
    assert rows[0].message.startswith(
        "the 30 s of --time-limit have passed: optimal play is known on"
    )
    assert "not searched: the time was over" in Path("out", "sweep.html").read_text()
    said = capsys.readouterr().err.splitlines()
    assert said == [
        "searching for changes of play: at most 30 s (--time-limit); the table is in out",
        "2 of 2 proved; 0 changes of play; out/sweep.html; 1 failed: see the column message "
        "of out/critical.csv; with a longer --time-limit, the same command repeats only what "
        "failed",
    ]
    code, rows = swept("glade.txt", "--vary", "p=0.05,0.95", "--time-limit", "60")
    assert (code, [row.change for row in rows]) == (0, [ChangeKind.OUT, ChangeKind.IN])


def test_the_maximum_total_time_is_announced_before_the_searches(capsys):
    swept(*GLADES)
    assert capsys.readouterr().err.splitlines()[0] == (
        "searching for changes of play: 2 searches of at most 10 minutes each, "
        "20 minutes in all (--time-limit); the table is in out"
    )


def test_an_old_table_of_changes_does_not_stay_beside_a_new_sweep():
    asked = ("glade.txt", "--vary", "p=0.05,0.95")
    assert swept(*asked)[0] == 0 and Path("out", "critical.csv").exists()
    command_line(["sweep", *asked, "-o", "out"], standalone_mode=False)
    assert not Path("out", "critical.csv").exists()
    Path("out", "critical.csv").write_text("place,name\n")
    command_line(["sweep", *asked, "-o", "out"], standalone_mode=False)
    assert Path("out", "critical.csv").read_text() == "place,name\n", "somebody else's stays"


@pytest.mark.slow
def test_a_larger_game_is_searched():
    Path("corridor.txt").write_text(f"1\n14\nS{'E' * 12}D\n3\n0.5\n")
    code, rows = swept("corridor.txt", "--vary", "p=0.05,0.95", "--time-limit", "2")
    assert code == 1
    # On a busy machine the time is over before the search begins.
    assert re.search("time limit of|timed out", rows[0].message)


def test_python_has_the_same_changes():
    _, rows = swept("glade.txt", "--vary", "p=0.05,0.95")
    found = efgc.sweep("glade.txt", vary={"p": "0.05,0.95"}, critical=True)
    assert tuple(found.changes) == rows
    assert [row.p for row in found] == ["0.05", "0.95"]
    assert efgc.sweep("glade.txt", vary={"p": "0.05,0.95"}).changes == []


@pytest.mark.parametrize(
    "vary",
    [
        (),
        ("--vary", "p=0.5"),
        ("--vary", "bandits=0,1"),
        ("--vary", "fine=0:3"),
    ],
)
def test_p_must_have_two_values(vary, capsys):
    assert swept("glade.txt", *vary) == (2, ())
    assert "--critical needs the two ends of a range of p" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["p", "q"])
def test_constants_of_rules_have_no_changes(name, capsys):
    Path("duel.rules.yaml").write_text(f"format: efgc/rules\nlet: {{{name}: 1/2}}\n")
    assert swept("duel.rules.yaml", "--vary", f"{name}=0.2:0.8") == (2, ())
    message = "--critical is for maps, whose p it varies; for a constant of rules take small steps"
    assert message in " ".join(capsys.readouterr().err.split())
    assert not Path("out").exists()


@pytest.mark.parametrize(
    "column, text, wrong",
    [
        ("change", "moves", "change: 'moves' is not comes in, "),
        ("low", "x", "low: 'x' is not an exact number"),
        ("low", "0.09", "low: is not below high, by 1e-9 at most"),
        ("point", "1/2", "point: is not between low and high"),
        ("often", "-1", "often: '-1' is not a number from 0"),
        ("exit_code", "-1", "exit_code: '-1' is not a whole number"),
        ("source", "", "source: is empty"),
    ],
)
def test_a_broken_table_is_refused(column, text, wrong):
    row = critical.Row(
        "a.txt",
        change=ChangeKind.IN,
        low=Fraction(909090909, 10**10),
        high=Fraction(909090910, 10**10),
        point=Fraction(1, 11),
        often=0.5,
    )
    words = critical.cells(row)
    words[critical.COLUMNS.index(column)] = text
    with pytest.raises(InputError, match=wrong):
        critical.read("\n".join(",".join(line) for line in (critical.COLUMNS, words)) + "\n")
    assert critical.read("".join(critical.write([row]))) == (row,)
