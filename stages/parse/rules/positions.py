"""The names of a rules file that lie at nodes of its network: the first values of variables, and
constants.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .functions import in_order, text
from .networks import Network
from .variables import Names


class Positions(NamedTuple):
    """A network or a grid, with the names at its nodes."""

    network: Network
    variables: Mapping[str, Sequence[str]]
    """By node, the variables that are there at the beginning."""
    constants: Mapping[str, Sequence[str]]
    """By node, the constants that contain it or have a value for it."""


def positions(network: Network, names: Names) -> Positions:
    """Return the network with the names of the file that lie at its nodes."""
    nodes = frozenset(network.nodes)
    variables: dict[str, list[str]] = {}
    for one in names.variables:
        if nodes.issuperset(one.domain.members):
            indexes = one.domain.kind.domain if one.domain.inner else None
            for node, label in _labels(one.name, one.initial, indexes, nodes):
                variables.setdefault(node, []).append(label)
    constants: dict[str, list[str]] = {}
    for name, words in names.taken.items():
        if words == "constant":
            value = names.scope[name]
            table = value.kind.domain if not isinstance(value.kind.domain, range) else None
            for node, label in _labels(name, value.constant, table, nodes):
                constants.setdefault(node, []).append(label)
    return Positions(network, variables, constants)


def _labels(
    name: str, value: Any, indexes: Collection[Any] | None, nodes: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Yield the nodes of a value, each with a label there. Only arrays and tables have indexes."""
    if isinstance(value, str):
        if value in nodes:
            yield value, name
    elif indexes is not None:
        for index, one in zip(indexes, value, strict=True):
            if index in nodes:
                yield index, f"{name} {text(one)}"
            else:
                yield from _labels(f"{name}[{text(index)}]", one, None, nodes)
    elif all(isinstance(one, str) and one in nodes for one in _elements(value)):
        yield from ((one, name) for one in in_order(frozenset(_elements(value))))


def _elements(value: Any) -> Collection[Any]:
    return value if isinstance(value, (tuple, frozenset)) else ()
