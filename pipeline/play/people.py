"""Which players persons play."""

from schemas.game import Game
from schemas.parts.near import known_are
from schemas.parts.problems import OptionError

WORDS = {"1": (1,), "2": (2,), "both": (1, 2), "none": ()}
OF_MAPS = {"agent": (1,), "bandits": (2,), "miners": (2,)}


def people_of(word: str, game: Game) -> tuple[int, ...]:
    """Return the players that persons play, by `--as`: a number, `both`, `none`, or a player's
    name in this game; of a map also `agent`, and `bandits` or `miners`.

    Raises OptionError.
    """
    names = {name.lower(): (at,) for at, name in enumerate(game.players, 1)}
    known = {**(OF_MAPS if game.places else {}), **names, **WORDS}
    if word.lower() not in known:
        offered = known_are(word, (*names, *WORDS))
        raise OptionError(f"--as {word}: nobody is called so here; {offered}")
    return known[word.lower()]
