"""Documents for people: the content of a report, as a record, and its writers as text and HTML.

Every kind of result has one function that returns its `Document`: a title, facts, and sections of
tables and sentences. `write_text` lays it out for a terminal, and `html` gives its blocks as the
elements of a page. A table for programs has all digits and its own columns; it is written by
`schemas.parts.tables.write_table`, and JSON by the schema of its artifact. All rooms of `stages`
and the pipeline may import this module, which knows no kind of result.
"""

import math
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import compress
from typing import Any, Generic, NamedTuple, TypeVar

from ..schemas.parts.labels import one_line

_NUMERAL = re.compile(r"\(?-?\d|(\.|none)$")
LEAST = 12
"""Table columns are never narrowed below this width, however narrow the terminal is."""
GAP = "  "
WIDTH = 100
"""Columns of a text that no terminal shows, so that it is the same everywhere."""
SCREEN = 40
"""Lines; the beginning of a longer text has scrolled away when its end is shown."""
LONG = 400
"""Characters of a fact from which a page shows it in a box that scrolls."""

Room = Mapping[str, int]
"""Screen width from which a fact or a column is shown, by its name."""


class Facts(NamedTuple):
    """Names with their values."""

    rows: Sequence[tuple[str, str]]
    """A row without a name continues the one above it."""
    room: Room = {}


class Table(NamedTuple):
    """A table. Numbers are aligned to the right."""

    rows: Sequence[Sequence[str]]
    """The first has the titles of the columns."""
    fixed: int = 0
    """Number of leading columns repeated in each part of a table that is too wide for the
    terminal; 0 if its widest columns are wrapped instead.
    """
    room: Room = {}


class Figure(NamedTuple):
    """Lines that keep their layout: a map, a command."""

    lines: Sequence[str]
    markup: str = ""
    """Elements that a page shows instead, such as a picture."""


class Section(NamedTuple):
    """Blocks that belong together."""

    heading: str
    """Empty if a blank line is enough."""
    blocks: Iterable["Block"]


Block = str | Facts | Table | Figure | Section
"""A sentence is a plain text."""


class Document(NamedTuple):
    """The content of a report for people."""

    title: str
    facts: Sequence[tuple[str, str]]
    sections: Iterable[Section] = ()
    """Read once, and only if they are written, like `appendix`."""
    proof: Sequence[str] = ()
    """Why the first facts are true; after the sections."""
    appendix: Iterable[Section] = ()
    """Further sections, with `verbose`."""
    first: int | None = None
    """Number of facts before the sections; with `verbose` the others follow the proof. None: all.
    """


class Layout(NamedTuple):
    """The user's settings for a text."""

    width: int = 0
    """Columns of the terminal, or WIDTH; 0 for lines of any length."""
    brief: bool = False
    """Only title and all facts."""
    verbose: bool = False
    """Also the facts and sections that are left out otherwise."""
    repeats: bool = True
    """Whether a long text repeats its first facts at its end."""


ANYWHERE = Layout()

Report = TypeVar("Report")
Content = TypeVar("Content", contravariant=True)


@dataclass(frozen=True)
class Format(Generic[Content]):
    """One format of a kind of report. Each kind has a dict of formats by name.

    A new ending also needs ENDINGS in `pipeline/options/outputs.py`, and NAMES in
    `pipeline/files/kinds.py`, by which `efgc check DIR` notices other content.
    """

    suffix: str
    """Suffix of its file name."""
    write: Callable[[Content, Layout], Iterator[str]]
    like: str = ""
    """A pattern found only in such files, by which `efgc check` recognises them; empty if the file
    names its own format, as JSON does by the key `format`.
    """
    trail: bool = False
    """Whether it shows the files that led to the report."""
    table: bool = False
    """Whether it can be written for chosen positions, including all."""
    make: Callable[[Content], Any] | None = None
    """Makes what is written, for callers that show only a part: a Document, or an assembled page.
    """

    def __call__(self, report: Content, layout: Layout = ANYWHERE) -> Iterator[str]:
        """Return the parts of the text of a report."""
        return self.write(report, layout)


def plain(write: Callable[[Report], Iterator[str]]) -> Callable[[Report, Layout], Iterator[str]]:
    """Return a writer that ignores the layout."""
    return lambda report, layout: write(report)


def in_text(make: Callable[[Report], Document]) -> Callable[[Report, Layout], Iterator[str]]:
    """Return a writer of the document of a report as text."""
    return lambda report, layout: write_text(make(report), layout)


