"""Choose the difference to report.

It must be more than labels that cannot be understood. For a proved mistake, it is the place where
the game with the mistake, in turn laid over the hand-in, first differs from the reference.
"""

from collections.abc import Sequence

from .....schemas.game import Chance, Decision, Game, children
from .....schemas.parts.squares import Square
from .differences import Difference, DifferenceKind, TreeComparison
from .labels import direction, is_stay, outcome_of_label, places, words_of_answer
from .nodes import actions, described, forced, turn, width
from .tree_comparison import compare_trees


def locate_mistake(
    reference: Game, mistaken: Game, handin: Game, start: Square | None
) -> Difference | None:
    """Return the first difference between a reference and a hand-in that is the game of a mistake;
    None where it could not be found.
    """
    made, drawn = compare_trees(reference, mistaken, start), compare_trees(mistaken, handin, start)
    first = _hiding(reference, mistaken, handin) or made.difference or made.drawn
    if first is None:
        return None
    found = _Located(made, drawn, (reference, mistaken, handin)).of(first)
    return found if found is not None and explains(reference, handin, found) else None


def _hiding(reference: Game, mistaken: Game, handin: Game) -> Difference | None:
    """Return the difference that player 2 can hide in other ways, where it hides at the root."""
    if {turn(game, 0) for game in (reference, mistaken, handin)} != {2}:
        return None
    if actions(reference, 0) == actions(mistaken, 0):
        return None
    expected, found = described(reference, 0), described(mistaken, 0)
    return Difference(
        kind=DifferenceKind.CHOICES,
        reference=0,
        before=0,
        open=(),
        node=0,
        other=None,
        expected=expected,
        found=found,
    )


class _Located:
    """A reference, the game of a mistake and a hand-in, laid over each other."""

    def __init__(
        self, made: TreeComparison, drawn: TreeComparison, games: tuple[Game, Game, Game]
    ) -> None:
        self.counterparts = drawn.counterparts
        self.reference, self.mistaken, self.handin = games
        self.back: dict[int, int] = {}
        """Per node of the game with the mistake that of the reference."""
        for there, at in made.counterparts.items():
            self.back.setdefault(at.node, there)
        self.above = {
            child: node
            for node, record in enumerate(self.mistaken.nodes)
            for child in children(record)
        }

    def of(self, first: Difference) -> Difference | None:
        """Return the first difference in the hand-in."""
        node = self._behind(first.node)
        other = None if first.other is None else self._behind(first.other)
        if node is None or first.other is not None and other is None:
            return self._cut_above(first)
        at, open = self.counterparts[node].node, self._open(self.counterparts[node].open)
        alike = turn(self.mistaken, first.node) == turn(self.handin, at)
        if other is not None and not (alike and self._fits_infosets(first.kind, node, other)):
            return None
        return first._replace(
            kind=first.kind if alike else DifferenceKind.TURN,
            open=tuple({*first.open, *open}),
            node=at,
            other=None if other is None else self.counterparts[other].node,
            found=described(self.handin, at) if other is None else first.found,
        )

    def _fits_infosets(self, kind: DifferenceKind, one: int, other: int) -> bool:
        """Return whether two nodes share an information set of the hand-in, or do not, as the kind
        of a difference requires.
        """
        records = [self.handin.nodes[self.counterparts[node].node] for node in (one, other)]
        sets = [record.infoset for record in records if isinstance(record, Decision)]
        nodes = {self.counterparts[node].node for node in (one, other)}
        apart = len(set(sets)) == (1 if kind is DifferenceKind.KNOWS_TOO_LITTLE else 2)
        return len(nodes) == len(sets) == 2 and apart

    def _behind(self, node: int) -> int | None:
        """Return the first node behind forced moves, or the node itself, that the hand-in has."""
        while node not in self.counterparts and forced(self.mistaken, node):
            node = children(self.mistaken.nodes[node])[0]
        return node if node in self.counterparts else None

    def _cut_above(self, first: Difference) -> Difference | None:
        """Return the difference at the last node above that the hand-in has: the hand-in ends there
        or continues in another way.
        """
        node = first.node
        while node not in self.counterparts or node not in self.back:
            if not node:
                return None
            node = self.above[node]
        return Difference(
            kind=DifferenceKind.TURN,
            reference=self.back[node],
            before=self.back[node],
            open=tuple(self._open(self.counterparts[node].open)),
            node=self.counterparts[node].node,
            other=None,
            expected=described(self.reference, self.back[node]),
            found=described(self.handin, self.counterparts[node].node),
        )

    def _open(self, open: Sequence[int]) -> Sequence[int]:
        """Return the nodes of the reference whose decision the hand-in has not made yet."""
        return [self.back[node] for node in open if node in self.back]


def explains(reference: Game, handin: Game, difference: Difference) -> bool:
    """Return whether the nodes of a difference can be seen to differ."""
    mine, yours = difference.reference, difference.node
    whose = turn(reference, mine)
    if difference.other is not None:
        # While player 2 of the hand-in is hiding, it knows nothing under the rules either.
        return whose != 2 or 0 not in difference.open
    if whose != turn(handin, yours) or width(reference, mine) != width(handin, yours):
        return True
    record, there = reference.nodes[mine], handin.nodes[yours]
    if isinstance(record, Chance) and isinstance(there, Chance):
        drawn = [
            [(outcome_of_label(label), share) for label, share in zip(*both, strict=True)]
            for both in ((one.actions, one.probabilities) for one in (record, there))
        ]
        return not all(said for said, _ in drawn[1]) or sorted(drawn[0]) != sorted(drawn[1])
    if whose not in (1, 2):
        return record != there
    names = dict(reference.places)
    known, found = (
        [_label_meaning(label, whose, names) for label in actions(game, node)]
        for game, node in ((reference, mine), (handin, yours))
    )
    return all(found) and set(known) != set(found)


def _label_meaning(label: str, whose: int, names: dict[str, tuple[int, int]]) -> object:
    """Return the plain meaning of a label, or nothing."""
    if whose == 1:
        return direction(label)
    return places(label, names) or words_of_answer(label) or is_stay(label)
