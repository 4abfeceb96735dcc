"""Mistakes about the payoffs of terminal nodes."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from schemas.game import Game, Terminal
from schemas.parts.exact import brief
from stages.grade.differences import Difference, Kind
from stages.grade.mistakes.suspect import Mistake, Suspect
from stages.grade.story import End, Stories, Story

MOST_PAYOFFS = 8
"""Number of a hand-in's payoffs, foreign to the reference, that are considered."""


class _Paid(NamedTuple):
    """A terminal node of the reference."""

    end: End
    story: Story
    payoff: Fraction


PayoffOf = Callable[[_Paid], Fraction]  # The payoff of the mistaken game there.


def wrong_payoffs(stories: Stories) -> Iterator[Suspect]:
    """Yield the mistakes about payoffs."""
    yield _suspect(stories, Mistake.WRONG_SIGN.said(), lambda at: -at.payoff)
    for mistake, where, payoff_of in _common(_escape(stories)):
        yield _suspect(stories, mistake.said(), _only_at(where, payoff_of))


def inferred_payoffs(stories: Stories, difference: Difference, handin: Game) -> Iterator[Suspect]:
    """Yield the mistakes about payoffs whose numbers follow from the first difference."""
    end = handin.nodes[difference.node]
    there = stories.game.nodes[difference.reference]
    if isinstance(end, Terminal) and isinstance(there, Terminal):
        for suspect in _inferred(stories, difference.reference, end.payoff, _escape(stories)):
            yield replace(suspect, inferred=True)


def _common(escape: Fraction) -> tuple[tuple[Mistake, End, PayoffOf], ...]:
    """Return mistakes, each with the terminal nodes whose payoffs it changes."""
    return (
        (Mistake.GOLD_AFTER_CAPTURE, End.CAPTURE, lambda at: Fraction(at.story.carried)),
        (Mistake.CAPTURE_AS_EXIT, End.CAPTURE, lambda at: escape + at.story.carried),
        (Mistake.TAKEN_GOLD_COUNTED, End.EXIT, lambda at: escape + at.story.found),
        (Mistake.GOLD_NOT_COUNTED, End.EXIT, lambda at: escape),
        (Mistake.GOLD_IN_DEAD_END, End.DEAD_END, lambda at: Fraction(at.story.carried)),
        (Mistake.DEAD_END_AS_EXIT, End.DEAD_END, lambda at: escape + at.story.carried),
    )


def apparent_payoffs(stories: Stories, handin: Game) -> Iterator[Suspect]:
    """Yield the mistakes about payoffs that all payoffs of a hand-in together suggest, wherever its
    first difference is.
    """
    found = {record.payoff for record in handin.nodes if isinstance(record, Terminal)}
    ends, escape = list(_ends(stories).values()), _escape(stories)
    new = sorted(found - {at.payoff for at in ends})[:MOST_PAYOFFS]
    carried = {at.story.carried for at in ends if at.end is End.EXIT}
    for paid in new:
        for gold in sorted(carried):
            if {paid - gold + each for each in carried} <= found:
                yield _exit_pays(stories, paid - gold, escape)
            if gold and {escape + (paid - escape) / gold * each for each in carried} <= found:
                yield _gold_worth(stories, (paid - escape) / gold, escape)
        for end in sorted({at.end for at in ends} - {End.EXIT}):
            name = Mistake.END_PAYS.said(end=end, paid=brief(paid))
            yield _suspect(stories, name, _only_at(end, partial(_pays, paid)))


def one_end(stories: Stories, difference: Difference, handin: Game) -> Suspect | None:
    """Return the mistake that changes the payoff of one terminal node alone."""
    end, there = handin.nodes[difference.node], stories.game.nodes[difference.reference]
    if not isinstance(end, Terminal) or not isinstance(there, Terminal):
        return None
    name = Mistake.ONE_END.said(paid=brief(end.payoff), right=brief(there.payoff))
    nodes = list(stories.game.nodes)
    nodes[difference.reference] = end
    made = partial(replace, stories.game, nodes=tuple(nodes))
    return Suspect(name, made, (Kind.PAYOFF,), inferred=True)


def _inferred(stories: Stories, node: int, paid: Fraction, escape: Fraction) -> Iterator[Suspect]:
    """Yield the mistakes whose numbers follow from the first wrong payoff."""
    story = stories.story(node)
    carried, end = story.carried, stories.end(story)
    if end is not End.EXIT:
        name = Mistake.END_PAYS.said(end=end, paid=brief(paid))
        yield _suspect(stories, name, _only_at(end, lambda at: paid))
        return
    yield _exit_pays(stories, paid - carried, escape)
    if carried:
        yield _gold_worth(stories, (paid - escape) / carried, escape)


def _exit_pays(stories: Stories, reward: Fraction, escape: Fraction) -> Suspect:
    name = Mistake.EXIT_PAYS.said(paid=brief(reward), right=brief(escape))
    return _suspect(stories, name, _only_at(End.EXIT, lambda at: at.payoff - escape + reward))


def _gold_worth(stories: Stories, each: Fraction, escape: Fraction) -> Suspect:
    name = Mistake.GOLD_WORTH.said(paid=brief(each))
    return _suspect(stories, name, _only_at(End.EXIT, lambda at: escape + each * at.story.carried))


def _pays(paid: Fraction, at: _Paid) -> Fraction:
    return paid


def _only_at(end: End, payoff_of: PayoffOf) -> PayoffOf:
    return lambda at: payoff_of(at) if at.end is end else at.payoff


def _escape(stories: Stories) -> Fraction:
    """Return the payoff of an exit without gold; 0 if there is none."""
    exits = (at for at in _ends(stories).values() if at.end is End.EXIT)
    return next((at.payoff - at.story.carried for at in exits), Fraction(0))


def _ends(stories: Stories) -> dict[int, _Paid]:
    """Return the terminal nodes with their data, by node."""
    found = {}
    for node, end, story in stories.ends:
        record = stories.game.nodes[node]
        assert isinstance(record, Terminal)
        found[node] = _Paid(end, story, record.payoff)
    return found


def _suspect(stories: Stories, name: str, payoff_of: PayoffOf) -> Suspect:
    return Suspect(name, partial(_repaid, stories, payoff_of), (Kind.PAYOFF,))


def _repaid(stories: Stories, payoff_of: PayoffOf) -> Game:
    nodes = list(stories.game.nodes)
    for node, at in _ends(stories).items():
        nodes[node] = Terminal(payoff_of(at))
    return replace(stories.game, nodes=tuple(nodes))
