"""Solver files: the programs that they describe are run and proved, and what is wrong in them is
reported.
"""

import os
import re
import shutil
import stat
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.parts.problems import EfgcError, InputError
from efgc.stages.lower import lower
from efgc.stages.report import report
from efgc.stages.solve import BUILT_IN, Request, solve
from efgc.stages.solve.program import read_program
from efgc.stages.solve.program.model_file import lp_model
from efgc.stages.solve.solvers.description import FORMATS, Description, description_of
from small_games import ARTIFACTS, PUBLISHED, ROOT, game_of, published

PAGE = (ROOT / "docs" / "solver-files.md").read_text()
EXAMPLES = dict(re.findall(r"^```yaml\n# (\S+)\n(.*?)^```", PAGE, re.M | re.S))
WRITTEN = dict(re.findall(r"^cat > solvers/(\S+) <<'END'\n(.*?)^END", PAGE, re.M | re.S))
ISLAND = (ARTIFACTS / "island-1" / "island-1.lp").read_text()


@pytest.fixture
def folder(tmp_path):
    """Return a folder with the solver files of the page."""
    for name, text in {**EXAMPLES, **WRITTEN}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_page_has_examples_and_describes_every_key_and_format():
    assert len(EXAMPLES) == 4 and len(WRITTEN) == 2
    keys = {*Description._fields} - {"name", "folder"}
    assert set(re.findall(r"^- `(\w+)`: ", PAGE, re.M)) == keys
    listed = re.search(r"^- `writes`.*?(?=^- `)", PAGE, re.M | re.S)[0]
    assert re.findall(r"`([^`]+)`", listed)[1:] == list(FORMATS)


@pytest.mark.packages
@pytest.mark.slow
@pytest.mark.parametrize("name", [*EXAMPLES, "script.solver.yaml"])
@pytest.mark.parametrize("map", PUBLISHED)
def test_the_examples_of_the_page_solve_the_published_maps(map, name, folder, monkeypatch):
    # The script imports highspy.
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    command = re.search(r"^command: \[(\w+)", (folder / name).read_text(), re.M)[1]
    needed = "glpsol" if command == "sh" else command
    if shutil.which(needed) is None:
        pytest.skip(f"no {needed} here")
    rules, value = PUBLISHED[map]
    played = game_of(published(map), rules)
    found = solve(lower(played, 0)[0], str(folder / name))
    assert found.solver == name.removesuffix(".solver.yaml")
    made = report(played, [found])
    assert made.exact is not None and Fraction(made.exact.value) == value
    assert made.bounds.lower - 1e-5 <= value <= made.bounds.upper + 1e-5


RIGHT = """\
format: efgc/solver
command: [sh, -c, "exit 1", x, $program, $solution]
writes: names and values
"""
WRONG = {
    "": ["1:1: the key 'format' is missing", "1:1: the key 'command' is missing"],
    "- a\n": ["1:1: a list is not a mapping"],
    RIGHT + "comand: [x]\n": ["4:9: unknown key 'comand'", "did you mean 'command'?"],
    RIGHT.replace("efgc/solver", "efgc/rules"): ["1:9: 'efgc/rules' is not efgc/solver"],
    RIGHT.replace("$program, ", ""): ["2:10: the placeholder $program is missing"],
    RIGHT.replace("[sh", "[$program"): ["2:11: a program is a name on the PATH"],
    RIGHT.replace("[sh", "[$options"): ["2:11: a program is a name on the PATH"],
    RIGHT.replace("[sh", "[./mine"): ["2:11: a program is a name on the PATH, an absolute path"],
    RIGHT.replace("$solution", "$solutoin"): [
        "2:42: unknown placeholder 'solutoin'",
        "'solution'?",
    ],
    RIGHT.replace("x,", "a$options,"): ["2:29: unknown placeholder 'options'"],
    RIGHT.replace("x,", "$,"): ["2:29: write $$ for a dollar sign"],
    RIGHT.replace("x,", "$options,"): ["2:29: the key 'options' is missing"],
    RIGHT + "options: [-$name]\n": ["4:10: the word $options is missing in the command"],
    RIGHT.replace("x,", "$options,") + "options: [$nam]\n": ["4:11: unknown placeholder 'nam'"],
    RIGHT.replace("names and values", "name"): ["3:9: 'name' is not glpsol -o, glpsol -w, cbc"],
    RIGHT + "reads: nl\n": ["4:8: 'nl' is not mps or lp"],
    RIGHT + "statuses: {no: perhaps}\n": ["4:16: 'perhaps' is not optimal, infeasible"],
    RIGHT + "version: (\n": ["4:10: is not a regular expression: missing )"],
    RIGHT + "again: {after: x}\n": ["4:8: the key 'arguments' is missing"],
    RIGHT + "get: &a x\n": ["4:6: an anchor or a tag is not read here"],
    RIGHT + "get: !!python/name:os.system x\n": ["4:6: an anchor or a tag is not read here"],
    RIGHT + f"get: {'[' * 99}{']' * 99}\n": ["nested deeper than 50 levels"],
    RIGHT.replace("exit 1", "exit\\0"): ["2:19: a NUL character cannot be in an argument"],
    RIGHT.replace("[sh", '["s\\0"'): ["2:11: a NUL character cannot be in an argument"],
    RIGHT + 'wrong_option: "\\0"\n': ["4:15: a NUL character cannot be in an argument"],
    RIGHT.replace("x,", "null,"): ["2:29: null stands for nothing here"],
    RIGHT.replace("x,", "~,"): ["2:29: null stands for nothing here"],
    RIGHT + "get:\n": ["an empty text stands for nothing here; leave it out"],
    RIGHT + 'version: ""\n': ["4:10: an empty text stands for nothing here; leave it out"],
    RIGHT + "package: a.b\n": ["4:10: 'a.b' is not the name of a package"],
    RIGHT + RIGHT: ["4:1: duplicate key 'format'"],
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_reported_with_its_place(text):
    with pytest.raises(InputError) as raised:
        description_of(text)
    problems = "\n".join(map(str, raised.value.problems))
    assert all(part in problems for part in WRONG[text])


def test_the_right_file_is_read():
    assert description_of(RIGHT).writes == "names and values"


def solver_file(folder, script, more="", name="mine"):
    """Write a shell script and the solver file that calls it, and return the path of the file."""
    (folder / "mine.sh").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "mine.sh").chmod(stat.S_IRWXU)
    path = folder / f"{name}.solver.yaml"
    rest = "" if "writes:" in more else "writes: names and values\n"
    command = "" if "command:" in more else "command: [$folder/mine.sh, $program, $solution]\n"
    path.write_text(f"format: efgc/solver\n{command}{rest}{more}")
    return str(path)


