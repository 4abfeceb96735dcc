"""The guard process of a student's program. It starts the program, waits for its end, and kills it
with all processes that it started when it exceeds a limit or when the guard's own parent ends. On
Linux it also restricts the program to its own folder (`restrictions`, `supervisor`).

Arguments: the limits in seconds, bytes and processes; the file descriptor for the report; the
program's folder, empty to run without restrictions; the command of the program. The first line of
the report is `exit CODE`, `signal NUMBER`, `limit` with the limit that was exceeded, or `missing`
with the reason why the program could not be started. Each further line is a refused attempt to
change something outside the folder. The module imports little, since a guard starts for each run.
"""

import _thread
import os
import sys
import time
from _signal import SIGKILL, SIGSTOP  # type: ignore[import-not-found]  # `signal` is slow to import.

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

FIRST, LATER = 0.02, 0.2
"""Seconds between two checks, at the beginning and after a second."""
DEAD = "ZX"
"""The states of processes that have ended."""
PATIENCE = 5.0
"""Seconds after which we stop killing processes that appear faster than they can be killed."""
PAGE = os.sysconf("SC_PAGE_SIZE")


def processes_below(root: int) -> list[int]:
    """Return the processes that a process started, also indirectly; empty without /proc."""
    return _living(root, _processes())


def _living(root: int, processes: list[tuple[int, str, int]]) -> list[int]:
    parents: dict[int, list[int]] = {}
    for number, state, parent in processes:
        if state not in DEAD:
            parents.setdefault(parent, []).append(number)
    found, waiting = [], [root]
    while waiting:
        below = parents.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _processes() -> list[tuple[int, str, int]]:
    """Return all processes with their states and parents; none without /proc."""
    try:
        names = [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []
    found = []
    for name in names:
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                state, parent = file.read().rpartition(b")")[2].split()[:2]
        except OSError:
            continue
        found.append((int(name), state.decode(), int(parent)))
    return found


def kill_below(root: int, spared: frozenset[int] = frozenset()) -> None:
    """Kill all processes that a process started, except the `spared` ones, and reap those that
    became its children.
    """
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        processes = _processes()
        dead = [number for number, state, parent in processes if parent == root and state in DEAD]
        reaped = _reap([number for number in dead if number not in spared])
        found = [number for number in _living(root, processes) if number not in spared]
        if reaped and not found:
            return
        # A stopped process starts no others while we look for more.
        for number in (SIGSTOP, SIGKILL):
            for process in found:
                try:  # noqa: SIM105  contextlib is slow to import.
                    os.kill(process, number)
                except OSError:
                    pass
        time.sleep(0.005)


def _reap(processes: list[int]) -> bool:
    """Reap children that are dead; return False if a thread of one is still ending."""
    done = True
    for process in processes:
        try:  # noqa: SIM105
            done = os.waitpid(process, os.WNOHANG) != (0, 0) and done
        except OSError:
            pass
    return done


def _memory(processes: list[int]) -> int:
    """Return the bytes that processes have in memory."""
    pages = 0
    for process in processes:
        try:
            with open(f"/proc/{process}/statm", "rb") as file:
                pages += int(file.read().split()[1])
        except (OSError, IndexError):
            pass
    return pages * PAGE


def _watch(
    program: int, seconds: float, most_bytes: int, most: int, wait: "Callable[[float], None]"
) -> str:
    """Wait for a program and return the first line of the report."""
    parent, begun, pause = os.getppid(), time.monotonic(), FIRST
    due = begun + FIRST
    while True:
        ended, status = os.waitpid(program, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            return f"signal {-code}" if code < 0 else f"exit {code}"
        now = time.monotonic()
        if os.getppid() != parent or now - begun > seconds:
            return "limit seconds"
        if now > due:
            due = now + pause
            running = processes_below(os.getpid())
            if len(running) > most:
                return "limit processes"
            if _memory(running) > most_bytes:
                return "limit bytes"
        wait(pause)
        pause = FIRST if now - begun < 1 else LATER


def main() -> None:
    """Run the program and write the report."""
    seconds, most_bytes, most, report, own = sys.argv[1:6]
    command = sys.argv[6:]
    os.set_inheritable(int(report), False)
    attempts: dict[str, None] = {}
    try:
        program, wait = _started(command, own, int(most_bytes), attempts)
        ending = _watch(program, float(seconds), int(most_bytes), int(most), wait)
        _kill_group(program)
        kill_below(os.getpid())
    except OSError as error:
        ending = f"missing {error.strerror}"
    os.write(int(report), "\n".join((ending, *attempts)).encode(errors="replace"))


def _started(
    command: list[str], own: str, most_bytes: int, attempts: dict[str, None]
) -> "tuple[int, Callable[[float], None]]":
    """Start a program that can change only the folder `own`. Return its process number, and a
    function that waits for some seconds: meanwhile it supervises the system calls of the program,
    and adds refused ones to `attempts`.
    """

    def start() -> int:
        return os.posix_spawnp(command[0], command, os.environ, setsid=True)

    if sys.platform != "linux":
        return start(), time.sleep
    # For start-up time on other systems.
    from . import restrictions, supervisor, system_calls

    restrictions.adopt_orphans()
    if not own:
        return start(), time.sleep
    restrictions.separate_shared_memory(most_bytes)
    done: list[Any] = []

    # Linux restricts the calling thread and what it starts. The thread ends once it has started the
    # program, and the guard itself stays unrestricted.
    def restricted() -> None:
        try:
            restrictions.drop_privileges()
            guarded = restrictions.restrict([own])
            found = system_calls.install_filter() if guarded else (-1, {})
            done.append((*found, start()))
        except Exception as error:
            done.append(error)

    _thread.start_new_thread(restricted, ())
    while not done:
        time.sleep(0.001)
    if isinstance(done[0], Exception):
        raise done[0]
    listener, calls, program = done[0]
    if listener < 0:
        return program, time.sleep
    return program, supervisor.Supervisor(listener, calls, own, attempts).wait


def _kill_group(program: int) -> None:
    """Kill what is left of a program's group: all that can be found on systems without /proc."""
    try:
        os.killpg(program, SIGKILL)
        os.waitpid(program, 0)
    except OSError:
        pass
