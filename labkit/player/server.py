"""A Jupyter server extension for labs that answer at once and live overnight.

The stock server leaves Nagle's algorithm on for the kernel's WebSocket, which holds back small messages by about 40 ms:
a dragged point then lags behind the hand. And what JupyterLab saves of a notebook's widgets is dead the next day: see
``saved_states``.

`make lab` enables this extension for its own server, and gives it the folder ``jupyter`` beside this module, where
`labconfig` makes JupyterLab save states at all, `labextensions` lets a lesson that was only opened count as unchanged.
Without any of this every lab works, only slower, and is a picture once its kernel is gone.
"""

from pathlib import Path

from labkit.player import saved_states

SETTINGS = Path(__file__).parent / "jupyter"  # for JUPYTER_CONFIG_PATH
LABEXTENSIONS = SETTINGS / "labextensions"  # for JupyterLab's extra_labextensions_path


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "labkit.player.server"}]


def _load_jupyter_server_extension(app) -> None:
    # Extensions are loaded by the alphabet, so jupytext has already put its own contents manager in place.
    app.contents_manager.register_pre_save_hook(saved_states.before_saving)
    try:
        from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
    except ImportError:
        app.log.warning("labkit: this jupyter_server has no known kernel connection; labs will react slower")
        return
    app.web_app.settings["kernel_websocket_connection_class"] = without_delay(ZMQChannelsWebsocketConnection)


def without_delay(connection: type) -> type:
    """The same kernel connection with TCP_NODELAY set on its socket before it connects."""

    class PromptConnection(connection):
        def connect(self):
            self.websocket_handler.set_nodelay(True)
            return super().connect()

    return PromptConnection
