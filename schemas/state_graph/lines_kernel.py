"""Read and write the lines of numbered states: a line is its form, filled with names of states."""

import numpy as np

from ..parts import shadow as cython

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ..kernels.pieces import Pieces, copied, decimal, interned
    from ..parts.arrays import (
        Bytes,
        Index,
        Int32s,
        Ints,
        ReadBytes,
        ReadInt32s,
        ReadInts,
    )

_BLANK = cython.declare(Index, ord(" "))
_COLON = cython.declare(Index, ord(":"))
_COMMA = cython.declare(Index, ord(","))
_BRACE = cython.declare(Index, ord("}"))
_QUOTE = cython.declare(Index, ord('"'))
_NAME = cython.declare(Index, ord("s"))
_ZERO = cython.declare(Index, ord("0"))
_NINE = cython.declare(Index, ord("9"))
_END = cython.declare(Index, ord("\n"))
_MOST = cython.declare(Index, 2**31)


# Reading


def read_lines(
    data: ReadBytes,
    own: Int32s,
    first: Int32s,
    form: Int32s,
    begin: Int32s,
    targets: Int32s,
    text: Bytes,
    pieces: Pieces,
    most: Index,
    by_move: bool,
) -> int:
    """Read one state per entry of `own`: write the number in its name, and the offset of its
    pieces. For each piece write the number of its form and the offset of its targets; write the
    targets, and each distinct form as a text with gaps, a piece of `pieces`.

    A state is one piece. With `by_move`, a state with moves on lines of their own has a piece for
    each move: the lines before its moves, and that move.

    Return the number of forms. Return -1 if a state has no name with a number, if the states do not
    end with the data, or if there are more than `most` forms. The data must end with a complete
    line.
    """
    forms: Index = 0
    count: Index = 0
    ways: Index = 0
    size: Index = 0
    position: Index = 0
    with cython.nogil:
        for state in range(own.shape[0]):
            own[state], position = own_name(data, position)
            lead = size
            start = size
            position, ways, size = line_form(data, position, targets, ways, text, size, by_move)
            # The length of what the moves share: the lines before them, if they have own pieces.
            shared = size - lead if by_move and begins_move(data, position) else 0
            while position >= 0:
                if forms == most or start + shared >= text.shape[0]:
                    position = -1
                    break
                if shared:
                    size = copied(text, start, text, lead, lead + shared)
                    position, ways, size = line_form(
                        data, position, targets, ways, text, size, by_move
                    )
                    if position < 0:
                        break
                number = interned(text, start, size, pieces)
                form[count] = number
                count += 1
                begin[count] = ways
                if number == forms:
                    forms += 1
                    start = size
                size = start
                if shared == 0 or not begins_move(data, position):
                    break
            if position < 0:
                break
            first[state + 1] = count
            position += 1
    return forms if position == data.shape[0] else -1


def own_name(data: ReadBytes, position: Index) -> tuple[Index, Index]:
    """Return the number of the state whose lines begin at a position, and the position of the colon
    behind its name; -1 for both if there is no such name.
    """
    if position + 1 >= data.shape[0] or data[position] != _BLANK or data[position + 1] != _BLANK:
        return -1, -1
    number, position = named(data, position + 2)
    if number < 0 or data[position] != _COLON:
        return -1, -1
    return number, position


def line_form(
    data: ReadBytes,
    position: Index,
    targets: Int32s,
    ways: Index,
    text: Bytes,
    size: Index,
    by_move: bool,
) -> tuple[Index, Index, Index]:
    """Write the form of the lines from a position on, and their targets; return the end of the last
    line, of the targets and of the form. The end of the line is -1 if there is no room, or the
    position is.
    """
    while position >= 0 and size < text.shape[0]:
        letter: Index = data[position]
        position += 1
        if letter == _NAME and data[position - 2] == _BLANK and data[position - 3] == _COLON:
            number, behind = named(data, position - 1)
            if number >= 0 and (
                data[behind] == _COMMA or data[behind] == _BRACE or data[behind] == _END
            ):
                targets[ways] = number
                ways += 1
                position = behind
                letter = 0
        elif letter == 0:
            break
        text[size] = letter
        size += 1
        if data[position] == _END and (
            not goes_on(data, position + 1, 4) or (by_move and begins_move(data, position))
        ):
            return position, ways, size
    return -1, ways, size


def begins_move(data: ReadBytes, end: Index) -> bool:
    """Return whether a move begins behind the end of a line: after exactly six blanks."""
    return end >= 0 and goes_on(data, end + 1, 6) and data[end + 7] != _BLANK


