"""Maps whose textbook tree is too large to be graded: here, because few histories may be."""

import csv

import pytest
from click.testing import CliRunner

from efgc.pipeline.cli import efgc
from efgc.schemas.parts.problems import LimitError
from small_games import ARTIFACTS

MAP = str(ARTIFACTS / "island-1" / "island-1.txt")
TREE = str(ARTIFACTS / "island-1" / "island-1.efg")


def test_a_map_with_a_tree_that_is_too_large_is_refused(tmp_path):
    grades = tmp_path / "grades.csv"
    given = ["grade", TREE, "--map", MAP, "-o", str(grades), "--max-histories"]
    with pytest.raises(LimitError, match=f"{MAP}: the tree of the map has 97 histories"):
        CliRunner().invoke(efgc, [*given, "96"], catch_exceptions=False)
    assert not grades.exists()
    assert CliRunner().invoke(efgc, [*given, "97"]).exit_code == 0


def test_a_program_loses_no_points_for_a_tree_that_is_too_large(tmp_path):
    for program in ("game_tree.py", "game_lp.py"):
        (tmp_path / program).write_text("print(220 / 31)")
    given = ["grade", str(tmp_path), "--course", "island-2020", "--map", MAP, "--format", "csv"]
    made = CliRunner().invoke(efgc, [*given, "--max-histories", "96"])
    rows = csv.DictReader(made.stdout.splitlines())
    verdicts = [row["verdict"] for row in rows]
    assert verdicts == ["not graded", "right", "wrong", "not graded"]
    assert "the tree of the map has 97 histories" in made.stdout
