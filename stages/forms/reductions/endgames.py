"""Where only one player still has choices, it takes the best action."""

from fractions import Fraction

from .editor import Editor


def endgames(editor: Editor) -> None:
    """Remove every information set whose outcomes all meet the same sequence of the opponent.

    Proof: let all payoffs of the actions of an information set be in one column
    of A, that of the opponent's sequence t, and let no other information set of
    the player follow. The player earns `y(t)` times the weight that flows in
    times a mean of those payoffs; as y(t) is not negative, the best of them is
    best against every plan of the opponent, and some optimal plan takes it for
    sure. Adding its payoff to the parent sequences, whose weights flow in, keeps
    the value. This also applies to joined sequences. It is done from the last
    information set to the first, for both players in turn until nothing changes:
    one removal may make another possible.

    Player 1 chooses between 3 and 5, and player 2 never moves:

    >>> from efgc.stages.forms.sequence_form import SequenceForm, Sequences
    >>> first = Sequences(moves=(0, 1, 2), infosets=(0,), numbers=(1,), parents=((0,),),
    ...     actions=((1, 2),), represented_by={})
    >>> second = Sequences(moves=(0,), infosets=(), numbers=(), parents=(), actions=(),
    ...     represented_by={})
    >>> editor = Editor(SequenceForm((first, second), {(1, 0): Fraction(3), (2, 0): Fraction(5)}))
    >>> endgames(editor)
    >>> editor.reduced().payoffs, editor.reduced().players[0].represented_by
    ({(0, 0): Fraction(5, 1)}, {1: (), 2: (0,)})
    """
    changed = True
    while changed:
        changed = False
        for player in (0, 1):
            for number in reversed(list(editor.parents[player])):
                if _is_endgame(editor, player, number):
                    editor.remove(player, number, _best(editor, player, number))
                    changed = True


def _is_endgame(editor: Editor, player: int, number: int) -> bool:
    met: set[int] = set()
    for action in editor.actions[player][number]:
        if editor.above[player].get(action):
            return False
        met.update(editor.payoffs[player].get(action, ()))
        if len(met) > 1:
            return False
    return True


def _best(editor: Editor, player: int, number: int) -> int:
    """Return the player's best action, the first one on a tie."""
    sign = 1 if player == 0 else -1
    return max(
        editor.actions[player][number],
        key=lambda action: sign * sum(editor.payoffs[player].get(action, {}).values(), Fraction(0)),
    )
