"""Facts about the source: the imports of modules, and the lengths of functions and modules."""

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

import efgc

FRONT = Path(efgc.__file__)
HOME = Path(efgc.__path__[0])
PACKAGES = ("schemas", "stages", "pipeline")


class Import(NamedTuple):
    """One module's import of another, of ours or of others."""

    module: str
    imported: str
    line: int
    in_function: bool


@cache
def modules():
    """Return path by name of each module below `efgc`, packages by the name of their folder, and
    that of `efgc` itself.
    """
    return {
        ".".join(path.relative_to(HOME).with_suffix("").parts).removesuffix(".__init__"): path
        for package in PACKAGES
        for path in sorted((HOME / package).rglob("*.py"))
    } | {"efgc": FRONT}


@cache
def tree(module):
    """Return the syntax tree of a module."""
    return ast.parse(modules()[module].read_text())


@cache
def lines(module):
    """Return the lines of a module."""
    return modules()[module].read_text().splitlines()


@cache
def imports():
    """Return all imports, including those inside functions and those only for types."""
    return tuple(found for module in modules() for found in _imports(module, tree(module), False))


def _imports(module, parent, in_function):
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for name in _names(module, node):
                yield Import(module, name, node.lineno, in_function)
        elif isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
            inner = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from _imports(module, node, inner)


def _names(module, node):
    """Return what an import loads: a name of a package is its module, where there is one. Names of
    ours are those of `modules`.
    """
    if isinstance(node, ast.Import):
        return [_own(alias.name) for alias in node.names]
    package = _own(node.module or "")
    if node.level:
        assert module.partition(".")[0] in PACKAGES, "`efgc.py` says the whole name"
        is_package = modules()[module].name == "__init__.py"
        parents = module.split(".")
        parents = parents[: len(parents) - node.level + is_package]
        package = ".".join([*parents, *filter(None, [node.module])])
    named = [f"{package}.{alias.name}" for alias in node.names]
    return sorted({name if name in modules() else package for name in named})


def _own(name):
    rest = name.removeprefix("efgc.")
    return rest if rest.partition(".")[0] in PACKAGES else name


@cache
def graph():
    """Return the modules of ours that each module of ours imports."""
    found = {module: set() for module in modules()}
    for module, imported, *_ in imports():
        if imported in found and imported != module:
            found[module].add(imported)
    return found


def functions(module):
    """Return (name, lines without those of the docstring) of each function and method."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            told = node.body[0] if ast.get_docstring(node, clean=False) else None
            docstring = told.end_lineno - told.lineno + 1 if told else 0
            yield node.name, node.end_lineno - node.lineno + 1 - docstring


def classes_asked_for(module):
    """Return the names of the classes that `isinstance` and `case` of a module name."""
    found = set()
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance":
            found |= {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
        elif isinstance(node, ast.MatchClass):
            found.add(ast.unparse(node.cls))
    return found
