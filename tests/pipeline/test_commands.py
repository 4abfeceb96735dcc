"""The command line: the same bytes by every way, exit codes, the contracts of the courses."""

import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from commands import as_program
from efgc.stages.solve import BUILT_IN, available
from said import but_files, unstamped
from small_games import PUBLISHED, ROOT, published

EFGC = str(Path(sys.executable).parent / "efgc")


@pytest.fixture(autouse=True)
def no_seconds(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")


def efgc(*arguments, stdin="", cwd="."):
    """Return what a command writes to stdout; it must end well and say nothing on stderr but which
    files it wrote.
    """
    code, printed, told = as_program(*arguments, stdin=stdin, cwd=cwd)
    assert (code, but_files(told)) == (0, "")
    return printed


def process(*arguments, stdin="", cwd=None):
    """Return what a command writes to stdout in a process of its own."""
    ended = subprocess.run(
        [EFGC, *arguments], input=stdin, capture_output=True, text=True, cwd=cwd, timeout=60
    )
    assert (ended.returncode, but_files(ended.stderr)) == (0, "")
    return ended.stdout


def artifact(name, suffix):
    return (ROOT / "artifacts" / name / f"{name}.{suffix}").read_text()


def test_the_command_reference_is_current():
    # In a process of its own: click keeps the help options that another test has asked for.
    told = subprocess.run(
        [sys.executable, "tests/documents/command_reference.py"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": "."},
    ).stdout
    assert (ROOT / "pipeline" / "README.md").read_text() == told


@pytest.mark.parametrize("words", [(), ("course",)])
def test_a_group_alone_prints_its_help_once(words):
    ended = subprocess.run([EFGC, *words], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.count("Usage: ") == 1 and "Error" not in ended.stderr


@pytest.mark.parametrize(
    "arguments, said",
    [
        (
            "export kuhn.rules.yaml -o kuhn.efg",
            "(given: kuhn.efg; `efgc parse kuhn.rules.yaml | efgc expand -o kuhn.efg` writes it)",
        ),
        ("sweep kuhn.rules.yaml --vary antes=1,2 -o swept", "did you mean 'ante'?"),
    ],
)
def test_usage_that_names_the_right_word(arguments, said, tmp_path):
    (tmp_path / "kuhn.rules.yaml").write_text(artifact("kuhn", "rules.yaml"))
    code, printed, told = as_program(*arguments.split(), cwd=tmp_path)
    assert (code, printed) == (2, "") and said in told
    assert [path.name for path in tmp_path.iterdir()] == ["kuhn.rules.yaml"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["island-1", "cave-example", pytest.param("maze", marks=pytest.mark.long)],
)
def test_pipes_files_and_run_give_the_same_bytes(name, tmp_path):
    source = str(ROOT / "artifacts" / name / f"{name}.txt")
    run = ("run", source)
    piped = process("parse", source)
    assert piped == artifact(name, "states.yaml") == process(*run, "--through", "parse")
    piped = process("expand", "-", stdin=piped)
    assert piped == artifact(name, "game.json") == process(*run, "--through", "expand")
    game = tmp_path / "game.json"
    game.write_text(piped)
    table = tmp_path / "game.columns.json"
    piped = process("lower", "--columns", str(table), stdin=piped)
    assert piped == artifact(name, "lp") == process(*run, "--through", "lower")
    assert table.read_text() == artifact(name, "columns.json")
    piped = process("solve", stdin=piped)
    assert piped == artifact(name, "solution.json") == process(*run, "--through", "solve")
    piped = process("report", str(game), "-", stdin=piped)
    assert piped == artifact(name, "report.txt") == process(*run)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.columns.json", "game.json"]


def test_run_without_o_leaves_no_file(tmp_path):
    efgc("run", str(ROOT / "artifacts" / "island-1" / "island-1.txt"), cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_run_json_has_the_promised_keys():
    report = json.loads(
        efgc("run", str(ROOT / "artifacts" / "island-2" / "island-2.txt"), "--format", "json")
    )
    promised = (
        "value value_exact lower_bound upper_bound exploitability status solver level histories "
        "states "
        "information_sets sequences seconds"
    )
    assert set(promised.split()) <= report.keys()
    assert abs(report["value"] - 528 / 155) <= 1e-9
    assert report["status"] == "optimal"


@pytest.mark.long
def test_the_exact_value_is_proved_or_left():
    source, graph = (
        str(ROOT / "artifacts" / name)
        for name in ("island-2/island-2.txt", "goofspiel-4/goofspiel-4.yaml")
    )
    for option, value, unproved in (
        ((), "528/155", None),
        (("--exact",), "528/155", None),
        (("--no-exact",), None, "left out, as --no-exact asks"),
    ):
        report = json.loads(efgc("run", source, "--format", "json", *option))
        assert (report["value_exact"], report["unproved"]) == (value, unproved)
        assert (
            Fraction(report["lower_bound"]) <= Fraction(528, 155) <= Fraction(report["upper_bound"])
        )
    assert "exact value  not proved: left out, as --no-exact asks\n" in efgc(
        "run", source, "--no-exact"
    )
    refused = subprocess.run([EFGC, "run", graph, "--no-exact"], capture_output=True, text=True)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        f"{graph}: --no-exact is for games that are solved as a linear program; "
        "this is a game solved state by state\n"
    )


def test_equal_bounds_are_a_proof_even_with_no_exact():
    source = str(ROOT / "artifacts" / "three-bushes" / "three-bushes.txt")
    printed = efgc("run", source, "--rules", "island-2020", "--no-exact", "--brief")
    assert "exact value     0, proved in rationals\n" in printed
    assert "bounds          0 to 0," in printed


@pytest.mark.slow
@pytest.mark.parametrize(
    "source, rows",
    [
        (
            "maze/maze.txt",
            [
                *("value", "exact value", "compiled", "bounds", "exploitability", "solved by"),
                *("rules", "places"),
            ],
        ),
        ("goofspiel-3/goofspiel-3.yaml", ["value", "bounds", "every state", "solved by", "rules"]),
    ],
)
def test_brief_has_the_facts_of_the_report(source, rows, tmp_path):
    path = str(ROOT / "artifacts" / source)
    said = efgc("run", path, "--brief", "-o", str(tmp_path))
    names = [line.partition("  ")[0] for line in said.splitlines()[2:]]
    assert [name for name in names if name] == rows  # Long facts go on below.
    [written] = tmp_path.glob("*.report.txt")
    assert written.read_text() == said
    code, printed, _ = as_program("run", path, "-v")  # The log of a solver is on stderr.
    detailed = " ".join(printed.split())
    assert code == 0
    assert all(" ".join(line.split()) in detailed for line in said.splitlines())
    made = (
        [str(next(tmp_path.glob(f"*.{suffix}"))) for suffix in ("game.json", "solution.json")]
        if "maze" in source
        else [
            str(next(tmp_path.glob(f"*.{suffix}"))) for suffix in ("states.yaml", "solution.json")
        ]
    )
    assert efgc("report", "--brief", *made) == said
    refused = subprocess.run(
        [EFGC, "report", "--brief", *made, "--format", "json"], capture_output=True, text=True
    )
    assert refused.returncode == 2
    assert refused.stderr.endswith(": --brief is for --format text; this is json\n")


def test_brief_prints_the_value_of_a_position():
    at = ("--at", "hand 1 3 4 / 2 3 4, prizes 1 3 4, up 3")
    said = efgc("run", str(ROOT / "artifacts" / "goofspiel-4" / "goofspiel-4.yaml"), "--brief", *at)
    assert (
        "\nposition     hand 1 3 4 / 2 3 4 prizes 1 3 4 up 3\n"
        "             worth -0.625 = -5/8 to player 1 from here on\n" in said
    )


@pytest.mark.slow
def test_a_report_keeps_to_the_width_of_its_terminal_and_a_file_to_none(tmp_path):
    path = str(ROOT / "artifacts" / "maze" / "maze.txt")
    shown = on_a_terminal([EFGC, "run", path, "-o", str(tmp_path)], 70)
    assert 60 < max(map(len, shown.splitlines())) <= 70
    assert (
        (tmp_path / "maze.report.txt").read_text()
        == efgc("run", path)
        == artifact("maze", "report.txt")
    )


def on_a_terminal(command, columns):
    """Return what a program shows on a terminal so many columns wide."""
    pty = pytest.importorskip("pty", reason="this platform has no terminals to open")
    own, other = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns)}
    program = subprocess.Popen(command, stdout=other, stderr=subprocess.DEVNULL, env=environment)
    os.close(other)
    said = b""
    while True:
        try:
            part = os.read(own, 65536)
        except OSError:  # Linux says so where macOS ends.
            part = b""
        if not part:
            break
        said += part
    os.close(own)
    assert program.wait() == 0
    return said.decode().replace("\r\n", "\n")


def test_on_the_same_game_nothing_is_carried():
    made = [
        str(ROOT / "artifacts" / "cave-example" / f"cave-example.{suffix}")
        for suffix in ("game.json", "solution.json")
    ]
    assert efgc("report", *made, "--on", made[0]) == efgc("report", *made)


@pytest.mark.slow
@pytest.mark.parametrize("format", ["lp", "mps"])
@pytest.mark.parametrize("solver", ["glpk", "highs"])
def test_last_stages_alone_swap_the_solver(format, solver, tmp_path):
    game = str(ROOT / "artifacts" / "island-report" / "island-report.game.json")
    solution = tmp_path / "solution.json"
    efgc("lower", game, "--format", format, "-o", str(tmp_path / f"a.{format}"))
    efgc("solve", str(tmp_path / f"a.{format}"), "--solver", solver, "-o", str(solution))
    report = json.loads(efgc("report", game, str(solution), "--format", "json"))
    assert abs(report["value"] - 2123 / 420) <= 1e-9
    assert report["exploitability"] <= 1e-9
    assert report["solver"] == solver


MTX = [f"a.{part}.mtx" for part in ("A", "E", "E.rhs", "F", "F.rhs")]


GAME = str(ROOT / "artifacts" / "island-1" / "island-1.game.json")


@pytest.mark.parametrize(
    ("output", "format", "written"),
    [
        ("a.npz", (), ["a.npz"]),
        ("a.mtx", (), MTX),
        ("a", ("--format", "mtx"), MTX),
        ("a.old", ("--format", "npz"), ["a.old"]),
    ],
)
def test_matrices_are_written_with_their_columns(output, format, written, tmp_path):
    efgc("lower", GAME, "-o", output, *format, cwd=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*written, "a.columns.json"])
    names = (tmp_path / "a.columns.json").read_text()
    efgc("lower", GAME, "-o", "b.lp", "--player", "1", cwd=tmp_path)
    assert unstamped((tmp_path / "b.columns.json").read_text()) == unstamped(names)


