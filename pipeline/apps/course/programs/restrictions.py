"""Restrictions of a process that runs somebody else's program, for it and all that it starts: where
it can write, that it cannot read efgc, what it may do to files and processes outside, and whose
child its orphans become. Linux only; elsewhere nothing happens.

It imports little, since it is loaded for each run.

Landlock: https://docs.kernel.org/userspace-api/landlock.html
"""

import ctypes
import os
import struct

_SUBREAPER, _NO_NEW_PRIVILEGES = 36, 38  # Of prctl.
_CREATE, _ADD, _RESTRICT = 444, 445, 446  # The numbers of the system calls.
_VERSION = 1
_BELOW_PATH = 1
# The rights by the version of Landlock that knows them: write and read a file; remove and make
# files and folders of all kinds; move between folders; truncate.
_WRITE, _READ, _CHANGES, _MOVE, _TRUNCATE = 1 << 1, 1 << 2, 0x1FF0, 1 << 13, 1 << 14
_SHARED = "/dev/shm"  # Locks between processes are files there.
_NETWORK = 0b11  # Bind and connect with TCP.
_SCOPES = 0b11  # Abstract sockets and signals of processes outside.
_MOUNTS, _USERS = 0x20000, 0x10000000  # Namespaces, of unshare.
_PRIVATE, _PLAIN = 0x44000, 0b110  # Of mount: the whole tree for us alone; no devices, no setuid.
_ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), *[".."] * 4))
PACKAGES = "pipeline", "schemas", "stages"  # In the folder _ROOT; all that efgc can do.
_READ_SEARCH = 1 << 2  # The capability of root to read what others own.
_CAPABILITIES = struct.pack("=Ii", 0x20080522, 0)  # Their version, and this thread.


def adopt_orphans() -> None:
    """Make this process the parent of orphans below it, so that none can escape it."""
    try:  # noqa: SIM105  contextlib is slow to import.
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    except (OSError, AttributeError):
        pass


def separate_shared_memory(most_bytes: int) -> None:
    """Give this process and all that it starts an empty /dev/shm of their own, if the system allows
    namespaces. The process must have one thread.

    A child tries first: where the system refuses the mapping of users, it loses its own.
    """
    child = os.fork()
    if not child:
        try:
            _separate(most_bytes)
        except OSError:
            os._exit(1)
        os._exit(0)
    if os.waitpid(child, 0)[1] == 0:
        _separate(most_bytes)


def _separate(most_bytes: int) -> None:
    libc, user, group = ctypes.CDLL(None), os.getuid(), os.getgid()
    if libc.unshare(_MOUNTS):
        if libc.unshare(_USERS | _MOUNTS):
            raise PermissionError
        maps = {"setgroups": "deny", "uid_map": f"{user} {user} 1", "gid_map": f"{group} {group} 1"}
        for name, text in maps.items():
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    if not libc.mount(None, b"/", None, _PRIVATE, None):
        libc.mount(b"tmpfs", _SHARED.encode(), b"tmpfs", _PLAIN, f"size={most_bytes}".encode())


def drop_privileges() -> None:
    """Take root's privileges from this thread, except to read every file, for a program that cannot
    gain new ones: see `restrict`.
    """
    wanted = _READ_SEARCH if os.geteuid() == 0 else 0
    ctypes.CDLL(None).capset(_CAPABILITIES, struct.pack("=6I", wanted, wanted, 0, 0, 0, 0))


def restrict(allowed: list[str]) -> bool:
    """Forbid this thread and all that it starts, for good, to write outside the `allowed` folders
    and shared memory, to read the packages of efgc, to use TCP, and to signal other processes, as
    far as the system can; return whether writing is forbidden.
    """
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        version = libc.syscall(_CREATE, None, 0, _VERSION)
    except (OSError, AttributeError):
        return False
    if version < 1:
        return False
    readable = _all_but_efgc()
    rights = _WRITE | _CHANGES | (_MOVE if version > 1 else 0) | (_TRUNCATE if version > 2 else 0)
    rights |= _READ if readable else 0
    handled = struct.pack(
        "QQQ", rights, _NETWORK if version > 3 else 0, _SCOPES if version > 5 else 0
    )
    size = 8 if version < 4 else 16 if version < 6 else 24
    rules = libc.syscall(_CREATE, handled[:size], size, 0)
    if rules < 0:
        return False
    try:
        for path in (*allowed, *filter(os.path.exists, (os.devnull, _SHARED))):
            if not _allow(libc, rules, path, rights):
                return False
        for path in readable:
            try:
                _allow(libc, rules, path, _READ)
            except OSError:  # It has been removed.
                continue
        libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        return bool(libc.syscall(_RESTRICT, rules, 0) == 0)
    finally:
        os.close(rules)


def _allow(libc: ctypes.CDLL, rules: int, path: str, rights: int) -> bool:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not os.path.isdir(path):
            rights &= _WRITE | _READ | _TRUNCATE
        rule = struct.pack("=Qi", rights, place)
        return bool(libc.syscall(_ADD, rules, _BELOW_PATH, rule, 0) == 0)
    finally:
        os.close(place)


def _all_but_efgc() -> list[str]:
    """Return files and folders that together have all files but those of the packages of efgc: what
    is beside them, and beside each folder above them. Empty if a folder cannot be listed.
    """
    found: list[str] = []
    folder, hidden = _ROOT, {*PACKAGES}
    try:
        while True:
            with os.scandir(folder) as entries:
                # What a link leads to is found where it is.
                found += [
                    one.path for one in entries if one.name not in hidden and not one.is_symlink()
                ]
            if folder == os.path.dirname(folder):
                return found
            folder, hidden = os.path.dirname(folder), {os.path.basename(folder)}
    except OSError:
        return []
