"""Reductions of the sequence form: on any game, also an imported one, without a change of its
value.

One per file; each takes an `Editor` and changes it. What a reduction removes
leaves word of the sequence whose weight a removed sequence has, so that a
solution can be lifted.
"""

from collections.abc import Callable

from stages.forms.reductions.editor import Editor
from stages.forms.reductions.endgames import endgames
from stages.forms.reductions.single import single

__all__ = ("REDUCTIONS", "Editor")

REDUCTIONS: dict[str, Callable[[Editor], None]] = {
    "single": single,
    "endgames": endgames,
}
