"""The explorer as a page: its questions and orders."""

from collections.abc import Mapping

from ..server.site import SHARED, Data, Document, File, Refused
from . import compilation
from .column import NOTHING, Column, Limits, Spares
from .facts import differences
from .orders import COLUMNS, LATEST, LONGEST, order_of, page_settings, place

PAGE = "efgc.pipeline.apps.explore"
SCRIPTS = (
    *("explore.js", "address.js", "board.js", "column.js", "compared.js", "editor.js"),
    *("frame.js", "orders.js", "past.js", "settings.js", "source.js"),
)
QUICK = 1.0
"""Seconds that an order waits for its result."""
HELD = 0.4
"""Seconds that a question waits for a result, so that the page need not ask too often."""
SECTIONS = 20
"""The largest number of sections in the request of a document."""


class Explorer:
    """A page for changing and compiling sources, in two columns."""

    called = "explorer"
    files: Mapping[str, File] = {
        "": File(PAGE, "page/index.html", "text/html"),
        "explore.css": File(PAGE, "page/explore.css", "text/css"),
        **{name: File(PAGE, f"page/{name}", "text/javascript") for name in SCRIPTS},
        **SHARED,
        "icon.svg": File(PAGE, "page/icon.svg", "image/svg+xml"),
    }
    questions = ("settings", "state", "compare")
    orders = ("compile", "stop")
    longest = 7 * LONGEST
    """A character may take six bytes in JSON, and the settings come in addition."""

    def __init__(self, source: str, name: str, settings: Data, limits: Limits = Limits()) -> None:
        """Begin with a source, its name, and settings by the names of the command line."""
        self._begin: Data = {"source": {"text": source, "name": name}, "settings": settings}
        self._limits = limits
        self._spares = Spares(limits)
        self._columns = [Column(number, self._spares) for number in range(1, COLUMNS + 1)]
        self.documents = self.document

    def ask(self, question: str, options: Mapping[str, str]) -> Data:
        """Return the possible settings, the progress of an order, or the differences between the
        columns.
        """
        match question:
            case "settings":
                limits = {"seconds": self._limits.seconds, "bytes": LONGEST}
                return {**page_settings(), **self._begin, "limits": limits}
            case "state":
                column = self._columns[_option(options, "column", COLUMNS) - 1]
                number = _option(options, "number", LATEST) if "number" in options else 0
                return column.answer(number, HELD)
            case _:
                return self._compared()

    def obey(self, order: str, body: Data, options: Mapping[str, str]) -> Data:
        """Compile a source, or stop compiling it."""
        if order == "stop":
            at, number = place(body)
            return self._columns[at - 1].stop(number, QUICK)
        wanted = order_of(body)
        return self._columns[wanted.column - 1].compile(wanted, QUICK)

    def document(self, key: str, options: Mapping[str, str]) -> Document:
        """Return the page of a report, the sections of it that are among the options, or the
        archive to save.
        """
        column = next((one for one in self._columns if one.has(key)), None)
        if column is None:
            raise Refused(410, NOTHING)
        if "save" in options:
            name, content = column.kept(key, compilation.archive)
            return Document(content, "application/zip", file=name)
        only = tuple(filter(None, options.get("only", "").split(",")[:SECTIONS]))
        page = column.kept(key, compilation.page, only)
        return Document(page.content, "text/html", page.policy)

    def close(self) -> None:
        """End all work."""
        for column in self._columns:
            column.close()
        self._spares.close()

    def _compared(self) -> Data:
        first, second = (column.answer(0, 0.0) for column in self._columns)
        chosen = [column.kept(column.key(), compilation.choices) for column in self._columns]
        return {
            "facts": _differing(_facts(first), _facts(second)),
            "numbers": _differing(first["numbers"], second["numbers"]),
            **differences(*chosen),
        }


def _facts(answer: Data) -> dict[str, object]:
    """Return the facts by their names, each with the lines that belong to it."""
    found: dict[str, object] = {}
    last = ""
    facts = answer["facts"]
    assert isinstance(facts, list)
    for name, value in facts:
        last = name or last
        found[last] = f"{found[last]}; {value}" if not name and last in found else value
    return found


def _differing(first: object, second: object) -> list[list[object]]:
    assert isinstance(first, dict) and isinstance(second, dict)
    return [
        [name, first.get(name), second.get(name)]
        for name in {**first, **second}
        if first.get(name) != second.get(name)
    ]


def _option(options: Mapping[str, str], name: str, most: int) -> int:
    text = options.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 16 and 1 <= int(text) <= most):
        raise Refused(400, f"the question lacks {name}, a number from 1 to {most}")
    return int(text)
