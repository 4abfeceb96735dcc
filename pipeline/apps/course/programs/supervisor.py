"""The supervisor of a program: it answers the system calls that the filter of `system_calls` stops.

A call that concerns the program's own folder or its own processes is allowed: the kernel executes
it, still within the limits of Landlock. Every other call fails in the program, and is recorded as
an attempt. The supervisor itself changes the mode and the times of files, by the descriptor of a
file that it found in the program's folder. The kernel would look the path up again, and meanwhile
another thread of the program could have replaced it by the path of another file.
"""

import ctypes
import errno
import fcntl
import os
import select
import struct
import time

from .system_calls import Call

Decision = tuple[int, str | None]
"""The answer to a call; and the target of the call to be recorded as an attempt, None for none."""
CONTINUE = -1
"""The answer that lets the kernel execute the call. Other answers are the error number with which
the call returns in the program; 0 means that the supervisor has done it.
"""
MOST = 10
"""The number of attempts that are recorded."""
_SYSTEM = ("/dev/", "/proc/", "/sys/", "/run/", "/var/run/", "/tmp/hsperfdata_")
"""Where harmless libraries, and Java, try to write or connect. Landlock refuses that, but it is
not recorded as an attempt.
"""
_RECEIVE, _SEND, _ADD = 0xC0502100, 0xC0182101, 0x40182103  # Of ioctl.
_GO_ON, _IN_ITS_PLACE = 1, 1
_HERE, _NO_FOLLOW = -100, 0x100
_UNIX, _NETLINK, _STREAM, _PACKETS = 1, 16, 1, 5
_ON_LINKS = ("l", "unlink", "rmdir", "rename")
"""Calls whose names begin like this act on a link itself, not on the file it leads to."""


class Request:
    """A system call, whose thread waits for the answer. `number` identifies it to the kernel."""

    def __init__(self, number: int, thread: int, call: Call, arguments: list[int]) -> None:
        self.number, self.thread, self.call, self.arguments = number, thread, call, arguments

    def read(self, position: int, size: int) -> bytes:
        """Return up to `size` bytes of the thread's memory to which an argument points."""
        with open(f"/proc/{self.thread}/mem", "rb", buffering=0) as memory:
            return os.pread(memory.fileno(), size, self.arguments[position])

    def file(self, folder: int, path: int) -> int:
        """Return a descriptor of the file that arguments name. Raise OSError."""
        given = path >= 0 and self.arguments[path]
        name = self.read(path, 4096).partition(b"\0")[0] if given else b""
        return self.opened(name, _HERE if folder < 0 else _signed(self.arguments[folder]))

    def opened(self, name: bytes, folder: int = _HERE) -> int:
        """Return a descriptor of the file with a name in a folder; without a name, of the file that
        `folder` is. Raise OSError.
        """
        place = f"/proc/{self.thread}/" + ("cwd" if folder == _HERE else f"fd/{folder}")
        call = self.call.name
        links = call.startswith(_ON_LINKS) or call == "utimensat" and self.arguments[3] & _NO_FOLLOW
        if name.startswith(b"/proc/self/"):
            name = name.replace(b"self", b"%d" % self.thread, 1)
        path = os.path.join(os.fsencode(place), name) if name else place
        return os.open(path, os.O_PATH | (os.O_NOFOLLOW if links and name else 0))


