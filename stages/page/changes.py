"""The section of a sweep's page that tells where optimal play changes."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from schemas.critical import Kind, Row
from schemas.parts.exact import brief
from schemas.parts.labels import one_line
from schemas.sweep import Row as Run
from stages.draw.sweeps.records import titles_of
from stages.page.assembly import Section, Shown

MOST = 300
"""Changes that a page tells; the table has all."""
ACTIONS = 4
"""Of one player on one side, that a page tells, the most frequent ones."""
LONGEST = 60
"""Characters of a function that a page tells."""


UNKNOWN = {
    Kind.OPEN: "play was not proved to be the same so close to here",
    Kind.LEFT: "not searched: the time was over",
}


class Change(NamedTuple):
    """One bracket, in words."""

    game: str
    """The source, and what else was varied."""
    where: str
    exactly: str
    below: str
    """The value as a function of p."""
    above: str
    moves: tuple[tuple[str, str], ...]
    """What happens to which actions."""


def section(rows: Sequence[Row]) -> Section[Sequence[Run]]:
    """Return the section on rows of the table of changes."""
    return Section("changes", "Where optimal play changes", partial(_shown, rows))


def _shown(rows: Sequence[Row], runs: Sequence[Run]) -> Shown:
    titles = titles_of(runs)
    changes = list(
        gathered([row._replace(source=titles.get(row.source, row.source)) for row in rows])
    )
    return Shown({"changes": changes[:MOST], "left": max(0, len(changes) - MOST)})


def gathered(rows: Sequence[Row]) -> Iterator[Change]:
    """Yield what a page tells of each bracket, and of each game of which there is none."""
    several = {name for name in ("bandits", "rules", "level", "without") if _differs(rows, name)}
    for _, group in groupby(rows, lambda row: (*row[:5], row.low, row.change == Kind.FAILED)):
        same = list(group)
        yield _change(same, several)


def _change(rows: Sequence[Row], several: set[str]) -> Change:
    first = rows[0]
    game = ", ".join(
        [
            first.source,
            *(_combined(first, name) for name in sorted(several) if getattr(first, name)),
        ]
    )
    if first.change in (Kind.NONE, Kind.FAILED):
        failed = first.change == Kind.FAILED
        told = one_line(first.message) if failed else "play is the same for all p"
        return Change(game, "–", "", _short(first.below), "", ((told, ""),))
    where = first.near
    if first.change == Kind.LEFT and first.low is not None and first.high is not None:
        where = f"{float(first.low):.6g} to {float(first.high):.6g}"
    exactly = brief(first.point) if first.point is not None else ""
    if first.root:
        exactly = f"{first.root} = 0"
    return Change(
        game, where, exactly, _short(first.below), _short(first.above), tuple(_moves(rows))
    )


def _moves(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Yield who does what with which actions."""
    for row in rows:
        if row.change in UNKNOWN:
            yield UNKNOWN[row.change], ""
    found: dict[tuple[str, Kind], list[str]] = {}
    for row in rows:
        if row.player:
            words = f"{row.action} after {row.after}" if row.after else row.action
            found.setdefault((row.player, row.change), []).append(words)
    for (player, kind), actions in found.items():
        more = f"; {len(actions) - ACTIONS:,} more" if len(actions) > ACTIONS else ""
        yield f"{player}, {kind.value}", "; ".join(actions[:ACTIONS]) + more


def _combined(row: Row, name: str) -> str:
    value = getattr(row, name)
    return value if name == "rules" else f"{name} {value}"


def _short(function: str) -> str:
    return function if len(function) <= LONGEST else f"{function[:LONGEST]}…"


def _differs(rows: Sequence[Row], name: str) -> bool:
    return len({getattr(row, name) for row in rows}) > 1