def probability(number: float | Fraction) -> str:
    """Return a probability with six decimals; one that is not 0 or 1 never reads as 0.

    >>> probability(0.0), probability(1 / 3), probability(2e-9), probability(1.0)
    ('0', '0.333333', '2.0e-9', '1')
    >>> probability(Fraction(1, 10**400)), probability(1 - Fraction(1, 10**400))
    ('<1e-300', '>0.999999')
    """
    if number in (0, 1):
        return str(int(number))
    if float(number) in (0, 1):
        return "<1e-300" if number < 0.5 else ">0.999999"
    number = float(number)
    return f"{number:.6f}" if number >= 1e-6 else _short(f"{number:.1e}")


def value(number: float | None) -> str:
    """Return a payoff with seven digits, and a dash for None.

    >>> value(7.096774193548387), value(-3.0), value(0.0), value(None), value(1e-9)
    ('7.096774', '-3', '0', '–', '1e-9')
    """
    return "–" if number is None else _short(f"{number + 0.0:.7g}")


def _short(text: str) -> str:
    return text.replace("e-0", "e-").replace("e+0", "e+")


def write_text(document: Document, layout: Layout = ANYWHERE) -> Iterator[str]:
    """Yield the lines of a document; if there are more than SCREEN, the first facts are
    repeated at the end.
    """
    width = layout.width
    facts = document.facts if layout.brief else document.facts[: document.first]
    parts = [f"{one_line(document.title)}\n\n", *aligned(facts, "", width)]
    for section in () if layout.brief else _sections(document, layout.verbose):
        parts += _lines(section, "", width)
    yield from parts
    if layout.repeats and len(parts) > SCREEN:
        yield "\n"
        yield from aligned(document.facts[: document.first or 2], "", width)


def _sections(document: Document, verbose: bool) -> Iterator[Section]:
    yield from document.sections
    if document.proof:
        yield Section("how it was proved", document.proof)
    if verbose and document.first is not None:
        yield Section("details", [Facts(document.facts[document.first :])])
        yield from document.appendix


def _lines(block: Block, indent: str, width: int) -> Iterator[str]:
    match block:
        case str():
            yield from paragraph(block, indent, width)
        case Facts(rows, room):
            yield from aligned([row for row in rows if _fits(row[0], room, width)], indent, width)
        case Table(rows, fixed, room):
            kept = [_fits(title, room, width) for title in rows[0]]
            rows = [tuple(compress(row, kept)) for row in rows]
            several = _parts_of_table(rows, fixed, indent, width)
            yield from several if fixed else table(rows, indent, width)
        case Figure(figure):
            lines = (f"{indent}{GAP}{one_line(line)}".rstrip() for line in figure)
            yield from (f"{line}\n" for line in ("", *lines, ""))
        case Section(heading, blocks):
            yield "\n"
            if heading:
                yield from paragraph(heading, indent, width)
            for inner in blocks:
                yield from _lines(inner, indent + GAP * bool(heading), width)


def _fits(name: str, room: Room, width: int) -> bool:
    return not 0 < width < room.get(name, 0)


def html(block: Block, label: str = "") -> str:
    r"""Return a block as elements of a page; `label` names a table for screen readers.

    >>> html("x < 1"), html(Facts([("value", "1")]))
    ('<p>x &lt; 1</p>\n', '<dl class="facts">\n<div><dt>value</dt><dd>1</dd></div>\n</dl>\n')
    """
    match block:
        case str():
            return f"<p>{escape(block)}</p>\n"
        case Facts(rows):
            return f'<dl class="facts">\n{"".join(map(_fact_in_html, rows))}</dl>\n'
        case Table(rows):
            return _table_in_html(rows, label or rows[0][0])
        case Figure(lines, markup):
            plain_lines = f'<pre tabindex="0">{escape(chr(10).join(lines))}</pre>'
            return f"<figure>{markup or plain_lines}</figure>\n"
        case Section(heading, blocks):
            title = f"<h3>{escape(heading)}</h3>\n" if heading else ""
            inner = "".join(html(each, heading) for each in blocks)
            return f'<div class="block">\n{title}{inner}</div>\n'


def _fact_in_html(fact: tuple[str, str]) -> str:
    name, value = map(escape, fact)
    long = f' class="long" tabindex="0" role="region" aria-label="{name}"' * (len(value) > LONG)
    return f"<div><dt>{name}</dt><dd{long}>{value}</dd></div>\n"


