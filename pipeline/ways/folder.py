"""The folder of a run, and what an earlier run of the same source has left there."""

import os
import re
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from hashlib import sha256
from pathlib import Path

from ...schemas import game, state_graph
from ...schemas.parts.exact import write_exact
from ...schemas.parts.problems import EfgcError, InputError
from ...schemas.parts.source import is_edited
from ...stages.parse.maps import read_map, varied
from ..chain.checkpoints import SUFFIX
from ..chain.provenance import stamp_of
from ..chain.steps import Step
from ..files.kinds import KINDS, NAMES, kind, kinds_of_name, stem
from ..files.reading import OutputError, only_writer, read_text, refuse_inputs, special, write_file
from ..files.sources import SOURCES
from ..files.text import Text
from ..settings import Settings
from ..terminal.diagnostics import note

_MADE = re.compile(r"^[\\*] Made by .*\n.*\n", re.MULTILINE)
"""The lines of a linear program on how it was made."""
_ARTICLE = re.compile("^(?:an?|the) ")
_FURTHER = re.compile(" (?:of a|by|for|on) ")
"""The part of a description that tells a kind of file from its kin."""


class Folder(ExitStack):
    """The folder for the files of a run, and the names of these files. In a `with` block, no other
    run writes there after the first file.
    """

    def __init__(
        self,
        path: str,
        source: Text,
        read: Text,
        settings: Settings,
        origin: str,
        fresh: bool = False,
    ) -> None:
        """`source` goes through the stages, and `read` is the text of the file `origin`. The two
        differ if options change the numbers of a map. With `fresh`, all files are written anew.
        """
        super().__init__()
        self.path, self.settings, self._inputs = path, settings, [origin] if origin else []
        # Only the text of a map is needed: a large text is not kept in memory.
        self._read = read if kind(read.text) == "map" else read._replace(text="")
        self._begin, self._stem = SOURCES[kind(source.text)], stem(source)
        self.checkpoint = str(Path(path) / f"{self._stem}.{settings.method}{SUFFIX}")
        """The file from which a search for bounds goes on."""
        self.solution = "" if fresh else str(Path(path) / f"{self._stem}.solution.json")
        """The file with the solution of an earlier run; empty if it is not to be used."""
        self.files: list[str] = []
        """The files written so far."""
        self.kept: list[str] = []
        """The files that were there already, with the same content."""
        self._fresh = fresh
        self._lock: ExitStack | None = None
        # The folder then holds everything needed to repeat the run.
        self._source = source if source is not read else None
        self._copy = source.file or f"{self._stem}.txt"
        if self._source is not None:
            refuse_inputs(str(Path(path, self._copy)), self._inputs)

    def write(self, step: Step) -> None:
        """Write the files of a stage, the most important file last, when all others exist."""
        if not self.files and not self.kept:
            self._delete_old_map()
        given = step.name == "parse" and self._begin.is_artifact
        files = {} if given else step.files(self.settings)
        for suffix, parts in reversed(files.items()):
            self._write(f"{self._stem}.{suffix}", parts)
        # After an artifact that has its checksum: it is then never taken for an edited source.
        if self._source is not None and (given or files):
            self._write(self._copy, ["\ufeff" * self._source.mark + self._source.text])
            self._source = None

    def others(self) -> list[str]:
        """Return the names of files of this NAME in the folder that other runs wrote."""
        written = {os.path.basename(path) for path in (*self.files, *self.kept, self.checkpoint)}
        names = {self._read.file, *(f"{self._stem}.{ending}" for ending in NAMES)} - {"", *written}
        return [name for name in sorted(names) if self._is_other(Path(self.path, name))]

    def _is_other(self, path: Path) -> bool:
        """Return whether there is a file that is neither the source nor a copy of it."""
        if not path.is_file() or path.name != self._read.file or not os.access(path, os.R_OK):
            return path.is_file()
        return sha256(path.read_bytes()).hexdigest() != self._read.sha256

    def _delete_old_map(self) -> None:
        """Delete the map with other numbers that an earlier run wrote, if its checksum in the files
        of that run proves that nobody edited it, and this source has the same map.
        """
        path = Path(self.path, self._read.file)
        if self._source is not None or not self._read.text or not self._is_other(path):
            return
        with suppress(InputError, OSError):
            old = read_text(str(path))
            board = read_map(old.text)
            made = [Path(self.path, f"{self._stem}.{ending}") for ending in NAMES]
            ours = any(old.sha256.encode() in one.read_bytes() for one in made if one.is_file())
            if ours and varied(self._read.text, board.capture, board.bandits) == old.text:
                path.unlink()
                numbers = f"--p {write_exact(board.capture)} --bandits {board.bandits}"
                note(f"deleted: it is the map of an earlier run, {numbers}", str(path))

    def kept_in_words(self) -> str:
        """Return the files that were kept, in words."""
        kinds = [kinds_of_name(os.path.basename(path)) for path in self.kept]
        words = [KINDS[of[0]].words if of else "a source" for of in kinds]
        *most, last = (f"the {_FURTHER.split(_ARTICLE.sub('', one))[0]}" for one in words)
        return f"{', '.join(most)} and {last}" if most else last

    def _write(self, name: str, parts: Iterable[str]) -> None:
        self._lock = self._lock or self.enter_context(only_writer(self.path))
        path = str(Path(self.path) / name)
        if special(path):
            raise OutputError("is not a plain file", path)
        with ExitStack() as opened:
            before = None
            with suppress(OSError):
                before = opened.enter_context(open(path, "rb"))
            if not write_file(path, parts, self._inputs, unless_same=not self._fresh):
                if path not in self.files:  # Else an earlier round of this run has written it.
                    self.kept.append(path)
                return
            self.files.append(path)
            self.kept = [one for one in self.kept if one != path]  # By an earlier round of it.
            if before and _was_edited(name, before.read().decode(errors="replace"), path):
                note("had been changed after it was made; it is written anew", path)


def _was_edited(name: str, text: str, path: str) -> bool:
    """Return whether a file of the folder was changed after efgc wrote it; `path` is the file that
    has replaced it. Reports for people do not record how they were made.
    """
    [kind_of_file, *_] = kinds_of_name(name) or ("",)
    try:
        match kind_of_file:
            case "game":
                return is_edited(game.read(text).source)
            case "state-graph":
                return is_edited(state_graph.read(text).source)
            case "linear-program":
                made, new = _MADE.search(text), Path(path).read_text()
                return made is None or made[0] in new and text != new
            case _ if path.endswith(".json"):
                return stamp_of(text).edited_after is not None
    except (EfgcError, ValueError):  # It is damaged.
        return True
    return False
