"""Solvers by name: they agree, and what one of them makes up becomes no value."""

import io
import os
import random
import re
import select
import signal
import stat
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import swiglpk

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas import game, solution
from efgc.schemas.parts.problems import EfgcError, OptionError
from efgc.schemas.solution import Entry
from efgc.stages import isolated
from efgc.stages import solve as package
from efgc.stages.lower import lower
from efgc.stages.report import report
from efgc.stages.solve import BUILT_IN, Answer, Request, Solver, available, solve
from efgc.stages.solve.induction.matrix_program import solve_programs
from efgc.stages.solve.program import read_program
from efgc.stages.solve.program.model_file import model
from efgc.stages.solve.solvers import highs
from efgc.stages.solve.solvers.glpk import problem
from efgc.stages.solve.verify.judge import verified_answer
from said import but_files
from scaled_games import drawn
from small_games import ARTIFACTS, PUBLISHED, WITH_BASIS, game_of, island, published, there

pytestmark = pytest.mark.usefixtures("forked")

EFGC = str(Path(sys.executable).parent / "efgc")
PROGRAMS = sorted(path.stem for path in ARTIFACTS.glob("*/*.lp"))
NEAR = 1e-6  # PDLP, the least exact of them, is asked for 1e-9 of the values, here up to 11.


def random_map(seed):
    """Return a map of up to 4 x 4 squares with up to 3 dangerous places."""
    chance = random.Random(seed)
    height, width = chance.randint(2, 4), chance.randint(3, 4)
    squares = list("SD" + "E" * chance.randint(1, 3))
    squares += [chance.choice("---GD#") for _ in range(height * width - len(squares))]
    chance.shuffle(squares)
    rows = ["".join(squares[row * width : (row + 1) * width]) for row in range(height)]
    return island(
        rows,
        chance.randint(1, min(2, squares.count("E"))),
        chance.choice(("0.5", "0.33", "1/3", "0.9")),
    )


RANDOM = [
    game_of(random_map(seed), ("island-2018", "cave-2023", "island-2013")[seed % 3], seed % 2)
    for seed in range(50)
]


AS_RULES = {
    **{"kuhn": -1 / 18, "pursuit": 4, "patrol": 1 / 2, "interdiction": 1 / 4},
    "inspection": 3 / 11,
}


@pytest.mark.slow
@pytest.mark.parametrize("format", ["lp", "mps"])
@pytest.mark.parametrize("solver", BUILT_IN)
def test_all_solve_every_program_of_the_artifacts(solver, format):
    there(solver)
    assert len(PROGRAMS) == 15
    for name in PROGRAMS:
        played = game.read((ARTIFACTS / name / f"{name}.game.json").read_text())
        program = (
            (ARTIFACTS / name / f"{name}.lp").read_text()
            if format == "lp"
            else lower(played, 0, "mps")[0]
        )
        bounds = report(played, [solve(program, solver)]).bounds
        known = (
            PUBLISHED[name][1]
            if name in PUBLISHED
            else {"maze": 6.5, "goofspiel-3": 0, "droid-duel": 1 / 3, **AS_RULES}[name]
        )
        assert bounds.lower - NEAR <= known <= bounds.upper + NEAR, name
        assert bounds.upper - bounds.lower <= NEAR, name


@pytest.fixture
def interpreter_kept_here(forked, monkeypatch):
    """Ask as `kept_interpreter` does, in one test: others look at what is forked."""
    monkeypatch.setattr(isolated, "FORKS", False)


@cache
def lowered(name, player, format):
    """Return the program of an artifact's game."""
    played = game.read((ARTIFACTS / name / f"{name}.game.json").read_text())
    return lower(played, player, format)[0]


def with_threads(program, *numbers):
    """Return the objectives that HiGHS finds in one process with numbers of threads."""
    asked = [Request(options=(("threads", str(number)),)) for number in numbers]
    return [highs.solve(program, request).objective for request in asked]


