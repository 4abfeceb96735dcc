"""Grade generated hand-ins: how many, none mixed up, and how long a large one takes.

PYTHONPATH=.:tests/support python tests/benchmarks/grading.py [SEEDS]

With the word `folder` it is a folder of 300 hand-ins that is graded, by one process and by two, and
one and three hand-ins alone; what a folder came to is compared.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import handins
import many_handins
from efgc.pipeline.apps.course.grade import Chart, Reference, SolvedGame, grade
from efgc.pipeline.apps.course.grade.forced_moves import without_forced
from efgc.schemas import game as game_schema
from efgc.stages.parse.maps import read_map
from small_games import island, published, solved

NAMES = ("island-1", "island-3", "island-report", "cave-example", "two-bushes", "three-bushes")
RULES = ("island-2018", "cave-2023")
LARGE = island(["SE--D", "-GE-#", "E-#-D", "-G-E-"], 2, "0.6")
PASSED = ("identical", "equivalent")


def with_equilibrium(game):
    report = solved(game)
    return SolvedGame(game, report.bounds, report.strategies)


def reference(text, rules):
    board = read_map(text)
    start, gold, exits = (board.squares(kind) for kind in "SGD")
    made = handins.expanded(text, rules)
    known = with_equilibrium(made.game)
    return Reference(known.game, known.bounds, known.strategies, made), Chart(
        start[0], frozenset(gold), frozenset(exits)
    )


def fair(game):
    return without_forced(game)[0] if game_schema.check(game) else game


def main(seeds):
    began = time.process_time()
    counts = Counter()
    for name in NAMES:
        for rules in RULES:
            known, chart = reference(published(name), rules)
            witness = handins.normal_form(known.game)
            for seed in range(seeds):
                counts.update(
                    one_round(known, chart, witness, handins.rounds(seed), f"{name} {rules} {seed}")
                )
    for (kind, said, told), count in sorted(counts.items()):
        print(f"{kind:<14} {said:<16} {told:<44} {count:>6}")
    print(
        f"{sum(counts.values()):,} hand-ins, {time.process_time() - began:.0f} s of processor "
        "time with solving and witness\n"
    )
    for rules in RULES:
        large(rules)


def one_round(known, chart, witness, chance, where):
    for change in handins.REMODELLINGS:
        game = fair(
            handins.built(change(handins.nested(known.game), chance), known.game.players)[0]
        )
        verdict = grade(known, with_equilibrium(game), chart).verdict
        if verdict not in PASSED:
            print("MIXED UP:", where, change.__name__, verdict)
        yield "redrawn", verdict, ""
    for kind, game, wrong, kinds in handins.mutations(known.expansion, chart, chance):
        game = fair(game)
        if game_schema.check(game):
            continue
        given = with_equilibrium(game)
        found = grade(known, given, chart)
        form = handins.normal_form(game)
        differs = (
            abs(given.bounds.value - known.bounds.value) > 1e-6
            or None not in (form, witness)
            and handins.surely_different(witness, form)
        )
        if (
            differs
            and found.verdict != "different"
            or found.verdict == "different"
            and form is not None
            and not differs
        ):
            print("MIXED UP:", where, kind, found.verdict, differs)
        if found.verdict in PASSED:
            yield "mistaken", found.verdict, "the witness sees no difference, either"
            continue
        right = (
            found.difference is not None
            and found.difference.kind in kinds
            and found.difference.reference in wrong
        )
        if not right:
            print("ELSEWHERE:", where, kind, found.difference)
        named = ", mistake proved" if found.mistakes and found.mistakes[0].proved else ""
        yield (
            "mistaken",
            found.verdict,
            ("right first difference" if right else "first difference elsewhere") + named,
        )


def large(rules):
    known, chart = reference(LARGE, rules)
    kinds = {
        kind: game
        for kind, game, _, _ in handins.mutations(known.expansion, chart, handins.rounds(1))
    }
    print(f"{rules}, reference of {len(known.game.nodes):,} nodes")
    drawn = {
        change.__name__: handins.built(
            change(handins.nested(known.game), handins.rounds(1)), known.game.players
        )[0]
        for change in (handins.shuffled, handins.late, handins.all_at_once)
    }
    for name, game in {
        **drawn,
        **{
            kind: kinds[kind]
            for kind in (
                "one end of play",
                "wrong exit reward",
                "bandits see the path",
                "a move is left out",
            )
            if kind in kinds
        },
    }.items():
        given = with_equilibrium(fair(game))
        began = time.process_time()
        verdict = grade(known, given, chart).verdict
        print(
            f"  {name:<22} {len(game.nodes):>7,} nodes  {verdict:<15} "
            f"{time.process_time() - began:6.2f} s"
        )


def folder():
    """Print what `efgc grade` takes, cold, for hand-ins of a map with 97 nodes."""
    with tempfile.TemporaryDirectory() as made:
        where = Path(made) / "handins"
        many_handins.write(where, 300)
        files = sorted(map(str, where.iterdir()))
        board = Path(made) / "map.txt"
        board.write_text(published(many_handins.MAP))
        tables = []
        for what, names, jobs in (
            ("1 hand-in", files[:1], 1),
            ("3 hand-ins", files[:3], 2),
            ("300 hand-ins", [str(where)], 1),
            ("300 hand-ins", [str(where)], 2),
        ):
            words = [*names, "--map", str(board), "--format", "csv", "--jobs", str(jobs)]
            began, before = time.perf_counter(), os.times()
            run = subprocess.run(
                [
                    sys.executable,
                    "-c",
                    "from efgc.pipeline.start import main; main()",
                    "grade",
                    *words,
                ],
                stdout=subprocess.PIPE,
            )
            seconds, after = time.perf_counter() - began, os.times()
            spent = sum(after[2:4]) - sum(before[2:4])
            print(f"{what:<12}  --jobs {jobs}  {seconds:6.2f} s  {spent:6.2f} s of processor time")
            tables.append(run.stdout)
        print("the same rows" if tables[2] == tables[3] else "OTHER ROWS")


if __name__ == "__main__" and sys.argv[1:] == ["folder"]:
    folder()
elif __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
