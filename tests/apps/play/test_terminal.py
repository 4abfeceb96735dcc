"""Play in the terminal: by lines of a pipe, with the command and its options."""

import io
import json
import os
import re
import select
import subprocess
import sys
from contextlib import suppress

import pytest

from efgc.pipeline.apps.play.terminal import fitted
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from said import unstamped
from samples import SAMPLES
from small_games import ROOT, published


@pytest.fixture
def play(tmp_path, monkeypatch, capfd):
    """Return a function that plays with these lines as answers: exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)
    for name in ("island-1", "three-bushes"):
        (tmp_path / f"{name}.txt").write_text(published(name))
    (tmp_path / "coins.efg").write_text(SAMPLES["coins.efg"])
    (tmp_path / "coins.transcript.json").write_text(SAMPLES["coins.transcript.json"])
    (tmp_path / "bids.csv").write_text("0,-1\n1,0\n")
    (tmp_path / "duel.yaml").write_text("game: goofspiel\ncards: 2\n")

    def play(words, answers=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        words = ["play", *words.split()]
        code = guarded(lambda: efgc(words, prog_name="efgc", standalone_mode=False))
        return code, *capfd.readouterr()

    return play


def test_a_whole_game_by_numbers_labels_and_their_beginnings(play):
    words = "island-1.txt --terminal --seed 3"
    games = [play(words, f"{answer}\n") for answer in ("2", "down", "d", "DOWN", " down ")]
    assert {code for code, _, _ in games} == {0}
    ends = {out.partition("\n> ")[2].partition("\n")[2] for _, out, _ in games}
    assert len(ends) == 1
    assert "Game over: 0 to agent." in ends.pop()


def test_the_tally_that_is_printed_adds_up(play):
    for seed in range(8):
        code, out, _ = play(f"coins.efg --terminal --seed {seed}", "pass\n")
        numbers = re.findall(r"^ +([+-]?[\d.]+)  (.*)$", out.split("Game over")[1], re.MULTILINE)
        assert [word for _, word in numbers] == [
            "value of the game to Ann",
            "luck of chance",
            "luck of what Bob drew",
            "luck of what was hidden",
            "mistakes",
            "payoff",
        ]
        *terms, payoff = (float(number) for number, _ in numbers)
        assert code == 0 and sum(terms) == pytest.approx(payoff, abs=1e-12)


def test_help_and_invalid_answers(play):
    code, out, err = play("island-1.txt --terminal --seed 3", "h\n\n9\nx\nuup\nhelp\nq\nup\n")
    assert (code, err) == (0, "")
    assert out.count("The equilibrium plays, and agent would get:") == 2
    assert "Type a number or a label; h: help, q: quit." in out
    assert "quit; did you mean 'up'?" in out
    assert "9 is not an action here; the actions are 1 to 3." in out
    assert "'x' is not an action here; h: help, q: quit." in out
    assert "Game over" not in out and out.count("agent: where do you go?") == 7


def test_a_question_mark_shows_keys_and_rules_again(play):
    code, out, err = play("island-1.txt --terminal --seed 3", "?\nq\n")
    assert (code, err) == (0, "")
    assert out.count("Type a number, a label, or the beginning of one; h: help, q: quit.") == 2
    assert out.count("enters no square twice") == 2


def test_piped_answers_are_echoed_shortened_and_without_control_codes(play):
    code, out, err = play("island-1.txt --terminal", f"\x1b[2J\x07{'9' * 100_000}\nq\n")
    assert (code, err) == (0, "")
    assert "\x1b" not in out and "\x07" not in out and len(out) < 5_000
    assert "> \\x1b[2J\\x07999" in out


def test_a_label_goes_before_a_number_and_a_beginning_must_be_one_alone(play):
    assert "'e' may be e1, e2, e3." in play("three-bushes.txt --terminal --as bandits", "e\n")[1]
    code, out, _ = play("duel.yaml --terminal --seed 1", "2\n")
    assert code == 0 and "prize 2: player 1 bids 2" in out.split("> 2")[1]


@pytest.mark.parametrize("end", ["", "q\n", "quit\n"])
def test_the_end_of_stdin_quits(play, end):
    code, out, err = play("island-1.txt --terminal", end)
    assert (code, err) == (0, "") and out.endswith(
        f"> {end}" if end else "> \nThe input ends before the game does.\n"
    )


def test_who_plays(play):
    for who, asked in (
        ("agent", "agent: where do you go?"),
        ("1", "agent: where do you go?"),
        ("bandits", "bandits: where do you hide?"),
        ("miners", "bandits: where do you hide?"),
        ("2", "bandits: where do you hide?"),
        ("both", "bandits: where do you hide?"),
    ):
        code, out, _ = play(f"three-bushes.txt --terminal --as {who}")
        assert code == 0 and out.count(asked) == 1
    code, out, _ = play("three-bushes.txt --terminal --as none", "\n\n\n\n\n\n\n")
    assert code == 0 and "Two programs are playing." in out and "luck of what both drew" in out
    code, _, err = play("coins.efg --terminal --as Bandits")
    assert (code, err) == (
        2,
        "--as Bandits: no player has this name; known are ann, bob, 1, 2, both, none\n",
    )
    assert play("coins.efg --terminal --as BOB")[0] == 0


def test_two_programs_play_on_by_themselves(play):
    stepped = play("three-bushes.txt --terminal --as none --seed 2", "\n" * 30)[1]
    code, out, err = play("three-bushes.txt --terminal --as none --seed 2", "+\np\n")
    assert (code, err) == (0, "") and "A move every 0.5 s; p: pause" in out
    assert out.split("Game over")[1] == stepped.split("Game over")[1]
    # A person has no such commands.
    assert "'p' is not an action here" in play("island-1.txt --terminal", "p\n")[1]


@pytest.mark.parametrize("game", ["island-1.txt", "three-bushes.txt"])
def test_every_move_of_two_programs_is_shown(play, game):
    out = play(f"{game} --terminal --as none --seed 3", "\n" * 30)[1]
    during, _, after = out.split("> ", 1)[1].partition("Game over")
    shown = [re.findall(r"^ *([^:\n]+): (.*)$", text, re.MULTILINE) for text in (during, after)]
    names = {name for name, _ in shown[1]} - {""}
    moves = [
        [(name, move) for name, text in lines if name in names for move in text.split(", ")]
        for lines in shown
    ]
    assert moves[0] == moves[1] and len(moves[0]) > 2


def test_costs(play):
    _, out, _ = play("coins.efg --terminal --seed 4 --costs", "pass\n")
    assert "pass: costs 0.66666667; best: double.\n" in out
    _, out, _ = play("coins.efg --terminal --seed 4", "pass\n")
    during, _, after = out.partition("Game over: ")
    assert "costs" not in during
    assert after.endswith("payoff\n\n  pass: costs 0.66666667; best: double.\n")
    _, out, _ = play("coins.efg --terminal --seed 4 --costs", "double\n")
    assert "double: as good as any other.\n" in out


def test_a_transcript_is_written_checked_and_gone_on_with(play, capfd):
    words = "three-bushes.txt --terminal --seed 5"
    _, whole, _ = play(f"{words} -o whole.json", "1\n")
    assert play(f"{words} -o part.json", "q\n")[0] == 0
    assert "payoff" not in json.load(open("part.json"))
    assert guarded(lambda: efgc(["check", "part.json"], standalone_mode=False)) == 0
    assert capfd.readouterr().out == "part.json: transcript, no problems\n"
    code, out, err = play("three-bushes.txt --terminal --continue part.json -o rest.json", "1\n")
    assert code == 0 and err.startswith("wrote rest.json, ")
    assert out.split("Game over")[1] == whole.split("Game over")[1]
    assert unstamped(open("rest.json").read()) == unstamped(open("whole.json").read())
    code, again, _ = play("three-bushes.txt --terminal --continue whole.json")
    assert code == 0 and again.split("Game over")[1] == whole.split("Game over")[1]


def test_a_transcript_brings_its_level(play):
    play("three-bushes.txt --terminal --seed 5 -O 2 -o ways.json", "q\n")
    assert json.load(open("ways.json"))["source"]["level"] == 2
    assert play("three-bushes.txt --terminal --continue ways.json", "1\n")[0] == 0
    code, _, err = play("three-bushes.txt --terminal --continue ways.json -O 1")
    assert (code, err) == (
        1,
        "ways.json:3:2: the transcript is of another game, or another level of it: its SHA-256 is "
        "not this game's\n",
    )


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('"action": "pass"', '"action": "fold"', "wrong.json:11:39: 'fold' is not an action there"),
        ('"seed": 4', '"seed": -4', "wrong.json:7:2: -4 is below 0"),
        (
            '"information_set": 0',
            '"information_set": -1',
            "wrong.json:11:17: -1 is below 0",
        ),
        (
            '"hidden": "0"',
            '"hidden": "1"',
            "wrong.json:14:2: value, luck, mistakes and gifts do",
        ),
        ("}\n", "", "1"),
    ],
)
def test_a_changed_transcript_is_one_line(play, old, new, message):
    open("wrong.json", "w").write(SAMPLES["coins.transcript.json"].replace(old, new))
    code, out, err = play("coins.efg --terminal --continue wrong.json")
    assert (code, out) == (1, "") and len(err.splitlines()) == 1
    assert err.startswith("wrong.json:") and message in err


def test_continuing_against_another_equilibrium_is_reported(play):
    text = SAMPLES["coins.transcript.json"]
    digest = json.loads(text)["strategies_sha256"]
    open("other.json", "w").write(text.replace(digest, "0" * 64))
    code, _, err = play("coins.efg --terminal --continue other.json")
    assert code == 0 and err.startswith("other.json: another equilibrium was played there, ")


@pytest.mark.parametrize(
    "words, message",
    [
        ("droid-battle --terminal --as 1", "--as is only for games that are played against their"),
        (
            "droid-battle --terminal --as 2",
            "; you play droid 5 with `--agent1 equilibrium --agent2 k",
        ),
        (
            "droid-battle --terminal --as none",
            "equilibrium; two programs play with `--agent1 minimax --agent2 equilibrium`",
        ),
        ("droid-battle --terminal --costs", "--costs is only for games"),
        ("droid-battle --terminal --p 1/2", "--p is only for games"),
        ("droid-battle --terminal -O 1", "--level is only for games"),
        ("droid-battle --terminal -o a.json", "--output is only for games"),
        (
            "droid-battle --terminal --continue coins.transcript.json",
            "--continue is only for games",
        ),
        ("island-1.txt --terminal --agent1 keyboard", "--agent1 is only for droid battle and Go"),
        ("island-1.txt --terminal --move-seconds 2", "--move-seconds is only for droid battle"),
        ("coins.efg --terminal --p 1/2", "coins.efg: --p 1/2 is for maps"),
        ("coins.efg --terminal --rules cave-2023", "coins.efg: --rules cave-2023 is for maps"),
        (
            "coins.efg --terminal --continue coins.transcript.json --seed 1",
            "--as and --seed cannot be combined with --continue",
        ),
    ],
)
def test_options_that_mean_nothing_are_refused(play, words, message):
    code, out, err = play(words)
    assert (code, out) == (2, "") and message in err and "Traceback" not in err


def test_files_that_are_not_games_are_refused(play):
    open("a.lp", "w").write("maximize\n obj: x\nsubject to\n c: x <= 1\nend\n")
    code, _, err = play("a.lp --terminal")
    assert code == 1 and err.startswith("a.lp: this is a linear program; ")
    code, _, err = play("nothing.efg --terminal")
    assert (code, err) == (1, "nothing.efg: no such file or directory\n")
    code, _, err = play("coins.efg --terminal --continue coins.efg")
    assert code == 1 and err.startswith("coins.efg: this is a Gambit file; ")


def test_a_file_that_is_read_is_not_written(play):
    code, _, err = play("coins.efg --terminal -o coins.efg")
    assert code == 1 and "is also read from" in err
    code, _, err = play("coins.efg --terminal --continue coins.transcript.json -o coins.efg")
    assert code == 1 and "is also read from" in err


def test_a_matrix_is_played(play):
    code, out, _ = play("bids.csv --terminal --seed 1", "row 2\n")
    assert code == 0 and "Game over: " in out


def test_labels_do_nothing_to_a_terminal(play):
    text = SAMPLES["coins.efg"].replace('"double" "pass"', '"dou\x1b[2Jble" "pass  \tby"')
    open("odd.efg", "w").write(text)
    code, out, _ = play("odd.efg --terminal --seed 4", "pass by\n")
    assert code == 0 and "\x1b" not in out and "dou\\x1b[2Jble" in out and "Game over: " in out


@pytest.mark.slow
def test_a_player_cannot_see_the_other_players_observations(tmp_path):
    """On a terminal; a pipe is read by one who has given all answers anyway."""
    pty = pytest.importorskip("pty")
    (tmp_path / "island-1.txt").write_text(published("island-1"))
    ours, theirs = pty.openpty()
    script = "from efgc.pipeline.start import main; main()"
    words = ["play", "island-1.txt", "--terminal", "--as", "both"]
    process = subprocess.Popen(
        [sys.executable, "-c", script, *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )
    os.close(theirs)
    try:
        assert "e2 e3" in until(ours, b"> ")
        os.write(ours, b"e1 e3\n")
        shown = until(ours, b"> ").rpartition("\x1b[2J")[2]
        assert "agent, it is your turn." in shown and "e1 [1, 7] unknown" in shown
        assert "occupied" not in shown
        os.write(ours, b"q\n")
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def until(terminal, end):
    """Return what a terminal shows up to an end."""
    seen = b""
    while not seen.endswith(end):
        assert select.select([terminal], [], [], 60)[0], f"nothing follows {seen}"
        seen += os.read(terminal, 4096)
    return seen.decode()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ((), "Another game?"),
        (("-o", "kept.json"), "Another game, in place of this one in the file?"),
    ],
)
def test_a_terminal_session_offers_another_game_and_shows_the_score(options, asked, tmp_path):
    import pty  # Not on every system.

    parent, child = pty.openpty()
    source = ROOT / "artifacts" / "two-bushes" / "two-bushes.txt"
    program = "from efgc.pipeline.start import main; main()"
    argv = [sys.executable, "-c", program, "play", str(source), "--terminal", "--seed", "1"]
    argv += options
    with subprocess.Popen(argv, stdin=child, stdout=child, stderr=child, cwd=tmp_path) as process:
        os.close(child)
        os.write(parent, b"1\ny\n1\nn\n")
        said = b""
        with suppress(OSError):  # The terminal is closed by its last user.
            while part := os.read(parent, 4096):
                said += part
        os.close(parent)
    words = said.decode()
    assert process.returncode == 0
    assert words.count(asked) == 2 and words.count("Game over:") == 2
    assert "Score: 1 game as agent" in words and "Score: 2 games as agent" in words


def test_rules_are_played_with_constants_and_what_is_seen_in_words(play, tmp_path):
    rules = (ROOT / "tests" / "games" / "rules" / "pursuit.rules.yaml").read_text()
    (tmp_path / "chase.rules.yaml").write_text(rules)
    words = "chase.rules.yaml --terminal --seed 1 --let steps=2 -o part.json"
    code, out, err = play(words, "stay\nq\n")
    assert code == 0 and err.startswith("wrote part.json")
    assert "\n\nyou see: n" in out.split("> ")[1]
    record = json.loads((tmp_path / "part.json").read_text())
    assert record["made"]["command"].endswith("--let steps=2")
    code, out, err = play("chase.rules.yaml --terminal --continue part.json", "stay\n")
    assert (code, err) == (0, "") and "Game over: 2 to evader." in out
    code, _, err = play("island-1.txt --terminal --let steps=2")
    assert (code, err) == (2, "island-1.txt: --let is for rules files; this is a map\n")


def test_lines_that_are_too_wide_for_a_terminal_are_folded(monkeypatch):
    lines = ["- " + "word " * 20 + "end", "short\nx"]
    assert list(fitted(lines)) == [lines[0], "short", "x"]
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    first, second, *rest = fitted(lines)
    assert first.startswith("- word") and second.startswith("  word") and rest == ["short", "x"]
    assert len(first) <= 60 and f"{first} {second.strip()}" == lines[0]
