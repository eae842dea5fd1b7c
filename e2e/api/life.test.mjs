// A player's life through the API alone, on the real program: what docs/api.md says, done. Nothing
// here knows how the program is made; money is added up from the receipts.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { Client } from './client.mjs';
import { House, PRICE_CENTS, verifier } from './site.mjs';

const run = promisify(execFile);
const PASSWORD = 'une grille de mots';
const NAME = 'Colette@example.org';
const DAY_HOURS = 24;
/** How many units he plays. */
const UNITS = 50;

/** @type {House} */
let house;
/** @type {Awaited<ReturnType<House['open']>>} */
let site;

before(async () => {
  // The provider is late, and then says everything twice more.
  house = await House.build('twice');
  site = await house.open();
});
after(async () => {
  await site.stop();
  await house.remove();
});

/** What so many complete words are worth, in cents (article 4.6). */
const PAYS = [0, 0, 300, 600, 1_300, 3_000, 15_000, 50_000, 100_000, 3_000_000];

/**
 * The answer has this status, and this code if it is a problem.
 * @param {import('./client.mjs').Answer} answer
 * @param {number} status
 * @param {string} [code]
 */
function expect(answer, status, code) {
  assert.deepEqual([answer.status, answer.body?.code], [status, code], JSON.stringify(answer.body));
  return answer.body;
}

/** @param {string} name */
const wish = (name) => ({ name, password: PASSWORD, born: '1980-02-29', rules: 1 });

/** @param {number} number */
const mode = (number) => (number % 2 === 0 ? 'jouer' : 'auto');

/** @param {number} number */
const purchase = (number) => ({ game: 'mots-croises', mode: mode(number), price_cents: PRICE_CENTS });

/** @param {number} years which somebody born on that day will be in two days */
function bornToBe(years) {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate() + 2)).toISOString().slice(0, 10);
}

/**
 * What `path` answers, as soon as its state is another than `state`.
 * @param {Client} client
 * @param {string} path
 * @param {string} state
 */
async function left(client, path, state) {
  const patience = Date.now() + 60_000;
  for (;;) {
    const body = expect(await client.get(path), 200);
    if (body.state !== state) return body;
    assert.ok(Date.now() < patience, `${path} stays ${state}`);
    // Only the server knows when its provider has answered, and a client can but look again.
    await new Promise((resolve) => { setTimeout(resolve, 200); });
  }
}

/**
 * Every line of a statement, newest first.
 * @param {Client} client
 */
async function statement(client) {
  const lines = [];
  let cursor = '';
  do {
    const page = expect(await client.get(`/me/statement${cursor}`), 200);
    lines.push(...page.lines);
    cursor = page.next === null ? '' : `?before=${encodeURIComponent(page.next)}`;
  } while (cursor !== '');
  return lines;
}

/** @param {any[]} lines */
const sum = (lines) => lines.reduce((total, line) => total + line.in.cents - line.out.cents, 0);

const colette = () => new Client(site.url);
/** Colette, signed in. */
async function signedIn() {
  const client = colette();
  expect(await client.post('/sessions', { name: NAME, password: PASSWORD }), 201);
  return client;
}

test('a newcomer registers, sets limits, and is told what he lacks', async () => {
  const client = colette();
  expect(await client.get('/me'), 401, 'not_signed_in');
  expect(await client.post('/players', { ...wish(NAME), born: bornToBe(18) }, 'register-1'), 409, 'under_age');
  expect(await client.post('/players', { ...wish(NAME), rules: 2 }, 'register-2'), 409, 'rules_changed');
  expect(await client.post('/players', { ...wish(NAME), password: 'court' }, 'register-3'), 400, 'malformed');
  const me = expect(await client.post('/players', wish(NAME), 'register-4'), 201);
  assert.equal(me.name, NAME.toLowerCase());
  assert.deepEqual(me.balance, { cents: 0, currency: 'EUR' });
  expect(await colette().post('/players', wish(NAME.toUpperCase()), 'register-5'), 409, 'name_taken');
  expect(await client.post('/plays', purchase(0), 'too-early-1'), 409, 'limits_not_set');
  expect(await client.post('/deposits', { amount_cents: BEGINNING_CENTS }, 'deposit-0'), 409, 'limits_not_set');
  const limits = expect(await client.post('/limits', { stakes_cents: 20_000, deposits_cents: 12_000 }, 'limits-1'), 200);
  assert.equal(limits.stake_limit.ceiling.cents, 20_000);
  expect(await client.post('/plays', purchase(0), 'too-early-2'), 409, 'insufficient_funds');
  const raised = expect(await client.post('/limits', { stakes_cents: 60_000 }, 'limits-2'), 200);
  assert.deepEqual([raised.stake_limit.ceiling.cents, raised.stake_limit.raise.ceiling.cents], [20_000, 60_000]);
  expect(await client.send('DELETE', '/sessions'), 204);
  expect(await client.get('/me'), 401, 'not_signed_in');
  expect(await client.post('/sessions', { name: NAME, password: 'une autre grille' }), 401, 'wrong_credentials');
});

