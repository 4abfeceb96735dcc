"""Tests against versions of other programs, each in an environment of its own.

A new version is a row of VERSIONS. Each environment sees the packages of the one that runs this
script, which has efgc and pytest, and has its own version of one package:

    .venv/bin/python tests/peers/versions.py [WORD ...]

Only rows with one of the words in them are tried, if there are any. What cannot be installed is
said, and is no failure. Of pygambit 16 there are no wheels: pip compiles it, in several minutes,
once per machine.
"""

import site
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
GAMBIT = (
    *("tests/peers/test_gambit.py", "tests/peers/test_gambit_readers.py"),
    *("tests/peers/test_strategies.py", "tests/peers/test_python_strategies.py"),
    "tests/pipeline/python/test_efgc.py",
)
OPENSPIEL = (
    *("tests/peers/test_openspiel.py", "tests/peers/test_openspiel_estimate.py"),
    *("tests/peers/test_openspiel_evaluate.py", "tests/peers/test_openspiel_refinement.py"),
    *("tests/peers/test_openspiel_rules.py", "tests/peers/test_strategies.py"),
)


class Version(NamedTuple):
    package: str
    version: str
    module: str
    tests: tuple[str, ...]


VERSIONS = (
    Version("pygambit", ">=16.7,<17.dev0", "pygambit", GAMBIT),
    Version("pygambit", ">=17.0.0b2,<18.dev0", "pygambit", GAMBIT),
    Version("open_spiel", ">=2,<3.dev0", "pyspiel", OPENSPIEL),
)


def tried(row: Version, folder: Path) -> bool:
    """Return whether the tests pass with a version, or it cannot be installed here."""
    python = folder / "bin" / "python"
    venv.create(folder, with_pip=True)
    [own] = folder.glob("lib/python*/site-packages")
    lines = (f"import site; site.addsitedir({path!r})\n" for path in site.getsitepackages())
    (own / "base.pth").write_text("".join(lines))
    named = f"{row.package}{row.version}"
    install = [python, "-m", "pip", "install", "-q"]
    # The same package of the other environment is left where it is, and hidden by this one.
    own_copy = subprocess.run([*install, "--ignore-installed", "--no-deps", named], check=False)
    if own_copy.returncode or subprocess.run([*install, named], check=False).returncode:
        print(f"{named} cannot be installed here")
        return True
    code = (
        f"import importlib.metadata as known, {row.module} as it\n"
        f"print({row.package!r}, known.version({row.package!r}))\n"
        f"assert it.__file__.startswith({str(own)!r}), it.__file__"
    )
    subprocess.run([python, "-c", code], check=True)
    options = ["-q", "-rfE", "-p", "no:cacheprovider"]
    ended = subprocess.run([python, "-m", "pytest", *options, *row.tests], cwd=ROOT, check=False)
    return ended.returncode == 0


def main() -> None:
    words = sys.argv[1:]
    failed = []
    for row in VERSIONS:
        if words and not any(word in f"{row.package}{row.version}" for word in words):
            continue
        with tempfile.TemporaryDirectory() as folder:
            print(f"== {row.package}{row.version}", flush=True)
            if not tried(row, Path(folder)):
                failed.append(f"{row.package}{row.version}")
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
