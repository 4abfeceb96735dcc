"""The report of a game as a document: its value, both strategies, the most likely history, and the
proof; then the details.

The table of the strategies has the choices at each information set that play reaches, the value of
every action, and its loss. Actions that are not played are listed with their loss. At an
information set with many actions, only the played ones and the best of the others are listed.
Choices elsewhere are among the details, unless they are meant to be optimal, too.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import compress
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...schemas.game import Chance, Decision, Game, Terminal, infoset_text
from ...schemas.parts.exact import brief, is_short, large, write_exact
from ...schemas.parts.problems import counted
from ...schemas.parts.source import (
    Source,
    all_edits,
    constants_of,
    edits_in_words,
    is_rules_file,
)
from ...schemas.parts.views import ArrayView
from ...schemas.refinement import Concept
from ...schemas.report import Proof, Report
from ...schemas.strategies import Behaviour, Strategy
from ...schemas.strategies.columns import StrategyColumns, strategy_columns
from ..documents import Block, Document, Facts, Section, Table, probability
from ..forms.reductions import REDUCTIONS
from .certainty import (
    RESPONSES,
    Certainty,
    all_digits,
    first_line,
    proof_in_words,
)
from .measures import Measured, Step, most_likely
from .off_path import in_words
from .optimum import REPAIRED, solved_by
from .reach_kernel import order_sequences

Integers = NDArray[np.integer[Any]]
Row = tuple[str, ...]

LEVELS = (
    "the textbook tree, one state per history",
    "equivalent situations merged",
    "equivalent situations merged, irrelevant moves removed",
)
REFINED = {
    Concept.SEQUENTIAL: "sequential: plays well after every mistake, proved by small trembles",
    Concept.QUASI_PERFECT: (
        "quasi-perfect: plays well after every mistake, proved for all small trembles"
    ),
}


MAX_LINES = 60  # Of the choices of one player in a table; the JSON format has all of them.
FEW_LINES = 20  # Of the screen, for the likeliest choices of one player, which come first.
WORDS = 18  # Characters of an action, or of what is before it, in such a line of a wide table.
DIGITS = 10
"""Digits of the largest number of a column; at most six are decimals."""
HEAD = ("who", "reached", "how likely", "exactly", "expected payoff", "loss", "action", "after")
NOISE = 1e-14
"""The share of the largest payoff below which all values of a table are rounded zeros."""
ROOM = {"exactly": 100, "reached": 84, "expected payoff": 74, "loss": 61}
"""Screen width from which a column fits beside readable words."""
LONGEST = 24
"""Characters of a fraction shown beside its decimals."""
NEAR = 1e-7
"""Proved probabilities this close are those of the strategy: solvers are exact within 1e-9."""
MOST_ACTIONS = 8
"""At an information set with at most this many actions, all are listed."""
OTHERS = 3
"""At larger ones, this many unplayed actions are listed: the best ones."""
UNSETTLED = (
    "in brackets: depends on play that is never reached; `--refine sequential` makes it sensible"
)


class Selection(NamedTuple):
    """Choices among several actions, each after the choices that lead to it."""

    first: Sequence[Behaviour]
    """As many as were requested, or all."""
    lines: int
    """Number of lines of all choices."""


class Choices(NamedTuple):
    """The choices of a player at its information sets."""

    played: Selection
    """Information sets that play reaches: a line per listed action, and one for the rest."""
    others: Selection
    """Those reached only if the opponent plays otherwise: a line per played action."""
    forced: int
    """Number of information sets with a single action, without those counted in `never`."""
    mistakes: Selection
    """Those reached only by the player's own mistakes; empty if all of them count as `never`."""
    never: int
    """Number of information sets that the player's own moves do not reach and that are not shown.
    """


def document(report: Measured) -> Document:
    """Return the content of a report for people."""
    head, proof = list(_head(report)), _proof(report)
    facts, appendix = [*head, *_details(report)], _appendix(report)
    return Document(report.game.title, facts, _sections(report), proof, appendix, first=len(head))


def _proof(report: Report) -> list[str]:
    grounds = "best responses on the game itself"
    if isinstance(report.exact, Proof):
        value = brief(report.exact.value)
        return proof_in_words(report.game.players, value, value, f"{grounds}, in exact fractions")
    lower, upper = map(all_digits, report.bounds)
    return proof_in_words(report.game.players, lower, upper, grounds)


