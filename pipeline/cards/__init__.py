"""Matches of Goofspiel for points between two players with fixed strategies: exact expected
results, and games between them.
"""

from collections.abc import Iterator

from pipeline.cards.match import card_match, write_match
from pipeline.files.reading import about
from pipeline.files.text import Text
from pipeline.play.goofspiel import rule_in
from schemas.rules.goofspiel import goofspiel_of


def match_of(text: Text, names: tuple[str, str], games: int, seed: int) -> Iterator[str]:
    """Return the lines of the results of two named players at the deal of a source or a state
    graph. Raise InputError or LimitError.
    """
    rule = goofspiel_of(rule_in(text.text), "is no Goofspiel")
    return write_match(about(text.name, lambda: card_match(rule, names, games, seed)))
