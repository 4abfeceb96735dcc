"""The field `made` at the end of an artifact: the stage that wrote it, and its sources.

The digest in this field is that of the content as the stage wrote it. A reader of the artifact
recomputes the digest, and so detects later changes. This is a record for honest users, not a
signature: a person who changes a file can also change the digest.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from .yaml_text import WIDTH, entry

KEY = "made"
_STAGE = re.compile(r"efgc ([a-z-]+)\b")


class Provenance(NamedTuple):
    """How an artifact was made."""

    by: str
    """The program and its version, such as `efgc 0.2.0`."""
    command: str
    """Includes the options that affect the content, but no file names."""
    sources: Mapping[str, str]
    """SHA-256 of each source in hexadecimal: for an artifact its digest, for any other file the
    hash of its bytes. The key is the kind of artifact, or the name of the file.
    """
    title_sha256: str = ""
    """SHA-256 of the title of a state graph or a game as the stage wrote it. In an edited file, a
    title that the user changed is kept.
    """
    digest: str = ""
    """The digest of the artifact itself."""

    @property
    def stage(self) -> str:
        """The command without its options; empty if it is not a command of efgc."""
        found = _STAGE.match(self.command)
        return found[1] if found else ""

    def fields(self) -> dict[str, object]:
        """Return the fields in a file, in order."""
        return {
            "by": self.by,
            "command": self.command,
            "from": dict(self.sources),
            **({"title_sha256": self.title_sha256} if self.title_sha256 else {}),
            "digest": self.digest,
        }


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Stamped(Iterator[str]):
    """The parts of the text of an artifact, with the field `made` at its end."""

    def __init__(self, parts: Iterable[str], made: Provenance) -> None:
        """If `made` has no digest, that of the text is computed; the text must then be JSON."""
        self._parts = _stamped(parts, made)

    def __next__(self) -> str:
        return next(self._parts)


def _stamped(parts: Iterable[str], made: Provenance) -> Iterator[str]:
    if not made.digest:
        text = "".join(parts)
        made, parts = made._replace(digest=digest_of(text)), [text]
    waiting = iter(parts)
    held = next(waiting)
    is_json = held.startswith("{")
    for part in waiting:
        # The end is held back: the last two characters of JSON close the artifact.
        if len(part) < 2:
            held += part
        else:
            yield held
            held = part
    if is_json:
        yield f'{held[:-2]},\n "{KEY}": {json.dumps(made.fields())}{held[-2:]}'
    else:
        yield held + entry(KEY, made.fields(), WIDTH)


def digest_of(text: str) -> str:
    """Return the digest of an artifact in JSON: SHA-256 of its data with sorted keys and no blanks,
    without `made` and `seconds`.

    >>> digest_of('{"b": 1, "made": {}, "a": 2}') == digest_of('{"a": 2, "b": 1}')
    True
    """
    return digest_of_data(json.loads(text))


def digest_of_data(data: dict[str, object]) -> str:
    """Return the digest of an artifact in JSON, given its data as parsed by `json.loads`."""
    rest = {key: value for key, value in data.items() if key not in (KEY, "seconds")}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return sha256(canonical)
