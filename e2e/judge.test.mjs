// Planted-fault tests of the judge: a sound unit per game, then the same unit
// with one thing changed, and the exact set of fault codes this must raise.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GAMES, judge, judgeLine, judgeLines, lotOf, piecesOf, runsOf, tableFaults } from './judge.mjs';

const SINGLE = 'mots-croises';
const MAXI = 'maxi-mots-croises';

// Four complete words: 13 euros.
const soundSingle = {
  index: 0,
  letters: 'PWKEVGCNUOITFR',
  grids: [[
    '.F...HIBOU.',
    '.LIT...L..M',
    'DU.A..NEVEU',
    '.T.N.B..I..',
    'SEIGLE.BLEU',
    'O..O.U..L..',
    'T.L.PRUNE..',
    '..A..R.....',
    '.RIVIERE...',
    '..N...E....',
    'MIEL.......',
  ]],
  words: [['HIBOU', 'LIT', 'DU', 'NEVEU', 'SEIGLE', 'BLEU', 'PRUNE', 'RIVIERE', 'MIEL',
    'SOT', 'FLUTE', 'LAINE', 'TANGO', 'BEURRE', 'RE', 'BLE', 'VILLE', 'MU']],
  completed: [['NEVEU', 'PRUNE', 'RIVIERE', 'RE']],
  prize_cents: 1_300,
};

// Three and two complete words: 10 + 5 euros.
const soundMaxi = {
  index: 0,
  letters: 'MVZHXAUEBTCKWOIDQF',
  grids: [[
    'SOL..C.SU.W',
    'A..P.A.E.LA',
    'VIOLON.MI.G',
    'O..A.A.A..O',
    'N.SI.RAISIN',
    '.D.N.D.N...',
    'MULE..REINE',
    '.C.......U.',
    '.....COUSIN',
    '.....O...T.',
    '.....Q.....',
  ], [
    '......L....',
    '..GOMME..G.',
    'J.A....OIE.',
    'U.RACINE.N.',
    'PRE.R..U.O.',
    'E..MER.F.U.',
    '.G..M...O..',
    'DINDE...P..',
    '.V...ROBE..',
    '.R...U..R..',
    '.ECOLE..ARC',
  ]],
  words: [
    ['SOL', 'SU', 'LA', 'VIOLON', 'MI', 'SI', 'RAISIN', 'MULE', 'REINE', 'COUSIN',
      'SAVON', 'DUC', 'PLAINE', 'CANARD', 'COQ', 'SEMAINE', 'NUIT', 'WAGON'],
    ['GOMME', 'OIE', 'RACINE', 'PRE', 'MER', 'DINDE', 'ROBE', 'ECOLE', 'ARC',
      'JUPE', 'GIVRE', 'GARE', 'CREME', 'RUE', 'LE', 'OEUF', 'OPERA', 'GENOU'],
  ],
  completed: [['MI', 'DUC', 'COQ'], ['OIE', 'OEUF']],
  prize_cents: 1_500,
};

// Returns a deep copy of a unit after one change to it.
function changed(unit, change) {
  const copy = structuredClone(unit);
  change(copy);
  return copy;
}

function setCell(unit, g, y, x, character) {
  const row = unit.grids[g][y];
  unit.grids[g][y] = row.slice(0, x) + character + row.slice(x + 1);
}

function renameWord(unit, g, from, to) {
  assert.ok(unit.words[g].includes(from));
  unit.words[g] = unit.words[g].map((word) => (word === from ? to : word));
}

const swapFirstTwo = (list) => list.splice(0, 2, list[1], list[0]);
const relettered = (unit, letters, completed, prize) => ({ ...unit, letters, completed, prize_cents: prize });
const codesOf = (faults) => [...new Set(faults.map(({ code }) => code))].sort();

// A sound unit with other letters, for other numbers of complete words.
const singleWith = (...changes) => relettered(soundSingle, ...changes);
const maxiWith = (...changes) => relettered(soundMaxi, ...changes);
const TEN_OF_SINGLE = ['LIT', 'BLEU', 'RIVIERE', 'MIEL', 'FLUTE', 'BEURRE', 'RE', 'BLE', 'VILLE', 'MU'];
const NINE_OF_SINGLE = ['HIBOU', 'LIT', 'BLEU', 'RIVIERE', 'FLUTE', 'BEURRE', 'RE', 'BLE', 'VILLE'];
const TEN_OF_MAXI = [['SU', 'MI', 'SI', 'RAISIN', 'COUSIN', 'SAVON', 'DUC', 'CANARD', 'COQ', 'WAGON'], ['ARC']];
const NINE_AND_ONE = [['SU', 'MI', 'SI', 'RAISIN', 'COUSIN', 'SAVON', 'DUC', 'CANARD', 'COQ'], ['ARC']];
const NINE_AND_NINE = [['SU', 'LA', 'SI', 'RAISIN', 'REINE', 'DUC', 'PLAINE', 'CANARD', 'NUIT'],
  ['RACINE', 'PRE', 'DINDE', 'ARC', 'JUPE', 'GIVRE', 'GARE', 'RUE', 'LE']];
