"""The sequence form of a game tree as a tree of sequences for each player, which grading compares.

Where no nodes are shared, exactly one sequence leads to each information set, and a pure strategy
chooses an action at each information set that it reaches.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from .....stages.forms.sequence_form import SequenceForm, Sequences

Row = dict[int, Fraction]
"""Payoffs by the opponent's sequence."""


@dataclass(frozen=True)
class SequenceTree:
    """The sequences of one player: the information sets after each, and the actions in them."""

    parent: tuple[int, ...]
    """For each information set the sequence that leads to it; sequence 0 is empty. Each set
    comes before those behind it.
    """
    actions: tuple[tuple[int, ...], ...]
    """Per information set its sequences, ascending."""
    represents: tuple[tuple[int, ...], ...]
    """For each sequence the game's sequences that it represents: their payoffs add up."""

    @cached_property
    def infoset(self) -> tuple[int, ...]:
        """For each sequence the information set that it ends in; -1 for the empty sequence."""
        found = [-1] * len(self.represents)
        for number, actions in enumerate(self.actions):
            for action in actions:
                found[action] = number
        return tuple(found)

    @cached_property
    def behind(self) -> tuple[tuple[int, ...], ...]:
        """Per sequence the information sets that directly follow it."""
        found: list[list[int]] = [[] for _ in self.represents]
        for number, sequence in enumerate(self.parent):
            found[sequence].append(number)
        return tuple(map(tuple, found))

    @cached_property
    def count(self) -> int:
        """The number of pure strategies; those that differ only at information sets that they never
        reach are counted once.
        """
        counts = [1] * len(self.represents)
        for number in reversed(range(len(self.parent))):
            counts[self.parent[number]] *= sum(counts[action] for action in self.actions[number])
        return counts[0]


class TreeForm(NamedTuple):
    """The sequence form of a tree."""

    players: tuple[SequenceTree, SequenceTree]
    payoffs: Mapping[tuple[int, int], Fraction]
    """Maps player 1's and player 2's sequence to the payoff weighted with chance; no zeros."""

    def rows(self, player: int) -> dict[int, Row]:
        """Return the payoffs by sequence of a player, 1 or 2, then by the opponent's sequence."""
        found: dict[int, Row] = {}
        for pair, payoff in self.payoffs.items():
            found.setdefault(pair[player - 1], {})[pair[2 - player]] = payoff
        return found


def tree_form(form: SequenceForm) -> TreeForm:
    """Return the unreduced sequence form of a tree with perfect recall as trees of the same
    sequences.
    """
    first, second = form.players
    return TreeForm((_tree(first), _tree(second)), form.payoffs)


def _tree(sequences: Sequences) -> SequenceTree:
    parent = tuple(sequence for (sequence,) in sequences.parents)
    represents = tuple((sequence,) for sequence in sequences.present)
    return SequenceTree(parent, tuple(sequences.actions), represents)
