"""The report on bounds as a document: the bounds, the first moves of both strategies, how the
bounds are proved, and how they were found.
"""

from collections.abc import Iterator, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR

from ....schemas.bounds import (
    MATCHING,
    MIRROR,
    RESTRICTED,
    BoundsStatus,
    Progress,
    Situation,
)
from ....schemas.bounds_report import BoundsReport
from ....schemas.game import START, Game, infoset_text
from ....schemas.map_game import MapGame
from ....schemas.matrices import Matrices
from ....schemas.parts.exact import brief, large
from ....schemas.parts.source import all_edits, edits_in_words
from ....schemas.state_graph import ObservationGraph
from ...documents import Block, Document, Section, Table, probability
from ..certainty import (
    RESPONSES,
    Certainty,
    all_digits,
    at_most,
    between,
    first_line,
    outward,
    proof_in_words,
)
from ..document import likely_play
from .witness import strategies_of

PAPERS = {
    MATCHING: "predictive regret matching+, Farina, Kroer and Sandholm, AAAI 2021",
    RESTRICTED: "double oracle, Bosansky et al., JAIR 51, 2014",
    MIRROR: "Sokota et al., ICLR 2023, with a pull that fades",
}
"""The paper of each rule."""
OF_FLOATS = "this is about the floats of the matrices, not about a game"
ENDS = {
    BoundsStatus.GAP: "as close as requested",
    BoundsStatus.STALLED: "nothing better was found for either player",
    BoundsStatus.LIMIT: "the time was over before they were as close as requested",
}
PLACES = 6
"""The decimals of bounds in that table."""
LINES = 12
"""The most lines of the table of bounds."""
ACTIONS = 60
"""The most lines of a table of first moves."""
NAMES = 2
"""The most states by which a situation is called."""


def document(report: BoundsReport) -> Document:
    """Return the content of a report for people."""
    # All digits: a bound rounded to the wrong side is not a bound.
    lower, upper = all_digits(report.proved.lower), all_digits(report.proved.upper)
    grounds = "best responses on the game itself, rounded outward"
    if report.bounds.value is not None:
        lower = upper = brief(report.bounds.value)
        grounds = "best responses on the game itself, exact by the denominators of both strategies"
    proof = proof_in_words(report.game.players, lower, upper, grounds)
    title, head, sections = report.game.title, list(_head(report)), _first_moves(report)
    facts, appendix = [*head, *_details(report)], _appendix(report)
    return Document(title, facts, sections, proof, appendix, first=len(head))


def _head(report: BoundsReport) -> Iterator[tuple[str, str]]:
    proved, first = report.proved, report.game.players[0]
    if report.bounds.value is not None:
        value = f"{float(report.bounds.value):.12g} to {first}"
        yield "value", first_line(value, Certainty.EXACT, RESPONSES)
        yield "exactly", brief(report.bounds.value)
    else:
        value, gap = between(proved.lower, proved.upper), at_most(proved.upper - proved.lower)
        how = f"{RESPONSES}; {OF_FLOATS}" if isinstance(report.game, Matrices) else RESPONSES
        yield "value", first_line(f"{value} to {first}", Certainty.BOUNDED, how)
        yield "gap", f"{gap}: {ENDS[BoundsStatus(report.bounds.status)]}"
    if edits := all_edits(report.game.source, report.edits):
        yield "edited", edits_in_words(edits)


def _details(report: BoundsReport) -> Iterator[tuple[str, str]]:
    bounds, proved, game = report.bounds, report.proved, report.game
    first, second = game.players
    yield "bounds", f"{all_digits(proved.lower)} to {all_digits(proved.upper)}, rounded outward"
    yield (
        "proved by",
        f"best responses: of {second} to the strategy of {first} (lower), of {first} to that of "
        f"{second} (upper)",
    )
    yield "exploitability", at_most(0 if bounds.value is not None else proved.exploitability)
    took = "" if bounds.seconds is None else f", {bounds.seconds:.3f} s"
    yield "found by", f"{bounds.method}, {bounds.steps:,} steps{took}"
    paper = PAPERS.get(bounds.rule)
    yield "rule", f"{bounds.rule} ({paper})" if paper else bounds.rule
    if bounds.recall:
        yield "recall", f"the last {bounds.recall} actions and observations of the player"
    if isinstance(game, MapGame):
        yield "rules", game.rules
    yield "size", _size(report)