def _table_in_html(rows: Sequence[Sequence[str]], label: str) -> str:
    columns = list(zip(*rows[1:], strict=True)) or [()] * len(rows[0])
    sides = ["" if _has_words(column) else ' class="number"' for column in columns]
    head = "".join(
        f'<th scope="col"{side}>{escape(title)}</th>'
        for title, side in zip(rows[0], sides, strict=True)
    )
    lines = (
        f'<th scope="row"{sides[0]}>{escape(row[0])}</th>'
        + "".join(
            f"<td{side}>{escape(cell)}</td>" for cell, side in zip(row[1:], sides[1:], strict=True)
        )
        for row in rows[1:]
    )
    body = "".join(f"<tr>{line}</tr>\n" for line in lines)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(label)}">\n<table>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n</div>\n"
    )


def _has_words(column: Sequence[str]) -> bool:
    return not all(_NUMERAL.match(cell) or cell in ("", "-", "none") for cell in column)


def aligned(rows: Sequence[tuple[str, str]], indent: str = "", width: int = 0) -> Iterator[str]:
    """Yield names with their values, one pair per line, or wrapped if a width is given."""
    rows = [(one_line(name), one_line(value)) for name, value in rows]
    names = max((len(name) for name, _ in rows), default=0)
    for name, value in rows:
        left = width - len(indent) - names - len(GAP) if width else 0
        for at, part in enumerate(_parts(value, left)):
            yield f"{indent}{name if at == 0 else '':<{names}}{GAP}{part}\n"


def paragraph(text: str, indent: str = "", width: int = 0) -> Iterator[str]:
    """Yield a sentence, wrapped if a width is given."""
    for part in _parts(one_line(text), width - len(indent) if width else 0):
        yield f"{indent}{part}\n"


def table(rows: Sequence[Sequence[str]], indent: str = "", width: int = 0) -> Iterator[str]:
    """Yield rows with their columns aligned: words to the left, numbers to the right.

    If a width is given, the widest columns are wrapped.

    >>> print(*table([("plays", "action"), ("0.5", "down left down left down")], width=19), sep="",
    ...     end="")
    plays  action
      0.5  down left
           down left
           down
    """
    rows = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    if width:
        widths = _fitted(widths, width - len(indent) - len(GAP) * (len(widths) - 1))
    for row in rows:
        cells = [_parts(cell, most) for cell, most in zip(row, widths, strict=True)]
        for at in range(max(map(len, cells))):
            line = (_cell(parts, at, most) for parts, most in zip(cells, widths, strict=True))
            yield (indent + GAP.join(line)).rstrip() + "\n"


def _parts_of_table(
    rows: Sequence[Sequence[str]], fixed: int, indent: str, width: int
) -> Iterator[str]:
    """Yield a table with many columns: if a width is given, in several parts, each with the first
    `fixed` columns.

    >>> rows = [("card", "1", "2", "3"), ("plays", ".5", ".3", ".2")]
    >>> print(*_parts_of_table(rows, 1, "", 13), sep="", end="")
    card    1   2
    plays  .5  .3
    card    3
    plays  .2
    """
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    start = fixed
    while start < len(widths):
        end = start + 1
        while end < len(widths) and _total([*widths[:fixed], *widths[start : end + 1]], indent) <= (
            width or math.inf
        ):
            end += 1
        yield from table([(*row[:fixed], *row[start:end]) for row in rows], indent)
        start = end


def _total(widths: Sequence[int], indent: str) -> int:
    return len(indent) + sum(widths) + len(GAP) * (len(widths) - 1)


def _fitted(widths: list[int], available: int) -> list[int]:
    """Return the widths, with the widest narrowed in turn until they fit or all are LEAST."""
    found = list(widths)
    while sum(found) > available and max(found) > LEAST:
        found[found.index(max(found))] -= 1
    return found


def _parts(text: str, width: int) -> list[str]:
    if not 0 < width < len(text):
        return [text]
    # The hyphens of an option, such as --max-nodes, are no place to break it.
    return textwrap.wrap(text, max(width, LEAST), break_on_hyphens=False) or [""]


def _cell(parts: list[str], at: int, width: int) -> str:
    if at >= len(parts):
        return " " * width
    return (
        f"{parts[at]:>{width}}"
        if at == 0 and _NUMERAL.match(parts[at])
        else f"{parts[at]:<{width}}"
    )
