"""A second run into a folder keeps what is still true, and writes the bytes of a fresh one."""

import json
import os
from pathlib import Path

import pytest

from commands import ended, refused
from efgc.pipeline.chain import kept
from efgc.pipeline.files.reading import read_text
from efgc.pipeline.settings import Settings
from efgc.pipeline.ways.folder import Folder
from efgc.pipeline.ways.run import run as go
from efgc.schemas.parts.problems import SolverError
from small_games import there

MAP = "3\n5\n#####\nSE-ED\n#####\n1\n0.5\n"
ALL = "the state graph, the game, the table of columns, the linear program, the solution"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("m.txt").write_text(MAP)


@pytest.fixture
def solved(monkeypatch):
    """Return the list of the solvers that have been called."""
    from efgc.stages.solve import order

    called, solve = [], order.solve

    def solving(text, solver, request):
        called.append(solver)
        return solve(text, solver, request)

    monkeypatch.setattr(order, "solve", solving)
    return called


def run(line):
    code, _, said = ended("run", *line.split())
    assert code == 0, said
    return said


def content(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def test_the_same_run_keeps_everything(solved):
    run("m.txt -o made")
    before = {path: path.stat().st_ino for path in Path("made").iterdir()}
    said = run("m.txt -o made")
    assert solved == ["glpk"]
    assert said == f"made: kept {ALL} and the report\n"
    assert before == {path: path.stat().st_ino for path in Path("made").iterdir()}


@pytest.mark.parametrize("source", ["m.txt", "made/m.game.json", "made/m.lp"])
@pytest.mark.parametrize("second", ["--solver highs", "--format json", "--solver glpk"])
def test_the_bytes_are_those_of_a_fresh_run(source, second):
    run("m.txt -o made")
    said = run(f"{source} -o made {second}")
    run(f"{source} -o fresh {second}")
    fresh = content("fresh")
    assert {name: text for name, text in content("made").items() if name in fresh} == fresh
    assert "kept the" in said or source == "made/m.lp"


def test_another_solver_is_asked_and_what_comes_before_is_kept(solved):
    run("m.txt -o made")
    said = run("m.txt -o made --solver highs")
    assert solved == ["glpk", "highs"]
    words = "made: kept the state graph, the game, the table of columns, the linear program and the"
    assert said.startswith(words)
    assert run("m.txt -o made --solver highs") and solved == ["glpk", "highs"]


def test_another_format_of_the_report_needs_no_solver(solved):
    run("m.txt -o made --solver highs")
    run("made/m.game.json -o made --solver highs --format html")
    assert solved == ["highs"] and Path("made/m.report.html").exists()


@pytest.mark.parametrize("second", ["--p 1/3", "-O 2", "--option it_lim=1000"])
def test_other_programs_and_options_are_solved_again(second, solved):
    run("m.txt -o made")
    run(f"m.txt -o made {second}")
    assert solved == ["glpk", "glpk"]


def test_another_version_of_the_solver_solves_again(solved, monkeypatch):
    run("m.txt -o made")
    monkeypatch.setattr(kept, "version_of", lambda solver: "0.1")
    run("m.txt -o made")
    assert solved == ["glpk", "glpk"]


def test_another_version_of_efgc_solves_again(solved, monkeypatch):
    run("m.txt -o made")
    monkeypatch.setattr(kept, "PROGRAM", "efgc 99")
    run("m.txt -o made")
    assert solved == ["glpk", "glpk"]


@pytest.mark.parametrize("name", ["solution", "game", "columns"])
def test_an_edited_file_is_written_anew_with_a_word(name, solved):
    run("m.txt -o made")
    fresh = content("made")
    path = Path(f"made/m.{name}.json")
    data = json.loads(path.read_text())
    data |= {"title": "mine"} if name == "game" else {"problem": "mine"}
    path.write_text(json.dumps(data))
    said = run("m.txt -o made")
    assert f"{path}: had been changed after it was made; it is written anew\n" in said
    assert content("made") == fresh
    assert len(solved) == 1 + (name == "solution")


@pytest.mark.parametrize("edit", [("1.0 x1", "2.0 x1"), ("s.t.", "\\ a remark\ns.t.")])
def test_an_edited_program_is_written_anew_with_a_word(edit):
    run("m.txt -o made")
    path = Path("made/m.lp")
    old = path.read_text()
    assert edit[0] in old
    path.write_text(old.replace(*edit))
    assert f"{path}: had been changed" in run("m.txt -o made")
    assert path.read_text() == old


def test_an_edited_graph_is_written_anew_with_a_word():
    run("m.txt -o made")
    path = Path("made/m.states.yaml")
    old = path.read_text()
    path.write_text(old.replace("payoff: 10", "payoff: 12"))
    assert f"{path}: had been changed" in run("m.txt -o made")
    assert path.read_text() == old


def test_an_edited_file_of_another_run_is_replaced_with_a_word():
    run("m.txt -o made")
    path = Path("made/m.game.json")
    path.write_text(path.read_text().replace('"payoff": "10"', '"payoff": "12"'))
    assert f"{path}: had been changed" in run("m.txt -o made --p 1/3")
    assert "had been changed" not in run("m.txt -o made --p 1/4")


def test_fresh_does_all_again(solved):
    run("m.txt -o made")
    before = content("made")
    said = run("m.txt -o made --fresh")
    assert solved == ["glpk", "glpk"] and content("made") == before
    assert "kept" not in said and "had been changed" not in said
    code, _, said = ended("run", "m.txt", "--fresh")
    assert code == 2


def test_a_damaged_solution_is_not_used(solved):
    run("m.txt -o made")
    Path("made/m.solution.json").write_text('{"format": "efgc/solution"')
    run("m.txt -o made")
    assert solved == ["glpk", "glpk"]


def test_a_solution_after_a_refused_solver_is_written_alike(monkeypatch):
    there("highs")
    from efgc.stages.solve import order

    solve = order.solve

    def solving(text, solver, request):
        if solver == "glpk":
            raise SolverError("glpk: failed")
        return solve(text, solver, request)

    monkeypatch.setattr(order, "solve", solving)
    run("m.txt -o made")
    before = content("made")
    run("m.txt -o made")
    assert content("made") == before


def test_programs_are_kept_too(solved):
    Path("diet.lp").write_text("max\n o: x + 2 y\ns.t.\n a: x + y <= 4\n b: y <= 3\nend\n")
    run("diet.lp -o made")
    said = run("diet.lp -o made")
    assert solved == ["glpk"] and "kept the solution and the report" in said


@pytest.mark.parametrize("name", ["lp", "columns.json", "solution.json", "states.yaml"])
def test_an_emptied_file_is_written_anew_with_a_word(name):
    run("m.txt -o made")
    path, before = Path(f"made/m.{name}"), content("made")
    path.write_text("")
    assert f"{path}: had been changed" in run("m.txt -o made")
    if name != "solution.json":  # It is solved again, and records its own seconds.
        assert content("made") == before


@pytest.mark.parametrize("name", ["m.lp", "m.solution.json"])
def test_a_pipe_in_the_folder_is_refused(name, capfd):
    Path("made").mkdir()
    os.mkfifo(f"made/{name}")
    code, said = refused(capfd, "run", "m.txt", "-o", "made")
    assert (code, said) == (1, f"made/{name}: is not a plain file\n")


def test_what_an_earlier_round_of_this_run_has_written_is_not_called_kept():
    source = read_text("m.txt")
    steps = [*go(source, Settings(), "parse")]
    with Folder("new", source, source, Settings(), "m.txt") as folder:
        for step in [*steps, *steps]:
            folder.write(step)
    assert folder.files and not folder.kept
