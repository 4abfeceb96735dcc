"""Mistakes that hand-ins have in common, each as a change of the reference.

Whether a hand-in has made one is not guessed: the reference is changed in the
same way, and the two are compared like any two games. Only what fits is named.
A mistake is a member of `suspect.Mistake` and a change of the reference in `payoffs`, `chances`,
`knowledge`, `unseen` or `choices`; what a first difference shows by itself stands in `apparent`.
"""

from collections.abc import Iterable, Iterator

from schemas.game import Game
from stages.grade.differences import Difference, Kind
from stages.grade.mistakes.apparent import apparent_mistake
from stages.grade.mistakes.chances import inferred_chances, wrong_chances
from stages.grade.mistakes.choices import wrong_choices
from stages.grade.mistakes.knowledge import wrong_knowledge
from stages.grade.mistakes.payoffs import inferred_payoffs, wrong_payoffs
from stages.grade.mistakes.suspect import Mistake, Suspect
from stages.grade.mistakes.unseen import forgotten, unseen
from stages.grade.story import Stories

__all__ = (
    "Mistake",
    "Suspect",
    "apparent_mistake",
    "by_likelihood",
    "common_mistakes",
    "forgotten",
    "inferred_mistakes",
)


def common_mistakes(stories: Stories) -> Iterator[Suspect]:
    """Yield the mistakes that any hand-in may have made."""
    yield from wrong_payoffs(stories)
    yield from wrong_chances(stories.expansion)
    yield from unseen(stories)
    yield from wrong_knowledge(stories)
    yield from wrong_choices(stories.expansion)


def inferred_mistakes(
    stories: Stories, difference: Difference | None, handin: Game
) -> Iterator[Suspect]:
    """Yield the mistakes whose numbers follow from the first difference, if there is one."""
    if difference is not None and difference.kind is Kind.PAYOFF:
        yield from inferred_payoffs(stories, difference, handin)
    if difference is not None and difference.kind is Kind.PROBABILITY:
        yield from inferred_chances(stories.expansion, difference, handin)


def by_likelihood(suspects: Iterable[Suspect], difference: Difference | None) -> list[Suspect]:
    """Return suspects with those first that lead to a difference of its kind, then those inferred
    from it, and last those that lead to others.
    """

    def unlikely(suspect: Suspect) -> int:
        if difference is None or difference.kind in suspect.kinds:
            return suspect.inferred
        return 3 if suspect.kinds else 2

    return sorted(suspects, key=unlikely)
