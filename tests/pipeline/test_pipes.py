"""Pipes: stdin is read to its end before a file is opened, the chain of commands gives the bytes of
`run`, and a named pipe is a file like any other.
"""

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import one_sided
from commands import ended
from efgc.pipeline.cli import efgc
from efgc.pipeline.options.calls import names_of
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.pipeline.ways.run import STAGES
from efgc.stages.lower import REDUCTIONS as FORM_REDUCTIONS
from efgc.stages.parse.reductions import REDUCTIONS
from said import but_files
from small_games import ARTIFACTS, seeds

CAVE, ISLAND = ARTIFACTS / "cave-example", ARTIFACTS / "island-1"
EFGC = str(Path(sys.executable).parent / "efgc")
LINE = (
    "efgc parse m | efgc expand | tee g.json | efgc lower --columns c.json | efgc solve "
    "| efgc report g.json c.json -"
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    return tmp_path


def shell(line, **more):
    """Return exit code, stdout and stderr of a line of bash; it fails if a command does."""
    commands = "set -o pipefail; " + re.sub(r"\befgc(?= )", EFGC, line)
    ran = subprocess.run(
        ["bash", "-c", commands], capture_output=True, text=True, timeout=60, **more
    )
    return ran.returncode, ran.stdout, but_files(ran.stderr)


@pytest.fixture
def called(monkeypatch, capfd):
    """Return a function that returns the exit code of a command, stdout and stderr."""

    def call(*words, stdin):
        reader = io.BytesIO(stdin.encode()) if isinstance(stdin, str) else io.BufferedReader(stdin)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(reader))
        capfd.readouterr()
        code = guarded(lambda: efgc([*words], prog_name="efgc", standalone_mode=False))
        out, err = capfd.readouterr()
        return code, out, but_files(err)

    return call


@pytest.mark.slow
def test_a_pipe_ends_in_a_report_every_time():
    shutil.copy(CAVE / "cave-example.txt", "m")
    report = (CAVE / "cave-example.report.txt").read_text()
    for number in seeds(20):
        assert shell(LINE) == (0, report, ""), number
        os.remove("g.json")
        os.remove("c.json")


class Stdin(io.RawIOBase):
    """A pipe at whose end an earlier command writes the other files."""

    def __init__(self, text, files):
        self.content, self.files = io.BytesIO(text), files

    def readable(self):
        return True

    def readinto(self, buffer):
        count = self.content.readinto(buffer)
        if not count:
            for name, text in self.files.items():
                Path(name).write_bytes(text)
        return count


PLAN = r'"column": "(\w+)", "value": ([^,]+),'


@pytest.mark.many
@pytest.mark.parametrize("stale", [b"", b"stale"], ids=["missing", "stale"])
@pytest.mark.parametrize(
    "words, suffix",
    [
        ("report g.json c.json -", "solution.json"),
        ("report g.json - c.json", "solution.json"),
        ("report g.json -", "solution.json"),
        ("report g.json c.json s.json --format html --with -", "lp"),
        ("report g.json c.json s.json --on -", "game.json"),
        ("report p.lp -", "solution.json"),
        ("certify g.json c.json -", "solution.json"),
        ("check g.json c.json p.lp -", "solution.json"),
        ("solve p.lp --from -", "solution.txt"),
        ("evaluate g.json -", "strategy.csv"),
        ("evaluate g.json uniform:1 -", "strategy.csv"),
    ],
)
def test_stdin_is_read_to_its_end_before_a_file_is_opened(words, suffix, stale, called):
    found = {
        of: (CAVE / f"cave-example.{of}").read_bytes()
        for of in ("game.json", "lp", "columns.json", "solution.json")
    }
    found["solution.txt"] = "".join(
        f"{name} {value}\n" for name, value in re.findall(PLAN, found["solution.json"].decode())
    ).encode()
    found["strategy.csv"] = ended("run", CAVE / "cave-example.txt", "--format", "csv")[1].encode()
    table = "c.json" if "c.json" in words else "g.columns.json"
    names = {"g.json": "game.json", "p.lp": "lp", "s.json": "solution.json", table: "columns.json"}
    files = {name: found[of] for name, of in names.items()}
    for name in files if stale else ():
        Path(name).write_bytes(stale)
    code, out, err = called(*words.split(), stdin=Stdin(found[suffix], files))
    assert (code, err) == (0, "")
    assert out


@pytest.mark.parametrize(
    "words", ["report - -", "check a -  -", "solve --from -", "evaluate - -", "report a - --with -"]
)
def test_stdin_is_one_input(words, called):
    code, out, err = called(*words.split(), stdin="")
    assert (code, out) == (2, "") and "only one input can be stdin" in err


