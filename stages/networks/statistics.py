"""Statistics of a network as a document for people, and as JSON for programs; `docs/networks.md`
lists the keys.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from ...schemas.parts.exact import brief, large, write_exact
from ..documents import Document, Facts, Section, Table
from ..draw.labels import printable
from .measures import ALL, PLAYS, CommonNodes, Counts, Stats

LIKE = r"^(?:states|nodes) +\d[^\n]*\nmoves +\d[^\n]*\n(?:plays|histories|left out) +\w"
LEFT_OUT = (
    "plays, length, width, articulation, dominators, depths and what every play passes: "
    "--max-nodes is smaller"
)
"""The measures of a network that is only counted."""
SHOWN = 8
"""Greatest length of a list; --format json has all entries."""
DEPTHS = 40
"""Greatest number of lines of a table, likewise."""
OF = {"states": "state graph", "game": "game"}
KINDS = {
    "decision of player 1": ("of {}", "of {}"),
    "decision of player 2": ("of {}", "of {}"),
    "joint": ("of both at once", "of both at once"),
    "look": ("look at a place", "looks at a place"),
    "relocation": ("relocation", "relocations"),
    "chance": ("of chance", "of chance"),
    "terminal": ("end", "ends"),
}
"""Singular and plural names, in the order of the text."""
FORMAT = "efgc/stats"
VERSION = 1


def document(found: Counts) -> Document:
    """Return the statistics for people."""
    title = f"{printable(found.title)}: {OF[found.of]}"
    if not isinstance(found, Stats):
        game = (*_histories(found), *_infosets(found))
        moves = ("moves", f"{found.moves:,}")
        return Document(title, [_node_fact(found), moves, *game, ("left out", LEFT_OUT)])
    return Document(title, list(_facts(found)), _sections(found))


def _sections(found: Stats) -> Iterator[Section]:
    told: list[CommonNodes] = []
    for plays, passed in found.passed.items():
        if passed in told:  # The highest payoff may be the only one above 0.
            continue
        told.append(passed)
        heading = f"{PLAYS[plays]} ({large(passed.plays)}) passes"
        yield Section(heading, [Facts(list(_common_node_rows(found, passed)))])
    yield Section("", [Table([("depth", _nodes(found), "ends"), *_depths(found)])])


def _facts(found: Stats) -> Iterator[tuple[str, str]]:
    yield _node_fact(found)
    inner = found.nodes - found.branching.get(0, 0)
    mean = f"{found.moves / inner:.3g} per {_nodes(found)[:-1]} that is no end, " if inner else ""
    yield "moves", f"{found.moves:,}: {mean}at most {max(found.branching):,}"
    yield "plays", f"{large(found.passed[ALL].plays)}{_payoffs(found)}"
    yield from _histories(found)
    yield "length", f"of a play {found.shortest:,} to {len(found.longest) - 1:,} moves"
    widest = max(found.width)
    yield (
        "width",
        f"at most {_counted(widest, _nodes(found)[:-1])}, at depth {found.width.index(widest):,}",
    )
    for player, sizes in found.information_sets.items():
        told = _shorten(
            [f"{number:,} of {_counted(size, 'node')}" for size, number in sizes.items()]
        )
        total = _counted(sum(sizes.values()), "information set")
        yield printable(found.players[player - 1]), f"{total}: {told}"
    yield from _infosets(found)
    yield "articulation", f"{len(found.articulation):,}: {_named(found, found.articulation)}"
    behind = [(node, number) for node, number in found.behind.items() if node in found.dominators]
    if behind:
        behind.sort(key=lambda one: -one[1])
        told = _shorten([f"{_title(found, node)} ({number:,})" for node, number in behind])
        yield "dominators", f"{len(behind):,}, with so many {_nodes(found)} behind them: {told}"


def _node_fact(found: Counts) -> tuple[str, str]:
    return _nodes(found), f"{found.nodes:,}: {', '.join(_kinds(found))}"


def _histories(found: Counts) -> Iterator[tuple[str, str]]:
    if found.histories is not None:
        yield "histories", large(found.histories)


def _infosets(found: Counts) -> Iterator[tuple[str, str]]:
    for name, number in zip(found.players, found.infosets or (), strict=False):
        yield printable(name), f"{large(number)} information set{'s' * (number != 1)}"


def _kinds(found: Counts) -> Iterator[str]:
    for kind, (one, several) in KINDS.items():
        if number := found.kinds.get(kind, 0):
            player = printable(found.players[kind.endswith("2")])
            yield f"{number:,} {(one if number == 1 else several).format(player)}"


def _payoffs(found: Stats) -> str:
    told = [f"{brief(payoff)} ({large(plays)})" for payoff, plays in found.payoffs.items()]
    return f", by payoff: {_shorten(told)}" if told else ""


def _common_node_rows(found: Stats, passed: CommonNodes) -> Iterator[tuple[str, str]]:
    kinds: dict[str, list[str]] = {}
    for kind, name in passed.groups:
        kinds.setdefault(kind, []).append(name)
    yield _nodes(found), _named(found, passed.nodes)
    for kind, names in kinds.items():
        yield f"{kind}s", _shorten(names)


def _depths(found: Stats) -> Iterator[tuple[str, str, str]]:
    for depth, (width, ends) in enumerate(zip(found.width, found.ends, strict=True)):
        if depth == DEPTHS:
            yield f"and {len(found.width) - DEPTHS:,} more", "", ""
            return
        yield f"{depth:,}", f"{width:,}", f"{ends:,}"


def _nodes(found: Counts) -> str:
    return "states" if found.of == "states" else "nodes"


def _title(found: Stats, node: int) -> str:
    return printable(found.names[node]) if node in found.names else str(node)


def _named(found: Stats, nodes: Sequence[int]) -> str:
    return _shorten([_title(found, node) for node in nodes])


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'s' * (number != 1)}"


def _shorten(things: Sequence[str]) -> str:
    """Return the items of a list, shortened if there are too many."""
    more = f" and {len(things) - SHOWN:,} more" if len(things) > SHOWN else ""
    return (", ".join(things[:SHOWN]) or "none") + more


def write_json(found: Counts) -> Iterator[str]:
    """Yield the lines of the JSON text, one per key."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION}'
    for key, value in fields(found).items():
        yield f',\n "{key}": {json.dumps(value, ensure_ascii=False)}'
    yield "}\n"