class Supervisor:
    """Answers the calls that arrive at the descriptor `listener`, and adds to `attempts`."""

    def __init__(
        self, listener: int, calls: dict[int, Call], own: str, attempts: dict[str, None]
    ) -> None:
        self.listener, self.calls, self.own = listener, calls, os.path.realpath(own) + os.sep
        self.attempts = attempts
        self.waiting = select.poll()
        self.waiting.register(listener, select.POLLIN)

    def wait(self, seconds: float) -> None:
        """Answer the next call if there is one within some seconds."""
        found = self.waiting.poll(1000 * seconds)
        if found and found[0][1] & select.POLLIN:
            try:
                self._answer()
            except OSError:  # The thread has ended.
                return
        elif found:  # All have ended.
            time.sleep(seconds)

    def _answer(self) -> None:
        frame = bytearray(80)
        fcntl.ioctl(self.listener, _RECEIVE, frame)
        number, thread, _, call, _, _, *arguments = struct.unpack("=QIIiIQ6Q", frame)
        request = Request(number, thread, self.calls[call], arguments)
        try:
            code, target = self._decision(request)
        except OSError as error:  # The same error as from the kernel.
            code, target = error.errno or errno.EPERM, None
        if target is not None and len(self.attempts) < MOST:
            self.attempts[f"{request.call.name} {target}".strip()] = None
        flags = _GO_ON if code == CONTINUE else 0
        fcntl.ioctl(self.listener, _SEND, struct.pack("=QqiI", number, 0, -max(code, 0), flags))

    def _decision(self, request: Request) -> Decision:
        match request.call.kind:
            case "metadata" | "change":
                decisions = [self._on_file(request, *target) for target in request.call.targets]
                return next((one for one in decisions if one[0] != CONTINUE), decisions[0])
            case "process":
                return _on_process(request)
            case "socket":
                domain, kind = request.arguments[0], request.arguments[1] & 0xF
                files = domain == _UNIX and kind in (_STREAM, _PACKETS)
                if files or domain == _NETLINK:  # Netlink is used to list network interfaces.
                    return CONTINUE, None
                return errno.EACCES, None if domain == _UNIX else "of a network"
            case "connect":
                return self._connect(request)
        return errno.EPERM, ""

    def _on_file(self, request: Request, folder: int, path: int) -> Decision:
        changes = request.call.kind == "change"
        try:
            file = request.file(folder, path)
        except OSError:
            if changes:  # The file does not exist yet: Landlock decides.
                return CONTINUE, None
            raise
        try:
            real = os.readlink(f"/proc/self/fd/{file}")
            known = os.path.exists(real)  # False for a pipe and for a deleted file.
            if real.startswith(self.own):
                return (CONTINUE if changes else _set(request, file, path)), None
            if changes and (not known or real.startswith(_SYSTEM)):
                return CONTINUE, None
            return errno.EPERM, real if known else None
        finally:
            os.close(file)

    def _connect(self, request: Request) -> Decision:
        """Connect to a socket that is a file in the program's folder, and replace the program's own
        socket by the connected one.
        """
        name = request.read(1, min(request.arguments[2], 110))[2:].partition(b"\0")[0]
        if not name:  # An abstract socket: not a file, but a name known to all processes.
            return errno.EACCES, ""
        file = request.opened(name)
        try:
            real = os.readlink(f"/proc/self/fd/{file}")
            if not real.startswith(self.own):
                return errno.EACCES, None if real.startswith(_SYSTEM) else real
            from socket import AF_UNIX, socket  # For start-up time.

            with socket(AF_UNIX) as ours:
                ours.settimeout(0)  # If the queue is full, fail instead of waiting.
                ours.connect(f"/proc/self/fd/{file}")
                ours.settimeout(None)
                into = (request.number, _IN_ITS_PLACE, ours.fileno(), request.arguments[0])
                fcntl.ioctl(self.listener, _ADD, struct.pack("=QIIII", *into, os.O_CLOEXEC))
            return 0, None
        finally:
            os.close(file)


def _signed(number: int) -> int:
    """Return the low half of an argument as an `int` of C."""
    return (number & 0xFFFFFFFF ^ 1 << 31) - (1 << 31)


def _set(request: Request, file: int, path: int) -> int:
    """Set the mode or the times of a file; return the error number."""
    name, place = request.call.name, f"/proc/self/fd/{file}"
    if "chmod" in name:
        os.chmod(place, request.arguments[max(path, 0) + 1] & 0o1777)
        return 0
    if name == "utimensat":
        times = request.read(2, 32) if request.arguments[2] else None
        libc = ctypes.CDLL(None, use_errno=True)
        return ctypes.get_errno() if libc.utimensat(_HERE, place.encode(), times, 0) else 0
    if "chown" in name:  # Succeeds only if the owner stays: root could give files away.
        owners = {_signed(one) for one in request.arguments[max(path, 0) + 1 :][:2]}
        return 0 if owners <= {-1, os.getuid(), os.getgid()} else errno.EPERM
    return errno.ENOTSUP


def _on_process(request: Request) -> Decision:
    [(position, _)] = request.call.targets
    process = _signed(request.arguments[position])
    # The first argument of setpriority and ioprio_set can stand for all processes of the user.
    if process == -1 or position == 1 and request.arguments[0] > 1:
        return errno.EPERM, "of all processes"
    process = abs(process)  # A group has the number of its first process.
    if process == 0 or _is_below(os.getpid(), process):
        return CONTINUE, None
    there = os.path.exists(f"/proc/{process}")
    return (errno.EPERM, f"of process {process}") if there else (errno.ESRCH, None)


def _is_below(root: int, process: int) -> bool:
    """Return whether `root` started a process, or that of a thread, also indirectly."""
    try:
        with open(f"/proc/{process}/status", "rb") as file:
            parent = int(file.read().partition(b"\nPPid:")[2].split()[0])
    except OSError:
        return False
    return parent == root or parent > 1 and _is_below(root, parent)
