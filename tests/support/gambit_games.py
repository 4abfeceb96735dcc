"""Gambit's files as games."""

from efgc.stages.parse.gambit.reading import refuse_imperfect_recall
from efgc.stages.parse.gambit.tree import read_gambit


def parse_gambit(text, sha256="", file=""):
    """Return the game of a file, read as `pipeline.files.sources` reads it. Raise InputError with
    every problem.
    """
    return refuse_imperfect_recall(read_gambit(text, sha256, file)).game
