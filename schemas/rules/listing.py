"""Count the states of a rule before listing them, and list them."""

from collections.abc import Hashable
from typing import Any

from ..parts.states import State
from .forecast import Forecast, forecast
from .rule import Rule

Named = tuple[tuple[str, ...], tuple[State, ...]]  # Names and states, the start first.


def size_of(rule: Rule, level: int, states: int, histories: int | None = None) -> Forecast:
    """Return the numbers of states and histories of a rule at a level, or lower bounds once one of
    them exceeds its limit.
    """
    recursion = rule.unfold(level).recursion()
    if level > 0:
        return forecast(recursion, states, None, histories)
    found = forecast(recursion, None, states, histories)  # A history is a state.
    return found._replace(states=found.plays)


def list_states(rule: Rule, level: int, limit: int) -> Named | None:
    """Return the names and states of a rule, the start first; None if there are more than
    `limit`.
    """
    return all_states(rule, level) if size_of(rule, level, limit).states <= limit else None


def all_states(rule: Rule, level: int) -> Named:
    """Return the names and states of a rule, the start first, without a limit: breadth first."""
    unfolding = rule.unfold(level)
    names: list[str] = []
    known: dict[Hashable, int] = {}
    waiting: list[Any] = []

    def number(point: Any) -> int:
        at = len(waiting)
        if not unfolding.level:
            names.append(f"s{at}")
            waiting.append(point)
            return at
        key = unfolding.key(point)
        if key not in known:
            known[key] = at
            names.append(unfolding.name(point))
            waiting.append(point)
        return known[key]

    number(unfolding.start)
    # Grows during the iteration.
    states = tuple(unfolding.state(point, number) for point in waiting)
    return tuple(names), states


def state_name(rule: Rule, level: int, text: str) -> str:
    """Return the name of a position's state in a listed graph at level 1 or 2. Raise InputError if
    the text is not a position.
    """
    return rule.unfold(level).name(rule.position(text))
