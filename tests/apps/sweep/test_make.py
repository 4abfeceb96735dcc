"""The same sweep as files: a Makefile over the single stages."""

import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import efgc
from efgc.schemas.parts.exact import write_exact
from small_games import ARTIFACTS


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("make"), reason="no make here: apt-get install make")
def test_make_over_the_single_stages_gives_the_values_of_a_sweep(tmp_path):
    for name in ("sweep-make", "island-1", "cave-example"):
        shutil.copytree(ARTIFACTS / name, tmp_path / name)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    def make():
        return subprocess.run(
            ["make", "-j2"],
            cwd=tmp_path / "sweep-make",
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert make().count("efgc ") == 4 * 5
    with (tmp_path / "sweep-make" / "made" / "sweep.csv").open() as file:
        made = list(csv.DictReader(file))
    maps = [tmp_path / name / f"{name}.txt" for name in ("island-1", "cave-example")]
    rows = efgc.sweep(maps, vary={"p": "0.25,0.50"})
    assert [tuple(row.values()) for row in made] == [
        (Path(row.source).stem, row.p, f"{row.value:.12g}", write_exact(row.fraction))
        for row in rows
    ]
    assert "efgc " not in make()
    # What depends on a map that has changed is made again, and nothing else.
    os.utime(tmp_path / "island-1" / "island-1.txt")
    assert make().count("efgc ") == 2 * 5
