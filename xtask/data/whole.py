#!/usr/bin/env python3
"""Whether a whole block is exported in flat memory, and holds its table in every format.

    whole.py GRILLE GAME FOLDER TABLE LOTS CENTS

GRILLE deals the block of the shipped game GAME, for paper, into FOLDER, which is emptied at the end,
writes it in three formats, and prints its tickets. TABLE is the prize table as `cents:count,…`, LOTS and CENTS what it adds up to,
all from the regulation. DuckDB reads each file and counts: lots by amount, and a number that every
unit's index, letters and prize go into, which must be the same in all three. Of what was printed it
counts tickets, codes and books; the validation file must have as many records, in order.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import time

import duckdb
import numpy

# The block itself is many times as large as this, and so is each of the files.
MOST_MB = 150
BOOK_TICKETS = 50


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


def check_print(folder, units):
    """What was printed of a whole block: each ticket once, whole books, as many records to pay by."""
    press, validation = folder / "press", folder / "validation"
    for place in (press, validation):
        subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=place, check=True)
    source = f"read_parquet('{press / 'tickets.parquet'}')"
    found = duckdb.sql(
        "select count(*), count(distinct ticket), count(distinct code), count(distinct index),"
        f" min(index), max(index) from {source}"
    ).fetchall()
    expect(found == [(units, units, units, units, 0, units - 1)], f"of {units} tickets there are {found}")
    found = duckdb.sql(
        "select count(*), min(tickets), max(tickets), min(places), max(last) from"
        " (select book, count(*) tickets, count(distinct place) places, max(place) last"
        f" from {source} group by book)"
    ).fetchall()
    books = units // BOOK_TICKETS
    expected = [(books, BOOK_TICKETS, BOOK_TICKETS, BOOK_TICKETS, BOOK_TICKETS - 1)]
    expect(found == expected, f"of {books} books of {BOOK_TICKETS} there are {found}")
    for name, lines in (("tickets.csv", units + 1), ("tickets.jsonl", units)):
        with (press / name).open("rb") as file:
            count = sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
        expect(count == lines, f"{name} has {count} lines instead of {lines}")
    record = numpy.dtype([("key", ">u8", 4), ("value", "u1", 24)])
    keys = numpy.fromfile(validation / "tickets.validation", dtype=record)["key"][:, 0]
    expect(len(keys) == units, f"the validation file has {len(keys)} records")
    # The first eight bytes of three million keys are distinct but once in four million blocks.
    expect((keys[1:] > keys[:-1]).all(), "the validation file is not in order")
    print(f"print: {units} tickets and codes, each once, in {books} books; as many records to pay by")


def main(grille, game, folder, table, lots, cents):
    folder = pathlib.Path(folder).resolve()
    table = {int(amount): int(count) for amount, count in (it.split(":") for it in table.split(","))}
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    block, share = str(folder / "block"), str(folder / "share")
    paper = ("--game-code", "31702", "--book-tickets", str(BOOK_TICKETS))
    measured("deal", grille, "block", "deal", game, "--out", block, "--new-key", share, *paper)
    for kind in ("jsonl", "csv", "parquet"):
        out = str(folder / f"units.{kind}")
        arguments = ("--key-file", share, "--format", kind, "--out", out)
        measured(f"export {kind}", grille, "block", "export", block, *arguments)
        print(f"export {kind}: {os.path.getsize(out) / 1e6:.0f} MB on disk")
    out = folder / "print"
    measured("print", grille, "block", "print", block, "--key-file", share, "--out", str(out))
    # Nothing is measured from here on: a program's peak is at least what this one has when it starts it.
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
    units, found_lots, found_cents, _ = found["Parquet"]
    expect((found_lots, found_cents) == (int(lots), int(cents)), "the sums are not the regulation's")
    check_print(out, units)
    for path in sorted(out.rglob("tickets.*")):
        print(f"print {path.name}: {path.stat().st_size / 1e6:.0f} MB on disk")
    shutil.rmtree(folder)


main(*sys.argv[1:])
