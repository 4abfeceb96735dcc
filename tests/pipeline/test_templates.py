"""The files of the course documents: called as the documents say, on the documents' examples."""

import doctest
import importlib.util
import os
import subprocess
import sys
from collections import defaultdict
from fractions import Fraction

import pytest
from click.testing import CliRunner

from efgc.pipeline.apps.course.grading.grader import Grader, GradingRequest
from efgc.pipeline.cli import efgc
from efgc.pipeline.files.text import Text
from efgc.stages.parse.gambit.lint import lint
from small_games import ARTIFACTS, PUBLISHED, ROOT, published

NAMES = ["game_lp.py", "game_tree.py", "main.py", "r2d2_hw3.py"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("hand-in") / "login"
    ended = CliRunner().invoke(efgc, ["course", "template", str(made)])
    assert ended.exit_code == 0
    assert ended.output.split() == [str(made / name) for name in NAMES]
    return made


def called(folder, *command, stdin="", code=0):
    """Return what a program prints, called as the documents call it."""
    ended = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        input=stdin,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=120,
    )
    assert ended.returncode == code, ended.stderr
    return ended.stdout


def module(folder, name):
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_existing_files_are_not_replaced_without_overwrite(folder):
    (folder / "main.py").write_text("mine")
    ended = CliRunner().invoke(efgc, ["course", "template", str(folder)])
    assert isinstance(ended.exception, Exception) and "main.py" in str(ended.exception)
    assert (folder / "main.py").read_text() == "mine"
    asked = ["course", "template", str(folder), "--overwrite"]
    assert CliRunner().invoke(efgc, asked).exit_code == 0
    assert "cave-2023" in (folder / "main.py").read_text()


@pytest.mark.slow
def test_islands_2018(folder, tmp_path):
    source = tmp_path / "map.txt"
    source.write_text(published("island-report"))
    printed = called(folder, "main.py", str(source)).splitlines()
    value = float(printed[-1].removeprefix("SOLUTION_VALUE:"))
    assert abs(value - 5.054761904761906) <= 0.001
    assert {"AGENT:", "ATTACKER:", "SOLUTION_AGENT:", "SOLUTION_ATTACKER:"} < set(printed)
    assert (folder / "login.lp").exists()


@pytest.mark.slow
def test_caves_2023(folder):
    before = {*folder.iterdir()}
    made = called(folder, "main.py", stdin=published("cave-example"))
    assert made == (ARTIFACTS / "cave-example" / "cave-example.efg").read_text()
    assert {*folder.iterdir()} - before <= {folder / "__pycache__"}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["two-bushes", "three-bushes"])
def test_islands_2020(folder, name):
    text, value = published(name), float(PUBLISHED[name][1])
    made = called(folder, "game_tree.py", stdin=text)
    graded = Grader(GradingRequest(Text(text, name, name, ""), "island-2020"))
    grade = graded.grade("made", lambda: Text(made, "made", "made", ""))
    assert (grade.verdict, grade.remarks, lint(made)[0]) == ("identical", (), [])
    for player, sign in ((0, 1), (1, -1)):
        printed = called(folder, "game_lp.py", stdin=f"{text}{player}\n")
        assert abs(float(printed) - sign * value) <= 1e-5
    assert called(folder, "game_lp.py", stdin=text, code=1) == ""


READER = """
from game_tree import create_root, export_gambit

root = create_root()
print(int(input()), repr(str(root)))
inner = root.child(root.actions()[1])
print(inner)
print(export_gambit(inner), end="")
"""


@pytest.mark.slow
def test_programs_of_2020_read_the_player_after_the_map(folder):
    text = published("two-bushes")
    first, label, tree = called(folder, "-c", READER, stdin=f"{text}1\n").split("\n", 2)
    assert (first, label) == ("1 ''", "e2")
    # The agent wins on the other way than the bandit's.
    assert tree.splitlines()[:2] == [
        'EFG 2 R "" { "agent" "bandit" }',
        'p "e2" 1 1 "" { "up" "down" } 0',
    ]
    assert tree.count("\np ") == 6 and tree.count("\nt ") == 2


