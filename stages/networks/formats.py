"""Output formats of a network: GraphML, Graphviz, and the node-link form of JSON."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from stages.draw.labels import printable, quote

if TYPE_CHECKING:
    import networkx


class Form(NamedTuple):
    """An output format of a network."""

    suffix: str
    """The suffix of a file name."""
    write: Callable[["networkx.MultiDiGraph"], Iterator[str]]


def write_graphml(network: "networkx.MultiDiGraph") -> Iterator[str]:
    """Yield the lines of a GraphML file. Characters that XML cannot contain are escaped."""
    import networkx

    written = networkx.MultiDiGraph(**_printable(network.graph))
    written.add_nodes_from((node, _printable(told)) for node, told in network.nodes.data())
    for start, end, key, told in network.edges(keys=True, data=True):
        written.add_edge(start, end, key, **_printable(told))
    yield "<?xml version='1.0' encoding='utf-8'?>\n"
    for line in networkx.generate_graphml(written, named_key_ids=True):
        yield f"{line}\n"


def write_dot(network: "networkx.MultiDiGraph") -> Iterator[str]:
    """Yield the lines of a Graphviz file, with attributes but without styles: one per node and
    move.
    """
    yield "digraph network {\n"
    yield f"  graph [{_attributes(network.graph)}];\n"
    for node, told in network.nodes.data():
        yield f"  {node} [{_attributes(told)}];\n"
    for start, end, key, told in network.edges(keys=True, data=True):
        yield f"  {start} -> {end} [{_attributes({'key': key, **told})}];\n"
    yield "}\n"


def write_json(network: "networkx.MultiDiGraph") -> Iterator[str]:
    """Yield the lines of a file in the node-link form: one per node and move, with keys in
    NetworkX's order.
    """
    import networkx

    data = networkx.node_link_data(network, edges="edges")
    yield "{\n"
    for name in ("directed", "multigraph", "graph"):
        yield f"{json.dumps(name)}: {_json(data[name])},\n"
    yield f'"nodes": [\n{_rows(data["nodes"])}\n],\n'
    yield f'"edges": [\n{_rows(data["edges"])}\n]\n}}\n'


NETWORK_FORMATS = {
    "graphml": Form("graphml", write_graphml),
    "dot": Form("dot", write_dot),
    "json": Form("json", write_json),
}


def _rows(rows: list[dict[str, Any]]) -> str:
    return ",\n".join(map(_json, rows))


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)


def _printable(told: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: printable(one) if isinstance(one, str) and one else one for name, one in told.items()
    }


def _attributes(told: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name}={quote(printable(one)) if isinstance(one, str) else one}"
        for name, one in told.items()
    )
