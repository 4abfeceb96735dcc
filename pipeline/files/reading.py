"""Reading and writing of files, locked folders, and sources that are changed before they are
parsed: `--p` and `--bandits` change the numbers of a map, and `--relax` drops the integrality of a
linear program.

The text of a changed source is rewritten first, so that the source of a run is a text like any
other: its checksum is in all artifacts, and they can be made again from that text.
"""

import codecs
import hashlib
import os
import re
import stat
import sys
import time
import warnings
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from contextvars import copy_context
from pathlib import Path
from threading import Timer
from typing import BinaryIO, TypeVar

import click

from ...schemas.parts.documents import MAX_CHARACTERS
from ...schemas.parts.labels import printed
from ...schemas.parts.near import near, near_file
from ...schemas.parts.problems import (
    EfgcError,
    InputError,
    Problem,
    StatusError,
    VerificationError,
    position,
    shown,
)
from ...stages.parse.maps import DANGER, read_map, varied
from ...stages.parse.recognising import OPENSPIEL_PREFIX, WELL_KNOWN, is_openspiel
from ..machine.streams import STDIN, encoded, real_file, reason, replace_file, silence_stdout
from ..settings import Settings
from ..terminal.diagnostics import PATIENCE, note
from . import examples
from .gambit_catalog import catalog_file, is_of_catalog
from .kinds import kind, refuse_by_ending, refuse_folder, refuse_others
from .origin import note_read
from .text import BYTE_ORDER_MARK, SEQUENCE_FORM, Text

Artifact = TypeVar("Artifact")
GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"
"""The first bytes of a gzip file, and of an archive."""


class OutputError(EfgcError):
    """The output could not be written."""

    code = "output"


def read_text(path: str) -> Text:
    """Return the text of a file or of stdin. Raises InputError with the name of the file, also if
    it is empty.

    If the command also reads stdin, that is read to its end before a file is opened: an earlier
    command of the pipe may still be writing the file. A named pipe ends by itself.
    """
    context = click.get_current_context(silent=True)
    meta = context.meta if context else {}
    name = _name(path)
    if path == "-":
        kept = meta.pop(STDIN, None)
        return _decoded(_content(path, name) if kept is None else kept, name, "")
    if STDIN in meta and not special(path):
        meta[STDIN] = meta[STDIN] or _content("-", _name("-"))
    if is_of_catalog(path):
        path = about(name, lambda: catalog_file(path))
    elif not os.path.isfile(path) and (known := examples.source(path)):
        file, content = known
        return _decoded(content, name, file)
    return _decoded(_content(path, name), name, Path(path).name)


def _content(path: str, name: str) -> bytearray:
    try:
        return _read_stdin() if path == "-" else _read_file(path)
    except OSError as error:
        raise InputError([Problem(f"{reason(error)}{_suggestion(name, error)}")], name) from None
    except ValueError:  # Python's error for a name with a NUL character or a lone surrogate.
        raise InputError([Problem("invalid file name")], shown(name)) from None


def _unpacked(content: bytes | bytearray, name: str) -> bytearray:
    """Return the content of a gzip file, as the collections of linear programs have them."""
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 16)  # With gzip's head.
    try:
        found = unpack.decompress(content, MAX_CHARACTERS + 1)
    except zlib.error:
        found = b""
    if len(found) > MAX_CHARACTERS:
        raise InputError([Problem(reason(_too_large()))], name)
    if not unpack.eof:
        raise InputError([Problem("a gzip file that is damaged or cut off")], name)
    return bytearray(found)


