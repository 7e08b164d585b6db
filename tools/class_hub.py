"""A Hub of students on loopback, for its test and the bench: settings of `deploy/hub`, a folder a student.

JupyterHub and its proxy are in an environment of their own, `build/hub`, made when it is first asked for.
"""

import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import uuid
from contextlib import contextmanager
from pathlib import Path

import requests
import websocket

ROOT = Path(__file__).resolve().parent.parent
HUB = ROOT / "build" / "hub"
PYTHON = HUB / ("Scripts" if sys.platform == "win32" else "bin") / "python"
PROXY = HUB / "node_modules" / ".bin" / "configurable-http-proxy"
LESSON, SECONDS = "20_adaboost.ipynb", 120


def at_hand():
    """Whether nothing has to be fetched."""
    return _stamp().exists() and _stamp().read_text() == _wanted()


def install():
    """JupyterHub by pip, its proxy by npm; an OSError where one cannot be had."""
    if at_hand():
        return
    uv = [sys.executable, "-m", "uv"]
    package = ["--constraint", "constraints.txt", "--editable", ".[lab,hub]"]
    shutil.rmtree(HUB, ignore_errors=True)
    _run(*uv, "venv", "-q", "--python", sys.executable, str(HUB))
    _run(*uv, "pip", "install", "-q", "--python", str(PYTHON), *package)
    npm = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--no-save"]
    _run(*npm, "--prefix", str(HUB), "configurable-http-proxy@5.3.0")
    _stamp().write_text(_wanted())


def _stamp():
    return HUB / "labkit-installed"


def _wanted():
    """What the stamp reads once all is there."""
    inputs = [ROOT / name for name in ("pyproject.toml", "constraints.txt", "setup.py", "tools/class_hub.py")]
    return hashlib.sha256(b"".join(path.read_bytes() for path in inputs)).hexdigest()


def _run(*line):
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "nothing").splitlines()[-1]
        raise OSError(f"the Hub: expected {line[0]} to install it, got: {said}; check the network, install npm")


def _free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [str(each.getsockname()[1]) for each in sockets]
    for each in sockets:
        each.close()
    return ports


def until(done, what):
    for _ in range(SECONDS * 4):
        if found := done():
            return found
        time.sleep(0.25)
    raise AssertionError(f"{what} took longer than {SECONDS} s")


class Student:
    """Somebody in a browser, as far as the server can tell."""

    def __init__(self, hub, name, password):
        self.hub, self.name, self.web = hub, name, requests.Session()
        self.web.get(f"{hub}/hub/login")
        data = {"username": name, "password": password, "_xsrf": self.web.cookies["_xsrf"]}
        self.web.post(f"{hub}/hub/login", data=data).raise_for_status()
        self.start()

    def start(self):
        self.web.get(f"{self.hub}/hub/spawn/{self.name}")
        until(lambda: self.web.get(f"{self.hub}/user/{self.name}/lab").ok and self.is_up(), "a server")

    def is_up(self):
        return self.get(self.name, "api/status").status_code == 200

    def stop(self):
        xsrf = {"X-XSRFToken": self.web.cookies.get("_xsrf", path="/hub/"), "Referer": f"{self.hub}/hub/home"}
        self.web.delete(f"{self.hub}/hub/api/users/{self.name}/server", headers=xsrf).raise_for_status()
        until(lambda: not self.is_up(), "the end of a server")

    def get(self, owner, path):
        return self.web.get(f"{self.hub}/user/{owner}/{path}", allow_redirects=False)

    def call(self, method, path, **content):
        site = f"/user/{self.name}/"
        headers = {"X-XSRFToken": self.web.cookies.get("_xsrf", path=site), "Referer": self.hub + site}
        said = self.web.request(method, f"{self.hub}{site}{path}", json=content, headers=headers)
        said.raise_for_status()
        return said.json()

    def lesson(self):
        return self.get(self.name, f"api/contents/labkit-lessons/{LESSON}").json()["content"]

    def save(self, notebook):
        self.call("PUT", f"api/contents/labkit-lessons/{LESSON}", type="notebook", format="json", content=notebook)

    def run(self, code):
        """What a kernel of the student's answers."""
        kernel = self.open_kernel()
        said = kernel.run(code)
        kernel.line.close()
        return said

    def open_kernel(self):
        kernel = self.call("POST", "api/kernels", name="python3")["id"]
        cookies = "; ".join(f"{each.name}={each.value}" for each in self.web.cookies)
        address = f"{self.hub.replace('http', 'ws')}/user/{self.name}/api/kernels/{kernel}/channels"
        line = websocket.create_connection(address, cookie=cookies, timeout=SECONDS, origin=self.hub)
        return Kernel(line)


class Kernel:
    """A kernel behind its websocket; messages as a browser sends them."""

    def __init__(self, line):
        self.line, self.session = line, uuid.uuid4().hex

    def send(self, kind, content):
        header = {"msg_id": uuid.uuid4().hex, "session": self.session, "msg_type": kind}
        header |= {"username": "", "version": "5.3", "date": "2026-01-01T00:00:00Z"}
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"}
        self.line.send(json.dumps(message))
        return header["msg_id"]

    def next_message(self):
        """One with buffers is binary: how many parts there are, where each begins, and first of them the message."""
        said = self.line.recv()
        if isinstance(said, bytes):
            parts = int.from_bytes(said[:4], "big")
            begins = [int.from_bytes(said[k : k + 4], "big") for k in range(4, 4 + 4 * parts, 4)]
            said = said[begins[0] : (begins[1] if parts > 1 else len(said))]
        return json.loads(said)

    def run(self, code, heard=None):
        """What the code prints, or how it fails; `heard` gets every message that comes meanwhile."""
        content = {"code": code, "silent": False, "store_history": False, "allow_stdin": False}
        request, said = self.send("execute_request", content), ""
        while True:
            message = self.next_message()
            if heard is not None:
                heard.append(message)
            said += message["content"].get("text", "") if message["msg_type"] == "stream" else ""
            said += "\n".join(message["content"]["traceback"]) if message["msg_type"] == "error" else ""
            # The reply may overtake what was printed; that the kernel is idle comes after it.
            is_mine = message["parent_header"].get("msg_id") == request
            if is_mine and message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                return said


@contextmanager
def hub(home):
    """(its address, the password of all students, its process); the students' folders are in `home`."""
    ports, password = _free_ports(3), uuid.uuid4().hex
    names = ("HUB_PORT", "HUB_PORT_INSIDE", "HUB_PORT_PROXY")
    settings = dict(zip(names, ports, strict=True)) | {
        "HUB_ROOT": str(ROOT), "HUB_HOME": str(home), "HUB_PASSWORD": password, "HUB_PROXY": str(PROXY),
        "PATH": os.pathsep.join([str(PYTHON.parent), os.environ["PATH"]]), "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    line = [str(PYTHON), "-m", "jupyterhub", "-f", str(Path(__file__).with_name("class_hub_config.py"))]
    address = f"http://127.0.0.1:{ports[0]}"
    with (home / "hub.log").open("wb") as log:
        running = subprocess.Popen(line, cwd=home, env=os.environ | settings, stdout=log, stderr=log)
    try:
        until(lambda: _answers(address), "the Hub")
        yield address, password, running.pid
    finally:
        running.terminate()
        running.wait(timeout=60)


def _answers(address):
    try:
        return requests.get(f"{address}/hub/login", timeout=5).ok
    except requests.RequestException:
        return False
