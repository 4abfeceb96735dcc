"""Whether a grader's explanation is true of a file, compared with the line that it names.

Told squares and events are compared with those of the line: they must lie within what the line
stands for, from what is drawn above it to where it stands (forced moves may be left out between),
or go on from there by moves that are forced by the rules; all else is false.
"""

import re
from fractions import Fraction

from drawn.nodes import CHANCE, END


def faults(case, grade, right):
    """Return the statements of a first difference that are false of the file or the rules, one line
    each.

    `right` are the nodes of the right tree by squares and events. Where labels say nothing
    (numbers, or empty ones), only how much has happened is compared.
    """
    first = grade.difference
    node = case.written.nodes.get(first.line)
    if node is None:
        return [f"line {first.line} is not a node"]
    found = [*_of_the_way(case, first), *_of_the_line(case, first, node)]
    if first.squares:
        found += _of_what_happened(case, first, node, right)
    return found


def _of_the_way(case, first):
    """Return the errors in the labels that lead to the line."""
    way = getattr(first, "way", ())
    mine = case.written.way(first.line)
    return [f"way {way}, but to the line lead {mine}"] if way and list(way) != mine else []


def _of_what_happened(case, first, node, right):
    """Return the errors in squares and events, and in their expected successors."""
    squares, events = tuple(map(tuple, first.squares)), tuple(map(_event(case), first.events))
    said = _said(case.style)
    drawn = case.written.drawn_until(first.line)
    told, low, top = (said(at, what) for at, what in ((squares, events), node.place, drawn))
    found = []
    forced = _forced_on(right, (squares, events), (told, low), said)
    if not _within(top[0], told[0], low[0]) and not forced:
        found.append(f"squares {squares}, but the line stands at {node.squares} from {drawn[0]}")
    if not _within(top[1], told[1], low[1]) and not forced:
        found.append(f"events {events}, but the line stands behind {node.events}")
    placed, hidden = (
        [event for event in what if event[0] == "hide"] for what in (events, node.events)
    )
    free = len({happened[:1] for _, happened in right if happened}) > 1  # Else it is forced.
    if free and (
        len(placed) > len(hidden)
        or (placed and placed != hidden and case.style.placed not in UNSAID)
    ):
        found.append(f"{placed[0]}, but behind the line it is {hidden}")
    return [*found, *_of_the_rules(case, first, squares, events, right)]


UNSAID = ("number", "empty")


def _said(style):
    """Return a function that masks the squares and events that a file's labels do not show."""

    def mask(squares, events):
        moved = style.go in UNSAID
        # If such moves are left out, too, their number is unknown.
        counted = () if moved and 1 in style.forced else tuple("?" for _ in squares)
        return (
            counted if moved else squares,
            tuple(_mask(style, event, moved) for event in _unplaced(events)),
        )

    return mask


def _mask(style, event, moved):
    what, *where = event
    if what in ("take", "fight") and style.encounter in UNSAID:
        what = "?"
    if what in ("stay", "move") and style.relocated in UNSAID:
        return ("?",)
    if what in ("capture", "escape") and style.chance in UNSAID:
        what = "?"
    return (what,) if moved else (what, *where)


def _event(case):
    names = {f"e{number}": at for number, at in enumerate(case.board.names, 1)}

    def read(text):
        who, _, said = text.partition(": ")
        if who == "chance":
            return ("capture",) if said.startswith("captur") else ("escape",)
        place = re.search(r"(encounter|alarm) at (\w+)", who)
        if place is None:
            return ("hide", tuple(sorted(names[name] for name in said.split() if name in names)))
        at = names[place[2]]
        if place[1] == "encounter":
            return ("take" if said.startswith("take") else "fight", at)
        moved = re.fullmatch(r"(\w+) to (\w+)", said)
        return ("move", names[moved[1]], names[moved[2]]) if moved else ("stay", at)

    return read


def _unplaced(events):
    return tuple(event for event in events if event[0] not in ("hide", "hide one"))


def _within(top, told, low):
    """Return whether `top` is a prefix of `told`, and `told` a prefix of `low`."""
    return told == low[: len(told)] and top == told[: len(top)]


