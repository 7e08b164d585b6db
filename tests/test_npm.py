"""A file out of npm is taken only if it is the one that was looked at, and fetched only once."""

import hashlib
import subprocess
import tarfile
from pathlib import Path

import pytest

from tools import npm

CONTENT = b"the library"
PRINT = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def packs(tmp_path, monkeypatch):
    """Instead of npm: packs CONTENT; the commands that were given."""
    given = []

    def run(command, cwd, **options):
        given.append(command)
        (tmp_path / "index.js").write_bytes(CONTENT)
        with tarfile.open(Path(cwd) / "found-1.0.tgz", "w:gz") as packed:
            packed.add(tmp_path / "index.js", "package/dist/index.js")

    monkeypatch.setattr(npm, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(subprocess, "run", run)
    return given


def test_file_is_fetched_once(packs):
    for _ in range(2):
        assert npm.text("found@1.0", "dist/index.js", PRINT) == CONTENT.decode()
    assert len(packs) == 1 and "found@1.0" in packs[0] and "--ignore-scripts" in packs[0]


def test_another_file_than_expected_is_refused_and_not_kept(packs):
    with pytest.raises(OSError, match=r"expected dist/index.js with the sha256 0000, got another file; do not use it"):
        npm.text("found@1.0", "dist/index.js", "0000")
    assert not npm.CACHE.exists()


def test_file_that_was_damaged_in_the_cache_is_fetched_again(packs):
    npm.text("found@1.0", "dist/index.js", PRINT)
    next(npm.CACHE.iterdir()).write_bytes(b"half")
    assert npm.text("found@1.0", "dist/index.js", PRINT) == CONTENT.decode() and len(packs) == 2


def test_missing_npm_is_said_in_one_sentence(packs, monkeypatch):
    def missing(*_, **__):
        raise FileNotFoundError(2, "No such file or directory", "npm")

    monkeypatch.setattr(subprocess, "run", missing)
    with pytest.raises(OSError, match=r"expected npm to fetch it, got: .*npm.*; install npm, check the network"):
        npm.text("found@1.0", "dist/index.js", PRINT)