const FOUR_AND_TWO = [['MI', 'SI', 'SAVON', 'SEMAINE'], ['GOMME', 'OIE']];

const soundUnits = [
  ['single, 4 words', SINGLE, soundSingle],
  ['single, no word', SINGLE, singleWith('NGSFKJPVZQYXMO', [[]], 0)],
  ['single, 1 word', SINGLE, singleWith('ICRJAWSUQGNXTE', [['RE']], 0)],
  ['single, 9 words', SINGLE, singleWith('RLCWBTEZFIVUHO', [NINE_OF_SINGLE], 3_000_000)],
  ['maxi, 3 + 2 words', MAXI, soundMaxi],
  ['maxi, 1 + 1 words do not add up', MAXI, maxiWith('JFATCVYROXMKPNZBLU', [['LA'], ['ARC']], 0)],
  ['maxi, 9 + 9 words', MAXI, maxiWith('CNFHTLJVGUPDSERBIA', NINE_AND_NINE, 25_000_000)],
];

for (const [name, gameId, unit] of soundUnits) {
  test(`sound: ${name}`, () => assert.deepEqual(judge(gameId, unit), []));
}

// Each entry: name, game, sound unit, the one change, the codes it must raise.
const single = (name, change, codes) => [name, SINGLE, changed(soundSingle, change), codes];
const maxi = (name, change, codes) => [name, MAXI, changed(soundMaxi, change), codes];
const planted = [
  single('a letter changed, one complete word less',
    (u) => { u.letters = u.letters.replace('P', 'X'); }, ['completed-differ', 'prize-differs']),
  single('a letter changed, another word complete instead',
    (u) => { u.letters = u.letters.replace('P', 'A'); }, ['completed-differ']),
  single('a letter repeated', (u) => { u.letters = u.letters.replace('W', 'K'); }, ['letter-repeated']),
  single('a letter missing', (u) => { u.letters = u.letters.replace('W', ''); }, ['letter-count']),
  single('a letter too many', (u) => { u.letters += 'Z'; }, ['letter-count']),
  single('an accented letter', (u) => { u.letters = u.letters.replace('W', 'É'); }, ['letter-not-a-z']),
  single('a small letter', (u) => { u.letters = u.letters.replace('W', 'w'); }, ['letter-not-a-z']),

  single('a cell changed', (u) => setCell(u, 0, 0, 5, 'F'), ['words-differ']),
  single('a cell greyed, 17 runs', (u) => setCell(u, 0, 2, 0, '.'), ['run-count', 'words-differ']),
  single('a cell greyed, 17 runs in two pieces',
    (u) => setCell(u, 0, 1, 7, '.'), ['grid-in-pieces', 'run-count', 'words-differ']),
  single('an accidental run of two', (u) => setCell(u, 0, 0, 0, 'A'), ['run-count', 'words-differ']),
  single('an accidental run of two that is complete',
    (u) => setCell(u, 0, 0, 0, 'I'), ['completed-differ', 'prize-differs', 'run-count', 'words-differ']),
  single('an island of one letter', (u) => setCell(u, 0, 10, 10, 'S'), ['grid-in-pieces']),
  single('a word twice in a grid',
    (u) => { setCell(u, 0, 2, 0, 'M'); renameWord(u, 0, 'DU', 'MU'); }, ['word-twice']),
  single('a row too short', (u) => { u.grids[0][9] = u.grids[0][9].slice(1); }, ['row-length']),
  single('a cell of another kind', (u) => setCell(u, 0, 10, 10, '#'), ['cell-character']),
  single('a cell in small letters', (u) => setCell(u, 0, 10, 10, 's'), ['cell-character']),
  single('no grid', (u) => { u.grids = []; },
    ['completed-differ', 'grid-count', 'prize-differs', 'words-differ']),

  single('two words swapped', (u) => swapFirstTwo(u.words[0]), ['words-differ']),
  single('a word left out', (u) => u.words[0].pop(), ['words-differ']),
  single('no list of words', (u) => { u.words = []; }, ['words-differ']),
  single('a complete word left out', (u) => u.completed[0].pop(), ['completed-differ']),
  single('an incomplete word called complete', (u) => u.completed[0].push('MU'), ['completed-differ']),
  single('two complete words swapped', (u) => swapFirstTwo(u.completed[0]), ['completed-differ']),

  single('another lot of the table', (u) => { u.prize_cents = 3_000; }, ['prize-differs']),
  single('a win stated as a loss', (u) => { u.prize_cents = 0; }, ['prize-differs']),
  single('a lot out of the table', (u) => { u.prize_cents = 1_301; }, ['prize-differs', 'prize-not-in-table']),
  ['ten complete words', SINGLE, singleWith('VLAWBFISCURTME', [TEN_OF_SINGLE], 0), ['too-many-complete']],
  ['ten complete words paid as nine', SINGLE,
    singleWith('VLAWBFISCURTME', [TEN_OF_SINGLE], 3_000_000), ['too-many-complete']],

  single('a key missing', (u) => { delete u.completed; }, ['missing-key']),
  single('the grids missing', (u) => { delete u.grids; }, ['missing-key']),
  single('an unknown key', (u) => { u.note = ''; }, ['unknown-key']),
  single('a key of another spelling',
    (u) => { u.prize = u.prize_cents; delete u.prize_cents; }, ['missing-key', 'unknown-key']),
  single('a lot as text', (u) => { u.prize_cents = '1300'; }, ['wrong-type']),
  single('a lot below zero', (u) => { u.prize_cents = -1_300; }, ['wrong-type']),
  single('an index with a fraction', (u) => { u.index = 0.5; }, ['wrong-type']),
  single('letters as a list', (u) => { u.letters = [...u.letters]; }, ['wrong-type']),
  single('the grid not in a list', (u) => { [u.grids] = u.grids; }, ['wrong-type']),
  single('a word that is not text', (u) => { u.words[0][0] = 7; }, ['wrong-type']),
  ['a list in place of a unit', SINGLE, [soundSingle], ['wrong-type']],
  ['null in place of a unit', SINGLE, null, ['wrong-type']],
  single('three faults at once', (u) => {
    u.letters = u.letters.replace('W', 'K');
    setCell(u, 0, 10, 10, 'S');
    u.prize_cents = 3_000;
  }, ['grid-in-pieces', 'letter-repeated', 'prize-differs']),

  maxi('a grid missing from the grids only', (u) => u.grids.pop(),
    ['completed-differ', 'grid-count', 'prize-differs', 'words-differ']),
  maxi('a grid missing everywhere', (u) => { u.grids.pop(); u.words.pop(); u.completed.pop(); },
    ['grid-count', 'prize-differs']),
  maxi('the two grids swapped', (u) => swapFirstTwo(u.grids), ['completed-differ', 'words-differ']),
  maxi('a word in both grids',
    (u) => { setCell(u, 1, 1, 6, 'A'); renameWord(u, 1, 'GOMME', 'GOMMA'); renameWord(u, 1, 'LE', 'LA'); },
    ['word-twice']),
  maxi('words counted across the grids', (u) => { u.prize_cents = 5_000; }, ['prize-differs']),
  maxi('one grid paid only', (u) => { u.prize_cents = 1_000; }, ['prize-differs']),
  ['25 euros', MAXI, maxiWith('ASBFTGMVNKEOYHZIXP', FOUR_AND_TWO, 2_500), ['prize-not-in-table']],
  ['25 euros paid as 20', MAXI, maxiWith('ASBFTGMVNKEOYHZIXP', FOUR_AND_TWO, 2_000),
    ['prize-differs', 'prize-not-in-table']],
  ['125 000 euros', MAXI, maxiWith('JVKAMNBQCRISOYUDXZ', NINE_AND_ONE, 12_500_000), ['prize-not-in-table']],
  ['ten complete words in one grid', MAXI, maxiWith('JUYQOGVACIPSHWNMRD', TEN_OF_MAXI, 0), ['too-many-complete']],
  ['a unit of the other game', SINGLE, soundMaxi,
    ['grid-count', 'letter-count', 'prize-differs', 'prize-not-in-table']],
];

