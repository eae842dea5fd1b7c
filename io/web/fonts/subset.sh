#!/bin/sh
# Makes the two fonts of the page from the npm packages @fontsource-variable/fraunces and
# @fontsource-variable/bricolage-grotesque (5.3.0; SIL OFL 1.1, licences beside the results in assets/fonts).
# Needs Python's fonttools and brotli. Usage: subset.sh NODE_MODULES
set -eu
from="$1/@fontsource-variable"
here="$(cd "$(dirname "$0")/../assets/fonts" && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# ASCII, French letters, figures' company (€ № × · … – —), French quotes and every no-break space.
characters="U+20-7E,U+A0,U+AB,U+B0,U+B7,U+BB,U+C0,U+C2,U+C6-CB,U+CE,U+CF,U+D4,U+D7,U+D9,U+DB,U+DC,U+E0,U+E2,U+E6-EB,U+EE,U+EF,U+F4,U+F7,U+F9,U+FB,U+FC,U+152,U+153,U+178,U+2009,U+2013,U+2014,U+2019,U+2026,U+202F,U+20AC,U+2116"
fonttools varLib.instancer -q -o "$work/fraunces.ttf" \
    "$from/fraunces/files/fraunces-latin-full-normal.woff2" opsz=96 SOFT=40 WONK=0 wght=500:800
fonttools varLib.instancer -q -o "$work/fraunces-italic.ttf" \
    "$from/fraunces/files/fraunces-latin-full-italic.woff2" opsz=96 SOFT=40 WONK=1 wght=650
fonttools varLib.instancer -q -o "$work/bricolage.ttf" \
    "$from/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2" opsz=18 wdth=100 wght=400:750
# Neither font has the narrow no-break space of French typography: it gets three quarters of a word space.
python3 - "$work/fraunces.ttf" "$work/bricolage.ttf" <<'PYTHON'
import copy, sys
from fontTools.ttLib import TTFont
for path in sys.argv[1:]:
    font = TTFont(path)
    font.ensureDecompiled()
    space = font.getBestCmap()[0x20]
    font.setGlyphOrder([*font.getGlyphOrder(), "uni202F"])
    font["glyf"].glyphs["uni202F"] = copy.deepcopy(font["glyf"][space])
    width, bearing = font["hmtx"][space]
    font["hmtx"].metrics["uni202F"] = (width * 3 // 4, bearing)
    if "gvar" in font:
        font["gvar"].variations["uni202F"] = []
    if "HVAR" in font:
        del font["HVAR"]
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[0x202F] = "uni202F"
    font.save(path)
PYTHON
pyftsubset "$work/fraunces.ttf" --unicodes="$characters" --layout-features='kern,liga,mark,ccmp,lnum,tnum,pnum' \
    --flavor=woff2 --output-file="$here/fraunces-1.woff2"
# Of the italic only the brand's i and the coat's question mark are served.
pyftsubset "$work/fraunces-italic.ttf" --text='i?' --layout-features='' \
    --flavor=woff2 --output-file="$here/fraunces-italic-1.woff2"
pyftsubset "$work/bricolage.ttf" --unicodes="$characters" --layout-features='kern,liga,mark,ccmp,lnum,tnum,pnum' \
    --flavor=woff2 --output-file="$here/bricolage-grotesque-1.woff2"
