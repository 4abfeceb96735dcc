"""The part of a game tree that a page has within it: its likeliest nodes, shared nodes once."""

import heapq
import json
from collections.abc import Iterable, Sequence
from typing import Any

from schemas.game import Chance, Decision, Game, Node, Terminal, children
from schemas.parts.exact import brief
from schemas.parts.labels import cut
from schemas.report import Report
from stages.draw.labels import payoff_text, printable, share_text
from stages.draw.trees.histories import actions
from stages.draw.trees.selection import MOST as WIDEST
from stages.draw.trees.selection import Plays, behind
from stages.page.numbers import rounded
from stages.report.measures import measured

MOST = 1_500
"""Nodes whose moves are within a page."""
BYTES = 150_000
"""About how much the data of a tree may take."""
_LONGEST = 200
"""Characters of a label that a page has."""


def opened(game: Game, plays: Plays, most: int = MOST, size: int = BYTES) -> list[int]:
    """Return the likeliest nodes at which play goes on, ascending, the root among them, unless it
    has too many moves to be drawn.
    """
    waiting: list[tuple[float, int, int, int]] = [(-1.0, 0, 0, 0)]
    found: set[int] = set()
    known: set[int] = set()
    order = 0
    while waiting and len(found) < most and size > 0:
        likely, depth, _, node = heapq.heappop(waiting)
        record = game.nodes[node]
        if node in found or isinstance(record, Terminal) or len(record.children) > WIDEST:
            continue
        found.add(node)
        size -= 20 + 20 * len(record.children)
        if isinstance(record, Decision) and record.infoset not in known:
            known.add(record.infoset)
            size -= _size(game, record.infoset)
        shares = plays.at(record) or [1.0] * len(record.children)
        for child, share in zip(record.children, shares, strict=True):
            order += 1
            heapq.heappush(waiting, (likely * float(share), depth + 1, order, child))
    return sorted(found)


def _size(game: Game, infoset: int) -> int:
    record = game.information_sets[infoset]
    return 80 + sum(45 + len(label) for label in record.actions) + sum(map(len, record.sees))


def tree_data(report: Report, nodes: Sequence[int]) -> dict[str, Any]:
    """Return what the script draws: the nodes whose moves are known, and those behind them.

    A decision is its information set and what follows, a chance node the number of its move and
    what follows, an end its payoff; what is left out is its information set, or null, and how many
    histories begin there.
    """
    game, within = report.game, set(nodes)
    chances: dict[str, int] = {}
    payoffs: dict[str, int] = {}
    decided: dict[int, list[int]] = {}
    drawn: dict[int, list[int]] = {}
    ends: dict[int, int] = {}
    left: dict[int, list[int | None]] = {}
    numbers: Sequence[int] | None = None
    following = {child for node in nodes for child in children(game.nodes[node])}
    for number in sorted({0} | within | following):
        record = game.nodes[number]
        if isinstance(record, Terminal):
            ends[number] = payoffs.setdefault(payoff_text(record.payoff), len(payoffs))
        elif number not in within:
            numbers = numbers or behind(game)
            left[number] = [_infoset(record), numbers[number]]
        elif isinstance(record, Decision):
            decided[number] = [record.infoset, *record.children]
        else:
            move = json.dumps(_chance(record))
            drawn[number] = [chances.setdefault(move, len(chances)), *record.children]
    infosets = {entry[0] for entry in decided.values()} | {
        entry[0] for entry in left.values() if entry[0] is not None
    }
    return {
        "advised": report.advises,
        "players": [printable(name) for name in game.players],
        "decided": decided,
        "drawn": drawn,
        "ends": ends,
        "left": left,
        "chances": [json.loads(move) for move in chances],
        "payoffs": list(payoffs),
        "infosets": _infosets(report, sorted(infosets)),
    }


def _infoset(record: Node) -> int | None:
    return record.infoset if isinstance(record, Decision) else None


def _chance(record: Chance) -> list[list[Any]]:
    """Return labels, probabilities as they are drawn, exactly, and as floats."""
    return [
        [_label(label) for label in record.actions],
        [share_text(share) for share in record.probabilities],
        [brief(share) for share in record.probabilities],
        [float(share) for share in record.probabilities],
    ]


def _infosets(report: Report, numbers: Iterable[int]) -> dict[int, list[Any]]:
    """Return per information set player, what it sees, actions, probabilities, how often it is
    reached by both and by its own moves, and what its actions are worth.
    """
    game, plays = report.game, Plays(report.game, report.strategies)
    reach, values = measured(report).reach, measured(report).values
    found = {}
    for number in numbers:
        record, known = game.information_sets[number], values[number]
        found[number] = [
            record.player,
            ", ".join(printable(one) for one in record.sees),
            [_label(label) for label in actions(game, Decision(number, ()))],
            list(plays.of(number).probabilities),
            reach[number],
            plays.own_reach(number),
            [rounded(value, 9) for value in known.values] if known else None,
        ]
    return found


def _label(label: str) -> str:
    return cut(printable(label), _LONGEST)
