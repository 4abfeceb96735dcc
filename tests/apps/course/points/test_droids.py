"""Points for droids: the document's skeleton, a perfect, a weak and broken hand-ins."""

import csv
import io

import pytest
from click.testing import CliRunner

from droid_handins import DROID, OPPONENT, PERFECT, SKELETON, WEAK
from efgc.pipeline.apps.course.points.droids import QUESTIONS, Checks
from efgc.pipeline.cli import efgc
from efgc.schemas.parts.problems import InputError


def graded(folder, content, *options):
    """Return the rows of a hand-in by their parts."""
    (folder / "shooter.py").write_text(OPPONENT)
    (folder / "hw.py").write_text(content)
    against = f"{folder / 'shooter.py'}:Shooter"
    asked = ["grade", str(folder / "hw.py"), "--course", "droids-2022", "--against", against]
    asked += ["--jobs", "1", "--format", "csv", "--seconds", "0.2", "--games", "2", *options]
    made = CliRunner().invoke(efgc, asked, catch_exceptions=False)
    rows = list(csv.DictReader(io.StringIO(made.stdout)))
    assert [row["part"] for row in rows] == ["R2Droid", "QAgent", "MinimaxAgent", "all"]
    assert made.exit_code == any(row["verdict"] != "right" for row in rows)
    return {row["part"]: row for row in rows}


def points(rows):
    return {part: float(row["points"]) for part, row in rows.items()}


@pytest.mark.slow
def test_a_perfect_hand_in_has_all_points(tmp_path):
    rows = graded(tmp_path, PERFECT)
    assert points(rows) == {"R2Droid": 20, "QAgent": 20, "MinimaxAgent": 20, "all": 60}
    assert [rows["QAgent"][name] for name in ("won", "drawn", "lost")] == ["2", "0", "0"]
    assert int(rows["QAgent"]["training games"]) > 0 == int(rows["MinimaxAgent"]["training games"])
    assert {row["verdict"] for row in rows.values()} == {"right"}


@pytest.mark.slow
def test_games_drawn_are_not_lost_and_worth_a_half(tmp_path):
    rows = graded(tmp_path, WEAK)
    assert points(rows) == {"R2Droid": 17, "QAgent": 20, "MinimaxAgent": 10, "all": 47}
    assert rows["MinimaxAgent"]["drawn"] == "2"
    assert rows["R2Droid"]["reason"].startswith("copy(): R2Droid(4, 4, (0, 0), 0): location, after")


@pytest.mark.slow
def test_the_skeleton_has_no_points(tmp_path):
    rows = graded(tmp_path, SKELETON)
    assert points(rows) == {"R2Droid": 0, "QAgent": 0, "MinimaxAgent": 0, "all": 0}
    assert rows["R2Droid"]["reason"].startswith("R2Droid(): raised AttributeError")
    assert "returned None, which is no Action" in rows["QAgent"]["reason"]
    assert rows["MinimaxAgent"]["lost"] == "2"
    assert {row["verdict"] for row in rows.values()} == {"wrong"}


BROKEN = {
    "class Nothing: pass": "it has no class",
    "def f(:": "SyntaxError",
    "import os; os._exit(3)": "its process ended",
    "raise SystemExit(0)": "raised SystemExit",
}


@pytest.mark.slow
@pytest.mark.parametrize("content", BROKEN)
def test_a_file_that_cannot_be_loaded_is_a_row_with_the_reason(tmp_path, content):
    rows = graded(tmp_path, content)
    assert points(rows)["all"] == 0
    assert all(BROKEN[content] in rows[part]["reason"] for part in ("QAgent", "MinimaxAgent"))
    assert rows["R2Droid"]["reason"]
    assert [rows[part]["verdict"] for part in ("QAgent", "MinimaxAgent")] == ["failed"] * 2


PLAYS = "class QAgent:\n    n = 0\n    def clear(self): pass\n    def get_best_move(self, *all):\n"
SAME = "\nclass MinimaxAgent(QAgent): pass\n"


@pytest.mark.slow
def test_an_agent_whose_process_ends_loses_the_remaining_games(tmp_path):
    move = (
        "        QAgent.n += 1\n        if QAgent.n > 15 and not all[3]: import os; os._exit(1)\n"
    )
    careful = "        return Careful.get_best_move(self, *all)\n"
    renamed = PERFECT.replace("class QAgent", "class Careful").replace("(QAgent)", "(Careful)")
    whole = renamed.replace("class MinimaxAgent(Careful):\n    pass\n", "")
    starts = PLAYS.replace("class QAgent", "class QAgent(Careful)").replace(
        "pass", "self.round = 0"
    )
    rows = graded(tmp_path, whole + starts + move + careful + SAME, "--games", "4")
    assert [rows["MinimaxAgent"][name] for name in ("won", "drawn", "lost")] == ["1", "0", "3"]
    assert float(rows["MinimaxAgent"]["points"]) == 0
    lost = "game 2 is lost: its process ended during the game; no points below 4 games"
    assert rows["MinimaxAgent"]["reason"] == lost


