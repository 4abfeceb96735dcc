"""Starting a match: a new one or one continued from a transcript, and the players that people
play.
"""

import hashlib
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import NamedTuple

from ....schemas import transcript
from ....schemas.game import Game
from ....schemas.parts.documents import locate_json
from ....schemas.parts.near import known_are
from ....schemas.parts.problems import InputError, OptionError
from ....schemas.parts.source import constants_of
from ....schemas.rules.goofspiel import NAME
from ....stages.parse import RULES
from ....stages.parse.rules import first_comment
from ...chain.refusals import refuse_for_source
from ...files.kinds import kind
from ...files.reading import about, with_numbers
from ...files.text import Text
from ...settings import Settings
from ...terminal.diagnostics import note
from .goofspiel import prepare_deal, rule_of
from .match import fresh_seed
from .solved_match import Playable, Program, SolvedMatch
from .solved_play import prepare
from .transcripts import replay

WORDS = {"1": (1,), "2": (2,), "both": (1, 2), "none": ()}
OF_MAPS = {"agent": (1,), "bandits": (2,), "miners": (2,)}


class Start(NamedTuple):
    """The user's wishes for a match."""

    source: Text
    who: str = ""
    """The players that people play, as in `--as`; empty: player 1."""
    seed: int | None = None
    """None: a new random seed each time."""
    before: Text | None = None
    """The transcript of a match to continue; it has the people and the seed."""
    programs: Mapping[int, Program] = {}
    """The players that programs play, not the equilibrium."""


def start_match(wish: Start, settings: Settings, ended: ExitStack) -> SolvedMatch:
    """Return a match before its start, or where its transcript ends. The settings may have
    parameters of a map, rules, a level, and for Goofspiel level files, which are read until `ended`
    is closed; rules and level default to those of the transcript.

    Raise InputError, OptionError, OptionRefused, and the errors of the stages.
    """
    if wish.before is not None:
        return _continued(wish.source, wish.before, settings, ended)
    ready = _ready(wish.source, settings, ended)
    if wish.programs:  # Nothing can draw the moves of a transcript again.
        names = str({player: program.name for player, program in wish.programs.items()})
        digest = hashlib.sha256(names.encode()).hexdigest()
        ready = replace(ready, programs=wish.programs, strategies_sha256=digest)
    seed = fresh_seed() if wish.seed is None else wish.seed
    people = _people_of(wish.who or "1", ready.game)
    return SolvedMatch(ready=ready, people=people, seed=seed)


def _ready(source: Text, settings: Settings, ended: ExitStack) -> Playable:
    rule = rule_of(source)
    if rule is not None and rule.name == NAME:
        refuse_for_source(settings, kind(source.text), source.name)
        return prepare_deal(source, settings, ended)
    remarks = first_comment(source.text) if kind(source.text) == "rules" else ()
    return replace(prepare(with_numbers(source, settings), settings), remarks=remarks)


def _continued(source: Text, before: Text, settings: Settings, ended: ExitStack) -> SolvedMatch:
    record = about(before.name, lambda: transcript.read(before.text))
    origin = record.source
    if origin is not None and kind(source.text) == "map" and origin.rules in RULES:
        settings = replace(
            settings,
            rules=settings.rules or origin.rules,
            level=origin.level if settings.level is None else settings.level,
        )
    if origin is not None and kind(source.text) == "rules":
        settings = replace(settings, let=settings.let or constants_of(origin.rules))
    ready = _ready(source, settings, ended)
    match = about(before.name, lambda: _replayed(ready, record, before.text))
    if ready.strategies_sha256 != record.strategies_sha256:
        note(
            "another equilibrium was played there, or a program; its draws and its tally are not "
            "compared",
            before.name,
        )
    return match


def _replayed(ready: Playable, record: transcript.Transcript, text: str) -> SolvedMatch:
    try:
        return replay(ready, record)
    except InputError as error:
        raise InputError(locate_json(text, error.problems)) from None


def _people_of(word: str, game: Game) -> tuple[int, ...]:
    """Return the players that people play, from `--as`: a number, `both`, `none`, or a player's
    name in this game; for a map also `agent`, and `bandits` or `miners`.

    Raise OptionError for another word.
    """
    names = {name.lower(): (at,) for at, name in enumerate(game.players, 1)}
    known = {**(OF_MAPS if game.places else {}), **names, **WORDS}
    if word.lower() not in known:
        offered = known_are(word, (*names, *WORDS))
        raise OptionError(f"--as {word}: no player has this name; {offered}")
    return known[word.lower()]
