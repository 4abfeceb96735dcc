"""The differences between a printed report of 2018 and the game of its map: sequences, extended
utilities, plans, value. That document has no scheme of points: a person grades.

For an exported linear program only the optimum is compared, with the game value to the agent or to
the attacker.

Sequences with other names than ours are matched by g, and by parents where texts show them
(`pipeline.apps.course.points.matching`). Where several matchings fit, a plan is wrong only if it is
wrong under each of them.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from .....stages.forms.sequence_form import SequenceForm, Sequences, sequence_form
from .....stages.report.measures import Measured
from .matching import (
    CLOSE,
    ZERO,
    Alike,
    Classes,
    Parents,
    TableMatch,
    matched,
    parents_by_text,
    rows_apart,
)
from .printed_reports import LETTERS, PLAYERS, Printed, Trouble

PARTS = ("sequences", "utilities", "plans", "value")
REPLIES = 20  # Limit of best responses that are tried against a plan.
OTHER_MAP = "both players have other numbers of sequences: it looks like the report of another map"
TOLERANCE = 1e-3 + 1e-9
"""From the document: a value that differs by more than 0.001 "is still incorrect". The 1e-9 is for
rounding: in floats, 7.501 - 7.5 is above 0.001.
"""

Places = tuple[dict[int, int], dict[int, int]]
"""For each player, from numbers of sequences in a report to those in the game."""


class ReferenceGame(NamedTuple):
    """The game of a map, with sequences numbered from 1 as by `efgc course island-2018`."""

    form: SequenceForm
    texts: tuple[dict[int, str], dict[int, str]]
    utilities: Mapping[tuple[int, int], float]
    """The entries of g, as in `Printed`."""
    value: float
    optimal: tuple[Mapping[int, float], Mapping[int, float]]
    """A plan in equilibrium for each player: realization weights, numbered from 0."""


class Known(NamedTuple):
    """The matching of a report's sequences to the game's."""

    classes: Classes | None
    """For each player, sequences that can be the same ones; None if there is no matching."""
    by_name: bool
    """Whether sequences are matched by their texts; else by g, and by their parents if texts show
    them. By g alone only sequences are matched that end with a payoff.
    """
    proved: bool = True
    """Whether g is the game's under a matching; False if that was not decided."""

    @property
    def places(self) -> Places:
        """From a number in the report to one in the game, for sequences that are certain."""
        first, second = self.classes or ((), ())
        return _certain(first), _certain(second)


def differences(true: ReferenceGame, printed: Printed, known: Known) -> Iterator[Trouble]:
    """Yield the differences between a report and the game."""
    yield from _empty_parts(true, printed)
    yield from _counts(true, printed)
    yield from _utilities(true, printed, known)
    yield from _weights_apart(true, printed)
    if known.classes is not None:
        for player in (0, 1):
            yield from _plan_apart(true, printed, player, known)
    yield from _value(true, printed)


def _empty_parts(true: ReferenceGame, printed: Printed) -> Iterator[Trouble]:
    """Yield the parts with a title and without entries, if the game has entries there. Parts
    without a title are among the troubles of the report.
    """
    for player, name in enumerate(PLAYERS):
        if len(true.texts[player]) == 1:
            continue  # Some reports leave the empty sequence out.
        listed, solution = (False, player), (True, player)
        if listed in printed.titles and not printed.sequences[player]:
            message = f"no sequence is printed for {name}"
            yield Trouble("sequences", printed.titles[listed], message)
        if solution in printed.titles and not printed.plans[player]:
            message = f"no weight is printed for {name}"
            yield Trouble("plans", printed.titles[solution], message)
    if true.utilities and "table" in printed.titles and not printed.utilities:
        message = f"no number of g is printed, in the game {len(true.utilities)} are not zero"
        yield Trouble("utilities", printed.titles["table"], message)


def _counts(true: ReferenceGame, printed: Printed) -> Iterator[Trouble]:
    pairs = zip(printed.sequences, true.texts, strict=True)
    if all(own and len(own) != len(texts) for own, texts in pairs):
        yield Trouble("sequences", 0, OTHER_MAP)
    for player, name in enumerate(PLAYERS):
        own, texts = printed.sequences[player], true.texts[player]
        if not own:
            continue
        at = printed.lines["sequences", player, min(own)]
        if len(own) != len(texts):
            message = f"{name} has {len(own)} sequences, in the textbook tree {len(texts)}"
            known = {_plain(text) for text in own.values()}
            lacks = [text for text in texts.values() if _plain(text) not in known]
            if len(lacks) == len(texts) - len(own):
                message += f"; missing is [{lacks[0]}]" if len(lacks) == 1 else ""
            yield Trouble("sequences", at, message)
        seen: dict[str, int] = {}
        for number, text in own.items():
            first = seen.setdefault(text, number)
            if first != number:
                line = printed.lines["sequences", player, number]
                letter = LETTERS[player]
                message = f"{letter}{number} and {letter}{first} have the same text {text[:60]!r}"
                yield Trouble("sequences", line, f"{message}: are they the same sequence?")


