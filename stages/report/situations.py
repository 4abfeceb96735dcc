"""Situations: what player 1 knows in a game with a secret, and what follows from it.

Play is followed on the state graph and in the game at once. What player 1 knows is the state; for
every secret that player 2 may hold there is a particle, with the node of the game and with the
weight that chance and player 2's strategy give it. Player 1's own strategy has no part in the
weights: beliefs are the same wherever its moves lead, also where its strategy never goes.

Looks are no nodes of the game: before one, a particle has the node behind it already. A node of a
shared game keeps of the secret only what still matters; the particle keeps all of it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import NamedTuple

from schemas.game import Decision, Game, children
from schemas.parts.states import Choice, Draw, Look, Relocation, Terminal
from schemas.report import Report
from schemas.state_graph import StateGraph
from schemas.state_graph.secrets import Hidden, placements, relocations
from schemas.strategies import ActionValues, Strategy, behaviour_at
from stages.report.measures import measured


class Particle(NamedTuple):
    """One thing that may be so."""

    node: int
    """Of the game; behind the look, where the situation is before one."""
    secret: Hidden
    """All that player 2 holds."""
    weight: float
    """Of chance and player 2's strategy; 0 where that strategy never leads."""


class Situation(NamedTuple):
    """What player 1 knows."""

    state: int
    """Of the graph."""
    particles: tuple[Particle, ...]
    """Each node and secret once. None at all: the rules never lead here."""

    @property
    def weight(self) -> float:
        """How far chance and player 2's strategy lead here: 0 where they never do."""
        # Not `sum`, which adds floats with compensation from Python 3.12 on.
        return reduce(add, (particle.weight for particle in self.particles), 0.0)


class Option(NamedTuple):
    """One thing that can come next, as player 1 sees it."""

    label: str
    probability: float | None
    """By player 1's strategy where it moves, else by chance and player 2's; None where there is
    none, as player 2's strategy never leads here.
    """
    value: float | None
    """Payoff to player 1 behind it, when player 1 then goes on as well as it can against player 2's
    strategy; None where that strategy never leads there.
    """
    then: Situation


def _situation_of(state: int, particles: Iterable[Particle]) -> Situation:
    """Return a situation with equal particles put together."""
    weights: dict[tuple[int, Hidden], float] = {}
    for node, secret, weight in particles:
        weights[node, secret] = weights.get((node, secret), 0.0) + weight
    found = (Particle(node, secret, weight) for (node, secret), weight in weights.items())
    return Situation(state, tuple(found))


def play_of(report: Report) -> "Play | None":
    """Return the play that a report tells of; None where its trail has no graph with a secret that
    the game was expanded from.
    """
    graph, origins = report.trail.graph, report.trail.origins
    if graph is None or graph.secret is None or origins is None:
        return None
    if len(origins.states) != len(report.game.nodes):
        return None  # The strategies were carried to another game.
    values = measured(report).values
    return Play(graph=graph, game=report.game, strategies=report.strategies, values=values)


