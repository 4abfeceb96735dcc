"""Grading programs: 60 with one mistake each, 20 right ones on many random maps, and a class.

    python tests/benchmarks/programs.py wrong
    python tests/benchmarks/programs.py right 1000 [NAME...]
    python tests/benchmarks/programs.py class 300

`wrong` writes a row for each program of tests/course/programs/mistakes.py: the verdict, the squares
of the smallest map, the seconds, and the mistake that is named. `right` runs each right program on
the built-in maps and so many random ones, and fails if one is called wrong. `class` makes folders
of students, 42 of them with programs that are broken in all known ways, and grades them as a
teacher would; processes and files that are left over are listed.
"""

import csv
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "tests" / "course" / "programs"
sys.path[:0] = [str(ROOT), str(PROGRAMS)]

from mistakes import MISTAKES, wrong_program  # noqa: E402

from efgc.pipeline.apps.course.grading.submissions import Submission  # noqa: E402
from efgc.pipeline.apps.course.programs.maps import built_in, size  # noqa: E402
from efgc.pipeline.apps.course.programs.search import ProgramWork, Terms  # noqa: E402
from efgc.stages.parse.maps import read_map  # noqa: E402

RULES = {"cave": "cave-2023", "island": "island-2020", "report": "island-2018"}
MARK = "efgc-hostile"
HOSTILE = f"""# {MARK}
import os, time
for path in ("{{outside}}/written", os.path.expanduser("~/written"), "/tmp/{MARK}"):
    try: open(path, "w").write("x")
    except OSError: pass
{{more}}
"""
BROKEN = {
    "hangs": "while True: pass",
    "sleeps": "import time; time.sleep(600)",
    "crashes": "1 / 0",
    "aborts": "import os; os.abort()",
    "says nothing": "",
    "is no program": "this is no program",
    "prints too much": "while True: print('x' * 1000)",
    "fills the memory": "x = []\nwhile True: x.append(bytearray(10_000_000))",
    "prints a report": "print('the value is 2')",
    "prints half a file": 'print(\'EFG 2 R "x" { "a" "b" }\\n\\np "" 1 1 "" { "up"\')',
    "forks": "import os\nwhile True: os.fork()",
    "leaves a process": "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(600)",
    "kills its parent": "import os, time\nos.kill(os.getppid(), 9)\ntime.sleep(600)",
    "removes its folder": "import os, shutil\nshutil.rmtree(os.getcwd(), ignore_errors=True)",
}


def rules_of(program):
    return RULES[program.partition("_")[0]]


def work(folder, program, random=20):
    rules = rules_of(program)
    terms = Terms(f"python3 {program}.py", rules, tuple(built_in(rules)), random)
    return ProgramWork(terms, Submission(program, "", str(folder)))


def wrong():
    """Grade the programs with one mistake each."""
    small = named = found = expected = 0
    for mistake in MISTAKES:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, f"{mistake.program}.py").write_text(wrong_program(mistake))
            begun = time.monotonic()
            grade = work(folder, mistake.program)()
            seconds = time.monotonic() - begun
        squares = size(read_map(grade.trial.map))[0] if grade.trial and grade.trial.map else None
        names = "; ".join(one.words for one in grade.mistakes)
        found += squares is not None
        small += squares is not None and squares <= 12
        expected += bool(mistake.mistake)
        named += bool(mistake.mistake) and mistake.mistake in names
        print(
            f"{mistake.name:<44.44} {mistake.program:<18} {grade.verdict:<12.12} "
            f"{squares or '-':>3} {seconds:5.1f} s  {names or '-'}",
            flush=True,
        )
    print(
        f"{found} of {len(MISTAKES)} found; {small} with a map of at most 12 squares; "
        f"{named} of {expected} named as expected"
    )


def right(number, *names):
    """Run the right programs on random maps, all or those with some names."""
    paths = sorted((PROGRAMS / "right").glob("*.py"))
    for path in (path for path in paths if not names or path.stem in names):
        begun = time.monotonic()
        job = work(path.parent, path.stem, number)
        job = ProgramWork(
            job.terms.__class__(**vars(job.terms) | {"total": 7200.0}), job.submission
        )
        grade = job()
        print(
            f"{path.stem:<20} {grade.verdict:<12} {time.monotonic() - begun:6.0f} s  "
            f"{grade.proof or [str(one) for one in grade.problems]}",
            flush=True,
        )
        assert not (grade.trial and grade.trial.wrong), grade


def students(number):
    """Make a class, grade it, and list what is left."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "class")
        rights = sorted((PROGRAMS / "right").glob("cave_*.py"))
        wrongs = [one for one in MISTAKES if one.program.startswith("cave_")]
        broken = list(BROKEN) * 3
        for at in range(number):
            home = folder / f"Student {at:03} Nov\N{LATIN SMALL LETTER A WITH ACUTE}k"
            home.mkdir(parents=True)
            if at % 7 == 3 and at // 7 < len(broken):
                text = HOSTILE.format(outside=place, more=BROKEN[broken[at // 7]])
            elif at % 3 == 1:
                text = wrong_program(wrongs[at % len(wrongs)])
            else:
                text = rights[at % len(rights)].read_text()
            (home / "cave.py").write_text(text)
        before, begun = {*os.listdir("/tmp")}, time.monotonic()
        command = [sys.executable, "-c", "from efgc.pipeline.start import main; main()", "grade"]
        command += [str(folder), "--program", "python3 cave.py", "--rules", "cave-2023"]
        command += ["-o", f"{place}/grades.csv", "--feedback", f"{place}/feedback"]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        print(f"exit code {ran.returncode}, {time.monotonic() - begun:.0f} s")
        print(ran.stderr.splitlines()[-1])
        with open(f"{place}/grades.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        names = [row["file"] for row in rows]
        print(f"{len(rows)} rows, in order: {names == sorted(names)}")
        print(Counter(row["verdict"] for row in rows))
        print(
            "left in the folder:",
            sorted({*os.listdir(place)} - {"class", "grades.csv", "feedback"}),
        )
        print("left in /tmp:", sorted({*os.listdir("/tmp")} - before))
        print("left at home:", Path("~/written").expanduser().exists())
        running = subprocess.run(
            ["pgrep", "-f", MARK], capture_output=True, text=True
        ).stdout.split()
        print("still running:", running)


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    parts = {"wrong": wrong, "right": right, "class": students}
    parts[what](*(int(word) if word.isdigit() else word for word in rest))
