#!/usr/bin/env node
// @ts-nocheck: it is plain JavaScript, also for those who read it without our tools.
// An independent judge for units of two crossword lottery games. It reads JSON
// Lines, one unit a line, and works every figure out again from the grids and
// the letters alone. It shares no code and no data with any program it judges.
//
//   node judge.mjs GAME [FILE] [--prize CENTS] [--count N] [--from N]
//
// Exit status: 0 all accepted, 1 at least one fault, 2 could not look.

import { createReadStream, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// Every figure below was typed by hand from the printed regulations. Amounts
// are in euros, as printed; `cents` turns them into the unit of the input.
export const GAMES = {
  'mots-croises': { // Regulation of 3 November 2011.
    blockSize: 1_500_000, priceEuros: 3, // Art. 2
    letterCount: 14, // Art. 4.1 and 4.2
    gridCount: 1, wordsPerGrid: 18, // Art. 4.1 and 4.3
    payEuros: { 2: 3, 3: 6, 4: 13, 5: 30, 6: 150, 7: 500, 8: 1_000, 9: 30_000 }, // Art. 4.6
    prizeTable: [ // Art. 3: number of lots, amount, printed total of the line
      [2, 30_000, 60_000], [20, 1_000, 20_000], [100, 500, 50_000], [2_800, 150, 420_000],
      [17_500, 30, 525_000], [42_000, 13, 546_000], [210_000, 6, 1_260_000], [59_700, 3, 179_100],
    ],
    printedLots: 332_122, printedEuros: 3_060_100, // Art. 3, last line
  },
  'maxi-mots-croises': { // Regulation of 17 January 2013.
    blockSize: 3_000_000, priceEuros: 5, // Art. 2
    letterCount: 18, // Art. 4.1 and 4.2
    gridCount: 2, wordsPerGrid: 18, // Art. 4.1 and 4.3
    // Art. 4.6: words never add up across grids, only the grids' amounts do.
    payEuros: { 2: 5, 3: 10, 4: 20, 5: 50, 6: 200, 7: 1_000, 8: 10_000, 9: 125_000 },
    prizeTable: [ // Art. 3: the amount is that of the whole ticket
      [2, 250_000, 500_000], [3, 10_000, 30_000], [40, 1_000, 40_000],
      [6_000, 200, 1_200_000], [40_000, 50, 2_000_000], [66_500, 20, 1_330_000],
      [30_000, 15, 450_000], [345_000, 10, 3_450_000], [300_000, 5, 1_500_000],
    ],
    printedLots: 787_545, printedEuros: 10_500_000, // Art. 3, last line
  },
};

const FEWEST_PAID_WORDS = 2; // Art. 4.5 of both regulations
const SHORTEST_RUN = 2; // Two letters between limits already count as a word.
const cents = (euros) => euros * 100;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const fault = (code, detail) => ({ code, detail });
const faultIf = (wrong, code, detail) => (wrong ? [fault(code, detail)] : []);

const gameNamed = (gameId) => {
  if (!Object.hasOwn(GAMES, gameId)) throw new RangeError(`unknown game ${gameId}`);
  return GAMES[gameId];
};

// A slip of typing must not become a verdict, so the tables are checked against
// their own printed totals. Returns one sentence per disagreement.
export function tableFaults({ prizeTable, payEuros, gridCount, ...game }) {
  const payments = [0, ...Object.values(payEuros)];
  let reachable = [0];
  for (let grid = 0; grid < gridCount; grid += 1) {
    reachable = reachable.flatMap((total) => payments.map((payment) => total + payment));
  }
  return [
    ...prizeTable.flatMap(([lots, amount, total]) => [
      lots * amount !== total && `${lots} lots of ${amount} do not make ${total}`,
      !reachable.includes(amount) && `no grids can pay ${amount}`,
    ]),
    sum(prizeTable.map(([lots]) => lots)) !== game.printedLots && `the lots do not make ${game.printedLots}`,
    sum(prizeTable.map(([, , total]) => total)) !== game.printedEuros && `the totals do not make ${game.printedEuros}`,
    game.printedLots > game.blockSize && 'a block has more lots than units',
    game.printedEuros > game.blockSize * game.priceEuros && 'a block pays more than it costs',
  ].filter(Boolean);
}

// Grey cells and edges are the only limits of a word (art. 4.5), so a column is
// read exactly like a row.
export function runsOf(rows) {
  const columns = [...(rows[0] ?? '')].map((_, x) => rows.map((row) => row[x]).join(''));
  return [...rows, ...columns].flatMap((line) => line.split('.'))
    .filter((run) => run.length >= SHORTEST_RUN);
}

// Counts the groups of letter cells that touch by a side.
export function piecesOf(rows) {
  const isLetter = (y, x) => (rows[y]?.[x] ?? '.') !== '.';
  const seen = new Set();
  const placeOf = (y, x) => y * rows[0].length + x;
  // Marks the whole piece of a cell; false when nothing was left to mark. A list
  // of waiting cells, not a recursion, so that no size of grid is too deep.
  const marksPiece = (startY, startX) => {
    const sizeBefore = seen.size;
    for (const waiting = [[startY, startX]]; waiting.length > 0;) {
      const [y, x] = waiting.pop();
      if (!isLetter(y, x) || seen.has(placeOf(y, x))) continue;
      seen.add(placeOf(y, x));
      waiting.push([y - 1, x], [y + 1, x], [y, x - 1], [y, x + 1]);
    }
    return seen.size > sizeBefore;
  };
  return sum(rows.map((row, y) => [...row].filter((_, x) => marksPiece(y, x)).length));
}

// Returns the lot in cents, or null when some grid has more complete words than
// the pay list knows: such a unit is neither a win nor a loss.
export function lotOf(game, completeCounts) {
  const payments = completeCounts.map((count) => (count < FEWEST_PAID_WORDS ? 0 : game.payEuros[count]));
  return payments.includes(undefined) ? null : cents(sum(payments));
}

const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isString = (value) => typeof value === 'string';
const isListOf = (hasType) => (value) => Array.isArray(value) && value.every(hasType);
const isLists = isListOf(isListOf(isString));
const KEY_TYPES = {
  index: isCount, letters: isString, grids: isLists, words: isLists, completed: isLists, prize_cents: isCount,
};

// Reports bad keys and returns only the values that can be looked at further,
// so that one bad key does not hide the faults of the others.
function usableValues(unit, faults) {
  const usable = {};
  const unknown = Object.keys(unit).filter((key) => !Object.hasOwn(KEY_TYPES, key));
  faults.push(...unknown.map((key) => fault('unknown-key', key)));
  for (const [key, hasType] of Object.entries(KEY_TYPES)) {
    if (!Object.hasOwn(unit, key)) faults.push(fault('missing-key', key));
    else if (!hasType(unit[key])) faults.push(fault('wrong-type', key));
    else usable[key] = unit[key];
  }
  return usable;
}

function letterFaults(game, text) {
  const letters = [...text];
  return [
    ...faultIf(letters.length !== game.letterCount, 'letter-count', `${letters.length}, not ${game.letterCount}`),
    ...faultIf(new Set(letters).size !== letters.length, 'letter-repeated', text),
    ...faultIf(/[^A-Z]/.test(text), 'letter-not-a-z', JSON.stringify(text)),
  ];
}

function shapeFaults(rows, name) {
  return [
    ...faultIf(rows.some((row) => row.length !== rows[0].length), 'row-length', name),
    ...faultIf(rows.some((row) => /[^A-Z.]/.test(row)), 'cell-character', name),
  ];
}

function layoutFaults(game, rows, runs, name) {
  const pieces = piecesOf(rows);
  return [
    ...faultIf(runs.length !== game.wordsPerGrid, 'run-count', `${name}: ${runs.length}, not ${game.wordsPerGrid}`),
    ...faultIf(pieces > 1, 'grid-in-pieces', `${name} is in ${pieces} pieces`),
  ];
}

// Compares what the unit states per grid with what its grids say. A null on our
// side is a grid that cannot be read, which has its own fault already.
function listFaults(code, stated, worked) {
  if (stated.length !== worked.length) return [fault(code, `${stated.length} lists for ${worked.length} grids`)];
  return worked.flatMap((list, g) => faultIf(list !== null && !same(list, stated[g]),
    code, `grid ${g + 1} gives ${list?.join(' ')}, stated is ${stated[g].join(' ')}`));
}

function lotFaults(game, completed, stated) {
  const lot = completed.includes(null) ? null : lotOf(game, completed.map((list) => list.length));
  const amounts = new Set([lot ?? 0, stated ?? 0]);
  const known = [0, ...game.prizeTable.map(([, amount]) => cents(amount))];
  return [
    ...completed.flatMap((list, g) => faultIf(list !== null && lotOf(game, [list.length]) === null,
      'too-many-complete', `grid ${g + 1} has ${list?.length} complete words`)),
    ...faultIf(lot !== null && stated !== undefined && lot !== stated,
      'prize-differs', `the grids give ${lot} cents, stated is ${stated}`),
    ...[...amounts].flatMap((amount) => faultIf(!known.includes(amount), 'prize-not-in-table', `${amount} cents`)),
  ];
}

// Every fault of one parsed unit. The order of units is not its matter.
export function judge(gameId, unit) {
  const game = gameNamed(gameId);
  if (unit === null || typeof unit !== 'object' || Array.isArray(unit)) {
    return [fault('wrong-type', 'the unit is not an object')];
  }
  const faults = [];
  const { letters, grids, words, completed, prize_cents: prize } = usableValues(unit, faults);
  if (letters !== undefined) faults.push(...letterFaults(game, letters));
  if (grids === undefined) return [...faults, ...lotFaults(game, [null], prize)];

  faults.push(...faultIf(grids.length !== game.gridCount, 'grid-count', `${grids.length}, not ${game.gridCount}`));
  // The runs of a grid with a bad shape mean nothing: they are left out as null.
  const runs = grids.map((rows, g) => {
    const shape = shapeFaults(rows, `grid ${g + 1}`);
    const gridRuns = shape.length > 0 ? null : runsOf(rows);
    faults.push(...(gridRuns === null ? shape : layoutFaults(game, rows, gridRuns, `grid ${g + 1}`)));
    return gridRuns;
  });
  const allRuns = runs.flatMap((list) => list ?? []);
  const repeated = allRuns.filter((word, i) => allRuns.indexOf(word) !== i);
  for (const word of new Set(repeated)) faults.push(fault('word-twice', word));
  if (words !== undefined) faults.push(...listFaults('words-differ', words, runs));

  const isComplete = (word) => [...word].every((letter) => letters.includes(letter));
  const complete = runs.map((list) => (list === null || letters === undefined ? null : list.filter(isComplete)));
  if (completed !== undefined) faults.push(...listFaults('completed-differ', completed, complete));
  return [...faults, ...lotFaults(game, complete, prize)];
}

const keysWithin = (value) => (value === null || typeof value !== 'object' ? 0
  : sum(Object.values(value).map(keysWithin)) + (Array.isArray(value) ? 0 : Object.keys(value).length));

// JSON.parse silently keeps the last of two equal keys, so the keys written are
// counted against the keys kept.
const keysWritten = (text) => [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon).length;

export function judgeLine(gameId, text) {
  let unit;
  try {
    unit = JSON.parse(text);
  } catch (error) {
    return { faults: [fault('not-json', error.message)] };
  }
  const repeated = faultIf(keysWritten(text) !== keysWithin(unit), 'repeated-key', 'a key is written twice');
  return { unit, faults: [...judge(gameId, unit), ...repeated] };
}

// Judges all lines, tells `report` of each fault, and returns the totals. After
// a jump of the index the count goes on from there: one gap is one fault.
export async function judgeLines(gameId, lines, { prize, count, from = 0 } = {}, report = () => {}) {
  const totals = { units: 0, refused: 0, faults: 0, lots: new Map() };
  let expected = from;
  const tell = (place, faults) => faults.forEach((one) => { totals.faults += 1; report(place, one); });
  for await (const text of lines) {
    totals.units += 1;
    const { unit, faults } = judgeLine(gameId, text);
    const { index, prize_cents: stated } = unit ?? {};
    faults.push(...faultIf(isCount(index) && index !== expected, 'index-order', `${index}, not ${expected}`));
    const otherPrize = isCount(prize) && isCount(stated) && stated !== prize;
    faults.push(...faultIf(otherPrize, 'prize-not-asked', `${stated} cents, not ${prize}`));
    expected = (isCount(index) ? index : expected) + 1;
    tell(`line ${totals.units}, unit ${isCount(index) ? index : '?'}`, faults);
    if (faults.length > 0) totals.refused += 1;
    else totals.lots.set(stated, (totals.lots.get(stated) ?? 0) + 1);
  }
  const { units } = totals;
  tell('whole input', faultIf(isCount(count) && units !== count, 'unit-count', `${units}, not ${count}`));
  return totals;
}

// Only "\n" ends a line: a reader that also cuts at other marks could take one
// faulty line for two sound ones.
async function* linesOf(stream) {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop();
    yield* parts;
  }
  if (rest !== '') yield rest;
}

