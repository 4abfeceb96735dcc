"""The strategies of a game in columns in JSON: see `json_format`."""

import json
from collections.abc import Iterator, Sequence

from schemas.game.words_columns import Words
from schemas.strategies import Strategy
from stages.report.action_values_columns import ActionValueView
from stages.report.measured import Measured, short


def lines(report: Measured, strategy: Strategy) -> Iterator[str]:
    """Yield a line per information set, without the comma and the end."""
    words, worth = Words(report.game, lambda text: json.dumps(text)[1:-1]), _Worth(report)
    reach = report.reach
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
