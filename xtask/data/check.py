#!/usr/bin/env python3
"""Whether a block's three exports say the same, read by other people's programs.

    check.py FOLDER TABLE [--spreadsheet]

FOLDER holds units.jsonl, units.csv and units.parquet of one block; TABLE is the prize table as
`cents:count,…`, from the game file or a regulation. DuckDB reads Parquet and counts the lots;
pandas reads the CSV with its default types. With --spreadsheet LibreOffice turns the CSV into a
workbook and back, and every identifier must still be what it was.
"""

import json
import pathlib
import subprocess
import sys

import duckdb
import pandas
from pandas.api.types import is_integer_dtype


def expect(holds, what):
    if not holds:
        sys.exit(f"FAULT {what}")


def lines(folder):
    """The JSON Lines as rows of a table, the truth of this test."""
    for number, text in enumerate((folder / "units.jsonl").open(encoding="utf-8")):
        unit = json.loads(text)
        expect(unit["index"] == number, f"line {number} is unit {unit['index']}")
        yield (
            unit["index"],
            unit["letters"],
            *("/".join(grid) for grid in unit["grids"]),
            *(len(words) for words in unit["completed"]),
            unit["prize_cents"],
        )


def check_table(counts, table, what):
    table = dict(table)
    zero = sum(counts.values()) - sum(table.values())
    if zero > 0:
        table[0] = zero
    expect(counts == table, f"{what} counts {counts}, the table has {table}")


def check_parquet(folder, truth, table):
    source = f"read_parquet('{folder / 'units.parquet'}')"
    rows = duckdb.sql(f"select * exclude (unit) from {source} order by index").fetchall()
    expect(rows == truth, "Parquet differs from JSON Lines")
    counts = duckdb.sql(f"select prize_cents, count(*) from {source} group by all").fetchall()
    check_table(dict(counts), table, "DuckDB")
    odd = duckdb.sql(
        f"select count(*) from {source} where unit not like '%/' || index or unit not similar to '[a-z].*'"
    ).fetchall()
    expect(odd == [(0,)], "a unit's name in Parquet does not end with its index")


def check_csv(path, truth, types):
    frame = pandas.read_csv(path)
    names = frame.pop("unit")
    expect(
        [name.rsplit("/", 1)[1] for name in names] == [str(row[0]) for row in truth],
        f"{path.name}: a unit's name does not end with its index",
    )
    kinds = ["number" if is_integer_dtype(kind) else "text" for kind in frame.dtypes]
    expect(kinds == types, f"{path.name}: types {list(frame.dtypes)}")
    rows = list(frame.itertuples(index=False, name=None))
    for row, true in zip(rows, truth, strict=True):
        expect(row == true, f"{path.name}: {row} should be {true}")


def through_a_spreadsheet(folder):
    """The CSV as LibreOffice writes it after it has made a workbook of it."""
    office = ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/office"]
    workbook, back = folder / "workbook", folder / "back"
    for source, kind, out in [
        (folder / "units.csv", "xlsx", workbook),
        (workbook / "units.xlsx", "csv", back),
    ]:
        subprocess.run(
            [*office, "--convert-to", kind, "--outdir", out, source], check=True, capture_output=True
        )
    return back / "units.csv"


def main(folder, table, *options):
    folder = pathlib.Path(folder).resolve()
    table = [tuple(map(int, line.split(":"))) for line in table.split(",")]
    truth = list(lines(folder))
    grids = (len(truth[0]) - 3) // 2
    types = ["number", *["text"] * (1 + grids), *["number"] * (grids + 1)]
    check_parquet(folder, truth, table)
    check_csv(folder / "units.csv", truth, types)
    if "--spreadsheet" in options:
        check_csv(through_a_spreadsheet(folder), truth, types)
    print(f"{len(truth)} units: JSON Lines, CSV and Parquet say the same, and the lots are the table's")


main(*sys.argv[1:])
