"""Files that belong together: whether they agree (`agreement`), which was made from which
(`links`), and a game with its solutions (`solved_games`).
"""
