#!/usr/bin/env python3
"""The leak test: can winners be told from losers by their grids alone?

    python3 -m venv VENV && VENV/bin/pip install scikit-learn==1.9.1
    VENV/bin/python3 leak.py units.jsonl

reads what `cargo xtask fairness` or `grille unit --format json` wrote. Two classifiers learn on the
first half of the units and are tried on the second; for each it prints the AUC with its 99 %
interval by DeLong's method and, as a check, by the bootstrap. An AUC of 0.5 is blindness.

    leak.py --expect none FILE      ends with 1 unless every interval holds 0.5
    leak.py --expect leak FILE      ends with 1 unless every interval lies wholly above 0.5

Where the first units carry a census ("sets"), a third row needs no learning. Were the units made by
redrawing everything until the amount fits, the ratio of a face's chances among winners and among
losers would be known exactly, and by the lemma of Neyman and Pearson no rule finds more of such a
leak than this ratio does. Its means over all faces are taken from --faces FILE, whose units must
be soundly made; without it, from the units themselves.

    leak.py --spread FILE           how much the faces differ, for no gain and the two dearest lots:
                                    the share of all sets of letters that give it (the mean over the
                                    faces), then the faces' shares as multiples of it: the lowest,
                                    the 1st and the 99th percentile, the highest. By so much
                                    redrawing makes a face rarer or commoner among the units of that
                                    amount.

The features come from "grids" alone, and from "sets", which follows from the grids.
"""

import argparse
import json
import sys
from math import comb

import numpy as np
from scipy.stats import norm, rankdata
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SEED = 1
LEVEL = 0.99
BOOTSTRAPS = 1000
LENGTHS = range(3, 9)
# So many sets of letters, the same for all faces, are laid on every face: of 14 and of 18 letters,
# whatever the game.
SAMPLED_SETS = 1024
SAMPLED_SIZES = (14, 18)
BITS = 26


def runs(rows):
    """The words of a grid: runs of two letters or more, across, then down."""
    columns = ["".join(column) for column in zip(*rows)]
    return [run for line in [*rows, *columns] for run in line.split(".") if len(run) >= 2]


def mask(word):
    """The letters of a word as bits."""
    return sum(1 << (ord(letter) - ord("A")) for letter in set(word))


def sampled_sets():
    """The sets of letters that are laid on every face: SAMPLED_SETS of each size, as bits."""
    rng = np.random.default_rng(SEED)
    sets = []
    for size in SAMPLED_SIZES:
        chosen = np.argsort(rng.random((SAMPLED_SETS, BITS)), axis=1)[:, :size]
        sets.append((1 << chosen).sum(axis=1).astype(np.uint32))
    return sets


def counted(rows, words):
    """What can be counted in one grid."""
    text = "".join(rows)
    distinct = [len(set(word)) for word in words]
    cells = [text.count(chr(ord("A") + at)) for at in range(BITS)]
    held = [sum(chr(ord("A") + at) in word for word in words) for at in range(BITS)]
    lengths = [sum(len(word) == length for word in words) for length in LENGTHS]
    needs = [sum(count == need for count in distinct) for need in LENGTHS]
    letters = len(text) - text.count(".")
    spread = [np.mean(distinct), np.std(distinct), min(distinct), max(distinct)]
    crossings = sum(map(len, words)) - letters
    return [*cells, *held, *lengths, *needs, *spread, letters, crossings, len(set(text)) - 1]


def complete(masks, sets):
    """How many words of each grid each set completes: grids x sets."""
    numbers = np.zeros((len(masks), len(sets)), dtype=np.uint8)
    for word in range(masks.shape[1]):
        numbers += (masks[:, word, None] & ~sets[None, :]) == 0
    return numbers


def shares(numbers):
    """Mean, spread and shares of a number of complete words: grids x features."""
    steps = [(numbers >= least).mean(axis=1) for least in range(1, 9)]
    return np.column_stack([numbers.mean(axis=1), numbers.std(axis=1), *steps])


def features(units):
    """A row of numbers for each unit, from its grids alone."""
    count, grids = len(units), len(units[0]["grids"])
    words = [[runs(rows) for rows in unit["grids"]] for unit in units]
    most = max(len(grid) for unit in words for grid in unit)
    masks = np.full((count, grids, most), 2**32 - 1, dtype=np.uint32)
    for at, unit in enumerate(words):
        for grid, found in enumerate(unit):
            masks[at, grid, : len(found)] = [mask(word) for word in found]
    tables = [
        np.array([counted(unit["grids"][grid], found[grid]) for unit, found in zip(units, words)])
        for grid in range(grids)
    ]
    columns = list(tables)
    if grids > 1:
        columns += [sum(tables), np.minimum.reduce(tables), np.maximum.reduce(tables)]
    for sets in sampled_sets():
        columns.append(np.vstack([laid(part, sets) for part in np.array_split(masks, 64)]))
    return np.hstack(columns)


def laid(masks, sets):
    """Shares of complete words by grid and, for several grids, by the poorest and the richest."""
    numbers = [complete(masks[:, grid], sets) for grid in range(masks.shape[1])]
    columns = list(numbers)
    if len(numbers) > 1:
        columns += [sum(numbers), np.minimum.reduce(numbers), np.maximum.reduce(numbers)]
    return np.hstack([shares(column) for column in columns])


