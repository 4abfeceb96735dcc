"""The command `shards`: any shares give the evaluation of `evaluate`, whatever is killed, and the
problem of a shard is named.
"""

import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import commands
from efgc.pipeline.cli import efgc
from efgc.pipeline.files.sealed import read_sealed, write_sealed
from efgc.pipeline.results import shards
from efgc.pipeline.terminal.diagnostics import guarded
from small_games import ROOT

RULES = ROOT / "tests" / "games" / "rules"
LEDUC = f"{RULES / 'leduc.rules.yaml'} uniform --max-histories 1000"
SHARES = 3
EFGC = str(Path(sys.executable).parent / "efgc")


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def ended(line, capfd):
    """Return exit code, stdout and stderr of a command."""
    code = guarded(lambda: efgc(line.split(), prog_name="efgc", standalone_mode=False))
    return code, *capfd.readouterr()


def done(line, capfd):
    code, printed, said = ended(line, capfd)
    assert code == 0, said
    return printed


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    """A folder with all shards of Leduc poker."""
    folder = tmp_path_factory.mktemp("solved")
    for number in random.sample(range(1, SHARES + 1), SHARES):
        words = f"shards solve {LEDUC} --shards {folder} --chunk {number}/{SHARES}"
        code, printed, _ = commands.ended(*words.split())
        assert code == 0 and "4 shards computed, 0 already existed, of 12" in printed
    return folder


@pytest.fixture
def whole(solved):
    """A copy of all shards of Leduc poker."""
    return Path(shutil.copytree(solved, "all"))


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("format", ["text", "json"])
def test_shares_joined_are_the_bytes_of_evaluate(format, whole, capfd):
    line = f"{LEDUC} --format {format}"
    assert done(f"shards join {line} --shards all", capfd) == done(f"evaluate {line}", capfd)


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_the_bytes_are_the_same_for_any_number_of_jobs(jobs, capfd):
    expected = done(f"evaluate {LEDUC} --format json --jobs 1", capfd)
    assert done(f"evaluate {LEDUC} --format json --jobs {jobs}", capfd) == expected
    done(f"shards solve {LEDUC} --shards {jobs} --jobs {jobs}", capfd)
    assert done(f"shards join {LEDUC} --shards {jobs} --format json", capfd) == expected


@pytest.mark.slow
def test_ray_gives_the_same_bytes(capfd, monkeypatch):
    pytest.importorskip("ray", reason="Ray is not installed")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr("efgc.stages.bounds.answers.AT_ONCE", 10)
    expected = done(f"evaluate {LEDUC} --format json", capfd)
    assert done(f"evaluate {LEDUC} --format json --engine ray --jobs 2", capfd) == expected
    done(f"shards solve {LEDUC} --shards ray --engine ray --jobs 2", capfd)
    assert done(f"shards join {LEDUC} --shards ray --format json", capfd) == expected


@pytest.mark.parametrize("given", ["uniform:1", "uniform:2", "uniform:1 first", "first uniform"])
def test_one_or_two_strategies(given, capfd):
    line = LEDUC.replace("uniform", given)
    expected = done(f"evaluate {line}", capfd)
    done(f"shards solve {line} --shards some", capfd)
    assert {name[:8] for name in names(Path("some"))} == {
        "uniform:1": {"player-2"},
        "uniform:2": {"player-1"},
    }.get(given, {"player-1", "player-2"})
    assert done(f"shards join {line} --shards some", capfd) == expected


def test_existing_shards_stay_and_only_missing_and_damaged_ones_are_computed(whole, capfd):
    before = {path.name: path.stat().st_ino for path in whole.iterdir()}
    first, second = (whole / f"player-1.shard-0000{number}" for number in (0, 3))
    first.unlink()
    second.write_bytes(second.read_bytes()[:-100])
    code, _, said = ended(f"shards join {LEDUC} --shards all", capfd)
    assert code == 1
    assert said.splitlines() == [
        "all: 2 of 12 shards are missing or damaged; `efgc shards solve`, with the same --chunk "
        "or without, computes only these",
        "all: player-1.shard-00000: is missing",
        "all: player-1.shard-00003: is damaged: its length is wrong",
    ]
    code, printed, said = ended(f"shards solve {LEDUC} --shards all", capfd)
    assert printed == "all: share 1 of 1: 2 shards computed, 10 already existed, of 12\n"
    assert said == f"{second}: is damaged: its length is wrong; it is computed again\n"
    after = {path.name: path.stat().st_ino for path in whole.iterdir()}
    assert {name for name in after if after[name] != before[name]} <= {first.name, second.name}
    assert done(f"shards join {LEDUC} --shards all", capfd) == done(f"evaluate {LEDUC}", capfd)


@pytest.mark.long
def test_no_flipped_bit_of_a_shard_is_taken(whole, capfd):
    path = whole / "player-2.shard-00001"
    content = path.read_bytes()
    for at in range(0, len(content), 41):
        path.write_bytes(content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :])
        code, _, said = ended(f"shards join {LEDUC} --shards all", capfd)
        assert (code, "player-2.shard-00001: is damaged" in said) == (1, True)


def test_swapped_shards_are_named(whole, capfd):
    one, other = (whole / f"player-1.shard-0000{number}" for number in (1, 2))
    content = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(content)
    code, _, said = ended(f"shards join {LEDUC} --shards all", capfd)
    assert code == 1 and said.count("is another shard") == 2


