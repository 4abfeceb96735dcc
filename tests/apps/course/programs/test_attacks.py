"""One program cannot harm another, whatever it tries, and what it tries is named."""

import csv
import io
import os
import shutil
import socket
import stat
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from efgc.pipeline.apps.course import contracts
from efgc.pipeline.apps.course.programs.runs import StudentProgram
from efgc.pipeline.files.text import Text

ROOT = Path(__file__).parents[4]
MAP = "1 0.5\n####\n#ED#\n#S##\n####\n"
TREE = "".join(contracts.gambit(Text(MAP, "map", "map", "0" * 64), "cave-2023"))
PRELUDE = "import ctypes, os, socket, sys\nlibc = ctypes.CDLL(None, use_errno=True)\n"
# What a program does to another one, with a file, a socket and the number of a process of it, and
# how this is named.
ATTACKS = {
    "chmod": ("os.chmod(file, 0)", "chmod"),
    "fchmod": ("os.chmod(os.open(file, os.O_RDONLY), 0)", "fchmod"),
    "chown": ("os.chown(file, -1, os.getgid())", "chown"),
    "utime": ("os.utime(file, (1, 1))", "utimensat"),
    "setxattr": ("os.setxattr(file, 'user.x', b'x')", "setxattr"),
    "link": ("os.link(file, 'mine')", "link"),
    "rename": ("os.rename(file, 'mine')", "rename"),
    "unlink": ("os.unlink(file)", "unlink"),
    "write": ("open(file, 'a').write('x')", "openat"),
    "kill": ("os.kill(process, 9)", "kill of process"),
    "kill all": ("os.kill(-1, 9)", "kill of all processes"),
    "limit": ("import resource; resource.prlimit(process, 0, (0, 0))", "prlimit of process"),
    "priority": ("os.setpriority(os.PRIO_PROCESS, process, 19)", "setpriority of process"),
    "ptrace": ("libc.ptrace(16, process, 0, 0) and 1 / 0", "ptrace"),
    "tcp": ("socket.create_connection(('127.0.0.1', 9), 1)", "socket of a network"),
    "udp": ("socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 9))", "socket"),
    "unix socket": ("socket.socket(socket.AF_UNIX).connect(path)", "connect"),
    "abstract socket": ("socket.socket(socket.AF_UNIX).connect(abstract)", "connect"),
    "shared memory": ("libc.shmget(1, 4096, 0o1600) < 0 and 1 / 0", "shm"),
}
# What a program may do to what is its own.
OWN = """
import os, shutil, subprocess, tempfile
with open("a", "w") as file: file.write("x")
os.chmod("a", 0o755); assert os.stat("a").st_mode & 0o777 == 0o755
os.chmod(os.open("a", os.O_RDONLY), 0o700); assert os.stat("a").st_mode & 0o777 == 0o700
os.utime("a", (5, 7)); assert os.stat("a").st_mtime == 7
os.utime("a", ns=(5, 8)); os.utime("a"); assert os.stat("a").st_mtime > 10**9
os.chown("a", os.getuid(), os.getgid())
shutil.copy2("a", "b"); os.rename("b", "c"); os.link("c", "d"); os.unlink("c"); os.truncate("d", 0)
os.symlink("/etc/passwd", "e"); os.utime("e", (1, 1), follow_symlinks=False); os.unlink("e")
with tempfile.TemporaryDirectory() as place: shutil.copytree(".", place + "/copy")
open(os.devnull, "w").close()
child = subprocess.Popen(["sleep", "60"]); os.sched_setaffinity(child.pid, os.sched_getaffinity(0))
child.kill(); child.wait(); os.nice(1)
"""
PROCESSES = """
import multiprocessing
for way in ("fork", "forkserver", "spawn"):
    context = multiprocessing.get_context(way)
    if __name__ == "__main__":
        with context.Pool(2) as pool: assert pool.map(abs, [-1]) == [1]
        with context.Manager() as manager: assert [*manager.list([1])] == [1]
"""


def supervised():
    """Return whether this system can refuse system calls: the filter works, and Landlock."""
    code = (
        "import os\n"
        "from efgc.pipeline.apps.course.programs import restrictions, system_calls\n"
        "works = restrictions.restrict(['.']) and system_calls.install_filter()[0] >= 0\n"
        "print(works, flush=True)\n"
        "os._exit(0)"  # What coverage writes at the end would wait for an answer to its calls.
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    return ran.stdout == "True\n"


pytestmark = pytest.mark.skipif(not supervised(), reason="this system cannot refuse system calls")


@pytest.fixture(autouse=True)
def unmeasured(monkeypatch):
    """The programs do not measure their coverage: this would write a file where they may not."""
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)


