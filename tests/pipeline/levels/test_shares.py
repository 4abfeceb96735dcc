"""Levels made in shares: the same bytes as in one run, whoever is killed, and what is wrong with a
chunk is named, and it alone is made again.
"""

import os
import random
import re
import subprocess
import sys
import time
from fractions import Fraction
from functools import cache
from pathlib import Path
from textwrap import indent

import pytest

import efgc.stages.solve.induction.goofspiel as goofspiel
from efgc.pipeline.files.sealed import Share
from efgc.pipeline.levels import chunks
from efgc.pipeline.levels.chunks import Chunks
from efgc.pipeline.levels.shares import LevelRequest, all_levels, join_level, solve_share
from efgc.pipeline.levels.solve import solve_levels
from efgc.pipeline.levels.store import Store
from efgc.pipeline.terminal.diagnostics import problem_lines
from efgc.schemas.levels import Numbers, chunk_name
from efgc.schemas.parts.problems import InputError
from efgc.stages.parse import parse
from small_games import ROOT

pytestmark = pytest.mark.usefixtures("forked")

EFGC = str(Path(sys.executable).parent / "efgc")
CARDS, SHARES = 6, 3
LEVEL = 4  # Of many chunks.


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr(goofspiel, "PIECE", 100)
    goofspiel.cuts.cache_clear()
    yield
    goofspiel.cuts.cache_clear()


@cache
def rule(objective="points"):
    return parse(f"game: goofspiel\ncards: {CARDS}\nobjective: {objective}\n", "0" * 64).rule


def asked(folder, cards=None, keep=True, of=None):
    return LevelRequest(of or rule(), folder, cards, keep, None)


def share(folder, number, cards=None, keep=True, of=None):
    return solve_share(asked(folder, cards, keep, of), Share(number, SHARES), 1, "local", unseen)


def unseen(done, total):
    pass


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != ".lock"}


def marks(folder):
    """Return what tells whether a chunk was written again."""
    found = folder.glob("level-*.chunk-*")
    return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in found}


@pytest.fixture
def shared(tmp_path):
    """A folder in which all chunks of a level are there."""
    folder = tmp_path / "levels"
    all_levels(asked(folder, LEVEL - 1), 1, "local", unseen)
    for number in range(1, SHARES + 1):
        share(folder, number)
    return folder


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("objective", ["points", "win"])
def test_shares_give_the_bytes_of_one_run(keep, objective, tmp_path):
    one, many, deal = tmp_path / "one", tmp_path / "many", rule(objective)
    all_levels(asked(one, keep=keep, of=deal), 1, "local", unseen)
    for cards in range(1, CARDS + 1):
        for number in random.sample(range(1, SHARES + 1), SHARES):
            share(many, number, cards, keep, deal)
        assert f"the level with {cards} cards is complete" in join_level(
            asked(many, cards, keep, deal)
        )
    assert contents(one) == contents(many)
    assert Store(many).gone == ([] if keep else [*range(CARDS - 1)])
    assert "complete already" in join_level(asked(many, of=deal))
    assert "complete already" in share(many, 1, 2, of=deal)


def test_existing_chunks_are_not_solved_again(shared):
    before = marks(shared)
    assert len(before) > 3 * SHARES
    for number in range(1, SHARES + 1):
        assert re.search(r": 0 chunks solved, [1-9]\d* already existed", share(shared, number))
    assert marks(shared) == before


def _swap(one, other):
    content = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(content)
    return {one, other}


def _foreign(one, other):
    """Take the chunk from another deal."""
    folder = one.parent.with_name("other")
    deal = rule()._replace(prizes=(*map(Fraction, range(1, CARDS)), Fraction(CARDS + 2)))
    all_levels(asked(folder, LEVEL - 1, of=deal), 1, "local", unseen)
    for number in range(1, SHARES + 1):
        share(folder, number, of=deal)
    one.write_bytes((folder / one.name).read_bytes())
    return {one}


def _write(change):
    def changed(one, other):
        one.write_bytes(change(one.read_bytes()))
        return {one}

    return changed


