"""The text of a source or an artifact, as read."""

import codecs
import hashlib
from typing import NamedTuple

BYTE_ORDER_MARK = codecs.BOM_UTF8


class Text(NamedTuple):
    """The text of a file, with its name and checksum."""

    text: str
    name: str
    """Its name in messages."""
    file: str
    """Its name in artifacts, without folders and with text characters only; empty for stdin."""
    sha256: str
    """The checksum of the file's bytes."""
    mark: bool = False
    """Whether the text began with a byte order mark."""

    @property
    def content(self) -> bytes:
        """The bytes of a file, encoded on access: a large text is in memory only once."""
        return BYTE_ORDER_MARK * self.mark + self.text.encode()


def lp_sha256(text: Text) -> str:
    """Return the checksum of a linear program, as recorded in its solutions."""
    return hashlib.sha256(text.text.encode()).hexdigest()
