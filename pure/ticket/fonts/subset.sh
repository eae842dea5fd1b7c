#!/bin/sh
# Makes the ticket's fonts from the npm packages @fontsource-variable/fraunces and
# @fontsource-variable/bricolage-grotesque (5.3.0; SIL OFL 1.1, licences beside the results).
# Needs Python's fonttools and brotli. Usage: subset.sh NODE_MODULES
set -eu
from="$1/@fontsource-variable"
here="$(cd "$(dirname "$0")" && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# ASCII, French letters, figures' company (€ № × · … – —), French quotes and no-break spaces, wide and narrow.
characters="U+20-7E,U+A0,U+202F,U+AB,U+B0,U+B7,U+BB,U+C0,U+C2,U+C6-CB,U+CE,U+CF,U+D4,U+D7,U+D9,U+DB,U+DC,U+E0,U+E2,U+E6-EB,U+EE,U+EF,U+F4,U+F7,U+F9,U+FB,U+FC,U+152,U+153,U+178,U+2013,U+2014,U+2019,U+2026,U+20AC,U+2116"
fraunces="$from/fraunces/files/fraunces-latin-full-normal.woff2"
bricolage="$from/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2"
fonttools varLib.instancer -q -o "$work/title.ttf" "$fraunces" opsz=96 SOFT=40 WONK=0 wght=750
fonttools varLib.instancer -q -o "$work/text.ttf" "$bricolage" opsz=14 wdth=100 wght=450
fonttools varLib.instancer -q -o "$work/strong.ttf" "$bricolage" opsz=18 wdth=100 wght=750
# Out of the web's wrapping, and under names of their own: of a variable font each is one weight. Figures
# are all of one width, so that columns of them stand under each other. A narrow no-break space, which neither
# family has, is eight tenths of a space.
python3 - "$work" <<'PYTHON'
import sys
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph
NAMES = {"title": ("Fraunces", "Bold"), "text": ("Bricolage Grotesque", "Regular"), "strong": ("Bricolage Grotesque", "Bold")}
for file, (family, style) in NAMES.items():
    font = TTFont(f"{sys.argv[1]}/{file}.ttf")
    font.flavor = None
    font["name"].names = [it for it in font["name"].names if it.nameID in (0, 5, 13, 14)]
    plain = f"{family} {style}"
    for number, text in [(1, family), (2, style), (4, plain), (6, plain.replace(" ", "-"))]:
        font["name"].setName(text, number, 3, 1, 0x409)
    names = font.getBestCmap()
    tabular = {code: f"{names[code]}.tf" for code in range(0x30, 0x3A)}
    if set(tabular.values()) <= set(font.getGlyphOrder()):
        for table in font["cmap"].tables:
            table.cmap.update({code: glyph for code, glyph in tabular.items() if code in table.cmap})
    width, _ = font["hmtx"]["space"]
    # Loaded and emptied before the order of glyphs grows: tables that are read later would miss it.
    font.ensureDecompiled()
    font.setGlyphOrder([*font.getGlyphOrder(), "uni202F"])
    font["glyf"].glyphs["uni202F"] = Glyph()
    font["glyf"].glyphOrder = font.getGlyphOrder()
    font["hmtx"]["uni202F"] = (width * 8 // 10, 0)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[0x202F] = "uni202F"
    font.save(f"{sys.argv[1]}/{file}.ttf")
PYTHON
for name in title text strong; do
    # No kerning and no ligatures: a glyph a character, at the place that its advance gives.
    pyftsubset "$work/$name.ttf" --unicodes="$characters" --layout-features='lnum,tnum' --no-hinting \
        --name-IDs='*' --desubroutinize --drop-tables+=GSUB,GPOS,GDEF,STAT --output-file="$here/$name.ttf"
done
