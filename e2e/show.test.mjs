// What the page shows, without a browser: Auto's order and pace, and the words and the gain that
// it makes of uncovered letters, held against the judge, over some thousands of units.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { before, describe, test } from 'node:test';
import * as auto from '../io/web/assets/js/auto.js';
import { chanceOf } from '../io/web/assets/js/chance.js';
import { finder, gainOf } from '../io/web/assets/js/found.js';
import * as show from '../io/web/assets/js/show.js';
import { GAMES, lotOf } from './judge.mjs';

const program = process.env.GRILLE_BIN ?? new URL('../target/gate/grille', import.meta.url).pathname;
const KEY = '73'.repeat(32);

/** Units as the program makes them: in the table's proportions, and some of each amount. */
function made(game, drawn, ofEach) {
  const amounts = [0, ...GAMES[game].prizeTable.map(([, euros]) => euros * 100)];
  const make = (...options) => {
    const output = execFileSync(program, ['unit', game, '--key', KEY, '--format', 'json', ...options], {
      encoding: 'utf8', maxBuffer: 2 ** 28,
    });
    return output.trim().split('\n').map((line) => JSON.parse(line));
  };
  return [
    ...make('--count', String(drawn)),
    ...amounts.flatMap((cents) => make('--prize', String(cents), '--count', String(ofEach))),
  ];
}

/** What Auto, on a clock of the test's, does with a unit: which tile, and when. */
async function script(name, unit, timers) {
  const open = new Set();
  const steps = [];
  let now = 0;
  const uncover = (tile) => { open.add(tile); steps.push([tile, now]); };
  auto.run(() => show.next(name, unit.letters.length, open), uncover, () => false);
  // One step more than there are tiles, so that an end that comes late would be seen.
  const half_ms = show.PACE_MS / 2;
  for (let half = 0; half < 2 * (unit.letters.length + 1); half += 1) {
    now += half_ms;
    timers.tick(half_ms);
    await Promise.resolve();
    await Promise.resolve();
  }
  return steps;
}

/** Chi-square of rows of counts against rows that follow one law. */
function homogeneity(rows) {
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const columns = rows[0].map((_, column) => sum(rows.map((row) => row[column])));
  const all = sum(columns);
  return sum(rows.flatMap((row) => row.map((found, column) => {
    const expected = (sum(row) * columns[column]) / all;
    return (found - expected) ** 2 / expected;
  })));
}

for (const game of Object.keys(GAMES)) {
  describe(game, () => {
    const tiles = GAMES[game].letterCount;
    const pays = Object.entries(GAMES[game].payEuros).map(([words, euros]) => ({
      words: Number(words), gain: { cents: euros * 100, currency: 'EUR' },
    }));
    let units = [];
    before(() => { units = made(game, 3_000, 60); });

    test('Auto shows a unit in one order and at one pace, whatever it is worth', async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const amounts = [...new Set(units.map((unit) => unit.prize_cents))];
      const byAmount = amounts.map((cents) => units.filter((unit) => unit.prize_cents === cents));
      assert.ok(amounts.length >= 9);
      for (let name = 0; name < 60; name += 1) {
        const scripts = [];
        for (const same of byAmount) scripts.push(await script(`play-${name}`, same[name], t.mock.timers));
        for (const other of scripts) assert.deepEqual(other, scripts[0]);
        assert.deepEqual(scripts[0].map(([tile]) => tile).sort((a, b) => a - b), [...Array(tiles).keys()]);
        assert.deepEqual(scripts[0].map(([, at]) => at), scripts[0].map((_, step) => (step + 1) * show.PACE_MS));
      }
    });

    test('the order goes on where it was after a reload', () => {
      const whole = show.order('play-1', tiles);
      for (let seen = 0; seen < tiles; seen += 1) {
        assert.equal(show.next('play-1', tiles, new Set(whole.slice(0, seen))), whole[seen]);
      }
      assert.notDeepEqual(show.order('play-2', tiles), whole);
    });

    // Winners and losers beside each other: the tile at which the first word that is paid for
    // appears differs between them; where a tile stands in the order does not. One sound page in a
    // thousand is above the bound; the names are fixed, so that the test is.
    test('where a tile comes in the order tells nothing about the gain', () => {
      for (const place of [0, tiles - 1]) {
        const rows = [Array(tiles).fill(0), Array(tiles).fill(0)];
        units.forEach((unit, number) => {
          rows[unit.prize_cents > 0 ? 1 : 0][show.order(`play-${number}`, tiles)[place]] += 1;
        });
        const bound = { 14: 34.53, 18: 40.79 }[tiles];
        assert.ok(homogeneity(rows) < bound, `place ${place}: ${homogeneity(rows)} of ${bound}`);
      }
    });

    test('words and running gain rise only, and end where the judge ends', () => {
      units.forEach((unit, number) => {
        const finding = finder(unit);
        let before = 0;
        for (const tile of show.order(`play-${number}`, tiles)) {
          finding.add(unit.letters[tile]);
          const gain = gainOf(finding.found.map((words) => words.length), pays);
          assert.ok(gain >= before);
          before = gain;
        }
        const found = finding.found.map((words) => words.map((word) => word.text).sort());
        assert.deepEqual(found, unit.completed.map((words) => [...words].sort()));
        assert.equal(before, lotOf(GAMES[game], found.map((words) => words.length)));
        assert.equal(before, unit.prize_cents);
      });
    });
  });
}

// 24 orders of four, and 24 000 names: 23 degrees of freedom, one sound page in a thousand above.
test('every order of four tiles is as likely as the others', () => {
  const counts = new Map();
  for (let name = 0; name < 24_000; name += 1) {
    const order = show.order(`play-${name}`, 4).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  assert.equal(counts.size, 24);
  const chiSquare = [...counts.values()].reduce((sum, found) => sum + (found - 1_000) ** 2 / 1_000, 0);
  assert.ok(chiSquare < 49.73, String(chiSquare));
});

test('a bound that does not divide the words is met evenly', () => {
  const below = chanceOf('any name');
  const counts = [0, 0, 0];
  for (let draw = 0; draw < 30_000; draw += 1) counts[below(3)] += 1;
  const chiSquare = counts.reduce((sum, found) => sum + (found - 10_000) ** 2 / 10_000, 0);
  assert.ok(chiSquare < 13.82, `${chiSquare}: ${counts}`);
});