TINY = "max\n o: 2 x + 3\ns.t.\n r: x <= 4\nend\n"
ALL = "command: [$folder/mine.sh, $program, $solution, $maximise, $time_limit, $options]\n"


@pytest.mark.parametrize(
    ("program", "request_", "arguments"),
    [
        (TINY, Request(), "p.mps solution --max"),
        (TINY.replace("max", "min"), Request(), "p.mps solution"),
        (TINY, Request((("a", "1"), ("b", ""))), "p.mps solution --max -a 1 -b"),
        (TINY, Request((), 2.5), "p.mps solution --max -t 2.500000 2"),
        (TINY, Request((), 0.5), "p.mps solution --max -t 0.500000 1"),
    ],
)
def test_the_program_gets_its_arguments(program, request_, arguments, tmp_path):
    more = (
        f"{ALL}maximise: [--max]\ntime_limit: [-t, $seconds, $whole_seconds]\n"
        "options: [-$name, $value]\n"
    )
    path = solver_file(tmp_path, 'echo "$@" > "$0.said"; echo c0 $((4 * ($# > 2))) > "$2"', more)
    if program == TINY:
        assert solve(program, path, request_).objective == 11
    else:
        assert solve(program, path, request_).objective == 3
    assert (tmp_path / "mine.sh.said").read_text().strip() == arguments


STATUSES = "statuses: {No Way: infeasible, no end: unbounded, too long: limit, broken: failed}\n"


@pytest.mark.parametrize(
    ("script", "status"),
    [
        ("echo there is no way", "infeasible"),
        ("echo no end >&2", "unbounded"),
        ('echo too long; echo c0 1 > "$2"', "limit"),
        ("echo broken", "failed"),
        ('echo fine; echo c0 4 > "$2"', "optimal"),
    ],
)
def test_the_words_for_the_statuses_are_those_of_the_file(script, status, tmp_path):
    path = solver_file(tmp_path, script, STATUSES)
    found = solve(TINY, path)
    assert (found.status, found.solver) == (status, "mine")
    assert found.objective == (11 if status == "optimal" else None)


def test_a_status_in_the_solution_is_more_than_words_in_the_output(tmp_path):
    script = 'echo infeasibilities: 0; printf "%s - objective value -8\n0 c0 4 0\n" "$WORD" > "$2"'
    more = "writes: cbc\nstatuses: {infeasib: infeasible}\n"
    for word, status in {"Optimal": "optimal", "Status unknown": "infeasible"}.items():
        path = solver_file(tmp_path, script.replace("$WORD", word), more)
        assert solve(TINY, path).status == status


