"""The report on a graph as a document: value, the first round or one position, proof, sizes."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ....schemas.induction_report import GROUNDS, InductionReport, Play
from ....schemas.parts.exact import brief, is_short, large
from ....schemas.parts.problems import counted
from ....schemas.parts.source import all_edits, edits_in_words
from ....schemas.parts.states import Draw, Joint, Terminal
from ....schemas.rules.rule import Words
from ...documents import Document, Section, Table, probability, value
from ..certainty import Certainty, all_digits, first_line, proof_in_words

LEVELS = (
    "the textbook tree, one state per history",
    "one state per position",
    "one state for all positions with the same future",
)
VERIFY = "name the folder of level files with --levels, or solve the graph again"


def document(report: InductionReport) -> Document:
    """Return the content of a report for people."""
    title, head, proof = report.graph.title, list(_head(report)), _proof(report)
    facts, appendix = [*head, *_details(report)], _appendix(report)
    return Document(title, facts, _sections(report), proof, appendix, first=len(head))


def _head(report: InductionReport) -> Iterator[tuple[str, str]]:
    yield "value", _first_line(report)
    if edits := all_edits(report.graph.source, report.edits):
        yield "edited", edits_in_words(edits)
    if report.position:
        here = report.position
        exact = _fraction(here.exact.value, value(here.value)) if here.exact else ""
        yield "position", here.state.removeprefix("at ")
        worth = _number(here.value, here)
        yield "", f"worth {worth}{exact} to {report.graph.players[0]} from here on"


def _details(report: InductionReport) -> Iterator[tuple[str, str]]:
    graph, induction = report.graph, report.induction
    took = "" if induction.seconds is None else f", {induction.seconds:.3f} s"
    yield from _bounds(report)
    yield (
        "solved by",
        (
            f"backward induction, {induction.solver} {induction.version}, {induction.games:,} "
            f"stage games{took}"
        ),
    )
    if graph.source and not graph.source.edits:
        yield (
            "rules",
            f"{graph.source.rules}, level {graph.source.level}: {LEVELS[graph.source.level]}",
        )


def _proof(report: InductionReport) -> list[str]:
    proved, players = report.proved, report.graph.players
    if proved is None:
        return [f"it was not: {VERIFY}"]
    lower, upper = all_digits(proved.lower), all_digits(proved.upper)
    if report.exact is not None:
        lower = upper = brief(report.exact)
    return proof_in_words(players, lower, upper, GROUNDS[proved.ground])


def _first_line(report: InductionReport) -> str:
    value = f"{_value(report)} to {report.graph.players[0]}"
    if report.exact is not None:
        return first_line(value, Certainty.EXACT)
    if report.proved:
        return first_line(value, Certainty.BOUNDED, f"proved {GROUNDS[report.proved.ground]}")
    return first_line(value, Certainty.CLAIMED)


def _sections(report: InductionReport) -> Iterator[Section]:
    if report.position:
        yield from _position(report, report.position)
        return
    for player in range(len(report.graph.players) * bool(report.first_moves)):
        yield _first_round(report, player)
    if report.graph.states and report.first_moves:
        yield from _likely_play(report)


def _appendix(report: InductionReport) -> Iterator[Section]:
    yield Section("", [_sizes(report)])
    if not report.position:
        yield from _levels(report)


def _sizes(report: InductionReport) -> str:
    sizes = report.sizes
    if sizes.histories is None or sizes.information_sets is None:
        return counted(sizes.states, "state")
    return (
        f"{large(sizes.histories)} histories and {large(sizes.information_sets[0])} information "
        f"sets per player in the tree, {counted(sizes.states, 'state')} here"
    )


def _value(report: InductionReport) -> str:
    shown = f"{report.value:.12g}"
    return shown + (_fraction(report.exact, shown) if report.exact is not None else "")


def _fraction(number: Fraction, shown: str) -> str:
    """Return ` = 1/3`; empty if a whole number is shown as it is, or if the number is long."""
    whole = number.denominator == 1 and Fraction(shown) == number
    return "" if whole or not is_short(number) else f" = {number}"


def _bounds(report: InductionReport) -> list[tuple[str, str]]:
    proved = report.proved
    if proved is None:
        return [("to verify", VERIFY)]
    exact = report.exact is not None and not proved.bound
    kept = ", packed in 32 bits" if proved.packed else ""
    return [
        (
            "bounds",
            f"{all_digits(proved.lower)} to {all_digits(proved.upper)}, {GROUNDS[proved.ground]}",
        ),
        (
            "every state",
            "exact" if exact else f"its value is known within {proved.bound:.2g}{kept}",
        ),
    ]


def _first_round(report: InductionReport, player: int) -> Section:
    plays, rule = report.first_moves, report.graph.rule
    drawn = rule.words.drawn if rule else Words().drawn
    name = report.graph.players[player]
    heading = f"first round: what {name} plays{', as the solution says' * (not report.proved)}"
    if all(play.moves[player] == plays[0].moves[player] for play in plays):
        head = (drawn if plays[0].label else "", "value", *plays[0].moves[player])
        rows = [(play.label, *_row(play, player)) for play in plays]
        others = [
            sentence
            for play in plays
            for sentence in _alternatives_text(
                play, player, f"for {drawn} {play.label}, " * bool(play.label)
            )
        ]
        return Section(heading, [Table([head, *rows], fixed=2), *others])
    return Section(heading, [_first_moves(play, player) for play in plays])


def _first_moves(play: Play, player: int) -> Section:
    rows = [("value", *play.moves[player]), _row(play, player)]
    return Section(play.label, [Table(rows, fixed=1), *_alternatives_text(play, player, "")])


def _likely_play(report: InductionReport) -> Iterator[Section]:
    """Yield the play in which every move is the likeliest one there, if it has no other states than
    those of chance and of both players.
    """
    graph, rule = report.graph, report.graph.rule
    stages = {stage.state: stage for stage in report.induction.stages}
    rows, drawn, likely, payoff = [], "", 1.0, Fraction(0)
    at, state = graph.start, graph.states[graph.start]
    while not isinstance(state, Terminal):
        match state:
            case Draw(moves):
                drawn, chance, at = max(moves, key=lambda move: move[1])
                likely *= float(chance)
            case Joint(moves, to, reward) if (name := graph.names[at]) in stages:
                x, y = report.exact_stages.get(name, stages[name]).strategies
                row, column = x.index(max(x)), y.index(max(y))
                share = float(x[row] * y[column])
                rows.append((drawn, moves[0][row], moves[1][column], probability(share)))
                drawn, likely, at = "", likely * share, to[row][column]
                payoff += reward[row][column]
            case _:
                return
        state = graph.states[at]
    head = ((rule.words if rule else Words()).drawn, *graph.players, "how likely")
    first = 0 if any(row[0] for row in rows) else 1  # Without a column for chance if it is empty.
    heading = f"play by the likeliest moves, from start to end (probability {probability(likely)})"
    end = f"the end: {brief(payoff + state.payoff)} to {graph.players[0]}"
    yield Section(heading, [Table([row[first:] for row in (head, *rows)]), end])


def _alternatives_text(play: Play, player: int, when: str) -> list[str]:
    if not play.others or not play.others[player]:
        return []
    moves = ", ".join(play.others[player])
    return [f"{when}one of several: others that are as good also take {moves}"]


def _row(play: Play, player: int) -> tuple[str, ...]:
    return (_number(play.value, play), *map(probability, play.strategies[player]))


def _number(number: float, play: Play) -> str:
    """Return a number of a play, without rounding errors; exact ones have none."""
    return value(0.0 if abs(number) < 5e-13 and play.exact is None else number)


def _position(report: InductionReport, play: Play) -> Iterator[Section]:
    values = play.move_values
    assert values is not None
    head = ("move", "how likely", f"expected payoff to {report.graph.players[0]}")
    for player, name in enumerate(report.graph.players):
        rows = zip(play.moves[player], play.strategies[player], values[player], strict=True)
        told = [(move, probability(weight), _number(worth, play)) for move, weight, worth in rows]
        yield Section(name, [Table([head, *told]), *_alternatives_text(play, player, "")])


def _levels(report: InductionReport) -> Iterator[Section]:
    levels = report.induction.levels
    layers = report.graph.rule.layers if report.graph.rule and levels else None
    if not layers or not layers.heading or not report.proved or report.exact is not None:
        return
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
    yield Section(f"levels: all states with so many {layers.heading}", [Table(rows)])
