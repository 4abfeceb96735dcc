"""The board in the terminal: by lines from a pipe, and by single keys on a terminal."""

import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from board_process import RULES, main
from efgc.pipeline.apps.droids.terminal import KEYS, _presses
from efgc.pipeline.terminal.diagnostics import guarded
from referee import Referee, told

termios = pytest.importorskip("termios", reason="no terminal to type on")

SCRIPT = Path(__file__).parents[2] / "support" / "board_process.py"


def command(*arguments):
    return {
        "args": [sys.executable, str(SCRIPT), *arguments[:3], "--terminal", *arguments[3:]],
        "cwd": SCRIPT.parent.parent.parent,
        "env": os.environ | {"PYTHONPATH": "."},
    }


def terminal(*arguments, keys):
    """Return the screens that a game shows to somebody who types these lines."""
    with CliRunner().isolation(input=keys) as (printed, _, _):
        assert guarded(lambda: main(*arguments[:3], "--terminal", *arguments[3:])) == 0
        sys.stdout.flush()
    screens = re.split(r"(?m)^round ", printed.getvalue().decode())
    return [f"round {screen}" for screen in screens[1:]]


def numbers(screen):
    """Return squares, points and shots of a screen."""
    rows = [line.split() for line in screen.split("\n\n")[1].splitlines()]
    squares = tuple(
        next((at, row.index(mark)) for at, row in enumerate(rows) if mark in row) for mark in "25"
    )
    found = re.findall(r"points (\d+) +shots (\d+)", screen)
    points, shots = (tuple(map(int, column)) for column in zip(*found, strict=True))
    return {"squares": squares, "points": points, "shots": shots}


@pytest.mark.parametrize("closed, name", [("<&-", "<stdin>"), (">&-", "<stdout>")])
def test_a_closed_stream_is_reported(closed, name):
    told = command("course", "keyboard", "chance")
    ended = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", *told.pop("args")],
        **told,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
    )
    assert (ended.returncode, ended.stderr) == (1, f"{name}: is closed\n")


def test_a_whole_game_by_lines_ends_with_the_score_of_the_rules():
    keys = "".join(random.Random(4).choices("wasd ", k=200))
    first, *screens = terminal("course", "keyboard", "chance", "--no-restart", keys=keys + "\n")
    referee, number = Referee(4, 4, ((2, 0), (2, 3)), (5, 5)), 1
    assert first.startswith("round 1 of 50\n") and numbers(first) == referee.sees()
    refused = 0
    for screen in screens:
        if "cannot do that now" in screen or "The game is over" in screen:
            refused += 1
        else:
            referee.play(told(screen))
            number += 1
        over = "Game over" in screen
        assert (
            screen.startswith(f"round {number - over} of 50\n")
            and numbers(screen) == referee.sees()
        )
    assert number < 50  # A game that is shorter has no round more than were played.
    assert refused and referee.shots == [0, 0]
    high, low = sorted(referee.points, reverse=True)
    assert (
        f"Game over after {number - 1} rounds: " in screens[-1]
        and f", {high} to {low}." in screens[-1]
    )


def test_words_keys_new_game_and_quit():
    screens = terminal("course", "keyboard", "chance", keys="up\n RIGHT \nx\nn\nw\nq\nw\n")
    assert [screen.split("\n")[0] for screen in screens] == [
        f"round {number} of 50" for number in (1, 2, 3, 3, 1, 2)
    ]
    assert (
        "'x' is not an action here; use w a s d or the arrows to move, space to shoot, h n q."
        in screens[3]
    )


def test_the_rules_are_shown_at_the_start_and_on_request():
    screens = terminal("course", "keyboard", "chance", keys="w\n?\nq\n")
    rule = "- After 50 rounds, or when nobody has a shot left, the player with more points wins"
    assert [rule in screen for screen in screens] == [True, False, True]


def test_the_space_key_may_be_written_out():
    screens = terminal("course", "keyboard", "chance", keys="space\nq\n")
    assert numbers(screens[1])["shots"][0] == 4


def test_two_programs_play_by_empty_lines_and_words_of_actions_say_so():
    keys = "\n \nup\nstep\n\n\n\n\n\n"
    screens = terminal("short", "chance", "chance", "--no-restart", keys=keys)
    assert "Two programs are playing: press space, or p + - h n q." in screens[3]
    assert "Game over after 6 rounds" in screens[7] or "Game over" in screens[-1]
    assert "The game is over: n begins a new one, q quits." in screens[-1]


def test_the_next_game_begins_by_itself_and_the_tally_is_kept():
    screens = terminal("short", "chance", "chance", keys="\n" * 40)
    ends = [at for at, screen in enumerate(screens) if "Game over" in screen]
    assert len(ends) > 4
    won = drawn = lost = 0
    for at in ends:
        first, second = numbers(screens[at])["points"]
        won, drawn, lost = (
            won + (first > second),
            drawn + (first == second),
            lost + (first < second),
        )
        told = f"droid 2 won {won}, drawn {drawn}, droid 5 won {lost}\n"
        assert told in screens[at] and "The next game begins in a moment." in screens[at]
        if at + 1 < len(screens):
            assert screens[at + 1].startswith("round 1 of 6\n") and told in screens[at + 1]
    assert "drawn" not in screens[0]


def test_two_programs_play_on_by_themselves_to_the_end_of_the_game():
    screens = terminal("short", "chance", "chance", keys="faster\nplay\n")
    assert "Paused; p: play." in screens[1]
    assert "A move every 0.5 s; p: pause, + faster, - slower." in screens[2]
    over = [at for at, screen in enumerate(screens) if "Game over" in screen]
    # A pipe plays one game, and the next one waits for its lines.
    assert len(over) == 1 and screens[-1].startswith("round 1 of 6")
    assert "space: next round, p: play" in screens[-1] and "p: pause" in screens[3]


