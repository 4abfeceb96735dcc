"""The text of a source or an artifact, as it was read."""

import codecs
import hashlib
from typing import NamedTuple

BYTE_ORDER_MARK = codecs.BOM_UTF8


class Text(NamedTuple):
    """What was read."""

    text: str
    name: str
    """As messages show it."""
    file: str
    """Without its folders, as artifacts show it, which hold nothing but text; empty for stdin."""
    sha256: str
    """Of the bytes."""
    mark: bool = False
    """Whether a byte order mark stood before the text."""

    @property
    def content(self) -> bytes:
        """The bytes of a file, made anew: a large text is kept once."""
        return BYTE_ORDER_MARK * self.mark + self.text.encode()


def lp_sha256(text: Text) -> str:
    """Return the checksum of a linear program, as its solutions have it."""
    return hashlib.sha256(text.text.encode()).hexdigest()
