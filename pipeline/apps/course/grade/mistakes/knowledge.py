"""Mistakes about what a player knows: too much, or too little."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

from ......schemas.game import Decision, Game, InformationSet, Node, children
from ......schemas.parts.events import Event
from ......schemas.parts.squares import square_name
from ...records import NamedMistake
from ..differences import DifferenceKind
from ..histories import Histories
from ..nodes import CHANCE, actions, turn
from .suspect import Mistake, Suspect


class _Known(NamedTuple):
    """One piece of a player's knowledge."""

    node: int
    """A decision of the player, in the reference."""
    sees: tuple[str, ...]
    """The observations of the player there."""
    action: str | None
    """The action it chose there; None at the decision itself."""


def known(histories: Histories, node: int, open: Collection[int] = ()) -> list[_Known]:
    """Return the knowledge of a player who decides at a node, in order; decisions that are `open`
    have not been made yet.
    """
    game, player = histories.game, turn(histories.game, node)
    found = [
        _Known(at, _shown(histories, at), actions(game, at)[action])
        for at, action in histories.steps(node)
        if turn(game, at) == player and at not in open
    ]
    return [*found, _Known(node, _shown(histories, node), None)]


def _shown(histories: Histories, node: int) -> tuple[str, ...]:
    """Return the observations of a player at its decision node."""
    record = histories.game.nodes[node]
    assert isinstance(record, Decision)
    return histories.game.information_sets[record.infoset].sees


def distinction(histories: Histories, one: list[_Known], other: list[_Known]) -> str:
    """Return in words how a player can distinguish two of its decisions under the rules; empty text
    if it cannot.
    """
    for mine, yours in zip(one, other, strict=False):
        if mine.sees != yours.sees:
            return _between(mine.sees, yours.sees)
        if mine.action != yours.action:
            return _chosen(histories, mine, yours, (one[-1].node, other[-1].node))
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


def _chosen(histories: Histories, mine: _Known, yours: _Known, ends: tuple[int, int]) -> str:
    game = histories.game
    name = game.players[turn(game, mine.node) - 1]
    pronoun = "they" if name.endswith("s") else "it"
    if turn(game, mine.node) == 1:
        squares = [histories.history(node).squares for node in ends]
        if squares[0][-1] != squares[1][-1]:
            return f"its square: {' or '.join(square_name(way[-1]) for way in squares)}"
        return "its path"
    if mine.action is None or yours.action is None:
        return f"what {pronoun} chose before and how often they had to choose"
    if histories.event(mine.node, 0) is Event.PLACEMENT:
        return f"where {pronoun} hide: {mine.action} or {yours.action}"
    return f"what {pronoun} chose before, {', '.join(mine.sees)}: {mine.action} or {yours.action}"


_Key = Callable[[int], object]  # The player's knowledge at a node.


def wrong_knowledge(histories: Histories) -> Iterator[Suspect]:
    """Yield the mistakes in which a player knows too much."""
    game = histories.game
    agent, others = game.players

    def hidden(node: int) -> object:
        return [step for step in histories.steps(node) if turn(game, step.node) == 2]

    def placed(node: int) -> object:
        return histories.steps(node)[0]

    def path(node: int) -> object:
        return [step.action for step in histories.steps(node) if turn(game, step.node) == 1]

    def everything(node: int) -> object:
        return node

    def drawn(node: int) -> object:
        return [step.action for step in histories.steps(node) if turn(game, step.node) == CHANCE]

    keys: tuple[tuple[int, Mistake, _Key], ...] = (
        (2, Mistake.SEE_THE_PATH, path),
        (1, Mistake.KNOWS_THE_PLACE, placed),
        (1, Mistake.KNOWS_WHAT_THEY_DO, hidden),
        (2, Mistake.SEE_FIGHTS_END, drawn),
        (1, Mistake.AGENT_KNOWS_EVERYTHING, everything),
        (2, Mistake.OTHERS_KNOW_EVERYTHING, everything),
    )
    for player, mistake, key in keys:
        named = mistake.named(agent=agent, others=others)
        yield Suspect(
            named, partial(split_infosets, game, player, key), (DifferenceKind.KNOWS_TOO_MUCH,)
        )