def test_two_people_and_the_lasers():
    screens = terminal("walls", "keyboard", "keyboard", keys=" \n \n")
    assert "droid 2 has chosen. droid 5:" in screens[1] and numbers(screens[1])["shots"] == (3, 3)
    assert screens[2].split("\n\n")[1].split("\n") == [
        "  | # . . . |",
        "  2 - - - # 5",
        "  | # . . . |",
        "  | . . . . |",
    ]
    assert "Both shots miss." in screens[2]


def test_an_exception_in_an_agent_is_reported_and_a_new_game_starts():
    screens = terminal("course", "keyboard", "broken", keys="    \n \nn\n \n")
    assert (
        "The game has ended: droid 5 in round 4: hw.py:Broken raised ZeroDivisionError"
        in screens[4]
    )
    assert "hw.py:Broken raised ZeroDivisionError\nThe game is over" in screens[5]
    assert screens[7].startswith("round 2 of 50")


def test_help_is_the_equilibrium():
    from efgc.pipeline.apps.droids.policy import at_position, equilibrium
    from efgc.schemas.rules.droid_battle import ACTIONS, opening

    rule = RULES["short"]
    screens = terminal("short", "keyboard", "chance", keys="h\n")
    plays = dict(re.findall(r"(\w+) ([\d.]+)%", screens[1]))
    weights = at_position(rule, equilibrium(rule)[0], opening(rule))
    assert plays == {
        word: f"{100 * weight:.1f}"
        for word, weight in zip(ACTIONS, weights, strict=True)
        if weight > 0
    }
    assert re.search(r"droid 2: worth [+-]0\.0000 \(from -1, lost, to 1, won\)", screens[1])
    assert (
        "several strategies are equally good" in screens[1]
        and "an equilibrium that punishes mistakes" in screens[1]
    )


@contextmanager
def typing(*arguments):
    """A game on a terminal of its own, and a function that types and returns the screens that
    follow.
    """
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        **command(*arguments), stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )

    def type(keys, screens=1):
        os.write(ours, keys)
        seen = b""
        while seen.count(b"q: quit\r\n\r\n") < screens:
            assert select.select([ours], [], [], 30)[0], f"nothing follows {seen}"
            seen += os.read(ours, 4096)
        return seen.decode()

    try:
        yield process, type, theirs
    finally:
        process.kill()
        process.wait()
        os.close(ours)
        os.close(theirs)


def test_single_keys_on_a_terminal_and_it_is_left_as_it_was():
    with typing("course", "keyboard", "chance") as (process, type, place):
        before = termios.tcgetattr(place)
        assert "round 1 of 50" in type(b"")
        assert termios.tcgetattr(place) != before
        for number, (key, said) in enumerate(
            [(b"w", "goes up"), (b"\x1b[C", "goes right"), (b" ", "shoots")], 2
        ):
            screen = type(key)
            assert f"round {number} of 50" in screen and f"roid 2 {said}" in screen
        assert "not an action here" in type(b"x")
        assert "\nUse w a s d or the arrows to move" in type(b"\n").replace("\r", "")
        assert "round 6 of 50" in type(b"sS", 2)  # Two at once.
        assert "round 7 of 50" in type(b"\x1bOA")
        type(b"q", 0)
        assert process.wait(10) == 0
        assert termios.tcgetattr(place) == before


def test_on_a_terminal_the_output_of_an_agent_is_below_the_board():
    with typing("course", "keyboard", "talks") as (_, type, _):
        assert "hw.py:Talks" not in type(b"")
        screens = type(b"wswsws", 6).split("\x1b[H\x1b[2J")
        assert [screen.count("hw.py:Talks: move ") for screen in screens[1:]] == [1, 2, 3, 4, 5, 5]
        below = screens[-1].replace("\r", "").partition("q: quit\n")[2]
        assert below == "".join(
            ["\n", *(f"hw.py:Talks: move {number}\\x1b[2J\n" for number in range(1, 6)), "\n"]
        )


@pytest.mark.slow
def test_on_a_terminal_the_end_is_seen_for_a_moment_and_n_skips_it():
    with typing("short", "chance", "chance") as (_, type, _):
        type(b"")
        for skip in (b"n", b""):
            while "Game over" not in (seen := type(b" ")):
                pass
            assert "The next game begins in a moment." in seen
            before = time.monotonic()
            assert "round 1 of 6" in type(skip)
            assert (time.monotonic() - before > 2) == (skip == b"")


def test_on_a_terminal_enter_plays_a_round_and_p_plays_and_pauses():
    with typing("course", "chance", "chance") as (_, type, _):
        type(b"")
        assert "round 2 of 50" in type(b"\n")
        for _ in range(3):
            type(b"+")
        seen = type(b"p", 3)
        assert "p: pause" in seen and "round 3 of 50" in seen
        while "Paused; p: play." not in (seen := type(b"p")):
            pass


def test_ctrl_c_on_a_terminal_leaves_it_as_it_was():
    with typing("course", "keyboard", "chance") as (process, type, place):
        before = termios.tcgetattr(place)
        type(b"")
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert termios.tcgetattr(place) == before


def test_keys_that_are_pressed_together_are_read_one_by_one():
    read, write = os.pipe()
    os.write(write, b"\x1b[A\x1bOBx")
    os.close(write)
    assert [*_presses(read, lambda: None)] == [KEYS["\x1b[A"], KEYS["\x1b[B"], "x"]
    os.close(read)
