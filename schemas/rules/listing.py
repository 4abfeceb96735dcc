"""The states of a rule: how many there are, counted before, and the list of them."""

from collections.abc import Hashable
from typing import Any

from schemas.parts.states import State
from schemas.rules.forecast import Forecast, forecast
from schemas.rules.rule import Rule, Unfolding

Named = tuple[tuple[str, ...], tuple[State, ...]]  # Names and states, the start first.


def size_of(rule: Rule, level: int, states: int, histories: int | None = None) -> Forecast:
    """Return how many states a rule has at a level, and histories; or more than there may be of one
    of them.
    """
    recursion = rule.unfold(level).recursion()
    if level > 0:
        return forecast(recursion, states, None, histories)
    found = forecast(recursion, None, states, histories)  # A history is a state.
    return found._replace(states=found.plays)


def list_states(rule: Rule, level: int, limit: int) -> Named | None:
    """Return names and states of a rule, the start first; None if there are more than `limit`."""
    return all_states(rule, level) if size_of(rule, level, limit).states <= limit else None


def all_states(rule: Rule, level: int) -> Named:
    """Return names and states of a rule, the start first, however many there are."""
    return _unfolded(rule.unfold(level))


def state_name(rule: Rule, level: int, text: str) -> str:
    """Return the name that the state of a position has in a listed graph, at level 1 or 2. Raises
    InputError.
    """
    return rule.unfold(level).name(rule.position(text))


def _unfolded(unfolding: Unfolding[Any]) -> Named:
    """Return names and states, breadth first."""
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
    # Grows while it is gone through.
    states = tuple(unfolding.state(point, number) for point in waiting)
    return tuple(names), states
