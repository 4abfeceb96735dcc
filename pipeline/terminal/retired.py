"""Commands, options and formats of earlier versions, each with what to use instead."""

VIPR = "VIPR was retired: `efgc certify` writes the same proof as JSON, which `efgc check` verifies"
DOT = "Graphviz for pictures was retired: `efgc export` writes .dot files, with all attributes"
MERGED = (
    "--merged was retired: `efgc parse` compiles rules to state graphs, and this game to its tree"
)
LITEEFG = (
    "the format of LiteEFG's strategies was retired: `efgc evaluate` reads policies of OpenSpiel, "
    "and tables of labels, actions and probabilities"
)
RACE = (
    "--race was retired: the size of a program chooses the solver; `efgc compare-solvers` shows "
    "which is fastest, and --solver takes it"
)
COMPARED_GAME = (
    "--game was retired: `efgc report GAME SOLUTION` has the bounds that a solution proves on its "
    "game"
)
SHARDS = (
    "`efgc shards` was retired: `efgc evaluate` uses all processors, or a cluster by --engine ray"
)
CHECK = "--check was retired: `efgc check DIR` checks the files of --levels"
LEVELS = (
    "`efgc levels` was retired: `efgc run DEAL --levels DIR` makes the files, --forecast estimates "
    "their cost, and `efgc check DIR` checks them"
)
RETIRED = {
    "certify --format": VIPR,
    "certify vipr": VIPR,
    "draw dot": DOT,
    "parse --merged": MERGED,
    "run liteefg": LITEEFG,
    "report liteefg": LITEEFG,
    "compare-solvers --game": COMPARED_GAME,
    "run --race": RACE,
    "solve --race": RACE,
    "solve --check": CHECK,
    "levels": LEVELS,
    "shards": SHARDS,
}
"""By the command, or the command and another word of its line or the ending of one."""


def retired(words: tuple[str, ...]) -> str:
    """Return the line about the first retired words of a command line; empty if there are none.

    >>> retired(("certify", "diet.lp", "diet.solution.json", "-o", "diet.vipr"))[:16]
    'VIPR was retired'
    """
    return next((said for key, said in RETIRED.items() if _has(words, *key.split())), "")


def _has(words: tuple[str, ...], command: str, other: str = "") -> bool:
    return words[:1] == (command,) and (
        not other
        or any(word.partition("=")[0] == other or word.endswith(f".{other}") for word in words)
    )