def classifiers():
    """The classifiers, with all their settings; none was chosen by its result."""
    boosting = HistGradientBoostingClassifier(
        max_iter=300,
        learning_rate=0.05,
        max_leaf_nodes=15,
        min_samples_leaf=100,
        l2_regularization=1.0,
        early_stopping=True,
        validation_fraction=0.15,
        n_iter_no_change=20,
        random_state=SEED,
    )
    logistic = make_pipeline(StandardScaler(), LogisticRegression(C=0.01, max_iter=2000))
    return {"gradient boosting": boosting, "logistic regression": logistic}


def auc(won, scores):
    """The chance that a winner scores above a loser, ties counting half."""
    ranks = rankdata(scores)
    wins = won.sum()
    return (ranks[won].sum() - wins * (wins + 1) / 2) / (wins * (len(won) - wins))


def delong(won, scores):
    """The AUC and its interval (DeLong, DeLong and Clarke-Pearson, 1988)."""
    winners, losers = scores[won], scores[~won]
    ranks = rankdata(np.concatenate([winners, losers]))
    above = (ranks[: len(winners)] - rankdata(winners)) / len(losers)
    below = 1 - (ranks[len(winners) :] - rankdata(losers)) / len(winners)
    error = np.sqrt(above.var(ddof=1) / len(winners) + below.var(ddof=1) / len(losers))
    half = norm.ppf((1 + LEVEL) / 2) * error
    return above.mean(), (above.mean() - half, above.mean() + half)


def bootstrap(won, scores):
    """The AUC's interval from units drawn again with replacement."""
    rng = np.random.default_rng(SEED)
    draws = (rng.integers(0, len(won), len(won)) for _ in range(BOOTSTRAPS))
    found = [auc(won[draw], scores[draw]) for draw in draws]
    return tuple(np.quantile(found, [(1 - LEVEL) / 2, (1 + LEVEL) / 2]))


def ratios(units, faces):
    """The units that carry a census, and for each the ratio of its face's chances among winners and
    among losers, if units were made by redrawing everything until the amount fits."""
    having = [unit for unit in units if "sets" in unit]
    total = dict.fromkeys(having[0]["sets"], 0)
    for face in faces:
        for amount, sets in face.get("sets", {}).items():
            total[amount] += sets
    # Of an amount t, a face then has the chance P(face) * sets(face, t) / (mean of sets(., t)).
    weights = {amount: 0.0 for amount in total}
    for unit in units:
        weights[str(unit["prize_cents"])] += 1 / total[str(unit["prize_cents"])]
    winning = [sum(weights[t] * unit["sets"][t] for t in total if t != "0") for unit in having]
    return having, np.array(winning) / np.array([unit["sets"]["0"] for unit in having])


def rows_of(units, faces):
    """For each way of telling: its name, who won among the units it is tried on, its scores."""
    half = len(units) // 2
    table, won = features(units), winners(units)
    for name, classifier in classifiers().items():
        classifier.fit(table[:half], won[:half])
        yield name, won[half:], classifier.predict_proba(table[half:])[:, 1]
    if any("sets" in unit for unit in units):
        having, scores = ratios(units, faces)
        yield "exact ratio", winners(having), scores


def winners(units):
    """Who won something."""
    return np.array([unit["prize_cents"] > 0 for unit in units])


def read(path):
    """The units of a file, a unit a line."""
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def spread(units, label):
    """Prints how much the faces differ in their chances of some amounts."""
    having = [unit for unit in units if "sets" in unit]
    letters = comb(BITS, len(having[0]["letters"]))
    none, *_, dear, dearest = sorted(having[0]["sets"], key=int)
    for amount in [none, dear, dearest]:
        sets = np.array([unit["sets"][amount] for unit in having])
        share = f"{100 * sets.mean() / letters:.2f} %"
        multiples = np.quantile(sets / sets.mean(), [0, 0.01, 0.99, 1])
        cells = [amount, share, *(f"{multiple:.3f}" for multiple in multiples)]
        print("|", label + " | ".join(cells), "|")


def interval(bounds):
    """An interval as text."""
    return "{:.4f} to {:.4f}".format(*bounds)


def main():
    """Prints the table; the exit code says whether it is what was expected."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("units", help="a unit a line, as JSON")
    parser.add_argument("--faces", metavar="FILE", help="soundly made units with a census")
    parser.add_argument("--label", default="", help="what stands in the first columns of each row")
    parser.add_argument("--expect", choices=["none", "leak"], help="what the intervals must show")
    parser.add_argument("--spread", action="store_true", help="only say how the faces differ")
    asked = parser.parse_args()
    units = read(asked.units)
    if asked.spread:
        spread(units, asked.label)
        return 0
    sound = True
    for name, won, scores in rows_of(units, read(asked.faces) if asked.faces else units):
        area, bounds = delong(won, scores)
        tried = f"{len(won)} ({won.sum()} win)"
        cells = [name, tried, f"{area:.4f}", interval(bounds), interval(bootstrap(won, scores))]
        print("|", asked.label + " | ".join(cells), "|", flush=True)
        low, high = bounds
        sound &= {None: True, "none": low <= 0.5 <= high, "leak": low > 0.5}[asked.expect]
    if not sound:
        print(f"NOT AS EXPECTED ({asked.expect}): {asked.label}{asked.units}", file=sys.stderr)
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
