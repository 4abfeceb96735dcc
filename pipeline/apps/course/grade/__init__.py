"""Grade: is a hand-in the game of a map?

A hand-in is compared with the reference, the textbook tree of the map, in this order:

1. Are the trees the same, up to names and order (`identical_trees`)? Then it is identical.
2. Are the values different? Then it is different.
3. Are the reduced sequence forms the same (`reduced_forms`, `matching`, `equivalence`)? Then it is
   equivalent, that is, the same game drawn otherwise, unless a payoff or a probability is wrong
   where the histories correspond; or it is proved different. If nothing can be proved, the two are
   not comparable.

If it does not fit, the same is tried with the players exchanged (`solved_games`).

To explain a difference, `tree_comparison` follows both trees (a `tree_pair`) from the root to the
first place where they differ; `harmless_differences` do not count. `labels` interprets the labels
of students, `histories` describes the moves before the difference, and `labelled_differences`
chooses the one to report, so that its claim about the rules is true. Then `mistakes` changes the
reference until it equals the hand-in: a new mistake that can be named goes there.
`mistake_location` finds the place where a named mistake shows.

A hand-in without perfect recall has no sequence form; only the trees are compared (`forgetting`).
So are those of a hand-in whose information sets do not fit (`inconsistent_sets`).
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from .....schemas.game import Game, Terminal, children
from .....schemas.grades import Verdict
from ..records import NamedMistake
from .differences import Difference, DifferenceKind, TreeComparison
from .equivalence import Answer, compare_forms, proved_same
from .forced_moves import without_trivial_parts
from .histories import Chart, Histories, History, labels_to
from .identical_trees import isomorphism
from .labelled_differences import reported_difference
from .labels import moves_about, outcome_of_label
from .mistake_location import explains, locate_mistake
from .mistakes import (
    Suspect,
    apparent_mistake,
    by_likelihood,
    inferred_mistakes,
    other_single_changes,
)
from .nodes import actions
from .solved_games import Reference, SolvedGame, exchange_players, exploitabilities, looks_exchanged
from .tree_comparison import compare_trees, shortest_payoff_difference
from .tree_pair import SubtreeDistance, same_drawing, same_labels

__all__ = (
    "OTHER_VALUE",
    "SAME_TREE",
    "Chart",
    "Finding",
    "DifferenceKind",
    "Reference",
    "SolvedGame",
    "Suspect",
    "grade",
    "values_differ",
)

# Values that differ by more than this fraction of the largest payoff are different, whatever the
# solver's rounding.
APART = 1e-6
SAME_TREE = "the two trees are the same, up to names and order"
OTHER_VALUE = "its value differs from that of the map's game"
OTHER_NUMBERS = "it is drawn like the map's game, with other payoffs or probabilities"
WITH_MISTAKE = "it is the map's game with a mistake"
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
    history: History | None
    """The events before the difference; None if the hand-in's labels contradict them."""
    labels: tuple[str, ...]
    """The labels of the hand-in on the way to the difference."""
    mistakes: tuple[NamedMistake, ...]
    """There are several only if each of them alone explains the file."""
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
    straight = _Compared(reference, handin, chart)
    best = straight if straight.answer.same else _best_fit(reference, straight)
    histories, drawn = reference.histories(chart), best.handin.drawn
    mistakes: tuple[NamedMistake, ...] = ()
    searched, mistaken = True, None
    if best.answer.same:
        difference = best.comparison.drawn or best.comparison.difference
    else:
        difference = _confirmed_difference(reference, best)
        known = (*reference.common(chart), *others)
        most = max(1, SEARCHED // len(reference.game.nodes))
        proved, searched = _proved_mistakes(histories, best, known, most)
        if proved:
            best.answer = Answer(False, best.answer.proof or WITH_MISTAKE)
            mistakes = tuple(one.mistake._replace(proved=True) for one in proved)
            mistaken = proved[0].make().with_records()
            difference = _difference_of(reference, best, proved[0], difference)
    first, history = difference, None
    if first is not None:
        difference, history = reported_difference(histories, first, drawn, mistaken)
        if not best.answer.same and not mistakes:
            mistakes = _apparent(histories, best, first, difference)
            if not mistakes and first.kind is DifferenceKind.PAYOFF:
                # The shortest history is the easiest to follow where no mistake is named.
                first = shortest_payoff_difference(reference.drawn, drawn, chart.start) or first
                difference, history = reported_difference(histories, first, drawn)
    return Finding(
        verdict=best.verdict,
        proof=best.answer.proof,
        exchanged=best is not straight,
        difference=difference,
        history=history,
        labels=labels_to(drawn, difference.node) if difference else (),
        mistakes=mistakes,
        searched=searched,
        exploitability=exploitabilities(reference, best.handin, best.comparison),
    )


def _has_other_numbers(histories: Histories, compared: "_Compared") -> bool:
    """Return whether a payoff or a probability of the hand-in is wrong, whether or not this changes
    the normal form: in a tree of the reference's shape, or where the labels tell the history.
    """
    handin, comparison = compared.handin.drawn, compared.comparison
    if SubtreeDistance(histories.game, handin).other_numbers():
        return True
    for first in filter(None, (comparison.difference, comparison.drawn)):
        difference, history = reported_difference(histories, first, handin)
        kind, node = difference.kind, difference.node
        idle = kind is DifferenceKind.PROBABILITY and _is_idle_fight(handin, node)
        if history is not None and (idle or kind is DifferenceKind.PAYOFF):
            return True
    return False


def _is_idle_fight(game: Game, node: int) -> bool:
    """Return whether a node is a fight, by its labels, on which no payoff depends. Elsewhere chance
    may be split in another way.
    """
    waiting, payoffs = [node], set[Fraction]()
    while waiting:
        record = game.nodes[waiting.pop()]
        waiting += children(record)
        payoffs |= {record.payoff} if isinstance(record, Terminal) else set()
    return len(payoffs) == 1 and all(map(outcome_of_label, actions(game, node)))


def _best_fit(reference: Reference, straight: "_Compared") -> "_Compared":
    """Return the comparison of a hand-in with the reference, with its players exchanged if it then
    fits better.
    """
    handin = straight.handin
    looks = looks_exchanged(reference.drawn, handin.drawn)
    if looks is False and moves_about(handin.drawn, 1):
        return straight
    turned = _Compared(reference, exchange_players(handin), straight.chart)
    better = _fits_better(reference, turned, straight) if looks is None else looks
    return turned if turned.answer.same or better else straight


def _apparent(
    histories: Histories, compared: "_Compared", first: Difference, reported: Difference
) -> tuple[NamedMistake, ...]:
    """Return the mistake that is visible from the difference to report, without a proof."""
    comparison = compared.comparison
    if first is not comparison.difference:
        return ()
    if reported.node != first.node and reported.other is None:
        comparison = replace(comparison, difference=reported)
    apparent = apparent_mistake(histories, comparison, compared.handin.drawn)
    return (apparent,) if apparent else ()


def _confirmed_difference(reference: Reference, compared: "_Compared") -> Difference | None:
    """Return the first difference that can be confirmed. Differences in the drawing alone are
    reported only if there is no other.
    """
    found = (compared.comparison.difference, compared.comparison.drawn)
    handin = compared.handin.drawn
    return next((one for one in found if one and explains(reference.drawn, handin, one)), None)


def _fits_better(reference: SolvedGame, one: "_Compared", other: "_Compared") -> bool:
    """Return whether one comparison fits better: first by how far the trees agree, then by the
    payoffs of the terminal nodes. These match even when all signs are wrong.
    """
    known = set(_payoffs(reference.game))
    fits = [
        (len(compared.comparison.counterparts), len(known & set(_payoffs(compared.handin.game))))
        for compared in (one, other)
    ]
    return fits[0] > fits[1]


class _Compared:
    """A hand-in beside the reference."""

    def __init__(self, reference: Reference, handin: SolvedGame, chart: Chart) -> None:
        self.handin, self.chart = handin, chart
        alike = same_drawing(reference.game, handin.game)
        copied = alike and same_labels(reference.game, handin.game)
        self.comparison = (
            TreeComparison(copied=True)
            if copied
            else compare_trees(reference.drawn, handin.drawn, chart.start)
        )
        self.identical = alike or isomorphism(reference.drawn, handin.drawn) is not None
        self.answer = self._compare(reference)

    def _compare(self, reference: Reference) -> Answer:
        if self.identical:
            return Answer(True, SAME_TREE)
        if values_differ(reference, self.handin):
            return Answer(False, OTHER_VALUE)
        answer = compare_forms(reference.form, self.handin.form, reference.game.players)
        if answer.same is not False and _has_other_numbers(reference.histories(self.chart), self):
            return Answer(False, OTHER_NUMBERS)
        return answer

    @property
    def verdict(self) -> Verdict:
        if self.identical:
            return Verdict.IDENTICAL
        if self.answer.same is None:
            return Verdict.NOT_COMPARABLE
        return Verdict.EQUIVALENT if self.answer.same else Verdict.DIFFERENT


def values_differ(one: SolvedGame, other: SolvedGame) -> bool:
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
    histories: Histories, compared: _Compared, known: Iterable[Suspect], most: int
) -> tuple[list[Suspect], bool]:
    """Return the mistakes that turn the reference into the hand-in, and whether at most `most`
    suspects had to be examined.

    Of several mistakes of a kind, take the one whose tree is most like the hand-in's. If one change
    explains the file, also return the single changes of another kind that explain it and whose
    trees are as much like it; if their trees are more like it, return them instead.
    """
    difference, handin = compared.comparison.difference, compared.handin.drawn
    if len(set(_payoffs(compared.handin.game))) < 2:
        return [], True  # Any mistake that leaves the payoffs alone would explain it.
    inferred = list(inferred_mistakes(histories, difference, handin))
    explaining: list[Suspect] = []
    for number, suspect in enumerate(by_likelihood(chain(known, inferred), difference)):
        if explaining and not {*suspect.kinds} & {*explaining[0].kinds}:
            break
        if number == most:
            return explaining[:1], bool(explaining)
        if _proved(histories, compared, suspect):
            explaining.append(suspect)
    if not explaining:
        return [], True
    size = len(without_trivial_parts(handin).nodes)
    best = min(explaining, key=lambda one: abs(len(without_trivial_parts(one.make()).nodes) - size))
    if difference is None or not best.inferred:
        return [best], True
    others = other_single_changes(histories, difference)
    explaining = [best, *(one for one in others if _proved(histories, compared, one))]
    least = min(_distance(one.make(), handin) for one in explaining)
    return [one for one in explaining if _distance(one.make(), handin) == least], True


