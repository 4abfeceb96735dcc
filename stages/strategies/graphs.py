"""Fit a strategy to a state graph whose game is not listed: a distribution for each state in which
its player moves, the same for all states that the player cannot tell apart.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from ...schemas.parts.near import near
from ...schemas.parts.problems import InputError, Problem, counted, shown
from ...schemas.state_graph import NOTHING, ObservationGraph, topological
from ...schemas.state_graph.columns import Int32s
from ...schemas.strategies.states import StateStrategies, StateStrategy
from .amounts import Amounts
from .entries import Cell, InfosetEntry, Log, Text, is_enough, listed, located

Distribution = tuple[Fraction, ...]
GUESSES = 20
"""The most problems with suggestions of similar names, as the search for them is slow."""


def named(name: str, players: Sequence[int], graph: ObservationGraph) -> StateStrategies:
    """Return the strategies with a name, one of NAMES, of some players."""
    many = np.diff(graph.columns.begin)
    sizes = np.unique(many).tolist()
    number = np.zeros(max(sizes) + 1, np.int32)
    number[sizes] = np.arange(len(sizes))
    made = [_distribution(name, size) for size in sizes]
    first, second = (
        StateStrategy(made, _where(graph, player, number[many])) if player in players else None
        for player in (1, 2)
    )
    return StateStrategies((first, second))


def _distribution(name: str, size: int) -> Distribution:
    if name == "uniform":
        return (Fraction(1, max(size, 1)),) * size
    return (Fraction(1), *[Fraction(0)] * (size - 1))[:size]


def _where(graph: ObservationGraph, player: int, which: Int32s) -> Int32s:
    return np.where(graph.columns.actor == player, which, NOTHING).astype(np.int32)


def fit_to_graph(
    text: str, strategy: Text, graph: ObservationGraph, situations: tuple[Int32s, Int32s]
) -> StateStrategies:
    """Return the strategies of a text whose entries name states of a graph without cycles.

    `situations` has for each player the number of the situation of every state where it moves, and
    NOTHING elsewhere: a player cannot tell apart the states of a situation. An entry holds for the
    whole situation of its states.
    Raises InputError with every problem at its line.
    """
    fit = _Fit(graph, situations)
    for entry in strategy.entries:
        if isinstance(entry.spot, Cell) and is_enough(fit.log, entry.spot.line):
            break
        fit.add(entry)
    problems = located(text, fit.log) if fit.log else [*fit.missing()]
    if problems:
        raise InputError(problems)
    first, second = (fit.strategy(player) for player in (1, 2))
    adjusted, overruled = float(fit.amounts.adjusted), fit.amounts.overruled
    return StateStrategies((first, second), adjusted, sum(fit.completed), overruled)


class _Fit:
    """The entries read so far."""

    def __init__(self, graph: ObservationGraph, situations: tuple[Int32s, Int32s]) -> None:
        self.graph, self.log = graph, Log()
        self.amounts = Amounts(self.log)
        self.number = {name: at for at, name in enumerate(graph.names)}
        self.actor: list[int] = graph.columns.actor.tolist()
        self.begin: list[int] = graph.columns.begin.tolist()
        self.situations = situations[0].tolist(), situations[1].tolist()
        self.distributions: dict[Distribution, int] = {}
        self.chosen: tuple[dict[int, tuple[int, int]], dict[int, tuple[int, int]]] = {}, {}
        """By player and situation the distribution, and the state that was named first."""
        self.completed = [0, 0]
        self.guesses = 0

    def add(self, entry: InfosetEntry) -> None:
        """Add an entry, or record its problems."""
        states = [state for name in entry.states if (state := self.state(entry, name)) is not None]
        if not states or len(states) < len(entry.states):
            return
        if not all(self.are_actions(entry, state) for state in states):
            return
        labels = self.labels(states[0])
        shares = self.amounts.shares(entry, labels)
        if shares is None:
            return
        given = dict(zip(entry.actions or labels, shares, strict=True))
        for state in states:
            # The states of an entry may have other actions, or the same ones in another order.
            row = tuple(given.get(label, Fraction(0)) for label in self.labels(state))
            distribution = self.distributions.setdefault(row, len(self.distributions))
            self.choose(entry, state, distribution)

    def state(self, entry: InfosetEntry, name: str) -> int | None:
        """Return the state with a name, if the player of the entry moves there."""
        state = self.number.get(name)
        if state is None:
            self.guesses += 1
            alike = near(name, self.number) if self.guesses <= GUESSES else ()
            meant = f"; did you mean {shown(alike[0])}?" if alike else ""
            self.log.add(f"there is no state {shown(name)}{meant}", entry.spot)
        elif self.actor[state] not in (1, 2):
            self.log.add(f"no player moves in the state {shown(name)}", entry.spot)
        elif entry.player not in (None, self.actor[state]):
            message = f"player {self.actor[state]} moves in the state {shown(name)}"
            self.log.add(f"{message}, not player {entry.player}", entry.spot)
        else:
            return state
        return None

    def labels(self, state: int) -> tuple[str, ...]:
        columns = self.graph.columns
        moves = columns.moves(state)
        return tuple(columns.texts[at] for at in columns.label[moves.start : moves.stop].tolist())

    def are_actions(self, entry: InfosetEntry, state: int) -> bool:
        """Return whether the actions of an entry are different ones of a state, so that its
        probabilities there sum to 1.
        """
        labels, found = self.labels(state), set[str]()
        for label in entry.actions or labels:
            if label not in labels:
                here = f"the state {shown(self.graph.names[state])}"
                message = f"there is no action {shown(label)} in {here}; known: {listed(labels)}"
                self.log.add(message, entry.spot)
                return False
            if label in found:
                self.log.add(f"duplicate action {shown(label)}", entry.spot)
                return False
            found.add(label)
        return True

    def choose(self, entry: InfosetEntry, state: int, distribution: int) -> None:
        """Set the distribution of the situation of a state."""
        player = self.actor[state] - 1
        situation = self.situations[player][state]
        known, first = self.chosen[player].setdefault(situation, (distribution, state))
        if known != distribution:
            name, one, other = (
                self.graph.players[player],
                *(shown(self.graph.names[at]) for at in (first, state)),
            )
            twice = f"other probabilities for the state {one} are given above"
            apart = f"{name} cannot tell the states {one} and {other} apart"
            message = twice if first == state else f"{apart}, but their probabilities differ"
            self.log.add(message, entry.spot)

    def missing(self) -> Iterator[Problem]:
        """Yield a problem for each player who can come, by its own moves, to situations of several
        actions without an entry. Those to which it cannot come are counted in `completed`.
        """
        if not any(self.chosen):
            yield Problem("has no strategy of either player")
        for player, chosen in enumerate(self.chosen):
            if not chosen:
                continue
            situations, lacking = self.situations[player], {}
            for state in reversed(self.reached(player)):
                if self.is_open(player, state):
                    lacking[situations[state]] = state
            if lacking:
                many = counted(len(lacking), "situation")
                first = shown(self.graph.names[min(lacking.values())])
                name = self.graph.players[player]
                said = f"{many} of {name} have no probabilities, such as the state {first}"
                if self.graph.source:
                    said += f"; states are those of level {self.graph.source.level}, others with -O"
                yield Problem(said)
            every = range(len(situations))
            unled = {situations[state] for state in every if self.is_open(player, state)}
            self.completed[player] = len(unled)

    def is_open(self, player: int, state: int) -> bool:
        """Return whether a player has a choice in a state, and no entry for it."""
        situation = self.situations[player][state]
        several = self.begin[state + 1] - self.begin[state] > 1
        return situation != NOTHING and several and situation not in self.chosen[player]

    def reached(self, player: int) -> list[int]:
        """Return the states where a player moves and to which its own moves can lead."""
        columns, begin = self.graph.columns, self.begin
        target = columns.target.tolist()
        situations, chosen = self.situations[player], self.chosen[player]
        shares = [[bool(share) for share in row] for row in self.distributions]
        reached, found = bytearray(len(columns)), []
        reached[self.graph.start] = True
        for state in topological(self.graph).tolist():
            if not reached[state]:
                continue
            to = target[begin[state] : begin[state + 1]]
            if situations[state] != NOTHING:
                found.append(state)
                known = chosen.get(situations[state])
                taken = shares[known[0]] if known else [not self.is_open(player, state)] * len(to)
                to = [one for one, share in zip(to, taken, strict=True) if share]
            for one in to:
                reached[one] = True
        return found

    def strategy(self, player: int) -> StateStrategy | None:
        """Return the strategy of a player; situations without an entry are played uniformly."""
        chosen = self.chosen[player - 1]
        uniform = named("uniform", (player,), self.graph).players[player - 1]
        if not chosen or uniform is None:
            return None
        situations = np.array(self.situations[player - 1], np.int32)
        given = np.full(situations.max() + 1, NOTHING, np.int32)
        given[[*chosen]] = [distribution for distribution, _ in chosen.values()]
        which = np.where(situations == NOTHING, NOTHING, given[situations])
        first = len(uniform.distributions)
        return StateStrategy(
            [*uniform.distributions, *self.distributions],
            np.where(which == NOTHING, uniform.which, which + first).astype(np.int32),
        )
