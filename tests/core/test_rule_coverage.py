"""The plugin that counts which clauses have a passing test, driven in small projects of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludus.core.errors import DataError
from ludus.lab.coverage import REPORT, find_report, proven_clauses

ROOT = Path(__file__).resolve().parents[2]

PLUGINS = ("-p", "xdist.plugin", "-p", "pytest_asyncio.plugin", "-p", "no:cacheprovider")

CONFTEST = """
from tests.rule_coverage import RuleCoverage

def pytest_configure(config):
    config.addinivalue_line("markers", "rule(clause): proves it")
    config.pluginmanager.register(RuleCoverage(config))
"""

TESTS = """
import pytest

@pytest.mark.rule("CR wreck", "CR ram")
@pytest.mark.rule("cr corner")
def test_good(): pass

@pytest.mark.rule("CR ram")
def test_bad(): assert False

@pytest.mark.rule("CR wreck")
@pytest.mark.parametrize("n", [1, 2])
async def test_async(n): pass

@pytest.mark.rule("CR lap")
def test_skipped(): pytest.skip("not today")

@pytest.mark.rule("CR winner")
@pytest.mark.xfail
def test_expected_to_fail(): assert False

@pytest.fixture
def broken():
    yield
    raise RuntimeError

@pytest.mark.rule("CR caltrop-drop")
def test_breaks_when_it_is_over(broken): pass
"""

FULL = {
    "CR caltrop-drop": {"passed": 1, "failed": 1},
    "CR corner": {"passed": 1, "failed": 0},
    "CR ram": {"passed": 1, "failed": 1},
    "CR wreck": {"passed": 3, "failed": 0},
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "suite").mkdir()
    (tmp_path / "suite" / "conftest.py").write_text(CONFTEST)
    (tmp_path / "suite" / "test_rules.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\ntestpaths = suite\nasyncio_mode = auto\nasyncio_default_fixture_loop_scope = function\n"
        "addopts = --ignore=suite/never_read.py\n"
    )
    return tmp_path


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *PLUGINS, *arguments],
        cwd=project,
        env={**environment, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("arguments", [(), ("-n", "2", "--dist", "worksteal")], ids=["one process", "xdist"])
def test_a_full_run_writes_the_report(project: Path, arguments: tuple[str, ...]) -> None:
    done = run(project, *arguments)
    assert done.returncode == 1, done.stdout
    assert json.loads((project / REPORT).read_text()) == FULL
    assert proven_clauses(project / REPORT) == {"CR corner", "CR wreck"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("-k", "good"),
        ("-m", "rule"),
        ("suite/test_rules.py",),
        ("-x",),
        ("--deselect", "suite/test_rules.py::test_bad"),
    ],
    ids=" ".join,
)
def test_a_partial_run_leaves_the_report_alone(project: Path, arguments: tuple[str, ...]) -> None:
    (project / REPORT).parent.mkdir()
    (project / REPORT).write_text("{}")
    assert "passed" in run(project, *arguments).stdout
    assert (project / REPORT).read_text() == "{}"


@pytest.mark.parametrize("arguments", [(), ("-n", "2")], ids=["one process", "xdist"])
def test_an_unknown_clause_is_an_error_of_its_module(project: Path, arguments: tuple[str, ...]) -> None:
    (project / "suite" / "test_slip.py").write_text(
        'import pytest\n\n@pytest.mark.rule("CR wrekc")\ndef test_slip(): pass\n'
    )
    done = run(project, *arguments)
    assert done.returncode != 0
    assert "test_slip is marked with a rule, but there is no clause 'CR wrekc'" in done.stdout
    assert not (project / REPORT).exists()


def test_the_report_is_found_from_below(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    with pytest.raises(DataError, match="make test") as refusal:
        find_report(deep)
    assert refusal.value.code == "no-coverage-report"
    report = tmp_path / REPORT
    report.parent.mkdir()
    report.write_text("{}")
    assert find_report(deep) == report
    assert proven_clauses(report) == set()


@pytest.mark.parametrize(
    "text", ["", "[]", '{"CR ram": 1}', '{"CR ram": {"passed": "x", "failed": 0}}', "\udc80", "[" * 99999]
)
def test_a_report_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    report = tmp_path / "report.json"
    report.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(DataError, match="make test") as refusal:
        proven_clauses(report)
    assert refusal.value.code == "bad-coverage-report"


def test_a_missing_report_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError) as refusal:
        proven_clauses(tmp_path / "none.json")
    assert refusal.value.code == "no-coverage-report"
