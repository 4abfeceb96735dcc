"""The page of a sweep: its pictures, the changes of optimal play, and its table, sortable by the
script.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from ....schemas import critical
from ....schemas.critical import ChangeKind
from ....schemas.parts.exact import brief, read_exact
from ....schemas.parts.labels import one_line
from ....schemas.parts.problems import counted
from ....schemas.sweep import COLUMNS, PARAMETERS, Row, cells, parameters, spread
from ....stages.documents import Document, paragraph
from ....stages.documents import table as aligned_table
from ....stages.draw import svg
from ....stages.page.assembly import Section, Shown, grouped
from ....stages.page.assembly import assemble as page_of
from .pictures.records import Bars, collect, heading, outcome, titles_of, value_words
from .pictures.scene import bars_scene, panel_scene, sign

MOST = 5_000
"""Rows of the table on a page."""
LONGEST = 40
"""Characters of a fraction on a page."""
HEADS = {
    "asked": "solver asked",
    "exit_code": "exit code",
    "fraction": "exactly",
    "command": "command that repeats it",
}
"""Columns whose titles differ from the names in the file."""
FIGURES = {
    *("p", "bandits", "level", "value", "fraction", "lower", "upper", "exploitability"),
    *("nodes", "rows", "columns", "seconds", "exit_code"),
}
WORK = ("exploitability", "nodes", "rows", "columns", "seconds", "solver", "exit_code", "command")
"""Columns that only the page and the file have."""
SETTINGS = {"source", *PARAMETERS, "solver", "exit_code"}

MOST_CHANGES = 300
"""Changes listed on a page; the table has all."""
ACTIONS = 4
"""Actions listed per player and side: the most frequent ones."""
LONGEST_FUNCTION = 60
"""Characters of a function on a page."""

UNKNOWN = {
    ChangeKind.OPEN: "play was not proved to be the same so close to here",
    ChangeKind.LEFT: "not searched: the time was over",
}


class Cell(NamedTuple):
    """One cell of the table."""

    text: str
    order: str
    """Sort key: a float in decimals, or the text."""
    role: str
    """Class of the element."""


def write(rows: Sequence[Row], title: str, changes: Sequence[critical.Row] = ()) -> Iterator[str]:
    """Yield the page of a sweep, as one file, with the changes of play if they were looked for."""
    head = Document(title, list(_facts(rows)))
    drawn = Section[Sequence[Row]]("sweep", "Value", partial(pictures, changes=changes))
    more = [_changes(changes)] if changes else []
    return page_of(head, (drawn, *more, TABLE), rows).write().parts


def pictures(rows: Sequence[Row], changes: Sequence[critical.Row] = ()) -> Shown | None:
    """Return the panels of all sources."""
    shown = collect(rows, changes)
    words = heading(shown)
    if isinstance(shown, Bars):
        drawn = [("", Markup(svg.embedded(bars_scene(shown, words))))]
        return Shown({"words": words, "legend": [], "panels": drawn, "wide": True})
    legend = [
        (Markup(svg.embedded(sign(series))), name)
        for series, name in enumerate(shown.series)
        if name
    ]
    panels = [
        (panel.title, Markup(svg.embedded(panel_scene(shown, panel)))) for panel in shown.panels
    ]
    return Shown({"words": words, "legend": legend, "panels": panels, "wide": len(panels) == 1})


def table(rows: Sequence[Row], left_out: Collection[str] = ()) -> Shown:
    """Return the rows, with the columns that are not empty, except those `left_out`. Settings that
    are the same in all rows are in a line above the table. Bounds are shown if they are not equal
    to the exact value.
    """
    bounded = any(row.fraction is None and row.lower is not None for row in rows)
    hidden = {*left_out, "player"} if bounded else {*left_out, "player", "lower", "upper"}
    titled = {"value": value_words(rows), **HEADS}
    shown = rows[:MOST]
    titles = titles_of(rows)
    names, texts = spread(shown, [cells(row._replace(source=titles[row.source])) for row in shown])
    found = [{text[at] for text in texts} for at in range(len(names))]
    columns = [at for at, name in enumerate(names) if name not in hidden and found[at] != {""}]
    same = [at for at in columns if _is_setting(names[at]) and len(found[at]) == 1]
    kept = [at for at in columns if at not in same]
    told = [f"{HEADS.get(names[at], names[at])} {texts[0][at]}" for at in same]
    numbers = {at for at in kept if _is_number(names[at], found[at])}
    heads = [(titled.get(names[at], names[at]), at in numbers) for at in kept]
    lines = [[_cell(names[at], text[at], at in numbers) for at in kept] for text in texts]
    failed = sum(row.exit_code != 0 for row in shown)
    return Shown(
        {"heads": heads, "lines": lines, "same": told, "left": len(rows) - len(shown)},
        {"failed": failed},
    )


def table_as_text(rows: Sequence[Row], title: str, width: int = 0) -> Iterator[str]:
    """Yield the table for people, without the figures that concern the work; wrapped if a width is
    given.
    """
    content = table(rows, WORK).fields
    heads = [head for head, _ in content["heads"]]
    yield f"{title}\n"
    if content["same"]:
        yield from paragraph(", ".join(content["same"]), width=width)
    yield "\n"
    yield from aligned_table(
        [heads, *([cell.text for cell in line] for line in content["lines"])], width=width
    )
    if content["left"]:
        yield f"and {counted(content['left'], 'more run')}; --format csv has all\n"


def _facts(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    yield "runs", outcome(rows)
    yield "sources", grouped(len({row.source for row in rows}))
    given = [parameters(row) for row in rows]
    for name in dict.fromkeys(name for one in given for name in one):
        values = list(dict.fromkeys(one.get(name, "") for one in given))
        if len(values) > 1:
            ends = values if len(values) <= 4 else [*values[:2], "…", values[-1]]
            yield HEADS.get(name, name), ", ".join(value or "–" for value in ends)
    worst = max((row.exploitability or 0.0 for row in rows), default=0.0)
    yield "exploitability", f"at most {worst:.2g}"


def _is_setting(name: str) -> bool:
    return name in SETTINGS or name not in COLUMNS


def _is_number(name: str, texts: Collection[str]) -> bool:
    """Return whether a column has numbers, also that of a constant of rules."""
    return name in FIGURES or name not in COLUMNS and None not in map(read_exact, texts)


def _cell(name: str, text: str, is_number: bool) -> Cell:
    text = one_line(text)
    number = read_exact(text) if is_number else None
    order = repr(float(number)) if number is not None and "/" in text else text[:400]
    if name == "value" and number is not None:
        text = f"{float(number):.9g}"
    if name == "exploitability" and number is not None:
        text = f"{float(number):.2g}"
    if name == "fraction" and len(text) > LONGEST:
        text = f"{text[:17]}… ({grouped(len(text))} characters)"
    if name == "command":
        return Cell(text, text, "sweep-command")
    return Cell(text, order, "number" if is_number else "")


TABLE = Section[Sequence[Row]]("runs", "Runs", table)


class Change(NamedTuple):
    """One bracket, in words."""

    game: str
    """The source, and the other varied settings."""
    where: str
    exactly: str
    below: str
    """The value as a function of p."""
    above: str
    moves: tuple[tuple[str, str], ...]
    """The changes, each with its actions."""


def _changes(rows: Sequence[critical.Row]) -> Section[Sequence[Row]]:
    """Return the section on rows of the table of changes."""
    return Section("changes", "Where optimal play changes", partial(_shown, rows))


def _shown(rows: Sequence[critical.Row], runs: Sequence[Row]) -> Shown:
    titles = titles_of(runs)
    changes = list(
        _change_rows([row._replace(source=titles.get(row.source, row.source)) for row in rows])
    )
    return Shown({"changes": changes[:MOST_CHANGES], "left": max(0, len(changes) - MOST_CHANGES)})


def _change_rows(rows: Sequence[critical.Row]) -> Iterator[Change]:
    """Yield the display of each bracket, and of each game without one."""
    varied = "bandits", "rules", "level", "without"
    several = {name for name in varied if len({getattr(row, name) for row in rows}) > 1}
    for _, group in groupby(rows, lambda row: (*row[:5], row.low, row.change == ChangeKind.FAILED)):
        same = list(group)
        yield _change(same, several)


def _change(rows: Sequence[critical.Row], several: set[str]) -> Change:
    first = rows[0]
    game = ", ".join(
        [
            first.source,
            *(_combined(first, name) for name in sorted(several) if getattr(first, name)),
        ]
    )
    if first.change in (ChangeKind.NONE, ChangeKind.FAILED):
        failed = first.change == ChangeKind.FAILED
        told = one_line(first.message) if failed else "play is the same for all p"
        return Change(game, "–", "", _short(first.below), "", ((told, ""),))
    where = first.near
    if first.change == ChangeKind.LEFT and first.low is not None and first.high is not None:
        where = f"{float(first.low):.6g} to {float(first.high):.6g}"
    exactly = brief(first.point) if first.point is not None else ""
    if first.root:
        exactly = f"{first.root} = 0"
    return Change(
        game, where, exactly, _short(first.below), _short(first.above), tuple(_moves(rows))
    )


def _moves(rows: Sequence[critical.Row]) -> Iterator[tuple[str, str]]:
    """Yield players and their changes with the actions concerned."""
    for row in rows:
        if row.change in UNKNOWN:
            yield UNKNOWN[row.change], ""
    found: dict[tuple[str, ChangeKind], list[str]] = {}
    for row in rows:
        if row.player:
            words = f"{row.action} after {row.after}" if row.after else row.action
            found.setdefault((row.player, row.change), []).append(words)
    for (player, kind), actions in found.items():
        more = f"; {len(actions) - ACTIONS:,} more" if len(actions) > ACTIONS else ""
        yield f"{player}, {kind.value}", "; ".join(actions[:ACTIONS]) + more


def _combined(row: critical.Row, name: str) -> str:
    value = getattr(row, name)
    return value if name == "rules" else f"{name} {value}"


def _short(function: str) -> str:
    return function if len(function) <= LONGEST_FUNCTION else f"{function[:LONGEST_FUNCTION]}…"
