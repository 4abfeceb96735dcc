"""The facts about a solved source, under the same names for every kind of source, and its
strategies: information sets in words, with the probabilities of their actions.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, overload

from ...schemas.bounds import Situation
from ...schemas.bounds_report import BoundsReport
from ...schemas.game import Game, infoset_text
from ...schemas.induction_report import InductionReport, Play
from ...schemas.map_game import MapGame
from ...schemas.parts.near import did_you_mean
from ...schemas.report import Bounds, Proof, Report
from ...schemas.strategies import Behaviour as Played
from ...schemas.strategies import ExactStrategy
from ...stages.report.bounds.document import memory
from ...stages.report.measures import reaches
from ...stages.report.optimum import OptimumReport
from ..chain.records import (
    Record,
    Reported,
    ReportedBounds,
    ReportedGraph,
    ReportedProgram,
)
from ..settings.declarations import AS_PROGRAM, BOUNDED, BY_STATES, PROGRAM
from .numbers import Number, exactly


class Behaviour(NamedTuple):
    """A player's behaviour at one information set."""

    player: int
    """1 or 2."""
    information_set: int | None
    """Its number in the game; None in a game that is solved state by state, and in a state graph
    whose value is bounded.
    """
    label: str
    """The player's information in words: its own actions and its observations, or the state in a
    game that is solved state by state. Empty at the start. In a state graph whose value is bounded,
    the first of the states in which the player plays like this.
    """
    actions: tuple[str, ...]
    probabilities: tuple[float, ...]
    """One per action, sum 1."""
    exact: tuple[Number, ...] | None
    """Rational probabilities of the strategies that prove the exact value. If several strategies
    are optimal, they may differ from `probabilities`. None if the value is not proved.
    """
    reach: float | None
    """The probability that play reaches this information set if both players follow these
    strategies; None if it is not computed.
    """
    own_reach: float | None
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
        return self._make(place)

    def __iter__(self) -> Iterator[Behaviour]:
        return map(self._make, range(self._count))

    def __repr__(self) -> str:
        sets = "information set" if self._count == 1 else "information sets"
        return f"<strategy of {self.name}, {self._count:,} {sets}>"

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


def strategies_of(report: Report) -> tuple[Strategy, Strategy]:
    """Return both players' strategies of a report."""
    game, exact, reach = report.game, report.exact, _LazyReach(report)
    made = []
    for player, played in enumerate(report.strategies, 1):
        proof = exact.strategies[player - 1] if isinstance(exact, Proof) else None
        told = _StrategyView(game, player, played, proof, reach)
        made.append(Strategy(game.players[player - 1], len(played), told.behaviour, told.label))
    return made[0], made[1]


class _LazyReach:
    """The probability that play reaches each information set, computed on first access."""

    def __init__(self, report: Report) -> None:
        self._report, self._found = report, list[Sequence[float]]()

    def __getitem__(self, infoset: int) -> float:
        if not self._found:
            self._found.append(reaches(self._report.game, self._report.strategies))
        return float(self._found[0][infoset])


class _StrategyView(NamedTuple):
    """One player's strategy, accessed by the places of its information sets."""

    game: Game
    player: int
    played: Sequence[Played]
    proof: ExactStrategy | None
    reach: _LazyReach

    def label(self, at: int) -> str:
        return infoset_text(self.game, self.played[at].infoset)

    def behaviour(self, at: int) -> Behaviour:
        played = self.played[at]
        number = played.infoset
        return Behaviour(
            player=self.player,
            information_set=number,
            label=infoset_text(self.game, number),
            actions=self.game.information_sets[number].actions,
            probabilities=tuple(played.probabilities),
            exact=self._exact(number),
            reach=self.reach[number],
            own_reach=played.own_reach,
        )

    def _exact(self, infoset: int) -> tuple[Number, ...] | None:
        if self.proof is None:
            return None
        at = bisect_left(self.proof, infoset, key=lambda entry: entry.infoset)
        return tuple(map(exactly, self.proof[at].probabilities))


