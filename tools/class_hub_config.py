"""The Hub of the tests: the project's own settings, on loopback, every student a folder instead of an account."""

import os
import sys
from pathlib import Path

from jupyterhub.spawner import SimpleLocalProcessSpawner

c = get_config()  # noqa: F821
ROOT, HOME = Path(os.environ["HUB_ROOT"]), Path(os.environ["HUB_HOME"])
load_subconfig(str(ROOT / "deploy" / "hub" / "labkit_hub.py"))  # noqa: F821


class Folder(SimpleLocalProcessSpawner):
    home_dir_template = str(HOME / "{username}")


c.JupyterHub.spawner_class = Folder
c.JupyterHub.services, c.JupyterHub.load_roles = [], []  # nobody stops servers here but the test
c.JupyterHub.bind_url = f"http://127.0.0.1:{os.environ['HUB_PORT']}"
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{os.environ['HUB_PORT_INSIDE']}"
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{os.environ['HUB_PORT_PROXY']}"
c.ConfigurableHTTPProxy.command = [os.environ["HUB_PROXY"]]
c.JupyterHub.db_url = f"sqlite:///{HOME}/hub.sqlite"
c.JupyterHub.cookie_secret_file = str(HOME / "cookie_secret")
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = os.environ["HUB_PASSWORD"]
c.Authenticator.allow_all = True
c.Spawner.cmd = [sys.executable, "-m", "labkit.command", *c.Spawner.cmd[1:]]
c.Spawner.args = ["--allow-root"] if os.geteuid() == 0 else []