def _proved(histories: Histories, compared: _Compared, suspect: Suspect) -> bool:
    """Return whether the reference with a mistake is the hand-in. If the mistake does not lead to
    the kind of the first difference, the hand-in must also be at least as much like this game as
    like the reference itself.
    """
    if suspect.form is None or not proved_same(suspect.form, compared.handin.form):
        return False
    if compared.answer.proof == OTHER_NUMBERS and _distance(suspect.make(), compared.handin.drawn):
        return False
    difference = compared.comparison.difference
    if difference is None or difference.kind in suspect.kinds:
        return True
    handin = without_trivial_parts(compared.handin.drawn)
    return _distance(without_trivial_parts(suspect.make()), handin) <= _distance(
        without_trivial_parts(histories.game), handin
    )


def _distance(game: Game, handin: Game) -> int:
    """Return the number of differences between the drawings of two trees."""
    return SubtreeDistance(game.with_records(), handin).distance(0, 0)


def _difference_of(
    reference: Reference, compared: _Compared, proved: Suspect, first: Difference | None
) -> Difference | None:
    """Return the difference at which a proved mistake shows. This is the `first` one if no other is
    found, or if the mistake leads to the kind of the `first` one only.
    """
    found = locate_mistake(
        reference.drawn, proved.make().with_records(), compared.handin.drawn, compared.chart.start
    )
    if found is None or first and first.kind in proved.kinds and found.kind not in proved.kinds:
        return first
    return found
