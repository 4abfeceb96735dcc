"""`efgc play` of Goofspiel: in the terminal, from level files, and what is refused."""

import io
import sys
from pathlib import Path

import pytest

from efgc.pipeline.cli import efgc
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


@pytest.mark.parametrize(
    "words, code, said",
    [
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
