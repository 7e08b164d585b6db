"""What is fetched for the browser is the official thing, or nothing is kept."""

import hashlib
import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tools import python_in_browser


@pytest.fixture
def distribution(tmp_path, monkeypatch):
    """A small one of its own: a lock with a package and what that depends on."""
    bodies = {"a.whl": b"package a", "b.whl": b"package b"}
    sums = {name: hashlib.sha256(body).hexdigest() for name, body in bodies.items()}
    packages = {
        "a": {"name": "a", "file_name": "a.whl", "sha256": sums["a.whl"], "depends": ["b"]},
        "b": {"name": "b", "file_name": "b.whl", "sha256": sums["b.whl"], "depends": []},
        "c": {"name": "c", "file_name": "c.whl", "sha256": "0", "depends": []},  # not needed
    }
    lock = json.dumps({"packages": packages}).encode()
    for name, body in {**bodies, python_in_browser.LOCK: lock}.items():
        (tmp_path / name).write_bytes(body)
    monkeypatch.setattr(python_in_browser, "CORE", {python_in_browser.LOCK: hashlib.sha256(lock).hexdigest()})
    monkeypatch.setattr(python_in_browser.needed, "__defaults__", (("a",),))
    monkeypatch.setenv("PYODIDE", str(tmp_path))
    return tmp_path


def test_distribution_at_hand_is_used_as_it_is(distribution):
    assert python_in_browser.at_hand() and python_in_browser.fetched() == distribution


@pytest.mark.parametrize("name", ["b.whl", python_in_browser.LOCK])
def test_file_that_was_cut_off_is_refused_by_name(distribution, name):
    path = distribution / name
    path.write_bytes(path.read_bytes()[:-1])
    assert not python_in_browser.at_hand()
    with pytest.raises(OSError, match=rf"PYODIDE: expected a folder .* where {name} is not the official one"):
        python_in_browser.fetched()


def test_missing_file_is_named(distribution):
    (distribution / "b.whl").unlink()
    with pytest.raises(OSError, match=r"where b\.whl is missing"):
        python_in_browser.fetched()


def test_nothing_is_kept_where_npm_is_missing(tmp_path, monkeypatch):
    monkeypatch.delenv("PYODIDE", raising=False)
    monkeypatch.setattr(python_in_browser, "CACHE", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OSError, match="expected npm on PATH, got none"):
        python_in_browser.fetched()
    assert [path.suffix for path in tmp_path.iterdir()] == [".lock"]


def test_two_that_ask_at_once_fetch_once(tmp_path, monkeypatch):
    monkeypatch.delenv("PYODIDE", raising=False)
    monkeypatch.setattr(python_in_browser, "CACHE", tmp_path)
    fetches, missing = [], [True]

    def fetch(place):
        fetches.append(place)
        time.sleep(0.2)
        missing.clear()

    monkeypatch.setattr(python_in_browser, "_fetch", fetch)
    monkeypatch.setattr(python_in_browser, "faults", lambda place: "empty" if missing else "")
    with ThreadPoolExecutor(2) as pool:
        places = list(pool.map(lambda _: python_in_browser.fetched(), range(2)))
    assert len(fetches) == 1 and places[0] == places[1] == fetches[0]
