"""What a check said."""

import pytest


@pytest.fixture
def said(capsys):
    """Runs a check on answers; what it says first, and its first hint."""

    def line(check, *answers):
        reply = check(*answers)
        assert capsys.readouterr().out == "", "a check prints nothing"
        return reply.says + "".join(f"; hint: {hint}" for hint in reply.hints[:1])

    return line
