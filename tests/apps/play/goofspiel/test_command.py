"""`efgc play` of Goofspiel: in the terminal, from level files, and what is refused."""

import io
import re
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from efgc.pipeline.apps.droids.turns import AgentError
from efgc.pipeline.apps.play.match_start import Start, start_match
from efgc.pipeline.apps.play.solved_match import Program
from efgc.pipeline.apps.play.web.table import Table
from efgc.pipeline.apps.server import server
from efgc.pipeline.cli import efgc
from efgc.pipeline.files.reading import read_source
from efgc.pipeline.settings import Settings
from efgc.pipeline.terminal.diagnostics import guarded
from small_games import published


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    """Return a function that runs a command with these lines on stdin: exit code, stdout,
    stderr.
    """
    monkeypatch.chdir(tmp_path)
    for cards in (4, 6, 13):
        (tmp_path / f"deal-{cards}.yaml").write_text(f"game: goofspiel\ncards: {cards}\n")
    (tmp_path / "cave.txt").write_text(published("cave-example"))

    def run(words, answers=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        code = guarded(lambda: efgc(words.split(), prog_name="efgc", standalone_mode=False))
        return code, *capfd.readouterr()

    return run


def test_a_game_is_played_to_its_end_and_its_transcript_shows_it_again(run):
    words = "play deal-4.yaml --terminal --seed 3 -o deal.transcript.json"
    code, out, err = run(words, "1\n4\n2\n3\n")
    assert code == 0 and "Game over: " in out and err.startswith("wrote deal.transcript.json, ")
    end = out.partition("Game over: ")[2]
    code, again, err = run("play deal-4.yaml --terminal --continue deal.transcript.json")
    assert (code, err) == (0, "") and again.partition("Game over: ")[2] == end
    assert run("check deal.transcript.json")[0] == 0


def test_level_files_are_played_from(run):
    assert run("run deal-6.yaml --levels levels --keep")[0] == 0
    words = "play deal-6.yaml --terminal --seed 5 --costs"
    answers = "6\n5\n4\n3\n2\n"
    assert run(f"{words} --levels levels", answers) == run(words, answers)


@pytest.mark.parametrize(
    "objective, said",
    [
        ("win", "After all rounds the player with more points wins, by however many."),
        ("points", "After all rounds the difference of the points counts."),
    ],
)
def test_the_rules_say_what_counts_in_this_deal(run, objective, said):
    Path("deal.yaml").write_text(f"game: goofspiel\ncards: 3\nobjective: {objective}\n")
    assert f"- Prizes are points. {said}\n" in run("play deal.yaml --terminal", "q\n")[1]


MINE = """\
class Matching:
    games = 0
    def clear(self):
        self.games += 1
    def get_best_move(self, hand, other_hand, prize, prizes, score_change):
        return hand[sorted([prize, *prizes]).index(prize)]

class Wrong(Matching):
    def get_best_move(self, hand, other_hand, prize, prizes, score_change):
        return hand[0] if len(hand) > 3 else 9
"""


@pytest.mark.parametrize(
    "agents, answers, said",
    [
        ("--agent2 mine.py:Matching", "4 3 2", "player 2 bids {prize}"),
        ("--agent1 mine.py:Matching --agent2 keyboard", "4 3 2", "player 1 bids {prize}"),
        ("--agent1 mine.py:Matching --agent2 mine.py:Matching", "p", "player 2 bids {prize}"),
    ],
)
def test_agents_of_contests_play_against_people_and_each_other(run, agents, answers, said):
    Path("mine.py").write_text(MINE)
    answers = answers.replace(" ", "\n") + "\n"
    words = f"play deal-4.yaml --terminal --seed 3 {agents} -o a.transcript.json"
    code, out, err = run(words, answers)
    assert code == 0 and err.startswith("wrote a.transcript.json"), err
    name = agents.split()[1]
    assert f"- The program of player {agents[len('--agent')]} is {name}.\n" in out
    story = out.partition("Game over: ")[2].splitlines()
    rounds = [line.removeprefix("  prize ").partition(": ") for line in story if "prize" in line]
    assert sorted(prize for prize, _, _ in rounds) == ["1", "2", "3", "4"]
    for prize, _, bids in rounds:
        assert said.format(prize=prize) in bids
    again = run("play deal-4.yaml --terminal --continue a.transcript.json")
    assert again[0] == 0 and "another equilibrium was played there, or a program" in again[2]


@pytest.mark.parametrize("name", ["random", "minimax:depth=2", "equilibrium", "a.agent.json"])
def test_built_in_and_trained_agents_play_goofspiel(run, name):
    assert run("train --game deal-4.yaml --games 20 -o a.agent.json")[0] == 0
    code, out, _ = run(f"play deal-4.yaml --terminal --agent2 {name}", "4\n3\n2\n1\n")
    assert code == 0 and "Game over: " in out and f"player 2 is {name}.\n" in out


ROUND = r"prize (\d): player 1 bids (\d), player 2 bids (\d); taken by (.*); (.*)"


def test_a_game_that_is_watched_has_a_line_for_each_round(run):
    Path("mine.py").write_text(MINE)
    words = "play goofspiel --terminal --seed 2 --agent1 random --agent2 mine.py:Matching"
    during, _, after = run(words, "\n" * 9)[1].partition("Game over: ")
    rounds = re.findall(ROUND, during)
    assert rounds == re.findall(ROUND, after) and during.count("> ") == 3  # The last is forced.
    score = 0
    for prize, first, second, taken, lead in rounds:
        score += int(prize) * ((first > second) - (first < second))
        assert taken == (
            "player 1" if first > second else "player 2" if second > first else "neither"
        )
        leader = f"player {1 if score > 0 else 2} leads by {abs(score)}"
        assert second == prize and lead == (leader if score else "even")
    assert len(rounds) == 4 and after.startswith(f"{score} to player 1.")


@pytest.mark.parametrize("words", ["run {} --format text", "match random random --game {}"])
def test_goofspiel_without_a_number_is_the_deal_of_4_cards(run, words):
    told = run(words.format("goofspiel"))
    assert told[0] == 0 and told == run(words.format("goofspiel-4"))


def test_the_agent_changes_sides_with_the_person_at_the_page(run, monkeypatch):
    Path("mine.py").write_text(MINE)
    tables = []

    def served(table, port, browser):
        tables.append(table)
        for people, names in ([2], [1]), ([], [1, 2]), ([1], [2]):
            order = {"people": people, "again": False, "game": table.game, "version": 0}
            table.obey("new", {**order, "version": table.match.version}, {})
            table.settle(9)
            while not table.match.over:
                order = {"game": table.game, "version": table.match.version}
                acts = {"action": 0, "player": table.match.waiting}
                table.obey(*(("act", order | acts) if people else ("step", order)), {})
                table.settle(9)
            state = table.ask("state", {})
            cards = state["seen"]["cards"]["rounds"]
            assert all(
                str(played["bids"][at - 1]) == played["prize"] for played in cards for at in names
            )
            programs = [rule for rule in state["rules"] if "program" in rule]
            assert programs == [f"The program of player {at} is mine.py:Matching." for at in names]

    monkeypatch.setattr(server, "serve", served)
    assert run("play goofspiel-4 --agent2 mine.py:Matching")[0] == 0 and len(tables) == 1


@pytest.mark.parametrize("deal", ["cards: 9", "cards: 3\nobjective: win"])
def test_a_class_of_the_user_plays_deals_that_other_agents_do_not(run, deal):
    Path("mine.py").write_text(MINE)
    Path("deal.yaml").write_text(f"game: goofspiel\n{deal}\n")
    answers = "\n".join("123456789")
    code, out, _ = run("play deal.yaml --terminal --agent2 mine.py:Matching", answers)
    assert code == 0 and "Game over: " in out
    assert run("play deal.yaml --terminal --agent2 random")[0] in (1, 4)


FAILING = """\
class Wrong:
    def clear(self):
        pass
    def get_best_move(self, *shown):
        return 9

class Unready(Wrong):
    def clear(self):
        1 / 0
"""


@pytest.mark.parametrize("agents", ["--agent2 {}", "--agent1 {} --agent2 keyboard"])
@pytest.mark.parametrize(
    "game, name, told",
    [
        ("deal-4.yaml", "Wrong", "in round 1: 9 is not possible there; possible are 1, 2, 3, 4"),
        (
            "droid-duel",
            "Wrong",
            "returned 9, which is no Action; return one of self_droid.available_actions()",
        ),
        ("deal-4.yaml", "Unready", "raised ZeroDivisionError in line 9: division by zero"),
        ("droid-duel", "Unready", "raised ZeroDivisionError in line 9: division by zero"),
    ],
)
def test_an_agent_that_fails_ends_the_game_not_play(run, game, name, told, agents):
    Path("mine.py").write_text(FAILING)
    agents = agents.format(f"mine.py:{name}")
    code, out, err = run(f"play {game} --terminal {agents}", "4\n" if "deal" in game else "s")
    assert code == 1 and err.startswith(f"mine.py:{name}, ") and err.endswith(f"{told}\n")
    assert f"The game has ended: {err}" in out


def test_an_agent_that_fails_on_the_page_leaves_the_page(tmp_path):
    (tmp_path / "deal.yaml").write_text("game: goofspiel\ncards: 4\n")

    def wrong(node):
        raise AgentError("mine.py:Wrong, player 2: raised ValueError in line 3")

    start = Start(
        read_source("play", str(tmp_path / "deal.yaml")), programs={2: Program("x", wrong)}
    )
    with ExitStack() as ended:
        table = Table(start_match(start, Settings(), ended))
        table.obey("act", {"action": 0, "player": 1, "game": 1, "version": 0}, {})
        table.settle(9)
        state = table.ask("state", {"help": "1"})
        assert state["fault"].endswith("raised ValueError in line 3")
        assert state["seen"]["actions"] == [] and state["help"] is None
        table.obey("new", {"people": [1], "again": False, "game": 1, "version": 0}, {})
        table.settle(9)
        assert table.ask("state", {})["waiting"] == 1


def test_goofspiel_with_a_number_is_a_deal_for_points_without_a_file(run):
    code, told, err = run("run goofspiel-5 --brief")
    assert (code, err) == (0, "") and told.startswith("Goofspiel, 5 cards, points\n")
    code, _, err = run("run goofspiel-16 --brief")
    said = "goofspiel-16:2:8: 16 cards; the number must be from 1 to 15\n"
    assert (code, err) == (1, said)
    said = "goofspeil: no such file or directory; did you mean 'goofspiel'?\n"
    assert run("run goofspeil")[::2] == (1, said)


@pytest.mark.parametrize(
    "words, code, said",
    [
        ("deal-4.yaml --agent2 nobody", 2, "'nobody' is not an agent; "),
        ("deal-4.yaml --no-restart", 2, "--restart is only for droid battle"),
        (
            "deal-13.yaml --agent2 random",
            4,
            "efgc: agents play Goofspiel with up to 8 cards, ",
        ),
        ("deal-13.yaml", 4, "deal-13.yaml: 13 cards are played from level files: "),
        ("deal-13.yaml --levels nowhere", 1, "nowhere/manifest.json: no such file"),
        ("deal-4.yaml --bandits 2", 2, "deal-4.yaml: --bandits 2 is for maps; "),
        ("cave.txt --levels nowhere", 2, "cave.txt: --levels is for games that are solved state "),
        ("droid-battle --levels nowhere", 2, "--levels is only for games that are played against "),
    ],
)
def test_unplayable_games_and_options_are_refused_in_one_line(run, words, code, said):
    found, out, err = run(f"play {words} --terminal")
    assert (found, out) == (code, "")
    assert err.startswith(said) and err.count("\n") == 1, err
