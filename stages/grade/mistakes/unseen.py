"""Mistakes by which a player knows too little."""

from collections.abc import Callable, Iterator
from functools import partial

from schemas.game import Decision, Game
from schemas.parts.events import Event
from stages.grade.differences import Kind
from stages.grade.mistakes.other_sets import Past, regrouped
from stages.grade.mistakes.seen import Known, known, shown
from stages.grade.mistakes.suspect import Mistake, Suspect
from stages.grade.story import Stories

Key = Callable[[int], object]  # What a player knows at a node, beside what it did.


def unseen(stories: Stories) -> Iterator[Suspect]:
    """Yield the mistakes by which a player is not shown something, and forgets nothing else."""
    answers = {event.value for event in (Event.TAKE_GOLD, Event.FIGHT, Event.ESCAPE)}

    def nothing(node: int) -> object:
        return ()

    def nowhere(node: int) -> object:
        return [one.rpartition(" ")[0] for one in shown(stories, node)]

    def unanswered(node: int) -> object:
        return [one for one in shown(stories, node) if one not in answers]

    keys: tuple[tuple[int, Mistake, Key], ...] = (
        (1, Mistake.ANSWER_UNSEEN, unanswered),
        (1, Mistake.NOTHING_SEEN, nothing),
    )
    event = _told_with_a_place(stories)
    if event:
        yield _suspect(stories, 2, Mistake.PLACE_UNSEEN, nowhere, remembers=True, event=event)
    for player, mistake, key in keys:
        yield _suspect(stories, player, mistake, key, remembers=True)


def forgotten(stories: Stories) -> Iterator[Suspect]:
    """Yield the mistakes by which a player forgets something: games without perfect recall."""

    def places(node: int) -> object:
        return _hidden(stories, node), shown(stories, node)

    def answers(node: int) -> object:
        return _hidden(stories, node), [one.sees for one in known(stories, node)]

    def after_hiding(node: int) -> object:
        return [(one.sees, one.action) for one in known(stories, node) if one.sees]

    def square(node: int) -> object:
        return stories.story(node).squares[-1]

    def events(node: int) -> object:
        return square(node), [one.sees for one in known(stories, node) if one.sees]

    def way(node: int) -> object:
        return stories.story(node).squares, shown(stories, node)

    keys: tuple[tuple[int, Mistake, Key], ...] = (
        (2, Mistake.ANSWERS_FORGOTTEN, answers),
        (2, Mistake.PAST_FORGOTTEN, places),
        (2, Mistake.HIDING_FORGOTTEN, after_hiding),
        (2, Mistake.PLACE_AND_PAST_UNSEEN, partial(_hidden, stories)),
        (2, Mistake.ONLY_PLACE_SEEN, partial(shown, stories)),
        (2, Mistake.NOTHING_KNOWN, lambda node: ()),
        (1, Mistake.PATH_FORGOTTEN, events),
        (1, Mistake.EARLIER_FORGOTTEN, way),
        (1, Mistake.ONLY_SQUARE_KNOWN, square),
    )
    for player, mistake, key in keys:
        yield _suspect(stories, player, mistake, key, remembers=False)


def _told_with_a_place(stories: Stories) -> str:
    """Return what player 2 is told of together with its place; empty text where there is
    nothing.
    """
    seen = (sees for _, _, sees, _ in stories.game.information_sets if sees)
    words = (one.split(" at ")[0] for sees in seen for one in sees if " at " in one)
    return next(words, "")


def _hidden(stories: Stories, node: int) -> object:
    """Return where player 2 hid; nothing where it has not yet."""
    return [
        one.action
        for one in known(stories, node)
        if _placed(stories, one) and one.action is not None
    ]


def _placed(stories: Stories, one: Known) -> bool:
    return stories.event(one.node, 0) is Event.PLACEMENT


def _suspect(
    stories: Stories, player: int, mistake: Mistake, key: Key, remembers: bool, event: str = ""
) -> Suspect:
    agent, others = stories.game.players
    name = mistake.said(agent=agent, others=others, event=event)
    made = partial(merged, stories.game, player, key, remembers)
    return Suspect(name, made, (Kind.KNOWS_TOO_LITTLE,))


def merged(game: Game, player: int, key: Key, remembers: bool) -> Game:
    """Return a tree in which a player cannot tell apart decisions with as many actions for which
    the key is the same; one who remembers what it did tells them apart by that, too.
    """

    def knows(node: int, record: Decision, past: Past) -> object:
        return len(record.children), repr(key(node)), past if remembers else ()

    return regrouped(game, player, knows)