def run(folder, code, seconds=10.0):
    """Run a program in a folder of its own."""
    for part in (folder, folder / "program", folder / "tmp"):
        part.mkdir(exist_ok=True)
    (folder / "program" / "main.py").write_text(code)
    command, homes = (sys.executable, "main.py"), (str(folder / "program"), str(folder / "tmp"))
    return StudentProgram(
        command, "", seconds, folder=homes[0], home=homes[1], own=str(folder)
    ).run()


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_has_no_effect_and_is_named(name, tmp_path):
    attack, said = ATTACKS[name]
    file, path = tmp_path / "theirs", str(tmp_path / "socket")
    file.write_text("theirs")
    before = file.stat()
    other = subprocess.Popen(["sleep", "60"])
    try:
        with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as abstract:
            server.bind(path)
            abstract.bind("\0" + path)
            for one in (server, abstract):
                one.listen()
                one.settimeout(0)
            theirs = str(file), path, other.pid, "\0" + path
            names = f"file, path, process, abstract = {theirs!r}\n"
            ran = run(tmp_path / "own", f"{PRELUDE}{names}{attack}")
            assert "Error" in ran.reason, ran
            assert said in ran.attempts[0], ran
            for one in (server, abstract):
                with pytest.raises(BlockingIOError):
                    one.accept()
        assert other.poll() is None
        assert os.getpriority(os.PRIO_PROCESS, other.pid) == os.getpriority(os.PRIO_PROCESS, 0)
    finally:
        other.kill()
        other.wait()
    assert file.read_text() == "theirs"
    assert file.stat()[:7] == before[:7] and file.stat().st_ctime_ns == before.st_ctime_ns


@pytest.mark.parametrize("code", [OWN, pytest.param(PROCESSES, marks=pytest.mark.long)])
def test_a_program_may_do_what_it_likes_with_its_own(code):
    # Not in `tmp_path`: the names of sockets of `multiprocessing` must stay below 108 characters.
    with TemporaryDirectory() as folder:
        ran = run(Path(folder, "own"), code)
    assert (ran.reason, ran.attempts) == ("", ())


def test_a_new_file_elsewhere_is_refused_and_harms_nobody(tmp_path):
    ran = run(tmp_path / "own", f"open({str(tmp_path / 'new')!r}, 'w')")
    assert "PermissionError" in ran.reason and not ran.attempts
    assert not (tmp_path / "new").exists()


def test_another_thread_that_changes_the_path_meanwhile_changes_nothing(tmp_path):
    """The name is read once, and what it named then is changed, if it is the program's own."""
    theirs = tmp_path / "theirs"
    theirs.write_text("theirs")
    code = (
        f"{PRELUDE}import threading\nown, theirs = b'mine\\0', {bytes(theirs)!r} + b'\\0'\n"
        "open('mine', 'w').close()\nplace = ctypes.create_string_buffer(len(theirs))\n"
        "def swap():\n"
        "    while True:\n"
        "        ctypes.memmove(place, own, len(own)); ctypes.memmove(place, theirs, len(theirs))\n"
        "threading.Thread(target=swap, daemon=True).start()\n"
        "tried = [libc.chmod(place, 0o777) for _ in range(500)]\n"
        "while 0 not in tried and len(tried) < 20_000:  # A busy machine seldom swaps.\n"
        "    tried.append(libc.chmod(place, 0o777))\n"
        "print(0 in tried)\n"
    )
    mode = stat.S_IMODE(theirs.stat().st_mode)
    assert run(tmp_path / "own", code).output == "True\n"
    assert stat.S_IMODE(theirs.stat().st_mode) == mode


FOUND = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import efgc.pipeline"
CALLS = {
    "command": "subprocess.run(['efgc', 'course', 'cave-2023'])",
    "output": "print(subprocess.run(['efgc', 'course', 'cave-2023'], capture_output=True).stdout)",
    "shell": "os.system('efgc course cave-2023')",
    "module": "subprocess.run([sys.executable, '-m', 'efgc', 'course', 'cave-2023'])",
    "import": "import efgc",
    "a part": "from efgc.pipeline.apps.course import contracts",
    "caught": "try: import efgc\nexcept Exception: pass",
    "by path": FOUND,
    "isolated": f"subprocess.run([sys.executable, '-Sc', {FOUND!r}])",
}


@pytest.mark.parametrize("name", CALLS)
def test_a_program_that_uses_efgc_is_named(name, tmp_path):
    ran = run(tmp_path / "own", f"import os, subprocess, sys\n{CALLS[name]}")
    assert ran.uses_efgc and "EFG 2" not in ran.output, ran


def test_the_packages_of_efgc_cannot_be_read_and_all_else_can(tmp_path):
    other = tmp_path / "other"
    other.write_text("other")
    code = (
        f"print(open({str(other)!r}).read())\nimport json, sqlite3, pytest\n"
        f"try: open({str(ROOT / 'stages' / '__init__.py')!r})\n"
        "except PermissionError: print('refused')\n"
    )
    ran = run(tmp_path / "own", code)
    assert (ran.output, ran.uses_efgc) == ("other\nrefused\n", False), ran


def test_the_map_can_be_read_by_its_name(tmp_path):
    ran = run(tmp_path / "own", "print(open('/dev/stdin').read() == '')")
    assert ran.output == "True\n", ran