def _forced_on(right, place, masked, said):
    """Return whether the rules force what is told beyond the line: from where the line stands no
    other way leads on.
    """
    told, low = masked
    if told[0][: len(low[0])] != low[0] or told[1][: len(low[1])] != low[1]:
        return False
    squares, events = place
    hide = [event for event in events if event[0] == "hide"][:1]
    below = [
        record
        for (at, happened), record in right.items()
        if at == squares[: len(at)]
        and (not hide or list(happened[:1]) == hide)
        and _unplaced(happened) == _unplaced(events)[: len(_unplaced(happened))]
        and len(at) >= len(low[0])
        and len(_unplaced(happened)) >= len(low[1])
        and (at, _unplaced(happened)) != (squares, _unplaced(events))
        and (hide or happened)
    ]
    return all(len(record.branches) == 1 for record in below)


def _of_the_line(case, first, node):
    """Return the errors in the node said to be found."""
    if first.other_line:
        other = case.written.nodes[first.other_line]
        together = (node.turn, node.knows) == (other.turn, other.knows)
        said = first.found.startswith("one ")
        return [] if said == together else [f"found {first.found}, but the sets are otherwise"]
    return [
        f"found {first.found!r}: {fault}"
        for fault in _shape(case, first.found, node.turn, node.branches, node.payoff)
    ]


def _of_the_rules(case, first, squares, events, right):
    """Return the errors in the node said to be expected."""
    if first.other_line:
        return _of_knowledge(case, first, right)
    there = [
        record
        for (at, happened), record in right.items()
        if at == squares and _left_open(events, happened)
    ]
    if re.search(r"choose among \d+: (e\d+ ?)+(,|$)", first.expected):
        there += [record for record in right.values() if record.events == ()]
    if not there:
        return [f"nothing stands in the right tree behind {squares} {events}"]
    faults = [
        _shape(case, first.expected, record.turn, record.branches, record.payoff)
        for record in there
    ]
    if [] in faults:
        here = case.written.nodes[first.line]
        if any(
            _alike(here, record) and not fault for record, fault in zip(there, faults, strict=True)
        ):
            return [f"nothing differs: expected {first.expected!r}, found {first.found!r}"]
        return []
    return [f"expected {first.expected!r} at {squares} {events}: {faults[0]}"]


def _alike(one, other):
    """Return whether two ends pay the same, or the same can be done or happen at two nodes."""
    return (one.turn, one.payoff) == (other.turn, other.payoff) and {
        (way, share) for way, share, _ in one.branches
    } == {(way, share) for way, share, _ in other.branches}


def _of_knowledge(case, first, right):
    """Return the errors in the statements on what a player should distinguish."""
    here, there = (case.written.nodes[line] for line in (first.line, first.other_line))
    apart = "two information sets" in first.expected
    if any(not node.branches for node in (here, there)):
        return ["one of the lines is an end of play, where nobody knows anything"]
    if all(node.branches[0][0][0] == "hide" for node in (here, there)):
        return ["they hide in one information set, by the rules, too"] if apart else []
    both = [right[node.place] for node in (here, there) if node.place in right]
    if len(both) < 2 or apart == (both[0].knows != both[1].knows):
        return []
    return [f"expected {first.expected!r}, but by the rules it is otherwise"]


def _left_open(told, happened):
    """Return whether told is what happened, but for what player 2 had not decided yet in a file."""
    told = list(told)
    for event in happened:
        if told and told[0] == event:
            del told[0]
        elif event[0] in ("capture", "escape"):
            return False
    return not told


def _shape(case, said, turn, branches, payoff):
    """Yield the errors in the words about a node."""
    if said.startswith("the end of play"):
        paid = re.search(r"payoff (-?[\d./]+)", said)
        if turn != END:
            return [f"it is no end but {turn}"]
        if paid and abs(float(Fraction(paid[1])) - float(payoff)) > 1e-4:
            return [f"it pays {payoff}"]
    elif said.startswith("chance"):
        if turn != CHANCE:
            return [f"it is not chance but {turn}"]
        shares = [Fraction(word) for word in re.findall(r" (\d[\d./]*)(?:,|$)", said)]
        mine = sorted(float(share) for _, share, _ in branches)
        if len(shares) == len(mine) and any(
            abs(float(one) - other) > 1e-4 for one, other in zip(sorted(shares), mine, strict=True)
        ):
            return [f"chance has {mine}"]
    elif among := re.match(r"a decision of (\w+) among (\d+)", said):
        player = case.board.players.index(among[1]) + 1
        if (player, int(among[2])) != (turn, len(branches)):
            return [f"it is {turn} with {len(branches)} ways"]
    return []
