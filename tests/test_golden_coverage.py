"""No golden value of a built family is forgotten: each id stands in some test."""

from pathlib import Path

import pytest

from tests.golden import all_golden

PERCEPTRONS = ("PER", "LP", "FUZ", "LVQ", "LMS", "HK", "COV", "DLT", "RLS")
TREES = ("TEN", "WEA", "RGB", "T12", "BUY", "CCX", "JMI", "IMP", "RUL", "AVI", "OBL", "REG")
ENSEMBLES = ("ADA", "GBM", "L2B", "LGB", "LKB", "BAG", "RF", "ECO", "LSS")
NEIGHBOURS_AND_LINES = ("COD", "KNN", "LIN", "LSC", "RID", "GEO", "BAS")
PROBABILITIES = ("GEN", "QDA", "NB", "LDA", "LOG", "SMX", "LAP", "PRO", "VAR", "JEN")
BUILT = (*PERCEPTRONS, *TREES, *ENSEMBLES, *NEIGHBOURS_AND_LINES, *PROBABILITIES)
TESTS = Path(__file__).parent
NOT_EVIDENCE = (
    "golden.py",
    "test_golden.py",
    Path(__file__).name,
)  # they name ids without checking a learner


@pytest.mark.parametrize("family", BUILT)
def test_every_golden_id_of_a_built_family_is_tested(family):
    files = [path for path in TESTS.rglob("*.py") if path.name not in NOT_EVIDENCE]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    ids = [id for id in all_golden() if id.split("-")[0] == family]
    assert ids, f"golden.csv has no family {family}"
    missing = [id for id in ids if id not in text]
    assert not missing, f"golden values that no test names: {', '.join(missing)}"
