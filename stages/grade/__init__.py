"""Grade: is a hand-in the game of a map?

The reference is the textbook tree of the map (level 0). A hand-in is identical
(up to names and order), equivalent (the same game drawn otherwise), different,
or nobody can tell; `stages.grade.equivalence` says what is proved. Where it is
different, `stages.grade.walk` finds where it first departs from the reference,
and `stages.grade.mistakes` names mistakes that lead to exactly this game.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from schemas.game import Game, Terminal
from schemas.report import Bounds, Strategy
from stages.forms.trees import TreeForm
from stages.grade.carry import exploitabilities
from stages.grade.equivalence import Answer, compare, proved_same
from stages.grade.forms import form_of, reduced
from stages.grade.labels import direction
from stages.grade.mistakes import Suspect, plain_mistake, suspects
from stages.grade.story import Chart, Stories, Story
from stages.grade.trees import identical
from stages.grade.walk import Difference, Walk, walk

__all__ = ("Chart", "Finding", "Solved", "Suspect", "grade")

# Values further apart than this part of the largest payoff are not the same, whatever a solver
# rounds.
APART = 1e-6


@dataclass(frozen=True)
class Solved:
    """A game with its verified equilibrium."""

    game: Game
    bounds: Bounds
    strategies: tuple[Strategy, Strategy]

    @cached_property
    def form(self) -> TreeForm:
        """Its reduced sequence form; of a reference made once for all hand-ins, of an identical
        hand-in never.
        """
        return reduced(form_of(self.game))


class Finding(NamedTuple):
    """What was found out about a hand-in."""

    verdict: str
    """'identical', 'equivalent', 'different' or 'not comparable'."""
    proof: str
    exchanged: bool
    """Whether player 1 of the hand-in is player 2 of the reference."""
    difference: Difference | None
    """Where the drawing first departs from the reference; of an equivalent hand-in, too, where it
    could be told.
    """
    story: Story | None
    """What happened before the difference."""
    mistakes: tuple[tuple[str, bool], ...]
    """In words; and whether the reference with this mistake is the hand-in, proved."""
    exploitability: tuple[float | None, float | None]
    """Of the hand-in's equilibrium in the reference, and the other way round; None where the
    decisions do not correspond.
    """


def grade(
    reference: Solved, handin: Solved, chart: Chart, others: Iterable[Suspect] = ()
) -> Finding:
    """Return what a hand-in is to the reference of its map, both trees with perfect recall.

    `others` are games of the same map by wrong rules; they are made only where the first difference
    is not explained.
    """
    best = straight = _Compared(reference, handin)
    about = [_moves_about(handin.game, player) for player in (1, 2)]
    if not straight.answer.same and (about[1] or not about[0]):
        turned = _Compared(reference, _exchanged(handin))
        best = turned if turned.answer.same or not about[0] and about[1] else straight
    difference = best.walk.difference
    stories = Stories(reference.game, chart)
    return Finding(
        best.verdict,
        best.answer.proof,
        best is not straight,
        difference,
        stories.story(difference.before, difference.open) if difference else None,
        () if best.answer.same else tuple(_mistakes(stories, best, others)),
        exploitabilities(
            (reference.game, best.handin.game),
            (reference.strategies, best.handin.strategies),
            best.walk,
        ),
    )


def _moves_about(game: Game, player: int) -> bool:
    """Return whether a player's actions are called as the moves on a map are."""
    return any(
        direction(label)
        for infoset in game.infosets(player)
        for label in game.information_sets[infoset].actions
    )


class _Compared:
    """A hand-in beside the reference."""

    def __init__(self, reference: Solved, handin: Solved) -> None:
        self.handin = handin
        self.walk: Walk = walk(reference.game, handin.game)
        self.identical = identical(reference.game, handin.game) is not None
        self.answer = self._answer(reference)

    def _answer(self, reference: Solved) -> Answer:
        if self.identical:
            return Answer(True, "every node of one tree is one of the other")
        if _apart(reference, self.handin):
            return Answer(False, "the values are not the same")
        return compare(reference.form, self.handin.form)

    @property
    def verdict(self) -> str:
        if self.identical:
            return "identical"
        return {True: "equivalent", False: "different", None: "not comparable"}[self.answer.same]


def _apart(one: Solved, other: Solved) -> bool:
    """Return whether the proved bounds of two values leave no common value."""
    largest = max(
        abs(float(node.payoff))
        for solved in (one, other)
        for node in solved.game.nodes
        if isinstance(node, Terminal)
    )
    return (
        max(one.bounds.lower, other.bounds.lower)
        > min(one.bounds.upper, other.bounds.upper) + APART * largest
    )


def _mistakes(
    stories: Stories, compared: _Compared, others: Iterable[Suspect]
) -> Iterable[tuple[str, bool]]:
    """Yield the first mistake that explains the hand-in, or what is plain from the first
    difference.
    """
    difference, handin = compared.walk.difference, compared.handin.game
    for group in (suspects(stories, difference, handin), others):
        for suspect in group:
            if suspect.form is not None and proved_same(suspect.form, compared.handin.form):
                yield suspect.name, True
                return
    plain = plain_mistake(stories, compared.walk, handin) if difference else ""
    if plain:
        yield plain, False


def _exchanged(solved: Solved) -> Solved:
    game = solved.game
    infosets = tuple(
        infoset._replace(player=3 - infoset.player) for infoset in game.information_sets
    )
    nodes = tuple(
        Terminal(game.constant - node.payoff) if isinstance(node, Terminal) else node
        for node in game.nodes
    )
    turned = replace(game, players=game.players[::-1], information_sets=infosets, nodes=nodes)
    lower, upper = (
        float(game.constant) - bound for bound in (solved.bounds.upper, solved.bounds.lower)
    )
    return Solved(turned, Bounds(lower, upper), _both(solved.strategies[::-1]))


def _both(strategies: Sequence[Strategy]) -> tuple[Strategy, Strategy]:
    first, second = strategies
    return first, second