def split_infosets(game: Game, player: int, key: _Key) -> Game:
    """Return a tree in which a player can distinguish nodes of one information set by a key.

    It can then also distinguish all that follows from these nodes.
    """
    return _regrouped(
        game, player, lambda node, record, past: (record.infoset, repr(key(node)), past)
    )


class Merging(NamedTuple):
    """A mistake in which a player distinguishes its decisions by a key alone."""

    player: int
    mistake: NamedMistake
    key: _Key
    remembers: bool
    """Whether the player also distinguishes decisions by its own earlier actions."""

    def suspect(self, game: Game) -> Suspect:
        """Return the mistake with the resulting game, in which decisions with different numbers of
        actions are distinguished too.
        """
        made = partial(merge_infosets, game, self.player, self.key, self.remembers)
        return Suspect(self.mistake, made, (DifferenceKind.KNOWS_TOO_LITTLE,))

    def knowledge(self, game: Game) -> Callable[[int], object]:
        """Return a function that maps the player's decisions in a game to its knowledge there."""
        if not self.remembers:
            return cache(lambda node: repr(self.key(node)))
        return _classes(
            game, self.player, lambda node, _, past: (repr(self.key(node)), past)
        ).__getitem__


def mergings(histories: Histories) -> Iterator[Merging]:
    """Yield the mistakes in which a player lacks information, with or without perfect recall."""
    yield from _forgetting(histories)
    yield from _not_seeing(histories)


def unseen(histories: Histories) -> Iterator[Suspect]:
    """Yield the mistakes in which a player lacks an observation but forgets nothing else."""
    for one in _not_seeing(histories):
        yield one.suspect(histories.game)


def forgotten(histories: Histories) -> Iterator[Suspect]:
    """Yield the mistakes in which a player forgets something: games without perfect recall."""
    for one in _forgetting(histories):
        yield one.suspect(histories.game)


def _not_seeing(histories: Histories) -> Iterator[Merging]:
    answers = {event.value for event in (Event.TAKE_GOLD, Event.FIGHT, Event.ESCAPE)}

    def nothing(node: int) -> object:
        return ()

    def nowhere(node: int) -> object:
        return [one.rpartition(" ")[0] for one in _shown(histories, node)]

    def unanswered(node: int) -> object:
        return [one for one in _shown(histories, node) if one not in answers]

    keys: tuple[tuple[int, Mistake, _Key], ...] = (
        (1, Mistake.ANSWER_UNSEEN, unanswered),
        (1, Mistake.NOTHING_SEEN, nothing),
    )
    event = _place_observation(histories)
    if event:
        yield _merging(histories, 2, Mistake.PLACE_UNSEEN, nowhere, remembers=True, event=event)
    for player, mistake, key in keys:
        yield _merging(histories, player, mistake, key, remembers=True)


def _forgetting(histories: Histories) -> Iterator[Merging]:
    yield from _forgetting_others(histories)
    yield from _forgetting_agent(histories)


def _forgetting_others(histories: Histories) -> Iterator[Merging]:
    def places(node: int) -> object:
        return _hidden(histories, node), _shown(histories, node)

    def answers(node: int) -> object:
        return _hidden(histories, node), [one.sees for one in known(histories, node)]

    def unordered(node: int) -> object:
        past = [(one.sees, one.action) for one in known(histories, node)]
        return _hidden(histories, node), sorted(map(repr, past)), _shown(histories, node)

    def after_hiding(node: int) -> object:
        return [(one.sees, one.action) for one in known(histories, node) if one.sees]

    keys: tuple[tuple[Mistake, _Key], ...] = (
        (Mistake.ORDER_FORGOTTEN, unordered),
        (Mistake.ANSWERS_FORGOTTEN, answers),
        (Mistake.PAST_FORGOTTEN, places),
        (Mistake.HIDING_FORGOTTEN, after_hiding),
        (Mistake.PLACE_AND_PAST_UNSEEN, partial(_hidden, histories)),
        (Mistake.ONLY_PLACE_SEEN, partial(_shown, histories)),
        (Mistake.NOTHING_KNOWN, lambda node: ()),
    )
    for mistake, key in keys:
        yield _merging(histories, 2, mistake, key, remembers=False)


