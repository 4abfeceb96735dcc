"""Common mistakes of hand-ins, each as a change of the reference.

Mistakes are not guessed: the reference is changed in the same way (`payoffs`, `chances`,
`knowledge`, `actions`), and the result is compared with the hand-in like any two games. Only a
mistake that fits is named (`suspect.Mistake`). `apparent` finds the mistakes that are visible from
the first difference alone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ......schemas.game import Game
from ..differences import Difference, DifferenceKind
from ..histories import Histories
from .actions import one_missing, wrong_choices, wrong_moves
from .apparent import apparent_mistake
from .knowledge import forgotten, unseen, wrong_knowledge
from .numbers import (
    apparent_payoffs,
    inferred_chances,
    inferred_payoffs,
    one_end,
    one_fight,
    wrong_chances,
    wrong_payoffs,
)
from .suspect import Mistake, Suspect

__all__ = (
    "Mistake",
    "Suspect",
    "apparent_mistake",
    "apparent_payoffs",
    "by_likelihood",
    "common_mistakes",
    "forgotten",
    "inferred_mistakes",
    "other_single_changes",
)


def common_mistakes(histories: Histories) -> Iterator[Suspect]:
    """Yield the mistakes that any hand-in may have made. Each needs what MISREADINGS need."""
    yield from wrong_payoffs(histories)
    yield from wrong_chances(histories.expansion)
    yield from unseen(histories)
    yield from wrong_knowledge(histories)
    yield from wrong_choices(histories.expansion)
    yield from wrong_moves(histories)


def inferred_mistakes(
    histories: Histories, difference: Difference | None, handin: Game
) -> Iterator[Suspect]:
    """Yield the mistakes whose numbers follow from a hand-in and its first difference, if there is
    one.
    """
    if difference is not None and difference.kind is DifferenceKind.PAYOFF:
        yield from inferred_payoffs(histories, difference, handin)
    yield from apparent_payoffs(histories, handin)
    yield from inferred_chances(histories.expansion, handin)
    if difference is not None:
        yield from one_missing(histories, difference)
        yield from one_fight(histories.expansion, difference, handin)
        odd = one_end(histories, difference, handin)
        if odd is not None:
            yield odd


def other_single_changes(histories: Histories, difference: Difference) -> Iterator[Suspect]:
    """Yield the single changes that may explain a difference of another kind. For example, a wrong
    payoff at a terminal node may also mean that an action above it is missing and the remaining
    forced move is omitted.
    """
    if difference.kind is DifferenceKind.PAYOFF and difference.reference:
        above = histories.above[difference.reference]
        for suspect in one_missing(histories, difference._replace(reference=above.node)):
            yield replace(
                suspect, kinds=(DifferenceKind.MOVES, DifferenceKind.CHOICES, DifferenceKind.TURN)
            )


def by_likelihood(suspects: Iterable[Suspect], difference: Difference | None) -> list[Suspect]:
    """Return suspects in order: those that lead to the kind of the difference, those inferred from
    it, and those that lead to other kinds.
    """

    def unlikely(suspect: Suspect) -> int:
        if difference is None or difference.kind in suspect.kinds:
            return suspect.inferred
        return 3 if suspect.kinds else 2

    return sorted(suspects, key=unlikely)
