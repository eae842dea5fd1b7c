#!/usr/bin/env python3
"""Whether printed tickets, read back, are their records.

    tickets.py FOLDER [--spreadsheet]

FOLDER holds print/ (press/ and validation/) and books/ (PDFs) of one small block. The press's three
files must say the same; pandas reads the CSV with its default types. Each page is rendered at 300 dots an
inch and read: letters by the places of their texts against the frames that are seen in the picture,
symbols by two decoders each (zxing and libdmtx, zxing and zbar). With --spreadsheet LibreOffice turns the CSV
into a workbook and back.
"""

import concurrent.futures
import hashlib
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

import duckdb
import numpy
import pandas
import zxingcpp
from PIL import Image

DPI = 300
POINTS = 72
GREY = (0x2A, 0x32, 0x50)
COAT = (0xC4, 0xC6, 0xC5)


def expect(holds, what):
    if not holds:
        raise SystemExit(f"FAULT {what}")


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, **options).stdout


# The press's data.


def records(press):
    lines = (press / "tickets.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    for number, row in enumerate(rows):
        expect(row["index"] == number, f"line {number} is ticket {row['index']}")
    return rows


def flat(row):
    """A record as the other two formats have it."""
    grids = {f"grid_{number}": "/".join(grid) for number, grid in enumerate(row["grids"], 1)}
    first = {key: value for key, value in row.items() if key not in ("grids", "code")}
    return {**first, **grids, "code": row["code"]}


def check_csv(path, rows):
    frame = pandas.read_csv(path)
    found = frame.to_dict("records")
    for one, row in zip(found, rows, strict=True):
        expect(one == flat(row), f"{path}: {one} should be {flat(row)}")


def check_data(folder, rows, spreadsheet):
    press, validation = folder / "print/press", folder / "print/validation"
    source = f"read_parquet('{press / 'tickets.parquet'}')"
    frame = duckdb.sql(f"select * from {source} order by index").df()
    expect(frame.to_dict("records") == [flat(row) for row in rows], "Parquet differs from JSON Lines")
    check_csv(press / "tickets.csv", rows)
    for place in (press, validation):
        for line in (place / "SHA256SUMS").read_text().splitlines():
            digest, name = line.split("  ")
            found = hashlib.sha256((place / name).read_bytes()).hexdigest()
            expect(found == digest, f"{name} has not its checksum")
    if spreadsheet:
        office = ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/office", "--convert-to"]
        run(*office, "xlsx", "--outdir", folder / "workbook", press / "tickets.csv")
        run(*office, "csv", "--outdir", folder / "back", folder / "workbook/tickets.xlsx")
        check_csv(folder / "back/tickets.csv", rows)


def mac(key, text):
    import hmac

    return hmac.new(key, text, hashlib.sha256).digest()


def check_validation(folder, rows):
    """The file as docs/spec/ticket.md has it: every ticket's key once, in order, all of one size."""
    alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    bytes_ = (folder / "print/validation/tickets.validation").read_bytes()
    expect(len(bytes_) == 56 * len(rows), "the validation file has not a record for every ticket")
    found = [bytes_[at : at + 32] for at in range(0, len(bytes_), 56)]
    expect(found == sorted(found), "the validation file is not in order")
    keys = set()
    for row in rows:
        symbols = row["code"][1:].replace("-", "")[:16]
        bits = sum(alphabet.index(symbol) << (5 * (15 - at)) for at, symbol in enumerate(symbols))
        number = row["ticket"][1:].replace("-", "")
        keys.add(mac(bits.to_bytes(10, "big"), (number[:5] + number).encode()))
    expect(keys == set(found), "the validation file's keys are not those of the tickets")


# The pages.


def words(pdf, page):
    """The words of a page with their boxes, in millimetres."""
    text = run("pdftotext", "-f", str(page), "-l", str(page), "-bbox", pdf, "-").decode()
    pattern = r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>'
    for *box, word in re.findall(pattern, text):
        yield [float(side) / POINTS * 25.4 for side in box], html.unescape(word)


def picture(pdf, page, folder):
    out = folder / f"page-{page}"
    run("pdftoppm", "-r", str(DPI), "-f", str(page), "-l", str(page), "-singlefile", pdf, out)
    return Image.open(f"{out}.ppm")


def near(pixels, colour, by=12):
    return (numpy.abs(pixels.astype(int) - colour).max(axis=2) <= by)


def runs(flags, least):
    """The stretches in which flags hold, at least so long."""
    edges = numpy.flatnonzero(numpy.diff(numpy.concatenate([[0], flags.astype(int), [0]])))
    return [(a, b) for a, b in edges.reshape(-1, 2) if b - a >= least]


def frames(pixels, grids):
    """Where the grids' frames are seen, in millimetres: left, top, right, bottom."""
    grey = near(pixels, GREY)
    mm = 25.4 / DPI
    (top, bottom), *_ = sorted(runs(grey.sum(axis=1) > 30, 100), key=lambda run: run[0] - run[1])
    columns = runs(grey[top:bottom].sum(axis=0) > 30, 100)
    expect(len(columns) == grids, f"{len(columns)} frames are seen instead of {grids}")
    return [(left * mm, top * mm, right * mm, bottom * mm) for left, right in columns]


def read_front(found, pixels, row):
    """The letters under the tiles and in the grids, by where their texts stand."""
    places = frames(pixels, len(row["grids"]))
    rows, columns = len(row["grids"][0]), len(row["grids"][0][0])
    cells = [[["."] * columns for _ in range(rows)] for _ in places]
    tiles = []
    for (left, top, right, bottom), word in found:
        middle = ((left + right) / 2, (top + bottom) / 2)
        for grid, (x0, y0, x1, y1) in enumerate(places):
            if x0 < middle[0] < x1 and y0 < middle[1] < y1:
                size = (right - left) / len(word)
                for at, letter in enumerate(word):
                    across = (left + size * (at + 0.5) - x0) / (x1 - x0) * columns
                    down = (middle[1] - y0) / (y1 - y0) * rows
                    cells[grid][int(down)][int(across)] += letter
        if len(word) == 1 and bottom - top > 7 and (word.isalpha() or word == "?"):
            tiles.append((round(middle[1] / 5), middle[0], word))
    grids = [["".join(cell[-1] if len(cell) < 3 else "!" for cell in line) for line in grid] for grid in cells]
    return "".join(word for _, _, word in sorted(tiles)), grids


def decoded(image, kind):
    found = zxingcpp.read_barcodes(image, formats=kind)
    expect(len(found) == 1, f"zxing reads {len(found)} symbols of {kind}")
    return found[0]


def box(symbol):
    """Its corners as left, top, right, bottom, in pixels."""
    corners = [symbol.position.top_left, symbol.position.top_right]
    corners += [symbol.position.bottom_left, symbol.position.bottom_right]
    xs, ys = [corner.x for corner in corners], [corner.y for corner in corners]
    return min(xs), min(ys), max(xs), max(ys)


def is_free(pixels, left, top, right, bottom):
    return int(pixels[top:bottom, left:right].min()) > 200


def check_matrix(image, pixels, code, folder):
    symbol = decoded(image, zxingcpp.BarcodeFormat.DataMatrix)
    expect(symbol.text == code, f"zxing reads {symbol.text!r} for {code}")
    left, top, right, bottom = box(symbol)
    # A module is half a millimetre; at least one must stay free (ISO/IEC 16022).
    quiet, edge = 6, 3
    sides = [
        (left - edge - quiet, top, left - edge, bottom),
        (right + edge, top, right + edge + quiet, bottom),
        (left, top - edge - quiet, right, top - edge),
        (left, bottom + edge, right, bottom + edge + quiet),
    ]
    expect(all(is_free(pixels, *side) for side in sides), f"{code}: its quiet zone is not free")
    crop = folder / "matrix.png"
    image.crop((left - 15, top - 15, right + 15, bottom + 15)).save(crop)
    other = run("dmtxread", "-N1", crop).decode()
    expect(other == code, f"libdmtx reads {other!r} for {code}")


def check_barcode(image, pixels, number, folder):
    symbol = decoded(image, zxingcpp.BarcodeFormat.Code128)
    expect(symbol.text == number, f"zxing reads {symbol.text!r} for {number}")
    left, top, right, bottom = box(symbol)
    # Ten modules of 0.33 mm left and right (ISO/IEC 15417).
    quiet, edge, middle = 36, 3, (top + bottom) // 2
    for side in ((left - quiet, left - edge), (right + edge, right + quiet)):
        expect(is_free(pixels, side[0], middle - 20, side[1], middle + 20), f"{number}: no quiet zone")
    crop = folder / "barcode.png"
    image.crop((left - 60, top - 60, right + 60, bottom + 60)).save(crop)
    other = run("zbarimg", "--quiet", "--raw", "-Sdisable", "-Scode128.enable", crop).decode().strip()
    expect(other == number, f"zbar reads {other!r} for {number}")


def check_bare(pdf, place, row):
    code, number = row["code"][1:].replace("-", ""), row["ticket"][1:]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        image = picture(pdf, 2 * place + 1, folder)
        pixels = numpy.asarray(image)
        found = list(words(pdf, 2 * place + 1))
        letters, grids = read_front(found, pixels, row)
        expect(letters == row["letters"], f"{number}: the letters are read as {letters}")
        expect(grids == row["grids"], f"{number}: the grids are read as {grids}")
        text = "".join(word for _, word in found)
        expect(code in text, f"{number}: its validation code cannot be read as text")
        expect("\ufffd" not in text and "\u25a1" not in text, f"{number}: a character has no glyph")
        check_matrix(image, pixels, code, folder)
        back = picture(pdf, 2 * place + 2, folder)
        check_barcode(back, numpy.asarray(back), number.replace("-", ""), folder)
        text = " ".join(word for _, word in words(pdf, 2 * place + 2))
        expect(number in text, f"{number}: its number cannot be read as text")


def check_covered(pdf, place, row):
    """The same grids on the covers; of letters and code nothing, neither as text nor as picture."""
    code, number = row["code"][1:].replace("-", ""), row["ticket"][1:]
    with tempfile.TemporaryDirectory() as folder:
        image = picture(pdf, 2 * place + 1, pathlib.Path(folder))
        pixels = numpy.asarray(image)
        found = list(words(pdf, 2 * place + 1))
        marks, grids = read_front(found, pixels, row)
        expect(marks == "?" * len(row["letters"]), f"{number}: the covers of the letters read {marks}")
        expect(grids == row["grids"], f"{number}: the covers read {grids}, which is another ticket")
        text = "".join(word for _, word in found)
        pieces = {code[at : at + 6] for at in range(len(code) - 5)}
        expect(not any(piece in text for piece in pieces), f"{number}: its code shows")
        expect(not zxingcpp.read_barcodes(image), f"{number}: a symbol can be read through the covers")


def check_bytes(pdf, rows):
    """Neither the bytes of a covered book nor its streams hold a code, and there is no place for
    what is hidden: no picture, no form, no layer, no comment, no file."""
    raw = pdf.read_bytes()
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", raw, re.S)
    parts = [raw]
    for stream in streams:
        try:
            parts.append(zlib.decompress(stream))
        except zlib.error:
            parts.append(stream)
    for name in (b"/XObject", b"/OCG", b"/Annot", b"/EmbeddedFile", b"/Metadata", b"ActualText"):
        expect(not any(name in part for part in parts), f"{pdf.name} holds {name.decode()}")
    for row in rows:
        code = row["code"][1:].replace("-", "")
        for secret in (code, row["code"][1:], row["letters"], code[:8], code[8:16]):
            for spelt in (secret.encode(), secret.encode("utf-16-be"), secret.encode().hex().encode()):
                expect(not any(spelt in part for part in parts), f"{pdf.name} holds {secret}")


def check_fonts(pdf):
    lines = run("pdffonts", pdf).decode().splitlines()[2:]
    expect(len(lines) == 3, f"{pdf.name} has {len(lines)} fonts")
    for line in lines:
        expect(re.search(r"Identity-H +yes yes yes", line), f"{pdf.name}: not embedded as a subset: {line}")


def check_document(pdf):
    """It says its language, and is called by its game's name and its book's number."""
    expect(b"/Lang (fr)" in pdf.read_bytes(), f"{pdf.name} does not say that it is in French")
    told = dict(line.split(":", 1) for line in run("pdfinfo", pdf).decode().splitlines())
    number = pdf.name.split("-")[1]
    title = told.get("Title", "").strip()
    expect(re.fullmatch(rf"\D+ \d{{5}}-{number}, (à gratter|gratté)", title), f"{pdf.name} is called {title!r}")


def main(folder, *options):
    folder = pathlib.Path(folder).resolve()
    rows = records(folder / "print/press")
    check_data(folder, rows, "--spreadsheet" in options)
    check_validation(folder, rows)
    work = []
    for first in range(0, len(rows), (size := sum(row["book"] == rows[0]["book"] for row in rows))):
        book = rows[first : first + size]
        name = book[0]["book"].split("-")[1]
        bare, covered = (folder / f"books/book-{name}-{state}.pdf" for state in ("bare", "covered"))
        check_fonts(bare)
        check_document(bare)
        check_document(covered)
        check_bytes(covered, book)
        for place, row in enumerate(book):
            expect(row["place"] == place, f"{row['ticket']} is not in its place")
            work.append((check_bare, bare, place, row))
            work.append((check_covered, covered, place, row))
    pool = concurrent.futures.ThreadPoolExecutor()
    try:
        for done in [pool.submit(*one) for one in work]:
            done.result()
    finally:
        pool.shutdown(cancel_futures=True)
    print(f"{len(rows)} tickets: rendered and read back, each is its record, and its covers hide it")


main(*sys.argv[1:])
