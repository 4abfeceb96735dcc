"""The kinds of values of expressions, known before any state is."""

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple


class ValueKind(NamedTuple):
    """The kind of a value."""

    name: str
    item: "ValueKind | None" = None
    """The kind of the elements of a collection."""
    domain: Sequence[Any] | None = None
    """The indexes of an array or a table, in order."""

    def __str__(self) -> str:
        return self.name

    @property
    def with_article(self) -> str:
        return f"{'an' if self.name[0] in 'aeiou' else 'a'} {self.name}"


UNKNOWN = ValueKind("unknown")
"""The kind of an expression with a problem: it fits everywhere."""
NUMBER = ValueKind("number")
TRUTH = ValueKind("truth value")
TEXT = ValueKind("text")
NOTHING = ValueKind("nothing")
MIXED = ValueKind("value")
"""Numbers and texts, or texts and nothing."""


def list_of(item: ValueKind) -> ValueKind:
    return ValueKind("list", item)


def set_of(item: ValueKind) -> ValueKind:
    return ValueKind("set", item)


def array_of(item: ValueKind, domain: Sequence[Any]) -> ValueKind:
    return ValueKind("array", item, domain)


def join(kinds: Iterable[ValueKind]) -> ValueKind:
    """Return the kind of a value that is of one of some kinds."""
    found = list(dict.fromkeys(kind for kind in kinds if kind != UNKNOWN))
    if not found:
        return UNKNOWN
    if len(found) == 1:
        return found[0]
    names = {kind.name for kind in found}
    if len(names) == 1 and found[0].item:
        item = join(kind.item or UNKNOWN for kind in found)
        domains = {kind.domain for kind in found}
        if names == {"array"} and len(domains) > 1:
            return list_of(item)
        return found[0]._replace(item=item)
    if names <= {"list", "array", "set"}:
        return list_of(join(kind.item or UNKNOWN for kind in found))
    return MIXED


def kind_of(value: Any) -> ValueKind:
    """Return the kind of a value."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return TRUTH
    if isinstance(value, (int, Fraction)):
        return NUMBER
    if isinstance(value, str):
        return TEXT
    item = join(map(kind_of, value))
    if isinstance(value, frozenset):
        return set_of(item)
    return array_of(item, range(len(value)))


def fits(kind: ValueKind, wanted: ValueKind) -> bool:
    """Return whether a value of a kind can stand where another kind is wanted."""
    if UNKNOWN in (kind, wanted) or kind == wanted:
        return True
    if wanted == MIXED:
        return kind in (NUMBER, TEXT, NOTHING, TRUTH, MIXED)
    if kind == MIXED:
        return wanted in (TEXT, NOTHING)
    if wanted.name in ("list", "array") and kind.name in ("list", "array"):
        return fits(kind.item or UNKNOWN, wanted.item or UNKNOWN)
    return bool(
        kind.name == wanted.name and kind.item and wanted.item and fits(kind.item, wanted.item)
    )


def comparable(first: ValueKind, second: ValueKind) -> bool:
    """Return whether two values of these kinds can be equal."""
    if MIXED in (first, second) or NOTHING in (first, second):
        return True
    return fits(first, second) or fits(second, first)


def small(value: Any) -> bool:
    """Return whether a number has at most 64 bits."""
    return isinstance(value, (int, Fraction)) and (
        max(value.numerator.bit_length(), value.denominator.bit_length()) <= 64
    )


def all_small(members: Collection[Any] | None) -> bool:
    """Return whether all possible values are known to be small numbers."""
    if isinstance(members, range):
        return all(map(small, (members.start, members.stop)))
    return members is not None and len(members) <= 10_000 and all(map(small, members))


def within(members: Collection[Any] | None, domain: Collection[Any]) -> bool:
    """Return whether all possible values of an index are in a domain."""
    if members is None:
        return False
    if isinstance(members, range) and isinstance(domain, range):
        return not members or (members[0] in domain and members[-1] in domain)
    return len(members) <= 10_000 and all(one in domain for one in members)
