"""Level files: the same bytes whoever solves the chunks, whatever is killed, and never a wrong
value from what is broken.
"""

import io
import multiprocessing
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import efgc.stages.solve.induction.goofspiel as goofspiel
import processes
from efgc.pipeline.cli import efgc
from efgc.pipeline.engines import local
from efgc.pipeline.files.reading import OutputError
from efgc.pipeline.levels import chunks
from efgc.pipeline.levels.chunks import Task
from efgc.pipeline.levels.solve import solve_levels
from efgc.pipeline.levels.store import Store
from efgc.pipeline.terminal.diagnostics import guarded, problem_lines
from efgc.schemas.levels import PARTS
from efgc.schemas.parts.problems import InputError, SolverError
from efgc.schemas.rules.goofspiel import deal
from efgc.stages.parse import parse

pytestmark = pytest.mark.usefixtures("forked")

EFGC = str(Path(sys.executable).parent / "efgc")
CARDS = 6
MANY = 9  # Cards of a game in chunks as they are.


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr(goofspiel, "PIECE", 100)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The files of the game after one quiet run in one process."""
    folder = tmp_path_factory.mktemp("undisturbed") / "levels"
    solve_levels(graph(), folder, 1)
    return contents(folder)


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The file of a graph that takes some seconds."""
    path = tmp_path_factory.mktemp("source") / "many.states.yaml"
    subprocess.run(
        [EFGC, "parse", "-", "-o", str(path)], input=text(MANY), text=True, check=True, timeout=60
    )
    return path


def text(cards):
    return f"game: goofspiel\ncards: {cards}\n"


@cache
def graph(objective="points"):
    return parse(f"{text(CARDS)}objective: {objective}\n", "0" * 64)


