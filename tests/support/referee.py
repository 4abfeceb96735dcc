"""An independent implementation of the assignment's rules, to check the displayed board."""

import re


def told(text):
    """Return the actions of both droids from the board's description of a round."""
    words = re.findall(r"roid (\d) (shoots|goes (\w+)|cannot go (\w+))", text)
    assert [word[0] for word in words] == ["2", "5"]
    return tuple("shoot" if word[1] == "shoots" else word[2] or word[3] for word in words)


class Referee:
    """The assignment's rules on a board without walls."""

    def __init__(self, rows, columns, squares, shots):
        self.rows, self.columns = rows, columns
        self.squares, self.shots, self.points = list(squares), list(shots), [0, 0]

    def can(self, droid):
        row, column = self.squares[droid]
        found = {
            "up": row > 0,
            "left": column > 0,
            "down": row < self.rows - 1,
            "right": column < self.columns - 1,
            "shoot": self.shots[droid] > 0,
        }
        return [word for word, possible in found.items() if possible]

    def play(self, chosen):
        wanted = []
        for droid, word in enumerate(chosen):
            assert word in self.can(droid)
            row, column = self.squares[droid]
            wanted.append(
                (
                    row + (word == "down") - (word == "up"),
                    column + (word == "right") - (word == "left"),
                )
            )
        if wanted[0] != wanted[1] and wanted != self.squares[::-1]:
            self.squares = wanted
        in_line = (
            self.squares[0][0] == self.squares[1][0] or self.squares[0][1] == self.squares[1][1]
        )
        hits = [word == "shoot" and in_line for word in chosen]
        for droid, word in enumerate(chosen):
            self.shots[droid] -= word == "shoot"
            self.points[droid] += hits[droid] and not all(hits)

    def sees(self):
        return {
            "squares": tuple(self.squares),
            "points": tuple(self.points),
            "shots": tuple(self.shots),
        }
