"""Who may import whom, and how long a thing may be: the floor plan, held by tests."""

import ast
import re
import sys

import networkx

from source_code import (
    classes_asked_for,
    functions,
    graph,
    imports,
    lines,
    modules,
    tree,
)

# What each room may import from, besides itself. A module is in the room with the longest name.
ROOMS = {
    "schemas.parts": (),
    "schemas.rules": ("schemas.parts",),
    "schemas": ("schemas.parts", "schemas.rules"),
    "stages": (),
    "stages.checker": (),
    "stages.isolated": ("schemas",),
    "stages.forms": ("schemas",),
    "stages.parse": ("schemas", "stages.isolated"),
    "stages.expand": ("schemas",),
    "stages.lower": ("schemas", "stages.forms"),
    "stages.solve": ("schemas", "stages.isolated"),
    # The witness against all that makes a strategy; `others` alone asks for other optima.
    "stages.report.best_response": ("schemas",),
    "stages.report.induction": ("schemas", "stages.report"),
    "stages.report.induction.others": (
        *("schemas", "stages.report", "stages.solve.induction.matrix_game"),
    ),
    "stages.report": ("schemas", "stages.forms", "stages.isolated", "stages.report"),
    "stages.grade": ("schemas", "stages.forms", "stages.report.best_response"),
    "pipeline": ("schemas", "stages", "pipeline.cli"),
    "pipeline.cli": ("pipeline",),
    "pipeline.commands": ("schemas", "stages", "pipeline"),
}

# What takes long to load, and is imported where it is used.
HEAVY = {
    *("cbcbox", "cplex", "gurobipy", "highspy", "numba", "numpy", "open_spiel", "pyomo"),
    *("networkx", "psutil", "pyscipopt", "pyspiel", "ray", "swiglpk", "werkzeug", "xpress"),
    *("yaml",),
}

# What not every system has.
ELSEWHERE = {"fcntl", "resource", "termios", "tty"}

COMMENT = re.compile(r"# (?!noqa: \w+$)")
BLOCK = re.compile(r" *(from |import |#)")

# What the rooms do not hold to yet. Each line that no longer holds must go.
NOT_YET = {
    "rooms": {
        "schemas.rules.listing -> schemas.state_graph",
        "stages.report.exact -> stages.lower",
        "stages.report.exact.answer -> stages.lower",
        "stages.report.lift -> stages.lower",
    },
    "circles": {
        "pipeline.web",
        "pipeline.web.server",
        "pipeline.web.table",
        "pipeline.web.view",
        "schemas.rules.listing",
        "schemas.state_graph",
        "stages.solve",
        "stages.solve.files",
        "stages.solve.files.cbc",
        "stages.solve.files.cplex",
        "stages.solve.files.glpsol",
        "stages.solve.files.gurobi",
        "stages.solve.files.highs",
        "stages.solve.files.highs_table",
        "stages.solve.files.reading",
        "stages.solve.files.scip",
        "stages.solve.induction.droid_battle",
        "stages.solve.induction.droid_battle.kernel",
        "stages.solve.induction.goofspiel.indexing",
        "stages.solve.induction.goofspiel.kernel",
        "stages.solve.solvers.glpk",
        "stages.solve.verify.faults",
        "stages.solve.verify.judge",
        "stages.solve.verify.program",
    },
    "in functions": {
        "pipeline.droids.agents.q_learning -> pipeline.droids.agents.q_kernel",
        "pipeline.droids.assignment -> pipeline.droids.agents.q_learning",
        "pipeline.droids.entrants -> pipeline.droids.agents.q_learning",
        "pipeline.droids.entrants -> pipeline.droids.students.student",
        "pipeline.droids.standing -> stages.report.induction.others",
        "pipeline.droids.standing -> stages.solve.induction.droid_battle.graph",
        "pipeline.engines -> pipeline.levels.store",
        "pipeline.engines -> stages.solve.induction.goofspiel",
        "pipeline.known -> pipeline.levels.solve",
        "pipeline.known -> stages.solve.induction.droid_battle",
        "pipeline.known -> stages.solve.induction.droid_battle.graph",
        "pipeline.known -> stages.solve.induction.goofspiel",
        "pipeline.public_games -> pipeline.levels.position",
        "pipeline.public_games -> pipeline.levels.solve",
        "pipeline.public_games -> stages.solve.induction",
        "pipeline.public_games -> stages.solve.induction.droid_battle.graph",
        "pipeline.start -> pipeline.cli",
        "pipeline.web.advisor -> pipeline.droids.policy",
        "pipeline.web.advisor -> stages.solve.induction.droid_battle",
        "schemas.state_graph -> json",
        "stages.isolated -> stages.isolated.forked",
        "stages.isolated -> stages.isolated.served",
        "stages.isolated.inside -> ctypes",
        "stages.report.induction -> stages.report.induction.exact",
        "stages.report.induction -> stages.report.induction.levels",
        "stages.report.induction -> stages.report.induction.others",
        "stages.solve -> stages.solve.files",
        "stages.solve -> stages.solve.verify.faults",
        "stages.solve -> stages.solve.verify.judge",
        "stages.solve -> stages.solve.verify.program",
        "stages.solve.induction.droid_battle -> stages.solve.induction.droid_battle.kernel",
        "stages.solve.induction.goofspiel -> stages.solve.induction.goofspiel.kernel",
        "stages.solve.induction.goofspiel.indexing -> stages.solve.induction.goofspiel.kernel",
    },
    "rules": {
        "pipeline.droids.battle",
        "pipeline.droids.standing",
        "pipeline.known",
        "pipeline.levels.position",
        "pipeline.levels.solve",
        "pipeline.public_games",
        "stages.parse.droid_battle",
        "stages.parse.goofspiel",
        "stages.report.induction",
        "stages.report.induction.levels",
        "stages.report.induction.notebook",
        "stages.report.induction.parity",
        "stages.report.induction.text",
        "stages.solve.induction.droid_battle.graph",
    },
    "long": {
        "pipeline.commands.train:train",
        "pipeline.droids.agents.minimax",
        "pipeline.droids.agents.q_learning",
        "pipeline.droids.agents.q_learning:learn",
        "pipeline.droids.contests.formats:write_text",
        "pipeline.droids.entrants",
        "pipeline.levels.solve:solve_levels",
        "pipeline.levels.store",
        "pipeline.web.terminal",
        "schemas.game",
        "schemas.state_graph.histories",
        "schemas.parts.documents",
        "schemas.parts.documents:_compose",
        "schemas.rules.droid_battle",
        "schemas.state_graph",
        "stages.expand.public:write",
        "stages.expand.tree:write",
        "stages.grade.equivalence:compare",
        "stages.grade.forms",
        "stages.grade.mistakes",
        "stages.grade.mistakes:_payoffs",
        "stages.grade.trees:_laid",
        "stages.grade.walk",
        "stages.grade.walk:_options",
        "stages.grade.walk:_paired_outcomes",
        "stages.isolated.forked:asked",
        "stages.isolated:isolated",
        "stages.parse.gambit.lint",
        "stages.parse.gambit.tree",
        "stages.parse.openspiel",
        "stages.parse.walk",
        "stages.parse:compiled",
        "stages.report.exact.bases:_solve",
        "stages.report.induction",
        "stages.report.induction:_listed_play",
        "stages.report.induction:_report_levels",
        "stages.report.induction:_report_listed",
        "stages.solve",
        "stages.solve.files.highs:read",
        "stages.solve.induction.batch",
        "stages.solve.induction.droid_battle",
        "stages.solve.induction.droid_battle:index",
        "stages.solve.induction:_solved",
        "stages.solve.solvers.cplex:_ask",
        "stages.solve.verify.bounds",
    },
}