def contents(folder):
    """Return all files, but for the empty one that is locked."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != ".lock"}


def broken_off(folder, made, chunks=3):
    """Solve up to some chunks into the level with 4 cards; return their paths."""

    class Enough(Exception):
        pass

    def watch(done, total):
        if len(list(folder.glob("level-04.chunk-*"))) == chunks:
            raise Enough

    with pytest.raises(Enough):
        solve_levels(made, folder, 1, watch=watch)
    return sorted(folder.glob("level-04.chunk-*"))


# Who solves.


def test_chunks_are_several():
    assert len(goofspiel.cuts(graph().rule, 4)) > 10


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["points", "win"])
def test_jobs_and_cuts_do_not_matter(objective, tmp_path, monkeypatch):
    one, two, whole = (tmp_path / name for name in ("one", "two", "whole"))
    solve_levels(graph(objective), one, 1)
    solve_levels(graph(objective), two, 2)
    monkeypatch.setattr(goofspiel, "PIECE", 10**9)
    solve_levels(graph(objective), whole, 1)
    assert contents(one) == contents(two) == contents(whole)


def test_ray_gives_the_same_bytes_though_a_worker_is_killed(
    tmp_path, undisturbed, monkeypatch, capfd
):
    ray_tasks = pytest.importorskip(
        "efgc.pipeline.engines.ray_tasks", reason="Ray is not installed"
    )
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    marker = str(tmp_path / "killed")

    def done(task):
        if task.cards == 4 and task.number == 3 and not os.path.exists(marker):
            open(marker, "x").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return task()

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(ray_tasks, "_call", done)
    solve_levels(graph(), tmp_path / "levels", 2, "ray")
    assert os.path.exists(marker)
    assert contents(tmp_path / "levels") == undisturbed
    assert signal.getsignal(signal.SIGTERM) == before
    assert capfd.readouterr() == ("", "")


def test_ray_hands_our_errors_on(tmp_path, monkeypatch):
    ray_tasks = pytest.importorskip(
        "efgc.pipeline.engines.ray_tasks", reason="Ray is not installed"
    )
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    engine = ray_tasks.Engine(1)
    try:
        with pytest.raises(InputError) as found:
            list(engine([Task(str(tmp_path), graph().rule, 4, 0, (0, 1))]))
        assert problem_lines(found.value) == [
            f"{tmp_path / 'manifest.json'}: no such file or directory"
        ]
    finally:
        engine.close()


def test_ray_without_its_cluster(monkeypatch):
    ray_tasks = pytest.importorskip(
        "efgc.pipeline.engines.ray_tasks", reason="Ray is not installed"
    )
    monkeypatch.setenv("RAY_ADDRESS", "nowhere")
    with pytest.raises(SolverError, match="^Ray cannot start: [^\n]*$"):
        ray_tasks.Engine(1)


# Who is killed.


def test_a_process_is_killed(tmp_path, undisturbed):
    killed = []

    def watch(done, total):
        if (
            not killed
            and (tmp_path / "levels" / "level-03.npy").exists()
            and multiprocessing.active_children()
        ):
            killed.append(multiprocessing.active_children()[0])
            killed[0].kill()

    solve_levels(graph(), tmp_path / "levels", 2, watch=watch)
    assert killed
    assert contents(tmp_path / "levels") == undisturbed


class Killing(NamedTuple):
    number: int

    def __call__(self):
        os.kill(os.getpid(), signal.SIGKILL)


def test_processes_that_are_killed_over_and_over_end_it():
    engine = local.Engine(2)
    with pytest.raises(SolverError, match="is there enough memory"):
        list(engine([Killing(number) for number in range(4)]))
    engine.close()


@pytest.fixture(scope="module")
def long_undisturbed(source, tmp_path_factory):
    folder = tmp_path_factory.mktemp("long") / "levels"
    ended = subprocess.run(command(source, folder), capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, "")
    return contents(folder)


def command(source, folder, *more):
    return [
        EFGC,
        "solve",
        str(source),
        "--levels",
        str(folder),
        "--keep",
        "--jobs",
        "2",
        "-o",
        os.devnull,
        *more,
    ]


def started(source, folder, name):
    """Start the program; return when a file is there, with the process and those of its pool."""
    process = subprocess.Popen(
        command(source, folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until = time.monotonic() + 30
    while not list(folder.glob(name)):
        assert process.poll() is None and time.monotonic() < until
        time.sleep(0.002)
    return process, Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_the_program_is_killed_again_and_again(source, long_undisturbed, tmp_path):
    folder = tmp_path / "levels"
    orphans = []
    for name in (
        "level-03.*",
        "level-05.chunk-00002.npy",
        ".level-05*.tmp",
        "level-06.chunk-00003.npy",
        "level-07.npy",
    ):
        process, pool = started(source, folder, name)
        orphans += pool
        process.kill()
        process.communicate()
    # The next run does not wait until they are gone.
    ended = subprocess.run(command(source, folder), capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert contents(folder) == long_undisturbed
    assert orphans
    assert processes.end(orphans)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
@pytest.mark.parametrize(
    "number, send, code, said",
    [
        (signal.SIGINT, os.killpg, 130, "efgc: interrupted"),  # As a terminal does, to everybody.
        (signal.SIGTERM, os.kill, 143, ""),
    ],
)
def test_the_program_is_stopped(number, send, code, said, source, tmp_path):
    process, pool = started(source, tmp_path / "levels", "level-06.chunk-00000.npy")
    send(process.pid, number)
    assert process.communicate(timeout=10)[1].strip() == said
    assert process.returncode == code
    assert pool
    assert processes.end(pool)


@pytest.mark.slow
def test_the_disk_is_full(source, long_undisturbed, tmp_path):
    def little():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    ended = subprocess.run(
        command(source, tmp_path / "levels"),
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=little,
    )
    assert ended.returncode == 1
    assert ended.stderr.endswith(": file too large\n") and ended.stderr.count("\n") == 1
    assert not list((tmp_path / "levels").glob("*.tmp"))


# What is broken.


@pytest.mark.slow
@pytest.mark.parametrize(
    "broken",
    [
        lambda whole: b"",
        lambda whole: whole[:100],
        lambda whole: whole[:-100],
        lambda whole: whole[: len(whole) // 2] + b"\xff" + whole[len(whole) // 2 + 1 :],
        lambda whole: b"no archive at all",
        lambda whole: (
            b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }"
            + 70 * b" "
        ),
    ],
)
def test_a_broken_chunk_is_done_again(broken, tmp_path, undisturbed):
    folder = tmp_path / "levels"
    chunks = broken_off(folder, graph())
    chunks[1].write_bytes(broken(chunks[1].read_bytes()))
    solve_levels(graph(), folder, 1)
    assert contents(folder) == undisturbed


def test_chunks_of_another_deal_are_done_again(tmp_path, undisturbed):
    folder, other = tmp_path / "levels", tmp_path / "other"
    deal = graph().rule._replace(prizes=(*map(Fraction, range(1, CARDS)), Fraction(CARDS + 2)))
    for mine, foreign in zip(
        broken_off(folder, graph()), broken_off(other, replace(graph(), rule=deal)), strict=True
    ):
        assert np.load(mine).shape == np.load(foreign).shape
        mine.write_bytes(foreign.read_bytes())
    solve_levels(graph(), folder, 1)
    assert contents(folder) == undisturbed


def test_chunks_of_other_rows_are_done_again(tmp_path, undisturbed, monkeypatch):
    folder = tmp_path / "levels"
    chunks = broken_off(folder, graph())
    chunks[0].write_bytes(chunks[1].read_bytes())
    monkeypatch.setattr(goofspiel, "PIECE", 150)
    solve_levels(graph(), folder, 1)
    assert contents(folder) == undisturbed


def test_remains_of_killed_runs_are_deleted(tmp_path, undisturbed):
    folder = tmp_path / "levels"
    chunk = broken_off(folder, graph())[0]
    left = (
        ".level-04.npy.tmp",
        ".level-04.chunk-00007.npy.0123abcd.tmp",
        ".manifest.json.abcdefgh.tmp",
        "level-02.chunk-00000.npy",
        "level-04.chunk-99999.npy",
        "level-05.chunk-00000.npy",
    )
    for name in left:
        (folder / name).write_bytes(chunk.read_bytes())
    (folder / "notes.tmp").write_text("not ours")
    solve_levels(graph(), folder, 1)
    assert contents(folder) == undisturbed | {"notes.tmp": b"not ours"}


DAMAGE = {
    "shorter": lambda whole: whole[:-8],
    "a bit": lambda whole: whole[:-1] + bytes([whole[-1] ^ 1]),
    "no numbers": lambda whole: whole[:3] + b"X" + whole[4:],
    "longer": lambda whole: whole + b"more",
    "empty": lambda whole: b"",
    "missing": lambda whole: None,
}


@pytest.fixture(scope="module")
def torn(tmp_path_factory):
    """A folder of the game whose levels with 4 cards and more are not whole yet."""
    folder = tmp_path_factory.mktemp("torn") / "levels"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(goofspiel, "PIECE", 100)
        broken_off(folder, graph())
    return folder


def damage(path, how):
    content = DAMAGE[how](path.read_bytes())
    path.unlink()
    if content is not None:
        path.write_bytes(content)


@pytest.mark.many
@pytest.mark.parametrize(
    "name",
    [
        "level-00.npy",
        "level-03.npy",
        "level-03.rows.npy",
        "level-02.columns.npy",
        pytest.param("level-03.kinds.npy", marks=pytest.mark.slow),
        pytest.param("level-02.places.npy", marks=pytest.mark.slow),
        pytest.param("level-02.sums.npy", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_level_is_made_again(name, how, tmp_path, torn, undisturbed, capfd):
    folder = shutil.copytree(torn, tmp_path / "levels")
    damage(folder / name, how)
    solve_levels(graph(), folder, 1)
    assert contents(folder) == undisturbed
    assert capfd.readouterr() == (
        "",
        f"{folder / name}: was missing or damaged, and is solved again\n",
    )


def test_only_damaged_levels_are_solved_again(tmp_path, undisturbed, monkeypatch):
    folder, solved = tmp_path / "levels", []
    solve_levels(graph(), folder, 1)
    path = folder / "level-04.npy"
    content = bytearray(path.read_bytes())
    content[-1] ^= 4
    path.write_bytes(content)
    (folder / "level-02.rows.npy").unlink()
    solve = Task.__call__
    monkeypatch.setattr(Task, "__call__", lambda task: solved.append(task.cards) or solve(task))
    solve_levels(graph(), folder, 1)
    assert contents(folder) == undisturbed
    chunks = [(cards, len(goofspiel.cuts(graph().rule, cards))) for cards in (2, 4)]
    assert solved == [cards for cards, number in chunks for _ in range(number)]


def test_levels_are_swapped(tmp_path, undisturbed):
    folder = tmp_path / "levels"
    solve_levels(graph(), folder, 1)
    for part in ("", ".sums"):
        one, other = (folder / f"level-0{cards}{part}.npy" for cards in (3, 4))
        content = one.read_bytes()
        one.write_bytes(other.read_bytes())
        other.write_bytes(content)
    with pytest.raises(InputError, match="damaged.*checksum differs"):
        Store(folder).level(3)
    solve_levels(graph(), folder, 1)
    assert contents(folder) == undisturbed


def test_repairs_with_different_numbers_are_refused(tmp_path, monkeypatch):
    folder = tmp_path / "levels"
    solve_levels(graph(), folder, 1)
    damage(folder / "level-03.npy", "empty")

    def other(rule, cards, rows, below, numbers):
        chunk = goofspiel_solve_chunk(rule, cards, rows, below, numbers)
        return chunk._replace(values=chunk.values + 1e-16)

    goofspiel_solve_chunk = goofspiel.solve_chunk
    monkeypatch.setattr(chunks, "solve_chunk", other)
    with pytest.raises(InputError, match="another version or processor"):
        solve_levels(graph(), folder, 1)


@pytest.mark.slow
@pytest.mark.parametrize("how", DAMAGE)
@pytest.mark.parametrize("part", PARTS)
def test_a_damaged_level_is_not_read(how, part, tmp_path):
    folder = tmp_path / "levels"
    broken_off(folder, graph())
    damage(folder / f"level-02{part}.npy", how)
    with pytest.raises(InputError, match="solve the graph again") as found:
        level, values = Store(folder).level(2)
        values[np.arange(level.size)]
    assert found.value.source == str(folder / f"level-02{part}.npy")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no pipes with names")
@pytest.mark.parametrize(
    "name", ["level-02.npy", "level-02.rows.npy", "level-02.sums.npy", "manifest.json"]
)
def test_a_pipe_in_place_of_a_file_does_not_block(name, tmp_path):
    folder = tmp_path / "levels"
    broken_off(folder, graph())
    (folder / name).unlink()
    os.mkfifo(folder / name)
    for look in (lambda: solve_levels(graph(), folder, 1), lambda: Store(folder).level(2)):
        with pytest.raises(InputError, match="is a pipe or a device, not a file") as found:
            look()
        assert found.value.source == str(folder / name)


def test_a_folder_in_the_place_of_a_file(tmp_path):
    folder = tmp_path / "levels"
    broken_off(folder, graph())
    (folder / "level-02.npy").unlink()
    (folder / "level-02.npy").mkdir()
    for look in (lambda: Store(folder).level(2), lambda: solve_levels(graph(), folder, 1)):
        with pytest.raises(InputError, match="^is a directory$") as found:
            look()
        assert found.value.source == str(folder / "level-02.npy")


def test_a_flipped_bit_is_found_where_it_is_read_and_nowhere_else(tmp_path):
    """No position that needs a damaged block has an answer, any other has its own."""
    folder = tmp_path / "levels"
    solve_levels(graph(), folder, 1)
    path, whole = folder / "level-05.npy", Store(folder)
    answers = {
        prize: whole.answer(deal(whole.rule)._replace(up=prize)).stage.value
        for prize in whole.rule.prizes
    }
    content = path.read_bytes()
    said = set()
    for at in range(0, len(content), 509):
        path.write_bytes(content[:at] + bytes([content[at] ^ 64]) + content[at + 1 :])
        for prize, value in answers.items():
            try:
                found = Store(folder).answer(deal(whole.rule)._replace(up=prize)).stage.value
            except InputError as error:
                said |= {problem.message.partition(":")[0] for problem in error.problems}
            else:
                assert found == value
    assert said == {"is damaged"}


@pytest.mark.parametrize("version", [1, 2])
def test_a_folder_of_an_older_version_is_recognised(tmp_path, version):
    folder = tmp_path / "levels"
    broken_off(folder, graph())
    manifest = folder / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"version": 3', f'"version": {version}'))
    with pytest.raises(InputError) as found:
        Store(folder)
    assert problem_lines(found.value) == [
        f"{manifest}: version: version {version} is a folder of an older efgc, "
        "which cannot be read any more; "
        f"remove it or choose another folder, and solve the graph again"
    ]


@pytest.fixture
def deal_of_four(tmp_path, monkeypatch):
    """A solved deal in the current folder; returns what runs a command there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    Path("deal.yaml").write_text(text(4))

    def run(*command):
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = guarded(lambda: efgc.main(args=list(command), standalone_mode=False))
        return code, out.getvalue(), err.getvalue()

    assert run("parse", "deal.yaml", "--max-states", "1", "-o", "deal.states.yaml")[0] == 0
    assert run(*SOLVE, "-o", "deal.solution.json")[0] == 0
    return run