@pytest.mark.parametrize("output, written", [("a.npz", ["a.npz"]), ("a.mtx", MTX)])
def test_matrices_have_the_same_bytes_from_another_process(output, written, tmp_path):
    process("lower", GAME, "-o", output, cwd=tmp_path)
    first = [(tmp_path / name).read_bytes() for name in written]
    efgc("lower", GAME, "-o", output, cwd=tmp_path)
    assert first == [(tmp_path / name).read_bytes() for name in written]


@pytest.mark.parametrize("format", ["npz", "mtx"])
@pytest.mark.parametrize(
    ("more", "said"),
    [
        ((), "-o must name a file for --format {}"),
        (("-o", "/dev/null"), "-o must name a file for --format {}"),
        (("-o", "a", "--player", "1"), "--player is for --format lp and mps; matrices are both"),
    ],
)
def test_matrices_need_a_file_and_no_player(format, more, said, tmp_path):
    game = str(ROOT / "artifacts" / "island-1" / "island-1.game.json")
    code, printed, told = as_program("lower", game, "--format", format, *more, cwd=tmp_path)
    assert code == 2 and said.format(format) in told
    assert printed == "" and not list(tmp_path.iterdir())


@pytest.mark.slow
def test_solutions_of_both_programs_are_taken_together(tmp_path):
    game = str(ROOT / "artifacts" / "island-1" / "island-1.game.json")
    paths = [str(tmp_path / f"{player}.json") for player in (1, 2)]
    for player, path in enumerate(paths, 1):
        program = str(tmp_path / f"{player}.lp")
        efgc("lower", game, "--player", str(player), "-o", program)
        efgc("solve", program, "-o", path)
    assert "7.09677419355 to agent" in efgc("report", game, *paths)


