"""The folder of a run: one file per stage, identical to the files of the single commands."""

from collections.abc import Iterable
from pathlib import Path

from pipeline.chain.steps import Step
from pipeline.files.kinds import kind, stem
from pipeline.files.reading import make_folder, write_text
from pipeline.files.sources import SOURCES
from pipeline.files.text import Text
from pipeline.settings import Settings


class Folder:
    """The folder for the files of a run, and the names of these files."""

    def __init__(
        self, path: str, source: Text, read: Text, settings: Settings, origin: str
    ) -> None:
        """`source` goes through the stages, and `read` is the text of the file `origin`. The two
        differ if options change the numbers of a map.
        """
        self.path, self.settings, self._inputs = path, settings, [origin] if origin else []
        self._begin, self._stem = SOURCES[kind(source.text)], stem(source)
        self.files: list[str] = []
        """The files written so far."""
        # The folder then holds everything needed to repeat the run.
        self._source = source if source is not read else None

    def write(self, step: Step) -> None:
        """Write the files of a stage, the most important file last, when all others exist."""
        if step.name == "parse":
            self._write_source()
            if self._begin.is_artifact:
                return
        for suffix, parts in reversed(step.files(self.settings).items()):
            self._write(f"{self._stem}.{suffix}", parts)

    def _write_source(self) -> None:
        if self._source is not None:
            text = "\ufeff" * self._source.mark + self._source.text
            self._write(self._source.file or f"{self._stem}.txt", [text])

    def _write(self, name: str, parts: Iterable[str]) -> None:
        make_folder(self.path)
        path = str(Path(self.path) / name)
        write_text(path, parts, self._inputs)
        self.files.append(path)