SOLVE = ("solve", "deal.states.yaml", "--levels", "levels", "--keep", "--jobs", "1")
LOOK = ("report", "deal.states.yaml", "deal.solution.json", "--levels", "levels")
LOOKS = (
    LOOK,
    (*LOOK, "--at", "hand 1 2 3 4 / 1 2 3 4 prizes 1 2 3 4 up 4", "--format", "json"),
    (*LOOK, "--at", "hand 1 2 3 / 1 2 4 prizes 1 2 3 up 2"),
    ("check", "levels"),
)


@pytest.mark.long
def test_a_flipped_byte_is_no_printed_value(deal_of_four):
    """Some bytes of every file: the commands say what they say of the true folder, or end with a
    line that names the file.

    5,784 bytes; 2,000 of them were tried, and 2,000 of a deal of 5 for the win.
    """
    truth = {command: deal_of_four(*command) for command in (*LOOKS, SOLVE)}
    assert {code for code, _, _ in truth.values()} == {0}
    files = {
        path: path.read_bytes() for path in sorted(Path("levels").iterdir()) if path.name != ".lock"
    }
    chance = random.Random(1)
    for path, whole in files.items():
        for at in range(chance.randrange(40), len(whole), max(40, len(whole) // 8)):
            path.write_bytes(
                whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :]
            )
            for command in LOOKS:
                code, out, err = deal_of_four(*command)
                if command == LOOKS[-1] or code:
                    assert (code, out) == (1, "") and path.name in err, (
                        path,
                        at,
                        command,
                        code,
                        out,
                        err,
                    )
                else:
                    assert out == truth[command][1], (path, at, command, out)
            code, out, err = deal_of_four(*SOLVE)
            if path.name == "manifest.json":
                assert (code, out) == (1, "") and path.name in err
                path.write_bytes(whole)
            else:
                assert (code, out) == truth[SOLVE][
                    :2
                ] and err == f"{path}: was missing or damaged, and is solved again\n"
            assert {name: name.read_bytes() for name in files} == files


MANIFESTS = {
    "nothing": "",
    "no JSON": "levels",
    "a list": "[]",
    "null": "null",
    "no levels": '{"format": "efgc/levels", "version": 3}',
    "another artifact": '{"format": "efgc/induction", "version": 1}',
    "a later version": '{"format": "efgc/levels", "version": 4}',
}


@pytest.mark.parametrize("content", MANIFESTS.values(), ids=MANIFESTS)
def test_a_manifest_that_is_none(content, deal_of_four):
    Path("levels/manifest.json").write_text(content)
    for command in (*LOOKS, SOLVE):
        code, out, err = deal_of_four(*command)
        assert (code, out) == (1, "") and all(
            line.startswith(("levels/manifest.json:", "levels: not recognised:"))
            for line in err.splitlines()
        ), err


@pytest.mark.parametrize(
    "change, solved, said",
    [
        (lambda: shutil.rmtree("levels"), True, "levels/manifest.json: no such file or directory"),
        (lambda: (shutil.rmtree("levels"), Path("levels").write_text("")), False, "levels"),
        (
            lambda: Path("levels/manifest.json").unlink(),
            True,
            "levels/manifest.json: no such file or directory",
        ),
        (
            lambda: (Path("levels/manifest.json").unlink(), Path("levels/manifest.json").mkdir()),
            False,
            "manifest.json: is a directory",
        ),
        (
            lambda: Path("levels/level-03.npy").unlink(),
            True,
            "level-03.npy: no such file or directory",
        ),
        (lambda: shutil.copy("levels/level-02.npy", "levels/level-03.npy"), True, "level-03.npy"),
    ],
    ids=["no folder", "a file", "no manifest", "a folder", "no level", "another level"],
)
def test_a_folder_that_is_none(change, solved, said, deal_of_four):
    truth = deal_of_four(*SOLVE)[1]
    change()
    for command in LOOKS[:2]:
        code, out, err = deal_of_four(*command)
        assert (code, out) == (1, "") and said in err and err.count("\n") == 1, err
    code, out, err = deal_of_four(*SOLVE)
    assert (code, out) == ((0, truth) if solved else (1, "")) and err.count("\n") <= 1, err


def test_unrelated_files_are_left_alone(deal_of_four):
    truth = [deal_of_four(*command) for command in LOOKS[:-1]]
    for name in ("level-05.npy", "level-11.rows.npy", "notes.txt"):
        Path("levels", name).write_bytes(b"not ours")
    assert [deal_of_four(*command) for command in LOOKS[:-1]] == truth
    assert deal_of_four(*LOOKS[-1])[0] == 0


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root"
)
@pytest.mark.parametrize("name", ["manifest.json", "level-03.npy", "level-03.rows.npy"])
def test_a_file_that_may_not_be_read(name, deal_of_four):
    Path("levels", name).chmod(0)
    for command in (*LOOKS[:2], LOOKS[-1], SOLVE):
        assert deal_of_four(*command) == (1, "", f"levels/{name}: permission denied\n")


