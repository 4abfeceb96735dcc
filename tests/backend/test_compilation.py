"""The build: who compiles, and what is installed where nothing can be compiled."""

import ast
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

NO_COMPILER = "/no/such/compiler"

pytestmark = pytest.mark.skipif(
    not (ROOT / "efgc.py").exists(), reason="the tests alone: nothing to build"
)


WANTED = [
    ({"CC": sys.executable}, []),
    ({"CC": NO_COMPILER}, ["ziglang"]),
    ({"CC": f"{NO_COMPILER} -m64"}, ["ziglang"]),
    ({"PATH": "/no/such/folder"}, ["ziglang"]),
    ({"CC": NO_COMPILER, "EFGC_COMPILE": "0"}, []),
]
"""Settings in the environment, and what pip installs with them."""


def test_a_compiler_is_required_from_pip_only_if_none_is_installed():
    if find_spec("setuptools") is None:
        pytest.skip("no setuptools here")
    # In a process of its own: setuptools takes the place of a distutils that tests have loaded.
    code = (
        "import os, compilation\n"
        "compilation._usable, known = lambda: True, dict(os.environ)\n"
        f"for settings, _ in {WANTED}:\n"
        "    os.environ.clear(), os.environ.update(known | settings)\n"
        "    for hook in (compilation.get_requires_for_build_wheel,\n"
        "                 compilation.get_requires_for_build_editable):\n"
        "        print('asked', [one for one in hook() if one == 'ziglang'])"
    )
    known = {name: value for name, value in os.environ.items() if name != "CC"}
    environment = {**known, "PYTHONPATH": str(ROOT / "backend")}
    command = [sys.executable, "-c", code]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    asked = [line for line in ended.stdout.splitlines() if line.startswith("asked")]
    assert asked == [f"asked {wanted}" for _, wanted in WANTED for _ in range(2)], ended.stderr


def test_every_kernel_is_compiled_and_named():
    kernels = {
        file.relative_to(ROOT).as_posix()
        for room in ("pipeline", "schemas", "stages")
        for file in (ROOT / room).rglob("*.py")
        if re.search(
            "^from [.a-z]+ import shadow as cython$", file.read_text("utf-8"), re.MULTILINE
        )
    }
    text = (ROOT / "backend" / "compilation.py").read_text("utf-8")
    names = ast.literal_eval(re.search(r"^MODULES = (\(.*?^\))", text, re.M | re.S)[1])
    assert kernels == {name.replace(".", "/") + ".py" for name in names}
    assert list(names) == sorted(names)


@pytest.mark.long
@pytest.mark.parametrize(
    "settings, reason",
    [
        ({"CC": shutil.which("false") or "false"}, "returned non-zero"),
        ({"EFGC_COMPILE": "0"}, "is 0"),
    ],
    ids=["a compiler that fails", "no compilation"],
)
def test_kernels_that_cannot_be_compiled_are_installed_uncompiled(tmp_path, settings, reason):
    copy = tmp_path / "copy"
    for name in ("backend", "pipeline", "schemas", "src", "stages"):
        shutil.copytree(ROOT / name, copy / name, symlinks=True, ignore=_IGNORED)
    for name in ("README.md", "LICENSE", "MANIFEST.in", "efgc.py", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, copy)
    # Without the examples: they are not there.
    text = (ROOT / "setup.cfg").read_text("utf-8")
    begin, end = text.index("[options.data_files]"), text.index("[options.entry_points]")
    (copy / "setup.cfg").write_text(text[:begin] + text[end:], "utf-8")
    command = [sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "-w", tmp_path, copy]
    built = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True)
    output = built.stdout + built.stderr
    if "installing build dependencies" in output.lower() and "No matching distribution" in output:
        pytest.skip("no setuptools and Cython to build with: no package index here")
    assert built.returncode == 0, output
    [line] = [line for line in output.splitlines() if "uncompiled kernels" in line]
    assert reason in line
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        archive.extractall(tmp_path / "installed")
    assert not [name for name in names if name.endswith((".so", ".pyd", "extensions.json"))]
    source = tmp_path / "matrix.txt"
    source.write_text("2 0\n0 1\n")
    for arguments, words in ((["--version"], "uncompiled kernels"), (["run", source], "2/3")):
        told = subprocess.run(
            [sys.executable, "-m", "efgc", *arguments],
            env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert words in told.stdout, told.stderr


_IGNORED = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "extensions.json")
