"""What a check said."""

import pytest


@pytest.fixture
def said(capsys):
    """Runs a check on answers; the one line that it printed."""

    def line(check, *answers):
        check(*answers)
        out = capsys.readouterr().out
        assert out.count("\n") == 1, "a check prints exactly one line"
        return out.strip()

    return line
