"""An information set with one action is its parent sequence."""

from stages.lower.reductions.editor import Editor


def fold_single(editor: Editor) -> None:
    """Remove every information set with one parent sequence and one action.

    Proof: `E x = e` has the row `x(I, a) = x(parent)` for it, so the two columns
    are one unknown under two names, and replacing the one by the other changes
    no plan and no payoff. The removed sequence has its parent's weight.
    """
    for player in (0, 1):
        for number in list(editor.parents[player]):
            if editor.mergeable(player, number):
                editor.remove(player, number, editor.actions[player][number][0])
