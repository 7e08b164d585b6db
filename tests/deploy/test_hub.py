"""A Hub with its proxy on loopback, and two students: they work in a lesson, stay apart, and lose nothing."""

import importlib.util
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest
import requests
import websocket
import yaml

from labkit.command import answers

ROOT = Path(__file__).resolve().parents[2]
HUB = ROOT / "deploy" / "hub"
PROXY = shutil.which("configurable-http-proxy") or os.environ.get("HUB_PROXY", "")
LESSON, SECONDS = "20_adaboost.ipynb", 120
SOLUTION = (ROOT / "course" / "solutions" / "20_adaboost.py").read_text(encoding="utf-8")

needs_hub = pytest.mark.skipif(
    not (importlib.util.find_spec("jupyterhub") and PROXY), reason="needs JupyterHub and its proxy: `make hub`"
)


def free_ports(count):
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
        kernel = self.call("POST", "api/kernels", name="python3")["id"]
        cookies = "; ".join(f"{each.name}={each.value}" for each in self.web.cookies)
        address = f"{self.hub.replace('http', 'ws')}/user/{self.name}/api/kernels/{kernel}/channels"
        line = websocket.create_connection(address, cookie=cookies, timeout=SECONDS, origin=self.hub)
        header = {"msg_id": uuid.uuid4().hex, "session": uuid.uuid4().hex, "msg_type": "execute_request"}
        header |= {"username": "", "version": "5.3", "date": "2026-01-01T00:00:00Z"}
        content = {"code": code, "silent": False, "store_history": False, "allow_stdin": False}
        line.send(
            json.dumps({"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"})
        )
        said = ""
        while True:
            message = json.loads(line.recv())
            said += message["content"].get("text", "") if message["msg_type"] == "stream" else ""
            said += "\n".join(message["content"]["traceback"]) if message["msg_type"] == "error" else ""
            if message["msg_type"] == "execute_reply":
                line.close()
                return said


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    home, ports, password = tmp_path_factory.mktemp("hub"), free_ports(3), uuid.uuid4().hex
    names = ("HUB_PORT", "HUB_PORT_INSIDE", "HUB_PORT_PROXY")
    settings = dict(zip(names, ports, strict=True)) | {
        "HUB_ROOT": str(ROOT), "HUB_HOME": str(home), "HUB_PASSWORD": password, "HUB_PROXY": PROXY,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]), "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    line = [sys.executable, "-m", "jupyterhub", "-f", str(Path(__file__).with_name("hub_test_config.py"))]
    address = f"http://127.0.0.1:{ports[0]}"
    with (home / "hub.log").open("wb") as log:
        running = subprocess.Popen(line, cwd=home, env=os.environ | settings, stdout=log, stderr=log)
    try:
        until(lambda: _answers(address), "the Hub")
        yield address, home, password
    finally:
        running.terminate()
        running.wait(timeout=30)


def _answers(address):
    try:
        return requests.get(f"{address}/hub/login", timeout=5).ok
    except requests.RequestException:
        return False


@needs_hub
def test_two_students_work_apart_and_lose_nothing(hub):
    address, home, password = hub
    anne, bert = Student(address, "anne", password), Student(address, "bert", password)

    # Anne answers an exercise; her answer is checked in her kernel, recorded in her folder, and saved.
    code = (
        f"{SOLUTION}\nfrom labkit.lectures import l20_adaboost as lesson\nprint(lesson.exercises.one_round(my_round))"
    )
    assert "right:" in anne.run(code)
    record = home / "anne" / "labkit-lessons" / "progress.jsonl"
    assert '"right": true' in record.read_text() and not (home / "bert" / "labkit-lessons" / "progress.jsonl").exists()
    lesson = anne.lesson()
    place = next(iter(answers.places(lesson["cells"]).values())).start
    lesson["cells"][place]["source"] = "def my_round(w, wrong): return 'half an answ"
    anne.save(lesson)

    # Neither reaches the other's server, and the folders are closed to other accounts of the machine.
    for student, owner in ((bert, "anne"), (anne, "bert")):
        said = student.get(owner, f"api/contents/labkit-lessons/{LESSON}")
        assert said.status_code in (302, 403) and "half an answ" not in said.text
    assert (home / "anne" / "labkit-lessons").stat().st_mode & 0o077 == 0

    # Her server is stopped in the middle of a loop, and comes back with everything.
    kernel = anne.call("POST", "api/kernels", name="python3")
    assert kernel["id"]
    anne.stop()
    assert bert.is_up()
    anne.start()
    assert anne.lesson()["cells"][place]["source"].endswith("half an answ")
    assert '"right": true' in record.read_text()
    for student in (anne, bert):
        student.web.close()


def test_values_for_kubernetes_say_what_the_settings_of_one_machine_say():
    values = yaml.safe_load((HUB / "values.yaml").read_text(encoding="utf-8"))["singleuser"]
    settings = (HUB / "labkit_hub.py").read_text(encoding="utf-8")
    assert values["cmd"] == ["labkit", "singleuser", "labkit-lessons"]
    assert values["defaultUrl"] == "/lab/tree/labkit-lessons/00_start_here.ipynb"
    assert f'mem_limit = "{values["memory"]["limit"]}"' in settings
    assert 'FOLDER = "labkit-lessons"' in settings
