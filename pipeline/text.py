"""The text of a source or an artifact, as it was read."""

from typing import NamedTuple


class Text(NamedTuple):
    """What was read."""

    text: str
    name: str
    """As messages show it."""
    file: str
    """Without its folders, as artifacts show it, which hold nothing but text; empty for stdin."""
    sha256: str
    """Of the bytes."""
    content: bytes = b""
    """The bytes, where they were read from a file."""
    mark: bool = False
    """Whether a byte order mark stood before the text."""
