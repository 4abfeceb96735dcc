"""One table of solvers: what else lists them says the same."""

import configparser
import re
from pathlib import Path

import pytest

from efgc.stages.solve import BUILT_IN, SOLVERS
from efgc.stages.solve.files import FILES
from efgc.stages.solve.solvers import SOLVER_FILES, described
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
    assert SOLVERS[name].package in packages(SOLVERS[name].extra)


@pytest.mark.parametrize("extra", sorted({solver.extra for solver in SOLVERS.values()} - {""}))
def test_an_extra_of_solvers_has_nothing_else(extra):
    of_table = {solver.package for solver in SOLVERS.values() if solver.extra == extra}
    of_files = {described(name).package for name in SOLVER_FILES} - {""}
    assert packages(extra) == of_table | (of_files if extra == "solvers" else set())


def test_every_file_of_the_folder_that_solves_is_in_the_table():
    folder = HOME / "stages" / "solve" / "solvers"
    files = {
        f".{path.stem}"
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
    assert {file.solver for file in FILES.values()} <= {*BUILT_IN, "lp_solve"}
