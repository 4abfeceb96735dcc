"""The command that gets what is missing is right for the copy that runs: each is laid out as its
installer does.
"""

import shlex
import shutil
import subprocess
import sys
from importlib import metadata

import pytest

from source_code import FRONT, HOME

METADATA = """\
Metadata-Version: 2.1
Name: efgc
Version: 0.1.0
Requires-Dist: click>=8.1
Requires-Dist: ray>=2.9; extra == "ray"
Requires-Dist: cbcbox; extra == 'solvers'
Requires-Dist: pyscipopt>=5.4 ; extra == 'solvers'
"""
PIP = [sys.executable, "-m", "pip", "install"]


@pytest.fixture
def site(tmp_path):
    """A folder of installed packages, with what the advice comes from."""
    (tmp_path / "site" / "efgc-0.1.0.dist-info").mkdir(parents=True)
    (tmp_path / "site" / "efgc-0.1.0.dist-info" / "METADATA").write_text(METADATA)
    package = tmp_path / "site" / "efgc"
    (package / "schemas" / "parts").mkdir(parents=True)
    shutil.copy(FRONT, package / "__init__.py")
    for name in ("__init__.py", "parts/__init__.py", "parts/install_commands.py"):
        shutil.copy(HOME / "schemas" / name, package / "schemas" / name)
    return tmp_path / "site"


@pytest.fixture
def running_checkout(site):
    """A checkout with the same modules."""
    (site / "efgc" / "__init__.py").rename(site / "efgc.py")
    (site / "efgc" / "schemas").rename(site / "schemas")
    (site / "efgc").rmdir()
    return checkout(site)


def advice(site, extra, before=""):
    """Return the words of the command, as a shell takes it."""
    path = f"import sys; sys.path.insert(0, {str(site)!r}); {before}"
    code = (
        f"{path}\nfrom efgc.schemas.parts.install_commands import install_extra; "
        f"print(install_extra({extra!r}))"
    )
    return shlex.split(
        subprocess.run(
            [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
        ).stdout
    )


def checkout(folder):
    (folder / "pipeline").mkdir(parents=True)
    (folder / "setup.cfg").write_text("")
    return folder


def test_the_packages_are_named(site):
    assert advice(site, "ray") == [*PIP, "ray>=2.9"]
    assert advice(site, "solvers") == [*PIP, "cbcbox", "pyscipopt>=5.4"]


def test_a_checkout_does_not_compile_itself_again(running_checkout):
    assert advice(running_checkout, "ray") == [*PIP, "ray>=2.9"]


def test_a_checkout_is_named_for_an_extra_that_no_list_has(running_checkout):
    site = running_checkout
    assert advice(site, "openspiel") == [*PIP, "-e", f"{site}[openspiel]"]


def test_pipx_and_an_environment_without_pip(running_checkout, tmp_path):
    site = running_checkout
    (tmp_path / "efgc").mkdir()
    (tmp_path / "efgc" / "pipx_metadata.json").write_text("{}")
    assert advice(site, "ray", f"sys.prefix = {str(tmp_path / 'efgc')!r}") == [
        "pipx",
        "inject",
        "efgc",
        "ray>=2.9",
    ]
    without = (
        "import importlib.util as u, shutil; u.find_spec = lambda name: None; shutil.which = "
        "lambda name: name"
    )
    assert advice(site, "ray", without) == [
        "uv",
        "pip",
        "install",
        "--python",
        sys.executable,
        "ray>=2.9",
    ]


def test_every_extra_that_is_advised_is_one():
    extras = metadata.metadata("efgc").get_all("Provides-Extra")
    assert {"ray", "openspiel"} <= set(extras)


@pytest.mark.usefixtures("forked")
def test_a_missing_engine_or_openspiel_is_reported_with_the_install_command(
    monkeypatch, capfd, tmp_path
):
    from efgc.pipeline.cli import efgc
    from efgc.pipeline.terminal.diagnostics import guarded
    from efgc.schemas.parts.install_commands import install_extra

    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "efgc.pipeline.engines.ray_tasks", raising=False)
    (tmp_path / "g.yaml").write_text("game: goofspiel\ncards: 6\n")
    for words, extra, code in (
        (["run", str(tmp_path / "g.yaml"), "--engine", "ray"], "ray", 3),
        (["run", "openspiel:kuhn_poker"], "openspiel", 1),
    ):
        assert guarded(lambda: efgc(words, standalone_mode=False)) == code
        told = capfd.readouterr().err
        assert "not installed" in told and f": {install_extra(extra)}" in told
