"""Whether a strategy is for a game."""

from schemas.game import Game
from schemas.parts.problems import InputError, Problem, shown
from schemas.parts.source import Source
from stages.strategies.entries import Text

OUT = "leave out 'game_sha256' and 'source' to fit it by its words nevertheless"


def refuse_other(text: str, said: Text, game: Game) -> None:
    """Raise InputError if a text names another game for its strategy."""
    if not said.game_sha256 and said.source is None:
        return
    ours, theirs = game.source, said.source
    # The same map under another name gives the same game, but another file with another digest.
    if ours is not None and theirs is not None and _key(ours) == _key(theirs):
        return
    if said.game_sha256 == game.digest:
        return
    line = text.count("\n", 0, max(0, text.find('"game_sha256"'))) + 1
    other = _difference(said, game)
    raise InputError([Problem(f"the strategy is for {other}; {OUT}", (), line)])


def _key(source: Source) -> tuple[str, str, int]:
    return source.sha256, source.rules, source.level


def _difference(said: Text, game: Game) -> str:
    theirs, ours = said.source, game.source
    if theirs is None or ours is None or theirs.sha256 != ours.sha256:
        named = f", {theirs.file}" if theirs is not None and theirs.file else ""
        # The same file can give another game: with --p, or after a change of the file.
        differs = said.title and said.title != game.title
        titles = f": {shown(said.title)}, and this is {shown(game.title)}" if differs else ""
        return f"another game{named}{titles}"
    if theirs.rules != ours.rules:
        return f"the rules {theirs.rules}, and this game has {ours.rules}"
    return f"level {theirs.level} of this map, and this game is level {ours.level}"
