"""The names of a rules file: constants, variables with their types and first values, and
definitions.
"""

import ast
import re
from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from ....schemas.parts.documents import Data, Findings
from ....schemas.parts.exact import read_exact
from ....schemas.parts.near import known_are
from ....schemas.parts.problems import InputError, Place, Problem, shown
from .compiling import (
    NOT_KNOWN,
    Compiler,
    Definition,
    Scope,
    Value,
    call,
    name,
)
from .document import Document, Part
from .expressions import (
    check_name,
    check_number,
    check_text,
    is_identifier,
    parse_expression,
    refuse,
)
from .functions import in_order, text
from .kinds import (
    NUMBER,
    TRUTH,
    ValueKind,
    all_small,
    array_of,
    fits,
    kind_of,
    set_of,
)

MOST_ELEMENTS = 1_000
"""Maximum number of elements of an array."""
MOST_VARIABLES = 60


class Domain(NamedTuple):
    """The values of a variable."""

    kind: ValueKind
    members: Sequence[Any]
    """Its values, or those of its elements."""
    inner: "Domain | None" = None
    """The domain of the elements of an array."""
    size: int | None = None
    """The number of elements of each value if these are sets; None for any number."""

    def first(self) -> Any:
        """Return the value of a variable without a first value of its own."""
        if self.inner:
            return (self.inner.first(),) * len(self.kind.domain or ())
        if self.kind.name == "set":
            return frozenset(islice(self.members, self.size or 0))
        return self.members[0]

    def elements(self) -> int:
        """Return the number of elements of each value; 1 if it is not an array."""
        return len(self.kind.domain or ()) * self.inner.elements() if self.inner else 1

    def read(self, value: Any) -> Any:
        """Return a first value as written: a list for a set, or one value for a whole array."""
        if self.inner:
            size = len(self.kind.domain or ())
            if isinstance(value, tuple) and len(value) == size:
                elements = tuple(map(self.inner.read, value))
                if self.holds(elements):
                    return elements
            return (self.inner.read(value),) * size
        listed = self.kind.name == "set" and isinstance(value, (tuple, range))
        return frozenset(value) if listed else value

    def holds(self, value: Any) -> bool:
        """Return whether a value of the right kind is in the domain."""
        if self.inner:
            whole = isinstance(value, tuple) and len(value) == len(self.kind.domain or ())
            return whole and all(map(self.inner.holds, value))
        if self.kind.name == "set":
            size = self.size is None or len(value) == self.size
            return isinstance(value, frozenset) and size and value.issubset(self.members)
        return value in self.members

    def test(self, compiler: Compiler, node: ast.expr) -> ast.expr:
        """Return the code of `holds`."""
        if self.inner and (self.inner.inner or self.inner.kind.name == "set"):
            return call(compiler.hold(self.holds), node)
        if self.inner or self.kind.name == "set":
            inside = call(compiler.hold(frozenset(self.members).issuperset), node)
            length = len(self.kind.domain or ()) if self.inner else self.size
            if length is None:
                return inside
            same = ast.Compare(call("len", node), [ast.Eq()], [ast.Constant(length)])
            return ast.BoolOp(ast.And(), [inside, same])
        held = self.members if isinstance(self.members, range) else frozenset(self.members)
        return ast.Compare(node, [ast.In()], [name(compiler.hold(held))])

    def words(self) -> str:
        """Return the domain in words."""
        ends = f"{text(self.members[0])} to {text(self.members[-1])}" if self.members else "nothing"
        if isinstance(self.members, range):
            listed = ends
        else:
            listed = ", ".join(map(text, self.members[:8])) + ", ..." * (len(self.members) > 8)
        if self.inner:
            return f"{len(self.kind.domain or ())} values of {listed}"
        if self.kind.name == "set":
            return f"a set of {'' if self.size is None else f'{self.size} of '}{listed}"
        return listed if isinstance(self.members, range) else f"one of {listed}"


class Variable(NamedTuple):
    """A variable of the state."""

    name: str
    domain: Domain
    initial: Any
    of_round: bool = False
    """Whether it has its first value again after every round."""

    def value(self, node: ast.expr) -> Value:
        """Return the variable as a compiled expression."""
        kind, members = self.domain.kind, self.domain.members
        return Value(node, kind, members, kind == NUMBER and all_small(members))