for (const [name, gameId, unit, codes] of planted) {
  test(`planted, ${gameId}: ${name}`, () => assert.deepEqual(codesOf(judge(gameId, unit)), codes));
}

test('every fault of a kind is reported, not only the first', () => {
  const bad = changed(soundMaxi, (u) => { setCell(u, 0, 10, 10, 'S'); setCell(u, 1, 0, 0, 'S'); });
  assert.deepEqual(judge(MAXI, bad).map(({ code }) => code), ['grid-in-pieces', 'grid-in-pieces']);
});

test('an unknown game is an error, not a verdict', () => {
  assert.throws(() => judge('constructor', soundSingle), RangeError);
});

test('runs are read across, then down, two letters being enough', () => {
  assert.deepEqual(runsOf(['AB.C', '.D.E', 'FG..']), ['AB', 'FG', 'BDG', 'CE']);
  assert.deepEqual(runsOf(['AB']), ['AB']);
  assert.deepEqual(runsOf([]), []);
});

test('cells that touch by a corner only are two pieces', () => {
  assert.equal(piecesOf(['AB.', '..C']), 2);
  assert.equal(piecesOf(['AB.', '.CD']), 1);
  assert.equal(piecesOf(Array(300).fill('A'.repeat(300))), 1);
});

test('the pay list of each game', () => {
  const pay = (gameId) => [...Array(11).keys()].map((count) => lotOf(GAMES[gameId], [count]));
  assert.deepEqual(pay(SINGLE),
    [0, 0, 300, 600, 1_300, 3_000, 15_000, 50_000, 100_000, 3_000_000, null]);
  assert.deepEqual(pay(MAXI),
    [0, 0, 500, 1_000, 2_000, 5_000, 20_000, 100_000, 1_000_000, 12_500_000, null]);
});

