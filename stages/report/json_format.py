"""The report as JSON, for programs; `schemas/report.md` lists the keys."""

from collections.abc import Iterator, Sequence
from json.encoder import encode_basestring_ascii

from ...schemas.game import count, infoset_text
from ...schemas.parts.documents.artifacts import in_lines
from ...schemas.parts.source import all_edits
from ...schemas.report import ARTIFACT, Proof, Report, ReportFile, StageEntry
from ...schemas.strategies import Strategy
from .measures import Measured, short


def write_json(report: Measured) -> Iterator[str]:
    """Return the lines of the report: one information set per line."""
    strategies = ("".join(in_lines(_lines(report, one), "  ")) for one in report.strategies)
    return ARTIFACT.write(_file(report), strategies=strategies)


def _file(report: Report) -> ReportFile:
    """Return everything except the strategies."""
    game, bounds, origins, counts = report.game, report.bounds, report.origins, report.counts
    exact, source, size = report.exact, game.source, origins.size
    first, second = report.strategies
    return ReportFile(
        title=game.title,
        players=game.players,
        constant=game.constant or None,
        value=report.value,
        value_exact=exact.value if isinstance(exact, Proof) else None,
        unproved=None if isinstance(exact, Proof) else exact,
        refinement=report.refinement.concept if report.refinement else None,
        off_path=report.off_path,
        lower_bound=bounds.lower,
        upper_bound=bounds.upper,
        exploitability=bounds.exploitability,
        repaired=report.repaired,
        status=origins.status,
        solver=origins.solver,
        solver_version=origins.version,
        edited=all_edits(source, report.edits),
        rules=source.rules if source and not source.edits else None,
        level=source.level if source else None,
        states=game.states or None,
        nodes=len(game.nodes),
        counted=counts.of,
        histories=counts.histories,
        terminal_histories=counts.terminal_histories,
        escapes=counts.escapes,
        unreduced_information_sets=counts.information_sets,
        information_sets=(len(first), len(second)),
        sequences=report.sequences,
        rows=size.rows,
        columns=size.columns,
        nonzeros=size.nonzeros,
        stages=tuple(_stages(report)),
        seconds=origins.seconds,
        strategies=((), ()),
    )


def _stages(report: Report) -> Iterator[StageEntry]:
    game = report.game
    if game.states:
        listed = report.counts if game.counts is None else count(game)
        yield StageEntry("parse", game.states, listed.histories)
    made_by = "expand" if game.states else "parse"
    sets = len(game.information_sets)
    yield StageEntry(made_by, nodes=len(game.nodes), information_sets=sets)
    yield StageEntry("lower", **report.origins.size._asdict())


def _lines(report: Measured, strategy: Strategy) -> Iterator[str]:
    """Yield a line per information set, without the comma and the line end."""
    words, worth = report.game.words, _Worth(report)
    reach = report.reach
    for infoset, own_reach, probabilities in strategy:
        reached, labels = reach[infoset], [*map(encode_basestring_ascii, words.labels(infoset))]
        known = encode_basestring_ascii(infoset_text(report.game, infoset))
        shares = ", ".join(
            f"{label}: {share!r}" for label, share in zip(labels, probabilities, strict=True)
        )
        yield (
            f'{{"information_set": {infoset}, "after": {known}, '
            f'"reach": {reached!r}, "own_reach": {own_reach!r}, '
            f'"on_path": {"true" if reached > 0 else "false"}, "probabilities": {{{shares}}}, '
            f"{worth.of(infoset, labels)}}}"
        )


class _Worth:
    """The values and losses of actions as JSON text."""

    def __init__(self, report: Measured) -> None:
        columns = report.values.columns
        # Lists: element access is much quicker than in arrays.
        self.there: list[bool] = (columns.weight > 0).tolist()
        self.first: list[int] = columns.first.tolist()
        self.values: list[float] = columns.values.tolist()
        self.losses: list[float] = columns.losses.tolist()

    def of(self, infoset: int, labels: Sequence[str]) -> str:
        """Return both keys of an information set; the labels are already quoted for JSON."""
        if not self.there[infoset]:
            return '"values": null, "losses": null'
        at = slice(self.first[infoset], self.first[infoset + 1])
        worth = _mapping(labels, self.values[at])
        return f'"values": {worth}, "losses": {_mapping(labels, self.losses[at])}'


def _mapping(labels: Sequence[str], numbers: Sequence[float]) -> str:
    told = (f"{label}: {short(one)!r}" for label, one in zip(labels, numbers, strict=True))
    return f"{{{', '.join(told)}}}"