def known_in(true: ReferenceGame, printed: Printed) -> Known:
    """Match the sequences by their texts, or else by g."""
    first, second = (
        _by_name(own, texts) for own, texts in zip(printed.sequences, true.texts, strict=True)
    )
    if first is not None and second is not None:
        return Known((first, second), True)
    found = _by_parents(true, printed)
    if found is None or not found.proved:
        found = matched(printed.utilities, true.utilities)
    return Known(found.classes, False, found.proved) if found else Known(None, False, False)


def _by_parents(true: ReferenceGame, printed: Printed) -> TableMatch | None:
    """Match the sequences by g and their parents; None if there is no matching, or if texts do not
    show the parents.
    """
    if [*map(len, printed.sequences)] != [*map(len, true.texts)]:
        return None
    rows, columns = map(parents_by_text, printed.sequences)
    if rows is None or columns is None:
        return None
    return matched(printed.utilities, true.utilities, ((rows, columns), _parents(true.form)))


def _parents(form: SequenceForm) -> Parents:
    rows, columns = (
        {
            action + 1: parents[0] + 1
            for parents, actions in zip(side.parents, side.actions, strict=True)
            for action in actions
        }
        for side in form.players
    )
    return rows, columns


def _by_name(own: dict[int, str], texts: dict[int, str]) -> list[Alike] | None:
    numbers = {_plain(text): number for number, text in texts.items()}
    found = {number: numbers.get(_plain(text)) for number, text in own.items()}
    places = {number: at for number, at in found.items() if at is not None}
    if not places or not len(places) == len(own) == len({*places.values()}):
        return None
    return [Alike((number,), (at,)) for number, at in places.items()]


def _certain(classes: Sequence[Alike]) -> dict[int, int]:
    return {mine[0]: yours[0] for mine, yours in classes if len(mine) == 1}


def _plain(text: str) -> str:
    return "".join(text.split()).lower()


def _utilities(true: ReferenceGame, printed: Printed, known: Known) -> Iterator[Trouble]:
    trouble = partial(Trouble, "utilities")
    own = printed.utilities
    if not own:  # Yielded by `_empty_parts`.
        return
    if not known.by_name:
        if known.classes is not None:
            return
        turned = matched(own, {pair: -number for pair, number in true.utilities.items()})
        if turned and turned.proved:
            yield trouble(0, "g is the attacker's payoff: all signs are reversed")
            return
        yield from _rows(true, printed)
        return
    there, places = {}, known.places
    for (row, column), number in own.items():
        pair = (places[0].get(row, 0), places[1].get(column, 0))
        there[pair] = (row, column)
        right = true.utilities.get(pair, 0.0)
        if abs(number - right) > CLOSE * max(1.0, abs(right)):
            message = f"g(S{row}, Q{column}) is {number:.10g}, in the game {right:.10g}"
            yield trouble(printed.lines["row", row], message)
    back = [{at: number for number, at in those.items()} for those in places]
    for (row, column), right in true.utilities.items():
        if (row, column) not in there and abs(right) > CLOSE:
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
        message = f"g has {len(own)} entries that are not zero, in the textbook tree {len(ours)}"
        yield Trouble("utilities", 0, message)
    mine, yours = rows_apart(own, ours)
    for row in mine:
        message = f"the game has no further row with the numbers of S{row}: {_numbers(own, row)}"
        yield Trouble("utilities", printed.lines["row", row], message)
    for row in yours:
        text = true.texts[0][row]
        message = f"no further row has the numbers of the sequence [{text}]: {_numbers(ours, row)}"
        yield Trouble("utilities", 0, message)
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
    more = ", but the value to the other player" if abs(value + true.value) <= TOLERANCE else ""
    message = f"{value:.12g} is not the value of the map's game{more}"
    yield Trouble("value", printed.lines["value"], message)


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
            message = f"{PLAYERS[player]}: no sequence has weight 1, as the empty one has"
            yield Trouble("plans", 0, message)
    plans, value = printed.plans, printed.value
    if plans[0] and plans[1] and printed.utilities and value is not None:
        found = sum(
            plans[0].get(row, 0.0) * plans[1].get(column, 0.0) * number
            for (row, column), number in printed.utilities.items()
        )
        # Else the value alone is wrong, which is reported by `_value`.
        if abs(found - value) > TOLERANCE and abs(found - true.value) > TOLERANCE:
            message = f"these plans are worth {found:.10g} by the report's own table"
            yield Trouble("plans", 0, f"{message}, and the report says {value:.10g}")


def _plan_apart(
    true: ReferenceGame, printed: Printed, player: int, known: Known
) -> Iterator[Trouble]:
    """Yield the faults of a plan in the game itself."""
    if not printed.plans[player]:
        return
    assert known.classes is not None
    # Some reports leave the weight of the empty sequence out.
    empty = {number: 1.0 for number, at in known.places[player].items() if at == 1}
    plan = empty | printed.plans[player]
    yield from _flows(true, printed, player, plan, known)
    name, sign = PLAYERS[player], 1 - 2 * player
    least, most = held_values(true, player, plan, known.classes[player])
    if (true.value - most) * sign > TOLERANCE:
        # Students read this: the value of the map's game is not in it.
        message = f"{name}'s plan holds the value at {most:.10g} only: it is not in equilibrium"
        yield Trouble("plans", 0, message)
    elif (least - true.value) * sign > TOLERANCE:
        message = f"{name}'s plan would hold the value at {least:.10g}, better than is possible"
        yield Trouble("plans", 0, f"{message}: it is not a realization plan")


