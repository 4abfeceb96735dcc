"""Long games say before they are solved how to keep their values, and ask on a terminal."""

import sys
from pathlib import Path

import click
import pytest

import efgc
from efgc.pipeline.cli import efgc as command_line
from efgc.pipeline.levels import interface as methods
from efgc.pipeline.terminal.diagnostics import guarded

COMMAND = "efgc run deck.yaml --values packed --levels deck.levels --keep"


@pytest.fixture(autouse=True)
def deck(tmp_path, monkeypatch):
    """Work in a folder with a deal that counts as a long one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(methods, "SOLVED_AGAIN", 100)
    Path("deck.yaml").write_text("game: goofspiel\ncards: 7\n")


def ran(*words):
    return guarded(lambda: command_line(words, prog_name="efgc", standalone_mode=False))


def asked(monkeypatch, answer):
    """Put a terminal in front of the command, and a person who gives an answer."""
    questions = list[str]()

    def confirm(question, **options):
        questions.append(question)
        return answer

    monkeypatch.setattr(click, "confirm", confirm)
    for stream in (sys.stdin, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    return questions


@pytest.mark.slow
def test_a_pipe_gets_the_forecast_and_the_complete_command_and_no_question(capsys, monkeypatch):
    monkeypatch.setattr(click, "confirm", None)
    assert ran("run", "deck.yaml", "--values", "packed") == 0
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("deck.yaml: solving 7 cards takes about ")
    assert line.endswith(f": {COMMAND}")
    assert not Path("deck.levels").exists()


@pytest.mark.slow
@pytest.mark.parametrize("answer", [True, False])
def test_a_terminal_prompts_whether_to_keep_the_values(answer, capsys, monkeypatch):
    questions = asked(monkeypatch, answer)
    assert ran("run", "deck.yaml") == 0
    assert questions == ["Keep the values in deck.levels now?"]
    assert Path("deck.levels", "manifest.json").exists() == answer
    if answer:
        place = "hand 1 2 / 1 3, prizes 1 2, up 1"
        words = ("run", "deck.yaml", "--at", place, "--levels", "deck.levels")
        assert ran(*words) == 0
        assert questions == ["Keep the values in deck.levels now?"], "once is enough"


@pytest.mark.slow
def test_python_gets_no_prompt(capsys, monkeypatch):
    questions = asked(monkeypatch, True)
    efgc.run("deck.yaml")
    assert (questions, capsys.readouterr().err) == ([], "")


def test_play_names_the_command_that_keeps_the_values(capsys):
    assert ran("play", "deck.yaml") == 4
    assert capsys.readouterr().err == (
        "deck.yaml: 7 cards are played from level files: solve them with `efgc run deck.yaml "
        "--levels deck.levels --keep`, then play with --levels deck.levels\n"
    )


@pytest.mark.many
@pytest.mark.parametrize("cards", [3, 7, 13])
@pytest.mark.parametrize(
    "place, said",
    [
        ("hand 1 2 / 1 99, prizes 1 2, up 1", "player 2 was not dealt 99; the hand is 1 2 3"),
        ("hand 88 99 / 1 2, prizes 1 2, up 1", "player 1 was not dealt 88 and 99; the hand is"),
        ("hand 1 2 / 1 2, prizes 1 50, up 1", "there is no prize 50; the prizes are 1 2 3"),
    ],
)
def test_a_card_that_was_not_dealt_is_named_before_anything_is_solved(
    cards, place, said, capsys, monkeypatch
):
    if cards > 3:
        monkeypatch.setattr("efgc.pipeline.ways.states.solve_public", None)
    Path("deck.yaml").write_text(f"game: goofspiel\ncards: {cards}\n")
    assert ran("run", "deck.yaml", "--at", place) == 1
    assert f"deck.yaml: {said}" in capsys.readouterr().err
