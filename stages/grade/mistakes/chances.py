"""Mistakes about the outcomes of fights."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from schemas.game import Chance, Game, Node
from schemas.parts.events import Event
from schemas.parts.exact import brief
from stages.expand.expansion import Expansion
from stages.grade.differences import Difference, Kind
from stages.grade.mistakes.suspect import Mistake, Suspect

MOST_SHARES = 8
"""Number of a hand-in's probabilities, foreign to the reference, that are considered."""


def wrong_chances(expansion: Expansion) -> Iterator[Suspect]:
    """Yield the mistakes about probabilities."""
    yield Suspect(
        Mistake.CAPTURE_IS_ESCAPE.said(),
        partial(_redrawn, expansion, lambda event, probability: 1 - probability),
        (Kind.PROBABILITY,),
    )
    for event, capture in ((Event.CAPTURE, 1), (Event.ESCAPE, 0)):
        name = Mistake.CERTAIN_FIGHT.said(outcome=event)
        made = partial(_fought, expansion, Fraction(capture))
        yield Suspect(name, made, (Kind.CHOICES, Kind.TURN, Kind.PROBABILITY))


def inferred_chances(expansion: Expansion, handin: Game) -> Iterator[Suspect]:
    """Yield the mistakes about probabilities that a hand-in suggests."""
    known, found = (
        {
            share
            for record in game.nodes
            if isinstance(record, Chance) and len(record.probabilities) == 2
            for share in record.probabilities
        }
        for game in (expansion.game, handin)
    )
    for probability in sorted(found - known)[:MOST_SHARES]:
        yield Suspect(
            Mistake.CAPTURE_PROBABILITY.said(probability=brief(probability)),
            partial(_fought, expansion, probability),
            (Kind.PROBABILITY,),
            inferred=True,
        )


def one_fight(expansion: Expansion, difference: Difference, handin: Game) -> Iterator[Suspect]:
    """Yield the mistakes in which a single fight has other probabilities, given or swapped as at
    the first difference of a hand-in.
    """
    fight, found = expansion.game.nodes[difference.reference], handin.nodes[difference.node]
    if not isinstance(fight, Chance) or not isinstance(found, Chance):
        return
    events = [expansion.after(child) for child in fight.children]
    if Event.CAPTURE not in events or len(events) != 2 or len(found.probabilities) != 2:
        return
    right = fight.probabilities[events.index(Event.CAPTURE)]
    for capture in sorted({*found.probabilities} - {right}):
        shares = tuple(capture if event is Event.CAPTURE else 1 - capture for event in events)
        nodes = list(expansion.game.nodes)
        nodes[difference.reference] = fight._replace(probabilities=shares)
        name = Mistake.ONE_FIGHT.said(probability=brief(capture), right=brief(right))
        made = partial(replace, expansion.game, nodes=tuple(nodes))
        yield Suspect(name, made, (Kind.PROBABILITY,), inferred=True)


def _fought(expansion: Expansion, capture: Fraction) -> Game:
    return _redrawn(expansion, lambda event, _: capture if event is Event.CAPTURE else 1 - capture)


def _redrawn(
    expansion: Expansion, probability_of: Callable[[Event | None, Fraction], Fraction]
) -> Game:
    def drawn(node: Node) -> Node:
        if not isinstance(node, Chance):
            return node
        events = map(expansion.after, node.children)
        return node._replace(probabilities=tuple(map(probability_of, events, node.probabilities)))

    return replace(expansion.game, nodes=tuple(map(drawn, expansion.game.nodes)))
