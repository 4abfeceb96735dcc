"""The sequence form of a game, as a tree or with shared nodes.

Koller, Megiddo and von Stengel, "Fast algorithms for finding randomized
strategies in game trees", STOC 1994; von Stengel, "Efficient computation of
behavior strategies", GEB 14, 1996. In their letters: a realization plan x of
player 1 is a vector with `Ex = e`, `x >= 0`, one of player 2 a vector y with
`Fy = f`, `y >= 0`, and the expected payoff to player 1 is `x'Ay`, where A holds
the payoffs weighted with the probabilities of chance.

Where nodes are shared, several sequences lead to an information set and their
weights add up (`schemas.game` proves it). Where several lead to a terminal
node, a joined sequence stands for their sum, as if behind an information set
with one action: otherwise A would hold every pair of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from schemas.game import Game, Terminal
from schemas.parts.views import ArrayView, ListView
from stages.forms.views import ListMapView, PayoffView

if TYPE_CHECKING:
    from stages.forms.columns import FormColumns, SequencesColumns


@dataclass(frozen=True)
class Sequences:
    """The sequences of one player, numbered from 0, the empty sequence; joined ones come last.

    Numbers of sequences and information sets stay what they are when a
    reduction removes some. Tuples, or views of columns.
    """

    moves: Sequence[int]
    """Per sequence that is not joined its number in the game."""
    infosets: Sequence[int]
    """The player's information sets, in the game's order, also those that a reduction removed."""
    numbers: Sequence[int]
    """The information sets that are there, numbered from 1 in the order of `infosets`, with one
    behind those per joined sequence.
    """
    parents: Sequence[tuple[int, ...]]
    """Per number the sequences that lead to it; of a joined sequence its parts."""
    actions: Sequence[tuple[int, ...]]
    """Per number the sequences that end in it; of a joined sequence itself alone."""
    represented_by: Mapping[int, tuple[int, ...]]
    """Per removed sequence the sequences whose weights add up to its own; none where that is 0."""

    @cached_property
    def present(self) -> tuple[int, ...]:
        """The sequences that are there, ascending."""
        return tuple(sorted([0, *(action for actions in self.actions for action in actions)]))

    @cached_property
    def joined(self) -> Mapping[int, int]:
        """Per information set that a joined sequence has of its own that sequence."""
        return {
            number: actions[0]
            for number, actions in zip(self.numbers, self.actions, strict=True)
            if number > len(self.infosets)
        }

    @cached_property
    def parts(self) -> Mapping[int, tuple[int, ...]]:
        """Per joined sequence the sequences whose sum it is."""
        parents = dict(zip(self.numbers, self.parents, strict=True))
        return {joined: parents[number] for number, joined in self.joined.items()}


@dataclass(frozen=True)
class SequenceForm:
    """`E`, `F` (as the sequences' parents) and `A`."""

    players: tuple[Sequences, Sequences]
    payoffs: Mapping[tuple[int, int], Fraction]
    """A: player 1's sequence and player 2's sequence to the extended utility, ascending; no zeros.
    A dictionary, or a view of columns.
    """

    @property
    def columns(self) -> "FormColumns | None":
        """The columns that the records are a view of; None where they are records."""
        return self.payoffs.columns if isinstance(self.payoffs, PayoffView) else None

    def sides(self, player: int) -> tuple[Sequences, Sequences]:
        """Return the sequences of a player, 1 or 2, and those of the opponent."""
        first, second = self.players
        return (first, second) if player == 1 else (second, first)

    @property
    def longer(self) -> int:
        """The player with more sequences; player 1 where both have the same number."""
        first, second = (sum(map(len, player.actions)) for player in self.players)
        return 1 if first >= second else 2


def sequence_form(game: Game) -> SequenceForm:
    """Return the sequence form of a checked game, in columns where the game is."""
    if game.columns is not None:
        # For start-up time: NumPy.
        from stages.forms.sequence_form_columns import form_columns

        return form_view(form_columns(game.columns, game.reached))
    players = (_Numbering(game, 1), _Numbering(game, 2))
    payoffs: dict[tuple[int, int], Fraction] = {}
    reaching = game.reaching
    for number, node in enumerate(game.nodes):
        if isinstance(node, Terminal) and node.payoff:
            first, second = (player.ending(number) for player in players)
            payoffs[first, second] = (
                payoffs.get((first, second), Fraction(0)) + reaching.weights[number] * node.payoff
            )
    return SequenceForm(
        (players[0].sequences(), players[1].sequences()),
        {pair: payoffs[pair] for pair in sorted(payoffs) if payoffs[pair]},
    )


def form_view(columns: "FormColumns") -> SequenceForm:
    """Return the records of a form in columns."""
    first, second = columns.players
    return SequenceForm((_view(first), _view(second)), PayoffView(columns))


def _view(columns: "SequencesColumns") -> Sequences:
    return Sequences(
        moves=ArrayView(columns.moves),
        infosets=ArrayView(columns.infosets),
        numbers=ArrayView(columns.numbers),
        parents=ListView(columns.parents.begin, columns.parents.members),
        actions=ListView(columns.actions.begin, columns.actions.members),
        represented_by=ListMapView(columns.removed, columns.represented_by),
    )


class _Numbering:
    """A player's sequences while they are numbered."""

    def __init__(self, game: Game, player: int) -> None:
        self.game, self.player = game, player
        self.infosets = game.infosets(player)
        self.moves = [0]
        self.actions: list[tuple[int, ...]] = []
        for infoset in self.infosets:
            count = len(game.information_sets[infoset].actions)
            self.actions.append(tuple(range(len(self.moves), len(self.moves) + count)))
            self.moves += range(game.first[infoset], game.first[infoset] + count)
        self.own = {move: sequence for sequence, move in enumerate(self.moves)}
        self.parents = [self._own(game.parents[infoset]) for infoset in self.infosets]
        self.joined: dict[int, int] = {}

    def ending(self, node: int) -> int:
        """Return the sequence, joined if need be, that ends at a terminal node."""
        number = self.game.reaching.numbers[self.player - 1][node]
        if number not in self.joined:
            parts = self._own(self.game.reaching.sets[number])
            self.joined[number] = parts[0] if len(parts) == 1 else self._join(parts)
        return self.joined[number]

    def sequences(self) -> Sequences:
        return Sequences(
            moves=tuple(self.moves),
            infosets=tuple(self.infosets),
            numbers=tuple(range(1, len(self.parents) + 1)),
            parents=tuple(self.parents),
            actions=tuple(self.actions),
            represented_by={},
        )

    def _own(self, moves: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.own[move] for move in moves)

    def _join(self, parts: tuple[int, ...]) -> int:
        sequence = self.actions[-1][-1] + 1 if self.actions else 1
        self.parents.append(parts)
        self.actions.append((sequence,))
        return sequence
