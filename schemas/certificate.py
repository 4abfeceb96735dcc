"""The certificate (`*.certificate.json`): a game's value and two strategies that prove it, in
rationals.

`stages.checker` checks one against its game, independently of this module.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from schemas.parts.documents import Data, Findings, read_json
from schemas.parts.exact import read_fraction, write_exact
from schemas.parts.problems import Place, Problem, shown
from schemas.refinement import Concept, Refinement, Tremble, Trembles
from schemas.report import ExactBehaviour, ExactStrategy

FORMAT = "efgc/certificate"
VERSION = 1
KEYS = ("title", "game_sha256", "value", "lower_bound", "upper_bound", "strategies")
OPTIONAL = ("refinement",)
MOST = 1_000
"""Maximum number of coefficients of a weight: more successive trembles than any game has moves."""


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """Bounds on the value of a game, with the strategies that prove them."""

    title: str
    game_sha256: str
    """SHA-256 of the bytes of the game's file, in hexadecimal."""
    value: Fraction | None
    """To player 1; None if the strategies only prove bounds."""
    lower: Fraction
    """A payoff that player 1's strategy guarantees; the value if it is known."""
    upper: Fraction
    """The most that player 2's strategy concedes, or more; the value if it is known."""
    strategies: tuple[ExactStrategy, ExactStrategy]
    refinement: Refinement | None = None
    """The refinement that the strategies are claimed to satisfy. For a sequential equilibrium the
    weights have only their leading terms.
    """


def check(certificate: Certificate) -> list[Problem]:
    """Return the problems of a certificate that can be found without its game."""
    found = Findings()
    found.digest(certificate.game_sha256, ("game_sha256",))
    if certificate.lower > certificate.upper:
        found.add(("lower_bound",), "the lower bound is above the upper bound")
    if (
        certificate.value is not None
        and not certificate.lower == certificate.value == certificate.upper
    ):
        found.add(("value",), "value and bounds are not the same number")
    if certificate.refinement and certificate.value is None:
        found.add(("refinement",), "there is no value that these strategies have")
    for player, strategy in enumerate(certificate.strategies):
        for at, (_, probabilities) in enumerate(strategy):
            if sum(probabilities) != 1 or min(probabilities) < 0:
                found.add(
                    ("strategies", player, at, "probabilities"),
                    "they are below 0 or do not sum to 1",
                )
    return found.problems


def read(text: str) -> Certificate:
    """Return the certificate in a JSON text. Raise InputError with the place of every problem."""
    data = read_json(text)
    found = Findings()
    found.header(data, FORMAT, VERSION)
    top = found.fields(data, (), ("format", "version", *KEYS), OPTIONAL, nullable=("value",))
    strategies = [
        _strategy(found, ("strategies", player), strategy)
        for player, strategy in enumerate(found.sequence(top["strategies"], ("strategies",)))
    ]
    if len(strategies) != 2:
        found.add(("strategies",), f"a game here has 2 players, not {len(strategies)}")
    refinement = _refinement(found, top["refinement"]) if "refinement" in top else None
    found.stop()
    certificate = Certificate(
        title=found.text(top["title"], ("title",)),
        game_sha256=found.text(top["game_sha256"], ("game_sha256",)),
        value=None if top["value"] is None else _fraction(found, ("value",), top["value"]),
        lower=_fraction(found, ("lower_bound",), top["lower_bound"]),
        upper=_fraction(found, ("upper_bound",), top["upper_bound"]),
        strategies=(strategies[0], strategies[1]),
        refinement=refinement,
    )
    found.add_beside(check(certificate))
    found.stop()
    return certificate


def write(certificate: Certificate) -> Iterator[str]:
    """Yield the lines of the JSON text: one information set per line."""
    refined = certificate.refinement
    value = "null" if certificate.value is None else f'"{write_exact(certificate.value)}"'
    yield f'{{"format": "{FORMAT}", "version": {VERSION},\n'
    yield (
        f' "title": {json.dumps(certificate.title)},\n "game_sha256": '
        f"{json.dumps(certificate.game_sha256)},\n"
    )
    yield f' "value": {value},\n "lower_bound": "{write_exact(certificate.lower)}",\n'
    yield f' "upper_bound": "{write_exact(certificate.upper)}",\n "strategies": [\n'
    yield from _lists(certificate.strategies, "probabilities")
    if refined:
        yield f'\n ],\n "refinement": {{"concept": "{refined.concept}", "trembles": [\n'
        yield from _lists(refined.trembles, "weights")
    yield "\n ]}\n" if refined is None else "\n ]}}\n"


