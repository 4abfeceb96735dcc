"""A page combined from its sections: templates, style sheets and scripts in one file. Numbers are
formatted as the scripts format them: see `parts/page.js`.

The content security policy names the hash of the one style sheet and of the one script, so that
nothing else in the file can run or load anything, even if a game's labels contain markup.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from ..documents import Document, Facts, html, probability, value
from ..draw.colours import dark_rules, variables

PARTS = Path(__file__).parent / "parts"

Content = TypeVar("Content", contravariant=True)
Data = dict[str, Any]


class Shown(NamedTuple):
    """The content of a section."""

    fields: Data
    """For the template, which escapes text; markup must be a `markupsafe.Markup`."""
    data: Data | None = None
    """For the script, as JSON."""


@dataclass(frozen=True)
class Section(Generic[Content]):
    """One part of a page."""

    name: str
    """Name of its files in `parts`, and in the address: lower case."""
    title: str
    gather: Callable[[Content], Shown | None]
    """Returns None if there is nothing to show."""


class _Part(NamedTuple):
    """A section of one page."""

    name: str
    title: str
    html: str
    data: str
    """JSON escaped for a page; empty if there is none."""


class Page(NamedTuple):
    """A written page."""

    parts: Iterator[str]
    policy: str
    """Its content security policy; the page contains it, too."""


class AssembledPage(NamedTuple):
    """A page whose sections have their content, to be written whole or in part."""

    head: Document
    """Title and facts, above all sections."""
    shown: tuple[tuple[Section[Any], Shown], ...]
    """The sections with content, in the order of the page."""

    def write(self, only: Collection[str] = ()) -> Page:
        """Return a page as one file: title and facts, then its sections.

        With `only`, just these sections, for a frame: the facts are left out, and the title is for
        readers who cannot see the surrounding page.
        """
        kept = [
            _part(section, shown)
            for section, shown in self.shown
            if not only or section.name in only
        ]
        names = [part.name for part in kept]
        style, script = _style([*names, *(["alone"] if only else [])]), _script(names)
        policy = (
            f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
            "img-src data:; base-uri 'none'; form-action 'none'"
        )
        parts = (
            _templates()
            .get_template("page.html")
            .generate(
                title=self.head.title,
                facts="" if only else html(Facts(self.head.facts)),
                sections=kept,
                style=style,
                script=script,
                policy=policy,
            )
        )
        return Page(parts, policy)


def assemble(
    head: Document, sections: Sequence[Section[Content]], report: Content
) -> AssembledPage:
    """Return a page with those of the sections that have content."""
    found = ((section, section.gather(report)) for section in sections)
    return AssembledPage(head, tuple((section, shown) for section, shown in found if shown))


def _part(section: Section[Content], shown: Shown) -> _Part:
    html = _templates().get_template(f"{section.name}.html").render(shown.fields)
    return _Part(section.name, section.title, html, in_page(shown.data) if shown.data else "")


def in_page(data: object) -> str:
    """Return JSON that cannot close an element of a page.

    >>> in_page({"label": "</script>"})
    '{"label":"\\\\u003c/script>"}'
    """
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


@cache
def _templates() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # For start-up time.

    made = Environment(
        loader=FileSystemLoader(PARTS),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    made.filters |= FILTERS
    return made


def _style(names: Sequence[str]) -> str:
    colours = "".join([*variables(), *dark_rules("svg")])
    return colours + "".join(_texts("page.css", *(f"{name}.css" for name in names)))


def _script(names: Sequence[str]) -> str:
    return "".join(_texts("page.js", *(f"{name}.js" for name in names), "start.js"))


def _texts(*names: str) -> Iterator[str]:
    """Yield the lines of files without comments and indentation, which are a fifth of them."""
    for name in names:
        path = PARTS / name
        # Style sheet and script of a section are optional.
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            if (told := line.strip()) and not told.startswith("//"):
                yield f"{told}\n"


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def seconds(number: float | None) -> str:
    """Return a duration, or an empty string if it is unknown.

    >>> seconds(0.25), seconds(None)
    ('0.250', '')
    """
    return "" if number is None else f"{number:.3f}"


def grouped(number: int) -> str:
    """Return a count with thousands separators.

    >>> grouped(12345)
    '12,345'
    """
    return f"{number:,}"


def rounded(number: float, digits: int) -> float:
    """Return a number with fewer digits, to keep a file short.

    >>> rounded(1 / 3, 9)
    0.333333333
    """
    return float(f"{number:.{digits}g}")


def without_rounding_error(number: float, largest: float) -> float:
    """Return 0 for a number that is only rounding error, relative to numbers of size `largest`.

    >>> [without_rounding_error(one, 2.0) for one in (3e-17, -0.0, 0.25)]
    [0.0, 0.0, 0.25]
    """
    return 0.0 if abs(number) <= 1e-12 * largest else number


FILTERS = {"probability": probability, "value": value, "grouped": grouped}
"""The number filters of the sections' templates."""