HARM = {
    "missing": (lambda one, other: (one.unlink(), {one})[1], "is missing"),
    "empty": (_write(lambda whole: b""), "its length is wrong"),
    "truncated": (_write(lambda whole: whole[:-50]), "its length is wrong"),
    "longer": (_write(lambda whole: whole + b"\n"), "its length is wrong"),
    "flipped": (
        _write(lambda whole: whole[:200] + bytes([whole[200] ^ 1]) + whole[201:]),
        "differs",
    ),
    "no file of ours": (_write(lambda whole: b"Dear all,\n"), "its length is wrong"),
    "swapped": (_swap, "is another chunk: number "),
    "of another deal": (_foreign, "of another deal"),
}


@pytest.mark.parametrize("harm, said", HARM.values(), ids=HARM)
def test_only_wrong_chunks_are_named_and_solved_again(harm, said, shared, tmp_path, capfd):
    whole = contents(shared)
    chunks = [shared / chunk_name(LEVEL, number) for number in (5, 2)]
    harmed = {path.name for path in harm(*chunks)}
    before = marks(shared)
    with pytest.raises(InputError) as found:
        join_level(asked(shared))
    first, *lines = problem_lines(found.value)
    assert f"{len(harmed)} of " in first and "only these are solved again" in first
    assert len(lines) == len(harmed)
    for name, line in zip(sorted(harmed), lines, strict=True):
        assert line.startswith(f"{shared}: {name}: ") and said in line
    capfd.readouterr()
    for number in range(1, SHARES + 1):
        share(shared, number)
    told = capfd.readouterr().err.splitlines()
    assert len(told) == (0 if said == "is missing" else len(harmed))
    assert all(line.endswith("; it is solved again") for line in told)
    after = marks(shared)
    assert {name for name in after if after[name] != before.get(name)} == harmed
    assert contents(shared) == whole
    join_level(asked(shared))


def _other_deal(store):
    store.rule = rule("win")


def _other_numbers(store):
    store.numbers = Numbers.PACKED


def _other_level_below(store):
    below = store.levels[LEVEL - 1]
    sha256 = (below.sha256[0][::-1], *below.sha256[1:])
    store.levels = (*store.levels[: LEVEL - 1], below._replace(sha256=sha256))


@pytest.mark.parametrize("change", [_other_deal, _other_numbers, _other_level_below])
def test_a_chunk_is_sealed_with_all_that_it_follows_from(change, shared):
    """Each alone: by a whole file that was made with the same rows."""
    store = Store(shared)
    found = Chunks(store, LEVEL)
    rows = found.rows
    assert not found.unfit()
    change(store)
    other = Chunks(store, LEVEL)
    other.__dict__["rows"] = rows
    assert {one.why for one in other.unfit()} == {
        "is of another deal, or was computed from another level below"
    }
    assert len(other.unfit()) == len(rows)


def test_no_bit_of_a_chunk_is_beyond_its_checksum(shared):
    path = shared / chunk_name(LEVEL, 1)
    whole = path.read_bytes()
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
        with pytest.raises(InputError, match="1 of "):
            join_level(asked(shared))
    path.write_bytes(whole)
    join_level(asked(shared))


def test_a_level_above_an_unfinished_level_is_refused(shared):
    for work in (lambda: share(shared, 1, LEVEL + 1), lambda: join_level(asked(shared, CARDS))):
        with pytest.raises(InputError, match=f"level with {LEVEL} cards is not complete yet"):
            work()
    with pytest.raises(InputError, match="has no level with 7"):
        share(shared, 1, CARDS + 1)


def test_a_late_share_leaves_no_chunks_behind(shared, monkeypatch):
    late = goofspiel.solve_chunk

    def joined(*arguments):
        monkeypatch.setattr(chunks, "solve_chunk", late)
        chunk = late(*arguments)
        share(shared, 1)
        join_level(asked(shared))
        return chunk

    (shared / chunk_name(LEVEL, 0)).unlink()
    monkeypatch.setattr(chunks, "solve_chunk", joined)
    share(shared, 1)
    assert marks(shared) == {}
    assert len(Store(shared).levels) == LEVEL + 1


def test_a_damaged_level_below_is_no_ground(shared):
    path = shared / f"level-0{LEVEL - 1}.npy"
    path.write_bytes(path.read_bytes()[:-1] + b"\x01")
    with pytest.raises(InputError, match="is missing or damaged") as found:
        share(shared, 1)
    assert found.value.source == str(path)