def _decoded(content: bytes | bytearray, name: str, file: str) -> Text:
    if content.startswith(b"PK") and b"E_indptr.npy" in content:
        digest = hashlib.sha256(content).hexdigest()
        return Text(SEQUENCE_FORM, name, file, digest, arrays=bytes(content))
    if file.endswith(".npz") and b"\0" in content:
        said = "not the matrices of `efgc lower`: the file is damaged, or has other arrays"
        raise InputError([Problem(said)], name)
    if content.startswith(ZIP):
        raise InputError([Problem("is an archive; `efgc grade` reads those with hand-ins")], name)
    if content.startswith(GZIP):
        content, file = _unpacked(content, name), file.removesuffix(".gz")
    if encoding := _other_encoding(content):
        said = f"is {encoding} text, not UTF-8: save it as UTF-8"
        raise InputError([Problem(said, (), 1, 1)], name)
    try:
        text = content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8").removeprefix("\ufeff")
        at = position(before, len(before))
        raise InputError(
            [Problem(f"not UTF-8 text: byte 0x{content[error.start]:02x}", (), *at)], name
        ) from None
    if not text or text.isspace():
        raise InputError([Problem("the file is empty", (), 1, 1)], name)
    mark = content.startswith(BYTE_ORDER_MARK)
    return Text(
        text=text,
        name=name,
        file=os.fsencode(file).decode(errors="replace"),
        sha256=hashlib.sha256(content).hexdigest(),
        mark=mark,
    )


def _other_encoding(content: bytes | bytearray) -> str:
    """Return the name of an encoding that is certainly not UTF-8, recognised by a byte order mark
    or by zero bytes; empty if there is none.

    >>> _other_encoding("EFG".encode("utf-16")), _other_encoding("EFG".encode("utf-16-be"))
    ('UTF-16', 'UTF-16')
    >>> _other_encoding(b"EFG 2 R")
    ''
    """
    marks = {codecs.BOM_UTF32_LE: "UTF-32", codecs.BOM_UTF32_BE: "UTF-32"}
    marks |= {codecs.BOM_UTF16_LE: "UTF-16", codecs.BOM_UTF16_BE: "UTF-16"}
    for mark, name in marks.items():
        if content.startswith(mark):
            return name
    first = bytes(content[:6])
    zeros = len(first) == 6 and {first[::2].count(0), first[1::2].count(0)} == {0, 3}
    return "UTF-16" if zeros else ""


def refuse_missing(paths: Iterable[str]) -> None:
    """Raise InputError for paths that do not exist; `-` is stdin."""
    named = [path for path in paths if path != "-" and not is_openspiel(path)]
    missing = [path for path in named if not os.path.lexists(path)]
    if missing:
        listed = ", ".join(missing[1:5]) + (", ..." if len(missing) > 5 else "")
        rest = f"; also missing: {listed}" if listed else ""
        said = f"no such file or directory{near_file(missing[0])}{rest}"
        raise InputError([Problem(said)], _name(missing[0]))


def _suggestion(name: str, error: OSError) -> str:
    """Return a suggestion for the name of a missing file."""
    if not isinstance(error, FileNotFoundError):
        return ""
    games = {game: f"{OPENSPIEL_PREFIX}{game}" for game in WELL_KNOWN}
    if name in games:
        return f"; did you mean {games[name]!r}?"
    # A name with a folder or an ending is the name of a file.
    if (file := near_file(name)) or os.path.basename(name) != name or "." in name:
        return file
    found = near(name, [*games, *examples.NAMES, *games.values()])
    return f"; did you mean {games.get(found[0], found[0])!r}?" if found else ""


def read_source(use: str, path: str) -> Text:
    """Return the text of a source, as `read_for`. The name of an OpenSpiel game is its own text and
    needs no file.
    """
    if not is_openspiel(path):
        return read_for(use, path)
    short = path.removeprefix(OPENSPIEL_PREFIX).partition("(")[0].strip()
    return Text(
        text=path,
        name=path,
        file=short if re.fullmatch(r"\w+", short) else "game",
        sha256=hashlib.sha256(os.fsencode(path)).hexdigest(),
    )


