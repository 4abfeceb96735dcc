"""The report for a person: value and proof, sizes, the most likely history, and both strategies."""

from collections.abc import Iterator

from schemas.game import Chance, Decision, Game, Terminal
from schemas.parts.exact import brief, large, write_exact
from schemas.parts.source import all_edits, edits_in_words
from schemas.refinement import Concept
from schemas.report import Proof, Report
from stages.forms.reductions import REDUCTIONS
from stages.report.choice_tables import share, write_strategies
from stages.report.layout import ANYWHERE, Layout, aligned, page, paragraph, table
from stages.report.off_path import in_words
from stages.report.reach import Step, most_likely

ROUNDING = 1e-9  # Smaller repairs come from any solver's arithmetic and are not reported.
LEVELS = (
    "the textbook tree, one state per history",
    "situations with the same future are one",
    "situations with the same future are one, and what cannot matter is left out",
)
REFINED = {
    Concept.SEQUENTIAL: "sequential: plays well after every mistake, proved by small trembles",
    Concept.QUASI_PERFECT: (
        "quasi-perfect: plays well after every mistake, proved for all small trembles"
    ),
}


def write_text(report: Report, layout: Layout = ANYWHERE) -> Iterator[str]:
    """Return the lines of the report."""
    details = () if layout.brief else _details(report, layout.width)
    return page(report.game.title, list(facts(report)), details, layout.width)


def facts(report: Report) -> Iterator[tuple[str, str]]:
    """Yield the most important facts, each with its name."""
    game, bounds = report.game, report.bounds
    yield "value", f"{report.value:.12g} to {game.players[0]}"
    if game.constant:
        yield (
            "",
            (
                f"{float(game.constant) - report.value:.12g} to {game.players[1]}, what is left of "
                f"{game.constant}"
            ),
        )
    yield "exact value", _exact(report.exact)
    yield "compiled", _compiled(report)
    # All digits: a bound rounded to the wrong side is no bound.
    if report.refinement:
        yield "refined", REFINED[report.refinement.concept]
        # At level 1 this holds in the textbook tree, too (`stages.report.refine`).
        if game.states and game.source and game.source.level == 2:
            yield "", "in the game of level 2, which leaves moves out; -O 0 for the textbook tree"
    yield (
        "bounds",
        f"{_plain(bounds.lower)} to {_plain(bounds.upper)}, by best responses on the game",
    )
    if report.off_path:
        yield "off the path", in_words(report.off_path, report.game.players)
    yield "exploitability", f"{bounds.exploitability:.2g}"
    if report.repaired > ROUNDING:
        yield "repaired", f"realization weights, by up to {report.repaired:.2g}"
    yield "solved by", _solver(report)
    if report.origins.refused:
        yield "refused", report.origins.refused
    if edits := all_edits(game.source, report.edits):
        yield "edited", edits_in_words(edits)
    if game.source and not game.source.edits:
        yield "rules", game.source.rules if game.states else "those of the file"


def _compiled(report: Report) -> str:
    """Return the level of reduction of the game, and the option for the other choice."""
    game, without = report.game, report.origins.without
    level = game.source.level if game.source and game.states else None
    if level:
        return f"level {level}: {LEVELS[level]} (-O 0: the textbook tree)"
    whose = "as the file has it" if level is None else "level 0: as the textbook has it"
    if len(without) < len(REDUCTIONS):
        return f"{whose}, with a reduced linear program (lower -O 0: the whole one)"
    return f"{whose}, {large(report.counts.histories)} histories (-O 2 reduces it)"


def _details(report: Report, width: int) -> Iterator[str]:
    game = report.game
    if game.places:
        places = ", ".join(f"{name} [{row}, {column}]" for name, (row, column) in game.places)
        yield from aligned([("places        ", f"{places}: row and column from 0")], width)
    yield "\n"
    yield from table(
        [
            ("size", *game.players),
            ("information sets", *(f"{len(strategy):,}" for strategy in report.strategies)),
            ("sequences", *(f"{len(plan):,}" for plan in report.plans)),
        ]
    )
    yield from _sizes(report, width)
    yield from _play(report, width)
    yield from write_strategies(report, width)


def _sizes(report: Report, width: int) -> Iterator[str]:
    game, counts, size = report.game, report.counts, report.origins.size
    states = f"{game.states:,} states, " if game.states else ""
    yield from paragraph(
        f"{large(counts.histories)} histories, {large(counts.terminal_histories)} of them "
        f"terminal, in {counts.of}",
        "",
        width,
    )
    yield from paragraph(
        f"compiled to {states}{len(game.nodes):,} nodes, an LP of {size.rows:,} rows, "
        f"{size.columns:,} columns, {size.nonzeros:,} nonzeros",
        "",
        width,
    )


def _plain(number: float) -> str:
    return repr(number).removesuffix(".0")


def _exact(exact: Proof | str) -> str:
    """Return the exact value; a fraction longer than a line is given by its size."""
    if isinstance(exact, str):
        return f"not proved: {exact}"
    text = write_exact(exact.value)
    return (
        f"{text if len(text) <= 100 else f'a fraction of {len(text):,} characters'}, proved in "
        "rationals"
    )


def _solver(report: Report) -> str:
    origins = report.origins
    took = "" if origins.seconds is None else f", {origins.seconds:.3f} s"
    raced = f", in a race with {origins.raced}" if origins.raced else ""
    return f"{f'{origins.solver} {origins.version}'.rstrip()}, {origins.status}{took}{raced}"


def _play(report: Report, width: int) -> Iterator[str]:
    """Yield the most likely history with all its moves, and its payoff."""
    game = report.game
    history = most_likely(game, report.strategies)
    yield (
        f"\nthe most likely play, from start to end (probability {share(history.probability)})\n"
    )
    rows = [
        ("who", "how likely", "does", "having seen"),
        *(_step(game, step) for step in history.steps),
    ]
    if history.steps:
        yield from table(rows, "  ", width)
    end = game.nodes[history.end]
    assert isinstance(end, Terminal)
    other = f", {brief(game.constant - end.payoff)} to {game.players[1]}" if game.constant else ""
    yield f"  the end: {brief(end.payoff)} to {game.players[0]}{other}\n"


def _step(game: Game, step: Step) -> tuple[str, str, str, str]:
    node = game.nodes[step.node]
    if isinstance(node, Chance):
        return "chance", brief(node.probabilities[step.action]), node.actions[step.action], ""
    assert isinstance(node, Decision)
    infoset = game.information_sets[node.infoset]
    likely = share(step.probability) if len(infoset.actions) > 1 else "only move"
    # The secret is chosen before anything else.
    does = "places: " if step.node == 0 and game.places else ""
    return (
        game.players[infoset.player - 1],
        likely,
        does + infoset.actions[step.action],
        ", ".join(infoset.sees),
    )