@pytest.mark.parametrize(
    ("script", "more", "code", "message"),
    [
        ("echo c0 3 > $2", "", 5, "mine calls 9 the optimum without a proof"),
        ("echo c0 5 > $2", "", 5, "mine reports a wrong optimum: r is 5 and should be at most 4"),
        (
            "echo out of memory",
            "",
            3,
            "mine wrote no solution; its last output was 'out of memory'",
        ),
        (
            "echo 1; echo 2 >&2; echo; echo 3; echo 4",
            "",
            3,
            "mine wrote no solution; its last output was '2', '3', '4'",
        ),
        (
            f"echo {'x' * 190}; echo {'y' * 300}",
            "",
            3,
            f"output was '{'x' * 190}', '{'y' * 199}…'",
        ),
        ("exit 1", "", 3, "mine wrote no solution and no output"),
        ("echo c0 > $2", "", 3, "mine wrote a solution that cannot be read: line 1"),
        ("echo c7 1 > $2", "", 3, "the linear program has no column c7"),
        ("echo no option x", "wrong_option: no option (.)\n", 2, "mine has no option 'x'"),
        ("echo no option x", "wrong_option: no option .\n", 2, "mine: no option x"),
    ],
)
def test_a_wrong_answer_is_refused(script, more, code, message, tmp_path):
    with pytest.raises(EfgcError, match=re.escape(message)) as raised:
        solve(TINY, solver_file(tmp_path, script, more))
    assert raised.value.exit_code == code


@pytest.mark.parametrize(
    ("words", "remarks"),
    [
        ("sh, $folder/mine.sh", []),
        ("$folder/mine.sh", []),
        ("sh, $solution, $folder", []),
        (
            "sh, $folder/mien.sh",
            ["3:15: there is no file '{}/mien.sh'; did you mean '{}/mine.sh'?"],
        ),
        ("shh", ["3:11: 'shh' is not installed, or not executable"]),
        ("$folder/no", ["3:11: '$folder/no' is not installed, or not executable"]),
    ],
)
def test_check_remarks_on_files_that_are_missing(words, remarks, tmp_path, capfd):
    path = solver_file(tmp_path, "", f"command: [{words}, $program]\n")
    assert guarded(lambda: efgc(["check", path], standalone_mode=False)) == 0
    printed, told = capfd.readouterr()
    assert printed == f"{path}: solver, no problems\n"
    assert told.splitlines() == [f"{path}:{each.format(tmp_path, tmp_path)}" for each in remarks]


def test_options_that_a_program_cannot_have_are_refused(tmp_path):
    path = solver_file(tmp_path, "exit 1")
    with pytest.raises(EfgcError, match="mine takes no options"):
        solve(TINY, path, Request((("a", "1"),)))
    with pytest.raises(EfgcError, match="glpsol has no option '--a'; write its name without hyph"):
        solve(TINY, "glpsol", Request((("--a", "1"),)))


def test_without_a_solution_file_the_output_is_the_solution(tmp_path):
    command = "command: [$folder/mine.sh, $program]\n"
    assert solve(TINY, solver_file(tmp_path, "echo c0 4", command)).objective == 11


def test_a_second_run_replaces_the_first(tmp_path):
    script = 'if [ "$3" ]; then echo c0 4 > "$2"; echo v2; else echo once more v1; fi'
    more = "again: {after: once more, arguments: [-x]}\nversion: v(.)\n"
    found = solve(TINY, solver_file(tmp_path, script, more))
    assert (found.objective, found.version) == (11, "2")


def test_a_program_that_does_not_end_is_stopped(tmp_path):
    before = time.monotonic()
    found = solve(TINY, solver_file(tmp_path, "sleep 60"), Request((), 0.1))
    assert found.status == "limit" and time.monotonic() - before < 1.5  # It cannot stop by itself.