def held_values(
    true: ReferenceGame, player: int, plan: Mapping[int, float], classes: Sequence[Alike]
) -> tuple[float, float]:
    """Return bounds on the value that a plan holds: the worst and the best for its player, 0 or 1,
    under all matchings. Both are that value if the classes have one sequence each.

    Against any plan of the opponent, the best matching gives each class's largest weights to the
    sequences with the largest payoffs (rearrangement inequality).
    """
    sign = 1 - 2 * player
    reply, worst, best = true.optimal[1 - player], math.inf, math.inf
    for _ in range(REPLIES):
        payoffs: dict[int, float] = {}
        for pair, payoff in true.form.payoffs.items():
            if weight := reply.get(pair[1 - player], 0.0):
                own = pair[player]
                payoffs[own] = payoffs.get(own, 0.0) + sign * weight * float(payoff)
        weights, least, most = {0: 1.0}, 0.0, 0.0
        for alike in classes:
            ascending = sorted(plan.get(number, 0.0) for number in alike.first)
            places = sorted(alike.second, key=lambda place: payoffs.get(place - 1, 0.0))
            for high, low, place in zip(ascending, reversed(ascending), places, strict=True):
                weights[place - 1] = high
                most += high * payoffs.get(place - 1, 0.0)
                least += low * payoffs.get(place - 1, 0.0)
        worst, best = min(worst, least), min(best, most)
        value, reply = best_response(true.form, player, weights)
        if sign * value >= best - CLOSE:
            break
    return sign * worst + 0.0, sign * best + 0.0  # Not -0.


def _flows(
    true: ReferenceGame, printed: Printed, player: int, plan: Mapping[int, float], known: Known
) -> Iterator[Trouble]:
    """Yield the places where weights do not add up to the weight of their parent sequence. Without
    our names, only places are compared whose sequences are certain.
    """
    places, texts = known.places[player], true.texts[player]
    numbers = {at - 1: f"{LETTERS[player]}{number}" for number, at in places.items()}
    weights = {at - 1: plan.get(number, 0.0) for number, at in places.items()}
    weights.setdefault(0, 1.0)
    lines = {
        at - 1: printed.lines.get(("plans", player, number), 0) for number, at in places.items()
    }
    side = true.form.players[player]
    for parents, actions in zip(side.parents, side.actions, strict=True):
        if not known.by_name and any(one not in weights for one in (*parents, *actions)):
            continue
        before = sum(weights.get(parent, 0.0) for parent in parents)
        after = sum(weights.get(action, 0.0) for action in actions)
        if abs(before - after) > TOLERANCE:
            sides = [
                " + ".join(numbers.get(one) or f"[{texts[one + 1]}]" for one in those)
                for those in (actions, parents)
            ]
            many = "add up to" if len(actions) > 1 else "is"
            line = max((lines.get(action, 0) for action in actions), default=0)
            message = f"{sides[0]} {many} {after:.10g}, and {sides[1]} before that {before:.10g}"
            yield Trouble("plans", line, message)


def best_response(
    form: SequenceForm, player: int, weights: Mapping[int, float]
) -> tuple[float, dict[int, float]]:
    """Return player 1's payoff if the opponent of `player`, 0 or 1, plays a best response to
    realization weights, and the weights of that response. The game must have no shared nodes.
    """
    other: Sequences = form.players[1 - player]
    worth: dict[int, float] = {}
    for pair, payoff in form.payoffs.items():
        if weight := weights.get(pair[player], 0.0):
            answer = pair[1 - player]
            worth[answer] = worth.get(answer, 0.0) + weight * float(payoff)
    choose = min if player == 0 else max
    infosets = [*zip(other.parents, other.actions, strict=True)]
    chosen = []
    # Later sequences have higher numbers.
    for (parent,), actions in reversed(infosets):
        action = choose(actions, key=lambda one: worth.get(one, 0.0))
        worth[parent] = worth.get(parent, 0.0) + worth.get(action, 0.0)
        chosen.append((parent, action))
    response = {0: 1.0}
    for parent, action in reversed(chosen):
        if parent in response:
            response[action] = 1.0
    return worth.get(0, 0.0), response


def reference_game(report: Measured) -> ReferenceGame:
    """Return the reference for reports of a map."""
    form = sequence_form(report.game)
    texts = [
        {number: report.game.words.sequence(move) for number, move in enumerate(one.moves, 1)}
        for one in form.players
    ]
    utilities = {
        (row + 1, column + 1): float(payoff)
        for (row, column), payoff in form.payoffs.items()
        if abs(payoff) > ZERO
    }
    first, second = (
        {at: weight for at, weight in enumerate(plan) if weight} for plan in report.plans
    )
    return ReferenceGame(form, (texts[0], texts[1]), utilities, report.value, (first, second))
