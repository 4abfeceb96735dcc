"""Where a mistake that is proved shows in a hand-in: it stands where the game with the mistake
first differs from the reference, laid over the hand-in in its turn.
"""

from collections.abc import Sequence

from schemas.game import Decision, Game, children
from schemas.parts.squares import Square
from stages.grade.differences import Difference, Kind, Walk
from stages.grade.nodes import actions, described, forced, turn
from stages.grade.significance import explains
from stages.grade.walk import walk


def located(
    reference: Game, mistaken: Game, handin: Game, start: Square | None
) -> Difference | None:
    """Return the first difference between a reference and a hand-in that is the game of a mistake;
    None where it could not be found.
    """
    made, drawn = walk(reference, mistaken, start), walk(mistaken, handin, start)
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
        kind=Kind.CHOICES,
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

    def __init__(self, made: Walk, drawn: Walk, games: tuple[Game, Game, Game]) -> None:
        self.laid = drawn.laid
        self.reference, self.mistaken, self.handin = games
        self.back: dict[int, int] = {}
        """Per node of the game with the mistake that of the reference."""
        for there, at in made.laid.items():
            self.back.setdefault(at.node, there)
        self.above = {
            child: node
            for node, record in enumerate(self.mistaken.nodes)
            for child in children(record)
        }

    def of(self, first: Difference) -> Difference | None:
        """Return what first differs in the hand-in."""
        node = self._behind(first.node)
        other = None if first.other is None else self._behind(first.other)
        if node is None or first.other is not None and other is None:
            return self._cut_above(first)
        at, open = self.laid[node].node, self._open(self.laid[node].open)
        alike = turn(self.mistaken, first.node) == turn(self.handin, at)
        if other is not None and not (alike and self._known_so(first.kind, node, other)):
            return None
        return first._replace(
            kind=first.kind if alike else Kind.TURN,
            open=tuple({*first.open, *open}),
            node=at,
            other=None if other is None else self.laid[other].node,
            found=described(self.handin, at) if other is None else first.found,
        )

    def _known_so(self, kind: Kind, one: int, other: int) -> bool:
        """Return whether two nodes are in one information set of the hand-in, or in two, as a
        difference says.
        """
        records = [self.handin.nodes[self.laid[node].node] for node in (one, other)]
        sets = [record.infoset for record in records if isinstance(record, Decision)]
        nodes = {self.laid[node].node for node in (one, other)}
        apart = len(set(sets)) == (1 if kind is Kind.KNOWS_TOO_LITTLE else 2)
        return len(nodes) == len(sets) == 2 and apart

    def _behind(self, node: int) -> int | None:
        """Return the first node behind forced moves, or the one itself, that the hand-in has."""
        while node not in self.laid and forced(self.mistaken, node):
            node = children(self.mistaken.nodes[node])[0]
        return node if node in self.laid else None

    def _cut_above(self, first: Difference) -> Difference | None:
        """Return the difference at the last node above that the hand-in has: there it ends, or goes
        on in another way.
        """
        node = first.node
        while node not in self.laid or node not in self.back:
            if not node:
                return None
            node = self.above[node]
        return Difference(
            kind=Kind.TURN,
            reference=self.back[node],
            before=self.back[node],
            open=tuple(self._open(self.laid[node].open)),
            node=self.laid[node].node,
            other=None,
            expected=described(self.reference, self.back[node]),
            found=described(self.handin, self.laid[node].node),
        )

    def _open(self, open: Sequence[int]) -> Sequence[int]:
        """Return the nodes of the reference at which the hand-in has not decided yet."""
        return [self.back[node] for node in open if node in self.back]
