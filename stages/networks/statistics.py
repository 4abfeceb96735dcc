"""Statistics of a network as a document for people, and as JSON for programs; `docs/networks.md`
lists the keys.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from ...schemas.parts.exact import brief, large, write_exact
from ...schemas.parts.problems import counted
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


def document(stats: Counts) -> Document:
    """Return the statistics for people."""
    title = f"{printable(stats.title)}: {OF[stats.of]}"
    if not isinstance(stats, Stats):
        game = (*_histories(stats), *_infosets(stats))
        moves = ("moves", f"{stats.moves:,}")
        return Document(title, [_node_fact(stats), moves, *game, ("left out", LEFT_OUT)])
    return Document(title, list(_facts(stats)), _sections(stats))


def _sections(stats: Stats) -> Iterator[Section]:
    told: list[CommonNodes] = []
    for plays, passed in stats.passed.items():
        if passed in told:  # The highest payoff may be the only one above 0.
            continue
        told.append(passed)
        heading = f"{PLAYS[plays]} ({large(passed.plays)}) passes"
        yield Section(heading, [Facts(list(_common_node_rows(stats, passed)))])
    yield Section("", [Table([("depth", _nodes(stats), "ends"), *_depths(stats)])])


def _facts(stats: Stats) -> Iterator[tuple[str, str]]:
    yield _node_fact(stats)
    inner = stats.nodes - stats.branching.get(0, 0)
    mean = f"{stats.moves / inner:.3g} per {_nodes(stats)[:-1]} that is no end, " if inner else ""
    yield "moves", f"{stats.moves:,}: {mean}at most {max(stats.branching):,}"
    yield "plays", f"{large(stats.passed[ALL].plays)}{_payoffs(stats)}"
    yield from _histories(stats)
    yield "length", f"of a play {stats.shortest:,} to {counted(len(stats.longest) - 1, 'move')}"
    widest = max(stats.width)
    yield (
        "width",
        f"at most {counted(widest, _nodes(stats)[:-1])}, at depth {stats.width.index(widest):,}",
    )
    for player, sizes in stats.information_sets.items():
        told = _shorten(
            [f"{number:,} of {counted(size, 'node')}" for size, number in sizes.items()]
        )
        total = counted(sum(sizes.values()), "information set")
        yield printable(stats.players[player - 1]), f"{total}: {told}"
    yield from _infosets(stats)
    yield "articulation", f"{len(stats.articulation):,}: {_named(stats, stats.articulation)}"
    behind = [(node, number) for node, number in stats.behind.items() if node in stats.dominators]
    if behind:
        behind.sort(key=lambda one: -one[1])
        told = _shorten([f"{_title(stats, node)} ({number:,})" for node, number in behind])
        yield "dominators", f"{len(behind):,}, with so many {_nodes(stats)} behind them: {told}"


def _node_fact(stats: Counts) -> tuple[str, str]:
    return _nodes(stats), f"{stats.nodes:,}: {', '.join(_kinds(stats))}"


def _histories(stats: Counts) -> Iterator[tuple[str, str]]:
    if stats.histories is not None:
        yield "histories", large(stats.histories)


def _infosets(stats: Counts) -> Iterator[tuple[str, str]]:
    for name, number in zip(stats.players, stats.infosets or (), strict=False):
        yield printable(name), f"{large(number)} information set{'s' * (number != 1)}"


def _kinds(stats: Counts) -> Iterator[str]:
    for kind, (one, several) in KINDS.items():
        if number := stats.kinds.get(kind, 0):
            player = printable(stats.players[kind.endswith("2")])
            yield f"{number:,} {(one if number == 1 else several).format(player)}"


def _payoffs(stats: Stats) -> str:
    told = [f"{brief(payoff)} ({large(plays)})" for payoff, plays in stats.payoffs.items()]
    return f", by payoff: {_shorten(told)}" if told else ""


def _common_node_rows(stats: Stats, passed: CommonNodes) -> Iterator[tuple[str, str]]:
    kinds: dict[str, list[str]] = {}
    for kind, name in passed.groups:
        kinds.setdefault(kind, []).append(name)
    yield _nodes(stats), _named(stats, passed.nodes)
    for kind, names in kinds.items():
        yield f"{kind}s", _shorten(names)


def _depths(stats: Stats) -> Iterator[tuple[str, str, str]]:
    for depth, (width, ends) in enumerate(zip(stats.width, stats.ends, strict=True)):
        if depth == DEPTHS:
            yield f"and {len(stats.width) - DEPTHS:,} more", "", ""
            return
        yield f"{depth:,}", f"{width:,}", f"{ends:,}"


def _nodes(stats: Counts) -> str:
    return "states" if stats.of == "states" else "nodes"


def _title(stats: Stats, node: int) -> str:
    return printable(stats.names[node]) if node in stats.names else str(node)


def _named(stats: Stats, nodes: Sequence[int]) -> str:
    return _shorten([_title(stats, node) for node in nodes])


def _shorten(things: Sequence[str]) -> str:
    """Return the items of a list, shortened if there are too many."""
    more = f" and {len(things) - SHOWN:,} more" if len(things) > SHOWN else ""
    return (", ".join(things[:SHOWN]) or "none") + more


def write_json(stats: Counts) -> Iterator[str]:
    """Yield the lines of the JSON text, one per key."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION}'
    for key, value in fields(stats).items():
        yield f',\n "{key}": {json.dumps(value, ensure_ascii=False)}'
    yield "}\n"