def fields(found: Counts) -> dict[str, object]:
    """Return the statistics under the names of the JSON format."""
    counted = {
        "title": found.title,
        "players": list(found.players),
        "of": found.of,
        "nodes": found.nodes,
        "moves": found.moves,
        "kinds": dict(found.kinds),
    }
    if not isinstance(found, Stats):
        return {**counted, **_counts(found), "left_out": LEFT_OUT}
    return {
        **counted,
        "plays": _whole(found.passed[ALL].plays),
        "payoffs": {write_exact(one): _whole(plays) for one, plays in found.payoffs.items()},
        "shortest": found.shortest,
        "longest": len(found.longest) - 1,
        "longest_play": [_name(found, node) for node in found.longest],
        "width": list(found.width),
        "ends": list(found.ends),
        "branching": _texts(found.branching),
        "information_sets": {
            str(player): _texts(sizes) for player, sizes in found.information_sets.items()
        },
        "articulation": [_name(found, node) for node in found.articulation],
        "dominators": {
            str(_name(found, node)): _name(found, above) for node, above in found.dominators.items()
        },
        "behind": {str(_name(found, node)): number for node, number in found.behind.items()},
        "passed": {name: _common_node_data(found, passed) for name, passed in found.passed.items()},
        **_counts(found),
    }


def _counts(found: Counts) -> dict[str, object]:
    counts: dict[str, object] = {}
    if found.histories is not None:
        counts["histories"] = _whole(found.histories)
    if found.infosets is not None:
        counts["infosets"] = {str(at): _whole(one) for at, one in enumerate(found.infosets, 1)}
    return counts


def _common_node_data(found: Stats, passed: CommonNodes) -> dict[str, object]:
    kinds: dict[str, list[str]] = {}
    for kind, name in passed.groups:
        kinds.setdefault(f"{kind.replace(' ', '_')}s", []).append(name)
    nodes = [_name(found, node) for node in passed.nodes]
    return {"plays": _whole(passed.plays), "nodes": nodes, **kinds}


def _whole(number: int) -> str:
    """Return a number as text: JSON readers round large numbers."""
    return write_exact(Fraction(number))


def _name(found: Stats, node: int) -> str | int:
    return found.names.get(node, node)


def _texts(numbers: Mapping[int, int]) -> dict[str, int]:
    return {str(size): number for size, number in numbers.items()}
