"""The contracts of the course documents: what they print, and what they say of large maps."""

import subprocess
import sys
from pathlib import Path

import pytest

from efgc.pipeline.apps.course import contracts
from efgc.pipeline.files.text import Text
from efgc.schemas.parts.problems import LimitError
from small_games import PUBLISHED, published

EFGC = str(Path(sys.executable).with_name("efgc"))
# What efgc printed for the documents' maps before it solved them at level 2.
UTILITIES = {
    "island-1": "7.096774193548387",
    "island-2": "3.4064516129032256",
    "island-3": "5.5",
    "island-report": "5.054761904761905",
    "two-bushes": "5.0",
    "three-bushes": "0.0",
}
# Seven rows, eleven columns, two bandits.
LARGE = """7
11
###########
#S--E----G#
#--G--E---#
#-E---G-E-#
#---E-----#
#G-----E-D#
###########
2
0.5
"""


def text(content, file="map.txt"):
    return Text(text=content, name=file, file=file, sha256="0" * 64)


@pytest.mark.many
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("name", UTILITIES)
def test_utilities_of_the_documents_maps_are_printed_as_ever(name, player):
    value = contracts.game_lp(text(f"{published(name)}{player}\n"))
    minus = "-" if player and UTILITIES[name] != "0.0" else ""
    assert repr(value) == minus + UTILITIES[name]
    assert abs(float(UTILITIES[name]) - float(PUBLISHED[name][1])) <= 1e-5


def test_a_tree_over_the_limit_is_counted_and_its_value_is_given(monkeypatch):
    monkeypatch.setattr(contracts, "MAX_HISTORIES", 50)
    made = contracts.island_2018(text(published("island-1")), "x")
    assert "".join(made.report) == "SOLUTION_VALUE:7.096774193548387\n"
    assert made.files == {}
    assert str(made.refused) == (
        "map.txt: the tree of the map has 97 histories, more than the limit of 50; "
        "only the value of this map is printed"
    )
    with pytest.raises(LimitError, match="^map.txt: the tree of the map has 97 histories"):
        contracts.gambit(text(published("island-1")), "island-2020")
    assert contracts.game_lp(text(published("island-1") + "0\n")) == 220 / 31


def test_a_table_over_the_limit_is_counted_and_the_value_is_given(monkeypatch):
    from efgc.stages.report import strategy_formats

    monkeypatch.setattr(strategy_formats, "MOST_CELLS", 100)
    made = contracts.island_2018(text(published("island-report")), "x")
    assert "".join(made.report) == "SOLUTION_VALUE:5.054761904761905\n"
    assert str(made.refused).startswith("map.txt: the table of g would have 12 rows and 20 columns")


@pytest.mark.long
def test_large_maps_are_answered(tmp_path):
    (tmp_path / "map.txt").write_text(LARGE)
    asked = [EFGC, "course", "island-2018", "map.txt"]
    made = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True)
    assert (made.returncode, made.stdout) == (4, "SOLUTION_VALUE:14.0\n")
    assert made.stderr.count("\n") == 1 and "at least 5,820,133 histories" in made.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["map.txt"]
    asked = [EFGC, "course", "game-lp"]
    made = subprocess.run(asked, input=LARGE + "1\n", capture_output=True, text=True)
    assert (made.returncode, made.stdout, made.stderr) == (0, "-14.0\n", "")
