"""Mistakes about what a player knows: too much, or too little."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from schemas.game import Decision, Game, InformationSet, Node, children
from schemas.parts.events import Event
from schemas.parts.squares import written
from stages.grade.differences import Kind
from stages.grade.mistakes.suspect import Mistake, Suspect
from stages.grade.nodes import CHANCE, actions, turn
from stages.grade.story import Stories


class _Known(NamedTuple):
    """One thing that a player knows."""

    node: int
    """A decision of the player, in the reference."""
    sees: tuple[str, ...]
    """What it was shown there."""
    action: str | None
    """What it chose there; None where it is to choose."""


def known(stories: Stories, node: int, open: Collection[int] = ()) -> list[_Known]:
    """Return what a player who is to decide at a node knows, in order; what is `open` was not
    decided yet.
    """
    game, player = stories.game, turn(stories.game, node)
    found = [
        _Known(at, _shown(stories, at), actions(game, at)[action])
        for at, action in stories.steps(node)
        if turn(game, at) == player and at not in open
    ]
    return [*found, _Known(node, _shown(stories, node), None)]


def _shown(stories: Stories, node: int) -> tuple[str, ...]:
    """Return what a player is shown when it is to decide at a node."""
    record = stories.game.nodes[node]
    assert isinstance(record, Decision)
    return stories.game.information_sets[record.infoset].sees


def told_apart(stories: Stories, one: list[_Known], other: list[_Known]) -> str:
    """Return in words what tells two decisions of a player apart for it by the rules; empty text
    where nothing does.
    """
    for mine, yours in zip(one, other, strict=False):
        if mine.sees != yours.sees:
            return _between(mine.sees, yours.sees)
        if mine.action != yours.action:
            return _chosen(stories, mine, yours, (one[-1].node, other[-1].node))
    return "" if len(one) == len(other) else "what happened before"


def _between(mine: tuple[str, ...], yours: tuple[str, ...]) -> str:
    one, other = ", ".join(mine), ", ".join(yours)
    begin, _, place = one.rpartition(" ")
    again, _, another = other.rpartition(" ")
    if begin == again and begin.endswith(" at"):
        return f"which place the {begin} is: {place} or {another}"
    begin, _, what = one.partition(" ")
    again, _, else_ = other.partition(" ")
    if begin == again and begin and what and else_:
        return f"what is at {begin}: {what} or {else_}"
    return f"what happened: {one or 'nothing'} or {other or 'nothing'}"


def _chosen(stories: Stories, mine: _Known, yours: _Known, ends: tuple[int, int]) -> str:
    game = stories.game
    name = game.players[turn(game, mine.node) - 1]
    pronoun = "they" if name.endswith("s") else "it"
    if turn(game, mine.node) == 1:
        squares = [stories.story(node).squares for node in ends]
        if squares[0][-1] != squares[1][-1]:
            return f"where it stands: {' or '.join(written(way[-1]) for way in squares)}"
        return "the way it went"
    if mine.action is None or yours.action is None:
        return f"what {pronoun} chose before and how often they were asked"
    if stories.event(mine.node, 0) is Event.PLACEMENT:
        return f"where {pronoun} hide: {mine.action} or {yours.action}"
    return f"what {pronoun} chose before, {', '.join(mine.sees)}: {mine.action} or {yours.action}"


_Key = Callable[[int], object]  # What a player knows at a node.


def wrong_knowledge(stories: Stories) -> Iterator[Suspect]:
    """Yield the mistakes by which a player knows too much."""
    game = stories.game
    agent, others = game.players

    def hidden(node: int) -> object:
        return [step for step in stories.steps(node) if turn(game, step.node) == 2]

    def placed(node: int) -> object:
        return stories.steps(node)[0]

    def path(node: int) -> object:
        return [step.action for step in stories.steps(node) if turn(game, step.node) == 1]

    def everything(node: int) -> object:
        return node

    def drawn(node: int) -> object:
        return [step.action for step in stories.steps(node) if turn(game, step.node) == CHANCE]

    keys: tuple[tuple[int, Mistake, _Key], ...] = (
        (2, Mistake.SEE_THE_PATH, path),
        (1, Mistake.KNOWS_THE_PLACE, placed),
        (1, Mistake.KNOWS_WHAT_THEY_DO, hidden),
        (2, Mistake.SEE_FIGHTS_END, drawn),
        (1, Mistake.AGENT_KNOWS_EVERYTHING, everything),
        (2, Mistake.OTHERS_KNOW_EVERYTHING, everything),
    )
    for player, mistake, key in keys:
        name = mistake.said(agent=agent, others=others)
        yield Suspect(name, partial(split, game, player, key), (Kind.KNOWS_TOO_MUCH,))


def split(game: Game, player: int, key: _Key) -> Game:
    """Return a tree in which a player can tell nodes of one information set apart by a key, and
    what followed from there on.

    What a player could tell apart once it can tell ever after.
    """
    return _regrouped(
        game, player, lambda node, record, past: (record.infoset, repr(key(node)), past)
    )


def unseen(stories: Stories) -> Iterator[Suspect]:
    """Yield the mistakes by which a player is not shown something, and forgets nothing else."""
    answers = {event.value for event in (Event.TAKE_GOLD, Event.FIGHT, Event.ESCAPE)}

    def nothing(node: int) -> object:
        return ()

    def nowhere(node: int) -> object:
        return [one.rpartition(" ")[0] for one in _shown(stories, node)]

    def unanswered(node: int) -> object:
        return [one for one in _shown(stories, node) if one not in answers]

    keys: tuple[tuple[int, Mistake, _Key], ...] = (
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
        return _hidden(stories, node), _shown(stories, node)

    def answers(node: int) -> object:
        return _hidden(stories, node), [one.sees for one in known(stories, node)]

    def after_hiding(node: int) -> object:
        return [(one.sees, one.action) for one in known(stories, node) if one.sees]

    def square(node: int) -> object:
        return stories.story(node).squares[-1]

    def events(node: int) -> object:
        return square(node), [one.sees for one in known(stories, node) if one.sees]

    def way(node: int) -> object:
        return stories.story(node).squares, _shown(stories, node)

    keys: tuple[tuple[int, Mistake, _Key], ...] = (
        (2, Mistake.ANSWERS_FORGOTTEN, answers),
        (2, Mistake.PAST_FORGOTTEN, places),
        (2, Mistake.HIDING_FORGOTTEN, after_hiding),
        (2, Mistake.PLACE_AND_PAST_UNSEEN, partial(_hidden, stories)),
        (2, Mistake.ONLY_PLACE_SEEN, partial(_shown, stories)),
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


def _placed(stories: Stories, one: _Known) -> bool:
    return stories.event(one.node, 0) is Event.PLACEMENT


def _suspect(
    stories: Stories, player: int, mistake: Mistake, key: _Key, remembers: bool, event: str = ""
) -> Suspect:
    agent, others = stories.game.players
    name = mistake.said(agent=agent, others=others, event=event)
    made = partial(merged, stories.game, player, key, remembers)
    return Suspect(name, made, (Kind.KNOWS_TOO_LITTLE,))


def merged(game: Game, player: int, key: _Key, remembers: bool) -> Game:
    """Return a tree in which a player cannot tell apart decisions with as many actions for which
    the key is the same; one who remembers what it did tells them apart by that, too.
    """

    def knows(node: int, record: Decision, past: _Past) -> object:
        return len(record.children), repr(key(node)), past if remembers else ()

    return _regrouped(game, player, knows)


_Past = tuple[int, ...]
"""What a player did last: the number of its information set and the action, and so all that it did;
empty before that.
"""


def _regrouped(game: Game, player: int, known: Callable[[int, Decision, _Past], object]) -> Game:
    """Return a tree in which a player can tell two of its decisions apart where what it knows there
    is not the same: of a node, its record, and what the player did before.
    """
    own: dict[int, _Past] = {0: ()}
    numbers: dict[object, int] = {}
    infosets: list[InformationSet] = []
    nodes: list[Node] = []
    for node, record in enumerate(game.nodes):
        past = own[node]
        own.update(dict.fromkeys(children(record), past))
        if isinstance(record, Decision):
            infoset = game.information_sets[record.infoset]
            mine = infoset.player == player
            name = mine, known(node, record, past) if mine else record.infoset
            if name not in numbers:
                numbers[name] = len(infosets)
                infosets.append(infoset)
            record = record._replace(infoset=numbers[name])
            if mine:
                own.update({to: (numbers[name], at) for at, to in enumerate(record.children)})
        nodes.append(record)
    return replace(game, information_sets=tuple(infosets), nodes=tuple(nodes))
