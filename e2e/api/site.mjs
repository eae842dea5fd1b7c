// A site for the tests that know the API only: a small block, dealt from a known key, which the real
// program sells, and two operators. The block is the same in every run, so what fails once fails
// again.

import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where the program is; the gate says so. */
export const program = path.resolve(process.env.GRILLE_BIN ?? path.join(import.meta.dirname, '../../target/gate/grille'));

/** The verifier lies beside it. */
export const verifier = path.join(path.dirname(program), 'grille-verify');

/** The price of a unit of Mots Croisés (article 2). */
export const PRICE_CENTS = 300;

/** The password of both operators. */
const PASSWORD = 'a secret of the operators';

/** Units in the block, and its table as count and cents: every second one wins. */
const UNITS = 400;
const TABLE = [[2, 15_000], [8, 3_000], [20, 1_300], [70, 600], [100, 300]];

/** The rules of Mots Croisés with a table of so few units. */
async function smallGame() {
  const shipped = await readFile(path.join(import.meta.dirname, '../../games/mots-croises.toml'), 'utf8');
  const rules = shipped.slice(0, shipped.indexOf('[[prize]]')).replace(/^block_units = .*$/m, `block_units = ${UNITS}`);
  return rules + TABLE.map(([count, cents]) => `[[prize]]\ncount = ${count}\ncents = ${cents}\n`).join('');
}

/** An operator's folder: keys, a block and a configuration. */
export class House {
  /**
   * @param {string} folder
   * @param {string} vkey
   */
  constructor(folder, vkey) {
    this.folder = folder;
    this.vkey = vkey;
  }

  /**
   * Deals the block and makes the operators.
   * @param {string} playMoney how the provider answers
   */
  static async build(playMoney) {
    const folder = await mkdtemp(path.join(tmpdir(), 'grille-api-'));
    const house = new House(folder, '');
    await mkdir(path.join(folder, 'data/keys'), { recursive: true });
    await house.write('game.toml', await smallGame());
    await house.write('data/keys/share', `grille share v1\n${'67'.repeat(32)}\n`);
    house.vkey = (await house.grille('key signing data/keys/signing --name lottery.example')).trim();
    await house.grille('block deal game.toml --out data/block --key-file data/keys/share --signing-key data/keys/signing');
    await house.grille('key selling data/block --key-file data/keys/share --out data/keys/selling');
    let operators = '';
    for (const name of ['olga', 'oscar']) {
      await house.write(`${name}.password`, `${PASSWORD}\n`);
      operators += await house.grille(`key operator ${name} --out ${name}.hash --password-file ${name}.password`);
    }
    await house.write('grille.toml', `listen = "127.0.0.1:0"\ndata = "data"\nhttps = false\nplay_money = "${playMoney}"\nlog_filter = "warn"\nverifier_key = "${house.vkey}"\n`
      + `[[block]]\ndir = "data/block"\nselling_key_file = "data/keys/selling"\nemission = 1\nnumber = 1\n${operators}`);
    return house;
  }

  /** @param {string} name */
  path(name) {
    return path.join(this.folder, name);
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  write(name, text) {
    return writeFile(this.path(name), text, { mode: 0o600 });
  }

  /**
   * What the program prints.
   * @param {string} words
   */
  async grille(words) {
    const { stdout } = await run(program, words.split(' '), { cwd: this.folder });
    return stdout;
  }

  /**
   * An act that both operators sign.
   * @param {string} act
   */
  operate(act) {
    const both = '--data data --as olga --password-file olga.password --with oscar --with-password-file oscar.password';
    return this.grille(`operate ${both} ${act}`);
  }

  /** The name of the block, as its checkpoint has it. */
  async block() {
    const [origin] = (await readFile(this.path('data/block/checkpoint'), 'utf8')).split('\n');
    return origin.slice(origin.indexOf('/') + 1);
  }

  /** Serves the site, and puts the block on sale. */
  async open() {
    const site = await this.start(['serve', '--config', 'grille.toml']);
    await this.operate(`put-on-sale ${await this.block()}`);
    return site;
  }

  /**
   * Starts the program and waits until it says where it is reached.
   * @param {string[]} words
   */
  async start(words) {
    const server = spawn(program, words, { cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let errors = '';
    server.stderr.on('data', (text) => { errors += text; });
    const ended = new Promise((resolve) => { server.once('exit', resolve); });
    const address = new Promise((resolve) => { server.stdout.on('data', (text) => resolve(String(text).trim())); });
    const url = await Promise.race([address, ended.then(() => null)]);
    if (url === null) throw new Error(`${program} ended before it served:\n${errors}`);
    const stop = async () => {
      server.kill('SIGTERM');
      await ended;
    };
    return { url: /** @type {string} */ (url), stop, said: () => errors };
  }

  remove() {
    return rm(this.folder, { recursive: true, force: true });
  }
}
