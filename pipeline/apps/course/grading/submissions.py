"""Hand-ins as they come: files, folders of any depth, and .zip archives, such as learning platforms
export them.

`find_submissions` lists them by student. Archives are read in memory, member by member;
`student_folder` extracts one into a private folder, for programs that must run in a folder. No file
is written to a path that an archive chooses outside that folder.
"""

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import file_digest, sha256
from itertools import islice
from pathlib import PurePosixPath
from typing import NamedTuple

from .....schemas.levels import MANIFEST
from .....schemas.parts.documents import MAX_CHARACTERS
from .....schemas.parts.labels import Key, natural
from .....schemas.parts.problems import InputError, Problem
from ....files.reading import read_content, read_for, refuse_missing, same_file, special
from ....files.text import Text
from ....machine.streams import reason
from ..records import A_PROGRAM
from .archives import ARCHIVE, BLOCK, blocks, content, extract, members, read_member

DEPTH = 16
"""Folders within folders; deeper ones are skipped."""
MOST = 100_000
"""Files and folders of one HANDIN."""
JUNK = ("__macosx", "thumbs.db", "desktop.ini")
"""What systems leave in folders, in lower case; ignored like hidden files."""
NESTED = "an archive in an archive"
_MOODLE = re.compile(r"(.+_\d+)_assignsubmission_[a-z]+_")
"""The person in Moodle's export, which has a folder or file for each way of handing in."""
OTHER_ARCHIVES = (".7z", ".bz2", ".gz", ".rar", ".tar", ".tgz", ".xz")


class Wanted(NamedTuple):
    """The files that are hand-ins."""

    kind: str
    """The name of the kind in reasons."""
    suffixes: tuple[str, ...] = ()
    """In lower case; files in upper case are hand-ins, too."""
    programs: tuple[str, ...] = ()
    """Names of files, one of which makes its folder a hand-in."""
    archives: bool = True
    """Whether to look into archives."""
    recognise: Callable[[str, str], bool] | None = None
    """Whether a file with another name is a hand-in, by its name and the beginning of its text."""


@dataclass(frozen=True)
class Submission:
    """A hand-in, or a file that is skipped."""

    name: str
    """The path as given; of a file in an archive, its path there follows."""
    student: str
    path: str
    """The file, the folder or the archive."""
    inside: str = ""
    """The path in the archive; of a folder, with a slash at its end."""
    reason: str = ""
    """The reason for skipping it; empty if it is graded."""
    named: bool = False
    """Whether it was named as a HANDIN itself."""
    handin: int = 0
    """The number of the HANDIN that stands for it."""

    @property
    def size(self) -> int | None:
        """The size in bytes; None if it is unknown, or if it cannot be read twice."""
        try:
            if self.inside:
                return members(self.path)[self.inside].file_size
            stream = self.path == "-" or special(self.path)
            return None if stream else os.stat(self.path).st_size
        except (OSError, ValueError, InputError, KeyError):
            return None

    @property
    def is_stream(self) -> bool:
        """Whether it can be read only once."""
        return not self.inside and (self.path == "-" or special(self.path))


def read_submission(use: str, path: str, inside: str = "", any_text: bool = False) -> Text:
    """Return the text of a file, or of a file in an archive, as `read_for`. Raise InputError."""
    if not inside:
        return read_for(use, path, any_text)
    name, content = f"{path}/{inside}", read_member(path, inside)
    return read_content(use, content, name, PurePosixPath(inside).name, any_text)


def beginning(path: str, inside: str = "") -> str:
    """Return the beginning of a text file, or of a file in an archive; empty if it cannot be
    read.
    """
    try:
        if inside:
            block = next(blocks(path, inside), b"")
        else:
            with open(path, "rb") as file:
                block = file.read(BLOCK)
    except (OSError, InputError):
        return ""
    return block.decode("utf-8", errors="replace")


def student_folder(submission: Submission, private: str) -> str:
    """Return the folder of a student's hand-in. An archive is extracted into an empty private
    folder, which the caller removes. Raise InputError.
    """
    if not submission.inside:
        where = submission.path
        return where if os.path.isdir(where) else os.path.dirname(os.path.abspath(where))
    extract(submission.path, private)
    inner = submission.inside
    folder = inner if inner.endswith("/") else os.path.dirname(inner)
    return os.path.join(private, *filter(None, folder.split("/")))


