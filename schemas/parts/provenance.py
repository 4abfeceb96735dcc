"""The field `made` in the head of an artifact: which stage wrote it, and from what.

The digest of an artifact in this field is that of the content as the stage wrote it. Whoever reads
the artifact works the digest out again, and so knows whether it was changed since. It is a record
for honest people, no signature: whoever changes a file can change the digest, too.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from schemas.parts.yaml_text import WIDTH, entry

KEY = "made"
_STAGE = re.compile(r"efgc ([a-z-]+)\b")
_VERSION = re.compile(
    r'\{"format": "[\w/-]+", "version": \d+,|^format: [\w/-]+\nversion: \d+\n', re.MULTILINE
)


class Made(NamedTuple):
    """How an artifact was made."""

    by: str
    """The program and its version, such as `efgc 0.1.0`."""
    command: str
    """With the options that matter for the content, without names of files."""
    sources: Mapping[str, str]
    """SHA-256 in hexadecimal of what it was made from: of an artifact its digest, of any other
    file that of its bytes. By the kind of artifact, or by the name of the file.
    """
    title_sha256: str = ""
    """Of the title of a state graph or a game, as the stage wrote it: a title of the user's own is
    kept in an edited file.
    """
    digest: str = ""
    """Of the artifact itself."""

    @property
    def stage(self) -> str:
        """The command without its options; empty where it is none of efgc's."""
        found = _STAGE.match(self.command)
        return found[1] if found else ""

    def fields(self) -> dict[str, object]:
        """Return what a file shows of it, in order."""
        return {
            "by": self.by,
            "command": self.command,
            "from": dict(self.sources),
            **({"title_sha256": self.title_sha256} if self.title_sha256 else {}),
            "digest": self.digest,
        }


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def stamped(parts: Iterable[str], made: Made) -> Iterator[str]:
    """Yield the text of an artifact with the field behind its version. Where `made` has no digest,
    it becomes that of the text, which must be JSON then.
    """
    if not made.digest:
        text = "".join(parts)
        made, parts = made._replace(digest=digest_of(text)), [text]
    waiting, head = iter(parts), ""
    for part in waiting:
        head += part
        if version := _VERSION.search(head):
            rest = head[version.end() :]
            if head[0] == "{":
                yield f'{version[0]}\n "{KEY}": {json.dumps(made.fields())},\n' + rest.lstrip("\n")
            else:
                yield head[: version.end()] + entry(KEY, made.fields(), WIDTH) + rest
            yield from waiting
            return
    raise ValueError("the text does not begin as an artifact")


def digest_of(text: str) -> str:
    """Return the digest of an artifact in JSON: SHA-256 of the same data with sorted keys and
    without blanks, `made` and `seconds` left out.

    >>> digest_of('{"b": 1, "made": {}, "a": 2}') == digest_of('{"a": 2, "b": 1}')
    True
    """
    return digest_of_data(json.loads(text))


def digest_of_data(data: dict[str, object]) -> str:
    """Return the digest of the data of an artifact in JSON, as Python's reader gives it."""
    rest = {key: value for key, value in data.items() if key not in (KEY, "seconds")}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return sha256(canonical)
