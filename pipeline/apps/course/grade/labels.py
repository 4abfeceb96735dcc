"""Compare the labels of a hand-in, in which students may use any names, with those of a map.

Only this module interprets the text of labels: moves are words, letters or arrows in any of the
usual ways, places are names or squares, and all other labels are compared by their letters and
digits. The meaning of a reference label is known from its events.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from .....schemas.game import Game
from .....schemas.parts.squares import STEPS, Square

DIRECTIONS = {
    "up": ("up", "u", "north", "n", "top", "nahoru", "↑", "^"),
    "down": ("down", "d", "south", "s", "bottom", "dolu", "dolů", "↓", "v"),
    "left": ("left", "l", "west", "w", "vlevo", "doleva", "←", "<"),
    "right": ("right", "r", "east", "e", "vpravo", "doprava", "→", ">"),
}
_ANSWERS = {
    "fight": ("fight", "attack", "bojuj", "battle"),
    "take gold": ("take", "steal", "rob", "vezmi"),
}
_OUTCOMES = {
    "captured": ("captur", "caught", "lost", "lose", "dead", "die", "killed", "prohra"),
    "escaped": ("escap", "won", "win", "alive", "surviv", "vyhra", "free"),
}
_MEANS = {
    spelling: direction for direction, spellings in DIRECTIONS.items() for spelling in spellings
}
_STAYS = ("stay", "nomove", "none", "zust", "pass", "wait")
_LETTERS = {"f": "fight", "t": "take gold", "g": "take gold"}
# A longer number is not a square, and Python refuses to read one of several thousand digits.
_NUMBERS = re.compile(r"(?<!\w)r?(\d{1,9})(?:[\W_]+|c)(\d{1,9})(?!\w)", re.IGNORECASE)
_PAIR = re.compile(r"[^\w-]*(-?\d{1,9})(?:_|[^\w-]+)(-?\d{1,9})\W*")
_ARROWS = "↑↓←→^<>"
_WORD = re.compile(rf"[^\W_]+|[{_ARROWS}]")
_HUMP = re.compile(r"[^\W\d_A-Z]+|[A-Z]+(?![a-z])|[A-Z][^\W\d_A-Z]*")
_GO = "go|goto|move|step|walk|turn|run|head|dir|direction|action|agent|to|agentto|goes|moves"
_GLUED = re.compile(rf"(?:{_GO})?(up|down|left|right|north|south|west|east)(?:wards?)?")
_SAYS_NOTHING = frozenset(_GO.split("|"))
"""Words beside which a single letter still means a direction: `go L`."""


@lru_cache(maxsize=4096)
def direction(label: str) -> str:
    """Return the direction that a label means, or empty text.

    >>> direction("Move UP"), direction("GoLeft"), direction("goleft"), direction("LEFT1")
    ('up', 'left', 'left', 'left')
    >>> direction("R"), direction("R (0, 1)"), direction("go_R")
    ('right', 'right', 'right')
    >>> direction("e1"), direction("e1 e2"), direction("UpLeft"), direction("northwest")
    ('', '', '', '')
    >>> direction("->"), direction("(0, 1) -> (0, 2)")  # From one place to another.
    ('right', '')
    """
    words = [part for word in _WORD.findall(label) for part in _parts(word)]
    if any(word.isdecimal() for word in words):
        words = [word for word in words if word not in _ARROWS]
    telling = [word for word in words if not word.isdecimal() and word not in _SAYS_NOTHING]
    found = {_word_meaning(word, alone=len(telling) == 1) for word in telling} - {""}
    return found.pop() if len(found) == 1 else ""


def heading(label: str, square: Square | None, by_steps: bool) -> str:
    """Return the direction that a label means at a square: given in words, as the target square, or
    as the step to it if all labels of a file are such steps.

    >>> heading("(0, 1)", (1, 1), False), heading("2_1", (1, 1), False)
    ('up', 'down')
    >>> heading("0,-1", (1, 1), True)
    'left'
    """
    said = direction(label)
    found = None if said else _PAIR.fullmatch(label)
    if found is None or square is None:
        return said
    row, column = int(found[1]), int(found[2])
    step = (row, column) if by_steps else (row - square[0], column - square[1])
    return next((name for name, to in STEPS.items() if to == step), "")


def is_step_back(label: str) -> bool:
    """Return whether a label is a pair of numbers, one of them negative: no square.

    >>> is_step_back("(-1, 0)"), is_step_back("(0, 1)"), is_step_back("left")
    (True, False, False)
    """
    found = _PAIR.fullmatch(label)
    return found is not None and (int(found[1]) < 0 or int(found[2]) < 0)


def moves_are_steps(game: Game) -> bool:
    """Return whether the pairs of numbers among the agent's labels are steps, and not squares."""
    sets = game.information_sets
    return any(is_step_back(label) for one in sets if one.player == 1 for label in one.actions)