test('the typed tables agree with their printed totals', () => {
  for (const game of Object.values(GAMES)) assert.deepEqual(tableFaults(game), []);
});

test('any slip in a typed table is seen', () => {
  for (const game of Object.values(GAMES)) {
    game.prizeTable.forEach((line, row) => line.forEach((_, column) => {
      const slipped = structuredClone(game);
      slipped.prizeTable[row][column] += 1;
      assert.notDeepEqual(tableFaults(slipped), []);
    }));
    const slips = [{ printedLots: 1 }, { printedEuros: 1 }, { priceEuros: 0 }, { payEuros: {} },
      { blockSize: 150_000, priceEuros: 1_000 }];
    for (const slip of slips) {
      assert.notDeepEqual(tableFaults({ ...game, ...slip }), []);
    }
  }
});

const line = (index, unit = soundSingle) => JSON.stringify({ ...unit, index });

async function placesOf(lines, limits) {
  const told = [];
  await judgeLines(SINGLE, lines, limits, (place, { code }) => told.push(`${place}: ${code}`));
  return told;
}

test('faults of lines and of the whole input', async () => {
  assert.deepEqual(await placesOf([line(0), line(1)], { prize: 1_300, count: 2 }), []);
  assert.deepEqual(await placesOf([line(7), line(8)], { from: 7 }), []);
  assert.deepEqual(await placesOf([line(1)]), ['line 1, unit 1: index-order']);
  assert.deepEqual(await placesOf([line(0), line(2), line(3)]), ['line 2, unit 2: index-order']);
  assert.deepEqual(await placesOf([line(0), line(0)]), ['line 2, unit 0: index-order']);
  assert.deepEqual(await placesOf([line(0), '', line(2)]), ['line 2, unit ?: not-json']);
  assert.deepEqual(await placesOf([line(0)], { prize: 300 }), ['line 1, unit 0: prize-not-asked']);
  assert.deepEqual(await placesOf([line(0)], { count: 2 }), ['whole input: unit-count']);
});

test('a key written twice is a fault although JSON allows it', () => {
  const twice = line(0).replace('{', '{"prize_cents":0,');
  assert.deepEqual(codesOf(judgeLine(SINGLE, twice).faults), ['repeated-key']);
  assert.deepEqual(judgeLine(SINGLE, ` ${line(0).replaceAll(':', ' : ')}\r`).faults, []);
});

function run(args, input = '') {
  const program = fileURLToPath(new URL('./judge.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { input, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('the program accepts, and sums up on standard output', () => {
  const { status, stdout, stderr } = run([SINGLE, '--count', '2', '--prize', '1300'], `${line(0)}\n${line(1)}\n`);
  assert.equal(stdout, 'mots-croises: 2 units, 2 accepted, 0 refused, 0 faults\n  lot of 1300 cents: 2 accepted\n');
  assert.equal(stderr, '');
  assert.equal(status, 0);
});

test('the program refuses, and tells faults on standard error', () => {
  const bad = changed(soundSingle, (u) => { u.prize_cents = 3_000; });
  const { status, stdout, stderr } = run([SINGLE], `${line(0)}\n${line(1, bad)}\n`);
  assert.equal(stderr, 'line 2, unit 1: prize-differs: the grids give 1300 cents, stated is 3000\n');
  assert.match(stdout, /2 units, 1 accepted, 1 refused, 1 faults/);
  assert.equal(status, 1);
});

test('the program says so when it could not look', () => {
  const couldNotLook = [
    [], ['other-game'], [SINGLE, 'no-such-file.jsonl'], [SINGLE, '.'], [SINGLE, 'a', 'b'],
    [SINGLE, '--prize', 'x'], [SINGLE, '--count=-1'], [SINGLE, '--other'], [SINGLE],
  ];
  for (const args of couldNotLook) {
    const { status, stderr } = run(args);
    assert.equal(status, 2, args.join(' '));
    assert.match(stderr, /^judge: /);
  }
});
