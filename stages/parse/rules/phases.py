"""The functions of a game: a player's moves, moves at once, chance, the steps after a move, and
what a state is.
"""

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ....schemas.parts.documents import Findings
from .compiling import Compiler, Scope, Value, call, name
from .document import MOVER, OTHER, Document, Part, Step
from .functions import Budget, text
from .kinds import NUMBER, TEXT, TRUTH, ValueKind
from .program import (
    BOTH,
    Body,
    Failure,
    Generator,
    Statements,
    append,
    assign,
    tuple_of,
    unpack,
)
from .variables import Variable

State = tuple[Any, ...]
Edge = tuple[str, State, Any, Any, str | None, str | None]
Functions = Mapping[str, Callable[..., Any]]


class CompiledRules(NamedTuple):
    """A compiled file."""

    document: Document
    variables: tuple[Variable, ...]
    functions: Functions
    careful: Functions
    """The same functions, which raise Failure with the place of an expression that has no value."""
    chance: Mapping[int, Step]
    """The chance steps by the first number of their states."""
    budget: Budget
    """Counts the iterations of loops."""
    conflict: str
    """Why no state can have two moves at once; empty if one can."""
    initial: tuple[Any, ...]
    """The first values of all variables."""

    def words(self, state: State) -> str:
        """Return a state in words, such as `e = n3, t = 2`."""
        values = zip(self.variables, state[1:], strict=False)
        parts = [f"{one.name} = {text(value)}" for one, value in values if not one.of_round]
        if self.document.turns:
            parts.append(f"turn = {self.document.turns[state[-1]]}")
        return ", ".join(parts)


def generate(
    findings: Findings,
    compiler: Compiler,
    document: Document,
    scope: Scope,
    variables: tuple[Variable, ...],
) -> CompiledRules:
    """Return the program of a file. Raise InputError with all problems of its expressions."""
    made = []
    for careful in (True, False):
        phases = _Phases(Generator(findings, compiler, document, scope, variables, careful))
        phases.write()
        # A move is compiled several times: alone, and at once with one of the other player.
        findings.problems = list(dict.fromkeys(findings.problems))
        findings.stop()
        made.append(phases.code.compiled())
    careful_functions, functions = made
    turn = (0,) if document.turns else ()
    return CompiledRules(
        document,
        variables,
        functions,
        careful_functions,
        phases.chance,
        compiler.budget,
        phases.conflict,
        (*(one.initial for one in variables), *turn),
    )


