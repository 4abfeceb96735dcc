"""Sweeps: the numbers of single runs, failures as rows, the same bytes however they came about."""

import csv
import os
import pickle
import random
import shlex
import shutil
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

import efgc
from efgc.pipeline.apps.sweep import runs
from efgc.pipeline.apps.sweep.files import JOURNAL, Journal
from efgc.pipeline.cli import efgc as command_line
from efgc.pipeline.files.reading import locked
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.pipeline.ways.numbers import Number
from efgc.schemas import sweep
from efgc.schemas.parts.exact import write_exact
from efgc.schemas.parts.problems import InputError
from small_games import ARTIFACTS

pytestmark = pytest.mark.usefixtures("forked")

EFGC = str(Path(sys.executable).parent / "efgc")
FORK = "7\n3\n#D#\n#-#\nE-E\n-#-\n-#-\n-S-\n###\n1\n1/2\n"
FILES = ("sweep.csv", "sweep.svg", "sweep.html", JOURNAL)


@pytest.fixture(autouse=True)
def sources(tmp_path, monkeypatch):
    """Work in a folder with some sources."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    monkeypatch.chdir(tmp_path)
    for name in ("island-1", "cave-example"):
        shutil.copy(ARTIFACTS / name / f"{name}.txt", tmp_path)
    Path("broken.txt").write_text("1 0.5\nSE-X\n")
    Path("dear.txt").write_text("Dear diary,\n")


KUHN = str(ARTIFACTS / "kuhn" / "kuhn.rules.yaml")


def swept(*arguments, output="out"):
    """Return the exit code of a sweep, and its rows."""
    words = ["sweep", *arguments, "-o", output]
    code = guarded(lambda: command_line(words, prog_name="efgc", standalone_mode=False))
    path = Path(output, "sweep.csv")
    return code, sweep.read(path.read_text()) if path.exists() else ()


@pytest.mark.parametrize(
    "words, said",
    [
        (("--p", "0.1", "--p=0.5"), "--p takes one value: use --vary p=VALUE,VALUE"),
        (("--p", "0:1:0.25"), "--p takes one value: use --vary p=0:1:0.25"),
        (("--miners", "1..2"), "--bandits takes one value: use --vary bandits=1..2"),
    ],
)
def test_several_values_of_an_option_are_refused_without_vary(words, said, capfd):
    assert swept("island-1.txt", *words) == (2, ())
    assert said in capfd.readouterr().err


def test_large_games_are_swept_by_the_methods_with_bounds(capfd):
    code, rows = swept("island-1.txt", "--vary", "p=0.2,1/2", "--method", "double-oracle")
    assert (code, [row.solver for row in rows]) == (0, ["double-oracle"] * 2)
    for row in rows:
        alone = efgc.run(row.source, p=row.p)
        assert row.lower <= alone.value_exact <= row.upper and row.fraction is None
        assert row.command.endswith(f"--p {row.p} --method double-oracle")
    assert "2 of 2 proved within bounds; " in capfd.readouterr().err


def test_a_row_whose_gap_was_not_reached_keeps_its_bounds(capfd):
    shutil.copy(ARTIFACTS / "kuhn" / "kuhn.rules.yaml", "kuhn.rules.yaml")
    words = ("--method", "regret", "--gap", "1e-300", "--time-limit", "1")
    code, [row] = swept("kuhn.rules.yaml", *words)
    assert (code, row.exit_code) == (1, 4) and row.lower <= Fraction(-1, 18) <= row.upper
    assert "the time limit is over at a gap of" in row.message
    assert "with a longer --time-limit, the same command repeats" in capfd.readouterr().err


def test_a_value_has_the_digits_that_its_bounds_share():
    shutil.copy(ARTIFACTS / "kuhn" / "kuhn.rules.yaml", "kuhn.rules.yaml")
    code, [row] = swept("kuhn.rules.yaml", "--method", "regret", "--gap", "0.5")
    assert (code, row.value) == (0, -0.056) and row.lower <= Fraction(-1, 18) <= row.upper
    found = efgc.run("kuhn.rules.yaml", method="regret", gap=0.5)
    assert str(found.value) == "-0.056" and found.value.low <= Fraction(-1, 18) <= found.value.high
    wide = row._replace(value=None, lower=0.3651, upper=0.4146)
    assert sweep.row_of(sweep.cells(wide)) == wide
    with pytest.raises(InputError, match="empty without bounds"):
        sweep.row_of(sweep.cells(wide._replace(lower=None)))
    assert str(Number(Fraction(0.3651), Fraction(0.4146))) == "between 0.365 and 0.415"


@pytest.mark.parametrize("name", ["p", "bandits", "rules"])
def test_an_option_that_no_source_has_is_refused_at_once_with_the_names_that_there_are(name, capfd):
    shutil.copy(ARTIFACTS / "kuhn" / "kuhn.rules.yaml", "kuhn.rules.yaml")
    assert swept("kuhn.rules.yaml", "--vary", f"{name}=1") == (2, ())
    said = f"no option or constant '{name}' to vary; known are level, without, solver, ante, more"
    assert said in capfd.readouterr().err


def test_changes_of_play_need_exact_values(capfd):
    words = ("--vary", "p=0.2:0.8", "--critical", "--method", "double-oracle")
    assert swept("island-1.txt", *words) == (2, ())
    assert "--critical cannot be combined with --method" in capfd.readouterr().err


def contents(folder):
    return {name: Path(folder, name).read_bytes() for name in FILES}


def test_rows_are_those_of_single_runs_in_order():
    code, rows = swept(
        *("island-1.txt", "cave-example.txt", "--jobs", "1"),
        *("--vary", "p=0.2,1/3", "--vary", "bandits=1..2", "--vary", "level=0,2"),
    )
    assert code == 0
    assert [(row.source, row.p, row.bandits, row.level) for row in rows] == [
        (source, p, bandits, level)
        for source in ("island-1.txt", "cave-example.txt")
        for p in ("0.2", "1/3")
        for bandits in "12"
        for level in "02"
    ]
    for row in rows:
        alone = efgc.run(row.source, p=row.p, bandits=int(row.bandits), level=int(row.level))
        assert row.value == float(f"{alone.value:.12g}")
        assert row.fraction == alone.value_exact
        assert (row.lower, row.upper) == alone.bounds
        assert row.exploitability == alone.exploitability
        assert (row.solver, row.nodes) == (alone.solver, len(alone._record.report.game.nodes))
        size = alone._record.solved.solution.size
        assert (row.rows, row.columns) == (size.rows, size.columns)


def test_a_row_has_the_command_that_repeats_it(capfd):
    options = ("--rules", "island-2013", "--max-states", "9999", "--no-exact", "--solver", "glpk")
    _, rows = swept("island-1.txt", "--vary", "p=0.2", "--vary", "without=chains+single", *options)
    [row] = rows
    capfd.readouterr()
    words = shlex.split(row.command)[1:]
    assert guarded(lambda: command_line([*words, "--brief"], standalone_mode=False)) == 0
    assert f"{row.value:.12g}" in capfd.readouterr().out


@pytest.mark.parametrize(
    "name, option",
    [
        ("broken.txt", ()),
        ("dear.txt", ()),
        ("island-1.txt", ("--bandits", "9")),
        ("island-1.txt", ("--max-states", "2")),
        ("cave-example.txt", ("--option", "nonsense=1")),
        ("island-1.txt", ("--option", "it_lim=1", "--solver", "glpk")),
    ],
)
def test_a_failed_run_is_a_row_with_the_message_of_the_command(name, option, capfd):
    code, rows = swept(name, "cave-example.txt", "--vary", "p=1/4", *option, "--jobs", "1")
    capfd.readouterr()
    words = ["run", name, "--p", "1/4", *option]
    alone = guarded(lambda: command_line(words, prog_name="efgc", standalone_mode=False))
    said = capfd.readouterr().err
    assert code == 1 and alone != 0
    assert len(rows) == 2, "the other one was tried"
    assert rows[0].exit_code == alone
    assert rows[0].message == "; ".join(" ".join(line.split()) for line in said.splitlines())
    assert rows[0].value is None


@pytest.mark.parametrize(
    "names, said",
    [
        (["cave-example.txt"], "2 of 2 proved; out/sweep.html"),
        (
            ["cave-example.txt", "broken.txt"],
            "2 of 4 proved; out/sweep.html; 2 failed: see the column message of out/sweep.csv",
        ),
    ],
)
def test_a_sweep_ends_with_a_summary_line(names, said, capfd):
    swept(*names, "--vary", "p=1/4,1/2", "--jobs", "1")
    assert capfd.readouterr().err == f"{said}\n"


def test_time_is_for_each_run():
    code, rows = swept("island-1.txt", "--vary", "p=1/4,1/2", "--time-limit", "0.000001")
    assert code == 1
    assert [row.exit_code for row in rows] == [4, 4]
    assert "time limit of" in rows[0].message


def _forged(row, made, known=runs._with_figures):
    found = known(row, made)
    return found._replace(lower=found.upper + 1) if row.source == "island-1.txt" else found


def test_a_broken_row_is_a_failure_of_one_run(monkeypatch):
    monkeypatch.setattr(runs, "_with_figures", _forged)
    code, rows = swept("island-1.txt", "cave-example.txt", "--jobs", "1")
    assert (code, [row.exit_code for row in rows]) == (1, [5, 0])
    assert "a bug of ours" in rows[0].message and rows[0].value is None


def _dying(text, settings, known=runs._last):
    if text.name == "island-1.txt":
        os.kill(os.getpid(), signal.SIGKILL)
    return known(text, settings)


def test_a_run_dies_alone(monkeypatch):
    monkeypatch.setattr(runs, "_last", _dying)
    code, rows = swept("island-1.txt", "cave-example.txt", "--jobs", "1")
    assert code == 1
    assert [row.exit_code for row in rows] == [3, 0]
    assert rows[0].message == (
        "island-1.txt ended with a kill signal, perhaps because memory ran out"
    )


def _breaking(text, settings, known=runs._last):
    from efgc.stages.isolated import sandbox

    if sandbox.is_inside("glpk"):
        os.abort()
    return known(text, settings)


def test_where_glpk_ends_a_run_it_is_done_again_with_glpk_apart(monkeypatch):
    monkeypatch.setattr(runs, "_last", _breaking)
    code, rows = swept("cave-example.txt", "--jobs", "1")
    assert (code, rows[0].solver) == (0, "glpk")


ASKED = ("island-1.txt", "broken.txt", "cave-example.txt", "--vary", "p=0.1:0.9:0.4")


@pytest.fixture
def done(monkeypatch):
    """Return a list to which the sources of runs are added as these are done."""
    found = list[str]()
    known = runs.Run.__call__

    def counted(self):
        found.append(self.cell.source.name)
        return known(self)

    monkeypatch.setattr(runs.Run, "__call__", counted)
    return found


def test_a_sweep_that_was_torn_goes_on_and_ends_with_the_same_bytes(done):
    swept(*ASKED, "--jobs", "1")
    expected, whole = contents("out"), Path("out", JOURNAL).read_bytes()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 9
    flipped = whole.replace(b"0.5", b"0.7", 1)
    for torn, again in [
        (whole, 0),
        (whole[:-1], 1),
        (whole[:-30], 1),
        (b"".join(lines[3:]), 3),
        (b"".join(lines[::-1]), 0),
        (flipped, 1),
        (b"\xff\x00" + whole, 1),
        (whole + b"[1", 0),
        (whole.replace(b"\n", b"", 1), 2),
        (b"", 9),
    ]:
        Path("out", JOURNAL).write_bytes(torn)
        done.clear()
        assert swept(*ASKED, "--jobs", "1")[0] == 1
        assert (len(done), contents("out")) == (again, expected)


@pytest.mark.slow
def test_changed_runs_are_repeated():
    def done():
        known = dict(line.split(b" ", 1)[::-1] for line in Path("out", JOURNAL).open("rb"))
        return len(known)

    swept("island-1.txt", "--vary", "p=0.1,0.5")
    first = Path("out", "sweep.csv").read_text()
    text = Path("island-1.txt").read_text()
    Path("island-1.txt").write_text(f"{text}\n")
    _, rows = swept("island-1.txt", "--vary", "p=0.1,0.5", "--solver", "highs")
    assert {row.solver for row in rows} == {"highs"}
    Path("island-1.txt").write_text(text.replace("G", "-"))
    _, rows = swept("island-1.txt", "--vary", "p=0.1,0.5")
    assert rows[0].value != sweep.read(first)[0].value
    Path("island-1.txt").write_text(text)
    swept("island-1.txt", "--vary", "p=1/2,0.1")
    _, rows = swept("island-1.txt", "--vary", "p=0.1,0.5")
    assert Path("out", "sweep.csv").read_text() == first
    assert done() == 6, "what was done is kept"


def test_another_sweep_in_the_folder_keeps_the_runs_of_the_first(done):
    asked = ("cave-example.txt", "--jobs", "1", "--vary")
    for values, again in [
        ("p=0.1,0.5", 2),
        ("p=0.3", 1),
        ("p=0.1,0.5", 0),
        ("p=0.5,0.3,0.7", 1),
        ("p=0.1,0.3", 0),
    ]:
        done.clear()
        code, rows = swept(*asked, values)
        assert (code, len(done)) == (0, again), values
        assert [row.p for row in rows] == values.removeprefix("p=").split(",")
    assert len(Path("out", JOURNAL).read_bytes().splitlines()) == 4


def test_a_source_that_is_changed_back_costs_nothing(done):
    text = Path("cave-example.txt").read_text()
    asked = ("cave-example.txt", "--jobs", "1", "--vary", "p=0.1")
    for now, again in [(text, 1), (f"{text}\n", 1), (text, 0), (f"{text}\n", 0)]:
        Path("cave-example.txt").write_text(now)
        done.clear()
        assert swept(*asked)[0] == 0
        assert len(done) == again
    assert len(Path("out", JOURNAL).read_bytes().splitlines()) == 2


def test_a_journal_does_not_grow_by_runs_that_are_done_twice(monkeypatch):
    asked = ("island-1.txt", "--vary", "p=1/4,1/2", "--jobs", "1", "--time-limit")

    def killed(self, keys):
        raise KeyboardInterrupt

    sizes = []
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "reorder", killed)
        for limit in ("0.000001", "0.000002", "0.000003", "0.000004"):
            swept(*asked, limit)
            sizes.append(len(Path("out", JOURNAL).read_bytes().splitlines()))
    assert sizes == [2, 4, 4, 4], "what is older goes when it is opened"
    assert swept(*asked, "60")[0] == 0
    assert len(Path("out", JOURNAL).read_bytes().splitlines()) == 2


def test_a_run_that_failed_is_tried_again_where_it_may_take_another_time():
    asked = ("island-1.txt", "--vary", "p=1/4", "--jobs", "1", "--time-limit")
    assert swept(*asked, "0.000001")[0] == 1
    assert swept(*asked, "60")[0] == 0
    # And one that is proved is proved, whatever time it might take.
    assert swept(*asked, "0.000001")[0] == 0


def test_two_sweeps_in_one_folder_are_refused(capfd, monkeypatch):
    Path("out").mkdir()
    monkeypatch.setattr("efgc.pipeline.files.reading.LOCK_TRIES", 1)
    with locked(Path("out")):
        assert swept("island-1.txt")[0] == 1
    assert "another process" in capfd.readouterr().err


def test_a_source_is_not_overwritten(capfd):
    Path("out").mkdir()
    shutil.copy("island-1.txt", "out/sweep.csv")
    assert swept("out/sweep.csv", output="elsewhere")[0] == 0
    code = guarded(
        lambda: command_line(["sweep", "out/sweep.csv", "-o", "out"], standalone_mode=False)
    )
    assert code == 1 and "is also read from" in capfd.readouterr().err
    assert Path("out/sweep.csv").read_text() == Path("island-1.txt").read_text()


@pytest.mark.parametrize("name", [JOURNAL, ".lock", "sweep.csv", "sweep.html"])
@pytest.mark.parametrize("linked", [False, True])
def test_no_source_is_overwritten_by_any_file_of_a_sweep(name, linked, capfd):
    Path("out").mkdir()
    source = Path("out", name)
    if linked:
        source.symlink_to(Path("island-1.txt").resolve())
        source = Path("island-1.txt")
    else:
        shutil.copy("island-1.txt", source)
    before = source.read_text()
    code = guarded(lambda: command_line(["sweep", str(source), "-o", "out"], standalone_mode=False))
    [line] = capfd.readouterr().err.splitlines()
    assert code == 1 and f"{Path('out', name)}: is also read from" in line
    assert source.read_text() == before
    assert [path.name for path in Path("out").iterdir()] == [name], "nothing was written"


@pytest.mark.parametrize("content", ["Dear diary,\n", "0123456789abcdef  cave.txt\n", "\n", "[1"])
def test_a_foreign_file_in_place_of_the_journal_is_kept(content, capfd):
    Path("out").mkdir()
    Path("out", JOURNAL).write_text(content)
    assert swept("island-1.txt") == (1, ())
    [line] = capfd.readouterr().err.splitlines()
    assert (
        f"{Path('out', JOURNAL)}: is not the journal of a sweep; move it, or name another" in line
    )
    assert Path("out", JOURNAL).read_text() == content


@pytest.mark.parametrize(
    "words, said",
    [
        (["island-1.txt", "--vary", "p=2"], "--vary p: '2' is not between 0 and 1"),
        (["island-1.txt", "--vary", "p=1/2", "--p", "1/3"], "p is varied: remove --p"),
        (["--vary", "p=1/2"], "SOURCE"),
        ([KUHN, "--vary", "ante=1,2", "--p", "1/3"], "use `--let p=1/3`"),
        (
            ["island-1.txt", "--vary", "p=0:1:0.0001", "--vary", "bandits=0..9"],
            "more than 10,000 values",
        ),
        (
            [*ASKED[:2], "--vary", "p=0:0.9:0.0001", "--vary", "bandits=0..9"],
            "180,020 runs exceed the limit of 100,000",
        ),
    ],
)
def test_wrong_usage_leaves_nothing_behind(words, said, capfd):
    assert swept(*words)[0] == 2
    assert said in " ".join(capfd.readouterr().err.split())
    assert not Path("out").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text here")
def test_names_that_are_no_text(capfd):
    name = os.fsdecode(b'\xff, "a"\n.txt')
    shutil.copy("island-1.txt", name)
    shutil.copy("dear.txt", f"no {name}")
    code, rows = swept(name, f"no {name}", "--vary", "p=1/4,1/2")
    assert (code, len(rows)) == (1, 4), capfd.readouterr().err
    assert [row.exit_code for row in rows] == [0, 0, 1, 1]


def test_any_kind_of_source_has_rows():
    names = ["droid-duel/droid-duel.yaml", "island-1/island-1.lp", "cave-example/cave-example.efg"]
    code, rows = swept(*(str(ARTIFACTS / name) for name in names))
    assert code == 0
    assert [write_exact(row.fraction or 0) for row in rows] == ["1/3", "220/31", "201/100"]
    assert [row.p for row in rows] == ["", "", ""]
    # A parameter of maps alone is refused for them, as by `run`, if there is a map beside them.
    code, rows = swept(str(ARTIFACTS / names[0]), "island-1.txt", "--vary", "p=1/2", output="other")
    assert (code, rows[0].exit_code) == (1, 2)


def test_python_has_the_same_rows_and_files():
    swept(*ASKED)
    rows = efgc.sweep(list(ASKED[:3]), vary={"p": "0.1:0.9:0.4"}, output="mine")
    table = list(csv.reader(Path("out", "sweep.csv").open(newline="")))
    assert [*rows[0]._fields] == table[0]
    written = sweep.read(Path("out", "sweep.csv").read_text())
    assert [tuple(row) for row in rows] == [row[:-1] for row in written]
    assert contents("mine") == contents("out")
    found = efgc.sweep(FORK, vary={"p": ["0.5", "1/4"], "bandits": range(1, 3)})
    assert [write_exact(row.fraction) for row in found] == ["15/2", "5", "35/4", "15/2"]
    assert found[0].source == "<text>"
    with pytest.raises(efgc.UsageError, match="is not between 0 and 1"):
        efgc.sweep(FORK, vary={"p": 2})
    for wrong in ("p=0..1", ["p=1/2"], 2):
        with pytest.raises(TypeError, match="vary must have values by their names, as in"):
            efgc.sweep(FORK, vary=wrong)
    with pytest.raises(efgc.UsageError, match="x>0"):
        efgc.sweep(FORK, time_limit=0)


def test_constants_of_rules_have_columns_of_their_own_the_first_ones():
    code, rows = swept(KUHN, "--vary", "ante=2,1/2", "--let", "more=3")
    assert code == 0 and [row.let for row in rows] == ["more=3 ante=2", "more=3 ante=1/2"]
    table = list(csv.DictReader(Path("out", "sweep.csv").open(newline="")))
    assert [*table[0]][:3] == ["more", "ante", "source"] and "let" not in table[0]
    assert [(row["more"], row["ante"]) for row in table] == [("3", "2"), ("3", "1/2")]
    found = efgc.sweep(KUHN, vary={"ante": ["2", "1/2"]}, let={"more": 3})
    assert [(row.more, row.ante, row.fraction) for row in found] == [
        (row["more"], row["ante"], Fraction(row["fraction"])) for row in table
    ]
    assert pickle.loads(pickle.dumps([*found])) == found
    assert [row.value.exact for row in found] == [row.fraction for row in found]


def test_arithmetic_is_its_result_in_the_table_and_itself_in_the_command():
    code, [row] = swept(KUHN, "--vary", "ante=3-1")
    assert code == 0 and row.let == "ante=2" and "--let ante=3-1" in row.command


@pytest.mark.parametrize(
    "words, printed",
    [
        (
            (KUHN, "--vary", "ante=1,2"),
            "Sweep of kuhn.rules.yaml\nsource kuhn.rules, level 2\n\n"
            "ante  value to Alice  exactly\n"
            "   1   -0.0555555556    -1/18\n"
            "   2   -0.0333333333    -1/30\n",
        ),
        (
            ("cave-example.txt", "--vary", "p=1/4", "--vary", "bandits=1,9"),
            "Sweep of cave-example.txt\nsource cave-example, p 1/4, rules cave-2023, level 2\n\n"
            "bandits  value to agent  exactly  message\n"
            "      1            2.25      9/4\n"
            "      9                           cave-example.txt: --bandits 9 exceeds the number of "
            "dangerous places E of the map: 2\n",
        ),
        (
            ("a.lp",),
            "Sweep of a.lp\nsource a\n\nvalue  exactly\n    1        1\n",
        ),
    ],
)
def test_a_table_for_people_is_printed(words, printed, capfd):
    Path("a.lp").write_text("min\n o: x\nst\n c: x >= 1\nend\n")
    guarded(lambda: command_line(["sweep", *words], standalone_mode=False))
    out, err = capfd.readouterr()
    assert out == printed and " proved" in err


def test_the_table_for_programs_goes_into_a_pipe(capfd):
    words = ["sweep", "cave-example.txt", "--vary", "p=1/4,1/2", "--format", "csv"]
    assert guarded(lambda: command_line(words, standalone_mode=False)) == 0
    assert capfd.readouterr().out == "".join(sweep.write(sweep.read(_table(words[1:4]))))
    assert guarded(lambda: command_line([*words, "-o", "out"], standalone_mode=False)) == 2
    assert "--format is for one file, and -o DIR writes several" in capfd.readouterr().err


def _table(words):
    assert swept(*words)[0] == 0
    return Path("out", "sweep.csv").read_text()


def test_the_player_whose_value_it_is_has_a_column_which_older_tables_lack():
    text = _table(["cave-example.txt", "--vary", "p=1/4"])
    assert [row.player for row in sweep.read(text)] == ["agent"]
    older = text.replace("command,player\n", "command,let\n").replace(",agent\n", ",ante=2\n")
    assert [(row.player, row.let) for row in sweep.read(older)] == [("", "ante=2")]


def test_pandas_keeps_the_fractions():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(efgc.sweep(KUHN, vary={"ante": "1,2"}))
    assert table.fraction.dtype == object and table.value.dtype == float
    assert f",{table.fraction[0]}," in table.to_csv() and "/" in str(table.fraction[0])


def test_a_constant_with_the_name_of_a_column_is_kept_apart():
    rules = Path(KUHN).read_text().replace("ante", "value")
    Path("k.rules.yaml").write_text(rules)
    code, rows = swept("k.rules.yaml", "island-1.txt", "--let", "value=2")
    assert (code, [row.let for row in rows]) == (1, ["value=2", "value=2"])
    head = Path("out", "sweep.csv").read_text().splitlines()[0]
    assert head.startswith("let value,source,p,") and ",value,fraction," in head


@pytest.mark.parametrize("names", [["nothing.txt"], ["island-1.txt", "nothing.txt"]])
def test_a_missing_file_is_refused_at_once(names, capfd):
    Path("nothing.text").touch()
    assert swept(*names, "--vary", "p=1/4,1/2") == (1, ())
    said = "nothing.txt: no such file or directory; did you mean 'nothing.text'?\n"
    assert capfd.readouterr().err == said
    assert not Path("out").exists()
    with pytest.raises(efgc.InputError, match="no such file"):
        efgc.sweep(names)


@pytest.mark.parametrize(
    "output, said",
    [
        ("out", "saved in out; to continue, run: efgc sweep cave-example.txt --vary p=1/4,1/2 "),
        ("out.csv", "done; a sweep to a folder (-o DIR) can be continued"),
    ],
)
def test_an_interrupted_sweep_writes_its_rows_and_names_the_command(
    output, said, monkeypatch, capfd
):
    known, seen = runs.Run.__call__, []

    def interrupted(self):
        seen.append(self)
        if len(seen) == 2:
            raise KeyboardInterrupt
        return known(self)

    monkeypatch.setattr(runs.Run, "__call__", interrupted)
    words = ("cave-example.txt", "--vary", "p=1/4,1/2", "--jobs", "1")
    assert swept(*words, output=output)[0] == 130
    err = capfd.readouterr().err
    assert f"1 of 2 runs are {said}" in err or f"1 of 2 runs are done and {said}" in err
    table = Path(output, "sweep.csv") if output == "out" else Path(output)
    assert [row.p for row in sweep.read(table.read_text())] == ["1/4"]


@pytest.mark.parametrize(
    "ending, begin", [("svg", b"<svg"), ("tex", b"%"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]
)
def test_the_picture_alone_has_the_formats_of_all_pictures(ending, begin):
    if ending in ("png", "pdf"):
        pytest.importorskip("typst")
    words = ["sweep", "cave-example.txt", "--vary", "p=1/4,1/2", "-o", f"a.{ending}"]
    assert guarded(lambda: command_line(words, standalone_mode=False)) == 0
    assert Path(f"a.{ending}").read_bytes().startswith(begin)


def _killed_after(lines, words):
    """Start a sweep, and kill it once its journal has so many lines."""
    process = subprocess.Popen([EFGC, *words], start_new_session=True)
    path = Path("killed", JOURNAL)
    while process.poll() is None and (not path.exists() or path.read_bytes().count(b"\n") < lines):
        time.sleep(0.005)
    process.kill()
    process.wait()


@pytest.mark.long
def test_killed_at_random_moments_it_ends_with_the_same_bytes():
    words = [
        "sweep",
        "island-1.txt",
        "cave-example.txt",
        "--vary",
        "p=0.05:0.95:0.1",
        "--jobs",
        "2",
    ]
    swept(*words[1:])
    chance = random.Random(18)
    for lines in sorted(chance.sample(range(1, 19), 5)):
        _killed_after(lines, [*words, "-o", "killed"])
        assert not Path("killed", "sweep.csv").exists()
    deadline = time.monotonic() + 60
    command = [EFGC, *words, "-o", "killed"]
    while subprocess.run(command).returncode and time.monotonic() < deadline:
        pass  # What was killed may hold its lock a while.
    assert contents("killed") == contents("out")


@pytest.mark.slow
def test_on_ray_it_is_the_same(monkeypatch):
    pytest.importorskip("ray", reason="Ray is not installed")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    swept(*ASKED)
    swept(*ASKED, "--engine", "ray", "--jobs", "2", output="ray")
    assert contents("ray") == contents("out")


def test_a_journal_that_cannot_be_written_ends_the_sweep_in_one_line(capfd):
    Path("out", JOURNAL).mkdir(parents=True)
    assert swept("island-1.txt")[0] == 1
    [line] = capfd.readouterr().err.splitlines()
    assert line.startswith(str(Path("out", JOURNAL)))


@pytest.mark.skipif(sys.platform == "win32", reason="invalid file name")
@pytest.mark.parametrize(
    "vary", [("p=1/4,1/2", "--critical"), ("p=1/4,1/2",), ("rules=island-2013",)]
)
def test_names_with_control_characters_are_shown_in_one_line(vary):
    name = "x\x01\x1b[31m\ny.txt"
    shutil.copy("cave-example.txt", name)
    shutil.copy("dear.txt", f"no {name}")
    for sources in ([name], [name, f"no {name}", "island-1.txt"]):
        _, rows = swept(*sources, "--vary", *vary, "--jobs", "1")
        assert {row.source for row in rows} == {*sources}, "the table has the names"
        shown = [Path("out", file).read_text() for file in ("sweep.svg", "sweep.html")]
        ElementTree.fromstring(shown[0])
        for text in shown:
            assert r"x\x01\x1b[31m\ny" in text
            assert all(one.isprintable() for one in text.replace("\n", ""))
        assert all(row.message.isprintable() for row in rows)
