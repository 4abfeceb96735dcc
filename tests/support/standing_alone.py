"""Running a one-file program that needs only Python's standard library."""

import ast
import subprocess
import sys

from small_games import ROOT


def standing_alone(name, folder, most=280):
    """Return what runs a program of `stages/checkers`, by itself in a folder: arguments to exit
    code, stdout and stderr. It has at most `most` lines, and imports nothing of ours.
    """
    source = (ROOT / "stages" / "checkers" / f"{name}.py").read_text()
    imported = {
        (name.name if isinstance(node, ast.Import) else node.module).partition(".")[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in node.names
    }
    assert imported <= sys.stdlib_module_names
    assert len(source.splitlines()) <= most
    (folder / "checker.py").write_text(source)

    def said(*arguments):
        alone = subprocess.run(
            [sys.executable, "-I", "-S", "checker.py", *arguments],
            cwd=folder,
            capture_output=True,
            text=True,
        )
        return alone.returncode, alone.stdout, alone.stderr

    return said
