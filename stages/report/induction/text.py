"""The report for a person: value and proof, the first round, and a position on request."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from schemas.induction_report import GROUNDS, InductionReport, Play
from schemas.parts.exact import brief, large
from schemas.parts.source import all_edits, edits_in_words
from schemas.rules.rule import Words
from stages.report.layout import ANYWHERE, Layout, blocks, page, table

LEVELS = (
    "the textbook tree, one state per history",
    "one state per position",
    "one state for all positions with the same future",
)
UNVERIFIED = "as the solution says, not verified"
VERIFY = "name the folder of level files with --levels, or solve the graph again"


def write_text(report: InductionReport, layout: Layout = ANYWHERE) -> Iterator[str]:
    """Return the lines of the report."""
    here = _value_here(report, report.position) if report.position else ()
    details = here if layout.brief else _details(report, layout.width)
    return page(report.graph.title, list(facts(report)), details, layout.width)


def facts(report: InductionReport) -> Iterator[tuple[str, str]]:
    """Yield the most important facts, each with its name."""
    graph, induction = report.graph, report.induction
    took = "" if induction.seconds is None else f", {induction.seconds:.3f} s"
    yield (
        "value",
        f"{_value(report)} to {graph.players[0]}" + f", {UNVERIFIED}" * (not report.proved),
    )
    yield from _proof(report)
    yield (
        "solved by",
        (
            f"backward induction, {induction.solver} {induction.version}, {induction.games:,} "
            f"stage games{took}"
        ),
    )
    if edits := all_edits(graph.source, report.edits):
        yield "edited", edits_in_words(edits)
    if graph.source and not graph.source.edits:
        yield (
            "rules",
            f"{graph.source.rules}, level {graph.source.level}: {LEVELS[graph.source.level]}",
        )


def _details(report: InductionReport, width: int) -> Iterator[str]:
    sizes = report.sizes
    if sizes.histories is None or sizes.information_sets is None:
        yield f"\n{sizes.states:,} states\n"
    else:
        yield (
            f"\n{large(sizes.histories)} histories and {large(sizes.information_sets[0])} "
            "information sets per player "
        )
        yield f"in the tree, {sizes.states:,} states here\n"
    if report.position:
        yield from _position(report, report.position)
        return
    for player, name in enumerate(report.graph.players):
        yield from _first_round(report, player, name, width)
    yield from _levels(report)


def _value(report: InductionReport) -> str:
    return f"{report.value:.12g}" + (_fraction(report.exact) if report.exact is not None else "")


def _fraction(number: Fraction) -> str:
    """Return ` = 1/3`; empty if the decimal number is exact, or if the fraction is long."""
    exact = brief(number)
    return "" if number.denominator == 1 or exact.startswith("about") else f" = {exact}"


def _proof(report: InductionReport) -> list[tuple[str, str]]:
    proved = report.proved
    if proved is None:
        return [("to verify", VERIFY)]
    exact = report.exact is not None and not proved.bound
    kept = ", packed in 32 bits" if proved.packed else ""
    return [
        ("bounds", f"{proved.lower:.12g} to {proved.upper:.12g}, {GROUNDS[proved.ground]}"),
        (
            "every state",
            "exact" if exact else f"its value is known within {proved.bound:.2g}{kept}",
        ),
    ]


def _first_round(report: InductionReport, player: int, name: str, width: int) -> Iterator[str]:
    plays, rule = report.first_moves, report.graph.rule
    drawn = rule.words.drawn if rule else Words().drawn
    if not plays:
        return
    yield f"\nfirst round: what {name} plays{', as the solution says' * (not report.proved)}\n"
    if all(play.moves[player] == plays[0].moves[player] for play in plays):
        head = (drawn if plays[0].label else "", "value", *plays[0].moves[player])
        yield from blocks(
            [head, *(_row(play, play.label, player) for play in plays)], 2, "  ", width
        )
        for play in plays:
            yield from _others(play, player, f"for {drawn} {play.label}, " * bool(play.label))
        return
    for play in plays:
        yield f" {play.label}\n"
        yield from blocks(
            [("value", *play.moves[player]), _row(play, "", player)[1:]], 1, "  ", width
        )
        yield from _others(play, player, "")


def _others(play: Play, player: int, when: str) -> Iterator[str]:
    if play.others and play.others[player]:
        yield (
            f"  {when}one of several: others that are as good also take "
            f"{', '.join(play.others[player])}\n"
        )


def _row(play: Play, label: str, player: int) -> tuple[str, ...]:
    return (
        label,
        _number(play.value),
        *(_probability(weight) for weight in play.strategies[player]),
    )


def _probability(weight: float) -> str:
    return f"{weight:.6f}" if weight else "."


def _number(value: float) -> str:
    return f"{0.0 if abs(value) < 5e-13 else value:.6f}"


def _position(report: InductionReport, play: Play) -> Iterator[str]:
    values = play.move_values
    assert values is not None
    yield from _value_here(report, play)
    for player, name in enumerate(report.graph.players):
        yield f"\n  {name}\n"
        rows = zip(play.moves[player], play.strategies[player], values[player], strict=True)
        yield from table(
            [
                ("move", "plays", f"worth to {report.graph.players[0]}"),
                *((move, _probability(weight), _number(value)) for move, weight, value in rows),
            ],
            "    ",
        )
        yield from _others(play, player, "  ")


def _value_here(report: InductionReport, play: Play) -> Iterator[str]:
    exact = _fraction(play.exact.value) if play.exact else ""
    yield f"\n{play.state if play.state.startswith('at ') else f'at {play.state}'}\n"
    yield f"  worth {_number(play.value)}{exact} to {report.graph.players[0]} from here on\n"


def _levels(report: InductionReport) -> Iterator[str]:
    levels = report.induction.levels
    layers = report.graph.rule.layers if report.graph.rule and levels else None
    if not layers or not layers.heading or not report.proved or report.exact is not None:
        return
    yield f"\nlevels: all states with so many {layers.heading}\n"
    rows: list[Sequence[str]] = [
        (layers.unit, "states", "stage games", "largest gap", "every value known within")
    ]
    for level in levels:
        rows.append(
            (
                str(level.left),
                f"{level.states:,}",
                f"{level.games:,}",
                f"{level.largest_gap:.1e}",
                f"{level.bound:.1e}",
            )
        )
    yield from table(rows, "  ")
