"""The JSON text of a game: one information set and one node per line."""

import json
from collections.abc import Iterator
from typing import assert_never

from schemas.game.records import (
    FORMAT,
    VERSION,
    Chance,
    Decision,
    GameRecord,
    InformationSet,
    Node,
    Terminal,
)
from schemas.parts.exact import write_exact


def write(game: GameRecord) -> Iterator[str]:
    """Yield the lines of the JSON text: one information set and one node per line."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION}, "title": {json.dumps(game.title)},\n'
    if game.source:
        yield f' "source": {json.dumps(game.source.fields())},\n'
    if game.counts:
        yield f' "counts": {json.dumps(game.counts.fields())},\n'
    if game.places:
        yield f' "places": {json.dumps(dict(game.places))},\n'
    if game.constant:
        yield f' "constant": "{write_exact(game.constant)}",\n'
    yield (
        f' "players": {json.dumps(game.players)}, "states": {game.states},\n "information_sets": '
        "[\n"
    )
    yield from _separated(
        _infoset_line(number, infoset) for number, infoset in enumerate(game.information_sets)
    )
    yield ' ],\n "nodes": [\n'
    yield from _separated(_node_line(number, node) for number, node in enumerate(game.nodes))
    yield " ]}\n"


def _infoset_line(number: int, infoset: InformationSet) -> str:
    state = f'"state": {json.dumps(infoset.state)}, ' if infoset.state else ""
    sees = f'"sees": {json.dumps(infoset.sees)}, ' if infoset.sees else ""
    return (
        f'  {{"information_set": {number}, "player": {infoset.player}, {state}{sees}'
        f'"actions": {json.dumps(infoset.actions)}}}'
    )


def _node_line(number: int, node: Node) -> str:
    match node:
        case Decision(infoset, following):
            return (
                f'  {{"node": {number}, "information_set": {infoset}, "children": '
                f"{list(following)}}}"
            )
        case Chance(actions, probabilities, following):
            exact = json.dumps([write_exact(probability) for probability in probabilities])
            return (
                f'  {{"node": {number}, "chance": {json.dumps(actions)}, '
                f'"probabilities": {exact}, "children": {list(following)}}}'
            )
        case Terminal(payoff):
            return f'  {{"node": {number}, "payoff": "{write_exact(payoff)}"}}'
        case _:
            assert_never(node)


def _separated(lines: Iterator[str]) -> Iterator[str]:
    before = ""
    for line in lines:
        yield before + line
        before = ",\n"
    if before:
        yield "\n"