MODULE, FUNCTION = 250, 40  # Lines; a function's without its docstring.
# What is longer, and why it is better so.
LONG = {
    "pipeline.droids.agents.q_kernel:train": "one loop that Numba compiles",
    "pipeline.droids.policy_kernel:select_round": "one loop that Numba compiles",
    "stages.solve.induction.batch:solve_batch": "one loop that Numba compiles",
    "stages.solve.induction.batch:try_support": "one loop that Numba compiles",
    "stages.solve.induction.goofspiel.kernel:solve_rows": "one loop that Numba compiles",
    "stages.solve.induction.matrix_game:simplex": "one loop that Numba compiles",
}


def _compare(found, rule):
    """Fail with the lines that break a rule, and with those of `NOT_YET` that no longer do."""
    breaks = [f"against the rule: {line}" for line in sorted(found - NOT_YET[rule])]
    holds = [f"take out of NOT_YET: {line}" for line in sorted(NOT_YET[rule] - found)]
    assert not breaks + holds, "\n".join([f"{rule}:", *breaks, *holds])


def room(module):
    """Return the room of a module."""
    return max((name for name in ROOMS if _within(module, name)), key=len)


def _within(module, package):
    return f"{module}.".startswith(f"{package}.")


def test_rooms_import_from_those_below_alone():
    found = {
        f"{module} -> {imported}"
        for module, imported, *_ in imports()
        if imported in modules()
        and room(imported) != room(module)
        and not any(_within(imported, allowed) for allowed in ROOMS[room(module)])
    }
    _compare(found, "rooms")


def test_every_room_has_modules():
    assert {room(module) for module in modules()} == set(ROOMS)


def test_the_checker_needs_nothing_but_python():
    needed = {name.split(".")[0] for module, name, *_ in imports() if module == "stages.checker"}
    assert needed and needed <= sys.stdlib_module_names


def test_imports_go_round_in_no_circle():
    found = {
        module
        for circle in networkx.strongly_connected_components(networkx.DiGraph(graph()))
        if len(circle) > 1
        for module in circle
    }
    _compare(found, "circles")


def test_an_import_inside_a_function_is_for_the_time_of_the_start_and_says_so():
    inside = [found for found in imports() if found.in_function]
    # Said once in a module is enough.
    explained = {found[:2] for found in inside if _explained(found)}
    found = {
        f"{module} -> {imported}"
        for module, imported, *_ in inside
        # The body of a command loads what only this command works with.
        if not _within(module, "pipeline.commands")
        and imported.split(".")[0] not in HEAVY | ELSEWHERE
        and (module, imported) not in explained
    }
    _compare(found, "in functions")


def _explained(found):
    """Say whether there is a comment at an import, or above the block of imports it stands in."""
    code, line = lines(found.module), found.line
    while not (told := COMMENT.search(code[line - 1])) and BLOCK.match(code[line - 2]):
        line -= 1
    return told


def test_nobody_asks_a_rule_what_it_is():
    rules = {
        node.name
        for module in modules()
        if _within(module, "schemas.rules")
        for node in tree(module).body
        if isinstance(node, ast.ClassDef)
    }
    assert {"Goofspiel", "DroidBattle"} <= rules
    found = {
        module
        for module in modules()
        if not _within(module, "schemas.rules") and classes_asked_for(module) & rules
    }
    _compare(found, "rules")


def test_what_is_long_has_a_reason():
    _compare(_long() - set(LONG), "long")


def test_what_has_a_reason_to_be_long_is_long():
    assert set(LONG) - _long() == set()


def _long():
    found = {module for module in modules() if len(lines(module)) > MODULE}
    for module in modules():
        found |= {f"{module}:{name}" for name, count in functions(module) if count > FUNCTION}
    return found
