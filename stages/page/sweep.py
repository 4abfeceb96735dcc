"""The page of a sweep: its pictures, and its table, which can be sorted."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from schemas import critical
from schemas.parts.exact import read_exact
from schemas.parts.labels import one_line
from schemas.sweep import COLUMNS, PARAMETERS, Row, cells
from stages.draw.sweeps.records import Bars, gathered, heading, titles_of
from stages.draw.sweeps.svg import bars_inside, panel_inside, sign
from stages.page.assembly import Section, Shown, document
from stages.page.assembly import gathered as page_of
from stages.page.changes import section
from stages.page.numbers import grouped

MOST = 5_000
"""Rows of the table of a page."""
LONGEST = 40
"""Characters of a fraction on a page."""
HEADS = {
    "asked": "solver asked",
    "exit_code": "exit code",
    "fraction": "exactly",
    "command": "command that repeats it",
}
"""Columns that are called otherwise than in the file."""
NUMBERS = {
    *("p", "bandits", "level", "value", "fraction", "lower", "upper", "exploitability"),
    *("nodes", "rows", "columns", "seconds", "exit_code"),
}
SETTINGS = {"source", *PARAMETERS, "solver", "exit_code"}


class Cell(NamedTuple):
    """One cell of the table."""

    text: str
    order: str
    """By what it is sorted: a float in decimals, or the text."""
    role: str
    """Class of the element."""


def write(rows: Sequence[Row], title: str, changes: Sequence[critical.Row] = ()) -> Iterator[str]:
    """Yield the page of a sweep, as one file, with the changes of play if they were looked for."""
    facts = list(_facts(rows))
    drawn = Section[Sequence[Row]]("sweep", "Value", partial(pictures, changes=changes))
    more = [section(changes)] if changes else []
    return document(page_of(title, facts, (drawn, *more, TABLE), rows)).parts


def pictures(rows: Sequence[Row], changes: Sequence[critical.Row] = ()) -> Shown | None:
    """Return the panels of all sources."""
    shown = gathered(rows, changes)
    words = heading(shown)
    if isinstance(shown, Bars):
        drawn = [("", Markup("".join(bars_inside(shown, words))))]
        return Shown({"words": words, "legend": [], "panels": drawn, "wide": True})
    legend = [
        (Markup("".join(sign(series))), name) for series, name in enumerate(shown.series) if name
    ]
    panels = [(panel.title, Markup("".join(panel_inside(shown, panel)))) for panel in shown.panels]
    return Shown({"words": words, "legend": legend, "panels": panels, "wide": len(panels) == 1})


def table(rows: Sequence[Row]) -> Shown | None:
    """Return the rows, with the columns that are not empty. Settings that are the same in all rows
    are in a line above the table.
    """
    shown = rows[:MOST]
    titles = titles_of(rows)
    texts = [cells(row._replace(source=titles[row.source])) for row in shown]
    found = [{text[at] for text in texts} for at in range(len(COLUMNS))]
    same = [at for at, name in enumerate(COLUMNS) if name in SETTINGS and len(found[at]) == 1]
    kept = [
        at
        for at, name in enumerate(COLUMNS)
        if name not in ("lower", "upper") and at not in same and found[at] != {""}
    ]
    told = [f"{_head(COLUMNS[at])} {texts[0][at]}" for at in same if texts[0][at]]
    heads = [(_head(COLUMNS[at]), COLUMNS[at] in NUMBERS) for at in kept]
    lines = [[_cell(COLUMNS[at], text[at]) for at in kept] for text in texts]
    failed = sum(row.exit_code != 0 for row in shown)
    return Shown(
        {"heads": heads, "lines": lines, "same": told, "left": len(rows) - len(shown)},
        {"failed": failed},
    )


def _facts(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    failed = sum(row.exit_code != 0 for row in rows)
    done = grouped(len(rows))
    yield "runs", f"{done}, all proved" if not failed else f"{done}, {grouped(failed)} failed"
    yield "sources", grouped(len({row.source for row in rows}))
    for name in PARAMETERS:
        values = list(dict.fromkeys(getattr(row, name) for row in rows))
        if len(values) > 1:
            ends = values if len(values) <= 4 else [*values[:2], "…", values[-1]]
            yield _head(name), ", ".join(value or "–" for value in ends)
    worst = max((row.exploitability or 0.0 for row in rows), default=0.0)
    yield "exploitability", f"at most {worst:.2g}"


def _head(name: str) -> str:
    return HEADS.get(name, name)


def _cell(name: str, text: str) -> Cell:
    text = one_line(text)
    number = read_exact(text) if name in NUMBERS else None
    order = repr(float(number)) if number is not None and "/" in text else text[:400]
    if name == "value" and number is not None:
        text = f"{float(number):.9g}"
    if name == "exploitability" and number is not None:
        text = f"{float(number):.2g}"
    if name == "fraction" and len(text) > LONGEST:
        text = f"{text[:17]}… ({grouped(len(text))} characters)"
    if name == "command":
        return Cell(text, text, "sweep-command")
    return Cell(text, order, "number" if name in NUMBERS else "")


TABLE = Section[Sequence[Row]]("runs", "Runs", table)
