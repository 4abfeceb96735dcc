"""Find the information that a hand-in without perfect recall withholds from its players.

Such a game is neither solved nor compared by sequence forms. But the trees can be laid over each
other, and a hand-in that equals, node by node, the reference with a forgetful player is proved so.
"""

from collections.abc import Iterator
from typing import NamedTuple

from schemas.game import Game
from stages.grade.differences import Difference, Kind, Walk
from stages.grade.forced_moves import essential
from stages.grade.mistakes import apparent_mistake, forgotten
from stages.grade.solved_games import Reference, exchanged_game, looks_exchanged
from stages.grade.story import Chart, Stories, Story, true_story, way_to
from stages.grade.trees import identical
from stages.grade.walk import walk

MOST = 20_000
"""Limit on the nodes of trees compared node by node, once for each thing that can be forgotten."""


class Forgetting(NamedTuple):
    """The findings about a hand-in without perfect recall."""

    difference: Difference | None
    story: Story | None
    way: tuple[str, ...]
    mistakes: tuple[tuple[str, bool], ...]


def forgetting(reference: Reference, handin: Game, chart: Chart) -> Forgetting:
    """Return where a hand-in without perfect recall first differs from the reference, and the
    information that its player forgets.
    """
    game = handin.with_records()
    if looks_exchanged(reference.drawn, game):
        game = exchanged_game(game)
    stories = reference.stories(chart)
    found = walk(reference.drawn, game, chart.start)
    difference = found.difference
    if difference is None:
        return Forgetting(None, None, (), ())
    return Forgetting(
        difference,
        true_story(stories, difference, game),
        tuple(taken.label for taken in way_to(game, difference.node)),
        tuple(_mistakes(stories, found, game)),
    )


def _mistakes(stories: Stories, found: Walk, handin: Game) -> Iterator[tuple[str, bool]]:
    assert found.difference is not None
    small = max(len(stories.game.nodes), len(handin.nodes)) <= MOST
    if found.difference.kind is Kind.KNOWS_TOO_LITTLE and small:
        here = essential(handin)
        for suspect in forgotten(stories):
            if identical(essential(suspect.make()), here) is not None:
                yield suspect.name, True
                return
    name = apparent_mistake(stories, found, handin)
    if name:
        yield name, False
