"""The conda recipe and the Containerfile say what setup.cfg and the build say."""

import configparser
import itertools
import re

import yaml

from efgc.schemas.parts.release import VERSION
from small_games import ROOT

SETUP = configparser.ConfigParser(delimiters=["="])
SETUP.read(ROOT / "setup.cfg")
RECIPE = yaml.safe_load((ROOT / "packaging" / "recipe.yaml").read_text())


def requirements(lines):
    return sorted(line.replace(" ", "") for line in lines if line and not line.startswith("#"))


def test_the_recipe_has_the_version_and_the_requirements():
    assert RECIPE["context"]["version"] == VERSION
    options = SETUP["options"]
    assert requirements(RECIPE["requirements"]["run"]) == requirements(
        [f"python{options['python_requires']}", *options["install_requires"].splitlines()]
    )
    [script] = SETUP["options.entry_points"]["console_scripts"].split("\n")[1:]
    assert RECIPE["build"]["python"]["entry_points"] == [script]
    build = re.search(r"requires = \[(.*)\]", (ROOT / "pyproject.toml").read_text())[1]
    wanted = requirements(re.findall('"(.*?)"', build.casefold()))
    assert set(wanted) <= set(requirements(RECIPE["requirements"]["host"]))


def test_every_requirement_has_a_reason_in_the_line_above():
    section, found = "", []
    lines = (ROOT / "setup.cfg").read_text("utf-8").splitlines()
    for above, line in itertools.pairwise(lines):
        section = line if line.startswith("[") else section
        if section in ("[options]", "[options.extras_require]") and re.match(r" +\w", line):
            found.append(line.strip())
            assert re.match(r" +# \S", above), line
    extras = "\n".join(SETUP["options.extras_require"].values()).splitlines()
    assert len(found) == len(requirements(SETUP["options"]["install_requires"].splitlines())) + len(
        requirements(extras)
    )


def test_the_container_is_built_from_what_the_sdist_has():
    text = (ROOT / "packaging" / "Containerfile").read_text()
    copied = {
        word for line in re.findall(r"^COPY (.*) \S+$", text, re.MULTILINE) for word in line.split()
    }
    assert all((ROOT / name).exists() for name in copied if name != "efgc.py")
    folders = {"artifacts", "backend", "pipeline", "schemas", "src", "stages"}
    files = {"LICENSE", "MANIFEST.in", "README.md", "efgc.py"}
    assert copied == folders | files | {"pyproject.toml", "setup.cfg", "setup.py"}