def read_for(use: str, path: str, any_text: bool = False) -> Text:
    """Return the text of a file or of stdin for one of the readers in `pipeline.files.kinds.KINDS`.

    If the text is certainly of another kind, raises InputError with the kind and the commands that
    read it. With `any_text` it raises only for a file that is not text.
    """
    about(path, lambda: refuse_folder(path))
    if is_openspiel(path):
        about(path, lambda: refuse_others(path, use))
    text = read_text(path)
    note_read(text.file, text.sha256)
    if not any_text:
        about(text.name, lambda: refuse_others(text.text, use, text.name))
        about(text.name, lambda: refuse_by_ending(text.text, text.name, use))
    return text


def read_content(use: str, content: bytes, name: str, file: str, any_text: bool = False) -> Text:
    """Return the text of a file's content, as `read_for`; `file` is its name in artifacts."""
    text = _decoded(content, name, file)
    if not any_text:
        about(name, lambda: refuse_others(text.text, use))
    return text


def read_artifact(use: str, path: str, read: Callable[[str], Artifact]) -> Artifact:
    """Return the artifact that a reader of `schemas` finds in a file, as `read_for`."""
    text = read_for(use, path)
    return about(text.name, lambda: read(text.text))


def about(path: str, work: Callable[[], Artifact]) -> Artifact:
    """Return the result of `work`; a problem or a false claim is reported with the file's name."""
    try:
        return work()
    except (InputError, StatusError, VerificationError) as error:
        error.source = error.source or _name(path)
        raise


def write_text(path: str, parts: Iterable[str] | bytes, inputs: Iterable[str] = ()) -> None:
    """Write text in parts, or an image, to a file in one step, or to stdout.

    Raises OutputError if that fails, and if the file is one of the `inputs`; the file then stays
    unchanged.
    """
    if path == "-":
        return write_stdout(parts)
    write_file(path, [parts] if isinstance(parts, bytes) else parts, inputs)


def write_file(
    path: str,
    parts: Iterable[str] | Iterable[bytes],
    inputs: Iterable[str] = (),
    unless_same: bool = False,
) -> bool:
    """Write a file in one step, as `write_text`; also binary content. With `unless_same`, a file
    with this content stays. Return whether the file was written.
    """
    _refuse_name(path)
    refuse_inputs(path, inputs)
    try:
        if special(path):
            with open(path, "wb") as file:
                file.writelines(encoded(parts))
            return True
        return replace_file(real_file(path), parts, unless_same)
    except OSError as error:
        raise OutputError(reason(error), path) from None


def _refuse_name(path: str) -> None:
    """Raise OutputError for a name that no file can have, with NUL or a lone surrogate in it."""
    try:
        os.stat(path)
    except OSError:
        pass
    except ValueError:
        raise OutputError("invalid file name", shown(path)) from None


def make_folder(path: str) -> None:
    """Make a folder if it does not exist. Raises OutputError."""
    _refuse_name(path)
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise OutputError("is not a folder", path) from None
    except OSError as error:
        raise OutputError(reason(error), path) from None


def write_new(
    files: Mapping[str, str], overwrite: bool = False, inputs: Collection[str] = ()
) -> None:
    """Write files whose names were not chosen by the user. Raises OutputError if one of them exists
    with other content, unless `overwrite` is set.
    """
    others = [
        path for path, text in files.items() if os.path.lexists(path) and _differs(path, text)
    ]
    if others and not overwrite:
        more = f", and {len(others) - 1} more" if len(others) > 1 else ""
        raise OutputError(f"already exists{more}; --overwrite replaces existing files", others[0])
    for path in files:
        refuse_inputs(path, inputs)
    for path, text in files.items():
        make_folder(os.path.dirname(path) or ".")
        write_file(path, [text])


def refuse_inputs(path: str, inputs: Iterable[str]) -> None:
    """Raise OutputError if an output file is one of the input files."""
    if path != "-" and not special(path) and any(_same(path, source) for source in inputs):
        raise OutputError("is also read from; choose another name", path)


