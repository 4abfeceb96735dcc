"""The build backend: setuptools, with the packages below `efgc` and the kernels compiled.

In the repository the packages are folders at the top; installed, they are in the folder `efgc`, and
`efgc.py` is its __init__.py. `src/efgc` has links to them in the same places, so that an editable
installation is a path to `src`, which type checkers and editors can follow, too.

A kernel is a module X.py with the C types of its functions in X.pxd. Cython translates it to C. If
the machine has no C compiler, pip installs one for the build (`ziglang`). If compilation fails for
any reason, the package is installed without extension modules, and Python runs X.py itself. With
EFGC_COMPILE=0 nothing is compiled; with EFGC_COMPILE=1 a failure aborts the installation; with
EFGC_COMPILE=checked, too, and the kernels report every index that is out of bounds.
"""

import contextlib
import hashlib
import json
import os
import platform
import runpy
import shlex
import shutil
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from setuptools import Extension, build_meta, find_packages
from setuptools.build_meta import *  # noqa: F403  The other hooks.
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

FOLDERS = ("pipeline", "schemas", "stages")
MODULES = (  # Below `efgc`.
    "pipeline.apps.droids.agents.q_games",
    "pipeline.apps.droids.policy_rounds",
    "schemas.game.reaching_kernel",
    "schemas.game.writing_kernel",
    "schemas.kernels.key_tables",
    "schemas.kernels.numbers",
    "schemas.kernels.passes",
    "schemas.kernels.pieces",
    "schemas.kernels.rows",
    "schemas.kernels.small_fractions",
    "schemas.state_graph.classes_kernel",
    "schemas.state_graph.lines_kernel",
    "schemas.state_graph.order_kernel",
    "stages.bounds.answers_kernel",
    "stages.bounds.memories.plan_kernel",
    "stages.bounds.memories.tree_kernel",
    "stages.bounds.mirror_descent_kernel",
    "stages.bounds.public_kernel",
    "stages.bounds.recall_kernel",
    "stages.bounds.regret_matching_kernel",
    "stages.expand.columns.passes_kernel",
    "stages.expand.columns.recall_kernel",
    "stages.expand.columns.walk_kernel",
    "stages.expand.gambit_kernel",
    "stages.forms.sequence_form_kernel",
    "stages.parse.columns.decisions",
    "stages.parse.columns.histories",
    "stages.parse.columns.positions",
    "stages.parse.columns.row_table",
    "stages.parse.columns.walk",
    "stages.parse.gambit.amounts_kernel",
    "stages.parse.gambit.scanning_kernel",
    "stages.parse.gambit.tree_kernel",
    "stages.report.reach_kernel",
    "stages.solve.induction.batch",
    "stages.solve.induction.droid_battle.kernel",
    "stages.solve.induction.goofspiel.kernel",
    "stages.solve.induction.simplex",
)
SHARED = "efgc.schemas.parts.cython_runtime"  # The code shared by all extension modules.
RECORD = Path("schemas/parts/extensions.json")  # Read by schemas/parts/extensions.py.
DIRECTIVES = {
    "language_level": 3,
    "infer_types": True,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}
# No reordering or contraction: the results have the same bits on every machine with IEEE doubles.
FLAGS = ("-O2", "-g0", "-ffp-contract=off", "-fno-fast-math")
MACHINES = ("x86_64", "aarch64", "arm64")  # The machines on which `ziglang` runs.


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *_compiler_package()]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *_compiler_package()]


def _compiler_package() -> list[str]:
    """Return the package of a C compiler if the machine has no compiler and the package works."""
    needed = _wanted() and not _system_compiler()
    return ["ziglang"] if needed and _usable() else []


def _usable() -> bool:
    """Return whether `ziglang` supports this machine, and Python's C headers are installed."""
    has_package = sys.platform in ("linux", "darwin") and platform.machine() in MACHINES
    return has_package and Path(sysconfig.get_path("include"), "Python.h").exists()


def _wanted() -> bool:
    return os.environ.get("EFGC_COMPILE") != "0"


def _system_compiler() -> str | None:
    """Return the C compiler of the system: that of CC, or else Python's own or `cc`."""
    named = [os.environ["CC"]] if "CC" in os.environ else [_compiler_of_python(), "cc"]
    return next(filter(shutil.which, (shlex.split(command)[0] for command in named)), None)


def _compiler_of_python() -> str:
    return shlex.split(sysconfig.get_config_var("CC") or "cc")[0]


def arguments() -> dict[str, Any]:
    """Return the arguments of `setup` that are not in setup.cfg."""
    linked = Path("src/efgc/pipeline").is_dir()  # Not where git makes no links, nor in an sdist.
    folders = [pattern for name in FOLDERS for pattern in (name, f"{name}.*")]
    return {
        "version": runpy.run_path("schemas/parts/release.py")["VERSION"],
        "packages": ["efgc", *(f"efgc.{name}" for name in sorted(find_packages(".", (), folders)))],
        "package_dir": {"": "src" if linked else "."},
        "ext_modules": _extensions(),
        "cmdclass": {"build_py": BuildPackages, "build_ext": BuildKernels},
    }


