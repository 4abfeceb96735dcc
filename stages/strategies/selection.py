"""The part of given strategies that an option selects: by player, or by information sets."""

import re
from collections.abc import Sequence
from fractions import Fraction

from ...schemas.game import Game
from ...schemas.parts.problems import OptionError
from ...schemas.strategy import FittedStrategies
from .entries import InfosetEntry, Log
from .matching import Lookup
from .names import Names


def selected_behaviour(
    given: FittedStrategies, game: Game, player: int = 0, named: Sequence[str] = ()
) -> dict[int, tuple[Fraction, ...]]:
    """Return the probabilities of the actions by information set: of one player or of both, 0, and
    only at the `named` information sets, if there are any. A name is a number or the words of a
    report. Raises OptionError if the strategies lack what is selected.
    """
    behaviour = {
        infoset: probabilities
        for owner, strategy in enumerate(given.players, 1)
        for infoset, probabilities in strategy or ()
        if player in (0, owner)
    }
    if not behaviour and player:
        raise OptionError(
            f"--player {player}: the strategy is not one of {game.players[player - 1]}"
        )
    names = Names(game)
    found = [_find(name, names, player) for name in named]
    for infoset in found:
        if infoset not in behaviour:
            said = "the strategy does not say how to play there"
            raise OptionError(f"--information-set: {names.called(infoset)}: {said}")
    return {infoset: behaviour[infoset] for infoset in found or behaviour}


def _find(name: str, names: Names, player: int) -> int:
    """Return the information set with a name. Raises OptionError."""
    log = Log()
    number, words = (int(name), None) if re.fullmatch(r"\d{1,9}", name) else (None, name)
    entry = InfosetEntry(player or None, number, words, None, (), (), ())
    for infoset in Lookup(names, both=False, log=log).infosets(entry):
        return infoset
    raise OptionError(f"--information-set: {log[0].message}")