def _head(report: Report) -> Iterator[tuple[str, str]]:
    game = report.game
    yield "value", _first_line(report)
    if game.constant:
        rest = f"{float(game.constant - _best_known(report)):.12g} to {game.players[1]}"
        yield "", f"{rest}, what is left of {game.constant}"

    yield "exact value", _exact(report.exact)
    if report.refinement:
        yield "refined", REFINED[report.refinement.concept]
        # At level 1 this holds in the textbook tree, too (`stages.report.refine`).
        if game.states and game.source and game.source.level == 2:
            yield "", "in the game of level 2, which leaves moves out; -O 0 for the textbook tree"
    if report.off_path:
        yield "off the path", in_words(report.off_path, game.players)
    if edits := all_edits(game.source, report.edits):
        yield "edited", edits_in_words(edits)


def _details(report: Report) -> Iterator[tuple[str, str]]:
    game, bounds = report.game, report.bounds
    yield "compiled", _compiled(report)
    # All digits: a bound rounded to the wrong side is not a bound.
    yield (
        "bounds",
        f"{all_digits(bounds.lower)} to {all_digits(bounds.upper)}, by best responses on the game",
    )
    yield "exploitability", f"{bounds.exploitability:.2g}"
    if report.repaired > REPAIRED:
        yield "repaired", f"realization weights, by up to {report.repaired:.2g}"
    yield "solved by", solved_by(report.origins)
    if report.origins.refused:
        yield "refused", report.origins.refused
    if game.source and not game.source.edits:
        yield "rules", _rules(game.source) if game.states else "those of the file"
    if game.places:
        places = ", ".join(f"{name} [{row}, {column}]" for name, (row, column) in game.places)
        yield "places", f"{places}: row and column from 0"


def _first_line(report: Report) -> str:
    value = f"{report.value:.12g} to {report.game.players[0]}"
    if isinstance(report.exact, Proof):
        return first_line(value, Certainty.EXACT)
    return first_line(value, Certainty.BOUNDED, RESPONSES)


def _best_known(report: Report) -> Fraction:
    """Return the value, exactly if it is proved."""
    return report.exact.value if isinstance(report.exact, Proof) else Fraction(report.value)


def _rules(source: Source) -> str:
    if not is_rules_file(source):
        return source.rules
    constants = ", ".join(map(" = ".join, constants_of(source.rules)))
    return f"those of the file, with {constants}" if constants else "those of the file"


def _compiled(report: Report) -> str:
    """Return the level of reduction of the game, and the option for the other choice."""
    game, without = report.game, report.origins.without
    level = game.source.level if game.source and game.states else None
    if level:
        return f"level {level}: {LEVELS[level]} (-O 0: the textbook tree)"
    whose = "as in the file" if level is None else "level 0: textbook tree"
    if level is not None and game.source and is_rules_file(game.source):
        whose = "level 0: tree of the rules"
    if len(without) < len(REDUCTIONS):
        return f"{whose}, with a reduced linear program (lower -O 0: the whole one)"
    return f"{whose}, nothing reduced, {large(report.counts.histories)} histories (-O 2 reduces it)"


def _sections(report: Measured) -> Iterator[Section]:
    reached = {player: _likeliest(report, player) for player in (1, 2)}
    elsewhere = "play reaches no choice of theirs (-v shows the others)"
    forced = "only forced moves, or none"
    without = [
        f"{name}: {elsewhere if _choices(report, player).others.lines else forced}"
        for player, name in enumerate(report.game.players, 1)
        if not reached[player].lines
    ]
    heading = f"who plays what (payoffs to {report.game.players[0]})"
    others = ", reached less often (-v, --format csv)"
    yield Section(heading, [*_table(report, reached, reached=True, others=others), *without])
    if report.advises:
        yield from _unreached(report)
    yield likely_play(report.game, report.strategies)


