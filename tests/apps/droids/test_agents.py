"""Agents on the command line: training, matches, and files of students in processes of their
own.
"""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from commands import as_program, refused
from efgc.pipeline.apps.droids.agents.plan import Plan
from efgc.pipeline.apps.droids.battle import BattleRules
from efgc.pipeline.apps.droids.commands.train import train
from efgc.pipeline.apps.droids.entrants import Arena, entrant
from efgc.pipeline.apps.droids.options import COURSE
from efgc.pipeline.apps.droids.student import StudentAgent
from efgc.pipeline.apps.droids.student_process import _takes_training
from efgc.pipeline.apps.droids.training import train_agent
from efgc.pipeline.apps.droids.turns import AgentError, Turn, play_match
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import WORDS, running_command
from efgc.schemas import droid_agent
from efgc.schemas.parts.problems import InputError, OptionError
from efgc.schemas.rules.droid_battle import DroidBattle, Position
from small_games import ARTIFACTS

SMALL = "game: droid-battle\nboard: [2-5, ---]\nshots: 1\nrounds: 3\n"

# Written as the skeleton of the assignment is: its own enumeration, its own droid, its own base
# class.
ASSIGNMENT = """
from abc import ABC
from enum import Enum
from typing import Set, Tuple

Location = Tuple[int, int]


class Action(Enum):
    MOVE_UP = 1
    MOVE_DOWN = 2
    MOVE_LEFT = 3
    MOVE_RIGHT = 4
    SHOOT = 5


class R2Droid:
    def __init__(self, rows: int, cols: int, location: Location, shots: int):
        raise NotImplementedError


class Agent(ABC):
    def clear(self):
        ...

    def get_best_move(self, self_droid, adv_droid, score_change, training=False):
        ...


class QAgent(Agent):
    def __init__(self):
        self.games, self.trained = 0, 0

    def clear(self):
        self.games += 1

    def get_best_move(self, self_droid, adv_droid, score_change, training=False):
        self.trained += training
        print("a line on stdout")
        after = self_droid.copy()
        after.move_location(Action.MOVE_DOWN)
        if after.location != self_droid.location and adv_droid.shots:
            return Action.MOVE_DOWN
        if Action.SHOOT in self_droid.available_actions() and after.shoot(adv_droid, Action.SHOOT):
            return Action.SHOOT
        return sorted(self_droid.available_actions(), key=lambda action: action.value)[0]


class MinimaxAgent(Agent):
    def clear(self):
        pass

    def get_best_move(self, self_droid, adv_droid, score_change):
        return min(self_droid.available_actions(), key=lambda action: action.value)
"""

LIBRARY = """
from efgc.pipeline.apps.droids.droid import Action, Agent


class Polite(Agent):
    def get_best_move(self, self_droid, adv_droid, score_change, training):
        return Action.SHOOT if self_droid.shots else max(self_droid.available_actions())
"""


def class_of(body, head=""):
    indented = "\n".join(f"        {line}" for line in body.splitlines())
    return (
        f"import os, sys, time\n{head}\n\n\nclass Mine:\n    def clear(self):\n        pass\n\n"
        "    def get_best_move(self, self_droid, adv_droid, score_change, "
        f"training=False):\n{indented}\n"
    )


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("small.yaml").write_text(SMALL)
    Path("my_hw.py").write_text(ASSIGNMENT)
    return tmp_path


def run(*words):
    return CliRunner().invoke(efgc, [str(word) for word in words])


def test_a_file_of_the_assignment_plays_unchanged(folder, capfd):
    arena = Arena(COURSE)
    with arena.ended:
        for first, second in (
            ("my_hw.py:QAgent", "my_hw.py:MinimaxAgent"),
            ("random", "my_hw.py:QAgent"),
        ):
            ends = [
                play_match(
                    BattleRules(COURSE),
                    (entrant(arena, first).agent(1, 1), entrant(arena, second).agent(2, 2)),
                )
                for _ in range(2)
            ]
            assert all(end.point.rounds < COURSE.rounds for end in ends)
    out, err = capfd.readouterr()
    assert out == "" and "a line on stdout" in err  # What a file prints is not taken for an answer.