def _parts(word: str) -> list[str]:
    """Return the words that are joined in one; a letter with a number is a name."""
    parts = [part.casefold() for part in _HUMP.findall(word)]
    whole = len(parts) < 2 and len("".join(parts)) < 2
    return [word.casefold()] if whole else parts


def _word_meaning(word: str, alone: bool) -> str:
    if len(word) == 1:
        return _MEANS.get(word, "") if alone else ""
    glued = _GLUED.fullmatch(word)
    return _MEANS.get(glued[1] if glued else word, "")


def moves_about(game: Game, player: int) -> bool:
    """Return whether a player of a hand-in has actions labelled like moves on a map, in more than
    one direction: `E (1, 2)` alone may be a place.
    """
    found = {
        direction(label)
        for infoset in game.infosets(player)
        for label in game.information_sets[infoset].actions
    }
    return len(found - {""}) > 1


def places(label: str, names: dict[str, Square]) -> frozenset[str]:
    """Return the dangerous places that a label names, by name or by square.

    Capital letters that stand alone name the places in order.

    >>> sorted(places("e2 + (0, 4)", {"e1": (0, 4), "e2": (1, 1)})), *places("r1c3", {"e1": (1, 3)})
    (['e1', 'e2'], 'e1')
    >>> sorted(places("AB", {"e1": (0, 4), "e2": (1, 1)})), sorted(places("AC", {"e1": (0, 4)}))
    (['e1', 'e2'], [])
    """
    capitals = re.findall(r"[A-Z]", label)
    ordered = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", names, strict=False))
    if capitals and set(capitals) <= set(ordered) and not re.sub(r"[A-Z]|\W| to ", "", label):
        return frozenset(ordered[letter] for letter in capitals)
    squares = {square: name for name, square in names.items()}
    words = set(re.findall(r"\w+", label.casefold()))
    pairs = {(int(row), int(column)) for row, column in _NUMBERS.findall(label)}
    return frozenset(
        {name for name in names if name in words}
        | {squares[pair] for pair in pairs if pair in squares}
    )


def words_of_answer(label: str) -> str:
    """Return `fight` or `take gold` if a label of player 2 clearly means it, or empty text.

    >>> words_of_answer("Steal"), words_of_answer("ATTACK!"), words_of_answer("F")
    ('take gold', 'fight', 'fight')
    """
    return _LETTERS.get(plain(label)) or _meaning_of(label, _ANSWERS)


def is_stay(label: str) -> bool:
    """Return whether a label of player 2 clearly means that nobody moves.

    >>> is_stay("stay at e1"), is_stay("no move"), is_stay("2")
    (True, True, False)
    """
    return any(word in plain(label) for word in _STAYS)


def outcome_of_label(label: str) -> str:
    """Return `captured` or `escaped` if a label of chance clearly means it, or empty text.

    >>> outcome_of_label("lost fight"), outcome_of_label("alive"), outcome_of_label("True")
    ('captured', 'escaped', '')
    """
    return _meaning_of(label, _OUTCOMES)


def _meaning_of(label: str, table: Mapping[str, tuple[str, ...]]) -> str:
    said = plain(label)
    found = {means for means, words in table.items() if any(word in said for word in words)}
    return found.pop() if len(found) == 1 else ""


@lru_cache(maxsize=4096)
def plain(label: str) -> str:
    """Return a label's letters and digits alone.

    >>> plain("Take_Gold!")
    'takegold'
    """
    return re.sub(r"\W|_", "", label.casefold())


def same_words(one: str, other: str) -> bool:
    """Return whether two labels have the same letters and digits."""
    return plain(one) == plain(other)


def contains_label(label: str, words: str) -> bool:
    """Return whether a label contains the letters and digits of another that has some.

    >>> contains_label("is captured (1)", "captured"), contains_label("up", "-")
    (True, False)
    """
    return bool(plain(words)) and plain(words) in plain(label)


def same_choice(expected: str, found: str, names: dict[str, Square]) -> bool:
    """Return whether two labels of player 2 have the same letters and digits or name the same
    places.
    """
    named = places(expected, names)
    return same_words(expected, found) or bool(named) and named == places(found, names)


def meaning(label: str) -> str:
    """Return the direction that a label means, or else its letters and digits."""
    return direction(label) or plain(label)


def missing(some: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the labels of the first list that are not in the second, by letters and digits."""
    known = set(map(plain, others))
    return [label for label in some if plain(label) not in known]