def fields(stats: Counts) -> dict[str, object]:
    """Return the statistics under the names of the JSON format."""
    common = {
        "title": stats.title,
        "players": list(stats.players),
        "of": stats.of,
        "nodes": stats.nodes,
        "moves": stats.moves,
        "kinds": dict(stats.kinds),
    }
    if not isinstance(stats, Stats):
        return {**common, **_counts(stats), "left_out": LEFT_OUT}
    return {
        **common,
        "plays": _whole(stats.passed[ALL].plays),
        "payoffs": {write_exact(one): _whole(plays) for one, plays in stats.payoffs.items()},
        "shortest": stats.shortest,
        "longest": len(stats.longest) - 1,
        "longest_play": [_name(stats, node) for node in stats.longest],
        "width": list(stats.width),
        "ends": list(stats.ends),
        "branching": _texts(stats.branching),
        "information_sets": {
            str(player): _texts(sizes) for player, sizes in stats.information_sets.items()
        },
        "articulation": [_name(stats, node) for node in stats.articulation],
        "dominators": {
            str(_name(stats, node)): _name(stats, above) for node, above in stats.dominators.items()
        },
        "behind": {str(_name(stats, node)): number for node, number in stats.behind.items()},
        "passed": {name: _common_node_data(stats, passed) for name, passed in stats.passed.items()},
        **_counts(stats),
    }


def _counts(stats: Counts) -> dict[str, object]:
    counts: dict[str, object] = {}
    if stats.histories is not None:
        counts["histories"] = _whole(stats.histories)
    if stats.infosets is not None:
        counts["infosets"] = {str(at): _whole(one) for at, one in enumerate(stats.infosets, 1)}
    return counts


def _common_node_data(stats: Stats, passed: CommonNodes) -> dict[str, object]:
    kinds: dict[str, list[str]] = {}
    for kind, name in passed.groups:
        kinds.setdefault(f"{kind.replace(' ', '_')}s", []).append(name)
    nodes = [_name(stats, node) for node in passed.nodes]
    return {"plays": _whole(passed.plays), "nodes": nodes, **kinds}


def _whole(number: int) -> str:
    """Return a number as text: JSON readers round large numbers."""
    return write_exact(Fraction(number))


def _name(stats: Stats, node: int) -> str | int:
    return stats.names.get(node, node)


def _texts(numbers: Mapping[int, int]) -> dict[str, int]:
    return {str(size): number for size, number in numbers.items()}
