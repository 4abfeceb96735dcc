"""Standard streams, and files that are written whole or not at all."""

import errno
import filecmp
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial

from ...stages.isolated.signals import deferred_signals, hold

STDIN = "efgc.stdin"
"""The key in click's `meta` for the content of stdin if it is an input of the command: None before
it is read, and removed when it is used.
"""
_silent = ContextVar("silent", default=False)  # One per thread.
Parts = Iterable[str] | Iterable[bytes]
"""The parts of a file."""


def reason(error: OSError) -> str:
    """Return the system's description of an error, in the style of our messages."""
    return (error.strerror or str(error)).lower()


def silence_stdout() -> None:
    """Redirect Python's last flush at exit to nowhere."""
    sys.stdout = open(os.devnull, "w")


def flush_stderr() -> None:
    """Write what stderr still holds. If that fails, nobody can be told, and Python must not try
    again at exit: that would change the exit code.
    """
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    except OSError:
        sys.stderr = open(os.devnull, "w")


@contextmanager
def silent() -> Iterator[None]:
    """Print nothing in a `with` block: for calls from other programs."""
    token = _silent.set(True)
    try:
        yield
    finally:
        _silent.reset(token)


def is_silent() -> bool:
    """Return whether this thread prints nothing."""
    return _silent.get()


def real_file(path: str) -> str:
    """Return the file behind a link of the system to an open file, such as `/dev/stdout`; any other
    path is returned unchanged.
    """
    folder = os.path.realpath(os.path.dirname(path) or ".")
    of_system = folder == "/dev" or folder.startswith("/proc/")
    return os.path.realpath(path) if of_system else path


def replace_file(path: str, parts: Parts, unless_same: bool = False) -> bool:
    """Write a file in the folder of `path`, and move it to `path` when it is complete. A link at
    `path` is replaced; the file that it leads to stays as it is. With `unless_same`, a file with
    this content is not replaced. Return whether the file at `path` is a new one.
    """
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        raise IsADirectoryError(0, "is a directory")
    if os.path.exists(path) and not os.access(path, os.W_OK):
        raise PermissionError(0, "permission denied")
    move = partial(_move, path=path, unless_same=unless_same)
    before = os.lstat(path).st_ino if os.path.lexists(path) else 0
    if not hasattr(os, "O_TMPFILE") or not _write_unnamed(path, folder, parts, move):
        _write_named(path, folder, parts, move)
    return os.lstat(path).st_ino != before


def encoded(parts: Parts) -> Iterator[bytes]:
    """Yield text as the bytes of a file."""
    for part in parts:
        yield part if isinstance(part, bytes) else part.encode("utf-8", "backslashreplace")


def _write_unnamed(path: str, folder: str, parts: Parts, move: Callable[[str], None]) -> bool:
    """Write a file that has no name until it is complete. Return whether the system supports that.

    A file without a name cannot be left behind half-written, however the program ends.
    """
    try:
        descriptor = os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666)
    except IsADirectoryError:  # The error of an old file system.
        return False
    except OSError as error:
        if error.errno != errno.EOPNOTSUPP:
            raise
        return False
    unnamed = f"/proc/self/fd/{descriptor}"
    if not os.path.exists(unnamed):  # Without /proc the file could never get a name.
        os.close(descriptor)
        return False
    with open(descriptor, "wb") as file:
        file.writelines(encoded(parts))
        file.flush()
        with deferred_signals():
            whole = tempfile.mktemp(".tmp", f".{os.path.basename(path)}.", folder)
            # The descriptor of the folder makes Python call linkat, which follows the link in
            # /proc; link does not.
            os.link(unnamed, whole, src_dir_fd=descriptor, follow_symlinks=True)
            move(whole)
    return True


def _write_named(path: str, folder: str, parts: Parts, move: Callable[[str], None]) -> None:
    let_come = hold()
    try:
        descriptor, whole = tempfile.mkstemp(".tmp", f".{os.path.basename(path)}.", folder)
    except BaseException:
        let_come()
        raise
    try:
        let_come()
        with open(descriptor, "wb") as file:
            file.writelines(encoded(parts))
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(whole, 0o666 & ~mask)
        with deferred_signals():
            move(whole)
    except BaseException:
        with deferred_signals(), suppress(FileNotFoundError):
            os.unlink(whole)
        raise


def _move(whole: str, path: str, unless_same: bool) -> None:
    try:
        readable = os.path.isfile(path) and os.access(path, os.R_OK) and not os.path.islink(path)
        if unless_same and readable and filecmp.cmp(whole, path, shallow=False):
            os.unlink(whole)
            return
        if os.path.exists(path) and not os.path.islink(path):
            os.chmod(whole, stat.S_IMODE(os.stat(path).st_mode))
        os.replace(whole, path)
    except BaseException:
        os.unlink(whole)
        raise
