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
FORMAT, VERSION = "efgc/diff", 1
# From fine to coarse: what the changes that share a line have in common.
_COMMON: tuple[Callable[[Change], object], ...] = (
    lambda change: change,
    lambda change: change._replace(square=""),
    lambda change: change._replace(square="", subject=""),
    lambda change: (change.topic, change.before is None, change.after is None),
)


def write_lines(comparison: Comparison) -> Iterator[str]:
    """Yield the lines for a person: at most MOST of them, unless all are wanted. Differences share
    lines as far as that needs.
    """
    one, other = comparison.files
    head = [f"A and B are different {comparison.of}. A: {one}. B: {other}."]
    if not comparison.differences:
        head = [f"the same {comparison.of}: {one} and {other}"]
    facts = [f"{fact.topic} {_values(fact)}" for fact in comparison.facts]
    head += [*([", ".join(facts)] if facts else ()), *comparison.remarks]
    room = MOST - len(head)
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
    yield from (f"{one_line(line)}\n" for line in (*head, *shown))


def _line(members: Sequence[Difference]) -> str:
    """Return the line of differences: what they have in common, how many there are, and what is
    special about the first of them.
    """
    first, one = members[0], members[0].change
    times = sum(difference.times for difference in members)
    named, shown = [one.topic], _values(one)
    example: list[str] = []
    for words in ("subject", "square", "values"):
        found = {_words(difference.change, words) for difference in members}
        if words != "values":
            (named if len(found) == 1 else example).append(_words(one, words))
            if words == "subject" and len(found) > 1:
                named = [one.topic.removesuffix(" of")]
        elif len(found) > 1:
            shown = "changed"
    for joint, history in (("", first.history), ("and", first.other)):
        if history is not None:
            example += [joint, history_text(history)]
    details = [f"{times:,} {first.unit}"] if times > 1 else []
    if special := " ".join(filter(None, example)):
        details.append(f"first {special}" if times > 1 else special)
    return f"{' '.join(filter(None, named))}: {shown}" + f" ({'; '.join(details)})" * bool(details)


def _words(change: Change, part: str) -> str:
    if part == "square":
        return f"at {change.square}" if change.square else ""
    return cut(change.subject, LONGEST) if part == "subject" else _values(change)


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
    """Yield the lines of the JSON text: one per difference, all of them."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "of": comparison.of,
        "files": comparison.files,
        "same": not comparison.differences,
        "facts": [_fields(fact) for fact in comparison.facts],
        "remarks": comparison.remarks,
    }
    yield f"{_json(head)[:-1]},\n"
    lines = ",\n".join(f"  {_json(_fields(found))}" for found in comparison.differences)
    yield f' "differences": [\n{lines}\n ]}}\n' if lines else ' "differences": []}\n'


def _fields(found: Change | Difference) -> dict[str, object]:
    """Return the fields that are not empty; a change that only one side has lacks the other one's
    value.
    """
    fields = found._asdict()
    inner = _fields(fields.pop("change")) if isinstance(found, Difference) else {}
    return inner | {key: value for key, value in fields.items() if value is not None}


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)
