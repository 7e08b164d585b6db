"""A Hub on one machine:  jupyterhub -f deploy/hub/jupyterhub_config.py

Every student has an account of the system and signs in with its password; servers run as that account, so that the
system keeps students apart. Put a proxy with TLS in front, and open only that to the network.
"""

from pathlib import Path

c = get_config()  # noqa: F821  JupyterHub's own
load_subconfig(str(Path(__file__).with_name("labkit_hub.py")))  # noqa: F821

c.JupyterHub.bind_url = "http://127.0.0.1:8000"
c.JupyterHub.authenticator_class = "pam"
c.Authenticator.allow_existing_users = True
c.PAMAuthenticator.open_sessions = False
c.JupyterHub.spawner_class = "systemdspawner.SystemdSpawner"  # it holds the limits on memory and processors
c.SystemdSpawner.isolate_tmp = True
c.SystemdSpawner.disable_user_sudo = True
