"""Sequences and information sets in words."""

import json
from functools import lru_cache

from schemas.game.game import Game


def one_way(game: Game, sequence: int) -> list[int]:
    """Return the sequences on one way to a sequence and with it, first move first; the empty
    sequence not.
    """
    way: list[int] = []
    while sequence:
        way.append(sequence)
        sequence = game.parents[game.move(sequence)[0]][0]
    return way[::-1]


def sequence_text(game: Game, sequence: int) -> str:
    """Return a sequence in words: own actions, what was seen between them in brackets.

    The empty sequence is empty text. Where several ways lead to an information
    set, one of them is told, with their number.
    """
    words: list[str] = []
    for infoset, action in map(game.move, one_way(game, sequence)):
        words += [*_seen(game, infoset), _actions(game, infoset)[action]]
    return " ".join(words)


def infoset_text(game: Game, infoset: int) -> str:
    """Return in words what the player of an information set knows there."""
    words = [sequence_text(game, game.parents[infoset][0]), *_seen(game, infoset)]
    return " ".join(word for word in words if word)


def _seen(game: Game, infoset: int) -> list[str]:
    """Return in words what tells an information set from its parent sequence."""
    seen, ways = _sees(game, infoset), len(game.parents[infoset])
    return ([f"[{', '.join(seen)}]"] if seen else []) + (
        [f"(one of {ways:,} ways)"] if ways > 1 else []
    )


def _actions(game: Game, infoset: int) -> tuple[str, ...]:
    infosets = game.columns.infosets
    return _labels(infosets.texts[infosets.actions[infoset]])


def _sees(game: Game, infoset: int) -> tuple[str, ...]:
    infosets = game.columns.infosets
    return _labels(infosets.texts[infosets.sees[infoset]]) if infosets.sees[infoset] >= 0 else ()


@lru_cache(maxsize=4096)
def _labels(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))