class _Phases:
    """Writes all functions of one file."""

    def __init__(self, code: Generator) -> None:
        self.code, self.document = code, code.document
        self.chance: dict[int, Step] = {}
        self.conflict = ""
        self.unpacked = unpack(["_", *code.locals], name("s"))
        """States have a variable at least."""

    def write(self) -> None:
        for sequence in ("start", "then"):
            self.sequence(sequence, getattr(self.document, sequence))
        for player, steps in enumerate(self.document.moves):
            self.alone(player, steps)
        if not self.document.turns:
            self.at_once()
        self.look()
        self.valid()

    def function(self, label: str, parameters: list[str], statements: Statements) -> None:
        self.code.functions[label] = (parameters, statements)

    def sequence(self, kind: str, steps: Sequence[Step]) -> None:
        """Write the functions `KIND_N` that go on with step N, and those of the chance steps."""
        numbers = {}
        for at, step in enumerate(steps):
            if step.is_chance:
                numbers[at] = len(self.chance) + 1
                self.chance[numbers[at]] = step
        for at in sorted({0, *(one + 1 for one in numbers)}):
            self.steps_from(kind, at, steps, numbers)
        for at, number in numbers.items():
            self.chance_step(number, steps[at], f"{kind}_{at + 1}")

    def steps_from(
        self, kind: str, first: int, steps: Sequence[Step], numbers: Mapping[int, int]
    ) -> None:
        code = self.code
        body = [assign("r", ast.Constant(0)), assign("a", ast.Constant(None))]
        body.append(assign("b", ast.Constant(None)))
        for at in range(first, len(steps)):
            step = steps[at]
            if at in numbers:
                state = tuple_of([ast.Constant(numbers[at]), *self.needed(steps[at:], kind)])
                leave: ast.stmt = ast.Return(tuple_of([state, *map(name, "rab")]))
                if step.condition:
                    test = code.expression(step.condition, code.scope(), TRUTH).node
                    leave = ast.If(test, [leave], [])
                body.append(leave)
            else:
                body += self.plain_step(step, kind)
        last = kind == "then"
        values = self.at_the_end(code.locals) if last else list(map(name, code.locals))
        state = tuple_of([ast.Constant(0), *values])
        body.append(ast.Return(tuple_of([state, *map(name, "rab")])))
        self.function(f"{kind}_{first}", list(code.locals), body)

    def needed(self, steps: Sequence[Step], kind: str) -> list[ast.expr]:
        """Return the values of all variables before some steps. After a move, those of the round
        that these steps do not mention have their first value already, so that fewer states differ.
        """
        mentioned = repr((steps, self.document.define))
        values: list[ast.expr] = []
        for at, local in enumerate(self.code.locals):
            one = self.code.variables[at] if at < len(self.code.variables) else None
            if (
                kind == "then"
                and one
                and one.of_round
                and not re.search(rf"\b{one.name}\b", mentioned)
            ):
                values.append(self.code.compiler.constant(one.initial).node)
            else:
                values.append(name(local))
        return values

    def plain_step(self, step: Step, kind: str) -> Statements:
        """Return the statements of a step without chance."""
        code = self.code
        if kind == "start" and step.pays:
            code.findings.add(step.pays.place, "nothing is paid before the first move or chance")

        def body(scope: dict[str, Value], drawn: list[str]) -> Statements:
            statements, after = code.effects(step, scope, drawn)
            paid = code.pays(step, scope)
            if paid is not None:
                statements.insert(0, assign("r", ast.BinOp(name("r"), ast.Add(), paid)))
            if step.sees is not None:
                for local, seen in zip(
                    "ab", code.observations(step, scope, None, None), strict=True
                ):
                    statements.insert(0, assign(local, call("both", name(local), seen)))
            for local, new in zip(code.locals, after, strict=True):
                if local != new:
                    statements.append(assign(local, name(new)))
            return statements or [ast.Pass()]

        return code.nest(step, code.scope(), body)

    def edge(
        self, follow: str, label: ast.expr, mover: int | None, step: Step, weight: ast.expr
    ) -> Body:
        """Return what writes the body of a move that goes on with the function `follow`."""
        code = self.code

        def body(scope: dict[str, Value], drawn: list[str]) -> Statements:
            labelled = label if step.label is None else code.label(step.label, scope)
            if isinstance(labelled, ast.Name) or step.label is None:
                statements: Statements = []
            else:
                local = code.compiler.fresh("l")
                statements, labelled = [assign(local, labelled)], name(local)
            seen = code.observations(step, scope, labelled, mover)
            paid = code.pays(step, scope) or ast.Constant(0)
            changes, after = code.effects(step, scope, drawn)
            if self.is_last(follow):
                state = tuple_of([ast.Constant(0), *self.at_the_end(after)])
                return [*statements, *changes, append("out", labelled, state, weight, paid, *seen)]
            going = call(follow, *map(name, after))
            joined = [call("both", one, name(local)) for local, one in zip("ab", seen, strict=True)]
            total = ast.BinOp(paid, ast.Add(), name("r"))
            add = append("out", labelled, name("t"), weight, total, *joined)
            return [*statements, *changes, unpack("trab", going), add]

        return body

    def is_last(self, follow: str) -> bool:
        kind, _, at = follow.partition("_")
        return kind == "then" and int(at) == len(self.document.then)

    def at_the_end(self, after: Sequence[str]) -> list[ast.expr]:
        """Return the values after a round."""
        code = self.code
        values: list[ast.expr] = []
        for local, one in zip(after, code.variables, strict=False):
            initial = code.compiler.constant(one.initial).node
            values.append(initial if one.of_round else name(local))
        if code.turn_slot is not None:
            count = ast.Constant(len(self.document.turns))
            turn = ast.BinOp(name(after[-1]), ast.Add(), ast.Constant(1))
            values.append(ast.BinOp(turn, ast.Mod(), count))
        return values

    def listing(self, label: str, inner: Statements) -> None:
        """Write a function that returns the list of the edges of a state."""
        begin: Statements = [self.unpacked, assign("out", ast.List([], ast.Load()))]
        self.function(label, ["s"], [*begin, *inner, ast.Return(name("out"))])

    def alone(self, player: int, steps: Sequence[Step]) -> None:
        """Write the function of the moves of a player that moves alone."""
        inner: Statements = []
        for step in steps:
            body = self.edge("then_0", ast.Constant(""), player, step, ast.Constant(None))
            inner += self.code.nest(step, self.of_player(player), body)
        self.listing(f"moves_{player}", inner)

    def of_player(self, player: int) -> dict[str, Value]:
        """Return the scope of the moves of a player."""
        players, compiler = self.document.players, self.code.compiler
        mover = {MOVER: compiler.constant(players[player])}
        return self.code.scope(**mover, **{OTHER: compiler.constant(players[1 - player])})

    def chance_step(self, number: int, step: Step, follow: str) -> None:
        code, inner = self.code, list[ast.stmt]()
        for part, probability in step.chance:
            label = code.label(part, code.scope())
            named = code.scope(chance=Value(label, TEXT, (part.text,), False, part.text))
            weight = code.expression(probability, named, NUMBER).node
            inner += code.nest(step, named, self.edge(follow, label, None, step, weight))
        if step.draws:

            def body(scope: dict[str, Value], drawn: list[str]) -> Statements:
                weight = code.expression(step.weight, scope, NUMBER) if step.weight else None
                label = call("drawn", tuple_of([scope[one].node for one in names]))
                made = self.edge(
                    follow, label, None, step, weight.node if weight else ast.Constant(1)
                )
                return made(scope, drawn)

            code.compiler.globals["drawn"] = _drawn
            names = [part.text.split()[0] for part in step.loops if part.text.strip()]
            inner = code.nest(step, code.scope(), body)
        self.listing(f"chance_{number}", inner)

    def at_once(self) -> None:
        """Write the functions of a state in which both players move at once: the moves of each, and
        the state after a pair of moves.
        """
        code = self.code
        changed = [self.changed(player) for player in (0, 1)]
        shared = changed[0].keys() & changed[1].keys()
        for slot in shared:
            if changed[0][slot] or changed[1][slot]:
                said = "is changed by both players at once; let each change a variable of its own"
                self.conflict = f"{code.variables[slot].name!r} {said}"
                shared = shared - {slot}
        if self.conflict and not self.document.turn:
            code.findings.add(("moves",), self.conflict)
        for player, steps in enumerate(self.document.moves):
            inner: Statements = []
            for step in steps:
                body = self.half(player, step, sorted(changed[player]), shared)
                inner += code.nest(step, self.of_player(player), body)
            self.listing(f"half_{player}", inner)
        body_of_merge: Statements = [self.unpacked]
        carried = [
            {
                slot: ast.Subscript(name("wu"[player]), ast.Constant(at), ast.Load())
                for at, slot in enumerate(sorted(changed[player]))
            }
            for player in (0, 1)
        ]
        for slot, value in (carried[0] | carried[1]).items():
            new: ast.expr = value
            if slot in shared:
                both = (carried[0][slot], carried[1][slot])
                new = call("put_both", name(code.locals[slot]), *both)
            body_of_merge.append(assign(code.locals[slot], new))
        body_of_merge.append(ast.Return(call("then_0", *map(name, code.locals))))
        self.function("merge", ["s", "w", "u"], body_of_merge)

    def changed(self, player: int) -> dict[int, bool]:
        """Return the slots that a player's moves change, and whether they change all of them."""
        found: dict[int, bool] = {}
        for step in self.document.moves[player]:
            for target, _ in step.do:
                head, bracket, _ = target.text.partition("[")
                slot = self.code.slots.get(head.strip())
                if slot is not None:
                    found[slot] = found.get(slot, False) or not bracket
        return found

    def half(
        self, player: int, step: Step, slots: list[int], shared: Sequence[int] | set[int]
    ) -> Body:
        """Return what writes the body of one of two moves at once."""
        code = self.code

        def body(scope: dict[str, Value], drawn: list[str]) -> Statements:
            assert step.label
            local = code.compiler.fresh("l")
            statements: Statements = [assign(local, code.label(step.label, scope))]
            seen = code.observations(step, scope, name(local), player)
            paid = code.pays(step, scope) or ast.Constant(0)
            changes, after = code.effects(step, scope, drawn)
            targets = code.targets(step, scope)
            carried: list[ast.expr] = []
            for slot in slots:
                value: ast.expr = name(after[slot])
                if slot in shared:
                    pairs = [
                        tuple_of([one.position, ast.Subscript(value, one.position, ast.Load())])
                        for one, _ in targets
                        if one.slot == slot and one.position is not None
                    ]
                    value = tuple_of(pairs)
                carried.append(value)
            add = append("out", name(local), tuple_of(carried), paid, *seen)
            return [*statements, *changes, add]

        return body

    def look(self) -> None:
        """Write the function that returns who moves in a state, the payoff at an end, and what each
        player sees before its move.
        """
        code, body = self.code, [self.unpacked]
        nothing: list[ast.expr] = [ast.Constant(None), ast.Constant(None)]
        for end in self.document.ends:
            test = self.between_rounds("ends", end.condition, TRUTH).node
            payoff = self.between_rounds("ends", end.pays, NUMBER).node
            over = ast.Return(tuple_of([ast.Constant(0), payoff, *nothing]))
            body.append(ast.If(test, [over], []))
        body.append(assign("who", self.mover()))
        views = dict(self.document.sees)
        seen = []
        for player, one in enumerate(self.document.players):
            parts: Sequence[Part] = views.get(one, ())
            for part in parts:
                self.between_rounds("sees", part)
            view = code.observed(parts, code.scope()) if parts else ast.Constant(None)
            moves = ast.Compare(name("who"), [ast.NotEq()], [ast.Constant(2 - player)])
            seen.append(ast.IfExp(moves, view, ast.Constant(None)) if parts else view)
        body.append(ast.Return(tuple_of([name("who"), ast.Constant(0), *seen])))
        self.function("look", ["s"], body)

    def between_rounds(self, key: str, part: Part, wanted: ValueKind | None = None) -> Value:
        """Return a compiled expression of a key that is evaluated before each round. A variable of
        the round is refused there, unless `start` may give it another value for the first round.
        """
        value = self.code.expression(part, self.code.scope(), wanted)
        locals_there = {node.id for node in ast.walk(value.node) if isinstance(node, ast.Name)}
        for local, one in zip(self.code.locals, self.code.variables, strict=False):
            is_set = re.search(rf"\b{one.name}\b", repr(self.document.start))
            if one.of_round and local in locals_there and not is_set:
                said = f"`{one.name}` is a variable of `round` and has its first value whenever"
                advice = f"`{key}` is evaluated; use it in `then`, or make it a variable of `state`"
                self.code.findings.add(part.place, f"{said} {advice}")
        return value

    def mover(self) -> ast.expr:
        """Return the code for who moves in a state: 1, 2 or BOTH."""
        code, players = self.code, self.document.players
        if self.document.turns:
            if self.document.turn:
                code.findings.add(("turn",), "a file has either 'turn' or 'turns'")
            numbers = tuple(players.index(one) + 1 for one in self.document.turns if one in players)
            held = name(code.compiler.hold(numbers))
            return ast.Subscript(held, name(code.locals[-1]), ast.Load())
        if not self.document.turn:
            return ast.Constant(BOTH)
        code.compiler.words.add("both")
        turn = self.between_rounds("turn", self.document.turn, TEXT).node
        code.compiler.globals["mover"] = _mover_of(players, self.document.turn)
        return call("mover", turn)

    def valid(self) -> None:
        """Write the function that tells whether all variables have values of their types."""
        code = self.code
        tests = [
            one.domain.test(code.compiler, name(local))
            for one, local in zip(code.variables, code.locals, strict=False)
        ]
        test = ast.BoolOp(ast.And(), tests) if len(tests) > 1 else tests[0]
        self.function("valid", ["s"], [self.unpacked, ast.Return(test)])


def _mover_of(players: tuple[str, str], part: Part) -> Callable[[Any], int]:
    numbers = {players[0]: 1, players[1]: 2, "both": BOTH}

    def mover(value: Any) -> int:
        try:
            return numbers[value]
        except KeyError:
            raise Failure(part.place, f"{text(value)} is not a player, nor both") from None

    return mover


def _drawn(values: Sequence[Any]) -> str:
    return " ".join(map(text, values))
