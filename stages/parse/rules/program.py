"""Generate Python functions from the rules: the moves of a state, chance, payoffs, observations.

A state is a tuple: 0 where a player moves, or the number of a chance step, and then the values of
all variables. An edge is a tuple: label, next state, weight, reward, and what each player sees.
"""

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ....schemas.parts.documents import Findings
from ....schemas.parts.labels import one_line
from ....schemas.parts.problems import InputError, Place, shown
from .compiling import (
    NOT_KNOWN,
    Compiler,
    Expression,
    Scope,
    Value,
    call,
    name,
)
from .document import MOVER, OTHER, Document, Part, Step
from .expressions import is_identifier, parse_expression, parse_loops, refuse
from .functions import FAILURES, failure, text
from .kinds import NUMBER, TEXT, TRUTH, ValueKind
from .variables import Variable

BOTH = 3
"""The mover of a state where both players move at once."""
MOST_LOOPS = 8
"""Loops in each other: Python nests at most 20 blocks."""
Statements = list[ast.stmt]
Body = Callable[[dict[str, Value], list[str]], Statements]


class Failure(Exception):
    """An expression has no value, or a wrong one, in a state."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(message)
        self.place, self.message = place, message


class Target(NamedTuple):
    """The variable, or the element of an array, that a move changes."""

    slot: int
    position: ast.expr | None
    part: Part


def assign(target: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(target, ast.Store())], value)


def unpack(names: Sequence[str], value: ast.expr) -> ast.stmt:
    return ast.Assign(
        [ast.Tuple([ast.Name(one, ast.Store()) for one in names], ast.Store())], value
    )


def tuple_of(nodes: Sequence[ast.expr]) -> ast.expr:
    return ast.Tuple(list(nodes), ast.Load())


def append(target: str, *items: ast.expr) -> ast.stmt:
    return ast.Expr(
        ast.Call(ast.Attribute(name(target), "append", ast.Load()), [tuple_of(items)], [])
    )


class Generator:
    """Writes the functions of one file. Its problems are added to `findings`."""

    def __init__(
        self,
        findings: Findings,
        compiler: Compiler,
        document: Document,
        scope: Scope,
        variables: Sequence[Variable],
        careful: bool = False,
    ) -> None:
        """With `careful`, the code reports the place of an expression that fails; it is slower."""
        self.findings, self.compiler, self.document = findings, compiler, document
        self.variables, self.careful = variables, careful
        self.slots = {one.name: at for at, one in enumerate(variables)}
        self.locals = [f"v{at}" for at in range(len(variables))]
        self.turn_slot = len(variables) if document.turns else None
        if document.turns:
            self.locals.append(f"v{len(variables)}")
        self.constants = dict(scope)
        self.functions: dict[str, tuple[list[str], Statements]] = {}
        compiler.globals |= {"attempt": _attempt, "assured": self._assured}

    def scope(self, **more: Value) -> dict[str, Value]:
        """Return the scope of an expression in a state."""
        there = dict(self.constants)
        for one, local in zip(self.variables, self.locals, strict=False):
            there[one.name] = one.value(name(local))
        if self.turn_slot is not None:
            mover = self.compiler.constant(self.document.turns)
            node = ast.Subscript(mover.node, name(self.locals[self.turn_slot]), ast.Load())
            there["turn"] = Value(node, TEXT, self.document.players)
        return there | more

    def expression(self, part: Part, scope: Scope, wanted: ValueKind | None = None) -> Value:
        """Return a compiled expression; one that fits everywhere if it has problems."""
        try:
            value = self.compiler.compile(part, scope, wanted)
        except InputError as error:
            self._add(error)
            return NOT_KNOWN
        return value._replace(node=self.guard(part, value.node))

    def guard(self, part: Part, node: ast.expr) -> ast.expr:
        if not self.careful or isinstance(node, (ast.Constant, ast.Name)):
            return node
        empty = ast.arguments([], [], None, [], [], None, [])
        return call("attempt", name(self.compiler.hold(part.place)), ast.Lambda(empty, node))

    def _add(self, error: InputError) -> None:
        self.findings.problems += [
            one for one in error.problems if one not in self.findings.problems
        ]

    def nest(self, step: Step, scope: dict[str, Value], body: Body) -> Statements:
        """Return the loops and conditions of a step around its body."""
        frames: list[ast.stmt] = []
        drawn = list(self.locals)
        try:
            for part in step.loops:
                for loop in parse_loops(part):
                    scope = self._loop(part, loop, scope, frames, drawn, step.draws)
        except InputError as error:
            self._add(error)
            return []
        if len([one for one in frames if isinstance(one, ast.For)]) > MOST_LOOPS:
            self.findings.add(step.place, f"more than {MOST_LOOPS} loops in one move")
            return []
        if step.condition and not step.is_chance:
            frames.append(ast.If(self.expression(step.condition, scope, TRUTH).node, [], []))
        inner: Statements = []
        for identifier, part in step.where:
            self._refuse_known(identifier, scope, part)
            value, local = self.expression(part, scope), self.compiler.fresh("w")
            inner.append(assign(local, value.node))
            scope = {**scope, identifier: value._replace(node=name(local))}
        inner += body(scope, drawn)
        for frame in reversed(frames):
            assert isinstance(frame, (ast.For, ast.If))
            frame.body = inner
            inner = [frame]
        return inner

    def _loop(
        self,
        part: Part,
        loop: ast.comprehension,
        scope: dict[str, Value],
        frames: list[ast.stmt],
        drawn: list[str],
        draws: bool,
    ) -> dict[str, Value]:
        """Add a loop and its conditions to the frames; return the scope with its name. A variable
        of the state that is drawn gets its name in `drawn`.
        """
        assert isinstance(loop.target, ast.Name)
        identifier = loop.target.id
        slot = self.slots.get(identifier) if draws else None
        if slot is None:
            self._refuse_known(identifier, scope, part)
        expression = Expression(self.compiler, part)
        variable, iterable, inner = expression.loop(loop, scope)
        if slot is not None:
            expression.expect(inner[identifier], self.variables[slot].domain.kind)
            drawn[slot] = variable
        values = self.guard(part, call("loop", iterable.node))
        frames.append(ast.For(ast.Name(variable, ast.Store()), values, [], []))
        if slot is not None and self.careful:
            held = self.assured(slot, part, name(variable))
            frames.append(ast.If(ast.Compare(held, [ast.Eq()], [name(variable)]), [], []))
        for test in loop.ifs:
            node = expression.truth(test, inner).node
            frames.append(ast.If(self.guard(part, node), [], []))
        return dict(inner)

    def _refuse_known(self, identifier: str, scope: Scope, part: Part) -> None:
        known = identifier in scope or identifier in self.compiler.words
        if known or identifier in self.compiler.definitions or not is_identifier(identifier):
            self.findings.add(
                part.place, f"{shown(identifier)} is already the name of something else"
            )

    def targets(self, step: Step, scope: Scope) -> list[tuple[Target, Value]]:
        """Return the targets of a step with their new values."""
        changes = []
        for target, part in step.do:
            try:
                changed = self._target(target, scope)
            except InputError as error:
                self._add(error)
                continue
            kind = self.variables[changed.slot].domain.kind
            wanted = kind.item if changed.position is not None else kind
            changes.append((changed._replace(part=part), self.expression(part, scope, wanted)))
        slots = [(one.slot, one.position is None) for one, _ in changes]
        for slot, whole in set(slots):
            if whole and [one for one, _ in slots].count(slot) > 1:
                self.findings.add(step.place, f"{self.variables[slot].name!r} is changed twice")
        return changes

    def _target(self, part: Part, scope: Scope) -> Target:
        tree = parse_expression(part)
        base = tree.value if isinstance(tree, ast.Subscript) else tree
        if not isinstance(base, ast.Name) or base.id not in self.slots:
            names = ", ".join(self.slots)
            raise refuse(part, f"{shown(part.text)} is not a variable; the variables are {names}")
        slot = self.slots[base.id]
        if not isinstance(tree, ast.Subscript):
            return Target(slot, None, part)
        domain = self.variables[slot].domain.kind.domain
        if domain is None:
            raise refuse(part, f"{base.id!r} is not an array")
        expression = Expression(self.compiler, part)
        index = expression.position(domain, expression.value(tree.slice, scope))
        return Target(slot, self.guard(part, index), part)

    def effects(
        self, step: Step, scope: Scope, current: Sequence[str]
    ) -> tuple[Statements, list[str]]:
        """Return the statements that compute new values, and the names of all values after them."""
        changes = self.targets(step, scope)
        statements, names = [], []
        for _, value in changes:
            names.append(self.compiler.fresh("n"))
            statements.append(assign(names[-1], value.node))
        after = list(current)
        for (target, _), new in zip(changes, names, strict=True):
            node = name(new)
            if target.position is not None:
                node = call("put", name(after[target.slot]), target.position, node)
            if self.careful:
                node = self.assured(target.slot, target.part, node)
            after[target.slot] = self.compiler.fresh("n")
            statements.append(assign(after[target.slot], node))
        return statements, after

    def assured(self, slot: int, part: Part, node: ast.expr) -> ast.expr:
        """Return the code of `_assured` for a value."""
        place = name(self.compiler.hold(part.place))
        return call("assured", ast.Constant(slot), place, node)

    def _assured(self, slot: int, place: Place, value: Any) -> Any:
        """Return a value; raise Failure if the variable of a slot cannot have it."""
        one = self.variables[slot]
        if not one.domain.holds(value):
            said = f"{one.name} would be {text(value)}, which is not {one.domain.words()}"
            raise Failure(place, said)
        return value

    def pays(self, step: Step, scope: Scope) -> ast.expr | None:
        return self.expression(step.pays, scope, NUMBER).node if step.pays else None

    def observations(
        self, step: Step, scope: Scope, label: ast.expr | None, mover: int | None
    ) -> list[ast.expr]:
        """Return what each player sees of a step; by default, its label if it is not theirs and the
        file does not settle what the player sees.
        """
        seen: list[ast.expr] = [ast.Constant(None), ast.Constant(None)]
        if step.sees is None:
            viewers = {name for name, _ in self.document.sees}
            for player, one in enumerate(self.document.players):
                if label is not None and player != mover and one not in viewers:
                    seen[player] = label
            return seen
        for one, parts in step.sees:
            if one in (MOVER, OTHER):
                assert mover is not None
                player = mover if one == MOVER else 1 - mover
            elif one in self.document.players:
                player = self.document.players.index(one)
            else:
                continue
            seen[player] = self.observed(parts, scope)
        return seen

    def observed(self, parts: Sequence[Part], scope: Scope) -> ast.expr:
        """Return the code of the text of an observation."""
        values = [self.expression(part, scope) for part in parts]
        return call("observed", tuple_of([one.node for one in values]))

    def label(self, part: Part, scope: Scope) -> ast.expr:
        try:
            if one_line(part.text) != part.text or not part.text.strip():
                raise refuse(part, "a label needs text without control characters")
            return self.guard(part, self.compiler.template(part, part.text, scope).node)
        except InputError as error:
            self._add(error)
            return ast.Constant("")

    def compiled(self) -> Mapping[str, Callable[..., Any]]:
        """Return the functions by name."""
        body: list[ast.stmt] = []
        for function, (parameters, statements) in self.functions.items():
            arguments = ast.arguments(
                [], [ast.arg(one) for one in parameters], None, [], [], None, []
            )
            body.append(ast.FunctionDef(function, arguments, statements or [ast.Pass()], [], None))
        tree = ast.fix_missing_locations(ast.Module(body, []))
        # The code is generated from checked trees and contains only names of ours.
        space: dict[str, Any] = {"__builtins__": {}, **self.compiler.globals}
        exec(compile(tree, "<rules>", "exec"), space)
        return {function: space[function] for function in self.functions}


def _attempt(place: Place, work: Callable[[], Any]) -> Any:
    try:
        return work()
    except Failure:
        raise
    except FAILURES as error:
        raise Failure(place, failure(error)) from None
