"""The folder of a run: one file per stage, the same that the single commands write."""

from collections.abc import Iterable
from pathlib import Path

from pipeline.chain.steps import Step
from pipeline.files.kinds import kind, stem
from pipeline.files.reading import make_folder, write_text
from pipeline.files.sources import SOURCES
from pipeline.files.text import Text
from pipeline.settings import Settings


class Folder:
    """Where the files of a run go, and how they are named."""

    def __init__(
        self, path: str, source: Text, read: Text, settings: Settings, origin: str
    ) -> None:
        """`source` is what goes through the stages, and `read` what was read from the file
        `origin`: another text where a map has other numbers.
        """
        self.path, self.settings, self._inputs = path, settings, [origin] if origin else []
        self._begin, self._stem = SOURCES[kind(source.text)], stem(source)
        self.files: list[str] = []
        """That were written."""
        # Who has the folder can repeat the run.
        self._source = source if source is not read else None

    def write(self, step: Step) -> None:
        """Write the files of a stage: what people ask for last, when all else is there."""
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
