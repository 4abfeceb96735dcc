"""The sequence-form linear program of one player, as a Pyomo model.

For player 1, in the letters of `sequence_form`:

    maximise  v0   subject to   E x = e,   F' v - A' x <= 0,   x >= 0,

where v holds one value per information set of player 2, v0 that of the root;
the dual values of the inequalities are player 2's realization plan. The
program of player 2 is the same with the players exchanged and A negated.
"""

from typing import Any

from schemas.linear_program import LETTERS
from stages.forms.sequence_form import SequenceForm, Sequences

Model = Any  # A Pyomo ConcreteModel; Pyomo has no types.
Columns = dict[int, Any]  # Variables by number.
Row = list[tuple[Any, float]]  # Variables with their coefficients.


def build(form: SequenceForm, player: int, name: str) -> Model:
    """Return the linear program of a player with the names of `schemas.linear_program`."""
    # Without pyomo.environ, which loads every solver interface that Pyomo has.
    from pyomo.core import Any as AnyIndex
    from pyomo.core import (
        ConcreteModel,
        Constraint,
        NonNegativeReals,
        Objective,
        Reals,
        Var,
        maximize,
    )

    own, opponent = form.players if player == 1 else form.players[::-1]
    weight, value = LETTERS[player]
    model = ConcreteModel(name=name)
    model.add_component(weight, Var(own.present, domain=NonNegativeReals))
    model.add_component(value, Var((0, *opponent.numbers), domain=Reals))
    x, v = (dict(model.component(letter).items()) for letter in (weight, value))
    model.value = Objective(expr=v[0], sense=maximize)
    model.f = Constraint(AnyIndex)
    for number, (row, right) in _flow_rows(own, x).items():
        model.f[number] = (_sum(row), right)
    model.b = Constraint(AnyIndex)
    for number, row in _best_response_rows(form, player, opponent, x, v).items():
        model.b[number] = (None, _sum(row), 0)
    return model


def label(component: Any) -> str:
    """Return the short name of a column or row: the letter of its vector and its number."""
    # Names stay short: glpsol rejects a symbol of 300 characters, and every reader accepts these.
    index = component.index()
    return (
        component.local_name
        if index is None
        else f"{component.parent_component().local_name}{index}"
    )


def _flow_rows(own: Sequences, x: Columns) -> dict[int, tuple[Row, int]]:
    # E x = e: the empty sequence is played,
    rows: dict[int, tuple[Row, int]] = {0: ([(x[0], 1.0)], 1)}
    for number, parents, actions in zip(own.numbers, own.parents, own.actions, strict=True):
        # and what flows into an information set flows out of it.
        rows[number] = (
            [*((x[parent], -1.0) for parent in parents), *((x[action], 1.0) for action in actions)],
            0,
        )
    return rows


def _best_response_rows(
    form: SequenceForm, player: int, opponent: Sequences, x: Columns, v: Columns
) -> dict[int, Row]:
    rows: dict[int, Row] = {sequence: [] for sequence in opponent.present}
    rows[0].append((v[0], 1.0))
    for number, parents, actions in zip(
        opponent.numbers, opponent.parents, opponent.actions, strict=True
    ):
        for parent in parents:
            rows[parent].append((v[number], -1.0))  # F' v
        for action in actions:
            rows[action].append((v[number], 1.0))
    for (first, second), payoff in form.payoffs.items():  # - A' x
        own, other = (first, second) if player == 1 else (second, first)
        rows[other].append((x[own], float(-payoff if player == 1 else payoff)))
    return rows


def _sum(row: Row) -> Any:
    from pyomo.core.expr.numeric_expr import LinearExpression

    variables, coefficients = zip(*row, strict=True)
    return LinearExpression(
        constant=0, linear_coefs=list(coefficients), linear_vars=list(variables)
    )
