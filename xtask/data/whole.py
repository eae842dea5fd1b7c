#!/usr/bin/env python3
"""Whether a whole block is exported in flat memory, and holds its table in every format.

    whole.py GRILLE GAME FOLDER TABLE LOTS CENTS

GRILLE deals the block of the shipped game GAME into FOLDER, which is emptied at the end, and writes
it in three formats. TABLE is the prize table as `cents:count,…`, LOTS and CENTS what it adds up to,
all from the regulation. DuckDB reads each file and counts: lots by amount, and a number that every
unit's index, letters and prize go into, which must be the same in all three.
"""

import os
import pathlib
import shutil
import sys
import time

import duckdb

# The block itself is many times as large as this, and so is each of the files.
MOST_MB = 150


def expect(holds, what):
    if not holds:
        sys.exit(f"FAULT {what}")


def measured(what, *command):
    """Runs a program, and says how long it took and how much memory it had at the most."""
    began = time.monotonic()
    process = os.posix_spawn(command[0], command, os.environ)
    _, status, used = os.wait4(process, 0)
    seconds, most = time.monotonic() - began, used.ru_maxrss / 1024
    print(f"{what}: {seconds:.1f} s, {used.ru_utime + used.ru_stime:.1f} s of processor, {most:.0f} MB")
    expect(status == 0, f"{what} ended with {status}")
    expect(most < MOST_MB, f"{what} took {most:.0f} MB, more than {MOST_MB}")


def counted(name, source, table):
    began = time.monotonic()
    rows = duckdb.sql(f"select prize_cents, count(*) from {source} group by all").fetchall()
    rows = dict(rows)
    losing = rows.pop(0)
    expect(rows == table, f"{name}: DuckDB counts {rows}, the table has {table}")
    units, distinct, least, most, mark = duckdb.sql(
        "select count(*), count(distinct index), min(index), max(index),"
        f" bit_xor(hash(index::bigint, letters, prize_cents::bigint)) from {source}"
    ).fetchall()[0]
    expect((distinct, least, most) == (units, 0, units - 1), f"{name}: an index lacks or is double")
    lots, cents = sum(rows.values()), sum(amount * count for amount, count in rows.items())
    print(
        f"{name}: DuckDB counts {lots} lots and {losing} without, {cents / 100:.2f} EUR,"
        f" in {time.monotonic() - began:.1f} s"
    )
    return units, lots, cents, mark


def main(grille, game, folder, table, lots, cents):
    folder = pathlib.Path(folder).resolve()
    table = {int(amount): int(count) for amount, count in (it.split(":") for it in table.split(","))}
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    block, share = str(folder / "block"), str(folder / "share")
    measured("deal", grille, "block", "deal", game, "--out", block, "--new-key", share)
    for kind in ("jsonl", "csv", "parquet"):
        out = str(folder / f"units.{kind}")
        arguments = ("--key-file", share, "--format", kind, "--out", out)
        measured(f"export {kind}", grille, "block", "export", block, *arguments)
        print(f"export {kind}: {os.path.getsize(out) / 1e6:.0f} MB on disk")
    duckdb.sql("set memory_limit = '2GB'")
    duckdb.sql(f"set temp_directory = '{folder / 'duckdb'}'")
    columns = "{'index': 'BIGINT', 'letters': 'VARCHAR', 'prize_cents': 'BIGINT'}"
    sources = {
        "Parquet": f"read_parquet('{folder / 'units.parquet'}')",
        "CSV": f"read_csv('{folder / 'units.csv'}')",
        "JSON Lines": f"read_json('{folder / 'units.jsonl'}', format = 'newline_delimited', columns = {columns})",
    }
    found = {name: counted(name, source, table) for name, source in sources.items()}
    expect(len(set(found.values())) == 1, f"the formats differ: {found}")
    _, found_lots, found_cents, _ = found["Parquet"]
    expect((found_lots, found_cents) == (int(lots), int(cents)), "the sums are not the regulation's")
    shutil.rmtree(folder)


main(*sys.argv[1:])