def test_a_file_that_imports_our_classes_plays(folder):
    Path("polite.py").write_text(LIBRARY)
    with StudentAgent(COURSE.name, "polite.py", "Polite", "droid 5", 5, seed=1) as agent:
        agent.clear()
        rules, squares = BattleRules(COURSE), ((2, 2), (0, 0))
        for shots, chosen in ((1, "shoot"), (0, "right")):
            turn = Turn(Position(squares, (1, shots), 0, 9))
            assert agent.choose(rules, turn, 2) == chosen


@pytest.mark.slow
@pytest.mark.parametrize(
    "text, message",
    [
        (class_of("return 1 / 0"), "raised ZeroDivisionError in line 10: division by zero"),
        (class_of("return 'up'"), "returned 'up', which is no Action"),
        (
            class_of("return None"),
            "returned None, which is no Action; return one of self_droid.available_actions()",
        ),
        (class_of("sys.exit(3)"), "raised SystemExit in line 10: 3"),
        (class_of("os._exit(3)"), "its process ended during the game"),
        (class_of("while True: pass"), "took longer than 0.5 s for its move in round 1"),
        (class_of("time.sleep(60)"), "took longer than 0.5 s for its move in round 1"),
        (class_of("os.fork() or time.sleep(60)\nwhile True: pass"), "took longer than 0.5 s"),
        (
            class_of("return self.get_best_move(self_droid, adv_droid, 0)"),
            "raised RecursionError in line 10",
        ),
        (class_of("raise ValueError('x' * 10_000)"), "raised ValueError in line 10: " + "x" * 100),
        (class_of("raise ValueError('\\033[31m')"), "raised ValueError in line 10: ?[31m"),
        (
            class_of("raise Odd", "class Odd(Exception):\n    def __str__(self): return 1 / 0"),
            "raised Odd in line 11",
        ),
        (class_of("return Odd", "class Odd:\n    name = []"), "which is no Action"),
        (class_of("raise ValueError('one\\ntwo')"), "raised ValueError in line 10: one two"),
        (class_of("input()"), "raised EOFError in line 10"),
        (
            class_of("from efgc.pipeline.apps.droids.droid import Action\nreturn Action.MOVE_LEFT"),
            "MOVE_LEFT is not possible there",
        ),
        (class_of("return 0", "raise RuntimeError('no')"), "raised RuntimeError in line 2: no"),
        (
            class_of("return 0", "import nothing_of_that_name"),
            "raised ModuleNotFoundError in line 2",
        ),
        (
            "class Mine:\n    def get_best_move(self):\n        return (\n",
            "raised SyntaxError in line 3",
        ),
        ("class Mine:\n    pass\n", "its class has no clear()"),
        (
            "class Other:\n    def get_best_move(self): ...\n",
            "it has no class Mine; its agents are Other",
        ),
        (
            (
                "class Mine:\n    def __init__(self, depth): ...\n    def clear(self): ...\n    "
                "def "
                "get_best_move(self): ...\n"
            ),
            "its class in line 1 needs arguments: missing a required argument: 'depth'",
        ),
        (
            class_of("return 0").replace("adv_droid, score_change, training=False", "one"),
            "its get_best_move() does not take the 3 arguments of droid battle",
        ),
        ("\x00", "raised"),
    ],
)
def test_a_file_that_does_something_else_ends_cleanly(folder, text, message):
    Path("mine.py").write_text(text)
    before = time.monotonic()
    ended = run("match", "mine.py:Mine", "random", "--games", "3", "--move-seconds", "0.5")
    assert isinstance(ended.exception, AgentError) and ended.exception.exit_code == 1, ended.output
    line = str(ended.exception)
    assert message in line and "\n" not in line and len(line) < 400
    assert time.monotonic() - before < 30
    assert re.match(r"(game 1: mine\.py:Mine, droid 2|mine\.py:Mine: )", line)
    assert line.isprintable()


