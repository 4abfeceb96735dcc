"""The parts of a page that this machine serves, and its refusals."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

Data = dict[str, object]
"""The content of a JSON response or of an order."""


class File(NamedTuple):
    """A file of a page. `{{token}}` in it is replaced by the page's token. `{{colours}}` and
    `{{pictures}}` are replaced by style sheet rules: the colours of all pages, and the dark version
    of pictures.
    """

    package: str
    name: str
    """Its path in the package, with slashes."""
    mimetype: str
    parts: tuple[tuple[str, str], ...] = ()
    """The texts that replace further names in double braces, such as `{{view}}`."""


SHARED = {
    name: File("efgc.pipeline.apps.server", f"page/{name}", "text/javascript")
    for name in ("elements.js", "requests.js")
}
"""The scripts of all pages."""


class Document(NamedTuple):
    """A document made by a site: for a frame of its page, or to be saved."""

    content: bytes
    mimetype: str
    policy: str = "default-src 'none'; sandbox"
    """Its content security policy; the server adds the pages that may frame it."""
    file: str = ""
    """The name of the saved file; empty for a document that is shown."""


class Refused(Exception):
    """A page's request is refused."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        """The HTTP status, such as 409."""


Documents = Callable[[str, Mapping[str, str]], Document]
"""A function from a key, and the options of a request, to a document. Raises Refused. A key cannot
be guessed, because it is the only protection: a frame and a link send no token.
"""


class Site(Protocol):
    """One page of any kind. Its server refuses requests from elsewhere."""

    @property
    def called(self) -> str:
        """Its name in messages, such as `board`."""

    @property
    def files(self) -> Mapping[str, File]:
        """The files by path, without the leading slash; the page itself has the empty path."""

    @property
    def questions(self) -> tuple[str, ...]:
        """Paths of requests that only return data."""

    @property
    def orders(self) -> tuple[str, ...]:
        """Paths of requests that change something; an order is a JSON object."""

    @property
    def longest(self) -> int:
        """The largest size of an order in bytes."""

    @property
    def documents(self) -> Documents | None:
        """The documents, served at `document/KEY`; None for a site without documents."""

    def ask(self, question: str, options: Mapping[str, str]) -> Data:
        """Return the answer to a question. Raises Refused."""

    def obey(self, order: str, body: Data, options: Mapping[str, str]) -> Data:
        """Execute an order, and return its response. Raises Refused."""

    def close(self) -> None:
        """End all unfinished work."""


def number(body: Data, key: str, most: int = 10**9, least: int = 1) -> int:
    """Return a number in an order. Raises Refused."""
    found = body.get(key)
    if type(found) is not int or not least <= found <= most:  # True is an int, too.
        raise Refused(400, f"the order lacks {key}, a number from {least} to {most}")
    return found