def find_submissions(
    names: Sequence[str], wanted: Wanted, without: Sequence[str] = ()
) -> list[Submission]:
    """Return the hand-ins meant by names of files, folders and archives, with what is skipped in
    folders and archives.

    The names keep their order; what one of them stands for is in natural order by student. A folder
    with nothing to grade has a record of its own. Folders and archives that are named side by side
    are the students, except those with hand-ins of several; those of one person in Moodle's export
    are one student. Raise InputError for a missing file: a
    missing hand-in gets no grade. Files among `without` are ignored.
    """
    refuse_missing(names)
    beside = Counter(_parent(name) for name in names if _is_folder(name) or _is_archive(name))
    first: dict[tuple[str, str], int] = {}  # HANDIN of each person in Moodle's export.
    found: list[Submission] = []
    for number, name in enumerate(names):
        those = _under(name, wanted, without, beside[_parent(name)] > 1)
        handin, person = number, _MOODLE.match(os.path.basename(os.path.abspath(name)))
        if person and len(names) > 1:
            handin = first.setdefault((_parent(name), person[1]), number)
            those = [replace(one, student=person[1], named=False) for one in those]
        found += [replace(one, handin=handin) for one in those]
    return sorted(found, key=lambda one: one.handin)


def map_texts(names: Sequence[str]) -> list[Text]:
    """Return the texts of the maps that --map names: files, and the .txt files of folders. Raise
    InputError for a name that stands for none.
    """
    found = find_submissions(names, Wanted("map (.txt)", (".txt",), archives=False))
    for one in found:
        if one.reason and one.path in names:
            raise InputError([Problem(one.reason)], one.name)
    paths = dict.fromkeys(one.path for one in found if not one.reason)
    return [read_for("grade --map", path) for path in paths]


def first_duplicates(submissions: Sequence[Submission]) -> list[int]:
    """Return for each hand-in the number of the first one with the same content, which may be
    itself.

    One that cannot be read, or cannot be read twice, equals only itself.
    """
    sizes = [None if one.reason else one.size for one in submissions]
    often = Counter(sizes)
    first: dict[object, int] = {}
    found = []
    for number, (one, size) in enumerate(zip(submissions, sizes, strict=True)):
        # Contents of different sizes differ, so most hand-ins need not be read here; files that are
        # too large are never read.
        like = size is not None and often[size] > 1 and size <= MAX_CHARACTERS
        key = (size, _digest(one)) if like else None
        found.append(number if key is None or key[1] is None else first.setdefault(key, number))
    return found


def _parent(name: str) -> str:
    return os.path.dirname(os.path.abspath(name))


class _File(NamedTuple):
    """A file below a HANDIN."""

    parts: tuple[str, ...]
    """Its path below the HANDIN; an archive counts as a folder."""
    path: str
    inside: str = ""
    reason: str = ""


def _under(name: str, wanted: Wanted, without: Sequence[str], beside: bool) -> list[Submission]:
    """Return the records of a HANDIN. `beside` says whether it may be a student among others."""
    folder = _is_folder(name)
    student = os.path.basename(os.path.abspath(name)) if folder else _stem(name)
    if not folder and not (wanted.archives and _is_archive(name) and os.path.isfile(name)):
        return [Submission(name, student, name, named=True)]
    if folder and any(os.path.isfile(os.path.join(name, one)) for one in wanted.programs):
        return [Submission(name, student, name, named=True)]
    folders: list[str] = []
    files = list(islice(_files(name, wanted, folders), MOST + 1))
    if len(files) + len(folders) > MOST:
        raise InputError([Problem(f"has more than {MOST:,} files and folders")], name)
    if files and not files[0].parts:
        return [Submission(name, student, name, reason=files[0].reason, named=True)]
    files = [one for one in files if not any(same_file(one.path, other) for other in without)]
    found = _chosen(name, files, wanted)
    graded = {one.student for one in found if not one.reason}
    found += _without_handins(name, files, folders, found, wanted)
    found.sort(key=lambda one: (_reading_order(one.student), one.student, natural(one.name)))
    if not graded:
        missing = Submission(name, student, name, reason=f"has no {wanted.kind}", named=not beside)
        found.insert(0, missing)
    if beside and len(graded) <= 1:
        return [replace(one, student=student) for one in found]
    return found


def _chosen(name: str, files: Sequence[_File], wanted: Wanted) -> list[Submission]:
    """Return the records of the files below a HANDIN: folders of programs, files, and what is
    skipped.
    """
    homes = {one.parts[:-1] for one in files if one.parts[-1] in wanted.programs}
    homes = {home for home in homes if not any(home[:size] in homes for size in range(len(home)))}
    found: dict[str, Submission] = {}
    for one in files:
        home, row = one.parts[:-1], os.path.join(name, *one.parts)
        if home in homes and one.parts[-1] in wanted.programs:
            folder = os.path.join(name, *home)
            inside = "/".join(one.inside.split("/")[:-1]) + "/" if one.inside else ""
            record = Submission(
                folder, _student((*home, "")), one.path if inside else folder, inside
            )
        elif any(one.parts[:size] in homes for size in range(len(one.parts))):
            continue  # A file beside a program.
        else:
            why = one.reason or _refusal(one, wanted)
            record = Submission(row, _student(one.parts), one.path, one.inside, why)
        found.setdefault(record.name, record)
    return list(found.values())