def test_the_name_of_the_output_chooses_the_format(tmp_path):
    graph = str(ROOT / "artifacts" / "cave-example" / "cave-example.states.yaml")
    efgc("expand", graph, "-o", str(tmp_path / "a.efg"))
    efgc("expand", graph, "-o", str(tmp_path / "a.game.json"))
    efgc("lower", str(tmp_path / "a.game.json"), "-o", str(tmp_path / "a.mps"))
    assert (tmp_path / "a.efg").read_text() == artifact("cave-example", "efg")
    assert (tmp_path / "a.mps").read_text().startswith("NAME ")


@pytest.mark.long
def test_strategies_are_carried_to_the_tree(tmp_path):
    folder = ROOT / "artifacts" / "maze"
    small = tmp_path / "small.txt"
    small.write_text(published("island-3"))
    efgc("run", str(small), "-o", str(tmp_path))
    efgc("run", str(small), "-O", "0", "-o", str(tmp_path / "tree"), "--through", "expand")
    made = [str(tmp_path / "small.game.json"), str(tmp_path / "small.solution.json")]
    printed = efgc("report", "-v", *made, "--on", str(tmp_path / "tree" / "small.game.json"))
    assert "\nvalue        5.5 to agent" in printed and "level 0" in printed
    other = str(folder / "maze.game.json")
    ended = subprocess.run([EFGC, "report", *made, "--on", other], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert (
        ended.stderr
        == f"{other}: shares nodes; strategies are carried to a tree (expand --unroll)\n"
    )


def test_check_recognises_every_artifact():
    folder = ROOT / "artifacts" / "island-1"
    suffixes = ("txt", "states.yaml", "game.json", "lp", "columns.json", "solution.json")
    kinds = ("map", "state graph", "game", "linear program", "columns", "solution")
    paths = [str(folder / f"island-1.{suffix}") for suffix in suffixes]
    expected = [f"{path}: {kind}, no problems" for path, kind in zip(paths, kinds, strict=True)]
    lines = efgc("check", *paths).splitlines()
    assert [line for line in lines if line.endswith(", no problems")] == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in PUBLISHED if name.startswith("island")])
