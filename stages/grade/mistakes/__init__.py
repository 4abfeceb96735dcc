"""Mistakes that hand-ins have in common, each as a change of the reference.

No mistake is guessed: the reference is changed in the same way (`payoffs`, `chances`, `knowledge`,
`actions`), and the two are compared like any two games. Only a mistake that fits is named
(`suspect.Mistake`). `apparent` has the mistakes that the first difference shows by itself.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from schemas.game import Game
from stages.grade.differences import Difference, Kind
from stages.grade.mistakes.actions import one_missing, wrong_choices, wrong_moves
from stages.grade.mistakes.apparent import apparent_mistake
from stages.grade.mistakes.chances import inferred_chances, one_fight, wrong_chances
from stages.grade.mistakes.knowledge import forgotten, unseen, wrong_knowledge
from stages.grade.mistakes.payoffs import (
    apparent_payoffs,
    inferred_payoffs,
    one_end,
    wrong_payoffs,
)
from stages.grade.mistakes.suspect import Mistake, Suspect
from stages.grade.story import Stories

__all__ = (
    "Mistake",
    "Suspect",
    "apparent_mistake",
    "by_likelihood",
    "common_mistakes",
    "forgotten",
    "inferred_mistakes",
    "other_single_changes",
)


def common_mistakes(stories: Stories) -> Iterator[Suspect]:
    """Yield the mistakes that any hand-in may have made."""
    yield from wrong_payoffs(stories)
    yield from wrong_chances(stories.expansion)
    yield from unseen(stories)
    yield from wrong_knowledge(stories)
    yield from wrong_choices(stories.expansion)
    yield from wrong_moves(stories)


def inferred_mistakes(
    stories: Stories, difference: Difference | None, handin: Game
) -> Iterator[Suspect]:
    """Yield the mistakes whose numbers follow from a hand-in and its first difference, if there is
    one.
    """
    if difference is not None and difference.kind is Kind.PAYOFF:
        yield from inferred_payoffs(stories, difference, handin)
    yield from apparent_payoffs(stories, handin)
    yield from inferred_chances(stories.expansion, handin)
    if difference is not None:
        yield from one_missing(stories, difference)
        yield from one_fight(stories.expansion, difference, handin)
        odd = one_end(stories, difference, handin)
        if odd is not None:
            yield odd


def other_single_changes(stories: Stories, difference: Difference) -> Iterator[Suspect]:
    """Yield the single changes of another kind than a difference that may explain it: a wrong
    payoff at an end of play may also mean that an action is missing above it, and that the forced
    move that remains is left out.
    """
    if difference.kind is Kind.PAYOFF and difference.reference:
        above = stories.above[difference.reference]
        for suspect in one_missing(stories, difference._replace(reference=above.node)):
            yield replace(suspect, kinds=(Kind.MOVES, Kind.CHOICES, Kind.TURN))


def by_likelihood(suspects: Iterable[Suspect], difference: Difference | None) -> list[Suspect]:
    """Return suspects with those first that lead to a difference of its kind, then those inferred
    from it, and last those that lead to others.
    """

    def unlikely(suspect: Suspect) -> int:
        if difference is None or difference.kind in suspect.kinds:
            return suspect.inferred
        return 3 if suspect.kinds else 2

    return sorted(suspects, key=unlikely)
