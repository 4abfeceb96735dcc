"""A second implementation of the sequence form and its linear program, from von Stengel's
definitions, in records, sequence by sequence.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from efgc.schemas.game import Terminal
from efgc.schemas.parts.rationals import rationals
from efgc.stages.forms.columns import FormColumns, SequencesColumns, lists_of
from efgc.stages.forms.sequence_form import Sequences
from plain_reaching import plain_reached


@dataclass(frozen=True)
class PlainSequences(Sequences):
    """The sequences of one player in tuples."""

    represented_by: dict
    """For each removed sequence those whose weights add up to its weight; none if that is 0."""

    @property
    def columns(self):
        by = self.represented_by
        return SequencesColumns(
            moves=np.array(self.moves, np.int32),
            infosets=np.array(self.infosets, np.int32),
            numbers=np.array(self.numbers, np.int32),
            parents=lists(self.parents),
            actions=lists(self.actions),
            removed=np.array(tuple(by), np.int32),
            represented_by=lists(tuple(by.values())),
        )


@dataclass(frozen=True)
class PlainForm:
    """A sequence form in records."""

    players: tuple[PlainSequences, PlainSequences]
    payoffs: dict

    @property
    def longer(self):
        first, second = (sum(map(len, player.actions)) for player in self.players)
        return 1 if first >= second else 2

    @property
    def columns(self):
        pairs = np.array(list(self.payoffs), np.int32).reshape(-1, 2)
        units, parts = rationals(self.payoffs.values()).common
        return FormColumns(
            players=tuple(player.columns for player in self.players),
            first=pairs[:, 0],
            second=pairs[:, 1],
            units=units,
            parts=parts,
        )


def lists(tuples):
    members = np.array([number for one in tuples for number in one], np.int32)
    return lists_of(np.array([len(one) for one in tuples], np.int64), members)


def tuples(lists):
    begin, members = lists.begin.tolist(), lists.members.tolist()
    return tuple(tuple(members[begin[at] : begin[at + 1]]) for at in range(len(lists)))


def plain(form):
    """Return the records of a form."""
    players = [
        PlainSequences(
            moves=tuple(own.moves),
            infosets=tuple(own.infosets),
            numbers=tuple(own.numbers),
            parents=tuple(own.parents),
            actions=tuple(own.actions),
            represented_by=dict(
                zip(columns.removed.tolist(), tuples(columns.represented_by), strict=True)
            ),
        )
        for own, columns in zip(form.players, form.columns.players, strict=True)
    ]
    return PlainForm(tuple(players), dict(form.payoffs))


def sequence_form(game):
    """Return the sequence form before any reduction."""
    sides, payoffs = [Side(game, player) for player in (1, 2)], {}
    for number, node in enumerate(game.nodes):
        if isinstance(node, Terminal) and node.payoff:
            pair = tuple(
                side.ending(plain_reached(game).sequences(side.player, number)) for side in sides
            )
            paid = plain_reached(game).weights[number] * node.payoff
            payoffs[pair] = payoffs.get(pair, Fraction(0)) + paid
    first, second = (side.sequences() for side in sides)
    return PlainForm(
        (first, second), {pair: payoffs[pair] for pair in sorted(payoffs) if payoffs[pair]}
    )


class Side:
    """A player's sequences while they are numbered."""

    def __init__(self, game, player):
        self.player, self.infosets = player, game.infosets(player)
        self.moves, self.actions = [0], []
        for infoset in self.infosets:
            first = len(self.moves)
            self.moves += game.sequences(infoset)
            self.actions.append(tuple(range(first, len(self.moves))))
        self.own = {move: sequence for sequence, move in enumerate(self.moves)}
        self.parents = [self.numbered(game.parents[infoset]) for infoset in self.infosets]
        self.joined = {}

    def numbered(self, moves):
        return tuple(self.own[move] for move in moves)

    def ending(self, moves):
        """Return the sequence that ends at a terminal node; a joined one if there are several."""
        parts = self.numbered(moves)
        if len(parts) > 1 and parts not in self.joined:
            self.joined[parts] = len(self.moves) + len(self.joined)
            self.parents.append(parts)
            self.actions.append((self.joined[parts],))
        return parts[0] if len(parts) == 1 else self.joined[parts]

    def sequences(self):
        return PlainSequences(
            moves=tuple(self.moves),
            infosets=tuple(self.infosets),
            numbers=tuple(range(1, len(self.parents) + 1)),
            parents=tuple(self.parents),
            actions=tuple(self.actions),
            represented_by={},
        )


def lines(form, player):
    """Return per row of a player's program its coefficients, each with the number of its column:
    the weights x of the own sequences, the values v of the root and of the opponent's sets.
    """
    own, opponent = form.sides(player)
    x = {sequence: at for at, sequence in enumerate(own.present)}
    v = {number: at for at, number in enumerate((0, *opponent.numbers), len(x))}
    flows = [[(x[0], 1)]]  # E x = e: the empty sequence is played,
    for parents, actions in zip(own.parents, own.actions, strict=True):
        # and what flows into an information set flows out of it.
        flows.append([(x[one], -1) for one in parents] + [(x[one], 1) for one in actions])
    responses = {sequence: [] for sequence in opponent.present}
    responses[0].append((v[0], 1))
    for number, parents, actions in zip(
        opponent.numbers, opponent.parents, opponent.actions, strict=True
    ):
        for sequences, sign in ((parents, -1), (actions, 1)):  # F' v
            for sequence in sequences:
                responses[sequence].append((v[number], sign))
    for pair, payoff in form.payoffs.items():  # - A' x
        mine, other = pair if player == 1 else pair[::-1]
        responses[other].append((x[mine], -payoff if player == 1 else payoff))
    return [
        [(column, Fraction(number)) for column, number in line]
        for line in (*flows, *responses.values())
    ]
