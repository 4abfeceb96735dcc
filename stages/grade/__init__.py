"""Grade: is a hand-in the game of a map?

A hand-in is identical to the textbook tree of the map (up to names and order), equivalent (the same
game drawn otherwise), different, or not comparable. `walk` lays it over that tree, past `harmless`
differences, and finds the first that matters. `trees` decides identity; `equivalence` proves the
rest by sequence forms (`forms`, `matching`). `mistakes` changes the reference until it is the
hand-in; `mistake_place` finds where that shows, and `story` tells what happened before.
`solved_games` exchanges players and plays each equilibrium in the other game.
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

# Values further apart than this part of the largest payoff are not the same, whatever a solver
# rounds.
APART = 1e-6
OTHER_VALUE = "its value is not that of the map's game"
SEARCHED = 2_000_000
"""Nodes of games with a mistake that are compared with one hand-in: 40 microseconds each, up to two
minutes. Below 80,000 nodes that is every mistake there is.
"""


class Finding(NamedTuple):
    """What was found out about a hand-in."""

    verdict: Verdict
    """IDENTICAL, EQUIVALENT, DIFFERENT or NOT_COMPARABLE."""
    proof: str
    exchanged: bool
    """Whether player 1 of the hand-in is player 2 of the reference."""
    difference: Difference | None
    """The first that changes the game, or else the first of the drawing; of an equivalent hand-in,
    too, where it could be told.
    """
    story: Story | None
    """What happened before the difference; None where the labels of the hand-in say otherwise."""
    way: tuple[str, ...]
    """The labels of the hand-in on the way to the difference."""
    mistakes: tuple[tuple[str, bool], ...]
    """In words; and whether the reference with this mistake is the hand-in, proved. Several only
    where each of them alone explains the file.
    """
    searched: bool
    """Whether all mistakes were looked for, or those up to the one that was found."""
    exploitability: tuple[float | None, float | None]
    """Of the hand-in's equilibrium in the reference, and the other way round; None where the
    decisions do not correspond.
    """


def grade(
    reference: Reference, handin: SolvedGame, chart: Chart, others: Iterable[Suspect] = ()
) -> Finding:
    """Return what a hand-in is to the reference of its map, both trees with perfect recall.

    `others` are games of the same map by wrong rules; they are made only where the likely mistakes
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
    """Return the first difference that is seen to be one; what drawing alone makes is told of where
    nothing else was found.
    """
    found = (compared.walk.difference, compared.walk.drawn)
    handin = compared.handin.drawn
    return next((one for one in found if one and explains(reference.drawn, handin, one)), None)


def _closer(reference: SolvedGame, one: "_Compared", other: "_Compared") -> bool:
    """Return whether one comparison fits better: in how far the trees agree, and then in what the
    ends of play pay, as it is where all signs are wrong, too.
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
    suspects had to be examined. Of several mistakes of a kind, the one is taken whose tree is most
    like the hand-in's. Where one change explains the file, single changes of another kind that
    explain it are returned, too, if their trees are as much alike; instead of it, if more.
    """
    difference, handin = compared.walk.difference, compared.handin.drawn
    if len(set(_payoffs(compared.handin.game))) < 2:
        return [], True  # Every mistake after which nothing else is paid would explain it.
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
    """Return whether the reference with a mistake is the hand-in. If the first difference is of a
    kind that the mistake does not lead to, the hand-in must also be at least as much like this game
    as like the reference itself.
    """
    if suspect.form is None or not proved_same(suspect.form, compared.handin.form):
        return False
    difference = compared.walk.difference
    if difference is None or difference.kind in suspect.kinds:
        return True
    handin = essential(compared.handin.drawn)
    return _unlike(essential(suspect.make()), handin) <= _unlike(essential(stories.game), handin)


def _unlike(game: Game, handin: Game) -> int:
    """Return how much two trees differ in their drawing."""
    return Likeness(game.with_records(), handin).unlike(0, 0)


def _at_the_mistake(
    reference: Reference, compared: _Compared, proved: Suspect, first: Difference | None
) -> Difference | None:
    """Return the difference at which a proved mistake shows: the `first` one if no other is found,
    or if only the first is of a kind that the mistake leads to.
    """
    found = located(
        reference.drawn, proved.make().with_records(), compared.handin.drawn, compared.start
    )
    if found is None or first and first.kind in proved.kinds and found.kind not in proved.kinds:
        return first
    return found
