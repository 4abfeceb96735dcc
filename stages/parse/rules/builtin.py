"""The functions that expressions can call, with the kinds of their arguments."""

import ast
from collections.abc import Callable, Collection, Mapping
from typing import Any

from .compiling import (
    MISSING,
    UNROLLED,
    Compiler,
    Expression,
    Scope,
    Value,
    call,
)
from .expressions import refuse
from .functions import loop_order
from .kinds import (
    NUMBER,
    TEXT,
    TRUTH,
    UNKNOWN,
    ValueKind,
    comparable,
    list_of,
    set_of,
)
from .networks import Network

Function = Callable[[Expression, ast.Call, Scope], Value]


def add_functions(compiler: Compiler, network: Network | None) -> None:
    """Add the functions to a compiler; those of networks need one."""
    compiler.functions |= FUNCTIONS
    if network:
        compiler.functions |= _of_network(network)
        compiler.words |= set(network.nodes)


def arguments(given: Expression, node: ast.Call, number: int) -> list[ast.expr]:
    assert isinstance(node.func, ast.Name)
    if len(node.args) != number:
        here = f"{number} argument{'s' * (number != 1)}, not {len(node.args)}"
        raise refuse(given.part, f"{node.func.id} has {here}")
    return node.args


def _length(given: Expression, node: ast.Call, scope: Scope) -> Value:
    value = given.collection(arguments(given, node, 1)[0], scope)
    return Value(call("len", value.node), NUMBER, None, True)


def _absolute(given: Expression, node: ast.Call, scope: Scope) -> Value:
    value = given.number(arguments(given, node, 1)[0], scope)
    return Value(call("abs", value.node), NUMBER, None, value.small)


def _extreme(given: Expression, node: ast.Call, scope: Scope) -> Value:
    assert isinstance(node.func, ast.Name)
    if len(node.args) > 1:
        values = [given.number(one, scope) for one in node.args]
        bounded = all(one.small for one in values)
        return Value(call(node.func.id, *(one.node for one in values)), NUMBER, None, bounded)
    made, value = _generated(given, arguments(given, node, 1)[0], scope)
    given.expect(value, NUMBER)
    return Value(call(node.func.id, made), NUMBER, value.members, value.small)


def _generated(given: Expression, node: ast.expr, scope: Scope) -> tuple[ast.expr, Value]:
    """Return the code of a collection or of a loop, and the value of an element."""
    if isinstance(node, ast.GeneratorExp):
        loops, inner = given.loops(node.generators, scope)
        value = given.value(node.elt, inner)
        return ast.GeneratorExp(value.node, loops), value
    values = given.collection(node, scope)
    made = call("loop", values.node)
    return made, Value(made, values.kind.item or UNKNOWN, values.members, values.small)


def _any_or_all(given: Expression, node: ast.Call, scope: Scope) -> Value:
    assert isinstance(node.func, ast.Name)
    (argument,) = arguments(given, node, 1)
    is_any = node.func.id == "any"
    unrolled = _unrolled(given, argument, scope)
    if unrolled is not None:
        parts = []
        for conditions, inner, element in unrolled:
            truth = given.truth(element, inner).node
            tests = [*conditions, truth]
            if not is_any:
                denied: list[ast.expr] = [ast.UnaryOp(ast.Not(), one) for one in conditions]
                tests = [*denied, truth]
            joined = ast.BoolOp(ast.And() if is_any else ast.Or(), tests)
            parts.append(joined if len(tests) > 1 else truth)
        if len(parts) < 2:
            return Value(parts[0] if parts else ast.Constant(not is_any), TRUTH)
        return Value(ast.BoolOp(ast.Or() if is_any else ast.And(), parts), TRUTH)
    made, value = _generated(given, argument, scope)
    given.expect(value, TRUTH)
    return Value(call(node.func.id, made), TRUTH)


def _sum(given: Expression, node: ast.Call, scope: Scope) -> Value:
    made, value = _generated(given, arguments(given, node, 1)[0], scope)
    given.expect(value, NUMBER)
    return Value(call("total", made), NUMBER)


