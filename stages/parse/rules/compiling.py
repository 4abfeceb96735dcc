"""Compile expressions to syntax trees of Python that only contain names of ours."""

import ast
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from ....schemas.parts.near import known_are
from . import functions
from .document import Part
from .expressions import (
    CONSTANTS,
    check_name,
    check_text,
    parse_expression,
    refuse,
)
from .kinds import (
    NUMBER,
    TEXT,
    TRUTH,
    UNKNOWN,
    ValueKind,
    all_small,
    array_of,
    comparable,
    fits,
    join,
    kind_of,
    list_of,
    set_of,
    small,
    within,
)

MISSING = object()
COLLECTIONS = ("set", "list", "array")
"""The kinds of values that are joined, cut and subtracted as sets."""
MOST_PARTS = 100_000
"""Maximum number of parts of all expressions of a file, with definitions in place of their names
and loops over constants written out.
"""
UNROLLED = 64
"""Loops over constants with at most so many iterations are written out."""


class Value(NamedTuple):
    """A compiled expression."""

    node: ast.expr
    kind: ValueKind
    members: Collection[Any] | None = None
    """The values that it, or an element of it, can have, if they are known."""
    small: bool = False
    """Whether it is a number of at most some 64 bits."""
    constant: Any = MISSING


Scope = Mapping[str, Value]
NOT_KNOWN = Value(ast.Constant(0), UNKNOWN)


def name(identifier: str) -> ast.expr:
    return ast.Name(identifier, ast.Load())


