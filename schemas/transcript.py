"""The transcript (`*.transcript.json`): the moves of one play of a game.

`efgc play --continue` reads it.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from schemas.parts.documents import Data, Findings, locate_json, read_json
from schemas.parts.exact import write_exact
from schemas.parts.problems import InputError, Place, Problem
from schemas.parts.source import Source, read_source

FORMAT = "efgc/transcript"
VERSION = 1
NEEDED = ("format", "version", "game_sha256", "players", "people", "seed", "moves")
OPTIONAL = ("title", "source", "strategies_sha256", "payoff", "tally")
TERMS = ("value", "chance", "draws", "hidden", "mistakes", "gifts", "payoff")
MAX_SEED = 2**32 - 1


class Made(NamedTuple):
    """One move."""

    player: int
    """1 or 2; 0 for chance."""
    infoset: int | None
    """Its number in the game; None for chance, and if the game has none."""
    action: str
    """The label."""


class Terms(NamedTuple):
    """The terms of the payoff, from the point of view of the human player: see
    `pipeline.play.tally`.
    """

    player: int
    """The player from whose point of view the terms are given."""
    value: Fraction
    chance: Fraction
    draws: Fraction
    hidden: Fraction
    mistakes: Fraction
    gifts: Fraction
    payoff: Fraction
    """The sum: value + chance + draws + hidden - mistakes + gifts."""


@dataclass(frozen=True, kw_only=True)
class Transcript:
    """One play of a game."""

    title: str = ""
    game_sha256: str
    """Digest of the artifact of the game, in hexadecimal."""
    source: Source | None = None
    players: tuple[str, ...]
    people: tuple[int, ...]
    """The human players, in ascending order."""
    seed: int
    strategies_sha256: str = ""
    """Digest of the strategies from which the other moves were drawn; empty if missing."""
    moves: tuple[Made, ...]
    """All moves, including those that the human player did not see."""
    payoff: Fraction | None = None
    """To player 1; None if the game has not ended."""
    tally: Terms | None = None
    """None if the game has not ended."""


def check(transcript: Transcript) -> list[Problem]:
    """Return the problems of a transcript that can be found without its game."""
    found = Findings()
    for key in ("game_sha256", "strategies_sha256"):
        digest = getattr(transcript, key)
        if digest or key == "game_sha256":
            found.digest(digest, (key,))
    if len(transcript.players) != 2:
        found.add(("players",), f"a game here has 2 players, not {len(transcript.players)}")
    if transcript.people not in ((), (1,), (2,), (1, 2)):
        found.add(("people",), "the players that persons play are 1, 2, both in order, or none")
    if not 0 <= transcript.seed <= MAX_SEED:
        found.add(("seed",), f"{transcript.seed} is no seed; they are 0 to {MAX_SEED}")
    for at, move in enumerate(transcript.moves):
        if move.player not in (0, 1, 2):
            found.add(("moves", at, "player"), f"{move.player} moves nowhere; 0 is chance")
        if move.infoset is not None and move.infoset < 0:
            found.add(
                ("moves", at, "information_set"),
                f"no information set has the number {move.infoset}",
            )
    if (tally := transcript.tally) is not None:
        luck = tally.chance + tally.draws + tally.hidden
        if tally.value + luck - tally.mistakes + tally.gifts != tally.payoff:
            found.add(("tally",), "value, luck, mistakes and gifts do not add up to the payoff")
        if tally.player not in (1, 2):
            found.add(("tally", "player"), f"{tally.player} is no player; they are 1 and 2")
    if (transcript.payoff is None) != (tally is None):
        found.add(("payoff",), "payoff and tally stand together, where the game has ended")
    return found.problems


def read(text: str) -> Transcript:
    """Return the transcript in a JSON text. Raise InputError with line and column of every
    problem.
    """
    data = read_json(text)
    try:
        return _read_data(data)
    except InputError as error:
        raise InputError(locate_json(text, error.problems)) from None


def _read_data(data: Data) -> Transcript:
    found = Findings()
    found.header(data, FORMAT, VERSION)
    top = found.fields(data, (), NEEDED, OPTIONAL)

    def listed(key: str) -> list[tuple[Place, Data]]:
        return [((key, at), each) for at, each in enumerate(found.sequence(top[key], (key,)))]

    payoff = top.get("payoff")
    transcript = Transcript(
        title=found.text(top.get("title"), ("title",)),
        game_sha256=found.text(top["game_sha256"], ("game_sha256",)),
        source=read_source(found, top.get("source"), ("source",)),
        players=tuple(found.text(name, place) for place, name in listed("players")),
        people=tuple(found.integer(player, place) for place, player in listed("people")),
        seed=found.integer(top["seed"], ("seed",)),
        strategies_sha256=found.text(top.get("strategies_sha256"), ("strategies_sha256",)),
        moves=tuple(_made(found, place, move) for place, move in listed("moves")),
        payoff=None if payoff is None else found.exact(payoff, ("payoff",)),
        tally=_terms(found, top.get("tally")),
    )
    found.add_beside(check(transcript))
    found.stop()
    return transcript


def write(transcript: Transcript) -> Iterator[str]:
    """Yield the lines of the JSON text: one move per line."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION},\n'
    for key, value in (
        ("title", transcript.title or None),
        ("game_sha256", transcript.game_sha256),
        ("source", transcript.source.fields() if transcript.source else None),
        ("players", transcript.players),
        ("people", transcript.people),
        ("seed", transcript.seed),
        ("strategies_sha256", transcript.strategies_sha256 or None),
    ):
        if value is not None:
            yield f' "{key}": {json.dumps(value)},\n'
    yield ' "moves": ['
    separator = "\n"
    for move in transcript.moves:
        infoset = {} if move.infoset is None else {"information_set": move.infoset}
        fields = {"player": move.player, **infoset, "action": move.action}
        yield f"{separator}  {json.dumps(fields)}"
        separator = ",\n"
    yield "\n ]"
    if transcript.payoff is not None:
        yield f',\n "payoff": "{write_exact(transcript.payoff)}"'
    if (tally := transcript.tally) is not None:
        terms = {name: decimal(getattr(tally, name)) for name in TERMS}
        yield f',\n "tally": {json.dumps({"player": tally.player, **terms})}'
    yield "}\n"


def decimal(value: Fraction) -> str:
    """Return a number as a decimal if that is exact and short, or else as a fraction.

    >>> decimal(Fraction(201, 100)), decimal(Fraction(-7000)), decimal(Fraction(1, 3))
    ('2.01', '-7000', '1/3')
    """
    found = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{found.normalize():f}" if Fraction(found) == value else write_exact(value)


def _made(found: Findings, place: Place, data: Data) -> Made:
    fields = found.fields(data, place, ("player", "action"), ("information_set",))
    infoset = fields.get("information_set")
    return Made(
        found.integer(fields["player"], (*place, "player")),
        None if infoset is None else found.integer(infoset, (*place, "information_set")),
        found.text(fields["action"], (*place, "action")),
    )


def _terms(found: Findings, data: Data) -> Terms | None:
    if data is None:
        return None
    fields = found.fields(data, ("tally",), ("player", *TERMS))
    numbers = (found.exact(fields[name], ("tally", name)) for name in TERMS)
    return Terms(found.integer(fields["player"], ("tally", "player")), *numbers)
