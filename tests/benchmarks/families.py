"""Generated maps: open grids and mazes with two dividing walls, whose doors are dangerous
places.
"""

import random

Rows = list[str]


def open_grid(size: int, places: int) -> Rows:
    """Return an open square board, corner to corner, its dangerous places spread over the
    middle.
    """
    board = [["-"] * size for _ in range(size)]
    spots = [(1, size - 2), (size - 2, 1), (size // 2, size // 2), (1, 1), (size - 2, size - 2)]
    for row, column in spots[:places]:
        board[row][column] = "E"
    board[0][0], board[-1][-1] = "S", "D"
    return ["".join(row) for row in board]


def maze(height: int, width: int, density: float, places: int, seed: int) -> Rows:
    """Return a board with random walls and some gold, cut by two walls whose only doors are
    dangerous places.

    Retries until start and exit are connected through doors.
    """
    chance = random.Random(f"{height} {width} {density} {places} {seed}")
    while True:
        board = _maze(chance, height, width, density, places)
        if _connected(board):
            return ["".join(row) for row in board]


def text(rows: Rows, bandits: int, capture: str = "0.5") -> str:
    """Return the map as an island document writes it."""
    return "\n".join([str(len(rows)), str(len(rows[0])), *rows, str(bandits), capture]) + "\n"


def _maze(
    chance: random.Random, height: int, width: int, density: float, places: int
) -> list[list[str]]:
    board = [
        [
            ("#" if chance.random() < density else "G" if chance.random() < 0.03 else "-")
            for _ in range(width)
        ]
        for _ in range(height)
    ]
    for wall, doors in ((width // 3, (places + 1) // 2), (2 * width // 3, places // 2)):
        for row in range(height):
            board[row][wall] = "#"
        for row in chance.sample(range(height), doors):
            board[row][wall] = "E"
    board[chance.randrange(height)][0] = "S"
    board[chance.randrange(height)][width - 1] = "D"
    return board


def _connected(board: list[list[str]]) -> bool:
    [start] = [
        (r, c) for r, row in enumerate(board) for c, square in enumerate(row) if square == "S"
    ]
    seen, waiting = {start}, [start]
    while waiting:
        row, column = waiting.pop()
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            inside = 0 <= r < len(board) and 0 <= c < len(board[0])
            if inside and board[r][c] != "#" and (r, c) not in seen:
                seen.add((r, c))
                waiting.append((r, c))
    return any(board[r][c] == "D" for r, c in seen)