@pytest.mark.parametrize(
    "command",
    [
        "run",
        "parse",
        "expand",
        "lower",
        "solve",
        "report empty s",
        "certify empty s",
        "check empty",
        "check -",
        "stats",
        "diff - g.json",
        "draw -",
        "lint",
        "solve p.lp --from empty",
        "evaluate g.json -",
        "compare-solvers",
        "report g.json empty",
    ],
)
def test_an_empty_file_is_called_empty(command, called):
    shutil.copy(CAVE / "cave-example.game.json", "g.json")
    shutil.copy(CAVE / "cave-example.lp", "p.lp")
    for text in ("", "\n \n\t\n"):
        Path("empty").write_text(text)
        code, out, err = called(*command.split(), stdin=text)
        assert (code, out) == (1, "")
        name = "empty" if "empty" in command else "<stdin>"
        assert err == f"{name}:1:1: the file is empty\n"


SHARED = {name for stage in STAGES for name in names_of(stage)} & {*names_of("run")}
LEVELS = {"levels": "--levels kept", "max_states": "--max-states 5"}
# A source, and the options by their names.
CHAINED = [
    ("map", {}),
    ("map", {"p": "--p 1/3"}),
    ("map", {"bandits": "--bandits 1"}),
    ("map", {"rules": "--rules island-2020"}),
    ("rules", {"let": "--let ante=2"}),
    ("one-sided", {"steps": "--steps 2"}),
    ("map", {"level": "-O 2"}),
    ("map", {"level": "-O 0"}),
    ("map", {"without": "--without endgames", "level": "-O 1"}),
    ("map", {"without": "--without chains", "level": "-O 2"}),
    ("map", {"unroll": "--unroll", "level": "-O 2"}),
    ("program", {"relax": "--relax"}),
    ("map", {"max_states": "--max-states 1000"}),
    ("map", {"max_histories": "--max-histories 1000"}),
    ("rules", {"method": "--method double-oracle", "gap": "--gap 0.5"}),
    ("graph", {"method": "--method regret", "recall": "--recall 1", "gap": "--gap 0.5"}),
    ("map", {"solver": "--solver highs"}),
    ("map", {"solver": "--solver highs", "solver_options": "--option presolve=off"}),
    ("map", {"time_limit": "--time-limit 100"}),
    ("map", {"report_format": "--format json"}),
    ("cards", LEVELS),
    ("cards", {**LEVELS, "keep": "--keep"}),
    ("cards", {**LEVELS, "values": "--values packed"}),
    ("cards", {"jobs": "--jobs 1", "engine": "--engine local"}),
    ("map", {"exact": "--no-exact"}),
    ("map", {"refine": "--refine sequential"}),
    ("map", {"off_path": "--off-path best"}),
    ("cards", {"at": "--at 'hand 1 2 / 1 3, prizes 1 2, up 2'"}),
    ("cards", {"everything": "--all", "report_format": "--format csv"}),
    ("cards", {"rounded": "--rounded", "report_format": "--format notebook"}),
    ("map", {"brief": "--brief"}),
]


def large_graph():
    """Return a state graph with few states and two million histories."""
    steps = [
        f"  s{n}: {{actor: one, moves: {{a: {{to: s{n + 1}}}, b: {{to: s{n + 1}}}}}}}"
        for n in range(20)
    ]
    last = (
        "  s20: {actor: two, moves: {a: {to: x}, b: {to: y}}}\n  x: {payoff: 1}\n  y: {payoff: 0}\n"
    )
    head = "format: efgc/state-graph\nversion: 2\ntitle: long\nplayers: [one, two]\nstart: s0\n"
    return "\n".join([f"{head}states:", *steps, last])


SOURCES = {
    "map": (ISLAND / "island-1.txt").read_text(),
    "rules": (ARTIFACTS / "kuhn" / "kuhn.rules.yaml").read_text(),
    "graph": large_graph(),
    "one-sided": one_sided.text(one_sided.random_one_sided(1)),
    "cards": "game: goofspiel\ncards: 3\n",
    "program": "Maximize\n obj: x\nSubject To\n r: 2 x <= 3\nGenerals\n x\nEnd\n",
}
CHAINS = {
    "cards": ("parse", "solve", "report"),
    "program": ("lower", "solve", "report"),
    "graph": ("solve", "report"),
    "--method double-oracle": ("parse", "solve", "report"),
}
"""The stages of sources and methods that do not take them all."""
SUFFIXES = {
    "parse": ("states.yaml",),
    "expand": ("game.json",),
    "lower": ("lp", "txt"),
    "solve": ("solution.json", "bounds.json"),
    "report": ("report.txt", "report.json", "positions.csv", "notebook.txt"),
}
"""The endings of the files that `run` writes for a stage."""


TRUSTED = ", as the level files have them"
"""What a report on level files adds; `run` has just computed them."""


def piped(stages, source, given, called):
    """Return by stage what the commands write; each reads from stdin what the last one wrote."""
    base = text = source
    made = {}
    for stage in stages:
        words = words_of(stage, given)
        if stage == "lower" and stages[0] != stage:
            words += ["--columns", "c.json"]
        if stage == "report":
            Path("base").write_text(base)
            words += ["base", *["c.json"] * os.path.exists("c.json")]
        code, text, err = called(stage, *words, "-", stdin=text)
        assert code == 0, err
        made[stage] = text.replace(TRUSTED, "")
        if stage in ("parse", "expand") or stages[0] == stage == "lower":
            base = text
    return made


