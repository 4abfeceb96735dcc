"""One table of solvers: what else lists them says the same."""

import configparser
import re
from pathlib import Path

import pytest

from efgc.stages.solve import SOLVERS
from efgc.stages.solve.files import FILES
from small_games import ROOT
from source_code import HOME

SETUP = configparser.ConfigParser(delimiters=["="])
SETUP.read(ROOT / "setup.cfg")
EXTRAS = {
    "": SETUP["options"]["install_requires"],
    **SETUP["options.extras_require"],
}


def packages(extra):
    return set(re.findall(r"^[\w-]+", EXTRAS[extra], re.MULTILINE))


@pytest.mark.parametrize("name", SOLVERS)
def test_the_extra_in_the_table_installs_the_package_of_the_solver(name):
    solver = SOLVERS[name]
    assert bool(solver.package or solver.program)
    assert not solver.extra or solver.package
    assert not solver.package or solver.package in packages(solver.extra)


@pytest.mark.parametrize("extra", sorted({solver.extra for solver in SOLVERS.values()} - {""}))
def test_an_extra_of_solvers_has_nothing_else(extra):
    assert packages(extra) == {
        solver.package for solver in SOLVERS.values() if solver.extra == extra
    }


def test_every_file_of_the_folder_that_solves_is_in_the_table():
    folder = HOME / "stages" / "solve" / "solvers"
    files = {
        f"efgc.stages.solve.solvers.{path.stem}"
        for path in folder.glob("*.py")
        if re.search(r"^def solve\(", path.read_text(), re.MULTILINE)
    }
    assert files == {solver.module for solver in SOLVERS.values()}


def test_the_readme_names_every_solver_of_an_extra():
    readme = (ROOT / "README.md").read_text().casefold()
    for solver in SOLVERS.values():
        if solver.extra:
            assert Path(solver.module.replace(".", "/")).name in readme


def test_solution_files_are_those_of_solvers_in_the_table():
    assert {file.solver for file in FILES.values()} <= set(SOLVERS)
