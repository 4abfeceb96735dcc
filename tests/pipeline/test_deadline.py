"""The time limit: it ends every command wherever it is, says where that was, and leaves nothing
half-written.
"""

import re
import signal
import subprocess
import sys
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import click
import pytest

from efgc.pipeline.cli import efgc
from efgc.pipeline.machine import deadline
from efgc.pipeline.machine.deadline import limited
from efgc.pipeline.options import calls
from efgc.pipeline.terminal.diagnostics import Progress, guarded, progress
from efgc.schemas.parts.problems import StatusError, TimeUp
from efgc.stages.isolated.signals import deferred_signals
from efgc.stages.solve import Request, solve
from small_games import ROOT

pytestmark = pytest.mark.usefixtures("forked")

ISLAND = ROOT / "artifacts" / "island-1"
GOOFSPIEL = ROOT / "artifacts" / "goofspiel-3"
ADVICE = "; a run of the game with --method regret has bounds on the value at any time"


def forever(*arguments, **options):
    """Work without telling anybody how far it is, mending all that goes wrong."""
    while True:
        with suppress(Exception):
            time.sleep(0.001)


def too_long(*arguments, **options):
    """Work until the time is over, which is now."""
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    forever()


def ended(arguments, capfd):
    """Return exit code, stdout and stderr of a command."""
    code = guarded(lambda: efgc(list(map(str, arguments)), standalone_mode=False))
    return code, *capfd.readouterr()


@pytest.mark.parametrize("stage", ["parse", "expand", "lower", "solve", "report"])
def test_run_names_the_interrupted_stage(stage, tmp_path, monkeypatch, capfd):
    asked = {
        "parse": "run.parse_source",
        "expand": "game.expand",
        **{stage: f"game.{stage}_game" for stage in ("lower", "solve", "report")},
    }
    monkeypatch.setattr(f"efgc.pipeline.ways.{asked[stage]}", too_long)
    code, printed, told = ended(
        ["run", ISLAND / "island-1.txt", "-o", tmp_path / "all", "--time-limit", "60"], capfd
    )
    assert (code, printed, told) == (
        4,
        "",
        f"efgc: stopped during {stage}: time limit of 60 s reached\n",
    )
    before = {"parse": 0, "expand": 1, "lower": 2, "solve": 4, "report": 5}[stage]
    left = sorted(path.name for path in (tmp_path / "all").iterdir()) if before else []
    assert len(left) == before and not any(name.startswith(".") for name in left)
    for name in left:
        assert ended(["check", tmp_path / "all" / name], capfd)[0] == 0


