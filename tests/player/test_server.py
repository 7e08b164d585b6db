"""The server extension that sets TCP_NODELAY on kernel websockets."""

import logging
import sys
from types import SimpleNamespace

import pytest

from labkit.player import server

CHANNELS = "jupyter_server.services.kernels.connection.channels"
SETTING = "kernel_websocket_connection_class"


@pytest.fixture
def app():
    return SimpleNamespace(log=logging.getLogger("labkit-test"), web_app=SimpleNamespace(settings={}))


def test_extension_is_found_under_its_own_name():
    assert server._jupyter_server_extension_points() == [{"module": server.__name__}]


def test_extension_replaces_the_kernel_connection_by_a_subclass(app):
    server._load_jupyter_server_extension(app)
    assert issubclass(app.web_app.settings[SETTING], sys.modules[CHANNELS].ZMQChannelsWebsocketConnection)


def test_connection_sets_nodelay_before_it_connects():
    calls = []

    class Connection:
        websocket_handler = SimpleNamespace(set_nodelay=lambda value: calls.append(("nodelay", value)))

        def connect(self):
            calls.append("connect")
            return "connected"

    assert server.without_delay(Connection)().connect() == "connected"
    assert calls == [("nodelay", True), "connect"]


def test_unknown_jupyter_server_gives_one_warning_and_no_failure(app, monkeypatch, caplog):
    monkeypatch.setitem(sys.modules, CHANNELS, None)
    server._load_jupyter_server_extension(app)
    assert app.web_app.settings == {}
    assert [record.levelname for record in caplog.records] == ["WARNING"]
