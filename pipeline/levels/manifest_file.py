"""The manifest of a folder: read, or created."""

import os
from contextlib import suppress
from pathlib import Path

from pipeline.files.reading import read_text, special
from schemas.levels import MANIFEST, Manifest, read
from schemas.parts.problems import InputError, Problem, shown
from schemas.rules.goofspiel import Goofspiel


def read_manifest(folder: Path, rule: Goofspiel | None) -> Manifest:
    """Return the manifest of a folder; a new one of the rule if there is a rule and no file."""
    path = folder / MANIFEST
    if rule is not None and not path.exists():
        _refuse_foreign(folder)
        return Manifest(rule=rule)
    if path.exists() and special(str(path)):
        raise InputError([Problem("is a pipe or a device, not a file")], str(path))
    text = read_text(str(path))
    try:
        return read(text.text)
    except InputError as error:
        error.source = error.source or str(path)
        raise


def _refuse_foreign(folder: Path) -> None:
    """Raise InputError for a folder without a manifest that contains other files."""
    with suppress(OSError):
        foreign = sorted(
            name for name in os.listdir(folder) if not name.startswith(("level-", "."))
        )
        if foreign:
            raise InputError(
                [
                    Problem(
                        f"holds other files, such as {shown(foreign[0])}, and no level files; "
                        "name an empty or a new folder"
                    )
                ],
                str(folder),
            )