def test_course_island_2018(name, tmp_path):
    source = tmp_path / "map.txt"
    source.write_text(published(name))
    printed = efgc(
        "course", "island-2018", "map.txt", "--login", "novak", cwd=tmp_path
    ).splitlines()
    titles = [
        line
        for line in printed
        if line.endswith(":") or line.startswith(("AGENT\\", "SOLUTION_VALUE"))
    ]
    assert [title.split(" ")[0].partition(":")[0] for title in titles] == [
        "AGENT",
        "ATTACKER",
        "AGENT\\ATTACKER",
        "SOLUTION_AGENT",
        "SOLUTION_ATTACKER",
        "SOLUTION_VALUE",
    ]
    assert printed[1] == "S1:[]"
    assert abs(float(printed[-1].partition(":")[2]) - float(PUBLISHED[name][1])) <= 1e-9
    assert (
        (tmp_path / "novak.lp").read_text().startswith("\\* Source Pyomo model name=efgc_player1_")
    )


def test_course_island_2018_table_is_the_extended_utility_function():
    """From g and both plans follows the value: x' g y."""
    source = str(ROOT / "artifacts" / "island-2" / "island-2.txt")
    printed = efgc("run", source, "-O", "0", "--format", "mas2018").splitlines()
    table = printed.index(next(line for line in printed if line.startswith("AGENT\\")))
    columns = [cell.strip() for cell in printed[table].split("|")[1:-1]]
    assert set(printed[table + 1]) == {"-"}
    plan = dict(
        line.split(":")
        for line in printed[printed.index("SOLUTION_AGENT:") + 1 : -1]
        if not line.endswith(":")
    )
    total = Fraction(0)
    for line in printed[table + 2 :]:
        if set(line) == {"-"}:
            break
        row, *cells = (cell.strip() for cell in line.split("|"))
        for column, cell in zip(columns, cells, strict=False):
            assert cell != "0.0"
            total += (
                Fraction(plan.get(row, "0"))
                * Fraction(plan.get(column, "0"))
                * Fraction(cell or "0")
            )
    assert abs(float(total) - 528 / 155) <= 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("player, value", [(0, Fraction(220, 31)), (1, Fraction(-220, 31))])
