"""Labels of actions: one for every meaning, in the styles of real programs.

Per player and for chance one row of each table is drawn. `number` labels are the places of the
actions, `empty` ones are empty.
"""

GO = {
    "words": {"up": "up", "down": "down", "left": "left", "right": "right"},
    "go": {"up": "GoUp", "down": "GoDown", "left": "GoLeft", "right": "GoRight"},
    "move": {"up": "move_up", "down": "move_down", "left": "move_left", "right": "move_right"},
    "letters": {"up": "U", "down": "D", "left": "L", "right": "R"},
    "compass": {"up": "north", "down": "south", "left": "west", "right": "east"},
    "points": {"up": "N", "down": "S", "left": "W", "right": "E"},
    "arrows": {"up": "↑", "down": "↓", "left": "←", "right": "→"},
    "signs": {"up": "^", "down": "v", "left": "<", "right": ">"},
    "czech": {"up": "nahoru", "down": "dolu", "left": "vlevo", "right": "vpravo"},
    "deltas": {"up": "(-1, 0)", "down": "(1, 0)", "left": "(0, -1)", "right": "(0, 1)"},
    "squares": None,
    "commas": None,
    "number": None,
    "empty": None,
}
PLACED = ("names", "squares", "list", "letters", "number", "empty")
ENCOUNTER = {
    "words": {"take": "take gold", "fight": "fight"},
    "verbs": {"take": "Steal", "fight": "Attack"},
    "letters": {"take": "T", "fight": "F"},
    "czech": {"take": "vezmi", "fight": "bojuj"},
    "number": None,
    "empty": None,
}
CHANCE_WORDS = {
    "words": {"capture": "capture", "escape": "escape"},
    "fight": {"capture": "lost fight", "escape": "won fight"},
    "dead": {"capture": "dead", "escape": "alive"},
    "truth": {"capture": "True", "escape": "False"},
    "czech": {"capture": "prohra", "escape": "vyhra"},
    "number": None,
    "empty": None,
}


def call(meaning, at, style, names):
    """Return the label of a meaning; `at` is its place among the actions, `style` has a key of each
    table, `names` are the dangerous places in reading order.
    """
    match meaning:
        case "go", direction, square:
            return _go(direction, square, at, style.go)
        case "hide", placing:
            return _places(placing, at, style.placed, names)
        case "hide one", place:
            return _places((place,), at, style.placed, names)
        case ("take" | "fight") as what, _:
            return _listed(ENCOUNTER, style.encounter, what, at)
        case "stay", _:
            return _relocated((), at, style.relocated, names)
        case "move", old, new:
            return _relocated((old, new), at, style.relocated, names)
        case ("capture" | "escape",):
            return _listed(CHANCE_WORDS, style.chance, meaning[0], at)
        case _:
            return "" if style.go == "empty" else str(meaning[0])


def _listed(table, style, word, at):
    return {"number": str(at), "empty": ""}[style] if table[style] is None else table[style][word]


def _go(direction, square, at, style):
    match style:
        case "squares":
            return f"({square[0]}, {square[1]})"
        case "commas":
            return f"{square[0]},{square[1]}"
        case "number" | "empty":
            return _listed(GO, style, direction, at)
        case _:
            return "-".join(GO[style][step] for step in direction.split())


def _places(placing, at, style, names):
    match style:
        case "names":
            return " ".join(f"e{names.index(place) + 1}" for place in placing) or "nobody"
        case "squares":
            return ", ".join(map(str, placing)) or "[]"
        case "list":
            return str([f"{row}_{column}" for row, column in placing]).replace("'", "")
        case "letters":
            return "".join(chr(65 + names.index(place)) for place in placing) or "-"
        case _:
            return {"number": str(at), "empty": ""}[style]


def _relocated(moved, at, style, names):
    match style:
        case "names" | "squares" | "letters" | "list":
            if not moved:
                return {"names": "stay", "squares": "do nothing"}.get(style, "no move")
            return " to ".join(_places((place,), at, style, names) for place in moved)
        case _:
            return {"number": str(at), "empty": ""}[style]
