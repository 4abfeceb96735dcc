"""The sequence form and its program from the records of a game, number by number: the witness of
what `stages.forms` does in columns.
"""

from fractions import Fraction

import plain_game
from schemas.game import Terminal
from stages.forms.reductions import REDUCTIONS, Editor
from stages.forms.sequence_form import SequenceForm, Sequences


def sequence_form(game):
    """Return the sequence form of a checked game, in records."""
    players, payoffs, reaching = (_Numbering(game, 1), _Numbering(game, 2)), {}, game.reaching
    for number, node in enumerate(game.nodes):
        if isinstance(node, Terminal) and node.payoff:
            pair = tuple(player.ending(number) for player in players)
            payoffs[pair] = payoffs.get(pair, 0) + reaching.weights[number] * node.payoff
    return SequenceForm(
        (players[0].sequences(), players[1].sequences()),
        {pair: payoffs[pair] for pair in sorted(payoffs) if payoffs[pair]},
    )


class _Numbering:
    """A player's sequences while they are numbered."""

    def __init__(self, game, player):
        self.game, self.player = game, player
        records = enumerate(game.information_sets)
        self.infosets = [at for at, infoset in records if infoset.player == player]
        self.moves, self.actions = [0], []
        for infoset in self.infosets:
            ending = plain_game.sequences(game)[infoset]
            self.actions.append(tuple(range(len(self.moves), len(self.moves) + len(ending))))
            self.moves += ending
        self.own = {move: sequence for sequence, move in enumerate(self.moves)}
        above = plain_game.parents(game)
        self.parents = [self._own(above[infoset]) for infoset in self.infosets]
        self.joined = {}

    def ending(self, node):
        """Return the sequence, joined if need be, that ends at a terminal node."""
        parts = self._own(self.game.reaching.sequences(self.player, node))
        if len(parts) > 1 and parts not in self.joined:
            self.joined[parts] = self.actions[-1][-1] + 1
            self.parents.append(parts)
            self.actions.append((self.joined[parts],))
        return self.joined.get(parts, parts[0])

    def sequences(self):
        return Sequences(
            moves=tuple(self.moves),
            infosets=tuple(self.infosets),
            numbers=tuple(range(1, len(self.parents) + 1)),
            parents=tuple(self.parents),
            actions=tuple(self.actions),
            represented_by={},
        )

    def _own(self, moves):
        return tuple(self.own[move] for move in moves)


def reduced(form, without=()):
    """Return a form after the reductions but for some, in numbers of any size."""
    editor = Editor(form)
    for name, reduce in REDUCTIONS.items():
        if name not in without:
            reduce(editor)
    return editor.reduced()


def lines(form, player):
    """Return per row of a player's program its coefficients, each with the number of its column."""
    own, opponent = form.sides(player)
    x = {sequence: at for at, sequence in enumerate(own.present)}
    v = {number: at for at, number in enumerate((0, *opponent.numbers), len(x))}
    b = {sequence: at for at, sequence in enumerate(opponent.present, 1 + len(own.numbers))}
    found = tuple([] for _ in range(1 + len(own.numbers) + len(b)))
    found[0].append((x[0], Fraction(1)))  # E x = e
    for row, (parents, actions) in enumerate(zip(own.parents, own.actions, strict=True), 1):
        found[row].extend((x[parent], Fraction(-1)) for parent in parents)
        found[row].extend((x[action], Fraction(1)) for action in actions)
    found[b[0]].append((v[0], Fraction(1)))
    flows = zip(opponent.numbers, opponent.parents, opponent.actions, strict=True)
    for number, parents, actions in flows:  # F' v
        for parent in parents:
            found[b[parent]].append((v[number], Fraction(-1)))
        for action in actions:
            found[b[action]].append((v[number], Fraction(1)))
    for pair, payoff in form.payoffs.items():  # - A' x
        mine, other = pair if player == 1 else pair[::-1]
        found[b[other]].append((x[mine], -payoff if player == 1 else payoff))
    return found
