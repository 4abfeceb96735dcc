"""Limits that follow from memory: what is free here or in a container, and what is said of it."""

import sys
from types import SimpleNamespace

import pytest

from pipeline import chain, memory, sources
from pipeline.memory import HISTORY_BYTES, LEAST, affordable
from pipeline.settings import Settings
from pipeline.text import Text
from schemas.parts.problems import InputError
from small_games import island

MAP = island(["SE--", "-E--", "--D-"], 1)


@pytest.fixture
def proc(tmp_path, monkeypatch):
    """Give a machine with 8 GB free, and no container."""
    monkeypatch.setattr(memory, "PROC", tmp_path / "proc")
    monkeypatch.setattr(memory, "CGROUPS", tmp_path / "cgroup")
    write(tmp_path / "proc" / "meminfo", "MemTotal: 16000000 kB\nMemAvailable: 8000000 kB\n")
    write(tmp_path / "proc" / "self" / "cgroup", "0::/\n")
    return tmp_path


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def group(folder, names, limit, used, spare):
    for name, text in zip(
        names, (limit, used, f"anon 5\n{names[2]} {spare}\nother 3\n"), strict=True
    ):
        write(folder / ("memory.stat" if name == names[2] else name), f"{text}\n")


def test_what_the_machine_has(proc):
    assert memory._available() == 8_192_000_000


@pytest.mark.parametrize(
    "groups, folder, names",
    [
        ("0::/\n", "", memory.VERSIONS[0]),
        ("0::/docker/abc\n", "docker/abc", memory.VERSIONS[0]),
        ("0::/docker/abc\n", "docker", memory.VERSIONS[0]),  # The limit is that of a group above.
        (
            "0::/of/the/host\n",
            "",
            memory.VERSIONS[0],
        ),  # A container that does not see the host's folders.
        ("5:cpu:/x\n4:memory:/x\n0::/\n", "memory/x", memory.VERSIONS[1]),
    ],
)
def test_a_container_may_have_less_than_the_machine(proc, groups, folder, names):
    write(proc / "proc" / "self" / "cgroup", groups)
    group(proc / "cgroup" / folder, names, 1_000_000_000, 700_000_000, 200_000_000)
    assert memory._available() == 500_000_000


@pytest.mark.parametrize("limit", ["max", "9223372036854771712", "broken"])
def test_a_container_without_a_limit_has_what_the_machine_has(proc, limit):
    group(proc / "cgroup", memory.VERSIONS[0], limit, 1, 1)
    assert memory._available() == 8_192_000_000


def test_another_system_is_asked_by_psutil(proc, monkeypatch):
    (proc / "proc" / "meminfo").unlink()
    monkeypatch.setitem(
        sys.modules,
        "psutil",
        SimpleNamespace(virtual_memory=lambda: SimpleNamespace(available=123_456)),
    )
    assert memory._available() == 123_456
    monkeypatch.setitem(sys.modules, "psutil", None)
    assert memory._available() is None
    assert affordable(5_000_000, HISTORY_BYTES) == 5_000_000


@pytest.mark.parametrize("free", [0, 5_350_000])
def test_a_few_thousand_histories_are_never_refused_for_memory(monkeypatch, free):
    monkeypatch.setattr(memory, "_available", lambda: free)
    assert affordable(2_000_000, HISTORY_BYTES) == LEAST >= 20_000
    assert affordable(10, HISTORY_BYTES) == 10


@pytest.mark.parametrize(
    "settings, through, message",
    [
        (
            {"level": 0},
            "expand",
            (
                "the game has 266 histories, which need some 239 kB of memory; 90 kB are free, "
                "enough for 100"
            ),
        ),
        (
            {"level": 0, "max_histories": 50},
            "expand",
            "the game has 266 histories, more than the limit of 50",
        ),
        ({"level": 2}, "expand", None),
    ],
)
def test_a_limit_by_memory_says_so_and_what_is_needed(monkeypatch, settings, through, message):
    monkeypatch.setattr(memory, "_available", lambda: 90_000)
    monkeypatch.setattr(memory, "LEAST", 1)
    monkeypatch.setattr(memory, "STATE_BYTES", 1)
    monkeypatch.setattr(sources, "STATE_BYTES", 1)
    asked = (Text(MAP, "map", "map", "0" * 64), Settings(**settings), through)
    if message is None:
        list(chain.run(*asked))
        return
    with pytest.raises(InputError) as error:
        list(chain.run(*asked))
    assert str(error.value) == message


def test_states_that_do_not_fit_into_memory_say_so(monkeypatch):
    monkeypatch.setattr(memory, "_available", lambda: 7_000)
    monkeypatch.setattr(memory, "LEAST", 1)
    with pytest.raises(InputError) as error:
        list(chain.run(Text(MAP, "map", "map", "0" * 64), Settings(level=0)))
    assert str(error.value) == (
        "the map has more than 10 states at level 0; the 7 kB of memory that are free hold no more"
    )