def _forgetting_agent(histories: Histories) -> Iterator[Merging]:
    def square(node: int) -> object:
        return histories.history(node).squares[-1]

    def events(node: int) -> object:
        return square(node), [one.sees for one in known(histories, node) if one.sees]

    def results(node: int) -> list[str]:
        return [one.sees[-1] for one in known(histories, node) if one.sees]

    def placeless(node: int) -> object:
        places = dict(histories.game.places)
        words = (one.split() for one in results(node))
        return square(node), [[word for word in several if word not in places] for several in words]

    def way(node: int) -> object:
        return histories.history(node).squares, _shown(histories, node)

    def last(node: int) -> object:
        return histories.history(node).squares, results(node)[-1:]

    keys: tuple[tuple[Mistake, _Key], ...] = (
        (Mistake.PATH_FORGOTTEN, events),
        (Mistake.PATH_FORGOTTEN, placeless),
        (Mistake.EARLIER_FORGOTTEN, way),
        (Mistake.EARLIER_FORGOTTEN, last),
        (Mistake.ONLY_SQUARE_KNOWN, square),
    )
    for mistake, key in keys:
        yield _merging(histories, 1, mistake, key, remembers=False)


def _place_observation(histories: Histories) -> str:
    """Return the observations that player 2 receives together with its place; empty text if there
    are none.
    """
    seen = (sees for _, _, sees, _ in histories.game.information_sets if sees)
    words = (one.split(" at ")[0] for sees in seen for one in sees if " at " in one)
    return next(words, "")


def _hidden(histories: Histories, node: int) -> object:
    """Return the hiding places chosen by player 2; empty before it has hidden."""
    return [
        one.action
        for one in known(histories, node)
        if _placed(histories, one) and one.action is not None
    ]


def _placed(histories: Histories, one: _Known) -> bool:
    return histories.event(one.node, 0) is Event.PLACEMENT


def _merging(
    histories: Histories, player: int, mistake: Mistake, key: _Key, remembers: bool, event: str = ""
) -> Merging:
    agent, others = histories.game.players
    named = mistake.named(agent=agent, others=others, event=event)
    return Merging(player, named, key, remembers)


def merge_infosets(game: Game, player: int, key: _Key, remembers: bool) -> Game:
    """Return a tree in which a player cannot distinguish decisions with equally many actions and
    the same key. A player who remembers its own actions also distinguishes them by these.
    """

    def knows(node: int, record: Decision, past: _Past) -> object:
        return len(record.children), repr(key(node)), past if remembers else ()

    return _regrouped(game, player, knows)


_Past = tuple[int, ...]
"""A player's last action: the number of its information set and the action, which determine all its
earlier actions; empty before the first one.
"""


_Knowledge = Callable[[int, Decision, _Past], object]
"""A player's knowledge at a node, given its record and the player's earlier actions."""


def _regrouped(game: Game, player: int, known: _Knowledge) -> Game:
    """Return a tree in which a player distinguishes two of its decisions if its knowledge there
    differs.
    """
    numbers = _classes(game, player, known)
    infosets: dict[int, InformationSet] = {}
    nodes: list[Node] = []
    for node, record in enumerate(game.nodes):
        if isinstance(record, Decision):
            infosets.setdefault(numbers[node], game.information_sets[record.infoset])
            record = record._replace(infoset=numbers[node])
        nodes.append(record)
    return replace(game, information_sets=tuple(infosets.values()), nodes=tuple(nodes))


def _classes(game: Game, player: int, known: _Knowledge) -> dict[int, int]:
    """Return for each decision the number of its information set, in order of first visit, if a
    player distinguishes its decisions by its knowledge there.
    """
    own: dict[int, _Past] = {0: ()}
    numbers: dict[object, int] = {}
    found: dict[int, int] = {}
    for node, record in enumerate(game.nodes):
        past = own[node]
        own.update(dict.fromkeys(children(record), past))
        if isinstance(record, Decision):
            mine = game.information_sets[record.infoset].player == player
            name = mine, known(node, record, past) if mine else record.infoset
            number = found[node] = numbers.setdefault(name, len(numbers))
            if mine:
                own.update({to: (number, at) for at, to in enumerate(record.children)})
    return found