def _likeliest(report: Measured, player: int) -> Selection:
    """Return the choices of a player that are reached most often, as many as fit on a screen."""
    played, room, shown = _choices(report, player).played, FEW_LINES, set[int]()
    for behaviour in sorted(played.first, key=lambda one: -report.reach[one.infoset]):
        rows = _rows(report, player, Selection([behaviour], 0), reached=True)
        room -= sum(-(-max(map(len, row[-2:])) // WORDS) for row in rows)
        if shown and room < 0:
            break
        shown.add(behaviour.infoset)
    return played._replace(first=[one for one in played.first if one.infoset in shown])


def _appendix(report: Measured) -> Iterator[Section]:
    yield Section("", _sizes(report))
    reached = {player: _choices(report, player).played for player in (1, 2)}
    if any(len(_likeliest(report, player).first) < len(reached[player].first) for player in (1, 2)):
        yield Section("all that is played", [*_table(report, reached, reached=True)])
    if not report.advises:
        yield from _unreached(report)
    columns = [
        ("reached", "how often play comes to the choice, if both players follow these strategies"),
        (
            "how likely",
            "how often the player then takes the action; exactly, if a short fraction is proved",
        ),
        (
            "expected payoff",
            f"to {report.game.players[0]} if the player takes the action and plays optimally "
            "afterwards, against the other player's strategy",
        ),
        ("loss", "what the action costs the player, compared with the best one there"),
    ]
    yield Section("", [Facts(columns, ROOM)])


def _sizes(report: Report) -> Iterator[Block]:
    game, counts, size = report.game, report.counts, report.origins.size
    yield Table(
        [
            ("size", *game.players),
            ("information sets", *(f"{len(strategy):,}" for strategy in report.strategies)),
            ("sequences", *(f"{number:,}" for number in report.sequences)),
        ]
    )
    states = f"{game.states:,} states, " if game.states else ""
    yield (
        f"{large(counts.histories)} histories, {large(counts.terminal_histories)} of them "
        f"terminal, in {counts.of}"
    )
    yield (
        f"compiled to {states}{len(game.nodes):,} nodes, an LP of {size.rows:,} rows, "
        f"{size.columns:,} columns, {size.nonzeros:,} nonzeros"
    )


def _exact(exact: Proof | str) -> str:
    """Return the exact value; a fraction longer than a line is given by its size."""
    if isinstance(exact, str):
        return f"not proved: {exact}"
    text = write_exact(exact.value)
    return (
        f"{text if len(text) <= 100 else f'a fraction of {len(text):,} characters'}, proved in "
        "rationals"
    )


def likely_play(game: Game, strategies: tuple[Strategy, Strategy]) -> Section:
    """Return the most likely history with all its moves, and its payoff."""
    history = most_likely(game, strategies)
    end = game.nodes[history.end]
    assert isinstance(end, Terminal)
    return play_of(
        game,
        f"the most likely play, from start to end (probability {probability(history.probability)})",
        [_step(game, step) for step in history.steps],
        end.payoff,
    )


def play_of(
    game: Game, heading: str, steps: Sequence[tuple[str, str, str, str]], payoff: Fraction
) -> Section:
    """Return a history from start to end: per step who moves, how likely, the action, and the
    observations before.
    """
    rows = [("who", "how likely", "does", "having seen"), *steps]
    other = f", {brief(game.constant - payoff)} to {game.players[1]}" if game.constant else ""
    end = f"the end: {brief(payoff)} to {game.players[0]}{other}"
    return Section(heading, [Table(rows), end] if steps else [end])


def _step(game: Game, step: Step) -> tuple[str, str, str, str]:
    node = game.nodes[step.node]
    if isinstance(node, Chance):
        share = node.probabilities[step.action]
        likely = short_fraction(share) or probability(share)
        return "chance", likely, node.actions[step.action], ""
    assert isinstance(node, Decision)
    infoset = game.information_sets[node.infoset]
    likely = probability(step.probability) if len(infoset.actions) > 1 else "only move"
    # The secret is chosen before anything else.
    does = "places: " if step.node == 0 and game.places else ""
    return (
        game.players[infoset.player - 1],
        likely,
        does + infoset.actions[step.action],
        ", ".join(infoset.sees),
    )


def _choices(report: Measured, player: int) -> Choices:
    strategy = report.strategies[player - 1]
    return choices(report.game, strategy, report.reach, MAX_LINES, mistakes=report.advises)


def _unreached(report: Measured) -> Iterator[Section]:
    """Yield per player the choices to which play does not come, if there are any."""
    for player, name in enumerate(report.game.players, 1):
        if blocks := [*_unreached_blocks(report, player)]:
            yield Section(f"the rest of the strategy of {name}", blocks)


def _unreached_blocks(report: Measured, player: int) -> Iterator[Block]:
    """Yield the choices among several actions where play would come if the opponent played
    otherwise, and after a mistake of the player's own.
    """
    found = _choices(report, player)
    name, other = report.game.players[player - 1], report.game.players[2 - player]
    if found.others.lines:
        yield f"reached only after a deviation by {other}{_off_path_remark(report)}:"
        yield from _table(report, {player: found.others}, reached=False)
    if found.mistakes.lines:
        yield f"reached only by a mistake of {name}; the best that is left:"
        yield from _table(report, {player: found.mistakes}, reached=False)
    rest = [
        (found.forced, "with one action only"),
        (found.never, "that this strategy never leads to"),
    ]
    if any(number for number, _ in rest):
        counted = ", ".join(f"{number:,} {what}" for number, what in rest if number)
        yield f"other information sets: {counted}"


def _off_path_remark(report: Report) -> str:
    """Return a remark on play where only other play of the opponent leads."""
    if report.refinement:
        return "; the best answer to a mistake"
    if report.off_path:
        return "; best responses to small trembles, where the bounds allow them"
    return ". No advice: it keeps what is guaranteed, but may not be the best answer there"


def _table(
    report: Measured,
    shown: Mapping[int, Selection],
    reached: bool,
    others: str = " (--format csv)",
) -> Iterator[Block]:
    """Yield one table of the choices of players, without empty columns, and how many lines are left
    out; `others` says which, and where they are.
    """
    rows = [row for player in shown for row in _rows(report, player, shown[player], reached)]
    if rows:
        kept = [any(column) for column in zip(*rows, strict=True)]
        yield Table([tuple(compress(row, kept)) for row in (HEAD, *rows)], room=ROOM)
    if any(cell.startswith("(") for row in rows for cell in row[4:6]):
        yield Facts([("loss", UNSETTLED)], ROOM)
    left = sum(selection.lines for selection in shown.values()) - len(rows)
    if left:
        yield f"... and {counted(left, 'more line')}{others}"


def _rows(report: Measured, player: int, shown: Selection, reached: bool) -> list[Row]:
    """Return the rows of a player's choices, each after those that lead to it: if play reaches
    them, with values and the actions that are not played.
    """
    rows: list[Row] = []
    places = _places(report, shown)
    exact = proved_shares(report, player, shown.first)
    for behaviour, fractions in zip(shown.first, exact, strict=True):
        lost, values = report.losses(behaviour.infoset), report.values[behaviour.infoset]
        worth = _numbers(report, behaviour, values and values.values, places)
        losses, record = _numbers(report, behaviour, lost, places), behaviour.probabilities
        actions = report.game.information_sets[behaviour.infoset].actions
        after = infoset_text(report.game, behaviour.infoset)
        begin, end = ("", ""), ("", "")
        kept = [at for at, share in enumerate(record) if share]
        if reached:
            begin = report.game.players[player - 1], probability(report.reach[behaviour.infoset])
            kept = listed_actions(record, lost)
        for at in kept:
            if reached:
                end = worth[at], losses[at]
            plays = probability(record[at]), short_fraction(fractions[at]) if fractions else ""
            rows.append((*begin, *plays, *end, actions[at], after))
        others = [at for at in range(len(actions)) if at not in kept]
        if reached and others:
            rows.append((*begin, "0", "", "", "", _rest(others, lost, losses), after))
    return rows[:MAX_LINES]


def proved_shares(
    report: Report, player: int, entries: Sequence[Behaviour]
) -> list[tuple[Fraction, ...] | None]:
    """Return the proved probabilities for entries of a player's strategy, None where they are
    undefined; None for all entries if the proof has another strategy.
    """
    nothing: list[tuple[Fraction, ...] | None] = [None] * len(entries)
    if not isinstance(report.exact, Proof):
        return nothing
    proved = report.exact.strategies[player - 1]
    infosets = strategy_columns(report.strategies[player - 1]).infoset
    places = np.searchsorted(infosets, [entry.infoset for entry in entries]).tolist()
    found = [
        proved[at].probabilities if entry.own_reach or report.refinement else None
        for entry, at in zip(entries, places, strict=True)
    ]
    same = all(
        abs(float(exact) - share) < NEAR
        for entry, shares in zip(entries, found, strict=True)
        for exact, share in zip(shares or (), entry.probabilities, strict=False)
    )
    return found if same else nothing


def short_fraction(number: Fraction) -> str:
    """Return a fraction; empty if the number is whole or the fraction is long.

    >>> [short_fraction(Fraction(1, below)) for below in (3, 1, 3**80)]
    ['1/3', '', '']
    """
    text = str(number) if is_short(number) else ""
    return text if number.denominator > 1 and len(text) <= LONGEST else ""


def _rest(others: Sequence[int], lost: Sequence[float] | None, losses: Sequence[str]) -> str:
    """Return the line that summarizes the actions not listed one by one."""
    if lost is None:
        return f"{len(others):,} others"
    least = losses[min(others, key=lost.__getitem__)]
    return f"{len(others):,} others, each with a loss of {least} or more"


def _places(report: Measured, shown: Selection) -> int:
    """Return the number of decimals in a table of values; -1 if they are too small or too large for
    fixed-point notation.
    """
    found = (report.values[behaviour.infoset] for behaviour in shown.first)
    largest = max((abs(value) for one in found if one for value in one.values), default=0.0)
    if largest <= NOISE * float(np.abs(report.game.columns.payoffs.floats).max()):
        largest = 0.0
    if largest and not 1e-3 <= largest < 10**DIGITS:
        return -1
    return min(6, DIGITS - len(str(math.floor(largest))))


def _numbers(
    report: Measured, behaviour: Behaviour, numbers: Sequence[float] | None, places: int
) -> list[str]:
    """Return a value of each action of a choice as text, in brackets if unreached play decides."""
    first = report.game.columns.infosets.first[behaviour.infoset]
    return [
        f"({_number(number, places)})" if is_open else _number(number, places)
        for number, is_open in zip(numbers or (), report.unsettled[first:], strict=False)
    ] or ["-"] * len(behaviour.probabilities)


def _number(value: float, places: int) -> str:
    """Return a value as text; one that rounds to 0 with so many decimals is `0`.

    >>> _number(2.5, 6), _number(1e-9, 6), _number(2.5e-9, -1)
    ('2.500000', '0', '2.5e-09')
    """
    if places < 0:
        return f"{value + 0.0:.7g}"
    return f"{value:.{places}f}" if abs(value) >= 0.5 * 10**-places else "0"


def choices(
    game: Game, strategy: Strategy, reach: ArrayView[float], most: int, mistakes: bool = False
) -> Choices:
    """Return the choices of a strategy.

    `reach` is the probability that play reaches each of the game's information sets. Each kind
    has enough choices for `most` lines, or all. With `mistakes`, also those reached only by the
    player's own mistakes.
    """
    columns = strategy_columns(strategy)
    actions, led = np.diff(columns.begin), columns.own_reach > 0
    several, kinds = actions > 1, [Selection((), 0)] * 3
    if several.any():
        comes, ranks = reach.array[columns.infoset] > 0, _ranks(game, columns)
        played = np.add.reduceat(columns.probabilities != 0, columns.begin[:-1], dtype=np.int64)
        lines = np.where(actions <= MOST_ACTIONS, actions, np.minimum(actions, played + OTHERS + 1))
        kinds = [
            _first(columns, np.flatnonzero(several & kind), shown, ranks, reach, most)
            for kind, shown in ((led & comes, lines), (led & ~comes, played), (~led, played))
        ]
    counted = led | mistakes
    return Choices(
        played=kinds[0],
        others=kinds[1],
        mistakes=kinds[2] if mistakes else Selection((), 0),
        forced=int((counted & ~several).sum()),
        never=int((~counted).sum()),
    )


def _first(
    strategy: StrategyColumns,
    at: Integers,
    shown: Integers,
    ranks: Integers,
    reach: ArrayView[float],
    most: int,
) -> Selection:
    """Return the likeliest choices among those at `at`, enough for `most` lines, or all."""
    order = at[np.lexsort((ranks[at], -reach.array[strategy.infoset[at]]))]
    lines = np.cumsum(shown[order])
    first = np.sort(order[: 1 + int(np.searchsorted(lines, most))])
    first = first[np.argsort(ranks[first], kind="stable")]
    return Selection(
        [strategy.record(one) for one in first.tolist()], int(lines[-1]) if len(lines) else 0
    )


def _ranks(game: Game, strategy: StrategyColumns) -> Integers:
    """Return for each entry the rank of the first sequence that leads there."""
    first, reached = game.columns.infosets.first, game.reached
    size, rank = np.ones(first[-1], np.int32), np.zeros(first[-1], np.int32)
    order_sequences(first, reached.begin, reached.members, reached.parent, size, rank)
    return rank[reached.members[reached.begin[reached.parent[strategy.infoset]]]]


def listed_actions(probabilities: Sequence[float], losses: Sequence[float] | None) -> list[int]:
    """Return the indices of the listed actions of an information set.

    >>> listed_actions((0.0,) * 8 + (1.0,), (5.0, 4.0, 3.0, 2.0, 1.0, 2.0, 3.0, 4.0, 0.0))
    [3, 4, 5, 8]
    """
    actions = range(len(probabilities))
    played = [at for at in actions if probabilities[at]]
    if len(actions) <= max(MOST_ACTIONS, len(played) + OTHERS + 1):
        return list(actions)
    others = [at for at in actions if not probabilities[at]]
    if losses is not None:
        others.sort(key=losses.__getitem__)
    return sorted(played + others[:OTHERS])
