"""Extension modules of an older source are refused."""

import hashlib
import json
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from efgc.schemas.parts import extensions

CASES = {  # Name: (text of the source, whether there is an extension module, its error)
    "as compiled": ("x = 1\n", True, ""),
    "changed": ("x = 2\n", True, "rooms/kernel.py has changed since it was compiled"),
    "changed and not compiled for this Python": ("x = 2\n", False, ""),
}


@pytest.mark.parametrize("source, there, error", CASES.values(), ids=CASES)
def test_a_kernel_that_has_changed_is_refused(tmp_path, source, there, error):
    parts = tmp_path / "efgc" / "schemas" / "parts"
    parts.mkdir(parents=True)
    for package in (parts.parents[1], parts.parent, parts):
        (package / "__init__.py").touch()
    for name in ("extensions.py", "shadow.py"):
        shutil.copy(Path(extensions.__file__).with_name(name), parts)
    kernel = tmp_path / "efgc" / "rooms" / "kernel.py"
    kernel.parent.mkdir()
    kernel.write_text(source)
    if there:
        kernel.with_suffix(EXTENSION_SUFFIXES[0]).touch()
    digests = {"rooms/kernel.py": hashlib.sha256(b"x = 1\n").hexdigest(), "rooms/kernel.pxd": ""}
    (parts / "extensions.json").write_text(json.dumps(digests))
    ended = subprocess.run(
        [sys.executable, "-c", "import efgc.schemas.parts.shadow"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert bool(ended.returncode) == bool(error)
    assert error in ended.stderr.splitlines()[-1] if error else not ended.stderr


def test_without_a_record_nothing_is_compiled(tmp_path, monkeypatch):
    monkeypatch.setattr(extensions, "_RECORD", tmp_path / "extensions.json")
    assert not extensions.kernels_are_compiled() and not extensions.outdated()
