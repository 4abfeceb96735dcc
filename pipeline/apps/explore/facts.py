"""The data of a report for the page: its facts in words, and the numbers and the players' behaviour
by situation for comparing two columns.
"""

from collections.abc import Iterable
from fractions import Fraction

from ....schemas.parts.exact import large, write_exact
from ...chain.steps import Step
from ...ways.facts import Choice
from ...ways.interface import way_and_report
from ..server.site import Data
from .orders import LATEST

DIGITS = 200
"""The largest number of characters of a fraction that is shown; of a longer one the length is
shown.
"""


def report_data(last: Step) -> Data:
    """Return the title, players, facts and numbers of the last stage's report."""
    solved, report = way_and_report(last)
    document = solved.content(report, "text")
    return {
        "title": document.title,
        "players": list(solved.facts(report).players),
        "facts": [list(fact) for fact in document.facts],
        "numbers": _plain(solved.numbers(report)),
    }


def _plain(numbers: Data) -> Data:
    """Return the numbers that exist, in the range that JSON readers of any language support."""
    return {name: _one(value) for name, value in numbers.items() if value is not None}


def _one(value: object) -> object:
    if isinstance(value, Fraction):
        text = write_exact(value)
        return text if len(text) <= DIGITS else f"a fraction of {len(text):,} characters"
    if isinstance(value, int) and value > LATEST:
        return large(value)
    return value


SHOWN = 200
"""The largest number of differing choices that are listed."""
SAME = 1e-6
"""Probabilities that differ by at most this count as equal, because solvers round differently."""


def differences(first: Iterable[Choice], second: Iterable[Choice]) -> Data:
    """Return the differences between two lists of choices, by decreasing probability of the
    situation.
    """
    left, right = _by_place(first), _by_place(second)
    both = left.keys() & right.keys()
    changed = [
        place for place in both if abs(left[place].probability - right[place].probability) > SAME
    ]
    # Of the choices that only one side has: those that are ever played.
    lone = [
        place
        for place, choice in {**left, **right}.items()
        if place not in both and choice.reached > 0 and choice.probability > 0
    ]

    def order(place: _Place) -> tuple[float, _Place]:
        return -max(side[place].reached for side in (left, right) if place in side), place

    shown = sorted([*changed, *lone], key=order)
    return {
        "choices": [_row(left.get(place), right.get(place)) for place in shown[:SHOWN]],
        "more": max(0, len(shown) - SHOWN),
        "alike": len(both) - len(changed),
        "only": [len(left.keys() - right.keys()), len(right.keys() - left.keys())],
    }


_Place = tuple[int, str, str]


def _by_place(choices: Iterable[Choice]) -> dict[_Place, Choice]:
    return {(one.player, one.where, one.action): one for one in choices}


def _row(left: Choice | None, right: Choice | None) -> Data:
    one = left or right
    assert one is not None
    return {
        "player": one.player,
        "name": one.name,
        "where": one.where,
        "action": one.action,
        "first": left.probability if left else None,
        "second": right.probability if right else None,
    }
