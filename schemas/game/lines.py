"""The lines of the JSON text of a game."""

import json
from collections.abc import Iterator
from fractions import Fraction

from schemas.game.records import FORMAT, VERSION, GameRecord
from schemas.parts.exact import write_exact


def head(game: GameRecord, canonical: bool = False) -> Iterator[str]:
    """Yield what stands before the information sets, in a file or in what the digest is made of."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION},{"" if canonical else chr(10)}'
    yield f' "title": {json.dumps(game.title)},\n'
    if game.source:
        yield f' "source": {json.dumps(game.source.fields())},\n'
    if game.counts:
        counts = game.counts.fields_as_text() if canonical else game.counts.fields()
        yield f' "counts": {json.dumps(counts)},\n'
    if game.places:
        yield f' "places": {json.dumps(dict(game.places))},\n'
    if game.constant:
        yield f' "constant": "{write_exact(game.constant)}",\n'
    yield (
        f' "players": {json.dumps(game.players)}, "states": {game.states},\n "information_sets": '
        "[\n"
    )


def chance_text(actions: tuple[str, ...], probabilities: tuple[Fraction, ...]) -> str:
    """Return what stands of a move of chance between the number of a node and its children."""
    exact = json.dumps([write_exact(probability) for probability in probabilities])
    return f'"chance": {json.dumps(actions)}, "probabilities": {exact}, "children": '
