"""The memory that is free: here or in a container, and for a process that may die."""

import sys
from types import SimpleNamespace

import pytest

from efgc.stages.isolated import isolated, memory

pytestmark = pytest.mark.usefixtures("forked")


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


def test_the_free_memory_of_the_machine(proc):
    assert memory.free_memory() == 8_192_000_000


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
def test_containers_may_have_less_memory(proc, groups, folder, names):
    write(proc / "proc" / "self" / "cgroup", groups)
    group(proc / "cgroup" / folder, names, 1_000_000_000, 700_000_000, 200_000_000)
    assert memory.free_memory() == 500_000_000


@pytest.mark.parametrize("limit", ["max", "9223372036854771712", "broken"])
def test_containers_without_a_limit_have_the_memory_of_the_machine(proc, limit):
    group(proc / "cgroup", memory.VERSIONS[0], limit, 1, 1)
    assert memory.free_memory() == 8_192_000_000


def test_psutil_is_used_on_other_systems(proc, monkeypatch):
    (proc / "proc" / "meminfo").unlink()
    monkeypatch.setitem(
        sys.modules,
        "psutil",
        SimpleNamespace(virtual_memory=lambda: SimpleNamespace(available=123_456)),
    )
    assert memory.free_memory() == 123_456
    monkeypatch.setitem(sys.modules, "psutil", None)
    assert memory.free_memory() is None


def test_sandbox_processes_use_the_memory_of_the_container(proc, monkeypatch):
    """It is not the machine's, of which a container has a part."""
    resource = pytest.importorskip("resource")
    group(proc / "cgroup", memory.VERSIONS[0], 1_000_000_000, 700_000_000, 200_000_000)
    limits = isolated("A", resource.getrlimit, resource.RLIMIT_DATA)
    assert 450_000_000 < limits[0] < 2_000_000_000
