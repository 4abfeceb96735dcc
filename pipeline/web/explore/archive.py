"""The saved archive: the source, the folder that `efgc run -o` writes, and the commands."""

import io
import shlex
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pipeline.chain.folder import Folder
from pipeline.chain.steps import Step
from pipeline.files.kinds import kind, stem
from pipeline.files.text import Text
from pipeline.python.keywords import command_words
from pipeline.settings import Settings
from pipeline.web.site import Data
from schemas.trail import Trail

COMMANDS = "commands.sh"
THE_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of each file in an archive, so that the same source gives the same bytes."""
PLAIN, EXECUTABLE = 0o100644 << 16, 0o100755 << 16


def zipped(
    read: Text, text: Text, settings: Settings, asked: Data, steps: Sequence[Step]
) -> tuple[str, bytes]:
    """Return the name and content of an archive of a compiled source.

    `read` is the source, `text` the source with the requested numbers, and `asked` the settings by
    their names on the command line.
    """
    name = stem(text)
    settings = replace(settings, report_format="text")
    source = _file(read, name)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        if kind(read.text) != "openspiel":
            _add(archive, f"{name}/{source}", read.content)
        commands = "".join(_commands(source, name, asked, _trail(steps))).encode()
        _add(archive, f"{name}/{COMMANDS}", commands, EXECUTABLE)
        with tempfile.TemporaryDirectory() as folder:
            files = Folder(folder, text, read, settings, "")
            for step in steps:
                files.write(step)
            for path in sorted(Path(folder).iterdir()):
                _add(archive, f"{name}/{name}/{path.name}", path.read_bytes())
    return f"{name}.zip", content.getvalue()


def _file(read: Text, name: str) -> str:
    """Return the name of the source in the archive, or on the command line."""
    if kind(read.text) == "openspiel":
        return read.text
    return read.file if read.file not in (COMMANDS, name) else f"{name}.txt"


def _add(archive: zipfile.ZipFile, name: str, content: bytes, mode: int = PLAIN) -> None:
    entry = zipfile.ZipInfo(name, THE_EPOCH)
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, mode
    archive.writestr(entry, content)


def _commands(source: str, name: str, asked: Data, trail: Trail | None) -> Iterator[str]:
    words = command_words("run", asked)
    yield "#!/bin/sh\n"
    yield f"# Writes the folder {shlex.quote(name)} again.\n"
    yield "set -e\n"
    yield 'cd "$(dirname "$0")"\n'
    yield f"{shlex.join(['efgc', 'run', *words, '-o', name, '--', source])}\n"
    commands = [one.command for one in trail.artifacts if one.command] if trail else []
    if commands:
        yield "# The same stage by stage, here:\n"
        yield from (f"# {command}\n" for command in dict.fromkeys(commands))


def _trail(steps: Sequence[Step]) -> Trail | None:
    report = getattr(steps[-1].made, "report", None)
    return getattr(report, "trail", None)