def test_a_shard_of_the_other_player_is_computed_again(whole, capfd):
    one, other = (whole / f"player-{player}.shard-00001" for player in (1, 2))
    content = one.read_bytes()
    one.write_bytes(other.read_bytes())
    code, _, said = ended(f"shards join {LEDUC} --shards all", capfd)
    assert code == 1 and said.endswith("all: player-1.shard-00001: is another shard\n")
    assert "1 shard computed" in done(f"shards solve {LEDUC} --shards all", capfd)
    assert one.read_bytes() == content


def test_files_that_are_much_too_long_are_not_read(whole, capfd):
    with (whole / "player-1.shard-00001").open("ab") as file:
        file.truncate(2**40)
    code, _, said = ended(f"shards join {LEDUC} --shards all", capfd)
    assert code == 1 and said.endswith("player-1.shard-00001: is damaged: its length is wrong\n")


def test_shards_with_other_numbers_in_them_are_named(whole, capfd):
    path = whole / "player-1.shard-00001"
    found = read_sealed(path)
    write_sealed(path, found.values[1:], found.about)
    code, _, said = ended(f"shards join {LEDUC} --shards all", capfd)
    assert code == 1 and "player-1.shard-00001: is another shard" in said


OTHERS = {
    "strategy": (LEDUC.replace("uniform", "first"), "is of another strategy"),
    "game": (
        f"{RULES / 'kuhn.rules.yaml'} uniform --max-histories 10",
        "is of another game",
    ),
}


@pytest.mark.parametrize("line, said", OTHERS.values(), ids=OTHERS)
@pytest.mark.parametrize("command", ["solve", "join"])
def test_a_folder_of_another_evaluation_is_refused_and_stays(command, line, said, whole, capfd):
    before = {path.name: path.read_bytes() for path in whole.iterdir()}
    code, printed, problem = ended(f"shards {command} {line} --shards all", capfd)
    advice = "name another folder, or remove this one to begin again"
    assert (code, printed) == (1, "")
    assert problem == f"all/player-2.shard-00000: {said}; {advice}\n"
    assert {path.name: path.read_bytes() for path in whole.iterdir()} == before


def test_a_folder_of_another_version_is_refused(whole, capfd, monkeypatch):
    this = shards.PROGRAM
    monkeypatch.setattr(shards, "PROGRAM", "efgc 9.9")
    code, _, said = ended(f"shards join {LEDUC} --shards all", capfd)
    assert code == 1 and f"was written by {this}, not efgc 9.9" in said


def test_other_sealed_files_are_no_shards(whole, capfd):
    write_sealed(whole / "player-2.shard-00000", np.zeros(3), {"format": "efgc/level-chunk"})
    code, _, said = ended(f"shards join {LEDUC} --shards all", capfd)
    assert code == 1 and "player-2.shard-00000: is no shard" in said


def test_listed_games_and_missing_folders_are_refused(capfd):
    kuhn = f"{RULES / 'kuhn.rules.yaml'} uniform"
    for command in ("plan", "solve --shards a", "join --shards a"):
        code, _, said = ended(f"shards {command} {kuhn}", capfd)
        assert code == 1
        assert said == (
            f"{RULES / 'kuhn.rules.yaml'}: `efgc evaluate` lists this game; only games too large "
            "to list have shards\n"
        )
    assert ended(f"shards join {LEDUC} --shards a", capfd)[::2] == (1, "a: is not a folder\n")
    assert not Path("a").exists()
    for words in ("--chunk 0/3", "--chunk 4/3", "--chunk 3"):
        assert ended(f"shards solve {LEDUC} --shards a {words}", capfd)[0] == 2


def test_the_plan_has_the_shards_and_their_cost(whole, capfd):
    found = json.loads(done(f"shards plan {LEDUC} --format json --jobs 5", capfd))
    assert (found["histories"], found["jobs"]) == ("9451", 5)
    by_player = {one["player"]: one for one in found["responses"]}
    for player in (1, 2):
        files = list(whole.glob(f"player-{player}.*"))
        cost = by_player[player]
        assert cost["shards"] == len(files)
        assert cost["bytes"] == pytest.approx(sum(one.stat().st_size for one in files), rel=0.1)
        assert cost["memories"] == pytest.approx(2341, rel=0.1)
        assert 0 < cost["seconds"] < 10
    printed = done(f"shards plan {LEDUC} --jobs 5", capfd)
    assert "Leduc poker: 9,451 histories" in printed and " of 5, estimated" in printed


@pytest.mark.long
def test_solving_is_killed_again_and_again(tmp_path, capfd):
    line = LEDUC.split()
    command = [EFGC, "shards", "solve", *line, "--shards", "killed", "--jobs", "1"]
    for _ in range(6):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        until, begun = time.monotonic() + 30, len(list(tmp_path.glob("killed/player-*")))
        while process.poll() is None and time.monotonic() < until:
            if len(list(tmp_path.glob("killed/player-*"))) > begun:
                break
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert len(list(tmp_path.glob("killed/player-*"))) > 0
    done(f"shards solve {LEDUC} --shards killed", capfd)
    assert done(f"shards join {LEDUC} --shards killed", capfd) == done(f"evaluate {LEDUC}", capfd)


def test_an_interrupted_command_ends_its_threads(monkeypatch, capfd):
    kept = []

    class Interrupted:
        def __call__(self, works):
            kept.extend(works)
            yield 5, works[5]()
            raise KeyboardInterrupt

        def close(self):
            pass

    monkeypatch.setattr("efgc.pipeline.commands.shards.engine_called", lambda *words: Interrupted())
    assert ended(f"shards solve {LEDUC} --shards some", capfd)[0] not in (0, 1)
    assert {work.common.ended for work in kept} == {True}
    assert names(Path("some")) == ["player-2.shard-00005"]
