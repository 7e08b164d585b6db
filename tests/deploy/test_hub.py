"""A Hub with its proxy on loopback, and two students: they work in a lesson, stay apart, and lose nothing."""

import re
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import jsonschema
import pytest
import yaml

from labkit.command import answers
from tools import class_hub
from tools.class_hub import LESSON, Student, until

ROOT = Path(__file__).resolve().parents[2]
HUB = ROOT / "deploy" / "hub"
SOLUTION = (ROOT / "course" / "solutions" / "20_adaboost.py").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def hub(fetching, tmp_path_factory):
    if not class_hub.at_hand():
        fetching("a Hub with two students")
        class_hub.install()
    home = tmp_path_factory.mktemp("hub")
    with class_hub.hub(home) as (address, password, _pid):
        yield address, home, password


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
    kernel = anne.open_kernel()
    kernel.send("execute_request", {"code": "print('begun', flush=True)\nwhile True: pass", "silent": False,
                                    "store_history": False, "allow_stdin": False})  # fmt: skip
    until(lambda: "begun" in kernel.next_message()["content"].get("text", ""), "the loop")
    assert [each["execution_state"] for each in anne.get("anne", "api/kernels").json()].count("busy") == 1
    anne.stop()
    kernel.line.close()
    assert bert.is_up()
    anne.start()
    assert anne.lesson()["cells"][place]["source"].endswith("half an answ")
    assert '"right": true' in record.read_text()
    for student in (anne, bert):
        student.web.close()


@pytest.mark.parametrize("admin, questions", [(True, "class"), (False, "")])
def test_a_class_has_a_folder_and_its_lecturer_asks(tmp_path, admin, questions):
    source, c = (HUB / "labkit_hub.py").read_text(encoding="utf-8"), MagicMock()
    exec(source.replace("/srv/labkit-class", str(tmp_path)), {"get_config": lambda: c})
    environment = c.Spawner.environment
    assert environment["LABKIT_CLASS"] == str(tmp_path)
    assert environment["LABKIT_QUESTIONS"](SimpleNamespace(user=SimpleNamespace(admin=admin))) == questions


class Settings(dict):
    """As traitlets' own, without JupyterHub: a section is there as soon as it is named."""

    def __getattr__(self, name):
        return self.setdefault(name, Settings())

    __setattr__ = dict.__setitem__


def loaded(path, c):
    """What a file of settings says, and those that it loads."""
    names = {"get_config": lambda: c, "load_subconfig": lambda other: loaded(Path(other), c), "__file__": str(path)}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)
    return c


def test_hub_of_one_machine_is_on_loopback_holds_limits_and_culls():
    c = loaded(HUB / "jupyterhub_config.py", Settings())
    assert c.JupyterHub.bind_url.startswith("http://127.0.0.1:") and c.JupyterHub.authenticator_class == "pam"
    assert c.JupyterHub.spawner_class == "systemdspawner.SystemdSpawner"
    assert (c.Spawner.mem_limit, c.Spawner.cpu_limit) == ("1G", 1.0)
    assert c.SystemdSpawner.isolate_tmp and c.SystemdSpawner.disable_user_sudo
    (role,), (service,) = c.JupyterHub.load_roles, c.JupyterHub.services
    assert role["services"] == [service["name"]] and set(role["scopes"]) >= {"list:users", "delete:servers"}
    assert service["command"][1:3] == ["-m", "jupyterhub_idle_culler"]


def part(**properties):
    return {"type": "object", "additionalProperties": False, "properties": properties}


SIZE, WORD = {"type": ["number", "string", "null"]}, {"type": ["string", "null"]}
# What the chart's own schema (Zero to JupyterHub 4, values.schema.yaml) says of what we set; all else is refused.
CHART = part(
    hub=part(config={"type": "object"}),
    singleuser=part(
        image=part(name={"type": "string"}, tag={"type": "string"}),
        cmd={"type": ["array", "string", "null"]},
        defaultUrl=WORD,
        startTimeout={"type": ["integer", "null"]},
        memory=part(limit=SIZE, guarantee=SIZE),
        cpu=part(limit={"type": ["number", "null"]}, guarantee={"type": ["number", "null"]}),
        storage=part(
            type={"enum": ["dynamic", "static", "none"]}, homeMountPath={"type": "string"}, capacity=WORD
        ) | {"required": ["type", "homeMountPath"]},
    ),
    cull=part(enabled={"type": "boolean"}, timeout=SIZE, every=SIZE),
)  # fmt: skip


def test_values_for_kubernetes_are_of_the_chart_s_schema():
    jsonschema.validate(yaml.safe_load((HUB / "values.yaml").read_text(encoding="utf-8")), CHART)


def test_copies_and_answers_are_on_the_volume_that_outlives_a_pod():
    values = yaml.safe_load((HUB / "values.yaml").read_text(encoding="utf-8"))
    spawner, home = values["hub"]["config"]["KubeSpawner"], values["singleuser"]["storage"]["homeMountPath"]
    assert spawner == {"working_dir": home, "notebook_dir": home}
    assert not Path(values["singleuser"]["cmd"][-1]).is_absolute()  # so it is below the folder of the start
    image = re.search(r"--target-repo-dir (\S+)", (HUB / "values.yaml").read_text(encoding="utf-8"))[1]
    assert not image.startswith(home)  # the volume would cover it


def test_values_for_kubernetes_say_what_the_settings_of_one_machine_say():
    values = yaml.safe_load((HUB / "values.yaml").read_text(encoding="utf-8"))["singleuser"]
    settings = (HUB / "labkit_hub.py").read_text(encoding="utf-8")
    assert values["cmd"] == ["labkit", "singleuser", "labkit-lessons"]
    assert values["defaultUrl"] == "/lab/tree/labkit-lessons/00_start_here.ipynb"
    assert f'mem_limit = "{values["memory"]["limit"]}"' in settings
    assert 'FOLDER = "labkit-lessons"' in settings
