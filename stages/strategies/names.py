"""The names of the information sets and actions of a game."""

import os
import re
from collections.abc import Callable, Sequence
from functools import cached_property

from ...schemas.game import START, Game, infoset_text
from ...schemas.parts.exact import read_exact
from ...schemas.parts.near import near

LONG = 40
"""The most characters of words in a message; longer ones are shortened."""
_EMPTY = re.compile(r"set \d+")


class Names:
    """The names of a game. Frequent lookups use tables that are built once, on first access."""

    def __init__(self, game: Game, player: int = 0) -> None:
        self.game = game
        self.player = player
        """Whose strategy it is if its names match both players; 0 if that is not known."""

    def __len__(self) -> int:
        return len(self.game.columns.infosets)

    @cached_property
    def players(self) -> Sequence[int]:
        """Per information set its player."""
        return self.game.columns.infosets.player.tolist()  # type: ignore[no-any-return]

    def labels(self, infoset: int) -> tuple[str, ...]:
        """Return the labels of the actions of an information set."""
        return self.game.words.labels(infoset)

    def sees(self, infoset: int) -> tuple[str, ...]:
        """Return the last observations of an information set's player."""
        return self.game.words.sees(infoset)

    def words(self, infoset: int) -> str:
        """Return a description of the player's knowledge at an information set."""
        return infoset_text(self.game, infoset)

    def called(self, infoset: int) -> str:
        """Return the name of an information set for a message."""
        words = self.words(infoset)
        return f"information set {infoset}{f' ({short(words)})' if words else ''}"

    @cached_property
    def by_words(self) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
        """By player, the information sets by their words."""
        return self._index(lambda infoset: plain(self.words(infoset)))

    @cached_property
    def by_sight(self) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
        """By player, the information sets by their last observations."""
        return self._index(lambda infoset: sight(self.sees(infoset)))

    def _index(
        self, name: Callable[[int], str]
    ) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
        found: tuple[dict[str, list[int]], dict[str, list[int]]] = ({}, {})
        for infoset, player in enumerate(self.players):
            found[player - 1].setdefault(name(infoset), []).append(infoset)
        return found

    def find(self, player: int, words: str) -> list[int]:
        """Return the information sets of a player that are named by words: its full knowledge
        there, or its last observations.
        """
        known = plain(words)
        at = player - 1
        return self.by_words[at].get(known) or self.by_sight[at].get(known) or []

    def near(self, players: Sequence[int], words: str) -> list[int]:
        """Return at most 3 information sets whose words or last observations are most similar to
        the given words, the nearest first.
        """
        known, found = plain(words), dict[int, None]()
        for player in players:
            for index in (self.by_words[player - 1], self.by_sight[player - 1]):
                for name in near(known, self._sorted(index), 3):
                    found.update(dict.fromkeys(index[name]))
        return list(found)[:3]

    def _sorted(self, index: dict[str, list[int]]) -> Sequence[str]:
        if id(index) not in self._lists:
            self._lists[id(index)] = sorted(index)
        return self._lists[id(index)]

    @cached_property
    def _lists(self) -> dict[int, Sequence[str]]:
        return {}


def plain(words: str) -> str:
    r"""Return words normalised for comparison: without line ends and repeated spaces, which tools
    write in different ways; `the start` is empty, as files before version 0.3 have it.

    >>> plain("[Observer: 0]\n [Private: 3]")
    '[Observer: 0] [Private: 3]'
    """
    known = " ".join(words.split())
    return "" if known == START else known


def sight(sees: Sequence[str]) -> str:
    """Return observations as one text. In an OpenSpiel game this is the information state; an empty
    one is named there by its number.

    >>> sight(("0pb",)), sight(("e1 empty", "alarm")), sight(("set 4",))
    ('0pb', 'e1 empty, alarm', '')
    """
    words = plain(", ".join(sees))
    return "" if _EMPTY.fullmatch(words) else words


def is_number(label: str) -> bool:
    """Return whether the label of an action is a number, in any spelling.

    >>> [is_number(label) for label in ("1", "1.0", "-1", "1/2", "1e0", "1-1", "e1")]
    [True, True, True, True, True, False, False]
    """
    return read_exact(plain(label)) is not None


def short(words: str | None, other: str = "") -> str:
    """Return the words of an information set for a message. Words differ mostly at the end, in the
    last observations, so long ones are shortened in the middle, or else to the part in which they
    begin to differ from `other` words.

    >>> short("right right right right right right right [e2 empty]")
    "'right right rig...right right [e2 empty]'"
    >>> short("walk to m2 [quite] walk to m2 [quiet] stay", "walk to m2 [quiet] walk to m2 [quiet]")
    "'...k to m2 [quite] walk to m2 [quiet]...'"
    """
    words = words or ""
    if len(words) <= LONG:
        return repr(words)
    same = len(os.path.commonprefix([words, other]))
    if other and 15 <= same < len(words) + 18 - LONG:
        return repr(f"...{words[same - 12 : same + LONG - 18]}...")
    return repr(f"{words[:15]}...{words[18 - LONG :]}")
