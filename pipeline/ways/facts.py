"""The facts about a solved source, under the same names for every kind of source, and its
strategies: information sets in words, with the probabilities of their actions.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, overload

from ...schemas.parts.near import did_you_mean
from ...schemas.parts.problems import counted
from ...schemas.report import Bounds
from .numbers import Number


class Behaviour(NamedTuple):
    """A player's behaviour at one information set."""

    player: int
    """1 or 2."""
    information_set: int | Any
    """Its number in the game; None in a game that is solved state by state, and in a state graph
    whose value is bounded.
    """
    label: str
    """The player's information in words: its own actions and its observations, or the state in a
    game that is solved state by state; `the start` if there is none. In a state graph whose value
    is bounded, the first of the states in which the player plays like this.
    """
    actions: tuple[str, ...]
    probabilities: tuple[float, ...]
    """One per action, sum 1."""
    exact: tuple[Number, ...] | Any
    """Rational probabilities of the strategies that prove the exact value. If several strategies
    are optimal, they may differ from `probabilities`. None if the value is not proved.
    """
    reach: float | Any
    """The probability that play reaches this information set if both players follow these
    strategies; None if it is not computed.
    """
    own_reach: float | Any
    """The probability of the player's own actions that lead here."""

    @property
    def plays(self) -> dict[str, float]:
        """The probabilities by action."""
        return dict(zip(self.actions, self.probabilities, strict=True))


class Strategy(Sequence[Behaviour]):
    """A player's strategy: one Behaviour per information set, looked up by its index or by its
    label.

    Each Behaviour is created when it is accessed.
    """

    def __init__(
        self, name: str, count: int, make: Callable[[int], Behaviour], label: Callable[[int], str]
    ) -> None:
        self.name, self._count, self._make, self._label = name, count, make, label
        self._by_label: dict[str, list[int]] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return of_entries, (self.name, tuple(self))

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int | str) -> Behaviour: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Behaviour, ...]: ...
    def __getitem__(self, at: int | str | slice) -> Behaviour | tuple[Behaviour, ...]:
        if isinstance(at, str):
            return self._make(self._named(at))
        if isinstance(at, slice):
            return tuple(map(self._make, range(self._count)[at]))
        try:
            place = range(self._count)[at]
        except IndexError:
            raise IndexError(f"{self!r} has none at place {at}") from None
        except TypeError:
            said = f"an information set is named by a whole number or a label, not {at!r}"
            raise TypeError(f"{self!r}: {said}") from None
        return self._make(place)

    def __iter__(self) -> Iterator[Behaviour]:
        return map(self._make, range(self._count))

    def __repr__(self) -> str:
        return f"<strategy of {self.name}, {counted(self._count, 'information set')}>"

    def _named(self, label: str) -> int:
        """Return the place of an information set. Raises KeyError, with the nearest labels."""
        if self._by_label is None:
            self._by_label = {}
            for at in range(self._count):
                self._by_label.setdefault(self._label(at), []).append(at)
        found = self._by_label.get(label, [])
        if len(found) == 1:
            return found[0]
        if found:
            places = ", ".join(map(str, found))
            raise KeyError(f"{len(found)} information sets are called {label!r}: {places}")
        advice = did_you_mean(label, self._by_label)
        raise KeyError(f"{self.name} has no information set {label!r}{advice}")


def of_entries(name: str, entries: Sequence[Behaviour]) -> Strategy:
    """Return the strategy of a player from its behaviour at all information sets."""
    return Strategy(name, len(entries), entries.__getitem__, lambda at: entries[at].label)


class Facts(NamedTuple):
    """The first lines of a report."""

    title: str
    players: tuple[str, ...]
    """Empty for a linear program."""
    value: float
    """The game value, to player 1; the optimum of a linear program. Of bounds their middle."""
    exact: Number | None
    bounds: Bounds | None
    """None if nothing is proved."""
    solver: str
    strategies: tuple[Strategy, ...] = ()
    """Empty for a linear program."""
    bounded: bool = False
    """Whether all that is known of the value is that it lies between the bounds."""

    @property
    def number(self) -> float:
        """The value as a Number, with its proved bounds."""
        if self.exact is not None:
            return Number(Fraction(self.exact), near=self.value)
        bounds = self.bounds
        if bounds and math.isfinite(bounds.lower + bounds.upper + self.value):
            return Number(Fraction(bounds.lower), Fraction(bounds.upper), near=self.value)
        return self.value

    @property
    def exploitability(self) -> float | None:
        """Half the sum of both best-response gains; None without players or bounds."""
        return self.bounds.exploitability if self.bounds and self.players else None


class Choice(NamedTuple):
    """The probability of a player's action in a situation, which is described in words."""

    player: int
    name: str
    """The player's name."""
    where: str
    action: str
    probability: float
    reached: float
    """The probability that play reaches the situation."""
