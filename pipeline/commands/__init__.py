"""One command per file. Each reads its files, calls a stage and writes what comes back; no game
theory stands here.
"""