def test_no_process_stays_behind(folder):
    Path("mine.py").write_text(class_of("os.fork()\ntime.sleep(600)"))
    with (
        pytest.raises(AgentError, match="took longer"),
        StudentAgent(COURSE.name, "mine.py", "Mine", "droid 2", 0.3, seed=1) as agent,
    ):
        agent.clear()
        rules = BattleRules(COURSE)
        agent.choose(rules, rules.opening, 1)
    left = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    assert str(folder / "mine.py") not in left
    agent.close()  # Twice is no harm.


def test_a_class_for_another_game_says_which_game_is_played(folder):
    method = "    def get_best_move(self, mine, theirs, prize, prizes, change): return 1\n"
    Path("cards.py").write_text(f"class Mine:\n    def clear(self): pass\n{method}")
    ended = run("match", "cards.py:Mine", "random")
    assert ended.exit_code == 1
    assert "--game goofspiel-4 plays Goofspiel" in str(ended.exception)
    Path("deal.yaml").write_text("game: goofspiel\ncards: 3\nobjective: points\n")
    assert run("match", "cards.py:Mine", "random", "--game", "deal.yaml").exit_code in (0, 1)


def test_agents_that_cannot_play_are_not_listed_and_near_files_are_named(folder, capfd):
    Path("mine.agent.json").write_text("{}")
    _, told = refused(capfd, "match", "mine", "random")
    assert "did you mean 'mine.agent.json'?" in told and "keyboard" not in told
    assert "keyboard" in refused(capfd, "play", "droid-battle", "--agent1", "keybord")[1]


@pytest.mark.parametrize(
    "name, message",
    [
        ("nobody", "is not an agent; known are random"),
        ("missing.py:QAgent", "missing.py: no such file"),
        ("my_hw.py", "name the class, as in my_hw.py:QAgent"),
        ("my_hw:QAgent", "did you mean 'my_hw.py:QAgent'?"),
        ("keyboard", "a keyboard can only play with `efgc play`"),
        ("minimax:depth=0", "the depth is a number from 1 to 50"),
        ("minimax:depth=99999", "the depth is a number"),
        ("minimax:depth", "options are written like"),
        ("minimax:view=sad", "no such view; known are"),
        ("minimax:evaluation=x", "no such evaluation; known are"),
        ("minimax:margin=x", "the margin is a number from 0 to 2"),
        ("minimax:depth=²", "the depth is a number"),
        ("minimax:depth=٣", "the depth is a number"),
        ("minimax:margin=0_1", "the margin is a number"),
        ("q-learning:games=²", "games is a whole number below a billion"),
        ("minimax:depth=1,depth=2", "duplicate option"),
        ("minimax:deep=2", "no option 'deep'; known are depth, view, evaluation, margin"),
        ("random:x=1", "no option 'x'; there are none"),
        ("q-learning:games=x", "games is a whole number below a billion, not 'x'"),
        ("best-response", "is unknown, so that there is no best response"),
        ("missing.json", "missing.json"),
        ("small.json", "small.json"),
    ],
)
def test_invalid_agent_names_and_options_are_reported(folder, name, message):
    Path("small.json").write_text("{}")
    ended = run("match", name, "my_hw.py:QAgent", "--games", "1")
    kinds = InputError, AgentError, OptionError
    assert isinstance(ended.exception, kinds)
    assert ended.exception.exit_code == (2 if isinstance(ended.exception, OptionError) else 1)
    told = (
        f"{ended.exception.source}: {ended.exception}"
        if isinstance(ended.exception, InputError)
        else str(ended.exception)
    )
    assert message in told


def test_no_games_need_an_exact_result(folder):
    words = ("match", "random", "my_hw.py:QAgent", "--battle", "small.yaml", "--games", "0")
    ended = run(*words)
    assert isinstance(ended.exception, OptionError)
    assert "--games 0: there is no exact result of random and my_hw.py:QAgent" in str(
        ended.exception
    )
    assert run("match", "random", "random", *words[3:]).exit_code == 0