class Facts(NamedTuple):
    """The first lines of a report."""

    way: str
    """A key of WAYS."""
    title: str
    players: tuple[str, ...]
    """Empty for a linear program."""
    value: float
    """The game value, to player 1; the optimum of a linear program. Of bounds their middle."""
    exact: Number | None
    bounds: Bounds | None
    """None if nothing is proved."""
    solver: str
    strategies: tuple[Strategy, ...]
    """Empty for a linear program."""

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


def facts_of(made: Record) -> Facts:
    """Return the facts of the last stage's record."""
    match made:
        case Reported(_, report, _):
            return Facts(
                way=AS_PROGRAM,
                title=report.game.title,
                players=report.game.players,
                value=report.value,
                exact=exactly(report.exact.value) if isinstance(report.exact, Proof) else None,
                bounds=report.bounds,
                solver=report.origins.solver,
                strategies=strategies_of(report),
            )
        case ReportedGraph(_, states):
            return _of_states(states)
        case ReportedProgram(_, optimum):
            return _of_program(optimum)
        case ReportedBounds(_, bounds):
            return _of_bounds(bounds)
        case _:
            raise TypeError(f"{type(made).__name__} is no report")


def _of_states(report: InductionReport) -> Facts:
    graph, proved = report.graph, report.proved
    plays = [*report.first_moves, *([report.position] if report.position else [])]
    return Facts(
        way=BY_STATES,
        title=graph.title,
        players=graph.players,
        value=report.value,
        exact=None if report.exact is None else exactly(report.exact),
        bounds=Bounds(proved.lower, proved.upper) if proved else None,
        solver=report.induction.solver,
        strategies=tuple(_of_plays(graph.players[at], at, plays) for at in (0, 1)),
    )


def _of_plays(name: str, at: int, plays: Sequence[Play]) -> Strategy:
    def label(place: int) -> str:
        return plays[place].label or plays[place].state

    def behaviour(place: int) -> Behaviour:
        play = plays[place]
        return Behaviour(
            player=at + 1,
            information_set=None,
            label=label(place),
            actions=tuple(play.moves[at]),
            probabilities=tuple(play.strategies[at]),
            exact=tuple(map(exactly, play.exact.strategies[at])) if play.exact else None,
            reach=None,
            own_reach=None,
        )

    return Strategy(name, len(plays), behaviour, label)


def _of_bounds(report: BoundsReport) -> Facts:
    game, proved = report.game, report.proved
    first, second = (
        _of_situations(report, player, strategy)
        for player, strategy in enumerate(report.bounds.strategies, 1)
    )
    return Facts(
        way=BOUNDED,
        title=game.title,
        players=game.players,
        value=proved.value,
        exact=None,
        bounds=proved,
        solver=report.bounds.method,
        strategies=(first, second),
    )


def _of_situations(report: BoundsReport, player: int, situations: Sequence[Situation]) -> Strategy:
    game = report.game

    def label(place: int) -> str:
        one = situations[place]
        if isinstance(game, Game):
            return infoset_text(game, one.information_set or 0)
        if isinstance(game, MapGame):
            return ", ".join(one.after) or "the start"
        return one.states[0] + memory(one)

    def behaviour(place: int) -> Behaviour:
        one = situations[place]
        return Behaviour(
            player=player,
            information_set=one.information_set,
            label=label(place),
            actions=one.actions,
            probabilities=one.probabilities,
            exact=None,
            reach=None,
            own_reach=None,
        )

    return Strategy(game.players[player - 1], len(situations), behaviour, label)


def _of_program(report: OptimumReport) -> Facts:
    objective = report.solution.objective
    lower, upper = _rounded(report.lower, -math.inf), _rounded(report.upper, math.inf)
    return Facts(
        way=PROGRAM,
        title=report.title,
        players=(),
        value=math.nan if objective is None else objective,
        exact=None,
        bounds=None if math.isinf(lower) and math.isinf(upper) else Bounds(lower, upper),
        solver=report.solution.solver,
        strategies=(),
    )


def _rounded(decimals: str, towards: float) -> float:
    """Return a bound as a float, rounded so that it is still a bound; a dash means no bound."""
    if decimals == "-":
        return towards
    near = float(decimals)
    beyond = (
        Fraction(near) > Fraction(decimals) if towards < 0 else Fraction(near) < Fraction(decimals)
    )
    return math.nextafter(near, towards) if beyond else near
