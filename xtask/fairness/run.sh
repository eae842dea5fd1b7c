#!/bin/sh
# The leak test at real size: both games, made as the product makes them and the wrong way.
#
#   xtask/fairness/run.sh [--write] [NUMBER]
#
# Prints the figures of docs/fairness.md; with --write, puts them there. The key is the SHA-256 of
# "grille fairness NUMBER"; NUMBER is 1 unless given. Ends with 1 when an interval is not where it
# must be; the figures are printed and written all the same. On two cores it takes a quarter of an
# hour. Python 3.11 or later with scikit-learn 1.9.1 is needed: PYTHON names it, else a virtual
# environment is made in a temporary folder.
set -eu
cd "$(dirname "$0")/../.."

page=docs/fairness.md
units=60000
census=10000
write=
if [ "${1:-}" = --write ]; then
    write=yes
    shift
fi
number=${1:-1}
key=$(printf 'grille fairness %s' "$number" | sha256sum | cut -c 1-64)

folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
if [ -z "${PYTHON:-}" ]; then
    python3 -m venv "$folder/venv"
    "$folder/venv/bin/pip" install --quiet scikit-learn==1.9.1
    PYTHON=$folder/venv/bin/python3
fi

make() {
    echo "making $*" >&2
    cargo xtask fairness --key "$key" --units "$units" --census "$census" "$@"
}
failed=0
leak() {
    echo "measuring $*" >&2
    "$PYTHON" xtask/fairness/leak.py "$@" >> "$folder/$table" || failed=1
}

table=measured
cat > "$folder/measured" << END
Key: the SHA-256 of "grille fairness $number"; word list: SHA-256 $(sha256sum lexicon/fr.txt | cut -c 1-16)…; $units units a row.

| game | maker | told by | units tried | AUC | 99 % (DeLong) | 99 % (bootstrap) |
|---|---|---|---|---|---|---|
END
for game in mots-croises maxi-mots-croises; do
    make --game "$game" > "$folder/$game.jsonl"
    leak --expect none --label "$game | real | " "$folder/$game.jsonl"
    make --game "$game" --control > "$folder/control.jsonl"
    leak --expect leak --label "$game | control | " --faces "$folder/$game.jsonl" \
        "$folder/control.jsonl"
done

table=spread
cat > "$folder/spread" << END
| game | amount, cents | share of sets, mean | lowest ÷ mean | 1st percentile ÷ mean | 99th ÷ mean | highest ÷ mean |
|---|---|---|---|---|---|---|
END
for game in mots-croises maxi-mots-croises; do
    leak --spread --label "$game | " "$folder/$game.jsonl"
done

cat "$folder/measured"
echo
cat "$folder/spread"
if [ -n "$write" ]; then
    for table in measured spread; do
        sed -i -e "/^<!-- $table -->\$/,/^<!-- end of $table -->\$/ {
            /^<!-- $table -->\$/ r $folder/$table
            /^<!-- /! d
        }" "$page"
    done
fi
exit "$failed"