function readArguments(argv) {
  const options = { prize: { type: 'string' }, count: { type: 'string' }, from: { type: 'string' } };
  const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true });
  if (positionals.length < 1 || positionals.length > 2) {
    throw new Error('usage: node judge.mjs GAME [FILE] [--prize CENTS] [--count N] [--from N]');
  }
  const [gameId, file] = positionals;
  const limits = {};
  for (const [name, text] of Object.entries(values)) {
    if (!/^\d{1,15}$/.test(text)) throw new Error(`--${name} wants a whole number`);
    limits[name] = Number(text);
  }
  return { gameId, file, limits };
}

async function main(argv) {
  const { gameId, file, limits } = readArguments(argv);
  const typingSlips = tableFaults(gameNamed(gameId));
  if (typingSlips.length > 0) throw new Error(`the judge's own table is wrong: ${typingSlips.join('; ')}`);
  const stream = file === undefined ? process.stdin : createReadStream(file);
  const totals = await judgeLines(gameId, linesOf(stream), limits, (place, { code, detail }) => {
    process.stderr.write(`${place}: ${code}: ${detail}\n`);
  });
  const { units, refused, faults } = totals;
  // An empty input usually means that its writer failed, so it is no success.
  if (units === 0 && limits.count === undefined) throw new Error('no unit to judge');
  console.log(`${gameId}: ${units} units, ${units - refused} accepted, ${refused} refused, ${faults} faults`);
  for (const [lot, accepted] of [...totals.lots].sort(([a], [b]) => a - b)) {
    console.log(`  lot of ${lot} cents: ${accepted} accepted`);
  }
  return faults > 0 ? 1 : 0;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    process.stderr.write(`judge: ${error.message}\n`);
    return 2;
  });
}