@pytest.mark.parametrize(
    "parameters, takes",
    [
        ("own, other, change", False),
        ("own, other, change, training", True),
        ("own, other, change, training=False", True),
        ("own, other, change, learns", True),
        ("own, other, change, depth=2", False),
        ("own, other, change, depth=2, training=False", False),
        ("own, other, change, *, depth=2", False),
        ("own, other, change, **options", False),
        ("*all", True),
    ],
)
def test_training_is_given_to_methods_that_take_it(parameters, takes):
    assert _takes_training(eval(f"lambda {parameters}: None")) == takes


@pytest.mark.slow
def test_training_writes_an_agent_that_plays(folder):
    ended = run("train", "--battle", "small.yaml", "--games", "200", "-o", "one.agent.json")
    assert ended.exit_code == 0 and "against random play, exactly" in ended.output
    agent = droid_agent.read(Path("one.agent.json").read_text())
    assert (
        agent.episodes == 200
        and agent.features == ("squares", "shots", "score")
        and agent.rule.rounds == 3
    )
    assert (
        run("train", "--battle", "small.yaml", "--games", "200", "-o", "two.agent.json").exit_code
        == 0
    )
    assert Path("one.agent.json").read_bytes() == Path("two.agent.json").read_bytes()
    for words in (
        ("--from", "one.agent.json"),
        ("--against", "minimax", "--droid", "5"),
        ("--state", "offset,armed"),
        ("--against", "my_hw.py:QAgent"),
        ("--reward", "points=1,win=0", "--minutes", "0.01"),
        ("--against", "two.agent.json"),
    ):
        ended = run(
            "train", "--battle", "small.yaml", "--games", "100", "-o", "next.agent.json", *words
        )
        assert ended.exit_code == 0, (words, ended.output, ended.exception)
    assert run("check", "next.agent.json").exit_code == 0
    words = ("--games", "25", "-o", "next.agent.json", "--against", "./my_hw.py:QAgent")
    said, *lines = run("train", "--battle", "small.yaml", *words).output.splitlines()
    assert said.startswith("next.agent.json will be replaced; ")
    assert "./my_hw.py:QAgent: a line on stdout" in lines
    told = [line for line in lines if not line.startswith("./my_hw.py:QAgent: ")]
    assert told[0] == "against random play, exactly" and len(told) == 2 + 9 + 2
    found = re.fullmatch(
        r"against ./my_hw.py:QAgent, exploring, in the 25 games of the training: "
        r"won (\d+), drew (\d+), lost (\d+)",
        told[-2],
    )
    assert told[-1].startswith("25 games of training: wins ")
    made = json.loads(Path("next.agent.json").read_text())["made"]
    assert made["command"] == "efgc train --against my_hw.py:QAgent --games 25"
    assert sum(map(int, found.groups())) == 25
    ended = run(
        "match",
        "one.agent.json",
        "best-response",
        "--battle",
        "small.yaml",
        "--format",
        "json",
        "--games",
        "20",
    )
    found = json.loads(ended.output)
    [result] = found["results"]
    assert (
        sum(result["exact"][key] for key in ("win", "draw", "loss")) == pytest.approx(1, abs=1e-12)
        and sum(result["played"][key] for key in ("win", "draw", "loss")) == 20
    )
    lost = next(one for one in found["standings"] if one["name"] == "one.agent.json")[
        "exploitability"
    ][0]
    assert result["exact"]["loss"] - result["exact"]["win"] == pytest.approx(
        lost + 0 - found["value"], abs=1e-9
    )


DUEL = ("train", "--battle", "small.yaml", "--games", "500", "--state", "squares,shots")
CARDS = ("train", "--game", "deal.yaml", "--games", "500")
AGAIN = "to continue, run: efgc {} --from one.agent.json --explore 0.324 0.02 --games 400"