def call(function: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(name(function), list(arguments), [])


class Definition(NamedTuple):
    """A part of the rules with a name, and perhaps parameters."""

    parameters: tuple[str, ...]
    body: ast.expr


class Compiler:
    """Compiles the expressions of one file, and collects the constants of the generated code."""

    def __init__(self) -> None:
        self.globals: dict[str, Any] = {
            "integers": functions.integers,
            "count": functions.count,
            "text": functions.text,
            "observed": functions.Observations().seen,
            "both": functions.both,
            "put": functions.put,
            "put_both": functions.put_both,
            **{one.__name__: one for one in (abs, all, any, frozenset, len, max, min, tuple)},
        }
        self.budget = functions.Budget()
        counted = ("loop", "subsets", "checked", "divide", "power", "total")
        self.globals |= {one: getattr(self.budget, one) for one in counted}
        self.words: set[str] = set()
        """The texts that can be written without quotes."""
        self.definitions: dict[str, Definition] = {}
        self.outer: frozenset[str] = frozenset()
        """The names that definitions know besides their parameters."""
        self.functions: dict[str, Callable[[Expression, ast.Call, Scope], Value]] = {}
        self.parts = 0
        self._names = 0
        self._positions: dict[tuple[Any, ...], str] = {}

    def fresh(self, prefix: str) -> str:
        """Return a new name for generated code."""
        self._names += 1
        return f"{prefix}{self._names}"

    def hold(self, value: Any, prefix: str = "c") -> str:
        """Return the name of a new constant of the generated code."""
        found = self.fresh(prefix)
        self.globals[found] = value
        return found

    def constant(self, value: Any, kind: ValueKind | None = None) -> Value:
        """Return a constant as a compiled expression."""
        kind = kind or kind_of(value)
        if value is None or isinstance(value, (bool, int, str)):
            node: ast.expr = ast.Constant(value)
        else:
            node = name(self.hold(value))
        alone = isinstance(value, (str, int)) or not isinstance(value, Collection)
        return Value(node, kind, (value,) if alone else value, small(value), value)

    def position(self, domain: Any) -> str:
        """Return the name of the function from an index to its position."""
        key = tuple(domain)
        if key not in self._positions:
            self._positions[key] = self.hold(functions.position_of(key), "p")
        return self._positions[key]

    def compile(self, part: Part, scope: Scope, wanted: ValueKind | None = None) -> Value:
        """Return a compiled expression. Raise InputError with its place."""
        expression = Expression(self, part)
        try:
            value = expression.value(parse_expression(part), scope)
        except RecursionError:
            raise refuse(part, "the expression is too deep") from None
        if wanted:
            expression.expect(value, wanted)
        return value

    def evaluate(self, part: Part, value: Value) -> Any:
        """Return the value of a compiled expression without variables."""
        if value.constant is not MISSING:
            return value.constant
        tree = ast.fix_missing_locations(ast.Expression(value.node))
        self.budget.reset()
        try:
            return eval(compile(tree, "<rules>", "eval"), {"__builtins__": {}, **self.globals})
        except functions.FAILURES as error:
            raise refuse(part, functions.failure(error)) from None

    def template(self, part: Part, text: str, scope: Scope) -> Value:
        """Return a text with the values of the names in braces."""
        pieces = _BRACES.split(text)
        if any(brace in piece for piece in pieces[::2] for brace in "{}"):
            raise refuse(part, "a brace without a plain name in it; write, for example, go {x}")
        check_text(part, "".join(pieces[::2]))
        values: list[ast.expr] = []
        for at, piece in enumerate(pieces):
            if at % 2:
                check_name(part, piece)
                one = Expression(self, part).named(piece, scope)
                plain = one.kind in (TEXT, NUMBER)
                node = one.node if plain else call("text", one.node)
                values.append(ast.FormattedValue(node, -1))
            elif piece:
                values.append(ast.Constant(piece))
        if len(pieces) == 1:
            return self.constant(text)
        return Value(ast.JoinedStr(values), TEXT)


_BRACES = re.compile(r"\{\s*([^\W\d]\w*)\s*\}")


class Expression:
    """Compiles one expression."""

    def __init__(self, compiler: Compiler, part: Part) -> None:
        self.compiler, self.part = compiler, part

    def expect(self, value: Value, wanted: ValueKind) -> Value:
        """Refuse a value of another kind."""
        if not fits(value.kind, wanted):
            raise refuse(
                self.part, f"{value.kind.with_article} stands where {wanted.with_article} is needed"
            )
        return value

    def value(self, node: ast.expr, scope: Scope) -> Value:
        self.compiler.parts += 1
        if self.compiler.parts > MOST_PARTS:
            raise refuse(self.part, f"all expressions together have more than {MOST_PARTS:,} parts")
        match node:
            case ast.Constant():
                if isinstance(node.value, str) and "{" in node.value:
                    return self.compiler.template(self.part, node.value, scope)
                return self.compiler.constant(node.value)
            case ast.Name():
                return self.named(node.id, scope)
            case ast.BoolOp():
                parts = [self.truth(one, scope) for one in node.values]
                return Value(ast.BoolOp(node.op, [one.node for one in parts]), TRUTH)
            case ast.UnaryOp(op=ast.Not()):
                return Value(ast.UnaryOp(node.op, self.truth(node.operand, scope).node), TRUTH)
            case ast.UnaryOp():
                value = self.number(node.operand, scope)
                sign = 1 if isinstance(node.op, ast.UAdd) else -1
                if value.constant is not MISSING:
                    return self.compiler.constant(sign * value.constant)
                return Value(ast.UnaryOp(node.op, value.node), NUMBER, None, value.small)
            case ast.BinOp():
                return self.arithmetic(node, scope)
            case ast.Compare():
                return self.comparison(node, scope)
            case ast.IfExp():
                return self.conditional(node, scope)
            case ast.Tuple() | ast.List() | ast.Set():
                return self.display(node, scope)
            case ast.Subscript():
                return self.element(self.value(node.value, scope), self.value(node.slice, scope))
            case ast.Call():
                return self.called(node, scope)
            case ast.SetComp() | ast.ListComp():
                return self.comprehension(node, scope)
        raise refuse(self.part, "a loop can only stand in a function, as in: any(... for x in y)")

    def truth(self, node: ast.expr, scope: Scope) -> Value:
        return self.expect(self.value(node, scope), TRUTH)

    def number(self, node: ast.expr, scope: Scope) -> Value:
        return self.expect(self.value(node, scope), NUMBER)

    def collection(self, node: ast.expr, scope: Scope) -> Value:
        value = self.value(node, scope)
        if value.kind != UNKNOWN and value.kind.item is None:
            raise refuse(self.part, f"a {value.kind} stands where a list or a set is needed")
        return value

    def named(self, identifier: str, scope: Scope) -> Value:
        """Return the value of a name."""
        if identifier in scope:
            return scope[identifier]
        found = self.compiler.definitions.get(identifier)
        if found and not found.parameters:
            return self.defined(found, (), scope)
        if identifier in CONSTANTS:
            return self.compiler.constant(CONSTANTS[identifier])
        if identifier in self.compiler.words:
            return self.compiler.constant(identifier)
        if found or identifier in self.compiler.functions:
            raise refuse(self.part, f"{identifier!r} is a function: write {identifier}(...)")
        known = [*scope, *self.compiler.definitions, *sorted(self.compiler.words)]
        listed = known_are(identifier, known) if len(known) < 30 else "see `let` and `state`"
        raise refuse(
            self.part, f"{identifier!r} is not known; {listed}; a text has quotes in an expression"
        )

    def arithmetic(self, node: ast.BinOp, scope: Scope) -> Value:
        if isinstance(node.op, ast.BitXor):
            return self.interval(node, scope)
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        if left.kind.name in COLLECTIONS or isinstance(node.op, (ast.BitOr, ast.BitAnd)):
            return self.sets(node.op, left, right)
        self.expect(left, NUMBER)
        self.expect(right, NUMBER)
        both = left.small and right.small
        match node.op:
            case ast.Div():
                return Value(call("divide", left.node, right.node), NUMBER)
            case ast.Pow():
                return Value(call("power", left.node, right.node), NUMBER)
        made = ast.BinOp(left.node, node.op, right.node)
        if both:
            return Value(made, NUMBER, None, isinstance(node.op, (ast.Add, ast.Sub)))
        return Value(call("checked", made), NUMBER)

    def sets(self, op: ast.operator, left: Value, right: Value) -> Value:
        if not isinstance(op, (ast.BitOr, ast.BitAnd, ast.Sub)):
            raise refuse(self.part, "lists and sets have the operations |, & and - only")
        nodes = []
        for one in (left, right):
            if one.kind.name not in (*COLLECTIONS, "unknown"):
                raise refuse(self.part, f"a {one.kind} stands where a set is needed")
            nodes.append(one.node if one.kind.name == "set" else call("frozenset", one.node))
        item = left.kind.item or UNKNOWN
        if isinstance(op, ast.BitOr):
            item = join((item, right.kind.item or UNKNOWN))
        members = left.members
        if isinstance(op, ast.BitOr):
            known = left.members is not None and right.members is not None
            members = {*left.members, *right.members} if known else None  # type: ignore[misc]
        return Value(ast.BinOp(nodes[0], op, nodes[1]), set_of(item), members)

    def interval(self, node: ast.BinOp, scope: Scope) -> Value:
        ends = self.number(node.left, scope), self.number(node.right, scope)
        low, high = (one.constant for one in ends)
        if isinstance(low, int) and isinstance(high, int):
            if high - low >= functions.LONGEST_RANGE:
                most = f"{functions.LONGEST_RANGE:,}"
                raise refuse(self.part, f"a range of more than {most} numbers")
            return self.compiler.constant(range(low, high + 1))
        node_of_range = call("integers", *(one.node for one in ends))
        return Value(node_of_range, list_of(NUMBER), None, ends[0].small and ends[1].small)

    def comparison(self, node: ast.Compare, scope: Scope) -> Value:
        values = [self.value(one, scope) for one in (node.left, *node.comparators)]
        nodes = [one.node for one in values]
        for at, op in enumerate(node.ops):
            left, right = values[at], values[at + 1]
            if isinstance(op, (ast.In, ast.NotIn)):
                if right.kind.item is None and right.kind != UNKNOWN:
                    raise refuse(self.part, f"'in' needs a list or a set, not a {right.kind}")
                fit = comparable(left.kind, right.kind.item or UNKNOWN)
                constant = right.constant
                if isinstance(constant, tuple) and len(constant) > 3:
                    nodes[at + 1] = self.compiler.constant(frozenset(constant)).node
            elif isinstance(op, (ast.Eq, ast.NotEq)):
                fit = comparable(left.kind, right.kind)
            else:
                sets = left.kind.name == right.kind.name == "set"
                fit = sets or (fits(left.kind, NUMBER) and fits(right.kind, NUMBER))
            if not fit:
                message = f"a {left.kind} cannot be compared with a {right.kind} here"
                raise refuse(self.part, message)
        return Value(ast.Compare(nodes[0], node.ops, nodes[1:]), TRUTH)

    def conditional(self, node: ast.IfExp, scope: Scope) -> Value:
        test = self.truth(node.test, scope)
        yes, no = self.value(node.body, scope), self.value(node.orelse, scope)
        known = yes.members is not None and no.members is not None
        return Value(
            ast.IfExp(test.node, yes.node, no.node),
            join((yes.kind, no.kind)),
            (*yes.members, *no.members) if known else None,  # type: ignore[misc]
            yes.small and no.small,
        )

    def display(self, node: ast.Tuple | ast.List | ast.Set, scope: Scope) -> Value:
        parts = [self.value(one, scope) for one in node.elts]
        item = join(one.kind for one in parts)
        is_set = isinstance(node, ast.Set)
        if all(one.constant is not MISSING for one in parts):
            constants = tuple(one.constant for one in parts)
            if is_set:
                return self.compiler.constant(frozenset(constants), set_of(item))
            return self.compiler.constant(constants, array_of(item, range(len(parts))))
        listed = ast.Tuple([one.node for one in parts], ast.Load())
        if is_set:
            return Value(call("frozenset", listed), set_of(item))
        return Value(listed, array_of(item, range(len(parts))))

    def element(self, base: Value, index: Value) -> Value:
        """Return an element of an array, a list or a table."""
        kind = base.kind
        if kind == UNKNOWN or index.kind == UNKNOWN:
            return NOT_KNOWN
        if kind.name not in ("array", "list"):
            raise refuse(self.part, f"a {kind} has no elements with an index")
        item, members = kind.item or UNKNOWN, base.members
        domain = kind.domain
        if domain is None:
            raise refuse(self.part, "this list has no fixed length, and so no index")
        position = self.position(domain, index)
        if base.constant is not MISSING and isinstance(position, ast.Constant):
            return self.compiler.constant(base.constant[position.value])
        bounded = item == NUMBER and all_small(members)
        inner = None if item.item else members
        return Value(ast.Subscript(base.node, position, ast.Load()), item, inner, bounded)

    def position(self, domain: Any, index: Value) -> ast.expr:
        """Return the position of an index in a domain."""
        if index.constant is not MISSING:
            if index.constant not in domain:
                words = functions.text(index.constant)
                ends = f"{functions.text(domain[0])} to {functions.text(domain[-1])}"
                raise refuse(self.part, f"index {words} is not from {ends}")
            return ast.Constant(list(domain).index(index.constant))
        plain = isinstance(domain, range) and domain.start == 0
        if plain and within(index.members, domain):
            return index.node
        return call(self.compiler.position(domain), index.node)

    def called(self, node: ast.Call, scope: Scope) -> Value:
        assert isinstance(node.func, ast.Name)
        function = node.func.id
        found = self.compiler.definitions.get(function)
        if found:
            if len(found.parameters) != len(node.args):
                raise refuse(
                    self.part,
                    f"{function} has {len(found.parameters)} arguments, not {len(node.args)}",
                )
            values = [self.value(one, scope) for one in node.args]
            return self.defined(found, values, scope)
        if function not in self.compiler.functions:
            known = known_are(function, [*self.compiler.functions, *self.compiler.definitions])
            raise refuse(self.part, f"{function!r} is not a function; {known}")
        return self.compiler.functions[function](self, node, scope)

    def defined(self, found: Definition, values: Sequence[Value], scope: Scope) -> Value:
        """Return the value of a definition, whose names are not those of the loops around it."""
        outer = {one: value for one, value in scope.items() if one in self.compiler.outer}
        return self.value(found.body, outer | dict(zip(found.parameters, values, strict=True)))

    def loops(
        self, generators: list[ast.comprehension], scope: Scope
    ) -> tuple[list[ast.comprehension], Scope]:
        """Return compiled loops, and the scope with their names."""
        made = []
        for one in generators:
            self.refuse_known(one, scope)
            variable, iterable, scope = self.loop(one, scope)
            conditions = [self.truth(test, scope).node for test in one.ifs]
            target = ast.Name(variable, ast.Store())
            made.append(ast.comprehension(target, call("loop", iterable.node), conditions, 0))
        return made, scope

    def loop(self, one: ast.comprehension, scope: Scope) -> tuple[str, Value, Scope]:
        """Return the variable of a loop, its collection, and the scope with its name."""
        iterable = self.collection(one.iter, scope)
        assert isinstance(one.target, ast.Name)
        variable, members = self.compiler.fresh("x"), iterable.members
        item = iterable.kind.item or UNKNOWN
        bounded = item == NUMBER and (iterable.small or all_small(members))
        value = Value(name(variable), item, None if item.item else members, bounded)
        return variable, iterable, {**scope, one.target.id: value}

    def refuse_known(self, one: ast.comprehension, scope: Scope) -> None:
        """Refuse a loop whose name is that of something else."""
        assert isinstance(one.target, ast.Name)
        identifier = one.target.id
        if identifier in scope or identifier in self.compiler.words:
            raise refuse(self.part, f"{identifier!r} is already the name of something else")

    def comprehension(self, node: ast.SetComp | ast.ListComp, scope: Scope) -> Value:
        loops, inner = self.loops(node.generators, scope)
        value = self.value(node.elt, inner)
        made = ast.GeneratorExp(value.node, loops)
        if isinstance(node, ast.SetComp):
            return Value(call("frozenset", made), set_of(value.kind), value.members)
        return Value(call("tuple", made), list_of(value.kind), value.members)
