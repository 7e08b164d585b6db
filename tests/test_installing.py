"""How labkit is installed: from the project's folder or its wheel, never from an index, where another has its name."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (
    "labkit/**/*.py",
    "tools/**/*.py",
    "tools/templates/**/*.j2",
    "deploy/**/*",
    "course/**/*.py",
    "course/**/*.md",
)
TEXTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted(path for pattern in FOLDERS for path in ROOT.glob(pattern) if path.is_file()),
]
INSTALLS = re.compile(r"\bpip install\b[^`\n]*")
STRANGER = re.compile(r"[ \"']labkit(\[[\w,]+\])?(?=[\"' ]|$)(?! @)")  # a name that pip looks for on an index
BARE_BRACKETS = re.compile(
    r"(?<![\"'\w.-])[\w./-]*\[[\w,]+\](?![\"'\w])"
)  # zsh, the shell of macOS, takes them for a pattern


def commands():
    return [(path.name, line) for path in TEXTS for line in INSTALLS.findall(path.read_text(encoding="utf-8"))]


def test_nobody_is_sent_to_the_other_labkit_on_the_index():
    assert len(commands()) > 8
    assert [each for each in commands() if STRANGER.search(each[1])] == []


def test_brackets_are_quoted():
    assert [each for each in commands() if BARE_BRACKETS.search(each[1])] == []


@pytest.mark.parametrize(
    "line", ["pip install labkit[lab]", 'pip install "labkit[lab]"', "pip install --upgrade labkit"]
)
def test_the_rule_finds_what_it_forbids(line):
    assert STRANGER.search(line)


def test_wheel_of_today_is_the_one_that_texts_name():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    named = {each for _, line in commands() for each in re.findall(r"labkit-([\d.]+)-py3-none-any\.whl", line)}
    assert named == {version}


def test_editable_install_has_the_extension_of_jupyter_servers(tmp_path):
    """As conda, Binder and .venv have it."""
    uv = [sys.executable, "-m", "uv"]
    subprocess.run([*uv, "venv", "-q", "--python", sys.executable, str(tmp_path / "made")], check=True)
    python = tmp_path / "made" / ("Scripts" if os.name == "nt" else "bin") / "python"
    line = [*uv, "pip", "install", "-q", "--python", str(python), "--no-deps", "--editable", str(ROOT)]
    subprocess.run(line, check=True, capture_output=True)
    assert (tmp_path / "made" / "etc" / "jupyter" / "jupyter_server_config.d" / "labkit.json").is_file()
    assert (tmp_path / "made" / "share" / "jupyter" / "labextensions" / "labkit" / "package.json").is_file()
