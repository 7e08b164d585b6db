"""A class on a Hub of this machine: every student drags points at a person's pace, through the Hub's proxy.

A student opens a lesson's lab in a kernel of their own, drags a point for a while, lets go, looks, and drags another.
While dragging there is one request in flight, and the newest place is sent when it is answered: what the card does. A
delay runs from a pointer's message to the refit's picture. Students are no browsers: what one draws is not in it.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median, quantiles

import psutil

from bench.measure import Bar, Measurement, Row
from tools import class_hub

STUDENTS = (10, 30)
DRAGS, DRAG_SECONDS, LOOK_SECONDS = 4, 2.0, 3.0
BETWEEN = 1 / 60  # seconds between two moves of a pointer
POINT = 3  # which is dragged
OPEN_LAB = "from labkit.lectures.l09_perceptron import ConvergenceLab\nlab = ConvergenceLab(seed=7)\nlab"
PLACE = f"print([float(value) for value in lab.examples[0][{POINT}]])"


def measurements() -> list[Measurement]:
    return [Measurement(f"hub {many} students", lambda many=many: drag(many)) for many in STUDENTS]


def drag(many: int) -> list[Row]:
    name = f"hub {many} students"
    if not class_hub.at_hand():
        return [Row(name=name, note="left out: no JupyterHub; `make hub` fetches it", left_out=True)]
    with tempfile.TemporaryDirectory() as home, class_hub.hub(Path(home)) as (address, password, hub):
        students = [class_hub.Student(address, f"student{k}", password) for k in range(many)]
        labs = [OpenLab(student.open_kernel()) for student in students]
        with ThreadPoolExecutor(many) as threads:
            delays = [delay for mine in threads.map(OpenLab.drag_all, labs, range(many)) for delay in mine]
        lost = sum(not lab.is_kept() for lab in labs)
        memory = [_bytes(hub, f"student{k}") for k in range(many)]
        _close(labs, students)
    slow = 1e3 * quantiles(delays, n=20)[-1]
    return [
        Row(name=name, n=many, value=1e3 * median(delays), unit="ms", note=f"{len(delays)} refits", bar=Bar(150)),
        Row(name=f"{name}: 95 % within", n=many, value=slow, unit="ms", bar=Bar(400)),
        Row(name=f"{name}: memory each", n=many, value=median(memory) / 1e6, unit="MB", note="server and kernel"),
        Row(name=f"{name}: points lost", n=many, value=lost, unit="", bar=Bar(0)),
    ]


class OpenLab:
    """A lab on a student's page."""

    def __init__(self, kernel: class_hub.Kernel):
        self.kernel, self.seq, self.place = kernel, 0, None
        heard = []
        if said := kernel.run(OPEN_LAB, heard):
            raise RuntimeError(f"the lab did not open: {said[-300:]}")
        shown = [message["content"] for message in heard if message["msg_type"] in ("display_data", "execute_result")]
        self.comm = shown[-1]["data"]["application/vnd.jupyter.widget-view+json"]["model_id"]

    def drag_all(self, seed: int) -> list[float]:
        """All delays while dragging, in seconds."""
        chance, delays = random.Random(seed), []
        for _ in range(DRAGS):
            time.sleep(chance.uniform(0, LOOK_SECONDS))  # nobody drags to a beat
            end = time.perf_counter() + DRAG_SECONDS
            while (begin := time.perf_counter()) < end:
                self._move(chance, live=True)
                delays.append(time.perf_counter() - begin)
                time.sleep(max(0.0, BETWEEN - delays[-1]))
            self._move(chance, live=False)
        return delays

    def _move(self, chance: random.Random, live: bool) -> None:
        """One place of the pointer, until its answer is here."""
        self.seq += 1
        self.place = [round(chance.uniform(-1, 1), 3), round(chance.uniform(-1, 1), 3)]
        content = {"do": "move", "with": [POINT, *self.place], "frame": 0, "live": live, "seq": self.seq}
        self.kernel.send("comm_msg", {"comm_id": self.comm, "data": {"method": "custom", "content": content}})
        while not self._is_answer(self.kernel.next_message()):
            pass

    def _is_answer(self, message: dict) -> bool:
        content = message["content"]
        if message["msg_type"] != "comm_msg" or content["comm_id"] != self.comm:
            return False
        if error := content["data"].get("state", {}).get("error"):
            raise RuntimeError(f"the lab says: {error}")
        return content["data"].get("content", {}).get("seq") == self.seq

    def is_kept(self) -> bool:
        """Whether the point lies where it was let go."""
        return self.kernel.run(PLACE).strip() == str(self.place)


def _bytes(hub: int, student: str) -> int:
    """What a student's server and its kernels take."""
    started = psutil.Process(hub).children(recursive=True)
    server = next(each for each in started if _is_server(each, student))
    return sum(each.memory_info().rss for each in (server, *server.children(recursive=True)))


def _is_server(process: psutil.Process, student: str) -> bool:
    try:
        return process.environ().get("JUPYTERHUB_USER") == student and "jupyterhub" in " ".join(process.cmdline())
    except psutil.Error:
        return False


def _close(labs, students) -> None:
    for lab, student in zip(labs, students, strict=True):
        lab.kernel.line.close()
        student.stop()
        student.web.close()


if __name__ == "__main__":
    for row in drag(int(sys.argv[1])):
        print(row)
