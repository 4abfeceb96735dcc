"""Statistics of a network as JSON, for programs; `docs/networks.md` lists the keys."""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction

from schemas.parts.exact import write_exact
from stages.networks.measures import ALL, Passed, Stats

FORMAT = "efgc/stats"
VERSION = 1


def write_json(found: Stats) -> Iterator[str]:
    """Yield the lines of the JSON text, one per key."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION}'
    for key, value in fields(found).items():
        yield f',\n "{key}": {json.dumps(value, ensure_ascii=False)}'
    yield "}\n"


def fields(found: Stats) -> dict[str, object]:
    """Return the statistics under the names of the JSON format."""
    return {
        "title": found.title,
        "players": list(found.players),
        "of": found.of,
        "nodes": found.nodes,
        "moves": found.moves,
        "kinds": dict(found.kinds),
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
        "passed": {name: _passed(found, passed) for name, passed in found.passed.items()},
    }


def _passed(found: Stats, passed: Passed) -> dict[str, object]:
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
