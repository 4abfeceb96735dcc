"""Mistakes that are visible from the first difference alone, without a game that would prove
them.
"""

from collections.abc import Iterator, Sequence

from ......schemas.game import Chance, Game
from ......schemas.parts.events import Event
from ......schemas.parts.squares import after, square_name
from ...records import NamedMistake
from ..differences import Difference, DifferenceKind, Member, Pair, TreeComparison
from ..histories import Histories, agreed_history
from ..labels import heading, missing, moves_are_steps
from ..nodes import actions, turn
from .knowledge import distinction, known
from .suspect import Mistake

MOST_COMPARED = 1_000
"""Number of nodes of an information set that are examined for information its player lacks."""


def apparent_mistake(
    histories: Histories, comparison: TreeComparison, handin: Game
) -> NamedMistake | None:
    """Return a mistake that is plain from the first difference alone; None if none is."""
    difference = comparison.difference
    assert difference is not None
    match difference.kind:
        case DifferenceKind.MOVES:
            return _moves(histories, difference, handin)
        case DifferenceKind.CHOICES:
            return _choices(histories.game, difference, handin)
        case _ if difference.other is not None:
            return _knowledge(histories, comparison, difference, handin)
    return None


def _knowledge(
    histories: Histories, comparison: TreeComparison, difference: Difference, handin: Game
) -> NamedMistake:
    """Return the information that a player wrongly has or lacks."""
    pairs = {pair.node: pair for pair in comparison.pairs}
    other = pairs[difference.other or 0].reference
    one = Member(difference.reference, tuple((at, 0) for at in difference.open))
    if difference.kind is DifferenceKind.KNOWS_TOO_MUCH:
        what = _separating_event(histories, one.node, other.node)
    else:
        what = _separating_information(
            histories, [one, other, *_together(pairs[difference.node], comparison, handin)]
        )
    name = histories.game.players[turn(histories.game, difference.reference) - 1]
    return Mistake.KNOWLEDGE.named(
        name=name,
        knows="know" if name.endswith("s") else "knows",
        much="too much" if difference.kind is DifferenceKind.KNOWS_TOO_MUCH else "too little",
        what=what,
    )


def _together(pair: Pair, comparison: TreeComparison, handin: Game) -> Iterator[Member]:
    """Yield the decisions of the reference that share one information set of the hand-in."""
    infoset = handin.nodes[pair.node].infoset  # type: ignore[union-attr]
    for other in comparison.pairs:
        if handin.nodes[other.node].infoset == infoset:  # type: ignore[union-attr]
            yield other.reference


def _separating_information(histories: Histories, members: Sequence[Member]) -> str:
    """Return the information that separates the first of several decisions in the reference from
    the others.
    """
    first, *others = (
        known(histories, member.node, [at for at, _ in member.open])
        for member in members[: MOST_COMPARED + 1]
    )
    words: dict[str, str] = {}
    for other in others:
        apart = distinction(histories, other, first)
        words.setdefault(apart.split(":")[0], apart)
    words.pop("", None)
    return "; ".join(words.values()) or "how far play has proceeded"


def _moves(histories: Histories, difference: Difference, handin: Game) -> NamedMistake | None:
    """Return the fault in the agent's moves if their labels are understood."""
    squares = histories.history(difference.before, difference.open).squares
    on_path = agreed_history(histories, difference, handin) is not None
    expected = actions(histories.game, difference.reference)
    labels, by_steps = actions(handin, difference.node), moves_are_steps(handin)
    found = [heading(label, squares[-1], by_steps) for label in labels]
    more = [move for move in found if move and move not in expected]
    less = [move for move in expected if move not in found]
    again = [square for move in more if (square := after(squares[-1], move)) in squares]
    if more and not on_path:
        return _counted(labels, expected)
    if again:
        return Mistake.ENTERED_TWICE.named(square=square_name(again[0]))
    if more and all(found):
        beyond = square_name(after(squares[-1], more[0]))
        return Mistake.MOVE_NOT_LEGAL.named(move=more[0], square=beyond)
    if not less and len(labels) > len(expected):
        strange = [label for label, move in zip(labels, found, strict=True) if not move]
        return Mistake.MOVES_TOO_MANY.named(moves=", ".join(strange))
    if not any(found) and len(labels) > len(expected):
        return _counted(labels, expected)
    return Mistake.MOVE_MISSING.named(move=less[0]) if less and all(found) else None


def _counted(labels: Sequence[str], expected: Sequence[str]) -> NamedMistake | None:
    """Return that there are too many moves, if it is unclear which; None otherwise."""
    if len(labels) <= len(expected):
        return None
    return Mistake.MOVES_COUNTED.named(found=len(labels), right=len(expected))


def _choices(game: Game, difference: Difference, handin: Game) -> NamedMistake | None:
    """Return the missing or additional choices of player 2 if the other labels are the same."""
    expected, found = actions(game, difference.reference), actions(handin, difference.node)
    less, more = missing(expected, found), missing(found, expected)
    others = game.players[1]
    if len(less) < len(expected) and less and not more:
        return Mistake.CHOICE_MISSING.named(others=others, choices=", ".join(less))
    if more and not less:
        return Mistake.CHOICE_TOO_MUCH.named(others=others, choices=", ".join(more))
    return None


def _separating_event(histories: Histories, one: int, other: int) -> str:
    """Return the first relevant event, for the player who moves there, that separates the histories
    of two nodes.
    """
    for here, there in zip(histories.steps(one), histories.steps(other), strict=False):
        if here.node == there.node and here.action != there.action:
            return _event_text(histories, here.node, here.action, there.action)
    return "how far play has proceeded"


def _event_text(histories: Histories, node: int, action: int, another: int) -> str:
    game = histories.game
    agent, others = game.players
    record = game.nodes[node]
    if isinstance(record, Chance):
        return f"whether it was {record.actions[action]} or {record.actions[another]}"
    if turn(game, node) == 1:
        return f"the path of {agent}"
    if histories.event(node, action) is Event.PLACEMENT:
        return f"where {others} hide"
    sees = game.information_sets[record.infoset].sees  # type: ignore[union-attr]
    return f"what {others} decide after {', '.join(sees)}"
