"""No golden value is forgotten: each id stands in some test."""

from pathlib import Path

import pytest

from tests.golden import all_golden

FAMILIES = sorted({id.split("-")[0] for id in all_golden()})
TESTS = Path(__file__).parent
NOT_EVIDENCE = (
    "golden.py",
    "test_golden.py",
    Path(__file__).name,
)  # they name ids without checking a learner


@pytest.mark.parametrize("family", FAMILIES)
def test_every_golden_id_of_a_family_is_tested(family):
    files = [path for path in TESTS.rglob("*.py") if path.name not in NOT_EVIDENCE]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    ids = [id for id in all_golden() if id.split("-")[0] == family]
    missing = [id for id in ids if id not in text]
    assert not missing, f"golden values that no test names: {', '.join(missing)}"
