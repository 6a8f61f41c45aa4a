"""Which clauses the last full test run has proven. The test suite writes the report, this reads it."""

from __future__ import annotations

import json
from pathlib import Path

from ludus.core.errors import DataError

REPORT = Path("build") / "rule-coverage.json"


def find_report(start: Path) -> Path:
    """The report of the project that `start` lies in."""
    for folder in (start, *start.parents):
        if (folder / REPORT).is_file():
            return folder / REPORT
    raise DataError(
        f"there is no {REPORT} here or further up; run `make test` in the project, which writes it",
        code="no-coverage-report",
    )


def proven_clauses(path: Path) -> set[str]:
    """The clauses with a passing test and no failing one."""
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
        return {clause for clause, tests in report.items() if tests["passed"] > 0 and tests["failed"] == 0}
    except OSError as error:
        raise DataError(
            f"cannot read {path}: {error.strerror or error}; `make test` writes it", code="no-coverage-report"
        ) from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise DataError(
            f"{path} is not a report of the test suite; `make test` writes it anew",
            code="bad-coverage-report",
        ) from error