def test_course_game_lp(player, value):
    printed = efgc("course", "game-lp", stdin=f"{published('island-1')}{player}\n")
    assert abs(float(printed) - float(value)) <= 1e-5


def test_course_game_lp_of_a_worthless_game():
    assert efgc("course", "game-lp", stdin=f"{published('three-bushes')}1\n") == "0.0\n"


@pytest.mark.parametrize("last", ["", "0\n", "1\n"])
def test_course_game_tree(last, tmp_path):
    text = published("two-bushes")
    expected = artifact("two-bushes", "efg")
    assert efgc("course", "game-tree", stdin=text + last, cwd=tmp_path) == expected
    assert list(tmp_path.iterdir()) == []


def test_course_cave_2023(tmp_path):
    assert efgc("course", "cave-2023", stdin=published("cave-example"), cwd=tmp_path) == artifact(
        "cave-example", "efg"
    )
    assert list(tmp_path.iterdir()) == []
    path = tmp_path / "cave.txt"
    path.write_text(published("cave-example"))
    assert efgc("course", "cave-2023", path) == artifact("cave-example", "efg")


def test_help_is_quick_because_it_loads_no_solver():
    code = (
        "import sys, efgc.pipeline.cli; print([name for name in ('pyomo', 'swiglpk', 'highspy', "
        "'numpy', 'networkx', 'yaml') "
        "if name in sys.modules])"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT
        ).stdout
        == "[]\n"
    )


@pytest.mark.packages
def test_solvers_lists_every_solver_and_the_ones_of_the_installation_work():
    lines = efgc("solvers").splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(BUILT_IN)
    here = {line.split()[0] for line in lines if line.endswith("  works")}
    assert {"glpk", "highs", "highs-ipm", "highs-pdlp"} <= here
    assert here == set(filter(available, BUILT_IN))