@pytest.mark.slow
def test_a_hanging_agent_is_stopped_at_its_time_limit(tmp_path):
    hangs = f"{PLAYS}        while True: print('rubbish')\n{SAME}"
    rows = graded(tmp_path, hangs, "--play-seconds", "0.5", "--move-seconds", "1")
    assert points(rows)["all"] == 0
    assert rows["QAgent"]["reason"].startswith("the training ended in game 1: took longer than")
    assert rows["QAgent"]["lost"] == "2"
    late = "the time was up after 0 of 2 games; no points below 2 games"
    assert rows["MinimaxAgent"]["reason"] == late


@pytest.mark.long
def test_a_game_that_is_not_over_in_time_does_not_count_and_twenty_must_be_played(tmp_path):
    sleeps = PERFECT + "\nimport time\nclass MinimaxAgent(QAgent):\n"
    sleeps += "    def get_best_move(self, *all):\n        time.sleep(0.02)\n"
    sleeps += "        return super().get_best_move(*all)\n"
    rows = graded(tmp_path, sleeps, "--games", "100", "--play-seconds", "3")
    row = rows["MinimaxAgent"]
    assert 0 < int(row["won"]) < 20 and (row["drawn"], row["lost"]) == ("0", "0")
    assert float(row["points"]) == 0 and row["reason"].endswith("no points below 20 games")


WRONG = {
    "available_actions(): R2Droid(4, 4, (0, 0), 0): the type of available_actions() is list": """
    def available_actions(self):
        return [action.name for action in super().available_actions()]
""",
    "available_actions(): R2Droid(4, 4, (0, 0), 0): available_actions() is 'MOVE_DOWN'": """
    def available_actions(self):
        return {action.name for action in super().available_actions()}
""",
    "shoot(): R2Droid(4, 4, (0, 0), 0): shoot(a droid at (0, 1), SHOOT) is 0, not False": """
    def shoot(self, other, move):
        return int(super().shoot(other, move))
""",
    "copy(): R2Droid(4, 4, (0, 0), 0): of the copy, available_actions() is": """
    def copy(self):
        return R2Droid(1, 1, self.location, self.shots)
""",
}


@pytest.mark.parametrize("reason", WRONG)
def test_a_wrong_method_costs_the_points_of_its_question(tmp_path, reason):
    file = tmp_path / "hw.py"
    file.write_text(f"{DROID}\nclass Right(R2Droid): pass\nclass R2Droid(Right):{WRONG[reason]}")
    grade = Checks(str(file), 60.0, None, 1)()
    assert grade.points == 20 - QUESTIONS[reason.partition(":")[0]]
    assert grade.problems[0].message.startswith(reason)


def test_a_thread_that_never_ends_costs_no_points(tmp_path):
    file = tmp_path / "hw.py"
    file.write_text(f"{DROID}\nimport threading, time\n{THREAD}")
    assert Checks(str(file), 10.0, None, 1)().points == 20


THREAD = "threading.Thread(target=time.sleep, args=(20,)).start()\n"


def test_hand_ins_are_files_and_folders(tmp_path):
    from efgc.pipeline.apps.course.grading.submissions import find_submissions
    from efgc.pipeline.apps.course.points.grading import COURSES

    (tmp_path / "ann").mkdir()
    for file in ("ann/r2d2_hw3.py", "ann/other.py", "bob.py", "notes.txt"):
        (tmp_path / file).write_text(DROID)
    wanted, _ = COURSES["droids-2022"]
    both = [str(tmp_path / "ann"), str(tmp_path / "bob.py")]
    found = find_submissions((str(tmp_path),), wanted)
    assert [one.path for one in found if not one.reason] == both
    assert [one.path for one in find_submissions(both, wanted)] == both
    with pytest.raises(InputError, match="no such file or directory"):
        find_submissions((both[0], "x.py"), wanted)


@pytest.mark.slow
def test_faults_of_the_other_agent_cost_no_points(tmp_path):
    (tmp_path / "bad.py").write_text(f"{PLAYS}        return 1 / 0\n")
    rows = graded(tmp_path, PERFECT, "--against", f"{tmp_path / 'bad.py'}:QAgent")
    assert rows["QAgent"]["points"] == rows["MinimaxAgent"]["points"] == ""
    assert rows["QAgent"]["verdict"] == "not graded" and "bad.py" in rows["QAgent"]["reason"]
    assert rows["all"]["reason"] == "2 of 3 parts are not graded"
    assert float(rows["all"]["points"]) == 20
