"""The free memory on this machine or in this container, and the memory of this process."""

import sys
from collections.abc import Iterator
from pathlib import Path

PROC, CGROUPS = Path("/proc"), Path("/sys/fs/cgroup")
# Files for the limits of containers: the limit, the use, and the statistics line with reclaimable
# memory.
VERSIONS = (
    ("memory.max", "memory.current", "inactive_file"),
    ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
)


def free_memory() -> int | None:
    """Return the bytes that can be allocated without swapping, on this machine or in this
    container; None if the system does not report it.
    """
    known = [free for free in (_of_machine(), *_of_containers()) if free is not None]
    return min(known, default=None)


def peak_memory() -> float | None:
    """Return the most memory that this process has used so far, in MiB; None if the system does not
    report it.
    """
    try:
        import resource  # Which not every system has.
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def _of_machine() -> int | None:
    try:
        lines = (PROC / "meminfo").read_text().splitlines()
        return next(
            1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")
        )
    except (OSError, StopIteration, ValueError):
        return _of_other_machine()


def _of_other_machine() -> int | None:
    try:
        import psutil  # Only without /proc: the import takes 20 ms.

        return int(psutil.virtual_memory().available)
    except Exception:  # It may be missing, or not support this system.
        return None


def _of_containers() -> Iterator[int]:
    """Yield the remaining memory of this process's control groups, from its own to the root."""
    try:
        groups = [
            line.split(":", 2) for line in (PROC / "self" / "cgroup").read_text().splitlines()
        ]
    except OSError:
        return
    for group in groups:
        if len(group) == 3 and group[1] in ("", "memory"):
            root = CGROUPS / group[1]
            own = root / group[2].strip("/")
            # In a container this may be the host's path, but its parent folders exist.
            for folder in (own, *own.parents):
                yield from _free_bytes(folder)
                if folder == root:
                    break


def _free_bytes(folder: Path) -> Iterator[int]:
    for limit, use, spare in VERSIONS:
        try:
            most = int((folder / limit).read_text())
            used = int((folder / use).read_text())
            lines = (folder / "memory.stat").read_text().splitlines()
        except (OSError, ValueError):  # Not this version, or no limit (the word max).
            continue
        yield (
            most - used + sum(int(line.split()[1]) for line in lines if line.split()[:1] == [spare])
        )
