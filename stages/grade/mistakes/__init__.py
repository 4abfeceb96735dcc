"""Mistakes that hand-ins have in common, each as a change of the reference.

Whether a hand-in has made one is not guessed: the reference is changed in the
same way, and the two are compared like any two games. Only what fits is named.
A mistake is a member of `suspect.Mistake` and a change of the reference in `payoffs`, `chances`,
`knowledge` or `choices`; what a first difference shows by itself stands in `apparent`.
"""

from collections.abc import Iterator

from schemas.game import Game
from stages.grade.differences import Difference, Kind
from stages.grade.mistakes.apparent import apparent_mistake
from stages.grade.mistakes.chances import certain_fights, wrong_chances
from stages.grade.mistakes.choices import wrong_choices
from stages.grade.mistakes.knowledge import wrong_knowledge
from stages.grade.mistakes.payoffs import wrong_payoffs
from stages.grade.mistakes.suspect import Mistake, Suspect
from stages.grade.story import Stories

__all__ = ("Mistake", "Suspect", "apparent_mistake", "suspects")


def suspects(stories: Stories, difference: Difference | None, handin: Game) -> Iterator[Suspect]:
    """Yield the mistakes that a first difference lets one think of, the likely ones first."""
    kind, expansion = difference.kind if difference else None, stories.expansion
    if kind in (None, Kind.PAYOFF):
        yield from wrong_payoffs(stories, difference, handin)
    if kind in (None, Kind.PROBABILITY):
        yield from wrong_chances(expansion, difference, handin)
    if kind in (None, Kind.KNOWS_TOO_MUCH, Kind.KNOWS_TOO_LITTLE):
        yield from wrong_knowledge(stories)
    if kind in (None, Kind.CHOICES, Kind.TURN):
        yield from wrong_choices(expansion)
        yield from certain_fights(expansion)