def test_highs_solves_with_another_number_of_threads_in_one_process():
    """Without a reset of its threads, HiGHS 1.16 has an error and no status."""
    program = read_program(lowered("island-1", 1, "lp"))
    found = isolated.isolated("highs", with_threads, program, 2, 1, 4)
    assert found == pytest.approx([220 / 31] * 3)


@pytest.mark.parametrize("solver", ["highs-pdlp", "highs-hipdlp"])
def test_a_first_order_method_finds_the_optimum_of_a_maximising_program(solver):
    """The HiPDLP of HiGHS 1.15 calls 0 the optimum if it is asked to maximise."""
    rows = " a: 7 x + y <= 545\n b: 8 x + 8 y <= 571\n c: 6 x + 4 y <= 698\n"
    found = solve(f"max\n o: 29 x + 59 y + 3\nst\n{rows}end\n", solver)
    assert (found.status, found.sense) == ("optimal", "maximise")
    assert found.objective == pytest.approx(4214.125)
    assert [row.value for row in found.rows] == pytest.approx([0, 7.375, 0], abs=1e-6)


def read_by_glpk(path, format):
    """Return the columns, the rows and the coefficients that GLPK reads from a file."""
    swiglpk.glp_term_out(swiglpk.GLP_OFF)
    lp = swiglpk.glp_create_prob()
    if format == "lp":
        assert swiglpk.glp_read_lp(lp, None, path) == 0
    else:
        assert swiglpk.glp_read_mps(lp, swiglpk.GLP_MPS_FILE, None, path) == 0
    return of_glpk(lp)


def of_glpk(lp):
    """Return the numbers of a problem object."""
    width, height = swiglpk.glp_get_num_cols(lp), swiglpk.glp_get_num_rows(lp)
    columns = [
        (swiglpk.glp_get_col_lb(lp, at), swiglpk.glp_get_col_ub(lp, at))
        for at in range(1, width + 1)
    ]
    costs = [swiglpk.glp_get_obj_coef(lp, at) for at in range(width + 1)]
    places, numbers, rows = swiglpk.intArray(width + 1), swiglpk.doubleArray(width + 1), []
    for at in range(1, height + 1):
        size = swiglpk.glp_get_mat_row(lp, at, places, numbers)
        ends = swiglpk.glp_get_row_lb(lp, at), swiglpk.glp_get_row_ub(lp, at)
        rows.append((ends, [(places[entry + 1], numbers[entry + 1]) for entry in range(size)]))
    return swiglpk.glp_get_obj_dir(lp), columns, costs, rows


@pytest.mark.parametrize("format", ["lp", "mps"])
def test_our_reader_reads_what_glpk_reads_in_its_order(format, tmp_path):
    assert len(PROGRAMS) == 15
    for name in PROGRAMS:
        for player in (1, 2):
            text = lowered(name, player, format)
            (tmp_path / "p").write_text(text)
            with problem(read_program(text)) as lp:
                assert of_glpk(lp) == read_by_glpk(str(tmp_path / "p"), format), name


@pytest.mark.parametrize("format", ["lp", "mps"])
def test_the_file_for_solvers_is_the_same_program(format, tmp_path):
    for name in PROGRAMS:
        program = read_program(lowered(name, 1, format))
        (tmp_path / "p").write_text("".join(model(program, maximise=False)))
        sense, *numbers = read_by_glpk(str(tmp_path / "p"), "mps")
        with problem(program) as lp:
            assert [*of_glpk(lp)[1:]] == numbers and sense == swiglpk.GLP_MIN, name


@cache
def random_programs(format):
    """Return (text, what GLPK says of it) of the program of each random map."""
    texts = [lower(played, 0, format)[0] for played in RANDOM]
    return [(text, solve(text).objective) for text in texts]


