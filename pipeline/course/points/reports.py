"""What differs between a printed report of 2018 and the game of its map: sequences, extended
utilities, plans, value. That document gives no points by itself: a person grades.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from pipeline.course.points.exported_programs import SUFFIXES, exported
from pipeline.course.points.matching import CLOSE, Places, matched, rows_apart
from pipeline.course.points.plans import plan_apart, weights_apart
from pipeline.course.points.printed_reports import LETTERS, PLAYERS, Printed, Trouble, read_printed
from pipeline.course.points.table import Head, Score
from pipeline.course.points.truth import TOLERANCE, Truth
from pipeline.files.reading import read_text
from schemas.parts.problems import InputError

PARTS = ("sequences", "utilities", "plans", "value")
MOST = 10  # Differences of a kind that are told.
FACTS = ("verdict", "line")


class Known(NamedTuple):
    """Which sequences of a report are which of the game."""

    places: Places | None
    """None where nobody can tell."""
    by_name: bool
    """Whether by their texts; else by g alone, which shows those that end with a payoff."""


def head(true: Truth) -> Head:
    """Return what stands above the rows."""
    agent, attacker = (len(texts) for texts in true.texts)
    return Head(f"{agent} and {attacker} sequences, value {true.value:.12g}", FACTS)


def compared(true: Truth, file: str) -> Iterator[Score]:
    """Yield what is said of the report in a file: a row for each part that is right, and one for
    each difference of those that are not. A linear program is a part of its own.
    """
    if file.lower().endswith(SUFFIXES):
        yield from exported(true, file)
        return
    try:
        text = read_text(file).text
    except InputError as error:
        yield Score(
            file, "report", None, None, (("verdict", "unreadable"), ("line", "")), str(error)
        )
        return
    printed = read_printed(text)
    known = known_in(true, printed)
    troubles = [*printed.troubles, *differences(true, printed, known)]
    for part in PARTS:
        those = [one for one in troubles if one.part == part]
        if not those:
            facts = (("verdict", _right(part, known)), ("line", ""))
            yield Score(file, part, None, None, facts)
        for one in _few(those):
            facts = (("verdict", "differs"), ("line", str(one.line or "")))
            yield Score(file, part, None, None, facts, one.said)


def differences(true: Truth, printed: Printed, known: Known) -> Iterator[Trouble]:
    """Yield in what a report differs from the game."""
    yield from _counts(true, printed)
    yield from _utilities(true, printed, known.places)
    yield from weights_apart(true, printed)
    if known.places is not None:
        for player in (0, 1):
            yield from plan_apart(true, printed, player, known.places[player], known.by_name)
    yield from _value(true, printed)


def _right(part: str, known: Known) -> str:
    """Return the verdict on a part in which nothing was found wrong."""
    if known.by_name or part in ("sequences", "value"):
        return "right"
    return "not compared" if known.places is None else "right by g"


def _few(those: list[Trouble]) -> list[Trouble]:
    more = len(those) - MOST
    if more <= 0:
        return those
    return [*those[:MOST], Trouble(those[0].part, 0, f"and {more} more")]


def _counts(true: Truth, printed: Printed) -> Iterator[Trouble]:
    for player, name in enumerate(PLAYERS):
        own, texts = printed.sequences[player], true.texts[player]
        if not own:
            continue
        at = printed.lines["sequences", player, min(own)]
        if len(own) != len(texts):
            said = f"{name} has {len(own)} sequences, in the textbook tree {len(texts)}"
            known = {_plain(text) for text in own.values()}
            lacks = [text for text in texts.values() if _plain(text) not in known]
            if len(lacks) == len(texts) - len(own):
                said += f"; missing is [{lacks[0]}]" if len(lacks) == 1 else ""
            yield Trouble("sequences", at, said)
        seen: dict[str, int] = {}
        for number, text in own.items():
            first = seen.setdefault(text, number)
            if first != number:
                line = printed.lines["sequences", player, number]
                letter = LETTERS[player]
                said = f"{letter}{number} and {letter}{first} have the same text {text[:60]!r}"
                yield Trouble("sequences", line, f"{said}: are they the same sequence?")


def known_in(true: Truth, printed: Printed) -> Known:
    """Return which sequences are which, by what they are called or else by g."""
    first, second = (
        _by_name(own, texts) for own, texts in zip(printed.sequences, true.texts, strict=True)
    )
    if first is not None and second is not None:
        return Known((first, second), True)
    return Known(matched(printed.utilities, true.utilities), False)


def _by_name(own: dict[int, str], texts: dict[int, str]) -> dict[int, int] | None:
    numbers = {_plain(text): number for number, text in texts.items()}
    found = {number: numbers.get(_plain(text)) for number, text in own.items()}
    places = {number: at for number, at in found.items() if at is not None}
    return places if places and len(places) == len(own) == len({*places.values()}) else None


def _plain(text: str) -> str:
    return "".join(text.split()).lower()


def _utilities(true: Truth, printed: Printed, places: Places | None) -> Iterator[Trouble]:
    trouble = partial(Trouble, "utilities")
    own = printed.utilities
    if not own:
        return
    turned = {pair: -number for pair, number in true.utilities.items()}
    if places is None:
        if matched(own, turned) is not None:
            yield trouble(0, "g is what the attacker gets: all signs are turned")
            return
        yield from _rows(true, printed)
        return
    there = {}
    for (row, column), number in own.items():
        pair = (places[0].get(row, 0), places[1].get(column, 0))
        there[pair] = (row, column)
        right = true.utilities.get(pair, 0.0)
        if abs(number - right) > CLOSE * max(1.0, abs(right)):
            said = f"g(S{row}, Q{column}) is {number:.10g}, in the game {right:.10g}"
            yield trouble(printed.lines["row", row], said)
    back = [{at: number for number, at in those.items()} for those in places]
    for (row, column), right in true.utilities.items():
        if (row, column) not in there:
            names = ", ".join(
                f"{letter}{those[at]}" if at in those else f"[{texts[at]}]"
                for letter, those, texts, at in zip(
                    LETTERS, back, true.texts, (row, column), strict=True
                )
            )
            yield trouble(0, f"g({names}) is missing, in the game it is {right:.10g}")


def _rows(true: Truth, printed: Printed) -> Iterator[Trouble]:
    """Yield what can be said where no sequence can be told by its name."""
    own, ours = printed.utilities, true.utilities
    if len(own) != len(ours):
        said = f"g has {len(own)} entries that are not zero, in the textbook tree {len(ours)}"
        yield Trouble("utilities", 0, said)
    mine, yours = rows_apart(own, ours)
    for row in mine:
        said = f"the game has no further row with the numbers of S{row}: {_numbers(own, row)}"
        yield Trouble("utilities", printed.lines["row", row], said)
    for row in yours:
        text = true.texts[0][row]
        said = f"no further row has the numbers of the sequence [{text}]: {_numbers(ours, row)}"
        yield Trouble("utilities", 0, said)
    if not mine and not yours and len(own) == len(ours):
        yield Trouble("utilities", 0, "the rows have the game's numbers, but not in its columns")


def _numbers(table: Mapping[tuple[int, int], float], row: int) -> str:
    numbers = sorted(number for (at, _), number in table.items() if at == row)
    shown = ", ".join(f"{number:.6g}" for number in numbers[:6])
    return shown + (f", and {len(numbers) - 6} more" if len(numbers) > 6 else "")


def _value(true: Truth, printed: Printed) -> Iterator[Trouble]:
    value = printed.value
    if value is None or abs(value - true.value) <= TOLERANCE:
        return
    more = ", with the other sign" if abs(value + true.value) <= TOLERANCE else ""
    said = f"{value:.12g} is {abs(value - true.value):.3g} from {true.value:.12g}{more}"
    yield Trouble("value", printed.lines["value"], said)
