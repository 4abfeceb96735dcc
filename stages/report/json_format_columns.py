"""The strategies of a game in columns in JSON: see `json_format`."""

import json
from collections.abc import Iterator, Sequence

from schemas.game import Game
from schemas.game.words_columns import Words
from schemas.strategies import Strategy


def lines(game: Game, strategy: Strategy, reach: Sequence[float]) -> Iterator[str]:
    """Yield a line per information set, without the comma and the end."""
    words = Words(game, lambda text: json.dumps(text)[1:-1])
    for infoset, own_reach, probabilities in strategy:
        reached = reach[infoset]
        shares = ", ".join(
            f'"{label}": {share!r}'
            for label, share in zip(words.labels(infoset), probabilities, strict=True)
        )
        yield (
            f'   {{"information_set": {infoset}, "after": "{words.infoset(infoset)}", '
            f'"reach": {reached!r}, "own_reach": {own_reach!r}, '
            f'"on_path": {"true" if reached > 0 else "false"}, "probabilities": {{{shares}}}}}'
        )