def test_the_table_has_every_option_of_run_that_a_stage_has():
    assert {name for _, given in CHAINED for name in given} == SHARED


def words_of(stage, given):
    """Return the words of the options that a command has. Each stage knows its own reductions."""
    known = {"parse": REDUCTIONS, "lower": FORM_REDUCTIONS}.get(stage, ())
    return [
        word
        for name in names_of(stage)
        if name in given and (name != "without" or given[name].split()[-1] in known)
        for word in shlex.split(given[name])
    ]


@pytest.mark.many
@pytest.mark.parametrize(
    "kind, given",
    [
        pytest.param(kind, given, marks=pytest.mark.slow if kind == "graph" else ())
        for kind, given in CHAINED
    ],
)
def test_the_chain_of_commands_gives_the_bytes_of_run(kind, given, called):
    words = [word for each in given.values() for word in shlex.split(each)]
    code, printed, err = called("run", "-", *words, "-o", "made/", stdin=SOURCES[kind])
    assert code == 0, err
    run = {path.name: path.read_text() for path in Path("made").iterdir() if path.suffix != ".npz"}
    shutil.rmtree("kept", ignore_errors=True)
    stages = CHAINS.get(kind) or CHAINS.get(given.get("method"), STAGES)
    made = piped(stages, SOURCES[kind], given, called)
    for stage, text in made.items():
        name = next(f"game.{one}" for one in SUFFIXES[stage] if f"game.{one}" in run)
        # `run` writes the map with its numbers, from which `parse` needs no options.
        text = re.sub(r"(?<=  command: efgc parse) --(p|bandits) \S+", "", text)
        assert run.pop(name) == text
    assert printed == made["report"]
    run.pop("game.txt", None)  # The map with --p or --bandits, which no stage writes.
    assert [*run.values()] == [path.read_text() for path in Path().glob("c.json")]


def test_an_empty_hand_in_from_a_pipe_is_graded_like_a_file(called):
    code, out, _ = called("grade", "--map", str(CAVE / "cave-example.txt"), "-", stdin="")
    assert code == 1
    assert "\n-: unreadable, " in out and "1:1: the file is empty" in out


needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")


@needs_pipes
@pytest.mark.slow
def test_a_named_pipe_that_nobody_writes_to_is_reported():
    os.mkfifo("pipe")
    shutil.copy(CAVE / "cave-example.txt", "m")
    said = "pipe: waiting for a program to write to this pipe\n"
    report = (CAVE / "cave-example.report.txt").read_text()
    over = "efgc: stopped during run, reading or writing files: time limit of 3 s reached\n"
    assert shell("efgc run pipe --time-limit 3") == (4, "", said + over)
    assert shell("{ sleep 5; cat m > pipe; } & efgc run pipe") == (0, report, said)
    assert shell("{ sleep 0.1; cat m > pipe; } & efgc run pipe") == (0, report, "")


@needs_pipes
@pytest.mark.slow
def test_process_substitution_is_read_as_it_is_written():
    shutil.copy(CAVE / "cave-example.txt", "m")
    report = (CAVE / "cave-example.report.txt").read_text()
    slow = "{ head -3 m; sleep 3; tail -n +4 m; }"
    assert shell(f"efgc run <({slow})") == (0, report, "")
    # A pipe that an earlier command feeds is read while stdin is still open.
    os.mkfifo("g.json")
    assert shell(LINE) == (0, report, "")


@pytest.mark.skipif(not os.path.exists("/proc/self/fd/1"), reason="no names of open files")
@pytest.mark.parametrize("rest", ["2>&1 | cat", "> out.yaml 2> said; cat out.yaml said"])
def test_the_size_of_an_open_file_is_not_reported(rest):
    parsed = shell(f"efgc parse {CAVE}/cave-example.txt")
    assert shell(f"efgc parse {CAVE}/cave-example.txt -o /proc/self/fd/1 {rest}") == parsed


@pytest.mark.parametrize("command", ["parse -", "course game-tree"])
def test_a_command_that_waits_for_a_person_says_so(command):
    pty = pytest.importorskip("pty", reason="no terminals on this system")
    ours, terminal = pty.openpty()
    process = subprocess.Popen(
        [EFGC, *command.split()], stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    os.close(terminal)
    with process:
        said = process.stderr.readline()
        os.write(ours, (ISLAND / "island-1.txt").read_bytes() + b"\x04")
        printed, rest = process.communicate(timeout=60)
    os.close(ours)
    assert said == b"<stdin>: type or paste the input, then press Ctrl-D on a line of its own\n"
    assert (process.returncode, rest) == (0, b"") and printed
