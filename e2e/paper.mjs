// Starts the point of sale for a test, with a hundred tickets whose codes are known, and a clock that the
// test moves.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { program } from "./shop.mjs";

/** The example that lies beside the program. */
const example = path.join(path.dirname(program), "examples", "counter");

/** What opens every counter there. */
export const PASSWORD = "un guichet de mots";

/** @typedef {{ number: string, code: string, cents: number, book: number, place: number }} Ticket */

/**
 * @typedef {object} PointOfSale
 * @property {string} url
 * @property {Ticket[]} tickets
 * @property {(line: string) => Promise<void>} act   `wait MS`, `lost BOOK`, `close`…
 * @property {() => Promise<void>} remove
 */

/**
 * Counters 7 and 8, and the payment centre 9. Books 1 to 8 are on sale, 9 is not yet, 10 is in stock.
 * @returns {Promise<PointOfSale>}
 */
export async function openCounter() {
  const data = await mkdtemp(path.join(tmpdir(), "grille-counter-"));
  const server = spawn(example, ["127.0.0.1:0", data], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
  const line = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${example} ended`);
    return String(value);
  };
  const url = await line();
  /** @type {Ticket[]} */
  const tickets = [];
  for (let told = await line(); told !== "ready"; told = await line()) tickets.push(JSON.parse(told));
  const act = async (/** @type {string} */ what) => {
    server.stdin.write(`${what}\n`);
    const answer = await line();
    if (answer !== "done") throw new Error(`${what}: ${answer}`);
  };
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const remove = async () => {
    server.kill("SIGKILL");
    await ended;
    await rm(data, { recursive: true, force: true });
  };
  return { url, tickets, act, remove };
}
