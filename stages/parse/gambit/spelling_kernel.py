"""The letters of a Gambit file and its descriptions, over its bytes, which are ASCII, compiled."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from schemas.parts.compiled import compiled_part
from stages.parse.gambit.numbers import LIMITS

QUOTE, BACKSLASH, COMMA, MINUS, OPENED, CLOSED = (ord(letter) for letter in '"\\,-{}')
ZERO, NINE = ord("0"), ord("9")
DECIDES, MOVES_BY_CHANCE, ENDS = (ord(letter) for letter in "pct")
"""How nodes begin."""
CHANCE, PLAYER, OUTCOME = 0, 1, 3
"""What is described: information sets of chance, of player 1 (those of player 2 have one more), and
outcomes.
"""
START, ROLE, NUMBER, LABEL, LENGTH, BEGIN, END, HASH, ARITY = range(9)
"""What a row says of a description: where its node begins; its role; its number in the file; where
its label begins, -1 for none, and how long it is; where its braces begin, -1 for none, and end;
their hash; and how many texts in quotes they have.
"""
_NODE, _LABEL, _PLAYER, _NUMBER, _BRACES, _DESCRIBED, _DONE = range(7)
"""What is to come: of a description what is left of it, or what follows, as it can be left out."""
_LEAST, _MOST = LIMITS
_BASIS, _PRIME = np.int64(-3750763034362895579), np.int64(1099511628211)
"""Of the hash FNV-1a with 64 bits (Fowler, Noll and Vo), the basis as a signed number."""


@compiled_part
def is_space(letter):
    """Return whether a letter is white space."""
    return letter == 32 or 9 <= letter <= 13


@compiled_part
def is_plain(letter):
    """Return whether a letter may stand between quotes here: what is printed, but no backslash."""
    return 32 <= letter <= 126 and letter != QUOTE and letter != BACKSLASH


@compiled_part
def ends_word(letter):
    """Return whether a letter ends a word."""
    return is_space(letter) or letter in (QUOTE, OPENED, CLOSED, COMMA)


@compiled_part
def descriptions(data, at, rows):
    """Write the descriptions from a node on, which begins at an offset, into rows, as many as there
    is room for; return how many, and where they end, -1 where one is spelled otherwise.
    """
    size, count, start, state, role = data.size, 0, -1, _NODE, OUTCOME
    # No functions are called here with arrays: counting who holds these takes as long as the rest.
    while at < size:
        letter, begin = data[at], at
        if is_space(letter):
            at += 1
            continue
        if letter == QUOTE:
            at += 1
            while at < size and is_plain(data[at]):
                at += 1
            if at >= size or data[at] != QUOTE:
                return count, -1
            at += 1
            if state == _LABEL:
                state = _PLAYER if role == PLAYER else _NUMBER
                continue
            if state != _DESCRIBED:
                return count, -1
            rows[count - 1, LABEL], rows[count - 1, LENGTH] = begin + 1, at - begin - 2
            state = _BRACES
        elif letter == OPENED:
            found, arity, within = (_BASIS ^ OPENED) * _PRIME, 0, False
            while letter != CLOSED or within:
                at += 1
                if at >= size:
                    return count, -1
                letter = data[at]
                found = (found ^ letter) * _PRIME
                if letter == QUOTE:
                    within = not within
                    arity += within
                elif letter == OPENED and not within or within and not is_plain(letter):
                    return count, -1
            if state != _DESCRIBED and state != _BRACES:
                return count, -1
            at += 1
            rows[count - 1, BEGIN], rows[count - 1, END] = begin, at
            rows[count - 1, HASH], rows[count - 1, ARITY] = found, arity
            state = _DONE
        else:
            if state >= _DESCRIBED:
                state = _NODE if role == OUTCOME else _NUMBER
                role = OUTCOME
            if state == _NODE:
                if count + 2 > len(rows):
                    return count, at
                at += 1
                if at >= size or not is_space(data[at]):
                    return count, -1
                if letter != DECIDES and letter != MOVES_BY_CHANCE and letter != ENDS:
                    return count, -1
                role = OUTCOME if letter == ENDS else PLAYER if letter == DECIDES else CHANCE
                start, state = begin, _LABEL
                continue
            number, at, most = 0, at + (letter == MINUS), -_LEAST if letter == MINUS else _MOST
            first = at
            while at < size and ZERO <= data[at] <= NINE and number <= most:
                number = number * 10 + (data[at] - ZERO)
                at += 1
            if at == first or at < size and not ends_word(data[at]) or number > most:
                return count, -1
            if state == _PLAYER:
                if number < 1 or number > 2 or at > begin + 1:
                    return count, -1
                role, state = PLAYER - 1 + number, _NUMBER
                continue
            if state != _NUMBER:
                return count, -1
            rows[count, START], rows[count, ROLE] = start, role
            rows[count, NUMBER] = -number if letter == MINUS else number
            rows[count, LABEL], rows[count, LENGTH], rows[count, BEGIN] = -1, 0, -1
            start, state = -1, _DESCRIBED
            count += 1
    return count, at if role == OUTCOME and state >= _DESCRIBED else -1