def test_a_package_is_run_as_a_module_if_the_program_is_missing(tmp_path, monkeypatch):
    (tmp_path / "asolver.py").write_text("import sys; open(sys.argv[2], 'w').write('c0 4')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    more = "command: [no-such-program, $program, $solution]\npackage: asolver\n"
    assert solve(TINY, solver_file(tmp_path, "", more)).objective == 11


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_file_does_not_take_the_name_of_another_solver(name, tmp_path):
    with pytest.raises(EfgcError, match="is a solver of efgc already"):
        solve(TINY, solver_file(tmp_path, "exit 1", name=name))


RANGED = """\
min
 o: x - 2 y + z + w + 7
s.t.
 a: 1 <= x + y <= 3
 b: - x + y >= -5
 c: z = 2
 d: -1e-15 x + y <= 1e6
bounds
 -inf <= y <= 10
 x free
 -4 <= w <= -1
end
"""


def test_the_lp_for_programs_is_the_same_program():
    for path in ARTIFACTS.glob("*/*.lp"):
        program = read_program(path.read_text())
        again = read_program("".join(lp_model(program)))
        assert (again.maximise, again.size) == (program.maximise, program.size)
        assert again.costs.tolist() == program.costs.tolist()
        for part, other in zip(again.entries, program.entries, strict=True):
            assert part.tolist() == other.tolist()
        for lines, others in ((again.columns, program.columns), (again.rows, program.rows)):
            assert lines.lower.tolist() == others.lower.tolist()
            assert lines.upper.tolist() == others.upper.tolist()


def test_a_row_with_two_ends_has_its_own_price_and_basis_in_an_lp(folder):
    if shutil.which("glpsol") is None:
        pytest.skip("no glpsol here: apt-get install glpk-utils")
    own, other = (solve(RANGED, name) for name in ("glpk", str(folder / "shell.solver.yaml")))
    assert own.objective == other.objective == -24
    for entries, others in ((own.columns, other.columns), (own.rows, other.rows)):
        assert [entry.basis for entry in entries] == [entry.basis for entry in others]
        values = [[entry.value for entry in lines] for lines in (entries, others)]
        assert values[0] == pytest.approx(values[1], abs=1e-9)


def test_without_a_key_for_it_an_mps_minimises_the_negative(tmp_path):
    if shutil.which("glpsol") is None:
        pytest.skip("no glpsol here: apt-get install glpk-utils")
    command = 'command: [glpsol, --freemps, $program, -w, $solution]\nwrites: "glpsol -w"\n'
    path = solver_file(tmp_path, "", command)
    for program in (TINY, RANGED, RANGED.replace("min", "max").replace("x - 2 y", "- x + 2 y")):
        own, other = solve(program, "glpk"), solve(program, path)
        assert (own.status, own.sense, own.objective) == ("optimal", other.sense, other.objective)
        for entries, others in ((own.columns, other.columns), (own.rows, other.rows)):
            assert [entry.basis for entry in entries] == [entry.basis for entry in others]
            values = [[entry.value for entry in lines] for lines in (entries, others)]
            assert values[0] == pytest.approx(values[1], abs=1e-9)


def test_the_users_folder_is_listed_and_nothing_else_is(tmp_path, monkeypatch, capfd):
    def ended(*words):
        code = guarded(lambda: efgc(words, standalone_mode=False))
        printed, said = capfd.readouterr()
        return code, printed, said

    own, work = tmp_path / "own", tmp_path / "work"
    own.mkdir(), work.mkdir()
    solver_file(own, 'echo c0 1 > "$2"')
    (own / "bad.solver.yaml").write_text("format: efgc/solver\n")
    (own / "other.yaml").write_text("format: efgc/solver\n")
    solver_file(work, 'echo c0 1 > "$2"', name="planted")
    (work / "p.lp").write_text("max\n o: x\ns.t.\n r: x <= 1\nend\n")
    monkeypatch.chdir(work)
    for name in ("planted", "mine"):
        code, printed, said = ended("solve", "p.lp", "--solver", name)
        assert (code, printed) == (2, "") and f"'{name}' is not one of" in said
    assert ended("solve", "p.lp", "--solver", "planted.solver.yaml")[0] == 0
    monkeypatch.setenv("EFGC_SOLVERS", str(own))
    lines = ended("solvers")[1].splitlines()[1:]
    assert [line.split()[0] for line in lines] == [*BUILT_IN, "bad", "mine"]
    assert lines[-2].split()[1:3] == ["fails:", "1:1:"] and lines[-1].split() == ["mine", "works"]
    code, printed, said = ended("solve", "p.lp", "--solver", "mine")
    assert code == 0 and '"command": "efgc solve --solver mine"' in printed
    code, printed, said = ended("solve", "p.lp", "--solver", f"{own}/mine.solver.yaml")
    assert code == 0 and '"command": "efgc solve --solver mine.solver.yaml"' in printed
    assert str(tmp_path) not in printed
    code, printed, said = ended("compare-solvers", "p.lp", "--solver", f"{own}/mine.solver.yaml")
    assert code == 0 and printed.splitlines()[1].split()[:2] == ["mine", "optimal"]
    code, printed, said = ended("solve", "p.lp", "--solver", "bad.solver.yaml")
    assert (code, printed, said) == (1, "", "bad.solver.yaml: no such file or directory\n")
    name = str(own / "mien.solver.yaml")
    *_, said = ended("solve", "p.lp", "--solver", name)
    assert said == f"{name}: no such file or directory; did you mean '{own}/mine.solver.yaml'?\n"
    for wrong in (".", str(own / "none")):
        monkeypatch.setenv("EFGC_SOLVERS", wrong)
        message = f"EFGC_SOLVERS='{wrong}' is not the absolute path of a folder\n"
        assert ended("solvers")[::2] == (2, message)
        assert ended("solve", "p.lp", "--solver", "glpk")[0] == 0