def refuse_unwritable(path: str, folder: bool = False) -> None:
    """Raise OutputError, before any work is done, if a file or a `folder` cannot be written.

    A missing folder is allowed: it is made with the first file.
    """
    if path == "-":
        return
    _refuse_name(path)
    if folder and os.path.lexists(path) and not os.path.isdir(path):
        raise OutputError("is not a folder", path)
    place = path if folder or os.path.exists(path) else os.path.dirname(path) or "."
    while folder and not os.path.lexists(place):
        place = os.path.dirname(place.rstrip(os.sep)) or "."
    try:
        if not folder and os.path.isdir(path):
            raise IsADirectoryError(0, "is a directory")
        mode = os.stat(place).st_mode
        if place != path and not stat.S_ISDIR(mode):
            raise NotADirectoryError(0, "not a directory")
        if not os.access(place, os.W_OK):
            raise PermissionError(0, "permission denied")
    except OSError as error:
        raise OutputError(reason(error), path) from None


def write_stdout(parts: Iterable[str] | bytes) -> None:
    """Write to stdout. Raises OutputError unless all of it is written."""
    try:
        if sys.stdout is None:
            raise OSError(0, "is closed")
        if isinstance(parts, bytes):
            sys.stdout.buffer.write(parts)
        else:
            shown = printed if sys.stdout.isatty() else str
            for block in _blocks(parts):
                sys.stdout.write(shown(block))
        sys.stdout.flush()
    except OSError as error:
        silence_stdout()
        said = "the reader closed the pipe" if isinstance(error, BrokenPipeError) else reason(error)
        raise OutputError(f"<stdout>: {said}") from None


def _name(path: str) -> str:
    """Return the name of a file in messages.

    >>> _name("-"), _name("cave.txt"), _name("")
    ('<stdin>', 'cave.txt', "''")
    """
    return "<stdin>" if path == "-" else path or "''"


def _read_stdin() -> bytearray:
    if sys.stdin is None:
        raise OSError(0, "is closed")
    if sys.stdin.isatty():
        end = "Ctrl-Z and Enter" if os.name == "nt" else "Ctrl-D"
        note(f"<stdin>: type or paste the input, then press {end} on a line of its own")
        return bytearray(sys.stdin.buffer.read())  # Reading in blocks would need a second Ctrl-D.
    return _limited(sys.stdin.buffer)


def _read_file(path: str) -> bytearray:
    with _opened_pipe(path) if special(path) else open(path, "rb") as file:
        if os.fstat(file.fileno()).st_size > MAX_CHARACTERS:
            raise _too_large()
        return _limited(file)


def _opened_pipe(path: str) -> BinaryIO:
    """Return a device or a pipe, opened. A message says what is missing if no program opens the
    other end of a named pipe.
    """
    said = f"{path}: waiting for a program to write to this pipe"
    waiting = Timer(PATIENCE, copy_context().run, [note, said])
    waiting.start()
    try:
        return open(path, "rb")
    finally:
        waiting.cancel()
        waiting.join()


def _limited(file: BinaryIO) -> bytearray:
    content = bytearray()
    while block := file.read(2**20):
        content += block
        if len(content) > MAX_CHARACTERS:
            raise _too_large()
    return content


def _too_large() -> OSError:
    return OSError(0, f"larger than {MAX_CHARACTERS:,} bytes")


def same_file(path: str, other: str) -> bool:
    """Return whether two output paths name the same file, even if it does not exist yet."""
    if "-" in (path, other) or special(path):
        return False
    return os.path.realpath(path) == os.path.realpath(other) or _same(path, other)


def _differs(path: str, text: str) -> bool:
    try:
        return Path(path).read_bytes() != text.encode()
    except OSError:
        return True


def _same(path: str, source: str) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(0) if source == "-" else os.stat(source))
    except OSError:
        return False