class Names:
    """Reads the declarations of a file, and adds their problems to `findings`."""

    def __init__(
        self,
        findings: Findings,
        compiler: Compiler,
        document: Document,
        nodes: Sequence[str],
        overrides: Mapping[str, str],
    ) -> None:
        self.findings, self.compiler = findings, compiler
        self.taken: dict[str, str] = {}
        self.scope: dict[str, Value] = {"players": compiler.constant(document.players)}
        if nodes:
            self.scope["nodes"] = compiler.constant(tuple(nodes))
        compiler.words |= set(document.players)
        for _, part in (*document.state, *document.round):
            compiler.words |= set(filter(is_identifier, _alternatives(part.text)))
        self.constants(document.let, overrides)
        self.variables = tuple(self._variables(document))

    def _take(self, identifier: str, place: Place, words: str) -> bool:
        """Return whether a name is free for a constant, variable or definition."""
        if not is_identifier(identifier) or identifier in ("me", "other", "chance", "both"):
            self.findings.add(place, f"{shown(identifier)} cannot be the name of a {words}")
        elif words == "definition" and identifier in self.compiler.functions:
            self.findings.add(place, f"{identifier!r} is a function already")
        elif identifier in self.taken:
            self.findings.add(place, f"{identifier!r} is already a {self.taken[identifier]}")
        elif identifier in self.scope:
            self.findings.add(place, f"{identifier!r} is already known here")
        elif identifier in self.compiler.words:
            self.findings.add(place, f"{identifier!r} is already the name of a value or a player")
        else:
            self.taken[identifier] = words
            return True
        return False

    def constants(self, let: Mapping[str, Data], overrides: Mapping[str, str]) -> None:
        """Evaluate the constants, those in `overrides` with the value there."""
        for identifier in overrides:
            if identifier not in let:
                known = known_are(identifier, let) if let else "the file has none"
                raise InputError([Problem(f"{shown(identifier)} is not defined in `let`; {known}")])
            if isinstance(let[identifier], (list, dict)):
                words = "is not a single value; an entry can be given as a constant of its own"
                raise InputError([Problem(f"{identifier!r} {words}", ("let", identifier))])
        for identifier, data in let.items():
            place = ("let", identifier)
            free = self._take(identifier, place, "constant")
            try:
                value = self._constant(overrides.get(identifier, data), place)
            except InputError as error:
                given = f"--let {identifier}={overrides.get(identifier)}: " * (
                    identifier in overrides
                )
                self.findings.problems += [
                    one._replace(message=given + one.message) for one in error.problems
                ]
                value = NOT_KNOWN
            if free:
                self.scope[identifier] = value

    def _constant(self, data: Data, place: Place) -> Value:
        if isinstance(data, dict):
            keys = [_key(Part(key, (*place, key))) for key in data]
            values = [self._constant(one, (*place, key)) for key, one in data.items()]
            plain = tuple(one.constant for one in values)
            return self.compiler.constant(plain, array_of(_item(plain), tuple(keys)))
        if isinstance(data, list):
            listed = tuple(
                self._constant(one, (*place, at)).constant for at, one in enumerate(data)
            )
            return self.compiler.constant(listed)
        return self.evaluated(Part(self.findings.text(data, place), place))

    def evaluated(self, part: Part, wanted: ValueKind | None = None) -> Value:
        """Return the value of an expression of constants."""
        value = self.compiler.compile(part, self.scope, wanted)
        constant = self.compiler.evaluate(part, value)
        if fits(value.kind, NUMBER) and kind_of(constant) == NUMBER:
            check_number(part, constant)
        kind = value.kind if value.kind.domain is not None else None
        return self.compiler.constant(constant, kind)

    def _variables(self, document: Document) -> list[Variable]:
        variables = []
        for of_round, parts in ((False, document.state), (True, document.round)):
            for identifier, part in parts:
                free = self._take(identifier, part.place, "variable")
                try:
                    variable = self._variable(identifier, part)
                except InputError as error:
                    self.findings.problems += error.problems
                    self.scope.setdefault(identifier, NOT_KNOWN)
                    continue
                if free:
                    variables.append(variable._replace(of_round=of_round))
        if len(variables) > MOST_VARIABLES:
            self.findings.add(("state",), f"more than {MOST_VARIABLES} variables")
        return variables

    def _variable(self, identifier: str, part: Part) -> Variable:
        spelled, *first = _EQUALS.split(part.text, maxsplit=1)
        domain = self._domain(Part(spelled, part.place))
        if not first:
            return Variable(identifier, domain, domain.first())
        given = self.evaluated(Part(first[0], part.place)).constant
        initial = domain.read(given)
        if not fits(kind_of(initial), domain.kind) or not domain.holds(initial):
            raise refuse(part, f"the first value {text(given)} is not {domain.words()}")
        return Variable(identifier, domain, initial)

    def _domain(self, part: Part) -> Domain:
        """Return the domain in the text of a type."""
        spelled = part.text.strip()
        if spelled.startswith("(") and spelled.endswith(")"):
            return self._domain(Part(spelled[1:-1], part.place))
        if spelled == "bool":
            return Domain(TRUTH, (False, True))
        if spelled == "node" and "nodes" not in self.scope:
            raise refuse(part, "a node needs a network or a grid")
        if spelled == "node":
            spelled = "nodes"
        if match := _ARRAY.fullmatch(spelled):
            return self._array(part, match[1], match[2])
        if match := _SUBSET.fullmatch(spelled):
            members = self._domain(Part(match[2], part.place)).members
            size = None
            if match[1] != "set":
                size = self.evaluated(Part(match[1], part.place), NUMBER).constant
                if not isinstance(size, int) or not 0 <= size <= len(members):
                    raise refuse(part, f"{text(size)} of {len(members)} elements do not exist")
            return Domain(set_of(_item(members)), members, None, size)
        if "|" in spelled:
            keys = tuple(_key(Part(one, part.place)) for one in _alternatives(spelled))
            return Domain(_item(keys), keys)
        members = self._members(Part(spelled, part.place))
        return Domain(_item(members), members)

    def _members(self, part: Part) -> Sequence[Any]:
        value = self.evaluated(part)
        if value.kind.item is None:
            words = "bool, 0..9, red | blue, node, set of 1..9, 2 of nodes or 9 x bool"
            raise refuse(part, f"{shown(part.text)} is not a type; write, for example, {words}")
        found = value.constant
        members = in_order(found) if isinstance(found, frozenset) else found
        if not members:
            raise refuse(part, "the type has no values")
        return members

    def _array(self, part: Part, size: str, inner: str) -> Domain:
        indexes = self.evaluated(Part(size, part.place)).constant
        if isinstance(indexes, int):
            indexes = range(indexes)
        if not isinstance(indexes, Collection) or isinstance(indexes, str):
            raise refuse(part, f"{shown(size)} is neither a number nor a list of indexes")
        if not indexes:
            raise refuse(part, "an array has at least one element")
        one = self._domain(Part(inner, part.place))
        if len(indexes) * one.elements() > MOST_ELEMENTS:
            raise refuse(part, f"an array has from 1 to {MOST_ELEMENTS:,} elements")
        domain: Sequence[Any] = (
            in_order(indexes) if isinstance(indexes, frozenset) else indexes  # type: ignore[assignment]
        )
        return Domain(array_of(one.kind, domain), one.members, one)

    def define(self, parts: Sequence[tuple[str, Part]]) -> None:
        """Add the definitions; each may use those before it."""
        variables = {one.name: one.value(name("v")) for one in self.variables}
        scope = {**self.scope, **variables, **dict.fromkeys(("me", "other", "turn"), NOT_KNOWN)}
        self.compiler.outer = frozenset(scope)
        rest = {_DEFINITION.sub("", head).strip() for head, _ in parts}
        for head, part in parts:
            match = _HEAD.fullmatch(head)
            identifier = match[1] if match else head
            if not self._take(identifier, part.place, "definition"):
                continue
            listed = (match[2] or "").strip() if match else ""
            parameters = tuple(one.strip() for one in listed.split(",")) if listed else ()
            try:
                self._define(identifier, parameters, part, rest, scope)
            except InputError as error:
                self.findings.problems += error.problems
            rest.discard(identifier)

    def _define(
        self, identifier: str, parameters: tuple[str, ...], part: Part, rest: set[str], scope: Scope
    ) -> None:
        for one in parameters:
            if not is_identifier(one) or one in scope or parameters.count(one) > 1:
                raise refuse(part, f"{shown(one)} cannot be the name of a parameter")
        body = parse_expression(part)
        for node in ast.walk(body):
            if isinstance(node, ast.Name) and node.id in rest and node.id not in parameters:
                raise refuse(part, f"{node.id!r} is not defined before {identifier!r}")
        self.compiler.definitions[identifier] = Definition(parameters, body)
        self.compiler.compile(part, {**scope, **dict.fromkeys(parameters, NOT_KNOWN)})


