"""Common mistakes in numbers: payoffs of terminal nodes, and probabilities of fights."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from ......schemas.game import Chance, Game, Node, Terminal
from ......schemas.parts.events import Event
from ......schemas.parts.exact import brief
from ......stages.expand.expansion import Expansion
from ...records import NamedMistake
from ..differences import Difference, DifferenceKind
from ..histories import End, Histories, History
from .suspect import Mistake, Suspect

MOST_PAYOFFS = 8
"""Number of a hand-in's payoffs, foreign to the reference, that are considered."""


class _Terminal(NamedTuple):
    """A terminal node of the reference."""

    end: End
    history: History
    payoff: Fraction


PayoffOf = Callable[[_Terminal], Fraction]  # The payoff of the mistaken game there.


def wrong_payoffs(histories: Histories) -> Iterator[Suspect]:
    """Yield the mistakes about payoffs."""
    yield _suspect(histories, Mistake.WRONG_SIGN.named(), lambda at: -at.payoff)
    for mistake, where, payoff_of in _common(_escape(histories)):
        yield _suspect(histories, mistake.named(), _only_at(where, payoff_of))


def inferred_payoffs(
    histories: Histories, difference: Difference, handin: Game
) -> Iterator[Suspect]:
    """Yield the mistakes about payoffs whose numbers follow from the first difference."""
    end = handin.nodes[difference.node]
    there = histories.game.nodes[difference.reference]
    if isinstance(end, Terminal) and isinstance(there, Terminal):
        for suspect in _inferred(histories, difference.reference, end.payoff, _escape(histories)):
            yield replace(suspect, inferred=True)


def _common(escape: Fraction) -> tuple[tuple[Mistake, End, PayoffOf], ...]:
    """Return mistakes, each with the terminal nodes whose payoffs it changes."""
    return (
        (Mistake.GOLD_AFTER_CAPTURE, End.CAPTURE, lambda at: Fraction(at.history.carried)),
        (Mistake.CAPTURE_AS_EXIT, End.CAPTURE, lambda at: escape + at.history.carried),
        (Mistake.TAKEN_GOLD_COUNTED, End.EXIT, lambda at: escape + at.history.found),
        (Mistake.GOLD_NOT_COUNTED, End.EXIT, lambda at: escape),
        (Mistake.GOLD_IN_DEAD_END, End.DEAD_END, lambda at: Fraction(at.history.carried)),
        (Mistake.DEAD_END_AS_EXIT, End.DEAD_END, lambda at: escape + at.history.carried),
    )


def apparent_payoffs(histories: Histories, handin: Game, foreign: bool = True) -> Iterator[Suspect]:
    """Yield the mistakes about payoffs that all payoffs of a hand-in together suggest, or those
    that are `foreign` to the reference, wherever its first difference is.
    """
    found = {record.payoff for record in handin.nodes if isinstance(record, Terminal)}
    ends, escape = list(_terminals(histories).values()), _escape(histories)
    new = sorted(found - {at.payoff for at in ends if foreign})[:MOST_PAYOFFS]
    carried = {at.history.carried for at in ends if at.end is End.EXIT}
    for paid in new:
        for gold in sorted(carried):
            if {paid - gold + each for each in carried} <= found:
                yield _exit_pays(histories, paid - gold, escape)
            if gold and {escape + (paid - escape) / gold * each for each in carried} <= found:
                yield _gold_worth(histories, (paid - escape) / gold, escape)
        for end in sorted({at.end for at in ends} - {End.EXIT}):
            yield _end_pays(histories, end, paid)


def one_end(histories: Histories, difference: Difference, handin: Game) -> Suspect | None:
    """Return the mistake that changes the payoff of one terminal node alone."""
    end, there = handin.nodes[difference.node], histories.game.nodes[difference.reference]
    if not isinstance(end, Terminal) or not isinstance(there, Terminal):
        return None
    mistake = Mistake.ONE_END.named(paid=brief(end.payoff), right=brief(there.payoff))
    nodes = list(histories.game.nodes)
    nodes[difference.reference] = end
    made = partial(replace, histories.game, nodes=tuple(nodes))
    return Suspect(mistake, made, (DifferenceKind.PAYOFF,), inferred=True)


