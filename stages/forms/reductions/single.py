"""An information set with one action is merged with its parent sequence."""

from .editor import Editor


def single(editor: Editor) -> None:
    """Remove the information sets with one parent sequence and one action.

    Those stay whose parent also leads directly to an information set behind the
    action: there both weights add up, and one merged sequence cannot stand for two.

    Proof: `E x = e` has the row `x(I, a) = x(parent)` for it, so the two columns
    are one unknown under two names, and replacing one by the other changes no
    plan and no payoff. The removed sequence has its parent's weight.

    Player 1 has one information set with one action, worth 3:

    >>> from fractions import Fraction
    >>> from efgc.stages.forms.sequence_form import SequenceForm, Sequences
    >>> first = Sequences(moves=(0, 1), infosets=(0,), numbers=(1,), parents=((0,),),
    ...     actions=((1,),), represented_by={})
    >>> second = Sequences(moves=(0,), infosets=(), numbers=(), parents=(), actions=(),
    ...     represented_by={})
    >>> editor = Editor(SequenceForm((first, second), {(1, 0): Fraction(3)}))
    >>> single(editor)
    >>> editor.reduced().payoffs, editor.reduced().players[0].represented_by
    ({(0, 0): Fraction(3, 1)}, {1: (0,)})
    """
    for player in (0, 1):
        for number in list(editor.parents[player]):
            if editor.mergeable(player, number):
                editor.remove(player, number, editor.actions[player][number][0])