def goes_on(data: ReadBytes, at: Index, blanks: Index) -> bool:
    """Return whether a line begins with so many blanks: with four it continues the same state."""
    end = at + blanks
    while at < end and end < data.shape[0] and data[at] == _BLANK:
        at += 1
    return at == end


def named(data: ReadBytes, at: Index) -> tuple[Index, Index]:
    """Return the number of the state whose name is at a position, or -1, and the position behind
    it.
    """
    if data[at] != _NAME:
        return -1, at
    number: Index = 0
    first = at + 1
    at = first
    while _ZERO <= data[at] <= _NINE and number < _MOST:
        number = 10 * number + cython.cast(Index, data[at]) - _ZERO
        at += 1
    if at == first or number >= _MOST or (data[first] == _ZERO and at > first + 1):
        return -1, at
    return number, at


# Writing


class Lines:
    """The lines of n states in f forms: each line is a piece, its own name, a piece, and for each
    target its name and a piece.

    form: the form of each state, shape (n,).
    first: shape (f + 1,), the number of the first piece of each form; last the number of pieces.
    pieces, piece_begin: the pieces, concatenated, and their offsets; last the end of all.
    names, name_begin: the same for the names of the states.
    begin, targets: as in `GraphColumns`.
    """

    def __init__(
        self,
        form: ReadInt32s,
        first: ReadInt32s,
        pieces: ReadBytes,
        piece_begin: ReadInts,
        names: ReadBytes,
        name_begin: ReadInts,
        begin: ReadInt32s,
        targets: ReadInt32s,
    ) -> None:
        self.form, self.first, self.begin, self.targets = form, first, begin, targets
        self.pieces, self.piece_begin = pieces, piece_begin
        self.names, self.name_begin = names, name_begin
        self.out = np.empty(0, np.uint8)


def written(lines: Lines, start: Index, end: Index) -> Bytes:
    """Return the lines of the states from `start` up to, but not including, `end`."""
    out = np.empty(length(lines, start, end), np.uint8)
    lines.out = out
    with cython.nogil:
        write(lines, start, end)
    return out


def length(lines: Lines, start: Index, end: Index) -> Index:
    """Return the number of bytes of some lines."""
    size: Index = 0
    for state in range(start, end):
        form: Index = lines.form[state]
        size += lines.piece_begin[lines.first[form + 1]] - lines.piece_begin[lines.first[form]]
        size += lines.name_begin[state + 1] - lines.name_begin[state]
        for at in range(lines.begin[state], lines.begin[state + 1]):
            target: Index = lines.targets[at]
            size += lines.name_begin[target + 1] - lines.name_begin[target]
    return size


def write(lines: Lines, start: Index, end: Index) -> None:
    """Write some lines into `lines.out`."""
    to: Index = 0
    for state in range(start, end):
        piece: Index = lines.first[lines.form[state]]
        to = put_piece(lines, to, piece)
        to = put_name(lines, to, state)
        piece += 1
        to = put_piece(lines, to, piece)
        for at in range(lines.begin[state], lines.begin[state + 1]):
            to = put_name(lines, to, lines.targets[at])
            piece += 1
            to = put_piece(lines, to, piece)


def put_piece(lines: Lines, to: Index, piece: Index) -> Index:
    """Write a piece; return the position behind it."""
    for at in range(lines.piece_begin[piece], lines.piece_begin[piece + 1]):
        lines.out[to] = lines.pieces[at]
        to += 1
    return to


def put_name(lines: Lines, to: Index, state: Index) -> Index:
    """Write the name of a state; return the position behind it."""
    for at in range(lines.name_begin[state], lines.name_begin[state + 1]):
        lines.out[to] = lines.names[at]
        to += 1
    return to


def find_names(numbers: ReadInt32s, quoted: Index, ends: Ints) -> None:
    """Write the ends of the consecutive names of numbered states, in quotes or without. The first
    begins at `ends[0]`.
    """
    with cython.nogil:
        for at in range(numbers.shape[0]):
            size: Index = 2 + 2 * quoted
            left: Index = numbers[at] // 10
            while left:
                size, left = size + 1, left // 10
            ends[at + 1] = ends[at] + size


def write_names(numbers: ReadInt32s, quoted: Index, ends: ReadInts, data: Bytes) -> None:
    """Write the names of which `find_names` wrote the ends."""
    with cython.nogil:
        for at in range(numbers.shape[0]):
            begin: Index = ends[at]
            if quoted:
                data[begin], data[ends[at + 1] - 1] = _QUOTE, _QUOTE
            data[begin + quoted] = _NAME
            decimal(data, begin + quoted + 1, numbers[at])