@pytest.mark.slow
@pytest.mark.usefixtures("interpreter_kept_here")
@pytest.mark.parametrize("format", ["lp", "mps"])
@pytest.mark.parametrize("solver", BUILT_IN)
def test_all_agree_on_random_maps(solver, format):
    there(solver)
    assert len(RANDOM) == 50 and sum(len(played.information_sets) > 5 for played in RANDOM) >= 20
    for seed, (played, (program, objective)) in enumerate(
        zip(RANDOM, random_programs(format), strict=True)
    ):
        own = solve(program, solver)
        assert abs(own.objective - objective) <= NEAR, seed
        assert report(played, [own]).bounds.exploitability <= NEAR, seed


@pytest.mark.parametrize("solver", WITH_BASIS)
def test_a_row_with_the_name_of_a_column_has_its_own_basis(solver):
    text = "max\n o: 3 x + 2 y\ns.t.\n x: 2 x + y <= 7\n y: x + 2 y <= 8\n z: x - y <= 100\nend\n"
    found = solve(text, there(solver))
    assert [entry.basis for entry in found.columns] == ["basic", "basic"]
    assert [entry.basis for entry in found.rows] == ["upper", "upper", "basic"]


@pytest.mark.parametrize("solver", WITH_BASIS)
def test_a_basis_has_as_many_entries_as_there_are_rows(solver):
    """Who has one says it in our words; SCIP has none where it branched rows into bounds, PDLP
    never.
    """
    found = solve((ARTIFACTS / "goofspiel-3" / "goofspiel-3.lp").read_text(), there(solver))
    entries = (*found.columns, *found.rows)
    assert sum(entry.basis == "basic" for entry in entries) == found.size.rows
    assert {entry.basis for entry in entries} <= {"basic", "lower", "upper", "free", "fixed"}
    assert all(entry.basis in ("basic", "fixed") for entry in found.rows if entry.name[0] == "f")


