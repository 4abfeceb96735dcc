"""The strategies of a game in columns in JSON: see `json_format`."""

import json
from collections.abc import Iterator, Sequence

import numpy as np

from schemas.game import Game
from schemas.strategies import Strategy
from stages.report.action_values_columns import ActionValueView
from stages.report.measured import Measured, short

KNOWN = 100_000
"""Sequences whose words are kept for those that follow them; these mostly come soon."""


def lines(report: Measured, strategy: Strategy) -> Iterator[str]:
    """Yield a line per information set, without the comma and the end."""
    words, worth, reach = _Words(report.game), _Worth(report), report.reach
    for infoset, own_reach, probabilities in strategy:
        reached, labels = reach[infoset], words.labels(infoset)
        shares = ", ".join(
            f'"{label}": {share!r}' for label, share in zip(labels, probabilities, strict=True)
        )
        yield (
            f'   {{"information_set": {infoset}, "after": "{words.infoset(infoset)}", '
            f'"reach": {reached!r}, "own_reach": {own_reach!r}, '
            f'"on_path": {"true" if reached > 0 else "false"}, "probabilities": {{{shares}}}, '
            f"{worth.of(infoset, labels)}}}"
        )


class _Worth:
    """What actions are worth and give away, as it stands in JSON."""

    def __init__(self, report: Measured) -> None:
        assert report.game.columns is not None
        assert isinstance(report.values, ActionValueView)
        columns, players = report.values.columns, report.game.columns.infosets.player
        # As lists, which are looked into one by one much quicker than arrays.
        self.there: list[bool] = (columns.weight > 0).tolist()
        self.first: list[int] = columns.first.tolist()
        self.values: list[float] = columns.values.tolist()
        self.losses: list[float] = columns.losses(players, report.noise).tolist()

    def of(self, infoset: int, labels: Sequence[str]) -> str:
        """Return both keys of an information set, with labels between quotes of JSON."""
        if not self.there[infoset]:
            return '"values": null, "losses": null'
        at = slice(self.first[infoset], self.first[infoset + 1])
        worth = _mapping(labels, self.values[at])
        return f'"values": {worth}, "losses": {_mapping(labels, self.losses[at])}'


def _mapping(labels: Sequence[str], numbers: Sequence[float]) -> str:
    told = (f'"{label}": {short(one)!r}' for label, one in zip(labels, numbers, strict=True))
    return f"{{{', '.join(told)}}}"


class _Words:
    """Information sets and sequences in words, as `schemas.game.words` has them, and as they stand
    between the quotes of JSON.
    """

    def __init__(self, game: Game) -> None:
        assert game.columns is not None
        self.columns = game.columns.infosets
        self.parents = game.parents
        self.last = np.repeat(
            np.arange(len(self.columns), dtype=np.int32), np.diff(self.columns.first)
        )
        self.lists: dict[int, tuple[str, ...]] = {-1: ()}
        self.known: dict[int, str] = {}

    def labels(self, infoset: int) -> tuple[str, ...]:
        return self._list(int(self.columns.actions[infoset]))

    def infoset(self, infoset: int) -> str:
        """Return what the player of an information set knows there."""
        words = [self._sequence(self.parents[infoset][0]), *self._seen(infoset)]
        return " ".join(filter(None, words))

    def _sequence(self, sequence: int) -> str:
        """Return own actions, and what was seen between them."""
        if len(self.known) > KNOWN:
            self.known.clear()
        way = []
        while sequence and sequence not in self.known:
            way.append(sequence)
            sequence = self.parents[self.last[sequence - 1]][0]
        text = self.known[sequence] if sequence else None
        for move in reversed(way):
            infoset = int(self.last[move - 1])
            label = self.labels(infoset)[move - int(self.columns.first[infoset])]
            text = " ".join([*([] if text is None else [text]), *self._seen(infoset), label])
            self.known[move] = text
        return text or ""

    def _seen(self, infoset: int) -> list[str]:
        seen = self._list(int(self.columns.sees[infoset]))
        ways = len(self.parents[infoset])
        return ([f"[{', '.join(seen)}]"] if seen else []) + (
            [f"(one of {ways:,} ways)"] if ways > 1 else []
        )

    def _list(self, number: int) -> tuple[str, ...]:
        """Return the texts of a list, with the escapes of JSON."""
        if number not in self.lists:
            texts = json.loads(self.columns.texts[number])
            self.lists[number] = tuple(json.dumps(text)[1:-1] for text in texts)
        return self.lists[number]
