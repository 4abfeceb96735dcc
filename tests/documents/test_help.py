"""What the program says of itself: help texts, examples, completion, and that all of it is true."""

import os
import pty
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import click
import pytest
from click.shell_completion import get_completion_class
from click.testing import CliRunner

from commands import ended
from efgc.pipeline.apps.droids.entrants import AGENTS, KEYBOARD
from efgc.pipeline.apps.droids.options import AGENT
from efgc.pipeline.cli import COMMANDS, COMPLETION, efgc
from efgc.pipeline.files.examples import EXAMPLES
from efgc.pipeline.files.examples import files as files_of
from efgc.pipeline.settings.value_types import BATTLE, FILE, FOLDER, NEW_FILE
from efgc.pipeline.terminal.help_texts import CommandWithHelpAll
from small_games import ROOT

EFGC = str(Path(sys.executable).parent / "efgc")
DUEL = str(ROOT / "artifacts" / "droid-duel" / "droid-duel.yaml")
PATHS = re.compile(
    r"FILE|DIR|MAP|GAME|GRAPH|SOURCE|SOLUTION|STRATEGY|ARTIFACT|HANDIN|PROGRAM|AGENT|TRAINER|REPORT"
)
KEYS = {"play": " \nq\n", "course droid-battle": " \nq\n"}  # For those that wait for a person.


def walk(words, command):
    """Yield every command with its words."""
    yield words, command
    if isinstance(command, click.Group):
        for child in command.list_commands(click.Context(command)):
            yield from walk([*words, child], command.get_command(click.Context(command), child))


ALL = {" ".join(words): command for words, command in walk([], efgc)}
DROIDS = {"course droid-battle", "match", "play", "tournament", "train"}
"""What solves a battle."""
PIPED = {"course cave-2023", "course game-lp", "course game-tree", "evaluate"}
"""Commands whose examples start several processes."""
SERVED = ("explore",)
"""What shows a page until Ctrl-C."""


def help_of(words, option=""):
    """Return the help text of a command: by default the long one, if it has one."""
    longest = "--help-all" if isinstance(ALL[words], CommandWithHelpAll) else "--help"
    return (
        CliRunner()
        .invoke(efgc, [*words.split(), option or longest], prog_name="efgc", terminal_width=80)
        .output
    )


@pytest.mark.parametrize("words", ALL)
def test_short_help_texts_are_short(words):
    shown = help_of(words, "--help").splitlines()
    assert len(shown) <= (80 if words else 50)
    assert max(map(len, shown)) <= (110 if words else 80)  # The choices of one option are a word.


@pytest.mark.parametrize("words", [words for words, one in ALL.items() if one.params])
def test_a_long_help_text_has_every_option(words):
    shown = help_of(words)
    options = [one for one in ALL[words].params if isinstance(one, click.Option)]
    assert [one.opts for one in options if not any(word in shown for word in one.opts)] == []


def test_the_long_help_text_has_the_rest_of_the_short_one_and_headings():
    short, whole = help_of("run", "--help"), help_of("run")
    assert "--p FRACTION" in short and "--help-all" in short
    rest = ("Solvers run in turn", "\nLarge games:\n", "--recall", "\nStages and files:\n")
    assert [part for part in rest if part in short or part not in whole] == []
    assert "\f" not in short + whole


def test_the_overview_has_every_command_once():
    listed = re.findall(r"^  ([a-z][a-z-]+)  +[A-Z]", help_of("", "--help"), re.MULTILINE)
    assert listed == [*COMMANDS] and len(listed) == len({*listed}) > 25


def environment(folder, **more):
    return {
        **os.environ,
        "PATH": f"{Path(EFGC).parent}:{os.environ['PATH']}",
        "HOME": str(folder),
        **more,
    }


@pytest.fixture
def folder(tmp_path):
    """A folder with the files of all examples."""
    for name in EXAMPLES:
        for path in files_of(name):
            shutil.copy(path, tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(words, marks=pytest.mark.slow) if words in {*DROIDS, *PIPED} else words
        for words in ALL
        if words not in SERVED
    ],
)
def test_help_ends_with_an_example_that_runs(words, folder, monkeypatch):
    *_, commands = help_of(words, "--help").partition("\n  Example:\n")
    lines = [line.strip() for line in commands.partition("\n\n")[0].splitlines()]
    assert any(re.search(rf"\befgc {words}", line) for line in lines)
    assert all(len(line) < 77 for line in lines)
    place = folder if words not in ("", "examples") else folder / "empty"
    place.mkdir(exist_ok=True)
    if words in DROIDS or re.search("[|<>()]", commands):
        printed = printed_by_shell(words, lines, folder, place)
    else:
        monkeypatch.chdir(place)
        printed = printed_here("\n".join(lines))
    assert printed or words == "lint" or any(" -o " in line for line in lines)


