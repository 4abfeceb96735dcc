"""Situations: player 1's knowledge in a game with a secret, and the possible continuations.

Play is followed on the state graph and in the game at once. Player 1's knowledge is the state; for
every secret that player 2 may hold there is a particle, with the node of the game and with the
weight that chance and player 2's strategy give it. The weights do not depend on player 1's
strategy: beliefs are defined wherever the rules allow its moves, also where its strategy never
goes.

Looks are not nodes of the game: before a look, a particle already has the node after it. A node of
a shared game keeps only the part of the secret that still matters; the particle keeps all of it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import NamedTuple

from ...schemas.game import Decision, Game, children
from ...schemas.parts.states import Choice, Draw, Look, Relocation, Terminal
from ...schemas.state_graph import StateGraph
from ...schemas.state_graph.secrets import Hidden, placements, relocations
from ...schemas.strategies import ActionValues, Strategy, behaviour_at
from .measures import Measured


class Particle(NamedTuple):
    """One possibility: a secret and the node that it leads to."""

    node: int
    """Node of the game; if the situation is before a look, the node after it."""
    secret: Hidden
    """The whole secret of player 2."""
    weight: float
    """From chance and player 2's strategy; 0 if that strategy never leads here."""


class Situation(NamedTuple):
    """The knowledge of player 1 at one point of play."""

    state: int
    """Number of the state in the graph."""
    particles: tuple[Particle, ...]
    """Each pair of node and secret once. Empty if the rules never lead here."""

    @property
    def weight(self) -> float:
        """The weight with which chance and player 2's strategy lead here; 0 if they never do."""
        # Not `sum`, which adds floats with compensation from Python 3.12 on.
        return reduce(add, (particle.weight for particle in self.particles), 0.0)


class Option(NamedTuple):
    """One possible continuation, as player 1 sees it."""

    label: str
    probability: float | None
    """From player 1's strategy where it moves, else from chance and player 2's strategy; None if
    player 2's strategy never leads here.
    """
    value: float | None
    """Payoff to player 1 after it, if player 1 then plays a best response to player 2's strategy;
    None if that strategy never leads there.
    """
    then: Situation


def _situation_of(state: int, particles: Iterable[Particle]) -> Situation:
    """Return a situation with equal particles merged."""
    weights: dict[tuple[int, Hidden], float] = {}
    for node, secret, weight in particles:
        weights[node, secret] = weights.get((node, secret), 0.0) + weight
    found = (Particle(node, secret, weight) for (node, secret), weight in weights.items())
    return Situation(state, tuple(found))


def play_of(report: Measured) -> "Play | None":
    """Return the play of a report's game; None unless its trail has a graph with a secret from
    which the game was expanded.
    """
    graph, origins = report.trail.graph, report.trail.origins
    if graph is None or graph.secret is None or origins is None:
        return None
    if len(origins.states) != len(report.game.nodes):
        return None  # The strategies were carried to another game.
    return Play(graph=graph, game=report.game, strategies=report.strategies, values=report.values)