def test_our_own_template_has_no_points(tmp_path):
    """It calls efgc, so that its verdict is `uses efgc`."""
    (tmp_path / "main.py").write_text(contracts.templates()["main.py"])
    (tmp_path / "map.txt").write_text(MAP)
    command = [sys.executable, "-c", "from efgc.pipeline.start import main; main()", "grade"]
    command += ["--program", f"{sys.executable} main.py", "--points", "10", "--format", "csv"]
    ran = subprocess.run(
        [*command, str(tmp_path), "--rules", "cave-2023"], cwd=ROOT, capture_output=True, text=True
    )
    [row] = csv.DictReader(io.StringIO(ran.stdout))
    assert (row["verdict"], row["points"]) == ("uses efgc", "0"), ran.stderr
    assert "which is not its own work" in row["reason"] and ran.returncode == 1


def test_shared_memory_is_its_own(tmp_path):
    mine = Path(f"/dev/shm/efgc-test-{os.getpid()}")
    mine.write_text("ours")
    try:
        ran = run(tmp_path / "own", "import os; print(os.listdir('/dev/shm'))")
        if ran.output != "[]\n":
            pytest.skip("this system has no namespaces")
        assert mine.read_text() == "ours"
    finally:
        mine.unlink()


def test_the_guard_is_out_of_reach(tmp_path):
    ran = run(tmp_path / "own", "import os; os.kill(os.getppid(), 9)")
    assert ran.reason.startswith("ended with exit code 1: PermissionError")


# A program that attacks all others that it can find for a while, and one that may not notice it.
HOSTILE = """
import glob, time
me = os.path.dirname(os.getcwd()); tree = open("a.efg").read(); until = time.time() + 4
def all_others():
    for place in glob.glob(os.path.dirname(me) + "/efgc-*"):
        if place != me and os.path.exists(place + "/program/socket"): yield place + "/program/"
while not [*all_others()] and time.time() < until: time.sleep(0.01)
processes = []
for name in glob.glob("/dev/shm/efgc-victim*"): os.unlink(name)
for name in os.listdir("/proc"):
    try: words = open(f"/proc/{name}/cmdline", "rb").read()
    except OSError: continue
    if b"main.py" in words and name.isdigit() and int(name) != os.getpid(): processes += [int(name)]
for process in processes:
    for place in all_others():
        file, path, abstract = place + "a.efg", place + "socket", "\\0efgc"
        try: ATTACK
        except (ArithmeticError, OSError): pass
print(tree)
"""
VICTIM = """
import os, socket, time
ours = f"/dev/shm/efgc-victim-{os.getpid()}"; alone = not os.listdir("/dev/shm")
open(ours, "w").close()
server = socket.socket(socket.AF_UNIX); server.bind("socket"); server.listen(); server.settimeout(0)
before = os.stat("a.efg"); time.sleep(1.5)
try: server.accept(); assert False, "a stranger came"
except BlockingIOError: pass
assert not alone or os.path.exists(ours)
assert os.stat("a.efg")[:7] == before[:7]
print(open("a.efg").read())
"""


def python_of_nobody():
    """Return the start of a command that runs Python as an ordinary user; skip if there is none."""
    if os.getuid():
        pytest.skip("only root can become another user")
    way = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    for python in (sys.executable, shutil.which("python3", path="/usr/bin:/bin")):
        probe = "import subprocess, sys, efgc.pipeline.cli; "
        probe += "subprocess.check_call([sys.executable, '-V'])"
        if python and shutil.which(way[0]):
            ran = subprocess.run([*way, python, "-c", probe], env=environment(), cwd="/")
            if not ran.returncode:
                return [*way, python]
    pytest.skip("no other user can run this Python")


def environment():
    return {"PATH": "/usr/bin:/bin", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


@pytest.mark.long
@pytest.mark.parametrize("user", ["nobody", "this one"])
def test_no_hand_in_harms_another(user, tmp_path):
    python = python_of_nobody() if user == "nobody" else [sys.executable]
    for parent in (tmp_path, *tmp_path.parents[:2]):
        parent.chmod(0o755)
    (tmp_path / "map.txt").write_text(MAP)
    for number, (attack, _) in enumerate(ATTACKS.values()):
        attacker = PRELUDE + HOSTILE.replace("ATTACK", attack)
        for name, code in {"a": attacker, "b": VICTIM, "c": VICTIM}.items():
            home = tmp_path / "class" / f"{number:02}{name}"
            home.mkdir(parents=True)
            (home / "main.py").write_text(code)
            (home / "a.efg").write_text(TREE)
    command = [*python, "-c", "from efgc.pipeline.start import main; main()", "grade", "class"]
    command += ["--program", "python3 main.py", "--map", "map.txt", "--rules", "cave-2023"]
    command += ["--jobs", "3", "--format", "csv"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment())
    rows = [*csv.DictReader(io.StringIO(ran.stdout))]
    assert [row["verdict"] for row in rows] == ["identical"] * 3 * len(ATTACKS), ran.stderr
    for row, (name, (_, said)) in zip(rows[::3], ATTACKS.items(), strict=True):
        assert "tried to change what is not its own" in row["remarks"] and said in row["remarks"], (
            name
        )
    assert not any(row["remarks"] for at, row in enumerate(rows) if at % 3)
