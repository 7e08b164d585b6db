"""A Jupyter server extension that answers small kernel messages at once.

The stock server leaves Nagle's algorithm on for the kernel's WebSocket, which holds back small messages
by about 40 ms: a dragged point then lags behind the hand. `make lab` enables this extension for its own
server; without it every lab works, only slower.
"""


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "labkit.player.server"}]


def _load_jupyter_server_extension(app) -> None:
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
