"""Grade: is a hand-in the game of a map?

A hand-in is identical to the textbook tree of the map (up to names and order), equivalent (the same
game drawn otherwise), different, or not comparable. `walk` lays it over that tree, skips `harmless`
differences, and finds the first one that matters. `trees` decides identity; `equivalence` proves
equivalence by sequence forms (`forms`, `matching`). `mistakes` changes the reference until it
equals the hand-in; `mistake_place` finds where the mistake shows, and `story` describes the history
before it. `solved_games` exchanges players and plays each equilibrium in the other game.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from schemas.game import Game
from schemas.grades import Verdict
from schemas.parts.squares import Square
from stages.grade.differences import Difference, Kind, Walk
from stages.grade.equivalence import Answer, compare, proved_same
from stages.grade.forced_moves import essential
from stages.grade.handin_labels import moves_about
from stages.grade.likeness import Likeness, same_drawing, same_labels
from stages.grade.mistake_place import explains, located
from stages.grade.mistakes import (
    Suspect,
    apparent_mistake,
    by_likelihood,
    inferred_mistakes,
    other_single_changes,
)
from stages.grade.solved_games import (
    Reference,
    SolvedGame,
    exchanged,
    exploitabilities,
    looks_exchanged,
)
from stages.grade.story import Chart, Stories, Story, true_story, way_to
from stages.grade.trees import identical
from stages.grade.walk import walk

__all__ = (
    "OTHER_VALUE",
    "Chart",
    "Finding",
    "Kind",
    "Reference",
    "SolvedGame",
    "Suspect",
    "apart",
    "grade",
)

# Values that differ by more than this fraction of the largest payoff are different, whatever the
# solver's rounding.
APART = 1e-6
OTHER_VALUE = "its value is not that of the map's game"
SEARCHED = 2_000_000
"""Limit on the total number of nodes of the games with a mistake that are compared with one
hand-in: 40 microseconds per node, up to two minutes. Below 80,000 nodes every mistake is tried.
"""


class Finding(NamedTuple):
    """The findings about a hand-in."""

    verdict: Verdict
    """IDENTICAL, EQUIVALENT, DIFFERENT or NOT_COMPARABLE."""
    proof: str
    exchanged: bool
    """Whether player 1 of the hand-in is player 2 of the reference."""
    difference: Difference | None
    """The first difference that changes the game, or else the first in the drawing. Also given for
    an equivalent hand-in if it could be determined.
    """
    story: Story | None
    """The events before the difference; None if the hand-in's labels contradict them."""
    way: tuple[str, ...]
    """The labels of the hand-in on the way to the difference."""
    mistakes: tuple[tuple[str, bool], ...]
    """Each mistake in words, and whether the reference with this mistake is proved to be the
    hand-in. There are several only if each of them alone explains the file.
    """
    searched: bool
    """Whether all mistakes were tried, or all up to the one that was found."""
    exploitability: tuple[float | None, float | None]
    """Exploitability of the hand-in's equilibrium in the reference, and vice versa; None if the
    decisions do not correspond.
    """