class BuildPackages(build_py):
    """Copy the packages from the folders at the top."""

    def get_package_dir(self, package: str) -> str:
        first, _, rest = package.partition(".")
        assert first == "efgc", package
        return rest.replace(".", os.sep) or os.path.join("src", "efgc")

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        if package != "efgc":
            return super().find_package_modules(package, package_dir)  # type: ignore[no-any-return]
        main = os.path.join(package_dir, "__main__.py")
        return [(package, "__init__", "efgc.py"), (package, "__main__", main)]


def _extensions() -> list[Extension]:
    """Return the extension modules, that of the shared code last."""
    flags = [] if os.name == "nt" else list(FLAGS)
    sources = {f"efgc.{name}": _source(name) for name in MODULES}
    sources[SHARED] = _source(SHARED.removeprefix("efgc."), ".c")
    return [Extension(name, [file], extra_compile_args=flags) for name, file in sources.items()]


def _source(name: str, ending: str = ".py") -> str:
    return name.replace(".", "/") + ending


class BuildKernels(build_ext):
    """Compile all kernels, or none."""

    def run(self) -> None:
        try:
            if not _wanted():
                raise RuntimeError("EFGC_COMPILE is 0")
            self._translate()
            self.parallel = self.parallel or os.cpu_count()
            super().run()
            self._record()
        except Exception as error:
            if os.environ.get("EFGC_COMPILE") in ("1", "checked"):
                raise
            print(f"efgc is installed with uncompiled kernels: {error}", file=sys.stderr)
            self._remove()
            self.extensions = []  # Otherwise setuptools expects these outputs.

    def build_extensions(self) -> None:
        command = _system_compiler()
        if os.name == "posix" and command is None:
            _use(self.compiler, _ziglang())
        elif os.name == "posix" and "CC" not in os.environ and command != _compiler_of_python():
            _use(self.compiler, [command])
        super().build_extensions()

    def _translate(self) -> None:
        """Translate the kernels to C with Cython, from copies in a folder `efgc`, as their names
        have it.
        """
        from Cython.Build import cythonize

        checked = os.environ.get("EFGC_COMPILE") == "checked"
        directives = DIRECTIVES | {"boundscheck": checked}
        copies = Path(self.build_temp, "kernels")
        translated_with = copies / "directives.json"
        if not translated_with.exists() or json.loads(translated_with.read_text()) != directives:
            shutil.rmtree(copies, ignore_errors=True)
            self.force = True
        packages = [file for name in FOLDERS for file in Path(name).rglob("__init__.py")]
        for file in [*_sources(), *packages]:
            copy = copies / "efgc" / file
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, copy)
        (copies / "efgc" / "__init__.py").touch()
        translated_with.write_text(json.dumps(directives))
        with contextlib.chdir(copies):
            translated = cythonize(
                [Extension(one.name, [f"efgc/{one.sources[0]}"]) for one in self.extensions],
                compiler_directives=directives,
                shared_utility_qualified_name=SHARED,
            )
        for module, found in zip(self.extensions, translated, strict=True):
            module.sources = [str(copies / file) for file in found.sources]
            module.include_dirs = ["."]  # For our own headers.

    def _record(self) -> None:
        """Write the digests of the compiled sources, so that later changes are detected."""
        digests = {
            file.as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in sorted(_sources())
        }
        for folder in self._folders():
            file = folder / RECORD
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(digests, indent=1) + "\n", "utf-8")

    def _remove(self) -> None:
        """Remove the files of an earlier or failed build."""
        for folder in self._folders():
            (folder / RECORD).unlink(missing_ok=True)
            for module in self.extensions:
                name = self.get_ext_filename(module.name.removeprefix("efgc."))
                (folder / name).unlink(missing_ok=True)

    def _folders(self) -> list[Path]:
        return [Path(self.build_lib, "efgc"), *([Path()] if self.inplace else [])]


def _sources() -> list[Path]:
    """Return the files that are compiled."""
    sources = [Path(_source(name)) for name in MODULES]
    for folder in map(Path, FOLDERS):
        sources += [*folder.rglob("*.pxd"), *folder.rglob("*.h")]
    return sources


def _ziglang() -> list[str]:
    """Return the command of the compiler that pip installed."""
    if find_spec("ziglang") is None:
        raise RuntimeError("there is no C compiler")
    return [sys.executable, "-m", "ziglang", "cc", "-mcpu=baseline"]


def _use(compiler: Any, command: list[str]) -> None:
    """Make setuptools call a compiler with our own flags: this compiler may not support the flags
    with which Python was built.
    """
    shared = (
        ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    )
    compiler.set_executables(
        compiler=command, compiler_so=[*command, "-fPIC"], linker_so=[*command, *shared, "-s"]
    )