def printed_by_shell(words, lines, folder, place):
    ended = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", "\n".join(lines)],
        cwd=place,
        env=environment(folder),
        input=KEYS.get(words, ""),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def printed_here(commands):
    """Return what plain commands print, run without a process for each."""
    printed = ""
    for command in commands.replace("\\\n", "").splitlines():
        name, *words = shlex.split(command)
        assert name == "efgc"
        code, text, said = ended(*words)
        assert code == 0, said
        printed += text
    return printed


@pytest.mark.parametrize("words", SERVED)
def test_the_example_of_a_served_page_prints_its_address(words, folder):
    *_, line = help_of(words).splitlines()
    assert line.strip().startswith(f"efgc {words} ") and len(line) < 77
    process = subprocess.Popen(
        [*line.split(), "--no-browser"],
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        said = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        printed, rest = process.communicate(timeout=60)
    assert re.fullmatch(r"efgc: the \w+ is at http://127\.0\.0\.1:\d+/ until Ctrl-C\n", said)
    assert (process.returncode, printed, rest) == (0, "", "")


@pytest.mark.parametrize(
    "words", [words for words, one in ALL.items() if words and isinstance(one, click.Group)]
)
def test_no_summary_is_cut_at_80_columns(words):
    listed = help_of(words).partition("\nCommands:\n")[2].partition("\n\n")[0].splitlines()
    assert len(listed) == len(ALL[words].list_commands(None))  # One line each.
    assert [line for line in listed if "..." in line or len(line) > 80] == []


# Completion.


def offered(shell, words, incomplete, monkeypatch):
    """Return what click tells a shell: (type, value) of each word."""
    monkeypatch.setenv("COMP_WORDS", " ".join(["efgc", *words, incomplete]))
    monkeypatch.setenv("COMP_CWORD", incomplete if shell == "fish" else str(len(words) + 1))
    told = (
        get_completion_class(shell)(efgc, {}, "efgc", "_EFGC_COMPLETE")
        .complete()
        .replace("\\n", "\n")
        .splitlines()
    )
    if shell == "bash":
        return [tuple(line.split(",")) for line in told]
    if shell == "zsh" or told[0] in ("file", "dir", "plain"):
        return list(zip(told[::3], told[1::3], strict=True))
    return [tuple(re.split("[,\t]", line)[:2]) for line in told]


def test_all_that_names_a_file_completes_as_one():
    for words, command in ALL.items():
        for parameter in command.params:
            named = PATHS.search(parameter.metavar or "") and parameter.name not in (
                "login",
                "name",
                "solver_options",
                "reward",
                "rounds",
            )
            assert (parameter.type in (FILE, NEW_FILE, FOLDER, BATTLE, AGENT)) == bool(
                named
            ) or words == "examples", (words, parameter)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize(
    "words, incomplete, expected",
    [
        (["run"], "REA", [("file", "REA")]),
        (["run", "-o"], "d", [("file", "d")]),
        (["examples", "-o"], "d", [("dir", "d")]),
        (["report", "a.game.json"], "a.s", [("file", "a.s")]),
        (["check", "a", "b"], "c", [("file", "c")]),
        (["grade", "--map"], "m", [("file", "m")]),
        (["match"], "mi", [("plain", "minimax"), ("plain", "mine.agent.json")]),
        (["match"], "her", [("file", "her")]),
        (["play"], "dr", [("plain", "droid-battle"), ("plain", "droid.yaml")]),
        (["run", "--solver"], "glpk", [("plain", "glpk")]),
    ],
)
def test_completion_leaves_names_of_files_to_the_shell(
    shell, words, incomplete, expected, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    for name in ("mine.agent.json", "droid.yaml"):
        (tmp_path / name).touch()
    assert offered(shell, words, incomplete, monkeypatch) == expected


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
def test_a_real_bash_completes_commands_and_files(tmp_path):
    """As the help text says to enable it."""
    (tmp_path / "README.md").touch()
    (tmp_path / "made").mkdir()
    line = re.search(r"bash  (eval .*)", COMPLETION)[1]
    typed = [
        f"{line}\n",
        "efgc compa\t\x01echo 1 \n",
        "efgc run REA\t\x01echo 2 \n",
        "efgc run -o ma\t\x01echo 3 \n",
        "exit\n",
    ]
    printed = typed_in(["bash", "--norc", "--noprofile", "-i"], typed, tmp_path)
    assert re.search(r"^1 efgc compare-solvers\s*$", printed, re.MULTILINE), printed
    assert re.search(r"^2 efgc run README.md\s*$", printed, re.MULTILINE), printed
    assert re.search(r"^3 efgc run -o made/?\s*$", printed, re.MULTILINE), printed


def typed_in(command, lines, folder):
    """Return what a terminal shows while a person types lines, each after the prompt."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execvpe(
            command[0],
            command,
            environment(folder, PS1=r"ready \# > ", TERM="dumb", INPUTRC=os.devnull),
        )
    shown = ""
    for number, line in enumerate(lines, 1):
        shown = read_until(
            terminal, shown, lambda text, number=number: f"ready {number} > " in text
        )
        for part in re.split("(?<=\t)", line):  # What completes is awaited before more is typed.
            os.write(terminal, part.encode())
            before = len(shown)
            if part.endswith("\t"):
                # Behind what was typed, of which a part can end with a space, too.
                behind = before + len(part) - 1
                shown = read_until(
                    terminal,
                    shown,
                    lambda text, behind=behind: text[behind:].rstrip("\x07").endswith((" ", "/")),
                    20,
                )
    shown = read_until(terminal, shown, lambda text: False)
    os.waitpid(process, 0)
    os.close(terminal)
    return shown.replace("\r", "")


def read_until(terminal, shown, enough, seconds=60.0):
    until = time.monotonic() + seconds
    while not enough(shown) and time.monotonic() < until:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                block = os.read(terminal, 4096)
            except OSError:  # The shell has ended.
                break
            if not block:
                break
            shown += block.decode(errors="replace")
    return shown


# Agents.


def test_the_help_text_of_match_names_every_agent():
    named = re.findall(r"^ +([a-z-]+)  ", help_of("match"), re.MULTILINE)
    assert AGENTS.keys() - {KEYBOARD} <= {*named}, "in pipeline/apps/droids/commands/match.py"


@pytest.mark.slow
def test_the_agent_in_the_help_texts_plays(tmp_path):
    texts = [
        help_of(words) for words in ("match", "play", "train", "tournament", "course droid-battle")
    ]
    [source] = {
        re.search(r"^( +)import random\n.*?(?=^  \S)", text, re.MULTILINE | re.DOTALL)[0]
        for text in texts
    }
    plays(textwrap.dedent(source), "MyAgent", tmp_path)


def plays(source, name, folder):
    (folder / "mine.py").write_text(source)
    ended = subprocess.run(
        [EFGC, "match", f"mine.py:{name}", "random", "--games", "2", "--battle", DUEL],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert f"mine.py:{name}  random" in ended.stdout


@pytest.mark.slow
def test_droids_and_actions_of_the_help_text_exist(tmp_path):
    text = re.sub(r"\s+", " ", help_of("match"))
    names = re.search(
        r"self_droid, adv_droid (.*?), whether it hits an action (.*?) score_change", text
    )
    droid = re.findall(
        r"\b(rows|cols|location|shots|walls|available_actions|copy|move_location|shoot)\b", names[1]
    )
    actions = re.findall(r"MOVE_\w+|SHOOT", names[2])
    assert len(set(droid)) == 9 and len(actions) == 5
    plays(
        textwrap.dedent(f"""\
        from enum import Enum
        Action = Enum("Action", {actions})
        class Mine:
            def clear(self): pass
            def get_best_move(self, own, other, change):
                for name in {droid}: getattr(own, name), getattr(other, name)
                assert own.available_actions() <= set(Action) and change in (-1, 0, 1)
                twin = own.copy()
                best = sorted(own.available_actions(), key=lambda action: action.name)[0]
                twin.move_location(best)
                twin.shoot(other, Action.SHOOT)
                return best
        """),
        "Mine",
        tmp_path,
    )


def test_the_summaries_are_those_of_the_commands():
    found = {name: efgc.get_command(None, name).get_short_help_str(100) for name in COMMANDS}
    assert found == COMMANDS
    modules = {path.stem for path in (ROOT / "pipeline").rglob("commands/[!_]*.py")}
    assert modules == {name.replace("-", "_") for name in COMMANDS}
