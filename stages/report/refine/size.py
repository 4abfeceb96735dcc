"""How large a game may be that is refined."""

from schemas.parts.problems import LimitError
from stages.forms.formulation import Forms

SIZE = 100_000
"""Rows and columns of the linear program without reductions, unless somebody asks for more: half a
minute for liar's dice with 73,720.
"""
MORE = "--exact refines it, however long that takes"


def refuse_large(forms: Forms) -> None:
    """Raise LimitError for a game that is too large to be refined in reasonable time."""
    own, opponent = forms.whole.players
    size = 2 + len(own.numbers) + len(opponent.numbers) + len(own.present) + len(opponent.present)
    if size > SIZE:
        raise LimitError(
            f"--refine: the linear program has {size:,} rows and columns without reductions, and "
            f"up to {SIZE:,} are refined; {MORE}"
        )
