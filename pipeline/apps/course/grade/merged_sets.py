"""Explain the information sets of a hand-in by a mistake that merges those of the reference, given
the corresponding decisions of both trees.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..records import NamedMistake
from .histories import Histories
from .mistakes.knowledge import mergings
from .nodes import actions

MAX_NODES = 200_000
"""Limit on the nodes of trees whose mistake is looked for by merging information sets."""


class PairedDecision(NamedTuple):
    """A decision in both trees."""

    player: int
    node: int
    """In the reference."""
    infoset: int
    """Of the reference."""
    number: int
    """The number of its information set in the file."""
    width: int
    """The number of actions."""
    forced: bool
    """Whether nothing is decided there."""


def has_right_sets(decisions: Sequence[PairedDecision], player: int) -> bool:
    """Return whether a player has the same information sets in both trees."""
    return _one_to_one(
        (one.infoset, one.number) for one in decisions if one.player == player and not one.forced
    )


def merging_mistake(
    histories: Histories, decisions: Sequence[PairedDecision]
) -> NamedMistake | None:
    """Return the mistake that merges the information sets of the reference into those of the
    hand-in; None if there is none. If the sets of both players are wrong, both mistakes are one.
    """
    if max(len(histories.game.nodes), len(decisions)) > MAX_NODES:
        return None
    found = [
        _merging(histories, player, [one for one in decisions if one.player == player])
        for player in (1, 2)
        if not has_right_sets(decisions, player)
    ]
    mistakes = [mistake for mistake in found if mistake]
    if not mistakes or len(mistakes) < len(found):
        return None
    words = ", and ".join(one.words for one in mistakes)
    return mistakes[-1]._replace(words=words, general=words)


def _merging(
    histories: Histories, player: int, decisions: Sequence[PairedDecision]
) -> NamedMistake | None:
    """Return the mistake that gives a player the same information sets in both trees: if possible
    for all decisions, else without forced moves, else if in both trees the player also sees how
    many actions there are, or which. Return None if there is none.
    """
    ranks: dict[int, NamedMistake] = {}
    free = [one for one in decisions if not one.forced]
    for merging in mergings(histories):
        if merging.player != player:
            continue
        knows = merging.knowledge(histories.game)
        fits = (
            _one_to_one((knows(one.node), one.number) for one in decisions),
            _one_to_one((knows(one.node), one.number) for one in free),
            _one_to_one(((knows(one.node), one.width), (one.number, one.width)) for one in free),
            _one_to_one(
                ((knows(one.node), may), (one.number, may))
                for one in free
                for may in [actions(histories.game, one.node)]
            ),
        )
        if any(fits):
            ranks.setdefault(fits.index(True), merging.mistake)
    return ranks[min(ranks)] if ranks else None


def _one_to_one(pairs: Iterable[tuple[object, object]]) -> bool:
    """Return whether each first part comes with one second part only, and the other way round."""
    there: dict[object, object] = {}
    here: dict[object, object] = {}
    return all(
        there.setdefault(one, other) == other and here.setdefault(other, one) == one
        for one, other in pairs
    )
