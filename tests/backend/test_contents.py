"""The sdist and the wheel have the files of the repository that they should have, and no others."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from efgc.pipeline.files.examples import EXAMPLES
from efgc.schemas.parts.release import VERSION
from small_games import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (ROOT / "efgc.py").exists(), reason="the tests alone: nothing to build"),
]
FOLDERS = ("pipeline/", "schemas/", "stages/")
# What the build needs, or what tells about the package.
TOP = {
    *("backend/compilation.py", "efgc.py", "src/efgc/__main__.py", "src/efgc/py.typed"),
    *("LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "setup.cfg", "setup.py"),
}


@pytest.fixture(scope="module")
def tracked():
    """The names of the files of the repository."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("no git repository")
    return listed.stdout.splitlines()


@pytest.fixture(scope="module")
def distributions(tracked, tmp_path_factory):
    """The folder of an sdist and of the wheel that was built from it."""
    if folder := os.environ.get("EFGC_DISTRIBUTIONS"):
        return Path(folder)
    pytest.importorskip("build", reason="no build here: pip install build")
    folder = tmp_path_factory.mktemp("dist")
    for name in tracked:
        (folder / "copy" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / "copy" / name, follow_symlinks=False)
    built = subprocess.run(
        [sys.executable, "-m", "build", "-o", folder, folder / "copy"],
        env={**os.environ, "EFGC_COMPILE": "0"},
        capture_output=True,
        text=True,
    )
    if "No matching distribution" in built.stdout + built.stderr:
        pytest.skip("no setuptools and Cython to build with: no package index here")
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


def example(name):
    folder, _, rest = name.partition("/")
    return folder == "artifacts" and rest.partition("/")[0] in EXAMPLES


def test_the_sdist_has_what_a_build_needs(tracked, distributions):
    [path] = distributions.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {one.name.partition("/")[2] for one in archive if one.isfile()}
    made = {name for name in names if name == "PKG-INFO" or ".egg-info/" in name}
    expected = {
        name
        for name in tracked
        if name in TOP or example(name) or name.startswith(FOLDERS) and name != "pipeline/README.md"
    }
    assert len(expected) > 1000 and names - made == expected


def test_the_wheel_has_one_package(tracked, distributions):
    [path] = distributions.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        text = {name: archive.read(name) for name in names if name.endswith(".py")}
    about, data = f"efgc-{VERSION}.dist-info/", f"efgc-{VERSION}.data/data/share/"
    compiled = {
        name for name in names if name.endswith((".so", ".pyd", "schemas/parts/extensions.json"))
    }
    packages = {"efgc/__init__.py", "efgc/__main__.py", "efgc/py.typed"} | {
        f"efgc/{name}"
        for name in tracked
        if name.startswith(FOLDERS) and not name.endswith((".pxd", ".h", "pipeline/README.md"))
    }
    shared = {
        name.replace("artifacts/", f"{data}efgc/examples/") for name in tracked if example(name)
    }
    assert {name for name in names - compiled if not name.startswith(about)} == packages | shared
    assert all(name.startswith("efgc/") for name in compiled)
    assert text["efgc/__init__.py"] == (ROOT / "efgc.py").read_bytes()
