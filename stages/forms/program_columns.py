"""A player's linear program in columns: the rows of `stages.forms.program` as arrays of floats."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schemas.linear_program import Kind
from stages.forms.columns import FormColumns, Int32s, Lists, lists_of


@dataclass(frozen=True, eq=False, kw_only=True)
class ProgramColumns:
    """What is maximised, and the right-hand sides, are as in `Program`."""

    lines: Lists
    """Per row the numbers of its columns, in the order of `Program.lines`."""
    coefficients: NDArray[np.float64]
    """Beside the members of `lines`; each the nearest float."""
    payoffs: NDArray[np.int64]
    """Likewise: which payoff of the form it is, but perhaps for the sign; -1 in E and F."""
    groups: tuple[tuple[Kind, int, Int32s], ...]
    """Weights and values, which are the columns, then flows and responses, the rows: what they are,
    whose sequences or information sets, and the numbers of these.
    """


def program_columns(form: FormColumns, player: int) -> ProgramColumns:
    """Return the program of a player, 1 or 2."""
    own, opponent = form.players if player == 1 else form.players[::-1]
    mine, other = (form.first, form.second) if player == 1 else (form.second, form.first)
    weights, responses = own.present, opponent.present
    x = _places(weights, own.size)
    b = _places(responses, opponent.size) + 1 + len(own.numbers)
    v = len(weights)
    entries: list[tuple[Any, Any, Any]] = [  # Rows and columns; in each row in this order.
        (np.zeros(1, np.int64), np.zeros(1, np.int64), 1.0),  # E x = e
        (own.parents.owners + 1, x[own.parents.members], -1.0),
        (own.actions.owners + 1, x[own.actions.members], 1.0),
        (b[:1], np.full(1, v), 1.0),
        # An information set comes behind those that its parents end in.
        (b[opponent.actions.members], v + 1 + opponent.actions.owners, 1.0),  # F' v
        (b[opponent.parents.members], v + 1 + opponent.parents.owners, -1.0),
        (b[other], x[mine], -form.floats if player == 1 else form.floats),  # - A' x
    ]
    rows = np.concatenate([row for row, _, _ in entries])
    order = np.argsort(rows, kind="stable")
    columns = np.concatenate([column for _, column, _ in entries])[order]
    coefficients = np.concatenate([np.broadcast_to(by, row.shape) for row, _, by in entries])
    height = 1 + len(own.numbers) + len(responses)
    return ProgramColumns(
        lines=lists_of(np.bincount(rows, minlength=height), columns),
        coefficients=coefficients[order],
        payoffs=np.maximum(order - (len(rows) - len(form.first)), -1),
        groups=(
            (Kind.WEIGHT, player, weights),
            (Kind.VALUE, 3 - player, _with_root(opponent.numbers)),
            (Kind.FLOW, player, _with_root(own.numbers)),
            (Kind.RESPONSE, 3 - player, responses),
        ),
    )


def _places(numbers: Int32s, size: int) -> NDArray[np.int64]:
    """Return per number where it stands."""
    found = np.full(size, -1, np.int64)
    found[numbers] = np.arange(len(numbers))
    return found


def _with_root(numbers: Int32s) -> Int32s:
    return np.concatenate((np.zeros(1, np.int32), numbers))
