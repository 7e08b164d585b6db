"""Create or refresh .venv:  python3 tools/setup_env.py lab|dev

Runs before anything is installed, so it needs the standard library alone. A missing prerequisite is told
in one line with its repair. A stamp inside .venv says what was installed from which files; it is taken
away while installing, so the next run repairs an interrupted set-up, and a second start costs only the
comparison.
"""

import contextlib
import hashlib
import importlib.util
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
NO_NETWORK = (
    "name resolution",
    "dns error",
    "unreachable",
    "connection refused",
    "connection broken",
    "timed out",
    "from versions: none",  # pip's last word after an index that did not answer
)
NO_SPACE = ("no space left", "disk quota")


class SetupError(Exception):
    """What is missing and how to repair it, in one line."""


def check_python(version=sys.version_info):
    if tuple(version[:2]) < OLDEST:
        found = ".".join(map(str, version[:2]))
        raise SetupError(
            f"Python 3.11 or newer is needed, this is {found}: "
            "install a newer one and name it, for example `make lab PYTHON=python3.12`"
        )
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            raise SetupError(f"this Python has no {module} module: {venv_repair(version)}")


def venv_repair(version=sys.version_info):
    return f"install it (Debian, Ubuntu: sudo apt-get install python{version[0]}.{version[1]}-venv)"


class Environment:
    """The project's virtual environment and what is known of it."""

    def __init__(self, root=ROOT):
        self.root = root
        self.folder = root / ".venv"
        scripts = "Scripts" if sys.platform == "win32" else "bin"
        self.python = self.folder / scripts / "python"
        self.stamp = self.folder / "labkit-installed"
        self.log = self.folder / "setup.log"

    def wanted(self, extra):
        """What the stamp reads once `extra` is installed; the folder is in it, as .venv cannot be moved."""
        inputs = [self.root / name for name in ("pyproject.toml", "constraints.txt", "setup.py")]
        digest = hashlib.sha256(b"".join(path.read_bytes() for path in inputs)).hexdigest()
        return f"{extra} {digest} {self.root}\n"

    def is_ready(self, extra):
        if not self.python.exists() or not self.stamp.exists():
            return False
        return self.stamp.read_text() in {self.wanted(name) for name in (extra, "dev")}

    def create(self):
        """A new .venv unless a working one stands there; half a one is made anew."""
        if self.python.exists() and self._succeeds(str(self.python), "-m", "pip", "--version"):
            self.stamp.unlink(missing_ok=True)
            return
        say("creating .venv")
        shutil.rmtree(self.folder, ignore_errors=True)
        if not self._succeeds(sys.executable, "-m", "venv", str(self.folder)):
            raise SetupError(f"could not create .venv: is this folder writable? If so, {venv_repair()}")

    def install(self, extra):
        """Install with uv, four times faster; with plain pip where uv does not work."""
        self.log.write_text("")
        target = ["--constraint", "constraints.txt", "--editable", f".[{extra}]"]
        python, quiet = str(self.python), ["--disable-pip-version-check", "--no-input"]
        has_uv = self._runs("installing uv", python, "-m", "pip", "install", *quiet, pinned_uv(self.root))
        uv = [python, "-m", "uv", "pip", "install", "--python", python]
        if has_uv and self._runs(f"installing labkit[{extra}] with uv", *uv, *target):
            return
        pip = [python, "-m", "pip", "install", *quiet]
        if not self._runs(f"installing labkit[{extra}] with pip (a minute or two)", *pip, *target):
            raise SetupError(reason(self.log.read_text(errors="replace")))

    def _succeeds(self, *command):
        try:
            return subprocess.run(command, cwd=self.root, capture_output=True).returncode == 0
        except OSError:  # half an environment: a link to a Python that is gone, or a file that cannot run
            return False

    def _runs(self, what, *command):
        """Run `command` with its output in the log, and show the seconds so that nobody thinks it hangs."""
        begin = time.monotonic()
        with self.log.open("ab") as log:
            process = subprocess.Popen(command, cwd=self.root, stdout=log, stderr=log)
            try:
                while process.poll() is None:
                    say(f"{what} ... {time.monotonic() - begin:.0f} s", again=True)
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(timeout=1)
            finally:
                if process.poll() is None:
                    process.terminate()
        outcome = "done" if process.returncode == 0 else "failed"
        say(f"{what} ... {outcome} in {time.monotonic() - begin:.0f} s")
        return process.returncode == 0


def pinned_uv(root):
    import tomllib  # not in the Pythons that check_python refuses

    return tomllib.loads((root / "pyproject.toml").read_text())["dependency-groups"]["setup"][0]


def reason(log):
    """One line for a failed installation, from what the installers said."""
    said = log.lower()
    if any(word in said for word in NO_SPACE):
        return "the disk is full: free about 700 MB and run make again"
    if any(word in said for word in NO_NETWORK):
        return "the package index could not be reached: check the network (or proxy) and run make again"
    return "the packages could not be installed: .venv/setup.log says why; `make clean` may help"


def say(text, again=False):
    """One line of progress; a line said `again` is shown on a terminal only, and overwritten by the next."""
    if again and not sys.stdout.isatty():
        return
    start, end = ("\r\033[K", "" if again else "\n") if sys.stdout.isatty() else ("", "\n")
    print(f"{start}labkit: {text}", end=end, flush=True)


def main(arguments):
    extra = arguments[0] if arguments else "lab"
    environment = Environment()
    try:
        check_python()
        if not environment.is_ready(extra):
            environment.create()
            environment.install(extra)
            environment.stamp.write_text(environment.wanted(extra))
    except SetupError as error:
        print(f"labkit: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nlabkit: interrupted; the next make goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