def grade(
    reference: Reference, handin: SolvedGame, chart: Chart, others: Iterable[Suspect] = ()
) -> Finding:
    """Return the finding on a hand-in, given the reference of its map; both are trees with perfect
    recall.

    `others` are games of the same map under wrong rules; they are built only if the likely mistakes
    do not explain the first difference.
    """
    best = straight = _Compared(reference, handin, chart.start)
    if not straight.answer.same:
        looks = looks_exchanged(reference.drawn, handin.drawn)
        if looks is not False or not moves_about(handin.drawn, 1):
            turned = _Compared(reference, exchanged(handin), chart.start)
            better = _closer(reference, turned, straight) if looks is None else looks
            best = turned if turned.answer.same or better else straight
    mistakes: tuple[tuple[str, bool], ...] = ()
    searched = True
    if best.answer.same:
        difference = best.walk.drawn or best.walk.difference
    else:
        difference = _telling(reference, best)
        stories = reference.stories(chart)
        known = (*reference.common(chart), *others)
        most = max(1, SEARCHED // len(reference.game.nodes))
        proved, searched = _proved_mistakes(stories, best, known, most)
        if proved:
            mistakes = tuple((one.name, True) for one in proved)
            difference = _at_the_mistake(reference, best, proved[0], difference)
        elif difference is not None and difference is best.walk.difference:
            apparent = apparent_mistake(stories, best.walk, best.handin.drawn)
            mistakes = ((apparent, False),) if apparent else ()
    return Finding(
        verdict=best.verdict,
        proof=best.answer.proof,
        exchanged=best is not straight,
        difference=difference,
        story=_story(reference, chart, difference, best),
        way=_labels(best.handin.drawn, difference) if difference else (),
        mistakes=mistakes,
        searched=searched,
        exploitability=exploitabilities(reference, best.handin, best.walk),
    )


def _story(
    reference: Reference, chart: Chart, difference: Difference | None, compared: "_Compared"
) -> Story | None:
    if difference is None:
        return None
    return true_story(reference.stories(chart), difference, compared.handin.drawn)


def _telling(reference: Reference, compared: "_Compared") -> Difference | None:
    """Return the first difference that can be confirmed. Differences in the drawing alone are
    reported only if there is no other.
    """
    found = (compared.walk.difference, compared.walk.drawn)
    handin = compared.handin.drawn
    return next((one for one in found if one and explains(reference.drawn, handin, one)), None)


def _closer(reference: SolvedGame, one: "_Compared", other: "_Compared") -> bool:
    """Return whether one comparison fits better: first by how far the trees agree, then by the
    payoffs of the terminal nodes. These match even when all signs are wrong.
    """
    known = set(_payoffs(reference.game))
    fits = [
        (len(compared.walk.laid), len(known & set(_payoffs(compared.handin.game))))
        for compared in (one, other)
    ]
    return fits[0] > fits[1]


def _labels(handin: Game, difference: Difference) -> tuple[str, ...]:
    return tuple(taken.label for taken in way_to(handin, difference.node))


class _Compared:
    """A hand-in beside the reference."""

    def __init__(self, reference: SolvedGame, handin: SolvedGame, start: Square) -> None:
        self.handin, self.start = handin, start
        alike = same_drawing(reference.game, handin.game)
        copied = alike and same_labels(reference.game, handin.game)
        self.walk = Walk(copied=True) if copied else walk(reference.drawn, handin.drawn, start)
        self.identical = alike or identical(reference.drawn, handin.drawn) is not None
        self.answer = self._answer(reference)

    def _answer(self, reference: SolvedGame) -> Answer:
        if self.identical:
            return Answer(True, "the two trees are the same, up to names and order")
        if apart(reference, self.handin):
            return Answer(False, OTHER_VALUE)
        return compare(reference.form, self.handin.form, reference.game.players)

    @property
    def verdict(self) -> Verdict:
        if self.identical:
            return Verdict.IDENTICAL
        if self.answer.same is None:
            return Verdict.NOT_COMPARABLE
        return Verdict.EQUIVALENT if self.answer.same else Verdict.DIFFERENT


def apart(one: SolvedGame, other: SolvedGame) -> bool:
    """Return whether the proved bounds of two values leave no common value."""
    largest = max(abs(float(payoff)) for solved in (one, other) for payoff in _payoffs(solved.game))
    return (
        max(one.bounds.lower, other.bounds.lower)
        > min(one.bounds.upper, other.bounds.upper) + APART * largest
    )


def _payoffs(game: Game) -> Iterable[Fraction]:
    """Return all payoffs, each once."""
    return game.columns.payoffs


def _proved_mistakes(
    stories: Stories, compared: _Compared, known: Iterable[Suspect], most: int
) -> tuple[list[Suspect], bool]:
    """Return the mistakes that turn the reference into the hand-in, and whether at most `most`
    suspects had to be examined.

    Of several mistakes of a kind, take the one whose tree is most like the hand-in's. If one change
    explains the file, also return the single changes of another kind that explain it and whose
    trees are as much like it; if their trees are more like it, return them instead.
    """
    difference, handin = compared.walk.difference, compared.handin.drawn
    if len(set(_payoffs(compared.handin.game))) < 2:
        return [], True  # Any mistake that leaves the payoffs alone would explain it.
    inferred = list(inferred_mistakes(stories, difference, handin))
    found: list[Suspect] = []
    for number, suspect in enumerate(by_likelihood(chain(known, inferred), difference)):
        if found and not {*suspect.kinds} & {*found[0].kinds}:
            break
        if number == most:
            return found[:1], bool(found)
        if _proved(stories, compared, suspect):
            found.append(suspect)
    if not found:
        return [], True
    size = len(essential(handin).nodes)
    best = min(found, key=lambda one: abs(len(essential(one.make()).nodes) - size))
    if difference is None or not best.inferred:
        return [best], True
    others = other_single_changes(stories, difference)
    found = [best, *(one for one in others if _proved(stories, compared, one))]
    least = min(_unlike(one.make(), handin) for one in found)
    return [one for one in found if _unlike(one.make(), handin) == least], True


def _proved(stories: Stories, compared: _Compared, suspect: Suspect) -> bool:
    """Return whether the reference with a mistake is the hand-in. If the mistake does not lead to
    the kind of the first difference, the hand-in must also be at least as much like this game as
    like the reference itself.
    """
    if suspect.form is None or not proved_same(suspect.form, compared.handin.form):
        return False
    difference = compared.walk.difference
    if difference is None or difference.kind in suspect.kinds:
        return True
    handin = essential(compared.handin.drawn)
    return _unlike(essential(suspect.make()), handin) <= _unlike(essential(stories.game), handin)


def _unlike(game: Game, handin: Game) -> int:
    """Return the number of differences between the drawings of two trees."""
    return Likeness(game.with_records(), handin).unlike(0, 0)


def _at_the_mistake(
    reference: Reference, compared: _Compared, proved: Suspect, first: Difference | None
) -> Difference | None:
    """Return the difference at which a proved mistake shows. This is the `first` one if no other is
    found, or if the mistake leads to the kind of the `first` one only.
    """
    found = located(
        reference.drawn, proved.make().with_records(), compared.handin.drawn, compared.start
    )
    if found is None or first and first.kind in proved.kinds and found.kind not in proved.kinds:
        return first
    return found
