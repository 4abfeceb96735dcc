"""The report as JSON, for programs; `schemas/report.md` lists the keys."""

import json
from collections.abc import Iterator, Sequence

from schemas.game.words import Words
from schemas.parts.exact import write_exact
from schemas.parts.source import EDITED, all_edits
from schemas.report import FORMAT, VERSION, Proof, Report
from schemas.strategies import Strategy
from stages.report.measures import Measured, measured, short


def write_json(report: Report) -> Iterator[str]:
    """Yield the lines of the report: one information set per line."""
    head, shown = summary(report), measured(report)
    yield f'{{"format": "{FORMAT}", "version": {VERSION},\n'
    for key, value in head.items():
        yield f' "{key}": {json.dumps(value)},\n'
    yield ' "strategies": [\n'
    yield "  [\n"
    yield from _separated(_lines(shown, report.strategies[0]))
    yield "\n  ],\n  [\n"
    yield from _separated(_lines(shown, report.strategies[1]))
    yield "\n  ]\n ]}\n"


def summary(report: Report) -> dict[str, object]:
    """Return everything except the strategies, under the keys of the JSON format."""
    game, bounds, origins = report.game, report.bounds, report.origins
    counts, exact, edits = report.counts, report.exact, all_edits(game.source, report.edits)
    return {
        "title": game.title,
        "players": game.players,
        **({"constant": write_exact(game.constant)} if game.constant else {}),
        "value": report.value,
        "value_exact": write_exact(exact.value) if isinstance(exact, Proof) else None,
        "unproved": None if isinstance(exact, Proof) else exact,
        "refinement": report.refinement.concept if report.refinement else None,
        **({"off_path": report.off_path._asdict()} if report.off_path else {}),
        "lower_bound": bounds.lower,
        "upper_bound": bounds.upper,
        "exploitability": bounds.exploitability,
        "repaired": report.repaired,
        "status": origins.status,
        "solver": origins.solver,
        "solver_version": origins.version,
        **({EDITED: dict(edits)} if edits else {}),
        "rules": game.source.rules if game.source and not game.source.edits else None,
        "level": game.source.level if game.source else None,
        "states": game.states or None,
        "nodes": len(game.nodes),
        "counted": counts.of,
        "histories": counts.histories,
        "terminal_histories": counts.terminal_histories,
        "escapes": counts.escapes,
        "unreduced_information_sets": list(counts.information_sets),
        "information_sets": [len(strategy) for strategy in report.strategies],
        "sequences": [len(plan) for plan in report.plans],
        "rows": origins.size.rows,
        "columns": origins.size.columns,
        "nonzeros": origins.size.nonzeros,
        "seconds": origins.seconds,
    }


def _separated(lines: Iterator[str]) -> Iterator[str]:
    yield next(lines, "")
    yield from (f",\n{line}" for line in lines)


def _lines(report: Measured, strategy: Strategy) -> Iterator[str]:
    """Yield a line per information set, without the comma and the line end."""
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
    """The values and losses of actions as JSON text."""

    def __init__(self, report: Measured) -> None:
        columns, players = report.values.columns, report.game.columns.infosets.player
        # Lists: element access is much quicker than in arrays.
        self.there: list[bool] = (columns.weight > 0).tolist()
        self.first: list[int] = columns.first.tolist()
        self.values: list[float] = columns.values.tolist()
        self.losses: list[float] = columns.losses(players, report.noise).tolist()

    def of(self, infoset: int, labels: Sequence[str]) -> str:
        """Return both keys of an information set; the labels are already quoted for JSON."""
        if not self.there[infoset]:
            return '"values": null, "losses": null'
        at = slice(self.first[infoset], self.first[infoset + 1])
        worth = _mapping(labels, self.values[at])
        return f'"values": {worth}, "losses": {_mapping(labels, self.losses[at])}'


def _mapping(labels: Sequence[str], numbers: Sequence[float]) -> str:
    told = (f'"{label}": {short(one)!r}' for label, one in zip(labels, numbers, strict=True))
    return f"{{{', '.join(told)}}}"
