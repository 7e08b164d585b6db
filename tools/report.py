"""Write one file to hand in: what was predicted, answered and solved (make report).

python tools/report.py [record]     the record is work/progress.jsonl unless another one is named
"""

import json
import sys
from pathlib import Path

if __package__ in (None, ""):  # started as a script: make `tools` importable, as it is for the tests
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from labkit.tutor import progress
from labkit.tutor.record import Record
from tools import serve


def main(arguments: list[str], record: Path = serve.RECORD) -> int:
    if arguments:
        record = Path(arguments[0])
    if not record.exists():
        print(f"{record} is not there yet: it begins with your first answer in `make lab`", file=sys.stderr)
        return 1
    made = progress.report(Record(record))
    target = record.with_name("report.json")
    target.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(progress.table(Record(record)))
    print(f"to hand in: {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
