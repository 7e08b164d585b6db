"""No golden value is forgotten: each id is used by the code of some test; a docstring holds nothing."""

from functools import cache
from pathlib import Path

import pytest

from tests.golden import all_golden
from tools.course_index import NOT_EVIDENCE, evidence

FAMILIES = sorted({id.split("-")[0] for id in all_golden()})
TESTS = Path(__file__).parent


@cache
def used():
    files = [path for path in TESTS.rglob("*.py") if path.name not in NOT_EVIDENCE]
    return set().union(*(evidence(path.read_text(encoding="utf-8")) for path in files))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_golden_id_of_a_family_is_tested(family):
    missing = [id for id in all_golden() if id.split("-")[0] == family and id not in used()]
    assert not missing, f"golden values that no test uses: {', '.join(missing)}"


@pytest.mark.parametrize("source, found", [
    ('assert close(w, golden("PER-06"))', {"PER-06"}),
    ('@parametrize("id", ["PER-06", "PER-07"])\ndef test_it(id): ...', {"PER-06", "PER-07"}),
    ("def test_rule_PER_06(): ...", {"PER-06"}),
    ('"""PER-06, I-000-041"""', set()),
    ("x = 1  # PER-06", set()),
    ('def test_it():\n    """PER-06, I-000-041."""', {"I-000-041"}),
    ("def test_it():  # PER-06, I-000-041\n    pass", {"I-000-041"}),
])  # fmt: skip
def test_golden_id_counts_where_it_is_used(source, found):
    assert evidence(source) == found