def _count(given: Expression, node: ast.Call, scope: Scope) -> Value:
    (argument,) = arguments(given, node, 1)
    unrolled = _unrolled(given, argument, scope)
    if unrolled and all(conditions for conditions, _, _ in unrolled):
        total: ast.expr = ast.Constant(0)
        for conditions, _, _ in unrolled:
            test = ast.BoolOp(ast.And(), conditions) if len(conditions) > 1 else conditions[0]
            total = ast.BinOp(total, ast.Add(), test)
        return Value(total, NUMBER, None, True)
    made, _ = _generated(given, argument, scope)
    return Value(call("count", made), NUMBER, None, True)


Unrolled = list[tuple[list[ast.expr], Scope, ast.expr]]


def _unrolled(given: Expression, node: ast.expr, scope: Scope) -> Unrolled | None:
    """Return the iterations of a loop over constants: conditions, scope and element of each. None
    if they are not known or too many.
    """
    if not isinstance(node, ast.GeneratorExp):
        return None
    iterations: list[tuple[list[ast.expr], Scope]] = [([], scope)]
    for loop in node.generators:
        assert isinstance(loop.target, ast.Name)
        given.refuse_known(loop, iterations[0][1] if iterations else scope)
        found: list[tuple[list[ast.expr], Scope]] = []
        for conditions, inner in iterations:
            values = given.collection(loop.iter, inner).constant
            if values is MISSING or len(found) + len(values) > UNROLLED:
                return None
            for value in loop_order(values):
                there = {**inner, loop.target.id: given.compiler.constant(value)}
                tests = [given.truth(test, there).node for test in loop.ifs]
                found.append(([*conditions, *tests], there))
        iterations = found
    return [(conditions, inner, node.elt) for conditions, inner in iterations]


def _subsets(given: Expression, node: ast.Call, scope: Scope) -> Value:
    first, second = arguments(given, node, 2)
    values, size = given.collection(first, scope), given.number(second, scope)
    item = set_of(values.kind.item or UNKNOWN)
    return Value(call("subsets", values.node, size.node), list_of(item))


FUNCTIONS: Mapping[str, Function] = {
    "len": _length,
    "abs": _absolute,
    "min": _extreme,
    "max": _extreme,
    "sum": _sum,
    "count": _count,
    "any": _any_or_all,
    "all": _any_or_all,
    "subsets": _subsets,
}


def _of_network(network: Network) -> Mapping[str, Function]:
    """Return the functions of a network by name."""

    def linked(given: Expression, node: ast.Call, scope: Scope) -> Value:
        values = [given.collection(one, scope).node for one in arguments(given, node, 3)]
        return Value(call(given.compiler.hold(network.linked), *values), TRUTH)

    def marked(given: Expression, node: ast.Call, scope: Scope) -> Value:
        value = given.value(arguments(given, node, 1)[0], scope)
        if not isinstance(value.constant, str):
            raise refuse(given.part, 'marked(...) needs a text, such as marked("E")')
        return given.compiler.constant(network.marked(value.constant))

    found = {
        "next": _of_nodes(network.next, 1, list_of(TEXT), network.nodes),
        "distance": _of_nodes(network.distance, 2, NUMBER, small=True),
        "linked": linked,
    }
    of_grids = {
        "direction": _of_nodes(network.direction, 2, TEXT),
        "mark": _of_nodes(network.mark, 1, TEXT),
        "marked": marked,
    }
    return found | of_grids if network.squares else found


def _of_nodes(
    function: Callable[..., Any],
    number: int,
    kind: ValueKind,
    members: Collection[Any] | None = None,
    small: bool = False,
) -> Function:
    """Return a function of a number of nodes, which compiles its calls to values of a kind."""

    def compiled(given: Expression, node: ast.Call, scope: Scope) -> Value:
        values = [given.value(argument, scope) for argument in arguments(given, node, number)]
        for value in values:
            if not comparable(value.kind, TEXT):
                raise refuse(given.part, f"a {value.kind} stands where a node is needed")
        made = call(given.compiler.hold(function), *(value.node for value in values))
        return Value(made, kind, members, small)

    return compiled