@dataclass(frozen=True, eq=False, kw_only=True)
class Play:
    """A game with a secret, followed on its state graph."""

    graph: StateGraph
    """The graph from which the game was expanded, with all its states listed."""
    game: Game
    strategies: tuple[Strategy, Strategy]
    values: Sequence[ActionValues | None] = ()
    """Action values of these strategies (`stages.report.measures`); empty if not needed."""
    _known: dict[int, tuple[int, tuple[float, ...]]] = field(
        default_factory=dict, init=False, repr=False
    )
    """Cache by information set: its player and the strategy there, as column records are slow."""

    def start(self) -> Situation:
        """Return player 1's situation after player 2 has chosen its secret."""
        root = self.game.nodes[0]
        assert isinstance(root, Decision)
        hidden = (secret for _, secret in placements(self.graph))
        chosen = zip(root.children, hidden, self.probabilities(root.infoset), strict=True)
        return _situation_of(self.graph.start, (Particle(*particle) for particle in chosen))

    def probabilities(self, infoset: int) -> tuple[float, ...]:
        """Return the probabilities that its player's strategy has at an information set."""
        return self._at(infoset)[1]

    def player(self, infoset: int) -> int:
        """Return the player of an information set, 1 or 2."""
        return self._at(infoset)[0]

    def _at(self, infoset: int) -> tuple[int, tuple[float, ...]]:
        if infoset not in self._known:
            player = self.game.information_sets[infoset].player
            there = behaviour_at(self.strategies[player - 1], infoset)
            self._known[infoset] = player, there.probabilities
        return self._known[infoset]

    def infoset(self, situation: Situation) -> int | None:
        """Return player 1's information set if it is to move; else None."""
        state = self.graph.states[situation.state]
        if not isinstance(state, Choice) or state.player != 1 or not situation.particles:
            return None
        node = self.game.nodes[situation.particles[0].node]
        return node.infoset if isinstance(node, Decision) else None

    def options(self, situation: Situation) -> tuple[Option, ...]:
        """Return the possible continuations, in the order of the graph; none at the end.

        A relocation, which player 1 does not see, is one option for all actions of player 2.
        """
        infoset, ways = self.infoset(situation), self.ways(situation)
        if infoset is None:
            return tuple(Option(label, odds, self.value(then), then) for label, odds, then in ways)
        found = self.values[infoset]
        return tuple(
            Option(label, odds, found.values[at] if found else None, then)
            for at, (label, odds, then) in enumerate(ways)
        )

    def ways(self, situation: Situation) -> list[tuple[str, float | None, Situation]]:
        """Return label, probability and situation of each option."""
        infoset, following = self.infoset(situation), self.following(situation)
        if infoset is None:
            whole = situation.weight
            return [
                (label, then.weight / whole if whole else None, then) for label, then in following
            ]
        played = zip(following, self.probabilities(infoset), strict=True)
        return [(label, odds, then) for (label, then), odds in played]

    def forward(self, situation: Situation) -> tuple[tuple[str, ...], Situation]:
        """Return the next situation with several options, or the end of play, and the labels
        before it.

        Skipped are player 1's forced moves and events that it does not see.
        """
        labels = []
        while len(following := self.following(situation)) == 1:
            [(label, situation)] = following
            labels += [label] if label else []
        return tuple(labels), situation

    def value(self, situation: Situation) -> float | None:
        """Return the value of the game from here; None if player 2's strategy never leads here.

        It is the payoff to player 1 under a best response to that strategy.
        """
        whole = situation.weight
        if not whole:
            return None
        state = self.graph.states[situation.state]
        if isinstance(state, Terminal):
            return float(state.payoff)
        infoset = self.infoset(situation)
        if infoset is not None:
            found = self.values[infoset]
            return max(found.values) if found else None
        shares = (
            then.weight / whole * (self.value(then) or 0.0) for _, then in self.following(situation)
        )
        return reduce(add, shares, 0.0)

    def occupied(self, situation: Situation) -> dict[str, float] | None:
        """Return per place the probability that player 2 holds it; None if its strategy never leads
        here.
        """
        whole = situation.weight
        if not whole:
            return None
        found = {name: 0.0 for name, _ in self.graph.places}
        for _, secret, weight in situation.particles:
            for name in secret:
                found[name] += weight
        return {name: weight / whole for name, weight in found.items()}

    def following(self, situation: Situation) -> list[tuple[str, Situation]]:
        """Return the label and situation of each option."""
        particles = situation.particles
        match self.graph.states[situation.state]:
            case Choice(1, moves):
                return [
                    (label, _situation_of(to, self._after_action(particles, at)))
                    for at, (label, to) in enumerate(moves)
                ]
            case Choice(_, moves):
                return [
                    (label, _situation_of(to, self._after_opponent_action(particles, at)))
                    for at, (label, to) in enumerate(moves)
                ]
            case Look(place, occupied, empty):
                there = [particle for particle in particles if place in particle.secret]
                nobody = [particle for particle in particles if place not in particle.secret]
                return [
                    ("occupied", _situation_of(occupied, there)),
                    ("empty", _situation_of(empty, nobody)),
                ]
            case Draw(moves):
                return [
                    (
                        label,
                        _situation_of(to, self._after_action(particles, at, float(probability))),
                    )
                    for at, (label, probability, to) in enumerate(moves)
                ]
            case Relocation() as state:
                return [("", _situation_of(state.to, self._relocated(particles, state)))]
            case _:
                return []

    def _after_action(
        self, particles: Iterable[Particle], action: int, probability: float = 1.0
    ) -> Iterable[Particle]:
        for node, secret, weight in particles:
            child = children(self.game.nodes[node])[action]
            yield Particle(child, secret, weight * probability)

    def _after_opponent_action(
        self, particles: Iterable[Particle], action: int
    ) -> Iterable[Particle]:
        for particle in particles:
            probability = self._played(particle.node)[action]
            yield from self._after_action([particle], action, probability)

    def _relocated(self, particles: Iterable[Particle], state: Relocation) -> Iterable[Particle]:
        for particle in particles:
            moves = relocations(self.graph, particle.secret, state.not_to)
            below, played = children(self.game.nodes[particle.node]), self._played(particle.node)
            for child, (_, secret), probability in zip(below, moves, played, strict=True):
                yield Particle(child, secret, particle.weight * probability)

    def _played(self, node: int) -> tuple[float, ...]:
        """Return the probabilities of player 2's strategy at a node."""
        record = self.game.nodes[node]
        assert isinstance(record, Decision)
        return self.probabilities(record.infoset)