def _size(report: BoundsReport) -> str:
    game, strategies = report.game, report.bounds.strategies
    known = f"{large(report.histories)} histories, " if report.histories is not None else ""
    if isinstance(game, Game):
        return f"{known}{len(game.information_sets):,} information sets"
    if isinstance(game, Matrices):
        rows, columns = game.payoffs.shape
        return f"A is {rows:,} by {columns:,} with {len(game.payoffs.entries):,} entries"
    if isinstance(game, MapGame):
        many = " and ".join(f"{len(one):,}" for one in strategies)
        return f"{len(game.rows)}x{len(game.rows[0])} squares, {many} situations in the strategies"
    situations = " and ".join(f"{len(one):,}" for one in strategies)
    return f"{known}{len(game.columns):,} states, {situations} situations of the players"


def _appendix(report: BoundsReport) -> Iterator[Section]:
    if report.progress:
        yield Section("bounds against steps", [_progress(report.progress)])


def _first_moves(report: BoundsReport) -> Iterator[Section]:
    for player, name in enumerate(report.game.players):
        yield Section(f"first moves of {name}", _moves(report, report.first_moves[player]))
    if isinstance(report.game, Game):
        yield likely_play(report.game, strategies_of(report.bounds))


def _progress(lines: Sequence[Progress]) -> Table:
    """Return the table of bounds, with every so manieth line if there are many."""
    every = -(-len(lines) // LINES)
    kept = [line for at, line in enumerate(lines, 1) if at == len(lines) or at % every == 0]
    timed = any(line.seconds is not None for line in kept)
    rows = [
        (
            f"{line.step:,}",
            outward(line.lower_bound, PLACES, ROUND_FLOOR),
            outward(line.upper_bound, PLACES, ROUND_CEILING),
            at_most(line.upper_bound - line.lower_bound),
            *([f"{line.seconds or 0:.1f}"] if timed else []),
        )
        for line in kept
    ]
    return Table([("steps", "lower", "upper", "gap", *(["seconds"] if timed else [])), *rows])


def _moves(report: BoundsReport, situations: Sequence[Situation]) -> Iterator[Block]:
    rows: list[tuple[str, ...]] = []
    for one in situations:
        where = _place(report, one)
        lines = zip(one.probabilities, one.actions, strict=True)
        rows += [(probability(share), action, where) for share, action in lines]
    if not rows:
        memories = report.bounds.by_memory is not None
        yield "its first action, always" if memories else "no move to make"
        return
    states = isinstance(report.game, ObservationGraph) and not report.bounds.by_memory
    head = ("how likely", "action", "in" if states else "after")
    yield Table([head, *rows[:ACTIONS]])
    if len(rows) > ACTIONS:
        yield f"{len(rows) - ACTIONS:,} more lines are left out"


def _place(report: BoundsReport, one: Situation) -> str:
    """Return a situation in words."""
    if isinstance(report.game, Game):
        return infoset_text(report.game, one.information_set or 0)
    if isinstance(report.game, Matrices):
        return f"row {one.information_set}"
    if report.bounds.by_memory:
        return ", ".join(one.after) or START
    more = len(one.states) - NAMES
    names = ", ".join(one.states[:NAMES]) + (f" and {more:,} more states" if more > 0 else "")
    return names + memory(one)


def memory(one: Situation) -> str:
    """Return the memory of a situation in words, to follow a name; empty if there is none."""
    return f", after: {', '.join(one.last)}" if one.last else ""
