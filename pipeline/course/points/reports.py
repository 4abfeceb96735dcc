"""The differences between a printed report of 2018 and the game of its map: sequences, extended
utilities, plans, value. That document has no scheme of points: a person grades.

The sequences of two tables of g are matched by g alone, independently of their names. Tables are
dictionaries from (row, column) to a number. Rows and columns are coloured by the numbers in them
and the colours of the columns and rows that they meet, until the colouring is stable (colour
refinement). Ties are broken by matching one candidate with another, and the result is verified at
the end.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from pipeline.course.points.printed_reports import LETTERS, PLAYERS, Printed, Trouble
from schemas.game import sequence_text
from schemas.report import Report
from stages.forms.sequence_form import SequenceForm, Sequences, sequence_form

Table = Mapping[tuple[int, int], float]
Places = tuple[dict[int, int], dict[int, int]]
"""For rows and for columns: from the number in the first table to the number in the second."""

CLOSE = 1e-6  # Numbers at most this far apart are equal.
ROUNDS = 2_000_000  # Limit of numbers visited, after which matching is given up.

_Place = tuple[int, int, int]  # The table, 0 for rows or 1 for columns, and the number.


def matched(first: Table, second: Table) -> Places | None:
    """Return a matching of the nonzero rows and columns under which all numbers agree; None if none
    was found.

    >>> matched({(1, 1): 2.0, (2, 2): 3.0}, {(7, 5): 3.0, (8, 4): 2.0})
    ({1: 8, 2: 7}, {1: 4, 2: 5})
    >>> matched({(1, 1): 2.0}, {(1, 1): 2.5})
    """
    if len(first) != len(second):
        return None
    meets = _neighbours(first, second)
    colours: dict[_Place, int] = dict.fromkeys(meets, 0)
    spent = 0
    while True:
        colours, rounds = _refined(meets, colours)
        spent += rounds * len(first)
        classes: dict[int, tuple[list[_Place], list[_Place]]] = {}
        for place, colour in colours.items():
            classes.setdefault(colour, ([], []))[place[0]].append(place)
        if any(len(mine) != len(yours) for mine, yours in classes.values()):
            return None
        several = [pair for pair in classes.values() if len(pair[0]) > 1]
        if not several:
            break
        if spent > ROUNDS:
            return None
        mine, yours = min(several, key=lambda pair: len(pair[0]))
        colours[mine[0]] = colours[yours[0]] = len(classes)
    found: Places = ({}, {})
    for (one,), (other,) in classes.values():
        found[one[1]][one[2]] = other[2]
    same = all(
        abs(second.get((found[0][row], found[1][column]), 0.0) - number) <= _near(number)
        for (row, column), number in first.items()
    )
    return found if same else None


def rows_apart(first: Table, second: Table) -> tuple[list[int], list[int]]:
    """Return the unmatched rows of each table: rows are paired if they have the same numbers in any
    order, each row at most once.

    >>> rows_apart({(1, 1): 2.0, (2, 1): 3.0}, {(7, 5): 3.0, (8, 5): 4.0})
    ([1], [8])
    """
    kinds = _kinds([*first.values(), *second.values()])
    lists: list[dict[int, list[int]]] = [{}, {}]
    for rows, table in zip(lists, (first, second), strict=True):
        for (row, _), number in table.items():
            rows.setdefault(row, []).append(kinds[number])
    shapes = [{row: tuple(sorted(them)) for row, them in rows.items()} for rows in lists]
    return _unmatched_rows(shapes[0], shapes[1]), _unmatched_rows(shapes[1], shapes[0])


def _unmatched_rows(
    these: dict[int, tuple[int, ...]], those: dict[int, tuple[int, ...]]
) -> list[int]:
    free = Counter(those.values())
    left = []
    for row, shape in these.items():
        if free[shape]:
            free[shape] -= 1
        else:
            left.append(row)
    return left


def _near(number: float) -> float:
    return CLOSE * max(1.0, abs(number))


def _kinds(numbers: Iterable[float]) -> dict[float, int]:
    """Return an identifier for each number, the same for numbers that are close."""
    kinds: dict[float, int] = {}
    last, kind = 0.0, 0
    for number in sorted(set(numbers)):
        kind += number - last > _near(number)
        kinds[number] = kind
        last = number
    return kinds


def _neighbours(first: Table, second: Table) -> dict[_Place, list[tuple[int, _Place]]]:
    kinds = _kinds([*first.values(), *second.values()])
    meets: dict[_Place, list[tuple[int, _Place]]] = {}
    for table, numbers in enumerate((first, second)):
        for (row, column), number in numbers.items():
            one, other = (table, 0, row), (table, 1, column)
            meets.setdefault(one, []).append((kinds[number], other))
            meets.setdefault(other, []).append((kinds[number], one))
    return meets


def _refined(
    meets: dict[_Place, list[tuple[int, _Place]]], colours: dict[_Place, int]
) -> tuple[dict[_Place, int], int]:
    """Return the stable colours and the number of rounds of refinement."""
    rounds, many = 0, 0
    while True:
        rounds += 1
        known: dict[object, int] = {}
        made = {}
        for place, those in meets.items():
            around = tuple(sorted((kind, colours[other]) for kind, other in those))
            made[place] = known.setdefault((colours[place], place[1], around), len(known))
        colours = made
        if len(known) == many:
            return colours, rounds
        many = len(known)


PARTS = ("sequences", "utilities", "plans", "value")
TOLERANCE = 1e-3
"""From the document: a value that differs by more "is still incorrect"."""


class ReferenceGame(NamedTuple):
    """The game of a map, with sequences numbered from 1 as by `efgc course island-2018`."""

    form: SequenceForm
    texts: tuple[dict[int, str], dict[int, str]]
    utilities: Mapping[tuple[int, int], float]
    value: float


class Known(NamedTuple):
    """The matching of a report's sequences to the game's."""

    places: Places | None
    """The matching; None if there is none."""
    by_name: bool
    """Whether sequences are matched by their texts; else by g alone, which covers only sequences
    that end with a payoff.
    """


def differences(true: ReferenceGame, printed: Printed, known: Known) -> Iterator[Trouble]:
    """Yield the differences between a report and the game."""
    yield from _counts(true, printed)
    yield from _utilities(true, printed, known.places)
    yield from _weights_apart(true, printed)
    if known.places is not None:
        for player in (0, 1):
            yield from _plan_apart(true, printed, player, known.places[player], known.by_name)
    yield from _value(true, printed)


def _counts(true: ReferenceGame, printed: Printed) -> Iterator[Trouble]:
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


def known_in(true: ReferenceGame, printed: Printed) -> Known:
    """Match the sequences by their texts, or else by g."""
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


def _utilities(true: ReferenceGame, printed: Printed, places: Places | None) -> Iterator[Trouble]:
    trouble = partial(Trouble, "utilities")
    own = printed.utilities
    if not own:
        return
    turned = {pair: -number for pair, number in true.utilities.items()}
    if places is None:
        if matched(own, turned) is not None:
            yield trouble(0, "g is the attacker's payoff: all signs are reversed")
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


def _rows(true: ReferenceGame, printed: Printed) -> Iterator[Trouble]:
    """Yield the differences in rows of g that can be found without matching sequences by name."""
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


def _value(true: ReferenceGame, printed: Printed) -> Iterator[Trouble]:
    value = printed.value
    if value is None or abs(value - true.value) <= TOLERANCE:
        return
    more = ", with the other sign" if abs(value + true.value) <= TOLERANCE else ""
    said = f"{value:.12g} is {abs(value - true.value):.3g} from {true.value:.12g}{more}"
    yield Trouble("value", printed.lines["value"], said)


def _weights_apart(true: ReferenceGame, printed: Printed) -> Iterator[Trouble]:
    for player, plan in enumerate(printed.plans):
        letter, own = LETTERS[player], printed.sequences[player]
        for number, weight in plan.items():
            line = printed.lines["plans", player, number]
            if not -CLOSE <= weight <= 1 + CLOSE:
                yield Trouble(
                    "plans", line, f"{letter}{number}: {weight:.10g} is not within 0 to 1"
                )
            if own and number not in own:
                yield Trouble("plans", line, f"{letter}{number} is not in the list of sequences")
        if plan and max(plan.values()) < 1 - TOLERANCE:
            said = f"{PLAYERS[player]}: no sequence has weight 1, as the empty one has"
            yield Trouble("plans", 0, said)
    plans, value = printed.plans, printed.value
    if plans[0] and plans[1] and printed.utilities and value is not None:
        found = sum(
            plans[0].get(row, 0.0) * plans[1].get(column, 0.0) * number
            for (row, column), number in printed.utilities.items()
        )
        # Else the value alone is wrong, which is reported by `_value`.
        if abs(found - value) > TOLERANCE and abs(found - true.value) > TOLERANCE:
            said = f"these plans are worth {found:.10g} by the report's own table"
            yield Trouble("plans", 0, f"{said}, and the report says {value:.10g}")


def _plan_apart(
    true: ReferenceGame, printed: Printed, player: int, places: dict[int, int], named: bool
) -> Iterator[Trouble]:
    """Yield the faults of a plan in the game itself."""
    if not printed.plans[player]:
        return
    name, weights = PLAYERS[player], {0: 1.0}
    for number, weight in printed.plans[player].items():
        if number in places:
            weights[places[number] - 1] = weight
    if named:
        yield from _flows(true, printed, player, places, weights)
    found = guarantee(true.form, player, weights)
    lost = (true.value - found) * (1 - 2 * player)
    if lost > TOLERANCE:
        said = f"{name}'s plan holds the value at {found:.10g} only, not at {true.value:.10g}"
        yield Trouble("plans", 0, f"{said}: it is not in equilibrium")
    elif lost < -TOLERANCE:
        said = f"{name}'s plan would hold the value at {found:.10g}, better than"
        yield Trouble("plans", 0, f"{said} {true.value:.10g}: it is not a realization plan")


def _flows(
    true: ReferenceGame,
    printed: Printed,
    player: int,
    places: dict[int, int],
    weights: dict[int, float],
) -> Iterator[Trouble]:
    """Yield the places where weights do not add up to the weight of their parent sequence."""
    numbers = {at - 1: f"{LETTERS[player]}{number}" for number, at in places.items()}
    for at, text in true.texts[player].items():
        numbers.setdefault(at - 1, f"[{text}]")
    lines = {
        at - 1: printed.lines.get(("plans", player, number), 0) for number, at in places.items()
    }
    side = true.form.players[player]
    for parents, actions in zip(side.parents, side.actions, strict=True):
        before = sum(weights.get(parent, 0.0) for parent in parents)
        after = sum(weights.get(action, 0.0) for action in actions)
        if abs(before - after) > TOLERANCE:
            those = " + ".join(numbers[action] for action in actions)
            parent = " + ".join(numbers[parent] for parent in parents)
            many = "add up to" if len(actions) > 1 else "is"
            said = f"{those} {many} {after:.10g}, and {parent} before that {before:.10g}"
            line = max((lines.get(action, 0) for action in actions), default=0)
            yield Trouble("plans", line, said)


def guarantee(form: SequenceForm, player: int, weights: Mapping[int, float]) -> float:
    """Return player 1's payoff if the opponent of `player`, 0 or 1, plays a best response to
    realization weights. The game must have no shared nodes.
    """
    other: Sequences = form.players[1 - player]
    worth: dict[int, float] = {}
    for pair, payoff in form.payoffs.items():
        if weight := weights.get(pair[player], 0.0):
            answer = pair[1 - player]
            worth[answer] = worth.get(answer, 0.0) + weight * float(payoff)
    best = min if player == 0 else max
    # Later sequences have higher numbers.
    for parents, actions in reversed([*zip(other.parents, other.actions, strict=True)]):
        (parent,) = parents
        worth[parent] = worth.get(parent, 0.0) + best(worth.get(action, 0.0) for action in actions)
    return worth.get(0, 0.0)


def reference_game(report: Report) -> ReferenceGame:
    """Return the reference for reports of a map."""
    form = sequence_form(report.game)
    texts = [
        {number: sequence_text(report.game, move) for number, move in enumerate(one.moves, 1)}
        for one in form.players
    ]
    utilities = {
        (row + 1, column + 1): float(payoff) for (row, column), payoff in form.payoffs.items()
    }
    return ReferenceGame(form, (texts[0], texts[1]), utilities, report.value)
