"""A comparison as lines for a person, and as JSON."""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from ...schemas.parts.labels import cut, one_line
from .records import Change, Comparison, Difference, Kind

MOST = 12
"""The most lines of a text that does not list everything."""
LABELS = 12
"""The most labels of a history in a line."""
LONGEST = 160
"""The most characters of the words of one thing in a line."""
FORMAT, VERSION = "efgc/diff", 1
Lines = list[list[Difference]]
"""The differences of each line."""

# From fine to coarse: what the differences that share a line have in common.
_COMMON: tuple[Callable[[Difference], object], ...] = (
    lambda found: (found.change, found.square),
    lambda found: found.change,
    lambda found: found.change._replace(subject=""),
    lambda found: found.change[:2],
)


def write_lines(comparison: Comparison) -> Iterator[str]:
    """Yield the lines for a person: at most MOST of them, unless all are wanted. Differences share
    lines as far as that needs.
    """
    one, other = map(one_line, comparison.files)
    found = comparison.differences
    if not found:
        yield f"the same {comparison.of}: {one} and {other}\n"
    else:
        yield f"A and B are different {comparison.of}. A: {one}. B: {other}.\n"
    facts = [f"{name} {before} -> {after}" for name, before, after in comparison.facts]
    head = [*([", ".join(facts)] if facts else ()), *comparison.remarks]
    yield from (f"{one_line(line)}\n" for line in head)
    room = MOST - 1 - len(head)
    lines = _lines(found, None if comparison.all else room)
    shown = lines if comparison.all or len(lines) <= room else lines[: room - 1]
    yield from (f"{one_line(_line(members))}\n" for members in shown)
    if left := len(lines) - len(shown):
        yield f"and {left:,} more sorts of differences; --all lists everything\n"


def _lines(found: Sequence[Difference], room: int | None) -> Lines:
    for common in _COMMON:
        lines: dict[object, list[Difference]] = {}
        for difference in found:
            lines.setdefault(common(difference), []).append(difference)
        if room is None or len(lines) <= room:
            break
    return list(lines.values())


def _line(members: Sequence[Difference]) -> str:
    """Return the line of differences: what they have in common, how many there are, and what is
    special about the first of them.
    """
    first, one = members[0], members[0].change
    subjects, squares, values = (
        {found.change.subject for found in members},
        {found.square for found in members},
        {_values(found.change) for found in members},
    )
    count = sum(found.times for found in members)
    named = _words(one.topic, one.subject, first.square, len(subjects) == 1, len(squares) == 1)
    example = _words("", one.subject, first.square, len(subjects) > 1, len(squares) > 1)
    for joint, history in (("", first.history), ("and", first.other)):
        if history is not None:
            example = f"{example} {joint} {history_text(history)}".strip()
    where = [f"{count:,} {first.unit or 'times'}"] if count > 1 else []
    if example:
        where.append(f"first {example}" if count > 1 else example)
    shown = _values(one) if len(values) == 1 else str(one.kind)
    return f"{named}: {shown}" + (f" ({'; '.join(where)})" if where else "")


def _words(topic: str, subject: str, square: str, with_subject: bool, with_square: bool) -> str:
    at = f"at {square}" if square and with_square else ""
    return " ".join(filter(None, (topic, cut(subject, LONGEST) * with_subject, at)))


def _values(change: Change) -> str:
    if change.kind is Kind.CHANGED:
        return f"{change.before} -> {change.after}"
    value = change.before or change.after
    return f"{change.kind}, {value}" if value else str(change.kind)


def history_text(labels: Sequence[str]) -> str:
    """Return the place behind a history in words; of a long one, its first and last labels.

    >>> history_text(("up", "up", "e1 empty", "down")), history_text(())
    ('after 2 x up, e1 empty, down', 'at the start')
    """
    runs = [(len([*run]), label) for label, run in groupby(filter(None, labels))]
    words = [f"{times} x {label}" if times > 1 else label for times, label in runs]
    if len(words) > LABELS:
        words[LABELS // 2 : -LABELS // 2] = ["..."]
    return f"after {', '.join(words)}" if words else "at the start"


def write_json(comparison: Comparison) -> Iterator[str]:
    """Yield the lines of the JSON text: one per difference, all of them."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "of": comparison.of,
        "files": comparison.files,
        "same": not comparison.differences,
        "facts": [fact._asdict() for fact in comparison.facts],
        "remarks": comparison.remarks,
    }
    yield f"{_json(head)[:-1]},\n"
    lines = ",\n".join(f"  {_json(_fields(found))}" for found in comparison.differences)
    yield f' "differences": [\n{lines}\n ]}}\n' if lines else ' "differences": []}\n'


def _fields(found: Difference) -> dict[str, object]:
    fields = found.change._asdict() | {
        "square": found.square,
        "history": found.history,
        "other_history": found.other,
        "times": found.times,
        "unit": found.unit,
    }
    return {key: value for key, value in fields.items() if value not in ("", None)}


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)
