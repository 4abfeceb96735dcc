"""The transcript (`*.transcript.json`): the moves of one play of a game.

`efgc play --continue` reads it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, NamedTuple

from .parts.documents import locate_json
from .parts.documents.artifacts import Artifact
from .parts.documents.records import shape_of
from .parts.documents.shapes import Digest, Interval, Key, Mark, OneOf
from .parts.exact import write_exact
from .parts.problems import InputError, Problem
from .parts.source import Source

MAX_SEED = 2**32 - 1


def decimal(value: Fraction) -> str:
    """Return a number as a decimal if that is exact and short, or else as a fraction.

    >>> decimal(Fraction(201, 100)), decimal(Fraction(-7000)), decimal(Fraction(1, 3))
    ('2.01', '-7000', '1/3')
    """
    found = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{found.normalize():f}" if Fraction(found) == value else write_exact(value)


Term = Annotated[Fraction, shape_of(Fraction)._replace(write=decimal)]


class TranscriptMove(NamedTuple):
    """One move."""

    player: Annotated[int, "who moved; 0 is chance", OneOf((0, 1, 2))]
    infoset: Annotated[
        int | None,
        "its number in the game; missing for chance, and if the game has no information sets",
        Key("information_set"),
        Mark.OPTIONAL,
        Interval(0),
    ]
    action: Annotated[str, "the label"]


class Terms(NamedTuple):
    """The terms of the payoff, from the point of view of the human player: see
    `pipeline.apps.play.tally`.
    """

    player: Annotated[
        int,
        "the player from whose point of view the numbers are given: the person; player 1 if both "
        "or none are persons",
        OneOf((1, 2)),
    ]
    value: Annotated[Term, "the value of the game"]
    chance: Annotated[Term, "luck in chance moves"]
    draws: Annotated[Term, "luck in the moves drawn from the equilibrium"]
    hidden: Annotated[Term, "luck in the hidden choices"]
    mistakes: Annotated[
        Term, "the cost of the person's moves, given what the person knew; at least 0"
    ]
    gifts: Annotated[Term, "the cost of the other person's moves if two persons play; else 0"]
    payoff: Annotated[Term, "value + chance + draws + hidden - mistakes + gifts"]


@dataclass(frozen=True, kw_only=True)
class Transcript:
    """One play of a game, move by move."""

    title: Annotated[str, "the game in words"] = ""
    game_sha256: Annotated[
        Digest,
        "SHA-256 of the game in [canonical form](game.md), for Goofspiel of its state graph, as 64 "
        "hexadecimal digits",
    ]
    source: Annotated[
        Source | None,
        "the origin of the game, as in the [game](game.md), from which a reader can compile the "
        "same map with the same rules at the same level",
    ] = None
    players: Annotated[tuple[str, str], "names of player 1 and player 2"]
    people: Annotated[
        tuple[int, ...],
        "the players played by persons: `[1]`, `[2]`, `[1, 2]`, or `[]` if there are none",
        OneOf(((), (1,), (2,), (1, 2))),
    ]
    seed: Annotated[int, "seed of the random numbers, 0 to 4294967295", Interval(0, MAX_SEED)]
    strategies_sha256: Annotated[
        Digest, "SHA-256 of the strategies from which the other moves were drawn"
    ] = ""
    moves: Annotated[
        tuple[TranscriptMove, ...],
        "all moves in order, including those that a person did not see and forced moves",
        Mark.LINES,
    ]
    payoff: Annotated[
        Fraction | None, "an exact number, to player 1; missing if the game has not ended"
    ] = None
    tally: Annotated[
        Terms | None, "the sources of the payoff; missing if the game has not ended"
    ] = None


def _consistent(transcript: Transcript) -> Iterator[Problem]:
    tally = transcript.tally
    if tally is not None:
        luck = tally.chance + tally.draws + tally.hidden
        if tally.value + luck - tally.mistakes + tally.gifts != tally.payoff:
            yield Problem("value, luck, mistakes and gifts do not add up to the payoff", ("tally",))
    if (transcript.payoff is None) != (tally is None):
        yield Problem("a game that has ended has both a payoff and a tally", ("payoff",))


ARTIFACT = Artifact(
    "efgc/transcript",
    1,
    "Transcript",
    Transcript,
    _consistent,
    schema={"dependentRequired": {"payoff": ["tally"], "tally": ["payoff"]}},
)
check, write = ARTIFACT.check, ARTIFACT.write


def read(text: str) -> Transcript:
    """Return the transcript in a JSON text. Raise InputError with line and column of every
    problem.
    """
    try:
        return ARTIFACT.read(text)
    except InputError as error:
        raise InputError(locate_json(text, error.problems)) from None