def _inferred(
    histories: Histories, node: int, paid: Fraction, escape: Fraction
) -> Iterator[Suspect]:
    """Yield the mistakes whose numbers follow from the first wrong payoff."""
    history = histories.history(node)
    carried, end = history.carried, histories.end(history)
    if end is not End.EXIT:
        yield _end_pays(histories, end, paid)
        return
    yield _exit_pays(histories, paid - carried, escape)
    if carried:
        yield _gold_worth(histories, (paid - escape) / carried, escape)


def _exit_pays(histories: Histories, reward: Fraction, escape: Fraction) -> Suspect:
    mistake = Mistake.EXIT_PAYS.named(paid=brief(reward), right=brief(escape))
    return _suspect(histories, mistake, _only_at(End.EXIT, lambda at: at.payoff - escape + reward))


def _gold_worth(histories: Histories, each: Fraction, escape: Fraction) -> Suspect:
    mistake = Mistake.GOLD_WORTH.named(paid=brief(each), right=1)
    return _suspect(
        histories, mistake, _only_at(End.EXIT, lambda at: escape + each * at.history.carried)
    )


def _end_pays(histories: Histories, end: End, paid: Fraction) -> Suspect:
    mistake = Mistake.END_PAYS.named(end=end, paid=brief(paid), right=0)
    return _suspect(histories, mistake, _only_at(end, lambda at: paid))


def _only_at(end: End, payoff_of: PayoffOf) -> PayoffOf:
    return lambda at: payoff_of(at) if at.end is end else at.payoff


def _escape(histories: Histories) -> Fraction:
    """Return the payoff of an exit without gold; 0 if there is none."""
    exits = (at for at in _terminals(histories).values() if at.end is End.EXIT)
    return next((at.payoff - at.history.carried for at in exits), Fraction(0))


def _terminals(histories: Histories) -> dict[int, _Terminal]:
    """Return the terminal nodes with their data, by node."""
    found = {}
    for node, end, history in histories.ends:
        record = histories.game.nodes[node]
        assert isinstance(record, Terminal)
        found[node] = _Terminal(end, history, record.payoff)
    return found


def _suspect(histories: Histories, mistake: NamedMistake, payoff_of: PayoffOf) -> Suspect:
    return Suspect(mistake, partial(_repaid, histories, payoff_of), (DifferenceKind.PAYOFF,))


def _repaid(histories: Histories, payoff_of: PayoffOf) -> Game:
    nodes = list(histories.game.nodes)
    for node, at in _terminals(histories).items():
        nodes[node] = Terminal(payoff_of(at))
    return replace(histories.game, nodes=tuple(nodes))


def typical_numbers(histories: Histories) -> Iterator[Suspect]:
    """Yield the mistakes about numbers, each with one typical wrong number."""
    escape = _escape(histories)
    yield _exit_pays(histories, escape + 1, escape)
    yield _gold_worth(histories, Fraction(2), escape)
    for end in (End.CAPTURE, End.DEAD_END):
        yield _end_pays(histories, end, Fraction(-1))
    yield _captured_with(histories.expansion, Fraction(3, 7))


MOST_SHARES = 8
"""Number of a hand-in's probabilities, foreign to the reference, that are considered."""


def wrong_chances(expansion: Expansion) -> Iterator[Suspect]:
    """Yield the mistakes about probabilities."""
    yield Suspect(
        Mistake.CAPTURE_IS_ESCAPE.named(),
        partial(_redrawn, expansion, lambda event, probability: 1 - probability),
        (DifferenceKind.PROBABILITY,),
    )
    for event, capture in ((Event.CAPTURE, 1), (Event.ESCAPE, 0)):
        mistake = Mistake.CERTAIN_FIGHT.named(outcome=event)
        made = partial(_fought, expansion, Fraction(capture))
        yield Suspect(
            mistake, made, (DifferenceKind.CHOICES, DifferenceKind.TURN, DifferenceKind.PROBABILITY)
        )


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
        yield replace(_captured_with(expansion, probability), inferred=True)


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
        mistake = Mistake.ONE_FIGHT.named(probability=brief(capture), right=brief(right))
        made = partial(replace, expansion.game, nodes=tuple(nodes))
        yield Suspect(mistake, made, (DifferenceKind.PROBABILITY,), inferred=True)


def _captured_with(expansion: Expansion, probability: Fraction) -> Suspect:
    mistake = Mistake.CAPTURE_PROBABILITY.named(probability=brief(probability))
    return Suspect(mistake, partial(_fought, expansion, probability), (DifferenceKind.PROBABILITY,))


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