@pytest.mark.parametrize("words", [DUEL, CARDS, (*DUEL, "--against", "my_hw.py:QAgent")])
def test_an_interrupted_training_is_kept_and_continued(folder, words, monkeypatch):
    Path("deal.yaml").write_text("game: goofspiel\ncards: 3\nobjective: points\n")

    def interrupted(*given):
        def watch(done, total):
            if done == 100:
                raise KeyboardInterrupt

        *first, _, keep = given
        return train_agent(*first, watch, keep)

    told = " ".join((*words, "-o", "one.agent.json"))
    with monkeypatch.context() as patch:
        patch.setattr("efgc.pipeline.apps.droids.training.train_agent", interrupted)
        code, _, said = as_program(*words, "-o", "one.agent.json", cwd=folder)
    again = next(line for line in said.splitlines() if line.startswith("to continue"))
    assert code == 130 and again == AGAIN.format(told.replace(" --games 500", ""))
    assert "\n100 games of training: wins " in said and "wrote one.agent.json" in said
    agent = droid_agent.read(Path("one.agent.json").read_text())
    assert agent.episodes == agent.curve[-1].episodes == 100 and agent.table.any()
    code, _, said = as_program(*again.split()[4:], cwd=folder)
    assert code == 0, said
    assert droid_agent.read(Path("one.agent.json").read_text()).episodes == 500


@pytest.mark.parametrize(
    "words",
    [
        ("--minutes", "3", "--explore", "0.5", "0.1", "--from", "old.agent.json"),
        ("--minutes=3", "--from=old.agent.json", "--explore", "0.5", "0.1"),
    ],
)
def test_options_that_are_replaced_are_named_once(words):
    with train.make_context("train", [*words, "-o", "a.json"], resilient_parsing=True) as context:
        context.meta[WORDS] = ("train", *words, "-o", "a.json")
        again = running_command("--from", "a.json", "--explore", "0.2", "0.1", "--minutes", "1")
    assert again == ("efgc train -o a.json --from a.json --explore 0.2 0.1 --minutes 1")


def test_a_training_for_some_minutes_is_shown_over_time():
    shown = []
    begun = time.monotonic() - 45
    timed = Plan(10**9, until=begun + 180, begun=begun)
    timed.seen_by(lambda *told: shown.append(told))(1000, 10**9)
    Plan(500).seen_by(lambda *told: shown.append(told))(100, 500)
    assert shown == [(45, 180), (100, 500)]


@pytest.mark.parametrize(
    "words, code, message",
    [
        (("--state", "squares,offset"), 2, "only one of squares and offset"),
        (("--state", "colour"), 2, "nothing that can be seen"),
        (("--reward", "win"), 2, "is not NAME=NUMBER"),
        (("--reward", "win=1_0"), 2, "is not NAME=NUMBER"),
        (("--reward", "win=1,win=5"), 2, "--reward: duplicate 'win'"),
        (("--reward", "luck=1"), 2, "no 'luck'; known are points, win, shot, corner"),
        (("--reward", "win=nan"), 2, "'win' is a number up to a million"),
        (("--from", "small.yaml"), 1, "this is a source with a `game`"),
        (("--from", "one.agent.json", "--state", "squares"), 2, "cannot be combined with --from"),
        (("--games", "0"), 2, "0 is not in"),
        (("--battle", "my_hw.py"), 1, ""),
        (("--against", "keyboard"), 2, "a keyboard can only play"),
        (("--rate", "0"), 2, "rate"),
        (("--rate", "nan"), 2, "'nan' is not a number"),
        (("--minutes", "nan"), 2, "'nan' is not a number"),
        (("--explore", "0.5", "nan"), 2, "'nan' is not a number"),
        (("--state", "squares,squares"), 2, "duplicate 'squares'"),
    ],
)
def test_training_refuses(folder, words, code, message, capfd):
    given = ("train", "--games", "5", "--battle", "small.yaml")
    assert run(*given, "-o", "one.agent.json").exit_code == 0
    train = given[:3] if "--battle" in words else given
    found, said = refused(capfd, *train, *words, "-o", "new.json")
    assert found == code and message in said
    assert not Path("new.json").exists()


