"""Common mistakes of hand-ins, each as a change of the reference.

Mistakes are not guessed: the reference is changed in the same way (`payoffs`, `chances`,
`knowledge`, `actions`), and the result is compared with the hand-in like any two games. Only a
mistake that fits is named (`suspect.Mistake`). `apparent` finds the mistakes that are visible from
the first difference alone.
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
    """Yield the single changes that may explain a difference of another kind. For example, a wrong
    payoff at a terminal node may also mean that an action above it is missing and the remaining
    forced move is omitted.
    """
    if difference.kind is Kind.PAYOFF and difference.reference:
        above = stories.above[difference.reference]
        for suspect in one_missing(stories, difference._replace(reference=above.node)):
            yield replace(suspect, kinds=(Kind.MOVES, Kind.CHOICES, Kind.TURN))


def by_likelihood(suspects: Iterable[Suspect], difference: Difference | None) -> list[Suspect]:
    """Return suspects in order: those that lead to the kind of the difference, those inferred from
    it, and those that lead to other kinds.
    """

    def unlikely(suspect: Suspect) -> int:
        if difference is None or difference.kind in suspect.kinds:
            return suspect.inferred
        return 3 if suspect.kinds else 2

    return sorted(suspects, key=unlikely)