@dataclass(frozen=True, eq=False, kw_only=True)
class Play:
    """A game with a secret that is followed on its state graph."""

    graph: StateGraph
    """With all its states listed; the one that the game was expanded from."""
    game: Game
    strategies: tuple[Strategy, Strategy]
    values: Sequence[ActionValues | None] = ()
    """Of these strategies, from `stages.report.action_values`; none where nobody asks for them."""
    _known: dict[int, tuple[int, tuple[float, ...]]] = field(
        default_factory=dict, init=False, repr=False
    )
    """By information set: whose it is, and the strategy there. Records of columns take long."""

    def start(self) -> Situation:
        """Return what player 1 knows when player 2 has chosen its secret."""
        root = self.game.nodes[0]
        assert isinstance(root, Decision)
        hidden = (secret for _, secret in placements(self.graph))
        chosen = zip(root.children, hidden, self.probabilities(root.infoset), strict=True)
        return _situation_of(self.graph.start, (Particle(*particle) for particle in chosen))

    def probabilities(self, infoset: int) -> tuple[float, ...]:
        """Return what the strategy of its player does at an information set."""
        return self._at(infoset)[1]

    def player(self, infoset: int) -> int:
        """Return whose information set it is, 1 or 2."""
        return self._at(infoset)[0]

    def _at(self, infoset: int) -> tuple[int, tuple[float, ...]]:
        if infoset not in self._known:
            player = self.game.information_sets[infoset].player
            there = behaviour_at(self.strategies[player - 1], infoset)
            self._known[infoset] = player, there.probabilities
        return self._known[infoset]

    def infoset(self, situation: Situation) -> int | None:
        """Return player 1's information set, where it is to move."""
        state = self.graph.states[situation.state]
        if not isinstance(state, Choice) or state.player != 1 or not situation.particles:
            return None
        node = self.game.nodes[situation.particles[0].node]
        return node.infoset if isinstance(node, Decision) else None

    def options(self, situation: Situation) -> tuple[Option, ...]:
        """Return what can come next, in the order of the graph; none at the end.

        What player 1 does not see, a relocation, is one option for all that player 2 may do.
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
        """Return label, probability and situation of the options alone."""
        infoset, following = self.infoset(situation), self.following(situation)
        if infoset is None:
            whole = situation.weight
            return [
                (label, then.weight / whole if whole else None, then) for label, then in following
            ]
        played = zip(following, self.probabilities(infoset), strict=True)
        return [(label, odds, then) for (label, then), odds in played]

    def forward(self, situation: Situation) -> tuple[tuple[str, ...], Situation]:
        """Return where something is open, or play ends, and the labels on the way there.

        On the way player 1 has one move alone, or something happens that it does not see.
        """
        labels = []
        while len(following := self.following(situation)) == 1:
            [(label, situation)] = following
            labels += [label] if label else []
        return tuple(labels), situation

    def value(self, situation: Situation) -> float | None:
        """Return what the game is worth from here; None where player 2's strategy never leads.

        The payoff to player 1 when it goes on as well as it can against that strategy.
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
        """Return per place the probability that player 2 holds it; None where its strategy never
        leads here.
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
        """Return the labels and situations of the options alone."""
        particles = situation.particles
        match self.graph.states[situation.state]:
            case Choice(1, moves):
                return [
                    (label, _situation_of(to, self._moved(particles, at)))
                    for at, (label, to) in enumerate(moves)
                ]
            case Choice(_, moves):
                return [
                    (label, _situation_of(to, self._answered(particles, at)))
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
                    (label, _situation_of(to, self._moved(particles, at, float(probability))))
                    for at, (label, probability, to) in enumerate(moves)
                ]
            case Relocation() as state:
                return [("", _situation_of(state.to, self._relocated(particles, state)))]
            case _:
                return []

    def _moved(
        self, particles: Iterable[Particle], action: int, probability: float = 1.0
    ) -> Iterable[Particle]:
        for node, secret, weight in particles:
            child = children(self.game.nodes[node])[action]
            yield Particle(child, secret, weight * probability)

    def _answered(self, particles: Iterable[Particle], action: int) -> Iterable[Particle]:
        for particle in particles:
            probability = self._played(particle.node)[action]
            yield from self._moved([particle], action, probability)

    def _relocated(self, particles: Iterable[Particle], state: Relocation) -> Iterable[Particle]:
        for particle in particles:
            moves = relocations(self.graph, particle.secret, state.not_to)
            below, played = children(self.game.nodes[particle.node]), self._played(particle.node)
            for child, (_, secret), probability in zip(below, moves, played, strict=True):
                yield Particle(child, secret, particle.weight * probability)

    def _played(self, node: int) -> tuple[float, ...]:
        """Return what player 2's strategy does at a node."""
        record = self.game.nodes[node]
        assert isinstance(record, Decision)
        return self.probabilities(record.infoset)