def _without_handins(
    name: str,
    files: Iterable[_File],
    folders: Iterable[str],
    found: Iterable[Submission],
    wanted: Wanted,
) -> Iterator[Submission]:
    """Yield the records of the folders and archives just below a HANDIN that have nothing to
    grade.
    """
    known = {one.name for one in found}
    graded = {one.student for one in found if not one.reason}
    for folder in dict.fromkeys((*folders, *(one.parts[0] for one in files if one.parts[1:]))):
        path, student = os.path.join(name, folder), _student((folder, ""))
        if student not in graded and path not in known:
            yield Submission(path, student, path, reason=f"has no {wanted.kind}")


def _refusal(file: _File, wanted: Wanted) -> str:
    """Return the reason for skipping a file; empty if it is wanted."""
    lower = file.parts[-1].lower()
    if lower.endswith(wanted.suffixes):
        return ""
    if wanted.recognise and wanted.recognise(lower, beginning(file.path, file.inside)):
        return ""
    if lower.endswith(".py") and wanted.recognise:
        return A_PROGRAM
    if lower.endswith(OTHER_ARCHIVES):
        return "an archive, but not a .zip"
    return f"not a {wanted.kind}"


def _files(
    name: str, wanted: Wanted, folders: list[str], below: tuple[str, ...] = ()
) -> Iterator[_File]:
    """Yield the files below a HANDIN, an archive or a folder; and add to `folders` the names of the
    folders just below it.
    """
    path = os.path.join(name, *below)
    if not os.path.isdir(path):
        yield from _in_archive(path, below, folders)
        return
    try:
        entries = sorted(os.scandir(path), key=lambda entry: entry.name)
    except OSError as error:
        yield _File(below, path, reason=reason(error))
        return
    for entry in entries:
        parts = (*below, entry.name)
        if _is_junk(entry.name):
            continue
        if entry.is_dir(follow_symlinks=False):
            folders += [] if below else [entry.name]
            if len(parts) > DEPTH:
                yield _File(parts, entry.path, reason=f"deeper than {DEPTH} folders")
            else:
                yield from _files(name, wanted, folders, parts)
        elif entry.is_symlink() and (why := _link_refusal(name, entry.path)):
            yield _File(parts, entry.path, reason=why)
        elif special(entry.path):  # Reading a pipe would block.
            yield _File(parts, entry.path, reason="a pipe or a device")
        elif _is_archive(entry.name) and wanted.archives:
            yield from _in_archive(entry.path, parts, [])
        else:
            yield _File(parts, entry.path)


def _link_refusal(name: str, path: str) -> str:
    """Return why a symbolic link below a HANDIN is not followed; empty if it is."""
    if os.path.isdir(path):
        return "a link to a folder"
    root, target = os.path.realpath(name), os.path.realpath(path)
    return "" if target.startswith(os.path.join(root, "")) else "a link out of the folder"


def _in_archive(path: str, below: tuple[str, ...], folders: list[str]) -> Iterator[_File]:
    try:
        found, outer = content(path)
    except InputError as error:
        yield _File(below, path, reason=str(error.problems[0]))
        return
    folders += [name for name in outer if not _is_junk(name)]
    files = {inside: tuple(inside.split("/")) for inside in found}
    files = {inside: parts for inside, parts in files.items() if not any(map(_is_junk, parts))}
    if not files:
        yield _File(below, path, reason="an empty archive")
    for inside, parts in files.items():
        nested = parts[-1].lower().endswith(ARCHIVE)
        yield _File((*below, *parts), path, inside, NESTED if nested else "")


def _student(parts: tuple[str, ...]) -> str:
    """Return the student of a file by its path below the HANDIN: the first folder, or the name of
    the file; in Moodle's export, the beginning of it.
    """
    first = parts[0]
    if person := _MOODLE.match(first):
        return person[1]
    return _stem(first) if len(parts) == 1 or _is_archive(first) else first


def _stem(path: str) -> str:
    name = os.path.basename(path.rstrip("/" + os.sep)) or path
    stem, _ = os.path.splitext(name)
    return stem


def _reading_order(name: str) -> Key:
    """Return the key that sorts names without regard to case and accents."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return natural("".join(letter for letter in plain if not unicodedata.combining(letter)))


def _is_junk(name: str) -> bool:
    return name.startswith(".") or name.lower() in JUNK


def _is_archive(name: str) -> bool:
    return name.lower().endswith(ARCHIVE)


def _is_folder(name: str) -> bool:
    # A folder of level files is refused later, where it is read.
    return os.path.isdir(name) and not os.path.isfile(os.path.join(name, MANIFEST))


def _digest(submission: Submission) -> bytes | None:
    try:
        if submission.inside:
            digest = sha256()
            for block in blocks(submission.path, submission.inside):
                digest.update(block)
            return digest.digest()
        with open(submission.path, "rb") as file:
            return file_digest(file, "sha256").digest()
    except (OSError, InputError):
        return None