@pytest.mark.slow
@pytest.mark.parametrize("solver", WITH_BASIS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_from_a_basis_alone_the_optimum_is_computed_again(name, solver):
    """What is not basic stands at its bound; the rows that are not basic then tell the basic
    columns.
    """
    program = read_program((ARTIFACTS / name / f"{name}.lp").read_text())
    found = solve(program.text, there(solver))
    if not any(entry.basis for entry in found.columns):
        assert solver == "scip" and name in (
            "island-2",
            "droid-duel",
            "patrol",
            "pursuit",
        )  # Those whose basis is that of another program.
        return
    matrix = np.zeros((len(program.rows), len(program.columns)))
    matrix[program.entries[0], program.entries[1]] = program.entries[2]
    basic = [at for at, entry in enumerate(found.columns) if entry.basis == "basic"]
    tight = [at for at, entry in enumerate(found.rows) if entry.basis != "basic"]
    assert all(
        program.columns[at].lower == 0
        for at, entry in enumerate(found.columns)
        if entry.basis == "lower"
    )
    x = np.zeros(len(program.columns))
    x[basic] = np.linalg.solve(
        matrix[np.ix_(tight, basic)], [program.rows[at].upper for at in tight]
    )
    assert np.abs(x - [entry.value for entry in found.columns]).max() <= 1e-6
    assert abs(program.costs @ x - found.objective) <= 1e-6


@pytest.mark.packages
def test_an_option_reaches_the_solver_and_the_solution():
    program = (ARTIFACTS / "island-1" / "island-1.lp").read_text()
    for solver, option in {
        "glpk": ("it_lim", "1"),
        "glpsol": ("nopresol", ""),
        "highs": ("simplex_iteration_limit", "1"),
        "cbc": ("primalT", "1e-9"),
        "scip": ("numerics/feastol", "1e-9"),
        "gurobi": ("Method", "0"),
        "cplex": ("lpmethod", "1"),
        "xpress": ("defaultalg", "3"),
    }.items():
        if available(solver):
            told = (("presolve", "off"), option) if solver in ("glpk", "highs") else (option,)
            found = solve(program, solver, Request(told))
            assert dict(found.options)[option[0]] == option[1]
            assert found.status == (
                "limit" if option[1] == "1" and solver in ("glpk", "highs") else "optimal"
            )


@pytest.mark.parametrize("solver", BUILT_IN)
def test_an_option_that_a_solver_does_not_have_is_a_mistake_in_usage(solver):
    with pytest.raises(OptionError, match="no.?such.?option"):
        solve(
            (ARTIFACTS / "island-1" / "island-1.lp").read_text(),
            there(solver),
            Request((("nosuchoption", "1"),)),
        )


@pytest.mark.slow
@pytest.mark.parametrize("solver", BUILT_IN)
def test_the_log_goes_to_stderr_and_the_artifact_alone_to_stdout(solver, tmp_path):
    there(solver)
    argv = [EFGC, "solve", str(ARTIFACTS / "island-1" / "island-1.lp"), "--solver", solver]
    quiet, loud = (
        subprocess.run(
            [*argv, *more],
            capture_output=True,
            text=True,
            timeout=60,
            cwd=tmp_path,
            env={**os.environ, "SOURCE_DATE_EPOCH": "0"},
        )
        for more in ([], ["-v"])
    )
    assert (quiet.returncode, loud.returncode, quiet.stderr) == (0, 0, "")
    assert quiet.stdout == loud.stdout and solution.read(loud.stdout).solver == solver
    assert len(loud.stderr.splitlines()) >= 5
    assert list(tmp_path.iterdir()) == []  # Nothing is left behind.


# Programs that take the place of cbc; $out is where the solution goes, cbc's last argument.
HONEST = (ARTIFACTS.parent / "tests/stages/solve/solution_files/cbc-all.txt").read_text()
ISLAND = (ARTIFACTS.parent / "tests/stages/solve/solution_files/program.lp").read_text()


V0 = "0 v0                   7.5"  # The line of the column that is the value.
X1 = "2 x1                   0.5"
X2 = "3 x2                   0.5"


NAMES = {
    name: f"{letter}{at}"
    for letter, lines in zip(
        "cr",
        (read_program(ISLAND).columns, read_program(ISLAND).rows),
        strict=True,
    )
    for at, name in enumerate(lines.names)
}


def wrote(text):
    """Return the script that writes a solution, with the names of the file for solvers."""
    text = re.sub(r"\S+", lambda word: NAMES.get(word[0], word[0]), text)
    return f"cat > $out <<'END'\n{text}END"


OVER = "efgc: stopped during solve with cbc: time limit of 0.3 s reached"
LIES = {
    "it hangs": ("sleep 60", 4, OVER),
    "it hangs with a child that holds the log": (
        "sleep 60 & sleep 60 & wait",
        4,
        OVER,
    ),
    "it does not end when told to": (
        "trap '' TERM INT; while :; do sleep 1; done",
        4,
        OVER,
    ),
    "it does nothing and exits with 0": ("exit 0", 3, "cbc wrote no solution"),
    "it says that it is done and leaves nothing": (
        "echo Optimal - objective value 7.5",
        3,
        "cbc wrote no solution",
    ),
    "it leaves nothing and fails": ("echo out of memory; exit 1", 3, "out of memory"),
    "it is killed": ("kill -9 $$", 3, "cbc wrote no solution"),
    "it leaves prose": (wrote("all is well\n"), 3, "cannot be read: line 1"),
    "it leaves bytes": ("head -c 10000 /dev/urandom > $out", 3, "cannot be read: line 1"),
    "it leaves half a solution": (
        wrote(HONEST[: len(HONEST) // 2] + "\n"),
        3,
        "cannot be read: line",
    ),
    "it leaves a file without end": ("truncate -s 1G $out", 3, "more than"),
    "it leaves the file of another program": (
        wrote(HONEST.replace(" v3", " v4")),
        3,
        "no column v4",
    ),
    "a value that is not a number": (
        wrote(HONEST.replace(V0, "0 v0 nan")),
        3,
        "'nan' is not a finite number",
    ),
    "a value beyond all": (
        wrote(HONEST.replace(V0, "0 v0 1e999")),
        3,
        "'1e999' is not a finite number",
    ),
    "an unknown status": (
        wrote(HONEST.replace("Optimal", "Perfect")),
        3,
        "is not a known status",
    ),
    "a wrong objective": (
        wrote(HONEST.replace("value 7.5", "value 7.6")),
        5,
        "has the objective 7.5, not 7.6",
    ),
    "a wrong optimum, with a plan beyond its rows": (
        wrote(HONEST.replace("value 7.5", "value 9").replace(V0, "0 v0 9")),
        5,
        "b0 is 1.5 and should be at most 0",
    ),
    "an infeasible plan": (wrote(HONEST.replace(X1, "2 x1 0.9")), 5, "should be 0"),
    "a negative weight": (
        wrote(HONEST.replace(X1, "2 x1 -0.5").replace(X2, "3 x2 1.5")),
        5,
        "x1 is -0.5 and should be at least 0",
    ),
    "infeasible, which is not true": (
        wrote("Infeasible - objective value 0\n"),
        5,
        "the status is infeasible, and the program is optimal in exact arithmetic",
    ),
    "unbounded, which is not true": (
        wrote("Unbounded - objective value 0\n"),
        5,
        "the status is unbounded, and the program is optimal in exact arithmetic",
    ),
}


def fake(folder, body):
    """Put a program called cbc into a folder that stands first on the PATH."""
    (folder / "bin").mkdir()
    (folder / "bin" / "cbc").write_text(f"#!/bin/bash\nfor out; do :; done\n{body}\n")
    (folder / "bin" / "cbc").chmod(stat.S_IRWXU)


@pytest.mark.slow
@pytest.mark.parametrize("lie", LIES)
def test_a_wrong_answer_of_a_program_is_rejected(lie, tmp_path, monkeypatch, capfd):
    body, code, message = LIES[lie]
    fake(tmp_path, body)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    Path("p.lp").write_text(ISLAND)
    before = time.monotonic()
    limit = ["--time-limit", "0.3"] if code == 4 and "hangs" in lie or "end when" in lie else []
    ended = guarded(
        lambda: efgc(
            ["solve", "p.lp", "--solver", "cbc", *limit, "-o", "s.json"], standalone_mode=False
        )
    )
    printed, told = capfd.readouterr()
    assert (ended, printed) == (code, "")
    told = but_files(told)
    assert message in told and len(told.splitlines()) == 1 and "Traceback" not in told
    assert time.monotonic() - before < 20
    if code == 4 and not limit:  # The solution says so, and has no numbers.
        found = solution.read(Path("s.json").read_text())
        assert (found.objective, found.columns, found.rows) == (None, (), ())
        assert guarded(lambda: efgc(["report", "g.json", "s.json"], standalone_mode=False)) != 0
    else:
        assert not Path("s.json").exists()
    assert "7.5" not in capfd.readouterr().out


def test_the_honest_program_is_believed(tmp_path, monkeypatch):
    fake(tmp_path, wrote(HONEST))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    assert solve(ISLAND, "cbc").objective == 7.5


def living(folder):
    """Put a program called cbc in its place that hangs with a child; return the pipe that both hold
    open as long as they live.
    """
    os.mkfifo(folder / "held")
    fake(folder, f"exec 3> {folder}/held; sleep 60 & echo started >&3; sleep 60")
    return os.fdopen(os.open(folder / "held", os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0)


def told_by(pipe, seconds=20.0):
    """Return what comes through a pipe next; nothing once everybody who held its other end is
    dead.
    """
    assert select.select([pipe], [], [], seconds)[0], "they live on"
    return pipe.read()


@pytest.mark.slow
def test_a_program_that_hangs_is_ended_with_its_children(tmp_path, monkeypatch):
    with living(tmp_path) as pipe:
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
        assert solve(ISLAND, "cbc", Request(time_limit=0.5)).status == "limit"
        assert told_by(pipe) == b"started\n" and told_by(pipe) == b""


def test_a_program_ends_with_us(tmp_path):
    (tmp_path / "p.lp").write_text(ISLAND)
    (tmp_path / "tmp").mkdir()
    environment = {
        **os.environ,
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
        "TMPDIR": str(tmp_path / "tmp"),
    }
    argv = [EFGC, "solve", "p.lp", "--solver", "cbc", "-o", "s.json"]
    with (
        living(tmp_path) as pipe,
        subprocess.Popen(
            argv, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True
        ) as process,
    ):
        assert told_by(pipe, 60) == b"started\n"
        process.terminate()
        told = process.stderr.read()
        assert told_by(pipe) == b""
    assert (process.returncode, told) == (143, "")
    assert not (tmp_path / "s.json").exists() and list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_while_a_program_is_started_ends_the_program(number, tmp_path, monkeypatch):
    """It comes when the program runs and we do not know it yet."""
    start = subprocess.Popen

    def struck(*arguments, **options):
        process = start(*arguments, **options)
        if "p.mps" in arguments[0]:
            assert told_by(pipe) == b"started\n"
            signal.raise_signal(number)
        return process

    def ended(number, frame):
        raise SystemExit(128 + number)

    before = signal.signal(number, ended)
    monkeypatch.setattr(subprocess, "Popen", struck)
    try:
        with living(tmp_path) as pipe:
            monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
            with pytest.raises(SystemExit, match=str(128 + number)):
                solve(ISLAND, "cbc")
            assert told_by(pipe) == b""
            assert signal.getsignal(number) is ended
    finally:
        signal.signal(number, before)


def test_a_solver_is_looked_for_on_the_path_alone(tmp_path, monkeypatch):
    """Not where the linear program lies, from where someone else may have sent it."""
    fake(tmp_path, "exit 1")
    (tmp_path / "bin" / "cbc").rename(tmp_path / "glpsol")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(EfgcError, match="the solver glpsol is not installed: apt-get"):
        solve(ISLAND, "glpsol")


def but(entries, **values):
    assert set(values) <= {entry.name for entry in entries}
    return tuple(entry._replace(value=values.get(entry.name, entry.value)) for entry in entries)


PROGRAM = read_program(lower(game_of(published("island-report")), 1)[0])
TRUE = solve(PROGRAM.text)
ANSWER = Answer("1", "optimal", TRUE.objective, TRUE.columns, TRUE.rows)
NAN = float("nan")
ANSWERS = {
    "NaN as objective": (ANSWER._replace(objective=NAN), 5, "not finite"),
    "no objective": (ANSWER._replace(objective=None), 5, "not finite"),
    "NaN in the plan": (
        ANSWER._replace(columns=but(ANSWER.columns, x2=NAN)),
        5,
        "not finite",
    ),
    "infinity in the plan": (
        ANSWER._replace(columns=but(ANSWER.columns, v3=-float("inf"))),
        5,
        "not finite",
    ),
    "the right objective with a wrong plan": (
        ANSWER._replace(columns=but(ANSWER.columns, x1=0.25, x2=0.75)),
        5,
        "should be",
    ),
    "a plan that is feasible and not optimal": (None, 5, "the optimum without a proof"),
    "no columns": (ANSWER._replace(columns=()), 3, "other columns"),
    "another program's columns": (
        ANSWER._replace(columns=(*ANSWER.columns[1:], Entry("z", 0.0, ""))),
        3,
        "other columns",
    ),
    "a column twice": (
        ANSWER._replace(columns=(*ANSWER.columns[1:], ANSWER.columns[1])),
        3,
        "other columns",
    ),
    "a row less": (ANSWER._replace(rows=ANSWER.rows[1:]), 3, "rows, but the program has"),
}


def suboptimal():
    """Return an answer that is feasible, and says the objective that it has: that of one way,
    always taken.
    """
    lines = PROGRAM.text.split("\nbounds\n")
    assert len(lines) == 2
    worse = solve(
        "\nbounds\n".join((lines[0], lines[1].replace("0 <= x1 <= +inf", "0 <= x1 <= 0")))
    )
    assert worse.objective < TRUE.objective - 0.01
    return ANSWER._replace(objective=worse.objective, columns=worse.columns, rows=worse.rows)


@pytest.mark.parametrize("lie", ANSWERS)
def test_a_wrong_answer_of_a_library_is_rejected(lie):
    answer, code, message = ANSWERS[lie]
    with pytest.raises(EfgcError, match=message) as raised:
        verified_answer(PROGRAM, answer or suboptimal(), "pencil")
    assert raised.value.exit_code == code


@pytest.mark.parametrize(
    "rows, fault",
    [
        ((), ""),
        (but(ANSWER.rows, **{row.name: 0.0 for row in ANSWER.rows}), "the reduced cost of"),
        (but(ANSWER.rows, f0=NAN), "a dual value that is not finite"),
    ],
)
def test_dual_values_that_prove_nothing_are_found_again(rows, fault):
    answer, done = verified_answer(PROGRAM, ANSWER._replace(rows=rows), "pencil")
    assert answer.columns == tuple(entry._replace(basis="") for entry in ANSWER.columns)
    options = dict(done)
    assert options.pop("wrong_dual_values", "").startswith(fault)
    assert options == {"dual_values": f"glpk {TRUE.version}"} and len(done) == 1 + bool(fault)
    assert verified_answer(PROGRAM, answer, "pencil") == (answer, ())


def test_a_module_that_lies_ends_the_command_with_its_code(tmp_path, monkeypatch, capfd):
    """The same through the command line: a solver of SOLVERS whose module makes everything up."""
    (tmp_path / "liar.py").write_text(
        "from efgc.stages.solve import Answer\n"
        "def solve(program, request):\n"
        "    return Answer('1', 'optimal', 42.0, (), ())\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(package.SOLVERS, "highs", Solver("liar", "highspy"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    Path("p.lp").write_text(PROGRAM.text)
    Path("m.txt").write_text(published("island-report"))
    for argv in (["solve", "p.lp", "--solver", "highs"], ["run", "m.txt", "--solver", "highs"]):
        assert guarded(lambda: efgc(argv, standalone_mode=False)) == 3
        printed, told = capfd.readouterr()
        assert (printed, "other columns" in told) == ("", True)


def test_small_coefficients_are_those_of_both_formats():
    """GLPK leaves out what is below 1e-12 in an .mps, unless it is told not to."""
    played = drawn("far", 52)
    read = [read_program(lower(played, 2, format)[0]) for format in ("lp", "mps")]
    rows, columns, coefficients = read[0].entries
    assert abs(coefficients).min() == 1e-15
    placed = [
        {
            (one.rows[row].name, one.columns[column].name): number
            for row, column, number in zip(*one.entries, strict=True)
        }
        for one in read
    ]
    assert placed[0] == placed[1]


@pytest.mark.parametrize(
    "matrix",
    [
        [[1, 0], [-1, 0]],
        [[0, 1], [0, -1], [0, 0.5]],
        [[-1, 0.5], [0.5, -1]],
        [[0, 1], [1, 0], [0, 0]],
    ],
)
def test_both_strategies_of_a_stage_game_are_optimal_though_dual_values_are_not(matrix):
    there("scip")
    [found] = solve_programs([np.array(matrix, float)], "scip")
    assert found.gap < 1e-9
