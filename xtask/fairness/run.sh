#!/bin/sh
# The leak test at real size: both games, made as the product makes them and the wrong way.
# The figures of docs/fairness.md are what it prints.
#
#   xtask/fairness/run.sh [NUMBER]
#
# The key is the SHA-256 of "grille fairness NUMBER"; NUMBER is 1 unless given. Python 3.11 or later
# with scikit-learn 1.9.1 is needed: PYTHON names it, else a virtual environment is made in a temporary
# folder. It takes some minutes, and ends with 1 when an interval is not where it must be.
set -eu
cd "$(dirname "$0")/../.."

number=${1:-1}
units=60000
census=10000
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
if [ -z "${PYTHON:-}" ]; then
    python3 -m venv "$folder/venv"
    "$folder/venv/bin/pip" install --quiet scikit-learn==1.9.1
    PYTHON=$folder/venv/bin/python3
fi
key=$(printf 'grille fairness %s' "$number" | sha256sum | cut -c 1-64)

failed=0
make() {
    cargo xtask fairness --key "$key" --units "$units" --census "$census" "$@"
}
leak() {
    "$PYTHON" xtask/fairness/leak.py "$@" || failed=1
}

echo "key: SHA-256 of \"grille fairness $number\""
echo "word list: $(sha256sum lexicon/fr.txt | cut -c 1-16)…"
echo
echo '| game | maker | told by | units tried | AUC | 99 % (DeLong) | 99 % (bootstrap) |'
echo '|---|---|---|---|---|---|---|'
for game in mots-croises maxi-mots-croises; do
    make --game "$game" > "$folder/$game.jsonl"
    leak --expect none --label "$game | real | " "$folder/$game.jsonl"
    make --game "$game" --control > "$folder/control.jsonl"
    leak --expect leak --label "$game | control | " --faces "$folder/$game.jsonl" \
        "$folder/control.jsonl"
done
for game in mots-croises maxi-mots-croises; do
    echo
    echo "$game, the real maker's first $census faces:"
    echo
    echo '| amount, cents | mean share of sets | lowest ÷ mean | 1 % ÷ mean | 99 % ÷ mean | highest ÷ mean |'
    echo '|---|---|---|---|---|---|'
    leak --spread "$folder/$game.jsonl"
done
exit "$failed"
