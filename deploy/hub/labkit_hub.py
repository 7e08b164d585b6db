"""What labkit asks of a JupyterHub: a start command, a start page, limits, and servers that end when nobody uses them.

Plain Hub: `jupyterhub_config.py` beside this file loads it. The Littlest JupyterHub: copy it to
/opt/tljh/config/jupyterhub_config.d/ and run `sudo tljh-config reload`.
"""

import sys
from pathlib import Path

c = get_config()  # noqa: F821  JupyterHub's own

FOLDER = "labkit-lessons"  # in each student's home
# Where a class's answers meet, once somebody made it: `install -d -m 1733 -o LECTURER /srv/labkit-class`. Students add
# files of their own there and cannot list it. The Hub's admins are asked for them: their labs show what a class said.
CLASS = Path("/srv/labkit-class")
if CLASS.is_dir():
    c.Spawner.environment = {
        "LABKIT_CLASS": str(CLASS),
        "LABKIT_QUESTIONS": lambda spawner: "class" if spawner.user.admin else "",
    }

# Runs as the student: the lessons are copied or refreshed, nothing that was written is lost, then the server starts.
c.Spawner.cmd = ["labkit", "singleuser", FOLDER]
c.Spawner.default_url = f"/lab/tree/{FOLDER}/00_start_here.ipynb"
c.Spawner.start_timeout = 120
c.Spawner.http_timeout = 120
# A server takes 180 MB, a kernel with a lab 130 MB. Spawners of systemd, Docker and Kubernetes hold these limits.
c.Spawner.mem_limit = "1G"
c.Spawner.cpu_limit = 1.0

# Servers without activity for an hour are stopped; work is on disk, and labs play from what was saved.
c.JupyterHub.load_roles = [
    {
        "name": "idle-culler",
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
        "services": ["idle-culler"],
    }
]
c.JupyterHub.services = [
    {
        "name": "idle-culler",
        "command": [sys.executable, "-m", "jupyterhub_idle_culler", "--timeout=3600"],
    }
]
