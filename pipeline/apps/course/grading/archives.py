"""Zip archives from students, read without trust: neither paths nor sizes of an archive are
believed, and one that could do harm is refused whole, with one reason.
"""

import os
import stat
import struct
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NoReturn
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo
from zlib import error as ZlibError

from .....schemas.parts.documents import MAX_CHARACTERS
from .....schemas.parts.labels import cut, one_line
from .....schemas.parts.limits import bytes_in_words
from .....schemas.parts.problems import InputError, Problem
from ....machine.streams import reason

ARCHIVE = ".zip"
MEMBERS = 20_000
"""Files of an archive."""
UNPACKED = MAX_CHARACTERS
"""Bytes of all its files."""
RATIO, SMALL = 250, 10_000_000
"""An archive that unpacks to more bytes than SMALL must not grow by more than RATIO; Gambit files
shrink to a twentieth.
"""
NAMED = 60  # Characters of a path in a reason.
BLOCK = 2**20  # Bytes.
BROKEN = (
    *(BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError, struct.error),
    *(OverflowError, IndexError, ZlibError),
)
"""What zipfile raises for broken archives."""
SLASHES = ("/", "\\")  # One of them ends the path of a folder.
_UTF_8 = 0x800  # The flag of a path in UTF-8.
_ENCRYPTED = 0x1


@lru_cache(maxsize=64)
def _content(path: str, changed: int, size: int) -> tuple[dict[str, ZipInfo], list[str]]:
    if size > UNPACKED:
        _refuse(path, f"an archive larger than {bytes_in_words(UNPACKED)}")
    try:
        with ZipFile(path) as archive:
            entries = [(_name(one), one) for one in archive.infolist()]
    except BROKEN:
        _refuse(path, "a broken archive")
    except OSError as error:
        _refuse(path, reason(error))
    infos = [info for name, info in entries if not name.endswith(SLASHES)]
    if len(infos) > MEMBERS:
        _refuse(path, f"an archive with more than {MEMBERS:,} files")
    unpacked = sum(info.file_size for info in infos)
    if unpacked > UNPACKED:
        _refuse(path, f"an archive that unpacks to more than {bytes_in_words(UNPACKED)}")
    if unpacked > SMALL and unpacked > RATIO * size:
        _refuse(path, f"an archive that unpacks to more than {RATIO} times its size")
    found: dict[str, ZipInfo] = {}
    for info in infos:
        inside = _path(path, info)
        if inside in found:
            _refuse(path, f"an archive with two files {_short(inside)}")
        found[inside] = info
    inner = [name.replace("\\", "/") for name, _ in entries if name.endswith(SLASHES)]
    folders = {name.partition("/")[0] for name in inner} - {"", ".", ".."}
    return found, sorted(folders)


def members(path: str) -> dict[str, ZipInfo]:
    """Return the files of an archive by their paths; see `content`. Raise InputError."""
    return content(path)[0]


def content(path: str) -> tuple[dict[str, ZipInfo], list[str]]:
    """Return the files of an archive by their paths, with slashes, and the names of those of its
    outer folders, also empty ones, that it lists. Raise InputError for an archive that is broken,
    encrypted, too large, or has paths that lead out of it.
    """
    try:
        status = os.stat(path)
    except OSError as error:
        _refuse(path, reason(error))
    return _content(path, status.st_mtime_ns, status.st_size)


def blocks(path: str, inside: str) -> Iterator[bytes]:
    """Yield the bytes of a file in an archive, at most as many as the archive has declared. Raise
    InputError.
    """
    info = members(path).get(inside)
    if info is None:
        _refuse(path, f"has no file {_short(inside)}")
    left = info.file_size
    try:
        with ZipFile(path) as archive, archive.open(info) as file:
            while left >= 0 and (block := file.read(min(BLOCK, left + 1))):
                left -= len(block)
                yield block
    except OSError as error:
        _refuse(path, reason(error))
    except BROKEN:
        _refuse(path, "a broken archive")
    if left:
        _refuse(path, "a broken archive")


def read_member(path: str, inside: str) -> bytes:
    """Return the bytes of a file in an archive. Raise InputError."""
    return b"".join(blocks(path, inside))


def extract(path: str, folder: str) -> None:
    """Write the files of an archive into an existing folder that is empty. Raise InputError; then
    some files may be there.
    """
    for inside in members(path):
        place = Path(folder, *inside.split("/"))
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            with open(place, "xb") as file:  # Never through a link, nor over another file.
                file.writelines(blocks(path, inside))
        except OSError as error:
            _refuse(path, f"{_short(inside)}: {reason(error)}")


def _name(info: ZipInfo) -> str:
    """Return the path of a file or folder in an archive; bytes of an unknown encoding are
    escaped.
    """
    name = info.orig_filename
    if not info.flag_bits & _UTF_8:
        raw = name.encode("cp437", errors="replace")  # As zipfile has decoded it.
        try:
            name = raw.decode("utf-8")
        except UnicodeDecodeError:
            name = raw.decode("ascii", errors="backslashreplace").replace("\\x", "%")
    return name


def _path(path: str, info: ZipInfo) -> str:
    """Return the path of a file in an archive, with slashes. Raise InputError unless it is a plain
    file below the archive.
    """
    name = _name(info)
    parts = name.replace("\\", "/").split("/")
    if info.flag_bits & _ENCRYPTED:
        _refuse(path, "an encrypted archive")
    if stat.S_ISLNK(info.external_attr >> 16):
        _refuse(path, f"an archive with the link {_short(name)}")
    if {"", ".", ".."} & {*parts} or ":" in parts[0] or "\0" in name:
        _refuse(path, f"an archive with the unsafe path {_short(name)}")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        _refuse(path, "an archive packed in an unusual way")
    return "/".join(parts)


def _refuse(path: str, why: str) -> NoReturn:
    raise InputError([Problem(why)], path)


def _short(name: str) -> str:
    return cut(one_line(name), NAMED)
