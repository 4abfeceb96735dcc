"""Programs in the style of public hand-ins of 2020: sets numbered by `hash`, probabilities to three
digits, labels by `str`, and a player whose index is read after the map.
"""

import csv
import io

import pytest
from click.testing import CliRunner

from course.programs.mistakes import RIGHT
from efgc.pipeline.cli import efgc
from small_games import published

MAPS = {
    "third": "5\n5\n#####\n#SE-#\n#GE-#\n#--D#\n#####\n1\n0.3333333\n",
    "sixteenth": "5\n5\n#####\n#SEG#\n#E#E#\n#--D#\n#####\n1\n0.0625\n",
    "bushes": published("two-bushes"),
}


def graded(folder, tree="", lp=""):
    """Return the verdict, points, mistake and remarks of each part of a hand-in, by map and player;
    `tree` and `lp` are replacements, old text and new.
    """
    handin = folder / "ann"
    handin.mkdir()
    for name, change in (("game_tree.py", tree), ("game_lp.py", lp)):
        text = (RIGHT / "public_2020" / name).read_text()
        old, new = change or ("", "")
        assert not old or text.count(old) == 1
        (handin / name).write_text(text.replace(old, new) if old else text)
    asked = ["grade", str(handin), "--course", "island-2020", "--format", "csv", "--jobs", "1"]
    for name, text in MAPS.items():
        (folder / f"{name}.txt").write_text(text)
        asked += ["--map", str(folder / f"{name}.txt")]
    made = CliRunner().invoke(efgc, asked, catch_exceptions=False)
    return list(csv.DictReader(io.StringIO(made.stdout)))


@pytest.mark.slow
def test_right_programs_have_all_points(tmp_path):
    *parts, whole = graded(tmp_path)
    # Where a bandit always succeeds, the textbook tree has no moves of chance.
    verdicts = ["identical", "right", "right"] * 2 + ["equivalent", "right", "right"]
    assert [row["verdict"] for row in parts] == verdicts, parts
    assert (whole["points"], whole["of"]) == ("14", "14")
    trees = [row["remarks"] for row in parts if row["part"] == "game_tree.py"]
    assert "0.333 is 3333333/10000000 rounded to its digits" in trees[0]
    assert all("numbered from -2,147,483,648" in remarks for remarks in trees)


WRONG = {
    "bandits can move onto the square of the alarm": (" and e != self.alarm]", "]"),
    "gold is not counted": ("return 10 + self.gold if", "return 10 if"),
    "the probabilities of capture and escape are exchanged": (
        'PROB if action == Action("caught") else 1 - PROB',
        '1 - PROB if action == Action("caught") else PROB',
    ),
    "agent knows its square and nothing else": (
        '("agent", tuple(self.visited), tuple(self.met))',
        '("agent", self.pos)',
    ),
    "bandits forget where they hid": (
        '("bandit", self.bandits, self.alarm)',
        '("bandit", self.bandits is None, self.alarm)',
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("mistake", WRONG)
def test_the_mistake_of_a_wrong_program_is_named(mistake, tmp_path):
    rows = [row for row in graded(tmp_path, WRONG[mistake]) if row["part"] == "game_tree.py"]
    assert mistake in {row["mistake"] for row in rows if row["points"] == "0"}, rows


@pytest.mark.slow
def test_a_value_to_the_wrong_player_is_named(tmp_path):
    change = ("print(solve(root_history, player_index))", "print(solve(root_history, 0))")
    rows = [row for row in graded(tmp_path, lp=change) if row["player"] == "1"]
    assert {row["points"] for row in rows} == {"0"}
    assert all("but the value to the other player" in row["reason"] for row in rows)
