"""Maps that take long, on purpose."""


def open_map(height, width, bandits=2):
    """An island without walls: there are very many ways across it."""
    rows = [["-"] * width for _ in range(height)]
    rows[0][0], rows[-1][-1], rows[-2][-2] = "S", "D", "G"
    for at in range(bandits + 1):
        rows[1 + at][2] = "E"
    squares = "\n".join(map("".join, rows))
    return f"{height}\n{width}\n{squares}\n{bandits}\n0.5\n"