def test_solvers_explains_how_to_install_missing_ones(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    [line] = [line for line in efgc("solvers").splitlines() if line.startswith("glpsol")]
    assert (
        line.split("  ")[-1].strip()
        == "no; get it with apt-get install glpk-utils, brew install glpk"
    )


@pytest.mark.packages
@pytest.mark.slow
def test_compare_solvers_puts_objectives_and_bounds_side_by_side():
    printed = efgc("compare-solvers", str(ROOT / "artifacts/island-1/island-1.lp"))
    head, *lines = (re.split(r"  +", line.strip()) for line in printed.splitlines())
    assert head == ["solver", "version", "status", "seconds", "objective", "at least", "at most"]
    assert [line[0] for line in lines] == list(filter(available, BUILT_IN))
    for line in lines:  # Without seconds, which would tell the time.
        # CBC 2.10.8 writes its plan with 8 digits, later ones with all. A first-order method comes
        # as near as it is told to, which is 1e-9 of the numbers.
        written = {"cbc": 1e-7, "highs-hipdlp": 1e-8, "highs-pdlp": 1e-9}.get(line[0], 0.0)
        assert line[2] == "optimal" and abs(float(line[3]) - 7.09677419355) <= written
        assert 7.09677419354 - written <= float(line[-2]) <= 220 / 31 <= float(line[-1]) + 1e-9
        assert float(line[-1]) <= 7.09677419355 + written


@pytest.mark.long
def test_compare_solvers_has_the_exit_code_of_its_results(tmp_path):
    (tmp_path / "p.lp").write_text("max\n o: x\ns.t.\n c: x <= 1\n d: x >= 2\nend\n")
    asked = ("--solver", "glpk", "--solver", "highs")
    assert as_program("compare-solvers", "p.lp", *asked, cwd=tmp_path)[::2] == (
        4,
        "p.lp: the program is infeasible, proved in rationals\n",
    )
    (tmp_path / "p.lp").write_text("max\n o: x\ns.t.\n c: x * 2 <= 1\nend\n")
    assert as_program("compare-solvers", "p.lp", *asked, cwd=tmp_path) == (
        1,
        "",
        "p.lp:4:7: a product: not a linear program\n",
    )


def test_compare_solvers_has_a_whole_table_where_a_solver_has_no_solution(tmp_path):
    # GLPK's answer is off by the scales, and HiGHS reads no numbers that are as large.
    (tmp_path / "p.lp").write_text(
        "max\n o: x\ns.t.\n c: 1e18 x - 1e-12 y <= 7\n d: y - 1e15 x <= 1e10\n"
        " e: y + 1e17 z >= 1e12\nend\n"
    )
    asked = ("--solver", "glpk", "--solver", "highs")
    code, printed, told = as_program("compare-solvers", "p.lp", *asked, cwd=tmp_path)
    head, *lines = (re.split(r"  +", line.strip()) for line in printed.splitlines())
    assert head == ["solver", "version", "status", "seconds", "objective", "at least", "at most"]
    assert [line[1:] for line in lines] == [["refused"], ["failed"]]
    reason = told.splitlines()[0].removeprefix("glpk: ")
    table = as_program("compare-solvers", "p.lp", *asked, "--format", "csv", cwd=tmp_path)[1]
    assert len(reason) > 40 and f"refused: {reason}" in table
    assert code == 5 and told.endswith("p.lp: refused as wrong: the answer of glpk\n")


@pytest.mark.long
def test_a_solution_file_of_another_program_goes_through_to_the_report(tmp_path):
    """A solver that we cannot call, swapped in from a shell script: the files here came from the
    real ones.
    """
    (tmp_path / "fork.txt").write_text("3\n7\n#######\n#DESED#\n#######\n1\n0.5\n")
    efgc("run", "fork.txt", "--through", "lower", "-o", ".", cwd=tmp_path)
    files = sorted((ROOT / "tests/stages/solve/solution_files").glob("*.txt"))
    assert len(files) == 10
    for said in files:
        efgc("solve", "fork.lp", "--from", str(said), "-o", "s.json", cwd=tmp_path)
        assert "\nvalue        7.5 to agent (exact)\n" in efgc(
            "report", "fork.game.json", "s.json", cwd=tmp_path
        )


@pytest.mark.parametrize(
    "old, new, code, message",
    [
        (
            "x1 ",
            "x9 ",
            1,
            "s.txt:4: the linear program has no column x9; the solution belongs to another one",
        ),
        ("x1                   0.5", "x1 nan", 1, "s.txt:4: 'nan' is not a finite number"),
        (
            "x1                   0.5",
            "x1 0.6",
            5,
            "s.txt: cbc reports a wrong optimum: f2 is -0.1 and should be 0; "
            "was the file written for this program? A game's .lp and .mps have opposite directions",
        ),
        (
            "Optimal",
            "Infeasible",
            5,
            "s.txt: the status is infeasible, and the program is optimal in exact arithmetic: 7.5, "
            "exactly 15/2; was the file written for this program? A game's .lp and .mps have "
            "opposite directions",
        ),
    ],
)
def test_problems_of_a_solution_file_are_one_line(old, new, code, message, tmp_path):
    folder = ROOT / "tests/stages/solve/solution_files"
    (tmp_path / "p.lp").write_text((folder / "program.lp").read_text())
    (tmp_path / "s.txt").write_text((folder / "cbc.txt").read_text().replace(old, new))
    found, printed, said = as_program(
        "solve", "p.lp", "--from", "s.txt", "-o", "s.json", cwd=tmp_path
    )
    assert (found, printed, said.splitlines()[-1]) == (code, "", message)
    assert (tmp_path / "s.json").exists() == (code == 4)


@pytest.mark.slow
@pytest.mark.parametrize(
    "argv, message",
    [
        (
            ("solve", "p.lp", "--from", "s.txt", "--solver", "glpk"),
            "--solver cannot be combined with --from",
        ),
        (
            ("solve", "p.lp", "--from", "s.txt", "--option", "a=1"),
            "--option cannot be combined with --from",
        ),
        *(
            (
                ("solve", "p.lp", "--option", value),
                f"Invalid value for '--option': {value!r} is not NAME=VALUE.",
            )
            for value in ("presolve", "=1")
        ),
        (
            ("run", "a.rules.yaml", "--let", "periods=4, visits=2"),
            "Invalid value for '--let': 'periods=4, visits=2' has several values; repeat the "
            "option for each.",
        ),
        (
            ("solve", "p.lp", "--time-limit", "0"),
            "Invalid value for '--time-limit': 0.0 is not in the range x>0.",
        ),
        (
            ("solve", "g.yaml", "--from", "s.txt"),
            "--from is for linear programs; g.yaml is a state graph",
        ),
        (("solve", "-", "--from", "-"), "only one input can be stdin"),
    ],
)
def test_options_that_do_not_go_together(argv, message, tmp_path):
    (tmp_path / "p.lp").write_text(artifact("island-1", "lp"))
    (tmp_path / "g.yaml").write_text(artifact("goofspiel-3", "states.yaml"))
    program = artifact("island-1", "lp")
    code, printed, told = as_program(*argv, stdin=program, cwd=tmp_path)
    assert (code, printed) == (2, "") and told.splitlines()[-1] == f"Error: {message}"


def test_run_asks_the_solver_as_solve_does(tmp_path):
    source = str(ROOT / "artifacts/maze/maze.txt")
    printed = efgc(
        "run",
        source,
        "--solver",
        "highs",
        "--option",
        "presolve=off",
        "--time-limit",
        "50",
        "--through",
        "solve",
    )
    assert json.loads(printed)["options"] == {
        "solver": "simplex",
        "threads": "1",
        "presolve": "off",
        "time_limit": "50",
    }
    code, printed, told = as_program(
        "run", str(ROOT / "artifacts/goofspiel-3/goofspiel-3.yaml"), "--option", "a=1"
    )
    assert (code, printed) == (2, "") and "--option is for linear programs" in told


def test_a_certificate_without_its_game_is_reported_as_not_verified(tmp_path):
    folder = ROOT / "artifacts/island-1"
    code, printed, told = as_program("check", "island-1.certificate.json", cwd=folder)
    words = "certificate, well formed; not verified against its game"
    assert (code, printed, told) == (0, f"island-1.certificate.json: {words}\n", "")
    (tmp_path / "broken.game.json").write_text('{"format": "efgc/game", "version": 1}')
    broken = ("check", "island-1.certificate.json", str(tmp_path / "broken.game.json"))
    code, printed, told = as_program(*broken, cwd=folder)
    assert code == 1 and printed.endswith(f"{words}\n") and "broken.game.json" in told
    code, printed, told = as_program(
        "check", "island-1.certificate.json", "island-1.game.json", cwd=folder
    )
    assert (code, told) == (0, "") and printed.endswith("the value is 220/31\n")


@pytest.mark.long
def test_a_solution_of_the_mps_is_none_of_the_lp(tmp_path):
    """The one maximises and the other minimises: the message says what may have been mixed up."""
    game, lp, mps = (str(tmp_path / f"g.{suffix}") for suffix in ("game.json", "lp", "mps"))
    (tmp_path / "g.game.json").write_text(artifact("island-1", "game.json"))
    efgc("lower", game, "-o", lp)
    efgc("lower", game, "-o", mps)
    import highspy

    highs = highspy.Highs()
    # As we do: HiGHS 1.16 keeps the first number of threads, also in what is forked.
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("output_flag", False)
    highs.readModel(mps)
    highs.run()
    highs.writeSolution(str(tmp_path / "sol"), 0)
    refused = subprocess.run(
        [EFGC, "solve", lp, "--from", str(tmp_path / "sol")], capture_output=True, text=True
    )
    assert (refused.returncode, refused.stdout) == (5, "")
    assert refused.stderr.endswith(
        "was the file written for this program? A game's .lp and .mps have opposite directions\n"
    )
    assert json.loads(efgc("solve", mps, "--from", str(tmp_path / "sol")))["status"] == "optimal"


def test_a_missing_solver_is_reported_without_advice_on_programs(monkeypatch):
    monkeypatch.setenv("PATH", "")
    maze = ROOT / "artifacts" / "maze" / "maze.txt"
    code, _, told = as_program("run", maze, "--solver", "glpsol")
    assert code == 3
    assert told.endswith(
        "the solver glpsol is not installed: apt-get install glpk-utils, brew install glpk\n"
    )


def test_folders_that_hold_other_things_are_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("written by me")
    (tmp_path / "g.yaml").write_text("game: goofspiel\ncards: 6\nobjective: points\n")
    code, _, told = as_program("run", "g.yaml", "--levels", ".", cwd=tmp_path)
    assert code == 1 and "contains other files, such as 'g.yaml', but no level files" in told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g.yaml", "thesis.txt"]
    (tmp_path / "g.yaml").unlink()
    code, _, told = as_program("check", ".", cwd=tmp_path)
    assert (code, told.splitlines()) == (
        1,
        [".: not recognised: thesis.txt", ".: is a folder without artifacts and level files"],
    )


@pytest.mark.parametrize("command", ["check", "parse", "run"])
def test_a_map_without_a_way_to_an_exit_has_a_remark(command, tmp_path):
    text = "1 0.4\n#######\n#S-E#D#\n#######\n"
    (tmp_path / "closed.txt").write_text(text)
    (tmp_path / "open.txt").write_text(text.replace("#D", "D-"))
    remark = "closed.txt: no way leads from S to an exit D: agent gets 0, however both play\n"
    code, _, told = as_program(command, "closed.txt", cwd=tmp_path)
    assert (code, told) == (0, remark)
    assert as_program(command, "open.txt", cwd=tmp_path)[::2] == (0, "")


@pytest.mark.parametrize("words", [(), ("m.game.json",)])
def test_a_report_without_a_solution_says_what_is_missing(words):
    code, printed, told = as_program("report", *words)
    assert (code, printed) == (2, "")
    assert "name a game or program, and then its solution; `-` is stdin. `efgc run FILE`" in told


def test_training_learns_something_in_the_least_time(tmp_path):
    battle = ROOT / "artifacts" / "droid-duel" / "droid-duel.yaml"
    words = ("train", "--battle", battle, "--minutes", "0.001", "-o", "a.agent.json")
    assert as_program(*words, cwd=tmp_path)[0] == 0
    assert json.loads((tmp_path / "a.agent.json").read_text())["episodes"] > 0
