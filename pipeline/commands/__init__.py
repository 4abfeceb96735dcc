"""One command per file. Each reads its files, calls a stage and writes the result; there is no game
theory here.
"""