def _lists(
    players: tuple[ExactStrategy, ExactStrategy] | tuple[Trembles, Trembles], key: str
) -> Iterator[str]:
    """Yield the lines of one list per player, with one line per information set."""
    for player, entries in enumerate(players):
        lines = (
            f'   {{"information_set": {infoset}, "{key}": {json.dumps(_written(numbers))}}}'
            for infoset, numbers in entries
        )
        yield (
            "  ["
            + "\n" * bool(entries)
            + ",\n".join(lines)
            + "\n  " * bool(entries)
            + ("]" if player else "],\n")
        )


def _written(numbers: Iterable[Any]) -> list[Any]:
    return [
        write_exact(number) if isinstance(number, Fraction) else _written(number)
        for number in numbers
    ]


def _strategy(found: Findings, place: Place, data: Data) -> ExactStrategy:
    return tuple(
        _behaviour(found, (*place, at), entry)
        for at, entry in enumerate(found.sequence(data, place))
    )


def _behaviour(found: Findings, place: Place, data: Data) -> ExactBehaviour:
    fields = found.fields(data, place, ("information_set", "probabilities"))
    numbers = enumerate(found.sequence(fields["probabilities"], (*place, "probabilities")))
    probabilities = tuple(
        _fraction(found, (*place, "probabilities", at), number) for at, number in numbers
    )
    if not probabilities:
        found.add((*place, "probabilities"), "there is no probability")
    return ExactBehaviour(
        found.integer(fields["information_set"], (*place, "information_set")), probabilities
    )


def _refinement(found: Findings, data: Data) -> Refinement:
    place = ("refinement",)
    fields = found.fields(data, place, ("concept", "trembles"))
    concept = found.text(fields["concept"], (*place, "concept"))
    if concept not in list(Concept):
        found.add((*place, "concept"), f"{shown(concept)} is none of {', '.join(Concept)}")
        concept = Concept.SEQUENTIAL
    players = [
        _trembles(found, (*place, "trembles", player), trembles)
        for player, trembles in enumerate(found.sequence(fields["trembles"], (*place, "trembles")))
    ]
    if len(players) != 2:
        found.add((*place, "trembles"), f"a game here has 2 players, not {len(players)}")
        players = [(), ()]
    return Refinement(Concept(concept), (players[0], players[1]))


def _trembles(found: Findings, place: Place, data: Data) -> Trembles:
    return tuple(
        _tremble(found, (*place, at), entry) for at, entry in enumerate(found.sequence(data, place))
    )


def _tremble(found: Findings, place: Place, data: Data) -> Tremble:
    fields = found.fields(data, place, ("information_set", "weights"))
    weights = []
    for at, one in enumerate(found.sequence(fields["weights"], (*place, "weights"))):
        here = (*place, "weights", at)
        numbers = enumerate(found.sequence(one, here))
        weights.append(tuple(_fraction(found, (*here, order), number) for order, number in numbers))
        if not weights[-1] or not weights[-1][-1]:
            found.add(here, "the last coefficient is missing, or 0")
        if len(weights[-1]) > MOST:
            found.add(here, f"there are more than {MOST:,} coefficients")
    return Tremble(
        found.integer(fields["information_set"], (*place, "information_set")), tuple(weights)
    )


def _fraction(found: Findings, place: Place, data: Data) -> Fraction:
    if data is None:
        return Fraction(0)
    number = (
        read_fraction(str(data))
        if isinstance(data, (str, int)) and not isinstance(data, bool)
        else None
    )
    if number is None:
        found.add(place, f"{shown(data)} is not an exact number; write 3 or 1/3")
    return number or Fraction(0)