@pytest.mark.slow
def test_histories_agree_with_the_notes_of_2020(folder, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    tree = module(folder, "game_tree")
    waiting, sets, utilities = [tree.create_root(published("island-3"))], defaultdict(list), set()
    while waiting:
        history = waiting.pop()
        if history.type() is tree.HistoryType.terminal:
            utilities.add(history.utility())
            assert history.actions() == []
        elif history.type() is tree.HistoryType.chance:
            shares = [Fraction(history.chance_prob(action)) for action in history.actions()]
            assert sum(shares) == 1
        else:
            index = (history.current_player(), history.infoset().index())
            sets[index].append(history.actions())
            with pytest.raises(TypeError):
                hash(history.actions()[0])
        waiting += [history.child(action) for action in history.actions()]
    assert utilities == {0, 10, 11}  # The way over the gold is worth one more.
    assert any(len(found) > 1 for found in sets.values())
    assert all(one == found[0] for found in sets.values() for one in found)
    assert {player for player, _ in sets} == {0, 1}


EXAMPLES = """
>>> droid = R2Droid(4, 4, (0, 0), 5)
>>> droid.location
(0, 0)
>>> droid.shots
5
>>> droid = R2Droid(4, 4, (0, 0), 5)
>>> droid_copy = droid.copy()
>>> droid_copy.location = (1, 1)
>>> droid.location
(0, 0)
>>> droid_copy.location
(1, 1)
>>> droid = R2Droid(4, 4, (0, 0), 5)
>>> droid.move_location(Action.MOVE_DOWN)
>>> droid.location
(1, 0)
>>> droid.move_location(Action.MOVE_RIGHT)
>>> droid.location
(1, 1)
>>> droid = R2Droid(4, 4, (0, 0), 5)
>>> droid.move_location(Action.MOVE_LEFT)
>>> droid.location
(0, 0)
>>> r2 = R2Droid(4, 4, (0, 0), 5)
>>> q5 = R2Droid(4, 4, (0, 3), 5)
>>> r2.shoot(q5, Action.SHOOT)
True
>>> r2.shots
4
>>> r2 = R2Droid(4, 4, (0, 0), 5)
>>> q5 = R2Droid(4, 4, (1, 2), 5)
>>> q5.shoot(r2, Action.SHOOT)
False
>>> q5.shots
4
>>> droid = R2Droid(4, 4, (1, 1), 5)
>>> droid.available_actions()
{<Action.MOVE_UP: 1>, <Action.MOVE_DOWN: 2>, <Action.MOVE_LEFT: 3>, <Action.MOVE_RIGHT: 4>, \
<Action.SHOOT: 5>}
>>> droid.move_location(Action.MOVE_UP)
>>> droid.available_actions()
{<Action.MOVE_DOWN: 2>, <Action.MOVE_LEFT: 3>, <Action.MOVE_RIGHT: 4>, <Action.SHOOT: 5>}
>>> droid = R2Droid(4, 4, (1, 1), 0)
>>> droid.available_actions()
{<Action.MOVE_UP: 1>, <Action.MOVE_DOWN: 2>, <Action.MOVE_LEFT: 3>, <Action.MOVE_RIGHT: 4>}
"""
"""Those of the document, as a terminal prints them."""


@pytest.mark.parametrize("seed", range(3))
def test_droids_print_the_examples_of_the_document_of_2022(folder, seed, monkeypatch):
    monkeypatch.setenv("PYTHONHASHSEED", str(seed))
    (folder / "examples.txt").write_text(f">>> from r2d2_hw3 import Action, R2Droid\n{EXAMPLES}")
    tried = "import doctest; print(doctest.testfile('/examples.txt', False), end='')"
    found = called(folder, "-c", tried.replace("/", f"{folder}/"))
    assert found == "TestResults(failed=0, attempted=31)"
    assert doctest.testmod(module(folder, "r2d2_hw3")).failed == 0


def test_droids_neither_shoot_by_steps_nor_step_by_shots(folder):
    made = module(folder, "r2d2_hw3")
    droid, other = made.R2Droid(4, 4, (0, 0), 5), made.R2Droid(4, 4, (0, 3), 5)
    droid.move_location(made.Action.SHOOT)
    assert not droid.shoot(other, made.Action.MOVE_UP)
    assert (droid.location, droid.shots) == ((0, 0), 5)


@pytest.mark.parametrize("name", ["QAgent", "MinimaxAgent"])
def test_agents_have_the_interface_of_the_document_of_2022(folder, name):
    made = module(folder, "r2d2_hw3")
    agent = getattr(made, name)()
    assert isinstance(agent, made.Agent)
    r2, q5 = made.R2Droid(4, 4, (2, 0), 1), made.R2Droid(4, 4, (2, 3), 0)
    agent.clear()
    for training in (True, False):
        assert agent.get_best_move(r2, q5, 0, training) in r2.available_actions()
    assert agent.get_best_move(r2, q5, 1) in r2.available_actions()
    assert (r2.location, r2.shots, q5.location) == ((2, 0), 1, (2, 3))


def test_minimax_shoots_where_a_droid_cannot_get_away(folder):
    made = module(folder, "r2d2_hw3")
    agent, droid = made.MinimaxAgent(), made.R2Droid
    agent.depth = 1
    found = agent.get_best_move(droid(1, 4, (0, 0), 1), droid(1, 4, (0, 3), 0), 0)
    assert found is made.Action.SHOOT


@pytest.mark.long
def test_droids_2022_have_the_names_of_the_document(folder):
    asked = ("r2d2_hw3.py", "QAgent", "MinimaxAgent", "60", "--terminal")
    assert "next round" in called(folder, *asked, stdin="q\n")
    told = called(
        folder, "-m", "efgc", "match", "r2d2_hw3.py:MinimaxAgent", "random", "--games", "2"
    )
    assert "MinimaxAgent  random   2 games" in told