# Levels that are gone.


def graph():
    return parse(f"game: goofspiel\ncards: {CARDS}\n", "0" * 64)


def test_deleted_levels_are_distinguished_from_missing_ones(tmp_path, capfd):
    one, all_of = tmp_path / "one", tmp_path / "all"
    solve_levels(graph(), one, 1, keep=False)
    assert sorted({path.name[:8] for path in one.glob("level-*")}) == ["level-05", "level-06"]
    solve_levels(graph(), one, 1, keep=False)  # Nothing is missing.
    assert capfd.readouterr().err == ""
    with pytest.raises(
        InputError, match="was deleted, because the folder was solved without --keep"
    ):
        Store(one).level(3)
    (one / "level-05.npy").write_bytes(b"")
    with pytest.raises(InputError, match="the level below it was deleted"):
        solve_levels(graph(), one, 1, keep=False)
    solve_levels(graph(), one, 1, keep=True)
    told = capfd.readouterr().err.splitlines()
    assert "fewer than 5 cards were deleted" in told[0] and "level-05.npy: was missing" in told[1]
    solve_levels(graph(), all_of, 1, keep=True)
    assert contents(one) == contents(all_of)
    solve_levels(graph(), one, 1, keep=False)  # What was kept stays.
    assert contents(one) == contents(all_of)


# Single processes.


def run(*command, folder):
    return subprocess.run([EFGC, *command], cwd=folder, capture_output=True, text=True, timeout=120)


LOOP = """
for cards in $(seq 7); do
  for share in 1 2 3; do
    efgc levels solve deal.yaml --levels many --cards $cards --chunk $share/3 &
  done
  wait
  efgc levels join deal.yaml --levels many --cards $cards || exit 1
done
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="is a loop of a shell")
def test_a_loop_of_a_shell_makes_all_levels(tmp_path):
    (tmp_path / "deal.yaml").write_text("game: goofspiel\ncards: 7\nobjective: win\n")
    path = f"{Path(EFGC).parent}{os.pathsep}{os.environ['PATH']}"
    ended = subprocess.run(
        ["sh", "-c", LOOP],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=300,
    )
    told = ended.stderr.splitlines()
    assert ended.returncode == 0 and told
    assert all(re.fullmatch(r"many: \d+ files, [\d.]+ kB", line) for line in told), told
    assert run("levels", "solve", "deal.yaml", "--levels", "one", folder=tmp_path).returncode == 0
    assert indent(LOOP.strip(), "    ") in (ROOT / "schemas" / "levels.md").read_text(
        encoding="utf-8"
    )
    assert contents(tmp_path / "one") == contents(tmp_path / "many")
    checked = run("levels", "check", "many", folder=tmp_path)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "levels with fewer than 6 cards were deleted" in checked.stdout


@pytest.mark.long
def test_a_share_is_killed_again_and_again(tmp_path):
    (tmp_path / "deal.yaml").write_text("game: goofspiel\ncards: 9\n")
    solve = ("levels", "solve", "deal.yaml", "--keep")
    assert run(*solve, "--levels", "one", "--cards", "6", folder=tmp_path).returncode == 0
    assert run(*solve, "--levels", "many", "--cards", "5", folder=tmp_path).returncode == 0
    work, kills = [EFGC, *solve, "--levels", "many", "--chunk", "1/1"], 0
    while kills < 5:
        process = subprocess.Popen(work, cwd=tmp_path, stdout=subprocess.DEVNULL)
        until = time.monotonic() + 30
        begun = len(marks(tmp_path / "many"))
        while process.poll() is None and len(marks(tmp_path / "many")) == begun:
            assert time.monotonic() < until
            time.sleep(0.005)
        time.sleep(random.uniform(0, 0.02))
        if process.poll() is not None:  # Done: once more from the beginning.
            for path in (tmp_path / "many").glob("level-*.chunk-*"):
                path.unlink()
        process.kill()
        process.wait()
        kills += 1
    assert run(*work[1:], folder=tmp_path).returncode == 0
    assert run("levels", "join", "deal.yaml", "--levels", "many", folder=tmp_path).returncode == 0
    assert contents(tmp_path / "one") == contents(tmp_path / "many")
