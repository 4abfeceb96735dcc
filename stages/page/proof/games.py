"""The proof of a game that was solved as a linear program."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

from schemas.game import Game, infoset_text
from schemas.parts.exact import write_exact
from schemas.report import ExactStrategy, Proof, Report
from stages.page.assembly import Shown
from stages.page.proof.common import Command, file_of, shown, solver, typed
from stages.report.text import ROUNDING

CHOICES, CHARACTERS, LOOKED_AT = 60, 8_000, 20_000
"""Of each player's exact strategy: information sets and characters that are shown, and information
sets that are looked at.
"""


class ExactChoice(NamedTuple):
    """What an exact strategy does at one information set."""

    infoset: int
    knows: str
    actions: tuple[tuple[str, str], ...]
    """Those that it takes, each with its probability."""


class Play(NamedTuple):
    """The exact strategy of one player."""

    player: str
    choices: tuple[ExactChoice, ...]
    more: bool
    """Whether some are left out."""


def of_game(report: Report) -> Shown:
    """Return the proof of a game that was solved as a linear program."""
    bounds, origins, exact = report.bounds, report.origins, report.exact
    numbers = [
        ("value", f"{report.value!r} to {report.game.players[0]}"),
        ("at least", repr(bounds.lower)),
        ("at most", repr(bounds.upper)),
        ("exploitability", f"{bounds.exploitability!r}"),
    ]
    if report.repaired > ROUNDING:
        numbers.append(("repaired", f"realization weights, by up to {report.repaired:.2g}"))
    return shown(
        numbers=numbers,
        fraction=write_exact(exact.value) if isinstance(exact, Proof) else "",
        solved=[
            *solver(origins.solver, origins.version, origins.status, origins.seconds),
            ("in a race with", origins.raced),
            ("refused before", origins.refused),
        ],
        proved=[*_game_words(report)],
        plays=_plays(report.game, exact) if isinstance(exact, Proof) else (),
        commands=_game_commands(report),
    )


def _game_words(report: Report) -> Iterator[str]:
    first, second = report.game.players
    yield (
        "A best response was computed against each of the two strategies, on the game, by code "
        f"that never saw the linear program. The strategy of {first} gets at least the lower bound "
        f"against any play of {second}; that of {second} concedes at most the upper bound. "
        "All rounding goes outwards, so the value is between them, whatever the solver did."
    )
    if isinstance(report.exact, Proof):
        yield (
            "Two strategies in rationals guarantee exactly the same number, each to its player; so "
            "this fraction is the value. Of the solver's answer at most a guess at these "
            "strategies was used."
        )
        if report.refinement:
            yield (
                f"The strategies are a {report.refinement.concept} equilibrium. They are the limit "
                "of strategies that make every mistake now and then, whose probabilities are "
                "polynomials; at every information set they are best for all small enough trembles."
            )
    else:
        yield f"The exact value is not proved: {report.exact}."


def _game_commands(report: Report) -> list[Command]:
    trail = report.trail
    game, solution = file_of(trail, "game", "GAME"), file_of(trail, "solution", "SOLUTION")
    refine = ["--refine", report.refinement.concept.value] if report.refinement else []
    stem = game.removesuffix(".json").removesuffix(".game")
    certificate = f"{stem}.certificate.json"
    return [
        Command(
            "write the strategies down in rationals, as a certificate",
            typed("certify", game, solution, *refine, "-o", certificate),
        ),
        Command(
            "prove the certificate on the game, by a short program that needs no solver and shares "
            "nothing with the rest",
            typed("check", certificate, game),
        ),
    ]


def _plays(game: Game, exact: Proof) -> tuple[Play, ...]:
    return tuple(
        _play(game, name, strategy)
        for name, strategy in zip(game.players, exact.strategies, strict=True)
    )


def _play(game: Game, player: str, strategy: ExactStrategy) -> Play:
    found: list[ExactChoice] = []
    room, more = CHARACTERS, len(strategy) > LOOKED_AT
    for choice in _choices(game, strategy):
        room -= len(choice.knows) + sum(map(len, chain(*choice.actions)))
        if room < 0 or len(found) == CHOICES:
            more = True
            break
        found.append(choice)
    return Play(player, tuple(found), more)


def _choices(game: Game, strategy: ExactStrategy) -> Iterator[ExactChoice]:
    """Yield the choices among several actions that the strategy's own moves lead to; elsewhere it
    says nothing.
    """
    taken = {0}  # Sequences with a realization weight above 0.
    for infoset, probabilities in islice(strategy, LOOKED_AT):
        if taken.isdisjoint(game.parents[infoset]):
            continue
        actions, first = game.information_sets[infoset].actions, game.first[infoset]
        taken.update(first + at for at, probability in enumerate(probabilities) if probability)
        if len(actions) > 1:
            told = tuple(
                (action, write_exact(probability))
                for action, probability in zip(actions, probabilities, strict=True)
                if probability
            )
            yield ExactChoice(infoset, infoset_text(game, infoset) or "the start", told)
