"""The system calls with which a program could change files or processes other than its own. A
seccomp filter stops them before the kernel executes them, and the `supervisor` answers.

Landlock (`restrictions`) is not enough: it does not restrict `chmod`, `chown`, `utime`, extended
attributes, UDP, sockets that are files, and shared memory of System V; and it refuses calls without
telling anyone, while the supervisor can report attempts.

Like the guard, this module imports little.

https://docs.kernel.org/userspace-api/seccomp_filter.html
"""

import ctypes
import errno
import os
import struct


class Call:
    """A system call. Its kind says what it does: `metadata` sets the mode, owner, times or
    attributes of a file; `change` opens a file for writing, removes or renames it; `process` acts
    on a process; `socket` makes a socket; `connect` connects one; `other` is always refused.

    Its targets are pairs of positions among its arguments. Of a file: the descriptor of the folder
    and the path, -1 where there is none. Of a process: its number, and -1.
    """

    def __init__(self, name: str, kind: str, targets: tuple[tuple[int, int], ...]) -> None:
        self.name, self.kind, self.targets = name, kind, targets


_PATH, _BOTH = ((-1, 0),), ((0, 1),)
_FIRST, _SECOND, _THIRD = (((position, -1),) for position in range(3))
_TABLE = (  # The numbers on x86-64 and, after a slash, on ARM64; from 403 on they are the same.
    ("metadata", _PATH, "chmod=90/ chown=92/ lchown=94/ utime=132/ utimes=235/ setxattr=188/5"),
    ("metadata", _PATH, "lsetxattr=189/6 removexattr=197/14 lremovexattr=198/15"),
    ("metadata", _FIRST, "fchmod=91/52 fchown=93/55 fsetxattr=190/7 fremovexattr=199/16"),
    ("metadata", _BOTH, "fchmodat=268/53 fchmodat2=452 fchownat=260/54 futimesat=261/"),
    ("metadata", _BOTH, "utimensat=280/88 setxattrat=463 removexattrat=466 file_setattr=469"),
    ("change", _PATH, "unlink=87/ rmdir=84/ truncate=76/45 open=2/ creat=85/"),
    ("change", _BOTH, "unlinkat=263/35 openat=257/56 openat2=437"),
    ("change", ((-1, 0), (-1, 1)), "rename=82/ link=86/"),
    ("change", ((0, 1), (2, 3)), "renameat=264/38 renameat2=316/276 linkat=265/37"),
    ("process", _FIRST, "kill=62/129 tkill=200/130 tgkill=234/131 sigqueue=129,297/138,240"),
    ("process", _FIRST, "prlimit=302/261 setaffinity=203/122 setscheduler=142,144,314/118,119,274"),
    ("process", _SECOND, "setpriority=141/140 ioprio_set=251/30"),
    ("process", _THIRD, "fcntl=72/25 ioctl=16/29"),
    ("socket", (), "socket=41/198 socketpair=53/199"),
    ("connect", (), "connect=42/203"),
    ("other", (), "ptrace=101/117 process_vm=310,311/270,271 pidfd_send_signal=424"),
    ("other", (), "pidfd_getfd=438 open_by_handle_at=304/265 keys=248,249,250/217,218,219"),
    ("other", (), "shm=29,30,31/194,195,196 sem=64,65,66,220/190,191,192,193"),
    ("other", (), "msg=68,69,70,71/186,187,188,189 mq=240,241/180,181"),
)
_BITS, _VALUE, _ALL = 0x45, 0x15, 0xFFFFFFFF
_WRITES = 0o1 | 0o2 | 0o100 | 0o1000  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC.
_ONLY_WITH = {
    "open": (1, _BITS, _WRITES),
    "openat": (2, _BITS, _WRITES),
    **dict.fromkeys(("prlimit", "setaffinity"), (0, _BITS, _ALL)),  # Another process than 0.
    "fcntl": (1, _VALUE, 8, 15),  # F_SETOWN, F_SETOWN_EX.
    "ioctl": (1, _VALUE, 0x8901, 0x8902, 0x5412),  # FIOSETOWN, SIOCSPGRP, TIOCSTI.
}
"""Frequent calls that are stopped only with some arguments: the position of the argument, whether
to test its bits or its value, and the bits or values for which the call is stopped.
"""
_IO_URING = 425  # Calls made through io_uring would not pass the filter.
_MACHINES = {"x86_64": (0, 0xC000003E, 317), "aarch64": (1, 0xC00000B7, 277)}
"""The column of the table, and the numbers of the architecture and of the call `seccomp`."""
_LOAD, _AT_LEAST, _RETURN = 0x20, 0x35, 0x06  # Of BPF.
_ALLOW, _NOTIFY, _MISSING = 0x7FFF0000, 0x7FC00000, 0x00050000 | errno.ENOSYS
_X32 = 0x40000000
_NO_NEW_PRIVILEGES, _SET_FILTER, _NEW_LISTENER = 38, 1, 8


def calls(column: int) -> dict[int, Call]:
    """Return the calls by their numbers on a machine."""
    found = {}
    for kind, targets, words in _TABLE:
        for name, _, numbers in (word.partition("=") for word in words.split()):
            for number in filter(None, (numbers.split("/") * 2)[column].split(",")):
                found[int(number)] = Call(name, kind, targets)
    return found


def install_filter() -> tuple[int, dict[int, Call]]:
    """Install the filter for this thread and all that it starts; it cannot be removed. Return the
    descriptor from which a supervisor reads the stopped calls, -1 if the system does not support
    it, and the calls by number.
    """
    column, architecture, seccomp = _MACHINES.get(os.uname().machine, (0, 0, 0))
    if not seccomp:
        return -1, {}
    program = _filter(architecture, calls(column))
    steps = ctypes.create_string_buffer(program, len(program))
    whole = struct.pack("HP", len(program) // 8, ctypes.addressof(steps))
    libc = ctypes.CDLL(None)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    return libc.syscall(seccomp, _SET_FILTER, _NEW_LISTENER, whole), calls(column)


def _filter(architecture: int, calls: dict[int, Call]) -> bytes:
    """Return the filter as a program in BPF. Each step has a code, the number of steps to skip if
    its test succeeds and if it fails, and an operand.
    """
    steps = [(_LOAD, 0, 0, 4), (_VALUE, 1, 0, architecture), (_RETURN, 0, 0, _MISSING)]
    steps += [(_LOAD, 0, 0, 0), (_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _MISSING)]
    steps += [(_VALUE, 0, 1, _IO_URING), (_RETURN, 0, 0, _MISSING)]
    for number, call in calls.items():
        # A call without a row is always stopped: its own number, at position -2, is at least 0.
        position, test, *values = _ONLY_WITH.get(call.name, (-2, _AT_LEAST, 0))
        steps += [(_VALUE, 0, 2 * len(values) + 2, number), (_LOAD, 0, 0, 16 + 8 * position)]
        for value in values:
            steps += [(test, 0, 1, value), (_RETURN, 0, 0, _NOTIFY)]
        steps += [(_RETURN, 0, 0, _ALLOW)]
    steps += [(_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