/** What he pays in. */
const BEGINNING_CENTS = 6_000;

test('a deposit is credited once by a provider who is late and says so twice', async () => {
  const client = await signedIn();
  const ask = () => client.post('/deposits', { amount_cents: BEGINNING_CENTS }, 'deposit-1');
  const deposit = expect(await ask(), 201);
  assert.deepEqual([deposit.id, deposit.amount.cents, deposit.state], ['deposit-1', BEGINNING_CENTS, 'asked']);
  assert.equal(expect(await client.get('/me'), 200).balance.cents, 0);
  assert.equal((await left(client, '/deposits/deposit-1', 'asked')).state, 'credited');
  assert.deepEqual(expect(await ask(), 201), { ...deposit, state: 'credited' });
  assert.equal(expect(await client.get('/me'), 200).balance.cents, BEGINNING_CENTS);
  // 100 € in all while nobody knows who he is, and nothing out.
  expect(await client.post('/deposits', { amount_cents: 4_001 }, 'deposit-2'), 409, 'unconfirmed_ceiling');
  expect(await client.post('/withdrawals', { amount_cents: 100 }, 'withdrawal-0'), 409, 'identity_unconfirmed');
  await house.operate(`confirm-player ${NAME.toLowerCase()}`);
  assert.equal(expect(await client.get('/me'), 200).is_confirmed, true);
  expect(await client.post('/deposits', { amount_cents: 6_001 }, 'deposit-3'), 409, 'deposit_limit');
});

/** @type {any[]} the receipts, in their order */
const plays = [];

/**
 * Uncovers a unit, tile by tile or not to the end, as people do.
 * @param {Client} player
 * @param {any} play
 * @param {number} number
 */
async function see(player, play, number) {
  const tiles = [...play.letters].map((_, tile) => tile);
  const view = `/plays/${play.id}/view`;
  const some = expect(await player.send('PUT', view, { uncovered: [number % 14, 3] }), 200);
  assert.deepEqual(some.uncovered, [...new Set([number % 14, 3])].sort((a, b) => a - b));
  assert.equal(some.finished_at, null);
  if (mode(number) === 'jouer') {
    const refused = expect(await player.post('/plays', purchase(number), `unfinished-${number}`), 409, 'unfinished_unit');
    assert.equal(refused.play, play.id);
  }
  // The last tile finishes a unit as well as saying so.
  const all = number % 3 === 0
    ? await player.send('PUT', view, { uncovered: tiles.toReversed() })
    : await player.post(`/plays/${play.id}/finish`);
  assert.deepEqual(expect(all, 200).uncovered, tiles);
  assert.notEqual(all.body.finished_at, null);
}

test('fifty units of both modes are bought, uncovered and paid to the cent', async () => {
  const player = await signedIn();
  let balance = BEGINNING_CENTS;
  for (let number = 0; number < UNITS; number += 1) {
    const key = `purchase-${number}`;
    const play = expect(await player.post('/plays', purchase(number), key), 201);
    assert.deepEqual([play.index, play.mode, play.stake.cents, play.id], [number, mode(number), PRICE_CENTS, key]);
    assert.equal(play.gain.cents, PAYS[play.completed[0].length]);
    assert.equal(play.balance_before.cents, balance);
    balance += play.gain.cents - PRICE_CENTS;
    assert.equal(play.balance_after.cents, balance);
    // A lost answer: the same command again, and one debit.
    assert.deepEqual(expect(await player.post('/plays', purchase(number), key), 201), play);
    await see(player, play, number);
    plays.push(expect(await player.get(`/plays/${key}`), 200));
  }
  const me = expect(await player.get('/me'), 200);
  assert.deepEqual([me.balance.cents, me.shown_balance.cents], [balance, balance]);
  const lines = await statement(player);
  assert.deepEqual(lines.map((line) => line.kind), [...plays.map(() => 'play'), 'deposit']);
  assert.deepEqual(lines.slice(0, -1).map((line) => line.play), plays.map((play) => play.id).toReversed());
  assert.equal(sum(lines), balance);
  assert.ok(plays.some((play) => play.gain.cents > 0) && plays.some((play) => play.gain.cents === 0));
  expect(await player.post('/plays', { ...purchase(0), price_cents: 500 }, 'purchase-0'), 409, 'id_reused');
  expect(await player.post('/plays', { ...purchase(0), price_cents: 500 }, 'purchase-dearer'), 409, 'price_changed');
});

