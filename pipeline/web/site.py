"""What a page of this machine consists of, and how it refuses what it is asked."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

Data = dict[str, object]
"""What is told as JSON, and what an order says."""


class File(NamedTuple):
    """A file of a page; `{{token}}` in it becomes the page's token, and `{{colours}}` and
    `{{pictures}}` the rules of a style sheet that name the colours of all pages, and that paint
    pictures in the dark.
    """

    package: str
    name: str
    """In the package, with slashes."""
    mimetype: str


class Document(NamedTuple):
    """What a site made: for a frame of its page, or to be saved."""

    content: bytes
    mimetype: str
    policy: str = "default-src 'none'; sandbox"
    """What it may do, as a content security policy; who may frame it is the server's to say."""
    file: str = ""
    """How it is called where it is saved; empty for what is shown."""


class Refused(Exception):
    """A page does not do what it is asked."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        """Of HTTP, such as 409."""


class Documents(Protocol):
    """What a site made, each under a key that nobody can guess, for it is all that is asked for:
    a frame and a link send no token.
    """

    def document(self, key: str, options: Mapping[str, str]) -> Document:
        """Return what was made under a key. Raises Refused."""


class Site(Protocol):
    """One page, whatever it shows. Its server keeps out everybody but the page itself."""

    @property
    def called(self) -> str:
        """What messages call it, such as `board`."""

    @property
    def files(self) -> Mapping[str, File]:
        """By path, without the slash at its beginning; the page itself has the empty one."""

    @property
    def questions(self) -> tuple[str, ...]:
        """Paths that tell something and change nothing."""

    @property
    def orders(self) -> tuple[str, ...]:
        """Paths that do something; an order is a JSON object."""

    @property
    def longest(self) -> int:
        """Bytes that an order may have."""

    @property
    def documents(self) -> Documents | None:
        """What has been made by and by, at `document/KEY`; None where a site makes nothing."""

    def ask(self, question: str, options: Mapping[str, str]) -> Data:
        """Return the answer. Raises Refused."""

    def obey(self, order: str, body: Data, options: Mapping[str, str]) -> Data:
        """Do what is ordered, and return what there is to tell. Raises Refused."""

    def close(self) -> None:
        """End what is still at work."""


def number(body: Data, key: str, most: int = 10**9, least: int = 1) -> int:
    """Return a number of an order. Raises Refused."""
    found = body.get(key)
    if type(found) is not int or not least <= found <= most:  # True is an int, too.
        raise Refused(400, f"the order lacks {key}, a number from {least} to {most}")
    return found
