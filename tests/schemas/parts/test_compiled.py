"""Compiled code is kept, and never older than what it was made of."""

import os
import pickle
import subprocess
import sys

import pytest

pytest.importorskip("numba")
pytestmark = pytest.mark.slow

CALLED = """
from schemas.parts.compiled import compiled_part
@compiled_part
def one(x):
    return x + {}
"""
CALLING = """
from called import one
from schemas.parts.compiled import compiled
@compiled
def two(x):
    return 10 * one(x)
print(two(1), sum(two.stats.cache_hits.values()))
"""

AROUND = """
from typing import NamedTuple
import calling
class Pair(NamedTuple):
    x: int
    y: int
print(calling.three(Pair(1, 2)), sum(calling.three.stats.cache_hits.values()))
"""
PICKING = """
from schemas.parts.compiled import compiled
@compiled
def three(pair):
    return pair.x + pair.y
"""

LOADED = """
import sys
import calling
print("scipy" in sys.modules, "numba.np.polynomial.polynomial_core" in sys.modules)
"""


def ran(folder, before=None, module="calling"):
    """Return what the module prints, and how often the code was found; `before` is called in its
    process first.
    """
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", os.getcwd())])
    went = subprocess.run(
        [sys.executable, "-B", "-c", f"import {module}"],
        env={**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": str(folder / "kept")},
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=before,
    )
    return went.stdout.split()


def test_code_is_made_anew_when_a_function_that_it_calls_has_changed(tmp_path):
    (tmp_path / "called.py").write_text(CALLED.format(1))
    (tmp_path / "calling.py").write_text(CALLING)
    assert [ran(tmp_path), ran(tmp_path)] == [["20", "0"], ["20", "1"]]
    (tmp_path / "called.py").write_text(CALLED.format(2))
    assert [ran(tmp_path), ran(tmp_path)] == [["30", "0"], ["30", "1"]]


def test_what_compiles_is_loaded_only_to_compile_and_scipy_never(tmp_path):
    (tmp_path / "called.py").write_text(CALLED.format(1))
    (tmp_path / "calling.py").write_text(CALLING)
    (tmp_path / "loaded.py").write_text(LOADED)
    first, again = (ran(tmp_path, module="loaded")[2:] for _ in range(2))
    assert (first, again) == (["False", "True"], ["False", "False"])


def test_code_that_cannot_be_read_is_made_anew(tmp_path):
    (tmp_path / "called.py").write_text(CALLED.format(1))
    (tmp_path / "calling.py").write_text(CALLING)
    ran(tmp_path)
    [index] = (tmp_path / "kept").rglob("*.nbi")
    with index.open("rb") as file:
        version = pickle.load(file)
    # A class that is gone.
    index.write_bytes(pickle.dumps(version) + b"cschemas.game.columns\nGoneColumns\n.")
    assert [ran(tmp_path), ran(tmp_path)] == [["20", "0"], ["20", "1"]]


def test_code_is_found_that_names_a_class_of_the_module_that_loads_it(tmp_path):
    (tmp_path / "calling.py").write_text(PICKING)
    (tmp_path / "around.py").write_text(AROUND)
    once = [ran(tmp_path, module="around") for _ in range(2)]
    assert once == [["3", "0"], ["3", "1"]]


def test_code_that_was_cut_off_is_made_anew(tmp_path):
    (tmp_path / "called.py").write_text(CALLED.format(1))
    (tmp_path / "calling.py").write_text(CALLING)
    ran(tmp_path)
    [code] = (tmp_path / "kept").rglob("*.nbc")
    code.write_bytes(code.read_bytes()[:100])
    assert [ran(tmp_path), ran(tmp_path)] == [["20", "0"], ["20", "1"]]


def test_code_that_cannot_be_kept_is_run_all_the_same(tmp_path):
    resource = pytest.importorskip("resource")
    (tmp_path / "called.py").write_text(CALLED.format(1))
    (tmp_path / "calling.py").write_text(CALLING)

    def fill_disk():  # What is left of it, 1 KB per file.
        resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))

    assert ran(tmp_path, fill_disk) == ["20", "0"]
