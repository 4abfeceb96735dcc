"""Where a hand-in without perfect recall first differs from the reference, and the information that
its player forgets.

Mostly the tree itself is right, and only its information sets are wrong. Then the nodes correspond
exactly (`alignment`): by their continuations, and by their labels where several continuations are
the same. The labels of choices have more than one reading (`_Reading`), and some trees are
symmetric; the best reading is the one in which a known mistake gives the hand-in's information
sets. If none does, an isomorphism from the reference with the mistake is looked for. Forced moves
are ignored, and first also subtrees with one payoff.

If the tree is wrong, too, both are followed from the root (`tree_comparison`).
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import partial
from typing import NamedTuple

from .....schemas.game import Decision, Game, children
from ..records import NamedMistake
from .differences import Difference, Member, Pair, TreeComparison
from .forced_moves import relevant_part, without_forced
from .histories import Chart, Histories, History, labels_to
from .identical_trees import alignment, isomorphism
from .labelled_differences import reported_difference
from .labels import heading, moves_are_steps, outcome_of_label, places, same_choice, same_words
from .merged_sets import PairedDecision, merging_mistake
from .mistakes import apparent_mistake
from .mistakes.knowledge import mergings
from .nodes import actions, turn
from .solved_games import Reference, exchange_game_players, looks_exchanged
from .tree_comparison import compare_trees, first_misfit

MAX_NODES = 20_000
"""Limit on the nodes of trees compared node by node, once for each mistake."""


class Forgetting(NamedTuple):
    """The findings about a hand-in without perfect recall."""

    difference: Difference | None = None
    history: History | None = None
    labels: tuple[str, ...] = ()
    mistakes: tuple[NamedMistake, ...] = ()


def find_forgetting(reference: Reference, handin: Game, chart: Chart) -> Forgetting:
    """Return where a hand-in without perfect recall first differs from the reference, and the
    information that its player forgets.
    """
    game = handin.with_records()
    if looks_exchanged(reference.drawn, game):
        game = exchange_game_players(game)
    histories = reference.histories(chart)
    found, proved = None, None
    for simplify in (relevant_part, without_forced):
        if found is None or found.difference is None:
            found, proved = _AlignedTrees(histories, game, simplify).explanation()
    if found is None or found.difference is None:
        found = compare_trees(reference.drawn, game, chart.start)
    if found.difference is None:
        return Forgetting()
    mistake = proved or apparent_mistake(histories, found, game)
    difference, history = reported_difference(histories, found.difference, game)
    return Forgetting(
        difference, history, labels_to(game, difference.node), (mistake,) if mistake else ()
    )


class _Reading(Enum):
    """The meaning of the places that the label of a choice names."""

    CHOICE = "those of the reference's label"
    PLACEMENT = "those that player 2 holds afterwards"


_Simplification = Callable[[Game], tuple[Game, tuple[int, ...]]]
"""Returns a simpler tree, and for each of its nodes the corresponding node of the given one."""


class _AlignedTrees:
    """The reference and a hand-in, both simplified."""

    def __init__(self, histories: Histories, handin: Game, simplify: _Simplification) -> None:
        self.histories, self.handin, self.simplify = histories, handin, simplify
        self.mine, self.origins = simplify(histories.game)
        self.yours, self.nodes = simplify(handin)
        self.by_steps = moves_are_steps(handin)

    def explanation(self) -> tuple[TreeComparison | None, NamedMistake | None]:
        """Return the corresponding decisions of both trees with the first difference between their
        information sets, and the mistake that is proved to explain them; None if the trees
        differ otherwise, or if no known mistake explains the information sets.
        """
        found = []
        for reading in _Reading:
            aligned = alignment(self.mine, self.yours, partial(self._labelled_alike, reading))
            if aligned is None:
                return None, None
            pairs = self._pairs(aligned)
            if mistake := self._mistake(pairs):
                return self._comparison(pairs), mistake._replace(proved=True)
            found.append(pairs)
        for mistake, isomorphic in self._isomorphic_mistakes():
            return self._comparison(self._pairs(isomorphic)), mistake._replace(proved=True)
        return self._comparison(min(found, key=self._misfits)), None

    def _isomorphic_mistakes(self) -> Iterator[tuple[NamedMistake, tuple[int, ...]]]:
        """Yield the mistakes that make the reference the same as the hand-in, each with the node of
        the hand-in for each node of the reference.
        """
        if max(len(self.histories.game.nodes), len(self.handin.nodes)) > MAX_NODES:
            return
        for merging in mergings(self.histories):
            suspect = merging.suspect(self.histories.game)
            found = isomorphism(self.simplify(suspect.make())[0], self.yours)
            if found is not None:
                yield suspect.mistake, found

    def _pairs(self, aligned: Sequence[int]) -> list[Pair]:
        """Return the corresponding decisions in the order of the hand-in, given the node of the
        hand-in for each node of the reference.
        """
        found = []
        for node, record in enumerate(self.mine.nodes):
            if isinstance(record, Decision):
                there = aligned[node]
                origin = self.origins[node]
                order = children(self.yours.nodes[there])
                found.append(
                    Pair(
                        reference=Member(origin),
                        infoset=self.histories.game.nodes[origin].infoset,  # type: ignore[union-attr]
                        node=self.nodes[there],
                        actions=tuple(
                            (at, order.index(aligned[child]))
                            for at, child in enumerate(record.children)
                        ),
                    )
                )
        return sorted(found, key=lambda pair: pair.node)

    def _infoset(self, pair: Pair) -> int:
        infoset: int = self.handin.nodes[pair.node].infoset  # type: ignore[union-attr]
        return infoset

    def _misfits(self, pairs: Sequence[Pair]) -> int:
        return len({(pair.infoset, self._infoset(pair)) for pair in pairs})

    def _mistake(self, pairs: Sequence[Pair]) -> NamedMistake | None:
        """Return the mistake that gives the information sets of the hand-in, with the same actions
        at all nodes of a set; None if there is none.
        """
        orders: dict[int, object] = {}
        if any(
            orders.setdefault(self._infoset(pair), pair.actions) != pair.actions for pair in pairs
        ):
            return None
        decisions = [
            PairedDecision(
                player=turn(self.handin, pair.node),
                node=pair.reference.node,
                infoset=pair.infoset,
                number=self._infoset(pair),
                width=len(pair.actions),
                forced=False,
            )
            for pair in pairs
        ]
        return merging_mistake(self.histories, decisions)

    def _comparison(self, pairs: list[Pair]) -> TreeComparison:
        """Return corresponding decisions with the first difference between their information
        sets.
        """
        game = self.histories.game
        return TreeComparison(pairs=pairs, difference=first_misfit(game, self.handin, pairs))

    def _labelled_alike(
        self, reading: _Reading, node: int, action: int, there: int, other: int
    ) -> bool:
        """Return whether the labels of an action of the reference and of one of the hand-in have
        the same meaning; outcomes of chance count as actions.
        """
        histories, origin = self.histories, self.origins[node]
        mine = actions(self.mine, node)[action]
        yours = actions(self.yours, there)[other]
        match turn(self.mine, node):
            case 1:
                square = histories.history(origin).squares[-1]
                return heading(yours, square, self.by_steps) == mine
            case 2:
                names = dict(histories.game.places)
                after = children(histories.game.nodes[origin])[action]
                held = frozenset(histories.expansion.secrets[after])
                if reading is _Reading.CHOICE or same_words(mine, yours):
                    return same_choice(mine, yours, names)
                return bool(held) and places(yours, names) == held
            case _:
                outcome = outcome_of_label(mine)
                return (
                    same_words(mine, yours)
                    or bool(outcome)
                    and (outcome_of_label(yours) == outcome)
                )