@pytest.mark.parametrize(
    "where, argv",
    [
        ("efgc.pipeline.commands.parse.parse_source", ["parse", ISLAND / "island-1.txt"]),
        ("efgc.stages.expand.expand", ["expand", ISLAND / "island-1.states.yaml"]),
        ("efgc.stages.lower.lower", ["lower", ISLAND / "island-1.game.json"]),
        (
            "efgc.pipeline.chain.public_games.solve_listed",
            ["solve", GOOFSPIEL / "goofspiel-3.states.yaml"],
        ),
        (
            "efgc.pipeline.ways.game.report",
            ["report", ISLAND / "island-1.game.json", ISLAND / "island-1.solution.json"],
        ),
        (
            "efgc.stages.report.certify.certify",
            ["certify", ISLAND / "island-1.game.json", ISLAND / "island-1.solution.json"],
        ),
        (
            "efgc.stages.checkers.game_checker.check_certificate",
            ["check", ISLAND / "island-1.certificate.json", ISLAND / "island-1.game.json"],
        ),
        ("efgc.pipeline.files.parsers.read_gambit", ["check", ISLAND / "island-1.efg"]),
        ("efgc.stages.parse.gambit.lint.lint", ["lint", ISLAND / "island-1.efg"]),
        (
            "efgc.pipeline.apps.course.grading.folder.read_for",
            ["grade", ISLAND / "island-1.efg", "--map", ISLAND / "island-1.txt"],
        ),
        ("efgc.pipeline.apps.droids.contest.contest", ["match", "random", "random"]),
        ("efgc.pipeline.apps.droids.contest.contest", ["tournament", "random", "minimax"]),
    ],
)
def test_every_command_ends(where, argv, tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(where, too_long)
    endings = {"parse": "yaml", "expand": "json", "lower": "lp", "solve": "json", "certify": "json"}
    made = tmp_path / f"made.{endings.get(argv[0], 'txt')}"
    out = [] if argv[0] == "check" or argv[0] == "lint" else ["-o", made]
    code, _, told = ended([*argv, *out, "--time-limit", "60"], capfd)
    assert (
        code == 4
        and told.removeprefix("no game was finished: there are no results\n").count("\n")
        == told.count(f"stopped during {argv[0]}")
        == told.count("time limit of 60 s reached")
        == 1
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_program_ends_in_time(tmp_path):
    (tmp_path / "open.txt").write_text(
        "2 0.5\n" + "SG-E-G-EG-\n" + 8 * "-G--G--G--\n" + "E-G--E--GD\n"
    )
    begun = time.monotonic()
    program = [sys.executable, "-c", "from efgc.pipeline.cli import main; main()"]
    told = subprocess.run(
        [*program, "run", "open.txt", "-o", "all", "--time-limit", "2"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    said = r"efgc: stopped during parse(, [\d,]+)?: time limit of 2 s reached\n"
    assert told.returncode == 4 and re.match(said, told.stderr)
    assert time.monotonic() - begun < 20 and [path.name for path in tmp_path.iterdir()] == [
        "open.txt"
    ]


def test_a_solver_gets_the_remaining_time():
    program = (ISLAND / "island-1.lp").read_text()
    assert (
        dict(solve(program, request=Request(time_limit=50, until=time.monotonic() + 20)).options)[
            "time_limit"
        ]
        == "50"
    )
    with pytest.raises(TimeUp, match="time limit of 50 s reached"):
        solve(program, request=Request(time_limit=50, until=time.monotonic()))


def test_a_game_of_public_states_has_a_limit_too(capfd):
    argv = ["run", GOOFSPIEL / "goofspiel-3.yaml", "--time-limit", "60", "--through", "solve"]
    code, printed, told = ended(argv, capfd)
    assert code == 0 and '"value"' in printed and "--time-limit" not in told


def test_watching_looks_at_the_clock(monkeypatch):
    # As in a thread, which no signal reaches.
    monkeypatch.setattr(deadline, "_arm", lambda *arguments: None)
    with pytest.raises(TimeUp) as over, limited(0.05), progress("expand") as watch:
        while True:
            watch(7, 12)
    assert over.value.under_way == "expand, 7 of 12"
    with pytest.raises(TimeUp) as over, limited(0.01):
        time.sleep(0.02)
        with progress("lower"):
            pytest.fail("no time was left")
    assert over.value.under_way == "lower"


@pytest.mark.parametrize("signals", [True, False])
def test_work_that_ends_in_time_by_itself_has_a_little_longer(signals, monkeypatch):
    if not signals:  # As in a thread.
        monkeypatch.setattr(deadline, "_arm", lambda *arguments: None)
    began = time.monotonic()
    with pytest.raises(TimeUp), limited(0.5) as limit, progress("report") as watch:
        limit.extend()
        while signals or watch(0, 0) is None:
            time.sleep(0.001)
    assert 0.5 * (1 + deadline.LATE) <= time.monotonic() - began < 5


def test_without_an_alarm_a_thread_interrupts(monkeypatch):
    monkeypatch.delattr(signal, "setitimer")
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(TimeUp), limited(0.05):
        forever()
    with pytest.raises(KeyboardInterrupt), limited(60):
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def in_a_thread(work):
    """Return what `work` returns in another thread, or raise what it raises there."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def limited_forever(seconds=0.05):
    with limited(seconds):
        forever()


def test_a_limit_holds_in_other_threads():
    for seconds in (1e-6, 1e-4, 0.05):
        with pytest.raises(TimeUp, match=f"time limit of {seconds:g} s reached"):
            in_a_thread(lambda seconds=seconds: limited_forever(seconds))


def test_a_thread_creates_and_removes_before_it_is_interrupted(monkeypatch):
    monkeypatch.setattr(deadline, "AGAIN", 0.1)
    steps = []

    def create():
        with limited(0.05):
            with deferred_signals():
                with deferred_signals():
                    time.sleep(0.1)
                for step in range(20):
                    time.sleep(0.01)
                    steps.append(step)
            forever()

    with pytest.raises(TimeUp):
        in_a_thread(create)
    assert steps == [*range(20)]


def test_work_after_the_limit_of_a_thread_is_not_interrupted(monkeypatch):
    monkeypatch.setattr(deadline, "AGAIN", 0.01)

    def work():
        for seconds in (1e-5, 1e-4, 1e-3, 0.01):
            for _ in range(20):
                with suppress(TimeUp), limited(seconds):
                    time.sleep(seconds)
                assert deadline.current() is deadline.NEVER
        time.sleep(0.05)
        return "whole"

    assert in_a_thread(work) == "whole"


def test_the_alarm_is_called_off():
    with limited(0.2) as limit:
        assert deadline.current() is limit
    time.sleep(0.4)
    assert deadline.current() is deadline.NEVER
    Progress("expand")(1, 2)


def test_a_time_limit_is_not_an_ordinary_exception():
    assert not issubclass(TimeUp, Exception) and TimeUp(1).exit_code == StatusError("").exit_code


@pytest.mark.parametrize(
    ("asked", "who"), [([], "solve"), (["--solver", "highs"], "solve with highs")]
)
def test_the_solver_is_named_only_if_no_other_one_runs(asked, who, monkeypatch, capfd):
    monkeypatch.setattr("efgc.pipeline.chain.programs.answers_of_program", too_long)
    program = ISLAND / "island-1.lp"
    code, printed, told = ended(["solve", program, *asked, "--time-limit", "60"], capfd)
    assert (code, printed) == (4, "")
    assert told == f"efgc: stopped during {who}: time limit of 60 s reached{ADVICE}\n"


@pytest.mark.parametrize(
    ("argv", "who"),
    [(["run", "island-1.txt"], "solve"), (["solve", "island-1.lp"], "solve with cbc")],
)
def test_a_time_limit_in_the_solver_is_reported_as_the_commands_limit(
    argv, who, tmp_path, monkeypatch, capfd
):
    (tmp_path / "bin").mkdir()
    cbc = tmp_path / "bin" / "cbc"
    cbc.write_text("#!/bin/bash\nexec sleep 60\n")
    cbc.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    code, printed, told = ended(
        [argv[0], ISLAND / argv[1], "--solver", "cbc", "--time-limit", "2"], capfd
    )
    assert (code, printed, told) == (
        4,
        "",
        f"efgc: stopped during {who}: time limit of 2 s reached{ADVICE}\n",
    )


@pytest.mark.parametrize("seconds", ["1e308", "inf", "1e7", "3e6"])
def test_no_limit_is_too_large_for_a_clock(seconds, capfd):
    for solver in ("glpk", "highs"):
        assert (
            ended(
                [
                    "run",
                    ISLAND / "island-1.txt",
                    "--brief",
                    "--solver",
                    solver,
                    "--time-limit",
                    seconds,
                ],
                capfd,
            )[0]
            == 0
        )


@pytest.mark.parametrize("seconds", [1e-6, 2e-6, 5e-6, 1e-5, 1e-4])
def test_the_shortest_limit_leaves_nothing_behind(seconds):
    before = signal.getsignal(signal.SIGALRM)
    for _ in range(50):
        with pytest.raises(TimeUp), limited(seconds):
            forever()
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
        assert signal.getsignal(signal.SIGALRM) == before
        assert deadline.current() is deadline.NEVER


class _Slow:
    def __set_name__(self, owner, name):
        time.sleep(60)


def test_an_interrupt_that_python_converts_is_still_reported(capsys):
    def making():
        type("Made", (), {"part": _Interrupted()})

    assert guarded(making) == 130
    assert capsys.readouterr().err == "efgc: interrupted\n"


class _Interrupted:
    def __set_name__(self, owner, name):
        raise KeyboardInterrupt


def test_an_end_that_python_converts_is_still_reported(capsys):
    @click.command()
    @calls.time_limit
    def making():
        type("Made", (), {"part": _Slow()})

    assert guarded(lambda: making(["--time-limit", "0.05"], standalone_mode=False)) == 4
    assert capsys.readouterr().err == (
        "efgc: stopped during making, at its beginning: time limit of 0.05 s reached\n"
    )


@pytest.mark.parametrize("signals", [True, False])
def test_an_import_is_not_interrupted(signals, tmp_path, monkeypatch):
    if not signals:
        monkeypatch.delattr(signal, "setitimer")
        monkeypatch.setattr(deadline, "AGAIN", 0.1)
    (tmp_path / "slow_module.py").write_text("import time\ntime.sleep(0.3)\nis_whole = True\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(TimeUp), limited(0.05):
        import slow_module

        forever()
    assert slow_module.is_whole


def test_a_callback_of_a_weak_reference_is_not_interrupted():
    began = time.monotonic()
    with pytest.raises(TimeUp), limited(0.05):
        weakref.finalize(set(), time.sleep, 0.3)
        forever()
    assert 0.3 <= time.monotonic() - began < deadline.AGAIN


def test_a_call_within_an_import_ends(tmp_path, monkeypatch):
    (tmp_path / "limited_module.py").write_text(
        "import time\nfrom efgc.pipeline.machine.deadline import limited\n"
        "with limited(0.05):\n    time.sleep(60)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(TimeUp):
        import limited_module  # noqa: F401