def test_no_file_that_is_read_is_written_over(folder):
    run("train", "--battle", "small.yaml", "--games", "5", "-o", "one.agent.json")
    before = {path: path.read_bytes() for path in sorted(folder.iterdir())}
    for words in (
        ("match", "one.agent.json", "random", "-o", "one.agent.json"),
        ("match", "random", "my_hw.py:QAgent", "-o", "my_hw.py"),
        ("match", "random", "random", "-o", "small.yaml"),
        ("tournament", "random", "my_hw.py:QAgent", "-o", "./my_hw.py"),
        ("train", "--against", "one.agent.json", "-o", "one.agent.json"),
    ):
        ended = run(*words, "--battle", "small.yaml", "--games", "2")
        said = str(ended.exception) + ended.output
        assert "is also read from" in said or "-o must end in" in said, said
    assert {path: path.read_bytes() for path in sorted(folder.iterdir())} == before


def test_two_files_of_one_name_are_two_agents(folder):
    for place, games in (("a", "5"), ("b", "500")):
        Path(place).mkdir()
        run("train", "--battle", "small.yaml", "--games", games, "-o", f"{place}/one.agent.json")
    ended = run(
        "tournament",
        "a/one.agent.json",
        "b/one.agent.json",
        "--battle",
        "small.yaml",
        "--format",
        "json",
    )
    assert {one["name"] for one in json.loads(ended.output)["standings"]} == {
        "a/one.agent.json",
        "b/one.agent.json",
    }


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('"episodes": 5,\n "rounds"', '"episodes": -5,\n "rounds"', "episodes: -5 is below 0"),
        (
            '"table": [',
            '"table": [[0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1],',
            "table[1][0]: duplicate state 0",
        ),
        (
            '"state": ["squares", "shots", "score"]',
            '"state": ["squares", "squares"]',
            "state: duplicate 'squares'",
        ),
        (
            '"curve": [',
            '"curve": [{"episodes": 1, "win": -0.5, "draw": 1, "loss": 0.5},',
            "curve[0].win: -0.5 is below 0",
        ),
        (
            '"curve": [',
            '"curve": [{"episodes": 1, "win": 7, "draw": 1, "loss": 0.5},',
            "curve[0].win: 7 is above 1.0000001",
        ),
        (
            '"win": 1.0',
            '"win": 1e308',
            "rewards.win: 1e+308 is above 1,000,000",
        ),
        (
            '"table": [',
            '"table": [[0, 0, 0, 0, 0, -1e16],',
            "table[0][5]: -1e+16 is below -1,000,000,000,000,000",
        ),
    ],
)
def test_an_agent_that_was_changed_by_hand_is_refused(folder, old, new, message):
    run("train", "--battle", "small.yaml", "--games", "5", "-o", "one.agent.json")
    text = Path("one.agent.json").read_text()
    Path("one.agent.json").write_text(text.replace(old, new, 1))
    ended = run("match", "one.agent.json", "random", "--battle", "small.yaml")
    assert (
        old in text and isinstance(ended.exception, InputError) and message in str(ended.exception)
    )


def test_battles_that_agents_do_not_play_are_refused(folder):
    bushes = (ARTIFACTS / "two-bushes" / "two-bushes.states.yaml").read_text()
    for text, message in (
        ("game: goofspiel\ncards: 3\nobjective: win\n", "this game is for the win"),
        (bushes, "is neither a droid battle nor Goofspiel"),
        (SMALL.replace("shots: 1", "shots: 0"), "neither droid has a shot"),
    ):
        Path("other.yaml").write_text(text)
        ended = run("tournament", "random", "minimax", "--battle", "other.yaml")
        assert isinstance(ended.exception, InputError) and message in str(ended.exception)


def test_an_agent_of_another_battle_is_refused(folder):
    run("train", "--battle", "small.yaml", "--games", "5", "-o", "one.agent.json")
    ended = run("match", "one.agent.json", "random")
    assert isinstance(ended.exception, InputError) and "another game" in str(ended.exception)


