"""The report for a person: value and proof, sizes, and what to play."""

import re
from collections.abc import Iterator, Sequence

from schemas.exact import large, write_exact
from schemas.game import Game, infoset_text, one_way
from schemas.report import Proof, Report, Strategy
from stages.report.json_format import summary

_NUMERAL = re.compile(r"-?\d|\.$")
ROUNDING = 1e-9  # Repairs below are those of any solver's arithmetic, and worth no line.
MAX_LINES = 60  # Of a strategy; nobody reads more, and the JSON format has all of it.


def write_text(report: Report) -> Iterator[str]:
    """Yield the lines of the report."""
    facts = summary(report)
    game, bounds = report.game, report.bounds
    yield f"{game.title}\n\n"
    yield from aligned([
        ("value", f"{report.value:.12g} to {game.players[0]}"),
        *([("", f"{float(game.constant) - report.value:.12g} to {game.players[1]}, what is left of {game.constant}")]
          if game.constant else []),
        ("exact value", _exact(report.exact)),
        # All digits: a bound that is rounded to the wrong side is none.
        ("bounds", f"{_plain(bounds.lower)} to {_plain(bounds.upper)}, by best responses on the game"),
        ("exploitability", f"{bounds.exploitability:.2g}"),
        *([("repaired", f"realization weights, by up to {report.repaired:.2g}")] if report.repaired > ROUNDING else []),
        ("solved by", _solver(report)),
        *([("refused", report.origins.refused)] if report.origins.refused else []),
        *([("rules", f"{facts['rules']}, level {facts['level']}")] if facts["rules"] else []),
    ])
    if game.places:
        places = ", ".join(f"{name} [{row}, {column}]" for name, (row, column) in game.places)
        yield f"places          {places}: row and column from 0\n"
    yield "\n"
    yield from table([
        ("size", *game.players),
        ("information sets", *(f"{len(strategy):,}" for strategy in report.strategies)),
        ("sequences", *(f"{len(plan):,}" for plan in report.plans)),
    ])
    yield from _sizes(report)
    for player, strategy in zip(game.players, report.strategies):
        yield f"\nstrategy of {player}\n"
        yield from _strategy(game, strategy)


def _sizes(report: Report) -> Iterator[str]:
    game, counts, size = report.game, report.counts, report.origins.size
    states = f"{game.states:,} states, " if game.states else ""
    yield f"{large(counts.histories)} histories, {large(counts.terminal_histories)} of them terminal, in {counts.of}\n"
    yield f"compiled to {states}{len(game.nodes):,} nodes, an LP of {size.rows:,} rows, {size.columns:,} columns, "
    yield f"{size.nonzeros:,} nonzeros\n"


def _plain(number: float) -> str:
    return repr(number).removesuffix(".0")


def _exact(exact: Proof | str) -> str:
    """Return the exact value; a fraction that fills more than a line by its size alone."""
    if isinstance(exact, str):
        return f"not proved: {exact}"
    text = write_exact(exact.value)
    return f"{text if len(text) <= 100 else f'a fraction of {len(text):,} characters'}, proved in rationals"


def _solver(report: Report) -> str:
    origins = report.origins
    took = "" if origins.seconds is None else f", {origins.seconds:.3f} s"
    return f"{f'{origins.solver} {origins.version}'.rstrip()}, {origins.status}{took}"


def _strategy(game: Game, strategy: Strategy) -> Iterator[str]:
    """Yield the choices among several actions that the strategy comes to, each behind those that lead to it."""
    on_path = [behaviour for behaviour in strategy if behaviour.reach > 0]
    choices = [behaviour for behaviour in on_path if len(behaviour.probabilities) > 1]
    lines = [("reach", "plays", "action", "after")]
    for behaviour in sorted(choices, key=lambda behaviour: one_way(game, game.parents[behaviour.infoset][0])):
        after = infoset_text(game, behaviour.infoset) or "the start"
        actions = game.information_sets[behaviour.infoset].actions
        lines += [(f"{behaviour.reach:.6f}", f"{probability:.6f}", action, after)
                  for action, probability in zip(actions, behaviour.probabilities) if probability]
    if choices:
        yield from table(lines[:MAX_LINES], "  ")
    if len(lines) > MAX_LINES:
        yield f"  and {len(lines) - MAX_LINES:,} more lines; --format json has them all\n"
    rest = [(len(on_path) - len(choices), "with one action only"),
            (len(strategy) - len(on_path), "off the path, where any play does")]
    told = ", ".join(f"{number:,} {what}" for number, what in rest if number)
    if told:
        yield f"  other information sets: {told}\n"


def aligned(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield names with what they name, one per line."""
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        yield f"{name:<{width}}  {value}\n"


def table(rows: Sequence[Sequence[str]], indent: str = "") -> Iterator[str]:
    """Yield rows with their columns aligned: words to the left, numbers to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows)]
    for row in rows:
        cells = (f"{cell:>{width}}" if _NUMERAL.match(cell) else f"{cell:<{width}}" for cell, width in zip(row, widths))
        yield (indent + "  ".join(cells)).rstrip() + "\n"
