"""The pytest plugin behind `ludus rules coverage`: which clauses have a passing test.

Tests carry `@pytest.mark.rule("CR wreck")`, several if need be. After a full run, one that selects nothing and breaks
nothing off, `build/rule-coverage.json` says for each clause how many of its tests passed and failed. Partial runs
leave the report alone.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Any

import pytest

from ludus.core.clauses import find_clause
from ludus.core.errors import DataError
from ludus.lab.coverage import REPORT

PROPERTY = "rule"
# Options that leave tests out, or stop before the last one.
SELECTING = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "maxfail", "collectonly", "lf", "stepwise")


class RuleCoverage:
    """Counts passed and failed tests for each clause. Under xdist the counting is done where the reports arrive."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.tests: dict[str, dict[str, int]] = {}
        self.complete = True

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_pycollect_makeitem(self) -> Generator[None, Any, Any]:
        made = yield
        for item in made if isinstance(made, list) else ():
            clauses_of(item)  # a slip is an error of the module, shown like a syntax error
        return made

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        item.user_properties += [(PROPERTY, clause) for clause in clauses_of(item)]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        # With xdist the other modules run all the same.
        self.complete &= not report.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped or hasattr(report, "wasxfail") or (report.passed and report.when != "call"):
            return
        for name, clause in report.user_properties:
            if name == PROPERTY:
                counts = self.tests.setdefault(str(clause), {"passed": 0, "failed": 0})
                counts["passed" if report.passed else "failed"] += 1

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        finished = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if finished and self.complete and is_full_run(self.config):
            file = self.config.rootpath / REPORT
            file.parent.mkdir(exist_ok=True)
            file.write_text(json.dumps(self.tests, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def clauses_of(item: pytest.Item) -> list[str]:
    """The clauses a test is marked with."""
    try:
        return sorted({find_clause(clause).id for mark in item.iter_markers("rule") for clause in mark.args})
    except DataError as error:
        raise pytest.Collector.CollectError(f"{item.nodeid} is marked with a rule, but {error.message}") from None


def is_full_run(config: pytest.Config) -> bool:
    return (
        not hasattr(config, "workerinput")  # an xdist worker sees only its share
        and config.args_source is pytest.Config.ArgsSource.TESTPATHS
        and not any(_selects(config, name) for name in SELECTING)
    )


def _selects(config: pytest.Config, name: str) -> bool:
    asked = config.getoption(name, default=None)
    if name == "ignore" and asked:  # what the project leaves out for everybody is no choice of this run
        asked = [file for file in asked if f"--ignore={file}" not in config.getini("addopts")]
    return bool(asked)
