"""A comparison as lines for a person, and as JSON."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from ...schemas.parts.labels import cut, one_line
from .records import Change, Comparison, Difference

MOST = 12
"""The most lines of a text that does not list everything."""
LABELS = 12
"""The most labels of a history in a line."""
LONGEST = 160
"""The most characters of the words of one thing in a line."""
LIKE = r"\A(A and B (are|may be) different [a-z ]+\. A: |the same [a-z ]+: .* and )"
"""A pattern found only in the text of a comparison."""
# From fine to coarse: what the changes that share a line have in common.
_COMMON: tuple[Callable[[Change], object], ...] = (
    lambda change: change,
    lambda change: change._replace(subject=""),
    lambda change: (change.topic, change.before is None, change.after is None),
)


def write_lines(comparison: Comparison) -> Iterator[str]:
    """Yield the lines for a person: at most MOST of them, unless all are wanted. Differences share
    lines as far as that needs.
    """
    one, other = comparison.files
    are = "are" if comparison.differences else "may be"
    head = [f"A and B {are} different {comparison.of}. A: {one}. B: {other}."]
    if comparison.is_same:
        head = [f"the same {comparison.of}: {one} and {other}"]
    head += comparison.remarks
    last = [comparison.advice] if comparison.advice and not comparison.is_same else []
    room = MOST - len(head) - len(last)
    for common in _COMMON:
        lines: dict[object, list[Difference]] = defaultdict(list)
        for difference in comparison.differences:
            lines[common(difference.change)].append(difference)
        if comparison.all or len(lines) <= room:
            break
    shown = [_line(members) for members in lines.values()]
    if not comparison.all and len(shown) > room:
        left = len(shown) - room + 1
        shown[room - 1 :] = [f"and {left:,} more sorts of differences; --all lists everything"]
    yield from (f"{one_line(line)}\n" for line in (*head, *shown, *last))


def _line(members: Sequence[Difference]) -> str:
    """Return the line of differences: what they have in common, how many there are, and what is
    special about the first of them.
    """
    first = members[0]
    topic, subject = first.change.topic, cut(first.change.subject, LONGEST)
    values, example = _values(first.change), []
    if len({member.change.subject for member in members}) > 1:
        topic = topic.removesuffix(" of")
        example, subject = [subject], ""
    if len({_values(member.change) for member in members}) > 1:
        before, after = first.change.before, first.change.after  # Missing for all or for none.
        values = "new" if before is None else "gone" if after is None else "changed"
    if first.history is not None:
        example.append(history_text(first.history))
    if first.other is not None:
        example.append(f"and {history_text(first.other)}")
    times, details = sum(member.times for member in members), " ".join(example)
    if times > 1:
        details = f"{times:,} {first.unit}; first {details}".removesuffix("; first ")
    name = f"{topic} {subject}" if subject else topic
    return f"{name}: {values} ({details})" if details else f"{name}: {values}"


def _values(change: Change) -> str:
    if change.before is None:
        return f"new, {change.after}".removesuffix(", ")
    if change.after is None:
        return f"gone, {change.before}".removesuffix(", ")
    return f"{change.before} -> {change.after}"


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
    """Yield the JSON text, with all differences. A value that only one side has is null for the
    other.
    """
    data = {
        "format": "efgc/diff",
        "version": 1,
        "of": comparison.of,
        "files": comparison.files,
        "same": comparison.is_same,
        "remarks": comparison.remarks,
        "differences": [*map(_fields, comparison.differences)],
    }
    yield json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _fields(difference: Difference) -> dict[str, object]:
    fields = difference._asdict()
    change: Change = fields.pop("change")
    return change._asdict() | fields
