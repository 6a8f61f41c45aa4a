"""Results of an experiment as Parquet files: a row a match, and a row a decision where they were asked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ludus.lab.rows import Row
from ludus.lab.run import LabError


def write_parquet(rows: Sequence[Row], folder: Path) -> list[Path]:
    """`matches.parquet`, and `decisions.parquet` if there are any. Lists are by seat."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise LabError("Parquet files need pyarrow: pip install 'ludus[lab]'", code="no-lab") from error
    tables = {"matches": [{key: value for key, value in row.items() if key != "asked"} for row in rows]}
    asked = [
        {"cell": row["cell"], "number": row["number"], "nth": nth, **each}
        for row in rows
        for nth, each in enumerate(row.get("asked", ()))
    ]
    if asked:
        tables["decisions"] = asked
    written = []
    for name, table in tables.items():
        path = folder / f"{name}.parquet"
        parquet.write_table(pyarrow.Table.from_pylist(table), path, compression="zstd")
        written.append(path)
    return written
