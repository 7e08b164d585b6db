"""The server extension: TCP_NODELAY on kernel websockets, labs that live overnight, what JupyterLab needs for it."""

import logging
import sys
from types import SimpleNamespace

import pytest

from labkit.player import saved_states, server

CHANNELS = "jupyter_server.services.kernels.connection.channels"
SETTING = "kernel_websocket_connection_class"


@pytest.fixture
def app():
    hooks = []
    return SimpleNamespace(
        log=logging.getLogger("labkit-test"),
        web_app=SimpleNamespace(settings={}),
        contents_manager=SimpleNamespace(register_pre_save_hook=hooks.append, hooks=hooks),
    )


def test_extension_is_found_under_its_own_name():
    assert server._jupyter_server_extension_points() == [{"module": server.__name__}]


def test_extension_replaces_the_kernel_connection_by_a_subclass(app):
    server._load_jupyter_server_extension(app)
    assert issubclass(app.web_app.settings[SETTING], sys.modules[CHANNELS].ZMQChannelsWebsocketConnection)


def test_extension_keeps_the_states_of_labs_when_a_notebook_is_saved(app):
    server._load_jupyter_server_extension(app)
    assert app.contents_manager.hooks == [saved_states.before_saving]


def test_labextension_is_found_by_jupyterlab():
    from jupyterlab_server.config import get_federated_extensions

    found = get_federated_extensions([str(server.LABEXTENSIONS)])
    assert list(found) == ["labkit"]
    assert (server.LABEXTENSIONS / "labkit" / found["labkit"]["jupyterlab"]["_build"]["load"]).is_file()


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
