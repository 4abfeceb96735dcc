"""A second implementation of the reductions of the sequence form, in records and exact numbers."""

from collections import defaultdict
from fractions import Fraction

from plain_forms import PlainForm, PlainSequences


class Editor:
    """Both players' sequences and A, changed in place.

    Players are 0 and 1 here, as indices of pairs.
    """

    def __init__(self, form):
        self.form = form
        self.parents = tuple(
            dict(zip(player.numbers, player.parents, strict=True)) for player in form.players
        )
        """Per player and information set its parent sequences."""
        self.actions = tuple(
            dict(zip(player.numbers, player.actions, strict=True)) for player in form.players
        )
        self.payoffs: tuple[dict[int, dict[int, Fraction]], ...] = (
            defaultdict(dict),
            defaultdict(dict),
        )
        """Per player: own sequence to the opponent's sequence to the extended utility (player 1's
        payoff).
        """
        for (first, second), payoff in form.payoffs.items():
            self.payoffs[0][first][second] = payoff
            self.payoffs[1][second][first] = payoff
        self.represented_by: tuple[dict[int, tuple[int, ...]], ...] = tuple(
            dict(player.represented_by) for player in form.players
        )
        self.above = tuple(self._above(player) for player in (0, 1))

    def mergeable(self, player, number):
        """Return whether an information set has one action and one parent sequence, and the parent
        can replace the action everywhere.

        It cannot if both the action and the parent lead to a later information set:
        both weights flow in there, and a merged sequence could stand for only one.
        """
        if not len(self.parents[player][number]) == len(self.actions[player][number]) == 1:
            return False
        [parent], [action] = self.parents[player][number], self.actions[player][number]
        return not any(
            parent in self.parents[player][below] for below in self.above[player].get(action, ())
        )

    def remove(self, player, number, played):
        """Remove an information set whose action `played` is taken for sure.

        The payoffs of that action are added to each parent sequence, as the weights
        of these add up to its weight. If information sets follow, it must have
        exactly one parent.
        """
        parents = self.parents[player].pop(number)
        for sequence in self.actions[player].pop(number):
            self.represented_by[player][sequence] = parents if sequence == played else ()
            for opponent, payoff in self.payoffs[player].pop(sequence, {}).items():
                del self.payoffs[1 - player][opponent][sequence]
                for parent in parents if sequence == played else ():
                    self._add(player, parent, opponent, payoff)
        for parent in parents:
            self.above[player][parent].discard(number)
        for below in self.above[player].pop(played, set()):
            [parent] = parents
            moved = (parent if above == played else above for above in self.parents[player][below])
            self.parents[player][below] = tuple(sorted(moved))
            self.above[player][parent].add(below)

    def reduced(self):
        """Return the current sequence form."""
        players = tuple(
            PlainSequences(
                moves=sequences.moves,
                infosets=sequences.infosets,
                numbers=tuple(self.parents[at]),
                parents=tuple(self.parents[at].values()),
                actions=tuple(self.actions[at].values()),
                represented_by=dict(sorted(self.represented_by[at].items())),
            )
            for at, sequences in enumerate(self.form.players)
        )
        payoffs = {
            (first, second): payoff
            for first, row in sorted(self.payoffs[0].items())
            for second, payoff in sorted(row.items())
        }
        return PlainForm((players[0], players[1]), payoffs)

    def _add(self, player, own, opponent, payoff):
        total = self.payoffs[player][own].get(opponent, Fraction(0)) + payoff
        if total:
            self.payoffs[player][own][opponent] = self.payoffs[1 - player][opponent][own] = total
        elif opponent in self.payoffs[player][own]:
            del self.payoffs[player][own][opponent], self.payoffs[1 - player][opponent][own]

    def _above(self, player):
        """Return for each sequence the information sets that directly follow it."""
        found: dict[int, set[int]] = defaultdict(set)
        for number, parents in self.parents[player].items():
            for parent in parents:
                found[parent].add(number)
        return found


def single(editor):
    """Remove the information sets with one parent sequence and one action, unless the parent also
    leads directly to an information set behind the action.
    """
    for player in (0, 1):
        for number in list(editor.parents[player]):
            if editor.mergeable(player, number):
                editor.remove(player, number, editor.actions[player][number][0])


def endgames(editor):
    """Remove every information set whose outcomes all meet the same sequence of the opponent."""
    changed = True
    while changed:
        changed = False
        for player in (0, 1):
            for number in reversed(list(editor.parents[player])):
                if is_endgame(editor, player, number):
                    editor.remove(player, number, best(editor, player, number))
                    changed = True


def is_endgame(editor, player, number):
    met = set()
    for action in editor.actions[player][number]:
        if editor.above[player].get(action):
            return False
        met.update(editor.payoffs[player].get(action, ()))
    return len(met) <= 1


def best(editor, player, number):
    """Return the player's best action, the first one on a tie."""
    sign = 1 if player == 0 else -1
    return max(
        editor.actions[player][number],
        key=lambda action: sign * sum(editor.payoffs[player].get(action, {}).values(), Fraction(0)),
    )


REDUCTIONS = {"single": single, "endgames": endgames}
