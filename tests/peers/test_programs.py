"""Other programs read both formats to the same optimum: CBC and glpsol, started as programs."""

import re
import shutil
import subprocess

import pytest

from efgc.stages.lower import lower
from small_games import PUBLISHED, game_of, published


def cbc():
    """Return the path of a CBC, of the system or of the package cbcbox."""
    found = shutil.which("cbc", path="/usr/bin:/usr/local/bin")
    if found:
        return found
    return pytest.importorskip("cbcbox", reason="no CBC here: pip install cbcbox").cbc_bin_path()


def cbc_objective(path):
    out = path.with_suffix(".sol")
    subprocess.run(
        [cbc(), str(path), "-solve", "-solution", str(out)],
        capture_output=True,
        timeout=60,
        check=True,
    )
    return float(re.match(r"Optimal - objective value\s+(\S+)", out.read_text()).group(1))


def glpsol_objective(path):
    program = shutil.which("glpsol") or pytest.skip("no glpsol here: apt-get install glpk-utils")
    kind = "--lp" if path.suffix == ".lp" else "--freemps"
    out = path.with_suffix(".sol")
    subprocess.run(
        [program, kind, str(path), "-o", str(out)], capture_output=True, timeout=60, check=True
    )
    return float(re.search(r"^Objective:.* = (\S+)", out.read_text(), re.MULTILINE).group(1))


@pytest.mark.many
@pytest.mark.parametrize("objective", [cbc_objective, glpsol_objective])
@pytest.mark.parametrize("format", ["lp", "mps"])
@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize("name", PUBLISHED)
def test_same_optimum(name, player, format, objective, tmp_path):
    rules, value = PUBLISHED[name]
    path = tmp_path / f"a.{format}"
    path.write_text(lower(game_of(published(name), rules), player, format)[0])
    own = float(value) if player == 1 else -float(value)
    # The .mps minimises the negative.
    found = objective(path) if format == "lp" else -objective(path)
    assert abs(found - own) <= 1e-7  # The programs print eight digits after the point.