test('the history has every unit once, newest first', async () => {
  const player = await signedIn();
  const pages = [];
  let cursor = '';
  do {
    const page = expect(await player.get(`/plays${cursor}`), 200);
    assert.deepEqual(page.unfinished, []);
    pages.push(page.finished);
    cursor = page.next === null ? '' : `?before=${page.next}`;
  } while (cursor !== '');
  assert.ok(pages.length > 1);
  assert.deepEqual(pages.flat(), plays.toReversed());
  expect(await player.get('/plays?before=-1'), 400, 'malformed');
  const other = new Client(site.url);
  expect(await other.post('/players', wish('autre@example.org'), 'register-1'), 201);
  expect(await other.get(`/plays/${plays[0].id}`), 404, 'not_found');
  expect(await other.get('/deposits/deposit-1'), 404, 'not_found');
  assert.deepEqual(expect(await other.get('/plays'), 200), { unfinished: [], finished: [], next: null });
});

test('the proof of a unit is checked against the checkpoint of its block', async () => {
  const player = await signedIn();
  const play = plays.at(-1);
  // Whoever keeps the checkpoint got it before the sale, without an account.
  const checkpoint = expect(await new Client(site.url).get(`/blocks/${play.block}/checkpoint`), 200);
  await house.write('checkpoint', checkpoint);
  await house.write('unit.proof', expect(await player.get(`/plays/${play.id}/proof`), 200));
  const words = ['proof', 'unit.proof', '--checkpoint', 'checkpoint', '--vkey', house.vkey];
  const { stdout } = await run(verifier, words, { cwd: house.folder });
  assert.match(stdout, new RegExp(play.letters));
  // The first figure of the second line is another one.
  const [origin, size, ...rest] = String(checkpoint).split('\n');
  const forged = [origin, (size.startsWith('4') ? '5' : '4') + size.slice(1), ...rest].join('\n');
  await writeFile(house.path('checkpoint'), forged);
  await assert.rejects(run(verifier, words, { cwd: house.folder }), { code: 1 });
});

test('whoever excludes himself comes in to look and to withdraw only', async () => {
  const player = await signedIn();
  const { balance } = expect(await player.get('/me'), 200);
  expect(await player.post('/withdrawals', { amount_cents: balance.cents + 1 }, 'withdrawal-1'), 409, 'insufficient_funds');
  const first = expect(await player.post('/withdrawals', { amount_cents: 1_000 }, 'withdrawal-2'), 201);
  assert.deepEqual([first.amount.cents, first.state], [1_000, 'pending']);
  expect(await player.post('/exclusions', { hours: DAY_HOURS - 1 }, 'exclusion-1'), 409, 'exclusion_too_short');
  const excluded = expect(await player.post('/exclusions', { hours: DAY_HOURS }, 'exclusion-2'), 201);
  assert.ok(Date.parse(excluded.until) > Date.now() + (DAY_HOURS - 1) * 3_600_000);
  expect(await player.post('/plays', purchase(0), 'purchase-excluded'), 409, 'player_excluded');
  expect(await player.send('DELETE', '/sessions'), 204);
  expect(await player.post('/sessions', { name: NAME, password: PASSWORD }), 409, 'player_excluded');
  expect(await player.get('/me'), 401, 'not_signed_in');
  const me = expect(await player.post('/sessions', { name: NAME, password: PASSWORD, restricted: true }), 201);
  assert.equal(me.excluded_until, excluded.until);
  expect(await player.post('/plays', purchase(0), 'purchase-restricted'), 409, 'player_excluded');
  expect(await player.post('/deposits', { amount_cents: 100 }, 'deposit-restricted'), 409, 'player_excluded');
  const rest = { amount_cents: balance.cents - 1_000 };
  expect(await player.post('/withdrawals', rest, 'withdrawal-3'), 201);
  for (const key of ['withdrawal-2', 'withdrawal-3']) {
    assert.equal((await left(player, `/withdrawals/${key}`, 'pending')).state, 'settled');
  }
  // The same command again pays nothing more.
  assert.equal(expect(await player.post('/withdrawals', rest, 'withdrawal-3'), 201).state, 'settled');
  const lines = await statement(player);
  assert.deepEqual(lines.slice(0, 2).map((line) => [line.kind, line.out.cents]), [['withdrawal', rest.amount_cents], ['withdrawal', 1_000]]);
  assert.deepEqual([lines.length, sum(lines), expect(await player.get('/me'), 200).balance.cents], [UNITS + 3, 0, 0]);
});
