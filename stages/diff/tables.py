"""Two artifacts that are tables: programs, solutions, strategies and reports. Each is a mapping
from things in words to the values that it gives them.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...schemas.columns import Columns
from ...schemas.parts.exact import brief, read_exact
from ...schemas.parts.labels import distinct
from ..checkers.program_checker import ExactProgram, Row
from ..strategies.entries import InfosetEntry
from .records import Change

NEAR = 1e-9
"""Decimals that differ by less, absolutely or relatively, are the same."""
LEFT_OUT = (
    *("format", "version", "made", "title", "source", "edited", "problem", "lp_sha256"),
    *("graph_sha256", "game", "seconds", "solver_version", "options", "basis", "repaired"),
    *("information_set", "reach", "own_reach", "on_path", "values", "losses"),
)
"""Keys whose values follow from others, number things, or say how the artifact was made."""
NAMES = ("after", "state", "column", "row", "left")
"""Keys of which the first names its object in a list."""
LABELLED = ("probabilities", "first_moves", "strategy_1", "strategy_2")
"""Keys of objects whose keys are labels of the game."""
NEGATED = {
    "objective": "objective",
    "value exact": "value exact",
    "lower bound": "upper bound",
    "upper bound": "lower bound",
    "dual of rows": "dual of rows",
    "reduced cost of columns": "reduced cost of columns",
}
"""Topics of numbers that have the sign of the objective, and those of their negatives."""
Ends = tuple[Fraction | None, Fraction | None]
"""The least and the greatest value of a column or a row."""
Value = Fraction | float | str | Ends
Key = tuple[str, str]
"""The sort of thing, and which of these."""
Table = dict[Key, Value]


def compare_tables(one: Mapping[Key, Value], other: Mapping[Key, Value]) -> list[Change]:
    """Return the differences of two tables, in the order of A, then of B."""
    return [
        Change(*key, *_texts(one.get(key), other.get(key)))
        for key in {**one, **other}
        if key not in one or key not in other or not _same(one[key], other[key])
    ]


def _same(one: Value, other: Value) -> bool:
    exact = isinstance(one, Fraction) and isinstance(other, Fraction)
    if one == other or exact or isinstance(one, str | tuple) or isinstance(other, str | tuple):
        return one == other
    return math.isclose(one, other, rel_tol=NEAR, abs_tol=NEAR)


def _texts(before: Value | None, after: Value | None) -> tuple[str | None, str | None]:
    """Return two different values for a message: in full if they look alike when rounded."""
    rounded = _text(before, brief), _text(after, brief)
    return rounded if rounded[0] != rounded[1] else (_text(before, str), _text(after, str))


def _text(value: Value | None, words: Callable[[Fraction], str]) -> str | None:
    if isinstance(value, Fraction):
        return words(value)
    if isinstance(value, tuple):
        return _ends(*value, words)
    if isinstance(value, float):
        return f"{value:.7g}" if words is brief else repr(value)
    return value


def table(entries: Iterable[tuple[str, str, Value]]) -> Table:
    """Return the table of some entries; several with the same words are numbered.

    >>> table([("row", "up", "0"), ("row", "up", "1")])
    {('row', 'up'): '0', ('row', 'up (2)'): '1'}
    """
    times: Counter[Key] = Counter()
    found: Table = {}
    for topic, subject, value in entries:
        times[topic, subject] += 1
        again = times[topic, subject]
        found[topic, f"{subject} ({again})" if again > 1 else subject] = value
    return found


def in_one_direction(one: Table, other: Table) -> tuple[list[Table], list[str]]:
    """Return the tables of two solutions or reports, and a remark if one is of a program that
    minimises the negative of the other's objective: the numbers of B are then negated.
    """
    sense = "sense", ""
    ends = [table.get(("objective", "")) for table in (one, other)]
    known = [end for end in ends if isinstance(end, float)]
    if one.get(sense) == other.get(sense) or len(known) < 2 or known[0] * known[1] > 0:
        return [one, other], []
    turned = {
        (NEGATED.get(topic, topic), subject): 0 - value
        if topic in NEGATED and isinstance(value, float | Fraction)
        else value
        for (topic, subject), value in other.items()
    }
    return [one, turned | {sense: one[sense]}], [_turned_direction(one[sense] == "maximise")]


def _turned_direction(maximises: bool) -> str:
    a, b = ("maximises", "minimises") if maximises else ("minimises", "maximises")
    return f"the direction is turned: A {a}, and B {b} the negative of the objective"


def json_table(content: Mapping[str, Any], meanings: Mapping[str, str]) -> Table:
    """Return the table of the data of a checked solution or report; `meanings` has those of columns
    and rows.
    """
    data = dict(content)
    strategies = zip(data.get("players", ()), data.pop("strategies", ()), strict=False)
    each = {f"strategy of {player}": entries for player, entries in strategies}
    if data["format"] == "efgc/report":
        data.pop("stages", None)  # Their sizes have keys of their own.
    sizes = data.pop("size", {})
    for key in [key for key in data if _is_count(data[key])]:
        sizes[key] = data.pop(key)
    # Under one topic, so that sizes can share a line.
    size = [("size", key.replace("_", " "), str(count)) for key, count in sizes.items()]
    return table([*_values("", "", data | each, meanings), *size])


def _is_count(value: object) -> bool:
    """Return whether a value is one count, or those of both players."""
    counts = value if isinstance(value, list) else [value]
    return {type(count) for count in counts} == {int}


def _values(
    topic: str, subject: str, value: Any, meanings: Mapping[str, str]
) -> Iterator[tuple[str, str, Value]]:
    """Yield a value, or all values in it."""
    match value:
        case dict():
            name = next((key for key in NAMES if key in value), None)
            if name is not None:
                subject = meanings.get(value[name], str(value[name]))
            for key, inner in value.items():
                if key in LABELLED and isinstance(inner, dict):
                    for label, part in inner.items():
                        yield from _values(topic or key, _after(label, subject), part, meanings)
                elif key != name and key not in LEFT_OUT:
                    words = key.replace("_", " ")
                    inner_topic = f"{words} of {topic}" if topic else words
                    yield from _values(inner_topic, subject, inner, meanings)
        case list():
            for index, inner in enumerate(value, 1):
                number = "" if isinstance(inner, dict) else f" ({index})"
                yield from _values(topic, subject + number, inner, meanings)
        case str():
            yield topic, subject, _number(value)
        case float():
            yield topic, subject, value
        case _:
            yield topic, subject, "none" if value is None else str(value)


def _after(label: str, words: str) -> str:
    return f"{label!r} after {words}" if words else repr(label)


def strategy_table(strategy: Sequence[InfosetEntry]) -> Table:
    """Return the probabilities of a strategy by player, action and information set in words."""
    return table(_probabilities(strategy))


def _probabilities(strategy: Sequence[InfosetEntry]) -> Iterator[tuple[str, str, Value]]:
    in_words = any(entry.words or entry.states for entry in strategy)
    for entry in strategy:
        # A table has no words where the player has neither moved nor observed anything.
        words = entry.words or ", ".join(entry.states)
        words = words if in_words else f"information set {entry.infoset}"
        labels = entry.actions or [f"action {index + 1}" for index in range(len(entry.numbers))]
        shares = zip(labels, entry.exact or entry.numbers, entry.numbers, strict=True)
        for label, exact, decimal in shares:
            yield (
                f"strategy of player {entry.player}",
                _after(label, words),
                _number(exact or decimal),
            )


def _number(text: str) -> Value:
    """Return a fraction as it is, and a decimal, which is rounded, as a float."""
    number = read_exact(text)
    if number is None:
        return text
    return number if "/" in text else float(number)


def meanings_of(columns: Columns) -> dict[str, str]:
    """Return the meanings of all columns and rows of a linear program, by their names."""
    found = {}
    for entries, owners in ((columns.columns, True), (columns.rows, False)):
        for entry in entries:
            sequence = (entry.player == columns.player) == owners
            what = "sequence" if sequence else "information set"
            words = entry.meaning or "at the start"
            found[entry.name] = f"{what} {words!r} of player {entry.player}"
    return dict(zip(found, distinct([*found.values()]), strict=True))


def in_one_form(
    one: ExactProgram, other: ExactProgram
) -> tuple[tuple[ExactProgram, ExactProgram], list[str]]:
    """Return two programs without the differences of form that `efgc lower` makes, and a remark on
    a direction that is turned: an `.mps` minimises the negative of the objective, and has the
    constant as the cost of a fixed column; an `.lp` has two rows for one with two ends.
    """
    one, other = _with_constant(one, other.columns), _with_constant(other, one.columns)
    one, other = _with_two_ends(one, other.rows), _with_two_ends(other, one.rows)
    negative = {name: -cost for name, cost in other.costs.items()}
    equal, opposite = (
        sum(one.costs.get(name) == cost for name, cost in costs.items() if cost)
        for costs in (other.costs, negative)
    )
    has_costs = any((*one.costs.values(), *other.costs.values()))
    if one.maximise == other.maximise or has_costs and equal >= opposite:
        return (one, other), []
    turned = other._replace(maximise=one.maximise, constant=-other.constant, costs=negative)
    return (one, turned), [_turned_direction(one.maximise)]


def _with_constant(program: ExactProgram, others: Container[str]) -> ExactProgram:
    """Return a program whose fixed columns in no row are a part of the constant, unless they are
    among the columns of the other program.
    """
    used = {name for row in program.rows.values() for name in row.coefficients}
    fixed = {
        name: value
        for name, (value, upper) in program.columns.items()
        if value is not None and value == upper and name not in used and name not in others
    }
    costs = {name: cost for name, cost in program.costs.items() if name not in fixed}
    constant = sum(
        (value * program.costs.get(name, 0) for name, value in fixed.items()), program.constant
    )
    columns = {name: ends for name, ends in program.columns.items() if name not in fixed}
    return program._replace(constant=constant, costs=costs, columns=columns)


def _with_two_ends(program: ExactProgram, others: Mapping[str, Row]) -> ExactProgram:
    """Return a program with one row for each two of the same sum that are one row with two ends in
    the other program.
    """
    rows = dict(program.rows)
    lower = defaultdict[frozenset[tuple[str, Fraction]], list[str]](list)
    for name, row in rows.items():
        if name not in others and row.ends[1] is None:
            lower[frozenset(row.coefficients.items())].append(name)
    for name, row in program.rows.items():
        names = lower[frozenset(row.coefficients.items())]
        if names and row.ends[0] is None and name in others and None not in others[name].ends:
            least = others[name].ends[0]
            low = next((each for each in names if rows[each].ends[0] == least), names[0])
            names.remove(low)
            rows[name] = row._replace(ends=(rows.pop(low).ends[0], row.ends[1]))
    return program._replace(rows=rows)


def program_tables(
    programs: Sequence[ExactProgram], meanings: Sequence[Mapping[str, str]] = ({}, {})
) -> list[Table]:
    """Return the tables of two linear programs, with the coefficients of the rows and columns that
    both have; `meanings` has those of their columns and rows.
    """
    tables: list[Table] = []
    for program, known in zip(programs, meanings, strict=True):
        rows = {name: row.ends for name, row in program.rows.items()}
        found: Table = {("direction", ""): "maximise" if program.maximise else "minimise"}
        found["constant", ""] = program.constant
        for topic, ends in (("column", program.columns), ("row", rows)):
            found |= {(topic, known.get(name, name)): of for name, of in ends.items()}
        tables.append(found)
    shared = tables[0].keys() & tables[1].keys()
    for program, known, found in zip(programs, meanings, tables, strict=True):
        sums = {known.get(name, name): row.coefficients for name, row in program.rows.items()}
        kept = {row: of for row, of in sums.items() if ("row", row) in shared}
        for row, coefficients in {"the objective": program.costs, **kept}.items():
            for name, number in coefficients.items():
                column = known.get(name, name)
                if number and ("column", column) in shared:
                    found["coefficient", f"of {column} in {row}"] = number
    return tables


def _ends(lower: Fraction | None, upper: Fraction | None, words: Callable[[Fraction], str]) -> str:
    """Return the values that a column or a row can have.

    >>> _ends(None, Fraction(0), str), _ends(Fraction(1), Fraction(1), str)
    ('at most 0', '1')
    """
    if lower is None or upper is None:
        least = "any" if lower is None else f"at least {words(lower)}"
        return least if upper is None else f"at most {words(upper)}"
    return words(lower) if lower == upper else f"{words(lower)} to {words(upper)}"
