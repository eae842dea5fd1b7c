// Has schemathesis try every call of the API's document on the real program: `cargo xtask api` says
// which Python it is installed in and how many examples a call there shall be.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { PASSWORD, openCounter } from '../paper.mjs';
import { Client } from './client.mjs';
import { House, PRICE_CENTS } from './site.mjs';

const [python, examples, ...more] = process.argv.slice(2);
const SEED = '20111103';

/**
 * An answer that must be had before anything is tried.
 * @param {Promise<import('./client.mjs').Answer>} answer
 */
async function had(answer) {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** @param {Client} client */
const token = (client) => client.cookie.slice(client.cookie.indexOf('=') + 1);

const house = await House.build('at-once');
const site = await house.open();

/** @param {string} name */
async function newcomer(name) {
  const client = new Client(site.url);
  const wish = { name, password: 'une grille de mots', born: '1980-02-29', rules: 1 };
  await had(client.post('/players', wish, 'register-1'));
  return client;
}

const [player, excluded] = [await newcomer('joueuse@example.org'), await newcomer('exclue@example.org')];
await house.operate('confirm-player joueuse@example.org');
await had(player.post('/limits', { stakes_cents: 100_000, deposits_cents: 100_000 }, 'limits-1'));
await had(player.post('/deposits', { amount_cents: 50_000 }, 'deposit-1'));
await had(player.post('/withdrawals', { amount_cents: 1_000 }, 'withdrawal-1'));
for (const [key, mode] of [['purchase-1', 'jouer'], ['purchase-2', 'auto']]) {
  await had(player.post('/plays', { game: 'mots-croises', mode, price_cents: PRICE_CENTS }, key));
  await had(player.post(`/plays/${key}/finish`));
}
const config = path.join(import.meta.dirname, '../../xtask/api/schemathesis.toml');
const hooks = path.join(path.dirname(config), 'hooks.py');

/**
 * Tries the calls of the site at `url`; whether nothing was found.
 * @param {string} url
 * @param {string[]} which
 * @param {Record<string, string>} env   who asks
 */
async function tried(url, which, env) {
  console.log(`seed ${SEED}, ${examples} examples a call`);
  const words = ['--config-file', config, 'run', `${url}/api/v1/openapi.json`, '--seed', SEED, '--max-examples', examples, ...which, ...more];
  const schemathesis = spawn(path.join(path.dirname(python), 'schemathesis'), words, {
    cwd: house.folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, SCHEMATHESIS_HOOKS: hooks, ...env },
  });
  return (await new Promise((resolve) => { schemathesis.once('exit', resolve); })) === 0;
}

const block = await house.block();
const players = { GRILLE_SESSION: token(player), GRILLE_EXCLUDED_SESSION: token(excluded), GRILLE_BLOCK: block };
const ofPlayers = await tried(site.url, ['--exclude-path-regex', '^/retail/'], players);
// What fails is told once, where it is handled: here there is nothing to tell.
if (site.said().includes('a request failed')) console.log(site.said());
await site.stop();

const paper = await openCounter();
const counter = new Client(paper.url);
await had(counter.post('/retail/sessions', { counter: 7, password: PASSWORD }));
const ofCounters = await tried(paper.url, ['--include-path-regex', '^/retail/'], { GRILLE_COUNTER_SESSION: token(counter), GRILLE_BLOCK: block });
await paper.remove();
await house.remove();
process.exitCode = ofPlayers && ofCounters ? 0 : 1;