def test_a_tournament_ranks_everybody(folder):
    Path("polite.py").write_text(LIBRARY)
    agents = ("random", "equilibrium", "minimax:depth=2", "polite.py:Polite")
    ended = run("tournament", *agents, "--battle", "small.yaml", "--games", "10")
    assert ended.exit_code == 0, ended.output
    lines = [line.split() for line in ended.output.splitlines()]
    assert {line[1] for line in lines if line and line[0] in "1234"} == set(agents)
    assert sum("games" in line and "droid" not in line for line in lines if "10" in line) == 6
    assert (
        run("tournament", "random", "random").exit_code == 2
        and run("tournament", "random").exit_code == 2
    )


def test_trained_agents_see_the_board_of_their_own():
    rule = DroidBattle(("2#5", "---"), (1, 2), 4, "win")
    arena = Arena(rule)
    with arena.ended:
        who = entrant(arena, "q-learning:games=50,seed=3")
        end = play_match(BattleRules(rule), (who.agent(1, 1), who.agent(2, 2)))
        assert end.point.rounds < 4


def played(*words, keys):
    """Return the finished process of a command that plays in the terminal."""
    return subprocess.run(
        [sys.executable, "-c", "from efgc.pipeline.cli import main; main()", *words, "--terminal"],
        input=keys,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "words, keys, seen",
    [
        (("QAgent", "MinimaxAgent", "300"), " \nq\n", "round 2 of 50"),
        (("QAgent", "QAgent", "300"), " \nq\n", "round 2 of 50"),
        (("KeyboardAgent", "QAgent", "300", "MinimaxAgent"), "s\nq\n", "Droid 2 goes down"),
        (("KeyboardAgent", "MinimaxAgent"), "s\nq\n", "Droid 2 goes down"),
        (("my_hw.py:QAgent", "QAgent", "300"), " \nq\n", "Droid 2 goes down"),
        (
            ("equilibrium", "my_hw.py:MinimaxAgent", "300", "MinimaxAgent"),
            " \nq\n",
            "round 2 of 50",
        ),
    ],
)
def test_the_calling_form_of_the_assignment(folder, words, keys, seen):
    ended = played("course", "droid-battle", *words, keys=keys)
    assert ended.returncode == 0 and seen in ended.stdout, ended.stderr
    assert f"droid 2 ({words[0]})" in ended.stdout and f"droid 5 ({words[1]})" in ended.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "words, message",
    [
        (("KeyboardAgent", "QAgent", "300"), "a keyboard cannot train an agent; name a TRAINER"),
        (("QAgent", "QAgent", "300", "KeyboardAgent"), "a keyboard cannot train an agent"),
        (("QAgent", "Nobody"), "'Nobody' is not an agent; known are keyboard, QAgent, M"),
        (("QAgent", "QAgent", "300", "Nobody"), "'Nobody' is not an agent; known are keyboard"),
    ],
)
def test_the_calling_form_of_the_assignment_refuses(folder, words, message):
    ended = played("course", "droid-battle", *words, keys="")
    assert ended.returncode == 2 and message in ended.stderr and "Traceback" not in ended.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "words, code, seen",
    [
        (("small.yaml", "--agent1", "keyboard", "--agent2", "random"), 0, "round 2 of 3"),
        (("small.yaml", "--agent1", "best-response", "--agent2", "random"), 0, "round 2 of 3"),
        (
            ("small.yaml", "--agent1", "keyboard", "--agent2", "best-response"),
            2,
            "needs another agent",
        ),
        (("small.yaml", "--agent1", "keyboard", "--agent2", "chess"), 2, "is not an agent"),
        (("chess",), 1, "chess: no such file"),
    ],
)
def test_play_uses_the_chosen_agents(folder, words, code, seen):
    ended = played("play", *words, keys="s\n \nq\n")
    assert (
        ended.returncode == code
        and seen in ended.stdout + ended.stderr
        and "Traceback" not in ended.stderr
    ), ended.stderr