_EQUALS = re.compile(r"(?<![=<>!])=(?!=)")
_ARRAY = re.compile(r"([^|]+?)\s+x\s+([^|\s].*)")
_SUBSET = re.compile(r"(set|[^|\s]+)\s+of\s+(.+)")
_DEFINITION = re.compile(r"\(.*")
_HEAD = re.compile(r"\s*([^\W\d]\w*)\s*(?:\(([^()]*)\))?\s*")


def _alternatives(spelled: str) -> list[str]:
    """Return the names in a type such as `9 x (empty | x | o) = empty`."""
    bare = _EQUALS.split(spelled, maxsplit=1)[0]
    if "|" not in bare:
        return []
    inner = bare[bare.rfind("(") + 1 :].split(")")[0] if "(" in bare else bare
    return [one.strip().removeprefix("set of ").strip() for one in inner.split("|")]


def _key(part: Part) -> Any:
    """Return the number or the text in the name of a value."""
    spelled = part.text.strip()
    number = read_exact(spelled)
    if number is not None:
        return check_number(part, number)
    plain = spelled[1:-1] if spelled[:1] in "'\"" and spelled[-1:] == spelled[:1] else spelled
    check_text(part, plain)
    if plain == spelled and not is_identifier(plain):
        raise refuse(part, f"{shown(plain)} is not a name; another text has quotes")
    check_name(part, plain or "x")
    return plain


def _item(values: Sequence[Any]) -> ValueKind:
    item = kind_of(tuple(values)).item
    assert item is not None
    return item