def test_the_folder_of_another_deal_is_refused(tmp_path):
    folder = tmp_path / "levels"
    broken_off(folder, graph())
    before = contents(folder)
    with pytest.raises(InputError, match="another deal"):
        solve_levels(graph("win"), folder, 1)
    assert contents(folder) == before


def test_a_broken_manifest_is_refused(tmp_path):
    folder = tmp_path / "levels"
    broken_off(folder, graph())
    manifest = folder / "manifest.json"
    manifest.write_bytes(manifest.read_bytes()[:-40])
    with pytest.raises(InputError) as found:
        solve_levels(graph(), folder, 1)
    assert found.value.source == str(manifest)


def test_two_do_not_solve_in_one_folder(tmp_path, undisturbed, monkeypatch):
    monkeypatch.setattr("efgc.pipeline.files.reading.LOCK_TRIES", 2)
    folder = tmp_path / "levels"
    with (
        Store(folder, graph().rule).alone(),
        pytest.raises(OutputError, match="another process is using this folder"),
    ):
        solve_levels(graph(), folder, 1)
    solve_levels(graph(), folder, 1)
    assert contents(folder) == undisturbed


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_maps_are_closed_when_their_level_is_done(tmp_path):
    solve_levels(graph(), tmp_path / "levels", 1)
    assert str(tmp_path) not in Path("/proc/self/maps").read_text()