def special(path: str) -> bool:
    """Return whether the path is a device or a pipe, which cannot be replaced."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode) and not os.path.isdir(path)
    except OSError:
        return False


def _blocks(parts: Iterable[str], size: int = 2**16) -> Iterator[str]:
    """Yield the parts in larger pieces. A short output goes out at once, so that a reader such as
    `| head` does not matter.
    """
    waiting: list[str] = []
    length = 0
    for part in parts:
        waiting.append(part)
        length += len(part)
        if length >= size:
            yield "".join(waiting)
            waiting, length = [], 0
    yield "".join(waiting)


# Twentieths of a second. The processes of a killed run hold its lock until they notice.
LOCK_TRIES = 20
LOCK = ".lock"
"""The name of the lock file in the folder."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder for this process. Raises OutputError if another process holds the lock for one
    second.
    """
    # filelock warns on systems where the only lock is the existence of a file.
    with warnings.catch_warnings(action="ignore"):
        from filelock import FileLock, Timeout  # Imported here because it is slow to import.

    path = folder / LOCK
    lock = FileLock(path)
    try:
        lock.acquire(0.05 * LOCK_TRIES, 0.05)
    except Timeout:
        raise OutputError("another process is using this folder", folder) from None
    except OSError as error:
        raise OutputError(reason(error), path) from None
    except NotImplementedError:
        raise OutputError(
            "this file system has no locks; name a folder on another one", path
        ) from None
    try:
        yield
    finally:
        lock.release()


def only_writer(folder: str) -> ExitStack:
    """Return a lock that keeps other runs from writing into a folder until it is closed. It leaves
    no file there. The folder is made if it does not exist. Raises OutputError, also if another
    process holds the lock for one second.
    """
    make_folder(folder)
    lock = ExitStack()
    with suppress(ImportError, PermissionError):
        import fcntl  # Which not every system has.

        opened = os.open(folder, os.O_RDONLY)
        lock.callback(os.close, opened)
        for _ in range(LOCK_TRIES):
            try:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return lock
            except BlockingIOError:
                time.sleep(0.05)
            except OSError:  # This file system has no locks of folders.
                return lock
        lock.close()
        raise OutputError("another run is writing into this folder", folder)
    return lock


NUMBERS = ("--p", "--bandits")  # The options that change the numbers of a map.


def read_varied(use: str, path: str, settings: Settings) -> Text:
    """Return the text of a source, as `read_source`, with the requested numbers."""
    return with_numbers(read_source(use, path), settings)


def with_numbers(source: Text, settings: Settings) -> Text:
    """Return a source with the requested numbers, or the same source if there are none. A linear
    program is relaxed on request.

    Sources of other kinds stay unchanged: the chain refuses the options. Raises InputError if the
    map is broken, or has no room for the bandits.
    """
    if settings.relax and kind(source.text) == "linear-program":
        return relaxed(source)
    asked = settings.p, settings.bandits
    if asked == (None, None) or kind(source.text) != "map":
        return source
    text = about(source.name, lambda: varied(source.text, *asked))
    places = len(read_map(source.text).squares(DANGER))
    if settings.bandits is not None and settings.bandits > places:
        said = (
            f"--bandits {settings.bandits} exceeds the number of dangerous places {DANGER} of "
            "the map"
        )
        raise InputError([Problem(f"{said}: {places}")], source.name)
    return _with_text(source, text)


def relaxed(program: Text) -> Text:
    """Return a linear program without the integrality of its columns."""
    # Imported here for start-up time: it loads NumPy and GLPK.
    from ...stages.programs import texts

    return _with_text(program, about(program.name, lambda: texts.relaxed(program.text)))


def _with_text(source: Text, text: str) -> Text:
    if text == source.text:
        return source
    made = source._replace(text=text)
    return made._replace(sha256=hashlib.sha256(made.content).hexdigest())
